"""The files cutting.yaml come in; what cutting machines want of the sheets that are printed for them goes out.

All lengths are in points once they are read. The named layouts are those of Silhouette Card Maker, whose specification
says: the cards lie in the middle of the page, a gap apart, all one way; the templates that it offers cut such sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, did_you_mean
from printgen.drawing.problems import TemplateProblem
from printgen.faces.library import Library
from printgen.reading.fields import fillable, length_within
from printgen.reading.part import Length, Part, Size

CUTTING = "cutting.yaml"
"""The file of templates that holds it."""

Span = Annotated[Length, length_within(0, 100)]
_Text = Annotated[str, Field(min_length=1, max_length=160)]


class CardSize(Part):
    """A size of cards that there are layouts of; the corners are as round as those of most, unless it says more."""

    short = "size"

    size: Size = Field(description="width and height")
    corner: Span | None = Field(None, description="the radius of the corners, where it is not the usual one")
    round: bool = Field(False, description="whether they are discs")


class Rows(Part):
    """How cards of a size lie on a page."""

    page: Literal["landscape", "portrait"] = Field(description="how the page lies")
    rows: Annotated[int, Field(ge=1, le=50)] = Field(description="how many rows there are")
    columns: Annotated[int, Field(ge=1, le=50)] = Field(description="how many cards there are in a row")
    length: Span = Field(description="how long the marks are, as long as the machine can take")
    version: Annotated[int, Field(ge=1, le=999)] = Field(description="the version of the template that cuts it")


class Pair(Part):
    """The layouts of a size of cards on a paper."""

    normal: Rows = Field(description="with marks as far from the edge as is usual")
    borderless: Rows | None = Field(None, description="with marks nearer to the edge, and room for more cards")


class MarkSizes(Part):
    """The registration marks of Silhouette machines: a square at the top left, and L shapes in other corners.

    The middle of a line lies `inset` from two edges of the paper; the square is as large, and has a line around it.
    """

    inset: Span = Field(description="how far they are from the edges of the paper")
    thickness: Span = Field(description="how thick their lines are")
    square: Span = Field(description="how wide the square is, without the line around it")
    shortest: Span = Field(description="the least length of the arms of an L")
    longest: Span = Field(description="the greatest length of the arms of an L")
    clear: Span = Field(description="how far what is cut stays from the marks, where no template says how it lies")


class Silhouette(Part):
    """What Silhouette machines want."""

    gap: Span = Field(description="how far pieces lie from each other")
    corner: Span = Field(description="the radius to which templates cut the corners of cards")
    marks: MarkSizes = Field(description="the registration marks")
    borderless: Span = Field(description="the inset of marks in borderless layouts")
    feeder: Span = Field(description="the inset of marks for sheets that a feeder draws in")
    cards: dict[str, CardSize] = Field(description="sizes of cards by name")
    layouts: dict[str, dict[str, Pair]] = Field(description="layouts by paper and by size of cards")


class Cricut(Part):
    """What Cricut machines want."""

    gap: Span = Field(description="how far pieces lie from each other")
    areas: dict[str, Size] = Field(description="the most that is printed and cut, by paper")


class Plain(Part):
    """What a machine without marks wants."""

    gap: Span = Field(description="how far pieces lie from each other")
    margin: Span = Field(description="how far they lie from the edges of the paper")


class Laser(Plain):
    """What laser cutters want: sheets with crosses, by which they are laid straight."""

    cross: Span = Field(description="how far the middle of a cross is from two edges of the paper")
    arm: Span = Field(description="how long the arms of a cross are")


class CutWords(Part):
    """What stands on sheets that a machine cuts."""

    sheet: Annotated[_Text, fillable("game", "product", "number", "total")] = Field(description="which sheet it is")
    layout: Annotated[_Text, fillable("layout", "inset", "thickness", "length")] = Field(
        description="how it lies, and the numbers of its marks, in mm"
    )
    paper: Annotated[_Text, fillable("width", "height", "inset")] = Field(
        description="what a borderless layout is told to be, in mm"
    )


class CuttingFile(Part):
    """What cutting machines want of the sheets that are printed for them."""

    silhouette: Silhouette = Field(description="Silhouette machines")
    cricut: Cricut = Field(description="Cricut machines, with Print Then Cut")
    scanncut: Plain = Field(description="ScanNCut machines, which see the sheet themselves")
    laser: Laser = Field(description="laser cutters")
    words: CutWords = Field(description="words on the sheets")


class Named(NamedTuple):
    """A layout that has a name: the size of its cards, how they lie, the paper, and whether it is borderless."""

    name: str
    paper: str
    card: CardSize
    rows: Rows
    borderless: bool


def cutting(library: Library) -> CuttingFile:
    """What machines want, a game's own over what is built in, read once; TemplateProblem lists mistakes of its own."""
    return library.once(_read)


def _read(library: Library) -> CuttingFile:
    made: CuttingFile = library.laid(CUTTING, CuttingFile)
    wants = made.silhouette
    for paper, cards in wants.layouts.items():
        for card in cards.keys() - wants.cards.keys():
            message, hint = f"there is no size of cards '{card}'", did_you_mean(card, wants.cards)
            raise TemplateProblem([Finding("error", wants.where_of("layouts", paper), message, hint, "unknown-value")])
    return made


def named_layouts(wants: Silhouette) -> Mapping[str, Named]:
    """All layouts by the names of the templates that cut them, such as letter-poker-v4."""
    return {one.name: one for one in _named(wants)}


def _named(wants: Silhouette) -> Iterator[Named]:
    for paper, cards in wants.layouts.items():
        for card, pair in cards.items():
            for rows, bare in ((pair.normal, False), (pair.borderless, True)):
                if rows:
                    name = f"{paper.replace('-', '_')}-{card}-{'borderless-' * bare}v{rows.version}"
                    yield Named(name, paper, wants.cards[card], rows, bare)
