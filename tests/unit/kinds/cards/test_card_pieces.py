"""Cards of the sample game: their pieces, sizes, backs and fields, and what is said when a product is wrong."""

from typing import Any

import pytest
from kitchen import Kitchen

from printgen.base.errors import Exit
from printgen.base.units import mm
from printgen.drawing.extent import words_of
from printgen.drawing.model import Drawing, Place, Rect
from printgen.drawing.pieces import Piece

HERO = "templates/faces/hero.yaml"


def good(kitchen: Kitchen, **settings: object) -> list[Piece]:
    pieces, findings = kitchen.composed(**settings)
    assert findings == []
    return pieces


def test_a_piece_for_every_record(kitchen: Kitchen) -> None:
    pieces = good(kitchen)
    assert [(p.name, p.copies) for p in pieces] == [("Crème Brûlée", 1), ("Pea Soup", 2), ("Sunday Roast", 1)]
    for piece in pieces:
        assert (piece.front.width, piece.front.height) == pytest.approx((mm(44), mm(67)))
        assert piece.bleed == pytest.approx(mm(3)) and piece.cut is None
        assert piece.name in words_of(piece.front)
    assert "Torch:" in words_of(pieces[0].front)


def test_a_back_that_is_the_same_for_all_is_one_drawing(kitchen: Kitchen) -> None:
    one, two, three = (p.back for p in good(kitchen))
    assert one is not None and one is two is three
    assert words_of(one) == ["Kitchen Heroes"]


@pytest.mark.parametrize(
    "change",
    [
        ('"{{ game.title }}"', '"{{ card.name }}"'),
        ("align: center}", 'align: center, color: "{{ tables.courses[card.course].color }}"}'),
        ('"{{ game.title }}", font: stencil, size: 12,', 'HEROES, fit: [{size: "{{ card.taste + 3 }}"}],'),
        ("paper}\n", "paper}\n    when: card.taste > 5\n"),
        ("items:", 'colors: {steel: "{{ tables.courses[card.course].color }}"}\nitems:'),
        ("font: stencil, size: 12, floor: 8,", "style: big,"),
    ],
)
def test_a_back_that_shows_the_card_is_drawn_for_each(kitchen: Kitchen, change: tuple[str, str]) -> None:
    kitchen.edit("templates/faces/hero-back.yaml", *change)
    if "style" in change[1]:
        kitchen.edit(
            "templates/faces/hero-back.yaml", "items:", 'styles: {big: {size: "{{ card.taste + 3 }}"}}\nitems:'
        )
    backs = [p.back for p in good(kitchen)]
    assert len({back.items for back in backs if back}) > 1


def test_a_product_may_have_no_back(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", "    back: hero-back\n", "")
    assert [p.back for p in good(kitchen)] == [None] * 3


def test_faces_see_the_number_of_the_card_and_the_game(kitchen: Kitchen) -> None:
    kitchen.edit(
        HERO,
        '"{{ card.rule }}"',
        '"{{ card.number }}/{{ card.total }} {{ game.version }} {{ product.title }} {{ deck }}"',
    )
    kitchen.edit("game.yaml", "    size:", "    with: {deck: A}\n    size:")
    assert [words_of(p.front)[-1] for p in good(kitchen)] == [f"{i}/3 0.3 Heroes A" for i in (1, 2, 3)]
    (soup,) = good(kitchen, only=("Pea Soup",))
    assert words_of(soup.front)[-1] == "2/3 0.3 Heroes A"


@pytest.mark.parametrize("name", ["number", "total", "seed", "long"])
def test_a_field_is_printed_as_it_is_written_and_what_is_counted_has_a_name_of_its_own(
    kitchen: Kitchen, name: str
) -> None:
    kitchen.edit("game.yaml", "    rule:", f"    {name}: {{kind: text, optional: true}}\n    rule:")
    kitchen.edit("heroes.yaml", '  rule: "Everybody', f'  {name}: mine\n  rule: "Everybody')
    kitchen.edit(HERO, '"{{ card.rule }}"', f'"{{{{ card.{name} }}}} {{{{ auto.number }}}} of {{{{ auto.total }}}}"')
    assert [words_of(p.front)[-1] for p in good(kitchen)] == ["1 of 3", "2 of 3", "mine 3 of 3"]


def test_a_card_is_found_in_any_case_and_with_any_quote(kitchen: Kitchen) -> None:
    kitchen.edit("heroes.yaml", "Pea Soup", '"Cook\'s Soup"')
    for name in ("cook's soup", "COOK’S SOUP", " Cook's Soup "):
        assert [p.name for p in good(kitchen, only=(name,))] == ["Cook's Soup"]


def test_fields_that_are_left_out_are_empty(kitchen: Kitchen) -> None:
    kitchen.edit(
        "game.yaml",
        "    rule: {kind: text, max: 200}\n",
        "    rule: {kind: text, optional: true}\n    note: {kind: integer, optional: true}\n",
    )
    kitchen.edit("heroes.yaml", '  rule: "Everybody passes you one card of their choice."\n', "")
    kitchen.edit(HERO, '"{{ card.rule }}"', '"{{ card.rule }}{{ card.note }}"')
    roast = good(kitchen)[-1]
    assert words_of(roast.front) == ["Sunday Roast", "7"]


def test_long_forms_of_abbreviations(kitchen: Kitchen) -> None:
    kitchen.write("glossary.yaml", "BBQ: {long: barbecue}\nBB: {long: bed and breakfast}\nTBD: {long: to be done}\n")
    kitchen.edit("game.yaml", "records:", "  glossary: {file: glossary.yaml, fields: {long: text}}\nrecords:")
    kitchen.edit("game.yaml", "size: mini-euro", "size: mini-euro\n    options: {glossary: glossary}")
    kitchen.edit("heroes.yaml", "Draw a card;", "TBD at the BBQ, no BBB;")
    kitchen.edit(HERO, '"{{ card.rule }}"', '"{{ card.long }}"')
    brulee, soup, _ = good(kitchen)
    long = " ".join(words_of(soup.front))
    assert "barbecue" in long and "to be done" in long and long.index("barbecue") < long.index("to be done")
    assert "bed and breakfast" not in long and "barbecue" not in " ".join(words_of(brulee.front))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ("{glossary: glosary}", "unknown-value"),
        ("{glossary: courses}", "unknown-field"),
        ("{guidlines: x, wobble: 3}", "unknown-key"),
        ("{dossiers: sometimes}", "unknown-value"),
    ],
)
def test_mistakes_in_the_options_are_found(kitchen: Kitchen, options: str, code: str) -> None:
    kitchen.edit("game.yaml", "size: mini-euro", f"size: mini-euro\n    options: {options}")
    line = kitchen.line("game.yaml", options)
    assert set(kitchen.findings()) == {f"game.yaml:{line} {code}"}


def test_a_look_of_its_own(kitchen: Kitchen) -> None:
    kitchen.write(
        "templates/faces/hero-saver.yaml", (kitchen.folder / HERO).read_text().replace("fill: main}", "fill: white}")
    )
    colored, saver = good(kitchen, backs="color"), good(kitchen, look="saver", backs="color")
    assert colored[0].front != saver[0].front
    assert colored[0].back == saver[0].back


def test_a_face_serves_a_size_of_nearly_its_shape(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", "size: mini-euro", "size: 44.5x66mm")
    piece = good(kitchen)[0]
    assert (piece.front.width, piece.front.height) == pytest.approx((mm(44.5), mm(66)))
    (ground,) = (item for item in piece.front.items if isinstance(item, Place))
    assert ground.matrix == pytest.approx((44.5 / 44, 0, 0, 66 / 67, 0, 0))


def test_the_size_may_be_left_to_the_face(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", "    size: mini-euro\n", "")
    assert good(kitchen)[0].front.width == pytest.approx(mm(44))
    kitchen.edit(HERO, "size: [44, 67]", "size: mini-euro")
    assert good(kitchen)[0].front.width == pytest.approx(mm(44))


def test_a_face_without_a_size_fills_the_product(kitchen: Kitchen) -> None:
    kitchen.edit(HERO, "size: [44, 67]\n", "")
    piece = good(kitchen)[0]
    assert (piece.front.width, piece.front.height) == pytest.approx((mm(44), mm(67)))
    assert any(isinstance(item, Rect) and item.x == -mm(3) for item in piece.front.items)


# Changes of game.yaml, then the line, column and message of the one finding.
WRONG = {
    "unknown size": (
        "size: mini-euro",
        "size: mini-erup",
        "22:11 there is no card size 'mini-erup'",
    ),
    "unreadable size": (
        "size: mini-euro",
        "size: 44x67",
        "22:11 '44x67' is not a size",
    ),
    "another shape": (
        "size: mini-euro",
        "size: square",
        "22:11 face 'hero' is drawn for 44 x 67 mm; 63.5 x 63.5 mm has another shape",
    ),
    "unknown front": ("front: hero", "front: hreo", "20:12 there is no face 'hreo'"),
    "unknown back": ("back: hero-back", "back: hero-bck", "21:11 there is no face 'hero-bck'"),
    "no front": ("    front: hero\n", "", "16:5 a product of cards needs a front face"),
    "unknown kind": ("kind: cards", "kind: crds", "16:11 there is no kind of product 'crds'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_mistakes_in_a_product(kitchen: Kitchen, what: str) -> None:
    old, new, found = WRONG[what]
    kitchen.edit("game.yaml", old, new)
    pieces, (finding, *others) = kitchen.composed()
    assert pieces == [] and all(other.where == finding.where for other in others)
    assert f"{finding.where.line}:{finding.where.column} {finding.message}" == found
    assert finding.where.file.endswith("game.yaml")
    if "back" in what:
        assert finding.hint == "Did you mean 'hero-back'?"
    if "shape" in what:
        assert finding.exit == Exit.DOES_NOT_FIT


def test_neither_face_nor_product_has_a_size(kitchen: Kitchen) -> None:
    kitchen.edit(HERO, "size: [44, 67]\n", "")
    kitchen.edit("game.yaml", "    size: mini-euro\n", "")
    _, (finding,) = kitchen.composed()
    assert finding.message == "face 'hero' has no size; give one in it or in the product"


def test_a_face_with_an_unknown_size(kitchen: Kitchen) -> None:
    kitchen.edit(HERO, "size: [44, 67]", "size: mini-erup")
    _, (finding,) = kitchen.composed()
    assert kitchen.inside(finding.where.file) == HERO and finding.where[1:] == (1, 7)


def test_a_mistake_of_a_template_is_told_once(kitchen: Kitchen) -> None:
    kitchen.edit(HERO, "{{ card.taste }}", "{{ card.tste }}")
    pieces, (finding,) = kitchen.composed()
    assert pieces == []
    assert kitchen.inside(finding.where.file) == HERO and finding.where.line == kitchen.line(HERO, "card.tste")
    assert finding.message == "there is no 'tste' here (drawing Crème Brûlée)"
    assert (finding.hint, finding.also) == ("Did you mean 'taste'?", ())


def test_cards_with_mistakes_are_left_out_and_all_are_told(kitchen: Kitchen) -> None:
    kitchen.edit("heroes.yaml", ":leaf:", ":lef:", "Sunday Roast", "Sunday Roast " * 9)
    pieces, findings = kitchen.composed()
    assert [p.name for p in pieces] == ["Pea Soup"]
    assert [(f.where.line, f.code) for f in findings] == [(4, "unknown-icon"), (10, "does-not-fit")]


NEW = "- {name: Amuse-bouche, course: starter, taste: 1, rule: Small.}\n"


def pictured(kitchen: Kitchen, **settings: Any) -> dict[str, Drawing]:
    """The fronts of the heroes, each with a composed picture that nothing but its seed decides."""
    if "look:" not in (kitchen.folder / HERO).read_text():
        add = '\n  - image: {x: 3, y: 12, w: 38, h: 28, look: "{{ card.look }}", seed: "{{ card.seed }}"}'
        kitchen.edit(HERO, "\nitems:", f"\nitems:{add}")
    pieces, findings = kitchen.composed(**settings)
    assert findings == []
    return {piece.name: piece.front for piece in pieces}


def test_a_card_put_at_the_head_of_a_list_changes_no_other_picture(kitchen: Kitchen) -> None:
    before = pictured(kitchen)
    path = kitchen.folder / "heroes.yaml"
    path.write_text(NEW + path.read_text(encoding="utf-8"), encoding="utf-8")
    after = pictured(kitchen)
    assert after.pop("Amuse-bouche") and after == before


def test_another_seed_draws_other_pictures_but_for_a_look_with_its_own(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", "    rule: {", "    look: {kind: map, optional: true}\n    rule: {")
    kitchen.edit("heroes.yaml", "  taste: 4\n", "  taste: 4\n  look: {seed: 12}\n")
    one, two = pictured(kitchen, seed=1), pictured(kitchen, seed=2)
    assert [name for name in one if one[name] == two[name]] == ["Pea Soup"]
