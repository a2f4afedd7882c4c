"""A list of the user's own and a card of it as it is to be come in; the text with nothing else changed goes out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from printgen.art.casting import LOOK_KEYS, SAID
from printgen.base.errors import UsageError, did_you_mean
from printgen.editing.changes import Change, Drop, Put, plain, same
from printgen.editing.patching import patched, read

LOOK = "look"


def with_card_changed(before: str, name: str, values: Mapping[str, Any], settled: Collection[str], shown: str) -> str:
    """The text of a list in which the card of a name has these values.

    Of its other keys those that are `settled` go, and the rest stays, with all comments. UsageError where the list does
    not have just one card of the name, PrintgenError where it cannot be changed at that place alone.
    """
    entries = read(before, shown, False)
    listed = entries if isinstance(entries, list) else []
    found = [n for n, one in enumerate(listed) if isinstance(one, Mapping) and one.get("name") == name]
    if not found:
        known = [str(one.get("name", "")) for one in listed if isinstance(one, Mapping)]
        raise UsageError(f"{shown} has no card named '{name}'", did_you_mean(name, known, "Add it first."))
    if len(found) > 1 or "for" in listed[found[0]]:
        message = f"{shown} makes more than one card named '{name}'"
        raise UsageError(message, "Change it there, in an editor.")
    entry = plain(listed[found[0]])
    wanted = with_look_kept(entry.get(LOOK), values)
    return patched(before, _changes(found[0], entry, wanted, settled), shown)


def with_look_kept(held: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values with what the look of a card says that nobody could have said for a new one, such as what it adds."""
    said: Mapping[str, Any] = held if isinstance(held, Mapping) else {}
    kept = {key: value for key, value in said.items() if not is_plain(key, value)}
    look = {**kept, **values.get(LOOK, {})}
    return {**values, **({LOOK: look} if look else {})}


def is_plain(key: str, value: Any) -> bool:
    """Whether somebody could say a key of a look for a new card: it is of one part, or of several."""
    return key in (*SAID, *LOOK_KEYS) and not isinstance(value, Mapping)


def _changes(n: int, entry: Mapping[str, Any], wanted: Mapping[str, Any], settled: Collection[str]) -> Iterator[Change]:
    for key in entry:
        if key in settled and key not in wanted:
            yield Drop((n, key))
    before: str | None = None
    for key, value in wanted.items():
        if key not in entry or not same(entry[key], value):
            yield Put((n, key), plain(value), before)
        before = key
