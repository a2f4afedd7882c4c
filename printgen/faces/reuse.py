"""Drawn items that are the same for every card, or for some, kept by the colours used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.base.errors import has_errors
from printgen.base.limits import usage_of
from printgen.base.units import Matrix
from printgen.drawing.model import Group, Item
from printgen.drawing.tints import ColorMemo
from printgen.faces.face import Face, Node
from printgen.faces.inspection import share_of
from printgen.faces.session import Session
from printgen.faces.setting import Lettering
from printgen.faces.trim import Trim

if TYPE_CHECKING:
    from printgen.faces.library import Library


class SharedGroup(NamedTuple):
    """A group, and the number of its shapes, which count wherever it is placed."""

    group: Group
    shapes: float


@dataclass
class Reusable:
    """Items drawn before, by their colours, with the places (`judged`) and scales (`shares`) already checked."""

    memo: ColorMemo[SharedGroup] = field(default_factory=ColorMemo)
    judged: set[tuple[Trim | None, Matrix]] = field(default_factory=set)
    shares: set[float] = field(default_factory=set)

    def find(self, session: Session) -> SharedGroup | None:
        """The items drawn in these colours; None unless they were checked at a scale as small as now."""
        return self.memo.find(session.tints) if rounded_share(session) in self.shares else None


class NodeRun(NamedTuple):
    """Consecutive items of a face, with their drawn group if it is the same for every card."""

    nodes: list[Node]
    reusable: Reusable | None


class FacePlan:
    """A face's items in runs that are the same for every card, and runs that are not.

    Where colours of the face read a value, each item is a run: then few of them have to be drawn in every colour.
    `constant` are names whose values are the same as long as the `cards` are.
    """

    def __init__(self, face: Face, library: Library, constant: frozenset[str], cards: object) -> None:
        self.cards = cards
        self.letterings: dict[object, Lettering] = {}
        self.runs: list[NodeRun] = []
        self.box_names = frozenset(node.boxes.name for node in face.nodes() if node.boxes and node.boxes.name)
        apart = any(value.names for value in face.colors.values())
        for node in face.items:
            same = constant.issuperset(node.names_read() | library.facts_read([node], face.look))
            last = self.runs[-1] if self.runs else None
            if last is None or apart or (last.reusable is not None) != same:
                self.runs.append(NodeRun([node], Reusable() if same else None))
            else:
                last.nodes.append(node)


def rounded_share(session: Session) -> float:
    return round(share_of(session), 4)


def draw_once(
    reusable: Reusable, session: Session, at: Matrix, draw: Callable[[Session], Sequence[Item]]
) -> SharedGroup:
    """The items drawn at a place, kept for the next use with the same colours."""
    tints, before, shapes = session.tints, len(session.state.findings), usage_of("items")
    fork = tints.fork()
    try:
        drawn = SharedGroup(Group(tuple(draw(session._replace(tints=fork)))), usage_of("items") - shapes)
    finally:
        tints.take(fork.taken)
    # What failed is tried again for the next card, so that every card is told.
    if has_errors(session.state.findings[before:]):
        return drawn
    reusable.judged.add((session.trim, at))
    reusable.shares.add(rounded_share(session))
    return reusable.memo.keep(tints, fork.taken, drawn)


def value_key(value: Any) -> object:
    """A hashable stand-in for a parameter's value."""
    if isinstance(value, Mapping):
        return (dict, *((k, value_key(v)) for k, v in value.items()))
    if isinstance(value, list | tuple):
        return tuple(value_key(v) for v in value)
    # 1, 1.0 and True are equal, yet they print differently.
    return (type(value), value)
