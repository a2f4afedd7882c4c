"""Colours and pictures come in; what a PDF for a press holds of them goes out, and what it says of itself as PDF/X.

Black and greys are printed with black ink alone; large black grounds with more where a shop asks for that.
"""

from __future__ import annotations

import io
import math
import uuid
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from printgen.drawing.tints import nearly_black, rgb
from printgen.writers.cmyk import Conversion, Inks, heaviest
from printgen.writers.icc import Profile
from printgen.writers.pdf_embed import add_picture
from printgen.writers.pdf_ink import Use, grey_of
from printgen.writers.pdf_objects import Document, Text

Standard = Literal["PDF/X-4", "PDF/X-1a:2003"]
"""What a file for a press is like; the older knows nothing that shows through."""

_VERSIONS: dict[Standard, tuple[int, int]] = {"PDF/X-4": (1, 6), "PDF/X-1a:2003": (1, 4)}
# A file of this sort must say when it was made; the same game gives the same bytes.
_THEN, _THEN_XMP = "(D:20000101000000Z)", "2000-01-01T00:00:00Z"
_CONDITIONS = "http://www.color.org"


class Condition(NamedTuple):
    """A condition of printing by its name in the registry of the ICC, and what people call it."""

    name: str
    info: str


class Press:
    """Four inks in place of light; `most` notes the most ink that anything took so far, in full layers.

    `rich` is the black of large grounds, "wide" ones. The output intent is the `profile`; without one, PDF/X-1a may
    name a registered `condition` instead. A file with neither is no PDF/X.
    """

    space = "/DeviceCMYK"

    def __init__(
        self,
        conversion: Conversion,
        standard: Standard = "PDF/X-4",
        profile: Profile | None = None,
        rich: Sequence[float] = (),
        condition: Condition | None = None,
    ) -> None:
        self._conversion, self._profile, self._standard = conversion, profile, standard
        self._condition = condition if standard == "PDF/X-1a:2003" else None
        self.rich = tuple(rich)
        self.most = 0.0

    @property
    def version(self) -> tuple[int, int]:
        """The version of PDF that its files are of."""
        return _VERSIONS[self._standard]

    def ink(self, color: str, use: Use) -> str:
        """The operator that chooses a colour."""
        return f"{' '.join(map(_short, self._inks(color, use)))} {'K' if use == 'RG' else 'k'}"

    def parts(self, color: str) -> list[float]:
        """The inks of a colour of a gradient."""
        parts = rgb(color)
        neutral = parts[0] == parts[1] == parts[2]
        return [*self._noted((0.0, 0.0, 0.0, 1 - parts[0]) if neutral else self._conversion.of(*parts))]

    def _inks(self, color: str, use: Use) -> Inks:
        parts = rgb(color)
        if nearly_black(color):
            if use == "wide":
                cyan, magenta, yellow, black = self.rich
                return self._noted((cyan, magenta, yellow, black))
            return self._noted((0.0, 0.0, 0.0, 1 - grey_of(color, use)))
        if parts[0] == parts[1] == parts[2]:
            return self._noted((0.0, 0.0, 0.0, 1 - parts[0]))
        return self._noted(self._conversion.of(*parts))

    def _noted(self, inks: Inks) -> Inks:
        self.most = max(self.most, sum(inks))
        return inks

    def picture(self, document: Document, data: bytes, mask: bytes = b"") -> Any:
        """Put an encoded picture into a document; its reference. Greys are printed with black ink alone."""
        from PIL import Image

        shown = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        if shown.mode in ("1", "L"):
            self.most = max(self.most, 1.0)
            return add_picture(document, data, mask)
        inked = self._conversion.picture(shown)
        self.most = max(self.most, heaviest(inked))
        size = {"Width": inked.width, "Height": inked.height}
        seen = {"SMask": add_picture(document, mask)} if mask else {}
        kind = {"Type": "/XObject", "Subtype": "/Image", "BitsPerComponent": 8, "ColorSpace": self.space}
        return document.stream({**kind, **size, **seen}, inked.tobytes())

    def intent(self, document: Document) -> dict[str, Any]:
        """The output intent: which press is meant. Empty where nobody said that."""
        if not self._claimed:
            return {}
        profile, named = self._profile, self._condition
        if profile:
            named = Condition(profile.condition, profile.name)
        assert named
        told = {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": Text(named.name or "Custom"),
            "Info": Text(named.info),
            **({"RegistryName": Text(_CONDITIONS)} if named.name else {}),
        }
        held = document.stream({"N": 4, "Alternate": "/DeviceCMYK"}, profile.data) if profile else None
        return told | ({"DestOutputProfile": held} if held else {})

    @property
    def _claimed(self) -> bool:
        """Whether a file says that it is PDF/X."""
        return self._profile is not None or self._condition is not None

    def information(self) -> dict[str, Any]:
        """What the document's information says besides."""
        older = {"GTS_PDFXVersion": f"({self._standard})", "GTS_PDFXConformance": f"({self._standard})"}
        named = older if self._claimed and self._standard == "PDF/X-1a:2003" else {}
        return {"Trapped": "/False", "CreationDate": _THEN, "ModDate": _THEN, **named}

    def packet(self, document: Document) -> dict[str, str]:
        """What the XMP packet says besides, by its names; the number of the file is made from what is in it."""
        mark = uuid.UUID(bytes=document.mark)
        return {
            "pdf:Trapped": "False",
            "xmp:CreateDate": _THEN_XMP,
            "xmp:ModifyDate": _THEN_XMP,
            "xmp:MetadataDate": _THEN_XMP,
            "xmpMM:DocumentID": f"uuid:{mark}",
            "xmpMM:VersionID": "1",
            "xmpMM:RenditionClass": "default",
            **({"pdfxid:GTS_PDFXVersion": self._standard} if self._claimed and self._standard == "PDF/X-4" else {}),
        }


def _short(value: float) -> str:
    """A number of three digits, never more than it is: sums stay within their limit."""
    return f"{math.floor(value * 1000 + 1e-6) / 1000:.3f}".rstrip("0").rstrip(".")
