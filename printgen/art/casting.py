"""Casting: a record's fields and a rule table come in; the look of its picture, slot by slot, comes out.

Rules are data (templates/art/casting.yaml): the later rule wins, the record's own `look` wins over all, and what
is left open (`any:` a list) the look's own `seed` settles, or else the record's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Any

from pydantic import Field, create_model

from printgen.art.parts import SLOTS
from printgen.art.picture import TURNS, Studio, listed, number_of
from printgen.base.seeds import rng_for
from printgen.drawing.problems import PartError
from printgen.errors import Finding, did_you_mean
from printgen.reading.fields import Many
from printgen.reading.part import Part

LOOK_KEYS = (
    *SLOTS[:-1], "skin", "hair-color", "main", "cloth", "trim", "turn", "tilt", "bulk", "mirror", "scene", "variant",
    "inset", "seed",
)  # fmt: skip


_SIGNS = ("", "+", "-")


class Open(Part):
    """A choice that is left to the piece's seed."""

    any: Annotated[Many[Any], Field(min_length=1)] = Field(description="one of these")


_Word = str | int | float | bool
_Asked = _Word | Open | Many[_Word] | None
Look: Any = create_model(
    "Look",
    __base__=Part,
    **{  # type: ignore[call-overload]
        f"key_{n}": (_Asked, Field(None, alias=key, description=f"the look's {key}, what is added to it or taken away"))
        for n, key in enumerate(f"{sign}{key}" for sign in _SIGNS for key in LOOK_KEYS)
    },
)
"""The look of a picture, key by key; with a plus it adds to what rules before have said, with a minus it takes away."""


class Rule(Part):
    """One rule of casting: the look of records that say certain things."""

    when: Mapping[str, _Word | Many[_Word]] = Field(
        description="fields, or keys in one such as figure.accessories, and the words of which one must be theirs"
    )
    look: Look = Field(description="what such records look like")


class Casting(Part):
    """Which look the fields of a record call for."""

    defaults: Look | None = Field(None, description="the look of a record that no rule knows")
    rules: Many[Rule] = Field((), description="the rules; a later one wins over those before it")


def cast(casting: Mapping[str, Any], record: Mapping[str, Any], own: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The look of a record. A key with a plus (`+front`) adds to a slot instead of replacing it, one with a minus takes
    away from it.
    """
    look: dict[str, Any] = dict(casting.get("defaults") or {})
    for rule in casting.get("rules") or ():
        if all(_matches(_held(record, key), wanted) for key, wanted in rule["when"].items()):
            _lay(look, rule["look"])
    _lay(look, own)
    seed = int(number_of(look, "seed", seed))
    return {
        key: rng_for(seed, "cast", key).pick(_choices(key, value)) if isinstance(value, Mapping) else value
        for key, value in look.items()
    }


def _choices(key: str, value: Mapping[str, Any]) -> list[Any]:
    choices = value.get("any")
    if not isinstance(choices, list) or not choices or len(value) > 1:
        raise PartError(f"{key} leaves nothing open; write it like {{any: [one, another]}}")
    return choices


def _lay(look: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        sign, slot = (key[0], key[1:]) if key[:1] in ("+", "-") else ("", key)
        if slot not in LOOK_KEYS:
            raise PartError(f"a look has no '{slot}'. {did_you_mean(slot, LOOK_KEYS)}")
        held = look.get(slot)
        if sign == "+":
            look[slot] = [*listed(held), *listed(value)]
        elif sign == "-":
            # What is still open cannot be less.
            kept = [part for part in listed(held) if part not in listed(value)]
            look[slot] = held if isinstance(held, Mapping) else kept
        else:
            look[slot] = value


def unknown_parts(casting: Casting, studio: Studio) -> Iterator[Finding]:
    """A finding for each part, scene, skin and turn that a file of casting asks for and that does not exist."""
    known: dict[str, Collection[str]] = {slot: studio.parts.names(slot) for slot in SLOTS[:-1]}
    known |= {"scene": studio.scenes, "skin": studio.skins, "turn": TURNS}
    for look in (*([casting.defaults] if casting.defaults else []), *(rule.look for rule in casting.rules)):
        for key, value in look.written.items():
            slot = key.lstrip("+-")
            asked = value["any"] if isinstance(value, Mapping) else value
            for name in listed(asked) if slot in known else ():
                if name not in (*known[slot], "none"):
                    message = f"there is no {slot} '{name}'"
                    yield Finding("error", look.where_of(key), message, did_you_mean(str(name), known[slot]), "art")


def _held(record: Mapping[str, Any], path: str) -> Any:
    """What a record has in a field, or under a key in it: figure.accessories."""
    value: Any = record
    for key in path.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _matches(value: Any, wanted: Any) -> bool:
    """A field matches one of the wanted words; lists match by any item; words may hold * and ?, case aside."""
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    words = wanted if isinstance(wanted, list) else [wanted]
    return any(
        fnmatchcase(str(have).casefold(), str(word).casefold()) for have in values if have is not None for word in words
    )
