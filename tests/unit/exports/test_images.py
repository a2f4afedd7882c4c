"""Every face as a picture: names, sizes in pixels, what is shown, the list of them, and what is told."""

import io
import json
from pathlib import Path

import pytest
from exported import preview_findings
from kitchen import SAMPLE, Kitchen
from PIL import Image

from printgen.base.errors import PrintgenError, UsageError
from printgen.base.units import mm
from printgen.cli import main
from printgen.exports import export
from printgen.exports.pixels import single_cell

SNAILS = str(SAMPLE.parent / "snail-derby")
HEROES = f"{SAMPLE}/heroes"


def exported(target: str, out: Path, **options: object) -> dict[str, Path]:
    done = export("images", target, out, options=options)
    return {str(path.relative_to(done.folder)): path for path in done.files}


def test_a_deck_is_pictures_with_one_back_and_a_list(tmp_path: Path) -> None:
    files = exported(HEROES, tmp_path, dpi=100)
    assert [*files] == [
        "heroes/001-creme-brulee-x1-front.png",
        "heroes/002-pea-soup-x2-front.png",
        "heroes/003-sunday-roast-x1-front.png",
        "heroes/back.png",
        "manifest.json",
    ]
    listed = json.loads(files["manifest.json"].read_text(encoding="utf-8"))
    (product,) = listed["products"]
    soup = product["things"][1]
    assert (soup["key"], soup["name"], soup["copies"], soup["role"]) == ("pea-soup", "Pea Soup", 2, "card")
    assert soup["size_mm"] == [44.0, 67.0]
    assert soup["tags"] == ["starter"]
    assert soup["front"] in files and soup["back"] == "heroes/back.png"
    assert any("Draw a card" in words for words in soup["words"])


@pytest.mark.parametrize(("options", "size"), [
    ({"dpi": 100}, (173, 264)), ({"dpi": 300, "bleed": "1mm"}, (543, 815)), ({"width": 90}, (90, 137)),
])  # fmt: skip
def test_pictures_are_as_large_as_asked_for(options: dict[str, object], size: tuple[int, int], tmp_path: Path) -> None:
    files = exported(HEROES, tmp_path, **options)
    picture = Image.open(files["heroes/001-creme-brulee-x1-front.png"])
    assert picture.size == size
    assert picture.mode == "RGB"


@pytest.mark.parametrize(("inches", "most", "size"), [
    ((2, 3), 4096, (600, 900)), ((3, 30), 4096, (409, 4090)), ((30, 2), 512, (510, 34)), ((300, 1), 200, (200, 1)),
])  # fmt: skip
def test_one_picture_has_no_side_beyond_the_most_pixels_and_keeps_its_shape(
    inches: tuple[float, float], most: int, size: tuple[int, int]
) -> None:
    assert single_cell(inches, 300, most).size == size


def test_what_is_cut_out_is_clear_outside_of_its_cut(tmp_path: Path) -> None:
    files = exported(f"{SNAILS}/snails", tmp_path, dpi=150, corners="cut")
    picture = Image.open(files["snails/001-turbo-x2-front.png"])
    assert picture.mode == "RGBA"
    wide, high = picture.size
    # A hexagon with flat tops: its corners are empty, its middle is not.
    assert [picture.getpixel(at)[3] for at in ((0, 0), (wide - 1, high - 1), (wide // 2, high // 2))] == [0, 0, 255]  # type: ignore[index]
    square = exported(f"{SNAILS}/snails", tmp_path / "square", dpi=150)
    assert Image.open(square["snails/001-turbo-x2-front.png"]).mode == "RGB"


def test_svg_pictures_have_their_size_in_points(tmp_path: Path) -> None:
    files = exported(HEROES, tmp_path, type="svg")
    drawn = files["heroes/001-creme-brulee-x1-front.svg"].read_text(encoding="utf-8")
    assert f'viewBox="0 0 {mm(44):.7g} {mm(67):.7g}"' in drawn


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = (exported(SNAILS, tmp_path / name, dpi=60) for name in ("one", "other"))
    assert {name: path.read_bytes() for name, path in one.items()} == {
        name: path.read_bytes() for name, path in other.items()
    }


def test_more_bleed_than_there_is_is_told(tmp_path: Path) -> None:
    found = preview_findings("images", HEROES, options={"bleed": "9mm"})
    assert [finding.code for finding in found] == ["short-bleed"]
    assert "9mm is asked for" in found[0].message


@pytest.mark.parametrize(("options", "told"), [
    ({"dpi": 5}, "dpi: 5 is not from 20 to 1200"), ({"corners": "rond"}, "corners: there is no 'rond'"),
    ({"bleed": "-1mm"}, "bleed: it cannot be below zero"), ({"bleed": "much"}, "bleed: "),
    ({"bleed": "1mm", "corners": "cut"}, "what is cut out has no bleed"),
    ({"dip": 5}, "export images has no option 'dip'"),
])  # fmt: skip
def test_options_that_cannot_be_are_refused(options: dict[str, object], told: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=told):
        export("images", HEROES, tmp_path, options=options)
    assert not [*tmp_path.iterdir()]


def test_a_game_with_mistakes_writes_nothing(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    kitchen.edit("heroes.yaml", "course: sweet", "course: swet")
    with pytest.raises(PrintgenError) as raised:
        export("images", str(kitchen.folder), tmp_path / "out")
    assert raised.value.findings[0].where.line == 2
    assert not (tmp_path / "out").exists()


def test_the_command_tells_formats_and_their_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["export", "--help"])
    told = capsys.readouterr().out
    assert all(f"\n  {name} " in told for name in ("images", "text"))
    main(["export", "images", HEROES, "--dpi", "40", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (len(told["files"]), told["findings"], told["warnings"]) == (5, [], 0)
    main(["export", "images", HEROES, "--type", "svg", "--json"])
    told, other = capsys.readouterr()
    assert [one["code"] for one in json.loads(told)["findings"]] == ["left-over"] and other == ""
    assert (tmp_path / "output/kitchen-heroes/images-heroes/manifest.json").is_file()


def test_a_format_that_there_is_not_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["export", "image", HEROES])
    assert "Did you mean 'images'?" in capsys.readouterr().err


@pytest.mark.slow
def test_many_pictures_come_from_several_processes_as_from_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    rows = "".join(f"- {{name: Soup {n}, course: main, taste: 1, rule: Stir.}}\n" for n in range(10))
    kitchen.folder.joinpath("heroes.yaml").write_text(rows, encoding="utf-8")
    monkeypatch.setattr("printgen.exports.pixels.PIXELS_WORTH", 1)
    several = exported(f"{kitchen.folder}/heroes", tmp_path / "several", dpi=40)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    alone = exported(f"{kitchen.folder}/heroes", tmp_path / "alone", dpi=40)
    assert [path.read_bytes() for path in several.values()] == [path.read_bytes() for path in alone.values()]
    assert len(several) == 12


def test_a_picture_says_its_dots_per_inch(tmp_path: Path) -> None:
    files = exported(HEROES, tmp_path, dpi=200)
    data = files["heroes/back.png"].read_bytes()
    assert Image.open(io.BytesIO(data)).info["dpi"] == pytest.approx((200, 200), abs=0.01)


def test_files_of_an_earlier_export_are_told(tmp_path: Path) -> None:
    kitchen = Kitchen.copied(tmp_path / "game")
    first = export("images", str(kitchen.folder), tmp_path / "out", options={"dpi": 40})
    assert not first.findings
    kitchen.edit("heroes.yaml", "Pea Soup", "Tomato Soup")
    again = export("images", str(kitchen.folder), tmp_path / "out", options={"dpi": 40})
    (told,) = again.findings
    assert told.code == "left-over"
    assert told.message.endswith("of before: 002-pea-soup-x2-front.png")
