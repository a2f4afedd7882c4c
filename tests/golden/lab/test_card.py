"""What a card is worth: what was measured before, and what listing all teams of a small game gives; and the command."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import fighting
import pytest
from fighting import unit
from kitchen import Run
from places import SAMPLES

from printgen.lab.fight import fight
from printgen.lab.sums import FightPlace, Rules
from printgen.lab.trial import CardTrial, try_cards

SKY = SAMPLES / "sky-couriers"


def card(run: Run, name: str, *more: str, target: str = "go-joe") -> Any:
    done = run("lab", "card", target, name, *more, "--json")
    assert done.code == 0, done.out
    return done.json


@pytest.mark.slow
def test_what_was_measured_before_is_found_again(run: Run) -> None:
    joe = card(run, "keel haul", "--samples", "240")
    best = {one["name"]: one["worth"] for one in joe["cards"][:4]}
    assert set(best) == {"Snake-Eyes", "Stalker", "Capt. Grid Iron", "Keel Haul"}
    assert best["Snake-Eyes"] == pytest.approx(0.26, abs=0.03)
    told = joe["card"]
    assert (told["name"], told["sum"], told["of"]) == ("Keel Haul", 9, 108) and told["rank"] <= 4
    # By the sum of its numbers it is among the weakest.
    assert told["rank_by_sum"] > 80 and 0.1 < told["interval"] * 10 < 0.3
    assert told["stats"]["fp"]["lower"] < told["worth"] < told["stats"]["fp"]["higher"]
    cobra = card(run, "Cobra Overlord", "--samples", "240")
    assert cobra["card"]["rank"] == 1 and cobra["card"]["worth"] == pytest.approx(0.30, abs=0.04)
    assert {"Cobra Commander", "Overkill", "Serpentor"} < {one["name"] for one in cobra["cards"][:8]}


def listed(rules: Rules, cards: list[Any], foes: list[Any], at: int, field: FightPlace) -> Fraction:
    """The worth of a card: all teams of two with and without it, against all teams of two."""

    def share(team: tuple[Any, ...]) -> Fraction:
        ours = [fight(rules, team, other, field).decided[0] for other in combinations(foes, 2)]
        theirs = [fight(rules, other, team, field).decided[1] for other in combinations(foes, 2)]
        return sum((*ours, *theirs), Fraction(0)) / (2 * len(ours))

    rests = [one for n, one in enumerate(cards) if n != at]
    total = Fraction(0)
    for mate in rests:
        others = [one for one in rests if one is not mate]
        total += share((mate, cards[at])) - sum(share((mate, one)) for one in others) / len(others)
    return total / len(rests)


@pytest.mark.slow
@pytest.mark.parametrize(
    "option", [{}, {"clamp": "zero", "leaders": "once"}, {"anti": "one-for-one", "tie": "attacker"}]
)
def test_samples_agree_with_all_teams(option: dict[str, str]) -> None:
    random, rules = Random(11), fighting.rules(**option)
    skills = [(), ("leader",), ("armor",), ("anti-armor",), ("recon", "jungle"), ("jungle",)]
    decks = [
        [unit(f"{n}", tuple(random.randint(0, 4) for _ in range(3)), "", *held) for n, held in enumerate(skills)]
        for _ in range(2)
    ]
    own, foes = (tuple(deck) for deck in decks)
    changed = own[1]._replace(scores=tuple(score + 1 for score in own[1].scores))
    trial = CardTrial(rules, own, (1,) * 6, 1, (own[1], changed), (("foes", foes),), 2, ("jungle",), 3)
    tally = try_cards(trial, range(600))
    for at in range(6):
        exact = listed(rules, decks[0], decks[1], at, FightPlace("jungle"))
        assert float(tally["cards"][at].mean) == pytest.approx(float(exact), abs=0.045)
    # As it is now, a changed card would be worth the same.
    assert tally["others"][0] == tally["cards"][1] and tally["others"][1].mean > tally["cards"][1].mean


@pytest.mark.slow
def test_a_card_of_ones_own_is_ranked_among_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "go-joe").mkdir()
    own = "- {name: Night Owl, service: NF, fp: 0, cc: 8, tac: 7, role: Chief, skills: [leader]}\n"
    (tmp_path / "go-joe" / "joe-deck.yaml").write_text(own, encoding="utf-8")
    words = ("--cards", str(tmp_path), "--samples", "40", "--terrain", "sea", "--units", "4")
    found = card(run, "Night Owl", *words)
    assert found["card"]["of"] == 109 and found["card"]["rank"] <= 25
    assert (found["terrain"], found["units"], found["deck"]["name"]) == ("sea", 4, "joe-deck")
    assert found["card"]["stats"]["fp"]["lower"] is None and found["card"]["scores"] == {"fp": 0, "cc": 8, "tac": 7}


def test_a_team_cannot_be_larger_than_the_rules_say(run: Run) -> None:
    done = run("lab", "card", "go-joe", "Duke", "--units", "6")
    assert done.code == 2 and "--units 6: no team has so many" in done.err and "from 1 to 5" in done.err


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_on_one_process_and_on_two(run: Run) -> None:
    words = ("lab", "card", SKY, "Ada Quill", "--samples", "600", "--json")
    one, two = run(*words), run(*words, "--jobs", "2")
    assert one.code == 0 and one.out == two.out
    # Two copies of a card are one in the ranking.
    assert json.loads(one.out)["card"]["of"] == 6


@pytest.mark.slow
def test_people_are_told_in_words(run: Run) -> None:
    done = run("lab", "card", "go-joe", "Stalker:2", "--samples", "30")
    assert done.code == 0 and done.out.startswith("Stalker:2 (Joe deck): ")
    assert "worth it would be with" in done.out and "> Stalker:2" in done.out
    wrong = run("lab", "card", "go-joe", "Stalkr")
    assert wrong.code == 2 and "no card is named 'Stalkr'" in wrong.err and "Did you mean 'Stalker'?" in wrong.err


def test_numbers_of_a_seed_stay_as_they_are(run: Run) -> None:
    found = card(run, "Ada Quill", "--samples", "30", target=str(SKY))
    assert {one["name"]: (one["worth"], one["interval"]) for one in found["cards"]} == {
        "Pia Thunder": (0.17504, 0.052669), "Count Zephyr": (0.16512, 0.045752), "Ada Quill": (-0.012001, 0.054375),
        "Mother Ibex": (-0.053975, 0.062135), "Old Bartholomew": (-0.086288, 0.04667),
        "Little Finch": (-0.125841, 0.026928),
    }  # fmt: skip
    told = found["card"]
    assert (told["rank"], told["rank_by_sum"], told["of"], told["wins"]) == (3, 3, 6, 0.458352)
    assert told["stats"]["fog"] == {"lower": -0.022941, "higher": -0.001104}
