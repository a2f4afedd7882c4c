"""Armies: what squads hit, every army that a budget buys, and findings for armies that break the rules.

Points, rolls and squad sizes come with the qualities; nothing here knows their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypedDict

from printgen.base.budget import spend
from printgen.base.errors import Finding, broken
from printgen.game.records import Game
from printgen.kinds.roster.reading import Army, ArmyList, Quality
from printgen.rules.odds import Volley, per_points

MOST_LISTED = 500
"""The largest budget whose armies are listed: beyond it there are more than anybody would read."""

# How many steps of an expression a look at one more offer is worth.
_WORTH = 5

Qualities = Mapping[str, Quality]


class Squads(TypedDict):
    """Equal squads: their quality, how many soldiers each has, and how many squads there are."""

    quality: str
    soldiers: int
    count: int


Bought = tuple[Squads, ...]
"""An army as a budget buys it: the best quality and the largest squads first; no two entries are alike."""


def armies(qualities: Qualities, points: int) -> Iterator[Bought]:
    """Every army that spends the points (1 to MOST_LISTED) exactly, each once: the order of squads does not count.

    Armies of the best and largest squads come first. ValueError for points out of range.
    """
    if not 1 <= points <= MOST_LISTED:
        raise ValueError(f"armies are listed for 1 to {MOST_LISTED} points, not for {points}")
    offers = [
        (quality.name, size, quality.points[size])
        for quality in reversed(tuple(qualities.values()))
        for size in sorted(quality.points, reverse=True)
    ]

    def bought(first: int, left: int) -> Iterator[Bought]:
        spend("steps", _WORTH)
        if left == 0:
            spend("armies")
            yield ()
        elif first < len(offers):
            name, size, price = offers[first]
            for count in range(left // price, -1, -1):
                here = (Squads(quality=name, soldiers=size, count=count),) if count else ()
                for rest in bought(first + 1, left - count * price):
                    yield here + rest

    return bought(0, points)


def balanced(found: Iterable[Bought], qualities: Qualities, most: int = 3) -> list[Bought]:
    """The armies that share their points most evenly among the qualities, at most so many; fewer squads first."""

    def lopsided(army: Bought) -> tuple[int, int]:
        spent = dict.fromkeys(qualities, 0)
        for squads in army:
            spent[squads["quality"]] += qualities[squads["quality"]].points[squads["soldiers"]] * squads["count"]
        # Squared, so that nothing at all on a quality weighs more than a little less on two of them.
        return sum(share * share for share in spent.values()), sum(squads["count"] for squads in army)

    return sorted(found, key=lopsided)[:most]


PER_POINTS = 50
"""For so many points hits are told, so that armies of different budgets can be compared."""


def listing(qualities: Qualities, points: int, volleys: Sequence[Volley] = ()) -> dict[str, Any]:
    """The armies of a budget as plain data: `points`, all `armies`, and the balanced ones of them as `suggestions`.

    With how squads shoot (`volleys`) each army has its `hits` for 50 points by reach, on average, if every squad shoots
    once: numerator and denominator. `qualities` tells the same of each quality alone, and `balanced` what that is.
    """
    found = tuple(armies(qualities, points))
    shooting = {volley.name: volley for volley in volleys}

    def told(army: Bought) -> dict[str, Any]:
        row = {"squads": list(army), "soldiers": sum(squads["soldiers"] * squads["count"] for squads in army)}
        return {**row, "hits": _as_data(hits(army, shooting, points))} if shooting else row

    rows = list(map(told, found))
    suggestions = [rows[found.index(army)] for army in balanced(found, qualities)]
    listed = {"points": points, "armies": rows, "suggestions": suggestions}
    alone = [
        {
            "quality": name,
            "hits": _as_data({reach: per_points(one, chance, PER_POINTS) for reach, chance in one.hits.items()}),
        }
        for name, one in shooting.items()
    ]
    return {**listed, "qualities": alone, "balanced": meaning(qualities)} if shooting else listed


def hits(army: Bought, shooting: Mapping[str, Volley], points: int) -> dict[str, Fraction]:
    """How many hits an army scores for 50 of its points by reach, on average, if every squad shoots once."""
    found: dict[str, Fraction] = {}
    for squads in army:
        for reach, chance in shooting[squads["quality"]].hits.items():
            here = squads["soldiers"] * squads["count"] * chance * Fraction(PER_POINTS, points)
            found[reach] = found.get(reach, Fraction(0)) + here
    return found


def meaning(qualities: Qualities) -> str:
    """What is so of armies that are called balanced."""
    *others, last = qualities
    named = f"{', '.join(others)} and {last}" if others else last
    return f"they share their points most evenly among {named}, which says nothing of their strength"


def _as_data(found: Mapping[str, Fraction]) -> dict[str, list[int]]:
    return {reach: [number.numerator, number.denominator] for reach, number in found.items()}


def army_lists(game: Game) -> list[ArmyList]:
    """The armies of a game's rosters, each file once."""
    loaded = [product.loaded for product in game.products.values()]
    return list({read.options.file: read for read in loaded if isinstance(read, ArmyList)}.values())


def check_armies(game: Game) -> Iterator[Finding]:
    """What is wrong with the armies of every roster of a game, in the order of their places."""
    for read in army_lists(game):
        findings = (finding for army in read.armies for finding in check_army(army, read))
        yield from sorted(findings, key=lambda finding: finding.where)


def check_army(army: Army, read: ArmyList) -> Iterator[Finding]:
    """Findings for an army over its budget, and for squads without a leader where they need one."""
    name, spent = army.name.text, sum(map(read.points, army.squads))
    if spent > army.budget:
        message = f"{name} costs {spent} points; its budget is {army.budget}"
        yield broken(army.where_of("budget"), "over-budget", message, _saving(army, read, spent - army.budget))
    leaderless = [squad for squad in army.squads if not squad.leader] if read.options.leaders else []
    hint = f"Add leader: and what marks him, such as {read.options.leaders.text}."
    if len(leaderless) == len(army.squads):
        yield broken(army.where, "no-leaders", f"{name} has no leaders; every squad has one", hint)
        return
    for squad in leaderless:
        yield broken(squad.where, "no-leaders", f"this {squad.quality.text} squad of {name} has no leader", hint)


def _saving(army: Army, read: ArmyList, over: int) -> str:
    """The smallest single change that brings an army within its budget, in words."""
    changes: list[tuple[int, str]] = []
    for squad in army.squads:
        price, name = read.points(squad), squad.quality.text
        changes.append((price, f"Take away the {name} squad of {squad.soldiers}"))
        for quality in read.qualities.values():
            for size, points in quality.points.items():
                if points < price and (quality.name == name or size == squad.soldiers):
                    what = f"Swap the {name} squad of {squad.soldiers} for a {quality.name} one of {size}"
                    changes.append((price - points, what))
    enough = [change for change in changes if change[0] >= over]
    if not enough:
        return f"Take away squads for {over} points or more."
    saved, change = min(enough, key=lambda change: change[0])
    return f"{change}: that saves {saved} points."
