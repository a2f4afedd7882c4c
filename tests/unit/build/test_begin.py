"""A new game: whatever it is like, it is written whole, builds without a finding, and editors know its files."""

import json
import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from kitchen import Kitchen, Run

import printgen
from printgen.base.errors import Finding, Severity, UsageError, Where
from printgen.build import starting
from printgen.build.schemas import write_schemas
from printgen.build.starting import title_of
from printgen.reading.yaml_events import load_yaml_file

LINE = "# yaml-language-server: $schema="


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def mistakes(file: Path) -> list[str]:
    """What the schema says of a file that its first line leads to."""
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    assert first.startswith(LINE), file
    schema = json.loads((file.parent / first.removeprefix(LINE)).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return [error.message for error in Draft202012Validator(schema).iter_errors(load_yaml_file(file, file.name))]


@pytest.mark.some(40)
@pytest.mark.parametrize("like", sorted(printgen.starters(), key=lambda like: like != "cards"))
def test_a_new_game_builds_at_once_and_editors_know_its_files(like: str, run: Run, tmp_path: Path) -> None:
    made = run("init", "my-game", "--like", like)
    assert made.code == 0 and "my-game: My Game, " in made.out
    following = [line.strip() for line in made.out.partition("Next:\n")[2].splitlines()]
    assert len(following) == 2 and all(line.endswith(" my-game") for line in following)
    built = run(*following[0].split()[1:])
    assert (built.code, built.err) == (0, "")
    assert list(Path("output/my-game").glob("*.pdf"))
    files = list(Path("my-game").rglob("*.yaml"))
    assert files and all(str(path.relative_to("my-game")) in made.out for path in files)
    assert {path.name: told for path in files if (told := mistakes(path))} == {}


@pytest.mark.slow
def test_a_slip_in_any_file_of_a_new_game_is_one_to_the_schema(run: Run) -> None:
    run("init", "my-game")
    slips = {"game.yaml": "titel: X\n", "cards.yaml": "- nmae: X\n", "templates/faces/front.yaml": "itmes: []\n"}
    for name, slip in slips.items():
        file = Path("my-game", name)
        file.write_text(file.read_text(encoding="utf-8").partition("\n")[0] + "\n" + slip, encoding="utf-8")
        assert any("was unexpected" in told or "required" in told for told in mistakes(file)), name


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("my-game", "My Game"),
        ("the_long  way", "The Long Way"),
        ("éclair", "Éclair"),
        ("7-seas", "7 Seas"),
        ("__", "My Game"),
    ],
)
def test_the_title_is_made_of_the_name(name: str, title: str) -> None:
    assert title_of(name) == title


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ('say "hi": {x} #1', 'Say "hi": {x} #1'),
        ("null", "Null"),
        ("w" * 90, "My Game"),
        ("игра", None),
        ("{{ a }}", None),
    ],
)
def test_any_name_of_a_folder_gives_a_game_without_a_finding(name: str, title: str | None, run: Run) -> None:
    made = run("init", name, "--like", "cards", "--json").json
    assert title is None or made["title"] == title
    assert printgen.check([Path(name)]) == ()
    assert printgen.load(Path(name)).title == made["title"]


def test_it_tells_a_script(run: Run, tmp_path: Path) -> None:
    made = run("init", "deep/er/go-joe", "--json").json
    assert (made["title"], made["like"], made["next"][0]) == ("Go Joe", "cards", "printgen build deep/er/go-joe")
    assert {"game.yaml", "cards.yaml", ".printgen/game.json"} <= set(made["files"])
    # A built-in kit is found by its name before the folder is.
    assert run("init", "go-joe", "--json").json["next"][0] == "printgen build ./go-joe"
    assert run("init", "my game", "--json").json["next"][0] == "printgen build 'my game'"


def test_an_empty_folder_may_be_there(run: Run, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    os.chdir(tmp_path / "here")
    assert run("init", ".").code == 0
    assert printgen.load(".").title == "Here"


def _full(folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")


@pytest.mark.parametrize(
    ("name", "lay", "told", "hint"),
    [
        ("full", _full, "the folder 'full' is not empty", "Choose another name, or empty the folder."),
        ("file", lambda path: path.write_text("mine"), "'file' is there, and is no folder", "Choose another name."),
        ("-x", None, "no such option '-x'", "Use one of"),
        ("con", None, "a game cannot be named 'con': some systems take it for a device", "Choose another name"),
        (".git", None, "a game cannot be named '.git': it begins with a dot", "Choose another name"),
        ("/", None, "a game cannot be named '': it is empty", "Choose another name"),
    ],
)  # fmt: skip
def test_where_no_game_can_be_is_told(name: str, lay: Any, told: str, hint: str, run: Run, tmp_path: Path) -> None:
    if lay:
        lay(tmp_path / name)
    before = sorted(tmp_path.rglob("*"))
    result = run("init", name)
    assert result.code == 2 and told in result.err and hint in result.err
    assert sorted(tmp_path.rglob("*")) == before


def test_the_help_of_the_command_names_every_starter(run: Run) -> None:
    text = " ".join(run("init", "--help").out.split())
    assert f"what the game is like: {', '.join(printgen.starters()[:-1])} or {printgen.starters()[-1]}" in text


def test_an_unknown_starter_is_told(run: Run) -> None:
    result = run("init", "my-game", "--like", "crads")
    assert result.code == 2 and "there is no starter 'crads'" in result.err and "Did you mean 'cards'?" in result.err
    assert not Path("my-game").exists()


def test_it_is_written_whole_or_not_at_all(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    replace, count = Path.replace, 0

    def fails(path: Path, target: Any) -> Path:
        nonlocal count
        count += path.name.startswith("new-")
        if count == 5:
            raise OSError(28, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fails)
    result = run("init", "my-game")
    assert result.code == 6 and "No space left" in result.err
    assert not Path("my-game").exists()


def test_two_games_that_begin_in_one_folder_at_once_are_not_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    titled = starting._with_title

    def overtaken(*given: Any) -> Any:
        monkeypatch.setattr(starting, "_with_title", titled)
        printgen.begin("my-game", "board")
        return titled(*given)

    monkeypatch.setattr(starting, "_with_title", overtaken)
    with pytest.raises(UsageError, match="the folder 'my-game' is not empty"):
        printgen.begin("my-game", "cards")
    printgen.begin("other", "board")
    assert {path.name for path in Path("my-game").rglob("*")} == {path.name for path in Path("other").rglob("*")}


@pytest.mark.slow
def test_the_schemas_of_a_game_are_renewed(kitchen: Kitchen, run: Run) -> None:
    kitchen.edit("game.yaml", "    taste:", "    salt: {kind: integer, default: 0}\n    taste:")
    result = run("schema", kitchen.folder, "--write")
    assert (
        result.code == 0
        and f"heroes.yaml: put this line on top, for editors: {LINE}.printgen/list-of-hero.json" in result.out
    )
    schema = json.loads((kitchen.folder / ".printgen" / "list-of-hero.json").read_text(encoding="utf-8"))
    assert "salt" in schema["items"]["else"]["properties"]
    made = write_schemas(kitchen.folder)
    for path, line in made.lines.items():
        file = kitchen.folder / path
        file.write_text(f"{line}\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
        assert mistakes(file) == [], path
    assert run("schema", kitchen.folder, "--write", "--json").json["missing"] == {}
    assert run("schema", "go-joe", "--write").code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("init", ""), "a new game needs a folder with a name"),
        (("init", "  "), "a new game needs a folder with a name"),
        (("build", "sixth-scale", "--out", ""), "--out is empty"),
        (("build", ""), "a target is empty"),
        (("check", " "), "a target is empty"),
    ],
)
def test_an_empty_name_is_not_the_working_folder(
    words: tuple[str, ...], message: str, run: Run, tmp_path: Path
) -> None:
    told = run(*words)
    assert (told.code, message in told.err, [*tmp_path.iterdir()]) == (2, True, [])


@pytest.mark.parametrize(("severity", "prints"), [("info", True), ("warning", False)])
def test_notes_keep_no_starter_from_its_new_title(
    monkeypatch: pytest.MonkeyPatch, severity: Severity, prints: bool
) -> None:
    monkeypatch.setattr(
        starting, "check", lambda *_: (Finding(severity, Where("game.yaml"), "a note", "Mend it.", "x"),)
    )
    with nullcontext() if prints else pytest.raises(UsageError, match="does not print"):
        assert printgen.begin("noted-game").title == "Noted Game"
