"""Standees and tuck boxes on the nets of a shop: which product they become, and what lies where in its picture."""

import csv
import io
from pathlib import Path

import pytest
from exported import preview_findings
from kitchen import SAMPLE, Kitchen
from PIL import Image
from test_shop import TGC, exported, told

from printgen.base.errors import PrintgenError
from printgen.exports import export

SAMPLES = SAMPLE.parent
RED, BLUE, WHITE, BLACK = (255, 0, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)
FIGURE = """\
size: [{wide}, {high}]
unit: mm
bleed: 3
params: {{side: front}}
items:
  - rect: {{x: -3, y: -3, w: {around}, h: {over}, fill: "{{{{ '#FF0000' if side == 'front' else '#0000FF' }}}}"}}
  - rect: {{x: -3, y: -3, w: {half}, h: 8, fill: "#FFFFFF"}}
"""
# Each panel in a colour of its own, and a black corner at its top left.
COLORS = {
    "front": (255, 0, 0), "back": (0, 0, 255), "left": (0, 128, 0), "right": (255, 255, 0),
    "top": (255, 0, 255), "bottom": (0, 255, 255),
}  # fmt: skip
PANEL = """\
unit: mm
params: {w: 60, h: 90, bleed: 3, cards: 0, panel: front}
items:
  - rect:
      {x: "{{ -bleed }}", y: "{{ -bleed }}", w: "{{ w + 2 * bleed }}", h: "{{ h + 2 * bleed }}", fill: "{{ COLORS }}"}
  - rect: {x: 1, y: 1, w: 4, h: 3, fill: "#000000"}
"""


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    return Kitchen.copied(tmp_path / "game")


def pictures(files: dict[str, bytes]) -> dict[str, Image.Image]:
    return {name: Image.open(io.BytesIO(data)).convert("RGB") for name, data in files.items() if name.endswith(".png")}


def with_figures(kitchen: Kitchen, wide: float, high: float, more: str = "") -> str:
    sizes = {"wide": wide, "high": high, "around": wide + 6, "over": high + 6, "half": 3 + wide / 2}
    kitchen.write("templates/faces/figure.yaml", FIGURE.format(**sizes))
    kitchen.add_product(
        "figures", "kind: standee\nlist: heroes.yaml\nrecord: hero\ntitle: Figures\nfront: figure" + more
    )
    return f"{kitchen.folder}/figures"


def with_box(kitchen: Kitchen, cards: int, size: str = "poker", more: str = "") -> str:
    named = {name: f"'#{r:02X}{g:02X}{b:02X}'" for name, (r, g, b) in COLORS.items()}
    colors = " ".join(f"{color} if panel == '{name}' else" for name, color in named.items()) + " '#000000'"
    kitchen.write("templates/faces/panel.yaml", PANEL.replace("COLORS", colors))
    options = f"{{cards: {cards}, side: panel, top: panel{more}}}"
    keys = f"kind: tuck-box\ntitle: Box\nsize: {size}\nfront: panel\noptions: {options}"
    kitchen.add_product("box", keys)
    return f"{kitchen.folder}/box"


@pytest.mark.parametrize(("size", "product", "pixels", "spots"), [
    # A figure as wide as that of the product stands on its lower edge.
    ((25, 40), "largestandee", (375, 975), {"head": (186, 250), "feet": (300, 700)}),
    ((19, 30), "mediumstandee", (300, 750), {"head": (150, 190), "feet": (250, 520)}),
    ((12.5, 20), "smallstandee", (225, 525), {"head": (112, 150), "feet": (180, 365)}),
    # A slim one stands in the middle.
    ((16, 44), "largestandee", (375, 975), {"head": (186, 210), "feet": (270, 700)}),
])  # fmt: skip
def test_a_figure_becomes_the_standee_of_its_size_with_its_two_sides(
    size: tuple[float, float], product: str, pixels: tuple[int, int], spots: dict[str, tuple[int, int]],
    kitchen: Kitchen, tmp_path: Path,
) -> None:  # fmt: skip
    files = exported(with_figures(kitchen, *size, "\nback: figure"), tmp_path, TGC)
    found = pictures(files)
    assert {name.split("/")[0] for name in found} == {f"figures-{product}"}
    assert {one.size for one in found.values()} == {pixels}
    rows = [*csv.DictReader(files["quantities.csv"].decode().splitlines())]
    assert [row["quantity"] for row in rows] == ["1", "2", "1"]
    assert all(f"{row['folder']}/{row[side]}" in files for row in rows for side in ("front", "back"))
    for side, color in (("front", RED), ("back", BLUE)):
        shown = found[f"{rows[0]['folder']}/{rows[0][side]}"]
        assert shown.getpixel(spots["feet"]) == color
        # The foot is cut out of the ground.
        assert shown.getpixel((pixels[0] // 2, pixels[1] - 40)) == color
        assert shown.getpixel((pixels[0] // 2, 5)) in (color, WHITE)


def test_without_a_face_for_its_back_a_figure_is_seen_from_behind(kitchen: Kitchen, tmp_path: Path) -> None:
    found = pictures(exported(with_figures(kitchen, 25, 44), tmp_path, TGC))
    front = found["figures-largestandee/001-creme-brulee-x1-front.png"]
    back = next(one for name, one in found.items() if name.endswith("back.png"))
    # White covers the left half of the head, and from behind the right half.
    left, right = (100, 215), (275, 215)
    assert (front.getpixel(left), front.getpixel(right)) == (WHITE, RED)
    assert back.getpixel(left) != WHITE and back.getpixel(right) == WHITE


@pytest.mark.parametrize("size", [(40, 80), (25, 90), (60, 20)])
def test_a_figure_of_no_standee_is_left_out(size: tuple[float, float], kitchen: Kitchen) -> None:
    left, nothing = preview_findings("shop", with_figures(kitchen, *size), options=TGC)
    assert "figures is left out: The Game Crafter makes nothing of" in left.message
    assert (left.hint, nothing.severity) == ("Send nets with --profile press.", "error")


def test_figures_of_two_sizes_are_two_products(tmp_path: Path) -> None:
    files = exported(SAMPLES / "paper-dungeon/monsters", tmp_path, TGC)
    folders = {name.split("/")[0] for name in files if name.endswith(".png")}
    assert folders == {"monsters-largestandee", "monsters-largestandee-2"}
    rows = [*csv.DictReader(files["quantities.csv"].decode().splitlines())]
    assert {row["folder"] for row in rows} == folders


@pytest.mark.some(3)
@pytest.mark.parametrize(("cards", "size", "product", "pixels"), [
    (20, "poker", "36", (2100, 1800)), (36, "poker", "36", (2100, 1800)), (37, "poker", "54", (2325, 1950)),
    (60, "poker-metric", "72", (2550, 1950)), (90, "poker", "90", (2775, 2100)), (91, "poker", "108", (3075, 2250)),
])  # fmt: skip
def test_a_box_becomes_the_smallest_that_holds_its_cards(
    cards: int, size: str, product: str, pixels: tuple[int, int], kitchen: Kitchen, tmp_path: Path
) -> None:
    found = pictures(exported(with_box(kitchen, cards, size), tmp_path, TGC))
    assert {name: one.size for name, one in found.items()} == {
        f"box-pokertuckbox{product}/001-box-x1-front.png": pixels
    }


@pytest.mark.parametrize(("cards", "size", "more"), [
    (109, "poker", ""), (50, "bridge", ""), (50, "tarot", ""), (50, "poker", ", sleeves: 0.06mm"),
])  # fmt: skip
def test_a_box_that_the_shop_has_not_is_left_out(cards: int, size: str, more: str, kitchen: Kitchen) -> None:
    left, nothing = preview_findings("shop", with_box(kitchen, cards, size, more), options=TGC)
    assert f"makes boxes for up to 108 poker cards, and it is for {cards} of " in left.message
    assert (left.code, nothing.severity) == ("no-shop-product", "error")


@pytest.mark.parametrize(("cards", "left", "top", "deep"), [(72, 37.5, 512.5, 324), (108, 75, 670.8, 480)])
@pytest.mark.parametrize("more", ["", ", parts: two"])
def test_faces_lie_on_the_panels_of_the_shop_and_read_upright(
    cards: int, left: float, top: float, deep: float, more: str, kitchen: Kitchen, tmp_path: Path
) -> None:
    (shown,) = pictures(exported(with_box(kitchen, cards, more=more), tmp_path, TGC)).values()
    wide, high = 758.3, 1058.3
    back, front = left + deep, left + 2 * deep + wide
    panels = {
        "right": (left, top, deep, high, 0), "back": (back, top, wide, high, 0),
        "left": (back + wide, top, deep, high, 0), "front": (front, top, wide, high, 0),
        "top": (back, top - deep, wide, deep, 1), "bottom": (front, top + high, wide, deep, 0),
    }  # fmt: skip
    for name, (x, y, w, h, turned) in panels.items():
        inside = [
            (x + 5, y + 5),
            (x + w - 5, y + 5),
            (x + 5, y + h - 5),
            (x + w - 5, y + h - 5),
            (x + w / 2, y + h / 2),
        ]
        assert {shown.getpixel((round(u), round(v))) for u, v in inside} == {COLORS[name]}, name
        # The black corner, 3 mm from the left and 2.5 mm from the top of whoever reads the panel.
        at = (x + w - 35, y + h - 30) if turned else (x + 35, y + 30)
        assert shown.getpixel((round(at[0]), round(at[1]))) == BLACK, name
    # The other bottom flap shows the same, the other way round; and there is no ink where glue goes.
    assert shown.getpixel((round(back + wide / 2), round(top + high + deep / 2))) == COLORS["bottom"]
    assert shown.getpixel((round(back + wide - 35), round(top + high + deep - 30))) == BLACK
    assert shown.getpixel((round(front + wide + 90), round(top + high / 2))) == WHITE
    # Flaps have the ground of the front.
    assert shown.getpixel((round(back + wide / 2), 8)) == COLORS["front"]


def test_what_does_not_fit_on_a_smaller_box_is_told(kitchen: Kitchen) -> None:
    target = with_box(kitchen, 20)
    face = kitchen.folder / "templates/faces/panel.yaml"
    # Deep enough on the box at home, which is for sleeves of thick cards, and not on that of the shop.
    words = '  - text: {x: 1, y: 5, w: "{{ h - 91 }}", text: "Kitchen Heroes", size: 9, floor: 8}\n'
    face.write_text(face.read_text(encoding="utf-8") + words, encoding="utf-8")
    kitchen.edit("game.yaml", "options: {cards: 20, side: panel, top: panel}", "options: {cards: 20, above: 30mm}")
    assert not [
        one for one in preview_findings("shop", target, options={"profile": "press"}) if one.severity == "error"
    ]
    with pytest.raises(PrintgenError, match="does not fit its place"):
        export("shop", target, kitchen.folder.parent / "out", options=TGC)


@pytest.mark.slow
def test_a_product_is_made_where_it_is_asked_for(tmp_path: Path) -> None:
    files = exported("micro-forces/tokens", tmp_path, TGC | {"product": "TokenSticker"}, "Joe 1")
    assert {one.size for one in pictures(files).values()} == {(338, 338)}
    assert "TokenSticker" in files["quantities.csv"].decode()
    said = told("micro-forces/tokens", TGC)
    assert "no-shop-product" not in said


@pytest.mark.parametrize(("profile", "said"), [
    ("the-game-crafter", "has no product 'TokenStickers'.*Did you mean 'TokenSticker'"),
    ("press", "makes pieces of every size.*Leave out --product"),
])  # fmt: skip
def test_a_product_that_there_is_not_is_refused(profile: str, said: str) -> None:
    with pytest.raises(PrintgenError, match=f"(?s){said}"):
        preview_findings("shop", str(SAMPLE), options={"profile": profile, "product": "TokenStickers"})


@pytest.mark.slow
@pytest.mark.parametrize(("target", "product", "size", "count"), [
    ("go-joe/joe-box", "PokerTuckBox108", (3075, 2250), 1), ("go-joe/cobra-box", "PokerTuckBox90", (2775, 2100), 1),
    ("spell-deck/box", "PokerTuckBox36", (2100, 1800), 1), ("army-wars/red-soldiers", "LargeStandee", (375, 975), 8),
    ("micro-forces/standees", "LargeStandee", (375, 975), 60),
])  # fmt: skip
def test_boxes_and_standees_of_kits_go_to_the_shop(
    target: str, product: str, size: tuple[int, int], count: int, tmp_path: Path
) -> None:
    whole = str(SAMPLES / target) if target.startswith("spell") else target
    files = exported(whole, tmp_path, TGC)
    found = pictures(files)
    assert ({one.size for one in found.values()}, len(found)) == ({size}, count)
    assert {row["product"] for row in csv.DictReader(files["quantities.csv"].decode().splitlines())} == {product}
    assert "lay the shop's own template over each picture" in files["README.txt"].decode()
