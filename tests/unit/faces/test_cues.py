"""Colours that alone say something: told where they look alike to somebody, unless a word or a field says it, too."""

from typing import Any

import pytest
from drawn import HEAD, Shelf

from printgen.base.errors import Finding, Where
from printgen.base.units import mm
from printgen.drawing.tints import Tints
from printgen.faces.preflight import Trim
from printgen.faces.setting import Session
from printgen.faces.template_mistakes import lone_colors

GREEN, BROWN, BLACK, WHITE = "#7DB45C", "#B98453", "#15171A", "#FFFFFF"
FACE = "colors: {main: '{{ card.a }}{{ card.b }}'}\nitems:\n  - rect: {w: 4, h: 4, fill: main}\n"


def lone(shelf: Shelf, items: str, colors: dict[str, list[str]], **values: dict[str, Any]) -> list[str]:
    shelf.face(FACE + items)
    return [finding.message for finding in lone_colors(shelf.library.face("card"), {"main": colors}, values)]


@pytest.mark.parametrize(
    ("items", "fields"),
    [
        ("", "card.a or card.b"),
        ("  - text: {x: 1, y: 9, text: '{{ card.c }}'}\n", "card.a or card.b"),
        ("  - text: {x: 1, y: 9, text: '{{ card.a }}'}\n", ""),
        ("  - text: {x: 1, y: 9, text: '{{ card.b }}'}\n", ""),
        ("  - rect: {w: 1, h: 1, fill: '{{ card.a }}'}\n", "card.a or card.b"),
        ("  - image: {w: 9, h: 9, look: '{{ card.look }}'}\n", ""),
    ],
)
def test_a_colour_is_lone_where_no_field_of_it_is_shown(shelf: Shelf, items: str, fields: str) -> None:
    found = lone(shelf, items, {GREEN: ["Ann"], BROWN: ["Bob"]})
    assert found == (
        [f"main is all that tells {fields}, and {GREEN} (Ann) and {BROWN} (Bob) look alike to colour-blind eyes"]
        if fields
        else []
    )


SHOWN = "  - text: {x: 1, y: 9, text: '{{ card.name }} {{ card.kind }}'}\n"


@pytest.mark.parametrize(
    ("colors", "values", "lone_"),
    [
        ({BLACK: ["Ann"], WHITE: ["Bob"]}, {}, False),
        # A word that no two of both colours share tells them apart, and one that they share does not.
        ({GREEN: ["Ann"], BROWN: ["Bob"]}, {"Ann": {"kind": "x"}, "Bob": {"kind": "y"}}, False),
        ({GREEN: ["Ann"], BROWN: ["Bob"]}, {"Ann": {"kind": "x"}, "Bob": {"kind": "x"}}, True),
        # Names of their own say nothing of what several cards have in common.
        (
            {GREEN: ["Ann", "Cid"], BROWN: ["Bob"]},
            {"Ann": {"name": "A"}, "Bob": {"name": "B"}, "Cid": {"name": "C"}},
            True,
        ),
        (
            {GREEN: ["Ann", "Cid"], BROWN: ["Bob"]},
            {"Ann": {"kind": "x"}, "Bob": {"kind": "y"}, "Cid": {"kind": "x"}},
            False,
        ),
        (
            {GREEN: ["Ann", "Cid"], BROWN: ["Bob"]},
            {"Ann": {"kind": "x"}, "Bob": {"kind": "y"}, "Cid": {"kind": "y"}},
            True,
        ),
    ],
)
def test_cards_may_be_told_apart_by_something_else(
    shelf: Shelf, colors: dict[str, list[str]], values: dict[str, Any], lone_: bool
) -> None:
    assert bool(lone(shelf, SHOWN, colors, **values)) == lone_


def near(shelf: Shelf, text: str, words: str, safe: float = 2.0) -> list[str]:
    """What is told of a text on a face of 63 x 88 mm that is cut, drawn for two cards."""
    shelf.face(f"items:\n  - text: {{text: '{{{{ card.name }}}}', {text}}}\n", head=HEAD)
    found: list[Finding] = []
    for name in ("A", words):
        session = Session(Tints({}), name, lambda field: Where("cards.yaml", 1, 3), trim=Trim(mm(63), mm(88), mm(safe)))
        found += shelf.renderer.render(shelf.library.face("card"), {"card": {"name": name}}, session).findings
    return [finding.code for finding in found]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("x: 5, y: 20, w: 50, size: 10", []),
        ("x: 1, y: 20, w: 50, size: 10", ["near-cut", "near-cut"]),
        # Only the second way to set it, which the long word needs, comes near to the cut.
        ("x: 5, y: 20, w: 8, size: 10, fit: [{size: 10}, {x: 1, w: 50}]", ["near-cut"]),
        ("x: 1, y: 20, w: 8, size: 10, fit: [{size: 10}, {x: 5, w: 50}]", ["near-cut"]),
    ],
)
def test_every_way_to_set_a_text_is_held_against_the_cut(shelf: Shelf, text: str, codes: list[str]) -> None:
    assert near(shelf, text, "Wonderful") == codes
