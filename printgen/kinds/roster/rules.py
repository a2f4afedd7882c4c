"""Armies: what squads cost and hit, every army that a budget buys, and findings for armies that break the rules.

Points, rolls and squad sizes come with the qualities; nothing here knows their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.kinds.roster.reading import Army, ArmyList, Quality, Squad, armies_of
from printgen.reading.records import Game
from printgen.reading.scalars import shortened

ROSTER_KIND = "roster"
SIDES = 6
RULERS = (1, 2)
"""The distances at which squads can shoot: within one ruler, and within two laid end to end."""
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


def needed(quality: Quality, rulers: int) -> int:
    """The roll that hits a squad within one ruler or two (1 or 2): two are one harder, but never above 6."""
    if rulers not in RULERS:
        raise ValueError(f"squads shoot over 1 or 2 rulers, not {rulers}")
    return min(SIDES, quality.needs + rulers - 1)


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
    told: set[Finding] = set()
    for product in game.products.values():
        if product.kind == ROSTER_KIND:
            read, findings = armies_of(product, game)
            findings += check_list(read) if read else []
            yield from (finding for finding in findings if finding not in told)
            told.update(findings)


def army_list(game: Game) -> tuple[ArmyList | None, list[Finding]]:
    """The file of armies of a game's first roster; None, with what is wrong, when there is none that can be read."""
    for product in game.products.values():
        if product.kind == ROSTER_KIND:
            return armies_of(product, game)
    message = f"{game.name} has no product of the kind {ROSTER_KIND}, and so no armies"
    return None, [Finding("error", game.where, message, "Choose a game with armies.", "no-armies")]


def check_list(read: ArmyList) -> list[Finding]:
    """What is wrong with the armies of a file, in the order of their places."""
    findings = [finding for army in read.armies for finding in check_army(army, read.qualities)]
    return sorted(findings, key=lambda finding: finding.where)


def check_army(army: Army, qualities: Qualities) -> list[Finding]:
    """Findings for an army over its budget, squads of unknown quality or odd size, and squads without a leader."""
    findings = [finding for squad in army.squads for finding in _check_squad(squad, qualities)]
    spent = sum(points_of(squad, qualities) for squad in army.squads)
    if spent > army.budget:
        message = f"{army.name.text} costs {spent} points; its budget is {army.budget}"
        hint = _saving(army, qualities, spent - army.budget)
        findings.append(_broken("over-budget", army.budget_where, message, hint))
    leaderless = [squad for squad in army.squads if not squad.leader]
    if len(leaderless) == len(army.squads):
        message = f"{army.name.text} has no leaders; every squad has one"
        findings.append(_broken("no-leaders", army.where, message, _LEADER))
    else:
        for squad in leaderless:
            message = f"this {squad.quality.text} squad of {army.name.text} has no leader"
            findings.append(_broken("no-leaders", squad.where, message, _LEADER))
    return findings


_LEADER = "Add leader: and what marks him, such as binoculars, a pistol or a black base."


def _check_squad(squad: Squad, qualities: Qualities) -> Iterator[Finding]:
    quality = qualities.get(squad.quality.text)
    if quality is None:
        message = f'there is no quality "{shortened(squad.quality.text)}"'
        hint = did_you_mean(squad.quality.text, qualities)
        yield _broken("unknown-quality", squad.quality.where, message, hint)
    sizes = sorted(quality.points if quality else {size for known in qualities.values() for size in known.points})
    if sizes and squad.soldiers not in sizes:
        near = min(sizes, key=lambda size: abs(size - squad.soldiers))
        message = f"a squad has {' or '.join(map(str, sizes))} soldiers, not {squad.soldiers}"
        yield _broken("squad-size", squad.soldiers_where, message, f"Make it {near}.")


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
