"""A name that a face takes and that means something already is told at its line: else cards print another value."""

import pytest
from drawn import Shelf
from kitchen import Kitchen
from tables import tables

TABLES = tables(__file__)

ROWS = 'each: {in: [1, 2], as: entry, columns: 2, dx: 5, dy: 5, items: [text: {text: "{{ %s }}"}]}'

# What stands before the items, from line 3 on; an item, on the last line; what is told, after "cannot take the name ".
TAKEN = [
    ('lets: {w: "5"}', "", "3:8 lets w, which means the width of the face"),
    ('lets: {h: "5"}', "", "3:8 lets h, which means the height of the face"),
    ('lets: {card: "5"}', "", "3:8 lets card, which means the record"),
    ('lets: {auto: "5"}', "", "3:8 lets auto, which means what is counted"),
    ('lets: {game: "5"}', "", "3:8 lets game, which means the game"),
    ('lets: {product: "5"}', "", "3:8 lets product, which means the product"),
    ('lets: {tables: "5"}', "", "3:8 lets tables, which means the tables of the game"),
    ("lets: {index: 5}", "", "3:8 lets index, which means which entry an each is at"),
    ("params: {tables: {}}", "", "3:10 params tables, which means the tables of the game"),
    ("params: {outer: 5}", "", "3:10 params outer, which means the each around another one"),
    ("params: {n: 0}\nlets: {n: 5}", "", "4:8 lets n, which means what params is handed"),
    ("", "each: {in: [10, 20], as: index}", "4:30 as index, which means which entry an each is at"),
    ("", "each: {in: [10, 20], as: outer}", "4:30 as outer, which means the each around another one"),
    ("", "each: {in: [10, 20], as: count}", "4:30 as count, which means how many entries an each has"),
    ("", "each: {in: [10, 20], as: card}", "4:30 as card, which means the record"),
    ("", "each: {in: [10, 20], as: w}", "4:30 as w, which means the width of the face"),
    ("", "group: {items: [each: {in: [1, 2], as: h}]}", "4:44 as h, which means the height of the face"),
]


@pytest.mark.parametrize(("head", "item", "told"), TAKEN, ids=[told for _, _, told in TAKEN])
def test_a_name_that_is_given_cannot_be_taken(shelf: Shelf, head: str, item: str, told: str) -> None:
    drawn = shelf.draw(f"{head}\nitems:\n  - {item or 'rect: {w: 1, h: 1, fill: red}'}\n".lstrip("\n"))
    place, part, rest = told.split(" ", 2)
    assert drawn.told() == [f"card.yaml:{place} {part} cannot take the name {rest} | Choose another name."]


@pytest.mark.parametrize("part", ["params", "lets"])
@pytest.mark.parametrize("name", ["none", "True", "and", "in"])
def test_a_word_of_expressions_is_no_name(shelf: Shelf, part: str, name: str) -> None:
    (told,) = shelf.draw(f"{part}: {{{name}: 5}}\nitems:\n  - rect: {{w: 1, h: 1, fill: red}}\n").told()
    assert told.startswith("card.yaml:3:") and f"'{name}' means something else in expressions" in told


@pytest.mark.parametrize(
    ("head", "item", "texts"),
    TABLES["a_name_may_hide_another"],
)  # fmt: skip
def test_a_name_may_hide_another(shelf: Shelf, head: str, item: str, texts: list[str]) -> None:
    drawn = shelf.draw(f"{head}items:\n  - {item}\n")
    assert (drawn.told(), drawn.texts()) == ([], texts)


def test_numbers_of_an_outer_each_are_those_of_an_each(shelf: Shelf) -> None:
    item = 'each: {in: [a, b], items: [each: {in: [x], items: [text: {text: "{{ outer.index }}{{ index }}"}]}]}'
    assert shelf.draw(f"params: {{row: 5}}\nitems:\n  - {item}\n").texts() == ["00", "10"]


@pytest.mark.parametrize("default", ['"{{ card.name }}"', '["{{ card.name }}"]', '{a: ["b {% x %}"]}'])
def test_a_default_of_a_parameter_is_a_plain_value(shelf: Shelf, default: str) -> None:
    drawn = shelf.draw(f"params: {{p: {default}}}\nitems:\n  - text: {{text: a}}\n", card={"name": "Soup"})
    message = "the default of p has braces, and defaults are not worked out"
    assert drawn.told() == [f"card.yaml:3:13 {message} | Write a plain value, or move it to lets:."]


def test_a_mistake_of_a_parent_is_told_at_its_line(shelf: Shelf) -> None:
    shelf.face("lets: {w: 5}\nitems:\n  - rect: {w: 1, h: 1, fill: red}\n", "hero")
    assert [line.partition(" ")[0] for line in shelf.draw("extends: hero\n").told()] == ["hero.yaml:3:8"]


@pytest.mark.parametrize("name", ["w", "h", "card", "auto", "game", "product"])
def test_a_face_of_records_is_told_what_no_parameter_can_be(kitchen: Kitchen, name: str) -> None:
    face = "templates/faces/hero.yaml"
    kitchen.write(face, f"params: {{{name}: 5}}\n" + (kitchen.folder / face).read_text(encoding="utf-8"))
    assert f"{face}:1 name-taken" in kitchen.findings()


@pytest.mark.parametrize("name", ["w", "h"])
def test_nor_can_a_parameter_of_a_product(kitchen: Kitchen, name: str) -> None:
    kitchen.edit("game.yaml", "front: hero", f"front: hero\n    with: {{{name}: 5}}")
    assert [line.partition(" ")[2] for line in kitchen.findings()] == ["built-in"]
