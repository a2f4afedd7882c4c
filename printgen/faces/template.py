"""Face templates: a YAML mapping with marks comes in; a checked, compiled Face comes out, or findings at its lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from printgen.base.units import mm, parse_length, parse_sizes, printable, to_mm
from printgen.drawing.problems import TemplateProblem, ValueProblem
from printgen.errors import Finding, Where, did_you_mean, worded
from printgen.faces.compound import COMPOUND, LENGTHS, PARTS
from printgen.faces.edges import edges_of, told_edges
from printgen.faces.face import Face, Node
from printgen.reading.marked import Map, Seq, empty_map
from printgen.reading.values import Value, constant, parse_value, problem_of_word

NamedSize = Callable[[str], tuple[float, float]]
"""Width and height in points of a size by name; ValueError when there is none."""

_PAINT = {
    "fill": "paint", "stroke": "paint", "width": "length", "dash": "lengths", "pattern": "word",
    "pattern-color": "color", "pattern-scale": "number", "hazard": "color", "hazard-pitch": "length",
    "hazard-mirrored": "flag",
}  # fmt: skip
_BOX = {"x": "length", "y": "length", "w": "length", "h": "length"}
_EDGES = {"right": "length", "bottom": "length", "inset": "length"}
# What takes shapes away from the edges of the face; a turn about its middle does not.
_MOVES = ("x", "y", "dx", "dy", "scale")
_BOXED = {**_BOX, **_EDGES, "bleed": "flag"}
_LETTERS = {
    "font": "word", "size": "points", "floor": "points", "color": "color", "align": "word", "lines": "number",
    "leading": "length", "tracking": "length", "caps": "flag", "small-caps": "flag", "plain": "flag",
    "keywords": "flag", "hyphens": "any", "paragraph-gap": "length", "valign": "word", "arc": "arc", "stroke": "color",
    "width": "length", "fit": "fits",
}  # fmt: skip
KINDS: dict[str, dict[str, str]] = {
    "rect": {**_BOXED, **_PAINT, "radius": "length", "cut": "length", "corners": "word"},
    "line": {"x1": "length", "y1": "length", "x2": "length", "y2": "length", "stroke": "paint", "width": "length",
             "dash": "lengths"},
    "path": {"d": "word", "x": "length", "y": "length", "scale": "number", "rotate": "number", **_PAINT,
             "fill-rule": "word"},
    "ellipse": {"cx": "length", "cy": "length", "r": "length", "rx": "length", "ry": "length", **_PAINT},
    "icon": {"name": "word", "cx": "length", "cy": "length", "size": "length", "color": "color"},
    "image": {**_BOXED, "file": "any", "look": "any", "seed": "any", "tone": "word", "scene": "word", "picture": "any",
              "figure-x": "length", "figure-y": "length", "figure-scale": "number", "fit": "word", "align": "word",
              "rotate": "number", "clip": "clip", "color": "color"},
    "text": {**_BOXED, "text": "any", "style": "word", **_LETTERS},
    "group": {"x": "length", "y": "length", "scale": "number", "rotate": "number", "cx": "length", "cy": "length",
              "clip": "clip", "name": "word", "items": "items"},
    "use": {"face": "word", "x": "length", "y": "length", "with": "map"},
    "each": {"in": "any", "as": "word", "x": "length", "y": "length", "dx": "length", "dy": "length",
             "columns": "number", "items": "items"},
    "qr": {"x": "length", "y": "length", "size": "length", "text": "any", "color": "color", "ground": "color",
           "level": "word"},
    "barcode": {"x": "length", "y": "length", "w": "length", "h": "length", "text": "any", "kind": "word",
                "color": "color", "ground": "color"},
    "slot": {"name": "word", **_BOXED},
}  # fmt: skip
# Whatever draws may show through, and throw a shadow.
EFFECTS: Mapping[str, str] = {"opacity": "number", "blend": "word", "shadow": "shadow"}
for _word in KINDS.keys() - {"slot"}:
    KINDS[_word].update(EFFECTS)
_WIDEST, _FINEST = mm(50), mm(0.02)
_MOST_STOPS = 50
SIZES = frozenset({"w", "h", "r", "rx", "ry", "radius", "cut", "width", "size", "leading", "hazard-pitch", "blur"})
"""Lengths that cannot be below zero."""
_NEEDS = {
    "pattern-color": "pattern", "pattern-scale": "pattern", "hazard-pitch": "hazard", "hazard-mirrored": "hazard",
    "width": "stroke", "dash": "stroke", "corners": "cut", "valign": "h",
}  # fmt: skip
"""Keys of shapes that say nothing without another one."""
_ONE_OF = (("cut", "radius"), ("r", "rx"), ("r", "ry"), ("hazard", "pattern"))
"""Keys of which a shape takes the first and leaves the other."""
STYLE = {key: form for key, form in _LETTERS.items() if key != "fit"}
FIT = {**STYLE, **_BOX}
LOOK = frozenset({"unit", "bleed", "safe", "palettes", "colors", "lets", "params", "styles", "items", "override"})
HEADER = LOOK | {"size", "extends", "looks"}


class Parser:
    """Compiles one face file; `parent` is the already compiled face that it extends, `size` knows sizes by name."""

    def __init__(self, name: str, raw: Any, where: Where, parent: Face | None, size: NamedSize) -> None:
        self.name, self.raw, self.where, self.parent = name, raw, where, parent
        self.named_size = size
        self.findings: list[Finding] = []
        self.unit: str | None = "mm" if parent else None
        self.moved = False

    def face(self) -> Face:
        """The compiled face; TemplateProblem carries every finding when there are any."""
        face = self._compiled(HEADER)
        for name in self._mapping(self.raw, "looks"):
            part = Parser(self.name, self.raw["looks"][name], self.raw["looks"].where(name), face, self.named_size)
            try:
                part.look(self.raw)
            except TemplateProblem as error:
                self.findings.extend(error.findings)
        if self.findings:
            raise TemplateProblem(sorted(self.findings, key=lambda finding: finding.where))
        return face

    def look(self, source: Map) -> Face:
        """The parent as one of the `looks` of `source` has it; TemplateProblem carries every finding."""
        self.unit = str(source.get("unit") or "mm")
        face = self._compiled(LOOK)
        if self.findings:
            raise TemplateProblem(self.findings)
        return face

    def _compiled(self, known: frozenset[str]) -> Face:
        raw, above = self.raw, self.parent or Face(self.name, self.where)
        if not isinstance(raw, Map):
            what = "a face is a mapping with items", "Write items: and a list of shapes."
            if known is LOOK:
                what = "a look is a mapping", "Write it like colors: {main: ink}."
            raise TemplateProblem([Finding("error", self.where, *what, "template")])
        self._known(raw, known, "unknown key '{}' in a face")
        self._read_unit(raw)
        self.size = self._size(raw) if "size" in raw else above.size
        self.bleed = self._margin(raw, "bleed") if "bleed" in raw else above.bleed
        styles = self._mapping(raw, "styles")
        return Face(
            self.name,
            self.where,
            (raw, *above.sources),
            self.size,
            self.bleed,
            self._margin(raw, "safe", -_WIDEST) if "safe" in raw else above.safe,
            (*above.palettes, *map(str, self._list(raw, "palettes", "names", "[dossier]") or ())),
            {**above.colors, **self._values(raw, "colors")},
            {**above.lets, **self._values(raw, "lets")},
            {**above.params, **self._mapping(raw, "params")},
            {**above.styles, **{key: self._settings(self._mapping(styles, key), STYLE, "style") for key in styles}},
            (*(() if known is LOOK and "items" in raw else self._overridden(raw, above)), *self._items(raw, "items")),
            above.look if known is LOOK else "",
        )

    def _wrong(self, mapping: Map, key: str, message: str, hint: str = "", by_key: bool = False) -> None:
        where = mapping.key_where(key) if by_key else mapping.where(key)
        self.findings.append(Finding("error", where, message, hint, "template"))

    def _read_unit(self, raw: Map) -> None:
        if "unit" in raw:
            self.unit = str(raw["unit"])
            try:
                parse_length(1, self.unit)
            except ValueError as error:
                self._wrong(raw, "unit", str(error))
                self.unit = "mm"

    def _size(self, raw: Map) -> tuple[float, float] | None:
        size = raw["size"]
        if isinstance(size, str):
            try:
                return self.named_size(size)
            except ValueError as error:
                self.findings.append(Finding("error", raw.where("size"), str(error), code="unknown-size"))
                return None
        if not isinstance(size, Seq) or len(size) != 2:
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
                self._wrong(raw, "size", *worded(str(error)))
        return width, height

    def _margin(self, raw: Map, key: str, least: float = 0.0) -> float:
        """A length that goes around the whole face."""
        margin = self._length(raw, key, raw[key])
        if not least <= margin <= _WIDEST:
            limits = f"from {to_mm(least):g} to {to_mm(_WIDEST):g} mm"
            self._wrong(raw, key, f"{key} is {to_mm(margin):g} mm; it must be {limits}", f"Choose a length {limits}.")
        return margin

    def _list(self, mapping: Map, key: str, items: str, such_as: str, needed: bool = False) -> Seq | None:
        """The list under a key, which may be empty unless it is `needed`; None, with a finding, for anything else."""
        held = mapping.get(key)
        if isinstance(held, Seq) or (held is None and not needed):
            return held or Seq()
        self._wrong(mapping, key, f"{key} is a list of {items}", f"Write it like {such_as}.")
        return None

    def _mapping(self, raw: Map, key: str) -> Map:
        """The mapping under a key; an empty one for nothing, and, with a finding, for anything else."""
        held = raw.get(key)
        if held is not None and not isinstance(held, Map):
            self._wrong(raw, key, f"{key} is a mapping of names and values", "Write it like {name: value}.")
        return held if isinstance(held, Map) else empty_map()

    def _length(self, mapping: Map, key: str, raw: Any, unit: str | None = None) -> float:
        try:
            return parse_length(raw, unit or self.unit)
        except ValueError as error:
            self._wrong(mapping, key, f"{key}: {error}")
            return 0.0

    def _value(self, mapping: Map, key: str, raw: Any, kind: str = "any") -> Value:
        try:
            value = parse_value(raw)
        except ValueProblem as error:
            self._wrong(mapping, key, *worded(str(error), "Mend the expression."))
            return constant(0.0 if kind in ("length", "points") else None)
        if kind == "arc":
            return self._arc(mapping, key)
        if kind == "length" and value.constant and raw is not None:
            length = self._length(mapping, key, raw)
            if length < 0 and key in SIZES:
                self._wrong(mapping, key, f"{key} is {raw}, below zero", "Choose a length from zero up.")
            return constant(length)
        if kind == "length":
            factor = parse_length(1, self.unit or "pt")
            return Value(lambda context: _scaled(value.get(context), factor), value.names, value.field)
        if kind == "points" and value.constant:
            ranged = key == "size" and isinstance(raw, str) and ".." in raw
            return constant(self._sizes(mapping, raw) if ranged else self._points(mapping, key, raw))
        return value

    def _arc(self, mapping: Map, key: str) -> Value:
        """The arc that a text stands on: a mapping of lengths and angles."""
        arc = self._mapping(mapping, key)
        forms = PARTS["arc"]
        known = self._known(arc, forms, "an arc has no '{}'")
        parts = {part: self._value(arc, part, arc[part], forms[part]) for part in known}
        for part in ("r", "from", "to"):
            if part not in arc:
                hint = "Write it like {cx: 30, cy: 40, r: 25, from: -60, to: 60}."
                self._wrong(mapping, key, f"an arc needs {part}", hint)
                return constant(None)
        if all(part.constant for part in parts.values()):
            return constant({name: part.get({}) for name, part in parts.items()})
        names = frozenset[str]().union(*(part.names for part in parts.values()))
        return Value(lambda context: {name: part.of(name, context) for name, part in parts.items()}, names)

    def _sizes(self, mapping: Map, raw: str) -> tuple[float, float] | float:
        """A range of sizes, such as 10..6.5."""
        try:
            largest, smallest = parse_sizes(raw)
        except ValueError as error:
            self._wrong(mapping, "size", *worded(str(error)))
            return 1.0
        if smallest <= 0:
            self._wrong(mapping, "size", f"size is {raw}; letters need a size above zero", "Choose a larger one.")
        if "floor" in mapping:
            message = "floor says nothing beside a range of sizes"
            self._wrong(mapping, "floor", message, "Remove it, or write one size.", by_key=True)
        return largest, smallest

    def _points(self, mapping: Map, key: str, raw: Any) -> float:
        before = len(self.findings)
        points = self._length(mapping, key, raw, "pt")
        if points <= 0 and len(self.findings) == before:
            self._wrong(mapping, key, f"{key} is {raw}; letters need a size above zero", "Choose a larger one.")
        return points

    def _values(self, raw: Map, key: str) -> dict[str, Value]:
        part = self._mapping(raw, key)
        for name, problem in ((name, problem_of_word(name)) for name in part if key == "lets"):
            if problem:
                self._wrong(part, name, problem, "Choose a name of letters, digits and _.", by_key=True)
        return {name: self._value(part, name, value) for name, value in part.items()}

    def _settings(self, mapping: Map, known: Mapping[str, str], what: str) -> dict[str, Value]:
        """The compiled settings of a style or a way to fit; unknown ones are reported."""
        known_keys = self._known(mapping, known, f"a {what} has no '{{}}'")
        return _ranged({key: self._value(mapping, key, mapping[key], known[key]) for key in known_keys})

    def _known(self, mapping: Map, known: Collection[str], said: str) -> list[str]:
        """The keys of a mapping that are known; the others are reported with what is said of such a key."""
        for key in (key for key in mapping if key not in known):
            self._wrong(mapping, key, said.format(key), did_you_mean(str(key), known), by_key=True)
        return [key for key in mapping if key in known]

    def _compound(self, mapping: Map, key: str, form: str, kind: str) -> dict[str, Value]:
        """A setting that may be said by parts; these are settings, too, under names such as "clip.radius"."""
        raw = mapping[key]
        if form == "arc":
            return {key: self._arc(mapping, key)}
        if not isinstance(raw, Map):
            return {key: self._plain(mapping, key, form, kind)}
        props = {key: constant(COMPOUND)}
        known = self._known(raw, PARTS[form], f"{key} has no '{{}}'")
        for part in known:
            of = PARTS[form][part]
            if of == "colors":
                props |= self._stops(raw, part, key)
            else:
                made = self._lengths(raw, part) if of == "lengths" else self._value(raw, part, raw[part], of)
                props[f"{key}.{part}"] = made
        if form == "clip" and len(known) == len(raw):
            needed = {"circle", "path", "box"} if kind == "group" else {"circle", "path", "box", "radius"}
            message = "clip needs a circle, a path or a box" + ("" if kind == "group" else ", or a radius")
            if not needed & raw.keys():
                self._wrong(mapping, key, message, "Write it like {box: [0, 0, 20, 10], radius: 2}.")
        if form == "paint" and len(known) == len(raw) and "stops" not in raw and not raw.keys() >= {"from", "to"}:
            self._wrong(
                mapping, key, "a gradient needs from and to, or stops", "Write it like {from: main, to: white}."
            )
        return props

    def _stops(self, raw: Map, part: str, key: str) -> dict[str, Value]:
        """The colours of a gradient, each a setting; under the key of them all is how many there are."""
        stops = self._list(raw, part, "colours", "[main, sand at 40, ink]", needed=True)
        if stops is None:
            return {}
        if not 2 <= len(stops) <= _MOST_STOPS:
            message = f"a gradient has 2 to {_MOST_STOPS} stops, not {len(stops)}"
            self._wrong(raw, part, message, "Write it like [main, sand at 40, ink].")
        if "from" in raw or "to" in raw:
            other = "from" if "from" in raw else "to"
            self._wrong(raw, other, f"{other} says nothing beside stops", "Remove one.", by_key=True)
        made = {f"{key}.{part}.{n}": self._value(raw, part, stop, "color") for n, stop in enumerate(stops)}
        return {f"{key}.{part}": constant(len(stops)), **made}

    def _plain(self, mapping: Map, key: str, form: str, kind: str) -> Value:
        """Such a setting without parts: a colour, whether there is a shadow, a box or a circle of a clip."""
        if form != "clip":
            return self._value(mapping, key, mapping[key], "color" if form == "paint" else "flag")
        if isinstance(mapping[key], str):
            if mapping[key] != "circle" or kind == "group":
                hint = "Write it like {circle: [10, 10, 8]}, or [0, 0, 20, 10] for a box."
                self._wrong(mapping, key, f"clip should say what of the {kind} shows, not '{mapping[key]}'", hint)
            return constant(mapping[key])
        return self._lengths(mapping, key)

    def _lengths(self, mapping: Map, key: str) -> Value:
        count, names = LENGTHS.get(key, (0, ""))
        such_as = f"[{', '.join(['0', '0', '20', '10'][-count:])}]" if count else "[2, 1]"
        raw = self._list(mapping, key, "lengths", such_as, needed=True)
        if count and raw is not None and len(raw) != count:
            many = {3: "three", 4: "four"}[count]
            self._wrong(mapping, key, f"{key} takes {many} lengths: {names}", f"Write it like {such_as}.")
        lengths = tuple(self._length(mapping, key, v) for v in raw or ())
        if key == "dash" and lengths and not (min(lengths) >= 0 and sum(lengths) >= _FINEST):
            message = f"dash needs lengths from zero that come to {to_mm(_FINEST):g} mm or more"
            self._wrong(mapping, key, message, "Write it like [2, 1].")
        return constant(lengths)

    def _fits(self, mapping: Map, key: str) -> tuple[Mapping[str, Value], ...]:
        wanted, such_as = "ways, each with its settings", "[{y: 3, size: 8}]"
        ways = self._list(mapping, key, wanted, such_as, needed=True) or ()
        if not all(isinstance(way, Map) for way in ways):
            self._wrong(mapping, key, f"{key} is a list of {wanted}", f"Write it like {such_as}.")
            return ()
        return tuple(self._settings(way, FIT, "fit") for way in ways)

    def _items(self, mapping: Map, key: str) -> tuple[Node, ...]:
        raw = self._list(mapping, key, "shapes", "- rect: {w: 5, h: 3}, a line each") or Seq()
        return tuple(node for i, item in enumerate(raw) if (node := self._node(item, raw.where(i))))

    def _kind(self, item: Any, where: Where) -> str | None:
        """The word that says what an item is."""
        kinds = [str(key) for key in item if key != "when"] if isinstance(item, Map) else []
        if len(kinds) == 1 and kinds[0] in KINDS:
            return kinds[0]
        message, hint = "a shape is one word with its settings, such as rect: {...}", "Start every shape with a dash."
        if len(kinds) > 1:
            message += f"; these are {len(kinds)}: {', '.join(kinds)}"
        elif kinds:
            message, hint = f"'{kinds[0]}' is not a shape", did_you_mean(kinds[0], KINDS)
        else:
            hint = did_you_mean("", KINDS)
        self.findings.append(Finding("error", where, message, hint, "template"))
        return None

    def _node(self, item: Any, where: Where) -> Node | None:
        kind = self._kind(item, where)
        if kind is None:
            return None
        settings, known = item[kind], KINDS[kind]
        if not isinstance(settings, Map):
            self._wrong(item, kind, f"{kind} takes settings", "Write them in the form {x: 1, y: 2}.")
            return None
        props: dict[str, Value] = {}
        children: tuple[Node, ...] = ()
        inner: dict[str, Value] = {}
        fits: tuple[Mapping[str, Value], ...] = ()
        before = len(self.findings)
        for key in self._known(settings, known, f"a {kind} has no '{{}}'"):
            form = known[key]
            if form == "items":
                outside, self.moved = self.moved, self.moved or any(move in settings for move in _MOVES)
                children = self._items(settings, key)
                self.moved = outside
            elif form == "map":
                inner = self._values(settings, key)
            elif form == "fits":
                fits = self._fits(settings, key)
            elif form == "lengths":
                props[key] = self._lengths(settings, key)
            elif form in PARTS:
                props |= self._compound(settings, key, form, kind)
            else:
                props[key] = self._value(settings, key, settings[key], form)
        if "bleed" in known and any(key in props for key in (*_EDGES, "bleed")):
            props = self._boxed(settings, props, kind == "text")
        if len(self.findings) == before:
            self._check_idle(settings, props)
        if kind == "slot":
            self._check_slot(item, props)
        when = self._value(item, "when", _condition(item["when"])) if "when" in item else None
        unit, effects = parse_length(1, self.unit or "pt"), not EFFECTS.keys().isdisjoint(props)
        return Node(kind, _ranged(props), where, item, when, children, inner, fits, unit, effects)

    def _boxed(self, settings: Map, props: dict[str, Value], text: bool) -> dict[str, Value]:
        """The settings with x, y, w and h from the edges of the face, where they do not say so themselves.

        A text without a height keeps its baseline: only its left and right edges follow those of the face.
        """
        key = next(key for key in settings if key in _EDGES or key == "bleed")
        edges = [key for key in (*_BOX, *_EDGES, "bleed") if key in props]
        if wrong := next((key for key in edges if not props[key].constant), None):
            message = f"{wrong} is a plain value where {key} counts from the edge of the face"
            self._wrong(settings, wrong, message, "Write it without {{ }}.")
            return props
        if self.moved:
            hint = "Write x, y, w and h."
            message = f"{key} counts from the edge of the face, but what it lies in is moved"
            self._wrong(settings, key, message, hint, by_key=True)
            return props
        given = {edge: props[edge].get({}) for edge in edges}
        made = {name: value for name, value in props.items() if name not in (*_EDGES, "bleed")}
        for start, length, end in (("x", "w", "right"), ("y", "h", "bottom")):
            if start in given and length in given and end in given:
                message = f"{start}, {length} and {end} are one too many: two of them say the third"
                self._wrong(settings, end, message, "Remove one of them.")
        if self.size is None:
            return made | told_edges(key, given, text, self.bleed)
        for name, points in edges_of(given, text, self.size, self.bleed).items():
            made[name] = constant(points)
            if name in ("w", "h") and name not in given and points <= 0:
                message = f"{key} leaves no room between the edges of the face"
                self._wrong(settings, key, message, "Choose a smaller one.", by_key=True)
        return made

    def _check_idle(self, settings: Map, props: Mapping[str, Value]) -> None:
        """Report settings that say nothing without, or beside, the others."""
        for key, needed in _NEEDS.items():
            if key in props and needed not in props and not (key == "valign" and _is_caps(props[key])):
                hint = f"Add {needed}:, or remove it."
                self._wrong(settings, key, f"{key} says nothing without {needed}", hint, by_key=True)
        for key, other in _ONE_OF:
            if key in props and other in props:
                self._wrong(settings, other, f"{other} says nothing beside {key}", "Remove one.", by_key=True)

    def _check_slot(self, item: Map, props: Mapping[str, Value]) -> None:
        """A slot is read before any card is drawn, so all of it is plain."""
        settings = item["slot"]
        for key in ("name", "w", "h"):
            if key not in props:
                self._wrong(item, "slot", f"a slot needs {key}", f"Add {key}: and its value.", by_key=True)
        for key, value in props.items():
            if not value.constant:
                self._wrong(settings, key, f"{key} of a slot is the same for every card", "Write it without {{ }}.")
            elif key in ("w", "h") and not value.get({}) > 0:
                self._wrong(settings, key, f"a slot needs {key} above zero", "Choose a length above zero.")

    def _overridden(self, raw: Map, above: Face) -> tuple[Node, ...]:
        """The parent's items, with the children of the named groups that this face overrides replaced."""
        if "override" in raw and self.parent is None:
            hint = "Add extends: and the name of a face, or remove it."
            self._wrong(raw, "override", "override needs a face that this one extends", hint, by_key=True)
            return ()
        override = self._mapping(raw, "override")
        groups = {_name(node) for node in above.nodes()} - {""}
        for name in override:
            if name not in groups:
                message = f"the face '{above.name}' has no group named '{name}'"
                self._wrong(
                    raw["override"], name, message, did_you_mean(name, groups, "Name a group there first."), by_key=True
                )
        return _replaced(above.items, {name: self._items(raw["override"], name) for name in override})


def _is_caps(valign: Value) -> bool:
    """Whether it is the one valign that needs no height."""
    return not valign.constant or valign.get({}) == "caps"


def _ranged(props: dict[str, Value]) -> dict[str, Value]:
    """Settings in which a range of sizes is a size and a floor."""
    size = props.get("size")
    if size is not None and size.constant and isinstance(ends := size.get({}), tuple):
        return {**props, "size": constant(ends[0]), "floor": constant(ends[1])}
    return props


def _condition(raw: Any) -> Any:
    """`when:` takes an expression with or without its braces."""
    return raw if not isinstance(raw, str) or "{{" in raw else "{{ " + raw + " }}"


def _scaled(value: Any, factor: float) -> float:
    if isinstance(value, int | float):
        return value * factor
    return parse_length(str(value), "mm" if str(value).replace(".", "").isdigit() else None)


def _name(node: Node) -> str:
    """What an override calls a group; "" for one whose name depends on anything, or that has none."""
    name = node.props.get("name") if node.kind == "group" else None
    return str(name.get({})) if name and name.constant else ""


def _replaced(items: tuple[Node, ...], wanted: Mapping[str, tuple[Node, ...]]) -> tuple[Node, ...]:
    out: list[Node] = []
    for node in items:
        name = _name(node)
        out.append(replace(node, children=wanted[name] if name in wanted else _replaced(node.children, wanted)))
    return tuple(out)
