"""The files areas.yaml of the templates come in; colours, kinds and words of areas go out, or their mistakes."""

from __future__ import annotations

from string import Formatter
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from printgen.drawing.problems import TemplateProblem
from printgen.errors import Finding, did_you_mean
from printgen.faces.library import Library
from printgen.kinds.area_template.model import Shape
from printgen.reading.fields import Many, problem
from printgen.reading.part import Color, OrOne, Part

NAMES = ("name", "diameter", "radius", "length", "width", "scale", "unit", "inch")
MORE = ("at", "far", "string", "letter")
"""What only some words are filled with."""


def _fillable(text: str) -> str:
    try:
        named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise problem("bad-value", f"the words cannot be filled in: {error}", "Close every brace.") from error
    for name in named:
        if name not in (*NAMES, *MORE):
            hint = did_you_mean(name, (*NAMES, *MORE))
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


def read_areas(library: Library) -> AreaFile:
    """What the library's files say of areas, a game's own over the built-in; TemplateProblem lists their mistakes."""
    whole: dict[str, Any] = {}
    for path in library.files("areas.yaml"):
        part: AreaFile = library.parsed(path, AreaFile)
        if strangers := _strangers(part, whole):
            raise TemplateProblem(strangers)
        for name, given in part:
            whole[name] = {**whole.get(name, {}), **given} if isinstance(given, dict) else given or whole.get(name, "")
    return AreaFile.model_construct(**whole)


def _strangers(part: AreaFile, known: dict[str, Any]) -> list[Finding]:
    """A finding for every word that the built-in file lacks: nothing would ever print it."""
    return [
        Finding("error", part.where_of(name.replace("_", "-")), f"unknown words '{key}'",
                did_you_mean(key, known[name]), "unknown-key")
        for name in ("sizes", "circle", "half_circle", "triangle", "gauge") if known
        for key in getattr(part, name).keys() - known[name].keys()
    ]  # fmt: skip
