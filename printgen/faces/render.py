"""Rendering: a compiled face and a card's context come in; drawing items come out, with findings on the side.

What does not depend on the card is rendered once and kept as one group; what a `use` draws is kept per distinct
parameters. So equal parts of many cards are one object, which a writer stores once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from printgen.base.geometry import Box, chain, rotate, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.outlines import rectangle
from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.faces import lettering, shapes
from printgen.faces.problems import PartError, ValueProblem
from printgen.faces.template import Face, Node
from printgen.faces.tints import Tints
from printgen.faces.values import Value

Context = dict[str, Any]


@dataclass
class Ink:
    """What is being drawn now: the colours, the card it is for, and the findings so far."""

    tints: Tints
    card: str
    spot: Callable[[str], Where]
    findings: list[Finding] = field(default_factory=list)
    styles: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    plans: dict[int, lettering.Plan] = field(default_factory=dict)

    def report(self, node: Node, message: str, key: str = "", hint: str = "") -> None:
        """A mistake of the template, at its line; names the card that it was found with."""
        where = node.marks.get(key, node.where)
        self.findings.append(Finding("error", where, f"{message} (drawing {self.card})", hint, "template"))

    def report_card(self, name: str | None, message: str, hint: str, code: str, exit_: Exit) -> None:
        """A card's value that cannot be printed, at the value's own line."""
        self.findings.append(Finding("error", self.spot(name or "name"), message, hint, code, exit_))


@dataclass
class Renderer:
    """Renders the faces of one library; keeps what it has rendered for parts that return."""

    library: Any
    _plans: dict[int, _Plan] = field(default_factory=dict)
    _used: dict[object, tuple[Group, tuple[Finding, ...]]] = field(default_factory=dict)

    def render(self, face: Face, context: Mapping[str, Any], ink: Ink) -> tuple[Item, ...]:
        """All items of a face for one card; problems are added to the ink's findings."""
        plan = self._plans.get(id(face))
        if plan is None:
            plan = self._plans[id(face)] = _Plan(face)
        local: Context = {**face.params, **context}
        ink.styles, ink.plans = face.styles, plan.letterings
        try:
            for name, value in face.lets.items():
                local[name] = value.get(local)
            ink.tints = self.library.tints(face, {name: str(v.get(local)) for name, v in face.colors.items()})
        except (ValueProblem, ValueError) as error:
            ink.findings.append(Finding("error", face.where, f"{error} (drawing {ink.card})", "", "template"))
            return ()
        out: list[Item] = []
        for static, nodes in plan.runs:
            if not static:
                self._nodes(nodes, local, ink, out)
                continue
            kept = plan.kept.get(id(nodes))
            if kept is None:
                items: list[Item] = []
                self._nodes(nodes, local, ink, items)
                kept = plan.kept[id(nodes)] = Group(tuple(items))
            out.append(Place(kept))
        return tuple(out)

    def _nodes(self, nodes: Iterable[Node], context: Context, ink: Ink, out: list[Item]) -> None:
        for node in nodes:
            try:
                if node.when is None or node.when.get(context):
                    _DRAW[node.kind](self, node, context, ink, out)
            except PartError as error:
                ink.report_card("look", f"the picture of {ink.card}: {error}", "", "art", Exit.BAD_INPUT)
            except (ValueProblem, ValueError) as error:
                ink.report(node, str(error))
            except KeyError as error:
                ink.report(node, f"'{error.args[0]}' is missing")

    def _group(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        items: list[Item] = []
        self._nodes(node.children, context, ink, items)
        x, y, turn = p.number("x"), p.number("y"), p.number("rotate")
        cx, cy = p.number("cx"), p.number("cy")
        clip = node.props["clip"].get(context) if "clip" in node.props else None
        outline = rectangle(Box(*clip)) if clip else None
        matrix = chain(translate(x + cx, y + cy), rotate(turn), translate(-cx, -cy))
        out.append(Place(Group(tuple(items), outline), matrix))

    def _use(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        name = p.word("face")
        values = {key: value.get(context) for key, value in node.inner.items()}
        key = (name, tuple((k, _key(v)) for k, v in values.items()))
        known = self._used.get(key)
        if known is None:
            face: Face = self.library.face(name)
            wrong = [k for k in values if k not in face.params]
            if wrong:
                ink.report(node, f"face '{name}' takes no '{wrong[0]}'", "with", did_you_mean(wrong[0], face.params))
                return
            inner = Ink(ink.tints, ink.card, ink.spot)
            group = Group(self.render(face, {**values, "tables": context.get("tables", {})}, inner))
            known = (group, tuple(inner.findings))
            # A face that failed is tried again for the next card, so that every card is told.
            if not known[1]:
                self._used[key] = known
        ink.findings.extend(known[1])
        out.append(Place(known[0], translate(p.number("x"), p.number("y"))))

    def _each(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        listed = node.props["in"].get(context)
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            ink.report(node, "each needs a list", "in")
            return
        name = p.word("as", "item")
        for i, item in enumerate(listed):
            items: list[Item] = []
            self._nodes(node.children, {**context, name: item, "index": i, "count": len(listed)}, ink, items)
            place = translate(p.number("x") + i * p.number("dx"), p.number("y") + i * p.number("dy"))
            out.append(Place(Group(tuple(items)), place))

    def _shape(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        out.extend(shapes.DRAW[node.kind](shapes.Props(node, context), ink.tints, self.library))

    def _text(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        lettering.draw(node, context, ink, self.library, out)

    def _image(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        box = Box(p.number("x"), p.number("y"), p.number("w"), p.number("h"))
        photo = p.any("file")
        if photo:
            items, findings = self.library.photo(photo, box, ink.spot("art"), ink.card)
            ink.findings.extend(findings)
            out.extend(items)
        elif p.any("look") is not None:
            seed, outlined = int(p.any("seed") or 0), p.word("tone") == "outline"
            out.append(Place(self.library.studio.picture(p.any("look"), box, ink.tints, seed, outlined)))


_DRAW: dict[str, Callable[[Renderer, Node, Context, Ink, list[Item]], None]] = {
    "group": Renderer._group,
    "use": Renderer._use,
    "each": Renderer._each,
    "text": Renderer._text,
    "image": Renderer._image,
    **dict.fromkeys(shapes.DRAW, Renderer._shape),
}


class _Plan:
    """A face's items in runs that are the same for every card, and runs that are not."""

    def __init__(self, face: Face) -> None:
        moving = {name for name, value in face.colors.items() if not value.constant}
        self.kept: dict[int, Group] = {}
        self.letterings: dict[int, lettering.Plan] = {}
        self.runs: list[tuple[bool, list[Node]]] = []
        for node in face.items:
            static = _is_static(node, moving, frozenset())
            if not self.runs or self.runs[-1][0] != static:
                self.runs.append((static, []))
            self.runs[-1][1].append(node)


def _is_static(node: Node, moving: set[str], bound: frozenset[str]) -> bool:
    """Whether a node draws the same for every card; `bound` are names that a static `each` around it gives."""
    values: list[Value] = [*node.props.values(), *node.inner.values(), *([node.when] if node.when else ())]
    for way in node.fits:
        values.extend(way.values())
    for value in values:
        if value.names - bound:
            return False
        word = value.get({}) if value.constant else None
        if isinstance(word, str) and moving & set(word.replace("/", " ").split()):
            return False
    if node.kind == "text" and "style" in node.props:
        return not moving
    if node.kind == "each":
        bound = bound | {"index", "count", str(node.props["as"].get({})) if "as" in node.props else "item"}
    return all(_is_static(child, moving, bound) for child in node.children)


def _key(value: Any) -> object:
    """A hashable stand-in for a parameter's value."""
    if isinstance(value, Mapping):
        return tuple((k, _key(v)) for k, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(_key(v) for v in value)
    return value
