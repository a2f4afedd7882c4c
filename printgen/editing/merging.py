"""A list of records as it was, as I want it and as somebody else left it come in; the changes to make of theirs go out.

A record is known by its name. What only one of us has changed is no conflict; of what both have, somebody says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from printgen.editing.changes import Change, Drop, Insert, differences, same

Side = Literal["mine", "theirs", "both"]
NOTHING = None
"""Stands for a record or a field that there is not."""

Record = Mapping[str, Any]


class Conflict(NamedTuple):
    """What two have changed otherwise: a field of a record, or for "" the record itself; None for nothing there."""

    record: str
    field: str
    base: Any
    mine: Any
    theirs: Any

    @property
    def joined(self) -> Any:
        """Both together, where that can be: of two lists all that either has added; None where it cannot."""
        if not (isinstance(self.mine, list) and isinstance(self.theirs, list)):
            return None
        base = self.base if isinstance(self.base, list) else []
        gone = [one for one in base if one not in self.mine or one not in self.theirs]
        both = [one for one in self.theirs if one not in gone]
        return [*both, *(one for one in self.mine if one not in both and one not in base)]


class Merged(NamedTuple):
    """What makes of their list the merged one, and what nobody has settled yet; that stays as theirs."""

    changes: tuple[Change, ...]
    conflicts: tuple[Conflict, ...]


Choices = Mapping[tuple[str, str], Side]
"""What is taken for a conflict, by its record and its field."""


def merged_fields(
    name: str, base: Record, mine: Record, theirs: Record, choices: Choices
) -> tuple[dict[str, Any], list[Conflict]]:
    """A record that both of us may have changed, and what is in conflict; there it is as theirs."""
    made, conflicts = dict(theirs), list[Conflict]()
    for key in dict.fromkeys((*mine, *base, *theirs)):
        was, want, have = base.get(key, NOTHING), mine.get(key, NOTHING), theirs.get(key, NOTHING)
        if same(want, was) or same(want, have):
            continue
        side = choices.get((name, key))
        found = Conflict(name, key, was, want, have)
        if same(have, was) or side == "mine":
            _set(made, key, want)
        elif side == "both" and found.joined is not None:
            made[key] = found.joined
        elif side != "theirs":
            conflicts.append(found)
    order = {key: n for n, key in enumerate((*mine, *theirs))}
    return {key: made[key] for key in sorted(made, key=lambda key: order.get(key, 0))}, conflicts


def _set(made: dict[str, Any], key: str, value: Any) -> None:
    if value is None:
        made.pop(key, None)
    else:
        made[key] = value


def merged(base: Sequence[Record], mine: Sequence[Record], theirs: Sequence[Record], choices: Choices) -> Merged:
    """What I have changed since the base, as changes of their list."""
    was, want = _by_name(base), _by_name(mine)
    changes, conflicts = list[Change](), list[Conflict]()
    there = [_name(one) for one in theirs]
    records = list(theirs)
    for name, have in _by_name(theirs).items():
        if name in want and name in was:
            made, found = merged_fields(name, was[name], want[name], have, choices)
            changes += differences(have, made, (there.index(name),))
            conflicts += found
        elif name in want and name not in was and not same(want[name], have):
            made, found = merged_fields(name, {}, want[name], have, choices)
            changes += differences(have, made, (there.index(name),))
            conflicts += found
    for name in [name for name in was if name not in want and name in there]:
        side = "mine" if same(records[there.index(name)], was[name]) else choices.get((name, ""))
        if side == "mine":
            at = there.index(name)
            changes.append(Drop((at,)))
            del there[at], records[at]
        elif side is None:
            conflicts.append(Conflict(name, "", was[name], NOTHING, records[there.index(name)]))
    changes += _added(was, want, there, choices, conflicts)
    return Merged(tuple(changes), tuple(conflicts))


def _added(
    was: Mapping[str, Record],
    want: Mapping[str, Record],
    there: list[str],
    choices: Choices,
    conflicts: list[Conflict],
) -> Iterator[Change]:
    """My records that theirs lacks: behind the one that they follow in mine."""
    before = ""
    for name, record in want.items():
        if name not in there:
            lost = name in was and not same(record, was[name])
            if name not in was or (lost and choices.get((name, "")) == "mine"):
                at = there.index(before) + 1 if before in there else len(there)
                yield Insert((at,), dict(record))
                there.insert(at, name)
            elif lost and (name, "") not in choices:
                conflicts.append(Conflict(name, "", was[name], dict(record), NOTHING))
        before = name


def _name(record: Record) -> str:
    return str(record.get("name", ""))


def _by_name(records: Sequence[Record]) -> dict[str, Record]:
    """Records by their names; of several of one name the later ones have a number, too."""
    found: dict[str, Record] = {}
    for record in records:
        name, n = _name(record), 1
        while (key := name if n == 1 else f"{name} ({n})") in found:
            n += 1
        found[key] = record
    return found
