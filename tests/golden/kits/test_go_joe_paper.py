"""Both decks as they come out on paper, measured in the PDF."""

from __future__ import annotations

import json
from itertools import pairwise

import pdfplumber
import pikepdf
import pytest
from whole import composed

from printgen.base.units import apply, mm, to_mm
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.fonts import face
from printgen.drawing.model import Text

DECKS = ["go-joe/joe-deck", "go-joe/cobra-deck"]
NINE = ("Ace", "Duke", "Flint", "Zap", "Doc", "Salvo", "Dusty", "Clutch", "Breaker")
# Two decks whole take longer to print than is left to the quick tests.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("go-joe")]
CARD_W, CARD_H, SAFE = mm(63.5), mm(88.9), mm(3.175)


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    out = tmp_path_factory.mktemp("printed")
    build.build(DECKS, Settings(out=out))
    return out / "go-joe"


@pytest.fixture(scope="module")
def pieces():
    whole = composed("go-joe")
    assert whole.findings == ()
    return {deck: whole[deck].pieces for deck in ("joe-deck", "cobra-deck")}


def cut_lines(page):
    """Where the marks on the corners of cards stand, in points: across the page, and down it."""
    black = [line for line in page.lines if line["linewidth"] == pytest.approx(0.35)]
    # Longer than the ticks of a ruler, and shorter than rulers.
    return (
        distinct(line["x0"] for line in black if line["width"] < 0.01 and mm(1.4) < line["height"] < mm(3)),
        distinct(line["top"] for line in black if line["height"] < 0.01 and mm(1.4) < line["width"] < mm(3)),
    )


def distinct(places):
    """Places that lie apart; nearer than half the width of a mark, they are one."""
    out = []
    for place in sorted(places):
        if not out or place - out[-1] > 0.2:
            out.append(place)
    return out


def inside_trim(page, thing):
    x0, y0, x1, y1 = page.trimbox
    middle = (thing["x0"] + thing["x1"]) / 2, (thing["top"] + thing["bottom"]) / 2
    return x0 < middle[0] < x1 and page.height - y1 < middle[1] < page.height - y0


@pytest.mark.parametrize(("deck", "sheets"), [("joe", 12), ("cobra", 10)])
def test_a_deck_prints_nine_to_a_sheet_with_backs(printed, deck, sheets):
    with pikepdf.open(printed / f"{deck}-deck.pdf") as pdf:
        assert len(pdf.pages) == 2 * sheets
        with pdf.open_outline() as outline:
            titles = [entry.title for entry in outline.root]
        assert (
            titles[:2]
            == {
                "joe": ["Muskrat to Dusty", "Muskrat to Dusty, backs"],
                "cobra": ["Copperhead to Undertow", "Copperhead to Undertow, backs"],
            }[deck]
        )
        assert len(set(titles)) == 2 * sheets and str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert "not affiliated" in str(pdf.docinfo["/Subject"])
    entry = next(p for p in json.loads((printed / "manifest.json").read_text())["products"] if deck in p["name"])
    assert (entry["sheets"], entry["pages"]) == (sheets, 2 * sheets)


@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.nightly)])
def test_cards_measure_63_5_by_88_9(paper, tmp_path):
    build.build(["go-joe/joe-deck"], Settings(paper=paper, out=tmp_path, only=NINE))
    with pdfplumber.open(tmp_path / "go-joe" / "joe-deck-selection.pdf") as pdf:
        page = pdf.pages[0]
        columns, rows = cut_lines(page)
        x0, y0, x1, y1 = page.trimbox
    # Where a cut lies on the margin, half the width of its mark lies before it.
    assert [to_mm(b - a) for a, b in pairwise(columns)] == pytest.approx([63.5] * 3, abs=0.07)
    assert [to_mm(b - a) for a, b in pairwise(rows)] == pytest.approx([88.9] * 3, abs=0.07)
    assert [to_mm(x1 - x0), to_mm(y1 - y0)] == pytest.approx([190.5, 266.7], abs=0.02)


def test_each_back_lies_behind_its_front(printed):
    with pdfplumber.open(printed / "joe-deck.pdf") as pdf:
        front, back = pdf.pages[0], pdf.pages[1]
        columns, _ = cut_lines(front)
        middles = {round(c["x0"] + c["x1"], 1) / 2 for c in back.chars if c["text"] == "O" and c["size"] > 20}
        width = float(back.width)
    # Turned over the long edge, x becomes width - x; the O stands in the middle of the plate.
    expected = [(a + b) / 2 for a, b in pairwise(columns)]
    behind = sorted(width - x for x in middles)
    assert [min(behind, key=lambda x, at=at: abs(x - at)) for at in expected] == pytest.approx(expected, abs=mm(0.5))


def test_the_ruler_is_true(printed):
    with pdfplumber.open(printed / "joe-deck.pdf") as pdf:
        page = pdf.pages[0]
        lengths = {round(to_mm(line["bottom"] - line["top"]), 2) for line in page.lines if not inside_trim(page, line)}
        margin_text = " ".join(c["text"] for c in page.chars if not inside_trim(page, c)).replace(" ", "")
    assert {100.0, 101.6} <= lengths
    assert "GOJOE" in margin_text or "EOJOG" in margin_text


@pytest.mark.parametrize("deck", ["joe-deck", "cobra-deck"])
def test_no_text_leaves_the_safe_zone_or_is_under_6_5_points(pieces, deck):
    outside, tiny = [], []
    for piece in pieces[deck]:
        for picture in (piece.front, piece.back):
            for item, matrix in walk_kind(picture, Text):
                x0, y0 = apply(matrix, item.x, item.y)
                x1, y1 = apply(matrix, item.x + item.width, item.y - face(item.font).cap_height * item.size)
                left, right, top, bottom = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
                within = left > SAFE - 0.1 and right < CARD_W - SAFE + 0.1 and top > SAFE and bottom < CARD_H - SAFE
                if not within:
                    outside.append((piece.name, item.text))
                if item.size * abs(matrix[0] or matrix[1]) < 6.5 - 1e-6:
                    tiny.append((piece.name, item.text, item.size))
    assert outside == [] and tiny == []


def test_every_font_is_an_embedded_subset(printed):
    for deck in ("joe-deck", "cobra-deck"):
        with pikepdf.open(printed / f"{deck}.pdf") as pdf:
            fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
            programs = [font.FontDescriptor for font in fonts if "/FontDescriptor" in font]
            assert programs and all("+" in str(font.BaseFont) for font in fonts)
            assert all("/FontFile2" in program for program in programs)


def test_the_illustrated_deck_stays_small(printed):
    assert (printed / "joe-deck.pdf").stat().st_size < 2_000_000


def test_every_card_has_a_picture_and_no_neighbours_are_alike(pieces):
    for deck in pieces.values():
        fronts = [piece.front for piece in deck]
        assert all(a != b for a, b in pairwise(fronts))


def test_two_builds_give_the_same_bytes(printed, tmp_path):
    build.build(DECKS, Settings(out=tmp_path))
    for name in ("joe-deck.pdf", "cobra-deck.pdf", "manifest.json"):
        assert (tmp_path / "go-joe" / name).read_bytes() == (printed / name).read_bytes()


def test_long_forms_stand_on_the_cards_that_use_them(pieces):
    def words(deck, name):
        piece = next(p for p in pieces[deck] if p.name == name)
        return " ".join(words_of(piece.front))

    assert "Motorized Battle Tank" in words("joe-deck", "Steeler")
    assert "High Altitude Low Opening" in words("joe-deck", "Rip Cord")
    assert "Armored Fighting Vehicle" in words("cobra-deck", "Stinger Driver")
    assert "High Speed Sentry" in words("cobra-deck", "Track-Viper")
    assert "Heavy Artillery Laser" not in words("joe-deck", "Rip Cord")
