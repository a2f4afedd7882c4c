"""Phrases and a width come in; paragraphs of placed letters and their heights go out, with findings on the side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.budget import spend
from printgen.base.geometry import chain, scale, translate
from printgen.base.units import to_mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Item, Path, Place, Stroke
from printgen.drawing.outlines import polyline
from printgen.drawing.pieces import Swatch, Swatches
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.words import Line, fit
from printgen.errors import Exit, Finding, Where, unknown
from printgen.faces.library import Library
from printgen.faces.markup import Words, marked_words, run_item, undrawable
from printgen.flow.style import Letters, Style
from printgen.reading.blocks import Picture
from printgen.reading.dice_tables import DiceTable
from printgen.reading.part import Phrase

_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}
_MANY = 10_000
# Room for the last bit of a float, so that a text fits the width that was measured for it.
_HAIR = 0.01

Drawn = Callable[[float, float], tuple[Item, ...]]
"""What gives items at a place: (x, y) of their top left corner, in points."""


class Paragraph(NamedTuple):
    """Set text: its height and width in points, and its lines, all of one height."""

    height: float = 0.0
    width: float = 0.0
    lines: tuple[Drawn, ...] = ()

    def draw(self, x: float, y: float) -> tuple[Item, ...]:
        """The items of all lines with the paragraph's top left corner at (x, y)."""
        step = self.height / len(self.lines) if self.lines else 0.0
        return tuple(item for i, line in enumerate(self.lines) for item in line(x, y + i * step))

    def within(self, x: float, y: float, height: float) -> tuple[Item, ...]:
        """The items in the middle of a height from `y` down."""
        return self.draw(x, y + (height - self.height) / 2)


def unfit(where: Where, message: str, hint: str) -> Finding:
    """A finding for what does not fit."""
    return Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT)


@dataclass
class Typesetter:
    """Sets phrases in the letters of a style, at `scale` times their size.

    What blocks name comes from elsewhere: `tables` are the game's tables by name, `swatches` finds pictures for tiles,
    `picture` draws a face of the templates in a width and tells its height. `findings` gathers what can never be drawn,
    `stuck` what does not fit at this scale.
    """

    style: Style
    library: Library
    tables: Mapping[str, DiceTable] = field(default_factory=dict)
    swatches: Swatches | None = None
    picture: Callable[[Picture, float], tuple[float, tuple[Item, ...]]] | None = None
    scale: float = 1.0
    findings: list[Finding] = field(default_factory=list)
    stuck: list[Finding] = field(default_factory=list)

    @property
    def unit(self) -> float:
        """A millimetre of furniture (paddings, badges, dice) at the present scale, in points."""
        return self.style.unit * self.scale

    @property
    def gap(self) -> float:
        """The room between blocks at the present scale, in points."""
        return self.style.gap * self.scale

    def letters(self, name: str) -> Letters:
        """The letters of a style at the present scale."""
        return self.style.letters[name].at(self.scale)

    def stroke(self, width: float = 0.35, color: str = "ink", dash: tuple[float, ...] = ()) -> Stroke:
        """A line of the furniture; its width and dashes in its units."""
        return Stroke(self.style.color(color), width * self.unit, tuple(part * self.unit for part in dash))

    def rule(self, x: float, y: float, end: float, stroke: Stroke) -> Path:
        """A line across, from (x, y) to (end, y)."""
        return Path(polyline(((x, y), (end, y))), None, stroke)

    def color(self, phrase: Phrase, otherwise: str) -> str:
        """The colour that a phrase names, or `otherwise` where it is empty or no colour."""
        try:
            return self.style.color(phrase.text or otherwise)
        except ValueError as error:
            self.findings.append(Finding("error", phrase.where, str(error), "", "unknown-color"))
            return self.style.color(otherwise)

    def set(
        self, phrase: Phrase, width: float, name: str, align: str = "left", color: str = "", shrink: bool = False
    ) -> Paragraph:
        """A phrase in a style, broken into lines; `color` (words) instead of the style's. Nothing for an empty phrase.

        With `shrink` it stands on one line, in smaller letters where it must. Whatever cannot be drawn, or does
        not fit in any way, becomes a finding and an empty paragraph.
        """
        if not phrase:
            return Paragraph()
        letters = self.letters(name)
        words, wrong = self._read(phrase, letters)
        floor, most = (letters.floor, len(words)) if shrink else (letters.size, _MANY)
        fitted = None if wrong else fit(words, width + _HAIR, letters.size, floor, most, 0.0, letters.font)
        if fitted is None:
            message = f'"{phrase.text}" does not fit its place ({to_mm(width):.1f} mm wide at {letters.floor:g} pt)'
            stuck = unfit(phrase.where, message, "Shorten its longest word, or give it more room.")
            (self.findings if wrong else self.stuck).append(wrong or stuck)
            return Paragraph(letters.line, 0)
        size, ink = fitted.size, self.style.color(color or letters.color)
        lines = tuple(
            self._line(line, size, letters, _SHIFT[align] * (width - line.width), ink) for line in fitted.lines
        )
        return Paragraph(len(lines) * size * letters.leading, max(line.width for line in fitted.lines), lines)

    def natural(self, phrase: Phrase, name: str) -> tuple[float, float]:
        """The width of a phrase on one line for each paragraph, and that of its longest word."""
        letters = self.letters(name)
        words, wrong = self._read(phrase, letters)

        def width(paragraphs: Words) -> float:
            fitted = fit(paragraphs, 1e9, letters.size, letters.size, _MANY, 0.0, letters.font)
            return max(line.width for line in fitted.lines) if fitted else 0.0

        return (0.0, 0.0) if wrong else (width(words), width(tuple((word,) for p in words for word in p) or ((),)))

    def _read(self, phrase: Phrase, letters: Letters) -> tuple[Words, Finding | None]:
        """The words of a phrase, and what keeps them from being drawn: a mark, an icon or a letter."""
        spend("letters", len(phrase.text), phrase.where)
        try:
            words = marked_words(phrase.text, letters.font, letters.caps)
        except ValueError as error:
            hint = "Close it, or write \\* for a star."
            return (), Finding("error", phrase.where, str(error), hint, "open-mark")
        flaw = undrawable(words, self.library)
        return words, Finding("error", phrase.where, *flaw) if flaw else None

    def swatch(self, phrase: Phrase) -> Swatch | None:
        """The picture that a phrase names; None, with a finding, when there is none such."""
        try:
            if self.swatches is None:
                raise ValueError(f"there is no picture '{phrase.text}'")
            return self.swatches(phrase.text)
        except TemplateProblem as error:
            self.findings.extend(error.findings)
        except ValueError as error:
            self.findings.append(Finding("error", phrase.where, str(error), "", "unknown-swatch"))
        return None

    def icon(self, phrase: Phrase, cx: float, cy: float, side: float, color: str) -> tuple[Item, ...]:
        """An icon with its middle at (cx, cy); nothing for an empty phrase."""
        if not phrase:
            return ()
        if not self.library.has_icon(phrase.text):
            message, names = f"there is no icon '{phrase.text}'", self.library.icon_names
            self.findings.append(unknown(phrase.where, "unknown-icon", message, phrase.text, names))
            return ()
        group, own = self.library.icon(phrase.text, self.style.color(color), self.style.tints)
        return (Place(group, chain(translate(cx - side / 2, cy - side / 2), scale(side / own))),)

    def _line(self, line: Line, size: float, letters: Letters, shift: float, ink: str) -> Drawn:
        # Capitals stand in the middle of their line.
        drop = (letters.leading + face(letters.font).cap_height) * size / 2
        tints, library = self.style.tints, self.library
        return lambda x, y: tuple(
            run_item(run, x + shift + at, y + drop, size, ink, tints, library) for at, run in line.runs
        )
