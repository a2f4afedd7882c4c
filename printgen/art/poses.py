"""Poses of figures: where trunk, limbs, head and gear are, and the hands that hold a part."""

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
_LIMB_LENGTH = 50.0  # The length of a limb in its own box, in units.
_AWAY_FROM_LIGHT = (1.0, 0.5)  # The direction away from the light, to which the dark side of a limb is turned.
_HANGING = 2.1  # What hangs behind a trunk, such as a cape, is so many times as tall.
_FREE_THIGH = 0.45  # The share of a thigh, from the hip, that has no keyline of its own.
_SHOULDERS, _WAIST, _HALF_WIDTH = 75.0, 112.0, 48.0
"""Where the torso of a bust begins and ends, by y, and half of its width."""
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


def trunk_warp(pose: Pose) -> Warp:
    """Draws the torso of a bust out to a trunk: taller from the shoulders down, and narrower towards its belt."""

    def move(x: float, y: float) -> tuple[float, float]:
        down = min(max((y - _SHOULDERS) / (_WAIST - _SHOULDERS), 0.0), 1.2)
        u = min(max((x - 50) / _HALF_WIDTH, -1.0), 1.0)
        narrow = 1 - (1 - pose.waist) * down
        return 50 + (x - 50) * narrow + pose.turn * (1 - u * u), y + max(y - _SHOULDERS, 0.0) * (pose.tall - 1)

    return move


def hanging_warp(pose: Pose) -> Warp:
    """Draws out what hangs behind a torso, such as a cape: down to the knees, and as wide as before."""
    return lambda x, y: (x, y + max(y - _SHOULDERS, 0.0) * (_HANGING * pose.tall - 1))


def rear_of(drawn: PartDrawing, parts: Parts) -> PartDrawing:
    """A part from behind: the one that it names, its slot's default, or itself. TemplateProblem for no such part."""
    if drawn.part.rear:
        return parts.require(drawn.part.rear, drawn.part.where_of("rear"))
    default = _REAR.get(drawn.part.slot)
    return parts.get(default) if default else drawn


def limb_of(clothes: PartDrawing | None, parts: Parts, key: Literal["limb", "legs"] = "limb") -> PartDrawing:
    """The part that an upper arm in clothes is, or a thigh and a shin. TemplateProblem for no such part."""
    named = getattr(clothes.part, key) if clothes else None
    return parts.require(named, clothes.part.where_of(key)) if clothes and named else parts.get(_LIMB)


def legs_of(pose: Pose, clothes: PartDrawing | None, parts: Parts, over: bool, bulk: float) -> Iterator[LimbShapes]:
    """The legs of a pose before the body (`over`), or those behind it and the hips, `bulk` times as broad as usual."""
    limb = limb_of(clothes, parts, "legs")
    x, y = pose.belt
    for leg in pose.legs:
        if leg.over is over:
            (hip, knee, ankle), thick = leg.bones, leg.thick * bulk
            boot = parts.require(leg.boot, leg.where_of("boot"))
            turned = chain(translate(*ankle), rotate(leg.turn), scale(-1 if leg.flip else 1, 1))
            lower = (*along(limb, knee, ankle, 0.82 * thick), *place_shapes(boot, chain(turned, scale(thick))))
            thigh = along(limb, hip, knee, thick)
            keyed_thigh = along(limb, toward(hip, knee, _FREE_THIGH), knee, thick)
            yield LimbShapes((*lower, *thigh), IDENTITY, (*lower, *keyed_thigh))
    if not over:
        half = pose.hips / 2 * bulk
        yield LimbShapes(along(limb, (x - half, y + 9), (x + half, y + 9), 0.8), IDENTITY)


def toward(start: Pair, end: Pair, share: float) -> tuple[float, float]:
    """The place at a share (0 to 1) of the way from one place to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def along(limb: PartDrawing, start: Pair, end: Pair, thick: float) -> tuple[PartOutline, ...]:
    """A limb from one joint to the next, `thick` times as thick as drawn, its dark side away from the light."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    is_lit = -sin(turn) * _AWAY_FROM_LIGHT[0] + cos(turn) * _AWAY_FROM_LIGHT[1] > 0
    size = scale(dist(start, end) / _LIMB_LENGTH, thick if is_lit else -thick)
    return place_shapes(limb, chain(translate(*start), rotate(degrees(turn)), size))


def place_shapes(drawn: PartDrawing, matrix: Matrix) -> tuple[PartOutline, ...]:
    """The shapes of a part moved by a matrix, while their lines keep their widths."""
    return tuple(shape._replace(outline=transform_outline(shape.outline, matrix)) for shape in drawn.layers)


def elbow(shoulder: Pair, wrist: Pair, bones: Pair, bend: Pair) -> tuple[float, float]:
    """The elbow of an arm, on the side to which it bends (inverse kinematics); the bones grow to reach a far hand."""
    (x, y), (to_x, to_y), (upper, fore) = shoulder, wrist, bones
    reach = max(dist(shoulder, wrist), 1e-6)
    growth = max(reach / (upper + fore), 1.0)
    upper, fore = upper * growth, fore * growth
    share = min(max((upper**2 - fore**2 + reach**2) / (2 * reach), -upper), upper)
    out = max(upper**2 - share**2, 0.0) ** 0.5
    ux, uy = (to_x - x) / reach, (to_y - y) / reach
    side = 1 if -uy * bend[0] + ux * bend[1] >= 0 else -1
    return x + ux * share - uy * out * side, y + uy * share + ux * out * side


_SLEEVE, _CUFF = "arm-sleeve", "glove-cuff"
_LEFT_CORNER, _RIGHT_CORNER, _CENTER = (-6.0, 122.0), (106.0, 122.0), 50.0
"""Where the forearms of a bust come from, and its middle, by x."""
_HAND_SIZE = 0.92  # The size of a hand in a picture, of that in its own box.
_FOREARM_LENGTH = 90.0  # The length of a forearm in its own box, in units.
_FOREARM, _UPPER_ARM, _ELBOW = 1.08, 1.08, 0.9
"""How thick the parts of an arm are, as multiples of the size of its hand."""
_KEYED_SHARE = 0.6
"""The share of an arm, from its elbow up or its wrist down, that has a keyline of its own where it joins the rest."""
_IDLE_HAND = "hand-fist"


class Hand(NamedTuple):
    """A hand with its forearm: the shapes under the part that it holds, those over it, and its upper arm."""

    under: tuple[LimbShapes, ...]
    over: tuple[LimbShapes, ...]
    upper: tuple[LimbShapes, ...] = ()


class _Arm(NamedTuple):
    """An arm of a pose: its side, its shoulder, the lengths of its bones, where its elbow goes, and its upper half."""

    side: str
    shoulder: tuple[float, float]
    bones: Pair
    bend: Pair
    limb: PartDrawing

    def elbow(self, wrist: Pair) -> tuple[float, float]:
        """The place of its elbow, for the place of its wrist."""
        return elbow(self.shoulder, wrist, self.bones, self.bend)

    def upper(self, elbow_at: Pair, size: float) -> LimbShapes:
        """Its upper half, for the place of its elbow and the size of its hand."""
        thick = _UPPER_ARM * size
        keyed = along(self.limb, toward(self.shoulder, elbow_at, 1 - _KEYED_SHARE), elbow_at, thick)
        return LimbShapes(along(self.limb, self.shoulder, elbow_at, thick), IDENTITY, keyed)


def hands_of(
    held: PartDrawing, clothes: Iterable[PartDrawing], parts: Parts, gloved: bool, bulk: float = 1.0
) -> list[Hand]:
    """The hands that hold a part in a bust, in clothes. TemplateProblem for a hand or an arm that there is not."""
    if not held.holds:
        return []
    sleeve, size = _sleeve(clothes, parts, gloved), _HAND_SIZE * bulk
    return [_hand(hold, parts, sleeve, size) for hold in held.holds]


def hold_parts(
    pose: Pose, fronts: Sequence[PartDrawing], clothes: PartDrawing | None, parts: Parts, gloved: bool, bulk: float
) -> tuple[list[list[Hand]], list[Hand]]:
    """The hands on each part that is held in a pose, and the hands that hold nothing. TemplateProblem as `hands_of`."""
    sleeve, upper = _sleeve((clothes,) if clothes else (), parts, gloved), pose.upper()
    moved, size = chain(upper, pose.held.matrix(*MIDDLE)), _HAND_SIZE * bulk * pose.hand
    shapes = {"left": pose.left, "right": pose.right}
    limb, body = limb_of(clothes, parts), pose.body(bulk)
    arms = {side: _Arm(side, apply(body, *arm.shoulder), pose.bones, arm.bend, limb) for side, arm in shapes.items()}
    holds = [[Hold(hold.grip, compose(moved, hold.matrix)) for hold in drawn.holds] for drawn in fronts]
    elbows = [[apply(moved, *at) for at in drawn.part.elbows] for drawn in fronts]
    places = [apply(hold.matrix, *hold.grip.at) for part_holds in holds for hold in part_holds]
    sides = _sides([*places, *chain_of(*elbows)], apply(upper, *MIDDLE)[0])
    next_side = iter(sides)
    hands = [[_hand(hold, parts, sleeve, size, arms[next(next_side)]) for hold in part_holds] for part_holds in holds]
    for part_hands, part_elbows in zip(hands, elbows, strict=True):
        part_hands.extend(Hand((), (), (arms[next(next_side)].upper(at, size),)) for at in part_elbows)
    idle = []
    for side, arm in shapes.items():
        if side not in sides:
            grip = Grip(part=_IDLE_HAND, at=apply(upper, *arm.hand), turn=arm.turn, flip=side == "left")
            idle.append(_hand(Hold(grip, IDENTITY), parts, sleeve, size, arms[side]))
    return hands, idle


def _sides(places: Sequence[tuple[float, float]], middle: float) -> list[str]:
    """Which hand is at each place: of two the one farther left is the left one, a single one is the nearer."""
    if len(places) == 2:
        middle = (places[0][0] + places[1][0]) / 2
    return ["left" if x < middle else "right" for x, _ in places]


def _sleeve(clothes: Iterable[PartDrawing], parts: Parts, gloved: bool) -> list[PartDrawing]:
    """The parts of a forearm in clothes, the arm first, then the cuff of a glove."""
    arms = [parts.require(drawn.part.arm, drawn.part.where_of("arm")) for drawn in clothes if drawn.part.arm]
    return [*arms[:1], *map(parts.get, () if arms else (_SLEEVE,)), *map(parts.get, (_CUFF,) if gloved else ())]


def _hand(hold: Hold, parts: Parts, sleeve: Iterable[PartDrawing], size: float, arm: _Arm | None = None) -> Hand:
    """A hand at its place, with its forearm if it has a wrist; in a pose `arm` is the arm that it belongs to."""
    drawn = parts.require(hold.grip.part, hold.grip.where_of("part"))
    place, wrist = _place(hold, size), drawn.part.wrist
    upper, fore = tuple[LimbShapes, ...](), tuple[LimbShapes, ...]()
    if wrist:
        bust_elbow = hold.grip.elbow or (_LEFT_CORNER if apply(place, 0, 0)[0] < _CENTER else _RIGHT_CORNER)
        elbow_at = arm.elbow(apply(place, *wrist.at)) if arm else bust_elbow
        if wrist.both:
            # It holds from the side on which its elbow is.
            sides = (place, compose(place, scale(1, -1)))
            place = min(sides, key=lambda side: dist(apply(side, *wrist.at), elbow_at))
        wrist_at = apply(place, *wrist.at)
        if arm:
            elbow_at = arm.elbow(wrist_at)
            upper = (arm.upper(elbow_at, size),)
        fore = _forearm(sleeve, wrist_at, elbow_at, size, arm)
    under, over = [LimbShapes(drawn.behind, place)], [LimbShapes(drawn.layers, place)]
    (under if wrist and wrist.under else over).extend(fore)
    return Hand(tuple(limb for limb in under if limb.shapes), tuple(limb for limb in over if limb.shapes), upper)


def _forearm(
    sleeve: Iterable[PartDrawing], wrist_at: Pair, elbow_at: Pair, size: float, arm: _Arm | None
) -> tuple[LimbShapes, ...]:
    """A forearm in a sleeve; in a pose with its elbow, and with the upper arm where all lies before the chest."""
    (x, y), (to_x, to_y) = wrist_at, elbow_at
    length, keyed_share, joint = _FOREARM * size, 1.0, tuple[LimbShapes, ...]()
    if arm:
        length = dist(wrist_at, elbow_at) / _FOREARM_LENGTH
        # The forearm covers all but the end of the elbow.
        round_elbow = along(arm.limb, elbow_at, toward(elbow_at, wrist_at, 0.5), _ELBOW * size)
        lies_before_chest = (elbow_at[0] > arm.shoulder[0]) is (arm.side == "left")
        if lies_before_chest:
            joint = arm.upper(elbow_at, size), LimbShapes(round_elbow, IDENTITY)
        else:
            joint, keyed_share = (LimbShapes(round_elbow, IDENTITY, ()),), _KEYED_SHARE
    # The dark side of a forearm is the one that is below.
    turn = rotate(degrees(atan2(to_y - y, to_x - x)))
    matrix = chain(translate(x, y), turn, scale(length, _FOREARM * (size if to_x > x else -size)))
    keyed = scale(keyed_share, 1)
    return (*joint, *(LimbShapes(part.layers, matrix, place_shapes(part, keyed)) for part in sleeve))


def _place(hold: Hold, size: float) -> Matrix:
    """The matrix that moves the box of a hand of a size into the box of the picture."""
    a, b, c, d, _, _ = hold.matrix
    # Hands have one size, however large the part is that they hold.
    k = size / (abs(a * d - b * c) ** 0.5 or 1.0)
    place = chain(translate(*apply(hold.matrix, *hold.grip.at)), (a * k, b * k, c * k, d * k, 0, 0))
    return chain(place, rotate(hold.grip.turn), scale(-1 if hold.grip.flip else 1, 1))
