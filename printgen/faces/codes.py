"""Draws the QR codes and barcodes of a face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from printgen.base.errors import Finding, ValueProblem, did_you_mean
from printgen.base.limits import consume
from printgen.base.units import Box, chain, mm, scale, to_mm, translate
from printgen.drawing.model import Group as Shapes
from printgen.drawing.model import Item, Outline, Path, Place, Rect
from printgen.drawing.outlines import join_outlines, rectangle
from printgen.faces.face import Node
from printgen.faces.setting import Props
from printgen.reading.texts import text_of

if TYPE_CHECKING:
    from printgen.faces.setting import Session

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
        session.add(
            Finding("warning", where, message, "Make it larger, or its text shorter.", "fine-code", cause=node.where)
        )
    if ground := p.color("ground", session.tints):
        around = Box(x, y, wide, high).grown(quiet * one)
        plate = around if node.kind == "qr" else Box(around.x, y - one, around.w, high + 2 * one)
        out.append(Rect(*plate, ground))
    color = p.color("color", session.tints) or session.tints.resolve("ink")
    grown = scale(one, one if node.kind == "qr" else high)
    out.append(Place(Shapes((Path(outline, color),)), chain(translate(x, y), grown)))


@lru_cache(maxsize=_KEPT)
def _squares(text: str, level: str) -> tuple[Outline, int]:
    """The outline around the dark squares of a QR code, a unit each, and how many stand in a row."""
    import segno

    try:
        matrix = segno.make(text, error=level[0], micro=False).matrix
    except ValueError as error:
        raise ValueProblem(f"this is no text for a QR code: {error}; write a shorter one", "text") from None
    consume("squares", len(matrix) ** 2)
    last = len(matrix) - 1
    # Each row reaches a little into the next one, so that no seams show between them.
    rows = ((Box(x, y, wide, 1.0 if y == last else 1.02) for x, wide in _runs(row)) for y, row in enumerate(matrix))
    return join_outlines(rectangle(box) for row in rows for box in row), len(matrix)


def _runs(cells: Iterable[Any]) -> Iterator[tuple[int, int]]:
    """Where dark cells that follow each other begin, and how many they are."""
    at = 0
    for dark, group in groupby(cells, bool):
        count = len(list(group))
        if dark:
            yield at, count
        at += count


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
    consume("squares", len(bars))
    runs = _runs(bar == "1" for bar in bars)
    return join_outlines(rectangle(Box(start, 0, count, 1)) for start, count in runs), len(bars)
