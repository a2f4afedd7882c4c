"""What a reference document is made of: frozen sections and blocks, each text with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.errors import Where
from printgen.reading.entries import Phrase
from printgen.reading.marked import Map
from printgen.reading.table_blocks import TableBlock

Align = Literal["left", "center", "right"]
Form = Literal["sheet", "cards"]


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph: `kind` is heading, text or note."""

    kind: str
    phrase: Phrase
    where: Where


@dataclass(frozen=True, slots=True)
class Point:
    """One part of a list, a row of steps, rolls or a strip, or a square to tick; what it does not use is empty.

    `dice` are the faces that a roll shows, from 1 to 6; `color` and `ground` are colour words of the style, and
    `terrain` names the terrain that a tile of a strip shows.
    """

    title: Phrase
    text: Phrase
    icon: Phrase
    value: Phrase
    dice: tuple[int, ...]
    color: Phrase
    ground: Phrase
    terrain: Phrase
    where: Where


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `mark` is bullet, number or tick."""

    mark: str
    items: tuple[Point, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `alert` sets it apart as a loss or a danger."""

    cells: tuple[Phrase, ...]
    alert: bool
    where: Where


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under an optional head; `widths` are shares of the width, 0 for a column as wide as its words."""

    head: tuple[Phrase, ...]
    widths: tuple[float, ...]
    align: tuple[Align, ...]
    styles: tuple[str, ...]
    rows: tuple[Row, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Steps:
    """Numbered phases in a row of arrows; `label` stands under each title."""

    label: Phrase
    items: tuple[Point, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Rolls:
    """Results of a die, one panel each."""

    items: tuple[Point, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Volley:
    """Dice that must each show `needs` (1 to 6) or more: an example of a roll, with a title and a text."""

    title: Phrase
    text: Phrase
    dice: tuple[int, ...]
    needs: int
    where: Where

    @property
    def hits(self) -> int:
        """How many of the dice show enough."""
        return sum(face >= self.needs for face in self.dice)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a duel: its name, and its dice from the highest to the lowest."""

    name: Phrase
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two rows of dice that are compared in pairs, highest with highest: an example, with a title and a text."""

    title: Phrase
    text: Phrase
    sides: tuple[Side, Side]
    where: Where

    @property
    def pairs(self) -> tuple[int, ...]:
        """Who wins each pair: 1 the first side, -1 the second, 0 nobody. Dice without a partner make no pair."""
        first, second = (side.dice for side in self.sides)
        return tuple((a > b) - (a < b) for a, b in zip(first, second, strict=False))

    @property
    def losses(self) -> tuple[int, int]:
        """How many pairs each side loses."""
        return self.pairs.count(-1), self.pairs.count(1)


@dataclass(frozen=True, slots=True)
class Strip:
    """Tiles with icons, `across` of them in a row."""

    across: int
    items: tuple[Point, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Box:
    """A framed panel with blocks of its own."""

    title: Phrase
    icon: Phrase
    blocks: tuple[Block, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Ticks:
    """Open squares to tick in `across` columns, each with a label and a value."""

    across: int
    items: tuple[Point, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Field:
    """A line to write on; `width` is its share of the row."""

    label: Phrase
    width: float


@dataclass(frozen=True, slots=True)
class Fields:
    """Lines to write on, side by side."""

    items: tuple[Field, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Term:
    """A box of a sum: `sign` stands before it, `value` inside it (empty to write in), `label` under it."""

    sign: Phrase
    value: Phrase
    label: Phrase
    result: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """Boxes to add up in."""

    terms: tuple[Term, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Frame:
    """An empty frame to draw in or to glue a picture on: `ratio` is its least height over its width."""

    label: Phrase
    ratio: float
    where: Where


@dataclass(frozen=True, slots=True)
class Lines:
    """Empty lines for notes."""

    count: int
    where: Where


@dataclass(frozen=True, slots=True)
class Picture:
    """A face of the templates, drawn as wide as `width` (a share) of the column."""

    face: Phrase
    width: float
    parameters: Map | None
    where: Where


@dataclass(frozen=True, slots=True)
class Break:
    """What follows starts a new column, or a new page."""

    page: bool
    where: Where


Shown = Words | Listing | Table | Steps | Rolls | Strip | Box | Ticks | Fields | Sum | Frame | Lines | Picture
Block = Shown | Volley | Duel | TableBlock | Break


@dataclass(frozen=True, slots=True)
class Section:
    """A part with a title; `wide` lets it span all columns, `only` restricts it to sheets or to cards."""

    title: Phrase
    icon: Phrase
    aside: Phrase
    wide: bool
    only: str
    blocks: tuple[Block, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Document:
    """A whole reference document."""

    title: Phrase
    kicker: Phrase
    line: Phrase
    sections: tuple[Section, ...]
    where: Where
