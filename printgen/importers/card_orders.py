"""An order of mpc-autofill (cards.xml) comes in; its cards go out, with the pictures that lie beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from printgen.base.gate import Gate, shown_name
from printgen.base.names import excerpt, same_name
from printgen.errors import Exit, Finding, PrintgenError, Where
from printgen.importers.card_files import PICTURES, Card, card_name
from printgen.reading.print_lists import MOST_COPIES

_FOLDERS = ("", "cards/")
_MOST_ELEMENTS, _DEEPEST, _LONGEST = 100_000, 8, 200_000
_MOST_SLOTS = 20_000
_ID = re.compile(r"(?P<stem>.*?)\s*\((?P<id>[\w-]{15,})\)")


@dataclass
class _Entry:
    """A picture of an order: what it says by the name of each element in it, and its line."""

    line: int
    said: dict[str, str] = field(default_factory=dict)


class _Reader:
    """Takes what the parser tells, and keeps the entries of `fronts` and `backs` and what else the order says."""

    def __init__(self, path: Path) -> None:
        self._path, self._open, self._count = path, list[str](), 0
        self.sides: dict[str, list[_Entry]] = {"fronts": [], "backs": []}
        self.order = _Entry(1)
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, lambda _: self._open.pop()
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._refuse

    def wrong(self, message: str, line: int = 0) -> PrintgenError:
        """The error of an order that cannot be read."""
        hint = "Save the order once more from mpc-autofill, or import its folder of pictures."
        return PrintgenError([Finding("error", Where(shown_name(self._path), line, int(line > 0)), message, hint,
                                      "bad-order")])  # fmt: skip

    def read(self, data: bytes) -> None:
        """Read a whole file. PrintgenError says why it is no order."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            raise self.wrong(f"this is no XML: {expat.ErrorString(error.code)}", error.lineno) from None
        except (LookupError, ValueError):
            raise self.wrong("this is no XML: its encoding is unknown") from None

    def _refuse(self, *_: object) -> None:
        raise self.wrong("it declares entities, which may hold anything", self._parser.CurrentLineNumber)

    def _start(self, tag: str, _: dict[str, str]) -> None:
        self._count += 1
        if not self._open and tag != "order":
            raise self.wrong(f"this is no order of cards: it begins with <{excerpt(tag)[:40]}>", 1)
        if self._count > _MOST_ELEMENTS or len(self._open) >= _DEEPEST:
            raise self.wrong("it holds more than an order has", self._parser.CurrentLineNumber)
        if len(self._open) == 2 and self._open[1] in self.sides and tag == "card":
            self.sides[self._open[1]].append(_Entry(self._parser.CurrentLineNumber))
        self._open.append(tag)

    def _text(self, text: str) -> None:
        above = self._open[1:2]
        entry = self.sides[above[0]][-1:] if above and above[0] in self.sides else [self.order]
        if entry and self._open[-1] in ("id", "slots", "name", "cardback"):
            said = entry[0].said
            said[self._open[-1]] = said.get(self._open[-1], "") + text
            if len(said[self._open[-1]]) > _LONGEST:
                raise self.wrong("it holds more than an order has", entry[0].line)


def ordered(path: Path, data: bytes, gate: Gate) -> tuple[list[Card], list[Finding]]:
    """The cards of an order, and what of it cannot be used: pictures that do not lie beside it or in its `cards`."""
    reader, findings = _Reader(path), list[Finding]()
    reader.read(data)
    known = _known(gate)
    sides = {side: dict(_slots(reader, entries, known, findings)) for side, entries in reader.sides.items()}
    common = _found(known, reader.order.said.get("cardback", ""), "")
    if common is None and reader.order.said.get("cardback", "").strip():
        findings.append(_missing(reader, reader.order, "the back of all cards"))
    pairs = Counter((front, sides["backs"].get(slot) or common) for slot, front in sorted(sides["fronts"].items()))
    if not pairs:
        raise PrintgenError([*findings, Finding(
            "error", Where(shown_name(path)), "no picture of this order lies beside it, or in a folder cards there",
            "Have mpc-autofill download them first, or put them there.", "missing-file")])  # fmt: skip
    return [
        Card(_said(front), front, back, min(MOST_COPIES, count - done))
        for (front, back), count in pairs.items()
        for done in range(0, count, MOST_COPIES)
    ], findings


def _slots(
    reader: _Reader, entries: list[_Entry], known: dict[str, Path], findings: list[Finding]
) -> Iterator[tuple[int, Path]]:
    """The place in the order of each card, and the picture of its side."""
    for entry in entries:
        name, numbers = entry.said.get("name", "").strip(), entry.said.get("slots", "").replace(",", " ").split()
        if not all(number.isascii() and number.isdigit() and int(number) < _MOST_SLOTS for number in numbers):
            raise reader.wrong(f"slots should be numbers under {_MOST_SLOTS:,}, parted by commas", entry.line)
        path = _found(known, entry.said.get("id", ""), name)
        if path is None:
            findings.append(_missing(reader, entry, f'"{excerpt(name or entry.said.get("id", ""))[:60]}"'))
        else:
            yield from ((int(number), path) for number in numbers)


def _missing(reader: _Reader, entry: _Entry, what: str) -> Finding:
    where = Where(shown_name(reader._path), entry.line, 1)
    hint = "Have mpc-autofill download it, or put it into a folder cards beside the order."
    return Finding("warning", where, f"there is no picture of {what}", hint, "missing-file", Exit.BAD_INPUT)


def _known(gate: Gate) -> dict[str, Path]:
    """The pictures that lie beside an order, by their names, and by the ids that stand in brackets in them."""
    known = dict[str, Path]()
    for path in (path for folder in _FOLDERS for path in gate.list(f"{folder}*")):
        if path.suffix.lower() in PICTURES:
            match = _ID.fullmatch(path.stem)
            for name in (path.name, path.stem, *((match["id"],) if match else ())):
                known.setdefault(same_name(name), path)
    return known


def _found(known: dict[str, Path], number: str, name: str) -> Path | None:
    """A picture by the id that an order gives it, or its name; of a path only the last part counts."""
    for said in (number, name):
        last = re.split(r"[\\/]", said.strip(' "\n\t'))[-1]
        if last and (path := known.get(same_name(last))):
            return path
    return None


def _said(path: Path) -> str:
    match = _ID.fullmatch(path.stem)
    return card_name(match["stem"] if match and match["stem"] else path.stem)
