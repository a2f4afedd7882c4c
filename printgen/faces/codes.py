"""Draws the QR codes and barcodes of a face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from printgen.base.errors import Finding, ValueProblem, did_you_mean
from printgen.base.limits import consume
from printgen.base.units import Box, chain, mm, scale, to_mm, translate, with_article
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect
from printgen.drawing.outlines import join_outlines, rectangle
from printgen.faces.face import Node, Props
from printgen.reading.texts import text_of

if TYPE_CHECKING:
    from printgen.faces.session import Session

_LEVELS = ("low", "medium", "quartile", "high")
"""How much of a QR code may be spoiled and it is still read, the least first."""
_KINDS = {
    "code128": "code128", "code39": "code39", "ean13": "ean13", "ean8": "ean8", "upc": "upca", "isbn": "isbn13",
    "itf": "itf",
}  # fmt: skip
"""The kinds of barcodes, each with its name in python-barcode."""
_QUIET_SQUARES, _QUIET_BARS = 4, 10
"""How wide the ground around a code stays free of ink, in its squares or its thinnest bars, as ISO 18004 and 15417
ask for."""
_SMALLEST, _THINNEST = mm(0.33), mm(0.19)
"""The least width, in points, of squares that a phone tells apart, and of bars for a reader at a till."""
_KEPT = 4096
"""So many codes are kept."""


def draw_code(node: Node, context: Mapping[str, Any], session: Session) -> Iterator[Item]:
    """The QR code or barcode of a node, on its ground; nothing for one without a text."""
    p = Props(node, context)
    raw = p.any("text")
    text = "" if raw is None else text_of(raw).strip()
    if not text:
        return
    x, y, is_qr = p.number("x"), p.number("y"), node.kind == "qr"
    if is_qr:
        outline, count = _squares(text, p.word("level", "medium"))
        wide = high = p.number("size", mm(20))
    else:
        outline, count = _bars(text, p.word("kind", "code128"))
        wide, high = p.number("w", mm(40)), p.number("h", mm(12))
    if min(wide, high) <= 0:
        raise ValueProblem("a code needs a size above zero; write a larger one", "size" if is_qr else "w")
    module = wide / count
    if module < (finest := _SMALLEST if is_qr else _THINNEST):
        what = "squares" if is_qr else "bars"
        message = (
            f"the {what} of this code are {to_mm(module):.2g} mm wide; under {to_mm(finest):g} mm many readers fail"
        )
        hint = "Make it larger, or its text shorter."
        session.add(Finding("warning", node.place("text"), message, hint, "fine-code", cause=node.where))
    if ground := p.color("ground", session.tints):
        quiet, above = (_QUIET_SQUARES, _QUIET_SQUARES) if is_qr else (_QUIET_BARS, 1)
        yield Rect(x - quiet * module, y - above * module, wide + 2 * quiet * module, high + 2 * above * module, ground)
    color = p.color("color", session.tints) or session.tints.resolve("ink")
    grown = scale(module, module if is_qr else high)
    yield Place(Group((Path(outline, color),)), chain(translate(x, y), grown))


@lru_cache(maxsize=_KEPT)
def _squares(text: str, level: str) -> tuple[Outline, int]:
    """The outline around the dark squares of a QR code, a unit each, and how many are in a row."""
    if level not in _LEVELS:
        raise ValueProblem(f"there is no level '{level}'. {did_you_mean(level, _LEVELS)}", "level")
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

    is_digits = not kind.startswith("code")
    data = text.replace("-", "").replace(" ", "") if is_digits else text
    if is_digits and not (data.isascii() and data.isdigit()):
        raise ValueProblem(f"{with_article(kind)} barcode has digits alone, not '{text}'; write 0 to 9", "text")
    try:
        code = barcode.get_barcode_class(_KINDS[kind])(data, **({"add_checksum": False} if kind == "code39" else {}))
        (modules,), whole = code.build(), code.get_fullcode()
    except BarcodeError as error:
        message = f"this is no text for {with_article(kind)} barcode: {str(error).rstrip('.')}"
        raise ValueProblem(f"{message}; write another one", "text") from None
    whole = whole.replace("-", "") if is_digits else whole
    if not whole.startswith(data):
        message = f"'{text}' is read as {whole}: its last digit checks the others"
        raise ValueProblem(f"{message}; write {whole}, or mend the others", "text")
    consume("squares", len(modules))
    runs = _runs(module == "1" for module in modules)
    return join_outlines(rectangle(Box(start, 0, count, 1)) for start, count in runs), len(modules)
