"""The options of a product of cards come in as they are written; they go out checked, with what their files hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.game.records import Loading
from printgen.kinds.shapes import ShapeOptions
from printgen.reading.marked import Map
from printgen.reading.part import File

if TYPE_CHECKING:
    from printgen.rules.decks import Deck

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CardOptions(ShapeOptions):
    """The options of a product of cards."""

    guidelines: File | None = Field(default=None, description="the file that derives the stats of the cards")
    dossiers: Literal["optional", "required"] = Field(
        default="optional", description="whether every card must say what its stats are derived from"
    )
    glossary: Name | None = Field(
        default=None, description="a table of abbreviations, whose column `long` says what each one stands for"
    )


def load_cards(loading: Loading) -> Deck | CardOptions | None:
    """The deck with the guidelines that the options name, else the options; None, with findings, for mistakes in them.

    Mistakes in the guidelines leave a product without any.
    """
    options = loading.options_of(CardOptions)
    if options is None or not _sound_glossary(options, loading):
        return None
    if not options.guidelines:
        return options
    # Most games have none, and do not wait for what reads them.
    from printgen.rules.decks import Deck
    from printgen.rules.spelling import read_guidelines

    guidelines = loading.files.once(options.guidelines, read_guidelines)
    return Deck(loading.product, guidelines, options) if guidelines else options


def _sound_glossary(options: CardOptions, loading: Loading) -> bool:
    """Whether the glossary is a table that says what its words stand for; where it is none, that is reported."""
    name, tables = options.glossary, loading.game.tables
    if name is None:
        return True
    table = tables.get(name)
    declared = loading.game.source.get("tables")
    # One that cannot be read has been reported.
    if table is None and not (isinstance(declared, Map) and name in declared):
        message = f'glossary has the unknown value "{name}"'
        add = "Add the table under tables."
        loading.files.unknown(options.where_of("glossary"), "unknown-value", message, name, tables, add)
    if table is not None and any("long" not in row for row in table.rows.values()):
        message = f'the table "{name}" has no column long'
        loading.files.report(options.where_of("glossary"), "unknown-field", message, "Add the field long: text to it.")
        return False
    return table is not None
