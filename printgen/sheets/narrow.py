"""Large pieces and a paper come in; a finding goes out where one is tiled that a little more paper holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.base.errors import Finding
from printgen.base.units import to_mm
from printgen.drawing.pieces import Piece
from printgen.sheets.grid import best_grid
from printgen.sheets.impose import tiled
from printgen.sheets.papers import Paper
from printgen.sheets.sheet import SheetOptions

# So much larger than what a paper holds is only a little.
_LITTLE = 1.15


def narrow(pieces: Iterable[Piece], paper: Paper, options: SheetOptions) -> Iterator[Finding]:
    """A warning for each piece that is tiled, and is hardly larger than the paper."""
    room = [side - 2 * options.margin for side in paper[1:]]
    for piece in pieces:
        size = (piece.front.width, piece.front.height)
        ways = ((size[0] / room[0], size[1] / room[1]), (size[1] / room[0], size[0] / room[1]))
        if min(map(max, ways)) > _LITTLE or not tiled(piece, paper, options):
            continue
        wide, high = (f"{round(to_mm(side), 1):g}" for side in size)
        message = f"'{piece.name}' is {wide} x {high} mm and is printed in parts, as {paper.name} is a little too small"
        yield Finding("warning", options.where, message, _larger(size, options), "too-narrow")


def _larger(size: tuple[float, float], options: SheetOptions) -> str:
    """Which paper holds a piece: the smallest by its name, or a size."""
    known = sorted((w * h, Paper(name, w, h)) for name, (w, h) in options.library.papers.items())
    fitting = (one.name for _, one in known if best_grid(one, *size, options.margin))
    need = " x ".join(f"{to_mm(side + 2 * options.margin):.0f}" for side in sorted(size))
    if name := next(fitting, ""):
        return f"Print it on one sheet with --paper {name}."
    return f"Print it on one sheet of {need} mm or more."
