"""Rooms of playingcards.io and virtualtabletop.io, read as their importer reads them."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from exported import preview_findings
from kitchen import Kitchen
from PIL import Image
from rooms_read import Room, read_pcio, read_vtt
from whole import one_kit

from printgen.base.errors import PrintgenError
from printgen.exports import export
from printgen.exports.bundle import ExportRequest, pack
from printgen.exports.pixels import light_file
from printgen.exports.rooms import fits_at, lay_out_room, most_scale

READERS = {"pcio": (read_pcio, "pcio"), "virtualtabletop": (read_vtt, "vtt")}
FORMATS = sorted(READERS)


@pytest.fixture(scope="module", params=FORMATS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def opened(form: str, target: str, out: Path, wish: ExportRequest = ExportRequest(), **options: int) -> Room:  # noqa: B008
    reader: Callable[[bytes], Room] = READERS[form][0]
    done = export(form, target, out, wish, options)
    (path,) = done.files
    assert path.suffix == f".{READERS[form][1]}"
    return reader(path.read_bytes())


@pytest.fixture(scope="module")
def wargame(form: str, tmp_path_factory: pytest.TempPathFactory) -> Room:
    return opened(form, "samples/wargame", tmp_path_factory.mktemp(form))


@pytest.mark.slow
def test_a_game_lies_on_the_table_with_its_board_and_all_its_counters(wargame: Room) -> None:
    (board,) = [widget for widget in wargame.of(None) if widget.get("image")]
    assert board["width"] / board["height"] == pytest.approx(1.33, abs=0.35)
    assert len(wargame.of("card")) == 18
    (deck,) = wargame.of("deck")
    assert [held["label"] for held in deck["cardTypes"].values()][:2] == ["1st Foot", "2nd Foot"]


@pytest.mark.slow
def test_counters_lie_face_up_in_their_shape_and_at_the_scale_of_the_board(wargame: Room) -> None:
    assert {card["activeFace"] for card in wargame.of("card")} == {1}
    (deck,) = wargame.of("deck")
    front = next(iter(deck["cardTypes"].values()))
    picture = Image.open(io.BytesIO(wargame.assets[front.get("front") or front["face"]]))
    assert picture.mode == "RGBA"
    assert picture.getchannel("A").getextrema()[1] == 255


def test_the_first_of_a_stack_lies_on_top(wargame: Room) -> None:
    cards = wargame.of("card")
    assert [card["z"] for card in cards] == sorted((card["z"] for card in cards), reverse=True)
    assert len({card["z"] for card in cards}) == len(cards)
    assert cards[0]["cardType"] == "1st-foot"


@pytest.mark.slow
def test_what_people_search_by_is_on_the_cards(wargame: Room) -> None:
    (deck,) = wargame.of("deck")
    assert deck["cardTypes"]["1st-foot"]["tags"].split()[0] == "north"
    assert "5-4" in deck["cardTypes"]["1st-foot"]["words"]


def test_a_board_takes_all_the_room_above_the_hand_and_its_counters_are_as_large_as_its_spaces(wargame: Room) -> None:
    (board,) = [widget for widget in wargame.of(None) if widget.get("image")]
    assert board["width"] >= 1100
    (deck,) = wargame.of("deck")
    assert deck["cardDefaults"]["width"] / 16 == pytest.approx(board["width"] / 250, rel=0.03)


@pytest.mark.parametrize("game", ["wargame", "kitchen-heroes", "dominoes", "snail-derby", "sky-couriers", "chutes"])
@pytest.mark.parametrize("button", [100, 136])
def test_everything_is_as_large_as_the_table_has_room_for(game: str, button: int) -> None:
    bundle = pack(f"samples/{game}", ExportRequest(), "looking", lambda what: None)
    laid = lay_out_room(bundle, "a table", button=button)
    board = laid.board[0] if laid.board else None
    assert fits_at(laid.scale, board, laid.piles)
    larger = laid.scale / 0.96
    assert larger > most_scale(board, laid.piles) or not fits_at(larger, board, laid.piles)


def test_names_of_piles_stand_on_one_line_however_long_they_are(form: str, kitchen: Kitchen, tmp_path: Path) -> None:
    title = "The extraordinarily long name of a deck of WWW cards"
    keys = "kind: cards\nlist: heroes.yaml\nrecord: hero\nfront: hero\ntitle: "
    kitchen.add_product("first", keys + title)
    kitchen.add_product("second", keys + "x" * 190)
    room = opened(form, str(kitchen.folder), tmp_path)
    names = [label["text"] for label in room.of("label") if label["id"].startswith("pile-")]
    assert title in names
    assert [name for name in names if name.startswith("xxx") and name.endswith("…")]


def test_cards_have_a_button_that_shuffles_them_and_tokens_have_none(form: str, wargame: Room, tmp_path: Path) -> None:
    assert not [button for button in wargame.of("button") if button["id"].startswith("pile-")]
    room = opened(form, "samples/kitchen-heroes/heroes", tmp_path)
    (button,) = [button for button in room.of("button") if button["id"].startswith("pile-")]
    assert "Shuffle" in button["text"]
    assert min(label["width"] for label in (*wargame.of("label"), *room.of("label"))) >= 100


def test_a_card_is_shown_so_large_that_it_can_be_read_and_its_picture_has_as_many_dots(tmp_path: Path) -> None:
    room = opened("virtualtabletop", "samples/kitchen-heroes/heroes", tmp_path, ExportRequest(only=("Pea Soup",)))
    (deck,) = room.of("deck")
    usual = deck["cardDefaults"]
    assert usual["enlarge"] == max(3, round(min(900 / usual["width"], 700 / usual["height"]), 1))
    for side in ("front", "back"):
        picture = Image.open(io.BytesIO(room.assets[deck["cardTypes"]["pea-soup"][side]]))
        assert picture.width >= usual["width"] * usual["enlarge"] - 1


@pytest.mark.slow
def test_the_shelf_shows_a_cover_and_what_the_game_says_of_itself(kitchen: Kitchen, tmp_path: Path) -> None:
    kitchen.edit(
        "game.yaml",
        "\nrecords:",
        "\ndescription: Soup wins.\nplayers: 2-4\ntime: 20\nrules: https://a.example\nrecords:",
    )
    room = opened("virtualtabletop", str(kitchen.folder), tmp_path)
    told = {key: room.info[key] for key in ("description", "players", "time", "rules", "language")}
    assert told == {
        "description": "Soup wins.", "players": "2-4", "time": "20", "rules": "https://a.example", "language": "en",
    }  # fmt: skip
    kitchen.edit("game.yaml", "rules: https", "rules: javascript")
    with pytest.raises(PrintgenError, match="rules"):
        preview_findings("virtualtabletop", str(kitchen.folder))
    cover = Image.open(io.BytesIO(room.assets[room.info["image"]]))
    assert cover.size == (512, 512)
    # It shows a back, whole, in the middle of a dark ground.
    ground, back = cover.getpixel((4, 256)), cover.getpixel((256, 256))
    assert max(ground) < 60
    assert back != ground
    assert not opened("virtualtabletop", "samples/wargame/counters", tmp_path).info["description"]


def test_there_are_as_many_counters_of_points_as_asked_for_beside_a_shorter_hand(
    form: str, wargame: Room, tmp_path: Path
) -> None:  # fmt: skip
    none = opened(form, "samples/wargame/counters", tmp_path, ExportRequest(only=("1st Foot",)), counters=0)
    assert {"counter-1", "counter-2"} < set(wargame.widgets)
    assert not {"counter-3"} & set(wargame.widgets)
    assert not {"counter-1"} & set(none.widgets)
    assert (none.widgets["hand"]["width"], wargame.widgets["hand"]["width"]) == (1500, 1240)


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(form: str, tmp_path: Path) -> None:
    wish = ExportRequest(only=("Pea Soup",))
    (one,) = export(form, "samples/kitchen-heroes/heroes", tmp_path / "a", wish).files
    (two,) = export(form, "samples/kitchen-heroes/heroes", tmp_path / "b", wish).files
    assert one.read_bytes() == two.read_bytes()
    room = READERS[form][0](one.read_bytes())
    assert {card["activeFace"] for card in room.of("card")} == {0}
    (deck,) = room.of("deck")
    assert deck["faceTemplates"][0] != deck["faceTemplates"][1]


@pytest.mark.slow
def test_what_has_no_place_is_told_at_its_line(form: str) -> None:
    told = {finding.message: finding.where.line for finding in preview_findings(form, "samples/wargame")}
    assert told["map-sheet is left out: pages to read have no place there"] > 1
    assert told["turns is left out: there is room for one board"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("form", ["pcio", pytest.param("virtualtabletop", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(("kit", "cards", "board"), one_kit(
    "army-wars",
    ("go-joe", 108 + 82 + 64 + 16 + 18 + 16 + 2 + 9 + 18, "board-board-poster"),
    ("micro-forces", 30 + 8 + 8 + 16 + 30 + 288 + 9, "board-board-poster"),
    ("army-wars", 140 + 80 + 2 * 12 + 18 + 15 + 1, ""),
    ("sixth-scale", 6, ""),
))  # fmt: skip
def test_all_kits_open(form: str, kit: str, cards: int, board: str, tmp_path: Path) -> None:
    room = opened(form, kit, tmp_path)
    assert len(room.of("card")) == cards
    assert [widget["id"] for widget in room.of(None)] == ([board] if board else [])


def test_pictures_that_would_be_too_large_are_shrunk_until_they_are_not() -> None:
    noise = Image.effect_noise((700, 500), 90).convert("RGB")
    assert len(light_file(noise, 10**7)) > 120_000
    held = light_file(noise, 60_000)
    assert len(held) < 60_000
    small = Image.open(io.BytesIO(held))
    assert (small.format, round(small.width / small.height, 2)) == ("JPEG", 1.4)
    assert Image.open(io.BytesIO(light_file(noise.convert("RGBA"), 60_000))).mode == "RGBA"


def test_what_comes_after_as_many_things_as_a_room_holds_is_left_out() -> None:
    bundle = pack("samples/wargame", ExportRequest(), "looking", lambda what: None)
    laid = lay_out_room(bundle, "a table", 17)
    assert laid.board and not laid.piles
    assert "counters is left out: the table holds no more than 17 things" in [one.message for one in laid.findings]
    assert [pile.product.count for pile in lay_out_room(bundle, "a table", 18).piles] == [18]
