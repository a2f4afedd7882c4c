"""The chosen parts of a look and a pose come in; they are laid on a figure, limbs and hands with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain as chain_of
from typing import NamedTuple

from printgen.art.figure import BODY, HEAD, Figure
from printgen.art.holding import held_in
from printgen.art.parts import Drawn, Parts, Warp
from printgen.art.poses import MIDDLE, SEEN_BEHIND, Pose, legs_of, rear_of, stretched, trunk
from printgen.base.geometry import Matrix, chain

Chosen = Mapping[str, Sequence[Drawn]]

# The point about which heads turn.
_NECK = (50.0, 66.0)


class Bearing(NamedTuple):
    """What a look says of how its figure is built: how broad it is, how it holds its head, whether it wears gloves."""

    bulk: float
    head: Matrix
    face: Warp | None
    gloved: bool


def lay(figure: Figure, chosen: Chosen, pose: Pose, bearing: Bearing, parts: Parts) -> None:
    """Lay the parts of a look in a pose. TemplateProblem for a part that a file asks for in vain."""
    laying = _Laying(figure, chosen, pose, bearing, parts)
    if pose.away:
        laying.from_behind()
    else:
        laying.from_before()


class _Laying:
    """A figure that parts are laid on, one group after the other."""

    def __init__(self, figure: Figure, chosen: Chosen, pose: Pose, bearing: Bearing, parts: Parts) -> None:
        self._figure, self._chosen, self._pose, self._parts = figure, chosen, pose, parts
        self._clothes = chosen["torso"][0] if chosen["torso"] else None
        self._upper, self._body = pose.upper(), pose.body(bearing.bulk)
        self._head = chain(self._upper, pose.head.matrix(*_NECK), bearing.head)
        self._trunk, self._face, self._bulk = trunk(pose), bearing.face, bearing.bulk
        self._held, self._idle = held_in(pose, chosen["front"], self._clothes, parts, bearing.gloved, bearing.bulk)

    def from_before(self) -> None:
        """Lay what is seen of somebody who faces us."""
        self._gear("layers", self._back())
        self._group("behind", BODY, self._body, stretched(self._pose))
        self._group("behind", HEAD, self._head)
        self._far_limbs()
        self._group("layers", BODY, self._body, self._trunk)
        self._near_limbs("belt")
        self._group("layers", HEAD, self._head, self._face)
        self._gear("over", self._upper, self._trunk)
        self._group("over", BODY, self._body, self._trunk)
        self._group("over", HEAD, self._head, self._face)
        self._idle_arms()
        self._front()

    def from_behind(self) -> None:
        """Lay what is seen of somebody who turns his back on us."""
        self._front()
        self._far_limbs()
        for slot in SEEN_BEHIND:
            for drawn in self._chosen[slot]:
                self._figure.add_head(rear_of(drawn, self._parts).layers, self._head)
        if self._clothes:
            self._figure.add(rear_of(self._clothes, self._parts).layers, self._body, self._trunk)
        self._idle_arms()
        self._near_limbs("rear-belt")
        self._gear("layers", self._back())

    def _back(self) -> Matrix:
        """Where goes what hangs on the back."""
        return chain(self._upper, self._pose.back.matrix(*MIDDLE))

    def _group(self, depth: str, slots: Iterable[str], matrix: Matrix, warp: Warp | None = None) -> None:
        add = self._figure.add_head if slots is HEAD else self._figure.add
        for slot in slots:
            for drawn in self._chosen[slot]:
                add(getattr(drawn, depth), matrix, warp)

    def _gear(self, depth: str, matrix: Matrix, warp: Warp | None = None) -> None:
        self._group(depth, ("back",), matrix, warp)

    def _front(self) -> None:
        """What is held, with its hands."""
        for drawn, hands in zip(self._chosen["front"], self._held, strict=True):
            self._figure.add_held(drawn, hands, chain(self._upper, self._pose.held.matrix(*MIDDLE)))

    def _idle_arms(self) -> None:
        for hand in self._idle:
            self._figure.add_keyed((*hand.under, *hand.over))

    def _far_limbs(self) -> None:
        """The limbs behind the body, and the upper arms."""
        upper = (laid for hand in (*chain_of(*self._held), *self._idle) for laid in hand.upper)
        for laid in (*legs_of(self._pose, self._clothes, self._parts, False, self._bulk), *upper):
            self._figure.add(laid.shapes, laid.matrix)

    def _near_limbs(self, belt: str) -> None:
        """The belt, and the legs before the body."""
        self._figure.add(self._parts.get(belt).layers, self._upper)
        for laid in legs_of(self._pose, self._clothes, self._parts, True, self._bulk):
            self._figure.add_keyed([laid])
