"""A person with a steel ruler and a lamp, played: reads the printed page of scales as it tells people to.

What is on the page is taken from its PDF: lines by their width, places by their letters. Nothing is known of how the
program draws them but what a person sees: a vernier has a line on which its lines stand, the first of them is its 0,
and they are tenths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pdfplumber
from press import Fault, Point, mm, points_of, size_of

FINE, RUNG = 0.3, 0.5
STEEL = [float(number) for number in range(301)]
"""The millimetres of a ruler of 30 cm whose zero is at the edge of the paper."""
_OTHER = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
Segment = tuple[Point, Point]


@dataclass(frozen=True)
class Sheet:
    """A printed sheet: fine lines of both sides, and rungs of ladders, where they came out; all seen from the front.

    `letters` are where the letters of the places are on the front, before it was printed.
    """

    size: Point
    front: list[Segment]
    back: list[Segment]
    letters: dict[str, Point]
    rungs: dict[str, dict[str, list[float]]]


def _segments(page: Any, width: float) -> Iterator[Segment]:
    for item in (*page.lines, *page.curves):
        if item["stroke"] and abs(item["linewidth"] - width) < 0.01:
            points = points_of(item, page)
            if len(points) == 2:
                yield points[0], points[1]


def printed(file: Path, duplex: str, front: Fault, back: Fault) -> Sheet:
    """What comes out of a printer with these faults that is given a page of scales."""
    with pdfplumber.open(file) as pdf:
        one, two = pdf.pages
        size = size_of(one)

        def turned(point: Point) -> Point:
            """A point of the back as it is seen from the front."""
            return (size[0] - point[0], point[1]) if duplex == "long" else (point[0], size[1] - point[1])

        letters = {
            c["text"]: (mm((c["x0"] + c["x1"]) / 2), mm((c["top"] + c["bottom"]) / 2))
            for c in one.chars
            if abs(c["size"] - 9) < 0.3 and c["text"] in "ABCD" and max(c["non_stroking_color"]) == 1
        }
        fine = [[tuple(front.printed(end, size) for end in line) for line in _segments(one, FINE)]]
        fine.append([tuple(turned(back.printed(end, size)) for end in line) for line in _segments(two, FINE)])
        rungs = {
            "front": _rungs([tuple(front.printed(end, size) for end in line) for line in _segments(one, RUNG)], size),
            "back": _rungs([tuple(back.printed(end, size) for end in line) for line in _segments(two, RUNG)], size),
        }
    if duplex == "short":
        # The words of the back stand upright when the sheet is turned like the page of a book.
        rungs["back"] = {_OTHER[edge]: found for edge, found in rungs["back"].items()}
    return Sheet(size, fine[0], fine[1], letters, rungs)  # type: ignore[arg-type]


def _rungs(lines: Sequence[Any], size: Point) -> dict[str, list[float]]:
    """How far the outer sides of rungs are from the edge that they are at, from the outermost on."""
    half = mm(RUNG / 2)
    found: dict[str, list[float]] = {"left": [], "top": [], "right": [], "bottom": []}
    for (x, y), (u, v) in lines:
        if abs(x - u) < abs(y - v):
            edge, away = ("left", min(x, u)) if x < size[0] / 2 else ("right", size[0] - max(x, u))
        else:
            edge, away = ("top", min(y, v)) if y < size[1] / 2 else ("bottom", size[1] - max(y, v))
        found[edge].append(away - half)
    assert all(len(rungs) == 10 for rungs in found.values())
    return {edge: sorted(rungs) for edge, rungs in found.items()}


def _stands(lines: Sequence[Segment], way: int, letter: Point) -> tuple[list[float], float]:
    """Where lines stand on a scale beside a letter, along a way, and how high their feet are; from its 0 on.

    That is the longest line beside the letter, and those that end on it.
    """
    along = [
        line for line in lines
        if abs(line[0][way] - line[1][way]) > 7 and abs(line[0][1 - way] - letter[1 - way]) < 6
        and min(abs(end[way] - letter[way]) for end in line) < 30
    ]  # fmt: skip
    base = max(along, key=lambda line: abs(line[0][way] - line[1][way]))
    ends = sorted(end[way] for end in base)
    feet = sorted(
        line[0][way]
        for line in lines
        if abs(line[0][way] - line[1][way]) < 1
        and abs(line[0][1 - way] - base[0][1 - way]) < 0.8
        and ends[0] - 0.1 < line[0][way] < ends[1] + 0.1
        and 2 < abs(line[0][1 - way] - line[1][1 - way]) < 6
    )
    return feet, base[0][1 - way]


def _read(vernier: list[float], millimetres: list[float]) -> float:
    """What a vernier says on a scale of lines for millimetres, which begin at its 0: to half a line."""
    assert len(vernier) == 10
    before = sum(mark <= vernier[0] + 0.01 for mark in millimetres) - 1
    # How far each line is beyond its millimetre; after the last, the 0 looks at the next millimetre.
    beyond = [place - millimetres[before + line] for line, place in enumerate(vernier)]
    beyond.append(vernier[0] - millimetres[before + 1])
    # A line runs on, or one is as much beyond as the next is short.
    halves = [(abs(apart), float(line)) for line, apart in enumerate(beyond)]
    halves += [(abs(one + two) / 2, line + 0.5) for line, (one, two) in enumerate(pairwise(beyond))]
    return before + min(halves)[1] / 10


def readings(sheet: Sheet, white: float) -> dict[str, str]:
    """All that the page asks for, as it is typed; the printer leaves so many millimetres white along all edges."""
    typed: dict[str, str] = {}
    for letter, at in sorted(sheet.letters.items()):
        for way, word in enumerate(("across", "down")):
            vernier, _ = _stands(sheet.front, way, at)
            behind, _ = _stands(sheet.back, way, at)
            assert len(behind) == 20
            typed[f"ruler.{letter}.{word}"] = f"{_read(vernier, STEEL):.2f}"
            typed[f"light.{letter}.{word}"] = f"{_read(vernier, behind):.2f}"
    for side, edges in sheet.rungs.items():
        for edge, rungs in edges.items():
            whole = next((number for number, away in enumerate(rungs, 1) if away >= white), 11)
            typed[f"rungs.{side}.{edge}"] = str(whole)
    assert len(typed) == 24
    return typed
