"""Panels for steps, results of a die, throws of dice and tiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printgen.base.units import Box, count_noun, translate
from printgen.drawing.model import Group, Item, Path, Place, Rect
from printgen.drawing.outlines import circle, join_outlines, polygon, rectangle, round_rect
from printgen.faces.blocks.typeset import Typesetter, TypesetText
from printgen.game import documents as doc
from printgen.layout.columns import Chunk
from printgen.reading.part import NOTHING, Phrase

_TINTS = ("tint-1", "tint-2", "tint-3", "tint-4")  # The colours of panels, by turns.
_ARROW = 36
"""The least width of an arrow, in the style's units (as all lengths here); with less, phases are stacked."""
_TILE = 20  # The least width of a tile.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each face are, across and down from its middle."""
_DIE, _DIE_GAP, _MARK = 12.0, 2.0, 6.0
"""The side of a die that is thrown, at most, the gap between dice, and the height of the marks under them."""
_PAD, _PLATE = 3.0, 27.0
"""The room inside the frame of a throw, and the width of the plates with what comes of its rows."""
_LEAST_TEXT = 40.0  # The least width of a text beside dice; with less it is below them.


def _die(x: float, y: float, side: float, face: int, setter: Typesetter, wins: bool | None = None) -> tuple[Item, ...]:
    """The face of a die (1 to 6) in a square at (x, y), in points; one that wins has a heavy frame, and a ground."""
    color = setter.style.color
    cx, cy, step = x + side / 2, y + side / 2, side * 0.26
    pips = [circle(cx + across * step, cy + down * step, side * 0.095) for across, down in _PIPS[face]]
    ground = "amber" if wins and not setter.style.plain else "white"
    frame = {None: 0.06, True: 0.11, False: 0.05}[wins] * side / setter.unit
    body = Path(round_rect(Box(x, y, side, side), side * 0.18), color(ground), setter.stroke(frame))
    return (body, Path(tuple(segment for pip in pips for segment in pip), color("ink")))


def step_chunks(steps: doc.Steps, width: float, setter: Typesetter) -> list[Chunk]:
    """Phases: a row of arrows with texts under them where there is room, else one panel under the other."""
    if width / len(steps.items) >= _ARROW * setter.unit:
        return [_arrows(steps, width, setter)]
    return [_step(item, i, width, setter) for i, item in enumerate(steps.items)]


def _arrows(steps: doc.Steps, width: float, setter: Typesetter) -> Chunk:
    u, color, last = setter.unit, setter.style.color, len(steps.items) - 1
    wide, high, tip = width / len(steps.items), 14.5 * u, 4.6 * u
    texts = [setter.typeset(item.text, wide - 6.6 * u, "body") for item in steps.items]
    arrows: list[Item] = []
    for i, item in enumerate(steps.items):
        x, right, point = i * wide, (i + 1) * wide, tip if i < last else 0.0
        outline = polygon(((x, 0), (right - point, 0), (right, high / 2), (right - point, high), (x, high)))
        arrows.append(Path(outline, color("panel"), setter.stroke()))
        arrows += _heading(item, i, steps.label, Box(x, 0, wide - point, high), setter)

    def draw(tall: float) -> tuple[Item, ...]:
        items = list(arrows)
        for i, text in enumerate(texts):
            w = wide - (1.4 * u if i < last else 0)
            items.append(Rect(i * wide, high + u, w, tall - high - u, color(_TINTS[i % 4])))
            items += text.draw(i * wide + 2.6 * u, high + 3.2 * u)
        return tuple(items)

    height = high + 5.4 * u + max(setter.letters("body").line, *(text.height for text in texts))
    return Chunk(height, draw, steps.where, stretch=6 * u)


def _step(item: doc.PhaseStep, index: int, width: float, setter: Typesetter) -> Chunk:
    u, bar_height = setter.unit, 10 * setter.unit
    text = setter.typeset(item.text, width - 5.2 * u, "body")
    bar = Rect(0, 0, width, bar_height, setter.style.color("panel"), setter.stroke())
    title = _heading(item, index, NOTHING, Box(0, 0, width, bar_height), setter)

    def draw(tall: float) -> tuple[Item, ...]:
        ground = Rect(0, bar_height, width, tall - bar_height, setter.style.color(_TINTS[index % 4]))
        return (ground, bar, *title, *text.draw(2.6 * u, bar_height + 1.8 * u))

    height = bar_height + max(setter.letters("body").line, text.height) + 3.6 * u
    return Chunk(height, draw, item.where, 1.6 * u, u, 3 * u)


def _heading(item: doc.PhaseStep, index: int, label_phrase: Phrase, box: Box, setter: Typesetter) -> tuple[Item, ...]:
    """Number, title, label and icon of a phase on its dark ground."""
    u, light = setter.unit, "white over panel"
    phrase = Phrase(str(index + 1), item.where)
    number = setter.typeset(phrase, 9 * u, "number", "center", "amber over panel", shrink=True)
    left, room = box.x + 12.4 * u, box.w - 12.4 * u - (9.5 * u if item.icon else 2 * u)
    title = setter.typeset(item.title, room, "title", color=light, shrink=True)
    label = setter.typeset(label_phrase, room, "note", color=light, shrink=True)
    top = (box.h - title.height - label.height * 0.9) / 2
    label_items = label.draw(left, top + title.height - label.height * 0.1)
    icon = setter.icon(item.icon, box.right - 5 * u, box.h / 2, 6.4 * u, light)
    return (*number.within(box.x + 1.8 * u, 0, box.h), *title.draw(left, top), *label_items, *icon)


def roll_chunks(rolls: doc.Rolls, width: float, setter: Typesetter) -> list[Chunk]:
    """One framed panel for each result: its dice, title, text and icon."""
    most = max(len(roll.dice) for roll in rolls.items)
    return [_roll(item, i, most, width, setter) for i, item in enumerate(rolls.items)]


def _roll(item: doc.DieRoll, index: int, most_dice: int, width: float, setter: Typesetter) -> Chunk:
    u, side = setter.unit, 10 * setter.unit
    left = 5.2 * u + most_dice * (side + 1.8 * u)
    room = width - left - (14 * u if item.icon else 3 * u)
    title = setter.typeset(item.title, room, "title", shrink=True)
    text = setter.typeset(item.text, room, "body")
    words_height = title.height + (text.height + 0.4 * u if item.text else 0.0)
    height = max(side, words_height) + 5 * u
    picture = Group(setter.icon(item.icon, 0, 0, 9.6 * u, "ink"))

    def draw(tall: float) -> tuple[Item, ...]:
        items: list[Item] = [Rect(0, 0, width, tall, setter.style.color(_TINTS[index % 4]), setter.stroke())]
        for i, face in enumerate(item.dice):
            items += _die(3 * u + i * (side + 1.8 * u), (tall - side) / 2, side, face, setter)
        top = (tall - words_height) / 2
        items += (*title.draw(left, top), *text.draw(left, top + title.height + 0.4 * u))
        return (*items, Place(picture, translate(width - 7.8 * u, tall / 2)))

    return Chunk(height, draw, item.where, 1.4 * u, 0.6 * u, height * 0.4)


class _Throw(NamedTuple):
    """A row of dice: who rolls, the faces, which of them win, and what comes of it, loud where it matters."""

    name: Phrase
    dice: tuple[int, ...]
    winners: set[int]
    result: str
    is_loud: bool = False


class _DiceRows(NamedTuple):
    """Rows of dice, in points: where they end, how high they are with the marks under them and without, and what draws
    them from a height down."""

    end: float
    height: float
    dice_height: float
    draw: Callable[[float], tuple[Item, ...]]


def _throws(block: doc.VolleyBlock | doc.Duel) -> list[_Throw]:
    if isinstance(block, doc.VolleyBlock):
        wins = {i for i, face in enumerate(block.dice) if face >= block.needs}
        return [_Throw(NOTHING, block.dice, wins, count_noun(len(wins), "hit"), bool(wins))]
    throws = []
    for side, side_sign in zip(block.sides, (1, -1), strict=True):
        wins = {i for i, winner_sign in enumerate(block.pairs) if winner_sign == side_sign}
        throws.append(_Throw(side.name, side.dice, wins, f"loses {block.pairs.count(-side_sign)}"))
    return throws


def throw_chunks(block: doc.VolleyBlock | doc.Duel, width: float, setter: Typesetter) -> list[Chunk]:
    """A panel with rows of dice, and its text beside them where that is wide enough, else below."""
    u, pad = setter.unit, _PAD * setter.unit
    rows = _dice_rows(block, width, setter)
    room, full_width = width - rows.end - pad - (_PLATE + _DIE_GAP + 2) * u, width - 2 * pad
    title = setter.typeset(block.title, full_width, "title")
    text = setter.typeset(block.text, full_width, "body")
    title_height = title.height + 1.4 * u if block.title else 0.0
    text_height = text.height + 1.4 * u if block.text else 0.0
    narrow_text = setter.typeset(block.text, room, "body") if room >= _LEAST_TEXT * u else text
    # A narrow column of many lines would make it higher than lines below the dice do.
    is_beside = narrow_text is not text and narrow_text.height <= rows.height + text_height
    text, text_height = (narrow_text, 0.0) if is_beside else (text, text_height)
    height = title_height + (max(rows.height, text.height) if is_beside else rows.height) + text_height + 2 * pad

    def draw(tall: float) -> tuple[Item, ...]:
        ground = Rect(0, 0, width, tall, setter.style.color("paper"), setter.stroke())
        # Room to spare goes around the dice.
        top = pad + title_height + (tall - height) / 2
        text_items = text.draw(pad, tall - pad - text.height)
        if is_beside:
            text_items = text.within(rows.end + 2 * u, top, max(rows.dice_height, text.height))
        return (ground, *title.draw(pad, pad), *text_items, *rows.draw(top))

    return [Chunk(height, draw, block.where, stretch=4 * u)]


def _dice_rows(block: doc.VolleyBlock | doc.Duel, width: float, setter: Typesetter) -> _DiceRows:
    """Rows of dice with their results on plates at the right; what wins is ticked, or pointed to from its pair."""
    u, throws, is_duel = setter.unit, _throws(block), isinstance(block, doc.Duel)
    names = [setter.typeset(throw.name, 24 * u, "title", shrink=True) for throw in throws]
    results: list[TypesetText] = []
    for throw in throws:
        ink, phrase = "amber over panel" if throw.is_loud else "ink", Phrase(throw.result, block.where)
        results.append(setter.typeset(phrase, (_PLATE - 2) * u, "title", "center", ink, shrink=True))
    left = _PAD * u + (max(name.width for name in names) + 3 * u if is_duel else 0.0)
    right, most_dice = width - (_PAD + _PLATE) * u, max(len(throw.dice) for throw in throws)
    side = min(_DIE * u, (right - left - _DIE_GAP * u) / most_dice - _DIE_GAP * u)
    pitch, step = side + _DIE_GAP * u, side + _MARK * u

    def draw(top: float) -> tuple[Item, ...]:
        items: list[Item] = []
        for i, (throw, name) in enumerate(zip(throws, names, strict=True)):
            y = top + i * step
            items += name.within(_PAD * u, y, side)
            for j, face in enumerate(throw.dice):
                items += _die(left + j * pitch, y, side, face, setter, j in throw.winners)
                if j in throw.winners and not is_duel:
                    middle = left + j * pitch + side / 2
                    tick = Phrase("check-bold", block.where)
                    items += setter.icon(tick, middle, y + side + 3.3 * u, 4.8 * u, "olive")
        for j, winner in enumerate(block.pairs if isinstance(block, doc.Duel) else ()):
            items.append(_verdict(left + j * pitch + side / 2, top + side + _MARK * u / 2, winner, setter))
        for i, (throw, result) in enumerate(zip(throws, results, strict=True)):
            ground = setter.style.color("panel" if throw.is_loud else "white")
            items.append(Rect(right, top + i * step, _PLATE * u, side, ground, setter.stroke()))
            items += result.within(right + u, top + i * step, side)
        return tuple(items)

    dice_height = side + (len(throws) - 1) * step
    return _DiceRows(left + most_dice * pitch, dice_height if is_duel else step, dice_height, draw)


def _verdict(x: float, y: float, winner: int, setter: Typesetter) -> Item:
    """An arrowhead from a pair to its winner, above or below; two bars for nobody."""
    r, ink = 1.9 * setter.unit, setter.style.color("ink")
    if winner == 0:
        bars = [rectangle(Box(x - r, y + offset * r, 2 * r, 0.5 * r)) for offset in (-0.75, 0.25)]
        return Path(join_outlines(bars), ink)
    tip, foot = y - winner * r, y + winner * r * 0.8
    return Path(polygon(((x, tip), (x + 1.2 * r, foot), (x - 1.2 * r, foot))), ink)


def strip_chunks(strip: doc.Strip, width: float, setter: Typesetter) -> list[Chunk]:
    """Tiles with a picture over a name, in rows."""
    count = len(strip.items)
    most_across = max(1, min(strip.across, count, int(width / (_TILE * setter.unit))))
    # As many rows as it takes, filled as evenly as may be.
    across = -(-count // -(-count // most_across))
    return [_tiles(strip.items[i : i + across], across, width, setter) for i in range(0, count, across)]


def _tiles(row: tuple[doc.Tile, ...], across: int, width: float, setter: Typesetter) -> Chunk:
    u, gap, pad = setter.unit, 1.6 * setter.unit, 0.9 * setter.unit
    wide = (width - gap * (across - 1)) / across
    bright = "ink" if setter.style.plain else "white"
    names = [setter.typeset(item.title, wide - 2 * pad, "label", "center", bright, shrink=True) for item in row]
    texts = [setter.typeset(item.text, wide - 2 * pad, "note", "center") for item in row]
    grounds = [_ground(item, setter) for item in row]
    bar = max(name.height for name in names) + 1.4 * u
    text_height = max(text.height + 1.2 * u if item.text else 0.0 for item, text in zip(row, texts, strict=True))

    def draw(tall: float) -> tuple[Item, ...]:
        high = tall - bar - text_height
        items: list[Item] = []
        for i, ((dark, picture), name, text) in enumerate(zip(grounds, names, texts, strict=True)):
            plate = Rect(0, high, wide, bar, dark, setter.stroke())
            frame = Rect(0, 0, wide, tall, None, setter.stroke())
            words = (*name.within(pad, high, bar), *text.draw(pad, high + bar + 0.6 * u))
            items.append(Place(Group((*picture(wide, high), plate, *words, frame)), translate(i * (wide + gap), 0)))
        return tuple(items)

    return Chunk(10.5 * u + bar + text_height, draw, row[0].where, gap, gap, 10.5 * u)


def _ground(item: doc.Tile, setter: Typesetter) -> tuple[str, Callable[[float, float], tuple[Item, ...]]]:
    """The colour under a tile's name, and what draws its picture: a swatch, or an icon on a ground."""
    u, is_plain, color = setter.unit, setter.style.plain, setter.style.color
    swatch = setter.swatch(item.swatch) if item.swatch else None
    if swatch is None:
        dark, light = setter.color(item.color, "ink"), setter.color(item.ground, "paper")
        if is_plain:
            dark, light = color("ink"), color("white")
        icon = Group(setter.icon(item.icon, 0, 0, 8.2 * u, dark))
        name_color = color("white") if is_plain else dark
        return name_color, lambda w, h: (Rect(0, 0, w, h, light), Place(icon, translate(w / 2, h / 2)))
    if is_plain:
        return color("white"), lambda w, h: swatch.pattern(w, h, u)
    radius = 2.5 * u
    disc = Path(circle(0, 0, radius), swatch.bright, setter.stroke(0.3)._replace(color=swatch.dark))
    glyph = setter.icon(item.icon, 0, 0, 1.52 * radius, swatch.dark)
    badge = Group((disc, *glyph) if glyph else ())

    def picture(w: float, h: float) -> tuple[Item, ...]:
        return (*swatch.picture(w, h, setter.style.unit), Place(badge, translate(w - 1.25 * radius, h - 1.25 * radius)))

    return swatch.dark, picture
