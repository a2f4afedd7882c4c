"""What is to be done: a sort of work, its settings and its seeds, in chunks of which a shard may do a part."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from printgen._version import __version__
from printgen.base.errors import UsageError
from printgen.lab.work.fingerprints import fingerprint
from printgen.lab.work.tallies import Tally, added

S = TypeVar("S")

MOST_SHARDS = 10_000
_MOST_CHUNKS = 200_000
"""So many chunks may a job have: each is work for a second or a few."""


class Chunk(NamedTuple):
    """Some seeds of a job that are done at one go, and which of its chunks that is, counted from 1."""

    number: int
    seeds: range


class Shard(NamedTuple):
    """One of several equal parts of a job, counted from 1."""

    part: int
    of: int

    @classmethod
    def read(cls, text: str) -> Shard:
        """A shard as people write it: 3/16. ValueError for anything else."""
        found = re.fullmatch(r"(\d{1,5})/(\d{1,5})", text.strip())
        shard = cls(*map(int, found.groups())) if found else cls(0, 0)
        if not 1 <= shard.part <= shard.of <= MOST_SHARDS:
            raise ValueError(f"'{text}' is no part of a whole. Write it like 3/16: the third of 16 parts.")
        return shard

    def __str__(self) -> str:
        return f"{self.part}/{self.of}"


WHOLE = Shard(1, 1)


@dataclass(frozen=True)
class Work(Generic[S]):
    """A sort of work.

    `run` is a pure function of a module: the settings of a job and some of its seeds come in, and always the same
    tally goes out. Workers get it by its name, and the settings as a copy, so both must be fit for pickle. `merge`
    makes one tally of two, and does not mind which two of several come first. `told` makes a document for JSON of what
    a job says `about` itself, a tally, and how many seeds that is of; `lines` tells the document to people.
    `version` counts up whenever the same seeds give something else than before. A seed makes so many `nouns`.
    """

    name: str
    run: Callable[[S, range], Tally]
    told: Callable[[Mapping[str, Any], Tally, int], dict[str, Any]]
    lines: Callable[[dict[str, Any]], Iterator[str]]
    merge: Callable[[Tally, Tally], Tally] = added
    version: int = 1
    nouns: str = "seeds"


@dataclass(frozen=True)
class Job(Generic[S]):
    """One piece of work: with these settings, on these seeds, `chunk` of them at a time.

    The chunk is large enough that handing it over costs little, and small enough that a second or a few do it; it may
    follow from the settings, but not from who does the work. `about` is plain data that people and `told` know the job
    by. What settles the results, the `key`, is the settings themselves where nothing else is given; `each` is how many
    of the work's nouns a seed makes.
    """

    work: Work[S]
    settings: S
    seeds: range
    chunk: int
    about: Mapping[str, Any] = field(default_factory=dict)
    key: object = None
    each: int = 1

    @cached_property
    def digest(self) -> str:
        """What tells the results of this job from those of others, however many seeds it has."""
        key = self.settings if self.key is None else self.key
        told = (self.work.name, self.work.version, __version__, self.seeds.start, self.chunk, dict(self.about), key)
        return fingerprint(told)

    def header(self) -> dict[str, Any]:
        """What the first line of a file of results says."""
        return {
            "printgen": __version__, "work": self.work.name, "results": self.work.version, "digest": self.digest,
            "about": dict(self.about), "first": self.seeds.start, "count": len(self.seeds), "chunk": self.chunk,
        }  # fmt: skip

    def chunks(self, shard: Shard = WHOLE) -> list[Chunk]:
        """The chunks of a shard, in order: shards of one job share them as evenly as can be."""
        return chunks_of(self.seeds, self.chunk, shard)


def chunks_of(seeds: range, size: int, shard: Shard = WHOLE) -> list[Chunk]:
    """Seeds in chunks of a size; the last one may be smaller."""
    total = -(-(seeds.stop - seeds.start) // size)
    if total > _MOST_CHUNKS:
        most = f"{_MOST_CHUNKS * size:,}"
        raise UsageError(f"{seeds.stop - seeds.start:,} of these are work for years", f"Ask for {most} at most.")
    first, end = (total * part // shard.of for part in (shard.part - 1, shard.part))
    return [Chunk(n + 1, seeds[n * size : (n + 1) * size]) for n in range(first, end)]


def folded(merge: Callable[[Tally, Tally], Tally], tallies: Mapping[int, Tally]) -> Tally | None:
    """One tally of those of chunks, which are added up in the order of their numbers; None when there is none."""
    found: Tally | None = None
    for number in sorted(tallies):
        found = tallies[number] if found is None else merge(found, tallies[number])
    return found
