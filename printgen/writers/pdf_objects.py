"""Dictionaries and streams come in; the bytes of a PDF file go out, the same for the same objects.

Values are numbers, lists, dictionaries (their keys are names without a slash), and strings that stand as PDF writes
them: `/Name`, a reference such as `4 0 R`, or what `text` makes of words.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from printgen.writers.page import number


def literal(codes: str) -> str:
    """Bytes, as letters of these numbers, as they stand inside a PDF string."""
    return codes.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").replace("\r", "\\r")


def text(words: str) -> str:
    """Words for people, in any letters, as a PDF string."""
    return f"({literal(words)})" if words.isascii() else f"<FEFF{words.encode('utf-16-be').hex().upper()}>"


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return f"<<{' '.join([f'/{key} {_written(held)}' for key, held in value.items()])}>>"
    if isinstance(value, float):
        return number(value)
    return str(value) if isinstance(value, int) else f"[{' '.join(map(_written, value))}]"


class Document:
    """A PDF in the making: objects are added, each is told by its reference, and `data` writes them all."""

    def __init__(self) -> None:
        self._bodies: list[bytes] = []
        self._pages: list[str] = []
        self._parent = self.later()

    def later(self) -> str:
        """The reference of an object that is added later on."""
        self._bodies.append(b"null")
        return f"{len(self._bodies)} 0 R"

    def add(self, value: Any, reference: str = "") -> str:
        """Add a value, where `later` has kept a place for it or as the next one; its reference."""
        return self._put(_written(value).encode("latin-1"), reference)

    def stream(self, values: Mapping[str, Any], content: bytes, encoding: str = "") -> str:
        """Add a stream that is deflated here, or that comes as its encoding (such as "DCTDecode") has it."""
        data = content if encoding else zlib.compress(content)
        entries = _written({**values, "Filter": f"/{encoding or 'FlateDecode'}", "Length": len(data)})
        return self._put(b"".join((entries.encode("latin-1"), b"\nstream\n", data, b"\nendstream")))

    def page(self, values: Mapping[str, Any]) -> str:
        """Add a page; its reference."""
        self._pages.append(self.add({"Type": "/Page", "Parent": self._parent, **values}))
        return self._pages[-1]

    def bookmarks(self, entries: Iterable[tuple[str, str]]) -> str:
        """One row of bookmarks: what each says and the page that it leads to; the reference of them all, or ""."""
        rows = [(title, page, self.later()) for title, page in entries]
        if not rows:
            return ""
        places = ["", *(place for _, _, place in rows), ""]
        parent = self.add({"Type": "/Outlines", "Count": len(rows), "First": places[1], "Last": places[-2]})
        for (title, page, place), before, after in zip(rows, places, places[2:], strict=False):
            near = {key: found for key, found in (("Prev", before), ("Next", after)) if found}
            self.add({"Title": text(title), "Parent": parent, "Dest": [page, "/Fit"], **near}, place)
        return parent

    def data(self, catalog: Mapping[str, Any], info: Mapping[str, str]) -> bytes:
        """The whole file, with what it says of itself."""
        self.add({"Type": "/Pages", "Count": len(self._pages), "Kids": self._pages}, self._parent)
        root = self.add({"Type": "/Catalog", "Pages": self._parent, **catalog})
        told = self.add({key: text(words) for key, words in info.items() if words})
        # The comment tells programs that a file is not text.
        parts, starts, digest = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"], [], hashlib.sha256()
        at = len(parts[0])
        for count, body in enumerate(self._bodies, 1):
            parts.append(b"%d 0 obj\n%b\nendobj\n" % (count, body))
            digest.update(body)
            starts.append(at)
            at += len(parts[-1])
        rows = "".join([f"{start:010d} 00000 n \n" for start in starts])
        name = f"<{digest.hexdigest()[:32]}>"
        end = _written({"Size": len(starts) + 1, "Root": root, "Info": told, "ID": [name, name]})
        table = f"xref\n0 {len(starts) + 1}\n0000000000 65535 f \n{rows}trailer\n{end}\nstartxref\n{at}\n%%EOF\n"
        return b"".join((*parts, table.encode("latin-1")))

    def _put(self, body: bytes, reference: str = "") -> str:
        reference = reference or self.later()
        self._bodies[int(reference.split()[0]) - 1] = body
        return reference
