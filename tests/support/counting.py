"""Small works for the tests, which worker processes import by name."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import rng_for
from printgen.lab.work import Job, Tally, Work


@dataclass(frozen=True)
class Dice:
    """Dice of so many sides; a worker that throws `deadly` dies of it, once where a `mark` says that it has."""

    sides: int = 6
    deadly: int = 0
    mark: str = ""
    wait: float = 0.0


def thrown(settings: Dice, seeds: range) -> Tally:
    time.sleep(settings.wait)
    throws = [1 + rng_for(seed, "dice").below(settings.sides) for seed in seeds]
    if settings.deadly in seeds and not (settings.mark and Path(settings.mark).exists()):
        if settings.mark:
            Path(settings.mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"throws": {str(face): throws.count(face) for face in sorted(set(throws))}, "sum": sum(throws)}


def refused(settings: Dice, seeds: range) -> Tally:
    raise UsageError(f"no dice for seed {seeds[0]}", "Buy some.")


def told(about: Mapping[str, Any], tally: Tally, done: int) -> dict[str, Any]:
    return {**about, **tally, "mean": round(tally["sum"] / done, 4)}


def lines(document: dict[str, Any]) -> Iterator[str]:
    yield f"mean {document['mean']}"


THROWS = Work("throws", thrown, told, lines, nouns="throws")
REFUSED = Work("refused", refused, told, lines)


def job(count: int = 100, chunk: int = 7, first: int = 1, work: Work[Dice] = THROWS, **dice: Any) -> Job[Dice]:
    settings = Dice(**dice)
    return Job(work, settings, range(first, first + count), chunk, {"game": "dice", "sides": settings.sides})
