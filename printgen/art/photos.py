"""A user's photo comes in; it goes out turned upright, cropped to its window and encoded anew, never as it came."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

from printgen.base.geometry import Box
from printgen.base.units import PT_PER_IN
from printgen.drawing.model import Image, Item
from printgen.errors import Finding, Where

_SHARP_DPI, _ENOUGH_DPI = 300, 200
_LARGEST_PIXELS = 80_000_000
_FORMATS = ("PNG", "JPEG", "WEBP")


@lru_cache(maxsize=64)
def _cropped(file: Path, width: float, height: float) -> tuple[bytes, tuple[int, int], float]:
    """The picture's bytes, its size in pixels and the dpi it will print at; ValueError when it is no picture."""
    from PIL import Image as Pictures
    from PIL import ImageOps

    try:
        # Only these formats are tried: a file's name says nothing of what is inside it.
        with Pictures.open(file, formats=_FORMATS) as opened:
            if opened.width * opened.height > _LARGEST_PIXELS:
                raise ValueError(f"it has more than {_LARGEST_PIXELS // 1_000_000} million pixels")
            picture = ImageOps.exif_transpose(opened).convert("RGBA")
            # What shows through is the paper; without alpha it would be whatever colour lies hidden there.
            white = Pictures.new("RGBA", picture.size, "white")
            picture = Pictures.alpha_composite(white, picture).convert("RGB")
    except (OSError, SyntaxError, Pictures.DecompressionBombError) as error:
        raise ValueError("it is not a readable PNG, JPEG or WebP picture") from error
    # Faces are in the upper half of most portraits, so the crop keeps a little more of the top.
    across = min(picture.width, round(picture.height * width / height))
    dpi = across / (width / PT_PER_IN)
    sharp = round(width / PT_PER_IN * _SHARP_DPI), round(height / PT_PER_IN * _SHARP_DPI)
    size = sharp if dpi > _SHARP_DPI else (across, max(1, round(across * height / width)))
    picture = ImageOps.fit(picture, size, Pictures.Resampling.LANCZOS, centering=(0.5, 0.4))
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=90, optimize=True)
    return buffer.getvalue(), size, dpi


def placed_photo(file: Path, box: Box, where: Where, card: str) -> tuple[tuple[Item, ...], tuple[Finding, ...]]:
    """The photo in its box. Findings: an error when it cannot be read, a warning when it prints under 200 dpi."""
    try:
        data, pixels, dpi = _cropped(file, box.w, box.h)
    except ValueError as error:
        message = f"the photo {file.name} of {card} cannot be used: {error}"
        return (), (Finding("error", where, message, "Save it as a PNG or JPEG.", "bad-photo"),)
    findings: tuple[Finding, ...] = ()
    if dpi < _ENOUGH_DPI:
        message = f"the photo {file.name} of {card} prints at {dpi:.0f} dpi; under {_ENOUGH_DPI} it looks soft"
        findings = (Finding("warning", where, message, "Use a larger picture.", "soft-photo"),)
    return (Image(box.x, box.y, box.w, box.h, data, pixels),), findings
