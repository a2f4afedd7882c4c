"""A face that serves as the style of reference sheets comes in; its letters, colours and measures go out.

The face draws the page's header and footer. Its `styles` say how the blocks are set, its `params` give the
measures: `room` (left, top, right and bottom margins of the columns), `gap` and `column-gap`, all in the face's
unit, and `scale`, the size of badges, dice and paddings, where 1 is right for a sheet of paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from printgen.base.errors import Finding, ValueProblem
from printgen.base.units import mm, parse_length
from printgen.drawing.paragraphs import Manner
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.words import Tall
from printgen.faces.face import Face
from printgen.faces.markup import Reading
from printgen.faces.setting import Setting, setting_of

LETTERS = ("section", "heading", "body", "strong", "note", "label", "value", "title", "number")
"""The styles that every such face has: `number` for large figures, `title` for panels, `label` for heads of tables."""

COLORS = (
    "ink", "white", "paper", "amber", "olive", "alert", "badge", "badge-alert", "rule", "head", "panel",
    "tint-1", "tint-2", "tint-3", "tint-4",
)  # fmt: skip
"""The colours that it has: grounds of badges, heads of tables and title panels have their own, which may be white."""

# From nothing to the worst: each darker than the one before it, so that grey prints tell them apart. The palette of the
# dossier has the three between; a style without it has colours of its own that serve.
_HARM = ("white", "harm-1", "harm-2", "harm-3", "ink")
_OTHERWISE = {"harm-1": "tint-2", "harm-2": "amber", "harm-3": "alert"}
_GREYS = ("white", "ink/white 90", "ink/white 70", "ink/white 40", "ink")

_LEADING = 1.2
# What a style may say that holds for running text.
_TAKEN = (
    "font", "size", "floor", "leading", "color", "caps", "small-caps", "paragraph-gap", "hyphens", "keywords",
    "align",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Letters:
    """How a text is set: as a setting of the face says, which is for full scale, at a size in points."""

    said: Setting
    size: float

    @property
    def floor(self) -> float:
        """The smallest size in points."""
        return self.said.floor

    @property
    def leading(self) -> float:
        """From line to line, as a multiple of the size."""
        return self.said.leading / self.said.size or _LEADING

    @property
    def line(self) -> float:
        """The height of a line, in points."""
        return self.size * self.leading

    @property
    def tall(self) -> Tall:
        """The height of its letters and lines; there is no end of it."""
        return self.said.tall._replace(leading=self.leading)

    def manner(self, justify: bool = False) -> Manner:
        """How its lines are set."""
        return self.said.manner._replace(justify=justify)

    def reading(self, lists: bool) -> Reading:
        """How its marks are read; `lists` says whether lines may begin with markers."""
        return self.said.reading._replace(lists=lists, apart=lists and self.said.paragraph_gap > 0)

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

    def harm(self, severity: int) -> str:
        """The colour of what is so bad, from 0, nothing, to 4: the same on bars of tables, gauges and records."""
        name = _HARM[severity]
        return self.color(_GREYS[severity] if self.plain else name if name in self.tints.names else _OTHERWISE[name])


def read_style(face: Face, library: Any) -> Style:
    """Read a face as a style. Raises TemplateProblem with a finding for whatever it lacks."""
    findings: list[Finding] = []

    def wrong(part: str, name: str, message: str, hint: str = "") -> None:
        findings.append(Finding("error", face.place(part, name), message, hint, "template"))

    def lacks(part: str, name: str, what: str) -> None:
        wrong(part, name, f"face '{face.name}' serves as a style and needs {what}", f"Add it under {part}.")

    def measure(name: str) -> float:
        value = face.params.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return mm(value)
        lacks("params", name, f"the number '{name}', above zero")
        return 0.0

    try:
        tints = library.tints(face, {name: str(value.get({})) for name, value in face.colors.items()})
    except ValueProblem as error:
        wrong("colors", error.key or "", str(error))
        raise TemplateProblem(findings) from error
    for name in COLORS:
        if name not in tints.names:
            lacks("colors", "", f"the colour '{name}'")
    letters: dict[str, Letters] = {}
    for name in LETTERS:
        try:
            letters[name] = _letters(face, name, tints, library.style.language)
        except KeyError:
            lacks("styles", "", f"the style '{name}'")
        except ValueError as error:
            wrong("styles", name, str(error))
    try:
        left, top, right, bottom = (parse_length(length, "mm") for length in face.params["room"])
    except (KeyError, TypeError, ValueError):
        lacks("params", "room", "room: [left, top, right, bottom] in mm")
    gap, column_gap, unit = map(measure, ("gap", "column-gap", "scale"))
    if findings:
        raise TemplateProblem(findings)
    return Style(face, letters, tints, (left, top, right, bottom), gap, column_gap, unit)


def _letters(face: Face, name: str, tints: Tints, language: str) -> Letters:
    """A style of the face; KeyError when there is none such, ValueError when its font, colour ... is not known."""
    given = {key: value.get({}) for key, value in face.styles[name].items() if value.constant}
    # Its place is told later; a width that is none at all lets its lines be justified.
    usual = {"size": 10, "align": "left", "w": 0.0}
    said = setting_of({**usual, **{key: given[key] for key in _TAKEN if key in given}}, language)
    tints.resolve(said.color)
    return Letters(said, said.size)
