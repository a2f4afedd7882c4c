"""Asset packs of Tabletop Club, read as the program takes them in."""

from pathlib import Path

import pytest
from pack_read import Pack, faces_of, read_pack, read_settings
from whole import one_kit

from printgen.base.errors import Exit, PrintgenError
from printgen.exports import export
from printgen.exports.parcel import Wish
from printgen.exports.tabletop_club import _written


def opened(target: str, out: Path, wish: Wish = Wish(), **options: int) -> Pack:  # noqa: B008
    done = export("tabletop-club", target, out, wish, options)
    pack, readme = done.files
    assert "Documents/TabletopClub/assets" in readme.read_text(encoding="utf-8")
    return read_pack(pack.read_bytes())


@pytest.fixture(scope="module")
def heroes(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return opened("samples/kitchen-heroes/heroes", tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def wargame(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return opened("samples/wargame", tmp_path_factory.mktemp("club"), dpi=60)


def test_a_deck_is_cards_with_a_back_and_a_stack_with_all_copies(heroes: Pack) -> None:
    soup = heroes.objects["cards"]["Pea Soup"]
    assert soup["scale"] == (4.4, 6.7)
    assert "Draw a card" in soup["desc"]
    assert heroes.picture(f"cards/{soup['back_face']}").size == heroes.picture(soup["file"]).size
    assert heroes.stacks["cards"] == {"Heroes": ["Crème Brûlée", "Pea Soup", "Pea Soup", "Sunday Roast"]}


def test_all_faces_are_white_at_the_top_left_so_that_nobody_knows_a_card_in_a_hand_by_its_color(heroes: Pack) -> None:
    seen = {heroes.picture(card["file"]).convert("RGB").getpixel((0, 0)) for card in heroes.objects["cards"].values()}
    assert seen == {(255, 255, 255)}


def test_counters_are_cubes_with_the_front_on_top_and_the_back_below(wargame: Pack) -> None:
    token = wargame.objects["tokens/cube"]["1st Foot"]
    assert token["scale"] == (1.6, 0.2, 1.6)
    picture = wargame.picture(token["file"]).convert("RGB")
    wide, high = picture.width // 3, picture.height // 2
    cells = [
        picture.crop((x * wide + 2, y * high + 2, (x + 1) * wide - 2, (y + 1) * high - 2))
        for y in (0, 1)
        for x in (0, 1, 2)
    ]
    assert [len(cell.getcolors(100_000) or ()) > 20 for cell in cells] == [False, False, False, False, True, True]
    (stack,) = wargame.stacks["tokens/cube"].values()
    assert len(stack) == 18


@pytest.mark.slow
def test_a_round_token_is_a_cylinder(tmp_path: Path) -> None:
    pack = opened("army-wars/leader-marks", tmp_path, dpi=60)
    token = pack.objects["tokens/cylinder"]["Red leader"]
    picture = pack.picture(token["file"])
    assert picture.width == picture.height
    assert len(pack.stacks["tokens/cylinder"]["Leader marks"]) == 80


def test_a_board_is_a_slab_in_centimetres_whose_picture_lies_on_top(wargame: Pack) -> None:
    board = wargame.objects["boards"]["Map"]
    stem = board["file"].removesuffix(".obj")
    model, paint = (wargame.files[f"{stem}.{ending}"].decode() for ending in ("obj", "mtl"))
    assert f"mtllib {stem.removeprefix('boards/')}.mtl" in model
    assert f"map_Kd {stem.removeprefix('boards/')}.png" in paint
    faces = faces_of(model)
    ((_, top, places),) = [face for face in faces if face[0] == "top"]
    wide = max(x for x, _, _ in top) - min(x for x, _, _ in top)
    deep = max(z for _, _, z in top) - min(z for _, _, z in top)
    picture = wargame.picture(f"{stem}.png")
    assert wide / deep == pytest.approx(picture.width / picture.height, abs=0.01)
    assert 15 < wide < 30
    # What is far from whoever sits before it is the upper edge of the picture, whose v counts from below.
    far = {place for (_, _, z), place in zip(top, places, strict=True) if z < 0}
    assert far == {(0, 1), (1, 1)}
    assert len(faces) == 6
    for _, (a, b, c, _), _ in faces:
        u, v = [[q - p for p, q in zip(a, end, strict=True)] for end in (b, c)]
        outward = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        middle = [(p + q) / 2 for p, q in zip(a, c, strict=True)]
        assert sum(n * (m - h) for n, m, h in zip(outward, middle, (0, 0.1, 0), strict=True)) > 0


def test_texts_with_quotes_backslashes_and_lines_come_back() -> None:
    said = {"one.png": {"desc": 'a "b" \\ c\nd [e]', "ignore": True}}
    assert read_settings(_written({name: dict(held) for name, held in said.items()}).decode()) == said


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    wish = Wish(only=("Pea Soup",))
    one, two = (export("tabletop-club", "samples/kitchen-heroes/heroes", tmp_path / n, wish).files[0] for n in "ab")
    assert one.name == "kitchen-heroes-heroes.zip"
    assert one.read_bytes() == two.read_bytes()


def test_a_game_without_anything_for_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PrintgenError) as caught:
        export("tabletop-club", "samples/wargame/map-sheet", tmp_path)
    assert caught.value.findings[-1].code == "nothing-fits"
    assert caught.value.exit == Exit.DOES_NOT_FIT


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "counts"), one_kit(
    "army-wars",
    ("go-joe", {"cards": 108 + 82 + 2 + 9 + 2, "tokens/cube": 64 + 1, "tokens/cylinder": 16 + 18, "boards": 1}),
    ("micro-forces", {"cards": 30 + 4 + 1, "tokens/cube": 4 + 288, "tokens/cylinder": 12 + 30, "boards": 1}),
    ("army-wars", {"cards": 1, "tokens/cube": 140 + 2 * 12 + 18 + 1, "tokens/cylinder": 4}),
    ("sixth-scale", {"cards": 3, "tokens/cube": 3, "tokens/cylinder": 2}),
))  # fmt: skip
def test_all_kits_are_taken_in(kit: str, counts: dict[str, int], tmp_path: Path) -> None:
    pack = opened(kit, tmp_path)
    assert {folder: len(objects) for folder, objects in pack.objects.items()} == counts
