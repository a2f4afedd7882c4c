"""What keeps the decks of GO JOE and what they lie on: tuck boxes, dividers by service, player mats; in the PDF."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import ours
import pytest
from cutlines import pages

from printgen.base.units import apply, to_mm
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Path as Outline
from printgen.drawing.model import Text
from printgen.drawing.outlines import bounds

SIDES = {"joe": (108, "Joe"), "cobra": (82, "Cobra")}
CARD = (63.5, 88.9)
NAMES = ("joe-box", "cobra-box", "joe-dividers", "cobra-dividers", "player-mats")


@pytest.fixture(scope="module")
def made():
    return ours.composed("go-joe", (*NAMES, "joe-deck", "cobra-deck"))


@pytest.fixture(
    scope="module",
    params=[pytest.param("letter", marks=pytest.mark.slow), pytest.param("a4", marks=pytest.mark.nightly)],
)
def printed(request, tmp_path_factory):
    out = tmp_path_factory.mktemp(request.param)
    settings = Settings(paper=request.param, out=out, look="saver")
    return ours.printed("go-joe", (*NAMES, "boxes", "dividers"), settings)


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_a_box_has_room_for_the_deck_and_its_dividers(made, side):
    count, _ = SIDES[side]
    box, dividers = made[f"{side}-box"].product.loaded, made[f"{side}-dividers"].pieces
    assert sum(record.copies for record in made[f"{side}-deck"].product.records) == count
    assert box.also == sum(piece.copies for piece in dividers)
    # Their tabs stand out above the cards.
    tabs = {round(to_mm(piece.front.height) - 6 - CARD[1], 2) for piece in dividers}
    assert tabs == {round(to_mm(box.above), 2)}
    assert f"{count} cards" in " ".join(words_of(made[f"{side}-box"].pieces[0].front)).lower()


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_a_box_measures_what_its_cards_take(printed, side, made):
    count, _ = SIDES[side]
    options = made[f"{side}-box"].product.loaded
    deep = (count + options.also) * to_mm(options.thickness) + 1.5
    (page,) = pages(printed / f"{side}-box.pdf")
    # The net lies upright or turned on its sheet.
    folds = max((page.upright_folds(), page.level_folds()), key=lambda every: sum(long > 90 for _, long in every))
    high = CARD[1] + to_mm(options.above) + 1.5
    upright = [place for place, long in folds if long == pytest.approx(high, abs=0.02)]
    steps = [b - a for a, b in pairwise(upright)]
    wide = CARD[0] + 1.5
    assert steps in (pytest.approx([wide, deep, wide], abs=0.02), pytest.approx([deep, wide, deep], abs=0.02))


@pytest.mark.slow
def test_each_box_takes_one_sheet_and_all_dividers_three_at_most(printed):
    assert len(pages(printed / "boxes.pdf")) == 2
    assert len(pages(printed / "dividers.pdf")) <= 3


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES)
def test_a_divider_stands_before_each_service_and_counts_its_cards(made, side):
    game = made["joe-deck"].game
    rows = game.tables["services"].rows
    deck = Counter(record.values["service"] for record in made[f"{side}-deck"].product.records)
    pieces = made[f"{side}-dividers"].pieces
    assert [piece.name for piece in pieces] == [row["name"] for row in rows.values() if row["side"] == side]
    for code, piece in zip((c for c, row in rows.items() if row["side"] == side), pieces, strict=True):
        words = words_of(piece.front)
        assert f"{deck[code]} cards" in [word.lower() for word in words]
        # On the tab and on the body.
        assert sum(rows[code]["name"].partition(" ")[0].upper() in word.upper() for word in words) >= 2
        assert piece.front.width == pytest.approx(
            made[f"{side}-deck"].pieces[0].front.width + 2 * 3 * 72 / 25.4, abs=0.1
        )


@pytest.mark.slow
def test_the_back_of_a_box_names_the_services_of_its_deck(made):
    rows = made["joe-deck"].game.tables["services"].rows.values()
    for side in SIDES:
        words = set(words_of(made[f"{side}-box"].pieces[0].front))
        assert {row["name"] for row in rows if row["side"] == side} <= words
        assert not {row["name"] for row in rows if row["side"] != side} & words


@pytest.mark.slow
def test_a_mat_has_places_of_card_size_for_four_teams_the_deck_and_the_discards(made):
    assert len(made["player-mats"].pieces) == 2
    for piece in made["player-mats"].pieces:
        spots = set()
        for item, at in walk_kind(piece.front, Outline):
            box = bounds(item.outline)
            if (round(to_mm(box.w), 2), round(to_mm(box.h), 2)) == CARD:
                spots.add(tuple(round(to_mm(v), 1) for v in apply(at, box.x, box.y)))
        assert len(spots) == 6
        for x, y in spots:
            assert all(abs(x - left) >= CARD[0] or abs(y - top) >= CARD[1] for left, top in spots - {(x, y)})
        words = [word.upper() for word in words_of(piece.front)]
        for word in ("TEAM 1", "TEAM 2", "TEAM 3", "TEAM 4", "DECK", "DISCARD"):
            assert word in words
        assert "HIGHER TOTAL WINS; A TIE: THE DEFENDER." in " ".join(words)
        phases = [word for word in words if word in ("PLANNING", "LOGISTICS", "MISSION", "COMBAT")]
        assert phases == ["PLANNING", "LOGISTICS", "MISSION", "COMBAT"]


@pytest.mark.slow
def test_a_mat_is_one_page_for_each_side(printed):
    for page in pages(printed / "player-mats.pdf"):
        assert "PLANNING" in page.text
    assert len(pages(printed / "player-mats.pdf")) == 2


@pytest.mark.slow
def test_letters_can_be_read(made):
    for name in NAMES:
        for piece in made[name].pieces:
            for text, at in walk_kind(piece.front, Text):
                assert text.size * abs(at[0] * at[3] - at[1] * at[2]) ** 0.5 >= 6.5, (name, text.text)
