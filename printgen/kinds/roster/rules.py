"""Armies: what squads cost and hit, every army that a budget buys, and findings for armies that break the rules.

Points, rolls and squad sizes come with the qualities; nothing here knows their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from printgen.errors import Exit, Finding, Where
from printgen.kinds.roster.reading import SIDES, Army, ArmyList, Quality, Squad
from printgen.reading.records import Game, Product

ROSTER_KIND = "roster"
MOST_LISTED = 500
"""The largest budget whose armies are listed: beyond it there are more than anybody would read."""

Qualities = Mapping[str, Quality]


@dataclass(frozen=True, slots=True)
class Squads:
    """Equal squads: their quality, how many soldiers each has, and how many squads there are."""

    quality: str
    soldiers: int
    count: int


@dataclass(frozen=True, slots=True)
class Muster:
    """An army as a budget buys it: its squads, the best quality and the largest first; no two entries are alike."""

    squads: tuple[Squads, ...]

    @property
    def soldiers(self) -> int:
        """How many soldiers the army has."""
        return sum(squad.soldiers * squad.count for squad in self.squads)

    @property
    def count(self) -> int:
        """How many squads it has, and so how many leaders."""
        return sum(squad.count for squad in self.squads)


def needed(quality: Quality, harder: int) -> int:
    """The roll that hits where that is so much harder than usual: never above 6, never below 1."""
    return max(1, min(SIDES, quality.needs + harder))


def points_of(squad: Squad, qualities: Qualities) -> int:
    """What a squad costs; 0 when there is no such quality, or none of its size."""
    quality = qualities.get(squad.quality.text)
    return quality.points.get(squad.soldiers, 0) if quality else 0


def armies(qualities: Qualities, points: int) -> Iterator[Muster]:
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

    def bought(first: int, left: int) -> Iterator[tuple[Squads, ...]]:
        if left == 0:
            yield ()
        elif first < len(offers):
            name, size, price = offers[first]
            for count in range(left // price, -1, -1):
                here = (Squads(name, size, count),) if count else ()
                for rest in bought(first + 1, left - count * price):
                    yield here + rest

    return map(Muster, bought(0, points))


def balanced(mustered: Iterable[Muster], qualities: Qualities, most: int = 3) -> tuple[Muster, ...]:
    """The armies that share their points most evenly among the qualities, at most so many; fewer squads first."""

    def lopsided(army: Muster) -> tuple[int, int]:
        spent = dict.fromkeys(qualities, 0)
        for squad in army.squads:
            spent[squad.quality] += qualities[squad.quality].points[squad.soldiers] * squad.count
        # Squared, so that nothing at all on a quality weighs more than a little less on two of them.
        return sum(share * share for share in spent.values()), army.count

    return tuple(sorted(mustered, key=lopsided)[:most])


def listing(qualities: Qualities, points: int) -> dict[str, Any]:
    """The armies of a budget as plain data: `points`, all `armies`, and the balanced ones of them as `suggestions`."""
    found = tuple(armies(qualities, points))
    return {
        "points": points,
        "armies": [_as_data(army) for army in found],
        "suggestions": [_as_data(army) for army in balanced(found, qualities)],
    }


def _as_data(army: Muster) -> dict[str, Any]:
    return {"squads": [asdict(squad) for squad in army.squads], "soldiers": army.soldiers}


def check_armies(game: Game) -> Iterator[Finding]:
    """Findings for the armies of every roster of a game, each file once."""
    lists = {read.options.file: read for product in game.products.values() if (read := _list_of(product))}
    for read in lists.values():
        yield from check_list(read)


def _list_of(product: Product) -> ArmyList | None:
    return product.loaded if isinstance(product.loaded, ArmyList) else None


def army_list(game: Game) -> ArmyList | None:
    """The armies of a game's first roster; None when it has none."""
    return next((read for product in game.products.values() if (read := _list_of(product))), None)


def check_list(read: ArmyList) -> list[Finding]:
    """What is wrong with the armies of a file, in the order of their places."""
    findings = [finding for army in read.armies for finding in check_army(army, read)]
    return sorted(findings, key=lambda finding: finding.where)


def check_army(army: Army, read: ArmyList) -> Iterator[Finding]:
    """Findings for an army over its budget, and for squads without a leader where they need one."""
    spent = sum(points_of(squad, read.qualities) for squad in army.squads)
    if spent > army.budget:
        message = f"{army.name.text} costs {spent} points; its budget is {army.budget}"
        hint = _saving(army, read.qualities, spent - army.budget)
        yield _broken("over-budget", army.where_of("budget"), message, hint)
    if not read.options.leaders:
        return
    hint = f"Add leader: and what marks him, such as {read.options.leaders.text}."
    leaderless = [squad for squad in army.squads if not squad.leader]
    if len(leaderless) == len(army.squads):
        yield _broken("no-leaders", army.where, f"{army.name.text} has no leaders; every squad has one", hint)
        return
    for squad in leaderless:
        message = f"this {squad.quality.text} squad of {army.name.text} has no leader"
        yield _broken("no-leaders", squad.where, message, hint)


def _saving(army: Army, qualities: Qualities, over: int) -> str:
    """The smallest single change that brings an army within its budget, in words."""
    changes: list[tuple[int, str]] = []
    for squad in army.squads:
        price, name = points_of(squad, qualities), squad.quality.text
        if price:
            changes.append((price, f"Take away the {name} squad of {squad.soldiers}"))
        for quality in qualities.values():
            for size, points in quality.points.items():
                if 0 < points < price and (quality.name == name or size == squad.soldiers):
                    what = f"Swap the {name} squad of {squad.soldiers} for a {quality.name} one of {size}"
                    changes.append((price - points, what))
    saved, change = min((c for c in changes if c[0] >= over), key=lambda c: c[0], default=(0, ""))
    return f"{change}: that saves {saved} points." if change else f"Take away squads for {over} points or more."


def _broken(code: str, where: Where, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)
