"""lab card: a card comes in; what it is worth to its deck goes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from printgen.cli.options import cards_option, json_option, out_option
from printgen.cli.working import Way, carry_out, work_options
from printgen.kinds.lab.commands.shared import (
    Bench,
    bench_of,
    many_samples,
    pools_of,
    rule_option,
    seed_option,
    size_of,
    terrain_option,
)
from printgen.kinds.lab.model import Unit
from printgen.kinds.lab.reading import Card, card_named
from printgen.kinds.lab.trial import Trial
from printgen.kinds.lab.worth import CARD
from printgen.work import Job

_CHUNK = 200


@click.command("card")
@click.argument("target")
@click.argument("name")
@click.option("--units", metavar="N", help="how many units a team has", default="")
@terrain_option
@click.option("--samples", default=2000, show_default=True, metavar="N", help="how many teams are drawn")
@seed_option
@rule_option
@cards_option
@out_option
@json_option
@work_options
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
    job = trial_job(bench, card, size_of(bench, units), terrain, samples, seed)
    with bench.reckoning("the worth of a card"):
        carry_out(job, way, Path(out) / bench.game.name, as_json)


def trial_job(bench: Bench, card: Card, size: int, terrain: str, samples: int, seed: int) -> Job[Trial]:
    """The job of having all cards of a card's deck join teams of a size."""
    foes = pools_of(bench, size)
    terrains = bench.terrains(terrain)
    deck = [one for one in bench.cards if one.deck == card.deck]
    trial = Trial(
        bench.rules, tuple(one.unit for one in deck), tuple(one.record.copies for one in deck), deck.index(card),
        tuple(_changed(card.unit)), tuple(pool for pool in foes if pool[0] != card.deck) or foes, size, terrains, seed,
    )  # fmt: skip
    about = {
        **bench.about(), "units": size, "terrain": bench.terrain(terrain), "open": bool(bench.rules.terrains),
        "terrains": list(terrains), "seed": seed, "types": {one.name: one.title for one in bench.rules.types},
        "deck": {"name": card.deck, "title": bench.game.products[card.deck].title}, "card": deck.index(card),
        "cards": [_about(bench, one) for one in deck],
    }  # fmt: skip
    return Job(CARD, trial, range(samples), _CHUNK, about)


def _changed(unit: Unit) -> list[Unit]:
    """The unit with each of its numbers one lower, then one higher."""
    scores = unit.scores
    return [
        unit._replace(scores=(*scores[:at], scores[at] + by, *scores[at + 1 :]))
        for at in range(len(scores))
        for by in (-1, 1)
    ]


def _about(bench: Bench, card: Card) -> dict[str, Any]:
    scores = dict(zip((one.name for one in bench.rules.types), card.unit.scores, strict=True))
    return {"name": card.label, "scores": scores, "sum": sum(card.unit.scores)}
