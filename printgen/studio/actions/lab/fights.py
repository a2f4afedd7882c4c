"""Two teams and the ground come in; their fight is told exactly, and the command that tells the same."""

from __future__ import annotations

from typing import Any

from printgen.base.errors import UsageError
from printgen.lab.fight import fight
from printgen.lab.model import Field, Team
from printgen.lab.reading import names_said, team_of
from printgen.lab.sums import tally
from printgen.lab.told import as_data, as_decimals, side_told, type_of
from printgen.lab.workbench import Bench, bench_for
from printgen.studio.actions.action import Answer, Live
from printgen.studio.actions.lab.asks import FightAsk, rules_said, said, words

_SIDES = ("attacker", "defender")


def fought(live: Live, asks: FightAsk) -> Answer:
    """A fight; where a team has nobody yet, what the other one brings."""
    bench = bench_for(live.job.game, asks.rules)
    ground = bench.terrain(asks.terrain)
    if asks.base and ground:
        raise UsageError("a base has no terrain", "Choose the base or a terrain.")
    field = Field(ground, asks.base, asks.artillery, asks.defending_artillery)
    only = type_of(bench.rules, asks.type)
    teams = [_team(bench, names, what) for names, what in ((asks.attack, "attackers"), (asks.defend, "defenders"))]
    team, foes = teams
    if not (team and foes):
        return Answer({"unfinished": _wanted(bench, teams), "sums": _sums(bench, teams, field)})
    with bench.reckoning("a fight"):
        found = fight(bench.rules, team, foes, field, only, told=True)
    told = {**as_decimals(bench.rules, found, team, foes), "exact": as_data(found, team, foes)}
    return Answer(told, command=_command(live, bench, asks))


def _team(bench: Bench, names: tuple[str, ...], what: str) -> Team:
    return team_of(names, bench.cards, bench.rules, what) if names else ()


def _wanted(bench: Bench, teams: list[Team]) -> str:
    """What is to be done before there is a fight."""
    most = bench.rules.most
    empty = [what for what, team in zip(("attackers", "defenders"), teams, strict=True) if not team]
    return f"Choose 1 to {most} {' and as many '.join(empty)}."


def _sums(bench: Bench, teams: list[Team], field: Field) -> dict[str, list[dict[str, Any]]]:
    """What each team that has somebody brings to each type of fight, with nobody against it."""
    types = range(len(bench.rules.types))
    return {
        side: [side_told(tally(bench.rules, team, (), at, side == "attacker", field)) for at in types]
        for side, team in zip(_SIDES, teams, strict=True)
        if team
    }


def _command(live: Live, bench: Bench, asks: FightAsk) -> tuple[str, ...]:
    names = {"attack": names_said(asks.attack), "defend": names_said(asks.defend)}
    where = said(
        **names, terrain=asks.terrain, base=asks.base, type=asks.type, artillery=asks.artillery,
        defending_artillery=asks.defending_artillery,
    )  # fmt: skip
    return words(live, "fight", *where, *rules_said(bench.about()["rules"]))
