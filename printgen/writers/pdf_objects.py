"""The objects of a PDF file, written one after the other as they are added.

Values are numbers, lists, dictionaries (their keys are names without a slash), and strings that stand as PDF writes
them, such as `/Name`, `true`, what `words` makes of a text, and the references of objects.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from types import MappingProxyType
from typing import Any

from printgen.writers.page import number_text

_LEVEL = 4
"""How hard streams are deflated: a third of the time of the usual level 6, for three in a hundred more bytes."""
_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)", "\n": "\\n", "\r": "\\r"})


def words(text: str) -> str:
    """A text for people, in any letters, as a string of PDF: plain ASCII, or else UTF-16 in hexadecimal digits."""
    if text.isascii():
        return f"({text.translate(_ESCAPES)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _syntax(value: Any) -> str:
    """A value as PDF writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return f"<< {' '.join([f'/{key} {_syntax(value[key])}' for key in sorted(value)])} >>"
    if isinstance(value, list | tuple):
        return f"[ {' '.join(map(_syntax, value))} ]"
    return number_text(value)


class PdfDocument:
    """A PDF in the making: objects are added, each is told by its reference, and `data` writes the whole file."""

    def __init__(self, version: tuple[int, int] = (1, 7)) -> None:
        self._version = version
        self._objects: list[bytes] = []
        self._named: dict[str, int] = {}
        self._kids: list[str] = []
        self._hash = hashlib.md5(usedforsecurity=False)
        self._pages = self.reference("Pages")

    @property
    def mark(self) -> bytes:
        """Sixteen bytes made of all streams that were added so far."""
        return self._hash.digest()

    def reference(self, name: str) -> str:
        """What stands for the object that is added under a name, now or later."""
        if name not in self._named:
            self._objects.append(b"")
            self._named[name] = len(self._objects)
        return f"{self._named[name]} 0 R"

    def add(self, value: Mapping[str, Any], name: str | None = None) -> str:
        """Add a dictionary, under a name where others refer to it before; its reference."""
        return self._append(_syntax(value).encode("latin-1"), name)

    def stream(self, values: Mapping[str, Any], content: bytes, encoding: str = "", plain: bool = False) -> str:
        """Add a stream; its reference. It is deflated here, or comes as its encoding (such as "DCTDecode") has it.

        One that is `plain` stands in the file as it is, for programs that only look for it.
        """
        data = content if encoding or plain else zlib.compress(content, _LEVEL)
        self._hash.update(data)
        filters = {} if plain else {"Filter": f"/{encoding or 'FlateDecode'}"}
        head = _syntax({**values, **filters, "Length": len(data)}).encode("latin-1")
        return self._append(b"%b\nstream\n%b\nendstream" % (head, data))

    def _append(self, body: bytes, name: str | None = None) -> str:
        """Add an object as it stands in the file; its reference."""
        if name is None:
            self._objects.append(body)
            return f"{len(self._objects)} 0 R"
        reference = self.reference(name)
        self._objects[self._named[name] - 1] = body
        return reference

    def page(self, values: Mapping[str, Any]) -> str:
        """Add a page; its reference."""
        self._kids.append(self.add({"Type": "/Page", "Parent": self._pages, **values}))
        return self._kids[-1]

    def bookmarks(self, entries: Iterable[tuple[str, str, str]]) -> str:
        """Add bookmarks: what each says, the page that it leads to, and its chapter; their reference, "" for none.

        Those of a chapter stand under one of its name, which leads to its first page.
        """
        rows = list(entries)
        if not rows:
            return ""
        if not rows[0][2]:
            ends = self._row("Bookmark", "Bookmarks", [(title, page, {}) for title, page, _ in rows])
            return self.add({"Type": "/Outlines", "Count": len(rows), **ends}, "Bookmarks")
        chapters: list[tuple[str, str, dict[str, Any]]] = []
        for count, (chapter, some) in enumerate(groupby(rows, lambda row: row[2])):
            under = [(title, page, dict[str, Any]()) for title, page, _ in some]
            below = self._row(f"Bookmark{count}-", f"Bookmark{count}", under)
            # A chapter is shown closed.
            chapters.append((chapter, under[0][1], {**below, "Count": -len(under)}))
        ends = self._row("Bookmark", "Bookmarks", chapters)
        return self.add({"Type": "/Outlines", "Count": len(chapters), **ends}, "Bookmarks")

    def _row(self, stem: str, parent: str, rows: Sequence[tuple[str, str, Mapping[str, Any]]]) -> dict[str, str]:
        """Bookmarks in a row under a parent, each with what else it says; the first and the last of them."""
        places = ["", *(self.reference(f"{stem}{count}") for count in range(len(rows))), ""]
        for count, ((title, page, more), before, after) in enumerate(zip(rows, places, places[2:], strict=False)):
            near = {key: place for key, place in (("Prev", before), ("Next", after)) if place}
            entry = {"Title": words(title), "Parent": self.reference(parent), "Dest": [page, "/Fit"], **near, **more}
            self.add(entry, f"{stem}{count}")
        return {"First": places[1], "Last": places[-2]}

    def data(
        self, catalog: Mapping[str, Any], info: Mapping[str, str], more: Mapping[str, Any] = MappingProxyType({})
    ) -> bytes:
        """The whole file, with what it says of itself: in words, and in `more` values."""
        self._hash.update("\n".join(info.values()).encode())
        self.add({"Type": "/Pages", "Count": len(self._kids), "Kids": self._kids}, "Pages")
        root = self.add({"Type": "/Catalog", "Pages": self._pages, **catalog})
        about = self.add({**{key: words(text) for key, text in info.items() if text}, **more})
        # Bytes over 127 in the second line tell other programs that the file is no text.
        parts = [b"%%PDF-%d.%d\n%%\x93\x8c\x8b\x9e\n" % self._version]
        parts += (b"%d 0 obj\n%b\nendobj\n" % one for one in enumerate(self._objects, 1))
        *starts, end = accumulate(map(len, parts))
        mark = f"<{self.mark.hex()}>"
        trailer = _syntax({"Size": len(parts), "Root": root, "Info": about, "ID": [mark, mark]})
        rows = "".join(f"{start:010} 00000 n \n" for start in starts)
        parts.append(
            f"xref\n0 {len(parts)}\n0000000000 65535 f \n{rows}trailer\n{trailer}\nstartxref\n{end}\n%%EOF\n".encode()
        )
        return b"".join(parts)
