"""A paper comes in; where the scales of a calibration page lie on it goes out, in millimetres from its top left corner.

At four places, A, B, C and D, a vernier is printed on the front for either way, across and down. It is read twice: on a
ruler whose zero is at the edge of the paper, and against the light on a scale of millimetres that is printed behind it.
Three places would tell what a printer does; the fourth takes a third off the error, and shows a slip of reading. Places
on the back are told as they are seen through the sheet from the front.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from printgen.base.errors import Exit, Finding, PrintgenError, Where
from printgen.base.units import to_mm
from printgen.sheets.papers import Paper

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
