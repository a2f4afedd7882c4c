"""A reference document's YAML file comes in; a Document, or every finding at its line and column, goes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from printgen.errors import Finding, Where, did_you_mean
from printgen.reading import documents as doc
from printgen.reading.entries import Entry, Findings, Phrase, Spot, above_zero, chosen, spots
from printgen.reading.marked import Map, Seq
from printgen.reading.scalars import shortened
from printgen.reading.table_blocks import read_table_block
from printgen.reading.yaml_events import examine_yaml_file

CELL_STYLES = ("body", "strong", "note", "label", "value", "badge")
_ALIGNED: dict[str, doc.Align] = {"left": "left", "center": "center", "right": "right"}
_POINTS = {
    "list": ("text", "icon"),
    "steps": ("title", "text", "icon"),
    "rolls": ("dice", "title", "text", "icon"),
    "strip": ("title", "text", "icon", "color", "ground", "terrain"),
    "ticks": ("text", "value", "icon"),
}
_NEEDED = {"list": "text", "steps": "title", "rolls": "title", "strip": "title", "ticks": "text"}
_DEPTH = 4


def read_document(path: Path, shown: str) -> tuple[doc.Document | None, list[Finding]]:
    """Read a document; None when it has mistakes, which are all in the findings.

    `shown` is the name of the file in findings.
    """
    value, refused = examine_yaml_file(path, shown)
    reader = _Reader()
    if value is None and refused:
        return None, refused
    document = reader.document(Spot(value, Where(shown, 1, 1), "the document"))
    places = {finding.where for finding in refused}
    # What the YAML reader has refused is no news when its value turns out to be wrong as well.
    found = [*refused, *(f for f in reader.findings.found if f.where not in places)]
    return (None if found else document), sorted(dict.fromkeys(found), key=lambda finding: finding.where)


class _Reader:
    """Reads the parts of one document and gathers the findings of all of them."""

    def __init__(self) -> None:
        self.findings = Findings()

    def document(self, spot: Spot) -> doc.Document:
        top = Entry(spot, ("title", "kicker", "line", "sections"), self.findings)
        sections = tuple(map(self.section, top.each("sections")))
        return doc.Document(
            top.phrase("title", needed=True), top.phrase("kicker"), top.phrase("line"), sections, spot.where
        )

    def section(self, spot: Spot) -> doc.Section:
        entry = Entry(spot, ("title", "icon", "aside", "wide", "only", "blocks"), self.findings)
        return doc.Section(
            entry.phrase("title", needed=True),
            entry.phrase("icon"),
            entry.phrase("aside"),
            entry.flag("wide"),
            entry.choice("only", ("", "sheet", "cards")),
            tuple(block for block in (self.block(item, 0) for item in entry.each("blocks")) if block),
            spot.where,
        )

    def block(self, spot: Spot, depth: int) -> doc.Block | None:
        """A mapping of one key, which names the kind of block."""
        if not isinstance(spot.value, Map) or len(spot.value) != 1:
            message = "a block is one kind with its value, such as text: or table:"
            self.findings.add(spot.where, "bad-block", message, "Start every block with a dash of its own.")
            return None
        kind = next(iter(spot.value))
        if kind not in BLOCKS:
            hint = did_you_mean(kind, BLOCKS)
            message = f'there is no kind of block "{shortened(kind)}"'
            self.findings.add(spot.value.key_where(kind), "unknown-key", message, hint)
            return None
        value = spot.value[kind]
        where = value.start if isinstance(value, Map | Seq) else spot.value.where(kind)
        if kind == "box" and depth >= _DEPTH:
            self.findings.add(where, "too-deep", f"boxes stand in each other {_DEPTH} deep at most", "Take one away.")
            return None
        return BLOCKS[kind](self, kind, Spot(value, where, kind), depth)

    def words(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        return doc.Words(kind, self.findings.phrase(spot), spot.where)

    def points(self, kind: str, items: Sequence[Spot]) -> tuple[doc.Point, ...]:
        return tuple(self.point(kind, item) for item in items)

    def point(self, kind: str, spot: Spot) -> doc.Point:
        nothing = Phrase("", spot.where)
        if not isinstance(spot.value, Map) and _NEEDED[kind] == "text":
            text = self.findings.phrase(spot)
            return doc.Point(nothing, text, nothing, nothing, (), nothing, nothing, nothing, spot.where)
        entry = Entry(spot, _POINTS[kind], self.findings)
        read = {
            key: entry.phrase(key, needed=key == _NEEDED[kind]) if key in _POINTS[kind] else nothing
            for key in ("title", "text", "icon", "value", "color", "ground", "terrain")
        }
        return doc.Point(**read, dice=self.dice(entry) if "dice" in _POINTS[kind] else (), where=spot.where)

    def dice(self, entry: Entry) -> tuple[int, ...]:
        out: list[int] = []
        for item in entry.each("dice"):
            if isinstance(item.value, bool) or not isinstance(item.value, int) or not 1 <= item.value <= 6:
                self.findings.add(item.where, "out-of-range", f"{item.name} is no face of a die", "Write 1 to 6.")
            else:
                out.append(item.value)
        return tuple(out)

    def listing(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        if isinstance(spot.value, Seq):
            return doc.Listing("bullet", self.points(kind, self.findings.each(spot)), spot.where)
        entry = Entry(spot, ("mark", "items"), self.findings)
        mark = entry.choice("mark", ("bullet", "number", "tick"))
        return doc.Listing(mark, self.points(kind, entry.each("items")), spot.where)

    def steps(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        if isinstance(spot.value, Seq):
            return doc.Steps(Phrase("", spot.where), self.points(kind, self.findings.each(spot)), spot.where)
        entry = Entry(spot, ("label", "items"), self.findings)
        return doc.Steps(entry.phrase("label"), self.points(kind, entry.each("items")), spot.where)

    def rolls(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        return doc.Rolls(self.points(kind, self.findings.each(spot)), spot.where)

    def volley(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("title", "text", "dice", "needs"), self.findings)
        entry.needed("needs")
        needs = entry.whole("needs", 1, 6, 1)
        return doc.Volley(entry.phrase("title"), entry.phrase("text"), self.dice(entry), needs, spot.where)

    def duel(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("title", "text", "sides"), self.findings)
        sides = [self.side(item) for item in entry.each("sides")]
        if len(sides) != 2:
            message = f"a duel has 2 sides, not {len(sides)}"
            self.findings.add(spot.where, "bad-length", message, "Write two sides, each with a name and dice.")
            sides = [*sides, *(doc.Side(Phrase("", spot.where), ()) for _ in range(2))]
        return doc.Duel(entry.phrase("title"), entry.phrase("text"), (sides[0], sides[1]), spot.where)

    def side(self, spot: Spot) -> doc.Side:
        entry = Entry(spot, ("name", "dice"), self.findings)
        return doc.Side(entry.phrase("name", needed=True), tuple(sorted(self.dice(entry), reverse=True)))

    def strip(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("across", "items"), self.findings)
        return doc.Strip(entry.whole("across", 1, 20, 8), self.points(kind, entry.each("items")), spot.where)

    def ticks(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("across", "items"), self.findings)
        return doc.Ticks(entry.whole("across", 1, 8, 1), self.points(kind, entry.each("items")), spot.where)

    def box(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("title", "icon", "blocks"), self.findings)
        blocks = tuple(block for item in entry.each("blocks") if (block := self.block(item, depth + 1)))
        for block in blocks:
            if isinstance(block, doc.Break):
                self.findings.add(block.where, "bad-block", "a box cannot be broken in two", "Move the break out.")
        return doc.Box(entry.phrase("title"), entry.phrase("icon"), blocks, spot.where)

    def fields(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        fields = []
        for item in self.findings.each(spot):
            if not isinstance(item.value, Map):
                fields.append(doc.Field(self.findings.phrase(item), 1.0))
                continue
            entry = Entry(item, ("label", "width"), self.findings)
            fields.append(doc.Field(entry.phrase("label", needed=True), entry.number("width", 1.0)))
        return doc.Fields(tuple(fields), spot.where)

    def sum(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        terms = []
        for item in self.findings.each(spot):
            entry = Entry(item, ("sign", "value", "label", "result"), self.findings)
            sign, value, label = (entry.phrase(key) for key in ("sign", "value", "label"))
            terms.append(doc.Term(sign, value, label, entry.flag("result")))
        return doc.Sum(tuple(terms), spot.where)

    def frame(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("label", "ratio"), self.findings)
        return doc.Frame(entry.phrase("label"), entry.number("ratio", 0.6), spot.where)

    def lines(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        if isinstance(spot.value, bool) or not isinstance(spot.value, int) or not 1 <= spot.value <= 100:
            self.findings.add(spot.where, "out-of-range", "lines is a number from 1 to 100", "Write a number.")
            return doc.Lines(1, spot.where)
        return doc.Lines(spot.value, spot.where)

    def picture(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("face", "width", "with"), self.findings)
        given = entry.spot("with")
        if given and not isinstance(given.value, Map):
            self.findings.wrong_type(given, "a mapping of keys and values")
            given = None
        return doc.Picture(
            entry.phrase("face", needed=True), entry.number("width", 1.0), given.value if given else None, spot.where
        )

    def break_(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        return doc.Break(chosen(spot, ("column", "page"), self.findings) == "page", spot.where)

    def table(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        entry = Entry(spot, ("head", "widths", "align", "styles", "rows"), self.findings)
        head = tuple(self.cell(item) for item in entry.each("head", needed=False))
        rows = tuple(map(self.row, entry.each("rows")))
        count = len(head) or (len(rows[0].cells) if rows else 0)
        widths = tuple(
            0.0 if item.value == 0 else above_zero(item, 1.0, self.findings)
            for item in self.counted(entry, "widths", count)
        )
        align = tuple(
            _ALIGNED[chosen(item, tuple(_ALIGNED), self.findings)] for item in self.counted(entry, "align", count)
        )
        styles = tuple(chosen(item, CELL_STYLES, self.findings) for item in self.counted(entry, "styles", count))
        for row in rows:
            if len(row.cells) != count:
                self.miscounted(row.where, "the row", len(row.cells), count)
        left: doc.Align = "left"
        return doc.Table(
            head, widths or (0.0,) * count, align or (left,) * count, styles or ("body",) * count, rows, spot.where
        )

    def dice_table(self, kind: str, spot: Spot, depth: int) -> doc.Block:
        return read_table_block(spot, self.findings)

    def counted(self, entry: Entry, key: str, count: int) -> list[Spot]:
        """What a table says of its columns, which must be as many as it has."""
        items = entry.each(key, needed=False)
        spot = entry.spot(key)
        if spot and items and len(items) != count:
            self.miscounted(spot.where, key, len(items), count)
        return items

    def miscounted(self, where: Where, name: str, count: int, wanted: int) -> None:
        message = f"{name} has {count} column{'s' if count != 1 else ''}; the table has {wanted}"
        hint = "Add the cells that are missing." if count < wanted else "Take the surplus cells away."
        self.findings.add(where, "wrong-columns", message, hint)

    def row(self, spot: Spot) -> doc.Row:
        alert = False
        cells: Spot | None = spot
        if isinstance(spot.value, Map):
            entry = Entry(spot, ("cells", "alert"), self.findings)
            alert, cells = entry.flag("alert"), entry.needed("cells")
        if cells is None or not isinstance(cells.value, Seq):
            self.findings.wrong_type(cells or spot, "a list of cells")
            return doc.Row((), alert, spot.where)
        return doc.Row(tuple(self.cell(item) for item in spots(cells.value, "the row")), alert, spot.where)

    def cell(self, spot: Spot) -> Phrase:
        """A cell, which may be empty where the file says so with quotes."""
        return Phrase("", spot.where) if spot.value == "" else self.findings.phrase(spot)


BLOCKS: dict[str, Callable[[_Reader, str, Spot, int], doc.Block]] = {
    "heading": _Reader.words,
    "text": _Reader.words,
    "note": _Reader.words,
    "list": _Reader.listing,
    "table": _Reader.table,
    "dice-table": _Reader.dice_table,
    "steps": _Reader.steps,
    "rolls": _Reader.rolls,
    "volley": _Reader.volley,
    "duel": _Reader.duel,
    "strip": _Reader.strip,
    "box": _Reader.box,
    "ticks": _Reader.ticks,
    "fields": _Reader.fields,
    "sum": _Reader.sum,
    "frame": _Reader.frame,
    "lines": _Reader.lines,
    "picture": _Reader.picture,
    "break": _Reader.break_,
}
"""The kinds of blocks by their keys in the file, each with what reads it."""
