"""The metadata of a PDF: its information, XMP packet, output intent, page labels and viewer preferences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from printgen.writers.page import Info, Page
from printgen.writers.pdf_objects import PdfDocument, string_syntax
from printgen.writers.pdf_press import REGISTRY, Press, own_profile

_SRGB_NAME, _GREY_NAME = "sRGB IEC61966-2.1", "Grey, with the curve of sRGB"
"""The names of the profiles of colours and of greys."""
_PRODUCER = "printgen"
# What XML 1.0 cannot hold, not even as an entity.
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PACKET_HEAD = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
_NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
}
_PRESS_NAMESPACES = {"xmpMM": "http://ns.adobe.com/xap/1.0/mm/", "pdfxid": "http://www.npes.org/pdfx/ns/id/"}


def info_entries(info: Info) -> dict[str, str]:
    """The entries of the document's information."""
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
    """The entries of the catalog of a document besides its pages and bookmarks."""
    preferences = {"PrintScaling": "/None"}
    if info.title:
        preferences["DisplayDocTitle"] = "true"
    if info.duplex:
        preferences["Duplex"] = "/Simplex" if info.duplex == "manual" else f"/DuplexFlip{info.duplex.capitalize()}Edge"
    intent = press.intent(document) if press else _screen_intent(document, grey)
    more = press.xmp_properties(document) if press else {}
    return {
        "ViewerPreferences": preferences,
        **({"Lang": string_syntax(info.language)} if info.language else {}),
        "Metadata": document.stream({"Type": "/Metadata", "Subtype": "/XML"}, xmp_packet(info, more), plain=True),
        **({"OutputIntents": [document.add(intent)]} if intent else {}),
        **_labels(pages),
    }


def _screen_intent(document: PdfDocument, grey: bool) -> dict[str, Any]:
    """The output intent of a file in screen colours, or greys."""
    name = _GREY_NAME if grey else _SRGB_NAME
    registry = {} if grey else {"RegistryName": string_syntax(REGISTRY)}
    kind = {"N": 1, "Alternate": "/DeviceGray"} if grey else {"N": 3, "Alternate": "/DeviceRGB"}
    return {
        "Type": "/OutputIntent",
        "S": "/GTS_PDFA1",
        "OutputConditionIdentifier": string_syntax(name),
        **registry,
        "Info": string_syntax(name),
        "DestOutputProfile": document.stream(kind, own_profile("grey" if grey else "srgb")),
    }


def _labels(pages: Sequence[Page]) -> dict[str, Any]:
    """The names of the pages in viewers, if any has one."""
    if not any(page.label for page in pages):
        return {}
    rows = ((number, {"P": string_syntax(page.label or str(number + 1))}) for number, page in enumerate(pages))
    return {"PageLabels": {"Nums": [part for row in rows for part in row]}}


def xmp_packet(info: Info, more: Mapping[str, str] = {}) -> bytes:
    """The XMP packet of a document: its information, and `more` properties by their names, as XML."""
    entries = info_entries(info)
    rows = [
        "<dc:format>application/pdf</dc:format>",
        _array("dc:title", "Alt", [info.title], ' xml:lang="x-default"'),
        _array("dc:creator", "Seq", [info.author]),
        _array("dc:description", "Alt", [entries["Subject"]], ' xml:lang="x-default"'),
        _array("dc:subject", "Bag", info.keywords),
        _array("dc:language", "Bag", [info.language]),
        _array("dc:rights", "Alt", [info.licence], ' xml:lang="x-default"'),
        _array("xmpRights:UsageTerms", "Alt", [info.licence], ' xml:lang="x-default"'),
        _element("xmp:CreatorTool", info.creator),
        _element("pdf:Producer", _PRODUCER),
        _element("pdf:Keywords", entries["Keywords"]),
        *(_element(name, text) for name, text in more.items()),
    ]
    namespaces = {**_NAMESPACES, **_PRESS_NAMESPACES} if more else _NAMESPACES
    declarations = "".join(f' xmlns:{name}="{address}"' for name, address in namespaces.items())
    lines = [
        _PACKET_HEAD,
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
        f'<rdf:Description rdf:about=""{declarations}>',
        *filter(None, rows),
        "</rdf:Description>",
        "</rdf:RDF>",
        "</x:xmpmeta>",
        '<?xpacket end="r"?>',
    ]
    return "\n".join(lines).encode()


def _xml_text(text: str) -> str:
    return escape(_NO_XML.sub("\ufffd", text), quote=False)


def _element(name: str, text: str) -> str:
    return f"<{name}>{_xml_text(text)}</{name}>" if text else ""


def _array(name: str, form: str, texts: Sequence[str], attributes: str = "") -> str:
    """An array of texts; "" when all are empty."""
    items = "".join(f"<rdf:li{attributes}>{_xml_text(text)}</rdf:li>" for text in texts if text)
    return f"<{name}><rdf:{form}>{items}</rdf:{form}></{name}>" if items else ""
