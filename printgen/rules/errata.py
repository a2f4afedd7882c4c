"""Errata: a correction that a record notes must name a field that exists and a printed form that was changed."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.errors import Exit, Finding, did_you_mean
from printgen.reading.records import Game


def check_errata(game: Game) -> Iterator[Finding]:
    """Findings for every erratum that corrects nothing."""
    for product in game.products.values():
        for record in product.records:
            where = record.where_of("errata")
            for erratum in record.values.get("errata", ()):
                field, printed = erratum["field"], erratum["printed"]
                if field not in record.values:
                    message = f"the erratum of {record.name} names no field: '{field}'"
                    hint = did_you_mean(field, record.values)
                    yield Finding("error", where, message, hint, "erratum-field", Exit.RULES_BROKEN)
                elif str(record.values[field]) == printed:
                    message = f"the erratum of {record.name} says that {field} was printed '{printed}', as it is now"
                    hint = "Delete the erratum, or correct the value."
                    yield Finding("error", where, message, hint, "erratum-same", Exit.RULES_BROKEN)
