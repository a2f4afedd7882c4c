"""Text of a face: a text node and a card's context come in; placed runs come out, or a finding that names the card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.base.budget import spend
from printgen.base.geometry import Box, Matrix
from printgen.base.letters import many
from printgen.base.units import parse_sizes, to_mm
from printgen.drawing.fonts import face, resolved
from printgen.drawing.model import Item
from printgen.drawing.problems import ValueProblem
from printgen.drawing.tints import NONE
from printgen.drawing.words import (
    ANY_HEIGHT,
    MANY_LINES,
    Fitted,
    Run,
    Tall,
    fit,
    fit_plain,
    longest_word,
    placed_runs,
    words_of,
)
from printgen.errors import Exit, Finding, blaming, did_you_mean
from printgen.faces.face import Node
from printgen.faces.markup import Words, marked, marked_words, run_item, undrawable
from printgen.faces.template import FIT
from printgen.reading.marked import Map, Seq
from printgen.reading.scalars import shortened
from printgen.reading.values import Value, number_of, text_of

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.faces.session import Session

_LEADING = 1.18
_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}
_SLACK = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_ENDLESS = 1e9
_KEPT = 4096
# A longer text is told by its beginning.
_TOLD = 300

Placed = tuple[tuple[float, float, float, float, Run], ...]
"""Runs with their place, size and tracking: (x, y, size, tracking, run)."""


class Setting(NamedTuple):
    """One way to set a text: its box, font and sizes in points.

    A height of 0 means that only lines count; no lines, as many as have room in the height, or one without a height.
    """

    x: float = 0.0
    y: float = 0.0
    w: float = _ENDLESS
    h: float = 0.0
    font: str = "body"
    size: float = 9.0
    floor: float = 9.0
    lines: int = 0
    leading: float = 0.0
    tracking: float = 0.0
    align: str = "left"
    valign: str = "top"
    color: str = "ink"
    caps: bool = False
    plain: bool = False

    @property
    def room(self) -> Box:
        """All that a text can take up which is set so."""
        if self.h:
            return Box(self.x, self.y, self.w, self.h)
        deep = (self.most - 1) * (self.leading or self.size * _LEADING)
        return Box(self.x, self.y - self.size, self.w, self.size + deep)

    @property
    def most(self) -> int:
        """How many lines there may be, as far as the height allows."""
        return self.lines or (MANY_LINES if self.h else 1)

    @property
    def tall(self) -> Tall:
        """The height that the lines have to stand in."""
        leading = self.leading / self.size or _LEADING
        return Tall(self.h, face(self.font).cap_height, leading) if self.h else ANY_HEIGHT


class Plan(NamedTuple):
    """A text node's ways to be set, when they are the same for every card, and what was set before.

    `inside` is a place on the face where no text of it can come near to the cut.
    """

    settings: tuple[Setting, ...]
    known: dict[tuple[str, str], tuple[Item, ...]]
    inside: Matrix | None = None


def draw(node: Node, context: Mapping[str, Any], session: Session, library: Library, out: list[Item]) -> None:
    """Set a text node; tries each of its `fit` ways in order and reports what fits none of them."""
    raw = node.props["text"].of("text", context)
    if node.props["text"].constant and isinstance(raw, Map | Seq):
        raise ValueProblem("text should be words, not a list or a mapping; write it in quotes", "text")
    text = "" if raw is None else text_of(raw)
    if not text or text.isspace():
        return
    plan = session.plans.get(id(node))
    if plan is None:
        made = _plan(node, context, session)
        if made is None:
            return
        plan, lasting = made
        if lasting:
            session.plans[id(node)] = plan
    settings = plan.settings
    with blaming("color"):
        color = session.tints.resolve(settings[0].color)
    if color == NONE:
        return
    items = plan.known.get((text, color))
    if items is None:
        placed = _set(node, settings, text, session, library)
        if placed is None:
            return
        items = tuple(
            run_item(run, x, y, size, color, session.tints, library, tracking) for x, y, size, tracking, run in placed
        )
        if len(plan.known) < _KEPT:
            plan.known[(text, color)] = items
    if plan.inside != session.at:
        field = node.props["text"].field
        session.judge(session.spot(field) if field else node.place("text"), node, items, session.at)
    out.extend(items)


def _plan(node: Node, context: Mapping[str, Any], session: Session) -> tuple[Plan, bool] | None:
    """The node's settings, and whether they hold for every card."""
    style: Mapping[str, Value] = {}
    if "style" in node.props:
        name = str(node.props["style"].of("style", context))
        if name not in session.styles:
            session.report(node, f"there is no style '{name}'", "style", did_you_mean(name, session.styles))
            return None
        style = session.styles[name]
    base = {**style, **{key: value for key, value in node.props.items() if key in FIT}}
    ways = [{**base, **way} for way in node.fits] or [base]
    lasting = all(value.constant for way in ways for value in way.values())
    settings = tuple(_setting({key: value.of(key, context) for key, value in way.items()}) for way in ways)
    with blaming("font"):
        settings = tuple(setting._replace(font=resolved(setting.font)) for setting in settings)
    for setting in settings:
        if setting.align not in _SHIFT or setting.valign not in _SLACK:
            message = "align is left, center or right; valign is top, middle or bottom"
            session.report(node, message, "align", "Choose one of these.")
            return None
    trim, at = session.trim, session.at
    inside = trim is None or all(trim.holds(setting.room, at) for setting in settings)
    return Plan(settings, {}, at if inside else None), lasting


def _setting(given: Mapping[str, Any]) -> Setting:
    usual = Setting._field_defaults
    if isinstance(sizes := given.get("size"), str):
        with blaming("size"):
            given = {**given, **dict(zip(("size", "floor"), parse_sizes(sizes), strict=True))}
    for key, value in given.items():
        if isinstance(usual[key], int | float) and not isinstance(usual[key], bool):
            number_of(value, key)
        if key in ("size", "floor", "lines") and value <= 0:
            raise ValueProblem(f"{key} should be above zero; write a larger one", key)
    made = Setting(**{key: type(usual[key])(value) for key, value in given.items()})
    return made._replace(floor=min(made.size, given.get("floor", made.size)))


def _set(node: Node, settings: tuple[Setting, ...], text: str, session: Session, library: Library) -> Placed | None:
    first = settings[0]
    spend("letters", len(text) * len(settings), node.where)
    try:
        # Most text has no marks in it, and then needs no runs.
        words = None if first.plain or not marked(text) else marked_words(text, first.font, first.caps)
    except ValueError as error:
        _blame(node, str(error), "Close it, or write \\* for a star.", "open-mark", session)
        return None
    if first.caps:
        text = text.upper()
    if flaw := undrawable(words or (((Run(text.replace("\n", " "), first.font),),),), library):
        _blame(node, *flaw, session)
        return None
    for setting in settings:
        placed = _fitted(words, text, setting)
        if placed is not None:
            return placed
    _blame(
        node,
        f'"{text if len(text) <= _TOLD else shortened(text)}" does not fit its place '
        f"({_wanting(words, text, settings[-1])}; {node.where})",
        "Shorten the text, or give it more room or a smaller floor in the template.",
        "does-not-fit",
        session,
        Exit.DOES_NOT_FIT,
    )
    return None


def _blame(node: Node, message: str, hint: str, code: str, session: Session, exit_: Exit = Exit.BAD_INPUT) -> None:
    """Report a text that cannot be set: at the card's line, or at the template's when no card changes the text."""
    value = node.props["text"]
    where = node.place("text") if value.constant else session.spot(value.field or "name")
    # That it does not fit may be the face's fault, for however many cards.
    cause = node.where if code == "does-not-fit" else None
    session.findings.append(Finding("error", where, message, hint, code, exit_, cause))


def _in_room(words: Words | None, text: str, s: Setting, lines: int, tall: Tall) -> Fitted | None:
    """A text in lines, at the largest size at which it has room."""
    if words is None and not s.tracking:
        return fit_plain(text, s.font, s.w, s.size, s.floor, lines, tall)
    plain = tuple(tuple(paragraph) for paragraph in words_of((Run(text, s.font),)))
    return fit(words or plain, s.w, s.size, s.floor, lines, s.tracking, s.font, tall)


def _wanting(words: Words | None, text: str, s: Setting) -> str:
    """What a text that does not fit wants more of at its floor: width for a word, lines, or height."""
    least = s._replace(size=s.floor, leading=s.leading * s.floor / s.size, tracking=s.tracking * s.floor / s.size)
    room, size = f"{to_mm(s.w):.1f} mm wide", f"{s.floor:g} pt"
    loose = _in_room(words, text, least, MANY_LINES, ANY_HEIGHT)
    if loose is None:
        plain = words_of((Run(text, s.font),))
        word, wide = longest_word(words or plain, s.tracking / s.size)
        return f'{room}, and "{shortened(word)}" is {to_mm(wide * s.floor):.1f} mm at {size}'
    if s.lines and len(loose.lines) > s.lines:
        return f"{room}, {many(s.lines, 'line')} at {size}"
    tall = least.tall
    high = (tall.leading * (len(loose.lines) - 1) + tall.cap) * s.floor
    return f"{room}, {to_mm(s.h):.1f} mm high; at {size} it needs {to_mm(high):.1f} mm of height"


def _fitted(words: Words | None, text: str, s: Setting) -> Placed | None:
    fitted = _in_room(words, text, s, s.most, s.tall)
    if fitted is None:
        return None
    size = fitted.size
    shrunk = size / s.size
    leading = s.leading * shrunk or size * _LEADING
    y = s.y
    if s.h:
        depth, letters = leading * (len(fitted.lines) - 1), face(s.font).cap_height * size
        y += letters + (s.h - depth - letters) * _SLACK[s.valign]
    runs = placed_runs(fitted, s.x, y, leading, _SHIFT[s.align], s.w if s.w < _ENDLESS else 0.0)
    return tuple((x, baseline, size, s.tracking * shrunk, run) for x, baseline, run in runs)
