"""lab rules: sets of options on the same seeds, what each does to games, the fairest of them, and what cannot be."""

from typing import Any

import pytest
from fighting import file
from kitchen import Run

from printgen.lab.war.house import fairest, rule_lines, sets_of, words_of


def tried(run: Run, *more: str) -> Any:
    done = run("lab", "rules", "go-joe", *more, "--json")
    assert done.code == 0, done.err
    return done.json


def test_sets_are_each_option_alone_and_those_of_some_rules_together() -> None:
    house = ["leaders", "first"]
    sets = [words_of(one) for one in sets_of(file(), {"tie": "attacker"}, file().rules, house, 2)]
    assert sets[0] == "" and len(sets) == len({*sets})
    assert "leaders=once" in sets and "distance=orthogonal" in sets and "leaders=once first=joe" in sets
    assert not any(words.startswith("tie=") or "leaders=once leaders" in words for words in sets)
    assert len([words for words in sets if " " in words]) == 4
    assert not [one for one in sets_of(file(), {}, house, house, 1) if len(one) > 1]


@pytest.mark.slow
def test_games_with_leaders_that_do_not_stack_are_measured_beside_those_as_they_are(run: Run) -> None:
    found = tried(run, "--games", "40", "--of", "leaders,capture")
    same = run("lab", "game", "go-joe", "--games", "40", "--json").json
    once = run("lab", "game", "go-joe", "--games", "40", "--rule", "leaders=once", "--json").json
    rows = {words_of(row["rules"]): row for row in (found["usual"], *found["sets"])}
    for words, games in (("", same), ("leaders=once", once)):
        row = rows[words]
        assert row["share"]["mean"] == pytest.approx(games["wins"]["cobra"]["share"] + games["draws"] / 80, abs=1e-4)
        assert row["turns"]["mean"] == pytest.approx(games["turns"]["mean"], abs=0.06)
        assert row["fights"]["mean"] == pytest.approx(games["fights"]["a_game"], abs=1e-3)
    effect = rows["leaders=once"]["share"]["effect"]
    assert effect == pytest.approx(rows["leaders=once"]["share"]["mean"] - rows[""]["share"]["mean"], abs=2e-4)
    assert rows["leaders=once capture=fight"]["turns"]["effect"] > 0


@pytest.mark.slow
def test_the_fairest_is_chosen_by_half_of_the_seeds_and_measured_by_the_other(run: Run) -> None:
    found = tried(run, "--games", "12", "--of", "leaders,first", "--rule", "distance=diagonal")
    best = found["fairest"]
    assert best["games"] == 6 and best["chosen_by"] and found["fixed"] == {"distance": "diagonal"}
    assert words_of(best["rules"]) in {words_of(row["rules"]) for row in (found["usual"], *found["sets"])}
    assert set(best["says"]) == set(best["rules"])
    words = ("--games", "12", "--of", "leaders,first", "--rule", "distance=diagonal", "--jobs", "2")
    assert tried(run, *words) == found


def row(mean: float, off: float, *names: str) -> dict[str, Any]:
    return {"rules": dict.fromkeys(names, "x"), "share": {"mean": mean, "off": off}}


def test_fairest_is_the_fewest_rules_that_may_be_even_else_the_nearest() -> None:
    assert fairest([row(0.66, 0.03), row(0.52, 0.03, "a"), row(0.5, 0.03, "a", "b")]) == 1
    assert fairest([row(0.66, 0.03), row(0.48, 0.03, "a"), row(0.51, 0.03, "b")]) == 2
    assert fairest([row(0.66, 0.03), row(0.58, 0.03, "a"), row(0.56, 0.03, "a", "b")]) == 2
    assert fairest([row(0.51, 0.03), row(0.5, 0.03, "a")]) == 0


def test_as_a_table_that_says_what_it_is_worth(run: Run) -> None:
    done = run("lab", "rules", "go-joe", "--games", "4", "--of", "first")
    lines = done.out.splitlines()
    assert lines[0] == "4 games of go-joe for each set, march against itself, on plain boards"
    assert any(line.startswith("as they are ") for line in lines)
    assert any(line.startswith("first=joe ") and "±" in line for line in lines)
    assert "so few games" in done.out and "fairest: " not in done.out


def told(mean: float, off: float, usual: float = 0.02) -> str:
    about = {"sides": ["joe", "cobra"], "policy": "march", "against": "march", "game": "x", "arrangement": "plain"}
    change = {"mean": 40.0, "off": 1.0, "effect": 2.0, "effect_off": 1.0}
    share = {"mean": mean, "off": off, "effect": mean - 0.66, "effect_off": off}
    rows = {"share": share, "turns": change, "fights": change, "first_wins": 0.5, "draws": 0.0, "games": 800}
    best = {**rows, "rules": {"leaders": "once"}, "says": {"leaders": "what Leaders give: one"}}
    first = {**rows, "rules": {}, "says": {}, "share": {**share, "mean": 0.66, "off": usual}}
    seeds = {"first": 1, "count": 400, "done": 400}
    document = {**about, "fixed": {}, "games": 800, "usual": first, "sets": [best], "fairest": best, "seeds": seeds}
    return "\n".join(rule_lines(document))


def test_what_is_fairest_is_told_with_its_price_and_whether_it_is_even() -> None:
    even = told(0.51, 0.03)
    assert "fairest: leaders=once, chosen by the even seeds" in even and "+2.0 ± 1.0 turns" in even
    assert "cobra wins 51.0 ± 3.0 %, -15.0 ± 3.0 by this" in even and "not even" not in even
    assert "it is not even" in told(0.58, 0.03)
    assert "fairest: " not in told(0.51, 0.03, usual=0.09)


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["--of", "leader"], "--of: there is no rule 'leader'", "Did you mean 'leaders'?"),
        (["--policy", "marsh"], "there is no policy 'marsh'", "Did you mean 'march'?"),
        (["--policy", ""], "there is no policy ''", "Use one of: greedy, march, random, search."),
        (["--games", "3"], "--games: input should be a multiple of 2", "Change the value."),
        (["--rule", "tie=never"], "the rule tie has no option 'never'", "Use one of"),
        (["--of", "joe-hand,cobra-hand,leaders,service,tie,first,anti,distance", "--together", "4"],
         "may be tried", "Name fewer rules with --of"),
    ],
)  # fmt: skip
def test_what_cannot_be(words: list[str], message: str, hint: str, run: Run) -> None:
    done = run("lab", "rules", "go-joe", *words)
    assert done.code == 2 and message in done.err and hint in done.err


def test_a_game_without_whole_games_has_no_such_rules(run: Run) -> None:
    done = run("lab", "rules", "micro-forces")
    assert done.code == 2 and "no rules of fights" in done.err
