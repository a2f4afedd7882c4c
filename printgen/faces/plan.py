"""Which items of a face are the same for every card: a compiled face comes in; the plan for drawing it goes out.

What a shape depends on is of two kinds. The names that it reads are known from its compiled expressions; a shape that
reads none but those which an `each` around it gives is the same for every card, but for its colours. Which colours it
takes is seen when it is drawn: it serves again where these mean the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.geometry import Matrix
from printgen.drawing.model import Group
from printgen.drawing.tints import ColorMemo
from printgen.faces.face import Face, Node
from printgen.faces.names import names_read
from printgen.faces.session import Lettering
from printgen.faces.trim import Trim


class Drawn(NamedTuple):
    """A group, and how many shapes it came to: whoever looks at them looks at all of them wherever it is placed."""

    group: Group
    shapes: float


@dataclass
class Reusable:
    """What was drawn before, by its colours, and where it was looked at whether its text lies too near to the cut."""

    memo: ColorMemo[Drawn] = field(default_factory=ColorMemo)
    judged: set[tuple[Trim | None, Matrix]] = field(default_factory=set)


class Run(NamedTuple):
    """Items of a face that follow each other; what was drawn of them, where they are the same for every card."""

    nodes: list[Node]
    reusable: Reusable | None


class Plan:
    """A face's items in runs that are the same for every card, and runs that are not.

    Where colours of the face read a value, each item is a run: then few of them have to be drawn in every colour. It
    holds on to the face: faces and nodes are known by their ids, which no other object may be given.
    """

    def __init__(self, face: Face) -> None:
        self.face = face
        self.letterings: dict[tuple[int, str], Lettering] = {}
        self.runs: list[Run] = []
        apart = any(value.names for value in face.colors.values())
        for node in face.items:
            same = not names_read(node, face.styles)
            last = self.runs[-1] if self.runs else None
            if last is None or apart or (last.reusable is not None) != same:
                self.runs.append(Run([node], Reusable() if same else None))
            else:
                last.nodes.append(node)
