"""Rich text in files: where letters stand in the PDF, what can be read and found there, and the same in SVG."""

import io
import re
from math import atan2, degrees, hypot

import pdfplumber
import pypdfium2
import pytest
from drawn import Shelf

from printgen.base.units import mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import write_svg

WIDE, HIGH = mm(60), mm(80)
RULE = (
    "Everybody in the neighbouring kingdom remembers the extraordinary circumstances of that evening.\n"
    "8. One\n10. Ten, and whoever comes thereafter"
)


def page(shelf: Shelf, *lines: str) -> Page:
    drawn = shelf.items("\n".join(lines), card={"name": "Frost", "rule": RULE})
    assert not drawn.findings, drawn.findings
    return Page(Drawing(WIDE, HIGH, drawn.items))


def letters(pdf: bytes) -> list[dict[str, float | str]]:
    """Every letter that is painted, with its box; lengths in points from the top left."""
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        return [char for char in opened.pages[0].chars if str(char["text"]).strip()]


def test_justified_lines_of_a_list_lie_in_their_box(shelf: Shelf) -> None:
    line = 'text: {x: 5, y: 5, w: 36, h: 40, size: 10..7, align: justify, hyphens: en, text: "{{ card.rule }}"}'
    rows: dict[int, list[dict[str, float | str]]] = {}
    for char in letters(write_pdf([page(shelf, line)])):
        rows.setdefault(round(float(char["bottom"])), []).append(char)
    ends = [max(float(char["x1"]) for char in row) for row in rows.values()]
    starts = [min(float(char["x0"]) for char in row) for row in rows.values()]
    assert len(rows) >= 6 and max(ends) == pytest.approx(mm(41), abs=0.3)
    assert sum(abs(end - mm(41)) < 0.3 for end in ends) >= 3
    # The paragraph begins at the box, the second line of an entry where the first one does, behind its number.
    assert starts[0] == pytest.approx(mm(5), abs=0.5) and starts[-1] > mm(5) + 6


def test_a_name_stands_in_the_middle_by_its_capitals(shelf: Shelf) -> None:
    pdf = write_pdf([page(shelf, "text: {x: 5, y: 10, w: 50, h: 12, size: 14, valign: caps, text: HMH}")])
    picture = (
        pypdfium2.PdfDocument(pdf)[0].render(scale=10).to_pil().convert("L").point(lambda grey: 255 * (grey < 128))
    )
    _, top, _, bottom = picture.getbbox() or (0, 0, 0, 0)
    assert (top + bottom) / 20 == pytest.approx(mm(16), abs=0.15)
    assert (bottom - top) / 10 == pytest.approx(face("body").cap_height * 14, abs=0.3)


def test_letters_of_an_arc_stand_on_it_and_can_be_found(shelf: Shelf) -> None:
    line = (
        "text: {text: AVATAR WAY, size: 16, stroke: red, width: 0.6, arc: {cx: 30, cy: 40, r: 22, from: -80, to: 80}}"
    )
    pdf = write_pdf([page(shelf, line)])
    found = []
    for char in letters(pdf):
        a, b, _, _, x, y = char["matrix"]  # type: ignore[misc]
        y = HIGH - float(y)
        found.append((str(char["text"]), hypot(float(x) - mm(30), y - mm(40)), degrees(atan2(b, a))))
    assert "".join(text for text, _, _ in found) == "AVATARWAY"
    # A letter's own baseline starts half of its width before its place on the circle.
    assert all(mm(22) <= r < mm(22) + 1.5 for _, r, _ in found)
    turns = [turn for _, _, turn in found]
    assert turns == sorted(turns, reverse=True) and turns[0] > 0 > turns[-1]
    words = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    assert words.get_text_range().strip() == "AVATAR WAY"
    assert words.search("AVATAR").get_next() == (0, 6)


def test_outlined_letters_are_painted_behind_and_read_once(shelf: Shelf) -> None:
    line = "text: {x: 5, y: 20, text: Meteor, size: 30, color: white, stroke: red, width: 1}"
    shown = page(shelf.__class__(shelf.root), line.replace("white", "paper"))
    pdf = write_pdf([shown])
    assert pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range().strip() == "Meteor"
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=6).to_pil().convert("RGB")
    colors = {color: count for count, color in picture.getcolors(100_000)}
    assert colors.get((192, 48, 48), 0) > 1000 and colors.get((255, 248, 232), 0) > 1000
    svg = write_svg(shown).decode()
    outline, letters_ = svg.index('stroke="#C03030"'), svg.index('aria-label="Meteor"')
    assert outline < letters_ and 'stroke-linejoin="round"' in svg


def test_small_capitals_and_colours_are_what_a_reader_finds(shelf: Shelf) -> None:
    line = 'text: {x: 5, y: 5, w: 50, h: 20, size: 10, text: "The [sc]Ninth Hour[/] of [red]night[/]"}'
    shown = page(shelf, line)
    pdf = write_pdf([shown])
    assert pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range().strip() == "The NINTH HOUR of night"
    red = [char["text"] for char in letters(pdf) if len(tuple(char["non_stroking_color"])) == 3]  # type: ignore[arg-type]
    assert "".join(map(str, red)) == "night"
    assert re.findall(r'aria-label="([^"]+)"[^>]*fill="#C03030"', write_svg(shown).decode()) == ["night"]
