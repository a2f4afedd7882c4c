"""Light backs: words that can be read; which cards have them, and who says otherwise."""

from __future__ import annotations

import pytest
from kitchen import Kitchen, Run

import printgen
from printgen.base.folders import templates_folder
from printgen.base.units import Box, mm
from printgen.drawing.extent import walk, walk_kind
from printgen.drawing.model import Drawing, Gradient, Path, Place, Rect, Text
from printgen.drawing.outlines import bounds, circle
from printgen.drawing.recolor import lighten
from printgen.drawing.tints import luminance
from printgen.faces.library import Library
from printgen.kinds.cutter import _wash_back

BACK = "templates/faces/hero-back.yaml"
LIGHTLY = "looks:\n  light:\n    items:\n      - text: {x: 6, y: 30, text: lightly, font: body, size: 9}\n"


def lightly(kitchen: Kitchen) -> None:
    """The back says how it looks when it is light."""
    path = kitchen.folder / BACK
    path.write_text(path.read_text(encoding="utf-8") + LIGHTLY, encoding="utf-8")


def test_by_rule_a_back_without_facts_is_light_and_its_words_are_dark(kitchen: Kitchen) -> None:
    (light, *_), findings = kitchen.composed()
    (color, *_), _ = kitchen.composed(backs="color")
    assert findings == [] and light.front == color.front
    assert light.back and color.back and light.back != color.back
    words = [(text.text, luminance(text.color)) for text, _ in walk_kind(light.back, Text)]
    assert [word for word, _ in words] == ["Kitchen Heroes"] and words[0][1] < 0.1
    fills = [leaf.fill for leaf, _ in walk(light.back.items) if isinstance(leaf, Path | Rect) and leaf.fill]
    assert all(isinstance(fill, str) and luminance(fill) > 0.45 for fill in fills)


def test_a_back_that_tells_of_its_card_stays_unless_the_product_says_so(kitchen: Kitchen) -> None:
    kitchen.edit(BACK, "{{ game.title }}", "{{ card.name }}")
    (color, *_), _ = kitchen.composed(backs="color")
    (usual, *_), _ = kitchen.composed()
    assert usual.back == color.back
    kitchen.edit("game.yaml", "    back: hero-back", "    back: hero-back\n    back-look: light")
    (light, *_), findings = kitchen.composed()
    assert light.back != color.back and findings == []


def test_a_product_keeps_its_backs_in_color_and_the_command_line_stands_above_it(kitchen: Kitchen) -> None:
    (light, *_), _ = kitchen.composed()
    kitchen.edit("game.yaml", "    back: hero-back", "    back: hero-back\n    back-look: color")
    (color, *_), findings = kitchen.composed()
    assert findings == [] and color.back != light.back
    assert kitchen.composed(backs="light")[0][0].back == light.back


def test_who_composes_a_product_in_python_says_how_its_backs_look(kitchen: Kitchen) -> None:
    heroes = printgen.load(kitchen.folder)["heroes"]
    for backs in ("color", "light"):
        assert next(iter(heroes.compose(backs=backs))).back == kitchen.composed(backs=backs)[0][0].back


def test_a_face_says_itself_how_it_is_light(kitchen: Kitchen) -> None:
    lightly(kitchen)
    (piece, *_), findings = kitchen.composed()
    assert piece.back and [text.text for text, _ in walk_kind(piece.back, Text)] == ["lightly"]
    assert findings == []
    # A face that draws otherwise, and says nothing of it, is not drawn as that one is.
    kitchen.write(
        "templates/faces/other.yaml", "extends: hero-back\nitems:\n  - rect: {bleed: true, fill: '#203040'}\n"
    )
    kitchen.edit("game.yaml", "    back: hero-back", "    back: other")
    (piece, *_), _ = kitchen.composed()
    assert piece.back and [text.text for text, _ in walk_kind(piece.back, Text)] == ["Kitchen Heroes"]


def test_a_look_that_saves_ink_is_that_of_backs_too(kitchen: Kitchen) -> None:
    saver, light = kitchen.composed(look="saver")[0][0], kitchen.composed(look="saver", backs="light")[0][0]
    assert saver.front == light.front and saver.back != light.back
    assert kitchen.composed(backs="saver")[0][0].back == saver.back


def test_a_check_draws_backs_in_color_too(kitchen: Kitchen) -> None:
    lightly(kitchen)
    kitchen.edit(BACK, "pattern: checks", 'pattern: "{{ nothing.here }}"')
    assert [line.partition(" ")[2] for line in kitchen.findings()] == ["template"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--backs", "lihgt"), "Did you mean 'light'?"),
        (("--look", "light"), "there is no look 'light'"),
    ],
)
def test_looks_that_there_are_not(kitchen: Kitchen, run: Run, words: tuple[str, ...], told: str) -> None:
    done = run("build", kitchen.folder, *words)
    assert done.code == 2 and told in done.err


def test_an_unknown_look_of_a_product_is_told_at_its_line(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", "    back: hero-back", "    back: hero-back\n    back-look: lite")
    assert kitchen.findings() == [f"game.yaml:{kitchen.line('game.yaml', 'lite')} unknown-look"]


def test_what_shows_through_and_flows_becomes_light_and_keeps_its_shape() -> None:
    flow = Gradient(((0, "#000000"), (1, "#FF000080")), (0, 0, 9, 0))
    items = (Rect(0, 0, 40, 40, "#00000080"), Path(circle(20, 20, 9), flow), Text(2, 20, "a", "body", 9, "#FFFFFF"))
    made = lighten(Drawing(40, 40, items), 0.34, 3, circle(20, 20, 20))
    ground, disc, word, edge = (leaf for leaf, _ in walk(made.items))
    assert isinstance(ground, Rect) and ground.fill == "#BEBEBE80"
    assert isinstance(disc, Path) and isinstance(disc.fill, Gradient)
    assert [color[7:] for _, color in disc.fill.stops] == ["", "80"] and disc.fill.stops[1][1][:3] == "#FF"
    assert isinstance(word, Text) and luminance(word.color) < 0.1
    assert isinstance(edge, Path) and edge.stroke and (edge.stroke.color, edge.stroke.width) == ("#FFFFFF", 6)


@pytest.mark.parametrize(("sides", "rim"), [((16, 40), 2), ((40, 16), 2), ((63, 88), 3)])
def test_the_rim_is_an_eighth_of_the_shorter_side_at_most(sides: tuple[float, float], rim: float) -> None:
    box = Box(0, 0, *map(mm, sides))
    wash = Library((templates_folder(),)).for_backs("light")
    assert wash and wash.rim == pytest.approx(mm(3))
    (place,) = _wash_back(Drawing(box.w, box.h, (Rect(*box, "#203040"),)), wash, lambda *_: True).items
    assert isinstance(place, Place) and place.group.clip
    assert bounds(place.group.clip) == pytest.approx(box.grown(-mm(rim)))
