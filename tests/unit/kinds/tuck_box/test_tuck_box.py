"""Tuck boxes: measured in the PDF, folded in space, parted where the paper is small, refused at their lines."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from cutlines import pages
from folding import distinct, folded
from kitchen import Kitchen

import printgen
from printgen.base.units import mm
from printgen.drawing.extent import walk, words_of
from printgen.drawing.model import Place
from printgen.kinds.tuck_box import COLUMNS, BoxPart, TuckBox

CARD = (44.0, 67.0)


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    return Kitchen.copied(tmp_path / "kitchen-heroes")


def built(kitchen: Kitchen, options: str, size: str = "", paper: str = "letter") -> list:
    kitchen.add_product("box", f"kind: tuck-box\ntitle: Box\noptions: {options}" + (f"\nsize: {size}" if size else ""))
    out = kitchen.folder.parent / "out"
    printgen.write([f"{kitchen.folder}/box"], printgen.Settings(out=out, paper=paper, look="saver"))
    return pages(out / kitchen.folder.name / "box.pdf")


def told(kitchen: Kitchen, options: str, *keys: str) -> list[str]:
    kitchen.add_product("box", "\n".join(("kind: tuck-box", "title: Box", f"options: {options}", *keys)))
    return kitchen.findings()


def test_panels_have_the_room_that_is_asked_for_to_the_hundredth(kitchen: Kitchen) -> None:
    (page,) = built(kitchen, "{inside: 65x90x20mm}")
    (left, *_), folds = page.upright_folds()[0], page.upright_folds()
    assert [round(x - left, 2) for x, _ in folds] == pytest.approx([0, 65, 85, 150], abs=0.02)
    assert {length for _, length in folds} == {90.0}
    assert page.size() == pytest.approx((left + 170, 14 + 20 + 90 + 20), abs=0.02)
    assert "inside 65 × 90 × 20 mm" in page.text


def test_a_box_is_made_for_the_cards_of_a_deck_copies_counted(kitchen: Kitchen) -> None:
    kitchen.write("heroes.yaml", "- {name: Ann, course: main, taste: 1, rule: A., copies: 54}\n")
    (page,) = built(kitchen, "{for: heroes, thickness: 0.32mm, play: 1mm}")
    first, second, third, _ = (x for x, _ in page.upright_folds())
    depth = 54 * 0.32 + 1
    assert (second - first, third - second) == pytest.approx((CARD[0] + 1, depth), abs=0.02)
    assert page.upright_folds()[0][1] == pytest.approx(CARD[1] + 1, abs=0.02)
    assert "fits 54 cards of 0.32 mm" in page.text
    assert "cut" in page.text and "fold" in page.text and "glue" in page.text


def test_cards_of_several_decks_lie_in_one_box(kitchen: Kitchen) -> None:
    kitchen.write("heroes.yaml", "- {name: Ann, course: main, taste: 1, rule: A., copies: 40}\n")
    kitchen.add_product(
        "wide", "kind: cards\ntitle: Wide\nlist: heroes.yaml\nrecord: hero\nfront: plain\nsize: 60x60mm"
    )
    kitchen.write("templates/faces/plain.yaml", "unit: mm\nitems: []\n")
    (page,) = built(kitchen, "{for: [heroes, wide], play: 0mm}")
    first, second, third, _ = (x for x, _ in page.upright_folds())
    assert (second - first, third - second) == pytest.approx((60, 80 * 0.32), abs=0.02)
    assert page.upright_folds()[0][1] == pytest.approx(67, abs=0.02)


def test_cards_may_be_counted_by_hand(kitchen: Kitchen) -> None:
    (page,) = built(kitchen, "{cards: 100, thickness: 0.3mm, play: 2mm}", "poker")
    first, second, third, _ = (x for x, _ in page.upright_folds())
    assert (second - first, third - second) == pytest.approx((65.5, 32), abs=0.02)


def net_of(width: float, height: float, depth: float) -> tuple[TuckBox, dict[str, list[tuple[float, float]]]]:
    box = TuckBox(width, height, depth)
    panels = BoxPart(box, COLUMNS[0]).panels()
    corners = {n: [(b.x, b.y), (b.right, b.y), (b.right, b.bottom), (b.x, b.bottom)] for n, b in panels.items()}
    return box, corners


@pytest.mark.parametrize("sides", [(65, 90, 20), (40, 60, 6), (100, 70, 60)])
def test_the_net_folds_to_a_closed_box(sides: tuple[float, float, float]) -> None:
    width, height, depth = sides
    _, panels = net_of(*sides)
    hinges = [("front", "left", 90.0), ("left", "back", 90.0), ("front", "right", 90.0)]
    space = folded(panels, [*hinges, ("back", "top", 90.0), ("front", "bottom", 90.0)])
    corners = distinct([spot for spots in space.values() for spot in spots])
    assert len(corners) == 8
    spans = [max(c[i] for c in corners) - min(c[i] for c in corners) for i in range(3)]
    assert spans == pytest.approx([width, height, depth])
    # The edge that is glued, those that the lid closes, and those of the bottom lie on each other.
    assert set(map(rounded, space["right"][1:3])) == {rounded(space["back"][0]), rounded(space["back"][3])}
    assert set(map(rounded, space["top"][:2])) == set(map(rounded, space["front"][:2]))
    assert set(map(rounded, space["bottom"][2:])) == set(map(rounded, space["back"][2:]))


def rounded(spot: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 3) + 0.0 for value in spot)


@pytest.mark.parametrize("sides", [(65, 90, 20), (40, 60, 6), (100, 70, 60), (12, 30, 30)])
@pytest.mark.parametrize("columns", [COLUMNS[0], *COLUMNS[1]])
def test_what_is_cut_never_crosses_itself_and_glued_edges_have_one_length(
    sides: tuple[float, float, float], columns: tuple[str, ...]
) -> None:
    box = TuckBox(*(mm(side) for side in sides))
    part = BoxPart(box, columns)
    net = part.net()
    line = [step[-2:] for step in net.outline if step[0] != "Z"]
    edges = list(zip(line, [*line[1:], line[0]], strict=True))
    for i, one in enumerate(edges):
        assert not any(crosses(one, two) for two in edges[i + 2 :])
    tab = net.flaps[0]
    assert math.dist(tab[0], tab[3]) == pytest.approx(box.height)  # The fold of the tab, and the edge over it.
    # What is tucked in, or glued under the bottom, is no longer than what lies over it.
    assert box.tuck < box.height and box.dust <= box.width / 2 and box.tab < box.depth


def crosses(one: tuple, two: tuple) -> bool:
    def side(a: tuple, b: tuple, c: tuple) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, two
    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6


def test_a_wide_box_is_two_halves_on_small_paper_and_one_on_large(kitchen: Kitchen) -> None:
    wide = built(kitchen, "{inside: 90x120x40mm}")
    assert len(wide) == 2
    assert [len(page.upright_folds()) for page in wide] == [2, 2]
    assert all(page.upright_folds()[1][0] - page.upright_folds()[0][0] == pytest.approx(90, abs=0.02) for page in wide)


def test_each_half_says_where_it_is_glued(kitchen: Kitchen) -> None:
    kitchen.add_product("box", "kind: tuck-box\ntitle: Box\noptions: {inside: 90x120x40mm}")
    pieces, _ = kitchen.composed()
    one, two = (words_of(piece.front) for piece in pieces if piece.name.startswith("Box"))
    assert "Glue under the right edge of part 2" in one
    assert "Glue under the right edge of part 1" in two
    assert any("part 2 of 2" in words for words in two)


@pytest.mark.parametrize("deep", [8, 14, 18, 24, 31, 40])
def test_two_halves_say_what_they_are_for_however_deep_the_box_is(kitchen: Kitchen, deep: int) -> None:
    assert len(built(kitchen, f"{{inside: 65x90x{deep}mm, parts: two}}")) == 2


@pytest.mark.slow
def test_on_larger_paper_the_same_box_is_one(kitchen: Kitchen) -> None:
    (page,) = built(kitchen, "{inside: 90x120x40mm}", paper="tabloid")
    assert len(page.upright_folds()) == 4


def test_what_fits_no_such_paper_names_one_that_it_fits(kitchen: Kitchen) -> None:
    with pytest.raises(printgen.PrintgenError) as failed:
        built(kitchen, "{inside: 130x180x90mm, parts: two}")
    (finding, *_) = failed.value.findings
    assert (finding.code, finding.exit) == ("does-not-fit", printgen.Exit.DOES_NOT_FIT)
    assert "such as a3" in finding.hint or "such as tabloid" in finding.hint


def test_a_million_cards_take_no_box(kitchen: Kitchen) -> None:
    kitchen.write("heroes.yaml", "- {name: Ann, course: main, taste: 1, rule: A., copies: 999}\n")
    assert told(kitchen, "{for: heroes}") == [f"game.yaml:{kitchen.line('game.yaml', 'for: heroes')} box-size"]


@pytest.mark.slow
def test_a_face_for_a_panel_has_its_shape(kitchen: Kitchen) -> None:
    kitchen.write("templates/faces/lid.yaml", "size: [10, 50]\nunit: mm\nitems: []\n")
    line = "game.yaml:{}".format
    found = told(kitchen, "{inside: 65x90x20mm, top: lid}")
    assert found == [line(kitchen.line("game.yaml", "top: lid")) + " wrong-shape"]


def test_pictures_reach_three_millimetres_over_the_folds_and_the_cut(kitchen: Kitchen) -> None:
    kitchen.write(
        "templates/faces/red.yaml", "unit: mm\nitems: [{rect: {x: -9, y: -9, w: 200, h: 200, fill: '#FF0000'}}]\n"
    )
    kitchen.add_product("box", "kind: tuck-box\ntitle: Box\nfront: red\noptions: {inside: 65x90x20mm}")
    pieces, findings = kitchen.composed()
    assert not findings
    piece = next(piece for piece in pieces if piece.name == "Box")
    (net,) = piece.front.items
    passes = [item.group for item in net.group.items if isinstance(item, Place) and not item.group.clip]
    clips = [panel.group.clip for group in passes for panel in group.items if isinstance(panel, Place)]
    clips = [clip for clip in clips if clip]
    widths = sorted(round((max(s[1] for s in c[:-1]) - min(s[1] for s in c[:-1])) / mm(1), 2) for c in clips)
    # Each panel is painted twice: with its bleed first, and then just as large as it is.
    assert {71.0, 65.0, 26.0, 20.0} <= set(widths)


def test_the_words_on_a_net_are_in_the_language_of_the_game(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", 'version: "0.3"', 'version: "0.3"\nlanguage: de')
    kitchen.add_product("box", "kind: tuck-box\ntitle: Box\nfor: heroes")
    pieces, findings = kitchen.composed()
    words = words_of(next(piece for piece in pieces if piece.name == "Box").front)
    assert not findings
    assert {"schneiden", "falten", "kleben", "4 Karten"} <= set(words)
    assert any(word.startswith("für 4 Karten zu je 0,32 mm") for word in words)


def test_the_product_may_say_the_colours_of_the_plain_faces(kitchen: Kitchen) -> None:
    kitchen.add_product("box", 'kind: tuck-box\ntitle: Box\nfor: heroes\nwith: {ground: "#123456"}')
    pieces, findings = kitchen.composed()
    assert not findings
    box = next(piece for piece in pieces if piece.name == "Box").front
    assert "#123456" in {getattr(item, "fill", None) for item, _ in walk(box.items)}


@pytest.mark.parametrize(
    ("ground", "told"), [("{w: '{{ w }}', h: '{{ h }}'", True), ("{x: -3, y: -3, w: 99, h: 99", False)]
)
def test_a_ground_that_ends_at_the_folds_is_told(kitchen: Kitchen, ground: str, told: bool) -> None:
    kitchen.write("templates/faces/flat.yaml", f"unit: mm\nitems: [{{rect: {ground}, fill: '#123456'}}}}]\n")
    kitchen.add_product("box", "kind: tuck-box\ntitle: Box\nfront: flat\ninside: 65x90x20mm")
    assert kitchen.findings() == (["templates/faces/flat.yaml:1 short-bleed"] if told else [])


def test_a_box_has_room_for_dividers_and_sleeves(kitchen: Kitchen) -> None:
    kitchen.write("heroes.yaml", "- {name: Ann, course: main, taste: 1, rule: A., copies: 50}\n")
    (page,) = built(kitchen, "{for: heroes, thickness: 0.3mm, also: 4, above: 8mm, sleeves: 0.06mm, play: 1mm}")
    first, second, third, _ = (x for x, _ in page.upright_folds())
    # A sleeve is 3 mm larger than its card, and adds two foils to its thickness.
    assert (second - first, third - second) == pytest.approx((CARD[0] + 4, 54 * 0.42 + 1), abs=0.02)
    assert page.upright_folds()[0][1] == pytest.approx(CARD[1] + 4 + 8, abs=0.02)
    assert "fits 50 cards" in page.text


@pytest.mark.parametrize("more", ["also: 3", "above: 7mm", "sleeves: 0.06mm"])
def test_room_that_is_given_grows_by_nothing(kitchen: Kitchen, more: str) -> None:
    assert any(one.endswith("unused-key") for one in told(kitchen, f"{{inside: 65x90x30mm, {more}}}"))
