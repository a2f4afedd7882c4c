"""A user's photo comes in; it goes out turned upright, cropped to its window and encoded anew, never as it came."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from printgen.base.budget import spend
from printgen.base.gate import Refused
from printgen.base.geometry import Box
from printgen.base.units import PT_PER_IN
from printgen.drawing.model import Image, Item
from printgen.errors import Finding, PrintgenError, Where

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_SHARP_DPI, _ENOUGH_DPI = 300, 200
_MOST_CUT = 0.5
_MOST_PIXELS = 80_000_000
# What must be laid on white, or is kept twice while it is read, takes more than twice the memory.
_MOST_HEAVY_PIXELS = 30_000_000
_FORMATS = ("PNG", "JPEG", "WEBP")
_NO_PICTURE = "it is not a readable PNG, JPEG or WebP picture"


class Oddity(NamedTuple):
    """What of a picture is not printed as it is: what is said of it, what to do, and a code."""

    said: str
    hint: str
    code: str


_SEE_THROUGH = Oddity("is see-through, and white there in print", "Lay it on a ground of its own.", "flat-photo")
_PRESS = Oddity("has colours for a press (CMYK), which look otherwise as RGB", "Save it as RGB.", "turned-colors")


class Photo(NamedTuple):
    """A picture as it is printed: its bytes, its size in pixels, and how finely it prints; or why it cannot be."""

    data: bytes = b""
    pixels: tuple[int, int] = (0, 0)
    dpi: float = 0.0
    problem: Refused | None = None
    odd: tuple[Oddity, ...] = ()

    def placed(self, box: Box) -> tuple[Item, ...]:
        """The picture in a box."""
        return () if self.problem else (Image(box.x, box.y, box.w, box.h, self.data, self.pixels),)

    def told(self, what: str, where: Where) -> list[Finding]:
        """What there is to say of it: an error when it cannot be read, warnings of what is not printed as it is."""
        if self.problem:
            message, hint = f"{what} cannot be used: {self.problem.message}", self.problem.hint
            return [Finding("error", where, message, hint, self.problem.code)]
        odd = self.odd
        if self.dpi < _ENOUGH_DPI:
            said = f"prints at {self.dpi:.0f} dpi; under {_ENOUGH_DPI} it looks soft"
            odd = (Oddity(said, "Use a larger picture.", "soft-photo"), *odd)
        return [Finding("warning", where, f"{what} {one.said}", one.hint, one.code, cause=one.code) for one in odd]


def cropped(read: Callable[[], bytes], width: float, height: float) -> Photo:
    """The picture whose bytes `read` reads, cropped to a window whose sides are given in points."""
    try:
        # What a library warns of on standard error is nothing that the user can mend.
        with warnings.catch_warnings(action="ignore"):
            return _cropped(read(), width, height)
    except Refused as refused:
        return Photo(problem=refused)
    except PrintgenError:
        raise
    except Exception:
        # A spoiled picture may fail in any way there is.
        return Photo(problem=_refused(_NO_PICTURE))


def _refused(message: str) -> Refused:
    return Refused("bad-photo", message, "Save it as a PNG or JPEG.")


def _cropped(data: bytes, width: float, height: float) -> Photo:
    from PIL import Image as Pictures
    from PIL import ImageOps

    try:
        # Only these formats are tried: a file's name says nothing of what is inside it.
        with Pictures.open(io.BytesIO(data), formats=_FORMATS) as opened:
            heavy = opened.format == "WEBP" or opened.has_transparency_data
            if opened.width * opened.height > (_MOST_HEAVY_PIXELS if heavy else _MOST_PIXELS):
                raise Pictures.DecompressionBombError
            spend("dots", opened.width * opened.height)
            odd = list(_oddities(opened))
            picture = _on_paper(_upright(opened))
            picture.load()
    except (Pictures.DecompressionBombError, MemoryError):
        most = f"{_MOST_PIXELS // 10**6} million pixels, or {_MOST_HEAVY_PIXELS // 10**6} million that may show through"
        raise Refused("bad-photo", f"it has more than {most}", "Save it smaller.") from None
    # Faces are in the upper half of most portraits, so the crop keeps a little more of the top.
    across = max(1, min(picture.width, round(picture.height * width / height)))
    dpi = across / (width / PT_PER_IN)
    wide = across if dpi <= _SHARP_DPI else max(1, round(width / PT_PER_IN * _SHARP_DPI))
    high = across * height / width if dpi <= _SHARP_DPI else height / PT_PER_IN * _SHARP_DPI
    size = wide, max(1, min(picture.height, round(high)))
    kept = across * (across * height / width) / (picture.width * picture.height)
    if kept < _MOST_CUT:
        said = f"is cut to {kept:.0%} of its area by the shape of its place"
        odd.append(Oddity(said, "Crop it yourself, as you like it.", "cropped-photo"))
    picture = ImageOps.fit(picture, size, Pictures.Resampling.LANCZOS, centering=(0.5, 0.4))
    # Nothing of the file but its picture goes into what is printed.
    picture.info.clear()
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=90, optimize=True)
    return Photo(buffer.getvalue(), size, dpi, odd=tuple(odd))


def _oddities(picture: Picture) -> Iterator[Oddity]:
    """What of a picture is not printed as it is, but for how it is cropped."""
    if (frames := getattr(picture, "n_frames", 1)) > 1:
        said = f"has {frames} frames, of which the first is printed"
        yield Oddity(said, "Save the one that is meant.", "first-frame")
    if picture.mode == "CMYK":
        yield _PRESS
    if picture.has_transparency_data:
        alpha = picture if "A" in picture.getbands() else picture.convert("RGBA")
        lowest = alpha.getchannel("A").getextrema()[0]
        if isinstance(lowest, int | float) and lowest < 255:
            yield _SEE_THROUGH


def _upright(picture: Picture) -> Picture:
    """The picture as it is to be looked at; as it is stored where what the camera noted cannot be read."""
    from PIL.Image import Transpose

    turns: Mapping[object, Transpose] = {
        2: Transpose.FLIP_LEFT_RIGHT, 3: Transpose.ROTATE_180, 4: Transpose.FLIP_TOP_BOTTOM, 5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270, 7: Transpose.TRANSVERSE, 8: Transpose.ROTATE_90,
    }  # fmt: skip
    try:
        turn = turns.get(picture.getexif().get(0x0112))
    except Exception:
        turn = None
    return picture if turn is None else picture.transpose(turn)


def _on_paper(picture: Picture) -> Picture:
    """The picture with eight bits a colour; what shows through is the paper.

    Without alpha it would be whatever colour lies hidden there.
    """
    from PIL import Image as Pictures

    clear, deep = picture.info.get("transparency"), picture.mode.startswith("I")
    if (clear is not None and deep) or (isinstance(clear, tuple) and max(clear) > 255):
        raise _refused("it has 16 bits a dot, and a colour in place of what shows through")
    if deep:
        picture = picture.convert("I").point(lambda value: value * (255 / 65535)).convert("L")
    if not picture.has_transparency_data:
        return picture if picture.mode == "RGB" else picture.convert("RGB")
    picture = picture.convert("RGBA")
    white = Pictures.new("RGBA", picture.size, "white")
    return Pictures.alpha_composite(white, picture).convert("RGB")
