"""Dictionaries and streams come in; the bytes of a PDF file go out: all that is asked of the PDF library stands here.

Only public names of it are used, and all that its settings would say is said here: the file is the same whatever a
program, somebody's home or the environment sets for other PDFs.
Values are numbers, `Reference`s, `Text`s, lists, dictionaries (their keys are names without a slash), and strings that
stand as PDF writes them, such as `/Name`.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from reportlab.pdfbase import pdfdoc

_SQUEEZED = 4
"""How hard streams are squeezed: a third of the time that it usually takes, for three in a hundred more bytes."""

Reference = pdfdoc.PDFObjectReference
"""Stands for the object that is added under a name, now or later."""
Text = pdfdoc.PDFString
"""Words for people, in any letters."""


def _object(value: Any) -> Any:
    """A value as the library has it."""
    if isinstance(value, Mapping):
        return pdfdoc.PDFDictionary({key: _object(held) for key, held in value.items()})
    return pdfdoc.PDFArrayCompact(map(_object, value)) if isinstance(value, (list, tuple)) else value


class PdfDocument:
    """A PDF in the making: objects are added, each is told by its reference, and `data` writes them all."""

    def __init__(self, version: tuple[int, int] = (1, 7)) -> None:
        self._document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=version)
        # The library's own signature starts with a date.
        self._document.signature = hashlib.md5(usedforsecurity=False)
        self._pages = self._document.Reference(self._document.Pages)

    @property
    def mark(self) -> bytes:
        """Sixteen bytes made of all streams that were added so far."""
        return bytes(self._document.signature.digest())

    def add(self, value: Mapping[str, Any], name: str | None = None) -> Any:
        """Add a dictionary, under a name where others refer to it before; its reference."""
        return self._document.Reference(_object(value), name)

    def stream(self, values: Mapping[str, Any], content: bytes, encoding: str = "", plain: bool = False) -> Any:
        """Add a stream that is deflated here, or that comes as its encoding (such as "DCTDecode") has it.

        One that is `plain` stands in the file as it is, for programs that only look for it.
        """
        data = content if encoding or plain else zlib.compress(content, _SQUEEZED)
        self._document.updateSignature(data)
        entries = _object({**values, **({} if plain else {"Filter": f"/{encoding or 'FlateDecode'}"})})
        # The library writes the end of a stream right behind its content.
        return self._document.Reference(pdfdoc.PDFStream(entries, data + b"\n", []))

    def page(self, values: Mapping[str, Any]) -> Any:
        """Add a page; its reference."""
        page = _object({"Type": "/Page", "Parent": self._pages, **values})
        self._document.addPage(page)
        return self._document.Reference(page)

    def bookmarks(self, entries: Iterable[tuple[str, Any, str]]) -> Any:
        """Bookmarks: what each says, the page that it leads to, and its chapter; the reference of them all, or None.

        Those of a chapter stand under one of its name, which leads to its first page.
        """
        rows = list(entries)
        if not rows:
            return None
        if not rows[0][2]:
            ends = self._row("Bookmark", "Bookmarks", [(title, page, {}) for title, page, _ in rows])
            return self.add({"Type": "/Outlines", "Count": len(rows), **ends}, "Bookmarks")
        chapters: list[tuple[str, Any, dict[str, Any]]] = []
        for count, (chapter, some) in enumerate(groupby(rows, lambda row: row[2])):
            under = [(title, page, dict[str, Any]()) for title, page, _ in some]
            below = self._row(f"Bookmark{count}-", f"Bookmark{count}", under)
            # A chapter is shown closed.
            chapters.append((chapter, under[0][1], {**below, "Count": -len(under)}))
        ends = self._row("Bookmark", "Bookmarks", chapters)
        return self.add({"Type": "/Outlines", "Count": len(chapters), **ends}, "Bookmarks")

    def _row(self, stem: str, parent: str, rows: Sequence[tuple[str, Any, Mapping[str, Any]]]) -> dict[str, Any]:
        """Bookmarks in a row under a parent, each with what else it says; the first and the last of them."""
        places = [None, *(Reference(f"{stem}{count}") for count in range(len(rows))), None]
        for count, ((title, page, more), before, after) in enumerate(zip(rows, places, places[2:], strict=False)):
            near = {key: found for key, found in (("Prev", before), ("Next", after)) if found}
            held = {"Title": Text(title), "Parent": Reference(parent), "Dest": [page, "/Fit"], **near, **more}
            self.add(held, f"{stem}{count}")
        return {"First": places[1], "Last": places[-2]}

    def data(
        self, catalog: Mapping[str, Any], info: Mapping[str, str], more: Mapping[str, Any] = MappingProxyType({})
    ) -> bytes:
        """The whole file, with what it says of itself: in words, and in `more` values."""
        document = self._document
        document.updateSignature("\n".join(info.values()))
        document.Catalog = _object({"Type": "/Catalog", "Pages": self._pages, **catalog})
        document.info = _object({**{key: Text(words) for key, words in info.items() if words}, **more})
        return bytes(document.format())
