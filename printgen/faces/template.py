"""Compiles the YAML of a face and checks its shapes and names; mistakes are findings at its lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from printgen.base.errors import Finding, Where, did_you_mean, split_advice
from printgen.base.limits import consume
from printgen.base.units import mm, parse_length, printable, to_mm, with_article
from printgen.drawing.edges import EDGES, END, EXTEND
from printgen.drawing.pieces import TemplateProblem
from printgen.faces import shape_words as words
from printgen.faces.box_names import link_boxes, name_of
from printgen.faces.face import Face, Node, box_from_edges, late_box_from_edges
from printgen.faces.styles import FaceStyles, StyledSettings, over_inherited, without
from printgen.faces.template_settings import range_sizes
from printgen.reading.expressions import problem_of_word
from printgen.reading.positions import LocatedList, LocatedMap, OverlayMap
from printgen.reading.texts import Value, constant

NamedSize = Callable[[str], tuple[float, float]]
"""Width and height in points of a size by name; ValueError when there is none."""

_WIDEST = mm(50)
"""The widest bleed or safe margin, in points."""
_PLATE_HINT = "Add h:, or put it into a stack."


class Parser(StyledSettings):
    """Compiles one face file; `parent` is the already compiled face that it extends, `size` knows sizes by name."""

    def __init__(self, name: str, raw: Any, where: Where, parent: Face | None, size: NamedSize) -> None:
        super().__init__("mm" if parent else None)
        self.name, self.raw, self.where, self.parent = name, raw, where, parent
        self.named_size = size
        self.moved = False
        self.flow = ""

    def face(self) -> Face:
        """The compiled face; TemplateProblem carries every finding when there are any."""
        face = self._compile(words.HEADER)
        for name in self._mapping(self.raw, "looks"):
            part = Parser(self.name, self.raw["looks"][name], self.raw["looks"].where(name), face, self.named_size)
            try:
                part.look(self.raw)
            except TemplateProblem as error:
                self.findings.extend(error.findings)
        if self.findings:
            raise TemplateProblem(sorted(dict.fromkeys(self.findings), key=lambda finding: finding.where))
        return face

    def look(self, source: LocatedMap) -> Face:
        """The parent as one of the `looks` of `source` has it; TemplateProblem carries every finding."""
        self.unit = str(source.get("unit") or "mm")
        face = self._compile(words.LOOK)
        if self.findings:
            raise TemplateProblem(self.findings)
        return face

    def _compile(self, known_keys: frozenset[str]) -> Face:
        raw, parent = self.raw, self.parent or Face(self.name, self.where)
        if not isinstance(raw, LocatedMap):
            if known_keys is words.LOOK:
                what = "a look is a mapping", "Write it like colors: {main: ink}."
            else:
                what = "a face is a mapping with items", "Write items: and a list of shapes."
            raise TemplateProblem([Finding("error", self.where, *what, "template")])
        self._check_keys(raw, known_keys, "unknown key '{}' in a face")
        self._parse_unit(raw)
        self.size = self._size(raw) if "size" in raw else parent.size
        self.bleed = self._margin(raw, "bleed") if "bleed" in raw else parent.bleed
        is_look = known_keys is words.LOOK
        self.sheet = self._read_sheet(raw, parent.sheet)
        face = Face(
            name=self.name,
            where=self.where,
            sources=(raw, *parent.sources),
            size=self.size,
            bleed=self.bleed,
            safe=self._margin(raw, "safe", -_WIDEST) if "safe" in raw else parent.safe,
            palettes=(*parent.palettes, *map(str, self._list(raw, "palettes", "names", "[dossier]") or ())),
            colors={**parent.colors, **self._values(raw, "colors")},
            lets={**parent.lets, **self._values(raw, "lets")},
            params={**parent.params, **self._mapping(raw, "params")},
            sheet=self.sheet,
            styles={name: self.letters_of(name) for name in self.sheet.styles},
            items=self._all_items(is_look),
            restyle=partial(self._restyled, is_look),
            look=parent.look if is_look else "",
            edge=self._edge(raw) if "edge" in raw else parent.edge,
        )
        if face.edge or any(map(_grows, face.nodes())):
            face = replace(face.with_edge(EXTEND if any(map(_grows, face.nodes())) else face.edge), edge=face.edge)
        self.findings.extend(check_names(face))
        face, findings = link_boxes(face)
        self.findings.extend(findings)
        return face

    def _all_items(self, is_look: bool) -> tuple[Node, ...]:
        """The items of the face that this one extends, in the styles of this one, and its own."""
        raw, parent = self.raw, self.parent or Face(self.name, self.where)
        if is_look and "items" in raw:
            return self._items(raw, "items")
        if self.sheet is not parent.sheet:
            items, findings = parent.restyle(self.sheet)
            parent = replace(parent, items=items)
            self.findings.extend(findings)
        return (*self._overridden(raw, parent), *self._items(raw, "items"))

    def _restyled(self, is_look: bool, sheet: FaceStyles) -> tuple[tuple[Node, ...], Sequence[Finding]]:
        """The items in the styles of another sheet, and what is wrong with them there."""
        parser = copy(self)
        parser.sheet, parser.findings, parser.taken = sheet, [], {}
        return parser._all_items(is_look), parser.findings

    def _parse_unit(self, raw: LocatedMap) -> None:
        if "unit" in raw:
            self.unit = str(raw["unit"])
            try:
                parse_length(1, self.unit)
            except ValueError as error:
                self._wrong(raw, "unit", str(error))
                self.unit = "mm"

    def _size(self, raw: LocatedMap) -> tuple[float, float] | None:
        size = raw["size"]
        if isinstance(size, str):
            try:
                return self.named_size(size)
            except ValueError as error:
                self.findings.append(Finding("error", raw.where("size"), str(error), code="unknown-size"))
                return None
        if not isinstance(size, LocatedList) or len(size) != 2:
            self._wrong(raw, "size", "size is a name, or a width and a height", "Write it like poker, or [63, 88].")
            return None
        before = len(self.findings)
        width, height = (self._length(raw, "size", v) for v in size)
        if len(self.findings) == before and min(width, height) <= 0:
            self._wrong(raw, "size", "size needs a width and a height above zero", "Choose lengths above zero.")
        elif len(self.findings) == before:
            try:
                return printable(width), printable(height)
            except ValueError as error:
                self._wrong(raw, "size", *split_advice(str(error)))
        return width, height

    def _margin(self, raw: LocatedMap, key: str, least: float = 0.0) -> float:
        """A length that goes around the whole face."""
        margin = self._length(raw, key, raw[key])
        if not least <= margin <= _WIDEST:
            limits = f"from {to_mm(least):g} to {to_mm(_WIDEST):g} mm"
            self._wrong(raw, key, f"{key} is {to_mm(margin):g} mm; it must be {limits}", f"Choose a length {limits}.")
        return margin

    def _edge(self, raw: LocatedMap) -> str:
        edge = str(raw["edge"])
        if edge not in EDGES:
            self._wrong(raw, "edge", f"there is no edge '{edge}'", did_you_mean(edge, EDGES))
        return edge

    def _items(self, mapping: LocatedMap, key: str) -> tuple[Node, ...]:
        raw = self._list(mapping, key, "shapes", "- rect: {w: 5, h: 3}, a line each") or LocatedList()
        return tuple(node for i, item in enumerate(raw) if (node := self._node(item, raw.where(i))))

    def _kind(self, item: Any, where: Where) -> str | None:
        """The word that says what an item is."""
        kinds = [str(key) for key in item if key != "when"] if isinstance(item, LocatedMap) else []
        if len(kinds) == 1 and kinds[0] in words.KINDS:
            return kinds[0]
        message, hint = "a shape is one word with its settings, such as rect: {...}", "Start every shape with a dash."
        if len(kinds) > 1:
            message += f"; these are {len(kinds)}: {', '.join(kinds)}"
        elif kinds:
            message, hint = f"'{kinds[0]}' is not a shape", words.did_you_mean_word(kinds[0], words.KINDS)
        else:
            hint = did_you_mean("", words.KINDS)
        self.findings.append(Finding("error", where, message, hint, "template"))
        return None

    def _node(self, item: Any, where: Where) -> Node | None:
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
            self._wrong(item, kind, f"{kind} takes settings", hint)
            return None
        before = len(self.findings)
        known_keys = self._check_keys(settings, forms, f"{with_article(kind)} has no '{{}}'")
        plain_keys = [key for key in known_keys if forms[key] not in ("items", "map", "fits")]
        own = range_sizes(self.compile_settings(settings, plain_keys, forms, kind))
        style, variable = self._style_of(kind, settings, own)
        item, props = self._with_inherited(item, kind, own, style)
        if len(self.findings) == before:
            self._check_unused(settings, own, props)
            self._check_beside(kind, settings, own)
            self._check_flow(kind, item[kind], own, where)
        when = self._value(item, "when", _condition(item["when"])) if "when" in item else None
        unit, effects = parse_length(1, self.unit or "pt"), not words.EFFECTS.keys().isdisjoint(props)
        node = Node(kind, props, where, item, when, unit=unit, effects=effects, flow=self.flow)
        for key in (key for key in known_keys if key not in plain_keys):
            match forms[key]:
                case "items":
                    node = replace(node, children=self._children(kind, item[kind], key))
                case "map":
                    node = replace(node, inner=self._values(settings, key))
                case _:
                    node = replace(node, fits=self._fits(settings, key))
        return self._with_variants(node, own) if variable else node

    def _style_of(self, kind: str, settings: LocatedMap, own: Mapping[str, Value]) -> tuple[str, bool]:
        """The style that a shape has on all cards, "" for none, and whether another one may be chosen by the card."""
        taken = self._inherited(kind, "")
        value = own.get("style") or (taken.props.get("style") if taken else None)
        if value is None:
            return "", False
        style = str(value.get({})) if value.constant else ""
        if style not in self.sheet.styles:
            return "", True
        if "style" in own:
            self._check_applies(kind, style, settings)
        return style, False

    def _with_inherited(
        self, item: LocatedMap, kind: str, own: dict[str, Value], style: str
    ) -> tuple[LocatedMap, dict[str, Value]]:
        """An item with what a style and the defaults say, and its values, its box among them."""
        props, taken = own, self._inherited(kind, style)
        if taken is not None:
            taken = without(taken, words.places_of(kind) if self.flow else words.IN_FLOW.keys())
            if kind == "text" and not self.flow and not words.HIGH & {*taken.settings, *own}:
                if unseen := [key for key in ("ground", "outline") if key in taken.settings]:
                    message = f"{unseen[0]}, from its style or the defaults, says nothing to a text without a height"
                    self._wrong(item, kind, message, _PLATE_HINT, by_key=True)
                taken = without(taken, words.PLATE.keys())
            props = over_inherited(taken.props, own)
            item = OverlayMap(item, {kind: OverlayMap(taken.settings, item[kind])})
        if "bleed" in words.KINDS[kind] and any(key in props for key in (*words.EDGES, "bleed")):
            props = self._resolve_edges(item[kind], props, kind == "text")
        if kind == "slot":
            self._check_slot(item, props)
        if kind == "blocks":
            styles = (name for name in words.STYLES_OF_BLOCKS if name in self.sheet.styles)
            props |= {f"{name}.{key}": value for name in styles for key, value in self.letters_of(name).items()}
        return item, props

    def _with_variants(self, node: Node, own: dict[str, Value]) -> Node:
        """A node with what it is in each style of the face."""
        consume("items", len(self.sheet.styles), node.where)
        variants: dict[str, Node] = {}
        for name in self.sheet.styles:
            item, props = self._with_inherited(node.source, node.kind, own, name)
            effects = not words.EFFECTS.keys().isdisjoint(props)
            variants[name] = replace(node, props=props, source=item, effects=effects)
        return replace(node, variants=variants)

    def _children(self, kind: str, settings: LocatedMap, key: str) -> tuple[Node, ...]:
        """The shapes inside a shape; those of an each lie in the stack or row that it lies in itself."""
        outside = self.moved, self.flow
        self.moved = self.moved or kind in words.FLOWS or any(move in settings for move in words.MOVES)
        self.flow = kind if kind in words.FLOWS else self.flow if kind == "each" else ""
        children = self._items(settings, key)
        self.moved, self.flow = outside
        return children

    def _check_flow(self, kind: str, settings: LocatedMap, own: Mapping[str, Value], where: Where) -> None:
        """Report what cannot be in a stack or row, and what says nothing there or elsewhere."""
        if not self.flow:
            plated = [key for key in own if key in words.PLATE and kind == "text"]
            if plated and words.HIGH.isdisjoint(settings):
                message = f"{plated[0]} says nothing to a text without a height"
                self._wrong(settings, plated[0], message, _PLATE_HINT, by_key=True)
            for key in (key for key in own if key in words.FLOWING.get(kind, ())):
                self._wrong(settings, key, f"{key} says nothing outside of a stack or row", "Remove it.", by_key=True)
            return
        if kind not in words.FLOWING:
            message = f"{with_article(kind)} has no size by which a {self.flow} could place it"
            hint = f"Put it into a group with w and h, or use {', '.join(words.FLOWING)}."
            self.findings.append(Finding("error", where, message, hint, "template"))
        for key in (key for key in own if key in words.places_of(kind) and kind in words.FLOWING):
            message = f"{key} says nothing in a {self.flow}, which places its boxes"
            hint = "Remove it; gap, align and justify move boxes."
            if key in words.BASELINES:
                hint = "Put the text into a group with w and h."
            self._wrong(settings, key, message, hint, by_key=True)

    def _check_beside(self, kind: str, settings: LocatedMap, own: Mapping[str, Value]) -> None:
        """Report a place, or a gap, that says nothing where a named box places the shape."""
        for key, start in ((key, start) for key, start in words.BESIDE.items() if key in own):
            for other in (other for other in (start, f"c{start}") if other in own):
                hint = "Remove one of the two; gap says how far apart they are."
                self._wrong(settings, other, f"{other} says nothing beside {key}", hint, by_key=True)
        if "gap" in own and kind not in (*words.FLOWS, "blocks") and words.BESIDE.keys().isdisjoint(own):
            hint = "Remove it, or name the box that the gap is to."
            self._wrong(settings, "gap", "gap says nothing without below or right-of", hint, by_key=True)

    def _resolve_edges(self, settings: LocatedMap, props: dict[str, Value], is_text: bool) -> dict[str, Value]:
        """The settings with x, y, w and h from the edges of the face, where they do not say so themselves."""
        key = next(key for key in settings if key in words.EDGES or key == "bleed")
        edges = [key for key in (*words.BOX, *words.EDGES, "bleed") if key in props]
        if "bleed" in props and not props["bleed"].constant:
            self._wrong(settings, "bleed", "bleed is a plain value, true or false", "Write it without {{ }}.")
            return props
        if self.moved:
            hint = "Write x, y, w and h."
            message = f"{key} counts from the edge of the face, but what it lies in is moved"
            self._wrong(settings, key, message, hint, by_key=True)
            return props
        values = {edge: props[edge] for edge in edges}
        resolved = {name: value for name, value in props.items() if name not in (*words.EDGES, "bleed")}
        for start, length, end in (("x", "w", "right"), ("y", "h", "bottom")):
            if start in values and length in values and end in values:
                message = f"{start}, {length} and {end} are one too many: two of them say the third"
                self._wrong(settings, end, message, "Remove one of them.")
        if self.size is None or not all(value.constant for value in values.values()):
            return resolved | late_box_from_edges(key, values, is_text, self.size, self.bleed)
        numbers = {edge: value.get({}) for edge, value in values.items()}
        for name, points in box_from_edges(numbers, is_text, self.size, self.bleed).items():
            resolved[name] = constant(points)
            if name in ("w", "h") and name not in values and points <= 0:
                message = f"{key} leaves no room between the edges of the face"
                self._wrong(settings, key, message, "Choose a smaller one.", by_key=True)
        return resolved

    def _check_unused(self, settings: LocatedMap, own: Mapping[str, Value], props: Mapping[str, Value]) -> None:
        """Report settings of its own that say nothing without, or beside, the others."""
        for key, needed in words.NEEDS.items():
            # Capitals about their middle need no height; an expression may mean that.
            free = key == "valign" and key in own and (not own[key].constant or own[key].get({}) == "caps")
            free = free or (key == "valign" and self.flow in words.FLOWS)
            if key in own and needed not in props and not free:
                hint = f"Add {needed}:, or remove it."
                self._wrong(settings, key, f"{key} says nothing without {needed}", hint, by_key=True)
        for key, other in words.ONE_OF:
            if key in own and other in own:
                self._wrong(settings, other, f"{other} says nothing beside {key}", "Remove one.", by_key=True)

    def _check_slot(self, item: LocatedMap, props: Mapping[str, Value]) -> None:
        """A slot is read before any card is drawn, so all of it is plain."""
        settings = item["slot"]
        for key in ("name", "w", "h"):
            if key not in props:
                self._wrong(item, "slot", f"a slot needs {key}", f"Add {key}: and its value.", by_key=True)
        if any(key not in settings and not value.constant for key, value in props.items()):
            message = "the edges of a face without a size are not known before it is drawn, as a slot must be"
            self._wrong(item, "slot", message, "Write x, y, w and h, or give the face a size.", by_key=True)
            return
        for key, value in props.items():
            if not value.constant:
                self._wrong(settings, key, f"{key} of a slot is the same for every card", "Write it without {{ }}.")
            elif key in ("w", "h") and not value.get({}) > 0:
                self._wrong(settings, key, f"a slot needs {key} above zero", "Choose a length above zero.")

    def _overridden(self, raw: LocatedMap, parent: Face) -> tuple[Node, ...]:
        """The parent's items, with the children of the named groups that this face overrides replaced."""
        if "override" in raw and self.parent is None:
            hint = "Add extends: and the name of a face, or remove it."
            self._wrong(raw, "override", "override needs a face that this one extends", hint, by_key=True)
            return ()
        override = self._mapping(raw, "override")
        groups = {_group_name(node) for node in parent.nodes()} - {""}
        for name in override:
            if name not in groups:
                message = f"the face '{parent.name}' has no group named '{name}'"
                hint = did_you_mean(name, groups, "Name a group there first.")
                self._wrong(raw["override"], name, message, hint, by_key=True)
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


GIVEN: Mapping[str, str] = {
    "card": "the record", "auto": "what is counted", "tables": "the tables of the game", "game": "the game",
    "product": "the product", "w": "the width of the face", "h": "the height of the face",
}  # fmt: skip
"""What faces of records are told, beside the parameters of their product."""
OF_CARD = frozenset({"card", "auto"})
HIDEABLE = frozenset({"cards", "values"})
"""What faces know, too, where nothing else is called so."""
FACTS = HIDEABLE.union(GIVEN) - {"w", "h"}
"""What a face that is used knows as the face does that uses it."""
_COUNTER_NAMES = {"index": "which entry an each is at", "outer": "the each around another one"}
_LOOP_NAMES = {**GIVEN, **_COUNTER_NAMES, "count": "how many entries an each has"}
_NAMES_OF_ALL = {"tables": GIVEN["tables"], **_COUNTER_NAMES}
"""Names that every face has, and so no parameter may take."""
_BRACES = ("{{", "{%", "{#")
_OTHER_NAME = "Choose another name."


def check_params_given(face: Face, names_given: Collection[str]) -> Iterator[Finding]:
    """An error for each parameter of a face that has a name which the face is given anyway where it is drawn."""
    meanings = {name: GIVEN[name] for name in names_given}
    yield from _clashes(face, "params", meanings, "Remove it. Or choose another name.")


def check_names(face: Face) -> Iterator[Finding]:
    """An error for each name of a face that means something else already, and for each default with braces."""
    for name in (name for name, default in face.params.items() if _has_braces(default)):
        message = f"the default of {name} has braces, and defaults are not worked out"
        yield _error(face.place("params", name), message, "Write a plain value, or move it to lets:.")
    # Others than words of expressions are for the code that draws with the face, such as column-gap.
    for name in (name for name in face.params if name.isidentifier() and problem_of_word(name)):
        yield _error(_key_of(face, "params", name), problem_of_word(name), "Choose a name of letters, digits and _.")
    yield from _clashes(face, "params", _NAMES_OF_ALL)
    yield from _clashes(face, "lets", {**GIVEN, **_COUNTER_NAMES})
    for source in face.sources:
        # What is no mapping has an error already.
        lets, params = ({**part} if isinstance(part := source.get(key), Mapping) else {} for key in ("lets", "params"))
        both = [name for name in lets if name in params]
        for name in (name for name in both if name not in face.lets[name].names):
            message = f"lets cannot take the name {name}, which means what params is handed"
            yield _error(source["lets"].key_where(name), message)
    known = {
        **dict.fromkeys(face.params, "what params is handed"),
        **dict.fromkeys(face.lets, "one of the face's lets"),
    }
    yield from _check_lists(face.items, known, frozenset())
    lists = [node for node in face.nodes() if node.kind in words.LISTS]
    taken = {node.entry_name(): "the entry of an each" for node in lists} | known | _LOOP_NAMES
    taken |= {"cards": "the records of the product", "values": "the values of the game"}
    taken |= dict.fromkeys((name for node in lists for name in node.inner), "one of the lets of an each")
    for node in (node for node in face.nodes() if (name := name_of(node)) in taken):
        yield _error(node.place("as"), f"as cannot take the name {name_of(node)}, which means {taken[name_of(node)]}")


def _check_lists(nodes: Iterable[Node], known: Mapping[str, str], entries: frozenset[str]) -> Iterator[Finding]:
    """The same of the names of lists; `known` are those around them, with meanings, `entries` those of lists alone."""
    for node in nodes:
        if node.kind not in words.LISTS:
            yield from _check_lists(node.children, known, entries)
            continue
        entry = node.entry_name()
        if entry in _LOOP_NAMES:
            yield _error(node.place("as"), f"as cannot take the name {entry}, which means {_LOOP_NAMES[entry]}")
        lets, counted = (node.inner, node.counter_names(True)) if node.kind == "each" else ({}, frozenset())
        meanings = {**known, **dict.fromkeys(counted, "what the each counts"), **_LOOP_NAMES, entry: "its entry"}
        for name in lets.keys() & meanings.keys():
            place = node.place(f"lets {name}")
            yield _error(place, f"lets cannot take the name {name}, which means {meanings[name]}")
        read = frozenset[str]().union(*(child.names_read(True) for child in node.children))
        for name in entries & counted & read:
            message = f"columns counts {name}, which hides the entry {name} of the each around this one"
            yield _error(node.place("columns"), message, "Choose another name under as: there.")
        inner = {**known, entry: "an entry of the each around it", **dict.fromkeys(lets, "one of lets around it")}
        yield from _check_lists(node.children, inner, entries | {entry})


def _clashes(face: Face, part: str, meanings: Mapping[str, str], hint: str = _OTHER_NAME) -> Iterator[Finding]:
    """An error for each name of a part of a face that has a meaning already."""
    for name in (name for name in (face.params if part == "params" else face.lets) if name in meanings):
        message = f"{part} cannot take the name {name}, which means {meanings[name]}"
        yield _error(_key_of(face, part, name), message, hint)


def _has_braces(default: Any) -> bool:
    """Whether a text in a value, however deep, has the braces of an expression."""
    if isinstance(default, Mapping | list | tuple):
        return any(map(_has_braces, default.values() if isinstance(default, Mapping) else default))
    return isinstance(default, str) and any(mark in default for mark in _BRACES)


def _key_of(face: Face, part: str, name: str) -> Where:
    """The place of a name itself."""
    part_map: Any = next((source[part] for source in face.sources if name in (source.get(part) or ())), None)
    return part_map.key_where(name) if isinstance(part_map, LocatedMap) else face.where


def _error(where: Where, message: str, hint: str = _OTHER_NAME) -> Finding:
    return Finding("error", where, message, hint, "name-taken")
