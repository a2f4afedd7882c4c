"""templates/areas.yaml and an area come in; the area's colours, its words with numbers filled in, its parts go out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from printgen.art.parts import paint
from printgen.base.geometry import chain, scale, translate
from printgen.drawing.colors import parse_color
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, PrintgenError, Where, did_you_mean
from printgen.faces.library import Library, shown
from printgen.kinds.area_template.model import Area, Scale, inches
from printgen.reading.marked import Map
from printgen.reading.yaml_events import read_yaml_file

_FILE = "areas.yaml"
_PARTS = ("colors", "saver", "outcomes", "titles", "sizes", "scale", "burst", "claymore", "triangle", "gauge")
_LENGTH = re.compile(r"\{(\d+(?:\.\d+)?) in\}")


class Spoke(NamedTuple):
    """What a roll of the deviation die says: its word, and the way it points (left, right, up, down, or none)."""

    roll: str
    word: str
    way: str


@dataclass(frozen=True, slots=True)
class Subject:
    """An area to draw, as written, with the scale to print it at and what is told of it."""

    area: Area
    scale: Scale
    kind: str
    weapons: tuple[str, ...] = ()
    effects: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    rose: tuple[Spoke, ...] = ()

    @property
    def printed(self) -> Area:
        """The area at the size that is printed."""
        return self.area.scaled(self.scale.factor)

    def note(self, text: str) -> str:
        """A note with its lengths, such as {15 in}, at the scale."""
        return _LENGTH.sub(lambda m: f"{inches(float(m[1]) * self.scale.factor)} in", text)

    def spoke(self, way: str) -> Spoke | None:
        """The roll that points a way."""
        return next((spoke for spoke in self.rose if spoke.way == way), None)


class AreaLook:
    """Colours, words and parts of area templates; raises TemplateProblem for a file that lacks any of them."""

    def __init__(self, library: Library, look: str = "") -> None:
        self._library = library
        path = library.file(_FILE)
        try:
            raw = read_yaml_file(path, shown(path))
        except PrintgenError as error:
            raise TemplateProblem(error.findings) from error
        if not isinstance(raw, Map):
            raise _problem(Where(shown(path), 1, 1), "areas.yaml is a mapping of colors and words")
        for key in raw:
            if key not in _PARTS:
                raise _problem(raw.key_where(key), f"unknown key '{key}'", did_you_mean(key, _PARTS))
        self._raw = raw
        self.saving = look == "saver"
        names: dict[str, str] = {}
        for part in ("colors", "saver") if self.saving else ("colors",):
            given = self._part(part)
            for key, value in given.items():
                try:
                    names[key] = parse_color(str(value))
                except ValueError as error:
                    raise _problem(given.where(key), str(error), "Write it in quotes.") from error
        self.tints = Tints(names)
        self._painted: dict[tuple[str, tuple[tuple[str, str], ...]], Group] = {}

    def _part(self, name: str) -> Map:
        part = self._raw.get(name)
        if not isinstance(part, Map):
            raise _problem(self._raw.start, f"the part '{name}' is missing")
        return part

    def color(self, words: str) -> str:
        """A colour as #RRGGBB."""
        return self.tints.resolve(words)

    def word(self, part: str, key: str, subject: Subject, **more: str) -> str:
        """One text with the subject's numbers filled in."""
        return self.lines(part, key, subject, **more)[0]

    def lines(self, part: str, key: str, subject: Subject, **more: str) -> tuple[str, ...]:
        """A text of several lines with the subject's numbers filled in."""
        given: Map = self._part(part) if part else self._raw
        if key not in given:
            raise _problem(given.start, f"the words '{key}' are missing")
        raw = given[key]
        return tuple(self._filled(text, subject, more, given.where(key)) for text in _texts(raw))

    def _filled(self, text: Any, subject: Subject, more: Mapping[str, str], where: Where) -> str:
        try:
            return str(text).format(**_numbers(subject), **more)
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise _problem(where, f"the words cannot be filled in: {error}", "Use {name}, {diameter} ...") from error

    def title(self, subject: Subject) -> str:
        """The headline of a template, in capitals."""
        return self.word("titles", subject.kind, subject).upper()

    def size(self, subject: Subject) -> str:
        """The size of a template in words."""
        return self.word("sizes", "triangle" if subject.area.shape == "triangle" else "round", subject)

    def scale_note(self, subject: Subject) -> str:
        """What a sheet says of its scale; nothing at full size."""
        return "" if subject.scale.full else self.word("", "scale", subject)

    def effects(self, subject: Subject) -> tuple[tuple[str, str], ...]:
        """Each line of what a roll does: its label, and its ranges with their short words."""
        short = self._part("outcomes")
        return tuple(
            (label, "  ".join(f"{dice} {short.get(outcome, outcome)}" for outcome, dice in ranges.items()))
            for label, ranges in subject.effects.items()
        )

    def outcome(self, name: str) -> str:
        """The short word for an outcome."""
        return str(self._part("outcomes").get(name, name))

    def part(self, name: str, x: float, y: float, size: float, **roles: str) -> Item:
        """An art part of 100 x 100 units with its middle at (x, y), so large; `roles` are colours it names."""
        key = (name, tuple(sorted(roles.items())))
        known = self._painted.get(key)
        if known is None:
            parts = self._library.studio.parts
            tints = self.tints.with_names({role: self.color(words) for role, words in roles.items()})
            known = self._painted[key] = Group(paint(parts.get(name).layers, tints, parts))
        return Place(known, chain(translate(x - size / 2, y - size / 2), scale(size / 100)))


def _texts(raw: Any) -> tuple[Any, ...]:
    return tuple(raw) if isinstance(raw, list) else (raw,)


def _numbers(subject: Subject) -> dict[str, str]:
    area = subject.printed
    return {
        "name": area.name,
        "diameter": inches(area.diameter),
        "radius": inches(area.radius),
        "length": inches(area.length),
        "width": inches(area.width),
        "scale": subject.scale.name,
    }


def _problem(where: Where, message: str, hint: str = "") -> TemplateProblem:
    return TemplateProblem([Finding("error", where, message, hint, "template")])
