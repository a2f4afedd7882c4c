"""Poses of figures: what a file says of them comes in; where trunk, limbs, head and gear lie comes out.

A pose is drawn with the parts of the bust: its torso is drawn out to a trunk, and limbs are laid along their bones.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, dist, sin
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.art.parts import Drawn, Number, Pair, Parts, Shape, Warp
from printgen.base.geometry import IDENTITY, Matrix, chain, rotate, scale, translate
from printgen.drawing.outlines import transformed
from printgen.reading.fields import Many
from printgen.reading.part import Part

SEEN_BEHIND = ("head", "hair", "headgear")
"""The slots of a head that are seen from behind."""

BUST = "bust"
"""The pose of a look that says none: head and shoulders, as parts are drawn."""

MIDDLE = (50.0, 90.0)
"""The point about which gear turns, on the back and in hands."""

_LIMB = "limb-cloth"
_REAR = {"torso": "rear-plain", "head": "rear-head", "hair": "rear-hair"}
# How long a limb is in its own box, and where the light comes from: the dark side of a limb is away from it.
_LONG, _DARK = 50.0, (1.0, 0.5)
# How many times as tall as the trunk that is which hangs behind it.
_HANGING = 2.1
# From how far down a thigh has a keyline of its own.
_FREE = 0.45
# Where the shoulders of a torso are, where it ends, and half of its width there.
_TOP, _BOTTOM, _HALF = 75.0, 112.0, 48.0
_Share = Annotated[float, Field(ge=0.01, le=10)]
_Arms = Annotated[Many[Annotated[float, Field(ge=1, le=1000)]], Field(min_length=2, max_length=2)]
_Bone = Annotated[Many[Pair], Field(min_length=3, max_length=3)]


class Move(Part):
    """Where a group of parts goes, in the box of the picture."""

    at: Pair = Field((0.0, 0.0), description="moved by x, y")
    turn: Number = Field(0.0, description="turned by degrees, clockwise, about its middle")
    scale: _Share = Field(1.0, description="how many times as large")

    def matrix(self, x: float, y: float) -> Matrix:
        """The matrix of the move, about a point."""
        dx, dy = self.at
        return chain(translate(x + dx, y + dy), rotate(self.turn), scale(self.scale), translate(-x, -y))


class ArmShape(Part):
    """An arm: its shoulder, and where its hand is when it holds nothing."""

    shoulder: Pair = Field(description="the shoulder, by x, y in the box of the picture")
    hand: Pair = Field(description="where the hand is when it holds nothing, by x, y")
    turn: Number = Field(0.0, description="that hand turned by degrees, clockwise")
    bend: Pair = Field((0.0, 1.0), description="to which side its elbow goes, by x, y")


class LegShape(Part):
    """A leg, from hip to boot."""

    bones: _Bone = Field(description="hip, knee and ankle, by x, y each in the box of the picture")
    thick: _Share = Field(1.0, description="how many times as thick as usual")
    boot: str = Field("boot", description="the part that the boot is, drawn from the ankle at 0, 0")
    turn: Number = Field(0.0, description="the boot turned by degrees, clockwise")
    flip: bool = Field(False, description="whether the boot points to the right")
    over: bool = Field(False, description="whether it lies before the body")


class Frame(Part):
    """Where the box of a picture lies in its window, in millimetres."""

    x: Number = Field(description="its left edge")
    y: Number = Field(description="its top edge")
    scale: Annotated[float, Field(ge=0.01, le=10)] = Field(description="the millimetres of one of its units")


class Pose(Part):
    """How a figure stands, and how near it is seen."""

    frame: Frame = Field(description="where the figure stands in its window")
    tall: _Share = Field(1.5, description="how many times as tall as in a bust the torso is, from its shoulders down")
    waist: _Share = Field(0.5, description="how wide the torso ends, as a share of its width in a bust")
    turn: Annotated[float, Field(ge=-20, le=20)] = Field(0.0, description="how far the middle of the torso is turned")
    lean: Annotated[float, Field(ge=-90, le=90)] = Field(0.0, description="degrees by which all above the belt leans")
    belt: Pair = Field(description="the middle of the belt, about which it leans, by x, y")
    hips: Annotated[float, Field(gt=0, le=100)] = Field(24.0, description="how wide the hips are, in units")
    away: bool = Field(False, description="whether the figure turns its back on us")
    head: Move = Field(Move.model_construct(), description="where the head goes")
    back: Move = Field(Move.model_construct(), description="where goes what it carries on its back")
    held: Move = Field(Move.model_construct(), description="where goes what it holds")
    hand: _Share = Field(0.85, description="how many times as large as in a bust its hands are")
    bones: _Arms = Field((40.0, 40.0), description="how long the upper arm and the forearm are, in units")
    left: ArmShape = Field(description="the arm on the left of the picture")
    right: ArmShape = Field(description="the arm on the right of the picture")
    legs: Annotated[Many[LegShape], Field(max_length=8)] = Field((), description="the legs, the far one first")

    def upper(self) -> Matrix:
        """Where all above the belt goes."""
        x, y = self.belt
        return chain(translate(x, y), rotate(self.lean), translate(-x, -y))

    def body(self, bulk: float) -> Matrix:
        """Where the torso of somebody goes who is so many times as broad as usual."""
        return chain(self.upper(), translate(50, 0), scale(bulk, 1), translate(-50, 0))


PosesFile = dict[str, Pose]
"""A file of poses, by name."""


class Laid(NamedTuple):
    """Shapes of a part, where its box lies in the box of the picture, and around which shapes there its keyline goes.

    A limb has none where it joins the body or its other half; without `keyed` the line goes around all its shapes.
    """

    shapes: tuple[Shape, ...]
    matrix: Matrix
    keyed: tuple[Shape, ...] | None = None


def trunk(pose: Pose) -> Warp:
    """The torso of a bust drawn out to a trunk: taller from the shoulders down, and narrower towards its belt."""

    def move(x: float, y: float) -> tuple[float, float]:
        down = min(max((y - _TOP) / (_BOTTOM - _TOP), 0.0), 1.2)
        u = min(max((x - 50) / _HALF, -1.0), 1.0)
        narrow = 1 - (1 - pose.waist) * down
        return 50 + (x - 50) * narrow + pose.turn * (1 - u * u), y + max(y - _TOP, 0.0) * (pose.tall - 1)

    return move


def stretched(pose: Pose) -> Warp:
    """What hangs behind a torso, such as a cape: down to the knees, and as wide as ever."""
    return lambda x, y: (x, y + max(y - _TOP, 0.0) * (_HANGING * pose.tall - 1))


def rear_of(seen: Drawn, parts: Parts) -> Drawn:
    """What is seen of a part from behind: what it says, or the usual thing. TemplateProblem when there is no such part.

    Headgear that says nothing looks the same from behind.
    """
    if seen.part.rear:
        return parts.named(seen.part.rear, seen.part.where_of("rear"))
    usual = _REAR.get(seen.part.slot)
    return parts.get(usual) if usual else seen


def limb_of(clothes: Drawn | None, parts: Parts, key: Literal["limb", "legs"] = "limb") -> Drawn:
    """What an arm in clothes is like above its elbow, or what legs are like. TemplateProblem for no such part."""
    named = getattr(clothes.part, key) if clothes else None
    return parts.named(named, clothes.part.where_of(key)) if clothes and named else parts.get(_LIMB)


def legs_of(pose: Pose, clothes: Drawn | None, parts: Parts, over: bool, bulk: float) -> Iterator[Laid]:
    """The legs of a pose that lie before the body, or behind it, the hips with the latter, of somebody so many times as
    broad as usual.
    """
    limb = limb_of(clothes, parts, "legs")
    x, y = pose.belt
    for leg in pose.legs:
        if leg.over is over:
            (hip, knee, ankle), thick = leg.bones, leg.thick * bulk
            boot = parts.named(leg.boot, leg.where_of("boot"))
            turned = chain(translate(*ankle), rotate(leg.turn), scale(-1 if leg.flip else 1, 1))
            lower = (
                *along(limb, knee, ankle, 0.82 * thick),
                *placed(boot, chain(turned, scale(thick))),
            )
            thigh = along(limb, hip, knee, thick)
            free = along(limb, toward(hip, knee, _FREE), knee, thick)
            yield Laid((*lower, *thigh), IDENTITY, (*lower, *free))
    if not over:
        half = pose.hips / 2 * bulk
        yield Laid(along(limb, (x - half, y + 9), (x + half, y + 9), 0.8), IDENTITY)


def toward(start: Pair, end: Pair, share: float) -> tuple[float, float]:
    """The place that lies so far of the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def along(limb: Drawn, start: Pair, end: Pair, thick: float) -> tuple[Shape, ...]:
    """A limb laid from one joint to the next, its dark side away from the light."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    dark = -sin(turn) * _DARK[0] + cos(turn) * _DARK[1]
    grown = scale(dist(start, end) / _LONG, thick if dark > 0 else -thick)
    return placed(limb, chain(translate(*start), rotate(degrees(turn)), grown))


def placed(drawn: Drawn, matrix: Matrix) -> tuple[Shape, ...]:
    """The shapes of a part on their places, so that rims and lines are as wide as everywhere."""
    return tuple(Shape(layer, transformed(outline, matrix), width) for layer, outline, width in drawn.layers)


def elbow(shoulder: Pair, wrist: Pair, bones: Pair, bend: Pair) -> tuple[float, float]:
    """Where the elbow of an arm is, on the side to which it bends; both bones grow when the hand is farther away."""
    (x, y), (to_x, to_y), (upper, fore) = shoulder, wrist, bones
    far = max(dist(shoulder, wrist), 1e-6)
    grown = max(far / (upper + fore), 1.0)
    upper, fore = upper * grown, fore * grown
    share = min(max((upper**2 - fore**2 + far**2) / (2 * far), -upper), upper)
    out = max(upper**2 - share**2, 0.0) ** 0.5
    ux, uy = (to_x - x) / far, (to_y - y) / far
    side = 1 if -uy * bend[0] + ux * bend[1] >= 0 else -1
    return x + ux * share - uy * out * side, y + uy * share + ux * out * side
