"""What was read on a page of scales comes in; how the printer moves fronts and backs, and what it leaves white, go out.

Each reading says where a line of a vernier is: the line that runs on into a millimetre lies exactly at it. Of each side
there are eight readings for five unknowns: two scales, two shifts and a turn. They are found by least squares; what is
left over tells whether the readings agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.units import apply, mm, to_mm
from printgen.sheets.printers.profiles import SKEW, Margin, Motion, Profile, Scale, Shift, Side, Stack
from printgen.sheets.printers.readings import BY_HAND, EDGES, HOME, PITCH, STEP, Answers, Plan, Vernier
from printgen.sheets.sheet import MARGIN

_ROUNDS = 8
_FITTED = 0.025
"""A printer is not further out of scale; a page that was fitted to the paper is."""
_DISAGREE = 0.2
# A reading that is wrong pulls the others after it, and is left with so much of its fault.
_LEFT = 3 / 8
_CROSS = 0.8
_ALIKE = 0.004
_HOW = {"ruler": "on the ruler", "light": "against the light"}

Point = tuple[float, float]


class Disagreement(PrintgenError):
    """Some of what was read is wrong; `keys` are the questions whose answers are in doubt."""

    def __init__(self, message: str, hint: str, keys: Iterable[str]) -> None:
        super().__init__([Finding("error", Where("printgen"), message, hint, "disagreeing-readings")])
        self.keys = tuple(keys)


class Seen(NamedTuple):
    """A reading: the point of the page that was read, and where along a way it is on paper, all in millimetres."""

    of: Vernier
    point: Point
    at: float


def profile_from(answers: Answers, plan: Plan, paper: str, duplex: str) -> Profile:
    """What is known of a printer by what was read. PrintgenError where that cannot be true."""
    front_seen = [*_on_ruler(answers, plan)]
    front = _fitted(front_seen, plan)
    _check(front, front_seen, plan, "ruler")
    back_seen = [*_against_light(answers, plan, front)]
    through = _fitted(back_seen, plan)
    _check(through, back_seen, plan, "light")
    _check_cross(answers, front)
    # Seen on its own side, right and left change places.
    back = through._replace(right=-through.right, skew=-through.skew)
    margins = [_margin(answers, plan, side, motion) for side, motion in (("front", front), ("back", back))]
    if duplex == "short":
        back, margins[1] = back.turned_about(), _turned(margins[1])
    stack = None
    if answers.get("turned") == BY_HAND:
        told = {key: answers.get(f"stack.{key}") for key in ("printed", "head", "out")}
        stack = Stack.model_validate({key: answer for key, answer in told.items() if answer is not None})
    sides = [_side(motion, margin) for motion, margin in zip((front, back), margins, strict=True)]
    return Profile.model_validate(
        {"paper": paper, "duplex": duplex, "stack": stack, "front": sides[0], "back": sides[1]}
    )


def _on_ruler(answers: Answers, plan: Plan) -> Iterator[Seen]:
    for one in plan.verniers:
        whole, line = _read(answers, f"ruler.{one.place}.{one.way}")
        yield Seen(one, one.point(one.zero + line * PITCH), whole + line)


def _against_light(answers: Answers, plan: Plan, front: Motion) -> Iterator[Seen]:
    """Where the lines of the scales behind are, as seen from the front: where lines of the verniers are."""
    for one in plan.verniers:
        whole, line = _read(answers, f"light.{one.place}.{one.way}")
        there = _printed(front, plan, one.point(one.zero + line * PITCH))
        behind = one.point(one.zero - HOME + whole + line)
        yield Seen(one, behind, there[0] if one.way == "across" else there[1])


def _read(answers: Answers, key: str) -> tuple[int, float]:
    """A reading as whole millimetres, and the line of the vernier that tells the rest."""
    value = float(answers[key])
    whole = int(value)
    return whole, (value - whole) / STEP


def _printed(motion: Motion, plan: Plan, point: Point) -> Point:
    x, y = apply(motion.matrix(mm(plan.width), mm(plan.height)), mm(point[0]), mm(point[1]))
    return to_mm(x), to_mm(y)


def _missing(motion: Motion, plan: Plan, seen: Seen) -> float:
    """How much further along a reading is than this motion would have it."""
    there = _printed(motion, plan, seen.point)
    return seen.at - (there[0] if seen.of.way == "across" else there[1])


def _row(plan: Plan, seen: Seen) -> list[float]:
    """How a reading changes with the unknowns: scale across and down, shift right and down, turn."""
    x, y = seen.point[0] - plan.width / 2, seen.point[1] - plan.height / 2
    return [x, 0.0, 1.0, 0.0, -y] if seen.of.way == "across" else [0.0, y, 0.0, 1.0, x]


def _fitted(seen: Sequence[Seen], plan: Plan) -> Motion:
    """The motion that comes nearest to what was read."""
    motion = Motion()
    rows = [_row(plan, one) for one in seen]
    for _ in range(_ROUNDS):
        lacks = [_missing(motion, plan, one) for one in seen]
        across, down, right, below, turn = _least_squares(rows, lacks)
        motion = Motion(
            motion.across + across, motion.down + down, motion.right + right, motion.below + below,
            motion.skew + math.degrees(turn),
        )  # fmt: skip
    return motion


def _least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The unknowns of linear equations that miss them least, by their normal equations.

    These are positive definite, so that no line of them need change places with another.
    """
    count = len(rows[0])
    table = [
        [sum(row[i] * row[j] for row in rows) for j in range(count)]
        + [sum(row[i] * value for row, value in zip(rows, values, strict=True))]
        for i in range(count)
    ]
    for i in range(count):
        table[i] = [value / table[i][i] for value in table[i]]
        for other in (r for r in range(count) if r != i):
            table[other] = [a - table[other][i] * b for a, b in zip(table[other], table[i], strict=True)]
    return [line[count] for line in table]


def _check(motion: Motion, seen: Sequence[Seen], plan: Plan, scale: str) -> None:
    """PrintgenError where readings on a scale do not agree, or no printer does what they say."""
    how = _HOW[scale]
    lacks = {one.of: _missing(motion, plan, one) for one in seen}
    most = max(map(abs, lacks.values()))
    if most > _DISAGREE:
        suspects = [one for one in lacks if abs(lacks[one]) > 0.7 * most]
        worst = f"{'one of ' if suspects[1:] else ''}{', '.join(one.key for one in suspects)}"
        message = f"what was read {how} does not agree: {worst} is {most / _LEFT:.1f} mm or so off"
        keys = (f"{scale}.{one.place}.{one.way}" for one in suspects)
        raise Disagreement(message, "Read it again, and begin with the whole millimetres.", keys)
    scales = (motion.across, motion.down)
    if max(abs(scale - 1) for scale in scales) > _FITTED:
        message = f"the page was printed at {100 * scales[0]:.1f} % across and {100 * scales[1]:.1f} % down"
        raise _wrong(message, "Print it again at 100 %, not fitted to the page, and read that.", "printed-to-fit")
    if abs(motion.skew) > SKEW:
        message = f"by what was read {how}, the page lies {abs(motion.skew):.1f} degrees askew"
        raise _wrong(message, "Read it again, or print the page anew with the paper straight in its tray.", "askew")


def doubts(profile: Profile, file: str) -> Iterator[Finding]:
    """Warnings of what slips of reading look like: no printer stretches one side of a sheet unlike the other."""
    for way in ("across", "down"):
        front, back = (getattr(side.scale, way) for side in (profile.front, profile.back))
        if abs(front - back) > _ALIKE:
            message = f"fronts come out at {100 * front:.2f} % {way}, and backs at {100 * back:.2f} %"
            hint = f"Read all that goes {way} again, against the light, too: a millimetre may be miscounted."
            yield Finding("warning", Where(file), message, hint, "unlike-sides")


def _check_cross(answers: Answers, front: Motion) -> None:
    """PrintgenError where the cross was found to be much longer, or shorter, than the verniers say."""
    for way, scale in (("across", front.across), ("down", front.down)):
        said = answers.get(f"cross.{way}")
        if said is not None and abs(float(said) - 100 * scale) > _CROSS:
            message = f"the cross is {said:g} mm {way}, and by what was read on the ruler it would be {100 * scale:.1f}"
            keys = (key for key in answers if key.startswith(("cross", "ruler")) and key.endswith(way))
            raise Disagreement(message, f"Read the cross and all that goes {way} on the ruler again.", keys)


def _wrong(message: str, hint: str, code: str) -> PrintgenError:
    return PrintgenError([Finding("error", Where("printgen"), message, hint, code)])


def _margin(answers: Answers, plan: Plan, side: str, motion: Motion) -> Margin:
    """What stays white at each edge: up to where the smallest whole rung was printed."""
    found: dict[str, float] = {}
    for edge in EDGES:
        x, y = _printed(motion, plan, plan.rung(edge, int(answers[f"rungs.{side}.{edge}"])))
        away = {"left": x, "top": y, "right": plan.width - x, "bottom": plan.height - y}
        found[edge] = _rim(away[edge])
    return Margin.model_validate(found)


def _rim(whole: float) -> float:
    """How much is white where the smallest whole rung came out so far from the edge: the one before was not whole.

    Where the margin that all sheets keep lies between the two, the printer is not held to keep less.
    """
    usual = to_mm(MARGIN)
    return round(usual if whole - 1 < usual <= whole else max(0.0, whole), 2)


def _turned(margin: Margin) -> Margin:
    return Margin(left=margin.right, top=margin.bottom, right=margin.left, bottom=margin.top)


def _side(motion: Motion, margin: Margin) -> Side:
    return Side(
        scale=Scale(across=round(motion.across, 6), down=round(motion.down, 6)),
        shift=Shift(right=round(motion.right, 4), down=round(motion.below, 4)),
        skew=round(motion.skew, 5), margin=margin,
    )  # fmt: skip
