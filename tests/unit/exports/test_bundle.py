"""What all formats share: sides as they are cut, parts of products, what is said once, and files of before."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kitchen import SAMPLE, Kitchen
from vassal_reading import traits

from printgen.base.units import Box, mm
from printgen.drawing.model import Drawing, Place, Rect
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.exports import export
from printgen.exports.bundle import Bundle, Component, ExportRequest, pack
from printgen.exports.field_text import Speech, value_of
from printgen.exports.shop_products import fit_product, shops
from printgen.exports.text import OutlineHeading, nodes_of
from printgen.exports.tts_table import ObjectBuilder
from printgen.exports.vassal.grouping import sides_of, sort_table
from printgen.exports.vassal.slots import ModuleImages, Slots
from printgen.faces.library import default_library

TGC = shops()["the-game-crafter"]


def packed(target: object, *only: str) -> Bundle:
    return pack(str(target), ExportRequest(only=only), "", lambda what: None)


def sheet(color: str) -> Drawing:
    return Drawing(100, 50, (Rect(0, 0, 100, 50, color),))


def test_a_back_is_cut_from_behind() -> None:
    piece = Piece("One", sheet("#FF0000"), sheet("#0000FF"), cut=rectangle(Box(10, 5, 30, 20)))
    component = Component(1, "one", piece, None, SimpleNamespace())  # type: ignore[arg-type]
    for side, left in (("front", 10), ("back", 60)):
        (whole,) = component.side(side).items  # type: ignore[arg-type]
        assert isinstance(whole, Place)
        (placed,) = whole.group.items
        assert isinstance(placed, Place) and placed.matrix[4:] == (-left, -5)


def test_what_two_products_say_is_said_once() -> None:
    bundle = packed(SAMPLE)
    twice = replace(bundle, products=(*bundle.products, *bundle.products))
    assert [node.text for node in nodes_of(twice) if isinstance(node, OutlineHeading) and node.level == 2] == ["Heroes"]


def test_a_map_says_its_name_and_in_brackets_what_else_it_says() -> None:
    part: dict[str, Any] = {"format": "line", "says": lambda text: True}
    parts = {"name": {**part, "title": "Name"}, "reach": {"format": "number", "title": "Reach"}}
    field = {"format": "maps", "parts": parts}
    entries = ({"name": "Ladle", "reach": 2}, {"name": "Fork"}, {"reach": 3})
    assert value_of(Speech(default_library()), field, entries) == "Ladle (Reach 2); Fork; Reach 3"


def test_files_of_before_are_told_and_the_same_files_are_not(tmp_path: Path) -> None:
    assert not [*export("text", str(SAMPLE), tmp_path).findings, *export("text", str(SAMPLE), tmp_path).findings]
    (tmp_path / "kitchen-heroes" / "text" / "old.txt").write_text("of before", encoding="utf-8")
    (found,) = export("text", str(SAMPLE), tmp_path).findings
    assert found.code == "left-over" and found.message.endswith("others of before: old.txt")


@pytest.mark.parametrize(("target", "product"), [
    ("pirate-seas/ships", "LargeCircleChit"), ("sky-couriers/couriers", "PokerDeck"),
    ("wargame/counters", "MediumSquareChit"),
])  # fmt: skip
def test_a_shop_makes_a_piece_into_the_product_of_its_shape_and_size(target: str, product: str) -> None:
    component = packed(SAMPLE.parent / target).products[0].components[0]
    fit = fit_product(component, TGC)
    assert (fit.name if fit else "") == product
    if product == "LargeCircleChit":
        # 25 mm are 0.4 mm less than an inch, which is too much for what measures by its size.
        assert fit_product(replace(component, piece=replace(component.piece, exact=True)), TGC) is None


def test_cards_that_share_a_back_are_a_deck_from_four_on() -> None:
    product = packed(SAMPLE).products[0]
    first = product.components[0]
    for count, decks in ((4, 2), (3, 1)):
        sides = [(sheet(f"#0000{n:02}"), sheet("#FF0000" if n % 2 else "#00FF00")) for n in range(2 * count)]
        pieces = [replace(first.piece, copies=1, front=front, back=back) for front, back in sides]
        cards = [replace(first, number=n, key=f"card-{n}", piece=piece) for n, piece in enumerate(pieces, 1)]
        builder = ObjectBuilder("game", "http://x/", "png", 30, 512)
        assert len(builder.objects(replace(product, components=tuple(cards)))) == decks


def test_a_table_has_one_of_a_choice_decks_of_one_back_and_extras_as_pieces(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    keys = "kind: cards\nlist: heroes.yaml\nrecord: hero\nfront: hero\nback: hero-back\nsize: mini-euro\n"
    kitchen.add_product("more", f"{keys}title: More\nneed: extra")
    kitchen.add_product("one", f"{keys}title: One\nneed: choice\ngroup: kitchen")
    kitchen.add_product("other", f"{keys}title: Other\nneed: choice\ngroup: kitchen")
    bundle = packed(kitchen.folder)
    table = sort_table(bundle, sides_of(bundle))
    assert [deck.name for deck in table.decks] == ["Heroes", "One"]
    assert [product.name for product in table.lists] == ["more"] and not [*table.beside]
    assert [(left_out.name, taken.name) for left_out, taken in table.replaced] == [("other", "one")]
    alone = packed(SAMPLE, "Pea Soup")
    assert [len(deck.components) for deck in sort_table(alone, sides_of(alone)).decks] == [1]


@pytest.mark.parametrize(("long", "words"), [(44, []), (99, ["rotate"]), (101, ["immob", "rotate"])])
def test_large_pieces_are_loose_and_long_ones_turn(long: float, words: list[str]) -> None:
    component = packed(SAMPLE).products[0].components[0]
    piece = replace(component.piece, front=Drawing(mm(long), mm(20), ()), back=None, role="token")
    slot = Slots(ModuleImages(20)).piece(replace(component, piece=piece))
    assert [word for word, _, _ in traits(slot.text or "") if word in ("immob", "rotate")] == words


def test_a_text_with_wrong_marks_is_read_aloud_without_its_stars() -> None:
    speech = Speech(default_library())
    assert speech.plain("*Slow*, **then [red]fast[/]**") == "Slow, then fast"
    assert speech.plain("*Slow*, **then [red 300%]fast** [/] [/]") == "Slow, then [red 300%]fast [/] [/]"
