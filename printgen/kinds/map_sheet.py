"""Sheets of maps: a board, its score and its pictures come in; a page with its legend goes out as a Piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.base.score import Score
from printgen.drawing.pieces import Piece
from printgen.kinds.composition import Order
from printgen.kinds.facing import Picture, drawn_face
from printgen.sheets.sheet_words import sheet_words

TICKS = 10
"""How many ticks an even board has."""


def told_of(number: int, seed: int | None, score: Score, form: str, points: float = 1.0) -> dict[str, Any]:
    """What a face is told of a board: its number, its seed and its score; so many `points` of difference are a tick."""
    return {
        "number": number,
        "seed": "" if seed is None else str(seed),
        "total": format(score.total, form),
        "ticks": list(range(max(0, round(TICKS - score.total / points)))),
        "parts": [sentence for sentence, _ in score.parts],
    }


def map_sheet(
    order: Order, face: str, told: Mapping[str, Any], board: Picture, legend: Picture, title: str = ""
) -> Piece:
    """A page with a board and its legend in the slots of a face; its title is the number of the board and its seed."""
    title = title or f"Board {told['number']}" + (f" (seed {told['seed']})" if told["seed"] else "")
    pictures = {"board": board, "legend": legend}
    drawn = drawn_face(order, face, {"game": order.game.title, "words": words_of(order), **told}, pictures)
    return Piece(title, drawn, page=True, role="page")


def words_of(order: Order) -> Mapping[str, str]:
    """What the faces of map sheets call things, in the language of the game."""
    return sheet_words(order.library).boards
