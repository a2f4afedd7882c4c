"""lab decks: a game comes in; how its decks do against each other with random teams goes out."""

from __future__ import annotations

from pathlib import Path

import click

from printgen.cli.commands.lab.shared import bench_of, long_options, seed_option, terrain_option
from printgen.cli.working import Way, carry_out
from printgen.lab.decks_job import contest_job
from printgen.lab.spread import is_exact
from printgen.lab.workbench import many_samples, sizes_of

_SAMPLES = 6000


@click.command("decks")
@click.argument("target")
@click.option("--units", metavar="N", help="how many units a team has, or 5v4 for attackers and defenders", default="")
@terrain_option
@click.option("--samples", type=int, metavar="N", help="draw so many pairs of teams, in place of reckoning with all")
@seed_option
@long_options
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
