"""Records that hold a mapping in a field: a Game comes in, the records with their mappings go out, each list once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from printgen.reading.marked import Map
from printgen.reading.records import Game, Product, Record


def mapped_records(
    game: Game, field: str, of: Callable[[Product], bool] = lambda product: True
) -> Iterator[tuple[Record, Map]]:
    """Every record of the wanted products that gives the field, with its mapping; a shared list is read once."""
    lists = {product.list_file: product.records for product in game.products.values() if of(product)}
    for record in (record for records in lists.values() for record in records):
        value = record.values.get(field)
        if field in record.source and isinstance(value, Map):
            yield record, value
