"""lab decks: a game comes in; how its decks do against each other with random teams goes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from printgen.cli.options import cards_option, json_option, out_option
from printgen.cli.working import Way, carry_out, work_options
from printgen.kinds.lab.chances import chances_of
from printgen.kinds.lab.commands.shared import (
    Bench,
    bench_of,
    many_samples,
    pair,
    pools_of,
    rule_option,
    seed_option,
    sizes_of,
    terrain_option,
)
from printgen.kinds.lab.contest import Contest
from printgen.kinds.lab.decks import DECKS
from printgen.kinds.lab.exact import EXACT, seeds_of
from printgen.kinds.lab.reading import units_of
from printgen.kinds.lab.spread import is_exact
from printgen.work import Job

_CHUNK, _SAMPLES = 400, 6000
_FEWEST_GROUPS, _MOST_GROUPS = 3, 30
_MOST_DECKS = 3
"""Of more decks, teams of other sizes do not meet."""
_SIZES = 4
"""Teams of so many units less are looked at, too."""


@click.command("decks")
@click.argument("target")
@click.option("--units", metavar="N", help="how many units a team has, or 5v4 for attackers and defenders", default="")
@terrain_option
@click.option("--samples", type=int, metavar="N", help="draw so many pairs of teams, in place of reckoning with all")
@seed_option
@rule_option
@cards_option
@out_option
@json_option
@work_options
def decks_command(
    target: str, units: str, terrain: str, samples: int | None, seed: int, rules: tuple[str, ...], cards: Path | None,
    out: str, as_json: bool, way: Way,
) -> None:  # fmt: skip
    """Reckon with all teams of the decks: who wins how often, with what, on which terrain, with how many units.

    Where cards have groups, such as services, teams of one group each meet, too: a matrix shows who wins against whom.
    """
    bench = bench_of(target, rules, cards)
    if samples is None and not is_exact(bench.rules):
        samples = _SAMPLES
    if samples is not None:
        many_samples(samples)
    attackers, defenders = sizes_of(bench, units)
    job = contest_job(bench, (attackers, defenders), terrain, samples, seed, by_size=not units)
    with bench.reckoning("fights of decks"):
        carry_out(job, way, Path(out) / bench.game.name, as_json)


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
