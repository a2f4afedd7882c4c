"""A game comes in; its corrections of what its source has printed, each with its reason, go out.

They are the `errata` of records and of table rows. A row's erratum concerns every record that names the row: by its
code in a field, or by the code as a word of a text, as H.A.V.O.C. in a role.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from printgen.game.records import Game, Record


class Correction(NamedTuple):
    """What the source prints in a field of a record or a row, what stands there instead, and why."""

    name: str
    field: str
    printed: str
    instead: str
    reason: str

    def as_data(self) -> dict[str, str]:
        """The correction as plain data."""
        return self._asdict()


def corrections_of(game: Game, record: Record) -> tuple[Correction, ...]:
    """The corrections of a record, and after them those of the table rows that it names."""
    texts = [*_texts(value for key, value in record.values.items() if key not in ("errata", "look"))]
    named = (
        correction
        for table in game.tables.values()
        for code, row in table.rows.items()
        if row.get("errata") and any(re.search(rf"(?<!\w){re.escape(code)}(?!\w)", text) for text in texts)
        for correction in _read(str(row.get("name") or code), row)
    )
    return (*_read(record.name, record.values), *named)


def all_corrections(game: Game) -> tuple[Correction, ...]:
    """The corrections of a game: of its products' records, each list once, then of its tables' rows."""
    records = {record.where: record for product in game.products.values() for record in product.records}
    rows = ((str(row.get("name") or code), row) for table in game.tables.values() for code, row in table.rows.items())
    named = [*((record.name, record.values) for record in records.values()), *rows]
    return tuple(correction for name, values in named for correction in _read(name, values))


def by_reason(corrections: Iterable[Correction]) -> dict[str, list[Correction]]:
    """Corrections by their reasons, in order."""
    found: dict[str, list[Correction]] = {}
    for one in corrections:
        found.setdefault(one.reason, []).append(one)
    return found


def _read(name: str, values: Mapping[str, Any]) -> Iterator[Correction]:
    for erratum in values.get("errata") or ():
        field = erratum["field"]
        instead = erratum.get("instead") or ", ".join(_texts([values.get(field)]))
        yield Correction(name, field, erratum["printed"], instead, erratum["reason"])


def _texts(values: Iterable[Any]) -> Iterator[str]:
    """The texts and numbers among values, those in lists too."""
    for value in values:
        if isinstance(value, tuple):
            yield from _texts(value)
        elif isinstance(value, str | int | float):
            yield str(value)
