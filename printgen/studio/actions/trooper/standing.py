"""A card so far comes in; how it stands among those of its deck goes out: its twins, who outdoes it, its worth."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from printgen.designer.chapters import Valued
from printgen.game.records import Record
from printgen.lab.trial_job import worth_of
from printgen.rules.comparisons import compared
from printgen.studio.actions.action import Answer, Live
from printgen.studio.actions.trooper.asking import OfWish, understood
from printgen.studio.actions.trooper.sketching import Sketch, sketched, tried

_MOST = 12
"""So many names of each sort are told."""

_SURE = 0.006
"""An estimate is sure enough that says in how many of a hundred fights a card matters, give or take so much."""


class Trial(OfWish):
    """A card so far, and in how many random teams it is tried."""

    samples: Annotated[int, Field(ge=8, le=4096)] = 128


def standing(live: Live, asked: OfWish) -> Answer:
    """The cards with the same numbers or words, those that it dominates and that dominate it, its rank."""
    sketch = sketched(understood(live, asked.wish), asked.wish.of)
    return Answer(stand_of(sketch))


def worth(live: Live, asked: Trial) -> Answer:
    """What a card is worth in the lab, by so many teams that it joins: an estimate, and how far it may be off."""
    sketch = sketched(understood(live, asked.wish), asked.wish.of)
    made = tried(live, sketch)
    deck = made.job.products[0]
    found = None
    if made.record is not None:
        found = worth_of(Valued(made.job.game, deck.name, made.record, asked.samples))
    if found is None or found["card"] is None:
        why = f"Cards of {deck.title} are in no fight." if made.record else "The card is not whole yet."
        return Answer({"known": False, "why": why})
    card = found["card"]
    told = {key: card[key] for key in ("worth", "interval", "rank", "rank_by_sum", "of", "wins", "stats")}
    cards = [one["worth"] for one in found["cards"]]
    data = {"known": True, **told, "samples": found["samples"], "units": found["units"], "cards": cards}
    command = ("lab", "card", live.target, sketch.of, "--samples", str(asked.samples)) if sketch.of else ()
    return Answer({**data, "enough": card["interval"] <= _SURE}, {}, command)


def stand_of(sketch: Sketch) -> dict[str, Any]:
    """How a card stands among the others of its deck."""
    bench = sketch.bench
    others = [record for record in bench.product.records if not (sketch.of and record.name == sketch.of)]
    found = compared(bench.guidelines, sketch.frozen, others)
    sums = [sum(stats) for one in others if (stats := bench.guidelines.stats_in(one.values)) is not None]
    mine = sum(sketch.values[stat] for stat in bench.guidelines.stats)
    return {
        "twins": _told(sketch, found.twins),
        "alike": _told(sketch, found.alike),
        "better": _told(sketch, found.better),
        "worse": _told(sketch, found.worse),
        "sum": mine,
        "rank": 1 + sum(one > mine for one in sums),
        "of": len(sums) + 1,
    }


def _told(sketch: Sketch, records: tuple[Record, ...]) -> dict[str, Any]:
    stats = sketch.bench.guidelines.stats
    cards = [{"name": one.name, "stats": {stat: one.values.get(stat) for stat in stats}} for one in records[:_MOST]]
    return {"count": len(records), "cards": cards}
