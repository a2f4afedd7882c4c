"""Examples of throws come in with a width: a volley, or two rows of dice in a duel; a chunk with a panel goes out."""

from __future__ import annotations

from collections.abc import Callable

from printgen.base.geometry import Box
from printgen.drawing.columns import Chunk
from printgen.drawing.model import Item, Path, Rect, Stroke
from printgen.drawing.outlines import polygon, rectangle
from printgen.errors import Where
from printgen.flow.panels import die
from printgen.flow.typeset import Paragraph, Typesetter
from printgen.reading import blocks as doc
from printgen.reading.part import Phrase

# Dice are so large where there is room, and lie so far apart; in the style's units.
_DIE, _BETWEEN, _PAD, _PLATE = 12.0, 2.0, 3.0, 27.0
# What a mark between or under dice takes, and how wide the text must be to stand beside them.
_MARK, _BESIDE = 6.0, 40.0
_HEAVY, _LIGHT = 0.11, 0.05


def volley_chunks(volley: doc.Volley, width: float, setter: Typesetter) -> list[Chunk]:
    """A panel with the dice in a row, those that hit set apart and ticked, and the number of hits at the right."""
    u, inner = setter.unit, width - 2 * _PAD * setter.unit
    side = _side(len(volley.dice), inner - (_PLATE + _BETWEEN) * u, setter)
    row = side + _MARK * u
    count = f"{volley.hits} hit{'s' if volley.hits != 1 else ''}"
    plate = _plate(count, Box(width - (_PAD + _PLATE) * u, 0, _PLATE * u, side), volley.hits > 0, setter, volley.where)

    def dice(top: float) -> tuple[Item, ...]:
        out: list[Item] = []
        for i, face in enumerate(volley.dice):
            x, hit = _PAD * u + i * (side + _BETWEEN * u), face >= volley.needs
            out += _die(x, top, side, face, hit, setter)
            if hit:
                tick = Box(x + side / 2 - 2.4 * u, top + side + 0.9 * u, 4.8 * u, 4.8 * u)
                out += setter.icon(Phrase("check-bold", volley.where), tick, "olive")
        return (*out, *plate(top))

    end = _PAD * u + len(volley.dice) * (side + _BETWEEN * u)
    return [_panel(volley, (end, row, side), dice, width, setter)]


def duel_chunks(duel: doc.Duel, width: float, setter: Typesetter) -> list[Chunk]:
    """A panel with both rows, an arrow from each pair to its winner, and what each side loses at the right."""
    u, inner = setter.unit, width - 2 * _PAD * setter.unit
    names = [setter.set(side.name, 24 * u, "title", shrink=True) for side in duel.sides]
    left = max(name.width for name in names) + 3 * u
    side = _side(max(len(s.dice) for s in duel.sides), inner - left - (_PLATE + _BETWEEN) * u, setter)
    row = 2 * side + _MARK * u
    plates = []
    for i, lost in enumerate(duel.losses):
        box = Box(width - (_PAD + _PLATE) * u, i * (side + _MARK * u), _PLATE * u, side)
        plates.append(_plate(f"loses {lost}", box, False, setter, duel.where))

    def dice(top: float) -> tuple[Item, ...]:
        out: list[Item] = []
        for i, (fighter, name, sign) in enumerate(zip(duel.sides, names, (1, -1), strict=True)):
            y = top + i * (side + _MARK * u)
            out += name.draw(_PAD * u, y + (side - name.height) / 2)
            for j, face in enumerate(fighter.dice):
                x = _PAD * u + left + j * (side + _BETWEEN * u)
                out += _die(x, y, side, face, j < len(duel.pairs) and duel.pairs[j] == sign, setter)
        for j, winner in enumerate(duel.pairs):
            middle = _PAD * u + left + j * (side + _BETWEEN * u) + side / 2
            out.append(_verdict(middle, top + side + _MARK * u / 2, winner, setter))
        return (*out, *(item for plate in plates for item in plate(top)))

    end = _PAD * u + left + max(len(s.dice) for s in duel.sides) * (side + _BETWEEN * u)
    return [_panel(duel, (end, row, row), dice, width, setter)]


def _side(count: int, room: float, setter: Typesetter) -> float:
    """The side of a die where so many lie in a room."""
    return min(_DIE * setter.unit, room / max(1, count) - _BETWEEN * setter.unit)


def _die(x: float, y: float, side: float, face: int, wins: bool, setter: Typesetter) -> tuple[Item, ...]:
    """A die that wins has a heavy frame, and a ground where ink is not saved."""
    ground = "amber" if wins and not setter.style.plain else "white"
    return die(x, y, side, face, setter, ground, _HEAVY if wins else _LIGHT)


def _verdict(x: float, y: float, winner: int, setter: Typesetter) -> Item:
    """An arrowhead from a pair to its winner, above or below; two bars for nobody."""
    r, ink = 1.9 * setter.unit, setter.style.color("ink")
    if winner == 0:
        bars = (rectangle(Box(x - r, y + at * r, 2 * r, 0.5 * r)) for at in (-0.75, 0.25))
        return Path(tuple(segment for bar in bars for segment in bar), ink)
    tip, foot = y - winner * r, y + winner * r * 0.8
    return Path(polygon(((x, tip), (x + 1.2 * r, foot), (x - 1.2 * r, foot))), ink)


def _plate(text: str, box: Box, strong: bool, setter: Typesetter, where: Where) -> Callable[[float], tuple[Item, ...]]:
    """What draws a result on its plate, at a height; one that matters stands on dark ground."""
    u, color = setter.unit, setter.style.color
    words = setter.set(
        Phrase(text, where), box.w - 2 * u, "title", "center", "amber over panel" if strong else "ink", shrink=True
    )

    def draw(top: float) -> tuple[Item, ...]:
        ground = color("panel" if strong else "white")
        frame = Rect(box.x, top + box.y, box.w, box.h, ground, Stroke(color("ink"), 0.35 * u))
        return (frame, *words.draw(box.x + u, top + box.y + (box.h - words.height) / 2))

    return draw


def _panel(
    block: doc.Volley | doc.Duel,
    reach: tuple[float, float, float],
    draw_dice: Callable[[float], tuple[Item, ...]],
    width: float,
    setter: Typesetter,
) -> Chunk:
    """The panel: its title, the dice, and its text beside them where that is wide enough, else below.

    `reach` tells of the dice: where they end, how high they are with their marks, and how high without.
    """
    u, color, inner = setter.unit, setter.style.color, width - 2 * _PAD * setter.unit
    end, row, middle = reach
    room = width - (_PAD + _PLATE + _BETWEEN) * u - end - 2 * u
    beside = room >= _BESIDE * u
    title = setter.set(block.title, inner, "title") if block.title else Paragraph(0.0, 0.0)
    text = setter.set(block.text, room if beside else inner, "body") if block.text else Paragraph(0.0, 0.0)
    over = title.height + 1.4 * u if block.title else 0.0
    under = text.height + 1.4 * u if block.text and not beside else 0.0
    row = max(row, text.height) if beside else row
    need = over + row + under + 2 * _PAD * u

    def draw(tall: float) -> tuple[Item, ...]:
        ground = Rect(0, 0, width, tall, color("paper"), Stroke(color("ink"), 0.35 * u))
        # Room to spare goes around the dice.
        top = _PAD * u + over + (tall - need) / 2
        at = (end + 2 * u, top + (middle - text.height) / 2) if beside else (_PAD * u, tall - _PAD * u - text.height)
        return (ground, *title.draw(_PAD * u, _PAD * u), *text.draw(*at), *draw_dice(top))

    return Chunk(need, draw, block.where, stretch=4 * u)
