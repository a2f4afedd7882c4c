"""A fight comes in; it is told as plain data: as fractions, which are exact, and as decimals, which are shown."""

from __future__ import annotations

from typing import Any

from printgen.base.errors import UsageError, did_you_mean
from printgen.lab.fight import Fight, TypeOdds
from printgen.lab.losses import Aftermath
from printgen.lab.model import Rules, Team
from printgen.lab.sums import Side
from printgen.lab.words import pair
from printgen.reading.scalars import shortened


def type_of(rules: Rules, name: str) -> int | None:
    """The index of a type of fight by its name or its title, None for "". UsageError for one that there is not."""
    names = [one.name for one in rules.types]
    folded = [[word.casefold() for word in (one.name, one.title)] for one in rules.types]
    found = next((at for at, words in enumerate(folded) if name.casefold() in words), None)
    if name and found is None:
        raise UsageError(f"there is no type of fight '{shortened(name)}'", did_you_mean(name, names))
    return found


def as_data(found: Fight, team: Team, foes: Team) -> dict[str, Any]:
    """A fight as data; chances are numerator and denominator in lowest terms."""
    return {
        "all": _chances(found),
        "types": {
            one.type: {**_chances(one), "attacker": _side(one.attacker), "defender": _side(one.defender)}
            for one in found.types
        },
        "survive": {
            "attacker": _survivors(team, found.attacker),
            "defender": _survivors(foes, found.defender),
        },
    }


def _chances(one: Fight | TypeOdds) -> dict[str, list[int]]:
    return {"win": pair(one.win), "lose": pair(one.lose), "tie": pair(one.tie)}


def _side(side: Side) -> dict[str, Any]:
    return {"flat": side.flat, "dice": side.dice, "because": [list(line) for line in side.because]}


def _survivors(team: Team, after: Aftermath) -> dict[str, list[int]]:
    # Copies of one card share their name, and their chance.
    return {unit.name: pair(left) for unit, left in zip(team, after.survive, strict=True)}


def as_decimals(rules: Rules, found: Fight, team: Team, foes: Team) -> dict[str, Any]:
    """A fight as a page shows it: chances as decimals, and every line of all sums and dice."""
    about = {one.name: one for one in rules.types}
    return {
        "all": _decimals(found),
        "types": [
            {
                "name": one.type, "title": about[one.type].title, "share": about[one.type].share, **_decimals(one),
                "attacker": side_told(one.attacker), "defender": side_told(one.defender),
            }
            for one in found.types
        ],
        "after": {"attacker": _after(team, found.attacker), "defender": _after(foes, found.defender)},
        "faces": rules.faces,
        "tie": rules.tie,
    }  # fmt: skip


def _decimals(one: Fight | TypeOdds) -> dict[str, Any]:
    won, lost, both = map(float, one.decided)
    decided = {"attacker": won, "defender": lost, "both": both}
    return {"win": float(one.win), "lose": float(one.lose), "tie": float(one.tie), "decided": decided}


def side_told(side: Side) -> dict[str, Any]:
    """What a side brings, with the lines of its sum and of its dice."""
    return {**_side(side), "rolls": [list(line) for line in side.rolls]}


def _after(team: Team, after: Aftermath) -> dict[str, Any]:
    """What a fight costs a side: the chance of each unit to survive, in order, and of each number of lost ones."""
    return {
        "units": [{"name": unit.name, "survives": float(one)} for unit, one in zip(team, after.survive, strict=True)],
        "survivors": float(after.survivors),
        "lost": [[number, float(chance)] for number, chance in after.lost.items() if chance],
    }
