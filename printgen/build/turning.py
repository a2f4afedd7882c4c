"""A product whose backs are printed by hand comes in; its files, and the guide sheet that goes with them, go out.

All fronts are one file, all backs another. The guide sheet is the first of the fronts and stays with the stack, so that
its place in the tray tells in which order the backs must come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from printgen.base.errors import PrintgenError, stop_on_errors
from printgen.base.geometry import chain, scale, translate
from printgen.base.units import mm
from printgen.build.following import NAME
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.render import Renderer
from printgen.faces.session import Session
from printgen.sheets.sheet_words import sheet_words
from printgen.writers.page import Page

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.sheets.printers.profiles import Stack

_FRAME = 194.0, 262.0

Part = tuple[str, Sequence[Page]]
"""The end of a file's name, and its pages."""


class Turning(NamedTuple):
    """What is known of how a printer wants a stack: which side faces up, which end goes in first, and what lies on top.

    `guide` says where the guide sheet lies in the tray then: at its "top" or its "bottom"; "" where that is not known.
    """

    printed: Literal["up", "down"]
    head: Literal["first", "last"]
    guide: Literal["top", "bottom", ""] = ""

    @classmethod
    def of(cls, stack: Stack | None, edge: str) -> Turning | None:
        """That of a printer which was measured with backs for this edge; None where nobody has turned its stack yet."""
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
    def told(self) -> str:
        """How the stack goes back, for the command's output."""
        return f"with the printed side {self.printed}, the arrow of the guide sheet going in {self.head}"


class Guide(NamedTuple):
    """What a guide sheet is for: a product's title, how many sheets it takes, and their size, in points."""

    title: str
    stem: str
    sheets: int
    paper: str
    size: tuple[float, float]
    margin: float
    turning: Turning | None
    library: Library
    look: str = ""
    printer: str = ""

    @property
    def ends(self) -> list[str]:
        """The ends of the names of the files of backs, as far as one cannot know which is wanted."""
        guide = self.turning.guide if self.turning else ""
        return [end for end, at in (("-backs", "top"), ("-backs-reversed", "bottom")) if guide in ("", at)]

    @property
    def told(self) -> str:
        """What to do, in short."""
        fronts, backs = f"{self.stem}-fronts", [f"{self.stem}{end}" for end in self.ends]
        if self.turning is None:
            test = f"print page 1 of {fronts}, put it back, and print page 1 of {backs[0]} on it"
            return f"{self.stem}: {test}: that sheet tells how your printer wants the stack, and what to print then"
        which = " or ".join(backs) + (", as the guide sheet says" if len(backs) > 1 else "")
        return f"{self.stem}: print {fronts}, put the stack back {self.turning.told}; then print {which}"


def sides_of(pages: Sequence[Page], sides: Sequence[str], empty: str) -> tuple[list[Page], list[Page]]:
    """All fronts and all backs of pages on such sides, as many of both; a page of scales that follows is of both, too.

    Where there are no backs they are empty pages, which are called so in bookmarks: "{what}, empty".
    """
    fronts = [page for page, side in zip(pages, sides, strict=False) if side == "front"]
    backs = [page for page, side in zip(pages, sides, strict=False) if side == "back"]
    if not backs:
        bare = (page._replace(drawing=page.drawing._replace(items=()), trim=None, bleed=None) for page in fronts)
        backs = [page._replace(bookmark=empty.format(what=page.bookmark)) for page in bare]
    if following := pages[len(sides) :]:
        fronts, backs = [*fronts, following[-2]], [*backs, following[-1]]
    return fronts, backs


def parts_of(guide: Guide, fronts: Sequence[Page], backs: Sequence[Page]) -> Iterator[Part]:
    """The files of a product by both sides of its sheets, of which the first is the guide sheet."""
    yield "-fronts", fronts
    for end in guide.ends:
        yield end, backs if end == "-backs" else backs[::-1]


def guide_pages(guide: Guide) -> tuple[Page, Page]:
    """The front and the back of the guide sheet, upright. PrintgenError where a title has letters that no font has."""
    words = sheet_words(guide.library).turning
    sheets = words.get("sheets", "").replace("{sheets}", str(guide.sheets))
    printer = words.get("for_printer", "").replace("{printer}", guide.printer) if guide.printer else ""
    facts = "  \u00b7  ".join(filter(None, (sheets, guide.paper, printer, "100 %")))
    told: dict[str, Any] = {"words": words, "title": guide.title, "facts": facts}
    known = guide.turning or Turning("up", "first")
    front = {
        **told, "known": guide.turning is not None, "printed": known.printed, "head": known.head,
        "order": known.guide, "fronts": f"{guide.stem}-fronts", "backs": f"{guide.stem}-backs",
        "reversed": f"{guide.stem}-backs-reversed", "command": f"printgen printers calibrate {guide.printer or NAME}",
    }  # fmt: skip
    with on_shelf(guide.library.fonts.shelf):
        pages = (_drawn(guide, "turn-front", front), _drawn(guide, "turn-back", told))
    names = words.get("title", ""), words.get("back_title", "")
    made = (Page(page, bookmark=name, label=name) for page, name in zip(pages, names, strict=True))
    return next(made), next(made)


def _drawn(guide: Guide, name: str, told: dict[str, Any]) -> Drawing:
    """A face in the middle of a page; on small paper it is smaller."""
    try:
        face = guide.library.face(name, guide.look)
    except TemplateProblem as error:  # A game may have a face of this name.
        raise PrintgenError(error.findings) from error
    session = Session(Tints({}), guide.title, lambda _: face.where)
    items = Renderer(guide.library).render(face, told, session)
    stop_on_errors(session.findings)
    width, height = sorted(guide.size)
    wide, high = map(mm, _FRAME)
    size = min(1.0, (width - 2 * guide.margin) / wide, (height - 2 * guide.margin) / high)
    at = chain(translate((width - wide * size) / 2, (height - high * size) / 2), scale(size, size))
    return Drawing(width, height, (Place(Group(tuple(items)), at),))
