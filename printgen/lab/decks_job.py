"""A game's cards and rules come in; the job of having teams of its decks meet goes out, with what is known of them."""

from __future__ import annotations

from typing import Any

from printgen.lab.chances import chances_of
from printgen.lab.contest import Contest
from printgen.lab.decks import DECKS
from printgen.lab.exact import EXACT, seeds_of
from printgen.lab.reading import units_of
from printgen.lab.words import pair
from printgen.lab.work import Job
from printgen.lab.workbench import Bench, pools_of

_CHUNK = 400
_FEWEST_GROUPS, _MOST_GROUPS = 3, 30
_MOST_DECKS = 3
"""Of more decks, teams of other sizes do not meet."""
_SIZES = 4
"""Teams of so many units less are looked at, too."""


def contest_job(
    bench: Bench, units: tuple[int, int], terrain: str, samples: int | None, seed: int, by_size: bool
) -> Job[Contest]:
    """The job of having teams of so many attackers and defenders meet: all of them, or so many samples.

    `by_size` looks at smaller ones, too.
    """
    attackers, defenders = units
    pools = pools_of(bench, max(units))
    terrains = bench.terrains(terrain)
    groups = _groups(bench, max(units))
    sizes = tuple(range(max(1, attackers - _SIZES), attackers + 1)) if by_size and len(pools) <= _MOST_DECKS else ()
    members = tuple((code, units) for code, _, units in groups)
    contest = Contest(bench.rules, pools, members, attackers, defenders, terrains, sizes, seed)
    about = {
        **bench.about(), "units": [attackers, defenders], "terrain": bench.terrain(terrain),
        "open": bool(bench.rules.terrains), "terrains": list(terrains),
        "types": {one.name: one.title for one in bench.rules.types},
        "shares": [one.share for one in bench.rules.types],
        "decks": [_deck(bench, name, units, attackers) for name, units in pools],
        "groups": [{"name": code, "title": title} for code, title, _ in groups],
    }  # fmt: skip
    if samples is None:
        return Job(EXACT, contest, seeds_of(contest), 1, about)
    return Job(DECKS, contest, range(samples), _CHUNK, {**about, "seed": seed})


def _groups(bench: Bench, least: int) -> list[tuple[str, str, Any]]:
    """The groups that have cards enough for a team: code, title and units; none where too few have, or too many."""
    found: dict[str, list[Any]] = {}
    for units in units_of(bench.game, bench.file).values():
        for unit in units:
            if unit.group:
                found.setdefault(unit.group, []).append(unit)
    enough = {code: tuple(units) for code, units in found.items() if len(units) >= least}
    groups = [(code, bench.title_of(code, bench.file.group), units) for code, units in enough.items()]
    return groups if _FEWEST_GROUPS <= len(groups) <= _MOST_GROUPS else []


def _deck(bench: Bench, name: str, units: Any, size: int) -> dict[str, Any]:
    """What is known of a deck without any fight."""
    modifiers = {one.name: one.title for one in bench.rules.modifiers}
    chances = []
    for (what, word), number in chances_of(bench.rules, units, size).items():
        called = bench.title_of(word, bench.file.skills) if what == "skill" else modifiers.get(word, word)
        chances.append({"what": what, "name": word, "title": called, "chance": pair(number)})
    title = bench.game.products[name].title
    return {"name": name, "title": title, "cards": len(units), "team": size, "chances": chances}
