"""Small jobs for the tests, which worker processes import by name."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import rng_for
from printgen.lab.work import LongJob, Tally


@dataclass(frozen=True)
class Dice:
    """Dice of so many sides; a worker that throws `deadly` dies of it."""

    sides: int = 6
    deadly: int = 0
    wait: float = 0.0


def throw(settings: Dice, seeds: range) -> Tally:
    time.sleep(settings.wait)
    if settings.deadly in seeds:
        os.kill(os.getpid(), signal.SIGKILL)
    throws = [1 + rng_for(seed, "dice").below(settings.sides) for seed in seeds]
    return {"throws": {str(face): throws.count(face) for face in sorted(set(throws))}, "sum": sum(throws)}


def refuse(settings: Dice, seeds: range) -> Tally:
    raise UsageError(f"no dice for seed {seeds[0]}", "Buy some.")


def describe(about: Mapping[str, Any], tally: Tally, done: int) -> dict[str, Any]:
    return {**about, **tally, "mean": round(tally["sum"] / done, 4)}


def lines(document: dict[str, Any]) -> Iterator[str]:
    yield f"mean {document['mean']}"


def job(count: int = 100, chunk: int = 7, run: Any = throw, **dice: Any) -> LongJob[Dice]:
    return LongJob(run, Dice(**dice), range(1, count + 1), chunk, {"game": "dice"}, describe, lines, nouns="throws")
