"""A printer's name comes in; its page of scales is written, and what was read on that becomes what is known of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printgen._version import __version__
from printgen.base.errors import Finding, UsageError, ValueProblem, did_you_mean
from printgen.base.gate import shown_name
from printgen.build.jobs import sound
from printgen.faces.library import built_in
from printgen.sheets.papers import paper as paper_named
from printgen.sheets.printers import known
from printgen.sheets.printers.fitting import Disagreement, doubts, profile_from
from printgen.sheets.printers.page import Asked, scale_pages
from printgen.sheets.printers.places import Plan, plan_for
from printgen.sheets.printers.profiles import Printer, Profile
from printgen.sheets.printers.readings import Answer, Question, answers_of, answers_said, left_out, readings_of
from printgen.writers import WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import Info

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
