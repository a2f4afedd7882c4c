"""A product comes in with options among its other keys, or as shared sheets; it goes out as products are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from printgen.base.errors import Where, closest
from printgen.game.records import FindOptions, ProductEntry
from printgen.reading.marked import Map, Overlaid, Seq, Some, empty_map

SHARED = "shared-sheet"
"""The kind of the products that `sheets` of game.yaml names."""

Report = Callable[[Where, str, str, str], None]
_KEYS = tuple(field.alias or name for name, field in ProductEntry.model_fields.items())


def _is_count(key: str, value: object) -> bool:
    """Whether a key that lists have, too, is an option: columns of a board are a number, those of a list a mapping."""
    return key == "columns" and not isinstance(value, Map)


def with_loose_options(entry: Map, find: FindOptions, report: Report) -> Map:
    """The entry of a product with its loose options under `options`; one that stands in both places is reported."""
    strangers = [key for key in entry if key not in _KEYS or _is_count(key, entry[key])]
    if not strangers:
        return entry
    known, given = find(str(entry.get("kind", ""))), entry.get("options", empty_map(entry))
    if known is None:
        # What products of a kind that there is not might say, nobody can know: they are told of the kind alone.
        known = strangers if "kind" in entry else ()
    # What is misspelt is told of where it would stand.
    loose = [key for key in strangers if key in known or closest(key, (*known, *_KEYS)) in known]
    if not loose or not isinstance(given, Map):
        return entry
    for key in (key for key in loose if key in given):
        report(entry.key_where(key), "bad-value", f"{key} stands under options, too", "Remove one of the two.")
    rest = Some(entry, [key for key in entry if key not in loose])
    return Overlaid(rest, {"options": Overlaid(Some(entry, loose), given)})


def shared(name: str, entry: Any) -> Any:
    """What `sheets` says under a name, as a product says it; a list is one of products."""
    if isinstance(entry, Seq):
        entry = Overlaid(empty_map(entry), {"of": entry})
    if not isinstance(entry, Map):
        return entry
    title = name.replace("-", " ").replace("_", " ").capitalize()
    return Overlaid(entry, {key: value for key, value in (("kind", SHARED), ("title", title)) if key not in entry})
