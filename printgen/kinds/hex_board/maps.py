"""Map sheets of hex boards: boards come in; a page a board with its legend and score goes out as Pieces.

An overlay is such a page for one hex: every hex in sight shows how difficult a shot at it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from printgen.kinds.hex_board.sight import ACTIONS, in_sight

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
    return tuple(_map(order, art, f"BOARD {number}", board) for number, board in enumerate(boards, 1))


def hex_overlay(order: Order, art: HexArt, board: HexBoard, shooter: Hex) -> Piece:
    """A page with the difficulty of a shot from one hex on every hex in its sight."""
    grid = board.recipe.grid
    name = grid.name(shooter)
    sights = in_sight(board, shooter)
    context = _context(order, board, f"FROM {name}") | {
        "kicker": f"LINES OF SIGHT FROM {name}" + _seeded(board),
        "line": "the number is the difficulty: so many dice, and all of them bullets",
        "foot": "HEXES IN SIGHT",
        "total": str(len(sights)),
        "parts": [
            "Counted without figures in between: a hex that",
            "holds one is not empty, and so does not count.",
            f"White discs: more dice than the {ACTIONS} of a turn.",
        ],
    }
    context["notes"] = ["A bullet icon stands in for a die.", "Adjacent figures cannot be shot at."]
    k = _scale(board)
    marks = _difficulties(art, board, shooter, {cell: sight.difficulty for cell, sight in sights.items()})
    picture = Group((Place(_picture(art, board, k)), *marks))
    return Piece(f"Lines of sight from {name}", _sheet(order, art, board, context, picture, k))


def _map(order: Order, art: HexArt, name: str, board: HexBoard) -> Piece:
    result = score(board)
    k = _scale(board)
    context = _context(order, board, name) | {
        "total": f"{result.total:g}",
        "scored": True,
        "ticks": list(range(max(0, round(_TICKS - result.total / _POINTS_A_TICK)))),
        "parts": [sentence for sentence, _ in result.parts],
    }
    title = name.capitalize() + (f" (seed {board.seed})" if board.seed is not None else "")
    return Piece(title, _sheet(order, art, board, context, _picture(art, board, k), k))


def _context(order: Order, board: HexBoard, name: str) -> dict[str, Any]:
    grid = board.recipe.grid
    share = f"{100 * _scale(board):.0f}%"
    return {
        "game": order.game.title,
        "board": name,
        "kicker": f"HEX BOARD {grid.columns} x {grid.rows}" + _seeded(board),
        "line": f"map sheet at {share} of the poster with hexes of {WIDTH:g} mm",
        "seed": "" if board.seed is None else str(board.seed),
        "notes": [
            "Win: defeat all enemy figures.",
            f"Set up {board.recipe.figures} figures a side on the chevrons.",
            f"A turn has {ACTIONS} actions.",
        ],
    }


def _seeded(board: HexBoard) -> str:
    return f"  ·  SEED {board.seed}" if board.seed is not None else ""


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
        near = number <= ACTIONS
        fill, ink = (color("ink"), color("white")) if near else (color("white"), color("ink"))
        out.append(Path(circle(x, y + 1.6, 6.6), fill, Stroke(color("ink"), 0.8)))
        out.append(centred(str(number), x, y + 4.7, 9.0, "stencil", ink, 10.5))
    x, y = grid.centre(shooter, WIDTH)
    out.append(Path(circle(x, y + 1.6, 8.4), color("gold"), Stroke(color("ink"), 1.2)))
    out.append(Path(star(x, y + 1.6, 6.6), color("ink")))
    return out
