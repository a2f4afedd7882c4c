"""Hands: whatever is before a chest is held, by hands that lie on it, in the colour of a skin or of gloves."""

from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from drawn import Shelf, told

from printgen.art.parts import PartDrawing, PartOutline
from printgen.art.poses import Hand, hands_of
from printgen.base.units import Box, apply, mm
from printgen.drawing.extent import walk
from printgen.drawing.model import Path
from printgen.drawing.outlines import bounds, flatten
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.library import default_library

LIBRARY = default_library()
PARTS = LIBRARY.studio.parts
FRONTS = PARTS.names("front")
TINTS = Tints({**LIBRARY.palette("dossier"), "main": "#5A6338"})
SKIN, DARK = (LIBRARY.studio.skins[name][0] for name in ("light", "dark"))
# How far from the edge of what it holds the middle of a hand may be, and what of the box a card's window shows.
NEAR, WINDOW = 6.0, Box(-4, 2, 112, 98)


def hands(held: PartDrawing, torso: str = "fatigues", gloved: bool = False) -> list[Hand]:
    return hands_of(held, [PARTS.get(torso)], PARTS, gloved)


def away(shape: PartOutline, x: float, y: float) -> float:
    """How far a point is from a shape; 0 upon it."""
    nearest, inside = 1e9, False
    for points in flatten(shape.outline, minimum=2):
        if shape.layer.fill:
            points = [*points, points[0]]
        for (x1, y1), (x2, y2) in pairwise(points):
            long = hypot(x2 - x1, y2 - y1) or 1e-9
            along = min(max(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long**2, 0), 1)
            nearest = min(nearest, hypot(x1 + along * (x2 - x1) - x, y1 + along * (y2 - y1) - y))
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
    if inside and shape.layer.fill:
        return 0.0
    return max(0.0, nearest - (shape.width / 2 if shape.layer.stroke else 0.0))


@pytest.mark.parametrize("name", FRONTS)
def test_what_is_before_a_chest_is_held_by_hands_that_lie_on_it(name: str) -> None:
    held = PARTS.get(name)
    assert bool(held.holds) is held.part.held
    edges = [shape for shape in (*held.layers, *held.over, *held.behind) if shape.layer.edge]
    for one in hands(held):
        (matrix,) = {laid.matrix for laid in one.over[:1]}
        x, y = apply(matrix, 0, 0)
        assert min(away(shape, x, y) for shape in edges) <= NEAR
        assert WINDOW.x <= x <= WINDOW.right and WINDOW.y <= y <= WINDOW.bottom


def large(one: Hand) -> float:
    """How many times its own area a hand covers."""
    a, b, c, d, _, _ = one.over[0].matrix
    return round(abs(a * d - b * c), 3)


def test_hands_are_of_one_size_on_whatever_they_hold() -> None:
    (usual,) = {large(one) for name in FRONTS for one in hands(PARTS.get(name))}
    (small,) = hands_of(PARTS.get("knife"), [], PARTS, False, bulk=0.8)
    assert large(small) < 0.7 * usual


def test_gliders_have_hands_on_their_bar() -> None:
    shapes = PARTS.get("glider").layers
    (bar,) = (bounds(shape.outline) for shape in shapes if shape.layer.stroke == "gunmetal" and shape.width > 3)
    fists = [bounds(shape.outline) for shape in shapes if shape.layer.fill == "hand"]
    assert [one.y < bar.y < one.bottom and bar.x < one.x and one.right < bar.right for one in fists] == [True, True]


def test_forearms_lead_out_of_the_picture() -> None:
    for name in FRONTS:
        for one in hands(PARTS.get(name), gloved=True):
            for laid in (*one.under[1:], *one.over[1:]):
                x, y = apply(laid.matrix, 90, 0)
                assert y > 60 and (y > 100 or not 4 < x < 96), name


def fills(**look: Any) -> list[str]:
    """What the hands of somebody without a head are filled with, and all else there is."""
    look = {"scene": "none", "torso": "fatigues", "cloth": "#123456", "front": ["pistol"], **look}
    picture = LIBRARY.studio.picture(look, Box(0, 0, mm(51), mm(47)), TINTS, 1)
    return [str(item.fill) for item, _ in walk(picture.items) if isinstance(item, Path) and item.fill]


def test_hands_take_the_skin_or_the_gloves_of_a_look() -> None:
    assert SKIN in fills() and DARK not in fills()
    assert DARK in fills(skin="dark") and SKIN not in fills(skin="dark")
    assert "#4A4A4A" in fills(gloves="#4A4A4A") and SKIN not in fills(gloves="#4A4A4A")


def test_clothes_bring_gloves_and_a_look_takes_them_off() -> None:
    assert TINTS.resolve("leather") in fills(torso="parka-coat") and SKIN not in fills(torso="parka-coat")
    assert SKIN in fills(torso="parka-coat", gloves="none")
    assert SKIN not in fills(headgear="balaclava-plain")


def test_arms_are_sleeved_or_bare_as_the_clothes_are() -> None:
    assert fills(front=["pistol"]).count("#123456") > fills(front=["parrot"]).count("#123456")
    bare = [fills(torso="tank-top", front=[front]).count(SKIN) for front in ("parrot", "knife", "spear-front")]
    # A hand and its forearm, each.
    assert bare[1] - bare[0] >= 2 and bare[2] - bare[0] == 2 * (bare[1] - bare[0])


GRIP = "rod: {{slot: front, grips: [{{part: {hand}, at: [50, 80]}}], layers: [{{rect: [0, 0, 9, 9], fill: ink}}]}}\n"
HANDS = """\
palm: {slot: piece, wrist: {at: [9, 0]}, layers: [{circle: [0, 0, 9], fill: hand}]}
arm-sleeve: {slot: piece, layers: [{rect: [0, -5, 80, 10], fill: cloth}]}
gown: {slot: torso, arm: slevee, layers: [{rect: [0, 0, 9, 9], fill: cloth}]}
"""


def test_a_hand_or_an_arm_that_there_is_not_is_told_in_its_file(shelf: Shelf) -> None:
    shelf.write("art/parts/hands.yaml", HANDS)
    shelf.write("art/parts/rod.yaml", GRIP.format(hand="plam"))
    parts = shelf.library.studio.parts
    with pytest.raises(TemplateProblem) as caught:
        hands_of(parts.get("rod"), [], parts, False)
    (finding,) = told(caught.value.findings)
    assert finding.startswith("rod.yaml:1:") and "there is no art part 'plam' | Did you mean 'palm'?" in finding


def test_an_arm_that_there_is_not_is_told_at_its_clothes(shelf: Shelf) -> None:
    shelf.write("art/parts/hands.yaml", HANDS)
    shelf.write("art/parts/rod.yaml", GRIP.format(hand="palm"))
    parts = shelf.library.studio.parts
    assert len(hands_of(parts.get("rod"), [], parts, False)) == 1
    with pytest.raises(TemplateProblem) as caught:
        hands_of(parts.get("rod"), [parts.get("gown")], parts, False)
    (finding,) = told(caught.value.findings)
    assert finding.startswith("hands.yaml:3:") and "there is no art part 'slevee'" in finding
