"""lab game on the command line: its JSON and its table, boards and rules by option, and what cannot be."""

import json
from typing import Any

import pytest
from kitchen import Run

from printgen.lab.war.reading import share_of, wilson


def games(run: Run, *more: str) -> Any:
    done = run("lab", "game", "go-joe", "--games", "40", *more, "--json")
    assert done.code == 0, done.err
    return done.json


@pytest.mark.slow
def test_games_as_data(run: Run) -> None:
    found = games(run, "--policy", "march", "--against", "random", "--rule", "leaders=once")
    assert (found["game"], found["policy"], found["against"], found["games"]) == ("go-joe", "march", "random", 40)
    assert found["rules"] == {"leaders": "once"} and list(found["wins"]) == ["joe", "cobra"]
    assert found["policy_wins"]["share"] > 0.9 and set(found["policy_wins_as"]) == {"joe", "cobra"}
    assert sum(row["won"] for row in found["wins"].values()) + found["draws"] == 40
    assert sum(found["ends"].values()) == 40 and found["turns"]["median"] > 5
    assert found["fights"]["a_game"] > 1 and 0 < found["fights"]["attacker_wins"]["share"] < 1
    low, high = found["wins"]["joe"]["interval"]
    assert 0 <= low <= found["wins"]["joe"]["share"] <= high <= 1
    assert {row["name"] for row in found["cards"]["cobra"]} > {"Destro", "Overkill"}
    assert found == games(run, "--policy", "march", "--against", "random", "--rule", "leaders=once")


@pytest.mark.slow
def test_games_as_a_table(run: Run) -> None:
    done = run("lab", "game", "go-joe", "--games", "60")
    lines = done.out.splitlines()
    assert lines[0] == "60 games of go-joe, march against itself, on plain boards"
    assert any(line.startswith("cobra wins ") and "%" in line for line in lines)
    assert any(line.startswith("who goes first wins ") for line in lines)
    assert any(line.startswith("joe: cards whose teams win most fights") for line in lines)


@pytest.mark.slow
def test_programs_are_told_how_far_it_is_and_what_is_known_so_far(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.cli.commands.lab._PATIENCE", 0)
    monkeypatch.setattr("printgen.cli.commands.lab._RARELY", 0)
    monkeypatch.setattr("printgen.cli.messages._BETWEEN", 0)
    done = run("lab", "game", "go-joe", "--games", "200", "--progress", "json", "--json")
    events = [json.loads(line) for line in done.err.splitlines()]
    progress, partial = ([one for one in events if one["event"] == name] for name in ("progress", "partial"))
    assert [(one["done"], one["of"], one["what"]) for one in progress][-1] == (200, 200, "games")
    assert progress[0]["left"] > 0 and progress[0]["says"].startswith("100 of 200 games")
    # What is known half way is the same as of half of the games, and the end is on standard output alone.
    half = run("lab", "game", "go-joe", "--games", "100", "--json").json
    assert [one["result"]["wins"] for one in partial] == [half["wins"]] and done.json["games"] == 200


@pytest.mark.slow
def test_boards_are_laid_as_asked(run: Run) -> None:
    found = games(run, "--board-arrangement", "symmetric")
    assert found["arrangement"] == "symmetric"
    assert found["wins"] != games(run)["wins"]


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["--policy", "marsh"], "there is no policy 'marsh'", "Did you mean 'march'?"),
        (["--policy", ""], "there is no policy ''", "Use one of: greedy, march, random, search."),
        (["--games", "3"], "--games: input should be a multiple of 2", "Change the value."),
        (["--games", "0"], "0 is not in the range 2<=x<=10000000", "Run printgen lab game --help."),
        (["--seed", "-1"], "-1 is not in the range", "Run printgen lab game --help."),
        (["--rule", "leader=once"], "there is no rule 'leader'", "Did you mean 'leaders'?"),
        (["--rule", "distance=far"], "the rule distance has no option 'far'", "Use one of: diagonal, orthogonal."),
        (["--board-arrangement", "symetric"], "", "symmetric"),
    ],
)
def test_what_cannot_be_is_told(run: Run, words: list[str], message: str, hint: str) -> None:
    done = run("lab", "game", "go-joe", *words)
    assert done.code == 2
    assert message in done.err and hint in done.err


def test_a_game_without_a_war_is_told(run: Run) -> None:
    done = run("lab", "game", "samples/sky-couriers")
    assert done.code == 2 and "has no rules of whole games" in done.err


def test_intervals_are_those_of_wilson_and_wider_where_games_of_a_seed_end_alike() -> None:
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(0, 0) == (0.0, 1.0) and wilson(10, 10)[1] > 0.999 and wilson(0, 10)[0] == 0.0
    alone = share_of(100, 200)
    # 100 seeds of two games: half of them won both, or each of them won one.
    alike, apart = share_of(100, 200, 100, 200), share_of(100, 200, 100, 100)
    width = [one["interval"][1] - one["interval"][0] for one in (alone, alike, apart)]
    assert width[1] > 1.35 * width[0] and width[2] == width[0]
