"""A part that is held comes in; the hands that hold it, with their forearms, come out, each on its place.

Hands are as large on a pistol as on a cannon, and as large as who holds it: a grip takes place and turn from what it
holds, not its scale. Who holds a thing on the right side of a picture reaches there from its lower right corner, unless
the grip says from where.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees, dist
from typing import NamedTuple

from printgen.art.parts import Drawn, Hold, Parts, Shape
from printgen.base.geometry import IDENTITY, Matrix, apply, chain, compose, rotate, scale, translate

_SLEEVE, _CUFF = "arm-sleeve", "glove-cuff"
_LEFT, _RIGHT, _MIDDLE = (-6.0, 122.0), (106.0, 122.0), 50.0
# The size of a hand as it is drawn, and how much thicker than that a forearm is.
_SIZE, _THICK = 0.92, 1.08


class Laid(NamedTuple):
    """Shapes of a part, and where its box lies in the box of the picture."""

    shapes: tuple[Shape, ...]
    matrix: Matrix


class Hand(NamedTuple):
    """What of a hand and its forearm is drawn under the part that it holds, and what over it."""

    under: tuple[Laid, ...]
    over: tuple[Laid, ...]


def hands_of(held: Drawn, clothes: Iterable[Drawn], parts: Parts, gloved: bool, bulk: float = 1.0) -> list[Hand]:
    """The hands on a part, of somebody in clothes. TemplateProblem for a hand or an arm that there is not."""
    if not held.holds:
        return []
    arms = [parts.named(drawn.part.arm, drawn.part.where_of("arm")) for drawn in clothes if drawn.part.arm]
    sleeve = [*arms[:1], *map(parts.get, () if arms else (_SLEEVE,)), *map(parts.get, (_CUFF,) if gloved else ())]
    size = _SIZE * bulk
    return [_hand(hold, parts.named(hold.grip.part, hold.grip.where_of("part")), sleeve, size) for hold in held.holds]


def _hand(hold: Hold, drawn: Drawn, sleeve: Iterable[Drawn], size: float) -> Hand:
    place, arm = _place(hold, size), IDENTITY
    if wrist := drawn.part.wrist:
        x, y = apply(place, 0, 0)
        to = hold.grip.elbow or (_LEFT if x < _MIDDLE else _RIGHT)
        turned = compose(place, scale(1, -1))
        place = min((place, turned) if wrist.both else (place,), key=lambda one: dist(apply(one, *wrist.at), to))
        x, y = apply(place, *wrist.at)
        # The dark side of an arm is the one that is below.
        along = rotate(degrees(atan2(to[1] - y, to[0] - x)))
        arm = chain(translate(x, y), along, scale(_THICK * size, _THICK * (size if to[0] > x else -size)))
    laid = [Laid(drawn.behind, place)], [Laid(drawn.layers, place)]
    if wrist:
        laid[not wrist.under].extend(Laid(one.layers, arm) for one in sleeve)
    return Hand(*(tuple(one for one in several if one.shapes) for several in laid))


def _place(hold: Hold, size: float) -> Matrix:
    """Where the box of a hand lies in the box of the picture."""
    a, b, c, d, _, _ = hold.matrix
    shrunk = size / (abs(a * d - b * c) ** 0.5 or 1.0)
    spot = chain(translate(*apply(hold.matrix, *hold.grip.at)), (a * shrunk, b * shrunk, c * shrunk, d * shrunk, 0, 0))
    return chain(spot, rotate(hold.grip.turn), scale(-1 if hold.grip.flip else 1, 1))
