"""What a product of dividers says under `options`, and the deck that it names, come in; its typed options go out."""

from __future__ import annotations

from itertools import repeat
from typing import Annotated

from pydantic import Field

from printgen.base.units import mm
from printgen.game.records import Loading, Record
from printgen.reading.fields import Length, length_within
from printgen.reading.part import NOTHING, Options, Part, Words


class Tab(Part):
    """The tab of a divider, which stands on its upper edge."""

    short = "positions"

    positions: Annotated[int, Field(ge=1, le=12)] = Field(
        3, description="over how many places the tabs step, from left to right; each is as wide as its share"
    )
    height: Annotated[Length, length_within(4, 40)] = Field(
        mm(9), description="how far it stands out over the cards; 9mm without"
    )


class DividerOptions(Options):
    """What a product of dividers takes under `options`: they follow a list, a table, or a field of a deck."""

    for_: Words = Field(NOTHING, alias="for", description="the product whose cards lie between them")
    by: Words = Field(NOTHING, description="a field of that product's records: a divider for each of its values")
    table: Words = Field(NOTHING, description="a table of the game: a divider for each of its rows")
    tab: Tab = Field(Tab(), description="the tab, or over how many places it steps")


def load_dividers(loading: Loading) -> DividerOptions | None:
    """The options; None, with findings, when they have mistakes or do not say what there is a divider for."""
    options, files, product = loading.options_of(DividerOptions), loading.files, loading.product
    if options is None:
        return None
    before, products = len(files.findings), loading.game.products
    sources = [key for key in ("by", "table") if options.gives(key)] + (["list"] if product.list_file else [])
    if len(sources) != 1:
        message = f"{' and '.join(sources)} both say what there are dividers for"
        hint = f"Keep {sources[0] if sources else 'one'}, or one of the others."
        if not sources:
            message, hint = (
                "the product does not say what there are dividers for",
                "Add list:, table:, or by: and a field.",
            )
        files.report(options.where if options.written else product.where, "bad-value", message, hint)
    deck = products.get(options.for_.text)
    if options.for_ and deck is None:
        message = f"the game has no product '{options.for_.text}'"
        files.unknown(options.for_.where, "unknown-product", message, options.for_.text, products)
    elif options.by and deck is None:
        message = "by speaks of the records of a deck, and there is none"
        files.report(options.where_of("by"), "missing-key", message, "Add for: and the name of a product.")
    elif options.by and deck is not None and deck.records and options.by.text not in deck.records[0].values:
        message = f"the records of {deck.name} have no field '{options.by.text}'"
        files.unknown(options.by.where, "unknown-field", message, options.by.text, deck.records[0].values)
    elif options.by and deck is not None and not any(map(words_of, deck.records, repeat(options.by.text))):
        message = f"no card of {deck.name} has a word in the field '{options.by.text}'"
        files.report(options.by.where, "wrong-type", message, "Choose a field of texts or of choices.")
    if options.table and options.table.text not in loading.game.tables:
        message = f"the game has no table '{options.table.text}'"
        add = "Add it under tables: in game.yaml."
        files.unknown(options.table.where, "unknown-table", message, options.table.text, loading.game.tables, add)
    if not product.size and deck is None and not options.for_ and not options.by:
        hint = "Add size: poker, or for: and the name of a product."
        files.report(product.where, "missing-key", "the dividers do not know how large a card is", hint)
    return options if len(files.findings) == before else None


def words_of(record: Record, field: str) -> tuple[str, ...]:
    """The words that a field of a record has: one, several in a list, or none."""
    value = record.values[field]
    several = value if isinstance(value, tuple) else (value,)
    return tuple(str(word) for word in several if isinstance(word, str | int | float) and str(word))
