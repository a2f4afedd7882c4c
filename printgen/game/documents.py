"""The shape of a document: titled sections of blocks, by the word that a file writes over each; blocks from a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.units import count_noun
from printgen.reading.part import NOTHING, Cell, Keyed, Many, Part, Phrase, Values, Words, problem, problem_at

T = TypeVar("T")

CellStyle = Literal["body", "strong", "note", "label", "value", "badge"]
Align = Literal["left", "center", "right"]
Face = Annotated[int, Field(ge=1, le=6)]
Dice = Annotated[Many[Face], Field(min_length=1)]
Share = Annotated[float, Field(gt=0, le=1000)]

_DEEPEST = 4
_WIDTHS = "shares of the width, 0 for a column as wide as its words"


class _Passage(Part):
    short: ClassVar[str] = "text"
    text: Words = Field(description="the words; a number is a text too")


class HeadingBlock(_Passage):
    """A line over what follows."""


class ParagraphBlock(_Passage):
    """A paragraph."""


class Note(_Passage):
    """A paragraph in small letters."""


class _Several(Part, Generic[T]):
    short: ClassVar[str] = "items"
    items: Annotated[Many[T], Field(min_length=1)] = Field(description="what it shows, in order")


class Item(Part):
    """An item of a list."""

    short: ClassVar[str] = "text"
    text: Words = Field(description="what the item says")
    icon: Words = Field(NOTHING, description="an icon before it, in a list in place of its mark")


class Listing(_Several[Item]):
    """A list of items, one under the other."""

    mark: Literal["bullet", "number", "tick"] = Field("bullet", description="what stands before each item")


class CellRow(Part):
    """A row of a table."""

    short: ClassVar[str] = "cells"
    cells: Many[Cell] = Field(description="a cell for each column; quotes with nothing in them leave one empty")
    alert: bool = Field(False, description="whether it is set apart as a loss or a danger")


MOST_COLUMNS = 100
"""So many columns may a table have; a page has room for some twenty."""


def too_many_columns(count: int) -> PydanticCustomError:
    """The problem of a table that has too many columns."""
    message = f"the table has {count:,} columns; the limit is {MOST_COLUMNS}"
    return problem("too-many-columns", message, "Split it into several tables.")


class TableBlock(Part):
    """Rows under an optional head."""

    head: Many[Cell] = Field((), description="the titles of the columns")
    widths: Many[Annotated[float, Field(ge=0, le=1000)]] = Field(
        (), description=f"{_WIDTHS}; without it all columns follow from their words"
    )
    align: Many[Align] = Field((), description="to which side each column is set")
    styles: Many[CellStyle] = Field((), description="the letters of each column; a badge is an icon on a disc")
    rows: Annotated[Many[CellRow], Field(min_length=1)] = Field(description="the rows, each a list of cells")

    @model_validator(mode="after")
    def _check_counts(self) -> TableBlock:
        if self.count > MOST_COLUMNS:
            raise too_many_columns(self.count)
        for key, values in (("widths", self.widths), ("align", self.align), ("styles", self.styles)):
            if values:
                self._check_count(len(values), key)
        for i, row in enumerate(self.rows):
            self._check_count(len(row.cells), "rows", i)
        return self

    def _check_count(self, count: int, *keys: str | int) -> None:
        if count != self.count:
            message = f"{count_noun(count, 'column')}; the table has {self.count}"
            hint = "Add the cells that are missing." if count < self.count else "Take the surplus cells away."
            raise problem_at(problem("wrong-columns", message, hint), *keys)

    @property
    def count(self) -> int:
        """How many columns there are."""
        return len(self.head or self.rows[0].cells)

    @property
    def columns(self) -> tuple[tuple[float, Align, CellStyle], ...]:
        """Of each column its share of the width, 0 for one as wide as its words, its side and its style."""
        count = self.count
        left: Align = "left"
        body: CellStyle = "body"
        sides, styles = self.align or (left,) * count, self.styles or (body,) * count
        return tuple(zip(self.widths or (0.0,) * count, sides, styles, strict=True))


class NamedTable(Part):
    """A table of the game's own files, with dice ranges, by its name."""

    short: ClassVar[str] = "name"
    name: Words = Field(description="the name of the table in one of the files under tables")
    titled: bool = Field(False, description="whether its title stands over it")
    bars: bool = Field(False, description="whether a bar under each row shows how its results share the die")
    widths: Many[Annotated[float, Field(ge=0, le=1000)]] = Field(
        (), description=f"{_WIDTHS}; without it all columns follow from their words"
    )


class NamedOdds(Part):
    """A table of odds, which follow from the dice of the game, by its name in the game's file of odds."""

    short: ClassVar[str] = "name"
    name: Words = Field(description="the name of the table under tables in the file of odds")
    only: Words = Field(NOTHING, description="whose odds alone, such as one card's; without it, those of all")
    head: Many[Cell] = Field((), description="the titles of the columns, where they should be other ones")


class ErrataNote(Part):
    """What the game prints otherwise than its source, and why, as the errata of its lists and tables say it."""

    short: ClassVar[str] = "except"
    leave_out: Many[Words] = Field(
        (), alias="except", description="names of cards and of table rows whose errata are left out"
    )


class PhaseStep(Part):
    """A phase."""

    title: Words = Field(description="what it is called")
    text: Words = Field(NOTHING, description="a few words on it")
    icon: Words = Field(NOTHING, description="its icon")


class Steps(_Several[PhaseStep]):
    """Numbered phases, in a row of arrows where there is room."""

    label: Words = Field(NOTHING, description="a word under each title")


class DieRoll(PhaseStep):
    """A result of a die."""

    dice: Dice = Field(description="the faces that lead to it, from 1 to 6")


class Rolls(_Several[DieRoll]):
    """Results of a die, one panel each."""


class VolleyBlock(Part):
    """Dice that must each show so much or more: an example of a roll."""

    title: Words = Field(NOTHING, description="a title over the dice")
    text: Words = Field(NOTHING, description="what it shows")
    dice: Dice = Field(description="the faces that were rolled, from 1 to 6")
    needs: Face = Field(description="the least face that hits, from 1 to 6")


class DuelSide(Part):
    """One side of a duel; its highest dice come first."""

    name: Words = Field(description="who rolls")
    dice: Annotated[Dice, AfterValidator(lambda dice: tuple(sorted(dice, reverse=True)))] = Field(
        description="the faces that were rolled, from 1 to 6"
    )


class Duel(Part):
    """Two rows of dice that are compared in pairs, highest with highest: an example of a fight."""

    title: Words = Field(NOTHING, description="a title over the dice")
    text: Words = Field(NOTHING, description="what it shows")
    sides: Annotated[Many[DuelSide], Field(min_length=2, max_length=2)] = Field(description="the two sides")

    @property
    def pairs(self) -> tuple[int, ...]:
        """Who wins each pair: 1 the first side, -1 the second, 0 nobody. Dice without a partner make no pair."""
        first, second = (side.dice for side in self.sides)
        return tuple((a > b) - (a < b) for a, b in zip(first, second, strict=False))


class Tile(PhaseStep):
    """A tile of a strip: an icon on a ground, or a named picture."""

    color: Words = Field(NOTHING, description="the colour of its icon and of its name's ground")
    ground: Words = Field(NOTHING, description="the colour behind its icon")
    swatch: Words = Field(NOTHING, description="a picture in place of colours, such as a terrain of the boards")


class Strip(_Several[Tile]):
    """Tiles side by side, each over its name."""

    across: Annotated[int, Field(ge=1, le=20)] = Field(8, description="how many stand in a row at most")


class BoxBlock(Part):
    """A framed panel with blocks of its own."""

    title: Words = Field(NOTHING, description="a title inside the panel")
    icon: Words = Field(NOTHING, description="an icon on dark ground at its left")
    blocks: Annotated[Many[Block], Field(min_length=1)] = Field(description="its blocks, in order")

    @model_validator(mode="after")
    def _whole(self) -> BoxBlock:
        for i, block in enumerate(self.blocks):
            if isinstance(block, Break):
                broken = problem("bad-block", "a box cannot be broken in two", "Move the break out.")
                raise problem_at(broken, "blocks", i, "break")
        if self.depth > _DEEPEST:
            raise problem("too-deep", f"boxes stand in each other {_DEEPEST} deep at most", "Take one away.")
        return self

    @property
    def depth(self) -> int:
        """How many boxes stand in each other, this one included."""
        return 1 + max(block.depth if isinstance(block, BoxBlock) else 0 for block in self.blocks)


class Tick(Item):
    """An open square to tick."""

    value: Words = Field(NOTHING, description="what it is worth, at the right end of the line")


class Ticks(_Several[Tick]):
    """Open squares to tick, in columns that are read down."""

    across: Annotated[int, Field(ge=1, le=8)] = Field(1, description="how many columns there are")


class Blank(Part):
    """A line to write on."""

    short: ClassVar[str] = "label"
    label: Words = Field(description="what to write on it")
    width: Share = Field(1.0, description="its share of the row")


class FieldsBlock(_Several[Blank]):
    """Lines to write on, side by side."""


class Term(Part):
    """A box of a sum."""

    sign: Words = Field(NOTHING, description="what stands before it, such as +")
    value: Words = Field(NOTHING, description="what stands inside; nothing to write in")
    label: Words = Field(NOTHING, description="what stands under it")
    result: bool = Field(False, description="whether it is the result, in a heavy frame")


class SumBlock(Part):
    """Boxes to add up in."""

    short: ClassVar[str] = "terms"
    terms: Annotated[Many[Term], Field(min_length=1)] = Field(description="the boxes")


class FrameBlock(Part):
    """An empty frame to draw in or to glue a picture on."""

    label: Words = Field(NOTHING, description="a few words at its foot")
    ratio: Share = Field(0.6, description="its least height over its width")


class Lines(Part):
    """Empty lines for notes."""

    short: ClassVar[str] = "count"
    count: Annotated[int, Field(ge=1, le=100)] = Field(description="how many")


class RuleBlock(Part):
    """A line across."""

    short: ClassVar[str] = "width"
    width: Annotated[float, Field(gt=0, le=20)] = Field(0.35, description="how thick it is")
    color: Words = Field(NOTHING, description="its colour, if it is not that of letters")


class PictureBlock(Part):
    """A face of the templates."""

    face: Words = Field(description="the name of the face, which must have a size")
    width: float = Field(1.0, gt=0, le=1, description="how wide it is, as a share of the column")
    given: Values | None = Field(None, alias="with", description="values for the parameters of the face")
    of: Annotated[Many[Words], Field(max_length=24)] = Field(
        (), description="products whose pieces it shows as its heroes, or one piece of each: joe-deck/Ace"
    )


class Break(Part):
    """What follows starts a new column, or a new page."""

    short: ClassVar[str] = "to"
    to: Literal["column", "page"] = Field(description="where it goes on")


BLOCKS: dict[str, type[Part]] = {
    "heading": HeadingBlock,
    "text": ParagraphBlock,
    "note": Note,
    "list": Listing,
    "table": TableBlock,
    "dice-table": NamedTable,
    "odds": NamedOdds,
    "errata": ErrataNote,
    "steps": Steps,
    "rolls": Rolls,
    "volley": VolleyBlock,
    "duel": Duel,
    "strip": Strip,
    "box": BoxBlock,
    "ticks": Ticks,
    "fields": FieldsBlock,
    "sum": SumBlock,
    "frame": FrameBlock,
    "lines": Lines,
    "rule": RuleBlock,
    "picture": PictureBlock,
    "break": Break,
}
"""The kinds of blocks by their words in a file."""

Block = Annotated[Part, Keyed(BLOCKS, "block", "text: or table:")]
"""A mapping of one word, which tells what stands under it."""


class Section(Part):
    """A part with a title."""

    title: Words = Field(description="the title over it")
    icon: Words = Field(NOTHING, description="an icon before the title")
    aside: Words = Field(NOTHING, description="a few words beside the title")
    wide: bool = Field(False, description="whether it spans all columns")
    only: Literal["sheet", "cards"] | None = Field(None, description="the one form that it appears in")
    blocks: Annotated[Many[Block], Field(min_length=1)] = Field(description="what it says")


class Document(Part):
    """A whole document."""

    title: Words = Field(description="the title in the header")
    kicker: Words = Field(NOTHING, description="the line over the title")
    line: Words = Field(NOTHING, description="the line under the title")
    sections: Annotated[Many[Section], Field(min_length=1)] = Field(description="its parts in order")

    def every_block(self) -> Iterator[Block]:
        """All blocks, those in boxes after the box."""
        for section in self.sections:
            yield from walk_blocks(section.blocks)


def walk_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """Blocks and the blocks in their boxes."""
    for block in blocks:
        yield block
        if isinstance(block, BoxBlock):
            yield from walk_blocks(block.blocks)


_LINES = {
    "heading": re.compile(r"#{1,6}\s+(?P<words>.*)"),
    "rule": re.compile(r"-{3,}|_{3,}|\*{3,}"),
    "picture": re.compile(r"!\[[^\]]*\]\((?P<words>[^)]*)\)"),
    "row": re.compile(r"\|.*"),
    "blank": re.compile(""),
}
"""The lines that are no paragraph."""
_BAR = re.compile(r"(?<!\\)\|")
_UNDER_HEAD = re.compile(r":?-+:?")
_ALIGN: dict[tuple[bool, bool], Align] = {(False, True): "right", (True, True): "center"}
_HINT = "Write a table like | d6 | Effect |, then | --- | --- |, then a line for each row."


def blocks_of(lines: Sequence[Phrase]) -> tuple[tuple[Block, ...], tuple[Finding, ...]]:
    """The blocks of the lines of a text, and what is wrong with it.

    `# ` begins a heading, `|` the row of a table, `---` is a rule and `![](name)` the picture that a face of this name
    draws. Other lines are paragraphs, which an empty line parts, with their lists.
    """
    blocks, findings = list[Block](), list[Finding]()
    for kind, group in groupby(lines, _kind_of):
        try:
            # Lines of paragraphs keep the blanks before them: two of them begin an inner list.
            strip = str.rstrip if kind == "paragraph" else str.strip
            blocks += _blocks_of(kind, [Phrase(strip(line.text), line.where) for line in group])
        except PrintgenError as error:
            findings += error.findings
    return tuple(blocks), tuple(findings)


def _kind_of(line: Phrase) -> str:
    return next((kind for kind, pattern in _LINES.items() if pattern.fullmatch(line.text.strip())), "paragraph")


def _blocks_of(kind: str, lines: Sequence[Phrase]) -> Iterable[Block]:
    """The blocks of lines of one kind."""
    if kind == "blank":
        return ()
    if kind == "row":
        return (_table(lines),)
    if kind == "rule":
        return [RuleBlock().at_place(line.where) for line in lines]
    if kind == "paragraph":
        where = lines[0].where
        return (ParagraphBlock(text=Phrase("\n".join(line.text for line in lines), where)).at_place(where),)
    words = [Phrase(_LINES[kind].sub(r"\g<words>", line.text).rstrip("# "), line.where) for line in lines]
    if kind == "heading":
        return [HeadingBlock(text=text).at_place(text.where) for text in words]
    return [PictureBlock(face=text).at_place(text.where) for text in words]


def _wrong_table(where: Where, message: str, hint: str = _HINT) -> PrintgenError:
    return PrintgenError([Finding("error", where, message, hint, "wrong-columns")])


def _table(lines: Sequence[Phrase]) -> TableBlock:
    """A table by its lines; the first is the head where a line of dashes follows, which tells how columns are set."""
    where, rows = lines[0].where, [_cells(line) for line in lines]
    dashes = rows[1] if len(rows) > 1 and all(_UNDER_HEAD.fullmatch(cell.text) for cell in rows[1]) else ()
    count, body = len(rows[0]), rows[2 if dashes else 0 :]
    if count > MOST_COLUMNS:
        raise _wrong_table(where, f"the table has {count:,} columns; the limit is {MOST_COLUMNS}")
    if not body:
        raise _wrong_table(where, "the table has no rows under its head")
    for line, cells in zip(lines, rows, strict=True):
        if len(cells) != count:
            message = f"{count_noun(len(cells), 'cell')}; the table has {count_noun(count, 'column')}"
            hint = "Add the cells that are missing." if len(cells) < count else "Take the surplus cells away."
            raise _wrong_table(line.where, message, f"{hint} A bar inside of a cell is written \\|.")
    sides: list[Align] = [_ALIGN.get((cell.text[0] == ":", cell.text[-1] == ":"), "left") for cell in dashes]
    table = TableBlock(
        head=rows[0] if dashes else (),
        align=tuple(sides),
        rows=tuple(CellRow(cells=cells).at_place(cells[0].where) for cells in body),
    )
    return table.at_place(where)


def _cells(line: Phrase) -> tuple[Phrase, ...]:
    """The cells of a row between its bars."""
    cells = _BAR.split(line.text.removeprefix("|"))
    if len(cells) > 1 and not cells[-1].strip():
        del cells[-1]
    return tuple(Phrase(cell.strip().replace("\\|", "|"), line.where) for cell in cells)
