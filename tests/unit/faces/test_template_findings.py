"""Mistakes in a face are found before or while it is drawn, at their own line, with a word that would be right."""

from pathlib import Path

import pytest
from drawn import Shelf, told

VERBS = {"Add", "Choose", "Mend", "Name", "Remove", "Start", "Write"}


def cases(name: str) -> list[tuple[str, list[str]]]:
    """The blocks of a file of `mistakes`: of each its face, or items from line 4 on, and the findings, which begin with
    a number.
    """
    out = []
    for block in (
        (Path(__file__).parent / "mistakes" / f"{name}.txt").read_text(encoding="utf-8").strip("\n").split("\n\n")
    ):
        lines = block.split("\n")
        findings = [line for line in lines if line[:1].isdigit()]
        out.append(("\n".join(line for line in lines if line not in findings) + "\n", findings))
    return out


@pytest.mark.parametrize(("items", "found"), cases("items"))
def test_mistakes_that_need_no_card(shelf: Shelf, items: str, found: list[str]) -> None:
    kinds = (
        "Use one of: barcode, blocks, each, ellipse, first, group, icon, image, line, path, qr, rect, ring, row, slot,"
        " stack, text, ticks, use."
    )
    drawn = shelf.draw("items:\n" + items)
    assert drawn.told() == [f"card.yaml:{line}".replace("KINDS", kinds) for line in found]


@pytest.mark.parametrize(("text", "found"), cases("heads"))
def test_mistakes_in_the_head_of_a_face(shelf: Shelf, text: str, found: list[str]) -> None:
    shelf.face("items:\n  - group: {name: middle, items: []}\n", "base")
    assert shelf.draw(text).told() == [f"card.yaml:{line}" for line in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("unit: furlong\nitems: []\n", "1:7 'furlong' is not a unit of length | Use mm, cm, in or pt."),
        ("items:\n  - rect: {x: 3}\n", "2:15 x: 3 has no unit | Write it like 63mm, 0.25in or 9pt."),
        ("palettes: plain\n", "1:11 palettes is a list of names | Write it like [dossier]."),
        ("palettes: [plan]\n", "1:11 there is no palette 'plan' | Did you mean 'plain'?"),
        ("- rect: {}\n", "1:1 a face is a mapping with items | Write items: and a list of shapes."),
        ("hello\n", "1:1 a face is a mapping with items | Write items: and a list of shapes."),
        ("", "1:1 a face is a mapping with items | Write items: and a list of shapes."),
    ],
)
def test_mistakes_in_a_file(shelf: Shelf, text: str, found: str) -> None:
    shelf.face("", "card", head=text)
    assert shelf.draw().told() == [f"card.yaml:{found}"]


def test_a_file_that_is_no_yaml(shelf: Shelf) -> None:
    (finding,) = shelf.draw("items: [\n  - rect: {x: 1\n").told()
    assert finding.startswith("card.yaml:")
    (finding,) = shelf.draw("items: []\nitems: []\n", name="twice").told()
    assert finding.startswith("twice.yaml:4:1 ")


@pytest.mark.parametrize(("items", "found"), cases("drawn"))
def test_mistakes_that_show_when_a_card_is_drawn(shelf: Shelf, items: str, found: list[str]) -> None:
    shelf.face("params: {value: 0}\nitems: []\n", "badge")
    drawn = shelf.draw(f"items:\n{items}styles: {{title: {{size: 9}}}}\n", card={"name": "Soup", "taste": 4})
    one = [line.split(" | ") for line in found]
    assert drawn.told() == [
        f"card.yaml:{line} (drawing Soup)" + (f" | {hint[0]}" if hint else "") for line, *hint in one
    ]


def test_the_widest_bleed_margin_and_shadow_are_no_mistake(shelf: Shelf) -> None:
    rect = "items:\n  - rect: {w: 9, h: 9, fill: ink, shadow: {blur: %s}}\n"
    assert shelf.draw("bleed: 50mm\nsafe: 50mm\n" + rect % 50).told() == []
    (said,) = Shelf(shelf.root).draw(rect % 50.1).told()
    assert "the blur of a shadow is too large" in said


def test_a_mistake_does_not_hide_the_next_one(shelf: Shelf) -> None:
    drawn = shelf.items("icon: {name: lef}\ntext: {text: fine}\nrect: {fill: papr}", card={"name": "Soup"})
    assert [line.split()[0] for line in drawn.told()] == ["card.yaml:4:18", "card.yaml:6:18"]
    assert drawn.texts() == ["fine"]


def test_a_mistake_in_a_used_face_is_told_in_that_face(shelf: Shelf) -> None:
    shelf.face("items:\n  - rct: {}\n", "badge")
    for _ in range(2):
        (finding,) = shelf.items("use: {face: badge}").told()
        assert finding == "badge.yaml:4:5 'rct' is not a shape | Did you mean 'rect'?"


def test_a_mistake_in_an_extended_face_is_told_in_that_face(shelf: Shelf) -> None:
    shelf.face("items:\n  - rct: {}\n", "base")
    (finding,) = shelf.draw("extends: base\n").told()
    assert finding == "base.yaml:4:5 'rct' is not a shape | Did you mean 'rect'?"


def test_faces_that_use_each_other_are_refused(shelf: Shelf) -> None:
    shelf.face("items:\n  - use: {face: card}\n", "other")
    (finding,) = shelf.items("use: {face: other}").told()
    assert finding == "other.yaml:4:17 face 'card' uses itself (drawing Soup) | Use another one."


def test_faces_that_extend_each_other_are_refused(shelf: Shelf) -> None:
    shelf.face("extends: card\n", "other", head="")
    (finding,) = shelf.draw("extends: other\n", head="").told()
    assert "extends itself" in finding and ".yaml:1:10" in finding


def test_a_colour_of_the_face_that_is_not_known(shelf: Shelf) -> None:
    (finding,) = shelf.draw("colors: {main: olve}\nitems:\n  - rect: {fill: main}\n").told()
    assert finding.startswith("card.yaml:3:16 'olve' is not a colour here")


def test_a_let_that_cannot_be_reckoned(shelf: Shelf) -> None:
    (finding,) = shelf.draw('lets: {a: "{{ card.nme }}"}\nitems: []\n', card={"name": "Soup"}).told()
    assert finding == "card.yaml:3:11 there is no 'nme' here (drawing Soup) | Did you mean 'name'?"


def test_a_face_that_failed_fails_for_every_card(shelf: Shelf) -> None:
    shelf.face("params: {value: 0}\nitems:\n  - icon: {name: lef}\n", "badge")
    first = shelf.items("use: {face: badge}", card={"name": "Soup"}).told()
    second = shelf.items("use: {face: badge}", card={"name": "Roast"}).told()
    assert ["(drawing Soup)" in first[0], "(drawing Roast)" in second[0]] == [True, True]


def test_faces_and_icons_of_the_first_folder_win(shelf: Shelf) -> None:
    assert told(shelf.draw("items: []\n").findings) == []
    assert shelf.library.face_names() == ["card"]
    with pytest.raises(ValueError, match=r"there is no face 'crd'\. Did you mean 'card'"):
        shelf.library.face("crd")


@pytest.mark.parametrize("name", ["items", "heads", "drawn"])
def test_every_mistake_comes_with_what_to_do(name: str) -> None:
    for line in (line for _, findings in cases(name) for line in findings):
        hint = line.partition(" | ")[2]
        assert hint == "KINDS" or hint.split(" ")[0] in {"Did", "Use", *VERBS}, line
