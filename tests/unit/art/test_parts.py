"""Parts of pictures: read from data, coloured, put together, and every mistake in them named."""

from typing import Any

import pytest
import yaml
from drawn import PARTS, Shelf, corners, told
from tables import tables

from printgen.art.parts import Parts, paint, silhouette
from printgen.base.units import Box
from printgen.drawing.extent import walk
from printgen.drawing.model import Group, Path, Place, Stroke
from printgen.drawing.outlines import bounds, circle, parse_path, star
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints

TABLES = tables(__file__)

SPOTTED = {"rect": [0, 0, 100, 100], "fill": "ink", "pattern": ["dots", 4], "clip": "anchor"}
TINTS = Tints({"ink": "#101010", "main": "#405020", "sand": "#F0E0C0"})


def shapes(layer: dict[str, Any], **others: Any) -> list[Path]:
    """What a part of one layer draws, each on its place in the box of 100."""
    parts = Parts({"it": {"slot": "piece", "layers": [layer], **others}, **yaml.safe_load(PARTS)})
    items = paint(parts.get("it").layers, TINTS, parts)
    found = [item for item, _ in walk(items)]
    assert all(isinstance(item, Path) for item in found)
    return [item for item in found if isinstance(item, Path)]


def box(path: Path) -> tuple[float, ...]:
    return tuple(round(v, 3) + 0.0 for v in bounds(path.outline))


def test_every_kind_of_shape() -> None:
    kinds: list[tuple[dict[str, Any], object]] = [
        ({"d": "M1 2 L3 4"}, parse_path("M1 2 L3 4")),
        ({"circle": [50, 40, 10]}, circle(50, 40, 10)),
        ({"star": [50, 40, 10]}, star(50, 40, 10)),
        ({"star": [50, 40, 10, 0.5]}, star(50, 40, 10, 0.5)),
    ]
    for layer, outline in kinds:
        (path,) = shapes({**layer, "fill": "main"})
        assert (path.outline, path.fill) == (outline, "#405020")
    assert box(shapes({"rect": [1, 2, 30, 40], "fill": "ink"})[0]) == (1, 2, 30, 40)
    assert box(shapes({"ellipse": [50, 50, 20, 10], "fill": "ink"})[0]) == (30, 40, 40, 20)
    assert box(shapes({"poly": [1, 1, 9, 1, 5, 8], "fill": "ink"})[0]) == (1, 1, 8, 7)


def test_lines_are_round_and_grow_with_their_shape() -> None:
    (path,) = shapes({"d": "M0 0 L10 0", "stroke": "main dark 20", "width": 2, "scale": 3})
    assert path.fill is None
    assert path.stroke == Stroke(TINTS.resolve("main dark 20"), 6.0, (), "round", "round")


def test_places_and_turns() -> None:
    base = {"rect": [0, 0, 10, 4], "fill": "ink"}
    assert box(shapes({**base, "at": [20, 30]})[0]) == (20, 30, 10, 4)
    assert box(shapes({**base, "at": [20, 30], "rotate": 90})[0]) == (16, 30, 4, 10)
    assert box(shapes({**base, "scale": [2, 3]})[0]) == (0, 0, 20, 12)
    assert [box(p) for p in shapes({**base, "mirror": True})] == [(0, 0, 10, 4), (90, 0, 10, 4)]
    assert [box(p) for p in shapes({**base, "flip": True})] == [(90, 0, 10, 4)]
    assert [box(p) for p in shapes({**base, "repeat": [3, 12, 1]})] == [(0, 0, 10, 4), (12, 1, 10, 4), (24, 2, 10, 4)]
    assert len(shapes({**base, "repeat": [3, 12, 0], "mirror": True})) == 6


def test_groups_and_other_parts_move_as_one() -> None:
    inner = [{"rect": [0, 0, 10, 10], "fill": "ink"}, {"rect": [10, 0, 5, 5], "fill": "main"}]
    assert [box(p) for p in shapes({"group": inner, "at": [1, 2], "scale": 2})] == [(1, 2, 20, 20), (21, 2, 10, 10)]
    (anchor,) = shapes({"part": "anchor", "at": [50, 50], "scale": 0.1})
    assert box(anchor) == (50, 50, 10, 10)


def test_patterns_and_clips() -> None:
    parts = Parts(yaml.safe_load(PARTS) | {
        "it": {"slot": "piece", "layers": [SPOTTED]}
    })  # fmt: skip
    parts.raw["anchor"]["layers"][0]["edge"] = True
    (item,) = paint(parts.get("it").layers, TINTS, parts)
    assert isinstance(item, Place) and bounds(item.group.clip or ()) == Box(0, 0, 100, 100)
    (inner,) = item.group.items
    assert (
        isinstance(inner, Place)
        and isinstance(inner.group, Group)
        and bounds(inner.group.clip or ()) == Box(0, 0, 100, 100)
    )


def test_silhouettes_are_the_edge_shapes_grown() -> None:
    part = {
        "slot": "head",
        "layers": [{"circle": [50, 50, 9], "fill": "ink", "edge": True}, {"rect": [0, 0, 1, 1], "fill": "ink"}],
    }
    (rim,) = silhouette(Parts({"it": part}).get("it").layers, "#FFFFFF", 2.5)
    assert rim == Path(circle(50, 50, 9), "#FFFFFF", Stroke("#FFFFFF", 5.0, (), "round", "round"))


MISTAKES = [
    ("{slot: hed, layers: []}", "1:12 slot has the unknown value \"hed\" | Did you mean 'head'?"),
    ("{layers: []}", '1:5 the key "slot" is missing | Add slot: and its value.'),
    ("{slot: head, layers: [], layer: []}", "1:30 unknown key \"layer\" | Did you mean 'layers'?"),
    ("{slot: head, layers: [{circel: [1, 2], d: M0 0}]}", "1:28 unknown key \"circel\" | Did you mean 'circle'?"),
    ("{slot: head, layers: [{fill: ink}]}", "1:27 item 1 of layers: a layer needs one of d, circle"),
    ("{slot: head, layers: [{d: M0 0, circle: [1, 2, 3]}]}", "1:27 item 1 of layers: a layer needs one of d, circle"),
    ("{slot: head, layers: [{d: M0 0 L1}]}", "1:31 d: 'L' takes 2 numbers, not 1"),
    ("{slot: head, layers: [{circle: [1, 2]}]}", "1:36 circle is 2 items long; it must be at least 3"),
    ("{slot: head, layers: [{circle: 5}]}", "1:36 circle should be a list, not the number 5"),
    ("{slot: head, layers: [{poly: [1, 2, 3, 4, 5]}]}", "1:27 item 1 of layers: poly has an x without a y"),
    ("{slot: head, layers: [{d: M0 0, pattern: [dts, 1]}]}", 'has the unknown value "dts" | Did you mean'),
    ("{slot: head, layers: [{part: anchr}]}", "1:34 there is no art part 'anchr' | Did you mean 'anchor'?"),
    ("{slot: head, layers: [{part: it}]}", "1:34 part 'it' holds itself"),
    (
        "{slot: head, layers: [{scale: 1001, group: [{scale: 1000, d: M0 0}]}]}",
        "1:49 a layer grows, or moves, more than 1,000,000 times its own units | Lower its scale.",
    ),
]


@pytest.mark.parametrize(("text", "words"), MISTAKES)
def test_mistakes_in_parts(shelf: Shelf, text: str, words: str) -> None:
    shelf.write("art/parts/mine.yaml", f"it: {text}\n")
    with pytest.raises(TemplateProblem) as caught:
        shelf.library.studio.parts.get("it")
    (finding,) = told(caught.value.findings)
    assert words in finding and finding.startswith("mine.yaml:1:"), finding


LOOK = {"head": "head", "torso": "vest", "scene": "field", "main": "#405020", "headgear": "helmet", "hair": "curls"}
IMAGE = 'image: {x: 2, y: 3, w: 40, h: 30, look: "{{ card.look }}", seed: "{{ card.seed }}"}'


def fills(shelf: Shelf, **look: Any) -> list[str | None]:
    drawn = shelf.items(IMAGE, card={"name": "Soup", "look": {**LOOK, **look}, "seed": 0})
    assert drawn.findings == []
    return drawn.fills()


def test_a_part_hides_what_it_covers(shelf: Shelf) -> None:
    hair = "#3A2A1C"
    assert hair not in fills(shelf)
    assert hair in fills(shelf, headgear="none")


def test_a_part_that_stands_beside_another_is_not_drawn_alone(shelf: Shelf) -> None:
    rim = '{slot: eyewear, beside: headgear, layers: [{rect: [0, 0, 9, 9], fill: "#123456"}]}'
    shelf.write("art/parts/mine.yaml", f"locks: {rim}\n")
    assert "#123456" in fills(shelf, eyewear="locks")
    assert "#123456" not in fills(shelf, eyewear="locks", headgear="none")


def test_colours_of_a_look(shelf: Shelf) -> None:
    assert {"#E0B080", "#405020"} <= set(fills(shelf))
    assert {"#604020", "#111111"} <= set(fills(shelf, skin="dark", cloth="#111111"))
    assert "#222222" in fills(shelf, front=["rifle"])


def test_the_same_look_and_seed_give_the_same_picture(shelf: Shelf) -> None:
    def picture(seed: int) -> object:
        return shelf.items(IMAGE, card={"look": LOOK, "seed": seed}).items

    assert picture(1) == picture(1) == picture(4)
    assert len({picture(seed) for seed in range(9)}) == 3


def test_the_picture_stays_in_its_window(shelf: Shelf) -> None:
    drawn = shelf.items(IMAGE, card={"look": LOOK, "seed": 1})
    clips = [g.clip for g in (p.group for p in drawn.items if isinstance(p, Place)) if g.clip]
    (item, matrix) = next((i, m) for i, m in drawn.flat() if getattr(i, "fill", "") == "#8FB0C8")
    assert corners(item, matrix) == [(2, 3), (42, 33)]
    assert len(clips) <= 1


def test_a_craft_may_have_its_driver_in_a_corner(shelf: Shelf) -> None:
    assert "#E0B080" in fills(shelf, craft="jeep")
    assert "#E0B080" not in fills(shelf, craft="jeep", inset="none")


@pytest.mark.parametrize(
    ("look", "words"),
    TABLES["mistakes_in_a_look_are_told_at_the_card"],
)
def test_mistakes_in_a_look_are_told_at_the_card(shelf: Shelf, look: dict[str, Any], words: str) -> None:
    drawn = shelf.items(IMAGE, card={"name": "Soup", "look": {**LOOK, **look}, "seed": 0})
    (finding,) = drawn.findings
    assert finding.where == ("cards.yaml", 2, 3) and finding.code == "art"
    assert finding.message.startswith("the picture of Soup: ") and words in finding.message


SCENE_MISTAKES = [
    (
        'colors: {near: "#304020"}, back: [{fll: near}]',
        "item 1 of back: a scene has no layer 'fll' | Did you mean 'fill'?",
    ),
    ("back: [{fill: near}]", 'the key "colors" is missing | Add colors: and its value.'),
    ('colors: {far: "#304020"}, back: []', "colors: has no near | Add near:"),
    ('colors: {near: "#304020"}, back: [{sun: near, siize: 9}]', "unknown key \"siize\" | Did you mean 'size'?"),
    ('colors: {near: "#304020"}, back: [{sun: nearr}]', "'nearr' is not a colour here | Did you mean 'near'?"),
    ('colors: {near: "#304020"}, back: [{put: anchr}]', "there is no art part 'anchr' | Did you mean 'anchor'?"),
    ('colors: {near: "#304020"}, back: [{rays: many}]', 'rays should be a whole number, not the text "many"'),
    ('colors: {near: "#304020"}, back: [{stars: near, count: 900}]', "count is 900; it must be from 1 to 500"),
]


@pytest.mark.parametrize(("text", "words"), SCENE_MISTAKES)
def test_a_mistake_in_a_scene_is_found_in_its_file(shelf: Shelf, text: str, words: str) -> None:
    shelf.write("art/scenes/all.yaml", f"field: {{{text}}}\n")
    (finding,) = told(shelf.items(IMAGE, card={"look": LOOK, "seed": 0}).findings)
    assert words in finding and finding.startswith("all.yaml:1:"), finding
