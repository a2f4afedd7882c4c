"""The letters, colours and measures of a face that serves as a style, and phrases that are set in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from math import inf
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, ValueProblem, Where
from printgen.base.limits import consume
from printgen.base.units import chain, mm, parse_length, scale, to_mm, translate
from printgen.drawing.fonts import face
from printgen.drawing.lines import MeasuredText
from printgen.drawing.model import Item, Path, Place, Stroke
from printgen.drawing.outlines import polyline
from printgen.drawing.paragraphs import Manner
from printgen.drawing.pieces import Swatch, Swatches, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.words import MANY_LINES, Line, Tall
from printgen.faces.face import Face
from printgen.faces.lettering import run_items
from printgen.faces.library import Library
from printgen.faces.markup import MarkupError, Reading, doubts_of, parse_once
from printgen.faces.session import Origin
from printgen.faces.setting import SHIFT, Setting, setting_of
from printgen.game.dice_tables import DiceTable
from printgen.game.documents import ErrataNote, NamedOdds, Note, PictureBlock, TableBlock
from printgen.reading.part import Phrase

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
TAKEN = (
    "font", "size", "floor", "leading", "color", "caps", "small-caps", "paragraph-gap", "hyphens", "keywords",
    "align",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LetterStyle:
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
        return self.said.manner._replace(justify=justify)

    def reading(self, lists: bool) -> Reading:
        """How its marks are read; `lists` says whether lines may begin with markers."""
        return self.said.reading._replace(lists=lists, apart=lists and self.said.paragraph_gap > 0)

    def at(self, scale: float) -> LetterStyle:
        """The letters smaller or larger, but never below their floor."""
        return replace(self, size=max(self.floor, self.size * scale))


@dataclass(frozen=True, slots=True)
class Style:
    """Letters, colours and measures; lengths in points. `unit` is a millimetre of a full sheet's furniture."""

    face: Face
    letters: Mapping[str, LetterStyle]
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


def load_style(face: Face, library: Any) -> Style:
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
    letters: dict[str, LetterStyle] = {}
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


def _letters(face: Face, name: str, tints: Tints, language: str) -> LetterStyle:
    """A style of the face; KeyError when there is none such, ValueError when its font, colour ... is not known."""
    given = {key: value.get({}) for key, value in face.styles[name].items() if value.constant}
    return letters_of(given, tints, language)


def letters_of(given: Mapping[str, Any], tints: Tints, language: str) -> LetterStyle:
    """The letters that settings of a text ask for; ValueError when their font, colour ... is not known."""
    # Its place is told later; a width that is none at all lets its lines be justified.
    usual = {"size": 10, "align": "left", "w": 0.0}
    said = setting_of({**usual, **{key: given[key] for key in TAKEN if key in given}}, language)
    tints.resolve(said.color)
    return LetterStyle(said, said.size)


# Room for the last bit of a float, so that a text fits the width that was measured for it.
_HAIR = 0.01

Drawn = Callable[[float, float], tuple[Item, ...]]
"""What gives items at a place: (x, y) of their top left corner, in points."""


class TypesetText(NamedTuple):
    """Set text: its height and width in points, and its lines with their heights; it may run to the `leftward`."""

    height: float = 0.0
    width: float = 0.0
    lines: tuple[Drawn, ...] = ()
    heights: tuple[float, ...] = ()
    leftward: bool = False

    def draw(self, x: float, y: float) -> tuple[Item, ...]:
        """The items of all lines with the paragraph's top left corner at (x, y)."""
        tops = accumulate(self.heights, initial=0.0)
        return tuple(item for line, top in zip(self.lines, tops, strict=False) for item in line(x, y + top))

    def within(self, x: float, y: float, height: float) -> tuple[Item, ...]:
        """The items in the middle of a height from `y` down."""
        return self.draw(x, y + (height - self.height) / 2)


def unfit(where: Where, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT)


@dataclass
class Typesetter:
    """Sets phrases in the letters of a style, at `scale` times their size.

    What blocks name comes from elsewhere: `tables` are the game's tables by name, `swatches` finds pictures for tiles,
    `picture` draws a face of the templates in a width and tells its height, `odds` finds a table of odds, `errata` what
    the game corrects of its source, `settle` remembers at which line of the document words stand. `findings` gathers
    what can never be drawn, `stuck` what does not fit at this scale.
    """

    style: Style
    library: Library
    tables: Mapping[str, DiceTable] = field(default_factory=dict)
    swatches: Swatches | None = None
    picture: Callable[[PictureBlock, float], tuple[float, tuple[Item, ...], Sequence[Finding]]] | None = None
    odds: Callable[[NamedOdds], tuple[TableBlock | None, Sequence[Finding]]] | None = None
    errata: Callable[[ErrataNote], tuple[Note, ...]] = lambda block: ()
    settle: Callable[[Iterable[Item], Origin], None] = lambda items, origin: None
    scale: float = 1.0
    findings: list[Finding] = field(default_factory=list)
    stuck: list[Finding] = field(default_factory=list)
    # Words are as wide at every scale as at full size, in the measure of their letters.
    _measured: dict[Hashable, MeasuredText] = field(default_factory=dict)

    def add(self, *findings: Finding) -> None:
        """Gather what can never be drawn."""
        self.findings.extend(findings)

    @property
    def unit(self) -> float:
        """A millimetre of furniture (paddings, badges, dice) at the present scale, in points."""
        return self.style.unit * self.scale

    @property
    def gap(self) -> float:
        """The room between blocks at the present scale, in points."""
        return self.style.gap * self.scale

    def letters(self, name: str) -> LetterStyle:
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

    def typeset(
        self, phrase: Phrase, width: float, name: str, align: str = "left", color: str = "", shrink: bool = False
    ) -> TypesetText:
        """A phrase in a style, broken into lines; `color` (words) instead of the style's. Nothing for an empty phrase.

        With `shrink` it stands on one line, in smaller letters where it must. Whatever cannot be drawn, or does
        not fit in any way, becomes a finding and an empty paragraph.
        """
        if not phrase:
            return TypesetText()
        letters = self.letters(name)
        words, wrong = self._measure(phrase, letters, not shrink, letters.manner(align == "justify"))
        floor, most = (letters.floor, len(words.paragraphs)) if shrink else (letters.size, MANY_LINES)
        fitted = None if wrong else words.fit(width + _HAIR, letters.size, floor, most)
        if fitted is None:
            place = f"{to_mm(max(0.0, width)):.1f} mm wide at {letters.floor:g} pt"
            message = f'"{phrase.text}" does not fit its place ({place})'
            stuck = unfit(phrase.where, message, "Shorten its longest word, or give it more room.")
            (self.findings if wrong else self.stuck).append(wrong or stuck)
            return TypesetText(letters.line, 0)
        self.findings += [Finding("warning", phrase.where, *doubt) for doubt in doubts_of(phrase.text, self.library)]
        size, ink = fitted.size, self.style.color(color or letters.said.color)
        downs = [-fitted.rise, *(line.down for line in fitted.lines)]
        heights = tuple([(down - above) * size * letters.leading for above, down in pairwise(downs)])
        said = self.style.face.place("styles", name)
        hint = f"Shorten it, give it more room or pages, or write a larger floor at {said}."
        origin = Origin("", phrase.where, said, hint)
        # What runs to the left begins at the right.
        shift = 1.0 if fitted.leftward and align in ("left", "justify") else SHIFT[align]
        lines = tuple(
            self._line(line, size, letters, shift * (width - line.width), high, ink, origin)
            for line, high in zip(fitted.lines, heights, strict=True)
        )
        return TypesetText(sum(heights), max(line.width for line in fitted.lines), lines, heights, fitted.leftward)

    def natural(self, phrase: Phrase, name: str) -> tuple[float, float]:
        """The width of a phrase on one line for each paragraph, and that of its longest word."""
        letters = self.letters(name)
        words, wrong = self._measure(phrase, letters, False, letters.manner())
        if wrong:
            return 0.0, 0.0
        size = letters.size
        fitted = words.fit(inf, size, size, MANY_LINES)
        widest = words.longest_word()[1] if any(words.measured) else 0.0
        return max(line.width for line in fitted.lines) if fitted else 0.0, widest * size

    def lines(self, phrase: Phrase, name: str, width: float) -> int:
        """How many lines a phrase takes in a width; very many where it does not fit."""
        if not phrase:
            return 0
        letters = self.letters(name)
        words, wrong = self._measure(phrase, letters, True, letters.manner())
        if wrong:
            return 0
        fitted = words.fit(width + _HAIR, letters.size, letters.size, MANY_LINES)
        return len(fitted.lines) if fitted else MANY_LINES

    def _measure(
        self, phrase: Phrase, letters: LetterStyle, lists: bool, manner: Manner
    ) -> tuple[MeasuredText, Finding | None]:
        """The words of a phrase, and what keeps them from being drawn: a mark, an icon or a letter."""
        consume("letters", len(phrase.text), phrase.where)
        key = phrase.text, letters.reading(lists), manner, letters.tall
        try:
            if key not in self._measured:
                words = parse_once(phrase.text, letters.reading(lists), self.library, self.style.tints)
                self._measured[key] = MeasuredText(words, manner, letters.tall)
        except MarkupError as error:
            wrong = Finding("error", error.where or phrase.where, error.message, error.hint, error.code)
            return MeasuredText((), manner, letters.tall), wrong
        return self._measured[key], None

    def swatch(self, phrase: Phrase) -> Swatch | None:
        """The picture that a phrase names; None, with a finding, when there is none such."""
        assert self.swatches is not None, "only documents name pictures"
        try:
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
        if not self.library.icons.has(phrase.text):
            message, hint = f"there is no icon '{phrase.text}'", self.library.icons.hint(phrase.text)
            self.findings.append(Finding("error", phrase.where, message, hint, "unknown-icon"))
            return ()
        group, own = self.library.icons.draw(phrase.text, self.style.color(color), self.style.tints)
        return (Place(group, chain(translate(cx - side / 2, cy - side / 2), scale(side / own))),)

    def _line(
        self, line: Line, size: float, letters: LetterStyle, shift: float, high: float, ink: str, origin: Origin
    ) -> Drawn:
        # Capitals stand in the middle of their line; what it is higher than others is above them.
        drop = high - (letters.leading - face(letters.said.font).cap_height) * size / 2
        tints, library = self.style.tints, self.library

        def draw(x: float, y: float) -> tuple[Item, ...]:
            items: list[Item] = []
            for (at, run), wide in zip(line.runs, line.widths, strict=True):
                items += run_items(run, x + shift + at, y + drop, wide, size, ink, tints, library)
            self.settle(items, origin)
            return tuple(items)

        return draw
