"""What a file says of itself comes in; what a PDF holds of that besides its pages goes out.

That is what viewers, shops and screen readers look for: metadata as XMP, the language, the labels of pages, and which
colours are meant (sRGB). No dates, so that the same pages are the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

from printgen.writers.page import Info, Page
from printgen.writers.pdf_objects import Document, Text
from printgen.writers.pdf_press import Press
from printgen.writers.srgb import GREY_NAME, NAME, grey_profile, srgb_profile

_PRODUCER = "printgen"
# What XML 1.0 has no room for, not even as an entity.
_UNSAID = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEAD = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
}
_PRESS_SPACES = {"xmpMM": "http://ns.adobe.com/xap/1.0/mm/", "pdfxid": "http://www.npes.org/pdfx/ns/id/"}


def said(info: Info) -> dict[str, str]:
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
    document: Document, pages: Sequence[Page], info: Info, press: Press | None = None, grey: bool = False
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
        **({"Lang": Text(info.language)} if info.language else {}),
        "Metadata": document.stream({"Type": "/Metadata", "Subtype": "/XML"}, packet(info, more), plain=True),
        **({"OutputIntents": [document.add(intent)]} if intent else {}),
        **_labels(pages),
    }


def _light(document: Document, grey: bool) -> dict[str, Any]:
    """The output intent of a file whose colours, or greys, are those of screens."""
    name = GREY_NAME if grey else NAME
    registry = {} if grey else {"RegistryName": Text("http://www.color.org")}
    kind = {"N": 1, "Alternate": "/DeviceGray"} if grey else {"N": 3, "Alternate": "/DeviceRGB"}
    return {
        "Type": "/OutputIntent",
        "S": "/GTS_PDFA1",
        "OutputConditionIdentifier": Text(name),
        **registry,
        "Info": Text(name),
        "DestOutputProfile": document.stream(kind, grey_profile() if grey else srgb_profile()),
    }


def _labels(pages: Sequence[Page]) -> dict[str, Any]:
    """What viewers call the pages, where they are called anything."""
    if not any(page.label for page in pages):
        return {}
    rows = ((number, {"P": Text(page.label or str(number + 1))}) for number, page in enumerate(pages))
    return {"PageLabels": {"Nums": [part for row in rows for part in row]}}


def packet(info: Info, more: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """The XMP packet of a document: the words of its information, and `more` of them by their names, in XML."""
    told = said(info)
    rows = [
        "<dc:format>application/pdf</dc:format>",
        _listed("dc:title", "Alt", [info.title], ' xml:lang="x-default"'),
        _listed("dc:creator", "Seq", [info.author]),
        _listed("dc:description", "Alt", [told["Subject"]], ' xml:lang="x-default"'),
        _listed("dc:subject", "Bag", info.keywords),
        _listed("dc:language", "Bag", [info.language]),
        _listed("dc:rights", "Alt", [info.licence], ' xml:lang="x-default"'),
        _listed("xmpRights:UsageTerms", "Alt", [info.licence], ' xml:lang="x-default"'),
        _plain("xmp:CreatorTool", info.creator),
        _plain("pdf:Producer", _PRODUCER),
        _plain("pdf:Keywords", told["Keywords"]),
        *(_plain(name, words) for name, words in more.items()),
    ]
    spaces = _spaced({**_SPACES, **_PRESS_SPACES} if more else _SPACES)
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


def _spaced(spaces: Mapping[str, str]) -> str:
    return "".join(f' xmlns:{name}="{address}"' for name, address in spaces.items())


def _words(text: str) -> str:
    return escape(_UNSAID.sub("\ufffd", text))


def _plain(name: str, text: str) -> str:
    return f"<{name}>{_words(text)}</{name}>" if text else ""


def _listed(name: str, form: str, texts: Sequence[str], how: str = "") -> str:
    items = "".join(f"<rdf:li{how}>{_words(text)}</rdf:li>" for text in texts if text)
    return f"<{name}><rdf:{form}>{items}</rdf:{form}></{name}>" if items else ""
