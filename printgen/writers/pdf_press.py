"""What a PDF says of itself, for a press and for cutting: inks, spot colours, conditions, contents."""

from __future__ import annotations

import io
import math
import re
import uuid
from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from printgen.drawing.model import Outline
from printgen.drawing.tints import nearly_black, rgb
from printgen.writers.cmyk import GREY_NAME, NAME, Conversion, Inks, Profile, heaviest, own_profile
from printgen.writers.page import Info, Page, numbers_text, path_text
from printgen.writers.pdf_color import Use, grey_of
from printgen.writers.pdf_letters import add_picture
from printgen.writers.pdf_objects import PdfDocument, words

Standard = Literal["PDF/X-4", "PDF/X-1a:2003"]
"""What a file for a press is like; the older knows nothing that shows through."""

_VERSIONS: dict[Standard, tuple[int, int]] = {"PDF/X-4": (1, 6), "PDF/X-1a:2003": (1, 4)}
# A file of this sort must say when it was made; the same game gives the same bytes.
_THEN, _THEN_XMP = "(D:20000101000000Z)", "2000-01-01T00:00:00Z"
_CONDITIONS = "http://www.color.org"


class PressCondition(NamedTuple):
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
        condition: PressCondition | None = None,
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
        return [*self._note((0.0, 0.0, 0.0, 1 - parts[0]) if neutral else self._conversion.of(*parts))]

    def _inks(self, color: str, use: Use) -> Inks:
        parts = rgb(color)
        if nearly_black(color):
            if use == "wide":
                cyan, magenta, yellow, black = self.rich
                return self._note((cyan, magenta, yellow, black))
            return self._note((0.0, 0.0, 0.0, 1 - grey_of(color, use)))
        if parts[0] == parts[1] == parts[2]:
            return self._note((0.0, 0.0, 0.0, 1 - parts[0]))
        return self._note(self._conversion.of(*parts))

    def _note(self, inks: Inks) -> Inks:
        self.most = max(self.most, sum(inks))
        return inks

    def picture(self, document: PdfDocument, data: bytes, mask: bytes = b"") -> Any:
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

    def intent(self, document: PdfDocument) -> dict[str, Any]:
        """The output intent: which press is meant. Empty where nobody said that."""
        if not self._claims_standard:
            return {}
        profile, named = self._profile, self._condition
        if profile:
            named = PressCondition(profile.condition, profile.name)
        assert named
        intent = {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": words(named.name or "Custom"),
            "Info": words(named.info),
            **({"RegistryName": words(_CONDITIONS)} if named.name else {}),
        }
        stream = document.stream({"N": 4, "Alternate": "/DeviceCMYK"}, profile.data) if profile else None
        return intent | ({"DestOutputProfile": stream} if stream else {})

    @property
    def _claims_standard(self) -> bool:
        """Whether a file says that it is PDF/X."""
        return self._profile is not None or self._condition is not None

    def information(self) -> dict[str, Any]:
        """What the document's information says besides."""
        older = {"GTS_PDFXVersion": f"({self._standard})", "GTS_PDFXConformance": f"({self._standard})"}
        named = older if self._claims_standard and self._standard == "PDF/X-1a:2003" else {}
        return {"Trapped": "/False", "CreationDate": _THEN, "ModDate": _THEN, **named}

    def packet(self, document: PdfDocument) -> dict[str, str]:
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
            **(
                {"pdfxid:GTS_PDFXVersion": self._standard}
                if self._claims_standard and self._standard == "PDF/X-4"
                else {}
            ),
        }


def _short(value: float) -> str:
    """A number of three digits, never more than it is: sums stay within their limit."""
    return f"{math.floor(value * 1000 + 1e-6) / 1000:.3f}".rstrip("0").rstrip(".")


_PRODUCER = "printgen"
# What XML 1.0 has no room for, not even as an entity.
_UNSAID = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_HEAD = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
}
_PRESS_SPACES = {"xmpMM": "http://ns.adobe.com/xap/1.0/mm/", "pdfxid": "http://www.npes.org/pdfx/ns/id/"}


def info_words(info: Info) -> dict[str, str]:
    """The document's information, by its names in a PDF."""
    return {
        "Title": info.title,
        "Author": info.author,
        "Subject": " ".join(filter(None, (info.subject, info.licence))),
        "Keywords": ", ".join(info.keywords),
        "Creator": info.creator,
        "Producer": _PRODUCER,
    }


def catalog(
    document: PdfDocument, pages: Sequence[Page], info: Info, press: Press | None = None, grey: bool = False
) -> dict[str, Any]:
    """What the catalog of a document says besides its pages and bookmarks."""
    wishes = {"PrintScaling": "/None"}
    if info.title:
        wishes["DisplayDocTitle"] = "true"
    if info.duplex:
        wishes["Duplex"] = "/Simplex" if info.duplex == "manual" else f"/DuplexFlip{info.duplex.capitalize()}Edge"
    intent = press.intent(document) if press else _light(document, grey)
    more = press.packet(document) if press else {}
    return {
        "ViewerPreferences": wishes,
        **({"Lang": words(info.language)} if info.language else {}),
        "Metadata": document.stream({"Type": "/Metadata", "Subtype": "/XML"}, packet(info, more), plain=True),
        **({"OutputIntents": [document.add(intent)]} if intent else {}),
        **_labels(pages),
    }


def _light(document: PdfDocument, grey: bool) -> dict[str, Any]:
    """The output intent of a file whose colours, or greys, are those of screens."""
    name = GREY_NAME if grey else NAME
    registry = {} if grey else {"RegistryName": words("http://www.color.org")}
    kind = {"N": 1, "Alternate": "/DeviceGray"} if grey else {"N": 3, "Alternate": "/DeviceRGB"}
    return {
        "Type": "/OutputIntent",
        "S": "/GTS_PDFA1",
        "OutputConditionIdentifier": words(name),
        **registry,
        "Info": words(name),
        "DestOutputProfile": document.stream(kind, own_profile("grey" if grey else "srgb")),
    }


def _labels(pages: Sequence[Page]) -> dict[str, Any]:
    """What viewers call the pages, where they are called anything."""
    if not any(page.label for page in pages):
        return {}
    rows = ((number, {"P": words(page.label or str(number + 1))}) for number, page in enumerate(pages))
    return {"PageLabels": {"Nums": [part for row in rows for part in row]}}


def packet(info: Info, more: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """The XMP packet of a document: the words of its information, and `more` of them by their names, in XML."""
    texts = info_words(info)
    rows = [
        "<dc:format>application/pdf</dc:format>",
        _list("dc:title", "Alt", [info.title], ' xml:lang="x-default"'),
        _list("dc:creator", "Seq", [info.author]),
        _list("dc:description", "Alt", [texts["Subject"]], ' xml:lang="x-default"'),
        _list("dc:subject", "Bag", info.keywords),
        _list("dc:language", "Bag", [info.language]),
        _list("dc:rights", "Alt", [info.licence], ' xml:lang="x-default"'),
        _list("xmpRights:UsageTerms", "Alt", [info.licence], ' xml:lang="x-default"'),
        _plain("xmp:CreatorTool", info.creator),
        _plain("pdf:Producer", _PRODUCER),
        _plain("pdf:Keywords", texts["Keywords"]),
        *(_plain(name, text) for name, text in more.items()),
    ]
    known = {**_SPACES, **_PRESS_SPACES} if more else _SPACES
    spaces = "".join(f' xmlns:{name}="{address}"' for name, address in known.items())
    lines = [
        _HEAD,
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
        f'<rdf:Description rdf:about=""{spaces}>',
        *filter(None, rows),
        "</rdf:Description>",
        "</rdf:RDF>",
        "</x:xmpmeta>",
        '<?xpacket end="r"?>',
    ]
    return "\n".join(lines).encode()


def _words(text: str) -> str:
    return escape(_UNSAID.sub("\ufffd", text), quote=False)


def _plain(name: str, text: str) -> str:
    return f"<{name}>{_words(text)}</{name}>" if text else ""


def _list(name: str, form: str, texts: Sequence[str], how: str = "") -> str:
    items = "".join(f"<rdf:li{how}>{_words(text)}</rdf:li>" for text in texts if text)
    return f"<{name}><rdf:{form}>{items}</rdf:{form}></{name}>" if items else ""


SPOTS = {"CutContour": (0, 1, 0, 0), "Crease": (1, 0, 0, 0)}
"""The colours of cuts and of folds by their names, and the inks that show them: magenta and cyan."""
_STEPS = {"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c ", "Z": "h "}
_HAIR = 0.25


def write_cuts(pages: Sequence[tuple[Page, Mapping[str, Outline]]], info: Info) -> bytes:
    """A page for each piece, with its lines by the names of `SPOTS`; of its drawing, the size and the boxes count.

    The file has only the colours that some page has lines in.
    """
    document, spaces = PdfDocument((1, 6)), dict[str, list[object]]()
    for spot, shown in SPOTS.items():
        if any(spot in lines for _, lines in pages):
            tint = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [*shown], "N": 1}
            spaces[spot] = ["/Separation", f"/{spot}", "/DeviceCMYK", document.add(tint)]
    for page, lines in pages:
        drawn = (f"/{spot} CS 1 SCN {path_text(line, _STEPS)} S" for spot, line in lines.items())
        content = f"{numbers_text((1, 0, 0, -1, 0, page.drawing.height))} cm {_HAIR} w {' '.join(drawn)}"
        document.page({
            **page.boxes,
            "Resources": {"ColorSpace": {spot: spaces[spot] for spot in lines}},
            "Contents": document.stream({}, content.encode()),
        })  # fmt: skip
    return document.data({}, info_words(info), {"Trapped": "/False"})
