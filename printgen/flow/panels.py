"""Steps and the results of a die come in with a width; chunks with panels go out."""

from __future__ import annotations

from printgen.base.geometry import Box, translate
from printgen.drawing.columns import Chunk
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle, polygon, rounded
from printgen.flow.typeset import Typesetter
from printgen.reading import blocks as doc
from printgen.reading.part import Phrase

_TINTS = ("tint-1", "tint-2", "tint-3", "tint-4")
# Arrows stand side by side where each has this much room, in the style's units; else they are stacked.
_ARROW = 36
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(
    x: float, y: float, side: float, face: int, setter: Typesetter, ground: str = "white", frame: float = 0.06
) -> tuple[Item, ...]:
    """The face of a die (1 to 6) in a square at (x, y), lengths in points; `frame` is a share of its side."""
    color = setter.style.color
    cx, cy, step = x + side / 2, y + side / 2, side * 0.26
    pips = [circle(cx + a * step, cy + b * step, side * 0.095) for a, b in _PIPS[face]]
    body = Path(rounded(Box(x, y, side, side), side * 0.18), color(ground), Stroke(color("ink"), side * frame))
    return (body, Path(tuple(segment for pip in pips for segment in pip), color("ink")))


def step_chunks(steps: doc.Steps, width: float, setter: Typesetter) -> list[Chunk]:
    """Phases: a row of arrows with texts under them where there is room, else one panel under the other."""
    if width / len(steps.items) >= _ARROW * setter.unit:
        return [_arrows(steps, width, setter)]
    return [_step(steps, i, width, setter) for i in range(len(steps.items))]


def _arrows(steps: doc.Steps, width: float, setter: Typesetter) -> Chunk:
    u, color = setter.unit, setter.style.color
    count = len(steps.items)
    wide, high, tip = width / count, 14.5 * u, 4.6 * u
    texts = [setter.set(item.text, wide - 6.6 * u, "body") for item in steps.items]
    below = max(text.height for text in texts) + 4.4 * u
    items: list[Item] = []
    for i, item in enumerate(steps.items):
        x, right = i * wide, (i + 1) * wide
        point = tip if i < count - 1 else 0.0
        outline = polygon(((x, 0), (right - point, 0), (right, high / 2), (right - point, high), (x, high)))
        items.append(Path(outline, color("panel"), Stroke(color("ink"), 0.35 * u)))
        items += _heading(item, i, steps.label, Box(x, 0, wide - point, high), setter)

    def draw(tall: float) -> tuple[Item, ...]:
        out = list(items)
        for i, text in enumerate(texts):
            x = i * wide
            w = wide - (1.4 * u if i < count - 1 else 0)
            out.append(Rect(x, high + u, w, tall - high - u, color(_TINTS[i % 4])))
            out += text.draw(x + 2.6 * u, high + u + 2.2 * u)
        return tuple(out)

    return Chunk(high + u + below, draw, steps.where, stretch=6 * u)


def _step(steps: doc.Steps, index: int, width: float, setter: Typesetter) -> Chunk:
    u, color = setter.unit, setter.style.color
    item = steps.items[index]
    high = 10 * u
    text = setter.set(item.text, width - 5.2 * u, "body")
    bar = Rect(0, 0, width, high, color("panel"), Stroke(color("ink"), 0.35 * u))
    title = _heading(item, index, Phrase("", item.where), Box(0, 0, width, high), setter)
    need = high + text.height + 3.6 * u

    def draw(tall: float) -> tuple[Item, ...]:
        ground = Rect(0, high, width, tall - high, color(_TINTS[index % 4]))
        return (ground, bar, *title, *text.draw(2.6 * u, high + 1.8 * u))

    return Chunk(need, draw, item.where, 1.6 * u, u, 3 * u)


def _heading(item: doc.Step, index: int, words: Phrase, box: Box, setter: Typesetter) -> tuple[Item, ...]:
    """Number, title, label and icon of a phase on its dark ground."""
    u = setter.unit
    number = setter.set(Phrase(str(index + 1), item.where), 9 * u, "number", "center", "amber over panel", shrink=True)
    out = list(number.draw(box.x + 1.8 * u, (box.h - number.height) / 2))
    left, room = 12.4 * u, box.w - 12.4 * u - (9.5 * u if item.icon else 2 * u)
    title = setter.set(item.title, room, "title", color="white over panel", shrink=True)
    label = setter.set(words, room, "note", color="white over panel", shrink=True) if words else None
    under = label.height * 0.9 if label else 0.0
    top = (box.h - title.height - under) / 2
    out += title.draw(box.x + left, top)
    if label:
        out += label.draw(box.x + left, top + title.height - label.height * 0.1)
    icon = Box(box.right - 8.2 * u, (box.h - 6.4 * u) / 2, 6.4 * u, 6.4 * u)
    return (*out, *setter.icon(item.icon, icon, "white over panel"))


def roll_chunks(rolls: doc.Rolls, width: float, setter: Typesetter) -> list[Chunk]:
    """One framed panel for each result: its dice, title, text and icon."""
    return [_roll(item, i, max(len(r.dice) for r in rolls.items), width, setter) for i, item in enumerate(rolls.items)]


def _roll(item: doc.Roll, index: int, dice: int, width: float, setter: Typesetter) -> Chunk:
    u, color = setter.unit, setter.style.color
    side = 10 * u
    left = 3 * u + dice * (side + 1.8 * u) + 2.2 * u
    room = width - left - (14 * u if item.icon else 3 * u)
    title = setter.set(item.title, room, "title", shrink=True)
    text = setter.set(item.text, room, "body") if item.text else None
    words = title.height + (text.height + 0.4 * u if text else 0.0)
    need = max(side, words) + 5 * u
    icon = Group(setter.icon(item.icon, Box(0, 0, 9.6 * u, 9.6 * u), "ink"))

    def draw(tall: float) -> tuple[Item, ...]:
        out: list[Item] = [Rect(0, 0, width, tall, color(_TINTS[index % 4]), Stroke(color("ink"), 0.35 * u))]
        for i, face in enumerate(item.dice):
            out += die(3 * u + i * (side + 1.8 * u), (tall - side) / 2, side, face, setter)
        top = (tall - words) / 2
        out += title.draw(left, top)
        if text:
            out += text.draw(left, top + title.height + 0.4 * u)
        return (*out, Place(icon, translate(width - 12.6 * u, (tall - 9.6 * u) / 2)))

    return Chunk(need, draw, item.where, 1.4 * u, 0.6 * u, need * 0.4)
