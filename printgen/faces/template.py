"""Compiles the YAML of a face and checks its shapes and names; mistakes are findings at its lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from printgen.base.errors import Finding, Where, did_you_mean, split_advice
from printgen.base.limits import consume
from printgen.base.units import mm, parse_length, printable, to_mm, with_article
from printgen.drawing.edges import EDGES, END, EXTEND
from printgen.drawing.pieces import TemplateProblem
from printgen.faces import shape_words as words
from printgen.faces.face import Face, Node, box_from_edges, late_box_from_edges
from printgen.faces.given_names import check_names, link_boxes
from printgen.faces.styles import FaceStyles, StyleCompiler, over_inherited, read_sheet, without
from printgen.faces.template_settings import SettingsCompiler, range_sizes
from printgen.reading.positions import LocatedList, LocatedMap, OverlayMap
from printgen.reading.texts import Value, constant

NamedSize = Callable[[str], tuple[float, float]]
"""Width and height in points of a size by name; ValueError when there is none."""

_WIDEST = mm(50)  # The widest bleed or safe margin, in points.
_PLATE_HINT = "Add h:, or put it into a stack."


class _Surroundings(NamedTuple):
    """What is around a shape: whether anything moves it from the edges of the face, and its stack or row, or ""."""

    moved: bool = False
    flow: str = ""

    def inside(self, kind: str, settings: LocatedMap) -> _Surroundings:
        """The surroundings of the children of a shape; the children of an each are in its own stack or row."""
        moved = self.moved or kind in words.FLOWS or any(move in settings for move in words.MOVES)
        return _Surroundings(moved, kind if kind in words.FLOWS else self.flow if kind == "each" else "")


_OF_FACE = _Surroundings()
"""The surroundings of the shapes that a face itself lists."""


class Parser:
    """Compiles one face file; `parent` is the already compiled face that it extends, `size` knows sizes by name."""

    def __init__(self, name: str, raw: Any, where: Where, parent: Face | None, size: NamedSize) -> None:
        self.name, self.raw, self.where, self.parent = name, raw, where, parent
        self.named_size = size
        self.size = parent.size if parent else None
        self.bleed = parent.bleed if parent else 0.0
        self.compiler = SettingsCompiler("mm" if parent else None)
        self.styles = StyleCompiler(FaceStyles(), self.compiler)

    def face(self) -> Face:
        """The compiled face; TemplateProblem carries every finding when there are any."""
        face = self._compile(words.HEADER)
        for name in self.compiler.mapping_under(self.raw, "looks"):
            part = Parser(self.name, self.raw["looks"][name], self.raw["looks"].where(name), face, self.named_size)
            try:
                part.look(self.raw)
            except TemplateProblem as error:
                self.compiler.add(*error.findings)
        if self.compiler.findings:
            raise TemplateProblem(sorted(dict.fromkeys(self.compiler.findings), key=lambda finding: finding.where))
        return face

    def look(self, source: LocatedMap) -> Face:
        """The parent as one of the `looks` of `source` has it; TemplateProblem carries every finding."""
        self.compiler.unit = str(source.get("unit") or "mm")
        face = self._compile(words.LOOK)
        if self.compiler.findings:
            raise TemplateProblem(self.compiler.findings)
        return face

    def _compile(self, known_keys: frozenset[str]) -> Face:
        """The face of what is written, with one of its own `known_keys`; TemplateProblem for what is no mapping.

        Lengths need the unit and items the size and the styles, so these are read first.
        """
        raw, parent = self.raw, self.parent or Face(self.name, self.where)
        if not isinstance(raw, LocatedMap):
            if known_keys is words.LOOK:
                what = "a look is a mapping", "Write it like colors: {main: ink}."
            else:
                what = "a face is a mapping with items", "Write items: and a list of shapes."
            raise TemplateProblem([Finding("error", self.where, *what, "template")])
        self.compiler.check_keys(raw, known_keys, "unknown key '{}' in a face")
        self._parse_unit(raw)
        if "size" in raw:
            self.size = self._size(raw)
        if "bleed" in raw:
            self.bleed = self._margin(raw, "bleed")
        is_look = known_keys is words.LOOK
        self.styles = StyleCompiler(read_sheet(raw, parent.sheet, self.compiler), self.compiler)
        face = Face(
            name=self.name,
            where=self.where,
            sources=(raw, *parent.sources),
            size=self.size,
            bleed=self.bleed,
            safe=self._margin(raw, "safe", -_WIDEST) if "safe" in raw else parent.safe,
            palettes=(
                *parent.palettes,
                *map(str, self.compiler.list_under(raw, "palettes", "names", "[dossier]") or ()),
            ),
            colors={**parent.colors, **self.compiler.values(raw, "colors")},
            lets={**parent.lets, **self.compiler.values(raw, "lets")},
            params={**parent.params, **self.compiler.mapping_under(raw, "params")},
            sheet=self.styles.sheet,
            styles={name: self.styles.letters_of(name) for name in self.styles.sheet.styles},
            items=self._all_items(is_look),
            restyle=partial(self._restyled, is_look),
            look=parent.look if is_look else "",
            edge=self._edge(raw) if "edge" in raw else parent.edge,
        )
        if face.edge or any(map(_grows, face.nodes())):
            face = replace(face.with_edge(EXTEND if any(map(_grows, face.nodes())) else face.edge), edge=face.edge)
        self.compiler.add(*check_names(face))
        face, findings = link_boxes(face)
        self.compiler.add(*findings)
        return face

    def _all_items(self, is_look: bool) -> tuple[Node, ...]:
        """The items of the face that this one extends, in the styles of this one, and its own."""
        raw, parent = self.raw, self.parent or Face(self.name, self.where)
        if is_look and "items" in raw:
            return self._items(raw, "items")
        if self.styles.sheet is not parent.sheet:
            items, findings = parent.restyle(self.styles.sheet)
            parent = replace(parent, items=items)
            self.compiler.add(*findings)
        return (*self._overridden(raw, parent), *self._items(raw, "items"))

    def _restyled(self, is_look: bool, sheet: FaceStyles) -> tuple[tuple[Node, ...], Sequence[Finding]]:
        """The items in the styles of another sheet, and what is wrong with them there."""
        parser = copy(self)
        parser.compiler = SettingsCompiler(self.compiler.unit)
        parser.styles = StyleCompiler(sheet, parser.compiler)
        return parser._all_items(is_look), parser.compiler.findings

    def _parse_unit(self, raw: LocatedMap) -> None:
        """Take the unit of lengths that a face names; millimetres, with a finding, for an unknown one."""
        if "unit" in raw:
            self.compiler.unit = str(raw["unit"])
            try:
                parse_length(1, self.compiler.unit)
            except ValueError as error:
                self.compiler.report(raw, "unit", str(error))
                self.compiler.unit = "mm"

    def _size(self, raw: LocatedMap) -> tuple[float, float] | None:
        """The width and height of a face in points; None, with a finding, for what is no size."""
        size = raw["size"]
        if isinstance(size, str):
            try:
                return self.named_size(size)
            except ValueError as error:
                self.compiler.add(Finding("error", raw.where("size"), str(error), code="unknown-size"))
                return None
        if not isinstance(size, LocatedList) or len(size) != 2:
            self.compiler.report(
                raw, "size", "size is a name, or a width and a height", "Write it like poker, or [63, 88]."
            )
            return None
        before = len(self.compiler.findings)
        width, height = (self.compiler.length(raw, "size", v) for v in size)
        if len(self.compiler.findings) == before and min(width, height) <= 0:
            self.compiler.report(
                raw, "size", "size needs a width and a height above zero", "Choose lengths above zero."
            )
        elif len(self.compiler.findings) == before:
            try:
                return printable(width), printable(height)
            except ValueError as error:
                self.compiler.report(raw, "size", *split_advice(str(error)))
        return width, height

    def _margin(self, raw: LocatedMap, key: str, least: float = 0.0) -> float:
        """The bleed or the safe margin of a face in points."""
        margin = self.compiler.length(raw, key, raw[key])
        if not least <= margin <= _WIDEST:
            limits = f"from {to_mm(least):g} to {to_mm(_WIDEST):g} mm"
            self.compiler.report(
                raw, key, f"{key} is {to_mm(margin):g} mm; it must be {limits}", f"Choose a length {limits}."
            )
        return margin

    def _edge(self, raw: LocatedMap) -> str:
        """How pictures of a face end at its cut."""
        edge = str(raw["edge"])
        if edge not in EDGES:
            self.compiler.report(raw, "edge", f"there is no edge '{edge}'", did_you_mean(edge, EDGES))
        return edge

    def _items(self, mapping: LocatedMap, key: str, around: _Surroundings = _OF_FACE) -> tuple[Node, ...]:
        """The nodes of a list of shapes, without those that are none."""
        raw = self.compiler.list_under(mapping, key, "shapes", "- rect: {w: 5, h: 3}, a line each") or LocatedList()
        return tuple(node for i, item in enumerate(raw) if (node := self._node(item, raw.where(i), around)))

    def _kind(self, item: Any, where: Where) -> str | None:
        """The word that says what an item is."""
        kinds = [str(key) for key in item if key != "when"] if isinstance(item, LocatedMap) else []
        if len(kinds) == 1 and kinds[0] in words.KINDS:
            return kinds[0]
        message, hint = "a shape is one word with its settings, such as rect: {...}", "Start every shape with a dash."
        if len(kinds) > 1:
            message += f"; these are {len(kinds)}: {', '.join(kinds)}"
            if kinds[1] in words.KINDS.get(kinds[0], ()):
                hint = f"Put {kinds[1]} further in, below {kinds[0]}."
        elif kinds:
            message, hint = f"'{kinds[0]}' is not a shape", words.did_you_mean_word(kinds[0], words.KINDS)
        else:
            hint = did_you_mean("", words.KINDS)
        self.compiler.add(Finding("error", where, message, hint, "template"))
        return None

    def _node(self, item: Any, where: Where, around: _Surroundings) -> Node | None:
        """The node of an item, a word with its settings and maybe `when`; None, with a finding, for anything else."""
        kind = self._kind(item, where)
        if kind is None:
            return None
        settings, forms = item[kind], words.KINDS[kind]
        if not isinstance(settings, LocatedMap):
            hint = "Write them in the form {x: 1, y: 2}."
            if isinstance(settings, LocatedList) and "items" in forms:
                hint = "Write items: above the list, and put the list further in."
            elif kind == "text":
                hint = "Write what it says like text: {text: some words}."
            self.compiler.report(item, kind, f"{kind} takes settings", hint)
            return None
        before = len(self.compiler.findings)
        known_keys = self.compiler.check_keys(settings, forms, f"{with_article(kind)} has no '{{}}'")
        plain_keys = [key for key in known_keys if forms[key] not in ("items", "map", "fits")]
        own = range_sizes(self.compiler.settings(settings, plain_keys, forms, kind))
        style, variable = self._style_of(kind, settings, own)
        item, props = self._with_inherited(item, kind, own, style, around)
        if len(self.compiler.findings) == before:
            self._check_unused(settings, own, props, around.flow)
            self._check_beside(kind, settings, own)
            self._check_flow(kind, item[kind], own, where, around.flow)
        when = self.compiler.value(item, "when", _condition(item["when"])) if "when" in item else None
        unit, effects = parse_length(1, self.compiler.unit or "pt"), not words.EFFECTS.keys().isdisjoint(props)
        node = Node(kind, props, where, item, when, unit=unit, effects=effects, flow=around.flow)
        for key in known_keys:
            match forms[key]:
                case "items":
                    node = replace(node, children=self._items(item[kind], key, around.inside(kind, item[kind])))
                case "map":
                    node = replace(node, inner=self.compiler.values(settings, key))
                case "fits":
                    node = replace(node, fits=self.compiler.fits(settings, key))
        return self._with_variants(node, own, around) if variable else node

    def _style_of(self, kind: str, settings: LocatedMap, own: Mapping[str, Value]) -> tuple[str, bool]:
        """The style that a shape has on all cards, "" for none, and whether another one may be chosen by the card."""
        taken = self.styles.inherited(kind, "")
        value = own.get("style") or (taken.props.get("style") if taken else None)
        if value is None:
            return "", False
        style = str(value.get({})) if value.constant else ""
        if style not in self.styles.sheet.styles:
            return "", True
        if "style" in own:
            self.styles.check_applies(kind, style, settings)
        return style, False

    def _with_inherited(
        self, item: LocatedMap, kind: str, own: dict[str, Value], style: str, around: _Surroundings
    ) -> tuple[LocatedMap, dict[str, Value]]:
        """An item with what a style and the defaults say, and its values, its box among them."""
        props, taken = own, self.styles.inherited(kind, style)
        if taken is not None:
            taken = without(taken, words.places_of(kind) if around.flow else words.IN_FLOW.keys())
            if kind == "text" and not around.flow and not words.HIGH & {*taken.settings, *own}:
                if unseen := [key for key in ("ground", "outline") if key in taken.settings]:
                    message = f"{unseen[0]}, from its style or the defaults, says nothing to a text without a height"
                    self.compiler.report(item, kind, message, _PLATE_HINT, by_key=True)
                taken = without(taken, words.PLATE.keys())
            props = over_inherited(taken.props, own)
            item = OverlayMap(item, {kind: OverlayMap(taken.settings, item[kind])})
        if "bleed" in words.KINDS[kind] and any(key in props for key in (*words.EDGES, "bleed")):
            props = self._resolve_edges(item[kind], props, kind, around.moved)
        if kind == "slot":
            self._check_slot(item, props)
        if kind == "blocks":
            styles = (name for name in words.STYLES_OF_BLOCKS if name in self.styles.sheet.styles)
            props |= {f"{name}.{key}": value for name in styles for key, value in self.styles.letters_of(name).items()}
        return item, props

    def _with_variants(self, node: Node, own: dict[str, Value], around: _Surroundings) -> Node:
        """A node with what it is in each style of the face."""
        consume("items", len(self.styles.sheet.styles), node.where)
        variants: dict[str, Node] = {}
        for name in self.styles.sheet.styles:
            item, props = self._with_inherited(node.source, node.kind, own, name, around)
            effects = not words.EFFECTS.keys().isdisjoint(props)
            variants[name] = replace(node, props=props, source=item, effects=effects)
        return replace(node, variants=variants)

    def _check_flow(self, kind: str, settings: LocatedMap, own: Mapping[str, Value], where: Where, flow: str) -> None:
        """Report what cannot be in a stack or row, and what says nothing there or elsewhere."""
        if not flow:
            plated = [key for key in own if key in words.PLATE and kind == "text"]
            if plated and words.HIGH.isdisjoint(settings):
                message = f"{plated[0]} says nothing to a text without a height"
                self.compiler.report(settings, plated[0], message, _PLATE_HINT, by_key=True)
            for key in own:
                if key in words.FLOWING.get(kind, ()):
                    message = f"{key} says nothing outside of a stack or row"
                    self.compiler.report(settings, key, message, "Remove it.", by_key=True)
            return
        if kind not in words.FLOWING:
            message = f"{with_article(kind)} has no size by which a {flow} could place it"
            hint = f"Put it into a group with w and h, or use {', '.join(words.FLOWING)}."
            self.compiler.add(Finding("error", where, message, hint, "template"))
            return
        for key in own:
            if key not in words.places_of(kind):
                continue
            message = f"{key} says nothing in a {flow}, which places its boxes"
            hint = "Remove it; gap, align and justify move boxes."
            if key in words.BASELINES:
                hint = "Put the text into a group with w and h."
            self.compiler.report(settings, key, message, hint, by_key=True)

    def _check_beside(self, kind: str, settings: LocatedMap, own: Mapping[str, Value]) -> None:
        """Report a place, or a gap, that says nothing where a named box places the shape."""
        for key, start in words.BESIDE.items():
            for place in (start, f"c{start}"):
                if key in own and place in own:
                    hint = "Remove one of the two; gap says how far apart they are."
                    self.compiler.report(settings, place, f"{place} says nothing beside {key}", hint, by_key=True)
        if "gap" in own and kind not in (*words.FLOWS, "blocks") and words.BESIDE.keys().isdisjoint(own):
            hint = "Remove it, or name the box that the gap is to."
            self.compiler.report(settings, "gap", "gap says nothing without below or right-of", hint, by_key=True)

    def _resolve_edges(self, settings: LocatedMap, props: dict[str, Value], kind: str, moved: bool) -> dict[str, Value]:
        """The settings with x, y, w and h from the edges of the face, where they do not say so themselves."""
        key = next(key for key in settings if key in words.EDGES or key == "bleed")
        edges = [key for key in (*words.BOX, *words.EDGES, "bleed") if key in props]
        if "bleed" in props and not props["bleed"].constant:
            self.compiler.report(settings, "bleed", "bleed is a plain value, true or false", "Write it without {{ }}.")
            return props
        if moved:
            hint = "Write x, y, w and h."
            message = f"{key} counts from the edge of the face, but a shape around it is moved"
            self.compiler.report(settings, key, message, hint, by_key=True)
            return props
        hangs = kind in ("text", "blocks", *words.FLOWS) and words.TOPS.isdisjoint(props)
        values = {"foot" if hangs and edge == "bottom" else edge: props[edge] for edge in edges}
        resolved = {name: value for name, value in props.items() if name not in (*words.EDGES, "bleed")}
        for start, length, end in (("x", "w", "right"), ("y", "h", "bottom")):
            if start in values and length in values and end in values:
                message = f"{start}, {length} and {end} are one too many: two of them say the third"
                self.compiler.report(settings, end, message, "Remove one of them.")
        if self.size is None or not all(value.constant for value in values.values()):
            return resolved | late_box_from_edges(key, values, kind == "text", self.size, self.bleed)
        numbers = {edge: value.get({}) for edge, value in values.items()}
        for name, points in box_from_edges(numbers, kind == "text", self.size, self.bleed).items():
            resolved[name] = constant(points)
            if name in ("w", "h") and name not in values and points <= 0:
                message = f"{key} leaves no room between the edges of the face"
                self.compiler.report(settings, key, message, "Choose a smaller one.", by_key=True)
        return resolved

    def _check_unused(
        self, settings: LocatedMap, own: Mapping[str, Value], props: Mapping[str, Value], flow: str
    ) -> None:
        """Report settings of its own that say nothing without, or beside, the others."""
        for key, needed in words.NEEDS.items():
            # Capitals about their middle need no height; an expression may mean that.
            free = key == "valign" and key in own and (not own[key].constant or own[key].get({}) == "caps")
            free = free or (key == "valign" and flow in words.FLOWS)
            if key in own and needed not in props and not free:
                hint = f"Add {needed}:, or remove it."
                self.compiler.report(settings, key, f"{key} says nothing without {needed}", hint, by_key=True)
        for key, other in words.ONE_OF:
            if key in own and other in own:
                self.compiler.report(settings, other, f"{other} says nothing beside {key}", "Remove one.", by_key=True)

    def _check_slot(self, item: LocatedMap, props: Mapping[str, Value]) -> None:
        """A slot is read before any card is drawn, so all of it is plain."""
        settings = item["slot"]
        for key in ("name", "w", "h"):
            if key not in props:
                self.compiler.report(item, "slot", f"a slot needs {key}", f"Add {key}: and its value.", by_key=True)
        if any(key not in settings and not value.constant for key, value in props.items()):
            message = "the edges of a face without a size are not known before it is drawn, as a slot must be"
            self.compiler.report(item, "slot", message, "Write x, y, w and h, or give the face a size.", by_key=True)
            return
        for key, value in props.items():
            if not value.constant:
                self.compiler.report(
                    settings, key, f"{key} of a slot is the same for every card", "Write it without {{ }}."
                )
            elif key in ("w", "h") and not value.get({}) > 0:
                self.compiler.report(settings, key, f"a slot needs {key} above zero", "Choose a length above zero.")

    def _overridden(self, raw: LocatedMap, parent: Face) -> tuple[Node, ...]:
        """The parent's items, with the children of the named groups that this face overrides replaced."""
        if "override" in raw and self.parent is None:
            hint = "Add extends: and the name of a face, or remove it."
            self.compiler.report(raw, "override", "override needs a face that this one extends", hint, by_key=True)
            return ()
        override = self.compiler.mapping_under(raw, "override")
        groups = {_group_name(node) for node in parent.nodes()} - {""}
        for name in override:
            if name not in groups:
                message = f"the face '{parent.name}' has no group named '{name}'"
                hint = did_you_mean(name, groups, "Name a group there first.")
                self.compiler.report(raw["override"], name, message, hint, by_key=True)
        return _replace(parent.items, {name: self._items(raw["override"], name) for name in override})


def _grows(node: Node) -> bool:
    """Whether a shape is a picture whose edges grow into the bleed."""
    edge = node.props.get("edge") if node.kind == "image" else None
    return edge is not None and not (edge.constant and edge.get({}) == END)


def _condition(raw: Any) -> Any:
    """`when:` takes an expression with or without its braces."""
    return raw if not isinstance(raw, str) or "{{" in raw else "{{ " + raw + " }}"


def _group_name(node: Node) -> str:
    """The name by which faces override a group; "" for one whose name depends on anything, or that has none."""
    name = node.props.get("name") if node.kind == "group" else None
    return str(name.get({})) if name and name.constant else ""


def _replace(items: tuple[Node, ...], replacements: Mapping[str, tuple[Node, ...]]) -> tuple[Node, ...]:
    """Items with other children in the groups that `replacements` names, at any depth."""
    nodes: list[Node] = []
    for node in items:
        name = _group_name(node)
        children = replacements[name] if name in replacements else _replace(node.children, replacements)
        nodes.append(replace(node, children=children))
    return tuple(nodes)
