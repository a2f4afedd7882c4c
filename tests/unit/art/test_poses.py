"""Poses: whole figures of the parts of a bust, whose hands lie on what they hold, and whose arms are of one piece."""

from math import dist
from typing import Any

import pytest
from drawn import Shelf, told

from printgen.art.casting import Casting, unknown_parts
from printgen.art.parts import check_part
from printgen.art.poses import BUST, Pose, elbow, hold_parts, trunk_warp
from printgen.base.units import Box, Matrix, apply, compose, mm
from printgen.drawing.extent import walk
from printgen.drawing.model import Group, Path
from printgen.drawing.outlines import bounds, flatten, transform_outline
from printgen.drawing.pieces import PartError, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.library import default_library

LIBRARY = default_library()
STUDIO = LIBRARY.studio
PARTS = STUDIO.parts
POSES = [*STUDIO.poses]
TINTS = Tints({**LIBRARY.palette("dossier"), "main": "#5A6338"})
WINDOW = Box(0, 0, mm(51), mm(47.6))
LOOK = {
    "scene": "none",
    "torso": "fatigues",
    "neck": "neck",
    "head": "head",
    "cloth": "#123456",
    "front": ["rifle-front"],
}


def pose_of(name: str) -> Pose:
    return check_part(Pose, STUDIO.poses[name], name)


def painted(**look: Any) -> list[tuple[Path, Matrix]]:
    """The shapes of a figure and where they lie in its window."""
    picture = STUDIO.picture({**LOOK, **look}, WINDOW, TINTS, 1)
    assert isinstance(picture, Group)
    return [(item, at) for item, at in walk(picture.items) if isinstance(item, Path)]


def fills(**look: Any) -> list[str]:
    return [str(item.fill) for item, _ in painted(**look) if item.fill]


@pytest.mark.parametrize("name", POSES)
def test_hands_of_a_pose_lie_where_the_grips_of_what_they_hold_are(name: str) -> None:
    pose, held = pose_of(name), PARTS.get("rifle-front")
    ((left, right),), idle = hold_parts(pose, [held], PARTS.get("fatigues"), PARTS, False, 1.0)
    moved = compose(pose.upper(), pose.held.matrix(50, 90))
    spots = [apply(compose(moved, hold.matrix), *hold.grip.at) for hold in held.holds]
    assert [apply(hand.over[0].matrix, 0, 0) for hand in (left, right)] == [pytest.approx(spot) for spot in spots]
    assert idle == []


@pytest.mark.parametrize("name", POSES)
def test_arms_of_a_pose_reach_from_shoulder_to_hand(name: str) -> None:
    pose = pose_of(name)
    held, idle = hold_parts(pose, [PARTS.get("pistol")], PARTS.get("fatigues"), PARTS, False, 1.0)
    assert [len(held[0]), len(idle)] == [1, 1]
    shoulders = [apply(pose.upper(), *arm.shoulder) for arm in (pose.left, pose.right)]
    begun = set()
    for hand in (held[0][0], idle[0]):
        points = [point for shape in hand.upper[0].shapes for part in flatten(shape.outline) for point in part]
        near = [min(dist(point, shoulder) for point in points) for shoulder in shoulders]
        assert min(near) < 16
        begun.add(near.index(min(near)))
        forearm = [laid for laid in (*hand.under, *hand.over) if laid.shapes[0].layer.fill == "cloth"][-1]
        end = apply(forearm.matrix, 90, 0)
        assert min(dist(point, end) for point in points) < 12
    assert begun == {0, 1}


def test_who_shows_forearms_of_his_own_has_no_third_arm() -> None:
    pose = pose_of("three-quarter")
    ((rockets,),), idle = hold_parts(pose, [PARTS.get("wrist-rockets")], PARTS.get("tunic"), PARTS, False, 1.0)
    assert rockets.upper and not (rockets.under or rockets.over)
    assert len(idle) == 1 and idle[0].over[0].matrix[4] < 50


@pytest.mark.parametrize("name", POSES)
def test_a_pose_is_seen_in_its_window(name: str) -> None:
    """The crown stays in the window, and the figure fills its height, about down to the role of a card."""
    boxes = [
        bounds(tuple((step[0], *_mapped(at, step[1:])) for step in item.outline)) for item, at in painted(pose=name)
    ]
    top, bottom = min(box.y for box in boxes), max(box.bottom for box in boxes)
    assert top > -mm(3) and bottom > mm(39)
    left, right = min(box.x for box in boxes), max(box.right for box in boxes)
    assert left > -mm(2) and right < WINDOW.w + mm(2)


@pytest.mark.parametrize("hat", ["samurai-helmet", "crested-helmet", "officer-helmet"])
@pytest.mark.parametrize("name", [BUST, *POSES])
def test_no_hat_is_cut_by_the_window(name: str, hat: str) -> None:
    own = [
        bounds(tuple((step[0], *_mapped(at, step[1:])) for step in item.outline))
        for item, at in painted(pose=name, headgear=hat, main="#654321")
        if item.fill == "#654321"
    ]
    assert own and min(box.y for box in own) > mm(0.5)


def test_only_a_tall_hat_makes_a_figure_smaller() -> None:
    def size(**look: str) -> float:
        return round(next(at[0] for item, at in painted(**look) if item.fill == "#123456") / mm(1), 3)

    assert size() == size(headgear="beret") == 0.445
    assert size() > size(headgear="samurai-helmet") > 0.8 * size()


def _mapped(at: Matrix, numbers: tuple[Any, ...]) -> tuple[float, ...]:
    return tuple(value for x, y in zip(numbers[::2], numbers[1::2], strict=True) for value in apply(at, x, y))


def test_who_turns_his_back_shows_no_face_but_what_he_carries() -> None:
    iris, tank = "#12FE34", {"back": ["scuba-tanks"], "eyes": "keen-eyes", "eye-color": "#12FE34"}
    assert iris in fills(**tank) and iris in fills(**tank, pose="three-quarter")
    assert iris not in fills(**tank, pose="back")
    # The tanks lie over the torso, which hides them from the front.
    cloth, amber = "#123456", TINTS.resolve("amber")
    order = [fill for fill in fills(**tank, pose="back", front=[]) if fill in (cloth, amber)]
    assert order[-1] == amber
    assert next(fill for fill in fills(**tank, pose="kneeling", front=[]) if fill in (cloth, amber)) == amber


def test_a_driver_with_a_pose_stands_before_the_craft() -> None:
    craft = {"craft": "jeep", "scene": "desert", "inset": "right"}
    driver, roundel = fills(**craft, pose="three-quarter", front=[]), fills(**craft, front=[])
    boots = TINTS.resolve("gunmetal")
    assert driver[-40:] != roundel[-40:] and driver.count("#123456") > roundel.count("#123456") + 4
    assert boots in driver


def test_clothes_say_what_limbs_are_like() -> None:
    skin = STUDIO.skins["light"][0]
    bare, sleeved = (fills(torso=torso, pose="three-quarter") for torso in ("tank-top", "fatigues"))
    assert bare.count(skin) > sleeved.count(skin)
    assert fills(torso="tank-top", pose="three-quarter", main="#654321").count("#654321") > 3


def test_an_elbow_is_on_the_side_to_which_it_bends_and_never_out_of_reach() -> None:
    assert elbow((0, 0), (0, 60), (40, 40), (-1, 0))[0] < -20 and elbow((0, 0), (0, 60), (40, 40), (1, 0))[0] > 20
    assert elbow((0, 0), (0, 200), (40, 40), (1, 0)) == pytest.approx((0, 100))


def test_a_trunk_is_taller_and_narrower_than_the_torso_of_a_bust() -> None:
    move = trunk_warp(pose_of("three-quarter"))
    assert move(30, 75) == pytest.approx((30 + 6 * (1 - (20 / 48) ** 2), 75))
    assert move(2, 112)[1] > 125 and move(2, 112)[0] > 20


def test_a_face_that_says_where_a_figure_stands_shows_a_bust() -> None:
    from printgen.art.picture import Stance

    stance = Stance(mm(1), mm(1), 0.2)
    drawn = [STUDIO.picture({**LOOK, "pose": pose}, WINDOW, TINTS, 1, False, stance) for pose in (BUST, "kneeling")]
    assert drawn[0] == drawn[1]
    assert fills(pose="kneeling") != fills()


def test_a_pose_that_there_is_not_is_told() -> None:
    with pytest.raises(PartError, match=r"there is no pose 'kneelin'. Did you mean 'kneeling'\?"):
        fills(pose="kneelin")


def test_a_pose_that_rules_ask_for_in_vain_is_told_in_their_file(shelf: Shelf) -> None:
    shelf.write("art/casting.yaml", "defaults: {pose: {any: [bust, runing]}}\n")
    casting = shelf.library.parse(shelf.library.files("art/casting.yaml")[-1], Casting)
    (finding,) = told(list(unknown_parts(casting, STUDIO)))
    assert finding == "casting.yaml:1:18 there is no pose 'runing' | Did you mean 'running'?"


def test_a_mistake_in_a_pose_is_told_in_its_file(shelf: Shelf) -> None:
    shelf.write("art/poses.yaml", "sitting: {frame: {x: 1, y: 2, scale: 0.2}, belt: [50], left: {}, right: {}}\n")
    with pytest.raises(TemplateProblem) as caught:
        shelf.library.studio.picture({"scene": "none", "pose": "sitting"}, WINDOW, TINTS, 1)
    assert any(finding.startswith("poses.yaml:1:") and "belt" in finding for finding in told(caught.value.findings))


@pytest.mark.parametrize(("inset", "left", "top"), [
    ("left", True, True), ("right", False, True), ("low-left", True, False), ("low-right", False, False),
])  # fmt: skip
def test_the_driver_of_a_craft_is_shown_in_the_corner_that_is_asked_for(inset: str, left: bool, top: bool) -> None:
    shapes = painted(craft="jeep", inset=inset, scene="desert")
    boxes = [bounds(transform_outline(path.outline, at)) for path, at in shapes if path.fill == TINTS.resolve("sand")]
    (rim,) = [box for box in boxes if (box.w, box.h) == pytest.approx((mm(14.4), mm(14.4)))]
    assert (rim.x < WINDOW.w / 2, rim.y < WINDOW.h / 2) == (left, top)
    assert 0 < rim.x < rim.right < WINDOW.w and 0 < rim.y < rim.bottom < WINDOW.h
