"""The page of whole games in the deck report: what its charts have room for."""

from typing import Any

from printgen.lab.report.games import _players


def played(policy: str, mean: float, off: float) -> dict[str, Any]:
    usual = {"share": {"mean": mean, "off": off}, "turns": {"mean": 40}}
    return {"policy": policy, "usual": usual, "sets": []}


def test_the_narrow_chart_of_who_plays_has_few_marks_however_little_is_known() -> None:
    sure = _players([played("march", 0.65, 0.05), played("turtle", 0.5, 0.05)], "cobra")
    assert sure["player_marks"] == ["40 %", "50 %", "60 %", "70 %"]
    vague = _players([played("greedy", 0.85, 0.15), played("turtle", 0.45, 0.25)], "cobra")
    assert vague["player_marks"] == ["0 %", "25 %", "50 %", "75 %", "100 %"]
