"""A person with a ruler, played: folds a printed calibration page, and reads its four numbers a side as it says.

What is on the page is taken from its PDF: lines by how long they are, and words. Creases are in the middle of the
paper; a ruler is read to a quarter of a millimetre, a ladder to its nearest rung.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pdfplumber
from press import Fault, Point, mm, points_of, size_of

Segment = tuple[Point, Point]


def readings(file: Path, *faults: Fault, ruler: float = 0.25) -> list[list[str]]:
    """The numbers A to D of each side that a printer with these faults prints; a ruler is read to such steps in mm."""
    with pdfplumber.open(file) as pdf:
        return [_side(page, fault, ruler) for page, fault in zip(pdf.pages, faults, strict=True)]


def _side(page: Any, fault: Fault, ruler: float) -> list[str]:
    size = size_of(page)
    lines = [
        (fault.printed(points[0], size), fault.printed(points[1], size), item["linewidth"])
        for item in (*page.lines, *page.curves)
        if item["stroke"] and len(points := points_of(item, page)) == 2
    ]
    words = page.extract_words(keep_blank_chars=False)
    numbers = {
        fault.printed((mm((w["x0"] + w["x1"]) / 2), mm((w["top"] + w["bottom"]) / 2)), size): int(w["text"])
        for w in words if w["text"] in list("123456789") and abs(w["bottom"] - w["top"] - 9.5) < 3
    }  # fmt: skip
    out = [f"{_crossing(lines, numbers, way, size):.1f}" for way in (0, 1)]
    for way in (0, 1):
        long = [line for line in lines if abs(line[0][way] - line[1][way]) > 150]
        assert len(long) == 1
        ends = [end for end in lines if _at_end(end, long[0], way)]
        assert len(ends) == 2
        length = math.dist(*(_middle(end) for end in ends))
        out.append(f"{round(length / ruler) * ruler:g}")
    return out


def _middle(line: tuple[Point, Point, float]) -> Point:
    (x, y), (u, v), _ = line
    return (x + u) / 2, (y + v) / 2


def _at_end(line: tuple[Point, Point, float], long: tuple[Point, Point, float], way: int) -> bool:
    short = 5 < abs(line[0][1 - way] - line[1][1 - way]) < 9
    return short and any(math.dist(_middle(line), end) < 0.5 for end in long[:2])


def _crossing(lines: list[Any], numbers: dict[Point, int], way: int, size: Point) -> float:
    """What a ladder says: the number of the rung that is nearest to where the crease crosses the slanted line."""
    crease, along = size[way] / 2, 1 - way
    (slanted,) = (
        line for line in lines
        if 79 < abs(line[0][along] - line[1][along]) < 82 and 7 < abs(line[0][way] - line[1][way]) < 12
    )  # fmt: skip
    (one, other, _) = slanted
    share = (crease - one[way]) / (other[way] - one[way])
    assert 0 <= share <= 1, "the crease misses the slanted line"
    there = one[along] + share * (other[along] - one[along])
    low, high = sorted((one[along], other[along]))
    rungs = sorted(
        _middle(line)[along] for line in lines
        if abs(_middle(line)[way] - (one[way] + other[way]) / 2) < 0.5 and abs(line[0][along] - line[1][along]) < 0.5
        and low - 0.5 < _middle(line)[along] < high + 0.5
    )  # fmt: skip
    nearest = min(rungs, key=lambda rung: abs(rung - there))
    # The two numbers on either side of it, by how far it is from each.
    beside = sorted(
        (abs(at[along] - nearest), at[along], number)
        for at, number in numbers.items() if abs(at[way] - crease) < 16 and low - 3 < at[along] < high + 3
    )  # fmt: skip
    (_, first, number), (_, second, following) = beside[0], next(b for b in beside if b[2] != beside[0][2])
    return number + (nearest - first) / (second - first) * (following - number)
