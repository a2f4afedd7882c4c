"""Compiles the settings of a face file into values; mistakes are findings at their lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from printgen.base.errors import Finding, ValueProblem, closest, did_you_mean, split_advice
from printgen.base.units import mm, parse_length, parse_sizes, to_mm
from printgen.faces.shape_words import BASELINES, BESIDE, COMPOUND, FIT, LENGTHS, PARTS, SIZES, did_you_mean_word
from printgen.reading.expressions import parse_value, problem_of_word
from printgen.reading.positions import LocatedList, LocatedMap, empty_map
from printgen.reading.scalars import shorten
from printgen.reading.texts import Context, Source, Value, constant

_FINEST = mm(0.02)
_MOST_STOPS = 50
_CENTERED = {"x": "cx", "y": "cy", "w": "rx", "h": "ry"}
_LIKE = {"ring": "Write it like {cx: 30, cy: 30, r: 20}.", "mask": "Write it like {fade: bottom} or {icon: shield}."}
_KEYS_OF_OTHERS = {
    "clip": "Put it into a group, which has a clip.",
    "mask": "Put it into a group, which has a mask.",
    "overflow": "Only blocks go on: write blocks: {from: ..., overflow: card}.",
}
"""What to do where a shape has no such setting, and others do."""
_KEYS_OF_GAMES = frozenset({"fonts", "keywords", "records", "signs", "tables", "values"})
"""Settings of game.yaml that are looked for in faces."""


class SettingsCompiler:
    """Compiles the settings of a face file, whose lengths are in `unit` or say their own; gathers `findings`."""

    def __init__(self, unit: str | None) -> None:
        self.unit = unit
        self.findings: list[Finding] = []

    def report(self, mapping: LocatedMap, key: str, message: str, hint: str = "", by_key: bool = False) -> None:
        """Report a mistake at a value, or `by_key` at its key."""
        where = mapping.key_where(key) if by_key else mapping.where(key)
        self.add(Finding("error", where, message, hint, "template"))

    def add(self, *findings: Finding) -> None:
        """Add findings of others, or at places of another kind."""
        self.findings.extend(findings)

    def list_under(
        self, mapping: LocatedMap, key: str, items: str, such_as: str, needed: bool = False
    ) -> LocatedList | None:
        """The list under a key, which may be empty unless it is `needed`; None, with a finding, for anything else."""
        value = mapping.get(key)
        if isinstance(value, LocatedList) or (value is None and not needed):
            return value or LocatedList()
        self.report(mapping, key, f"{key} is a list of {items}", f"Write it like {such_as}.")
        return None

    def mapping_under(self, raw: LocatedMap, key: str) -> LocatedMap:
        """The mapping under a key; an empty one for nothing, and, with a finding, for anything else."""
        value = raw.get(key)
        if value is not None and not isinstance(value, LocatedMap):
            hint = _LIKE.get(key, "Write it like {name: value}.")
            self.report(raw, key, f"{key} is a mapping of names and values", hint)
        return value if isinstance(value, LocatedMap) else empty_map()

    def length(self, mapping: LocatedMap, key: str, raw: Any, unit: str | None = None) -> float:
        """A length in points; 0, with a finding, for what is none."""
        try:
            return parse_length(raw, unit or self.unit)
        except ValueError as error:
            self.report(mapping, key, f"{key}: {error}")
            return 0.0

    def value(self, mapping: LocatedMap, key: str, raw: Any, form: str = "any") -> Value:
        """The value of a setting of a form, as `KINDS` names it; with a finding where it is not of that form."""
        try:
            value = parse_value(raw)
        except ValueProblem as error:
            self.report(mapping, key, *split_advice(str(error), "Mend the expression."))
            return constant(0.0 if form in ("length", "points") else None)
        if form in BASELINES:
            return self._baseline(mapping, key)
        compile_form = _FORMS.get(form)
        return compile_form(self, mapping, key, raw, value) if compile_form else value

    def _length_value(self, mapping: LocatedMap, key: str, raw: Any, value: Value) -> Value:
        """A length in points, or what makes one of an expression, whose numbers are in the unit of the file."""
        if not value.constant or raw is None:
            scaled = partial(_scale, value, parse_length(1, self.unit or "pt"))
            return Value(scaled, value.names, value.field, sources=value.sources)
        length = self.length(mapping, key, raw)
        if length < 0 and key in SIZES:
            self.report(mapping, key, f"{key} is {raw}, below zero", "Choose a length from zero up.")
        return constant(length)

    def _flag_value(self, mapping: LocatedMap, key: str, raw: Any, value: Value) -> Value:
        """A value that is no quoted word."""
        if value.constant and isinstance(raw, str):
            message = f"{key} is true or false, not '{shorten(raw)}'"
            self.report(mapping, key, message, "Write one of them, without quotes.")
        return value

    def _points_value(self, mapping: LocatedMap, key: str, raw: Any, value: Value) -> Value:
        """A size of letters in points, or a range of them."""
        if not value.constant:
            return value
        ranged = key == "size" and isinstance(raw, str) and ".." in raw
        return constant(self._sizes(mapping, raw) if ranged else self._points(mapping, key, raw))

    def _baseline(self, mapping: LocatedMap, key: str) -> Value:
        """What a text stands on: the lengths and angles of an arc, or a path with the unit of its numbers."""
        forms, (needed, such_as) = PARTS[key], BASELINES[key]
        what = "an arc" if key == "arc" else key
        if key == "along" and not isinstance(mapping[key], LocatedMap):
            parts = {"d": self.value(mapping, key, mapping[key], "word")}
        else:
            line = self.mapping_under(mapping, key)
            known_keys = self.check_keys(line, forms, f"{what} has no '{{}}'")
            parts = {part: self.value(line, part, line[part], forms[part]) for part in known_keys}
        for part in needed:
            if part not in parts:
                self.report(mapping, key, f"{what} needs {part}", f"Write it like {such_as}.")
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
            self.report(mapping, "size", *split_advice(str(error)))
            return 1.0
        if smallest <= 0:
            self.report(mapping, "size", f"size is {raw}; letters need a size above zero", "Choose a larger one.")
        if "floor" in mapping:
            message = "floor says nothing beside a range of sizes"
            self.report(mapping, "floor", message, "Remove it, or write one size.", by_key=True)
        return largest, smallest

    def _points(self, mapping: LocatedMap, key: str, raw: Any) -> float:
        """A size of letters above zero, in points unless it says its unit."""
        before = len(self.findings)
        points = self.length(mapping, key, raw, "pt")
        if points <= 0 and len(self.findings) == before:
            self.report(mapping, key, f"{key} is {raw}; letters need a size above zero", "Choose a larger one.")
        return points

    def values(self, raw: LocatedMap, key: str) -> dict[str, Value]:
        """The values of a mapping by names, which those of `lets` can be read by."""
        part = self.mapping_under(raw, key)
        for name in part:
            problem = problem_of_word(name) if key == "lets" else ""
            if problem:
                self.report(part, name, problem, "Choose a name of letters, digits and _.", by_key=True)
        return {name: self.value(part, name, value) for name, value in part.items()}

    def settings(
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
                props[key] = self.value(settings, key, settings[key], form)
        return props

    def _way_to_fit(self, mapping: LocatedMap) -> dict[str, Value]:
        """The compiled settings of a way to fit; unknown ones are reported."""
        known_keys = self.check_keys(mapping, FIT, "a fit has no '{}'")
        return range_sizes({key: self.value(mapping, key, mapping[key], FIT[key]) for key in known_keys})

    def check_keys(self, mapping: LocatedMap, known: Collection[str], message: str) -> list[str]:
        """The keys of a mapping that are known; the others are reported with what is said of such a key."""
        for key in mapping:
            if key not in known:
                self.report(mapping, key, message.format(key), _hint_for(str(key), known), by_key=True)
        return [key for key in mapping if key in known]

    def _compound(self, mapping: LocatedMap, key: str, form: str, kind: str) -> dict[str, Value]:
        """A setting that may be said by parts; these are settings, too, under names such as "clip.radius"."""
        raw = self.mapping_under(mapping, key) if form in ("circle", "mask") else mapping[key]
        if form in BASELINES:
            return {key: self._baseline(mapping, key)}
        if not isinstance(raw, LocatedMap):
            return {key: self._plain(mapping, key, form, kind)}
        props = {key: constant(COMPOUND)}
        known_keys = self.check_keys(raw, PARTS[form], f"{key} has no '{{}}'")
        for part in known_keys:
            match PARTS[form][part]:
                case "colors":
                    props |= self._stops(raw, part, key)
                case "lengths":
                    props[f"{key}.{part}"] = self._lengths(raw, part)
                case part_form:
                    props[f"{key}.{part}"] = self.value(raw, part, raw[part], part_form)
        if len(known_keys) == len(raw):
            self._check_parts(mapping, key, form, kind)
        return props

    def _check_parts(self, mapping: LocatedMap, key: str, form: str, kind: str) -> None:
        """Report a compound setting that lacks a part."""
        raw = mapping.get(key)
        if not isinstance(raw, LocatedMap):
            return
        parts = raw.keys()
        if form == "clip":
            message = "clip needs a circle, a path or a box" + ("" if kind == "group" else ", or a radius")
            needed = {"circle", "path", "box"} if kind == "group" else {"circle", "path", "box", "radius"}
            if not needed & parts:
                self.report(mapping, key, message, "Write it like {box: [0, 0, 20, 10], radius: 2}.")
        elif form == "circle" and "r" not in parts:
            self.report(mapping, key, f"{key} needs r", _LIKE["ring"])
        elif form == "paint" and "stops" not in parts and not parts >= {"from", "to"}:
            hint = "Write it like {from: main, to: white}."
            self.report(mapping, key, "a gradient needs from and to, or stops", hint)

    def _stops(self, raw: LocatedMap, part: str, key: str) -> dict[str, Value]:
        """The colours of a gradient, each a setting; under the key of them all is how many there are."""
        stops = self.list_under(raw, part, "colours", "[main, sand at 40, ink]", needed=True)
        if stops is None:
            return {}
        if not 2 <= len(stops) <= _MOST_STOPS:
            message = f"a gradient has 2 to {_MOST_STOPS} stops, not {len(stops)}"
            self.report(raw, part, message, "Write it like [main, sand at 40, ink].")
        if "from" in raw or "to" in raw:
            other = "from" if "from" in raw else "to"
            self.report(raw, other, f"{other} says nothing beside stops", "Remove one.", by_key=True)
        colors = {f"{key}.{part}.{n}": self.value(raw, part, stop, "color") for n, stop in enumerate(stops)}
        return {f"{key}.{part}": constant(len(stops)), **colors}

    def _plain(self, mapping: LocatedMap, key: str, form: str, kind: str) -> Value:
        """Such a setting without parts: a colour, whether there is a shadow, a box or a circle of a clip."""
        if form != "clip":
            return self.value(mapping, key, mapping[key], "color" if form == "paint" else "flag")
        if isinstance(mapping[key], str):
            if mapping[key] != "circle" or kind == "group":
                hint = "Write it like {circle: [10, 10, 8]}, or [0, 0, 20, 10] for a box."
                self.report(mapping, key, f"clip should say what of the {kind} shows, not '{mapping[key]}'", hint)
            return constant(mapping[key])
        return self._lengths(mapping, key)

    def _lengths(self, mapping: LocatedMap, key: str) -> Value:
        """A list of lengths in points, of as many as `LENGTHS` says."""
        count, names = LENGTHS.get(key, (0, ""))
        such_as = f"[{', '.join(['0', '0', '20', '10'][-count:])}]" if count else "[2, 1]"
        raw = self.list_under(mapping, key, "lengths", such_as, needed=True)
        if count and raw is not None and len(raw) != count:
            many = {3: "three", 4: "four"}[count]
            self.report(mapping, key, f"{key} takes {many} lengths: {names}", f"Write it like {such_as}.")
        lengths = tuple(self.length(mapping, key, v) for v in raw or ())
        if key == "dash" and lengths and not (min(lengths) >= 0 and sum(lengths) >= _FINEST):
            message = f"dash needs lengths from zero that come to {to_mm(_FINEST):g} mm or more"
            self.report(mapping, key, message, "Write it like [2, 1].")
        return constant(lengths)

    def fits(self, mapping: LocatedMap, key: str) -> tuple[Mapping[str, Value], ...]:
        """The ways in which a text may be set, the first that fits of which is taken."""
        items, such_as = "ways, each with its settings", "[{y: 3, size: 8}]"
        ways = self.list_under(mapping, key, items, such_as, needed=True) or ()
        if not all(isinstance(setting, LocatedMap) for setting in ways):
            self.report(mapping, key, f"{key} is a list of {items}", f"Write it like {such_as}.")
            return ()
        return tuple(self._way_to_fit(setting) for setting in ways)


_FORMS: Mapping[str, Callable[[SettingsCompiler, LocatedMap, str, Any, Value], Value]] = {
    "length": SettingsCompiler._length_value,
    "flag": SettingsCompiler._flag_value,
    "points": SettingsCompiler._points_value,
}
"""What makes a value of a form of what was written; of other forms everything is a value."""


def _hint_for(key: str, known: Collection[str]) -> str:
    """What to do about a key that is not among those that are known."""
    if "rx" in known and key in _CENTERED:
        return f"Write {_CENTERED[key]}: it stands around its middle, which is cx and cy."
    if key == "when":
        return "Write it beside the word, such as {text: {...}, when: card.rare}."
    if key in _KEYS_OF_GAMES and "palettes" in known:
        return "It is said for the whole game: write it in game.yaml."
    if key in ("as", "rotate", *BESIDE):
        return f"Put it into a group, which {'turns' if key == 'rotate' else 'has a box'}."
    if key in _KEYS_OF_OTHERS and "style" in known:
        return _KEYS_OF_OTHERS[key]
    if closest(key, sorted(known)) == "as":  # A word of two letters is near to many.
        return did_you_mean("", known)
    return did_you_mean_word(key, known)


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
