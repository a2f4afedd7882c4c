"""A card of a game comes in; the job of trying it in random teams goes out, or at once what some of them say of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.base.errors import UsageError
from printgen.designer.chapters import Valued
from printgen.lab.model import Unit
from printgen.lab.reading import Card
from printgen.lab.trial import Trial, look
from printgen.lab.work import Job
from printgen.lab.workbench import Bench, bench_for, pools_of
from printgen.lab.worth import CARD

_CHUNK = 200


def worth_of(asked: Valued) -> Mapping[str, Any] | None:
    """What some teams say of the worth of a record; None where its deck does not fight, or has too few cards."""
    if asked.game.fight is None:
        return None
    bench = bench_for(asked.game, {})
    card = next((one for one in bench.cards if one.record is asked.record and one.deck == asked.deck), None)
    if card is None:
        return None
    try:
        job = trial_job(bench, card, bench.rules.most, "", asked.samples, asked.seed)
    except UsageError:
        return None
    with bench.reckoning("the worth of a card"):
        return CARD.told(job.about, look(job.settings, job.seeds), len(job.seeds))


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
