"""A printer that is out of true, played: what it does to a page, and where corners of cards end up on paper.

Everything is read back from PDFs by pdfplumber; places are in millimetres, from the top left corner of an upright page
as one sees that side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pdfplumber

Point = tuple[float, float]

GAME = """
title: Corners
version: "1"
records: {card: {}}
products:
  deck:
    kind: cards
    title: Deck
    list: cards.yaml
    record: card
    front: face
    back: back
    size: poker
    back-look: color
  mat: {kind: cards, title: Mat, list: mats.yaml, record: card, front: mat, size: 250x90mm}
"""
CARDS = "".join(f"- name: Card {number}\n" for number in range(1, 12))
FACE = "size: 63.5x88.9mm\nunit: mm\nitems:\n  - rect: {{w: 63.5, h: 88.9, fill: '{color}'}}\n"
MAT = "size: 250x90mm\nunit: mm\nitems:\n  - rect: {w: 250, h: 90, fill: '#FF0000'}\n"
COLORS = {"front": (1, 0, 0), "back": (0, 0, 1)}


def corners_game(folder: Path) -> Path:
    """A game whose cards are plain: red fronts and blue backs."""
    files = {
        "game.yaml": GAME, "cards.yaml": CARDS, "mats.yaml": "- name: Mat\n", "templates/faces/mat.yaml": MAT,
        "templates/faces/face.yaml": FACE.format(color="#FF0000"),
        "templates/faces/back.yaml": FACE.format(color="#0000FF"),
    }  # fmt: skip
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Fault:
    """How a printer is out of true on one side: a scale each way, a shift in mm to the right and down, a turn.

    The turn is in degrees, clockwise, about the middle of the page.
    """

    across: float = 1.0
    down: float = 1.0
    right: float = 0.0
    below: float = 0.0
    turn: float = 0.0

    def printed(self, point: Point, size: Point) -> Point:
        """Where a point of a page of a size comes out."""
        x, y = (point[0] - size[0] / 2) * self.across, (point[1] - size[1] / 2) * self.down
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return c * x - s * y + self.right + size[0] / 2, s * x + c * y + self.below + size[1] / 2


TRUE = Fault()


def mm(value: float) -> float:
    return float(value) / 72 * 25.4


def points_of(item: dict[str, Any], page: Any) -> list[Point]:
    """The points of something drawn, in mm from the top left corner of the page."""
    return [(mm(x), mm(y)) for x, y in item["pts"]]


def size_of(page: Any) -> Point:
    return mm(page.width), mm(page.height)


def corners(file: Path, side: str) -> list[list[Point]]:
    """For each page with cards of a side, the corners of all of them, in a fixed order."""
    pages = []
    with pdfplumber.open(file) as pdf:
        for page in pdf.pages:
            drawn = [
                point
                for item in (*page.rects, *page.curves)
                if item["fill"] and tuple(item["non_stroking_color"] or ()) == COLORS[side]
                for point in points_of(item, page)
            ]
            if drawn:
                pages.append(sorted(set(drawn), key=lambda point: (round(point[1] / 9), point[0])))
    return pages


def furthest(got: Sequence[Sequence[Point]], true: Sequence[Sequence[Point]]) -> float:
    """How far the furthest corner is from where it should be, in mm."""
    far = 0.0
    assert true, "no page has such cards"
    for one, other in zip(got, true, strict=True):
        assert len(one) >= 4
        for x, y in one:
            far = max(far, min(math.dist((x, y), point) for point in other))
    return far
