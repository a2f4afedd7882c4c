"""A product comes in; what each of its things says goes out as lines of text, by which people find it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from printgen.exports.parcel import Lot, Thing
from printgen.exports.read_out import Speech, choices_of, fields_of, value_of, words_of


class Wording:
    """Tells things of a product, with what tables call their words, and what those mean."""

    def __init__(self, lot: Lot) -> None:
        product, game = lot.pieces.product, lot.pieces.game
        self._speech = Speech(lot.pieces.library)
        self._fields = {name: field for name, field in fields_of(lot).items() if field["format"] != "length"}
        self._glossary = game.tables.get(product.options.get("glossary", ""))

    def lines(self, thing: Thing) -> list[str]:
        """A line for each field that says something, then one of what its abbreviations stand for; none of no record.

        "Skills: Swamp (+1D6 for its team in a fight on a Swamp space.)"
        """
        if thing.of is None:
            return []
        told = (f"{title}: {words}" for title, words in self.told(thing).values())
        return [*told, *self._spelled_out(thing)]

    def told(self, thing: Thing) -> dict[str, tuple[str, str]]:
        """How people call each field that says something, and what it says, by the names of fields."""
        if thing.of is None:
            return {}
        values = thing.of.values
        told = {name: (field["title"], self._field(field, values.get(name))) for name, field in self._fields.items()}
        return {name: (title, words) for name, (title, words) in told.items() if words}

    def _field(self, field: Mapping[str, Any], value: Any) -> str:
        known = {one["const"]: one["description"] for one in choices_of(field) if one.get("description")}
        words = words_of(value)
        if not known.keys() & set(words):
            return value_of(self._speech, field, value)
        called = {one["const"]: one["title"] for one in choices_of(field)}
        told = ((called.get(word, word), self._speech.plain(known.get(word, ""))) for word in words)
        return "; ".join(f"{title} ({meaning})" if meaning else title for title, meaning in told)

    def _spelled_out(self, thing: Thing) -> Iterator[str]:
        rows = self._glossary.rows if self._glossary else {}
        texts = "\n".join(text for text in (thing.of.values.values() if thing.of else ()) if isinstance(text, str))
        found = [code for code in rows if re.search(rf"(?<!\w){re.escape(code)}(?!\w)", texts)]
        if found:
            yield "; ".join(f"{code}: {rows[code]['long']}" for code in found)
