"""Cards with a face for every record of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.base.errors import Finding
from printgen.game.records import Game, Loading, Record
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cut_pieces import compose_pieces
from printgen.kinds.cutter import PieceDefaults
from printgen.kinds.record_faces import ExtraFacts
from printgen.kinds.shapes import ShapeOptions
from printgen.reading.part import File
from printgen.reading.positions import LocatedMap

if TYPE_CHECKING:
    from printgen.rules.decks import Deck


Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CardOptions(ShapeOptions):
    """The options of a product of cards."""

    guidelines: File | None = Field(None, description="the file that derives the stats of the cards")
    dossiers: Literal["optional", "required"] = Field(
        "optional", description="whether every card must say what its stats are derived from"
    )
    glossary: Name | None = Field(
        None, description="a table of abbreviations, whose column `long` says what each one stands for"
    )


def load_cards(loading: Loading) -> Deck | CardOptions | None:
    """The deck with its guidelines, or the options when there are none; None for mistakes in options."""
    options = loading.options_of(CardOptions)
    if options is None or not _is_glossary_sound(options, loading):
        return None
    if not options.guidelines:
        return options
    # Most games have none: they do not wait for the import.
    from printgen.rules.decks import Deck
    from printgen.rules.guidelines import load_guidelines

    guidelines = loading.files.once(options.guidelines, load_guidelines)
    return Deck(loading.product, guidelines, options) if guidelines else options


def _is_glossary_sound(options: CardOptions, loading: Loading) -> bool:
    """Whether the glossary is a table that explains its words; if not, that is reported."""
    name, tables = options.glossary, loading.game.tables
    if name is None:
        return True
    table = tables.get(name)
    declared = loading.game.source.get("tables")
    # One that cannot be read has been reported.
    if table is None and not (isinstance(declared, LocatedMap) and name in declared):
        message = f'glossary has the unknown value "{name}"'
        add = "Add the table under tables."
        loading.files.unknown(options.where_of("glossary"), "unknown-value", message, name, tables, add)
    if table is not None and any("long" not in row for row in table.rows.values()):
        message = f'the table "{name}" has no column long'
        loading.files.report(options.where_of("glossary"), "unknown-field", message, "Add the field long: text to it.")
        return False
    return table is not None


def compose_cards(order: Order) -> Composition:
    """A piece for every record of the order, in its order; cards with mistakes are left out and reported."""
    loaded = order.product.loaded
    options = loaded if isinstance(loaded, CardOptions) else loaded.options
    return compose_pieces(order, PieceDefaults(options), _glossary_words(order))


def _glossary_words(order: Order) -> ExtraFacts:
    """Facts that add the glossary's explanations of abbreviations in a record's texts as `auto.long`."""
    table = order.game.tables.get(order.product.options.get("glossary", ""))
    if table is None or not table.rows:
        return lambda record: {"long": ""}
    terms = sorted(table.rows, key=len, reverse=True)
    pattern = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, terms)) + r")(?!\w)")
    order_of = {term: i for i, term in enumerate(table.rows)}

    def expand(record: Record) -> dict[str, str]:
        texts = " \n".join(value for value in record.values.values() if isinstance(value, str))
        used = sorted(set(pattern.findall(texts)), key=order_of.__getitem__)
        return {"long": "; ".join(str(table.rows[term]["long"]) for term in used)}

    return expand


def _has_guidelines(game: Game) -> bool:
    """Whether any product has guidelines: most games have none, and do not wait for the import."""
    return any("guidelines" in product.options for product in game.products.values())


def _check(game: Game) -> Iterable[Finding]:
    if not _has_guidelines(game):
        return ()
    from printgen.rules.decks import check_decks

    return check_decks(game)


def _compare(game: Game) -> Iterable[Finding]:
    """Findings where stats on a card differ from the derived ones."""
    if not _has_guidelines(game):
        return ()
    from printgen.rules.decks import compare_decks

    return compare_decks(game)


KIND = Kind(
    "cards",
    compose_cards,
    options=CardOptions,
    load=load_cards,
    check=_check,
    notes=_compare,
    files={"guidelines": "guidelines"},
    small=True,
)
