"""What a text node says of its letters and its place; what is being drawn now, for which card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from printgen.base.errors import Finding, ValueProblem, Where, blame, did_you_mean, split_advice
from printgen.base.units import IDENTITY, Box, Matrix, parse_sizes
from printgen.drawing.fonts import face, resolve_font
from printgen.drawing.glyphs import STANDS, Arc
from printgen.drawing.model import Item
from printgen.drawing.paragraphs import Manner, language_of
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import ANY_HEIGHT, MANY_LINES, Tall
from printgen.faces.face import Node
from printgen.faces.markup import Reading
from printgen.faces.preflight import Preflight
from printgen.faces.shape_words import SIZES
from printgen.faces.trim import Trim, edge_finding
from printgen.reading.texts import Value, number_of, text_of

_LEADING = 1.18
SHIFT = {"start": 0.0, "left": 0.0, "center": 0.5, "right": 1.0, "end": 1.0, "justify": 0.0}
# Those that depend on where a text begins.
_SIDES = frozenset(("start", "end", "justify"))
SLACK = {"top": 0.0, "middle": 0.5, "bottom": 1.0, "caps": 0.5}


@dataclass(frozen=True)
class Setting:
    """One way to set a text: its box, font and sizes in points.

    A height of 0 means that only lines count; no lines, as many as have room in the height, or one without a height.
    `hyphens` is the language by which words are parted; an `arc` takes the place of the box.
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
    arc: Arc | None = None

    @property
    def room(self) -> Box:
        """All that a text can take up which is set so."""
        if self.arc:
            return self.arc.room(self.size)
        if self.h:
            return Box(self.x, self.y, self.w, self.h)
        deep = (self.most - 1) * (self.leading or self.size * _LEADING)
        above = self.size + (deep / 2 if self.valign == "caps" else 0.0)
        return Box(self.x, self.y - above, self.w, self.size + deep)

    @cached_property
    def most(self) -> int:
        """How many lines there may be, as far as the height allows."""
        return 1 if self.arc else self.lines or (MANY_LINES if self.h else 1)

    @cached_property
    def tall(self) -> Tall:
        """The height that the lines have to stand in."""
        leading = self.leading / self.size or _LEADING
        return Tall(self.h or ANY_HEIGHT.height, face(self.font).cap_height, leading)

    @cached_property
    def simple(self) -> bool:
        """Whether unmarked text that is set so needs nothing but words side by side."""
        return not (self.tracking or self.hyphens) and self.align != "justify"

    @cached_property
    def manner(self) -> Manner:
        """How its lines are set."""
        gap, justify = self.paragraph_gap / self.size, self.align == "justify"
        return Manner(self.font, self.tracking / self.size, gap, justify, self.hyphens)

    @cached_property
    def reading(self) -> Reading:
        """How its marks are read."""
        listed = self.most > 1
        return Reading(
            self.font, self.size, self.caps, self.small_caps, self.keywords, listed, listed and self.paragraph_gap > 0
        )

    def shift(self, leftward: bool) -> float:
        """How much of the room beside a line stands before it; a text may run to the left, and begin at the right."""
        shift = SHIFT[self.align]
        return 1.0 - shift if leftward and self.align in _SIDES and self.w < inf else shift

    def at_floor(self) -> Setting:
        """The same with the smallest letters."""
        k = self.floor / self.size
        return replace(
            self,
            size=self.floor,
            leading=self.leading * k,
            tracking=self.tracking * k,
            paragraph_gap=self.paragraph_gap * k,
        )


def setting_of(given: Mapping[str, Any], language: str) -> Setting:
    """A setting by what a node says; `language` is that of the game. ValueProblem names what is wrong with it."""
    usual: dict[str, Any] = {one.name: one.default for one in fields(Setting)}
    made: dict[str, Any] = {key.replace("-", "_"): value for key, value in given.items()}
    if isinstance(sizes := made.get("size"), str):
        with blame("size"):
            made["size"], made["floor"] = parse_sizes(sizes)
    for key, value in made.items():
        name = key.replace("_", "-")
        if key == "hyphens":
            made[key] = _language(value, language)
        elif key == "arc":
            made[key] = _arc(value)
        else:
            if isinstance(usual[key], int | float) and not isinstance(usual[key], bool):
                number_of(value, name)
            if key in ("size", "floor", "lines") and value <= 0:
                raise ValueProblem(f"{name} should be above zero; write a larger one", name)
            made[key] = type(usual[key])(value)
    if made.get("arc") and "align" not in made:
        made["align"] = "center"
    setting = Setting(**made)
    _check(setting)
    with blame("font"):
        font = resolve_font(setting.font)
    return replace(setting, floor=min(setting.size, made.get("floor", setting.size)), font=font)


def _check(setting: Setting) -> None:
    for key, known in (("align", SHIFT), ("valign", SLACK)):
        word = getattr(setting, key)
        if word not in known:
            raise ValueProblem(f"there is no {key} '{word}'. {did_you_mean(word, known)}", key)
    if setting.align == "justify" and (setting.w == inf or setting.arc):
        raise ValueProblem("justified text needs a width; add w, or choose another align", "align")
    if setting.paragraph_gap < 0:
        raise ValueProblem("paragraph-gap is below zero; choose a length from zero up", "paragraph-gap")
    if setting.width <= 0 and setting.stroke:
        raise ValueProblem("an outline needs a width above zero; choose a larger one", "width")


def _language(value: Any, language: str) -> str:
    """The language by which words are parted; "" for none."""
    if value is False or value is None or value == "":
        return ""
    with blame("hyphens"):
        return language_of(language if value is True else str(value))


def _arc(value: Any) -> Arc | None:
    if value is None:
        return None
    numbers = {key: number_of(value[key], key) for key in ("cx", "cy", "r", "from", "to") if key in value}
    stand = str(value.get("stand", STANDS[0]))
    if stand not in STANDS:
        raise ValueProblem(f"there is no stand '{stand}'. {did_you_mean(stand, STANDS)}", "arc")
    if numbers["r"] <= 0:
        raise ValueProblem("an arc needs a radius above zero; choose a larger r", "arc")
    if not 0 < abs(numbers["to"] - numbers["from"]) <= 360:
        message = f"an arc from {numbers['from']:g} to {numbers['to']:g} degrees has no room for letters"
        raise ValueProblem(f"{message}; choose angles that are up to 360 apart", "arc")
    x, y = numbers.get("cx", 0.0), numbers.get("cy", 0.0)
    return Arc(x, y, numbers["r"], numbers["from"], numbers["to"], stand)


class Lettering(NamedTuple):
    """A text node's ways to be set, when they are the same for every card, and what was set before.

    `inside` is a cut, and a place on the face where no text of it can come near to that.
    """

    settings: tuple[Setting, ...]
    known: dict[object, tuple[Item, ...]]
    inside: tuple[Trim | None, Matrix] | None = None


@dataclass(slots=True)
class FaceState:
    """What drawing a face has come to: its findings, and how its text nodes are set, which lasts for other cards.

    `hard` are texts that are hard to read, unless they are the shadows of others.
    """

    findings: list[Finding] = field(default_factory=list)
    hard: dict[str, tuple[Box, Finding]] = field(default_factory=dict)
    letterings: dict[tuple[Node, str], Lettering] = field(default_factory=dict)

    def add(self, findings: Iterable[Finding]) -> None:
        """Report findings."""
        self.findings.extend(findings)

    def take_back(self, finding: Finding) -> None:
        """A finding that turns out to be none."""
        self.findings[:] = (found for found in self.findings if found is not finding)


_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Session(NamedTuple):
    """One face drawn for one card. `roles` are the colours that the face inherits from the one that uses it.

    `trim` is how it is cut, where that is known, and `at` where on it what is drawn now lies; `grown` says how many
    times as large it is printed, and `sized` where its size stands. `under` is all that lies under what is drawn now,
    from the bottom up, and `preflight` what was looked at before. Its methods report to the `state`.
    """

    tints: Tints
    card: str
    spot: Callable[[str], Where]
    state: FaceState
    roles: Mapping[str, str] = _NOTHING
    look: str = ""
    trim: Trim | None = None
    at: Matrix = IDENTITY
    grown: float = 1.0
    sized: Where | None = None
    under: tuple[tuple[Sequence[Item], Matrix], ...] = ()
    preflight: Preflight | None = None
    styles: Mapping[str, Mapping[str, Value]] = _NOTHING
    written: Callable[[str, Value], Sequence[Where]] = lambda word, value: ()
    """The places at which the card, or the game's tables, have the word that a value is."""
    joints: tuple[Box, ...] = ()
    """Where pages of a large piece are joined, in points of the face; nothing there is easy to read."""
    counted: Mapping[str, Any] = _NOTHING
    """What the each counts in which something is drawn now."""

    def over(self, items: Sequence[Item]) -> Session:
        """The same for what lies over items, which lie where it draws now."""
        return self._replace(under=(*self.under, (items, self.at)))

    def add(self, *findings: Finding) -> None:
        """Report findings as they are."""
        self.state.add(findings)

    def report(self, node: Node, message: str, key: str = "", hint: str = "") -> None:
        """A mistake of the template, at its line; names the card that it was found with."""
        self.report_at(node.place(key), message, hint)

    def report_value(self, node: Node, problem: ValueProblem, context: Mapping[str, Any]) -> None:
        """As `report`, of what a value is; a word that the card or a table gives is told where that has it."""
        value = node.when if problem.key == "when" else node.props.get(problem.key)
        if value is not None and not value.constant and not problem.word:
            with suppress(ValueProblem):
                word = value.get(context)
                problem.word = word if isinstance(word, str) else ""
        self.report_at(*self.blame(node.place(problem.key), problem, value))

    def blame(
        self, where: Where, problem: ValueProblem, value: Value | None
    ) -> tuple[Where, str, str, tuple[Where, ...]]:
        """What `report_at` takes for a problem of a value at a place, or of the word that is to blame at its own."""
        message, hint = split_advice(str(problem))
        spots = self.written(problem.word, value) if problem.word and value is not None else ()
        if not spots:
            return where, message, hint, ()
        return spots[0], f"{message}, for {where}", hint, tuple(spots[1:])

    def report_at(self, where: Where, message: str, hint: str = "", also: tuple[Where, ...] = ()) -> None:
        """A mistake of the template at a place of it; what its message says to do is the hint where there is none."""
        message, hint = (message, hint) if hint else split_advice(message)
        told = f"{message} (drawing {self.card})"
        self.add(Finding("error", where, told, hint, "template", cause=where, also=also))

    def warn(self, node: Node, message: str, hint: str, code: str) -> Finding:
        """A weakness of the template at its line, told once for all cards; the finding, which may be taken back."""
        found = Finding("warning", node.where, message, hint, code, cause=node.where)
        self.add(found)
        return found

    def judge(self, where: Where, node: Node, items: Iterable[Item], at: Matrix, said: str = "") -> None:
        """Report text among the items of a node that reaches over the cut or comes too near to it.

        `said` is what the text says where its items are single letters.
        """
        if self.trim is not None and (fault := self.trim.fault(items, at, said)):
            cause = where if where.file == node.where.file else node.where
            self.add(edge_finding(where, fault, self.trim.lenient, cause))


class Props:
    """A node's properties for one card, read by type; each missing one has a default."""

    __slots__ = ("_context", "_props", "unit")

    def __init__(self, node: Node, context: Mapping[str, Any]) -> None:
        self._props, self._context, self.unit = node.props, context, node.unit

    def __contains__(self, key: str) -> bool:
        return key in self._props

    def any(self, key: str, default: Any = None) -> Any:
        value = self._props.get(key)
        return default if value is None else value.of(key, self._context)

    def number(self, key: str, default: float = 0.0) -> float:
        number = number_of(self.any(key, default), key)
        if number < 0 and key in SIZES:
            raise ValueProblem(f"{key} is below zero; give it a length from zero up", key)
        return number

    def at_least(self, key: str, least: float, default: float) -> float:
        """A number with a lower limit, below which a pattern would have endlessly many parts."""
        value = self.number(key, default)
        if value < least:
            raise ValueProblem(f"{key} is too small; write {least:g} or more", key)
        return value

    def word(self, key: str, default: str = "") -> str:
        value = self.any(key, default)
        return value if isinstance(value, str) else text_of(value)

    def color(self, key: str, tints: Tints) -> str | None:
        value = self.any(key)
        if value in (None, ""):
            return None
        with blame(key):
            color = tints.resolve(str(value))
        return None if color == NONE else color
