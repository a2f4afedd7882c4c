"""Guide sheets for printing: the calibration page, and the instructions for backs printed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from printgen.base.errors import PrintgenError
from printgen.base.limits import metered
from printgen.base.units import chain, mm, scale, translate
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing, Group, Place
from printgen.faces.render import draw_face
from printgen.game.records import Game
from printgen.sheets.sheet import Paper, sheet_words
from printgen.sheets.sheet import paper as find_paper
from printgen.writers.page import Page

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.sheets.printers import Printer, StackOrder

DEFAULT_PRINTER = "my-printer"
"""What a printer is called that has no name yet."""


def calibration_sheet(game: Game, library: Library, paper: Paper, duplex: str, backed: bool) -> tuple[Page, ...]:
    """Both sides of the calibration page of a printer, after an empty page for the back of the cover.

    The empty page is left out when the cover has a back (`backed`), and small paper gets no page at all. PrintgenError
    when something on it does not fit.
    """
    # Few files have it: the others do not wait for this import.
    from printgen.sheets.printers import calibration_pages, readings_on

    try:
        readings_on(paper)
    except PrintgenError:
        return ()
    front, back = calibration_pages(DEFAULT_PRINTER, paper, duplex, library, game.name)
    words = sheet_words(library)
    title, back_label = words.printers.get("title", front.bookmark), words.margins.back.format
    empty = Page(Drawing(front.drawing.width, front.drawing.height, ()), label=back_label(number=1))
    return (
        *(() if backed else (empty,)),
        front._replace(bookmark=title, label="2"),
        back._replace(bookmark=words.margins.backs.format(what=title), label=back_label(number=2)),
    )


_FRAME = 194.0, 262.0
"""The width and height of the faces of a guide sheet, in millimetres."""

FilePart = tuple[str, Sequence[Page]]
"""A file of a product: the end of its name, and its pages."""


class StackTurn(NamedTuple):
    """How to put a printed stack back into the tray: the side facing up, the leading end, and the top sheet.

    `guide` is the place of the guide sheet in the tray: "top", "bottom", or "" when unknown.
    """

    printed: Literal["up", "down"]
    head: Literal["first", "last"]
    guide: Literal["top", "bottom", ""] = ""

    @classmethod
    def of(cls, stack: StackOrder | None, edge: str) -> StackTurn | None:
        """The turn for the stack of a measured printer, for backs that turn over `edge`; None when it is unknown."""
        if stack is None:
            return None
        # Backs for the short edge stand on their heads; these do not, and so the stack lies the other way round.
        first = (stack.head == "first") != (edge == "short")
        guide: Literal["top", "bottom", ""] = ""
        if stack.out is not None:
            # Sheets are fed from above. A stack that goes in as it came out has the last sheet there.
            guide = "bottom" if stack.out == stack.printed else "top"
        return cls(stack.printed, "first" if first else "last", guide)

    @property
    def summary(self) -> str:
        """The turn in words, for the command's output."""
        return f"with the printed side {self.printed}, the arrow of the guide sheet going in {self.head}"


class GuideSheet(NamedTuple):
    """The contents of a guide sheet: a product's title, its number of sheets, and their size, in points."""

    title: str
    stem: str
    sheets: int
    paper: str
    size: tuple[float, float]
    margin: float
    turning: StackTurn | None
    library: Library
    look: str = ""
    printer: str = ""

    @property
    def ends(self) -> list[str]:
        """The suffixes of the files of backs: several when the printer's order is unknown."""
        guide = self.turning.guide if self.turning else ""
        return [end for end, place in (("-backs", "top"), ("-backs-reversed", "bottom")) if guide in ("", place)]

    @property
    def summary(self) -> str:
        """The instructions in short."""
        fronts, backs = f"{self.stem}-fronts", [f"{self.stem}{end}" for end in self.ends]
        if self.turning is None:
            test = f"print page 1 of {fronts}, put it back, and print page 1 of {backs[0]} on it"
            return f"{self.stem}: {test}: that sheet tells how your printer wants the stack, and what to print then"
        which = " or ".join(backs) + (", as the guide sheet says" if len(backs) > 1 else "")
        return f"{self.stem}: print {fronts}, put the stack back {self.turning.summary}; then print {which}"


def sides_of(pages: Sequence[Page], sides: Sequence[str], empty: str) -> tuple[list[Page], list[Page]]:
    """All fronts and all backs of the pages with these sides, in equal numbers.

    Missing backs become empty pages with bookmarks like "{what}, empty". A calibration page that follows adds its front
    and its back.
    """
    fronts = [page for page, side in zip(pages, sides, strict=False) if side == "front"]
    backs = [page for page, side in zip(pages, sides, strict=False) if side == "back"]
    if not backs:
        bare = (page._replace(drawing=page.drawing._replace(items=()), trim=None, bleed=None) for page in fronts)
        backs = [page._replace(bookmark=empty.format(what=page.bookmark)) for page in bare]
    if following := pages[len(sides) :]:
        fronts, backs = [*fronts, following[-2]], [*backs, following[-1]]
    return fronts, backs


def parts_of(guide: GuideSheet, fronts: Sequence[Page], backs: Sequence[Page]) -> Iterator[FilePart]:
    """The files of a product by both sides of its sheets; the guide sheet is the first sheet."""
    yield "-fronts", fronts
    for end in guide.ends:
        yield end, backs if end == "-backs" else backs[::-1]


def guide_pages(guide: GuideSheet) -> tuple[Page, Page]:
    """The front and the back of the guide sheet, upright. PrintgenError for a title with letters that no font has."""
    words = sheet_words(guide.library).turning
    sheets = words.get("sheets", "").replace("{sheets}", str(guide.sheets))
    printer = words.get("for_printer", "").replace("{printer}", guide.printer) if guide.printer else ""
    facts = "  \u00b7  ".join(filter(None, (sheets, guide.paper, printer, "100 %")))
    context: dict[str, Any] = {"words": words, "title": guide.title, "facts": facts}
    turn, printer_name = guide.turning or StackTurn("up", "first"), guide.printer or DEFAULT_PRINTER
    front = {
        **context, "known": guide.turning is not None, "printed": turn.printed, "head": turn.head,
        "order": turn.guide, "fronts": f"{guide.stem}-fronts", "backs": f"{guide.stem}-backs",
        "reversed": f"{guide.stem}-backs-reversed", "command": f"printgen printers calibrate {printer_name}",
    }  # fmt: skip
    with on_shelf(guide.library.fonts.shelf):
        front_drawing, back_drawing = _draw(guide, "turn-front", front), _draw(guide, "turn-back", context)
    title, back_title = words.get("title", ""), words.get("back_title", "")
    return (Page(front_drawing, bookmark=title, label=title), Page(back_drawing, bookmark=back_title, label=back_title))


def _draw(guide: GuideSheet, name: str, context: dict[str, Any]) -> Drawing:
    """A face in the middle of a page, scaled down on small paper."""
    items = draw_face(guide.library, name, context, guide.title, guide.look)
    width, height = sorted(guide.size)
    wide, high = map(mm, _FRAME)
    size = min(1.0, (width - 2 * guide.margin) / wide, (height - 2 * guide.margin) / high)
    at = chain(translate((width - wide * size) / 2, (height - high * size) / 2), scale(size, size))
    return Drawing(width, height, (Place(Group(items), at),))


@metered()
def calibrate(
    name: str, out: str | Path = "output", *, paper: str = "letter", duplex: str = "long", kit: str | Path = "",
    check: bool = False,
) -> Path:  # fmt: skip
    """Write the calibration page of a printer, front and back, into OUT/printers/NAME.pdf; returns its path.

    `duplex` is the edge over which the printer turns paper, `kit` a game whose language the page uses. With `check` the
    page is corrected for the printer as measured, so that all numbers should be true. UsageError for a wrong name,
    paper or game; PrintgenError when the paper is too small, or the file cannot be written.
    """
    from printgen.build.jobs import sound
    from printgen.faces.library import default_library
    from printgen.sheets.printers import write_page

    library = sound(str(kit)).library if kit else default_library()
    return write_page(name, Path(out), find_paper(paper, library), duplex, library, check=check)


@metered()
def measure_printer(
    name: str, front: Sequence[str], back: Sequence[str], *, paper: str = "letter", duplex: str = "long",
    stack: str = "",
) -> Printer:  # fmt: skip
    """Save the numbers A to D, as typed, that both sides of a printer's calibration page show.

    `stack` is empty if the printer turns its sheets, else how they go back into the tray: the printed side, the top,
    and if known how sheets come out, such as "up last down". UsageError for wrong values; PrintgenError when the file
    cannot be written.
    """
    from printgen.sheets.printers import measure

    return measure(name, front, back, find_paper(paper), duplex, stack)
