"""Armies of Army Wars: their points and odds, and the examples of the player aid, are those of the source."""

from __future__ import annotations

import pytest

from printgen import kinds
from printgen.base.folders import kits_folder
from printgen.game.documents import Document, Duel, VolleyBlock
from printgen.game.documents import TableBlock as WordTable
from printgen.kinds.roster import ArmyList, Quality, check_army, roll_to_hit

KIT = kits_folder() / "army-wars"
QUALITIES = {
    "Green": Quality("Green", 6, {5: 5, 10: 10}),
    "Veteran": Quality("Veteran", 5, {5: 15, 10: 30}),
    "Elite": Quality("Elite", 4, {5: 25, 10: 50}),
}


def shipped() -> ArmyList:
    game, findings = kinds.load(KIT)
    assert game is not None and findings == ()
    read: ArmyList = game.products["rosters"].loaded
    return read


def aid() -> Document:
    game, findings = kinds.load(KIT)
    assert game is not None and findings == ()
    document: Document = game.products["player-aid"].loaded.document
    return document


def test_the_prices_of_the_kit_are_those_of_the_source() -> None:
    assert dict(shipped().qualities) == QUALITIES


@pytest.mark.slow
def test_the_first_army_is_the_example_of_the_source() -> None:
    first = shipped().armies[0]
    assert [(squad.quality.text, squad.soldiers) for squad in first.squads] == [
        ("Elite", 5),
        ("Veteran", 5),
        ("Green", 10),
    ]
    assert first.budget == 50 and sum(squad.soldiers for squad in first.squads) == 20
    assert [finding for army in shipped().armies for finding in check_army(army, shipped())] == []


@pytest.mark.parametrize(("name", "near", "far"), [("Green", 6, 6), ("Veteran", 5, 6), ("Elite", 4, 5)])
def test_two_rulers_of_the_kit_are_one_harder_and_never_above_six(name: str, near: int, far: int) -> None:
    quality = QUALITIES[name]
    reach = shipped().options.reach
    assert [each.name.text for each in reach] == ["1 ruler", "2 rulers"]
    assert [roll_to_hit(quality, each.harder) for each in reach] == [near, far]


def test_the_shooting_of_the_aid_is_the_example_of_the_source() -> None:
    veterans, greens = (
        block for section in aid().sections for block in section.blocks if isinstance(block, VolleyBlock)
    )
    hits = [sum(face >= volley.needs for face in volley.dice) for volley in (veterans, greens)]
    assert (veterans.dice, greens.dice, hits) == ((5, 4, 4, 2, 1), (6, 6, 3, 3, 3, 2), [1, 2])
    assert veterans.needs == roll_to_hit(QUALITIES["Veteran"], 0) and greens.needs == roll_to_hit(QUALITIES["Green"], 0)
    # Seven soldiers less the first volley shoot back, at five soldiers.
    assert len(greens.dice) == 7 - hits[0] and len(veterans.dice) - hits[1] == 3
    assert "6 are left" in veterans.text.text and "3 are left" in greens.text.text


def test_the_fight_of_the_aid_is_the_example_of_the_source() -> None:
    (duel,) = (block for section in aid().sections for block in section.blocks if isinstance(block, Duel))
    assert [side.dice for side in duel.sides] == [(6, 4, 2), (5, 5, 3, 2, 1, 1)]
    assert duel.pairs == (1, -1, -1)
    left = [len(side.dice) - duel.pairs.count(-sign) for side, sign in zip(duel.sides, (1, -1), strict=True)]
    assert left == [1, 5]
    assert "Red has 1 soldier left, Blue has 5" in duel.text.text


def test_the_aid_tells_the_prices_of_the_kit() -> None:
    (table,) = (block for section in aid().sections for block in section.blocks if isinstance(block, WordTable))
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    assert rows == [
        [quality.name, f":dice-{quality.needs}:", *map(str, quality.points.values())]
        for quality in shipped().qualities.values()
    ]
