"""The legend of a hex board: what each edge allows, what power-ups offer and what grounds look like, as items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from printgen.base.geometry import Box, chain, scale, translate
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, polyline
from printgen.drawing.tints import Tints
from printgen.kinds.hex_board.art import HexArt, centred
from printgen.kinds.hex_board.edges import edge_items
from printgen.kinds.hex_board.model import HexBoard

_POINT = 25.4 / 72
_ROW, _BADGE_ROW, _GROUND_ROW, _HEAD = 10.4, 11.0, 8.4, 6.4


def legend(art: HexArt, board: HexBoard, box: Box) -> list[Item]:
    """All parts from the top of a box down, in millimetres; drawn smaller where they would reach below it."""
    items: list[Item] = []
    rules, said = art.rules, art.look.words
    y = _heading(art, said["edges"], 0.0, items)
    for kind, rule in rules.edges.items():
        items += _edge_row(art, kind, rule.name.text, rule.passes, y, box.w)
        y += _ROW
    if rules.door is not None:
        items += _edge_row(art, "door", rules.door.name.text, rules.edges[rules.plain_edge].passes, y, box.w)
        y += _ROW
    if board.recipe.power_ups:
        y = _heading(art, said["power_ups"], y + 2.4, items)
        for name, icons in board.recipe.power_ups.items():
            items += _power_up_row(art, name, icons, y, box.w)
            y += _BADGE_ROW
    y = _heading(art, said["ground"], y + 2.4, items)
    grounds = [(name, rule.name.text) for name, rule in rules.grounds.items()]
    # The start zones share the last row.
    last = [("", "")] * (len(grounds) % 2) + [("zone-a", said["zone_a"]), ("zone-b", said["zone_b"])]
    for n, (ground, words) in enumerate((*grounds, *last)):
        if ground:
            items += _ground(art, ground, words, (n % 2) * box.w / 2, y + (n // 2) * _GROUND_ROW, box.w / 2)
    y += (len(grounds) + 3) // 2 * _GROUND_ROW
    k = min(1.0, box.h / y)
    return [Place(Group(tuple(items)), chain(translate(box.x, box.y), scale(k)))]


def offer(art: HexArt, icons: Sequence[str]) -> str:
    """What a power-up offers in words: "3 bullets", "8 free moves, once"."""
    said: list[str] = []
    for word, count in Counter(icons).items():
        name, number = art.rules.icon_and_number(word)
        rule, amount = art.rules.icons[name], count if number is None else number
        words = rule.one if amount == 1 else rule.several
        said.append(f"{amount} {words.text}" + (f", {rule.note.text}" if rule.note else ""))
    return " and ".join(said)


def _heading(art: HexArt, words: str, y: float, items: list[Item]) -> float:
    items.append(_left(words, 0, y + 3.6, 11, "stencil", art.look.color("ink")))
    return y + _HEAD


def _left(words: str, x: float, y: float, points: float, font: str, color: str, room: float = 0.0) -> Text:
    each = face(font).width(words)
    size = min(points * _POINT, room / each) if room else points * _POINT
    return Text(x, y, words, font, size, color, 0.0, each * size)


def _edge_row(art: HexArt, kind: str, title: str, passes: Collection[str], y: float, width: float) -> list[Item]:
    color = art.look.color
    high = _ROW - 1.6
    sample = Group(tuple(edge_items(art.look, kind, [((2.0, high / 2), (17.0, high / 2))], 0.95)))
    items: list[Item] = [
        Rect(0, y, width, high, color("paper"), Stroke(color("ink"), 0.25)),
        Place(sample, translate(0, y)),
        _left(title, 20, y + 3.9, 9, "body bold", color("ink"), 18),
        _left(art.look.edges[kind].looks, 20, y + 7.1, 7, "body", color("ink"), 18),
    ]
    left = len(art.rules.actions)
    for name, icon in art.rules.actions.items():
        left -= 1
        items += _action(art, name, icon, name in passes, width - 4.0 - 6.8 * left, y)
    return items


def _action(art: HexArt, name: str, icon: str, may: bool, x: float, y: float) -> list[Item]:
    """A disc with an action; one that the edge does not allow is struck through."""
    color, ink, cy = art.look.color, art.look.color("ink"), y + 3.35
    group, side = art.library.icon(icon, ink if may else color("grey"), Tints({}))
    items: list[Item] = [
        Path(circle(x, cy, 2.75), color("yes") if may else color("white"), Stroke(ink, 0.25)),
        Place(group, chain(translate(x - 1.9, cy - 1.9), scale(3.8 / side))),
    ]
    if not may:
        line = polyline(((x - 2, cy + 2), (x + 2, cy - 2)))
        items += [Path(line, None, Stroke(color("white"), 1.3)), Path(line, None, Stroke(color("no"), 0.8))]
    items.append(centred(name, x, y + 8.1, 6 * _POINT, "body", ink, 6.6))
    return items


def _power_up_row(art: HexArt, name: str, icons: Sequence[str], y: float, width: float) -> list[Item]:
    ink = art.look.color("ink")
    return [
        art.badge(icons, 5.6, y + 5.0, 9.6),
        _left(name.replace("-", " ").upper(), 13.6, y + 4.5, 9, "body bold", ink, width - 14),
        _left(offer(art, icons), 13.6, y + 8.1, 8, "body", ink, width - 14),
    ]


def _ground(art: HexArt, ground: str, words: str, x: float, y: float, width: float) -> list[Item]:
    return [
        art.swatch(ground, Box(x, y, 8.4, 6.8)),
        _left(words, x + 10, y + 4.5, 8, "body", art.look.color("ink"), width - 10.5),
    ]
