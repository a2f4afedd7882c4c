"""A product comes in; what each of its things says goes out as lines of text, by which people find it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from printgen.editing.forms import form_of
from printgen.exports.parcel import Lot, Thing
from printgen.exports.read_out import ASIDE, Speech, choices_of, value_of, words_of

_UNSAID = ("color", "length", "file")


class Wording:
    """Tells things of a product, with what tables call their words, and what those mean."""

    def __init__(self, lot: Lot) -> None:
        product, game = lot.pieces.product, lot.pieces.game
        self._speech = Speech(lot.pieces.library)
        self._fields: dict[str, Mapping[str, Any]] = {}
        if product.record:
            fields = form_of(game, product)["properties"].items()
            said = {name: {**field, "name": name} for name, field in fields if name not in ASIDE}
            self._fields = {name: field for name, field in said.items() if field.get("format") not in _UNSAID}
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
        told = {name: (field.get("title", name), self._field(field, thing)) for name, field in self._fields.items()}
        return {name: (title, words) for name, (title, words) in told.items() if words}

    def _field(self, field: Mapping[str, Any], thing: Thing) -> str:
        assert thing.of
        known = {one["const"]: one for one in choices_of(field) if one.get("description")}
        words = words_of(thing.of.values.get(field["name"]))
        if not known.keys() & set(words):
            return value_of(self._speech, field, thing.of)
        called = ((known[word]["title"], self._speech.plain(known[word]["description"])) for word in words)
        return "; ".join(f"{title} ({meaning})" for title, meaning in called)

    def _spelled_out(self, thing: Thing) -> Iterator[str]:
        rows = self._glossary.rows if self._glossary else {}
        texts = "\n".join(text for text in (thing.of.values.values() if thing.of else ()) if isinstance(text, str))
        found = [code for code in rows if re.search(rf"(?<!\w){re.escape(code)}(?!\w)", texts)]
        if found:
            yield "; ".join(f"{code}: {rows[code]['long']}" for code in found)
