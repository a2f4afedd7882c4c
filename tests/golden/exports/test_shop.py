"""What print shops take: the pixels that they ask for, edges without white, orders, and what is told before."""

import csv
import io
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from exported import preview_findings
from kitchen import SAMPLE, Kitchen
from PIL import Image

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError
from printgen.cli import main
from printgen.exports import export
from printgen.exports.bundle import ExportRequest
from printgen.exports.shop_products import shops

SNAILS = SAMPLE.parent / "snail-derby"
POKER = 63.5, 88.9
RED, BLUE = (255, 0, 0), (0, 0, 255)
TGC, MPC = {"profile": "the-game-crafter"}, {"profile": "makeplayingcards"}


FACE = """\
size: [{wide}, {high}]
unit: mm
bleed: {bleed}
items:
  - rect: {{x: -{bleed}, y: -{bleed}, w: {around}, h: {over}, fill: "#0000FF"}}
  - rect: {{x: -{bleed}, y: -{bleed}, w: {around}, h: {head}, fill: "#FF0000"}}
  - text: {{x: {left}, y: {middle}, w: {room}, text: "{said}", size: 9, color: white}}
"""


def game(tmp_path: Path, wide: float, high: float, bleed: float = 4, back: str = "Heroes", left: float = 5) -> Path:
    """Three cards of so many millimetres, blue with a red head; one is there twice. `back` is said on their backs."""
    kitchen = Kitchen.copied(tmp_path / "heroes")
    kitchen.edit("game.yaml", "size: mini-euro", f'size: "{wide}x{high}mm"')
    around, over, middle = wide + 2 * bleed, high + 2 * bleed, high / 2
    sizes = {"wide": wide, "high": high, "bleed": bleed, "around": around, "over": over, "middle": middle}
    rest = {"head": bleed + 8, "left": left, "room": wide - 2 * left}
    for face, said in (("hero", "{{ card.name }}"), ("hero-back", back)):
        kitchen.write(f"templates/faces/{face}.yaml", FACE.format(**sizes, **rest, said=said))
    return kitchen.folder


def exported(target: object, out: Path, options: dict[str, object], *only: str) -> dict[str, bytes]:
    done = export("shop", str(target), out / "out", ExportRequest(only=only), options)
    return {path.relative_to(done.folder).as_posix(): path.read_bytes() for path in done.files}


def told(target: object, options: dict[str, object]) -> dict[str, Finding]:
    return {one.code: one for one in preview_findings("shop", str(target), options=options)}


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(("options", "size", "folder", "pixels"), [
    (TGC, POKER, "heroes-pokerdeck", (825, 1125)),
    (TGC, (63, 88), "heroes-europokerdeck", (825, 1125)),
    (TGC, (127.5, 126.5), "heroes-quartermat", (1575, 1575)),
    (TGC, (88.9, 50.8), "heroes-businessdeck", (675, 1125)),
    (MPC, (63, 88), "heroes", (816, 1110)),
    (MPC, POKER, "heroes", (822, 1122)),
])  # fmt: skip
def test_pictures_have_the_pixels_of_the_product(
    options: dict[str, object], size: tuple[float, float], folder: str, pixels: tuple[int, int], tmp_path: Path
) -> None:
    files = exported(game(tmp_path, *size), tmp_path, options)
    pictures = {name: picture(data) for name, data in files.items() if name.endswith(".png")}
    assert {name.partition("/")[0] for name in pictures} == {folder}
    assert {(one.size, one.mode) for one in pictures.values()} == {(pixels, "RGB")}
    assert [name.partition("/")[2] for name in pictures] == [
        "001-creme-brulee-x1-front.png", "002-pea-soup-x2-front.png", "003-sunday-roast-x1-front.png", "back.png",
    ]  # fmt: skip


@pytest.mark.slow
def test_edges_go_on_where_a_face_does_not_bleed(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER, bleed=0)
    found = told(heroes, TGC)["short-bleed"]
    assert found.severity == "warning"
    assert "has 0 mm of bleed, and The Game Crafter wants 3.17 mm" in found.message
    one = picture(exported(heroes, tmp_path, TGC)["heroes-pokerdeck/001-creme-brulee-x1-front.png"])
    wide, high = one.size
    heads = {one.getpixel((x, y)) for x in (0, wide // 2, wide - 1) for y in (0, 20, 39)}
    sides = {one.getpixel((x, y)) for x in (0, 20, wide - 1) for y in (high // 2, high - 20, high - 1)}
    assert (heads, sides) == ({RED}, {BLUE})


def test_a_card_on_its_side_is_turned_so_that_both_sides_keep_their_head(tmp_path: Path) -> None:
    files = exported(game(tmp_path, 88.9, 63.5), tmp_path, MPC)
    front, back = (picture(files[f"heroes/{name}"]) for name in ("001-creme-brulee-x1-front.png", "back.png"))
    assert front.size == (822, 1122)
    # The head of the front lies at its right; so seen from behind, it lies at the left.
    assert [front.getpixel(at) for at in ((20, 500), (800, 500))] == [BLUE, RED]
    assert [back.getpixel(at) for at in ((20, 500), (800, 500))] == [RED, BLUE]


def test_quantities_are_listed(tmp_path: Path) -> None:
    files = exported(game(tmp_path, *POKER), tmp_path, TGC)
    rows = [*csv.DictReader(files["quantities.csv"].decode().splitlines())]
    assert [(row["product"], row["quantity"], row["back"]) for row in rows] == [
        ("PokerDeck", "1", "back.png"), ("PokerDeck", "2", "back.png"), ("PokerDeck", "1", "back.png"),
    ]  # fmt: skip
    assert all(f"{row['folder']}/{row[side]}" in files for row in rows for side in ("front", "back"))
    assert "heroes: PokerDeck, 825 x 1125 pixels, 3 fronts, 4 in all" in files["README.txt"].decode()


def slots_of(card: ElementTree.Element) -> list[int]:
    return [int(slot) for slot in card.findtext("slots", "").split(",")]


def test_an_order_has_every_slot_once_and_names_files_that_are_there(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    files = exported(heroes, tmp_path, MPC | {"stock": "M31", "foil": True, "pictures-at": "/home/me/cards/"})
    order = ElementTree.fromstring(files["heroes/cards.xml"])
    assert order.findtext("details/quantity") == "4"
    assert order.findtext("details/stock") == "(M31) Linen"
    assert order.findtext("details/foil") == "true"
    cards = order.findall("fronts/card")
    assert sorted(slot for card in cards for slot in slots_of(card)) == [0, 1, 2, 3]
    assert [slots_of(card) for card in cards] == [[0], [1, 2], [3]]
    ids = [card.findtext("id", "") for card in cards] + [order.findtext("cardback", "")]
    assert all(one.removeprefix("/home/me/cards/") in files for one in ids)
    assert ids[0].startswith("/home/me/cards/heroes/001-")
    assert {card.findtext("sourceType") for card in cards} == {"Local File"}


def test_backs_of_their_own_have_slots(tmp_path: Path) -> None:
    files = exported(game(tmp_path, *POKER, back="{{ card.name }}"), tmp_path, MPC)
    order = ElementTree.fromstring(files["heroes/cards.xml"])
    backs = {card.findtext("id", ""): slots_of(card) for card in order.findall("backs/card")}
    # The back that most cards have is that of all others.
    assert order.findtext("cardback") == "002-pea-soup-x2-back.png"
    assert backs == {"001-creme-brulee-x1-back.png": [0], "003-sunday-roast-x1-back.png": [3]}
    assert all(f"heroes/{name}" in files for name in backs)


@pytest.mark.parametrize(("size", "pixels"), [
    ((57.15, 88.9), (747, 1122)), ((69.85, 120.65), (897, 1497)),
    ((44.45, 63.5), (597, 822)), ((63.5, 63.5), (822, 822)),
])  # fmt: skip
def test_cards_that_the_order_file_does_not_know_come_as_pictures_alone(
    size: tuple[float, float], pixels: tuple[int, int], tmp_path: Path
) -> None:
    done = export("shop", str(game(tmp_path, *size)), tmp_path / "out", options=MPC)
    assert {path.suffix for path in done.files} == {".png"}
    assert {picture(path.read_bytes()).size for path in done.files} == {pixels}
    assert "nobody has checked" in " ".join(done.notes)


def test_cards_without_backs_have_a_white_one(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    path = heroes / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("    back: hero-back\n", ""), encoding="utf-8")
    files = exported(heroes, tmp_path, MPC)
    order = ElementTree.fromstring(files["heroes/cards.xml"])
    assert (order.findtext("cardback"), order.find("backs")) == ("blank-back.png", None)
    white = picture(files["heroes/blank-back.png"])
    assert (white.size, white.getextrema()) == ((822, 1122), ((255, 255),) * 3)


def test_more_cards_than_an_order_takes_are_several(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    listed = heroes / "heroes.yaml"
    listed.write_text(listed.read_text(encoding="utf-8").replace("copies: 2", "copies: 700"), encoding="utf-8")
    assert "has 702 cards" in told(heroes, MPC)["too-many-cards"].message
    files = exported(heroes, tmp_path, MPC)
    orders = {name: ElementTree.fromstring(files[f"{name}/cards.xml"]) for name in ("heroes", "heroes-2")}
    assert [order.findtext("details/quantity") for order in orders.values()] == ["612", "90"]
    for name, order in orders.items():
        cards = order.findall("fronts/card")
        assert sorted(slot for card in cards for slot in slots_of(card)) == [*range(612 if name == "heroes" else 90)]
        assert all(f"{name}/{card.findtext('id')}" in files for card in cards)


def test_what_a_shop_does_not_make_is_left_out_and_told_with_the_nearest(tmp_path: Path) -> None:
    heroes = game(tmp_path, 57, 74)
    with pytest.raises(PrintgenError, match="has no product for anything here") as raised:
        export("shop", str(heroes), tmp_path / "out", options=TGC)
    assert raised.value.exit is Exit.DOES_NOT_FIT
    assert "heroes is left out: The Game Crafter makes nothing of 57 x 74 mm" in str(raised.value)
    assert "The nearest is SmallSquareDeck, 63.5 x 63.5 mm" in str(raised.value)
    assert not (tmp_path / "out").exists()


def test_what_is_stretched_to_a_product_is_told(tmp_path: Path) -> None:
    found = told(game(tmp_path, 69.3, 120), TGC)["stretched"]
    assert found.severity == "info"
    assert found.message == "heroes is 69.3 x 120 mm, and TarotDeck is 69.85 x 120.6 mm: it is stretched by 0.65 mm"


@pytest.mark.parametrize(("name", "product", "at"), [
    ("snail-derby/snails", "27.71 x 24 mm, and MiniHexTile is 31.75 x 27.43", "115 %"),
    ("wargame/counters", "16 x 16 mm, and MediumSquareChit is 19.05 x 19.05", "119 %"),
    ("go-board/stones", "21 x 21 mm, and MediumCircleChit is 19.05 x 19.05", "91 %"),
])  # fmt: skip
def test_counters_of_no_size_of_the_shop_are_printed_in_the_nearest_and_that_is_told(
    name: str, product: str, at: str
) -> None:
    found = told(f"{SAMPLE.parent}/{name}", TGC)
    assert found["resized"].severity == "warning"
    assert found["resized"].message == f"{name.partition('/')[2]} is {product} mm: it is printed at {at}"


@pytest.mark.slow
def test_what_measures_is_never_printed_in_another_size(tmp_path: Path) -> None:
    folder = tmp_path / "spell-areas"
    shutil.copytree(SAMPLE.parent / "spell-areas", folder)
    found = preview_findings("shop", str(folder), options={"profile": "the-game-crafter"})
    # A square of 76.2 mm would be a tile of 88.9 mm.
    assert "resized" not in {one.code for one in found}
    assert any("makes nothing of 76.2 x 76.2 mm" in one.message for one in found)


def test_a_larger_counter_keeps_its_middle_and_fills_its_bleed(tmp_path: Path) -> None:
    (front,) = [
        picture(data) for name, data in exported(f"{SAMPLE.parent}/go-board/stones", tmp_path, TGC).items()
        if name.endswith("001-black-x181-front.png")
    ]  # fmt: skip
    assert front.size == (300, 300)
    seen = front.convert("L")
    # Black reaches 37 dots over the cut, which is a circle 225 dots wide.
    assert max(seen.getpixel((x, 150)) for x in (4, 40, 260, 295)) < 100


def test_texts_near_the_cut_and_photos_of_few_dots_are_told(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER, left=0.5)
    Image.new("RGB", (50, 50), "red").save(heroes / "small.png")
    path = heroes / "templates/faces/hero.yaml"
    picture = "  - image: {x: 5, y: 20, w: 20, h: 20, file: small.png}\n"
    path.write_text(path.read_text(encoding="utf-8") + picture, encoding="utf-8")
    found = told(heroes, TGC)
    said = r'".+" of .+ lies [01]\.\d+ mm from the cut, and The Game Crafter wants 3.17 mm \(3 of 3 pieces\)'
    assert re.fullmatch(said, found["near-cut"].message)
    assert re.search(r"prints at 6[34] dpi, and shops want 300 \(3 of 3 pieces\)$", found["soft-photo"].message)
    # Each is told at the record of the piece that it names.
    lines = (heroes / "heroes.yaml").read_text(encoding="utf-8").splitlines()
    for code in ("near-cut", "soft-photo"):
        where = found[code].where
        assert where.file.endswith("heroes.yaml")
        assert lines[where.line - 1].removeprefix("- name: ") in found[code].message


def test_each_photo_of_few_dots_is_told(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    for taste in range(11):
        Image.new("RGB", (50, 50), (20 * taste, 0, 0)).save(heroes / f"small-{taste}.png")
    path = heroes / "templates/faces/hero.yaml"
    drawn = '  - image: {x: 5, y: 20, w: 20, h: 20, file: "small-{{ card.taste }}.png"}\n'
    path.write_text(path.read_text(encoding="utf-8") + drawn, encoding="utf-8")
    found = [one for one in preview_findings("shop", str(heroes), options=TGC) if one.code == "soft-photo"]
    assert len({one.where.line for one in found if "shops want" in one.message}) == 3


def test_a_shop_is_named_and_the_nearest_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["export", "shop", str(SAMPLE)])
    said = capsys.readouterr().err
    assert all(f"{name}: {shop.line}" in said for name, shop in shops().items())
    with pytest.raises(UsageError, match="profile: there is no 'the-game-craft'") as raised:
        preview_findings("shop", str(SAMPLE), options={"profile": "the-game-craft"})
    assert "Did you mean 'the-game-crafter'?" in str(raised.value)
    with pytest.raises(UsageError, match="no foil on plastic"):
        preview_findings("shop", str(SAMPLE), options=MPC | {"stock": "P10", "foil": True})
    with pytest.raises(UsageError, match="--foil is for makeplayingcards, not for The Game Crafter"):
        preview_findings("shop", str(SAMPLE), options=TGC | {"foil": True})


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    heroes = game(tmp_path, *POKER)
    assert exported(heroes, tmp_path / "one", MPC) == exported(heroes, tmp_path / "other", MPC)


@pytest.mark.slow
@pytest.mark.parametrize(("target", "options", "pixels"), [
    pytest.param("go-joe/joe-deck", TGC, (825, 1125), marks=pytest.mark.nightly),
    pytest.param("go-joe/cobra-deck", MPC, (822, 1122), marks=pytest.mark.nightly),
    pytest.param("micro-forces/character-cards", TGC, (900, 1500), marks=pytest.mark.nightly),
    ("micro-forces/tokens", TGC, (375, 375)),
    ("army-wars/objectives", TGC, (375, 375)), ("go-joe/team-counters", TGC, (375, 375)),
])  # fmt: skip
def test_what_kits_have_is_made_into_products(
    target: str, options: dict[str, object], pixels: tuple[int, int], tmp_path: Path
) -> None:
    files = exported(target, tmp_path, options)
    sizes = {picture(data).size for name, data in files.items() if name.endswith(".png")}
    assert sizes == {pixels}


def test_a_shop_of_any_size_makes_no_boxes() -> None:
    found = preview_findings("shop", f"{SAMPLE.parent / 'paper-dungeon'}/box", options={"profile": "mbprint"})
    left, nothing = (one for one in found if one.code == "no-shop-product")
    assert (left.severity, left.code, left.hint) == (
        "warning", "no-shop-product", "Send nets with --profile press.",
    )  # fmt: skip
    assert nothing.exit is Exit.DOES_NOT_FIT
