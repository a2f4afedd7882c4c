"""A job and who does it come in; its chunks are done, kept and added up, whoever is lost on the way."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextvars import Context
from json import loads
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from printgen._version import __version__
from printgen.base.budget import metered, most
from printgen.base.doing import doing
from printgen.base.errors import Finding, PrintgenError, Where
from printgen.lab.work.checkpoint import Checkpoint
from printgen.lab.work.crews import Crew, count_anew
from printgen.lab.work.job import WHOLE, Chunk, Job, Shard, folded
from printgen.lab.work.tallies import Tally, text_of

S = TypeVar("S")

_MOST_LOSSES = 3
"""So often in a row workers may be lost, with no chunk that ends in between."""
_TICK = 0.5


class Answer(NamedTuple):
    """What a worker sends back: the tally as text, or why there is none."""

    tally: str = ""
    findings: tuple[Finding, ...] = ()


def do_chunk(run: Callable[[Any, range], Tally], settings: Any, chunk: Chunk, version: str, limited: bool) -> Answer:
    """Do one chunk, in whatever process. Findings travel as values: exceptions may not survive the way."""
    if version != __version__:
        message = f"a worker has printgen {__version__}, and here is printgen {version}"
        return Answer(findings=(_finding(message, "Install the same on all machines.", "other-version"),))
    count_anew()
    try:
        # Each chunk may spend what a run may, wherever it is done.
        return Context().run(_measured, run, settings, chunk, limited)
    except PrintgenError as error:
        return Answer(findings=error.findings)


def _measured(run: Callable[[Any, range], Tally], settings: Any, chunk: Chunk, limited: bool) -> Answer:
    with metered(limited), doing(_named(chunk)):
        return Answer(text_of(run(settings, chunk.seeds)))


class State(NamedTuple):
    """How far a run is: the seeds that are done and all there are, and the seconds that are likely left, if known."""

    done: int
    of: int
    left: float | None


Watch = Callable[[State], None]


class Run(Generic[S]):
    """One run of a job, or of a shard of it: `go` does what is not done, and `tally` is what is known at any time.

    With a checkpoint, each chunk is kept in its file as it ends; what it holds already is taken from there when it is
    told to `resume`. `findings` tell of lines that were torn and workers that were lost. Of all its `seeds`, so many
    are `done`.
    """

    def __init__(
        self, job: Job[S], shard: Shard = WHOLE, checkpoint: Checkpoint | None = None, resume: bool = False
    ) -> None:
        self.job, self.shard, self.checkpoint = job, shard, checkpoint
        self.findings: list[Finding] = []
        self._chunks = job.chunks(shard)
        self._texts: dict[int, str] = {}
        if checkpoint is not None and resume:
            self._texts, self.findings = checkpoint.resume()
        self.resumed = len(self._texts)
        self.seeds = sum(len(chunk.seeds) for chunk in self._chunks)
        self.done = sum(len(chunk.seeds) for chunk in self._chunks if chunk.number in self._texts)

    @property
    def whole(self) -> bool:
        """Whether all chunks are done."""
        return len(self._texts) == len(self._chunks)

    @property
    def tally(self) -> Tally | None:
        """What is known so far; None before the first chunk has ended."""
        return folded(self.job.work.merge, {number: loads(text) for number, text in self._texts.items()})

    def go(self, crew: Crew, watch: Watch | None = None) -> None:
        """Do all chunks that are not done. What `watch` raises, as a Ctrl-C does, ends whoever is at work.

        PrintgenError for what a chunk finds wrong, and when workers are lost again and again.
        """
        clock = _Clock(self, watch)
        losses = 0
        while not self.whole:
            before = len(self._texts)
            try:
                with crew.open() as executor:
                    self._feed(executor, crew, clock)
            except crew.lost as error:
                losses = 1 if len(self._texts) > before else losses + 1
                self._tell_loss(crew, losses, error)

    def _feed(self, executor: Executor, crew: Crew, clock: _Clock) -> None:
        left = deque(chunk for chunk in self._chunks if chunk.number not in self._texts)
        limited = most("steps") < inf
        at_work: dict[Future[Answer], Chunk] = {}
        while left or at_work:
            while left and len(at_work) < crew.wanted:
                chunk, job = left.popleft(), self.job
                future = executor.submit(do_chunk, job.work.run, job.settings, chunk, __version__, limited)
                at_work[future] = chunk
            ended, _ = wait(at_work, _TICK, FIRST_COMPLETED)
            # Those that have an answer first, as the others may end all.
            for future in sorted(ended, key=_failed):
                self._take(at_work.pop(future), future)
                clock.tick()
            clock.tick()

    def _take(self, chunk: Chunk, future: Future[Answer]) -> None:
        try:
            with doing(_named(chunk)):
                answer = future.result()
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("printgen"):
                raise
            message, hint = "a worker has no printgen", f"Install printgen {__version__} on all machines."
            raise PrintgenError([_finding(message, hint, "other-version")]) from error
        if answer.findings:
            raise PrintgenError(answer.findings)
        if self.checkpoint is not None:
            self.checkpoint.add(chunk, answer.tally)
        self._texts[chunk.number] = answer.tally
        self.done += len(chunk.seeds)

    def _tell_loss(self, crew: Crew, losses: int, error: BaseException) -> None:
        first = next((chunk.seeds for chunk in self._chunks if chunk.number not in self._texts), None)
        if first is None:
            return
        if losses >= _MOST_LOSSES:
            message = f"{crew.one} died {losses} times at seeds {first[0]} and on, and nothing came back"
            raise PrintgenError([_finding(message, f"{crew.mend}; go on with --resume.", "workers-lost")]) from error
        message = f"{crew.one} died, as when memory runs out or somebody kills it; its seeds are done anew"
        self.findings.append(_finding(message, f"{crew.mend} if this comes again.", "worker-lost", "warning"))


def _failed(future: Future[Answer]) -> bool:
    return future.cancelled() or future.exception() is not None


def _named(chunk: Chunk) -> str:
    return f"seeds {chunk.seeds[0]} to {chunk.seeds[-1]}"


def _finding(message: str, hint: str, code: str, severity: Any = "error") -> Finding:
    return Finding(severity, Where("printgen"), message, hint, code)


class _Clock:
    """Tells whoever watches how far a run is, and how long it will still take at its pace."""

    def __init__(self, run: Run[Any], watch: Watch | None) -> None:
        self._run, self._watch = run, watch
        self._began, self._first = time.monotonic(), run.done

    def tick(self) -> None:
        if self._watch is not None:
            done = self._run.done
            now = done - self._first
            left = (time.monotonic() - self._began) * (self._run.seeds - done) / now if now else None
            self._watch(State(done, self._run.seeds, left))
