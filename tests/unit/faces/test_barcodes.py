"""QR codes and barcodes: what another program reads from the printed page is what the face says."""

from __future__ import annotations

import pytest
import zxingcpp
from drawn import Drawn, Shelf

from printgen.base.units import mm
from printgen.drawing.extent import extent
from printgen.drawing.model import Drawing, Path, Rect
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import render_pages


def read(drawn: Drawn) -> list[tuple[str, str]]:
    """What a reader of codes sees on the page: the kind of each code, and its text."""
    assert drawn.findings == [], drawn.told()
    (picture,) = render_pages(write_pdf([Page(Drawing(mm(70), mm(50), drawn.items))]), 300)
    return [(found.format.name, found.text) for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ("text: https://example.org/soup", "https://example.org/soup"),
        ("text: 'Crème brûlée ☕', color: red, ground: white", "Crème brûlée ☕"),
        ("text: '{{ card.name }}', level: high", "Soup"),
        ("text: 12345, level: low", "12345"),
    ],
)
def test_a_reader_reads_a_qr_code(shelf: Shelf, settings: str, text: str) -> None:
    drawn = shelf.items(f"qr: {{x: 20, y: 10, size: 25, {settings}}}", card={"name": "Soup"})
    assert read(drawn) == [("QRCode", text)]
    assert extent([item for item, _ in drawn.flat() if isinstance(item, Rect)]).w == pytest.approx(
        mm(25) * (1 + 8 / 25) if "ground" in settings else 0
    )


@pytest.mark.parametrize(
    ("kind", "text", "seen"),
    [
        ("code128", "Soup 7/B", ("Code128", "Soup 7/B")),
        ("code39", "SOUP-7", ("Code39", "SOUP-7")),
        ("ean13", "5901234123457", ("EAN13", "5901234123457")),
        ("ean13", "590123412345", ("EAN13", "5901234123457")),
        ("ean8", "12345670", ("EAN8", "12345670")),
        ("upc", "036000291452", ("EAN13", "036000291452")),
        ("isbn", "978-3-16-148410-0", ("EAN13", "9783161484100")),
        ("itf", "123456", ("ITF", "123456")),
    ],
)
def test_a_reader_reads_a_barcode(shelf: Shelf, kind: str, text: str, seen: tuple[str, str]) -> None:
    drawn = shelf.items(f"barcode: {{x: 10, y: 10, w: 45, h: 15, kind: {kind}, text: '{text}', ground: white}}")
    assert [(name, said.lstrip("0")) for name, said in read(drawn)] == [(seen[0], seen[1].lstrip("0"))]


def test_a_code_is_one_outline_of_its_size(shelf: Shelf) -> None:
    drawn = shelf.items("qr: {x: 20, y: 10, size: 25, text: Soup}")
    assert len(drawn.all(Path)) == 1
    assert extent(drawn.items) == pytest.approx((mm(20), mm(10), mm(25), mm(25)))
    assert shelf.draw("items:\n  - qr: {text: '{{ card.note }}'}\n", name="none", card={"note": ""}).items == ()


def test_codes_too_fine_for_readers_are_told(shelf: Shelf) -> None:
    (finding,) = shelf.items("qr: {size: 6, text: https://example.org/soup}").findings
    assert (finding.severity, finding.code) == ("warning", "fine-code") and "0.24 mm wide" in finding.message
