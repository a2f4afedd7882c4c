"""What is to be done: a sort of work, its settings and its seeds in chunks; tallies that add up, and their
fingerprints.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from pathlib import PurePath
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from printgen._version import __version__
from printgen.base.errors import UsageError, Where

_DIGITS = 16


def fingerprint(value: object) -> str:
    """What tells a value from others: plain data, fractions, sets, and values of these with named fields.

    Where something stands, and in which folder a file lies, is left aside.
    TypeError for anything else, which may look different in another process.
    """
    told = json.dumps(_plain(value), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:_DIGITS]


def _plain(value: Any) -> Any:
    if value is None or (isinstance(value, bool | int | str | float) and not isinstance(value, Enum)):
        return value if not isinstance(value, float) else ["float", repr(float(value))]
    if isinstance(value, Enum):
        return ["enum", value.name]
    if isinstance(value, Fraction):
        return ["fraction", value.numerator, value.denominator]
    # The same game may lie elsewhere on another machine.
    if isinstance(value, Where):
        return None
    if isinstance(value, PurePath):
        return ["path", value.name]
    if isinstance(value, Mapping):
        return ["mapping", sorted(([_plain(key), _plain(held)] for key, held in value.items()), key=_order)]
    if isinstance(value, Set):
        return ["set", sorted(map(_plain, value), key=_order)]
    if isinstance(value, tuple | list | range):
        return [*map(_plain, value)]
    named = _fields(value)
    if named is None:
        raise TypeError(f"nothing tells one {type(value).__name__} from another")
    return [type(value).__name__, {name: _plain(getattr(value, name)) for name in named}]


def _fields(value: object) -> list[str] | None:
    """The names of the fields in which a value differs from others of its class."""
    if is_dataclass(value):
        return [field.name for field in fields(value) if field.compare]
    shape = getattr(type(value), "model_fields", None)
    return [*shape] if isinstance(shape, Mapping) else None


def _order(plain: object) -> str:
    return json.dumps(plain, sort_keys=True)


Tally: TypeAlias = dict[str, Any]
"""What some seeds gave: texts, whole numbers, lists and mappings of these, as JSON holds them."""


def text_of(tally: object) -> str:
    """A tally as one line of JSON, the same on every machine. TypeError for fractions such as 0.5, which add up
    differently in another order, and for whatever JSON does not hold."""
    _look(tally)
    return json.dumps(tally, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def _look(value: object) -> None:
    if isinstance(value, dict):
        for key, held in value.items():
            if not isinstance(key, str):
                raise TypeError(f"a tally has keys of text, not {key!r}")
            _look(held)
    elif isinstance(value, list | tuple):
        for held in value:
            _look(held)
    elif value is not None and not isinstance(value, str | int):
        raise TypeError(f"a tally counts in whole numbers, not in {type(value).__name__}: {value!r}")


def added(one: Any, other: Any) -> Any:
    """Both together: numbers are added, mappings key by key, lists of one length entry by entry.

    ValueError for what cannot be added: two texts that are not the same, lists of different lengths.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        both = {key: added(held, other[key]) if key in other else held for key, held in one.items()}
        return both | {key: held for key, held in other.items() if key not in one}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [added(*pair) for pair in zip(one, other, strict=True)]
    counts = all(isinstance(value, int) and not isinstance(value, bool) for value in (one, other))
    if not counts and one != other:
        raise ValueError(f"{one!r:.60} and {other!r:.60} cannot be added up")
    return one + other if counts else one


def best(most: int) -> Callable[[Tally, Tally], Tally]:
    """What merges tallies of which one list, `best`, keeps the smallest entries, so many; all else is added."""

    def merge(one: Tally, other: Tally) -> Tally:
        rest = [{key: held for key, held in each.items() if key != "best"} for each in (one, other)]
        return {**added(*rest), "best": sorted([*one["best"], *other["best"]])[:most]}

    return merge


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
