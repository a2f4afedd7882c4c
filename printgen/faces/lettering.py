"""Sets the texts of a face for a card; one that does not fit is a finding that names the card."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, ValueProblem, Where, blame
from printgen.base.limits import consume
from printgen.base.names import printing, upper
from printgen.base.units import Matrix, chain, count_noun, scale, to_mm, translate
from printgen.drawing.fonts import lacking
from printgen.drawing.lines import fit, fit_plain, longest_word
from printgen.drawing.model import Group, Item, Path, Place, Stroke, Text
from printgen.drawing.paragraphs import Paragraph, new_tuple, paragraphs_of, parts_freely
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import (
    ANY_HEIGHT,
    ICON,
    MANY_LINES,
    Arc,
    FittedText,
    Tall,
    TextRun,
    letters_of,
    letters_outline,
    runs_of,
    spread_letters,
)
from printgen.faces.face import Node
from printgen.faces.inspection import judge_contrast, judge_size
from printgen.faces.library import Library
from printgen.faces.markup import MarkupError, doubts_of, is_marked, parse_text
from printgen.faces.session import Session
from printgen.faces.setting import SHIFT, SLACK, Lettering, SetText, Setting, setting_of
from printgen.faces.shape_words import FIT
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.scalars import shorten
from printgen.reading.texts import constant, text_of


def run_items(
    run: TextRun, x: float, y: float, wide: float, size: float, color: str, tints: Tints, library: Library,
    tracking: float = 0.0,
) -> tuple[Item, ...]:  # fmt: skip
    """The items of a run with its baseline at (x, y), `wide` points wide; none for a run in no colour."""
    text, font, grow, own_color, _ = run
    if own_color:
        color = tints.resolve(own_color)
    if color == NONE:
        return ()
    if grow != 1.0:
        size *= grow
    if font != ICON:
        return (new_tuple(Text, (x, y, text, font, size, color, tracking, wide)),)
    group, side = library.icons.draw(text, color, tints)
    # An icon stands on the line and reaches a little over the capitals.
    return (Place(group, chain(translate(x, y - 0.86 * size), scale(size / side))),)


_LISTED = (LocatedMap, LocatedList)
_KEPT = 4096
_LONGEST_QUOTE = 300  # A longer text is quoted by its beginning.
_MISFIT = "does-not-fit"

Words = tuple[Paragraph, ...] | None
"""What a text with marks says; None for one without."""


class Inks(NamedTuple):
    """The colours of a text's letters and of their outline, and the outline's width in points."""

    color: str
    stroke: str = NONE
    width: float = 0.0


NO_WORDS = SetText()
"""What is set of a text that says nothing."""


class ReadyText(NamedTuple):
    """A text node with its words on a card, set and ready to draw."""

    node: Node
    text: str
    plan: Lettering
    inks: Inks
    words: SetText

    def judge(self, session: Session, at: Matrix) -> None:
        """Check the text in its final place: its distance to the cut, its size, and its contrast."""
        node, items = self.node, self.words.items
        if session.trim is not None and self.plan.inside != (session.trim, at):
            field = node.props["text"].field
            where = session.spot(field) if field else node.place("text")
            outline_words = self.text if self.plan.settings[0].baseline or self.inks.color == NONE else ""
            session.judge(where, node, items, at, outline_words)
        judge_size(node, self.words.size, self.text, session)
        judge_contrast(node, items, self.inks.stroke, session, at)


def draw(node: Node, context: Mapping[str, Any], session: Session, library: Library, out: list[Item]) -> SetText:
    """Set a text node; tries each of its `fit` ways in order and reports what fits none of them."""
    ready = prepare(node, context, session, library)
    if ready is None or not ready.words.items:
        return NO_WORDS
    ready.judge(session, session.at)
    out.extend(ready.words.items)
    return ready.words


def prepare(node: Node, context: Mapping[str, Any], session: Session, library: Library) -> ReadyText | None:
    """A text node with its set words, not drawn yet; None for a node without text, or in no colour."""
    text = _text_of(node, context)
    if not text:
        return None
    plan = _plan(node, context, session, library)
    inks = _inks(plan.settings[0], session)
    if inks.color == inks.stroke == NONE:
        return None
    return ReadyText(node, text, plan, inks, _set(node, plan, text, inks, session, library))


def _text_of(node: Node, context: Mapping[str, Any]) -> str:
    """The text of a node; "" when there is nothing to draw."""
    with printing():
        raw = node.props["text"].of("text", context)
        listed = isinstance(raw, _LISTED)
        text = "" if raw is None or listed else text_of(raw)
    if listed and node.props["text"].constant:
        raise ValueProblem("text should be words, not a list or a mapping; write it in quotes", "text")
    return "" if text.isspace() else text


def _set(node: Node, plan: Lettering, text: str, inks: Inks, session: Session, library: Library) -> SetText:
    """A text as it was set before, or else as it is set now; nothing, with a finding, when it does not fit."""
    key: object = (text, inks)
    if (known := plan.known.get(key)) is not None:
        return known
    # What marks mean may differ from card to card; it is the same in the same set of colours.
    if library.style.keywords is not None or is_marked(text, plan.settings[0].reading, library):
        key = (text, inks, session.tints)
        if (known := plan.known.get(key)) is not None:
            return known
    words = _fit_first(node, plan.settings, text, inks, session, library)
    if words.items:
        if session.preflight is not None:
            session.preflight.note_texts(node, words.items, session.spot)
        # A text with doubts is reported for each card that has it.
        if len(plan.known) < _KEPT and not _warn_of_doubts(node, plan.settings[0], text, session, library):
            plan.known[key] = words
    return words


def _inks(setting: Setting, session: Session) -> Inks:
    with blame("color"):
        color = session.tints.resolve(setting.color)
    if not setting.stroke:
        return Inks(color)
    with blame("stroke"):
        return Inks(color, session.tints.resolve(setting.stroke), setting.width)


def _plan(node: Node, context: Mapping[str, Any], session: Session, library: Library) -> Lettering:
    """The ways in which a node may be set, kept when they are the same for every card."""
    key = (node, session.letters, session.sizes)
    if (known := session.state.letterings.get(key)) is not None:
        return known
    base = {key: value for key, value in node.props.items() if key in FIT}
    if session.sizes and "size" not in base:
        size, floor = session.sizes
        base = {"size": constant(size), "floor": constant(floor), **base}
    ways = [{**base, **way} for way in node.fits] or [base]
    language = library.style.language
    settings = tuple(setting_of({key: value.of(key, context) for key, value in way.items()}, language) for way in ways)
    if session.letters != 1.0:
        settings = tuple(setting.scaled(session.letters) for setting in settings)
    trim, at = session.trim, session.at
    inside = trim is None or all(trim.holds(setting.room, at) for setting in settings)
    plan = Lettering(settings, {}, {}, (trim, at) if inside else None)
    if not any(value.names for way in ways for value in way.values()):
        session.state.letterings[key] = plan
    return plan


def _fit_first(
    node: Node, settings: tuple[Setting, ...], text: str, inks: Inks, session: Session, library: Library
) -> SetText:
    """A text set in the first way in which it fits; nothing, with a finding, where it fits in none."""
    consume("letters", len(text) * len(settings), node.where)
    words: Words = None
    for setting in settings:
        try:
            words = _words(text, setting, session, library)
        except MarkupError as error:
            _report_flaw(node, text, error, session)
            return SetText()
        letters = upper(text, library.style.language) if setting.caps else text
        if (words is None or setting.plain) and (flaw := lacking(letters.replace("\n", " "), setting.font)):
            _report_flaw(node, text, MarkupError(*flaw), session)
            return SetText()
        fitted = _in_room(words, letters, setting, setting.most, setting.tall)
        if fitted is not None:
            items = _items(fitted, setting, inks, session, library)
            width = max(line.width for line in fitted.lines)
            leading, height = _depth(fitted, setting)
            rise = setting.tall.cap * fitted.size * fitted.rise
            return SetText(items, width, height, rise, max(0.0, leading - rise) / 2, fitted.size)
    start = text if len(text) <= _LONGEST_QUOTE else shorten(text)
    message = f'"{start}" does not fit its place ({_wanting(words, letters, setting)}; {node.where})'
    hint = "Shorten the text, or give it more room or a smaller floor in the template."
    _report_flaw(node, text, MarkupError(message, hint, _MISFIT), session)
    return SetText()


def _words(text: str, setting: Setting, session: Session, library: Library) -> Words:
    """The paragraphs of a text; None for a text of plain words side by side. MarkupError for wrong marks."""
    how = setting.reading
    simple = setting.simple and not parts_freely(text)
    if setting.plain:
        return None if simple else _plain(upper(text, library.style.language) if setting.caps else text, setting)
    if simple and not is_marked(text, how, library):
        return None
    if setting.baseline:
        text = text.replace("\n", " ")
    return parse_text(text, how, library, session.tints)


def _plain(text: str, setting: Setting) -> tuple[Paragraph, ...]:
    return tuple(paragraphs_of((TextRun(text, setting.font),)))


def _place_of_text(node: Node, text: str, session: Session) -> Where:
    """The place of a text in the template, or in the card or table that gives it to the face."""
    value = node.props["text"]
    if value.constant:
        return node.place("text")
    looks_up = value.field is None or "tables" in value.names
    spots = session.written(text, value) if looks_up else ()
    return spots[0] if spots else session.spot(value.field or "name")


def _report_flaw(node: Node, text: str, flaw: MarkupError, session: Session) -> None:
    where, misfits = flaw.where or _place_of_text(node, text, session), flaw.code == _MISFIT
    # A text that does not fit may be the face's fault, on many cards; a keyword's is the game's.
    cause = flaw.where or (node.where if misfits else None)
    exit_ = Exit.DOES_NOT_FIT if misfits else Exit.BAD_INPUT
    session.add(Finding("error", where, flaw.message, flaw.hint, flaw.code, exit_, cause))


def _warn_of_doubts(node: Node, setting: Setting, text: str, session: Session, library: Library) -> bool:
    """Warn of characters that look like marks and are printed; returns whether there are any."""
    doubts = () if setting.plain else doubts_of(text, library)
    session.add(*(Finding("warning", _place_of_text(node, text, session), *doubt) for doubt in doubts))
    return bool(doubts)


def _in_room(words: Words, text: str, s: Setting, lines: int, tall: Tall) -> FittedText | None:
    """A text in lines, at the largest size at which it fits; None when it fits at none."""
    if s.baseline:
        room = s.baseline.length(tall.cap * s.size)
        return fit(words or _plain(text.replace("\n", " "), s), room, s.size, s.floor, 1, s.manner)
    if words is None:
        return fit_plain(text, s.font, s.w, s.size, s.floor, lines, tall)
    return fit(words, s.w, s.size, s.floor, lines, s.manner, tall)


def _wanting(words: Words, text: str, s: Setting) -> str:
    """What a text lacks at its smallest size: width for a word, lines, or height."""
    smallest, size = s.scaled(s.floor / s.size), f"{s.floor:g} pt"
    if s.baseline:
        line = fit(words or _plain(text.replace("\n", " "), s), inf, s.floor, s.floor, 1, smallest.manner)
        wide = line.lines[0].width if line else 0.0
        long = to_mm(s.baseline.length(smallest.tall.cap * s.floor))
        line_word = "arc" if isinstance(s.baseline, Arc) else "path"
        return f"its {line_word} is {long:.1f} mm long, it {to_mm(wide):.1f} mm at {size}"
    room = f"{to_mm(s.w):.1f} mm wide"
    any_height = ANY_HEIGHT._replace(cap=smallest.tall.cap, leading=smallest.tall.leading)
    loose = _in_room(words, text, smallest, MANY_LINES, any_height)
    if loose is None:
        word, wide = longest_word(words or _plain(text, s), smallest.manner)
        return f'{room}, and "{shorten(word)}" is {to_mm(wide * s.floor):.1f} mm at {size}'
    if s.lines and len(loose.lines) > s.lines:
        return f"{room}, {count_noun(s.lines, 'line')} at {size}"
    high = _depth(loose, smallest)[1]
    if s.h:
        return f"{room}, {to_mm(s.h):.1f} mm high; at {size} it needs {to_mm(high):.1f} mm of height"
    return f"{room}, {count_noun(s.most, 'line')} at {size}"


def _depth(fitted: FittedText, s: Setting) -> tuple[float, float]:
    """The leading of fitted lines, and their height from the first capitals to the last baseline, in points."""
    tall = s.tall
    leading = tall.leading * fitted.size
    return leading, fitted.lines[-1].down * leading + tall.cap * fitted.size * fitted.rise


def _items(fitted: FittedText, s: Setting, inks: Inks, session: Session, library: Library) -> tuple[Item, ...]:
    """The items of fitted lines, outlines behind all letters."""
    size, tracking, tints = fitted.size, s.tracking * fitted.size / s.size, session.tints
    behind: list[Item] = []
    front: list[Item] = []
    if s.baseline:
        line, cap = fitted.lines[0], s.tall.cap * size
        spare = s.baseline.length(cap) - line.width
        letters_on_line = (*letters_of(line, size, tracking),)
        if s.align == "justify":
            letters_on_line = spread_letters(letters_on_line, spare - (size / 2 if s.baseline.is_closed else 0.0))
        for letter in letters_on_line:
            matrix = s.baseline.place(letter, spare * SHIFT[s.align], cap)
            wide = 2 * letter.before
            items = run_items(letter.run, -letter.before, 0, wide, size, inks.color, tints, library, tracking)
            front.append(Place(Group(items), matrix))
            if inks.stroke != NONE:
                outline = tuple(_letter_outlines(letter.run, -letter.before, 0, size, tracking, inks))
                behind.append(Place(Group(outline), matrix))
        return (*behind, *front)
    leading, high = _depth(fitted, s)
    y, letters = s.y, s.tall.cap * size * fitted.rise
    if s.h:
        y += letters + (s.h - high) * SLACK[s.valign]
    elif s.valign == "caps":
        y += letters - high / 2
    width, shift = s.w if s.w < inf else 0.0, s.shift(fitted.leftward)
    for x, baseline, run, wide in runs_of(fitted, s.x, y, leading, shift, width):
        if run[1] != ICON and not run[3] and inks.color != NONE:
            # Most runs are letters in the colour of the text: this is the short way.
            front.append(new_tuple(Text, (x, baseline, run[0], run[1], size * run[2], inks.color, tracking, wide)))
        else:
            front += run_items(run, x, baseline, wide, size, inks.color, tints, library, tracking)
        if inks.stroke != NONE:
            behind += _letter_outlines(run, x, baseline, size, tracking, inks)
    return (*behind, *front)


def _letter_outlines(run: TextRun, x: float, y: float, size: float, tracking: float, inks: Inks) -> list[Item]:
    """The outline of a run's letters; icons have none."""
    text = Text(x, y, run.text, run.font, size * run.grow, inks.color, tracking)
    return [] if run.is_icon else [Path(letters_outline(text), None, Stroke(inks.stroke, inks.width, join="round"))]
