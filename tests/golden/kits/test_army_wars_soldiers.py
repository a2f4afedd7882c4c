"""The soldiers of Army Wars on paper: counted by the rules, told apart by player, measured in the PDF."""

from __future__ import annotations

import pytest
from cutlines import pages

from printgen.base.folders import kits_folder
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Path as Outline
from printgen.drawing.model import Text
from printgen.reading.yaml_events import load_yaml_file

COLORS = ("red", "blue", "yellow", "steel")
POSES = {"Leader", "Rifleman", "Kneeling rifleman", "Machine gunner"}


@pytest.fixture(scope="module")
def made():
    (job,) = load([f"army-wars/{color}-soldiers" for color in COLORS])
    items, found = build.compose(job, Settings())
    assert [*job.findings, *found] == []
    return {item.product.name.partition("-")[0]: item for item in items}


def outlines(piece):
    """The outlines that make a piece's front unlike another's."""
    return frozenset(item.outline for item, _ in walk_kind(piece.front, Outline) if len(item.outline) > 5)


@pytest.mark.slow
def test_thirty_soldiers_and_more_stand_in_squads_with_a_leader_each(made):
    """The rules ask for about thirty soldiers a player, in squads of five or ten that have a leader each."""
    for item in made.values():
        records = {record.name: record for record in item.product.records}
        assert set(records) == POSES
        count = sum(record.copies for record in records.values())
        leaders = sum(record.copies for record in records.values() if record.values["rank"] == "leader")
        assert count >= 30 and leaders == count // 5
        assert {record.name for record in records.values() if record.values["rank"] == "leader"} == {"Leader"}


@pytest.mark.slow
def test_there_are_soldiers_and_leaders_for_every_army_of_the_rosters(made):
    """One set for fifty points, two for a hundred."""
    armies = load_yaml_file(kits_folder() / "army-wars" / "armies.yaml", "armies.yaml")["armies"]
    copies = {record.name: record.copies for record in made["red"].product.records}
    assert {army["budget"] for army in armies} == {50, 100}
    for army in armies:
        sets = army["budget"] // 50
        assert sum(squad["soldiers"] for squad in army["squads"]) <= sets * sum(copies.values())
        assert len(army["squads"]) <= sets * copies["Leader"]


@pytest.mark.slow
def test_poses_differ_in_outline_and_players_in_colour_emblem_and_pattern(made):
    def fills(piece):
        return {item.fill for item, _ in walk_kind(piece.front, Outline) if item.fill}

    for item in made.values():
        figures = [outlines(piece) for piece in item.pieces]
        assert all(len(one - other) > 15 for one in figures for other in figures if one is not other)
    rows = made["red"].game.tables["players"].rows
    for color, item in made.items():
        assert all(rows[color]["color"] in fills(piece) for piece in item.pieces)
        assert all(rows[color]["name"] in " ".join(words_of(piece.front)).title() for piece in item.pieces)
        assert "LEADER" in " ".join(words_of(item.pieces[0].front)).upper()


@pytest.mark.slow
def test_the_player_aid_the_rosters_and_the_cover_show_the_soldiers_that_stand_on_the_table(made):
    figures = {piece.name: outlines(piece) - outlines(made["red"].pieces[0]) for piece in made["red"].pieces[1:]}
    (job,) = load([f"army-wars/{name}" for name in ("player-aid", "rosters", "cover")])
    for item in build.compose(job, Settings())[0]:
        drawn = outlines(item.pieces[0])
        shown = {name for name, figure in figures.items() if len(figure & drawn) > 15}
        assert len(shown) > 1, (item.product.name, shown)


def test_letters_can_be_read(made):
    for item in made.values():
        for piece in item.pieces:
            for text, at in walk_kind(piece.front, Text):
                assert text.size * abs(at[0] * at[3] - at[1] * at[2]) ** 0.5 >= 6.5


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_an_army_takes_two_sheets_of_soldiers_of_26_by_33_millimetres(paper, tmp_path):
    build.build(["army-wars/blue-soldiers"], Settings(paper=paper, out=tmp_path, look="saver"))
    sheets = pages(tmp_path / "army-wars" / "blue-soldiers.pdf")
    assert len(sheets) == 2
    sizes = [page.size(i) for page in sheets for i in range(len(page.cuts)) if page.size(i)[1] > 60]
    assert sizes == [pytest.approx((26, 2 * 33 + 2 * 8), abs=0.05)] * 36
    first = sheets[0]
    left, top = min(x for x, _ in first.cuts[0]), min(y for _, y in first.cuts[0])
    levels = {round(a[1] - top, 1) for a, b in first.folds if abs(min(a[0], b[0]) - left) < 0.1}
    assert {8.0, 41.0, 74.0} <= levels
