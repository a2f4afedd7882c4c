"""What is printed at a slant or falls apart when it is cut: on every virtual table each is level, at its true size."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from rooms_read import Room, read_pcio, read_vtt
from tts_read import every, inches, states
from vassal_reading import Module

from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text
from printgen.exports import ExportResult, export
from printgen.exports.bundle import ExportRequest, pack

Sizes = list[tuple[float, float]]
"""Widths and heights in millimetres."""


def pieces_of_tts(done: ExportResult) -> Sizes:
    (file,) = [path.stem for path in done.files if path.suffix == ".json"]
    tiles = [one for one in every(states(done, file)) if "CustomImage" in one]
    assert {one["Transform"]["rotY"] for one in tiles} == {180.0}
    return [(wide * 25.4, high * 25.4) for wide, high in map(inches, tiles)]


def pieces_of_vassal(done: ExportResult) -> Sizes:
    slots = {one.get("entryName"): one for one in Module.read(done.files[0]).slots}
    return [(int(one.get("width", "")) * 0.254, int(one.get("height", "")) * 0.254) for one in slots.values()]


def cards_of_room(room: Room) -> Sizes:
    """Sizes as they are in the room, where everything has one scale: that of the longest one is taken for known."""
    decks = [deck["cardDefaults"] for deck in room.of("deck")]
    for deck in room.of("deck"):
        for held in deck["cardTypes"].values():
            shown = Image.open(io.BytesIO(room.assets[held.get("front") or held["face"]]))
            wide, high = deck["cardDefaults"]["width"], deck["cardDefaults"]["height"]
            assert shown.mode == "RGB"
            assert shown.width / shown.height == pytest.approx(wide / high, rel=0.02)
    return [(deck["width"], deck["height"]) for deck in decks]


TABLES: dict[str, tuple[Callable[[ExportResult], Sizes], dict[str, int]]] = {
    "tts": (pieces_of_tts, {"dpi": 100}),
    "vassal": (pieces_of_vassal, {"scale": 100}),
    "pcio": (lambda done: cards_of_room(read_pcio(done.files[0].read_bytes())), {}),
    "virtualtabletop": (lambda done: cards_of_room(read_vtt(done.files[0].read_bytes())), {}),
}
RULERS = [(304.8, 25.4), (152.4, 21.0)]
ZONES = [(304.8, 25.4), (164.4, 32.0)]
FOLDING = [(152.4, 25.4), (166.4, 25.4)]


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("target", "name", "true"), [
    ("army-wars/rulers", "Red", RULERS),
    ("army-wars/deployment-zones", "Blue", ZONES),
    ("army-wars/folding-rulers", "Steel", FOLDING),
    ("samples/snail-derby/sticks", "Long stick", [(203.2, 20.0)]),
])  # fmt: skip
def test_strips_are_pieces_of_their_own_level_and_as_long_as_they_are(
    table: str, target: str, name: str, true: Sizes, tmp_path: Path
) -> None:  # fmt: skip
    read, options = TABLES[table]
    sizes = read(export(table, target, tmp_path, ExportRequest(only=(name,)), options))
    if table in ("pcio", "virtualtabletop"):
        scale = max(wide for wide, _ in sizes) / max(wide for wide, _ in true)
        sizes = [(wide / scale, high / scale) for wide, high in sizes]
    assert len(sizes) >= len(true)
    for wide, high in true:
        assert [one for one in sizes if one == (pytest.approx(wide, abs=0.7), pytest.approx(high, abs=0.7))]
    assert all(max(one) < max(map(max, true)) + 1 and min(one) < 60 for one in sizes)  # no page


def test_a_strip_has_the_words_that_stand_on_it_and_none_of_its_page() -> None:
    (product,) = pack("samples/snail-derby/sticks", ExportRequest(), "looking", lambda what: None).products
    (whole,), (stick,) = product.components, product.apart().components
    assert 0 < len(stick.words) < len(whole.words)
    assert {matrix[1] for _, matrix in walk_kind(stick.piece.front, Text)} == {0.0}
    assert stick.copies == whole.copies == 2
