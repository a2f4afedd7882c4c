"""Standees: measured in the PDF, folded in space, back behind front, refused at their lines."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from cutlines import pages
from folding import folded
from kitchen import Kitchen

import printgen
from printgen.base.units import Box, apply, mm, to_mm
from printgen.build import jobs
from printgen.build import stages as build
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Path as Path_
from printgen.drawing.model import Rect, Text
from printgen.drawing.outlines import parts_of
from printgen.kinds.standee import Standee

HERO = """\
unit: mm
palettes: [dossier]
params: {side: front}
items:
  - rect: {x: 2, y: 3, w: 5, h: 4, fill: "#FF0000"}
  - text: {x: 1, y: 20, w: 18, text: "{{ card.name }} {{ side }}", font: body, size: 6}
    when: side == 'front'
"""


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    made = Kitchen.copied(tmp_path / "kitchen-heroes")
    made.write("templates/faces/figure.yaml", HERO)
    return made


def built(kitchen: Kitchen, keys: str) -> list:
    kitchen.add_product("army", f"kind: standee\ntitle: Army\nlist: heroes.yaml\nrecord: hero\nfront: figure\n{keys}")
    out = kitchen.folder.parent / "out"
    printgen.write([f"{kitchen.folder}/army"], printgen.Settings(out=out))
    return pages(out / kitchen.folder.name / "army.pdf")


def composed(kitchen: Kitchen, keys: str) -> list:
    kitchen.add_product("army", f"kind: standee\ntitle: Army\nlist: heroes.yaml\nrecord: hero\nfront: figure\n{keys}")
    (job,) = jobs.load([f"{kitchen.folder}/army"])
    (made,), found = build.compose(job, printgen.Settings())
    assert not [*job.findings, *found]
    return list(made.pieces)


def test_figure_flaps_and_folds_measure_what_is_asked_for(kitchen: Kitchen) -> None:
    page, *_ = built(kitchen, "size: 30x50mm\nfoot: 12mm")
    assert page.size() == pytest.approx((30, 2 * 50 + 2 * 12), abs=0.02)
    first = [fold for fold in page.folds if abs(fold[0][0] - min(x for x, _ in page.cuts[0])) < 0.1]
    top = min(y for _, y in page.cuts[0])
    levels = sorted({round(fold[0][1] - top, 1) for fold in first if fold[0][1] - top < 130})
    assert levels == pytest.approx([12, 62, 112], abs=0.05)


def test_many_share_a_sheet(kitchen: Kitchen) -> None:
    kitchen.write("heroes.yaml", "- {name: Ann, course: main, taste: 1, rule: A., copies: 10}\n")
    (page,) = built(kitchen, "size: 25x40mm")
    assert len(page.cuts) == 10


def test_the_size_may_differ_from_record_to_record(kitchen: Kitchen) -> None:
    kitchen.write("heroes.yaml", "- {name: 20x30mm, course: main, taste: 1, rule: A.}\n"
                                 "- {name: 40x60mm, course: main, taste: 1, rule: A., copies: 2}\n")  # fmt: skip
    (page,) = built(kitchen, 'size: "{{ card.name }}"\nfoot: 10mm')
    assert sorted(page.size(i) for i in range(3)) == [(20, 80), (40, 140), (40, 140)]


def corners(box: Box) -> list[tuple[float, float]]:
    return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]


def test_a_tent_closes_at_its_tab() -> None:
    shape = Standee(30, 50, 20, "tent")
    front, back = shape.front, shape.back
    floor = Box(0, front.bottom, 30, 20)
    panels = {"front": corners(front), "back": corners(back), "floor": corners(floor)}
    # A triangle of 50, 50 and 20: the law of cosines gives what is left between its sides.
    top = math.degrees(math.acos((2 * 50**2 - 20**2) / (2 * 50**2)))
    space = folded(panels, [("front", "back", 180 - top), ("front", "floor", 180 - (180 - top) / 2)])
    edge = {tuple(round(v, 3) for v in spot) for spot in space["back"][:2]}
    assert edge == {tuple(round(v, 3) for v in spot) for spot in space["floor"][2:]}
    (tab,) = shape.net().flaps
    assert math.dist(tab[0], tab[3]) == pytest.approx(30)


def test_folded_flaps_lie_in_one_plane_and_both_sides_on_each_other() -> None:
    shape = Standee(30, 50, 10, "flaps")
    panels = {"front": corners(shape.front), "back": corners(shape.back)}
    panels |= {f"{side} flap": corners(box) for side, box in shape.grounds.items()}
    space = folded(panels, [("front", "back", 180.0), ("front", "front flap", 90.0), ("back", "back flap", 90.0)])
    assert {round(y, 3) for _, y, _ in space["front flap"]} == {round(shape.front.bottom, 3)}
    assert {(round(x, 3), round(y, 3)) for x, y, _ in space["front"]} == {
        (round(x, 3), round(y, 3)) for x, y, _ in space["back"]
    }


def test_the_slots_of_figure_and_foot_are_half_as_deep_as_they_are_high() -> None:
    shape = Standee(30, 50, 12, "slot", slot=0.8)
    net = shape.net()
    steps = [step for step in net.outline if step[0] != "Z"]
    starts = [i for i, step in enumerate(steps) if step[0] == "M"]
    assert len(starts) == 3  # The figure, the foot, and the slot in the foot.
    hole = [step[1:] for step in steps[starts[2] :]]
    assert max(y for _, y in hole) - min(y for _, y in hole) == pytest.approx(
        12
    )  # Half of it on each side of the fold.
    assert max(x for x, _ in hole) - min(x for x, _ in hole) == pytest.approx(0.8)
    assert {step[2] for step in steps[:12]} >= {6.0, 2 * 50 + 2 * 12 - 6.0}


def test_a_slot_takes_two_layers_of_paper_and_a_little_more(kitchen: Kitchen) -> None:
    kitchen.write("heroes.yaml", "- {name: Ann, course: main, taste: 1, rule: A.}\n")
    (piece,) = composed(kitchen, "size: 30x50mm\nform: slot\nthickness: 0.5mm")
    assert piece.cut is not None
    xs = [step[1] for step in parts_of(piece.cut)[2] if len(step) > 1]
    assert to_mm(max(xs) - min(xs)) == pytest.approx(1.2)


def red(piece: object) -> list[Box]:
    found = []
    for item, matrix in walk_kind(piece.front, Rect):
        if item.fill == "#FF0000" and round(to_mm(item.w)) == 5:
            (ax, ay), (bx, by) = apply(matrix, item.x, item.y), apply(matrix, item.x + item.w, item.y + item.h)
            found.append(Box(*map(to_mm, (min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by)))))
    return list(dict.fromkeys(Box(*(round(v, 2) for v in box)) for box in found))


def test_the_back_is_the_front_mirrored_over_the_fold_and_is_told_its_side(kitchen: Kitchen) -> None:
    piece, *_ = composed(kitchen, "size: 30x50mm\nfoot: 10mm")
    front, back = red(piece)
    fold = 3 + 10 + 50
    assert (front.x, front.w, front.h) == (back.x, back.w, back.h) == (5, 5, 4)
    assert front.y - fold == pytest.approx(fold - back.bottom, abs=0.02) == pytest.approx(3, abs=0.02)
    assert sum(word.endswith("front") for word in words_of(piece.front)) == 2  # Twice painted, on the front alone.


def test_a_back_of_its_own_is_upright_for_who_stands_behind(kitchen: Kitchen) -> None:
    kitchen.write("templates/faces/rear.yaml", HERO.replace("when: side == 'front'", "when: side == 'back'"))
    piece, *_ = composed(kitchen, "size: 30x50mm\nfoot: 10mm\nback: rear")
    (_, matrix), *_ = [(t, m) for t, m in walk_kind(piece.front, Text) if t.text.endswith("back")]
    assert matrix[0] == pytest.approx(-1) and matrix[3] == pytest.approx(-1)  # Half a turn, and not mirrored.


def test_a_shadow_has_one_colour(kitchen: Kitchen) -> None:
    piece, *_ = composed(kitchen, "size: 30x50mm\nbehind: shadow")
    assert len(red(piece)) == 1
    assert "#3B4248" in {item.fill for item, _ in walk_kind(piece.front, Rect)}


@pytest.mark.parametrize(
    ("keys", "text", "code"),
    [
        ("size: 2x30mm", "size: 2x30mm", "bad-size"),
        ("size: 30x3000mm", "size: 30x3000mm", "bad-size"),
        ('size: "{{ card.nothing }}"', "card.nothing", "template"),
        ("size: 30x50mm\nfoot: 1mm", "foot: 1mm", "out-of-range"),
        ("size: 30x50mm\nform: hover", "form: hover", "unknown-value"),
        ("size: 30x50mm\nthickness: 0.3mm", "thickness: 0.3mm", "unused-key"),
        ("back: hero-back", "kind: standee", "missing"),
    ],
)
def test_what_is_no_standee_is_told_at_its_line(kitchen: Kitchen, keys: str, text: str, code: str) -> None:
    keys = f"kind: standee\ntitle: Army\nlist: heroes.yaml\nrecord: hero\nfront: figure\n{keys}"
    kitchen.add_product("army", keys)
    line = kitchen.line("game.yaml", text)
    found = kitchen.findings()
    if code == "missing":  # Neither the product nor the face says how large a figure is.
        assert any(one.endswith("bad-size") for one in found)
    else:
        assert f"game.yaml:{line} {code}" in found


PARTS = ("helmet", "beret")
LOOKING = """\
unit: mm
palettes: [dossier]
params: {side: front, w: 30, h: 50}
colors: {main: "#4B5B22"}
items:
  - image: {x: 2, y: 2, w: 26, h: 40, look: "{{ card.look }}", seed: "{{ auto.seed }}", scene: none}
  - text: {x: 1, y: 47, w: 28, text: "{{ card.name }}", font: body, size: 9, floor: 9}
"""


def test_a_figure_is_composed_as_on_a_card(kitchen: Kitchen) -> None:
    """A face of standees draws what records say of a look, and is told what cards are told."""
    kitchen.write("templates/faces/figure.yaml", LOOKING)
    heroes = [f"- {{name: {part}, course: main, taste: 1, rule: A., look: {{headgear: {part}}}}}" for part in PARTS]
    kitchen.write("heroes.yaml", "\n".join(heroes))
    one, other = composed(kitchen, "size: 30x50mm")
    assert len(list(walk_kind(one.front, Path_))) > 10
    assert {item.outline for item, _ in walk_kind(one.front, Path_)} != {
        item.outline for item, _ in walk_kind(other.front, Path_)
    }


def test_what_a_record_says_wrong_is_told_at_its_line(kitchen: Kitchen) -> None:
    kitchen.write("templates/faces/figure.yaml", LOOKING)
    kitchen.write("heroes.yaml", "- {name: Ann, course: main, taste: 1, rule: A.}\n"
                                 f"- {{name: {'Wide ' * 9}, course: main, taste: 1, rule: A.}}\n"
                                 "- {name: B, course: main, taste: 1, rule: A., look: {headgear: fezz}}")  # fmt: skip
    keys = "kind: standee\ntitle: Army\nlist: heroes.yaml\nrecord: hero\nfront: figure\nsize: 30x50mm"
    kitchen.add_product("army", keys)
    found = build.check([f"{kitchen.folder}/army"], printgen.Settings())
    assert {(Path(one.where.file).name, one.where.line, one.code) for one in found if one.severity == "error"} == {
        ("heroes.yaml", 2, "does-not-fit"),
        ("heroes.yaml", 3, "art"),
    }


@pytest.mark.parametrize("width", [10, 25, 60])
def test_a_cross_foot_is_wide_enough_to_stand_and_folds_where_the_figure_ends(width: float) -> None:
    standee = Standee(mm(width), mm(40), mm(10), "slot", mm(0.5))
    cross = standee.cross
    assert to_mm(cross.w) == pytest.approx(max(20, 0.8 * width))
    assert cross.x > standee.width and to_mm(cross.h) == pytest.approx(20)
    assert cross.y + cross.h / 2 == pytest.approx(standee.front.bottom)
