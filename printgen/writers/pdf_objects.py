"""The objects of a PDF file, written in the order in which they are added.

Values are numbers, lists, dictionaries (their keys are names without a slash), and strings in the syntax of PDF, such
as `/Name`, `true`, the result of `string_syntax`, and the references of objects.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any

from printgen.writers.page import number_text

_LEVEL = 4
"""How hard streams are deflated: a third of the time of the usual level 6, for three in a hundred more bytes."""
_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)", "\n": "\\n", "\r": "\\r"})


def string_syntax(text: str) -> str:
    """A text as a string of PDF: plain ASCII, or else UTF-16 in hexadecimal digits."""
    if text.isascii():
        return f"({text.translate(_ESCAPES)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _syntax(value: Any) -> str:
    """A value in the syntax of PDF."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return f"<< {' '.join([f'/{key} {_syntax(value[key])}' for key in sorted(value)])} >>"
    if isinstance(value, list | tuple):
        return f"[ {' '.join(map(_syntax, value))} ]"
    return number_text(value)


class PdfDocument:
    """A PDF in the making: objects are added, each gets a reference, and `to_bytes` gives the whole file."""

    def __init__(self, version: tuple[int, int] = (1, 7)) -> None:
        self._version = version
        self._objects: list[bytes] = []
        self._named: dict[str, int] = {}
        self._kids: list[str] = []
        self._hash = hashlib.md5(usedforsecurity=False)
        self._pages = self.reference("Pages")

    @property
    def mark(self) -> bytes:
        """Sixteen bytes that depend on all streams added so far."""
        return self._hash.digest()

    def reference(self, name: str) -> str:
        """The reference of the object that is added under a name, now or later."""
        if name not in self._named:
            self._objects.append(b"")
            self._named[name] = len(self._objects)
        return f"{self._named[name]} 0 R"

    def add(self, value: Mapping[str, Any], name: str | None = None) -> str:
        """Add a dictionary, under a name if others refer to it earlier; returns its reference."""
        return self._append(_syntax(value).encode("latin-1"), name)

    def stream(self, values: Mapping[str, Any], content: bytes, encoding: str = "", plain: bool = False) -> str:
        """Add a stream; returns its reference. It is deflated here, unless it has an encoding such as "DCTDecode".

        A `plain` one is not deflated, for programs that search a file for it.
        """
        data = content if encoding or plain else zlib.compress(content, _LEVEL)
        self._hash.update(data)
        filters = {} if plain else {"Filter": f"/{encoding or 'FlateDecode'}"}
        head = _syntax({**values, **filters, "Length": len(data)}).encode("latin-1")
        return self._append(b"%b\nstream\n%b\nendstream" % (head, data))

    def _append(self, body: bytes, name: str | None = None) -> str:
        """Add an object in the syntax of PDF; returns its reference."""
        if name is None:
            self._objects.append(body)
            return f"{len(self._objects)} 0 R"
        reference = self.reference(name)
        self._objects[self._named[name] - 1] = body
        return reference

    def page(self, values: Mapping[str, Any]) -> str:
        """Add a page; returns its reference."""
        self._kids.append(self.add({"Type": "/Page", "Parent": self._pages, **values}))
        return self._kids[-1]

    def bookmarks(self, entries: Iterable[tuple[str, str, str]]) -> str:
        """Add bookmarks: the title of each, the page that it leads to, and its chapter; their reference, "" for none.

        Those of a chapter come under one with its name, which leads to its first page.
        """
        rows: list[tuple[str, str, dict[str, Any]]] = []
        for count, (chapter, chapter_rows) in enumerate(groupby(entries, lambda row: row[2])):
            under = [(title, page, dict[str, Any]()) for title, page, _ in chapter_rows]
            if chapter:
                below = self._row(f"Bookmark{count}-", f"Bookmark{count}", under)
                # A chapter is shown closed.
                under = [(chapter, under[0][1], {**below, "Count": -len(under)})]
            rows += under
        if not rows:
            return ""
        ends = self._row("Bookmark", "Bookmarks", rows)
        return self.add({"Type": "/Outlines", "Count": len(rows), **ends}, "Bookmarks")

    def _row(self, stem: str, parent: str, rows: Sequence[tuple[str, str, Mapping[str, Any]]]) -> dict[str, str]:
        """Add bookmarks in a row under a parent, each with more entries; the entries of the parent for them."""
        references = ["", *(self.reference(f"{stem}{count}") for count in range(len(rows))), ""]
        neighbours = zip(rows, references, references[2:], strict=False)
        for count, ((title, page, more), before, after) in enumerate(neighbours):
            near = {key: reference for key, reference in (("Prev", before), ("Next", after)) if reference}
            entry = {
                "Title": string_syntax(title),
                "Parent": self.reference(parent),
                "Dest": [page, "/Fit"],
                **near,
                **more,
            }
            self.add(entry, f"{stem}{count}")
        return {"First": references[1], "Last": references[-2]}

    def to_bytes(self, catalog: Mapping[str, Any], info: Mapping[str, str], more: Mapping[str, Any] = {}) -> bytes:
        """The whole file with its catalog and its information: texts, and `more` values in the syntax of PDF."""
        self._hash.update("\n".join(info.values()).encode())
        self.add({"Type": "/Pages", "Count": len(self._kids), "Kids": self._kids}, "Pages")
        root = self.add({"Type": "/Catalog", "Pages": self._pages, **catalog})
        information = self.add({**{key: string_syntax(text) for key, text in info.items() if text}, **more})
        # Bytes over 127 in the second line tell other programs that the file is no text.
        parts = [b"%%PDF-%d.%d\n%%\x93\x8c\x8b\x9e\n" % self._version]
        parts += (b"%d 0 obj\n%b\nendobj\n" % numbered for numbered in enumerate(self._objects, 1))
        *starts, end = accumulate(map(len, parts))
        mark = f"<{self.mark.hex()}>"
        trailer = _syntax({"Size": len(parts), "Root": root, "Info": information, "ID": [mark, mark]})
        rows = "".join(f"{start:010} 00000 n \n" for start in starts)
        table = f"xref\n0 {len(parts)}\n0000000000 65535 f \n{rows}"
        parts.append(f"{table}trailer\n{trailer}\nstartxref\n{end}\n%%EOF\n".encode())
        return b"".join(parts)
