"""Which items of a face are the same for every card: a compiled face comes in; the plan for drawing it goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from printgen.base.geometry import Matrix
from printgen.drawing.model import Group
from printgen.drawing.tints import Tints
from printgen.faces import lettering
from printgen.faces.compound import form_of
from printgen.faces.face import Face, Node
from printgen.faces.shape_words import KINDS
from printgen.faces.trim import Trim
from printgen.reading.values import Value

T = TypeVar("T")
Drawn = tuple[Group, float]
"""A group, and how many shapes it came to: whoever looks at them looks at all of them wherever it is placed."""
Inherits = Callable[[Node], frozenset[str] | None]
"""The colour words that what a `use` draws may take from the face around it; None when they cannot be told."""

# What stands between the words of colours, in brackets of a text too.
_BETWEEN = re.compile(r"[/\[\]]")
COUNTED = ("index", "count", "outer", "row", "column")
"""What an each tells beside its entry; the last two where it has columns."""
UNNAMED = frozenset({"ink", "sand"})
"""Colours that a template uses without naming them: text is ink, and "on main" is sand or ink."""


class Kept(Generic[T]):
    """What was drawn before, with the inherited colours that it took: it serves where those are the same again."""

    def __init__(self) -> None:
        self.judged: set[tuple[Trim | None, Matrix]] = set()
        """Where it was looked at whether its text lies too near to the cut."""
        self._known: dict[tuple[str, ...], dict[tuple[str | None, ...], T]] = {}

    def find(self, roles: Mapping[str, str], tints: Tints | None = None) -> T | None:
        """What serves under these roles; the names that it took count as taken from `tints`."""
        for names, made in self._known.items():
            found = made.get(tuple(map(roles.get, names)))
            if found is not None:
                if tints is not None:
                    tints.taken.update(names)
                return found
        return None

    def keep(self, roles: Mapping[str, str], tints: Tints, made: T) -> None:
        """Keep what was drawn with `tints` under these roles."""
        names = tuple(sorted(tints.taken))
        self._known.setdefault(names, {})[tuple(map(roles.get, names))] = made


class Plan:
    """A face's items in runs that are the same for every card, and runs that are not.

    It holds on to the face: faces, nodes and runs are known by their ids, which no other object may be given.
    """

    def __init__(self, face: Face, inherits: Inherits, unnamed: frozenset[str] = UNNAMED) -> None:
        self.face = face
        moving = _moving(face)
        # A style is looked up by a name, so one that changes makes every text with a style change.
        styled = any(value.names for style in face.styles.values() for value in style.values())
        self.kept: dict[int, Kept[Drawn]] = {}
        self.letterings: dict[int, lettering.Plan] = {}
        self.runs: list[tuple[bool, list[Node]]] = []
        for node in face.items:
            static = not moving & unnamed and _is_static(node, moving, styled, frozenset(), inherits)
            if not self.runs or self.runs[-1][0] != static:
                self.runs.append((static, []))
            self.runs[-1][1].append(node)


def _moving(face: Face) -> set[str]:
    """The colours that may differ from card to card: those that read a value, and those made from such a one."""
    moving: set[str] = set()
    for name, value in face.colors.items():
        if not value.constant or moving & _color_words(str(value.get({}))):
            moving.add(name)
    return moving


def _color_words(words: str) -> set[str]:
    return set(_BETWEEN.sub(" ", words).split())


def inherited_words(face: Face, inherits: Inherits, unnamed: frozenset[str] = UNNAMED) -> frozenset[str] | None:
    """The colour words of a face that may be roles of the one that uses it; None when they cannot be told."""
    words: set[str] = set(unnamed)
    values = list(face.colors.values())
    for node in face.nodes():
        values += [value for key, value in node.props.items() if form_of(KINDS[node.kind], key) == "color"]
        values += [way[key] for way in (*node.fits, *face.styles.values()) for key in ("color", "stroke") if key in way]
        # A text may lack its text, of which another is told.
        text = node.props.get("text") if node.kind == "text" else None
        if text is not None and text.constant and "[" in str(text.get({})):
            values.append(text)
        if node.kind in ("use", "image"):
            inner = inherits(node) if node.kind == "use" else None
            if inner is None:
                return None
            words |= inner
    if not all(value.constant for value in values):
        return None
    return frozenset(words.union(*(_color_words(str(value.get({}))) for value in values)))


def _is_static(node: Node, moving: set[str], styled: bool, bound: frozenset[str], inherits: Inherits) -> bool:
    """Whether a node draws the same for every card; `bound` are names that a static `each` around it gives.

    `moving` are the colours that change, `styled` tells whether a style does.
    """
    values: list[Value] = [*node.props.values(), *node.inner.values(), *([node.when] if node.when else ())]
    for way in node.fits:
        values.extend(way.values())
    for value in values:
        if value.names - bound:
            return False
        word = value.get({}) if value.constant else None
        if isinstance(word, str) and moving & _color_words(word):
            return False
    if node.kind == "text" and "style" in node.props and (moving or styled):
        return False
    if node.kind == "use" and moving and ((words := inherits(node)) is None or moving & words):
        return False
    if node.kind == "each":
        counted = COUNTED if "columns" in node.props else COUNTED[:3]
        bound = bound | {*counted, str(node.props["as"].get({})) if "as" in node.props else "item"}
    return all(_is_static(child, moving, styled, bound, inherits) for child in node.children)
