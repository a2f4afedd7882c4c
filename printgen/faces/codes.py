"""QR codes and barcodes of a face: what they say comes in; their squares or bars go out as one outline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from printgen.base.budget import spend
from printgen.base.errors import Finding, ValueProblem, did_you_mean
from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Group as Shapes
from printgen.drawing.model import Item, Outline, Path, Place, Rect
from printgen.drawing.outlines import joined, polygon, rectangle
from printgen.faces.face import Node
from printgen.faces.props import Props
from printgen.reading.texts import text_of

if TYPE_CHECKING:
    from printgen.faces.session import Session

_LEVELS = ("low", "medium", "quartile", "high")
_KINDS = {
    "code128": "code128", "code39": "code39", "ean13": "ean13", "ean8": "ean8", "upc": "upca", "isbn": "isbn13",
    "itf": "itf",
}  # fmt: skip
# What is free of ink around a code, in its squares or its thinnest bars.
_QUIET, _QUIET_BARS = 4, 10
# A phone, or a reader at a till, tells squares and bars of this width apart.
_SMALLEST, _THINNEST = mm(0.33), mm(0.19)
_KEPT = 4096


def draw(node: Node, context: Mapping[str, Any], session: Session, out: list[Item]) -> None:
    """Add the code that a node says; without a text there is none."""
    p = Props(node, context)
    raw = p.any("text")
    text = "" if raw is None else text_of(raw).strip()
    if not text:
        return
    x, y = p.number("x"), p.number("y")
    if node.kind == "qr":
        level = p.word("level", "medium")
        if level not in _LEVELS:
            raise ValueProblem(f"there is no level '{level}'. {did_you_mean(level, _LEVELS)}", "level")
        outline, count = _squares(text, level)
        wide = high = p.number("size", mm(20))
        quiet, finest = _QUIET, _SMALLEST
    else:
        outline, count = _bars(text, p.word("kind", "code128"))
        wide, high = p.number("w", mm(40)), p.number("h", mm(12))
        quiet, finest = _QUIET_BARS, _THINNEST
    if min(wide, high) <= 0:
        raise ValueProblem("a code needs a size above zero; write a larger one", "size" if node.kind == "qr" else "w")
    one = wide / count
    if one < finest:
        what = "squares" if node.kind == "qr" else "bars"
        message = f"the {what} of this code are {to_mm(one):.2g} mm wide; under {to_mm(finest):g} mm many readers fail"
        where = node.place("text")
        session.findings.append(
            Finding("warning", where, message, "Make it larger, or its text shorter.", "fine-code", cause=node.where)
        )
    if ground := p.color("ground", session.tints):
        around = Box(x, y, wide, high).grown(quiet * one)
        plate = around if node.kind == "qr" else Box(around.x, y - one, around.w, high + 2 * one)
        out.append(Rect(*plate, ground))
    color = p.color("color", session.tints) or session.tints.resolve("ink")
    grown = scale(one, one if node.kind == "qr" else high)
    out.append(Place(Shapes((Path(outline, color, None, True),)), chain(translate(x, y), grown)))


@lru_cache(maxsize=_KEPT)
def _squares(text: str, level: str) -> tuple[Outline, int]:
    """The outline around the dark squares of a QR code, a unit each, and how many stand in a row."""
    import segno

    try:
        matrix = segno.make(text, error=level[0], micro=False).matrix
    except ValueError as error:
        raise ValueProblem(f"this is no text for a QR code: {error}; write a shorter one", "text") from None
    spend("squares", len(matrix) ** 2)
    return _around([bytes(row) for row in matrix]), len(matrix)


def _around(rows: Sequence[bytes]) -> Outline:
    """The outlines around the cells of a grid that are not 0: one a patch, so that no seams show between cells."""
    side = len(rows)

    def dark(x: int, y: int) -> bool:
        return 0 <= x < side and 0 <= y < side and bool(rows[y][x])

    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for y in range(side):
        for x in range(side):
            if dark(x, y):
                edges = (
                    ((x, y - 1), (x, y), (x + 1, y)), ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
                    ((x, y + 1), (x + 1, y + 1), (x, y + 1)), ((x - 1, y), (x, y + 1), (x, y)),
                )  # fmt: skip
                for beside, start, end in edges:
                    if not dark(*beside):
                        after.setdefault(start, []).append(end)
    loops: list[Outline] = []
    while after:
        first = here = next(iter(after))
        loop = [first]
        while True:
            ends = after[here]
            step = ends.pop()
            if not ends:
                del after[here]
            if step == first:
                break
            # A corner is where the way turns.
            if len(loop) > 1 and (loop[-1][0] - loop[-2][0]) * (step[1] - loop[-1][1]) == (
                loop[-1][1] - loop[-2][1]
            ) * (step[0] - loop[-1][0]):
                loop[-1] = step
            else:
                loop.append(step)
            here = step
        loops.append(polygon((float(x), float(y)) for x, y in loop))
    return joined(loops)


@lru_cache(maxsize=_KEPT)
def _bars(text: str, kind: str) -> tuple[Outline, int]:
    """The bars of a barcode, one high and their widths in the thinnest, and how wide all are together."""
    if kind not in _KINDS:
        raise ValueProblem(f"there is no kind of barcode '{kind}'. {did_you_mean(kind, _KINDS)}", "kind")
    import barcode
    from barcode.errors import BarcodeError

    said = text if kind.startswith("code") else text.replace("-", "").replace(" ", "")
    try:
        made = barcode.get_barcode_class(_KINDS[kind])(said, **({"add_checksum": False} if kind == "code39" else {}))
        (bars,), whole = made.build(), made.get_fullcode()
    except KeyError as error:
        message = f"'{error.args[0]}' cannot stand in a {kind} barcode"
        raise ValueProblem(f"{message}; use letters from A to Z, digits and - . $ / + %", "text") from None
    except BarcodeError as error:
        message = str(error).rstrip(".")
        raise ValueProblem(f"this is no text for a {kind} barcode: {message}; write another one", "text") from None
    whole = whole if kind.startswith("code") else whole.replace("-", "")
    if not whole.startswith(said):
        message = f"'{text}' is read as {whole}: its last digit checks the others"
        raise ValueProblem(f"{message}; write {whole}, or mend the others", "text")
    spend("squares", len(bars))
    runs: list[Outline] = []
    start = 0
    for end in range(1, len(bars) + 1):
        if end == len(bars) or bars[end] != bars[start]:
            if bars[start] == "1":
                runs.append(rectangle(Box(start, 0, end - start, 1)))
            start = end
    return joined(runs), len(bars)
