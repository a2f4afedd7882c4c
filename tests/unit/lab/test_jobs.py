"""Jobs: tallies add up, settings have one digest everywhere, and each seed is done once, by whomever."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from counting import REFUSED, THROWS, Dice, job
from places import ROOT

from printgen.base.errors import PrintgenError, Where
from printgen.lab.work import Crew, Here, Processes, Run, Shard, added, best
from printgen.lab.work.job import fingerprint, text_of
from printgen.lab.work.running import State
from printgen.reading.part import Phrase


def tally_of(run: Run[Any]) -> str:
    return text_of(run.tally)


def by_one() -> str:
    run = Run(job())
    run.go(Here())
    return tally_of(run)


def test_tallies_add_up_key_by_key_and_entry_by_entry() -> None:
    one, other = {"a": 1, "b": {"x": 2}, "c": [1, 2]}, {"b": {"x": 3, "y": 4}, "c": [5, 6], "d": 7}
    assert added(one, other) == {"a": 1, "b": {"x": 5, "y": 4}, "c": [6, 8], "d": 7}
    with pytest.raises(ValueError):
        added({"a": "joe"}, {"a": "cobra"})


def test_a_tally_has_one_text_and_no_fractions() -> None:
    assert text_of({"b": 1, "a": [2, None]}) == text_of({"a": [2, None], "b": 1}) == '{"a":[2,null],"b":1}'
    for wrong in ({"a": 0.5}, {1: 1}, {"a": Fraction(1, 2)}):
        with pytest.raises(TypeError):
            text_of(wrong)


def test_of_lists_of_the_best_the_best_are_kept() -> None:
    merge = best(3)
    assert merge({"best": [[1, 9], [4, 2]], "n": 2}, {"best": [[0, 5], [4, 1]], "n": 2}) == {
        "best": [[0, 5], [1, 9], [4, 1]], "n": 4
    }  # fmt: skip


@pytest.mark.slow
def test_settings_have_the_same_digest_in_every_process() -> None:
    code = (
        "from printgen.lab.work.job import fingerprint\nfrom fractions import Fraction\n"
        "print(fingerprint([frozenset(['army', 'navy', 'air', 'marines']), {'b': 1, 'a': Fraction(1, 3)}]))"
    )
    command = [sys.executable, "-c", code]
    told = {
        subprocess.run(command, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
                       capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(told) == 1


def test_a_digest_tells_values_apart_but_not_where_they_stand() -> None:
    values = [None, 0, 1, "1", 1.0, (1,), {"1": 1}, {1}, Fraction(1), Dice(6), Dice(7), [[1], 2], [1, [2]]]
    assert len({fingerprint(value) for value in values}) == len(values)
    assert fingerprint(Phrase("Sea", Where("a.yaml", 1))) == fingerprint(Phrase("Sea", Where("b.yaml", 2)))
    assert fingerprint(Path("/here/rules.yaml")) == fingerprint(Path("/there/rules.yaml"))
    with pytest.raises(TypeError):
        fingerprint(object())


@pytest.mark.parametrize("of", [1, 2, 3, 7, 15])
def test_shards_have_every_seed_once(of: int) -> None:
    shards = [job(100).chunks(Shard(part, of)) for part in range(1, of + 1)]
    assert [seed for chunks in shards for chunk in chunks for seed in chunk.seeds] == [*range(1, 101)]
    assert max(map(len, shards)) - min(map(len, shards)) <= 1


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "1/0", "a/b", "-1/2", "1/99999"])
def test_a_shard_that_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Write it like 3/16"):
        Shard.read(text)


class Backwards(Executor):
    """Does the last that it got first, when it has all."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == 15:
            for late, run, given in reversed(self.waiting):
                late.set_result(run(*given))
        return future


@dataclass
class Hired(Crew):
    """Any executor at all."""

    executor: Executor
    wanted = 15

    @contextmanager
    def open(self) -> Iterator[Executor]:
        yield self.executor


@pytest.mark.parametrize("crew", [Hired(Backwards()), Hired(ThreadPoolExecutor(4)), Processes(2)])
def test_whoever_does_it_the_tally_is_the_same(crew: Crew) -> None:
    run = Run(job())
    run.go(crew)
    assert (tally_of(run), run.done, run.whole) == (by_one(), 100, True)


def test_who_watches_is_told_how_far_it_is_and_how_long_it_takes() -> None:
    seen: list[State] = []
    Run(job()).go(Here(), seen.append)
    assert [state.done for state in seen][:2] == [7, 7]
    assert seen[-1][:2] == (100, 100) and seen[-1].left == 0


@pytest.mark.parametrize("crew", [Here(), Processes(2)])
def test_what_a_chunk_finds_wrong_is_told(crew: Crew) -> None:
    with pytest.raises(PrintgenError) as caught:
        Run(job(10, 10, work=REFUSED)).go(crew)
    assert caught.value.findings[0].message == "no dice for seed 1" and caught.value.exit == 2


@pytest.mark.slow
def test_a_worker_that_dies_is_told_and_its_seeds_are_done_anew(tmp_path: Path) -> None:
    run = Run(job(deadly=40, mark=str(tmp_path / "dead")))
    run.go(Processes(2))
    assert tally_of(run) == by_one()
    assert [(finding.code, finding.severity) for finding in run.findings] == [("worker-lost", "warning")]


@pytest.mark.slow
def test_seeds_that_kill_every_worker_are_told(tmp_path: Path) -> None:
    run = Run(job(40, 7, deadly=9))
    with pytest.raises(PrintgenError) as caught:
        run.go(Processes(1))
    (finding,) = caught.value.findings
    assert finding.code == "workers-lost" and "seeds 8 and on" in finding.message
    assert run.tally is not None


def test_a_chunk_may_spend_what_a_run_may_wherever_it_is_done() -> None:
    from printgen.base.budget import metered, spend

    with metered():
        spend("steps", 9_999_999)
        assert by_one()
    assert THROWS.name == "throws"
