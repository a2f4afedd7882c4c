"""Sizes of teams and the ground come in; how decks do against each other goes out, from some teams drawn at random."""

from __future__ import annotations

from printgen.base.errors import UsageError
from printgen.lab.decks_job import contest_job
from printgen.lab.spread import is_exact
from printgen.lab.work.merging import document
from printgen.lab.workbench import Bench, bench_for
from printgen.studio.actions.action import Answer, Live
from printgen.studio.actions.lab.asks import DecksAsk, rules_said, said, words


def compared(live: Live, asks: DecksAsk) -> Answer:
    """What pairs of random teams give, told as by the command; `exact` are the words of the one that counts all."""
    bench = bench_for(live.job.game, asks.rules)
    sizes = sizes_asked(bench, asks)
    job = contest_job(bench, sizes, asks.terrain, asks.samples, asks.seed, by_size=not units_said(bench, sizes))
    with bench.reckoning("fights of decks"):
        tally = job.work.run(job.settings, job.seeds)
    told = document(job.work, dict(job.about), tally, job.seeds, len(job.seeds))
    exact = deck_words(live, bench, asks)
    sampled = deck_words(live, bench, asks, samples=asks.samples, seed=asks.seed)
    return Answer({**told, "exact": [*exact], "countable": is_exact(bench.rules)}, command=sampled)


def sizes_asked(bench: Bench, asks: DecksAsk) -> tuple[int, int]:
    """How many units attackers and defenders have. UsageError for more than a team has."""
    most = bench.rules.most
    for count in (asks.attackers, asks.defenders):
        if count > most:
            raise UsageError(f"no team has {count} units", f"Give a number from 1 to {most}.")
    return asks.attackers or most, asks.defenders or most


def units_said(bench: Bench, sizes: tuple[int, int]) -> str:
    """How a command says the sizes of teams: not at all where they are as large as may be."""
    most = bench.rules.most
    return "" if sizes == (most, most) else f"{sizes[0]}v{sizes[1]}"


def deck_words(live: Live, bench: Bench, asks: DecksAsk, **more: int) -> tuple[str, ...]:
    """The words of the command that compares decks."""
    rest = said(units=units_said(bench, sizes_asked(bench, asks)), terrain=bench.terrain(asks.terrain), **more)
    return words(live, "decks", *rest, *rules_said(bench.about()["rules"]))
