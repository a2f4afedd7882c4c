"""Dictionaries and streams come in; the bytes of a PDF file go out: all that is asked of the PDF library stands here.

Only its public classes are used, and each stream names its own filter, so that no setting of the process matters.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from reportlab.pdfbase import pdfdoc

Reference = pdfdoc.PDFObjectReference
Name = pdfdoc.PDFName
Text = pdfdoc.PDFString
Array = pdfdoc.PDFArrayCompact


class Dictionary(pdfdoc.PDFDictionary):  # type: ignore[misc]
    """A dictionary; its keys are names without a slash."""

    multiline = False


class Document:
    """A PDF in the making: objects are added, each is told by its reference, and `data` writes them all."""

    def __init__(self, version: tuple[int, int] = (1, 7)) -> None:
        self._document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=version)
        self.catalog = self._document.Catalog
        self.catalog.Outlines = None
        self.pages = self._document.Reference(self._document.Pages)

    def add(self, values: Mapping[str, Any], name: str | None = None) -> Any:
        """Add a dictionary; its reference."""
        return self._document.Reference(Dictionary(dict(values)), name)

    def later(self, name: str) -> Any:
        """The reference of an object that is added under this name later on."""
        return Reference(name)

    def stream(self, values: Mapping[str, Any], content: bytes, encoding: str = "", name: str | None = None) -> Any:
        """Add a stream that is deflated here, or that comes as its encoding (such as "DCTDecode") has it."""
        data = content if encoding else zlib.compress(content)
        entries = Dictionary({**values, "Filter": Name(encoding or "FlateDecode")})
        # The library puts its own end right behind the content.
        return self._document.Reference(pdfdoc.PDFStream(entries, data + b"\n"), name)

    def page(self, values: Mapping[str, Any]) -> Any:
        """Add a page; its reference."""
        page = Dictionary({"Type": Name("Page"), "Parent": self.pages, **values})
        self._document.addPage(page)
        return self._document.Reference(page)

    def describe(self, title: str, author: str, subject: str, keywords: str, creator: str, producer: str) -> None:
        """What the document says of itself."""
        document = self._document
        document.setTitle(title)
        document.setAuthor(author)
        document.setSubject(subject)
        document.setKeywords(keywords)
        document.setCreator(creator)
        document.setProducer(producer)

    def bookmarks(self, entries: Iterable[tuple[str, Any]]) -> None:
        """One row of bookmarks: what each says and the page that it leads to."""
        rows = list(entries)
        names = [f"Bookmark{number}" for number in range(len(rows))]
        for number, (title, page) in enumerate(rows):
            sides = {"Prev": names[number - 1 : number], "Next": names[number + 1 : number + 2]}
            near = {key: self.later(name) for key, found in sides.items() for name in found}
            row = {"Title": Text(title), "Parent": self.later("Bookmarks"), "Dest": Array([page, Name("Fit")]), **near}
            self.add(row, names[number])
        if rows:
            ends = {"First": self.later(names[0]), "Last": self.later(names[-1])}
            kind = {"Type": Name("Outlines"), "Count": len(rows)}
            self.catalog.Outlines = self.add({**kind, **ends}, "Bookmarks")

    def data(self) -> bytes:
        """The whole file, the same for the same objects."""
        document = self._document
        document.info.digest(document.signature)
        return bytes(document.format())
