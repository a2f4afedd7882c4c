"""Face templates: a YAML mapping with marks comes in; a checked, compiled Face comes out, or findings at its lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from printgen.base.units import parse_length
from printgen.errors import Finding, Where, did_you_mean
from printgen.faces.problems import ValueProblem
from printgen.faces.values import Value, constant, parse_value

_PAINT = {
    "fill": "color", "stroke": "color", "width": "length", "dash": "lengths", "pattern": "word",
    "pattern-color": "color", "pattern-scale": "number", "hazard": "color", "hazard-pitch": "length",
    "hazard-mirrored": "flag",
}  # fmt: skip
_BOX = {"x": "length", "y": "length", "w": "length", "h": "length"}
_LETTERS = {
    "font": "word", "size": "points", "floor": "points", "color": "color", "align": "word", "lines": "number",
    "leading": "length", "tracking": "length", "caps": "flag", "plain": "flag", "valign": "word", "fit": "fits",
}  # fmt: skip
KINDS: dict[str, dict[str, str]] = {
    "rect": {**_BOX, **_PAINT, "radius": "length", "cut": "length", "corners": "word"},
    "line": {"x1": "length", "y1": "length", "x2": "length", "y2": "length", "stroke": "color", "width": "length",
             "dash": "lengths"},
    "path": {"d": "word", "x": "length", "y": "length", "scale": "number", "rotate": "number", **_PAINT},
    "ellipse": {"cx": "length", "cy": "length", "r": "length", "rx": "length", "ry": "length", **_PAINT},
    "icon": {"name": "word", "cx": "length", "cy": "length", "size": "length", "color": "color"},
    "image": {**_BOX, "file": "any", "look": "any", "seed": "any", "tone": "word"},
    "text": {**_BOX, "text": "any", "style": "word", **_LETTERS},
    "group": {"x": "length", "y": "length", "rotate": "number", "cx": "length", "cy": "length", "clip": "lengths",
              "name": "word", "items": "items"},
    "use": {"face": "word", "x": "length", "y": "length", "with": "map"},
    "each": {"in": "any", "as": "word", "x": "length", "y": "length", "dx": "length", "dy": "length", "items": "items"},
}  # fmt: skip
_HEADER = frozenset(
    {
        "size",
        "unit",
        "bleed",
        "safe",
        "palettes",
        "colors",
        "lets",
        "params",
        "styles",
        "items",
        "extends",
        "override",
    }
)


@dataclass(frozen=True, slots=True)
class Node:
    """One item of a face: its kind, its compiled properties, its condition and its children."""

    kind: str
    props: Mapping[str, Value]
    where: Where
    marks: Mapping[str, Where]
    when: Value | None = None
    children: tuple[Node, ...] = ()
    inner: Mapping[str, Value] = field(default_factory=dict)
    fits: tuple[Mapping[str, Value], ...] = ()
    unit: float = 1.0


@dataclass(frozen=True, slots=True)
class Face:
    """A compiled face: lengths in points; `lets` and `colors` are evaluated per card before the items."""

    name: str
    where: Where
    size: tuple[float, float] | str | None
    bleed: float
    safe: float
    palettes: tuple[str, ...]
    colors: Mapping[str, Value]
    lets: Mapping[str, Value]
    params: Mapping[str, Any]
    styles: Mapping[str, Mapping[str, Value]]
    items: tuple[Node, ...]

    def nodes(self) -> Iterator[Node]:
        """Every node, children included."""
        stack = list(self.items)
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children)


class TemplateProblem(Exception):
    """Findings of a template that cannot be used."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, findings)))


class Parser:
    """Compiles one face file; `parent` is the already compiled face that it extends."""

    def __init__(self, name: str, raw: Any, where: Where, parent: Face | None = None) -> None:
        self.name, self.raw, self.where, self.parent = name, raw, where, parent
        self.findings: list[Finding] = []
        self.unit: str | None = None

    def face(self) -> Face:
        """The compiled face; TemplateProblem carries every finding when there are any."""
        raw, parent = self.raw, self.parent
        if not isinstance(raw, dict):
            raise TemplateProblem([Finding("error", self.where, "a face is a mapping with items", "", "template")])
        for key in raw:
            if key not in _HEADER:
                self._wrong(raw, key, f"unknown key '{key}' in a face", did_you_mean(str(key), _HEADER), by_key=True)
        self.unit = raw.get("unit", "mm" if parent else None)
        size = raw.get("size", parent.size if parent else None)
        if isinstance(size, list):
            width, height = (self._length(raw, "size", v) for v in size)
            size = (width, height)
        items = self._items(raw, "items")
        if parent:
            replaced = {name: self._items(raw["override"], name) for name in raw.get("override", {})}
            items = (*_overridden(parent.items, replaced), *items)
        face = Face(
            self.name,
            self.where,
            size,
            self._length(raw, "bleed", raw["bleed"]) if "bleed" in raw else parent.bleed if parent else 0.0,
            self._length(raw, "safe", raw["safe"]) if "safe" in raw else parent.safe if parent else 0.0,
            (*(parent.palettes if parent else ()), *raw.get("palettes", ())),
            {**(parent.colors if parent else {}), **self._values(raw, "colors")},
            {**(parent.lets if parent else {}), **self._values(raw, "lets")},
            {**(parent.params if parent else {}), **(raw.get("params") or {})},
            {**(parent.styles if parent else {}), **self._styles(raw)},
            items,
        )
        if self.findings:
            raise TemplateProblem(self.findings)
        return face

    def _wrong(self, mapping: Any, key: Any, message: str, hint: str = "", by_key: bool = False) -> None:
        where = self.where
        if hasattr(mapping, "where"):
            where = mapping.key_where(key) if by_key else mapping.where(key)
        self.findings.append(Finding("error", where, message, hint, "template"))

    def _length(self, mapping: Any, key: Any, raw: Any) -> float:
        try:
            return parse_length(raw, self.unit)
        except ValueError as error:
            self._wrong(mapping, key, f"{key}: {error}")
            return 0.0

    def _value(self, mapping: Any, key: Any, raw: Any, kind: str = "any") -> Value:
        try:
            value = parse_value(raw)
        except ValueProblem as error:
            self._wrong(mapping, key, str(error))
            return constant(None)
        if kind == "length" and value.constant and raw is not None:
            return constant(self._length(mapping, key, raw))
        if kind == "length":
            factor = parse_length(1, self.unit or "pt")
            return Value(lambda context: _scaled(value.get(context), factor), value.names, False, value.field)
        if kind == "points" and value.constant:
            return constant(
                parse_length(raw, "pt") if isinstance(raw, int | float) else self._length(mapping, key, raw)
            )
        return value

    def _values(self, raw: Any, key: str) -> dict[str, Value]:
        part = raw.get(key) or {}
        return {name: self._value(part, name, value) for name, value in part.items()}

    def _styles(self, raw: Any) -> dict[str, dict[str, Value]]:
        return {
            name: {
                key: self._prop(style, key, _LETTERS, "style")
                for key in style
                if key in _LETTERS or self._unknown(style, key, _LETTERS, "style")
            }
            for name, style in (raw.get("styles") or {}).items()
        }

    def _unknown(self, mapping: Any, key: str, known: Mapping[str, str], what: str) -> bool:
        self._wrong(mapping, key, f"a {what} has no '{key}'", did_you_mean(str(key), known), by_key=True)
        return False

    def _prop(self, mapping: Any, key: str, known: Mapping[str, str], what: str) -> Value:
        kind, raw = known[key], mapping[key]
        if kind == "lengths":
            return constant(tuple(self._length(mapping, key, v) for v in raw))
        return self._value(mapping, key, raw, kind)

    def _items(self, mapping: Any, key: str) -> tuple[Node, ...]:
        raw = mapping.get(key) or []
        if not isinstance(raw, list):
            self._wrong(mapping, key, f"{key} is a list of shapes, each a line that starts with '- '")
            return ()
        return tuple(node for i, item in enumerate(raw) if (node := self._node(raw, i, item)))

    def _node(self, siblings: Any, index: int, item: Any) -> Node | None:
        where = siblings.where(index) if hasattr(siblings, "where") else self.where
        kinds = [key for key in item if key != "when"] if isinstance(item, dict) else []
        if len(kinds) != 1 or kinds[0] not in KINDS:
            found = kinds[0] if kinds else ""
            message = (
                f"'{found}' is not a shape" if found else "a shape is one word with its settings, such as rect: {...}"
            )
            self.findings.append(Finding("error", where, message, did_you_mean(str(found), KINDS), "template"))
            return None
        kind = kinds[0]
        settings, known = item[kind], KINDS[kind]
        if not isinstance(settings, dict):
            self._wrong(item, kind, f"{kind} takes settings in the form {{x: 1, y: 2}}")
            return None
        props: dict[str, Value] = {}
        children: tuple[Node, ...] = ()
        inner: dict[str, Value] = {}
        fits: tuple[Mapping[str, Value], ...] = ()
        for key in settings:
            if key not in known:
                self._unknown(settings, key, known, kind)
            elif known[key] == "items":
                children = self._items(settings, key)
            elif known[key] == "map":
                inner = self._values(settings, key)
            elif known[key] == "fits":
                fits = tuple(
                    {k: self._prop(way, k, {**_LETTERS, "y": "length"}, "fit") for k in way} for way in settings[key]
                )
            else:
                props[key] = self._prop(settings, key, known, kind)
        when = self._value(item, "when", _condition(item["when"])) if "when" in item else None
        marks = {key: settings.where(key) for key in settings} if hasattr(settings, "where") else {}
        return Node(kind, props, where, marks, when, children, inner, fits, parse_length(1, self.unit or "pt"))


def _condition(raw: Any) -> Any:
    """`when:` takes an expression with or without its braces."""
    return raw if not isinstance(raw, str) or "{{" in raw else "{{ " + raw + " }}"


def _scaled(value: Any, factor: float) -> float:
    if isinstance(value, int | float):
        return value * factor
    return parse_length(str(value), "mm" if str(value).replace(".", "").isdigit() else None)


def _overridden(items: tuple[Node, ...], replaced: Mapping[str, tuple[Node, ...]]) -> tuple[Node, ...]:
    """The parent's items, with the children of named groups replaced."""
    out: list[Node] = []
    for node in items:
        name = str(node.props["name"].get({})) if node.kind == "group" and "name" in node.props else ""
        children = replaced[name] if name in replaced else _overridden(node.children, replaced)
        out.append(replace(node, children=children))
    return tuple(out)
