"""Measured words come in; the lines of a paragraph go out, without a last one that is a single short word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printgen.drawing.words import Word, is_widow

Measured = tuple[Word, float, float, tuple[int, ...] | None]
"""A word with its width, and that of the space before it; where it may be parted, None for not known yet."""


class Row(NamedTuple):
    """One line of a paragraph: its words, and how wide they are at size 1; `grown` is as large as the largest."""

    words: Sequence[Measured]
    used: float
    grown: float = 1.0


def whole_rows(words: Sequence[Measured], width: float) -> list[Row] | None:
    """The lines of a paragraph whose words are not parted; None when one is too wide."""
    out: list[Row] = []
    start, used = 0, 0.0
    for number, (_, wide, space, _) in enumerate(words):
        if number == start:
            used = wide
        elif used + space + wide > width:
            out.append(Row(words[start:number], used))
            start, used = number, wide
        else:
            used += space + wide
        if wide > width:
            return None
    out.append(Row(words[start:], used))
    return out


def unwidowed(rows: list[Row], width: float) -> None:
    """Give a last line that is one short word the last word of the line above it, where both have room for that."""
    above, last = rows[-2:]
    moved, alone = above.words[-1], last.words[0]
    # Pieces of a word that may be parted anywhere have no space between them: they are left as they are.
    if len(last.words) == 1 and moved[2] and alone[2]:
        joined = moved[1] + alone[2] + alone[1]
        if is_widow(alone[1], len(above.words), joined, width):
            rows[-2:] = [Row(above.words[:-1], above.used - moved[2] - moved[1]), Row([moved, alone], joined)]
