"""lab card: a card comes in; what it is worth to its deck goes out."""

from __future__ import annotations

from pathlib import Path

import click

from printgen.cli.commands.lab.fight import note_shared_names
from printgen.cli.commands.lab.shared import bench_of, long_options, seed_option, terrain_option
from printgen.cli.working import Way, carry_out
from printgen.lab.reading import card_named
from printgen.lab.trial_job import trial_job
from printgen.lab.workbench import many_samples, size_of


@click.command("card")
@click.argument("target")
@click.argument("name")
@click.option("--units", metavar="N", help="how many units a team has", default="")
@terrain_option
@click.option("--samples", default=2000, show_default=True, metavar="N", help="how many teams are drawn")
@seed_option
@long_options
def card_command(
    target: str, name: str, units: str, terrain: str, samples: int, seed: int, rules: tuple[str, ...],
    cards: Path | None, out: str, as_json: bool, way: Way,
) -> None:  # fmt: skip
    """Say what a card is worth: how much more a random team wins with it than with another card in its place.

    All cards of its deck join the same teams against the same foes, so that its rank is fair. NAME:2 is the second card
    of that name.
    """
    bench = bench_of(target, rules, cards)
    many_samples(samples)
    card = card_named(name, bench.cards, "NAME")
    note_shared_names([name], bench)
    job = trial_job(bench, card, size_of(bench, units), terrain, samples, seed)
    with bench.reckoning("the worth of a card"):
        carry_out(job, way, Path(out) / bench.game.name, as_json)
