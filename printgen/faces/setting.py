"""The settings of a text node: its letters and their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

from printgen.base.errors import ValueProblem, blame, known_word
from printgen.base.units import Box, Matrix, mm, parse_sizes, scale
from printgen.drawing.fonts import face, resolve_font
from printgen.drawing.model import Item
from printgen.drawing.outlines import flatten, parse_path, transform_outline
from printgen.drawing.paragraphs import Manner, language_of
from printgen.drawing.words import ANY_HEIGHT, MANY_LINES, STANDS, Arc, Curve, Tall
from printgen.faces.markup import Reading
from printgen.faces.trim import Trim
from printgen.reading.texts import number_of

_LEADING = 1.18
_SMOOTH = mm(0.002)  # The steps of a curve stray from it by no more than this, so that letters turn evenly.
SHIFT = {"start": 0.0, "left": 0.0, "center": 0.5, "right": 1.0, "end": 1.0, "justify": 0.0}
# Alignments that depend on where a text begins.
_SIDES = frozenset(("start", "end", "justify"))
SLACK = {"top": 0.0, "middle": 0.5, "bottom": 1.0, "caps": 0.5}


@dataclass(frozen=True)
class Setting:
    """One way to set a text: its box, font and sizes in points.

    A height of 0 means that only lines count; no lines, as many as have room in the height, or one without a height.
    `hyphens` is the language by which words are parted; an arc or a curve as `baseline` takes the place of the box.
    """

    x: float = 0.0
    y: float = 0.0
    w: float = inf
    h: float = 0.0
    font: str = "body"
    size: float = 9.0
    floor: float = 9.0
    lines: int = 0
    leading: float = 0.0
    tracking: float = 0.0
    align: str = "start"
    valign: str = "top"
    color: str = "ink"
    caps: bool = False
    plain: bool = False
    small_caps: bool = False
    paragraph_gap: float = 0.0
    hyphens: str = ""
    keywords: bool = True
    stroke: str = ""
    width: float = 0.5
    baseline: Arc | Curve | None = None

    @property
    def room(self) -> Box:
        """The area that a text with this setting can take up."""
        if self.baseline:
            return self.baseline.room(self.size)
        if self.h:
            return Box(self.x, self.y, self.w, self.h)
        extra_lines = (self.most - 1) * (self.leading or self.size * _LEADING)
        rise = self.size + (extra_lines / 2 if self.valign == "caps" else 0.0)
        return Box(self.x, self.y - rise, self.w, self.size + extra_lines)

    @cached_property
    def most(self) -> int:
        """The most lines that the settings and the height allow."""
        return 1 if self.baseline else self.lines or (MANY_LINES if self.h else 1)

    @cached_property
    def tall(self) -> Tall:
        """The height available for the lines."""
        leading = self.leading / self.size or _LEADING
        return Tall(self.h or ANY_HEIGHT.height, face(self.font).cap_height, leading)

    @cached_property
    def simple(self) -> bool:
        """Whether unmarked text with this setting needs only words side by side."""
        return not (self.tracking or self.hyphens) and self.align != "justify"

    @cached_property
    def manner(self) -> Manner:
        gap, justify = self.paragraph_gap / self.size, self.align == "justify" and not self.baseline
        return Manner(self.font, self.tracking / self.size, gap, justify, self.hyphens)

    @cached_property
    def reading(self) -> Reading:
        lists = self.most > 1
        apart = lists and self.paragraph_gap > 0
        return Reading(self.font, self.size, self.caps, self.small_caps, self.keywords, lists, apart)

    def shift(self, leftward: bool) -> float:
        """The share of a line's free room that stands before it; a text may run leftward, and begin at the right."""
        shift = SHIFT[self.align]
        return 1.0 - shift if leftward and self.align in _SIDES and self.w < inf else shift

    def scaled(self, factor: float) -> Setting:
        """The same with smaller letters, which may be no smaller than the floor then."""
        size = self.size * factor
        return replace(
            self,
            size=size,
            floor=min(self.floor, size),
            leading=self.leading * factor,
            tracking=self.tracking * factor,
            paragraph_gap=self.paragraph_gap * factor,
        )


def setting_of(written: Mapping[str, Any], language: str) -> Setting:
    """The setting that a node writes; `language` is that of the game. ValueProblem names a mistake."""
    defaults: dict[str, Any] = {item.name: item.default for item in fields(Setting)}
    values: dict[str, Any] = {key.replace("-", "_"): value for key, value in written.items()}
    if isinstance(sizes := values.get("size"), str):
        with blame("size"):
            values["size"], values["floor"] = parse_sizes(sizes)
    if (on_curve := values.pop("along", None)) is not None:
        values["baseline"] = _curve(on_curve)
    if (on_arc := values.pop("arc", None)) is not None:
        values["baseline"] = _arc(on_arc)
    for key, value in values.items():
        name = key.replace("_", "-")
        if key == "baseline":
            continue
        if key == "hyphens":
            values[key] = _language(value, language)
        else:
            if isinstance(defaults[key], int | float) and not isinstance(defaults[key], bool):
                number_of(value, name)
            if key in ("size", "floor", "lines") and value <= 0:
                raise ValueProblem(f"{name} should be above zero; write a larger one", name)
            values[key] = type(defaults[key])(value)
    if values.get("baseline") and "align" not in values:
        values["align"] = "center"
    setting = Setting(**values)
    _check(setting)
    with blame("font"):
        font = resolve_font(setting.font)
    return replace(setting, floor=min(setting.size, values.get("floor", setting.size)), font=font)


def _check(setting: Setting) -> None:
    for key, words in (("align", SHIFT), ("valign", SLACK)):
        known_word(getattr(setting, key), words, key, key)
    if setting.align == "justify" and setting.w == inf and not setting.baseline:
        raise ValueProblem("justified text needs a width; add w, or choose another align", "align")
    if setting.paragraph_gap < 0:
        raise ValueProblem("paragraph-gap is below zero; choose a length from zero up", "paragraph-gap")
    if setting.width <= 0 and setting.stroke:
        raise ValueProblem("an outline needs a width above zero; choose a larger one", "width")


def _language(value: Any, language: str) -> str:
    """The language by which words are hyphenated; "" for none."""
    if value is False or value is None or value == "":
        return ""
    with blame("hyphens"):
        return language_of(language if value is True else str(value))


def _curve(value: Mapping[str, Any]) -> Curve:
    """The curve that path data is, moved and in the face's unit."""
    with blame("along"):
        outline = parse_path(str(value["d"]))
    parts = flatten(transform_outline(outline, scale(value["unit"])), _SMOOTH, minimum=2)
    if len(parts) != 1:
        message = f"a text runs along one line, and this path has {len(parts) or 'none'}"
        raise ValueProblem(f"{message}; write it like M0,10 C10,0 20,0 30,10", "along")
    x, y = (number_of(value.get(key, 0.0), key) for key in ("x", "y"))
    ends = parts[0][:1] if outline[-1] == ("Z",) else ()
    points = [(px + x, py + y) for (px, py), _ in groupby((*parts[0], *ends))]
    if len(points) < 2:
        raise ValueProblem("the path of this text has no length; write it like M0,10 C10,0 20,0 30,10", "along")
    return Curve(tuple(points), known_word(str(value.get("stand", STANDS[0])), STANDS, "stand", "along"))


def _arc(value: Mapping[str, Any]) -> Arc:
    numbers = {key: number_of(value[key], key) for key in ("cx", "cy", "r", "from", "to") if key in value}
    stand = known_word(str(value.get("stand", STANDS[0])), STANDS, "stand", "arc")
    if numbers["r"] <= 0:
        raise ValueProblem("an arc needs a radius above zero; choose a larger r", "arc")
    if not 0 < abs(numbers["to"] - numbers["from"]) <= 360:
        message = f"an arc from {numbers['from']:g} to {numbers['to']:g} degrees has no room for letters"
        raise ValueProblem(f"{message}; choose angles that are up to 360 apart", "arc")
    x, y = numbers.get("cx", 0.0), numbers.get("cy", 0.0)
    return Arc(x, y, numbers["r"], numbers["from"], numbers["to"], stand)


class SetText(NamedTuple):
    """A text as set: its items, the width of its longest line, and its height from capitals to baseline.

    `rise` is the height of the capitals of its first line. `room_above` is the room above them, and as much is below
    the last baseline, where texts follow each other as lines. `size` is that of its letters. Lengths in points.
    """

    items: tuple[Item, ...] = ()
    width: float = 0.0
    height: float = 0.0
    rise: float = 0.0
    room_above: float = 0.0
    size: float = inf


class Lettering(NamedTuple):
    """The ways to set a text node, if they are the same for every card, and texts set before.

    `moved` are set items at their places in stacks and rows. `inside` is a cut, and a place on the face where no text
    of the node can come near to it.
    """

    settings: tuple[Setting, ...]
    known: dict[object, SetText]
    moved: dict[object, tuple[Item, ...]]
    inside: tuple[Trim | None, Matrix] | None = None
