"""A line of runs in the order in which it is read comes in; the same line as it stands from left to right goes out."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.drawing.directions import directed, spans
from printgen.drawing.words import ICON, Run, gaps, run_width

Placed = tuple[float, Run]

# What an icon is for the order of a line: a sign without a direction.
_ICON = "\ufffc"
# Less than this is no space, in multiples of the size.
_HAIR = 1e-6


def in_order(runs: list[Placed], leftward: bool, tracking: float) -> list[Placed]:
    """The runs of a line at size 1, each at its offset, where they stand in a line that runs to the left or not.

    A run whose letters run both ways is parted; spaces stay as wide as they are. `tracking` stands behind each letter.
    """
    if len(runs) == 1 and runs[0][1].font != ICON:
        # Whoever writes a single run puts its words in order.
        at, whole = runs[0]
        return [(at, whole._replace(text=directed(whole.text, leftward)))]
    parts = list(_parts(runs, tracking))
    line = "".join([letters for letters, _, _ in parts])
    x, out = runs[0][0], list[Placed]()
    for start, end, left in spans(line, leftward):
        for letters, run, wide in _within(parts, start, end, left, tracking):
            if run is not None:
                out.append((x, run if run.font == ICON else run._replace(text=directed(letters, left))))
            x += wide
    return out


def _parts(runs: list[Placed], tracking: float) -> Iterator[tuple[str, Run | None, float]]:
    """Runs and the spaces between them, with their letters and widths."""
    end = runs[0][0]
    for x, run in runs:
        if x > end + _HAIR:
            yield " ", None, x - end
        letters = _ICON if run.font == ICON else run.text
        wide = run_width(run) + (tracking * gaps(run) if tracking else 0.0)
        yield letters, run, wide
        end = x + wide


def _within(
    parts: list[tuple[str, Run | None, float]], start: int, end: int, left: bool, tracking: float
) -> Iterator[tuple[str, Run | None, float]]:
    """What lies of parts between two letters of their line, from left to right."""
    found: list[tuple[str, Run | None, float]] = []
    at = 0
    for letters, run, wide in parts:
        low, high = max(start - at, 0), min(end - at, len(letters))
        if low < high:
            some = letters[low:high]
            if some != letters and run is not None:
                share = run._replace(text=some)
                wide = run_width(share) + (tracking * gaps(share) if tracking else 0.0)
            found.append((some, run, wide))
        at += len(letters)
    return iter(reversed(found) if left else found)
