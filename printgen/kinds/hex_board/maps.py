"""Map sheets of hex boards: boards come in; a page a board with its legend and score goes out as Pieces.

An overlay is such a page for one hex: every hex in sight shows how difficult a shot at it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import circle, star
from printgen.drawing.pieces import Piece
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face
from printgen.kinds.hex_board.art import WIDTH, HexArt, centred
from printgen.kinds.hex_board.fairness import score
from printgen.kinds.hex_board.grid import Hex
from printgen.kinds.hex_board.legend import legend
from printgen.kinds.hex_board.model import HexBoard
from printgen.kinds.hex_board.sight import in_sight
from printgen.reading.part import Phrase

# Places on the face hex-sheet, in millimetres.
_BOARD = Box(0, 13.5, 199, 165)
_LEGEND = Box(204.5, 13.5, 59.5, 165)
# Ten ticks are an even board; each one less is so many points of difference.
_TICKS, _POINTS_A_TICK = 10, 3
# The least size of a hex's name on paper, in millimetres: 6 points.
_NAME = 2.12
_NAME_MOST = 6.0


def hex_map_pieces(order: Order, art: HexArt, boards: Sequence[HexBoard]) -> tuple[Piece, ...]:
    """A page a board, in their order. PrintgenError with the findings of a text that does not fit its place."""
    return tuple(_map(order, art, number, board) for number, board in enumerate(boards, 1))


def hex_overlay(order: Order, art: HexArt, board: HexBoard, shooter: Hex) -> Piece:
    """A page with the difficulty of a shot from one hex on every hex in its sight."""
    grid = board.recipe.grid
    name = grid.name(shooter)
    sights = in_sight(board, shooter)
    said = art.rules.sight
    context = _context(order, art, board, art.look.said("seen_from", hex=name)) | {
        "kicker": art.look.said("sight", hex=name) + _seeded(art, board),
        "line": _filled([said.line], board)[0],
        "foot": art.look.said("in_sight"),
        "total": str(len(sights)),
        "parts": _filled(said.parts, board),
        "notes": _filled(said.notes, board),
    }
    k = _scale(board)
    marks = _difficulties(art, board, shooter, {cell: sight.difficulty for cell, sight in sights.items()})
    picture = Group((Place(_picture(art, board, k)), *marks))
    return Piece(f"Lines of sight from {name}", _sheet(order, art, board, context, picture, k))


def _map(order: Order, art: HexArt, number: int, board: HexBoard) -> Piece:
    result = score(board)
    k = _scale(board)
    context = _context(order, art, board, art.look.said("board", number=number)) | {
        "total": f"{result.total:g}",
        "scored": True,
        "ticks": list(range(max(0, round(_TICKS - result.total / _POINTS_A_TICK)))),
        "parts": [sentence for sentence, _ in result.parts],
    }
    title = f"Board {number}" + (f" (seed {board.seed})" if board.seed is not None else "")
    return Piece(title, _sheet(order, art, board, context, _picture(art, board, k), k))


def _context(order: Order, art: HexArt, board: HexBoard, name: str) -> dict[str, Any]:
    grid, look = board.recipe.grid, art.look
    return {
        "game": order.game.title,
        "board": name,
        "kicker": look.said("kicker", columns=grid.columns, rows=grid.rows) + _seeded(art, board),
        "line": look.said("scale", share=f"{100 * _scale(board):.0f}%", width=f"{WIDTH:g} mm"),
        "seed": "" if board.seed is None else str(board.seed),
        "notes": _filled(art.rules.notes, board),
    }


def _filled(words: Iterable[Phrase], board: HexBoard) -> list[str]:
    """Words of the rules with their blanks filled in."""
    return [each.text.format(figures=board.recipe.figures, turn=board.recipe.rules.turn) for each in words]


def _seeded(art: HexArt, board: HexBoard) -> str:
    return "  ·  " + art.look.said("seed", seed=board.seed) if board.seed is not None else ""


def _scale(board: HexBoard) -> float:
    """How large the board is on its sheet: as its place allows, but no larger than the poster."""
    width, height = board.recipe.grid.box(WIDTH)
    return min(_BOARD.w / width, _BOARD.h / height, 1.0)


def _picture(art: HexArt, board: HexBoard, k: float) -> Group:
    return art.board(board, name_size=min(_NAME_MOST, max(3.2, _NAME / k)))


def _sheet(order: Order, art: HexArt, board: HexBoard, context: Mapping[str, Any], picture: Group, k: float) -> Drawing:
    frame = drawn_face(order, "hex-sheet", context)
    width, height = board.recipe.grid.box(WIDTH)
    spot = translate(_BOARD.x + (_BOARD.w - k * width) / 2, _BOARD.y + (_BOARD.h - k * height) / 2)
    inside = Group((Place(picture, chain(spot, scale(k))), *legend(art, board, _LEGEND)))
    return frame._replace(items=(*frame.items, Place(inside, scale(mm(1)))))


def _difficulties(art: HexArt, board: HexBoard, shooter: Hex, numbers: Mapping[Hex, int]) -> list[Item]:
    """A disc with its number on every hex in sight, dark where one turn is enough, and a star on the shooter."""
    grid, color = board.recipe.grid, art.look.color
    out: list[Item] = []
    for cell, number in numbers.items():
        x, y = grid.centre(cell, WIDTH)
        near = number <= art.rules.turn
        fill, ink = (color("ink"), color("white")) if near else (color("white"), color("ink"))
        out.append(Path(circle(x, y + 1.6, 6.6), fill, Stroke(color("ink"), 0.8)))
        out.append(centred(str(number), x, y + 4.7, 9.0, "stencil", ink, 10.5))
    x, y = grid.centre(shooter, WIDTH)
    out.append(Path(circle(x, y + 1.6, 8.4), color("gold"), Stroke(color("ink"), 1.2)))
    out.append(Path(star(x, y + 1.6, 6.6), color("ink")))
    return out
