"""Which items of a face are the same for every card: a compiled face comes in; the plan for drawing it goes out."""

from __future__ import annotations

from printgen.drawing.model import Group
from printgen.faces import lettering
from printgen.faces.face import Face, Node
from printgen.reading.values import Value

# Colours that a template uses without naming them: text is ink, and "on main" is sand or ink.
_UNNAMED = frozenset({"ink", "sand"})


class Plan:
    """A face's items in runs that are the same for every card, and runs that are not."""

    def __init__(self, face: Face) -> None:
        moving = _moving(face)
        # A style is looked up by a name, so one that changes makes every text with a style change.
        styled = any(value.names for style in face.styles.values() for value in style.values())
        self.kept: dict[int, Group] = {}
        self.letterings: dict[int, lettering.Plan] = {}
        self.runs: list[tuple[bool, list[Node]]] = []
        for node in face.items:
            static = _is_static(node, moving, styled, frozenset())
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
    return set(words.replace("/", " ").split())


def _is_static(node: Node, moving: set[str], styled: bool, bound: frozenset[str]) -> bool:
    """Whether a node draws the same for every card; `bound` are names that a static `each` around it gives.

    `moving` are the colours that change, `styled` tells whether a style does.
    """
    if moving & _UNNAMED:
        return False
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
    if node.kind == "each":
        bound = bound | {"index", "count", str(node.props["as"].get({})) if "as" in node.props else "item"}
    return all(_is_static(child, moving, styled, bound) for child in node.children)
