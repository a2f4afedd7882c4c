"""An encoded PNG or JPEG comes in; an image of a PDF goes out."""

from __future__ import annotations

import io

from printgen.writers.pdf_objects import Document, Name

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


def add_picture(document: Document, data: bytes, name: str) -> str:
    """Put a picture into a document under a name, which is returned; a JPEG goes in as it is."""
    from PIL import Image as Pictures

    picture = Pictures.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    encoding = "DCTDecode" if picture.format == "JPEG" and picture.mode in _SPACES else ""
    shown = picture if picture.mode in _SPACES else picture.convert("RGB")
    entries = {
        "Type": Name("XObject"),
        "Subtype": Name("Image"),
        "Width": shown.width,
        "Height": shown.height,
        "BitsPerComponent": 8,
        "ColorSpace": Name(_SPACES[shown.mode]),
    }
    document.stream(entries, data if encoding else shown.tobytes(), encoding, name)
    return name
