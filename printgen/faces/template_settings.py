"""Compiles the settings of a face file into values; mistakes are findings at their lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any

from printgen.base.errors import Finding, ValueProblem, did_you_mean, split_advice
from printgen.base.units import mm, parse_length, parse_sizes, to_mm, with_article
from printgen.faces.shape_words import BASELINES, BESIDE, COMPOUND, FIT, LENGTHS, PARTS, SIZES, did_you_mean_word
from printgen.reading.expressions import parse_value, problem_of_word
from printgen.reading.positions import LocatedList, LocatedMap, empty_map
from printgen.reading.scalars import shorten
from printgen.reading.texts import Context, Source, Value, constant

_FINEST = mm(0.02)
_MOST_STOPS = 50
_ROUND = {"x": "cx", "y": "cy", "w": "rx", "h": "ry"}
_LIKE = {"ring": "Write it like {cx: 30, cy: 30, r: 20}.", "mask": "Write it like {fade: bottom} or {icon: shield}."}
_OF_OTHERS = {
    "clip": "Put it into a group, which has a clip.",
    "mask": "Put it into a group, which has a mask.",
    "overflow": "Only blocks go on: write blocks: {from: ..., overflow: card}.",
}
"""What to do where a shape has no such setting, and others do."""
_OF_GAME = frozenset({"fonts", "keywords", "records", "signs", "tables", "values"})
"""Settings of game.yaml that are looked for in faces."""


class FaceSettings:
    """Compiles the settings of a face file, whose lengths are in `unit` or say their own; gathers `findings`."""

    def __init__(self, unit: str | None) -> None:
        self.unit = unit
        self.findings: list[Finding] = []

    def _wrong(self, mapping: LocatedMap, key: str, message: str, hint: str = "", by_key: bool = False) -> None:
        where = mapping.key_where(key) if by_key else mapping.where(key)
        self.findings.append(Finding("error", where, message, hint, "template"))

    def _list(
        self, mapping: LocatedMap, key: str, items: str, such_as: str, needed: bool = False
    ) -> LocatedList | None:
        """The list under a key, which may be empty unless it is `needed`; None, with a finding, for anything else."""
        value = mapping.get(key)
        if isinstance(value, LocatedList) or (value is None and not needed):
            return value or LocatedList()
        self._wrong(mapping, key, f"{key} is a list of {items}", f"Write it like {such_as}.")
        return None

    def _mapping(self, raw: LocatedMap, key: str) -> LocatedMap:
        """The mapping under a key; an empty one for nothing, and, with a finding, for anything else."""
        value = raw.get(key)
        if value is not None and not isinstance(value, LocatedMap):
            hint = _LIKE.get(key, "Write it like {name: value}.")
            self._wrong(raw, key, f"{key} is a mapping of names and values", hint)
        return value if isinstance(value, LocatedMap) else empty_map()

    def _length(self, mapping: LocatedMap, key: str, raw: Any, unit: str | None = None) -> float:
        try:
            return parse_length(raw, unit or self.unit)
        except ValueError as error:
            self._wrong(mapping, key, f"{key}: {error}")
            return 0.0

    def _value(self, mapping: LocatedMap, key: str, raw: Any, kind: str = "any") -> Value:
        try:
            value = parse_value(raw)
        except ValueProblem as error:
            self._wrong(mapping, key, *split_advice(str(error), "Mend the expression."))
            return constant(0.0 if kind in ("length", "points") else None)
        if kind in BASELINES:
            return self._baseline(mapping, key)
        if kind == "length" and value.constant and raw is not None:
            length = self._length(mapping, key, raw)
            if length < 0 and key in SIZES:
                self._wrong(mapping, key, f"{key} is {raw}, below zero", "Choose a length from zero up.")
            return constant(length)
        if kind == "length":
            factor = parse_length(1, self.unit or "pt")
            scaled = partial(_scale, value, factor)
            return Value(scaled, value.names, value.field, sources=value.sources)
        if kind == "flag" and value.constant and isinstance(raw, str):
            message = f"{key} is true or false, not '{shorten(raw)}'"
            self._wrong(mapping, key, message, "Write one of them, without quotes.")
        if kind == "points" and value.constant:
            ranged = key == "size" and isinstance(raw, str) and ".." in raw
            return constant(self._sizes(mapping, raw) if ranged else self._points(mapping, key, raw))
        return value

    def _baseline(self, mapping: LocatedMap, key: str) -> Value:
        """What a text stands on: the lengths and angles of an arc, or a path with the unit of its numbers."""
        forms, (needed, such_as) = PARTS[key], BASELINES[key]
        what = "an arc" if key == "arc" else key
        if key == "along" and not isinstance(mapping[key], LocatedMap):
            parts = {"d": self._value(mapping, key, mapping[key], "word")}
        else:
            line = self._mapping(mapping, key)
            known_keys = self._check_keys(line, forms, f"{what} has no '{{}}'")
            parts = {part: self._value(line, part, line[part], forms[part]) for part in known_keys}
        for part in needed:
            if part not in parts:
                self._wrong(mapping, key, f"{what} needs {part}", f"Write it like {such_as}.")
                return constant(None)
        parts["unit"] = constant(parse_length(1, self.unit or "pt"))
        if all(part.constant for part in parts.values()):
            return constant({name: part.get({}) for name, part in parts.items()})
        names = frozenset[str]().union(*(part.names for part in parts.values()))
        sources = frozenset[Source]().union(*(part.sources for part in parts.values()))
        return Value(partial(_parts_of, parts), names, sources=sources)

    def _sizes(self, mapping: LocatedMap, raw: str) -> tuple[float, float] | float:
        """A range of sizes, such as 10..6.5."""
        try:
            largest, smallest = parse_sizes(raw)
        except ValueError as error:
            self._wrong(mapping, "size", *split_advice(str(error)))
            return 1.0
        if smallest <= 0:
            self._wrong(mapping, "size", f"size is {raw}; letters need a size above zero", "Choose a larger one.")
        if "floor" in mapping:
            message = "floor says nothing beside a range of sizes"
            self._wrong(mapping, "floor", message, "Remove it, or write one size.", by_key=True)
        return largest, smallest

    def _points(self, mapping: LocatedMap, key: str, raw: Any) -> float:
        before = len(self.findings)
        points = self._length(mapping, key, raw, "pt")
        if points <= 0 and len(self.findings) == before:
            self._wrong(mapping, key, f"{key} is {raw}; letters need a size above zero", "Choose a larger one.")
        return points

    def _values(self, raw: LocatedMap, key: str) -> dict[str, Value]:
        part = self._mapping(raw, key)
        for name, problem in ((name, problem_of_word(name)) for name in part if key == "lets"):
            if problem:
                self._wrong(part, name, problem, "Choose a name of letters, digits and _.", by_key=True)
        return {name: self._value(part, name, value) for name, value in part.items()}

    def compile_settings(
        self, settings: LocatedMap, keys: Iterable[str], forms: Mapping[str, str], kind: str
    ) -> dict[str, Value]:
        """Some settings of a kind of shape as values, those that are said by parts as one for each part."""
        props: dict[str, Value] = {}
        for key in keys:
            form = forms[key]
            if form == "lengths":
                props[key] = self._lengths(settings, key)
            elif form in PARTS:
                props |= self._compound(settings, key, form, kind)
            else:
                props[key] = self._value(settings, key, settings[key], form)
        return props

    def _settings(self, mapping: LocatedMap, known: Mapping[str, str], what: str) -> dict[str, Value]:
        """The compiled settings of a way to fit; unknown ones are reported."""
        known_keys = self._check_keys(mapping, known, f"{with_article(what)} has no '{{}}'")
        return range_sizes({key: self._value(mapping, key, mapping[key], known[key]) for key in known_keys})

    def _check_keys(self, mapping: LocatedMap, known: Collection[str], message: str) -> list[str]:
        """The keys of a mapping that are known; the others are reported with what is said of such a key."""
        for key in (key for key in mapping if key not in known):
            hint = did_you_mean_word(str(key), known)
            if hint == "Did you mean 'as'?":  # A word of two letters is near to many.
                hint = did_you_mean("", known)
            if "rx" in known and key in _ROUND:
                hint = f"Write {_ROUND[key]}: it stands around its middle, which is cx and cy."
            elif key == "when":
                hint = "Write it beside the word, such as {text: {...}, when: card.rare}."
            elif key in _OF_GAME and "palettes" in known:
                hint = "It is said for the whole game: write it in game.yaml."
            elif key in ("as", "rotate", *BESIDE):
                hint = f"Put it into a group, which {'turns' if key == 'rotate' else 'has a box'}."
            elif key in _OF_OTHERS and "style" in known:
                hint = _OF_OTHERS[key]
            self._wrong(mapping, key, message.format(key), hint, by_key=True)
        return [key for key in mapping if key in known]

    def _compound(self, mapping: LocatedMap, key: str, form: str, kind: str) -> dict[str, Value]:
        """A setting that may be said by parts; these are settings, too, under names such as "clip.radius"."""
        raw = self._mapping(mapping, key) if form in ("circle", "mask") else mapping[key]
        if form in BASELINES:
            return {key: self._baseline(mapping, key)}
        if not isinstance(raw, LocatedMap):
            return {key: self._plain(mapping, key, form, kind)}
        props = {key: constant(COMPOUND)}
        known_keys = self._check_keys(raw, PARTS[form], f"{key} has no '{{}}'")
        for part in known_keys:
            of = PARTS[form][part]
            if of == "colors":
                props |= self._stops(raw, part, key)
            else:
                value = self._lengths(raw, part) if of == "lengths" else self._value(raw, part, raw[part], of)
                props[f"{key}.{part}"] = value
        if form == "clip" and len(known_keys) == len(raw):
            needed = {"circle", "path", "box"} if kind == "group" else {"circle", "path", "box", "radius"}
            message = "clip needs a circle, a path or a box" + ("" if kind == "group" else ", or a radius")
            if not needed & raw.keys():
                self._wrong(mapping, key, message, "Write it like {box: [0, 0, 20, 10], radius: 2}.")
        if form == "circle" and raw is mapping[key] and len(known_keys) == len(raw) and "r" not in raw:
            self._wrong(mapping, key, f"{key} needs r", _LIKE["ring"])
        if form == "paint" and len(known_keys) == len(raw) and "stops" not in raw and not raw.keys() >= {"from", "to"}:
            hint = "Write it like {from: main, to: white}."
            self._wrong(mapping, key, "a gradient needs from and to, or stops", hint)
        return props

    def _stops(self, raw: LocatedMap, part: str, key: str) -> dict[str, Value]:
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
        colors = {f"{key}.{part}.{n}": self._value(raw, part, stop, "color") for n, stop in enumerate(stops)}
        return {f"{key}.{part}": constant(len(stops)), **colors}

    def _plain(self, mapping: LocatedMap, key: str, form: str, kind: str) -> Value:
        """Such a setting without parts: a colour, whether there is a shadow, a box or a circle of a clip."""
        if form != "clip":
            return self._value(mapping, key, mapping[key], "color" if form == "paint" else "flag")
        if isinstance(mapping[key], str):
            if mapping[key] != "circle" or kind == "group":
                hint = "Write it like {circle: [10, 10, 8]}, or [0, 0, 20, 10] for a box."
                self._wrong(mapping, key, f"clip should say what of the {kind} shows, not '{mapping[key]}'", hint)
            return constant(mapping[key])
        return self._lengths(mapping, key)

    def _lengths(self, mapping: LocatedMap, key: str) -> Value:
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

    def _fits(self, mapping: LocatedMap, key: str) -> tuple[Mapping[str, Value], ...]:
        items, such_as = "ways, each with its settings", "[{y: 3, size: 8}]"
        ways = self._list(mapping, key, items, such_as, needed=True) or ()
        if not all(isinstance(setting, LocatedMap) for setting in ways):
            self._wrong(mapping, key, f"{key} is a list of {items}", f"Write it like {such_as}.")
            return ()
        return tuple(self._settings(setting, FIT, "fit") for setting in ways)


def range_sizes(props: dict[str, Value]) -> dict[str, Value]:
    """Settings in which a range of sizes is a size and a floor."""
    size = props.get("size")
    if size is not None and size.constant and isinstance(ends := size.get({}), tuple):
        return {**props, "size": constant(ends[0]), "floor": constant(ends[1])}
    return props


def _parts_of(parts: Mapping[str, Value], context: Context) -> dict[str, Any]:
    return {name: part.of(name, context) for name, part in parts.items()}


def _scale(length: Value, factor: float, context: Context) -> float:
    value = length.get(context)
    if isinstance(value, int | float):
        return value * factor
    return parse_length(str(value), "mm" if str(value).replace(".", "").isdigit() else None)
