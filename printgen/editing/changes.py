"""Plain data and what it should become come in; the changes that lead there, each at one place, go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from printgen.editing.spans import Step, Way


class Put(NamedTuple):
    """A value under a key or at an index; a key that there is not comes behind the key `after`, or at the end."""

    way: Way
    value: Any
    after: str | None = None


class Drop(NamedTuple):
    """A key or an item is no more."""

    way: Way


class Insert(NamedTuple):
    """One item more in a list, before that at the index which the way ends in."""

    way: Way
    value: Any


class Move(NamedTuple):
    """An item of a list goes to another index, which it has afterwards."""

    way: Way
    to: int


class Rename(NamedTuple):
    """A key is called otherwise."""

    way: Way
    name: str


Change = Put | Drop | Insert | Move | Rename


def plain(value: Any) -> Any:
    """What a file holds as plain mappings and lists, which may be changed."""
    if isinstance(value, Mapping):
        return {key: plain(held) for key, held in value.items()}
    return [plain(held) for held in value] if isinstance(value, list | tuple) else value


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same data: 1 and 1.0, or 1 and true, are not."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def holder(data: Any, way: Way) -> tuple[Any, Step]:
    """What holds the value that a way leads to, and its last step. LookupError where there is none."""
    for step in way[:-1]:
        data = data[step]
    return data, way[-1]


def applied(data: Any, change: Change) -> Any:
    """The data with a change. LookupError where its way leads nowhere."""
    made = deepcopy(data)
    held, last = holder(made, change.way)
    if isinstance(change, Put):
        held[last] = change.value
    elif isinstance(change, Drop):
        del held[last]
    elif isinstance(change, Insert):
        held.insert(last, change.value)
    elif isinstance(change, Move):
        held.insert(change.to, held.pop(last))
    else:
        pairs = [(change.name if key == last else key, value) for key, value in held.items()]
        held.clear()
        held.update(pairs)
    return made


def differences(old: Any, new: Any, way: Way = ()) -> Iterator[Change]:
    """The changes that make one value of another, in an order in which they can be made one after the other."""
    if same(old, new):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from (Drop((*way, key)) for key in old if key not in new)
        before = None
        for key, value in new.items():
            if key in old:
                yield from differences(old[key], value, (*way, key))
            else:
                yield Put((*way, key), value, before)
            before = key
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and old and new:
        yield from _of_lists(old, new, way)
    else:
        yield Put(way, new)


def _of_lists(old: Sequence[Any], new: Sequence[Any], way: Way) -> Iterator[Change]:
    # From the end, so that indices before a change stay what they are.
    codes = SequenceMatcher(None, [*map(_told, old)], [*map(_told, new)], autojunk=False).get_opcodes()
    for word, a, b, c, d in reversed(codes):
        shared = min(b - a, d - c) if word == "replace" else 0
        if word == "equal":
            continue
        for at in reversed(range(a + shared, b)):
            yield Drop((*way, at))
        for value in reversed(new[c + shared : d]):
            yield Insert((*way, a + shared), value)
        for n in reversed(range(shared)):
            yield from differences(old[a + n], new[c + n], (*way, a + n))


def _told(value: Any) -> str:
    """What a value is, for comparing."""
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{key!r}:{_told(held)}" for key, held in value.items())) + "}"
    return f"[{','.join(map(_told, value))}]" if isinstance(value, list | tuple) else repr(value)
