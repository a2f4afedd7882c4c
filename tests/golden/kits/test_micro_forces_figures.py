"""What stands for the figures of Micro Forces on paper: standees, portrait tokens and stickers for dice."""

from __future__ import annotations

from collections import Counter

import ours
import pytest
from cutlines import pages
from pdf_pages import read_pages

from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Path as Outline
from printgen.drawing.model import Text

NAMES = ("standees", "portrait-tokens", "dice-stickers")
HEX = 32.0


@pytest.fixture(scope="module")
def made():
    return ours.composed("micro-forces", (*NAMES, "character-cards", "strategy-cards"))


@pytest.fixture(
    scope="module",
    params=[pytest.param("letter", marks=pytest.mark.slow), pytest.param("a4", marks=pytest.mark.nightly)],
)
def printed(request, tmp_path_factory):
    out = tmp_path_factory.mktemp(request.param)
    return ours.printed("micro-forces", NAMES, Settings(paper=request.param, out=out))


@pytest.mark.slow
def test_all_characters_have_a_standee_and_a_token(made):
    names = [piece.name for piece in made["character-cards"].pieces]
    assert len(names) == 30
    for product in ("standees", "portrait-tokens"):
        assert [piece.name for piece in made[product].pieces] == names


@pytest.mark.slow
def test_both_sides_of_a_standee_say_who_it_is_and_for_whom(made):
    rows = made["standees"].product.records
    for record, piece in zip(rows, made["standees"].pieces, strict=True):
        said = " ".join(words_of(piece.front)).upper()
        first = record.name.upper().partition(" ")[0]
        assert said.count({"GI Joe": "G.I. JOE", "Cobra": "COBRA"}[record.values["faction"]]) >= 2
        assert said.count(first) >= 2


@pytest.mark.slow
def test_a_standee_is_drawn_as_its_card(made):
    """The parts of a figure are the same values wherever it is drawn, and no other card has more of them."""

    def outlines(piece):
        return {item.outline for item, _ in walk_kind(piece.front, Outline) if len(item.outline) > 6}

    cards = {piece.name: outlines(piece) for piece in made["character-cards"].pieces}
    for product in ("standees", "portrait-tokens"):
        for piece in made[product].pieces:
            own = outlines(piece)
            shared = {name: len(own & card) for name, card in cards.items()}
            assert shared[piece.name] == max(shared.values()) > 5, (product, piece.name)


def test_standees_measure_25_by_45_millimetres_a_side_and_stand_in_a_hex(printed):
    every = pages(printed / "standees.pdf")
    # Lines between the pictures of neighbours are no outlines of standees.
    found = [(page, i) for page in every for i in range(len(page.cuts)) if page.size(i)[1] > 2 * 45]
    assert len(found) == 30
    for page, number in found:
        wide, high = page.size(number)
        top = min(y for _, y in page.cuts[number])
        left = min(x for x, _ in page.cuts[number])
        near = {round(a[1] - top, 2) for a, b in page.folds if abs(min(a[0], b[0]) - left) < 0.1}
        levels = sorted(level for level in near if 0 < level < high)
        head, front, floor = levels
        assert (wide, head, front - head) == pytest.approx((25, 45, 45), abs=0.05)
        assert (wide**2 + (floor - front) ** 2) ** 0.5 < HEX


def test_tokens_and_stickers_have_their_size(printed):
    for name, count, size in (("portrait-tokens", 30, 25), ("dice-stickers", 288, 12)):
        lines = [[*outline[2:]] for page in read_pages(printed / f"{name}.pdf") for outline in page.cuts]
        assert len(lines) == count
        for line in lines:
            assert line == pytest.approx([size, size], abs=0.02)


@pytest.mark.slow
def test_twelve_dice_of_a_strategy_show_what_its_card_says_and_fill_one_sheet(made):
    cards = {record.name: record.values["faces"] for record in made["strategy-cards"].product.records}
    dice = Counter((one.values["strategy"], one.values["icon"]) for one in made["dice-stickers"].product.records)
    wanted = Counter((name, icon) for name, faces in cards.items() for icon in faces.values())
    assert dice == Counter({key: 12 * count for key, count in wanted.items()})
    sheets = made["dice-stickers"].sheets().sheets
    assert len(sheets) == 1 and len(sheets[0].cells) == 288


@pytest.mark.slow
def test_letters_can_be_read(made):
    for name in NAMES:
        for piece in made[name].pieces:
            for picture in filter(None, (piece.front, piece.back)):
                for text, at in walk_kind(picture, Text):
                    assert text.size * abs(at[0] * at[3] - at[1] * at[2]) ** 0.5 >= (6.5 if name == "standees" else 6)


def test_a_stranger_plays_without_toys():
    """What is enough to play holds figures to stand on the board."""
    (job,) = load(["micro-forces"])
    products = job.game.products
    figures = [name for name, product in products.items() if product.group == "figures"]
    assert figures == ["standees", "portrait-tokens"]
    assert all(products[name].need == "choice" for name in figures)
