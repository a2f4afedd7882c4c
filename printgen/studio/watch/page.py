"""A redraw comes in; what the page in the browser is told of it goes out as plain data."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from printgen.base.errors import Finding
from printgen.base.geometry import Box
from printgen.drawing.model import Outline
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.studio.watch.redraw import Redraw, Shown
from printgen.writers.svg import outline_text


def as_data(redraw: Redraw) -> dict[str, Any]:
    """What the page shows of a redraw: products with their pieces, lengths in points, and the findings."""
    products = [
        {
            "name": name,
            "title": shown.made.product.title,
            "kind": shown.made.product.kind,
            "fresh": not shown.stale,
            "count": shown.made.count,
            "safe": shown.safe,
            "pieces": list(_rows(shown, redraw.findings)),
        }
        for name, shown in redraw.products.items()
    ]
    told = [
        {"severity": f.severity, "where": str(f.where), "message": f.message, "hint": f.hint, "count": f.count}
        for f in redraw.findings
    ]
    seconds = round(redraw.seconds, 3)
    return {"number": redraw.number, "seconds": seconds, "title": redraw.title, "products": products, "findings": told}


def _rows(shown: Shown, findings: Sequence[Finding]) -> Iterator[dict[str, Any]]:
    """What there is to know of each piece: its record's place, and the numbers of the findings about it."""
    records = sorted(shown.made.product.records, key=lambda record: record.where)
    places, about = [record.where for record in records], [_named(finding) for finding in findings]
    for number, finding in enumerate(findings):
        # A record goes on until the next one of its file begins.
        before = bisect_right(places, finding.where) - 1
        if before >= 0 and places[before].file == finding.where.file:
            about[number] = records[before].name
    where = {record.name: str(record.where) for record in records}
    for piece in shown.pieces:
        size = {"width": piece.front.width, "height": piece.front.height, "bleed": piece.bleed}
        told = {"name": piece.name, "copies": piece.copies, "back": piece.back is not None}
        now = {"where": where.get(piece.name, ""), "fresh": piece.name not in shown.stale}
        wrong = [number for number, name in enumerate(about) if name == piece.name]
        yield {**told, **size, **now, "cut": outline_text(_cut(piece)), "findings": wrong}


def _named(finding: Finding) -> str:
    """The card that a finding about a face says it was drawing."""
    return finding.message.rpartition("(drawing ")[2].removesuffix(")")


def _cut(piece: Piece) -> Outline:
    return piece.cut or rectangle(Box(0, 0, piece.front.width, piece.front.height))
