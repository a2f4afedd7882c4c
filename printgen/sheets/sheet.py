"""Sheets: papers, the words of their margins, requirements of cutting machines, options, and the sheet itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import UsageError, Where, did_you_mean
from printgen.base.units import Box, mm, parse_size
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.faces.library import Library, default_library
from printgen.reading.part import Length, Part, Size, fillable, length_within
from printgen.sheets.cut_plan import CutPlan


class Paper(NamedTuple):
    """A named sheet of paper: width and height in points."""

    name: str
    width: float
    height: float


def paper(name_or_size: str, library: Library | None = None) -> Paper:
    """The paper of a name, in any case, of the library or built in, or of a size; UsageError for neither."""
    text = name_or_size.strip().lower()
    papers = (library or default_library()).papers
    if text in papers:
        return Paper(text, *papers[text])
    if text[:1].isdigit():
        try:
            return Paper(text, *parse_size(text))
        except ValueError as error:
            raise UsageError(f"no paper: {error}", "Give a size such as 24x36in.") from None
    hint = did_you_mean(text, papers)
    raise UsageError(f"'{name_or_size}' is not a paper", f"{hint} A size such as 24x36in works too.")


WORDS = "words.yaml"
"""The file of templates that holds them; templates/languages has it in other languages."""

Text = Annotated[str, Field(min_length=1, max_length=100)]
Line = Annotated[str, Field(min_length=1, max_length=320)]


class MarginWords(Part):
    """The words in the margins of sheets, and in the bookmarks of their pages."""

    sheet: Annotated[Text, fillable("number", "total")] = Field(description="which of all sheets this is")
    version: Annotated[Text, fillable("version")] = Field(description="which edition it is of")
    printer: Annotated[Text, fillable("printer")] = Field(description="the printer that the sheets are for")
    scale: Text = Field(description="what stands beside the ruler")
    fold: Text = Field(description="how to fold a sheet with fronts and backs side by side")
    cuts: Annotated[Text, fillable("cuts")] = Field(description="the line that tells how to cut a sheet")
    at_marks: Annotated[Text, fillable("cuts")] = Field(description="which cuts are made at their marks")
    at_stop: Annotated[Text, fillable("cuts", "stop")] = Field(description="which cuts are made with a stop, in mm")
    by_hand: Text = Field(description="how large pieces are cut that no straight cuts part")
    by_punch: Text = Field(description="how small pieces are cut that no straight cuts part")
    others: Annotated[Text, fillable("how")] = Field(description="how the other pieces of a sheet are cut")
    piles: Text = Field(description="what is done with the piles of a stack that is cut")
    piles_beside: Text = Field(description="the same, where two blocks of pieces lie side by side")
    piles_under: Text = Field(description="the same, where a block of pieces lies under another")
    proof: Text = Field(description="what stands on sheets that are for looking, and not for playing")
    trim: Text = Field(description="the line to which pieces are cut, on such sheets")
    bleed: Text = Field(description="how far pictures go beyond it, on such sheets")
    safe: Text = Field(description="inside of what all that matters stays, on such sheets")
    map: Text = Field(description="what the page is called that shows how pages are joined")
    span: Annotated[Text, fillable("first", "last")] = Field(description="the bookmark of a sheet: what is on it")
    backs: Annotated[Text, fillable("what")] = Field(description="the bookmark of a page of backs")
    empty: Annotated[Text, fillable("what")] = Field(description="the bookmark of a back that stays empty")
    back: Annotated[Text, fillable("number")] = Field(description="what viewers call the back of a sheet")


class SheetWords(Part):
    """The words that printgen itself prints, a table for each language."""

    margins: MarginWords = Field(description="what stands in the margins of sheets")
    nets: dict[str, Text] = Field(description="words for the faces of boxes and booklets, which see them as words")
    boards: dict[str, Text] = Field(description="words for the faces of map sheets, which see them as words")
    covers: dict[str, Text] = Field(description="words for the faces of covers, which see them as words")
    turning: dict[str, Line] = Field(
        description="words for the faces of the guide sheet of backs that are printed by hand, which see them as words"
    )
    printers: dict[str, Line] = Field(
        description="words for the faces of the calibration page, which see them as words"
    )


def sheet_words(library: Library) -> SheetWords:
    """The words in the language of a game, its own over them, read once; TemplateProblem lists mistakes of its own."""
    return library.overlay(WORDS, SheetWords)


CUTTING = "cutting.yaml"
"""The file of templates that holds it."""

Span = Annotated[Length, length_within(0, 100)]


class MarkSizes(Part):
    """The registration marks of Silhouette machines: a square at the top left, and L shapes in other corners.

    The middle of a line lies `inset` from two edges of the paper; the square is as large, and has a line around it.
    """

    inset: Span = Field(description="how far they are from the edges of the paper")
    thickness: Span = Field(description="how thick their lines are")
    square: Span = Field(description="how wide the square is, without the line around it")
    shortest: Span = Field(description="the least length of the arms of an L")
    longest: Span = Field(description="the greatest length of the arms of an L")
    clear: Span = Field(description="how far what is cut stays from the marks")


class SilhouetteSettings(Part):
    """The requirements of Silhouette machines."""

    gap: Span = Field(description="how far pieces lie from each other")
    marks: MarkSizes = Field(description="the registration marks")
    feeder: Span = Field(description="the inset of marks for sheets that a feeder draws in")


class Cricut(Part):
    """The requirements of Cricut machines."""

    gap: Span = Field(description="how far pieces lie from each other")
    areas: dict[str, Size] = Field(description="the most that is printed and cut, by paper")


class Plain(Part):
    """The requirements of a machine without marks."""

    gap: Span = Field(description="how far pieces lie from each other")
    margin: Span = Field(description="how far they lie from the edges of the paper")


class Laser(Plain):
    """The requirements of laser cutters: sheets with crosses for alignment."""

    cross: Span = Field(description="how far the middle of a cross is from two edges of the paper")
    arm: Span = Field(description="how long the arms of a cross are")


class CutWords(Part):
    """The words on sheets for cutting machines."""

    sheet: Annotated[Line, fillable("game", "product", "number", "total")] = Field(description="which sheet it is")
    layout: Annotated[Line, fillable("layout", "inset", "thickness", "length")] = Field(
        description="how it lies, and the numbers of its marks, in mm"
    )


class CuttingFile(Part):
    """The requirements of cutting machines for printed sheets."""

    silhouette: SilhouetteSettings = Field(description="Silhouette machines")
    cricut: Cricut = Field(description="Cricut machines, with Print Then Cut")
    scanncut: Plain = Field(description="ScanNCut machines, which see the sheet themselves")
    laser: Laser = Field(description="laser cutters")
    words: CutWords = Field(description="words on the sheets")


def load_cutting(library: Library) -> CuttingFile:
    """The requirements of machines, a game's own over the built-in ones; TemplateProblem for its mistakes."""
    return library.overlay(CUTTING, CuttingFile)


ASSEMBLY = "assembly.yaml"
"""The file of templates that holds the words of tiled pages."""

MARGIN = mm(6.35)
"""How near to the edge of the paper every printer prints, in points: nothing but bleed lies beyond."""

Duplex = Literal["long", "short", "split", "fold", "none", "manual"]
Join = Literal["tape", "glue"]
Stack = Literal["rows", "piles"]


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How to put pieces on sheets; lengths in points, zero or more.

    `margin` is what everything but bleed keeps from the edge of the paper, `gutter` what pieces keep from each other.
    `duplex`: "long" or "short" put each back after its front for a printer that turns the paper over that edge; "split"
    and "manual" put all fronts before all backs, turned over the long edge; "fold" puts them side by side on one page;
    "none" leaves the backs out. `join` names how the pages of a large piece are held together. `kit`, `product` and
    `version` are for the label, `marks` are crop marks and cut outlines, which `back_marks` puts on backs, too. `where`
    is what a finding points at. `library` knows the papers and the words that stand on sheets, `look` is that of
    assembly maps. `printer` is the one that the sheets are for, "" for any. `stack`: "rows" fills sheet after sheet;
    with "piles", those of a stack that is cut, laid on each other, are in order. `fill` are pieces for the places that
    are left free on the last sheet of those of their size. The first `skip` places of the first sheet stay empty.
    """

    margin: float = MARGIN
    gutter: float = 0.0
    duplex: Duplex = "long"
    join: Join = "tape"
    kit: str = ""
    product: str = ""
    version: str = ""
    ruler: bool = True
    marks: bool = True
    back_marks: bool = False
    where: Where = Where("printgen")  # noqa: RUF009
    library: Library = field(default_factory=default_library, repr=False, compare=False)
    look: str = ""
    fill: tuple[Piece, ...] = field(default=(), repr=False, compare=False)
    printer: str = ""
    stack: Stack = "rows"
    skip: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a physical sheet.

    `paper` is the paper as it was asked for; the drawing's width and height tell how it is turned. `number`
    and `of` count physical sheets, so a front and its back share them. `trim` is the box around the pieces as they are
    cut, `bleed` what their pictures fill and no more, both in points; where nothing is cut they are the page. `names`
    are the pieces on this side in the order of the cells; a page of which they do not say enough `shows` something.
    `title` says which sheet it is. `ruler` and `label` tell whether the margins had room for the ruler and for the line
    that says what the sheet is. The drawing's first items are the pictures of pieces, one for each of `cells`, which
    are the boxes to which they are cut: what lies beyond is bleed. Of all else, nothing lies in the margins. `plan` are
    the straight cuts of a stack of such sheets, on the front of one that is cut.
    """

    paper: Paper
    drawing: Drawing
    side: Literal["front", "back"]
    number: int
    of: int
    trim: Box
    bleed: Box
    names: tuple[str, ...]
    title: str
    ruler: bool = False
    label: bool = False
    shows: str = ""
    cells: tuple[Box, ...] = ()
    plan: CutPlan | None = None
