"""Turns a user's picture upright, fits it to its place and encodes it anew: nothing else of its file is printed.

Photos become JPEGs; line art and pictures of few colours become PNGs, which lose nothing; transparency is kept.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.file_access import AccessError
from printgen.base.limits import consume, metered
from printgen.base.units import PT_PER_IN, Box
from printgen.drawing.model import Image, Item

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_SHARP_DPI, _ENOUGH_DPI = 300, 200  # A photo is printed in no more dots per inch, and is reported as soft in fewer.
_SHARP_LINES_DPI = 600  # Of line art, whose hard edges show their dots for longer.
_LEAST_KEPT = 0.5  # A picture of which less than this share is shown is reported as cropped.
_MOST_PIXELS, _MOST_HEAVY_PIXELS = 80_000_000, 30_000_000
"""The second limit is for what shows through, or is kept twice while it is read: it takes twice the memory."""
_FORMATS = ("PNG", "JPEG", "WEBP")
_NO_PICTURE = "it is not a readable PNG, JPEG or WebP picture"
_FEW_COLORS, _COMMONEST, _MOSTLY = 256, 16, 0.85
"""Line art has no more colours than the first, or so many of the commonest make up this share of its dots."""
_GLANCE = 400  # The longer side, in dots, of what is looked at to tell line art.
_MOST_SIDE = 2400  # The longer side, in dots, of a picture that is kept: twice a hand-sized card at 300 dpi.
MIRROR = "mirror"
FITS = ("cover", "contain", "stretch", MIRROR)


class Window(NamedTuple):
    """The place of a picture: its sides in points, how a picture fills it, and where in it or how it is cropped.

    `across` and `down` go from 0, left and top, to 1; by default a crop keeps a little more of the top, where portraits
    have their faces. A picture that is mirrored covers the window without its outer `rim`, in points, and the rim shows
    its edges mirrored.
    """

    width: float
    height: float
    fit: str = "cover"
    across: float = 0.5
    down: float = 0.4
    rim: float = 0.0

    def places(self, width: int, height: int) -> tuple[Box, Box]:
        """The part that is shown of a picture of a size, in its dots, and its place in the window, in points."""
        if self.rim:
            inner = self._replace(width=self.width - 2 * self.rim, height=self.height - 2 * self.rim, rim=0.0)
            shown, box = inner.places(width, height)
            return shown, box.moved(self.rim, self.rim)
        scales = self.width / width, self.height / height
        whole, window = Box(0, 0, width, height), Box(0, 0, self.width, self.height)
        if self.fit == "contain":
            k = min(scales)
            wide, high = width * k, height * k
            return whole, Box((self.width - wide) * self.across, (self.height - high) * self.down, wide, high)
        if self.fit == "stretch":
            return whole, window
        # The last bit of a float must not reach beyond the picture.
        wide, high = min(width, self.width / max(scales)), min(height, self.height / max(scales))
        return Box((width - wide) * self.across, (height - high) * self.down, wide, high), window


class Oddity(NamedTuple):
    """Something of a picture that is not printed as it is: the end of a message, a hint and a code."""

    message: str
    hint: str
    code: str


_PRESS = Oddity("has colours for a press (CMYK), which look otherwise as RGB", "Save it as RGB.", "turned-colors")


class Photo(NamedTuple):
    """A picture as it is printed: its bytes, its size in pixels, its place in its window, and its dots per inch.

    `mask` is a grey PNG of how far each dot shows, empty where all do. `problem` says why there is no picture.
    """

    data: bytes = b""
    pixels: tuple[int, int] = (0, 0)
    box: Box = Box(0, 0, 0, 0)
    mask: bytes = b""
    dpi: float = 0.0
    problem: AccessError | None = None
    odd: tuple[Oddity, ...] = ()

    def place(self, x: float, y: float) -> tuple[Item, ...]:
        """The picture in the window whose top left corner is there."""
        return () if self.problem else (Image(*self.box.moved(x, y), self.data, self.pixels, self.mask),)

    def findings(self, what: str, where: Where, grown: float = 1.0) -> list[Finding]:
        """An error when it cannot be read, else warnings; it is printed `grown` times as large as its window."""
        if self.problem:
            message, hint = f"{what} cannot be used: {self.problem.message}", self.problem.hint
            return [Finding("error", where, message, hint, self.problem.code)]
        odd = self.odd
        if (dpi := self.dpi / grown) < _ENOUGH_DPI:
            message = f"prints at {dpi:.0f} dpi; under {_ENOUGH_DPI} it looks soft"
            odd = (Oddity(message, "Use a larger picture.", "soft-photo"), *odd)
        return [Finding("warning", where, f"{what} {one.message}", one.hint, one.code, cause=one.code) for one in odd]


def fit_photo(read: Callable[[], bytes], window: Window) -> Photo:
    """The picture whose bytes `read` reads, as it is printed in a window."""
    try:
        return _fit(open_picture(read()), window)
    except AccessError as refused:
        return Photo(problem=refused)


def _refusal(message: str) -> AccessError:
    """The error that says why a picture is not printed."""
    return AccessError("bad-photo", message, "Save it as a PNG or JPEG.")


@metered()
def clean_photo(data: bytes) -> tuple[bytes, str]:
    """A picture upright, no larger than a card shows, without a camera's notes, and its suffix. UsageError for none."""
    from PIL import Image as Pictures

    try:
        picture, _, lossy, _ = open_picture(data)
    except AccessError as refused:
        raise UsageError(f"this picture cannot be used: {refused.message}", refused.hint) from refused
    if max(picture.size) > _MOST_SIDE:
        picture.thumbnail((_MOST_SIDE, _MOST_SIDE), Pictures.Resampling.LANCZOS)
    picture.info.clear()
    lossy = lossy and picture.mode in ("RGB", "L")
    return _save(picture, "JPEG" if lossy else "PNG"), ".jpg" if lossy else ".png"


class Opened(NamedTuple):
    """A picture of a file, upright, with eight bits a colour.

    `odd` is what of it is not printed as it is, and `lossy` whether its file is a JPEG. It is `plain` where the file is
    a PNG or a JPEG of exactly these dots.
    """

    picture: Picture
    odd: list[Oddity]
    lossy: bool
    plain: bool


def open_picture(data: bytes) -> Opened:
    """The picture of a file. AccessError says why it cannot be used."""
    try:
        # What a library warns of on standard error is nothing that the user can mend.
        with warnings.catch_warnings(action="ignore"):
            return _open(data)
    except (AccessError, PrintgenError):
        raise
    except Exception as error:
        # A spoiled picture may fail in any way there is.
        raise _refusal(_NO_PICTURE) from error


def _open(data: bytes) -> Opened:
    from PIL import Image as Pictures

    try:
        # Only these formats are tried: a file's name says nothing of what is inside it.
        with Pictures.open(io.BytesIO(data), formats=_FORMATS) as file:
            heavy = file.format == "WEBP" or file.has_transparency_data
            if file.width * file.height > (_MOST_HEAVY_PIXELS if heavy else _MOST_PIXELS):
                raise Pictures.DecompressionBombError
            consume("dots", file.width * file.height)
            odd, lossy = list(_oddities(file)), file.format == "JPEG"
            picture = _eight_bits(_upright(file))
            picture.load()
            plain = picture is file and file.format in ("PNG", "JPEG") and picture.mode in ("RGB", "L")
    except (Pictures.DecompressionBombError, MemoryError):
        most = f"{_MOST_PIXELS // 10**6} million pixels, or {_MOST_HEAVY_PIXELS // 10**6} million that may show through"
        raise AccessError("bad-photo", f"it has more than {most}", "Save it smaller.") from None
    return Opened(picture, odd, lossy, plain)


def _fit(opened: Opened, window: Window) -> Photo:
    from PIL import Image as Pictures

    picture, odd, lossy, _ = opened
    lines = not lossy and _is_line_art(picture)
    shown, box = window.places(*picture.size)
    dpi = min(shown.w / box.w, shown.h / box.h) * PT_PER_IN
    sharp = (_SHARP_LINES_DPI if lines else _SHARP_DPI) / PT_PER_IN
    size = (max(1, round(min(shown.w, box.w * sharp))), max(1, round(min(shown.h, box.h * sharp))))
    if (kept := shown.w * shown.h / (picture.width * picture.height)) < _LEAST_KEPT:
        message = f"is cut to {kept:.0%} of its area by the shape of its place"
        odd.append(Oddity(message, "Crop it yourself, as you like it, or write fit: contain.", "cropped-photo"))
    if picture.size != size or shown != (0, 0, *picture.size):
        picture = picture.resize(size, Pictures.Resampling.LANCZOS, (shown.x, shown.y, shown.right, shown.bottom))
    if window.rim:
        picture, box = _mirror(picture, box, window.rim)
        size = picture.size
    # Nothing of the file but its picture goes into what is printed.
    picture.info.clear()
    printed, mask = encode_photo(picture, lines)
    return Photo(printed, size, box, mask, dpi, odd=tuple(odd))


def _mirror(picture: Picture, box: Box, rim: float) -> tuple[Picture, Box]:
    """A picture and its box with a rim around it, in points, in which its edges are mirrored."""
    from PIL import Image as Pictures
    from PIL import ImageOps

    width, height = picture.size
    x, y = min(width, round(rim * width / box.w)), min(height, round(rim * height / box.h))
    whole = Pictures.new(picture.mode, (width + 2 * x, height + 2 * y))
    for mirrored, left in ((True, x - width), (False, x), (True, x + width)):
        column = ImageOps.mirror(picture) if mirrored else picture
        for flipped, top in ((True, y - height), (False, y), (True, y + height)):
            whole.paste(ImageOps.flip(column) if flipped else column, (left, top))
    across, down = x * box.w / width, y * box.h / height
    return whole, Box(box.x - across, box.y - down, box.w + 2 * across, box.h + 2 * down)


def encode_photo(picture: Picture, lines: bool = False) -> tuple[bytes, bytes]:
    """The bytes of a photo, or of line art, and of its mask: none where all dots show."""
    from PIL import Image as Pictures
    from PIL import ImageFilter

    mask = picture.getchannel("A") if "A" in picture.getbands() else None
    if mask is not None and mask.getextrema()[0] == 255:
        mask = None
    is_grey = picture.mode in ("L", "LA")
    if mask is not None and not lines:
        # A JPEG mixes colours of dots that do not show into those beside them, so that they get the same colours.
        shown = picture.convert("RGBA")
        blurred = shown.convert("RGBa").filter(ImageFilter.BoxBlur(8)).convert("RGBA")
        blurred.putalpha(255)
        picture = Pictures.alpha_composite(blurred, shown)
    plain = picture.convert("L" if is_grey else "RGB")
    mask_data = b"" if mask is None else _save(mask, "PNG")
    return _save(_index_colors(plain), "PNG") if lines else _save(plain, "JPEG"), mask_data


def _save(picture: Picture, form: str) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, form, optimize=True, **({"quality": 90} if form == "JPEG" else {}))
    return buffer.getvalue()


def _index_colors(picture: Picture) -> Picture:
    """A picture with a palette, where that has room for all its colours."""
    from PIL import ImageChops

    colors = picture.getcolors(_FEW_COLORS)
    if picture.mode != "RGB" or not colors:
        return picture
    indexed = picture.quantize(len(colors))
    is_same = ImageChops.difference(indexed.convert("RGB"), picture).getbbox() is None
    return indexed if is_same else picture


def _is_line_art(picture: Picture) -> bool:
    """Whether it is line art, a sign or a drawing in flat colours, whose edges a JPEG would blur."""
    from PIL import Image as Pictures

    glance = picture.convert("RGB")
    if max(glance.size) > _GLANCE:
        width, height = (max(1, min(side, _GLANCE)) for side in glance.size)
        glance = glance.resize((width, height), Pictures.Resampling.NEAREST)
    counts = sorted((count for count, _ in glance.getcolors(_GLANCE**2) or ()), reverse=True)
    is_grey = picture.mode in ("L", "LA")
    return (len(counts) <= _FEW_COLORS and not is_grey) or sum(counts[:_COMMONEST]) >= _MOSTLY * sum(counts)


def _oddities(picture: Picture) -> Iterator[Oddity]:
    """What of a picture is not printed as it is, but for how it is cropped."""
    if (frames := getattr(picture, "n_frames", 1)) > 1:
        message = f"has {frames} frames, of which the first is printed"
        yield Oddity(message, "Save the one that is meant.", "first-frame")
    if picture.mode == "CMYK":
        yield _PRESS


def _upright(picture: Picture) -> Picture:
    """The picture turned as the camera noted, or as it is stored where that note cannot be read."""
    from PIL import ExifTags, ImageOps

    try:
        # Most are upright, and no second one is made of them.
        return ImageOps.exif_transpose(picture) if picture.getexif().get(ExifTags.Base.Orientation, 1) != 1 else picture
    except Exception:
        return picture


def _eight_bits(picture: Picture) -> Picture:
    """The picture with eight bits a colour, in grey or colour, with its transparency."""
    clear_color, is_deep = picture.info.get("transparency"), picture.mode.startswith("I")
    if (clear_color is not None and is_deep) or (isinstance(clear_color, tuple) and max(clear_color) > 255):
        raise _refusal("it has 16 bits a dot, and a colour in place of what shows through")
    if is_deep:
        return picture.convert("I").point(lambda value: value * (255 / 65535)).convert("L")
    if picture.has_transparency_data:
        return picture if picture.mode == "LA" else picture.convert("RGBA")
    return picture if picture.mode in ("RGB", "L") else picture.convert("L" if picture.mode == "1" else "RGB")
