"""Seeded fuzzers: from a number comes a spoiled game, picture, font or command line, and how it is run.

`PYTHONPATH=tests/support python tests/hostile/fuzz.py SEED` runs one again and shows it; with a COUNT behind it, so
many from there on.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from made import drawing_trial, expression_trial, face_trial, font_trial, picture_trial
from packs import Outcome, case_of, run
from said import command_trial
from sheets_made import list_trial
from spoiled import Trial, a_key_trial, board_trial, game_trial
from warden import REPOSITORY, Warden

WAYS: dict[Callable[[random.Random, bool], Trial], int] = {
    game_trial: 40,
    a_key_trial: 20,
    face_trial: 12,
    expression_trial: 8,
    picture_trial: 6,
    font_trial: 4,
    drawing_trial: 6,
    command_trial: 10,
    board_trial: 6,
    list_trial: 15,
}
"""The fuzzers, and how many runs of a hundred each has."""


FIRST_SLOW = 1000
"""Trials of lower numbers are quick."""


def trial_of(seed: int) -> Trial:
    """The trial of a number."""
    rng = random.Random(seed)
    (way,) = rng.choices(list(WAYS), list(WAYS.values()))
    return way(rng, seed < FIRST_SLOW)


def tried(seed: int, warden: Warden) -> tuple[Trial, Outcome]:
    """Run the trial of a number."""
    trial = trial_of(seed)
    with case_of(trial.make) as case:
        return trial, run(warden, case, trial.args, seconds=trial.seconds)


def all_tried(seeds: Sequence[int], *wardens: Warden) -> Iterator[tuple[int, Trial, Outcome]]:
    """Run the trials of many numbers, as many at once as there are wardens."""
    at_once = len(wardens)

    def some(n: int) -> list[tuple[int, Trial, Outcome]]:
        return [(seed, *tried(seed, wardens[n])) for seed in seeds[n::at_once]]

    with ThreadPoolExecutor(at_once) as pool:
        for found in pool.map(some, range(at_once)):
            yield from found


def told_of(seed: int, trial: Trial, outcome: Outcome) -> str:
    """A failing trial in words, with how it is run again."""
    again = f"PYTHONPATH=tests/support python {Path(__file__).relative_to(REPOSITORY)} {seed}"
    return "\n".join((f"---- seed {seed} ({again})", *trial.done, " ".join(trial.args), str(outcome)))


def failures(seeds: Sequence[int], *wardens: Warden) -> str:
    """What is told of all trials of which somebody could complain."""
    return "\n".join(told_of(*tried) for tried in all_tried(seeds, *wardens) if tried[2].complaints)


def main(first: int, count: int = 1) -> None:
    failed, warden = 0, Warden()
    for seed in range(first, first + count):
        trial, outcome = tried(seed, warden)
        if outcome.complaints or count == 1:
            failed += bool(outcome.complaints)
            print(told_of(seed, trial, outcome), flush=True)
    warden.close()
    print(f"{failed} of {count} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    sys.path.append(str(REPOSITORY / "tests" / "support"))
    main(*map(int, sys.argv[1:3]))
