"""Where the scales of a calibration page lie, and what people read on them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import (
    Exit,
    Finding,
    PrintgenError,
    UsageError,
    ValueProblem,
    Where,
    did_you_mean,
    stop_on_errors,
)
from printgen.base.names import visible
from printgen.base.units import to_mm
from printgen.reading.files import Files
from printgen.reading.part import Part
from printgen.sheets.sheet import Paper

Way = Literal["across", "down"]

LINES, PITCH = 9, 0.9
"""A vernier has so many lines after its zero, each so many millimetres from the one before.

It is read to half a line: where one line is as much short of a millimetre as the next is beyond. Another line would
look like the zero of the next millimetre. A longer vernier with finer steps would be of no use: what the printer adds
to its length would be more than a step.
"""
STEP = 0.1
"""A line further is so much more."""
HOME = 5
"""What is read against the light where the back lies true behind the front."""
SPAN = 2 * HOME
"""The most that can be read there."""
RUNGS = 10
"""The ladder at each edge has a rung for every millimetre up to this."""
STAIR = 4.0
"""How long a rung is, in millimetres."""
EDGES = ("left", "top", "right", "bottom")
_LEAST = (190.0, 250.0)
# No usual ruler is longer: on larger papers the places lie nearer to each other.
_RULER = 303.0
_CORNER, _BASE = 34.0, 20.0


class Vernier(NamedTuple):
    """A vernier on the front: at which place, and which way it measures.

    Its zero is so far along that way, and the line on which it stands so far the other way. Its lines go `up` (to
    smaller numbers) from there, or else down.
    """

    place: str
    way: Way
    zero: float
    base: float
    up: bool

    @property
    def key(self) -> str:
        """What it is called: "A across"."""
        return f"{self.place} {self.way}"

    def point(self, along: float) -> tuple[float, float]:
        """The point of its base line so far along its way from the edge of the paper."""
        return (along, self.base) if self.way == "across" else (self.base, along)


class Plan(NamedTuple):
    """Where things lie on an upright page of a size; on larger papers they keep to a part of it, the frame."""

    width: float
    height: float
    frame: tuple[float, float]
    verniers: tuple[Vernier, ...]

    def rung(self, edge: str, number: int) -> tuple[float, float]:
        """The middle of the outer side of a rung: so many millimetres from its edge, a step aside of the one before."""
        along = self.frame[1 if edge in ("left", "right") else 0] / 2 + (number - (RUNGS + 1) / 2) * STAIR
        return {
            "left": (number, along), "top": (along, number),
            "right": (self.width - number, along), "bottom": (along, self.height - number),
        }[edge]  # fmt: skip


def plan_for(paper: Paper) -> Plan:
    """The plan for a paper. PrintgenError (exit code 5) where it is too small."""
    width, height = sorted((to_mm(paper.width), to_mm(paper.height)))
    if width < _LEAST[0] or height < _LEAST[1]:
        message = f"{paper.name} is too small for the page of scales, which takes {_LEAST[0]:g} x {_LEAST[1]:g} mm"
        hint = "Choose letter or a4; what is measured there holds for smaller papers, too."
        raise PrintgenError(
            [Finding("error", Where("printgen"), message, hint, "does-not-fit", Exit.DOES_NOT_FIT)]
        )  # fmt: skip
    right, foot = min(width, _RULER), min(height, _RULER)
    # What is behind a vernier ends as far from the corner as it would begin there.
    last = LINES + SPAN - HOME + _CORNER - HOME
    across, down = float(int(right - last)), float(int(foot - last))
    verniers = (
        Vernier("A", "across", _CORNER, _BASE, True),
        Vernier("A", "down", _CORNER, _BASE, True),
        Vernier("B", "across", across, _BASE, True),
        Vernier("B", "down", _CORNER, right - _BASE, False),
        Vernier("C", "across", _CORNER, foot - _BASE, False),
        Vernier("C", "down", down, _BASE, True),
        Vernier("D", "across", across, foot - _BASE, False),
        Vernier("D", "down", down, right - _BASE, False),
    )
    return Plan(width, height, (right, foot), verniers)


Answer = float | str
Answers = Mapping[str, Answer]
"""What was read by the key of its question: "ruler.A.across"."""

_NUMBER = re.compile(r"\s*+([0-9]{1,3})(?:[.,]([0-9]{1,4}))?\s*+(?:mm)?\s*+")
_AWAY = 10.0
_CROSS = 10.0
_SIDES = ("front", "back")
BY_HAND = "by-hand"
_MENDS = {
    "ruler": "lay the ruler's zero at the edge of the paper, and read it again",
    "light": "where the scales lie further apart, straighten the paper in its tray and print the page again",
}


class Question(NamedTuple):
    """One thing to read: its key, what is asked, and what it may be: one of the choices, or a number in a range.

    What may be left out is `optional`. `needs` is the answer to another question that it follows from: its key, and it.
    """

    key: str
    asks: str
    least: float = 0.0
    most: float = 0.0
    whole: bool = False
    choices: tuple[str, ...] = ()
    optional: bool = False
    needs: tuple[str, str] | None = None

    def understood(self, text: str) -> Answer:
        """What somebody has typed. ValueProblem, in kind words, for what it cannot be."""
        if self.choices:
            near = [choice for choice in self.choices if text.strip() and choice.startswith(text.strip().casefold())]
            if len(near) != 1:
                raise ValueProblem(f"'{visible(text)[:40]}' is none of {', '.join(self.choices)}; choose one of them")
            return near[0]
        match = _NUMBER.fullmatch(text)
        if match is None:
            such_as = "4" if self.whole else f"{self.least + 0.4 * (self.most - self.least):.2f}"
            raise ValueProblem(f"'{visible(text)[:40]}' is no number of millimetres; write one such as {such_as}")
        return self.within(float(f"{match[1]}.{match[2] or 0}"))

    def within(self, value: float) -> float:
        """A number that is in the range. ValueProblem where it is not."""
        if self.whole and value != int(value):
            raise ValueProblem(f"{value:g} is no whole number; write the number beside the rung")
        if not self.least <= value <= self.most:
            mend = next((mend for start, mend in _MENDS.items() if self.key.startswith(start)), "read it again")
            raise ValueProblem(f"{value:g} cannot be: it is from {self.least:g} to {self.most:g}; {mend}")
        return value


def questions(plan: Plan) -> tuple[Question, ...]:
    """All that is asked about a page of scales, in the order in which one reads it."""
    return tuple(_questions(plan))


def _questions(plan: Plan) -> Iterator[Question]:
    for one in plan.verniers:
        edge = "left edge" if one.way == "across" else "top edge"
        asks = f"On the ruler, {one.key}, mm from the {edge} (about {one.zero:g})"
        yield Question(f"ruler.{one.place}.{one.way}", asks, max(0.0, one.zero - _AWAY), one.zero + _AWAY)
    for one in plan.verniers:
        yield Question(f"light.{one.place}.{one.way}", f"Against the light, {one.key} (5 is true)", 0, SPAN)
    for side in _SIDES:
        for edge in EDGES:
            asks = f"On the {side}, {edge} edge, the smallest rung that is whole ({RUNGS + 1} if none is)"
            yield Question(f"rungs.{side}.{edge}", asks, 1, RUNGS + 1, whole=True)
    for way in ("across", "down"):
        asks = f"The 100 mm of the cross, {way}, by the ruler (Enter to leave it out)"
        yield Question(f"cross.{way}", asks, 100 - _CROSS, 100 + _CROSS, optional=True)
    yield Question("turned", "Is the paper turned by the printer, or by hand", choices=("by-printer", BY_HAND))
    hand = ("turned", BY_HAND)
    yield Question("stack.printed", "Back in the tray, the printed side was", choices=("up", "down"), needs=hand)
    yield Question("stack.head", "The top of the page went in", choices=("first", "last"), needs=hand)
    came = "Sheets come out with the printed side (Enter to leave it out)"
    yield Question("stack.out", came, choices=("up", "down"), optional=True, needs=hand)


_Read = Annotated[float, Field(ge=0, le=400)]
_Rung = Annotated[int, Field(ge=1, le=RUNGS + 1)]


class Both(Part):
    """What was read at a place, both ways."""

    across: _Read | None = Field(None, description="across the page")
    down: _Read | None = Field(None, description="down the page")


class Places(Part):
    """What was read at the four places."""

    a: Both = Field(default_factory=Both, alias="A", description="top left")
    b: Both = Field(default_factory=Both, alias="B", description="top right")
    c: Both = Field(default_factory=Both, alias="C", description="bottom left")
    d: Both = Field(default_factory=Both, alias="D", description="bottom right")


class Edges(Part):
    """The smallest rung of each edge that is printed whole; one more than there are for none."""

    left: _Rung | None = Field(None, description="at the left edge")
    top: _Rung | None = Field(None, description="at the top")
    right: _Rung | None = Field(None, description="at the right edge")
    bottom: _Rung | None = Field(None, description="at the foot")


class Sides(Part):
    """The ladders of both sides."""

    front: Edges = Field(default_factory=Edges, description="those of the front")
    back: Edges = Field(default_factory=Edges, description="those of the back, as one sees it")


class Tray(Part):
    """How the sheet lay in the tray when its back was printed."""

    printed: Literal["up", "down"] | None = Field(None, description="the way that the printed side faced")
    head: Literal["first", "last"] | None = Field(None, description="how the top of the page went in")
    out: Literal["up", "down"] | None = Field(None, description="the way that the printed side faced as it came out")


class ReadingsFile(Part):
    """What was read on a page of scales, for scripts: nobody is asked for what stands here."""

    paper: Annotated[str, Field(max_length=60)] | None = Field(None, description="the paper; letter, if nobody says")
    duplex: Literal["long", "short"] | None = Field(None, description="the edge over which the sheet is turned")
    ruler: Places = Field(default_factory=Places, description="what was read on the ruler, in millimetres")
    light: Places = Field(default_factory=Places, description="what was read against the light; 5 is true")
    rungs: Sides = Field(default_factory=Sides, description="the smallest whole rungs of the ladders")
    cross: Both = Field(default_factory=Both, description="how long the 100 mm of the cross are, if that was read")
    turned: Literal["by-printer", "by-hand"] | None = Field(None, description="what turns the paper")
    stack: Tray = Field(default_factory=Tray, description="how a sheet that is turned by hand lay then")


def readings_of(file: Path) -> ReadingsFile:
    """What a file of readings holds. PrintgenError with its mistakes."""
    real = Path(os.path.realpath(file))
    files = Files(real.parent)
    made = files.part(real, ReadingsFile, "the readings")
    # A key that is written twice is told of, and has a value all the same.
    if made is None or files.findings:
        raise PrintgenError(files.findings)
    return made


def answers_of(told: ReadingsFile, plan: Plan) -> dict[str, Answer]:
    """The answers that a file gives. PrintgenError, at their lines, for those that are out of range on this paper."""
    flat = dict(_flat(told.model_dump(by_alias=True, exclude_none=True, exclude={"paper", "duplex"}), ()))
    answers: dict[str, Answer] = {}
    findings: list[Finding] = []
    for question in questions(plan):
        if (value := flat.get(question.key)) is None:
            continue
        try:
            answers[question.key] = value if question.choices else question.within(float(value))
        except ValueProblem as problem:
            where = told.where_of(*question.key.split("."))
            findings.append(Finding("error", where, *_parted(question.key, problem), "out-of-range"))
    stop_on_errors(findings)
    return answers


def _parted(key: str, problem: ValueProblem) -> tuple[str, str]:
    """A problem as message and hint: at its end it says what to do."""
    message, _, mend = str(problem).partition("; ")
    return f"{key}: {message}", f"{mend[:1].upper()}{mend[1:]}."


def _flat(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, (*path, key))
        else:
            yield ".".join((*path, key)), value


def answers_said(words: tuple[str, ...], plan: Plan) -> dict[str, Answer]:
    """Answers written as KEY=VALUE. UsageError for what is none, or out of range."""
    known = {question.key: question for question in questions(plan)}
    answers: dict[str, Answer] = {}
    for word in words:
        key, given, text = word.partition("=")
        if not given or key not in known:
            raise UsageError(
                f"--set: there is nothing to read that is called '{visible(key)[:60]}'", did_you_mean(key, known)
            )
        try:
            answers[key] = known[key].understood(text)
        except ValueProblem as problem:
            raise UsageError(*_parted(f"--set {key}", problem)) from problem
    return answers


def left_out(answers: Answers, plan: Plan) -> Iterator[Question]:
    """The questions that are still to be answered, as far as the answers so far need them."""
    for question in questions(plan):
        needed = question.needs is None or answers.get(question.needs[0]) == question.needs[1]
        if needed and question.key not in answers:
            yield question
