"""A face that serves as the style of reference sheets comes in; its letters, colours and measures go out.

The face draws the page's header and footer. Its `styles` say how the blocks are set, its `params` give the
measures: `room` (left, top, right and bottom margins of the columns), `gap` and `column-gap`, all in the face's
unit, and `scale`, the size of badges, dice and paddings, where 1 is right for a sheet of paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from printgen.base.units import mm, parse_length
from printgen.drawing.fonts import font_names
from printgen.drawing.problems import TemplateProblem, ValueProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, did_you_mean
from printgen.faces.face import Face

LETTERS = ("section", "heading", "body", "strong", "note", "label", "value", "title", "number")
"""The styles that every such face has: `number` for large figures, `title` for panels, `label` for heads of tables."""

COLORS = (
    "ink", "white", "paper", "amber", "olive", "alert", "badge", "badge-alert", "rule", "head", "panel",
    "tint-1", "tint-2", "tint-3", "tint-4",
)  # fmt: skip
"""The colours that it has: grounds of badges, heads of tables and title panels have their own, which may be white."""

_MEASURES = ("scale", "gap", "column-gap")
_LEADING = 1.2


@dataclass(frozen=True, slots=True)
class Letters:
    """How a text is set: sizes in points, `leading` as a multiple of the size."""

    font: str
    size: float
    floor: float
    color: str
    caps: bool = False
    leading: float = _LEADING

    def at(self, scale: float) -> Letters:
        """The letters smaller or larger, but never below their floor."""
        return replace(self, size=max(self.floor, self.size * scale))


@dataclass(frozen=True, slots=True)
class Style:
    """Letters, colours and measures; lengths in points. `unit` is a millimetre of a full sheet's furniture."""

    face: Face
    letters: Mapping[str, Letters]
    tints: Tints
    room: tuple[float, float, float, float]
    gap: float
    column_gap: float
    unit: float

    @property
    def plain(self) -> bool:
        """Whether the style keeps to white grounds, to save ink."""
        return self.color("white over panel") != self.color("white")

    def color(self, words: str) -> str:
        """A colour by its words; ValueError when they name none."""
        return self.tints.resolve(words)


def read_style(face: Face, library: Any) -> Style:
    """Read a face as a style. Raises TemplateProblem with a finding for whatever it lacks."""
    findings: list[Finding] = []
    try:
        tints = library.tints(face, {name: str(value.get({})) for name, value in face.colors.items()})
    except ValueProblem as error:
        finding = Finding("error", face.place("colors", error.key or ""), str(error), "", "template")
        raise TemplateProblem([finding]) from error
    for name in COLORS:
        if name not in tints.names:
            message = f"face '{face.name}' serves as a style and needs the colour '{name}'"
            findings.append(Finding("error", face.place("colors"), message, "Add it under colors.", "template"))
    letters = {name: _letters(face, name, findings) for name in LETTERS}
    for name, setting in letters.items():
        try:
            tints.resolve(setting.color)
        except ValueError as error:
            findings.append(Finding("error", face.place("styles", name), str(error), "", "template"))
    numbers = {name: _measure(face, name, findings) for name in _MEASURES}
    room = _room(face, findings)
    if findings:
        raise TemplateProblem(findings)
    scale = numbers["scale"]
    return Style(face, letters, tints, room, mm(numbers["gap"]), mm(numbers["column-gap"]), mm(scale))


def _letters(face: Face, name: str, findings: list[Finding]) -> Letters:
    style = face.styles.get(name)
    fallback = Letters("body", 10, 10, "ink")
    if style is None:
        message = f"face '{face.name}' serves as a style and needs the style '{name}'"
        hint = did_you_mean(name, face.styles) if face.styles else "Add it under styles."
        findings.append(Finding("error", face.place("styles"), message, hint, "template"))
        return fallback
    given = {key: value.get({}) for key, value in style.items() if value.constant}
    font, size = str(given.get("font", "body")), float(given.get("size", 10))
    if font not in font_names():
        message = f"there is no font '{font}'"
        hint = did_you_mean(font, font_names())
        findings.append(Finding("error", face.place("styles", name), message, hint, "template"))
        return fallback
    leading = float(given["leading"]) / size if "leading" in given else _LEADING
    return Letters(
        font, size, min(size, float(given.get("floor", size))), str(given.get("color", "ink")),
        bool(given.get("caps", False)), leading,
    )  # fmt: skip


def _measure(face: Face, name: str, findings: list[Finding]) -> float:
    value = face.params.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return float(value)
    message = f"face '{face.name}' serves as a style and needs the number '{name}', above zero"
    findings.append(Finding("error", face.place("params", name), message, "Add it under params.", "template"))
    return 1.0


def _room(face: Face, findings: list[Finding]) -> tuple[float, float, float, float]:
    value = face.params.get("room")
    if isinstance(value, list) and len(value) == 4:
        try:
            left, top, right, bottom = (parse_length(v, "mm") for v in value)
            return left, top, right, bottom
        except ValueError:
            pass
    message = f"face '{face.name}' serves as a style and needs room: [left, top, right, bottom] in mm"
    findings.append(Finding("error", face.place("params", "room"), message, "Add it under params.", "template"))
    return 0.0, 0.0, 0.0, 0.0
