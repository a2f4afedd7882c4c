"""What spaces show: landmarks that differ from those of neighbours and stand free, figures on which nothing lies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from go_joe import DECKS, RECIPE, SPACE, varied

from printgen.base.folders import templates_folder
from printgen.base.units import Box, Matrix, apply, compose
from printgen.drawing.extent import transform_box, walk_kind
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Text
from printgen.drawing.outlines import bounds, flatten, transform_outline
from printgen.drawing.tints import contrast
from printgen.faces.library import Library
from printgen.kinds.board.square_art import TURNS, landmarks_of, space
from printgen.kinds.board.square_plan import make_board
from printgen.kinds.board.terrain import Terrain, Terrains
from printgen.kinds.board.terrain_layers import FeatureLayer, reach

TERRAINS = ["jungle", "swamp", "sea", "desert", "mountain", "forest", "urban", "arctic"]


@pytest.fixture(scope="module")
def art() -> Terrains:
    return Terrains(Library((templates_folder(),)))


@pytest.mark.parametrize("arrangement", ["plain", "clumped", "symmetric"])
def test_neighbours_of_one_terrain_have_other_landmarks(arrangement: str) -> None:
    recipe = varied(RECIPE, arrangement=arrangement)
    corners = 0
    for seed in range(30):
        board = make_board(recipe, seed, DECKS)
        shown = landmarks_of(board)
        assert set(shown) == set(board.cells) and set(shown.values()) <= set(range(TURNS))
        for (one, there), (other, here) in combinations(shown.items(), 2):
            across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
            if max(across, down) == 1 and board.cells[one] == board.cells[other] and there == here:
                # In a clump it happens across a corner, about once on a board.
                assert across and down, (seed, one, other)
                corners += 1
    assert corners < 2 * 30


def test_a_board_shows_the_same_landmarks_each_time_and_another_seed_others() -> None:
    one, again, other = (landmarks_of(make_board(RECIPE, seed, DECKS)) for seed in (5, 5, 6))
    assert one == again != other


def placed(items: tuple[Item, ...], matrix: Matrix) -> Iterator[tuple[Group, Place]]:
    """The symbols of a motif, each where it stands."""
    for item in items:
        if isinstance(item, Place):
            whole = compose(matrix, item.matrix)
            yield item.group, Place(item.group, whole)
            yield from placed(item.group.items, whole)


def standing(terrain: Terrain, drawn: Drawing, names: set[str]) -> list[tuple[str, Box]]:
    """The symbols of some names in a space, in the order in which they are drawn."""
    known = {group: name for name in names for group in terrain.symbols[name]}
    found = placed(drawn.items, (1, 0, 0, 1, 0, 0))
    return [(known[group], reach(place)) for group, place in found if group in known]


def landmarks(terrain: Terrain) -> set[str]:
    features = [layer for layer in terrain.file.layers if isinstance(layer, FeatureLayer) and layer.by_turns]
    return {name for feature in features for name in feature.symbols}


@pytest.mark.slow
@pytest.mark.parametrize("name", TERRAINS)
def test_a_terrain_has_four_landmarks(art: Terrains, name: str) -> None:
    terrain, shown = art[name], dict[int, set[Group]]()
    pictures = {group for landmark in landmarks(terrain) for group in terrain.symbols[landmark]}
    for turn in range(TURNS):
        drawn = (space(terrain, SPACE, seed, "A1", turn=turn) for seed in range(8))
        shown[turn] = {group for one in drawn for group, _ in placed(one.items, (1, 0, 0, 1, 0, 0))} & pictures
    assert [len(found) for found in shown.values()] == [1] * TURNS
    assert len(set.union(*shown.values())) == TURNS


@pytest.mark.slow
@pytest.mark.parametrize("name", TERRAINS)
def test_what_stands_before_a_landmark_hides_little_of_it(art: Terrains, name: str) -> None:
    terrain, seen = art[name], 0
    marks, others = landmarks(terrain), set(terrain.symbols)
    for seed in range(12):
        drawn = standing(terrain, space(terrain, SPACE, seed, "A1", turn=seed % TURNS), others)
        for n, (mark, box) in enumerate(drawn):
            if mark in marks:
                seen += 1
                hidden = [other for _, other in drawn[n + 1 :]]
                parts = [part for other in hidden if min((part := other.common(box))[2:]) > 0]
                assert all(part.w * part.h <= 0.101 * box.w * box.h for part in parts)
                if name == "forest":
                    # Trees go on below it: only what would hide it is left out.
                    assert any(other.bottom > box.bottom + box.h and other.x > box.x for other in hidden)
    assert seen >= 4


@pytest.mark.slow
def test_no_figure_of_a_depth_lies_on_anything_and_nothing_on_it(art: Terrains) -> None:
    sea, figures = art["sea"], 0
    assert contrast(sea.color("depth"), sea.color("ground")) >= 4.5
    for seed in range(60):
        drawn = space(sea, SPACE, seed, "A1", turn=seed % TURNS)
        things = [box for _, box in standing(sea, drawn, set(sea.symbols))]
        for text, matrix in walk_kind(drawn, Text):
            if text.text.isdigit():
                letters = transform_box(Box(text.x, text.y - 0.72 * text.size, text.width, 0.72 * text.size), matrix)
                assert [box for box in things if min(box.common(letters)[2:]) > 0] == [], (seed, text.text)
                figures += 1
    assert figures > 100


def test_trees_stand_beside_a_trail_from_its_start_to_its_end(art: Terrains) -> None:
    forest = art["forest"]
    trees = {group for name in ("conifer", "broadleaf") for group in forest.symbols[name]}
    for seed in range(3):
        (motif,) = (item.group.items for item in space(forest, SPACE, seed, "A1").items if isinstance(item, Place))
        whole = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        ((trail, at),) = (
            (path, matrix)
            for path, matrix in walk_kind(motif, Path)
            if path.stroke and path.stroke.color == forest.color("path")
        )
        (points,) = flatten(transform_outline(trail.outline, at))
        # A tree stands around the middle of its trunk, a little above its foot.
        stand = [apply(place.matrix, 50, 70) for group, place in placed(motif, whole) if group in trees]
        beside = [(x - min(points, key=lambda point: abs(point[1] - y))[0], y) for x, y in stand]
        assert min(abs(away) for away, _ in beside) > 4, seed
        assert {away > 0 for away, _ in beside if abs(away) < 12} == {True, False}, seed


def test_a_coordinate_without_a_band_has_bare_ground_behind_it(art: Terrains) -> None:
    drawn = space(art["jungle"], SPACE, 1, "B7", band="none")
    items = [(item, matrix) for item, matrix in walk_kind(drawn, Path) if item.fill == art["jungle"].color("ground")]
    ((text, place),) = ((text, place) for text, place in walk_kind(drawn, Text) if text.text == "B7")
    name = transform_box(Box(text.x, text.y - 0.72 * text.size, text.width, 0.72 * text.size), place)
    plates = [transform_box(bounds(item.outline), matrix) for item, matrix in items]
    assert any(plate.common(name) == name for plate in plates)


@pytest.mark.parametrize("n", range(4))
def test_a_dune_is_light_on_one_side_and_dark_on_the_other(art: Terrains, n: int) -> None:
    desert = art["desert"]
    sides = {"lit": list[Box](), "mid": list[Box]()}
    for path, matrix in walk_kind(desert.symbols["dune"][n].items, Path):
        for side in sides:
            if path.fill == desert.color(side):
                sides[side].append(transform_box(bounds(path.outline), matrix))
    for light, dark in zip(sides["lit"], sides["mid"], strict=True):
        assert dark.x > light.x + 20 * light.w / 100 and dark.right > light.right
        # Wide and low, as sand lies.
        assert light.h < 0.45 * light.w
