"""Saved objects of Tabletop Simulator hold what its rules ask for, and show what is printed, as large as it is."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pytest
from exported import preview_findings
from kitchen import runner
from PIL import Image, ImageChops
from places import SAMPLES
from tts_read import away, cell, copies, every, hold, inches, opened, states
from whole import KITS, one_kit

from printgen.base.errors import PrintgenError, UsageError
from printgen.exports import ExportResult, export
from printgen.exports.bundle import Bundle, ExportRequest, pack
from printgen.exports.pixels import RasterJob, grid_for, picture_files, shares

SHARES = ("BH president", "EV president", "AW share", "FJ share")


def written(target: str, to: Path, **options: Any) -> ExportResult:
    return export(
        "tts", str(SAMPLES / target), to, ExportRequest(), {key.replace("_", "-"): v for key, v in options.items()}
    )


def pictures(jobs: list[RasterJob]) -> list[Any]:
    return picture_files(jobs, lambda picture: picture, lambda what: None, "")


@cache
def packed(target: str) -> Bundle:
    return pack(str(SAMPLES / target), ExportRequest(), "looking", lambda what: None)


@pytest.fixture(scope="module")
def heroes(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    return written("kitchen-heroes", tmp_path_factory.mktemp("heroes"), type="png", dpi=100)


@pytest.fixture(scope="module")
def shares_of_barons(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    to = tmp_path_factory.mktemp("shares")
    return export("tts", str(SAMPLES / "rail-barons" / "shares"), to, ExportRequest(only=SHARES), {"dpi": 60})


@pytest.fixture(scope="module")
def reef(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    return written("reef-runners/board-poster", tmp_path_factory.mktemp("reef"), dpi=40)


@pytest.fixture(scope="module")
def derby(tmp_path_factory: pytest.TempPathFactory) -> ExportResult:
    return written("snail-derby", tmp_path_factory.mktemp("derby"), dpi=60)


def test_each_cell_of_a_sheet_is_the_picture_of_its_card(heroes: ExportResult) -> None:
    (deck,) = states(heroes, "heroes")
    (product,) = packed("kitchen-heroes").products
    cards = iter(deck["ContainedObjects"])
    for component in product.components:
        (card, *more) = (next(cards) for _ in range(component.copies))
        assert {one["CardID"] for one in more} <= {card["CardID"]}
        assert card["Nickname"] == component.name
        shown = cell(card)
        (face,) = pictures([RasterJob(component.side(), *shown.size)])
        assert ImageChops.difference(shown, face).getbbox() is None
    assert next(cards, None) is None
    behind = cell(deck["ContainedObjects"][0], "BackURL")
    (back,) = pictures([RasterJob(product.components[0].side("back"), *behind.size)])
    assert ImageChops.difference(behind, back).getbbox() is None


def test_jpeg_pictures_are_the_same_but_for_little(heroes: ExportResult, tmp_path: Path) -> None:
    done = written("kitchen-heroes", tmp_path, dpi=100)
    hold(done)
    exact, small = (cell(states(one, "heroes")[0]["ContainedObjects"][1]) for one in (heroes, done))
    assert exact.size == small.size
    assert away(exact, small) <= 3


def test_files_hold_what_the_program_asks_for(
    heroes: ExportResult, shares_of_barons: ExportResult, reef: ExportResult, derby: ExportResult
) -> None:
    for done in (heroes, shares_of_barons, reef, derby):
        hold(done)
    products = packed("snail-derby").products
    assert [copies(derby, product.name) for product in products] == [product.count for product in products]
    assert copies(derby, "snail-derby-all") == sum(product.count for product in products)


@pytest.mark.slow
def test_everything_is_as_large_as_it_is_printed(
    heroes: ExportResult, shares_of_barons: ExportResult, reef: ExportResult, derby: ExportResult
) -> None:
    seen = set()
    targets = {"kitchen-heroes": heroes, "rail-barons/shares": shares_of_barons,
               "reef-runners/board-poster": reef, "snail-derby": derby}  # fmt: skip
    for target, done in targets.items():
        for product in packed(target).products:
            sizes = {component.name: component.size for component in product.apart().components}
            for one in every(states(done, product.name)):
                if one["Nickname"] in sizes:
                    wide, high = (side / 25.4 for side in sizes[one["Nickname"]])
                    # A picture ends on whole pixels.
                    assert inches(one) == pytest.approx((wide, high), abs=1 / 40), one["Nickname"]
                    seen.add(one["Name"])
    assert {"Card", "Custom_Tile"} <= seen


@pytest.mark.slow
def test_a_poker_card_has_the_scale_that_people_measured(tmp_path: Path) -> None:
    done = export("tts", str(SAMPLES / "sky-couriers"), tmp_path, options={"dpi": 30})
    (deck,) = states(done, "couriers")
    assert deck["Transform"]["scaleX"] == pytest.approx(1.15, abs=0.005)
    assert deck["Transform"]["rotZ"] == 180, "face down, its first card is at the top"


@pytest.mark.slow
def test_sideways_cards_with_backs_of_their_own(shares_of_barons: ExportResult) -> None:
    (product,) = packed("rail-barons/shares").products
    decks = states(shares_of_barons, "shares")
    components = {component.name: component for component in product.components}
    held = [card["Nickname"] for deck in decks for card in deck["ContainedObjects"]]
    assert held == [name for name in SHARES for _ in range(components[name].copies)]
    for deck in decks:
        assert deck["SidewaysCard"] is True
        assert {sheet["UniqueBack"] for sheet in deck["CustomDeck"].values()} == {True}
    card = decks[0]["ContainedObjects"][1]
    component = components["EV president"]
    for side, shown in (("FaceURL", component.side()), ("BackURL", component.side("back"))):
        drawn = cell(card, side)
        (face,) = pictures([RasterJob(shown, *drawn.size)])
        assert away(drawn, face) <= 6


def test_a_lone_card_is_no_deck(tmp_path: Path) -> None:
    done = export("tts", str(SAMPLES / "playing-cards"), tmp_path, ExportRequest(only=("King of Hearts",)), {"dpi": 30})
    hold(done)
    (card,) = states(done, "deck")
    assert (card["Name"], card["Nickname"]) == ("CardCustom", "King of Hearts")


@pytest.mark.slow
def test_things_snap_to_the_middle_of_each_space(reef: ExportResult) -> None:
    (board,) = states(reef, "board-poster")
    assert board["Locked"] is True
    (component,) = packed("reef-runners/board-poster").products[0].components
    assert component.piece.spaces
    place, (wide, high) = board["Transform"], component.size
    turn = radians(place["rotY"])
    points = board["AttachedSnapPoints"]
    assert len(points) == len(component.piece.spaces.cells)
    for point, space in zip(points, component.piece.spaces.cells, strict=True):
        x, z = (point["Position"][axis] * place["scaleX"] for axis in "xz")
        # A turned object turns its points with it; the table's x goes right and its z away from us.
        right, away = x * cos(turn) + z * sin(turn), z * cos(turn) - x * sin(turn)
        left_mm, top_mm = right * 25.4 + wide / 2, high / 2 - away * 25.4
        across, down = space.x - component.box.x, space.y - component.box.y
        assert (left_mm, top_mm) == pytest.approx((across * 25.4 / 72, down * 25.4 / 72), abs=0.05)


def test_hexes_with_a_point_at_the_top_are_turned_twice(tmp_path: Path) -> None:
    done = written("reef-runners/equipment", tmp_path, dpi=60)
    hold(done)
    tile = next(one for one in every(states(done, "equipment")) if one["Name"] == "Custom_Tile")
    assert tile["CustomImage"]["CustomTile"]["Type"] == 1
    assert tile["Transform"]["rotY"] == 90
    shown = opened(tile["CustomImage"]["ImageURL"])
    assert shown.width > shown.height
    component = packed("reef-runners/equipment").products[0].components[0]
    (front,) = pictures([RasterJob(component.side(), shown.height, shown.width)])
    assert away(shown, front.transpose(Image.Transpose.ROTATE_270)) <= 8 < away(shown, front.resize(shown.size))


def test_what_no_tile_has_the_outline_of_is_a_token_that_is_clear_around_it(
    derby: ExportResult, tmp_path: Path
) -> None:
    done = export(
        "tts", str(SAMPLES / "spell-areas" / "spells"), tmp_path, ExportRequest(only=("Frost breath",)), {"dpi": 30}
    )
    hold(done)
    for one in states(done, "spells"):
        assert one["Name"] == "Custom_Token"
        assert inches(one) == pytest.approx((6, 6), abs=1 / 40)
        alpha = opened(one["CustomImage"]["ImageURL"]).getchannel("A")
        wide, high = alpha.size
        assert (alpha.getpixel((0, high - 1)), alpha.getpixel((wide // 2, high // 2))) == (0, 255)
    snails = [one["CustomImage"] for one in every(states(derby, "snails")) if one["Name"] != "Bag"]
    assert all(one["CustomTile"]["Type"] == 1 and one["ImageSecondaryURL"] for one in snails)


def test_figures_stand_with_their_front_and_back_upright(tmp_path: Path) -> None:
    done = export("tts", str(SAMPLES / "paper-dungeon" / "heroes"), tmp_path, options={"type": "png", "dpi": 100})
    hold(done)
    figure = states(done, "heroes")[0]
    assert figure["Name"] == "Figurine_Custom"
    front, back = (opened(figure["CustomImage"][side]) for side in ("ImageURL", "ImageSecondaryURL"))
    component = packed("paper-dungeon/heroes").products[0].components[0]
    assert component.piece.figure
    upright, over = component.piece.figure
    assert front.size == back.size
    assert front.width / front.height == pytest.approx((upright.w - 1.2) / (upright.h - 1.2), rel=0.02)
    sheet = component.piece.front
    (net,) = pictures([RasterJob(sheet, *(round(side * 100 / 72) for side in (sheet.width, sheet.height)))])
    for box, shown in ((upright, front), (over, back.rotate(180))):
        left, top = (round((side + 0.6) * 100 / 72) for side in box[:2])
        seen = net.crop((left, top, left + shown.width, top + shown.height))
        assert away(seen, shown) <= 10


@pytest.mark.slow
def test_text_says_what_a_card_says(tmp_path: Path) -> None:
    done = export("tts", "go-joe/joe-deck", tmp_path, ExportRequest(only=("Muskrat", "Steeler")), {"dpi": 30})
    cards = {card["Nickname"]: card for card in states(done, "joe-deck")[0]["ContainedObjects"]}
    muskrat = cards["Muskrat"]["Description"].splitlines()
    assert muskrat[:3] == ["Service: Night Force", "FP: 2", "CC: 4"]
    assert "Role: Swamp Fighter" in muskrat
    assert "Skills: Swamp (+1D6 for its team in a fight on a Swamp space.)" in muskrat
    assert cards["Muskrat"]["Tags"] == ["joe-deck", "NF", "swamp"]
    assert "MOBAT: Motorized Battle Tank" in cards["Steeler"]["Description"]


def test_the_same_game_is_the_same_bytes_in_any_folder_and_names_none(heroes: ExportResult, tmp_path: Path) -> None:
    def held(done: ExportResult) -> dict[str, bytes]:
        return {str(path.relative_to(done.folder)): path.read_bytes() for path in done.files}

    assert held(heroes) == held(written("kitchen-heroes", tmp_path / "one", type="png", dpi=100))
    folder, home = str(heroes.folder.parents[1]), str(Path.home())
    for name, data in held(heroes).items():
        if name.endswith((".json", ".txt")):
            assert folder.encode() not in data and home.encode() not in data and b"file:" not in data


def test_addresses_of_the_net_need_no_folder(tmp_path: Path) -> None:
    one, two = (written("kitchen-heroes", tmp_path / name, url_base="https://example.org/g", dpi=30) for name in "ab")
    assert [path.read_bytes() for path in one.files] == [path.read_bytes() for path in two.files]
    (deck,) = states(one, "heroes")
    (sheet,) = deck["CustomDeck"].values()
    assert sheet["FaceURL"] == "https://example.org/g/heroes-cards-1.jpg"
    assert (one.folder / "images" / "heroes-cards-1.jpg").is_file()
    assert "https://example.org/g/" in (one.folder / "README.txt").read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="is no address of the net"):
        written("kitchen-heroes", tmp_path, url_base="ftp://example.org")


@pytest.mark.slow
def test_what_has_no_place_is_told_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "left-out" in {one.code for one in preview_findings("tts", str(SAMPLES / "paper-dungeon"))}
    with pytest.raises(PrintgenError, match="has a place in Tabletop Simulator") as failed:
        written("paper-dungeon/box", tmp_path)
    assert {one.code for one in failed.value.findings} == {"left-out", "nothing-fits"}
    ended = runner(capsys)("export", "tts", SAMPLES / "paper-dungeon" / "rules", "--out", tmp_path)
    assert ended.code == 5
    assert "Export a booklet with form: pages, if no other product has its pages." in ended.err
    assert not [*tmp_path.iterdir()]


def test_pages_are_states_of_the_first(tmp_path: Path) -> None:
    done = written("orc-hosts/hosts", tmp_path, dpi=40)
    hold(done)
    names = [page.name for page in packed("orc-hosts/hosts").products[0].components]
    (first,) = states(done, "hosts")
    assert [first["Nickname"], *(page["Nickname"] for page in first["States"].values())] == names
    assert [*first["States"]] == [str(number) for number in range(2, len(names) + 1)]


def test_grids_leave_cards_as_large_as_they_can_be() -> None:
    assert [len(share) for share in shares(108, 70)] == [54, 54]
    assert [len(share) for share in shares(71, 70)] == [35, 36]
    assert grid_for(54, (2.5, 3.5), 300) == (9, 6, 455, 637)
    full = grid_for(70, (2.5, 3.5), 300)
    assert full[:2] == (10, 7) and max(full.size) <= 4096
    assert grid_for(3, (2.5, 3.5), 300) == (2, 2, 750, 1050)
    with pytest.raises(ValueError, match="71 cells"):
        grid_for(71, (2.5, 3.5), 300)


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("army-wars", *zip(KITS)))
def test_every_kit_is_sent(kit: str, tmp_path: Path) -> None:
    done = export("tts", kit, tmp_path, options={"dpi": 60})
    hold(done)
    bundle = pack(kit, ExportRequest(), "looking", lambda what: None)
    for product in bundle.products:
        left = any(one.message.startswith(f"{product.name} is left out") for one in done.findings)
        assert left != (done.folder / f"{product.name}.json").is_file()
        # Two rulers are cut out of one piece; nobody reads a page in two copies.
        count = len(product.components) if product.components[0].role == "page" else product.apart().count
        assert left or copies(done, product.name) == count, product.name
