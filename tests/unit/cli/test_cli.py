"""The command line: what each command prints, for people and for scripts, and the code it ends with."""

import json
import subprocess
import sys
from pathlib import Path
from queue import Queue

import click
import pytest
from kitchen import Kitchen, Run
from PIL import Image
from places import ROOT

from printgen import __version__
from printgen.build import jobs, requests
from printgen.build.planning import Cutting
from printgen.cli.commands.begin import open_page
from printgen.cli.commands.build import _cutting_text
from printgen.kinds.cards import KIND as CARDS

HERO = "templates/faces/hero.yaml"


def test_help_names_the_exit_codes(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    assert "2 wrong usage, 3 bad input, 4 rules broken, 5 does not fit, 6 cannot write" in " ".join(result.out.split())
    assert run("build", "-h").code == 0


def test_version(run: Run) -> None:
    assert run("--version").out.strip().endswith(__version__)


def test_python_m_printgen_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "printgen", "list", "nowhere", "--json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr == ""
    assert json.loads(done.stdout)["errors"] == 1


# Words of a command line, then what stands in the complaint. Every one of them ends with 2.
USAGE = {
    "no command": ([], "Usage"),
    "unknown command": (["biuld"], "Did you mean 'build'?"),
    "unknown option": (["build", "--papre", "a4"], "--papre"),
    "unknown kit": (["build", "go-jo"], "there is no kit or folder 'go-jo'\n    Did you mean 'go-joe'?"),
    "unknown kit of a product": (["list", "go-jo/joe-deck"], "Did you mean 'go-joe/joe-deck'?"),
    "unknown product": (
        ["build", "KITCHEN/heros"],
        "kitchen-heroes has no product 'heros'\n    Did you mean 'heroes'?",
    ),
    "unknown paper": (["build", "KITCHEN", "--paper", "lettr"], "'lettr' is not a paper\n    Did you mean 'letter'?"),
    "paper without a unit": (["build", "KITCHEN", "--paper", "24x36"], "24x36in"),
    "unknown duplex": (["build", "KITCHEN", "--duplex", "both"], "both"),
    "gutter without a unit": (
        ["build", "KITCHEN", "--gutter", "3"],
        "gutter: '3' is not a length; write it like 63mm",
    ),
    "gutter below zero": (["build", "KITCHEN", "--gutter=-3mm"], "gutter: -3mm is not from 0 to 100 mm"),
    "seed in words": (["build", "KITCHEN", "--seed", "lucky"], "lucky"),
    "folder without a game": (["check", "KITCHEN/templates"], "has no product 'templates'"),
    "page that is not there": (
        ["preview", "KITCHEN/heroes", "--sheet", "9", "-o", "KITCHEN/x.png"],
        "there is no page 9",
    ),
    "card that is not there": (
        ["preview", "KITCHEN/heroes", "Pea Soop", "-o", "KITCHEN/x.png"],
        "no card is named 'Pea Soop'\n    Did you mean 'Pea Soup'?",
    ),
}


@pytest.mark.parametrize("what", USAGE)
def test_wrong_usage(kitchen: Kitchen, run: Run, what: str) -> None:
    words, said = USAGE[what]
    result = run(*(word.replace("KITCHEN", str(kitchen.folder)) for word in words))
    assert result.code == 2
    assert said in result.err and result.out == ""


def test_a_folder_without_a_game(run: Run, tmp_path: Path) -> None:
    result = run("build", tmp_path)
    assert result.code == 2 and "has no game.yaml" in result.err


def test_a_game_can_be_named_in_several_ways(kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kitchen.folder.parent)
    for target in ("kitchen-heroes", "./kitchen-heroes/", "kitchen-heroes/game.yaml", str(kitchen.folder)):
        assert run("list", target).out.startswith("kitchen-heroes: Kitchen Heroes\n")
    assert run("list", "kitchen-heroes/heroes").out.startswith("name ")


def test_list_of_a_kit(kitchen: Kitchen, run: Run) -> None:
    document = run("list", kitchen.folder, "--json").json
    products = [{"name": "heroes", "kind": "cards", "title": "Heroes"}]
    assert document == {"kits": [{"name": "kitchen-heroes", "title": "Kitchen Heroes", "products": products}]}
    assert run("list", kitchen.folder).out.splitlines() == [
        "kitchen-heroes: Kitchen Heroes",
        "  kitchen-heroes/heroes: Heroes (cards)",
    ]


def test_list_of_records(kitchen: Kitchen, run: Run) -> None:
    records = run("list", kitchen.folder / "heroes", "--json").json["records"]
    assert [record["name"] for record in records] == ["Crème Brûlée", "Pea Soup", "Sunday Roast"]
    assert list(records[1].items())[:3] == [("name", "Pea Soup"), ("course", "starter"), ("taste", 4)]
    assert {"copies", "look", "art"}.isdisjoint(records[1])
    table = run("list", kitchen.folder / "heroes").out.splitlines()
    assert table[0].split() == ["name", "course", "taste", "rule"]
    assert table[2].startswith("Pea Soup      starter  4      Draw a card;")


def test_list_of_a_broken_game_tells_what_is_wrong(kitchen: Kitchen, run: Run) -> None:
    kitchen.edit("heroes.yaml", "taste: 4", "taste: x")
    result = run("list", kitchen.folder / "heroes")
    assert result.code == 3 and "heroes.yaml:7:10: error: taste should be a whole number" in result.err


def test_check_of_a_good_game(kitchen: Kitchen, run: Run) -> None:
    assert run("check", kitchen.folder).out == "0 errors, 0 warnings\n"
    result = run("check", kitchen.folder, "--json", "--strict")
    assert (result.code, result.json) == (0, {"findings": [], "errors": 0, "warnings": 0})


def test_check_for_scripts(kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kitchen.folder.parent)
    kitchen.edit("heroes.yaml", "course: starter", "course: startr")
    result = run("check", "kitchen-heroes", "--json")
    assert (result.code, result.err) == (3, "")
    assert result.json == {
        "findings": [
            {
                "severity": "error",
                "file": "kitchen-heroes/heroes.yaml",
                "line": 6,
                "column": 11,
                "code": "unknown-value",
                "message": 'course has the unknown value "startr"',
                "hint": "Did you mean 'starter'?",
            }
        ],
        "errors": 1,
        "warnings": 0,
    }


def test_check_for_people(kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kitchen.folder.parent)
    kitchen.edit("heroes.yaml", "course: starter", "course: startr", "taste: 7", "taste: 12")
    result = run("check", "kitchen-heroes")
    assert result.err.splitlines() == [
        'kitchen-heroes/heroes.yaml:6:11: error: course has the unknown value "startr"',
        "    Did you mean 'starter'?",
        "kitchen-heroes/heroes.yaml:12:10: error: taste is 12; it must be from 0 to 9",
        "    Choose a number from 0 to 9.",
    ]
    assert result.out == "kitchen-heroes/heroes.yaml: 2 errors, 0 warnings\n2 errors, 0 warnings\n"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("taste: 4", "taste: x"), 3),
        (("  copies: 2", "  errata: [{field: tste, printed: old, reason: a slip}]"), 4),
        (("Pea Soup", "Pea Soup " * 9), 5),
    ],
)
def test_the_code_says_what_kind_of_mistake_it_is(
    kitchen: Kitchen, run: Run, change: tuple[str, str], code: int
) -> None:
    kitchen.edit("heroes.yaml", *change)
    assert run("check", kitchen.folder).code == code


def test_the_gravest_mistake_gives_the_code(kitchen: Kitchen, run: Run) -> None:
    kitchen.edit("heroes.yaml", "Pea Soup", "Pea Soup " * 9, "taste: 7", "taste: x")
    assert run("check", kitchen.folder).code == 3


def test_a_file_that_is_missing(kitchen: Kitchen, run: Run) -> None:
    (kitchen.folder / "courses.yaml").unlink()
    result = run("build", kitchen.folder)
    assert result.code == 3 and f"game.yaml:{kitchen.line('game.yaml', 'courses.yaml')}:" in result.err


def test_a_game_file_that_is_no_yaml(kitchen: Kitchen, run: Run) -> None:
    kitchen.write("game.yaml", "title: [\n")
    result = run("check", kitchen.folder, "--json")
    assert result.code == 3 and result.json["errors"] == 1
    assert result.json["findings"][0]["file"].endswith("game.yaml")


def test_errors_for_scripts_are_json_too(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    kitchen.edit("heroes.yaml", "taste: 4", "taste: x")
    for words in (
        ["build", kitchen.folder, "--out", tmp_path / "out"],
        ["list", kitchen.folder],
        ["preview", kitchen.folder],
    ):
        result = run(*words, "--json")
        assert (result.code, result.err) == (3, "")
        assert result.json["findings"][0]["line"] == 7 and result.json["errors"] == 1


def size(file: Path) -> tuple[int, int]:
    with Image.open(file) as image:
        assert image.format == "PNG"
        return image.size


def pixels(*lengths: float, dpi: int) -> tuple[int, ...]:
    """Millimetres as pixels, rounded up as a page is."""
    return tuple(-(-round(v / 25.4 * dpi, 3) // 1) for v in lengths)  # type: ignore[misc]


def test_preview_of_a_card_shows_both_sides(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "soup.png"
    document = run("preview", kitchen.folder / "heroes", "Pea Soup", "-o", file, "--dpi", 150, "--json").json
    # Two cards of 44 x 67 mm with gaps of 3 mm around them.
    assert size(file) == pixels(3 + 2 * 47, 3 + 70, dpi=150)
    assert document == {"file": str(file), "width": size(file)[0], "height": size(file)[1], "dpi": 150}


def test_preview_of_a_product_shows_all_fronts(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "all.png"
    result = run("preview", kitchen.folder / "heroes", "-o", file, "--dpi", 72, "--columns", 2)
    assert result.code == 0 and str(file) in result.out
    assert size(file) == pixels(3 + 2 * 47, 3 + 2 * 70, dpi=72)


def test_preview_of_a_sheet(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.png"
    assert run("preview", kitchen.folder / "heroes", "--sheet", 2, "--paper", "a4", "--dpi", 50, "-o", file).code == 0
    assert sorted(size(file)) == sorted(pixels(210, 297, dpi=50))


def test_preview_in_grey(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "grey.png"
    run("preview", kitchen.folder / "heroes", "Pea Soup", "--grey", "--dpi", 40, "-o", file)
    with Image.open(file) as image:
        assert image.mode == "L" and len(set(image.tobytes())) > 9


@pytest.mark.parametrize(("end", "head"), [("svg", b"<svg"), ("pdf", b"%PDF"), ("txt", b"Page 1: ")])
def test_preview_in_the_format_of_its_name(kitchen: Kitchen, run: Run, tmp_path: Path, end: str, head: bytes) -> None:
    file = tmp_path / f"soup.{end}"
    document = run("preview", kitchen.folder / "heroes", "Pea Soup", "-o", file, "--json").json
    assert file.read_bytes().startswith(head)
    assert document == {"file": str(file), "width": 97, "height": 73, "unit": "mm"}


@pytest.mark.parametrize("more", [["-o", "soup.gif"], ["-o", "soup"]])
def test_preview_in_no_format_there_is(
    kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, more: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("preview", kitchen.folder / "heroes", *more)
    assert result.code == 2 and "End " in result.err and not list(tmp_path.glob("soup*"))


@pytest.mark.slow
@pytest.mark.parametrize(("form", "end", "head"), [("svg", "svg", b"<svg"), ("png", "png", b"\x89PNG")])
def test_build_gives_a_picture_for_every_page(
    kitchen: Kitchen, run: Run, tmp_path: Path, form: str, end: str, head: bytes
) -> None:
    document = run("build", kitchen.folder / "heroes", "--format", form, "--out", tmp_path, "--json").json
    (entry,) = document["products"]
    names = [f"heroes-01.{end}", f"heroes-02.{end}"]
    assert (entry["pages"], entry["file"], entry["files"]) == (2, names[0], names)
    files = [tmp_path / document["kit"] / name for name in names]
    assert all(file.read_bytes().startswith(head) for file in files)
    assert entry["bytes"] == sum(file.stat().st_size for file in files)


def test_an_option_that_no_product_takes_is_told(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    told = run("build", kitchen.folder, "--scale", "1:2", "--out", tmp_path)
    assert told.code == 2 and "--scale is for products of the kind area-template, and here is none" in told.err


def test_build_gives_one_text_for_all_pages(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    document = run("build", kitchen.folder / "heroes", "--format", "text", "--out", tmp_path, "--json").json
    (entry,) = document["products"]
    assert entry["file"] == "heroes.txt" and "files" not in entry
    text = (tmp_path / document["kit"] / "heroes.txt").read_text(encoding="utf-8")
    assert text.startswith("Crème Brûlée to Sunday Roast: ") and '"Pea Soup" stencil' in text


def test_preview_has_a_name_of_its_own(
    kitchen: Kitchen, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    run("preview", kitchen.folder / "heroes", "--dpi", 30)
    assert size(tmp_path / "heroes.png")


def test_preview_where_nothing_can_be_written(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    result = run("preview", kitchen.folder / "heroes", "--dpi", 30, "-o", tmp_path / "file" / "x.png")
    assert result.code == 6 and "cannot write this file" in result.err


def test_every_mistake_of_a_game_is_told_in_one_run(kitchen: Kitchen, run: Run) -> None:
    heroes = (kitchen.folder / "heroes.yaml").read_text(encoding="utf-8")
    for name in ("seconds", "thirds"):
        kitchen.write(f"{name}.yaml", heroes)
        kitchen.add_product(name, f"kind: cards\ntitle: {name}\nlist: {name}.yaml\nrecord: hero\nfront: hero")
    kitchen.add_product("fourths", "kind: cards\ntitle: Fourths\nlist: heroes.yaml\nrecord: hero\nfront: hreo")
    kitchen.edit("heroes.yaml", "taste: 9", "taste: x", "  taste: 7", "  tatse: 7")
    kitchen.edit("heroes.yaml", "Draw a card;", "漢 Draw a card;")
    kitchen.edit("seconds.yaml", "course: sweet", "course: sweat", "Pea Soup", "P" * 60)
    kitchen.edit("thirds.yaml", "  copies: 2", "  art: soup.jpg", ":leaf:", ":lef:", "Sunday Roast", "Sunday 𐎀 Roast")
    result = run("check", kitchen.folder, "--json")
    found = {(kitchen.inside(f["file"]), f["line"], f["code"]) for f in result.json["findings"]}
    assert found == {
        ("heroes.yaml", 3, "wrong-type"),
        ("heroes.yaml", 8, "missing-glyph"),
        ("heroes.yaml", 10, "missing-key"),
        ("heroes.yaml", 12, "unknown-key"),
        ("seconds.yaml", 2, "unknown-value"),
        ("seconds.yaml", 5, "does-not-fit"),
        ("thirds.yaml", 4, "unknown-icon"),
        ("thirds.yaml", 9, "missing-file"),
        ("thirds.yaml", 10, "missing-glyph"),
        ("game.yaml", kitchen.line("game.yaml", "hreo"), "unknown-face"),
    }
    assert result.code == 3 and result.json["errors"] == len(result.json["findings"]) == len(found)
    assert all(f["hint"] for f in result.json["findings"])
    assert result.err == ""


def test_a_mistake_in_a_template_is_told_beside_those_in_the_lists(kitchen: Kitchen, run: Run) -> None:
    kitchen.edit(HERO, "radius: 2", "radus: 2")
    kitchen.edit("heroes.yaml", "taste: 4", "taste: x")
    findings = run("check", kitchen.folder, "--json").json["findings"]
    assert {(kitchen.inside(f["file"]), f["line"]) for f in findings} == {
        (HERO, kitchen.line(HERO, "radus")),
        ("heroes.yaml", 7),
    }


@pytest.mark.slow
def test_pictures_of_pages_are_told_by_the_first_and_the_last(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    told = run("build", kitchen.folder, "--format", "png", "--out", tmp_path / "out").out
    assert "heroes-01.png to heroes-02.png: 4 pieces on 1 sheet of letter, 2 pages" in told


def test_as_many_sheets_as_nobody_is_asked_for_are_printed(
    kitchen: Kitchen, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "find_kind", lambda name: CARDS._replace(vast=True))
    monkeypatch.setattr(requests, "MANY_SHEETS", 1)
    assert run("build", kitchen.folder, "--out", tmp_path / "out").code == 0


@pytest.mark.parametrize(("answer", "code"), [(True, 0), (False, 130)])
def test_very_many_sheets_are_asked_for_on_a_terminal(
    kitchen: Kitchen, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bool, code: int
) -> None:
    monkeypatch.setattr(jobs, "find_kind", lambda name: CARDS._replace(vast=True))
    monkeypatch.setattr(requests, "MANY_SHEETS", 0)
    refused = run("build", kitchen.folder, "--out", tmp_path / "out")
    assert refused.code == 2 and "would take 1 sheets" in refused.err and not (tmp_path / "out").exists()

    def confirm(question: str, abort: bool, err: bool) -> None:
        if not answer:
            raise click.Abort

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr(click, "confirm", confirm)
    assert run("build", kitchen.folder, "--out", tmp_path / "out").code == code
    assert (tmp_path / "out").exists() == answer


@pytest.mark.parametrize(
    ("platform", "display", "opens"),
    [("win32", "", True), ("darwin", "", True), ("linux", ":0", True), ("linux", "", False)],
)
def test_a_page_is_opened_where_there_is_a_desktop(
    monkeypatch: pytest.MonkeyPatch, platform: str, display: str, opens: bool
) -> None:
    opened = Queue[str]()
    monkeypatch.setattr("webbrowser.open", opened.put)
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    open_page("http://here")
    assert opened.get(timeout=5) == "http://here" if opens else opened.empty()


@pytest.mark.parametrize(("cutting", "told"), [
    (Cutting(), ""), (Cutting(1, 1, 0, 3), "1 cut in 1 stack: about 1 minute"),
    (Cutting(8, 2, 0, 89), "8 cuts in 2 stacks: about 1 minute"),
    (Cutting(0, 0, 3, 91), "3 pieces by hand: about 2 minutes"),
    (Cutting(8, 1, 1, 5400), "8 cuts in 1 stack, 1 piece by hand: about 90 minutes"),
])  # fmt: skip
def test_what_cutting_takes_is_told_in_whole_minutes(cutting: Cutting, told: str) -> None:
    assert _cutting_text(cutting) == told
