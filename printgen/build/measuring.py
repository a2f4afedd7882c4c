"""Printers: the page of scales by which one is measured, and the guide sheets of backs that are printed by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from printgen._version import __version__
from printgen.base.errors import Finding, PrintgenError, UsageError, ValueProblem, did_you_mean, stop_on_errors
from printgen.base.gate import shown_name
from printgen.base.units import chain, mm, scale, translate
from printgen.build.jobs import sound
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.library import built_in
from printgen.faces.render import Renderer
from printgen.faces.setting import Session
from printgen.game.records import Game
from printgen.sheets.printers import profiles as known
from printgen.sheets.printers.fitting import Disagreement, doubts, profile_from
from printgen.sheets.printers.page import Asked, scale_pages
from printgen.sheets.printers.profiles import Printer, Profile
from printgen.sheets.printers.readings import (
    Answer,
    Plan,
    Question,
    answers_of,
    answers_said,
    left_out,
    plan_for,
    readings_of,
)
from printgen.sheets.sheet import Paper, sheet_words
from printgen.sheets.sheet import paper as paper_named
from printgen.writers import WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import Info, Page

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.sheets.printers.profiles import Stack


_EDGES = ("long", "short")
_DPI = 300


def calibrate(
    name: str, out: Path, paper: str = "letter", duplex: str = "long", kit: str = "", *, check: bool = False
) -> Path:
    """Write the page of scales of a printer, front and back, into OUT/printers/NAME.pdf; its path.

    `duplex` is the edge over which the printer turns paper, `kit` a game whose colours are shown. With `check` the page
    is written for the printer as it is known, so that all that is read on it should be true. UsageError for a name, a
    paper, an edge or a game that cannot be; PrintgenError where the paper is too small (exit code 5), or the file
    cannot be written (6).
    """
    job = sound(kit) if kit else None
    library = job.library if job else built_in()
    asked = Asked(known.named(name), paper_named(paper, library), _edge(duplex), library, job.game if job else None)
    pages = [*scale_pages(asked)]
    if check:
        printer = known.printer(name)
        pages = [printer.corrected(page, side, duplex) for page, side in zip(pages, ("front", "back"), strict=True)]
    info = Info(title=f"Page of scales: {name}", creator=f"printgen {__version__}", duplex=duplex)
    (data,) = WRITERS["pdf"](pages, info, _DPI, False)
    path = out / "printers" / f"{name}.pdf"
    write_files([(path, data)], out)
    return path


def _edge(duplex: str) -> str:
    if duplex not in _EDGES:
        raise UsageError(f"duplex: there is no '{duplex}' edge", did_you_mean(duplex, _EDGES))
    return duplex


@dataclass
class Measuring:
    """What is being read on the page of scales of a printer, until nothing is left to answer.

    `answers` are those so far, by the keys of their questions; `findings` are warnings once it is done.
    """

    name: str
    paper: str
    duplex: str
    plan: Plan
    answers: dict[str, Answer] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    _passed: set[str] = field(default_factory=set)

    @classmethod
    def begun(
        cls, name: str, paper: str = "", duplex: str = "", file: Path | None = None, said: Sequence[str] = ()
    ) -> Measuring:
        """What is known at first: from a file of readings, and over that from words such as "light.A.across=5.1".

        Without `paper` and `duplex` the file's count, else letter and the long edge. UsageError for a name, a paper, an
        edge or a word that cannot be; PrintgenError for mistakes in the file.
        """
        told = readings_of(file) if file else None
        on = paper_named(paper or (told and told.paper) or "letter")
        plan = plan_for(on)
        answers = answers_of(told, plan) if told else {}
        edge = _edge(duplex or (told and told.duplex) or "long")
        return cls(known.named(name), on.name, edge, plan, {**answers, **answers_said(tuple(said), plan)})

    @property
    def following(self) -> Question | None:
        """What is to be answered next; None when that is all."""
        return next((one for one in left_out(self.answers, self.plan) if one.key not in self._passed), None)

    @property
    def missing(self) -> tuple[str, ...]:
        """The keys of what must still be answered."""
        return tuple(question.key for question in left_out(self.answers, self.plan) if not question.optional)

    def asked(self, ask: Callable[[str], str], say: Callable[[str], object]) -> None:
        """Ask for what is still missing; an answer that cannot be is told of, and asked for again.

        So are those that do not agree with the others. PrintgenError where the page itself cannot be true.
        """
        if self.following is not None:
            say("Type what you read on the page of scales, such as 34.45; Ctrl-C ends this, and keeps nothing.")
        while self.following is not None:
            self._ask_all(ask, say)
            try:
                self._profile()
            except Disagreement as doubt:
                (finding,) = doubt.findings
                say(f"  {finding.message[:1].upper()}{finding.message[1:]}. {finding.hint}")
                self.answers = {key: answer for key, answer in self.answers.items() if key not in doubt.keys}

    def _ask_all(self, ask: Callable[[str], str], say: Callable[[str], object]) -> None:
        while (question := self.following) is not None:
            choices = f" ({' or '.join(question.choices)})" if question.choices else ""
            try:
                self.answer(question, ask(f"{question.asks}{choices}"))
            except ValueProblem as problem:
                say(f"  {problem}.")

    def _profile(self) -> Profile:
        return profile_from(self.answers, self.plan, self.paper, self.duplex)

    def answer(self, question: Question, text: str) -> None:
        """Take what somebody has typed. ValueProblem, in kind words, for what it cannot be."""
        if question.optional and not text.strip():
            self._passed.add(question.key)
        else:
            self.answers[question.key] = question.understood(text)

    def done(self) -> Printer:
        """Keep what follows from the answers. UsageError where some are missing; PrintgenError where they cannot be."""
        if self.missing:
            few = ", ".join(self.missing[:4]) + (", ..." if len(self.missing) > 4 else "")
            hint = "Give them in a file (--from), with --set KEY=VALUE, or in a terminal, where they are asked for."
            raise UsageError(f"{len(self.missing)} readings are missing: {few}", hint)
        made = known.keep(self.name, self._profile())
        self.findings = tuple(doubts(made.profile, shown_name(made.file)))
        return made


NAME = "my-printer"
"""What a printer is called that has no name yet."""


def page_of_scales(game: Game, library: Library, paper: Paper, duplex: str, backed: bool) -> tuple[Page, ...]:
    """Both sides of the sheet that a printer is measured on, behind the empty back of a cover unless that is `backed`.

    Nothing on small paper.

    PrintgenError where something on it does not fit.
    """
    # Few files have it, and the others need not wait for what draws it.
    from printgen.sheets.printers.page import Asked, scale_pages
    from printgen.sheets.printers.readings import plan_for

    try:
        plan_for(paper)
    except PrintgenError:
        return ()
    front, back = scale_pages(Asked(NAME, paper, duplex, library, game))
    words = sheet_words(library)
    what, behind = words.printers.get("title", front.bookmark), words.margins.back.format
    empty = Page(Drawing(front.drawing.width, front.drawing.height, ()), label=behind(number=1))
    return (
        *(() if backed else (empty,)),
        front._replace(bookmark=what, label="2"),
        back._replace(bookmark=words.margins.backs.format(what=what), label=behind(number=2)),
    )


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
    items, findings, _ = Renderer(guide.library).render(face, told, session)
    stop_on_errors(findings)
    width, height = sorted(guide.size)
    wide, high = map(mm, _FRAME)
    size = min(1.0, (width - 2 * guide.margin) / wide, (height - 2 * guide.margin) / high)
    at = chain(translate((width - wide * size) / 2, (height - high * size) / 2), scale(size, size))
    return Drawing(width, height, (Place(Group(tuple(items)), at),))
