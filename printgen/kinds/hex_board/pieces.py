"""Hex boards: a recipe and a seed come in; a poster, map sheets, an overlay or equipment come out as Pieces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import circle, polyline, star, transformed
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.words import BODY, BOLD, LEFT, STENCIL, run
from printgen.errors import PrintgenError
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import drawn_face, slot_of
from printgen.kinds.hex_board.art import WIDTH, HexArt, centred, rim_of, single_hex
from printgen.kinds.hex_board.fairness import score
from printgen.kinds.hex_board.grid import Hex, HexGrid
from printgen.kinds.hex_board.model import HexBoard
from printgen.kinds.hex_board.recipe import HexPlan
from printgen.reading.part import Phrase

_SHEET = "hex-sheet"
# Ten ticks are an even board; each one less is so many points of difference.
_TICKS, _POINTS_A_TICK = 10, 3
# The least size of a hex's name on paper, in millimetres: 6 points.
_NAME = 2.12
_NAME_MOST = 6.0
# How high the rows of a legend are, those of edges, power-ups, grounds and heads.
_ROW, _BADGE_ROW, _GROUND_ROW, _HEAD = 10.4, 11.0, 8.4, 6.4
# How far the ground of a loose hex runs over its cut.
_RIM = mm(1.5)


def compose_hex_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, map sheets, an overlay, or loose hexes."""
    plan = order.loaded(HexPlan)
    try:
        return Composition(tuple(_FORMS[plan.options.form](order, plan, HexArt(order.library, plan.rules))))
    except (TemplateProblem, PrintgenError) as error:
        return Composition((), error.findings)


def _poster(order: Order, plan: HexPlan, art: HexArt) -> Iterator[Piece]:
    """The whole board as one piece, cut along the outline of its hexes."""
    grid, width = plan.options.grid, plan.options.width
    picture = Place(art.board(plan.chosen(order.seed)), scale(width / WIDTH))
    yield Piece(order.product.title, Drawing(*grid.box(width), (picture,)), cut=rim_of(grid, width))


def _maps(order: Order, plan: HexPlan, art: HexArt) -> Iterator[Piece]:
    """A page a board with its legend and score."""
    for n in range(1 if plan.by_hand else plan.options.count):
        board = plan.chosen(order.seed + n)
        result = score(board)
        context = {
            "number": n + 1,
            "total": f"{result.total:g}",
            "ticks": list(range(max(0, round(_TICKS - result.total / _POINTS_A_TICK)))),
            "parts": [sentence for sentence, _ in result.parts],
            "notes": _filled(board, art.rules.notes),
        }
        title = f"Board {n + 1}" + (f" (seed {board.seed})" if board.seed is not None else "")
        yield Piece(title, _sheet(order, art, board, context))


def _overlay(order: Order, plan: HexPlan, art: HexArt) -> Iterator[Piece]:
    """A page with the difficulty of a shot from one hex on every hex in its sight."""
    board, said = plan.chosen(order.seed), art.rules.sight
    shooter = plan.overlooked or board.starts["a"][0]
    name, shots = board.recipe.grid.name(shooter), board.difficulties(shooter)
    (line,), parts, notes = (_filled(board, words) for words in ((said.line,), said.parts, said.notes))
    context = {"hex": name, "line": line, "total": str(len(shots)), "parts": parts, "notes": notes}
    yield Piece(f"Lines of sight from {name}", _sheet(order, art, board, context, _discs(art, board, shooter, shots)))


def _equipment(order: Order, plan: HexPlan, art: HexArt) -> Iterator[Piece]:
    """A loose hex of every power-up, two of each: one for either side."""
    top, width = plan.options.grid.top, plan.options.width
    wide, high = (side + 2 * _RIM for side in HexGrid(1, 1, top).box(width))
    middle = translate(wide / 2, high / 2)
    cut, clip = (transformed(single_hex(top, each), middle) for each in (width, width + 2 * _RIM))
    for name, icons in plan.options.power_ups.items():
        title = name.replace("-", " ")
        items = (*art.hexagon(art.rules.plain_ground, title.upper(), top), art.badge(icons, 0, -1.6, 18))
        picture = Place(Group(items), chain(middle, scale(width / WIDTH)))
        yield Piece(title.capitalize(), Drawing(wide, high, (Place(Group((picture,), clip)),)), copies=2, cut=cut)


_FORMS: Mapping[str, Callable[[Order, HexPlan, HexArt], Iterator[Piece]]] = {
    "poster": _poster, "maps": _maps, "overlay": _overlay, "equipment": _equipment
}  # fmt: skip


def _filled(board: HexBoard, words: Sequence[Phrase]) -> list[str]:
    """Words of the rules with their blanks filled in."""
    return [each.text.format(figures=board.recipe.figures, turn=board.rules.turn) for each in words]


def _sheet(
    order: Order, art: HexArt, board: HexBoard, context: Mapping[str, Any], marks: Sequence[Item] = ()
) -> Drawing:
    """A page with a board, as large as its slot allows but no larger than the poster, and its legend."""
    room, grid = slot_of(order, _SHEET, "board"), board.recipe.grid
    width, height = grid.box(WIDTH)
    k = min(room.w / width, room.h / height, 1.0)
    picture = art.board(board, min(_NAME_MOST, max(3.2, _NAME / k)))
    corner = translate(room.x + (room.w - k * width) / 2, room.y + (room.h - k * height) / 2)
    inside = Place(Group((Place(picture), *marks)) if marks else picture, chain(corner, scale(k)))
    seed = "" if board.seed is None else str(board.seed)
    size = {"rows": grid.rows, "columns": grid.columns, "share": round(100 * k)}
    told = {"game": order.game.title, "seed": seed, **size, **context}
    return drawn_face(order, _SHEET, told, (inside, _legend(art, board, slot_of(order, _SHEET, "legend"))))


def _discs(art: HexArt, board: HexBoard, shooter: Hex, shots: Mapping[Hex, int]) -> list[Item]:
    """A disc with its number on every hex in sight, dark where one turn is enough, and a star on the shooter."""
    grid, color = board.recipe.grid, art.look.color
    out: list[Item] = []
    for cell, number in shots.items():
        x, y = grid.centre(cell, WIDTH)
        fill, ink = ("ink", "white") if number <= art.rules.turn else ("white", "ink")
        out.append(Path(circle(x, y + 1.6, 6.6), color(fill), Stroke(color("ink"), 0.8)))
        out.append(centred(str(number), x, y + 4.7, 9.0, STENCIL, color(ink), 10.5))
    x, y = grid.centre(shooter, WIDTH)
    out.append(Path(circle(x, y + 1.6, 8.4), color("gold"), Stroke(color("ink"), 1.2)))
    out.append(Path(star(x, y + 1.6, 6.6), color("ink")))
    return out


def _legend(art: HexArt, board: HexBoard, box: Box) -> Item:
    """All parts from the top of a box down, in millimetres; drawn smaller where they would reach below it."""
    items: list[Item] = []
    rules, said = art.rules, art.look.words
    y = 0.0

    def head(words: str, gap: float = 2.4) -> float:
        items.append(_left(art, words, 0, y + gap + 3.6, 11, STENCIL))
        return y + gap + _HEAD

    y = head(said.edges, 0.0)
    edges = [(kind, rule.name.text, rule.passes) for kind, rule in rules.edges.items()]
    if rules.door is not None:
        edges.append(("door", rules.door.name.text, rules.edges[rules.plain_edge].passes))
    for kind, title, passes in edges:
        items += _edge_row(art, kind, title, passes, y, box.w)
        y += _ROW
    if board.recipe.power_ups:
        y = head(said.power_ups)
        for name, icons in board.recipe.power_ups.items():
            items.append(art.badge(icons, 5.6, y + 5.0, 9.6))
            items.append(_left(art, name.replace("-", " ").upper(), 13.6, y + 4.5, 9, BOLD, box.w - 14))
            items.append(_left(art, art.rules.offer(icons), 13.6, y + 8.1, 8, BODY, box.w - 14))
            y += _BADGE_ROW
    y = head(said.ground)
    grounds = [(name, rule.name.text) for name, rule in rules.grounds.items()]
    # The start zones share the last row.
    grounds += [("", "")] * (len(grounds) % 2) + [("zone-a", said.zone_a), ("zone-b", said.zone_b)]
    for n, (ground, words) in enumerate(grounds):
        if ground:
            left, top = (n % 2) * box.w / 2, y + (n // 2) * _GROUND_ROW
            items.append(art.swatch(ground, Box(left, top, 8.4, 6.8)))
            items.append(_left(art, words, left + 10, top + 4.5, 8, BODY, box.w / 2 - 10.5))
    y += len(grounds) // 2 * _GROUND_ROW
    return Place(Group(tuple(items)), chain(translate(box.x, box.y), scale(min(1.0, box.h / y))))


def _left(art: HexArt, words: str, x: float, y: float, points: float, font: str, room: float = 0.0) -> Text:
    return run(x, y, words, font, to_mm(points), art.look.color("ink"), LEFT, room)


def _edge_row(art: HexArt, kind: str, title: str, passes: Collection[str], y: float, width: float) -> Iterator[Item]:
    color, high = art.look.color, _ROW - 1.6
    yield Rect(0, y, width, high, color("paper"), Stroke(color("ink"), 0.25))
    sample = art.look.sides(kind, [((2.0, high / 2), (17.0, high / 2))], 0.95)
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
