"""A compiled face: its nodes, which become items, their properties and places; boxes from the edges of the face."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from printgen.base.errors import Finding, ValueProblem, Where, blame, known_word, unknown_word
from printgen.base.units import Box, mm
from printgen.drawing.edges import END, USUAL_BLEED
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import NONE, Tints
from printgen.faces.shape_words import AXES, LISTS, SIZES
from printgen.faces.styles import FaceStyles
from printgen.reading.positions import LocatedMap
from printgen.reading.texts import Context, Value, constant, number_of, text_of

Styles = Mapping[str, Mapping[str, Value]]
"""Compiled settings of texts by the names of the styles."""

_JOINTS = "joints"  # `first` (the face word) also depends on where the pages of a piece are joined.
_PLACES = "places"  # A shape that names its box is drawn for every card, so that others know its place there.


class NodeBoxes(NamedTuple):
    """The boxes that a node names and reads.

    `name` is the name of its own box, "" for none; `names` are all that later shapes may read, those of boxes inside it
    included; `reads` are the boxes whose places it, or what is inside it, needs.
    """

    name: str
    names: tuple[str, ...]
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Node:
    """One item of a face: its kind, its compiled properties, its condition and its children.

    `effects` tells that what it draws shows through, or throws a shadow; `flow` is the word that places it, such as
    stack, "" for one that says its place itself. `variants` are the same node in each style, where its style depends on
    the card; `boxes` are the boxes that it names or reads, None for neither.
    """

    kind: str
    props: Mapping[str, Value]
    where: Where
    source: LocatedMap
    when: Value | None = None
    children: tuple[Node, ...] = ()
    inner: Mapping[str, Value] = field(default_factory=dict)
    fits: tuple[Mapping[str, Value], ...] = ()
    unit: float = 1.0
    effects: bool = False
    flow: str = ""
    variants: Mapping[str, Node] | None = None
    boxes: NodeBoxes | None = None

    def __hash__(self) -> int:
        return hash(self.where)

    def settings(self) -> Iterator[tuple[str, Value]]:
        """All values of the node and of its styles, each under the key that `place` takes; children are left out."""
        yield from self.props.items()
        part = "lets" if self.kind == "each" else "with"
        yield from ((f"{part} {name}", value) for name, value in self.inner.items())
        if self.when:
            yield "when", self.when
        for variant in (self.variants or {}).values():
            yield from variant.props.items()
        for setting in self.fits:
            yield from (("fit", value) for value in setting.values())

    def values(self) -> Iterator[Value]:
        """All values of the node and of its styles; children are left out."""
        return (value for _, value in self.settings())

    def in_style(self, context: Context) -> Node:
        """The node in the style that it has for a card. ValueProblem when there is no style of that name."""
        if self.variants is None:
            return self
        value = self.props["style"].of("style", context)
        if value is None or not (name := str(value)):
            return self
        return self.variants[known_word(name, self.variants, "style", "style")]

    def says(self, key: str) -> bool:
        """Whether the template writes this setting, such as an edge from which the box was computed."""
        return key in self.source[self.kind]

    def names_read(self, in_each: bool = False) -> frozenset[str]:
        """The names that the node reads from its surroundings; `in_each` when it is inside an each."""
        lets = self.inner if self.kind == "each" else {}
        names = frozenset[str]().union(*(value.names for value in self.values() if value not in lets.values()))
        if self.kind == "first":
            names |= {_JOINTS}
        if "overflow" in self.props:
            names |= {"auto"}
        if self.boxes is not None:
            names |= {_PLACES}
        inside = in_each or self.kind == "each"
        inner = frozenset[str]().union(*(child.names_read(inside) for child in self.children))
        if self.kind not in LISTS:
            return names | inner
        inner = inner.union(*(value.names for value in lets.values()))
        return names | (inner - {self.entry_name(), *self.counter_names(in_each), *lets})

    def entry_name(self) -> str:
        """The name that an each or a first gives its entry; "" when the name is an expression."""
        name = self.props.get("as")
        return "item" if name is None else str(name.get({})) if name.constant else ""

    def counter_names(self, in_each: bool) -> frozenset[str]:
        """The names of the counters of an each, with those for the outer each if `in_each`; none for a first."""
        if self.kind == "first":
            return frozenset()
        names = {"index", "count", *(("row", "column") if "columns" in self.props else ())}
        return frozenset({*names, "outer"} if in_each else names)

    def place(self, key: str) -> Where:
        """The place of a setting, `when`, a parameter ("with deck") or a let; the item's own place when it has none."""
        if key == "when":
            return self.source.where(key)
        settings = self.source[self.kind]
        if key.partition(".")[0] in settings and "." in key:
            return _place_within(settings, key.split("."))
        part, _, name = key.partition(" ")
        if name in self.inner:
            where: Where = settings[part].key_where(name)
            return where
        return settings.where(key) if key in settings else self.where


# Cards of a deck have boxes of few sizes, and what was set in one of them before is found by its node.
@lru_cache(maxsize=4096)
def with_lengths(node: Node, **lengths: float) -> Node:
    """A node with these settings; lengths in points."""
    return replace(node, props={**node.props, **{key: constant(value) for key, value in lengths.items()}})


class Props:
    """A node's properties for one card, read by type; each missing one has a default."""

    __slots__ = ("_context", "_props", "unit")

    def __init__(self, node: Node, context: Mapping[str, Any]) -> None:
        self._props, self._context, self.unit = node.props, context, node.unit

    def __contains__(self, key: str) -> bool:
        return key in self._props

    def any(self, key: str, default: Any = None) -> Any:
        value = self._props.get(key)
        return default if value is None else value.of(key, self._context)

    def number(self, key: str, default: float = 0.0) -> float:
        number = number_of(self.any(key, default), key)
        if number < 0 and key in SIZES:
            raise ValueProblem(f"{key} is below zero; give it a length from zero up", key)
        return number

    def at_least(self, key: str, minimum: float, default: float) -> float:
        """A number that is at least `minimum`: below it, a pattern would have endlessly many parts."""
        value = self.number(key, default)
        if value < minimum:
            raise ValueProblem(f"{key} is too small; write {minimum:g} or more", key)
        return value

    def word(self, key: str, default: str = "") -> str:
        value = self.any(key, default)
        return value if isinstance(value, str) else text_of(value)

    def one_of(self, key: str, words: Collection[str], default: str, noun: str = "") -> str:
        """One of some words; `noun` is what a message calls the setting, by default its key."""
        return known_word(self.word(key, default), words, noun or key, key)

    def color(self, key: str, tints: Tints) -> str | None:
        value = self.any(key)
        if value in (None, ""):
            return None
        with blame(key):
            color = tints.resolve(str(value))
        return None if color == NONE else color


@dataclass(frozen=True, slots=True)
class Face:
    """A compiled face: lengths in points; `lets` and `colors` are evaluated per card before the items.

    `sources` are the mappings it was read from: its own, then those of the faces it extends. `look` names the look
    that it is in, which is that of the faces it uses too. `edge` is what its edges become in the bleed, one of `EDGES`.
    `styles` have the letters of the styles of its `sheet`, and `restyle` compiles its items anew for another sheet.
    """

    name: str
    where: Where
    sources: tuple[LocatedMap, ...] = ()
    size: tuple[float, float] | None = None
    bleed: float = 0.0
    safe: float = 0.0
    palettes: tuple[str, ...] = ()
    colors: Mapping[str, Value] = field(default_factory=dict)
    lets: Mapping[str, Value] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    sheet: FaceStyles = field(default_factory=FaceStyles)
    styles: Styles = field(default_factory=dict)
    items: tuple[Node, ...] = ()
    restyle: Callable[[FaceStyles], tuple[tuple[Node, ...], Sequence[Finding]]] = lambda sheet: ((), ())
    look: str = ""
    edge: str = ""

    def __hash__(self) -> int:
        return hash((self.name, self.look))

    def nodes(self) -> Iterator[Node]:
        return walk_nodes(self.items)

    def reads(self) -> frozenset[str]:
        """The names that its values read, its parameters included."""
        values = [value for node in self.nodes() for value in node.values()]
        values += [*self.lets.values(), *self.colors.values()]
        return frozenset(self.params).union(*(value.names for value in values))

    def with_edge(self, edge: str) -> Face:
        """The face with this treatment of its edges; edges that grow give it a bleed."""
        return replace(self, edge=edge, bleed=self.bleed or (0.0 if edge == END else USUAL_BLEED))

    def place(self, part: str, name: str = "") -> Where:
        """The place of a part of the face, or of a name in it; the place of the face when it has no such part."""
        for source in self.sources:
            if not name and part in source:
                return source.where(part)
            inner = source.get(part)
            if isinstance(inner, LocatedMap) and name in inner:
                return inner.where(name)
        return self.where

    def slot(self, name: str) -> Box:
        """The box, in points, that the face keeps for what a product puts there; TemplateProblem when it has none."""
        return self.slots(name)[0]

    def slots(self, name: str) -> tuple[Box, ...]:
        """All boxes of that name, in the order of the face; TemplateProblem when it has none."""
        boxes = list(_slots(self.items, 0.0, 0.0))
        slots = tuple(box for slot, box in boxes if slot == name)
        if not slots:
            message = f"face '{self.name}' has no slot '{name}', which this kind of product fills"
            add = f"Add a line such as - slot: {{name: {name}, x: 5, y: 5, w: 50, h: 50}}."
            names = {slot for slot, _ in boxes}
            raise TemplateProblem([unknown_word(self.where, "missing-slot", message, name, names, add)])
        return slots


def walk_nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes with all nodes inside them and their variants in each style."""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield from (node, *(node.variants or {}).values())
        stack.extend(node.children)


def _place_within(value: Any, path: list[str]) -> Where:
    """The place of a part of a setting, such as that of `from` in a `fill`."""
    for name in path[:-1]:
        value = value[name] if isinstance(value, LocatedMap) else value[int(name)]
    last = path[-1]
    where: Where = value.where(last if isinstance(value, LocatedMap) else int(last))
    return where


def _slots(nodes: Iterable[Node], x: float, y: float) -> Iterator[tuple[str, Box]]:
    """Slots with their names and boxes; boxes in groups at a constant place are moved with the group."""
    for node in nodes:
        constants = {key: value.get({}) for key, value in node.props.items() if value.constant}
        if node.kind == "slot":
            left, top = x + constants.get("x", 0.0), y + constants.get("y", 0.0)
            yield str(constants["name"]), Box(left, top, constants["w"], constants["h"])
        elif node.kind == "group":
            yield from _slots(node.children, x + constants.get("x", 0.0), y + constants.get("y", 0.0))


_HINT = "Add size: to the face, or write x, y, w and h."


def box_from_edges(
    edges: Mapping[str, float], is_text: bool, size: tuple[float, float], bleed: float
) -> dict[str, float]:
    """The x, y, w and h, in points, of a shape whose `edges` say how far it is from those of a face of a size.

    A text without a height keeps its baseline: only its left and right edges follow those of the face. A `foot` is how
    far the lower edge of what is as high as its contents is from that of the face; it comes back as its place.
    """
    default = edges.get("inset", -bleed if edges.get("bleed") else None)
    measures: dict[str, float] = {}
    for (start, length, end), total in zip(AXES, size, strict=True):
        if start == "y" and "foot" in edges:
            measures["foot"] = total - edges["foot"]
            continue
        if is_text and start == "y" and "h" not in edges and "bottom" not in edges:
            continue
        end_gap, start_gap = edges.get(end, default), edges.get(start, default)
        if end in edges and length in edges and start not in edges:
            start_gap = total - edges[end] - edges[length]
        if start_gap is not None:
            measures[start] = start_gap
        if length not in edges and end_gap is not None:
            measures[length] = total - end_gap - (start_gap or 0.0)
    return measures


def late_box_from_edges(
    key: str, edges: Mapping[str, Value], is_text: bool, size: tuple[float, float] | None, bleed: float
) -> dict[str, Value]:
    """The box from edges as values, for edges that depend on the card, or for a face without a size.

    In the context of these values `w` and `h` are the size of the face in millimetres, and `bleed`, if present, is the
    bleed of its panel where that is smaller. `key` is the setting that asked for the edges.
    """

    def edge(name: str, context: Context) -> float:
        if size is None and ("w" not in context or "h" not in context):
            raise ValueProblem(f"{key} counts from the edge of the face, which has no size. {_HINT}", key)
        whole, reach = size or (mm(context["w"]), mm(context["h"])), max(bleed, mm(context.get("bleed", 0)))
        numbers = {name: value.of(name, context) for name, value in edges.items()}
        length = box_from_edges(numbers, is_text, whole, bleed if size else reach)[name]
        if name in ("w", "h") and length <= 0:
            raise ValueProblem(f"{key} leaves no room between the edges of the face. Choose a smaller one.", key)
        return length

    plain = {name: value.get({}) if value.constant else 0.0 for name, value in edges.items()}
    read = frozenset(() if size else ("w", "h", "bleed")).union(*(value.names for value in edges.values()))
    return {name: Value(partial(edge, name), read) for name in box_from_edges(plain, is_text, (0.0, 0.0), bleed)}
