"""The decks of GO JOE against each other: what was measured before is found again."""

from fractions import Fraction
from typing import Any

import pytest
from kitchen import Run


def decks(run: Run, *more: str) -> Any:
    done = run("lab", "decks", "go-joe", *more, "--json")
    assert done.code == 0, done.out
    return done.json


@pytest.mark.slow
def test_what_was_measured_before_is_found_again(run: Run) -> None:
    found = decks(run, "--samples", "1600")
    joe, cobra = found["fights"]
    assert (joe["attacker"], cobra["attacker"]) == ("joe-deck", "cobra-deck")
    sure = joe["all"]["interval"] + 0.008
    for fight, wins, by_type in (
        (joe, (0.440, 0.504, 0.055), (0.478, 0.402, 0.441)),
        (cobra, (0.568, 0.375, 0.057), (0.527, 0.611, 0.566)),
    ):
        assert [fight["all"][word] for word in ("win", "lose", "tie")] == pytest.approx(wins, abs=sure)
        assert [one["win"] for one in fight["types"].values()] == pytest.approx(by_type, abs=1.5 * sure)
    # What both bring, with leaders, services and what is lost to weapons against them.
    for side, totals in (("attacker", (25.6, 19.9, 24.2)), ("defender", (26.5, 21.9, 25.7))):
        assert [one[side]["flat"] for one in joe["types"].values()] == pytest.approx(totals, abs=0.35)
    assert joe["sizes"]["5"]["4"] == pytest.approx(0.778, abs=0.05)
    assert cobra["sizes"]["5"]["4"] == pytest.approx(0.850, abs=0.05)
    assert joe["sizes"]["3"]["5"] == pytest.approx(0.03, abs=0.03)
    chances = [
        {(row["what"], row["name"]): float(Fraction(*row["chance"])) for row in deck["chances"]}
        for deck in found["decks"]
    ]
    leaders, services = ([one[key] for one in chances] for key in (("skill", "leader"), ("group", "service")))
    assert leaders == pytest.approx([0.36, 0.59], abs=0.005) and services == pytest.approx([0.94, 0.91], abs=0.006)
    assert set(joe["terrains"]) == {row["name"] for row in found["decks"][0]["chances"] if row["what"] == "terrain"}


@pytest.mark.slow
def test_groups_meet_in_a_matrix_the_best_first(run: Run) -> None:
    groups = decks(run, "--samples", "160")["groups"]
    names, matrix = groups["names"], groups["matrix"]
    # Renegades have three cards only.
    assert sorted(names) == ["CB", "DN", "GJ", "IG", "NF", "PP", "SM", "TF"]
    for i, row in enumerate(matrix):
        assert [round(row[j] + matrix[j][i], 5) for j in range(len(names))] == [1] * len(names)
    order = [names[n] for n in groups["order"]]
    assert (order[0], order[-1]) == ("SM", "NF")
    lines = run("lab", "decks", "go-joe", "--samples", "160").out.splitlines()
    assert next(line for line in lines if line.startswith("wins against")).split()[2:] == order
