"""A user's picture, turned upright, fitted to its place and encoded anew: nothing else of its file is printed.

A photo is a JPEG; line art and pictures of few colours lose nothing; what shows through keeps how much it does.
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

_SHARP_DPI, _ENOUGH_DPI = 300, 200
# Edges without greys between them show their dots for longer.
_SHARP_LINES_DPI = 600
_MOST_CUT = 0.5
_MOST_PIXELS = 80_000_000
# What shows through, or is kept twice while it is read, takes more than twice the memory.
_MOST_HEAVY_PIXELS = 30_000_000
_FORMATS = ("PNG", "JPEG", "WEBP")
_NO_PICTURE = "it is not a readable PNG, JPEG or WebP picture"
# Line art has so few colours, or so many of its dots have one of the commonest.
_FEW, _COMMONEST, _MOSTLY = 256, 16, 0.85
_GLANCE = 400
# The longer side of a picture that is kept of one that was given: a hand-sized card at 300 dpi, twice.
_MOST_SIDE = 2400
MIRROR = "mirror"
FITS = ("cover", "contain", "stretch", MIRROR)


class Window(NamedTuple):
    """The place of a picture: its sides in points, how a picture fills it, and where it stands in it or is cropped.

    `across` and `down` go from 0, left and top, to 1. Faces are in the upper half of most portraits, so that a crop
    keeps a little more of the top. A picture that is mirrored covers the window without its outer `rim`, in points,
    and the rim shows its edges turned over.
    """

    width: float
    height: float
    fit: str = "cover"
    across: float = 0.5
    down: float = 0.4
    rim: float = 0.0

    def places(self, width: int, height: int) -> tuple[Box, Box]:
        """What is shown of a picture, in its dots, and where it stands in the window, in points."""
        if self.rim:
            inner = self._replace(width=self.width - 2 * self.rim, height=self.height - 2 * self.rim, rim=0.0)
            shown, box = inner.places(width, height)
            return shown, box.moved(self.rim, self.rim)
        grown = self.width / width, self.height / height
        whole, window = Box(0, 0, width, height), Box(0, 0, self.width, self.height)
        if self.fit == "contain":
            k = min(grown)
            wide, high = width * k, height * k
            return whole, Box((self.width - wide) * self.across, (self.height - high) * self.down, wide, high)
        if self.fit == "stretch":
            return whole, window
        # The last bit of a float must not reach beyond the picture.
        wide, high = min(width, self.width / max(grown)), min(height, self.height / max(grown))
        return Box((width - wide) * self.across, (height - high) * self.down, wide, high), window


class Oddity(NamedTuple):
    """What of a picture is not printed as it is: what is said of it, what to do, and a code."""

    said: str
    hint: str
    code: str


_PRESS = Oddity("has colours for a press (CMYK), which look otherwise as RGB", "Save it as RGB.", "turned-colors")


class Photo(NamedTuple):
    """A picture as it is printed: its bytes, its size in pixels, where it stands in its window, and how finely it
    prints; or why it cannot be. `mask` says how far each dot shows, where some do not.
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
        """What there is to say of it: an error when it cannot be read, warnings of what is not printed as it is.

        It is printed so many times as large as it is `grown`.
        """
        if self.problem:
            message, hint = f"{what} cannot be used: {self.problem.message}", self.problem.hint
            return [Finding("error", where, message, hint, self.problem.code)]
        odd = self.odd
        if (dpi := self.dpi / grown) < _ENOUGH_DPI:
            said = f"prints at {dpi:.0f} dpi; under {_ENOUGH_DPI} it looks soft"
            odd = (Oddity(said, "Use a larger picture.", "soft-photo"), *odd)
        return [Finding("warning", where, f"{what} {one.said}", one.hint, one.code, cause=one.code) for one in odd]


def fit_photo(read: Callable[[], bytes], window: Window) -> Photo:
    """The picture whose bytes `read` reads, as it stands in a window."""
    try:
        # What a library warns of on standard error is nothing that the user can mend.
        with warnings.catch_warnings(action="ignore"):
            return _fit(read(), window)
    except AccessError as refused:
        return Photo(problem=refused)
    except PrintgenError:
        raise
    except Exception:
        # A spoiled picture may fail in any way there is.
        return Photo(problem=_refusal(_NO_PICTURE))


def _refusal(message: str) -> AccessError:
    return AccessError("bad-photo", message, "Save it as a PNG or JPEG.")


@metered()
def clean_photo(data: bytes) -> tuple[bytes, str]:
    """A picture that somebody gave, upright and encoded anew without what a camera noted, and its ending.

    Its longer side has at most so many dots as a card can show. PrintgenError, as a UsageError, where it is none.
    """
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
    """A picture as it is to be looked at, upright, with eight bits a colour.

    `odd` is what of it is not printed as it is, and `lossy` whether it has lost something already. It is `plain` where
    its file is a PNG or a JPEG of just these dots.
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


def _fit(data: bytes, window: Window) -> Photo:
    from PIL import Image as Pictures

    picture, odd, lossy, _ = _open(data)
    lines = not lossy and _of_few_colors(picture)
    shown, box = window.places(*picture.size)
    dpi = min(shown.w / box.w, shown.h / box.h) * PT_PER_IN
    sharp = (_SHARP_LINES_DPI if lines else _SHARP_DPI) / PT_PER_IN
    size = (max(1, round(min(shown.w, box.w * sharp))), max(1, round(min(shown.h, box.h * sharp))))
    if (kept := shown.w * shown.h / (picture.width * picture.height)) < _MOST_CUT:
        said = f"is cut to {kept:.0%} of its area by the shape of its place"
        odd.append(Oddity(said, "Crop it yourself, as you like it, or write fit: contain.", "cropped-photo"))
    if picture.size != size or shown != (0, 0, *picture.size):
        picture = picture.resize(size, Pictures.Resampling.LANCZOS, (shown.x, shown.y, shown.right, shown.bottom))
    if window.rim:
        picture, box = _mirror(picture, box, window.rim)
        size = picture.size
    # Nothing of the file but its picture goes into what is printed.
    picture.info.clear()
    printed, mask = _encode(picture, lines)
    return Photo(printed, size, box, mask, dpi, odd=tuple(odd))


def _mirror(picture: Picture, box: Box, rim: float) -> tuple[Picture, Box]:
    """A picture and its box with a rim around it, in points, in which its edges are turned over."""
    from PIL import Image as Pictures
    from PIL import ImageOps

    wide, high = picture.size
    x, y = min(wide, round(rim * wide / box.w)), min(high, round(rim * high / box.h))
    whole = Pictures.new(picture.mode, (wide + 2 * x, high + 2 * y))
    for turned, left in ((True, x - wide), (False, x), (True, x + wide)):
        column = ImageOps.mirror(picture) if turned else picture
        for flipped, top in ((True, y - high), (False, y), (True, y + high)):
            whole.paste(ImageOps.flip(column) if flipped else column, (left, top))
    across, down = x * box.w / wide, y * box.h / high
    return whole, Box(box.x - across, box.y - down, box.w + 2 * across, box.h + 2 * down)


def _encode(picture: Picture, lines: bool) -> tuple[bytes, bytes]:
    """A picture's bytes, and those of how far each dot shows: none where all do."""
    from PIL import Image as Pictures
    from PIL import ImageFilter

    mask = picture.getchannel("A") if "A" in picture.getbands() else None
    if mask is not None and mask.getextrema()[0] == 255:
        mask = None
    if mask is not None and not lines:
        # What does not show gets the colours beside it, which a JPEG mixes into what shows.
        around = picture.convert("RGBa").filter(ImageFilter.BoxBlur(8)).convert("RGBA")
        around.putalpha(255)
        picture = Pictures.alpha_composite(around, picture.convert("RGBA"))
    plain = picture.convert("L" if picture.mode in ("L", "LA") else "RGB")
    shows = b"" if mask is None else _save(mask, "PNG")
    return _save(_index_colors(plain), "PNG") if lines else _save(plain, "JPEG"), shows


def _save(picture: Picture, form: str) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, form, optimize=True, **({"quality": 90} if form == "JPEG" else {}))
    return buffer.getvalue()


def _index_colors(picture: Picture) -> Picture:
    """A picture by a table of its colours, where they are few enough to lose none."""
    from PIL import ImageChops

    colors = picture.getcolors(_FEW)
    if picture.mode != "RGB" or not colors:
        return picture
    small = picture.quantize(len(colors))
    same = ImageChops.difference(small.convert("RGB"), picture).getbbox() is None
    return small if same else picture


def _of_few_colors(picture: Picture) -> bool:
    """Whether it is line art, a sign or a drawing in flat colours, whose edges a JPEG would blur."""
    from PIL import Image as Pictures

    glance = picture.convert("RGB")
    if max(glance.size) > _GLANCE:
        wide, high = (max(1, min(side, _GLANCE)) for side in glance.size)
        glance = glance.resize((wide, high), Pictures.Resampling.NEAREST)
    counts = sorted((count for count, _ in glance.getcolors(_GLANCE**2) or ()), reverse=True)
    grey = picture.mode in ("L", "LA")
    return (len(counts) <= _FEW and not grey) or sum(counts[:_COMMONEST]) >= _MOSTLY * sum(counts)


def _oddities(picture: Picture) -> Iterator[Oddity]:
    """What of a picture is not printed as it is, but for how it is cropped."""
    if (frames := getattr(picture, "n_frames", 1)) > 1:
        said = f"has {frames} frames, of which the first is printed"
        yield Oddity(said, "Save the one that is meant.", "first-frame")
    if picture.mode == "CMYK":
        yield _PRESS


def _upright(picture: Picture) -> Picture:
    """The picture as it is to be looked at; as it is stored where what the camera noted cannot be read."""
    from PIL import ExifTags, ImageOps

    try:
        # Most are upright, and no second one is made of them.
        return ImageOps.exif_transpose(picture) if picture.getexif().get(ExifTags.Base.Orientation, 1) != 1 else picture
    except Exception:
        return picture


def _eight_bits(picture: Picture) -> Picture:
    """The picture with eight bits a colour, in grey or colour, with how far its dots show where it says so."""
    clear, deep = picture.info.get("transparency"), picture.mode.startswith("I")
    if (clear is not None and deep) or (isinstance(clear, tuple) and max(clear) > 255):
        raise _refusal("it has 16 bits a dot, and a colour in place of what shows through")
    if deep:
        return picture.convert("I").point(lambda value: value * (255 / 65535)).convert("L")
    if picture.has_transparency_data:
        return picture if picture.mode == "LA" else picture.convert("RGBA")
    return picture if picture.mode in ("RGB", "L") else picture.convert("L" if picture.mode == "1" else "RGB")
