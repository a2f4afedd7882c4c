"""A part that is held comes in; the hands that hold it, with their forearms, come out, each on its place.

Hands are as large on a pistol as on a cannon, and as large as who holds it: a grip takes place and turn from what it
holds, not its scale. Who holds a thing on the right side of a picture reaches there from its lower right corner, unless
the grip says from where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain as chain_of
from math import atan2, degrees, dist
from typing import NamedTuple

from printgen.art.parts import Drawn, Grip, Hold, Pair, Parts
from printgen.art.poses import MIDDLE, ArmShape, Laid, Pose, along, elbow, limb_of, placed, toward
from printgen.base.geometry import IDENTITY, Matrix, apply, chain, compose, rotate, scale, translate

_SLEEVE, _CUFF = "arm-sleeve", "glove-cuff"
_LEFT, _RIGHT, _MIDDLE = (-6.0, 122.0), (106.0, 122.0), 50.0
# The size of a hand as it is drawn, and how much thicker than that a forearm is.
_SIZE, _THICK = 0.92, 1.08
# How long a forearm is in its own box, and how thick the upper arm and the elbow of a hand of size 1 are.
_FOREARM, _UPPER, _JOINT = 90.0, 1.08, 0.9
# What share of an arm, from its elbow up or from its wrist down, has a keyline of its own where it joins the rest.
_FREE = 0.6
# A hand that holds nothing.
_IDLE = "hand-fist"


class Hand(NamedTuple):
    """What of a hand and its forearm is drawn under the part that it holds, what over it, and its upper arm."""

    under: tuple[Laid, ...]
    over: tuple[Laid, ...]
    upper: tuple[Laid, ...] = ()


class _Arm(NamedTuple):
    """An arm of a pose: its side, its shoulder, its bones, where its elbow goes, and what it is like above that."""

    side: str
    shoulder: tuple[float, float]
    bones: Pair
    bend: Pair
    limb: Drawn

    def elbow(self, wrist: Pair) -> tuple[float, float]:
        """Where its elbow is, when its wrist is at a place."""
        return elbow(self.shoulder, wrist, self.bones, self.bend)

    def across(self, to: Pair) -> bool:
        """Whether all of it lies before the chest, when its elbow is at a place."""
        return (to[0] > self.shoulder[0]) is (self.side == "left")

    def upper(self, to: Pair, size: float) -> Laid:
        """What it is like from its shoulder to its elbow, when its hand is of a size."""
        free = along(self.limb, toward(self.shoulder, to, 1 - _FREE), to, _UPPER * size)
        return Laid(along(self.limb, self.shoulder, to, _UPPER * size), IDENTITY, free)


def hands_of(held: Drawn, clothes: Iterable[Drawn], parts: Parts, gloved: bool, bulk: float = 1.0) -> list[Hand]:
    """The hands on a part, of somebody in clothes. TemplateProblem for a hand or an arm that there is not."""
    if not held.holds:
        return []
    sleeve, size = _sleeve(clothes, parts, gloved), _SIZE * bulk
    return [_hand(hold, _hand_of(hold, parts), sleeve, size) for hold in held.holds]


def held_in(
    pose: Pose, fronts: Sequence[Drawn], clothes: Drawn | None, parts: Parts, gloved: bool, bulk: float
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


def _sleeve(clothes: Iterable[Drawn], parts: Parts, gloved: bool) -> list[Drawn]:
    """What a forearm in clothes is made of, the arm first."""
    arms = [parts.named(drawn.part.arm, drawn.part.where_of("arm")) for drawn in clothes if drawn.part.arm]
    return [*arms[:1], *map(parts.get, () if arms else (_SLEEVE,)), *map(parts.get, (_CUFF,) if gloved else ())]


def _hand_of(hold: Hold, parts: Parts) -> Drawn:
    return parts.named(hold.grip.part, hold.grip.where_of("part"))


def _hand(hold: Hold, drawn: Drawn, sleeve: Iterable[Drawn], size: float, posed: _Arm | None = None) -> Hand:
    place, arm = _place(hold, size), IDENTITY
    upper, fore = tuple[Laid, ...](), list[Laid]()
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
                fore = [*upper, Laid(joint, IDENTITY)]
            else:
                fore, free = [Laid(joint, IDENTITY, ())], _FREE
        # The dark side of an arm is the one that is below.
        turn = rotate(degrees(atan2(to[1] - y, to[0] - x)))
        arm = chain(translate(x, y), turn, scale(long, _THICK * (size if to[0] > x else -size)))
        fore += (Laid(one.layers, arm, placed(one, scale(free, 1))) for one in sleeve)
    laid = [Laid(drawn.behind, place)], [Laid(drawn.layers, place)]
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
