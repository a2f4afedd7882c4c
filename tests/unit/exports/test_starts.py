"""Pieces begin on the spaces of their side, whatever the order of sides and wherever a record names its side."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from vassal_reading import Module

from printgen.base.errors import UsageError
from printgen.exports import export
from printgen.exports.bundle import Bundle, ExportRequest, pack
from printgen.exports.vassal.grouping import Sides, sides_of

FILES = {
    "game.yaml": """
title: Skirmish
version: "1.0"
author: A. Maker
licence: MIT
notice: Made of moss.
tables:
  sides: {file: sides.yaml, fields: {name: text}}
  squads: {file: squads.yaml, fields: {side: {kind: choice, from: sides}}}
records:
  token:
    side: {kind: choice, from: sides, optional: true}
    squad: {kind: choice, from: squads, optional: true}
boards:
  field:
    rows: 3
    columns: 3
    bases: {north: {at: top-left, color: "#C05040"}, south: {at: bottom-right, color: "#4050C0"}}
    terrains: {lawn: {weight: 1, color: "#8FBF6B"}}
products:
  field: {kind: terrain-board, title: Field, options: {board: field, form: poster, space: 1x1in, titled: false}}
  tokens:
    kind: counters
    title: Tokens
    list: tokens.yaml
    record: token
    front: front
    begins: 2
    options: {shape: round, size: 10mm, duplex: none}
  flags:
    kind: counters
    title: Flags
    list: flags.yaml
    record: token
    front: flag
    with: {side: south}
    options: {shape: square, size: 10mm, duplex: none}
""",
    "sides.yaml": "north: {name: Reds}\nsouth: {name: Blues}\n",
    "squads.yaml": "guard: {side: north}\nscouts: {side: south}\n",
    "tokens.yaml": """
- {name: R1, side: north}
- {name: B1, squad: scouts}
- {name: R2, squad: guard}
- {name: R3, side: north}
- {name: B2, side: south, squad: guard}
- {name: Odd}
""",
    "flags.yaml": "- {name: Flag, copies: 4}\n- {name: Post, copies: 2}\n",
    "templates/faces/front.yaml": """
size: [10, 10]
unit: mm
palettes: [dossier]
items:
  - text: {x: 2, y: 3.5, w: 6, align: center, text: "{{ card.name }}", size: 6}
""",
    "templates/faces/flag.yaml": """
size: [10, 10]
unit: mm
palettes: [dossier]
params: {side: ""}
items:
  - text: {x: 1, y: 3, w: 8, align: center, text: "{{ side }}", size: 6}
""",
}
STARTS = {"R1": "A1", "R2": "B1", "B1": "C3", "B2": "C2"}
"""The first two tokens of each side, in the base and next to it."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("game") / "skirmish"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder)


@pytest.fixture(scope="module")
def bundle(game: str) -> Bundle:
    return pack(game, ExportRequest(), "", lambda what: None)


def test_a_piece_is_of_the_side_that_its_record_or_its_rows_or_its_product_name(bundle: Bundle) -> None:
    sides = sides_of(bundle)
    assert sides == Sides(("Reds", "Blues"), ("north", "south"), "sides", ("north", "south"))
    tokens, flags = (product.components for product in bundle.products[1:])
    names = {token.name: sides.of(token) for token in tokens}
    assert names == {"R1": 0, "B1": 1, "R2": 0, "R3": 0, "B2": 1, "Odd": None}
    assert [sides.of(flag) for flag in flags] == [1, 1]


@pytest.mark.parametrize(("names", "codes", "homes"), [
    ("Blues, reds,Blues", ("south", "north"), [1, 0]), ("South,Nobody", ("south", ""), [1, 1]),
    (",", ("north", "south"), [0, 1]),
])  # fmt: skip
def test_sides_that_are_asked_for_are_those_of_the_table_by_name_or_code(
    bundle: Bundle, names: str, codes: tuple[str, ...], homes: list[int]
) -> None:
    sides = sides_of(bundle, names)
    assert (sides.codes, [sides.home(side) for side in range(len(codes))]) == (codes, homes)


@pytest.mark.parametrize("names", ["", "Blues,Reds"])
def test_vassal_has_them_on_the_board_and_the_rest_beside_it(game: str, names: str, tmp_path: Path) -> None:
    done = export("vassal", game, tmp_path, options={"scale": 36, "sides": names})
    module = Module.read(done.files[0])
    assert module.size == (108, 108)
    spaces = {
        one.get("name"): (int(one.get("originx", "")), int(one.get("originy", ""))) for one in module.all("Region")
    }
    assert spaces["A1"] == (18, 18) and spaces["C2"] == (90, 54)
    places = {one.get("name", "").removeprefix("Tokens: "): (int(one.get("x", "")), int(one.get("y", "")))
              for one in module.all("SetupStack")}  # fmt: skip
    assert {name: places[name] for name in STARTS} == {name: spaces[space] for name, space in STARTS.items()}
    left, right = ("R3", "Flags: Post") if not names else ("Flags: Post", "R3")
    assert places[left][0] < 0 and places[right][0] > 108
    # Four copies are a pile from which each drag takes one.
    (pile,) = module.all("DrawPile")
    assert (pile.get("name"), len(pile), pile.get("maxStack")) == ("Flags: Flag", 4, "5")
    assert [len(one) for one in module.all("SetupStack") if one.get("name") == "Flags: Post"] == [2]
    pictures = {name: Image.open(io.BytesIO(data)).mode for name, data in module.files.items() if name.endswith(".png")}
    assert {name.partition(".")[0].removeprefix("images/"): mode for name, mode in pictures.items()} == {
        "field": "RGB", "tokens": "RGBA", "flags": "RGBA",
    }  # fmt: skip
    help_page = module.files["help/begin.html"].decode()
    assert "<p>By: A. Maker</p><p>Licence: MIT</p><p>Made of moss.</p>" in help_page and "Ctrl-D removes" in help_page
    assert "discards" not in help_page and "window Pages" not in help_page


def test_tabletop_simulator_has_them_over_the_spaces_and_the_rest_beside(game: str, tmp_path: Path) -> None:
    done = export("tts", game, tmp_path, options={"dpi": 30, "pixels": 512})
    objects: list[dict[str, Any]] = json.loads((done.folder / "skirmish-all.json").read_text())["ObjectStates"]
    by_name = {one["Nickname"]: one["Transform"] for one in objects}
    board = next(one for one in objects if one["Locked"])["Transform"]
    # The middle of A1 is an inch left of the board's and an inch further away.
    spaces = {"A1": (-1, 1), "B1": (0, 1), "C3": (1, -1), "C2": (1, 0)}
    for name, space in STARTS.items():
        place = by_name[name]
        at = (place["posX"] - board["posX"], place["posZ"] - board["posZ"])
        assert at == pytest.approx(spaces[space], abs=0.02), name
        assert place["posY"] > board["posY"]
    assert abs(by_name["R3"]["posX"] - board["posX"]) > 1.5 or abs(by_name["R3"]["posZ"] - board["posZ"]) > 1.5
    # A part has no board, and a name that no product has.
    assert not [one for one in done.files if one.name == "skirmish-all-all.json"]


def test_where_pictures_go_is_said(game: str, tmp_path: Path) -> None:
    local = export("tts", f"{game}/tokens", tmp_path / "a", options={"dpi": 30, "pixels": 512})
    online = export("tts", f"{game}/tokens", tmp_path / "b", options={"dpi": 30, "url-base": "https://e.org/g"})
    assert local.notes[1].startswith("Copy what is in Images into its folder Mods/Images")
    assert online.notes[1] == "Put what is in images at https://e.org/g/"
    with pytest.raises(UsageError, match="no option"):
        export("tts", game, tmp_path, options={"sides": "a"})
