"""The policy `random`: its moves of units by themselves keep to the rules."""

from types import SimpleNamespace
from typing import Any

import pytest

from printgen.lab.war.model import TeamMove
from printgen.lab.war.policies.plain import RandomPolicy


class FirstChoice:
    """Chance that always falls on the first choice."""

    def below(self, most: int) -> int:
        return 0

    def pick(self, choices: list[Any]) -> Any:
        return choices[0]

    def shuffle(self, items: list[Any]) -> None:
        """Leave the order as it is."""


def moves(mine: dict[int, tuple[int, ...]], near: dict[int, list[int]], team: int) -> tuple[TeamMove, ...]:
    """The moves of units alone; no unit may stand without a team, and there is no enemy."""
    file = SimpleNamespace(alone_free=True, alone_fights=False, alone_stands=False)
    war: Any = SimpleNamespace(file=file, team=team, moves=((0, 0),), alone=((1,) * 9, (1,) * 9), worth=((), ()))
    chance: Any = FirstChoice()
    arena = SimpleNamespace(ways=SimpleNamespace(near=near))
    view: Any = SimpleNamespace(me=0, mine=mine, foes={}, alone=(0, 0), arena=arena)
    return RandomPolicy(war, 0, chance).move(view)


@pytest.mark.parametrize("team, joined", [(2, 0), (3, 1), (4, 2), (5, 3)])
def test_units_join_a_team_until_it_is_full(team: int, joined: int) -> None:
    teams = {0: (0,), 1: (1,), 2: (2,), 9: (7, 8)}
    found = moves(teams, {0: [9], 1: [9], 2: [9], 9: []}, team)
    assert found == tuple(TeamMove(space, (9,), space) for space in range(joined))
