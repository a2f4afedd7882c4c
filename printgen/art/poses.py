"""Poses of figures: where trunk, limbs, head and gear lie, and the hands that hold a part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain as chain_of
from math import atan2, cos, degrees, dist, sin
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.art.parts import Grip, Hold, Number, Pair, PartDrawing, PartOutline, Parts, Warp
from printgen.base.units import IDENTITY, Matrix, apply, chain, compose, rotate, scale, translate
from printgen.drawing.outlines import transform_outline
from printgen.reading.part import Many, Part

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


class PoseMove(Part):
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


class PoseFrame(Part):
    """Where the box of a picture lies in its window, in millimetres."""

    x: Number = Field(description="its left edge")
    y: Number = Field(description="its top edge")
    scale: Annotated[float, Field(ge=0.01, le=10)] = Field(description="the millimetres of one of its units")


class Pose(Part):
    """How a figure stands, and how near it is seen."""

    frame: PoseFrame = Field(description="the place of the figure in its window")
    tall: _Share = Field(1.5, description="how many times as tall as in a bust the torso is, from its shoulders down")
    waist: _Share = Field(0.5, description="how wide the torso ends, as a share of its width in a bust")
    turn: Annotated[float, Field(ge=-20, le=20)] = Field(0.0, description="how far the middle of the torso is turned")
    lean: Annotated[float, Field(ge=-90, le=90)] = Field(0.0, description="degrees by which all above the belt leans")
    belt: Pair = Field(description="the middle of the belt, about which it leans, by x, y")
    hips: Annotated[float, Field(gt=0, le=100)] = Field(24.0, description="how wide the hips are, in units")
    away: bool = Field(False, description="whether the figure turns its back on us")
    head: PoseMove = Field(PoseMove.model_construct(), description="where the head goes")
    back: PoseMove = Field(PoseMove.model_construct(), description="where goes what it carries on its back")
    held: PoseMove = Field(PoseMove.model_construct(), description="where goes what it holds")
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


class LimbShapes(NamedTuple):
    """Shapes of a part, where its box lies in the box of the picture, and around which shapes there its keyline goes.

    A limb has none where it joins the body or its other half; without `keyed` the line goes around all its shapes.
    """

    shapes: tuple[PartOutline, ...]
    matrix: Matrix
    keyed: tuple[PartOutline, ...] | None = None


def trunk(pose: Pose) -> Warp:
    """The torso of a bust drawn out to a trunk: taller from the shoulders down, and narrower towards its belt."""

    def move(x: float, y: float) -> tuple[float, float]:
        down = min(max((y - _TOP) / (_BOTTOM - _TOP), 0.0), 1.2)
        u = min(max((x - 50) / _HALF, -1.0), 1.0)
        narrow = 1 - (1 - pose.waist) * down
        return 50 + (x - 50) * narrow + pose.turn * (1 - u * u), y + max(y - _TOP, 0.0) * (pose.tall - 1)

    return move


def stretch(pose: Pose) -> Warp:
    """What hangs behind a torso, such as a cape: down to the knees, and as wide as ever."""
    return lambda x, y: (x, y + max(y - _TOP, 0.0) * (_HANGING * pose.tall - 1))


def rear_of(seen: PartDrawing, parts: Parts) -> PartDrawing:
    """What is seen of a part from behind: what it says, or the usual thing. TemplateProblem when there is no such part.

    Headgear that says nothing looks the same from behind.
    """
    if seen.part.rear:
        return parts.require(seen.part.rear, seen.part.where_of("rear"))
    usual = _REAR.get(seen.part.slot)
    return parts.get(usual) if usual else seen


def limb_of(clothes: PartDrawing | None, parts: Parts, key: Literal["limb", "legs"] = "limb") -> PartDrawing:
    """What an arm in clothes is like above its elbow, or what legs are like. TemplateProblem for no such part."""
    named = getattr(clothes.part, key) if clothes else None
    return parts.require(named, clothes.part.where_of(key)) if clothes and named else parts.get(_LIMB)


def legs_of(pose: Pose, clothes: PartDrawing | None, parts: Parts, over: bool, bulk: float) -> Iterator[LimbShapes]:
    """The legs of a pose that lie before the body, or behind it, the hips with the latter, of somebody so many times as
    broad as usual.
    """
    limb = limb_of(clothes, parts, "legs")
    x, y = pose.belt
    for leg in pose.legs:
        if leg.over is over:
            (hip, knee, ankle), thick = leg.bones, leg.thick * bulk
            boot = parts.require(leg.boot, leg.where_of("boot"))
            turned = chain(translate(*ankle), rotate(leg.turn), scale(-1 if leg.flip else 1, 1))
            lower = (
                *along(limb, knee, ankle, 0.82 * thick),
                *place_shapes(boot, chain(turned, scale(thick))),
            )
            thigh = along(limb, hip, knee, thick)
            free = along(limb, toward(hip, knee, _FREE), knee, thick)
            yield LimbShapes((*lower, *thigh), IDENTITY, (*lower, *free))
    if not over:
        half = pose.hips / 2 * bulk
        yield LimbShapes(along(limb, (x - half, y + 9), (x + half, y + 9), 0.8), IDENTITY)


def toward(start: Pair, end: Pair, share: float) -> tuple[float, float]:
    """The place that lies so far of the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def along(limb: PartDrawing, start: Pair, end: Pair, thick: float) -> tuple[PartOutline, ...]:
    """A limb laid from one joint to the next, its dark side away from the light."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    dark = -sin(turn) * _DARK[0] + cos(turn) * _DARK[1]
    grown = scale(dist(start, end) / _LONG, thick if dark > 0 else -thick)
    return place_shapes(limb, chain(translate(*start), rotate(degrees(turn)), grown))


def place_shapes(drawn: PartDrawing, matrix: Matrix) -> tuple[PartOutline, ...]:
    """The shapes of a part on their places, so that rims and lines are as wide as everywhere."""
    return tuple(
        PartOutline(layer, transform_outline(outline, matrix), width) for layer, outline, width in drawn.layers
    )


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


_SLEEVE, _CUFF = "arm-sleeve", "glove-cuff"
_LEFT, _RIGHT, _MIDDLE = (-6.0, 122.0), (106.0, 122.0), 50.0
# The size of a hand as it is drawn, and how much thicker than that a forearm is.
_SIZE, _THICK = 0.92, 1.08
# How long a forearm is in its own box, and how thick the upper arm and the elbow of a hand of size 1 are.
_FOREARM, _UPPER, _JOINT = 90.0, 1.08, 0.9
# What share of an arm, from its elbow up or from its wrist down, has a keyline of its own where it joins the rest.
_FREE_HAND = 0.6
# A hand that holds nothing.
_IDLE = "hand-fist"


class Hand(NamedTuple):
    """What of a hand and its forearm is drawn under the part that it holds, what over it, and its upper arm."""

    under: tuple[LimbShapes, ...]
    over: tuple[LimbShapes, ...]
    upper: tuple[LimbShapes, ...] = ()


class _Arm(NamedTuple):
    """An arm of a pose: its side, its shoulder, its bones, where its elbow goes, and what it is like above that."""

    side: str
    shoulder: tuple[float, float]
    bones: Pair
    bend: Pair
    limb: PartDrawing

    def elbow(self, wrist: Pair) -> tuple[float, float]:
        """Where its elbow is, when its wrist is at a place."""
        return elbow(self.shoulder, wrist, self.bones, self.bend)

    def across(self, to: Pair) -> bool:
        """Whether all of it lies before the chest, when its elbow is at a place."""
        return (to[0] > self.shoulder[0]) is (self.side == "left")

    def upper(self, to: Pair, size: float) -> LimbShapes:
        """What it is like from its shoulder to its elbow, when its hand is of a size."""
        free = along(self.limb, toward(self.shoulder, to, 1 - _FREE_HAND), to, _UPPER * size)
        return LimbShapes(along(self.limb, self.shoulder, to, _UPPER * size), IDENTITY, free)


def hands_of(
    held: PartDrawing, clothes: Iterable[PartDrawing], parts: Parts, gloved: bool, bulk: float = 1.0
) -> list[Hand]:
    """The hands on a part, of somebody in clothes. TemplateProblem for a hand or an arm that there is not."""
    if not held.holds:
        return []
    sleeve, size = _sleeve(clothes, parts, gloved), _SIZE * bulk
    return [_hand(hold, _hand_of(hold, parts), sleeve, size) for hold in held.holds]


def hold_parts(
    pose: Pose, fronts: Sequence[PartDrawing], clothes: PartDrawing | None, parts: Parts, gloved: bool, bulk: float
) -> tuple[list[list[Hand]], list[Hand]]:
    """The hands on each part that is held in a pose, and the hands that hold nothing."""
    sleeve, upper = _sleeve((clothes,) if clothes else (), parts, gloved), pose.upper()
    moved, size = chain(upper, pose.held.matrix(*MIDDLE)), _SIZE * bulk * pose.hand
    shapes = {"left": pose.left, "right": pose.right}
    limb, body = limb_of(clothes, parts), pose.body(bulk)
    arms = {side: _Arm(side, apply(body, *arm.shoulder), pose.bones, arm.bend, limb) for side, arm in shapes.items()}
    holds = [[Hold(hold.grip, compose(moved, hold.matrix)) for hold in drawn.holds] for drawn in fronts]
    owned = [[apply(moved, *at) for at in drawn.part.elbows] for drawn in fronts]
    spots = [apply(hold.matrix, *hold.grip.at) for several in holds for hold in several]
    sides = _sides([*spots, *chain_of(*owned)], apply(upper, *MIDDLE)[0])
    found = iter(sides)
    on = [
        [_hand(hold, _hand_of(hold, parts), sleeve, size, arms[next(found)]) for hold in several] for several in holds
    ]
    for several, elbows in zip(on, owned, strict=True):
        several.extend(Hand((), (), (arms[next(found)].upper(to, size),)) for to in elbows)
    idle = [
        _hand(_idle(upper, arm, side), parts.get(_IDLE), sleeve, size, arms[side])
        for side, arm in shapes.items()
        if side not in sides
    ]
    return on, idle


def _idle(upper: Matrix, arm: ArmShape, side: str) -> Hold:
    """Where the hand of an arm is that holds nothing."""
    return Hold(Grip(part=_IDLE, at=apply(upper, *arm.hand), turn=arm.turn, flip=side == "left"), IDENTITY)


def _sides(spots: Sequence[tuple[float, float]], middle: float) -> list[str]:
    """Which hand is at each spot: of two the one more on the left is the left one, a single one is the nearer."""
    if len(spots) == 2:
        middle = (spots[0][0] + spots[1][0]) / 2
    return ["left" if x < middle else "right" for x, _ in spots]


def _sleeve(clothes: Iterable[PartDrawing], parts: Parts, gloved: bool) -> list[PartDrawing]:
    """What a forearm in clothes is made of, the arm first."""
    arms = [parts.require(drawn.part.arm, drawn.part.where_of("arm")) for drawn in clothes if drawn.part.arm]
    return [*arms[:1], *map(parts.get, () if arms else (_SLEEVE,)), *map(parts.get, (_CUFF,) if gloved else ())]


def _hand_of(hold: Hold, parts: Parts) -> PartDrawing:
    return parts.require(hold.grip.part, hold.grip.where_of("part"))


def _hand(
    hold: Hold, drawn: PartDrawing, sleeve: Iterable[PartDrawing], size: float, posed: _Arm | None = None
) -> Hand:
    place, arm = _place(hold, size), IDENTITY
    upper, fore = tuple[LimbShapes, ...](), list[LimbShapes]()
    if wrist := drawn.part.wrist:
        to = posed.elbow(apply(place, *wrist.at)) if posed else _off(hold, apply(place, 0, 0)[0])
        turned = compose(place, scale(1, -1))
        place = min((place, turned) if wrist.both else (place,), key=lambda one: dist(apply(one, *wrist.at), to))
        x, y = apply(place, *wrist.at)
        long, free = _THICK * size, 1.0
        if posed:
            to = posed.elbow((x, y))
            upper = (posed.upper(to, size),)
            long = dist((x, y), to) / _FOREARM
            # A round elbow, of which the forearm covers all but the end.
            joint = along(posed.limb, to, toward(to, (x, y), 0.5), _JOINT * size)
            if posed.across(to):
                fore = [*upper, LimbShapes(joint, IDENTITY)]
            else:
                fore, free = [LimbShapes(joint, IDENTITY, ())], _FREE_HAND
        # The dark side of an arm is the one that is below.
        turn = rotate(degrees(atan2(to[1] - y, to[0] - x)))
        arm = chain(translate(x, y), turn, scale(long, _THICK * (size if to[0] > x else -size)))
        fore += (LimbShapes(one.layers, arm, place_shapes(one, scale(free, 1))) for one in sleeve)
    laid = [LimbShapes(drawn.behind, place)], [LimbShapes(drawn.layers, place)]
    if wrist:
        laid[not wrist.under].extend(fore)
    under, over = (tuple(one for one in several if one.shapes) for several in laid)
    return Hand(under, over, upper)


def _off(hold: Hold, x: float) -> tuple[float, float]:
    """Where the forearm of a bust comes from, by its grip, or from the lower corner of its side."""
    across, down = hold.grip.elbow or (_LEFT if x < _MIDDLE else _RIGHT)
    return across, down


def _place(hold: Hold, size: float) -> Matrix:
    """Where the box of a hand lies in the box of the picture."""
    a, b, c, d, _, _ = hold.matrix
    shrunk = size / (abs(a * d - b * c) ** 0.5 or 1.0)
    spot = chain(translate(*apply(hold.matrix, *hold.grip.at)), (a * shrunk, b * shrunk, c * shrunk, d * shrunk, 0, 0))
    return chain(spot, rotate(hold.grip.turn), scale(-1 if hold.grip.flip else 1, 1))
