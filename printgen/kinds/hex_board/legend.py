"""The legend of a hex board: what each edge allows, what power-ups offer and what grounds look like, as items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import to_mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, polyline
from printgen.drawing.tints import Tints
from printgen.drawing.words import BODY, BOLD, LEFT, STENCIL, run
from printgen.kinds.hex_board.art import HexArt, centred
from printgen.kinds.hex_board.edges import edge_items
from printgen.kinds.hex_board.model import HexBoard

_ROW, _BADGE_ROW, _GROUND_ROW, _HEAD = 10.4, 11.0, 8.4, 6.4


def legend(art: HexArt, board: HexBoard, box: Box) -> Item:
    """All parts from the top of a box down, in millimetres; drawn smaller where they would reach below it."""
    items: list[Item] = []
    rules, said = art.rules, art.look.words
    y = 0.0

    def head(words: str, gap: float = 2.4) -> float:
        items.append(_left(art, words, 0, y + gap + 3.6, 11, STENCIL))
        return y + gap + _HEAD

    y = head(said["edges"], 0.0)
    edges = [(kind, rule.name.text, rule.passes) for kind, rule in rules.edges.items()]
    if rules.door is not None:
        edges.append(("door", rules.door.name.text, rules.edges[rules.plain_edge].passes))
    for kind, title, passes in edges:
        items += _edge_row(art, kind, title, passes, y, box.w)
        y += _ROW
    if board.recipe.power_ups:
        y = head(said["power_ups"])
        for name, icons in board.recipe.power_ups.items():
            items.append(art.badge(icons, 5.6, y + 5.0, 9.6))
            items.append(_left(art, name.replace("-", " ").upper(), 13.6, y + 4.5, 9, BOLD, box.w - 14))
            items.append(_left(art, offer(art, icons), 13.6, y + 8.1, 8, BODY, box.w - 14))
            y += _BADGE_ROW
    y = head(said["ground"])
    grounds = [(name, rule.name.text) for name, rule in rules.grounds.items()]
    # The start zones share the last row.
    grounds += [("", "")] * (len(grounds) % 2) + [("zone-a", said["zone_a"]), ("zone-b", said["zone_b"])]
    for n, (ground, words) in enumerate(grounds):
        if ground:
            left, top = (n % 2) * box.w / 2, y + (n // 2) * _GROUND_ROW
            items.append(art.swatch(ground, Box(left, top, 8.4, 6.8)))
            items.append(_left(art, words, left + 10, top + 4.5, 8, BODY, box.w / 2 - 10.5))
    y += len(grounds) // 2 * _GROUND_ROW
    return Place(Group(tuple(items)), chain(translate(box.x, box.y), scale(min(1.0, box.h / y))))


def offer(art: HexArt, icons: Sequence[str]) -> str:
    """What a power-up offers in words: "3 bullets", "8 free moves, once"."""
    said: list[str] = []
    for word, count in Counter(icons).items():
        name, number = art.rules.icon_and_number(word)
        rule, amount = art.rules.icons[name], count if number is None else number
        words = rule.one if amount == 1 else rule.several
        said.append(f"{amount} {words.text}" + (f", {rule.note.text}" if rule.note else ""))
    return " and ".join(said)


def _left(art: HexArt, words: str, x: float, y: float, points: float, font: str, room: float = 0.0) -> Text:
    return run(x, y, words, font, to_mm(points), art.look.color("ink"), LEFT, room)


def _edge_row(art: HexArt, kind: str, title: str, passes: Collection[str], y: float, width: float) -> Iterator[Item]:
    color, high = art.look.color, _ROW - 1.6
    yield Rect(0, y, width, high, color("paper"), Stroke(color("ink"), 0.25))
    sample = edge_items(art.look, kind, [((2.0, high / 2), (17.0, high / 2))], 0.95)
    yield Place(Group(tuple(sample)), translate(0, y))
    yield _left(art, title, 20, y + 3.9, 9, BOLD, 18)
    yield _left(art, art.look.edges[kind].looks, 20, y + 7.1, 7, BODY, 18)
    for n, (name, icon) in enumerate(art.rules.actions.items(), 1 - len(art.rules.actions)):
        yield from _action(art, name, icon, name in passes, width - 4.0 + 6.8 * n, y)


def _action(art: HexArt, name: str, icon: str, may: bool, x: float, y: float) -> Iterator[Item]:
    """A disc with an action; one that the edge does not allow is struck through."""
    color, ink, cy = art.look.color, art.look.color("ink"), y + 3.35
    yield Path(circle(x, cy, 2.75), color("yes") if may else color("white"), Stroke(ink, 0.25))
    group, side = art.library.icon(icon, ink if may else color("grey"), Tints({}))
    yield Place(group, chain(translate(x - 1.9, cy - 1.9), scale(3.8 / side)))
    if not may:
        line = polyline(((x - 2, cy + 2), (x + 2, cy - 2)))
        yield Path(line, None, Stroke(color("white"), 1.3))
        yield Path(line, None, Stroke(color("no"), 0.8))
    yield centred(name, x, y + 8.1, to_mm(6), BODY, ink, 6.6)
