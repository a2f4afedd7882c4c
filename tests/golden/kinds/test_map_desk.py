"""The desk of maps: what a page asks for comes out as `printgen board` makes it, with spaces, scores and pictures."""

from __future__ import annotations

import json
import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from places import SAMPLES
from pydantic import ValidationError

from printgen import cli
from printgen.base.errors import PrintgenError, UsageError
from printgen.build.live import LiveGame, picture
from printgen.build.settings import PLAIN, Settings
from printgen.studio.actions import ActionAnswer, Live, desks_for

PRODUCTS = {
    "go-joe": ("go-joe", "board-poster", "C4", "sea"),
    "pirate-seas": (str(SAMPLES / "pirate-seas"), "sea-poster", "C4", "reef"),
    "garden": (str(SAMPLES / "garden"), "board", "C4", "pond"),
    "micro-forces": ("micro-forces", "map-sheets", "F6", "floor+command-tower"),
    "reef-runners": (str(SAMPLES / "reef-runners"), "board-poster", "D4", "deep"),
}
_GAMES: dict[str, LiveGame] = {}


def act(target: str, product: str, action: str, settings: Settings = PLAIN, **asks: Any) -> ActionAnswer:
    game = _GAMES.setdefault(target, LiveGame(target))
    made = desks_for(game, product)["map"].load()[action]
    answer: ActionAnswer = made.run(Live.of(game, product, settings, {}), made.asks(**asks))
    return answer


def command(target: str, product: str, **asks: Any) -> tuple[str, ...]:
    """The words with which the page prints maps of a board."""
    return act(target, product, "print", form="maps", paper="a4", **asks).command


def said(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What a command tells as JSON."""
    capsys.readouterr()
    cli.main([*command, "--json"])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def held(told: dict[str, Any]) -> list[str]:
    """What the spaces of a board hold, as data tells it."""
    if isinstance(told["cells"][0], list):
        return [word for row in told["cells"] for word in row]
    return ["+".join(cell["power_ups"]) for cell in told["cells"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pirate-seas", "reef-runners"])
def test_a_board_is_shown_in_the_look_that_is_set_now(name: str) -> None:
    target, product, _, _ = PRODUCTS[name]
    shown = [
        [
            picture(one)
            for one in act(target, product, "roll", settings=replace(PLAIN, look=look), seed=7).pictures.values()
        ]
        for look in ("color", "saver", "color")
    ]
    assert shown[0] == shown[2] != shown[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", PRODUCTS)
def test_a_roll_is_the_board_of_its_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    target, product, space, word = PRODUCTS[name]
    answer = act(target, product, "roll", seed=7, locks={space: word})
    spaces = answer.data["spaces"]
    told = said(command(target, product, seed=7, locks={space: word}), capsys)
    assert told["locked"] == {space: word} and told["score"]["total"] == answer.data["score"]["total"]
    shown = [one["held"] for one in spaces]
    assert held(told) == (
        shown if "+" not in "".join(shown) else [one.partition("+")[2].removesuffix("none") for one in shown]
    )
    (locked,) = (one for one in spaces if one["locked"])
    assert (locked["name"], locked["held"]) == (space, word)
    board = answer.pictures["board"]
    for one in spaces:
        assert all(-0.1 <= x <= board.width + 0.1 and -0.1 <= y <= board.height + 0.1 for x, y in one["points"])
    words = {paint["word"] for paint in answer.data["paints"]}
    sides = {"go-joe": ["Joe base", "Cobra base"], "micro-forces": ["Start zone A", "Start zone B"]}
    assert answer.data["sides"] == sides.get(name, answer.data["sides"])
    # A ground is called by its name, without the rule behind the colon.
    assert all(paint["title"][:1].isupper() and ":" not in paint["title"] for paint in answer.data["paints"])
    assert all(part in words for one in spaces if not one["marked"] for part in one["held"].split("+"))
    assert {f"paint {each}" for each in words} == answer.pictures.keys() - {"board"}
    assert picture(board).startswith(b"<") or picture(board)
    assert sum(answer.data["counts"].values()) + sum(bool(one["marked"]) for one in spaces) >= len(spaces)


def test_knobs_are_turned_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    asks: dict[str, Any] = {"seed": 3, "arrangement": "symmetric", "fair": 4, "rows": 10, "columns": 9}
    answer = act("go-joe", "board-tiles", "roll", **asks)
    words = act("go-joe", "board-poster", "print", form="tiles", paper="a4", **asks).command
    assert shlex.join(words) == (
        "board go-joe/board-tiles --tiles --paper=a4 --seed=3 --arrangement=symmetric --fair=4 --rows=10 --columns=9"
    )
    knobs = answer.data["knobs"]
    assert (knobs["rows"], knobs["columns"]["value"]) == ({"value": 10, "usual": 8, "most": 60}, 9)
    assert knobs["fair"]["usual"] == 1 and knobs["arrangement"]["words"] == ["plain", "symmetric", "clumped"]
    told = said(command("go-joe", "board-tiles", **asks), capsys)
    assert (told["rows"], told["columns"]) == (10, 9) and held(told) == [one["held"] for one in answer.data["spaces"]]
    garden = PRODUCTS["garden"][0], "board"
    counts = act(*garden, "roll", seed=2, amounts={"pond": 20}).data["counts"]
    assert counts["pond"] > 10 and said(command(*garden, seed=2, amounts={"pond": 20}), capsys)["counts"] == counts
    forces = act("micro-forces", "board-poster", "roll", seed=2, amounts={"ponds": 12, "buildings": 0})
    assert forces.data["counts"]["water"] > 15 and not forces.data["counts"]["floor"]


@pytest.mark.slow
def test_opposites_of_locked_spaces_follow_on_symmetric_boards() -> None:
    for target, product, space, other in (
        ("go-joe", "map-sheets", "C4", "F5"),
        ("micro-forces", "map-sheets", "E4", "J8"),
    ):
        word = {"go-joe": "sea", "micro-forces": "floor"}[target]
        asks: dict[str, Any] = {"seed": 2, "locks": {space: word}}
        for arrangement, following in (("plain", []), ("symmetric", [other])):
            spaces = act(target, product, "roll", arrangement=arrangement, **asks).data["spaces"]
            assert [one["name"] for one in spaces if one["follows"]] == following
            assert all(one["held"].startswith(word) for one in spaces if one["follows"] or one["locked"])


def test_a_form_is_printed_by_the_product_that_has_it() -> None:
    forms = act("go-joe", "map-sheets", "roll").data["forms"]
    assert forms == [
        {"form": "poster", "target": "go-joe/board-poster"},
        {"form": "tiles", "target": "go-joe/board-tiles"},
        {"form": "maps", "target": "go-joe/map-sheets"},
    ]


@pytest.mark.parametrize("name", PRODUCTS)
def test_a_wall_shows_boards_and_marks_the_best(name: str) -> None:
    target, product, space, word = PRODUCTS[name]
    answer = act(target, product, "wall", seed=5, count=4, locks={space: word}, fair=1)
    boards = answer.data["boards"]
    assert [one["seed"] for one in boards] == [5, 6, 7, 8]
    assert answer.pictures.keys() == {f"board {seed}" for seed in (5, 6, 7, 8)}
    totals = [one["score"]["total"] for one in boards]
    assert [one["best"] for one in boards] == [total == min(totals) and name != "garden" for total in totals]
    single = act(target, product, "roll", seed=6, locks={space: word}, fair=1)
    assert single.data["score"]["total"] == totals[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pirate-seas", "garden", "reef-runners"])
def test_a_board_is_saved_as_one_that_is_written_by_hand(name: str, tmp_path: Path) -> None:
    """What is saved beside a game of the user's own is printed by the lines that are told, and is the same board."""
    target, product, space, word = PRODUCTS[name]
    own = Path(shutil.copytree(LiveGame(target).folder, tmp_path / "own"))
    # What begins with a dash is no option of the command.
    print_on = {"form": "poster", "paper": "a3"}
    saved = act(str(own), product, "save", seed=4, name="-x", **print_on).data["command"]
    assert shlex.split(saved) == ["printgen", "board", f"{own}/{product}", "--poster", "--paper=a3", "--by-hand=-x"]
    asks: dict[str, Any] = {**print_on, "seed": 4, "locks": {space: word}, "name": "Füße: am Fluß"}
    data = act(str(own), product, "data", **asks)
    assert not data.files and not data.command
    answer = act(str(own), product, "save", **asks)
    ((path, text),) = answer.files.items()
    assert text is not None and path.parent == own and answer.data["file"].endswith(path.name)
    assert text.decode().endswith(data.data["entry"])
    assert answer.before == {path: path.read_bytes() if path.is_file() else None}
    path.write_bytes(text)
    game = own / "game.yaml"
    options = yaml.safe_load(answer.data["lines"])["products"][product]["options"]
    assert options == {"boards": path.name, "by-hand": "Füße: am Fluß"}
    written = game.read_text(encoding="utf-8")
    line = written.index("options: {", written.index(f"\n  {product}:")) + len("options: {")
    said = answer.data["lines"].partition("options: {")[2].rstrip("}")
    game.write_text(f"{written[:line]}{said}, {written[line:]}", encoding="utf-8")
    plan = LiveGame(str(own)).job.game.products[product].loaded
    shown = act(target, product, "roll", seed=4, locks={space: word}).data["spaces"]
    own_board = plan.contents(plan.by_hand)
    assert own_board == {one["name"]: one["held"] for one in shown if one["name"] in own_board}
    with pytest.raises(UsageError, match="there is a board named"):
        act(str(own), product, "save", **asks)
    path.write_text("{one: two}\n")
    with pytest.raises(UsageError, match="no board can be added"):
        act(str(own), product, "save", **asks)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["go-joe", "micro-forces"])
def test_a_board_of_a_kit_is_saved_among_ones_own_and_printed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, product, space, word = PRODUCTS[name]
    cards = tmp_path / "mine"
    game = LiveGame(target, cards)
    save = desks_for(game, product)["map"].load()["save"]
    print_on = {"form": "maps", "paper": "a4"}
    asked = save.asks(seed=4, locks={space: word}, name="-Füße: am Fluß", **print_on)
    answer = save.run(Live.of(game, product), asked)
    assert answer.before == {cards / target / "boards" / "main.yaml": None}
    for path, text in answer.files.items():
        path.parent.mkdir(parents=True)
        path.write_bytes(text or b"")
    # The folder is there by now, and commands are told of it.
    again = save.run(Live.of(game, product), save.asks(seed=5, name="Other", **print_on))
    assert again.data["command"].endswith(f"--cards {cards}")
    words_of = (*shlex.split(answer.data["command"])[1:], "--cards", str(cards))
    told = said(words_of, capsys)
    shown = act(target, product, "roll", seed=4, locks={space: word}).data["spaces"]
    words = [one["held"] for one in shown]
    assert held(told) == (words if name == "go-joe" else [one.partition("+")[2].removesuffix("none") for one in words])
    with pytest.raises(SystemExit):
        cli.main(["board", f"{target}/{product}", "--by-hand", "Füße", "--cards", str(cards)])
    assert "there is no board named 'Füße'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main([*words_of, "--lock", f"{space}={word}"])
    assert "a board that was saved is as it is" in capsys.readouterr().err


def test_a_board_of_a_kit_is_saved_nowhere_where_there_is_no_folder_of_ones_own() -> None:
    asks = {"name": "Mine", "form": "poster", "paper": "a4"}
    assert act("go-joe", "board-poster", "data", **asks).data["file"] == ""
    with pytest.raises(UsageError, match="there is no folder of your own here"):
        act("go-joe", "board-poster", "save", **asks)


@pytest.mark.parametrize(
    ("asks", "message"),
    [
        ({"locks": {"C4": "jungel"}}, "Did you mean 'jungle'?"),
        ({"locks": {"Z9": "sea"}}, "which is not on a board of 8 x 8"),
        ({"arrangement": "symetric"}, "Did you mean 'symmetric'?"),
        ({"amounts": {"sea": 4}}, "nobody says how much there is of 'sea'"),
    ],
)
def test_what_cannot_be_is_told(asks: dict[str, Any], message: str) -> None:
    with pytest.raises(PrintgenError) as caught:
        act("go-joe", "board-poster", "roll", **asks)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "asks",
    [
        {"seed": -1}, {"seed": 2**60}, {"fair": 0}, {"fair": 5000}, {"rows": 61}, {"columns": 0}, {"count": 500},
        {"amounts": {"ponds": float("nan")}}, {"amounts": {"ponds": 1e9}}, {"locks": {"C4": "x" * 400}}, {"other": 1},
    ],
)  # fmt: skip
def test_all_that_is_asked_for_has_limits(asks: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        act("go-joe", "board-poster", "wall", **asks)


def test_boards_that_are_the_same_whatever_the_seed_have_no_desk() -> None:
    game = LiveGame(str(SAMPLES / "rail-barons"))
    for name in game.job.game.products:
        assert "map" not in desks_for(game, name) or game.job.game.products[name].loaded.is_fixed is False
