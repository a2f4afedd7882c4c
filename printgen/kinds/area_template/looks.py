"""templates/areas.yaml and an area come in; the area's colours, its words with numbers filled in, its parts go out."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from printgen.art.parts import paint
from printgen.base.geometry import chain, scale, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.words import turned
from printgen.errors import did_you_mean
from printgen.faces.library import Library
from printgen.kinds.area_template.model import Shape, Subject
from printgen.reading.fields import Many, problem
from printgen.reading.files import Files
from printgen.reading.part import Color, OrOne, Part, adapter

_FILE = "areas.yaml"
_NAMES = ("name", "diameter", "radius", "length", "width", "scale", "unit", "inch")
_MORE = ("at", "far", "string", "letter")
"""What only some words are filled with."""


def _fillable(text: str) -> str:
    try:
        named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise problem("bad-value", f"the words cannot be filled in: {error}", "Close every brace.") from error
    for name in named:
        if name not in (*_NAMES, *_MORE):
            hint = did_you_mean(name, (*_NAMES, *_MORE))
            raise problem("unknown-value", f"nothing is filled in for {{{name}}}", hint)
    return text


Told = Annotated[str, AfterValidator(_fillable)]
Lines = Annotated[Many[Told], BeforeValidator(lambda value: [value] if isinstance(value, str) else value), OrOne]
Texts = dict[str, Lines]


class AreaKind(Part):
    """What all areas of a kind, such as bursts or flames, have in common."""

    shape: Shape = Field(description="the shape of such areas")
    title: Told = Field(description="the headline, which is printed in capitals")
    art: Literal["rays", "flames"] = Field("rays", description="what fills a triangle")
    picture: str = Field("", description="the part of the art that is drawn where such an area begins")
    apex: Told = Field("", description="the name of a triangle's apex")
    apex_note: Told = Field("", alias="apex-note", description="what a gauge says at a triangle's apex")
    end: Told = Field("", description="what the base of a triangle is")
    rule: Told = Field("", description="what the base of a triangle is for")
    colors: dict[str, Color] = Field({}, description="the colours that such areas have otherwise")
    ways: Annotated[Many[str], Field(min_length=2, max_length=2)] | None = Field(
        None, description="the rolls that send a triangle's base to the left and to the right"
    )
    use: Many[Told] = Field((), description="how a gauge is used, step by step; **stars** are bold")


class AreaFile(Part):
    """The file areas.yaml of a folder of templates."""

    colors: dict[str, Color] = Field({}, description="colours by name")
    saver: dict[str, Color] = Field({}, description="the colours that the ink-saving look has otherwise")
    outcomes: dict[str, str] = Field({}, description="short words for what a roll does")
    kinds: dict[str, AreaKind] = Field({}, description="the kinds of areas; the first of a shape is the usual one")
    sizes: Texts = Field({}, description="how large an area is")
    scale: Told = Field("", description="what is said of the scale where it is not full")
    circle: Texts = Field({}, description="words on circles")
    half_circle: Texts = Field({}, alias="half-circle", description="words on half circles")
    triangle: Texts = Field({}, description="words on triangles")
    gauge: Texts = Field({}, description="words on one-page gauges")


_WORDS = ("sizes", "circle", "half_circle", "triangle", "gauge")
_OPEN = ("colors", "saver", "outcomes", "kinds")


def read_areas(library: Library) -> AreaFile:
    """What the library's files say of areas, a game's own over the built-in; TemplateProblem lists their mistakes."""
    whole: dict[str, Any] = {}
    for path in library.files(_FILE):
        files = Files(path.parent)
        top = files.mapping(path)
        part = None if top is None else files.check(adapter(AreaFile), top, top.start, _FILE)
        if part is not None and whole:
            _report_strangers(part, whole, files)
        if part is None or files.findings:
            raise TemplateProblem(files.findings)
        for name in (*_OPEN, *_WORDS):
            whole[name] = {**whole.get(name, {}), **getattr(part, name)}
        whole["scale"] = part.scale or whole.get("scale", "")
    return AreaFile.model_construct(**whole)


def _report_strangers(part: AreaFile, known: Mapping[str, Any], files: Files) -> None:
    """A finding for every word that the built-in file lacks: nothing would ever print it."""
    for name in _WORDS:
        for key in getattr(part, name).keys() - known[name].keys():
            where = part.where_of(name.replace("_", "-"))
            files.report(where, "unknown-key", f"unknown words '{key}'", did_you_mean(key, known[name]))


class AreaLook:
    """Colours, words and parts of area templates, in the colours of a kind if one is given.

    Raises TemplateProblem for files with mistakes.
    """

    def __init__(self, library: Library, look: str = "", kind: AreaKind | None = None) -> None:
        self._library, self._look = library, look
        self._file = library.once(read_areas)
        self._parts = library.studio.parts
        self.saving = look == "saver"
        own = kind.colors if kind else {}
        self.tints = Tints({**self._file.colors, **own, **(self._file.saver if self.saving else {})})
        self._painted: dict[tuple[str, tuple[tuple[str, str], ...]], Group] = {}

    def dressed(self, subject: Subject) -> AreaLook:
        """The look in the colours of an area's kind. ValueError when there is no such kind of its shape."""
        kind = self.kind(subject)
        return AreaLook(self._library, self._look, kind) if kind.colors else self

    def color(self, words: str) -> str:
        """A colour as #RRGGBB."""
        return self.tints.resolve(words)

    def kinds(self, shape: str) -> dict[str, AreaKind]:
        """The kinds of areas of a shape by name, the usual one first."""
        return {name: kind for name, kind in self._file.kinds.items() if kind.shape == shape}

    def kind(self, subject: Subject) -> AreaKind:
        """The kind of an area: the one it names, else the usual one of its shape. ValueError when there is none."""
        known = self.kinds(subject.area.shape)
        if not known or subject.kind not in ("", *known):
            message = f"there is no kind of {subject.area.shape} '{subject.kind}'"
            raise ValueError(f"{message}. {did_you_mean(subject.kind, known)}")
        return known[subject.kind or next(iter(known))]

    def word(self, part: str, key: str, subject: Subject, **more: str) -> str:
        """One text with the subject's numbers filled in."""
        return self.lines(part, key, subject, **more)[0]

    def lines(self, part: str, key: str, subject: Subject, **more: str) -> tuple[str, ...]:
        """A text of several lines with the subject's numbers filled in."""
        return tuple(filled(text, subject, **more) for text in getattr(self._file, part.replace("-", "_"))[key])

    def title(self, subject: Subject) -> str:
        """The headline of a template, in capitals."""
        return filled(self.kind(subject).title, subject).upper()

    def size(self, subject: Subject) -> str:
        """The size of a template in words."""
        return self.word("sizes", "round" if subject.area.round else "triangle", subject)

    def scale_note(self, subject: Subject) -> str:
        """What a sheet says of its scale; nothing at full size."""
        return "" if subject.scale.full else filled(self._file.scale, subject)

    def heading(self, subject: Subject, *more: str) -> str:
        """What stands in one line at the edge of a template: the words given, and the scale where it is not full."""
        return "  ·  ".join(filter(None, (*more, self.scale_note(subject))))

    def effects(self, subject: Subject) -> tuple[tuple[str, str], ...]:
        """Each line of what a roll does: its label, and its ranges with their short words."""
        return tuple(
            (label, "  ".join(f"{effect.dice} {self.outcome(effect.outcome)}" for effect in effects))
            for label, effects in subject.effects.items()
        )

    def outcome(self, name: str) -> str:
        """The short word for an outcome."""
        return self._file.outcomes.get(name, name)

    def part(self, name: str, x: float, y: float, size: float, **roles: str) -> Item:
        """An art part of 100 x 100 units with its middle at (x, y), so large; `roles` are colours it names."""
        key = (name, tuple(sorted(roles.items())))
        known = self._painted.get(key)
        if known is None:
            tints = self.tints.with_names({role: self.color(words) for role, words in roles.items()})
            known = self._painted[key] = Group(paint(self._parts.get(name).layers, tints, self._parts))
        return Place(known, chain(translate(x - size / 2, y - size / 2), scale(size / 100)))

    def arrow(self, x: float, y: float, size: float, turn: float, main: str = "hazard") -> Item:
        """An arrow with its middle at (x, y), turned clockwise from pointing up."""
        return turned((self.part("area-arrow", 0, 0, size, main=main),), x, y, turn)


def filled(text: str, subject: Subject, **more: str) -> str:
    """A text with the numbers of an area filled in; names that only other texts are filled with stay empty."""
    area, measure = subject.printed, subject.measure
    sizes = map(measure.told, (area.diameter, area.radius, area.length, area.width))
    known = (area.name, *sizes, subject.scale.name, measure.unit, measure.name)
    return text.format(**dict.fromkeys(_MORE, "") | dict(zip(_NAMES, known, strict=True)) | more)
