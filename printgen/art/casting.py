"""Casting: a record's fields and a rule table come in; the look of its picture, slot by slot, comes out.

Rules are data (templates/art/casting.yaml): the later rule wins, the record's own `look` wins over all, and what
is left open (`any:` a list) the look's own `seed` settles, or else the record's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from printgen.art.layers import LOOK_KEYS
from printgen.art.picture import number_of
from printgen.base.seeds import rng_for
from printgen.drawing.problems import PartError
from printgen.errors import did_you_mean


def cast(casting: Mapping[str, Any], record: Mapping[str, Any], own: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The look of a record. A key with a plus (`+front`) adds to a slot instead of replacing it."""
    look: dict[str, Any] = dict(casting.get("defaults") or {})
    for rule in casting.get("rules") or ():
        if all(_matches(record.get(key), wanted) for key, wanted in rule["when"].items()):
            _lay(look, rule["look"])
    _lay(look, own)
    seed = int(number_of(look, "seed", seed))
    return {
        key: rng_for(seed, "cast", key).pick(value["any"]) if isinstance(value, Mapping) and "any" in value else value
        for key, value in look.items()
    }


def _lay(look: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        slot = key.removeprefix("+")
        if slot not in LOOK_KEYS:
            raise PartError(f"a look has no '{slot}'. {did_you_mean(slot, LOOK_KEYS)}")
        look[slot] = [*_list(look.get(slot)), *_list(value)] if key.startswith("+") else value


def _list(value: Any) -> list[Any]:
    if value in (None, "none"):
        return []
    return list(value) if isinstance(value, list) else [value]


def _matches(value: Any, wanted: Any) -> bool:
    """A field matches one of the wanted words; lists match by any item; words may hold * and ?, case aside."""
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    words = wanted if isinstance(wanted, list) else [wanted]
    return any(
        fnmatchcase(str(have).casefold(), str(word).casefold()) for have in values if have is not None for word in words
    )
