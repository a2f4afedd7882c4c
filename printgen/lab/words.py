"""Numbers come in; chances and tables as people read them on a terminal go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction


def chance(number: Fraction | float) -> str:
    """A chance: never 0 or 100 % unless it is that."""
    text = f"{100 * float(number):.1f} %"
    if text == "0.0 %" and number:
        return "< 0.1 %"
    return "> 99.9 %" if text == "100.0 %" and number != 1 else text


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows under a head, the first column to the left and all others to the right."""
    widths = [max(len(row[n]) for row in (head, *rows)) for n in range(len(head))]
    for first, *rest in (head, *rows):
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield f"{first:{widths[0]}}  {'  '.join(cells)}".rstrip()


def pair(number: Fraction) -> list[int]:
    """A fraction as data: numerator and denominator in lowest terms."""
    return [number.numerator, number.denominator]
