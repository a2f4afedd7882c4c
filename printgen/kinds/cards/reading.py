"""The options of a product of cards come in as they are written; they go out checked, with what their files hold."""

from __future__ import annotations

from pathlib import Path

from printgen.errors import did_you_mean
from printgen.kinds.cards.model import CardOptions, LoadedCards
from printgen.reading.files import Files
from printgen.reading.guidelines import GuidelinesShape
from printgen.reading.part import adapter
from printgen.reading.records import Loading
from printgen.rules.guidelines import Guidelines, understood


def load_cards(loading: Loading) -> LoadedCards | None:
    """The options and the guidelines that they name; None, with findings, when the options have mistakes."""
    given = loading.product.options
    options: CardOptions | None = loading.files.check(adapter(CardOptions), given, given.start, "options")
    if options is None:
        return None
    path = options.guidelines
    guidelines = loading.files.once(path, read_guidelines) if path else None
    loaded = LoadedCards(guidelines, options.dossiers == "required", options)
    return loaded if _sound_glossary(options, loading) else None


def read_guidelines(files: Files, path: Path) -> Guidelines | None:
    """The guidelines in a file; None, with findings, when they have mistakes."""
    source = files.mapping(path)
    if source is None:
        return None
    shape: GuidelinesShape | None = files.check(adapter(GuidelinesShape), source, source.start, "the file")
    if shape is None:
        return None
    before = len(files.findings)
    guidelines = understood(shape, files.report)
    return guidelines if len(files.findings) == before else None


def _sound_glossary(options: CardOptions, loading: Loading) -> bool:
    """Whether the glossary is a table that says what its words stand for; where it is none, that is reported."""
    name, tables = options.glossary, loading.game.tables
    if name is None:
        return True
    table = tables.get(name)
    if table is None and name not in (loading.game.source.get("tables") or ()):
        message, hint = f'glossary has the unknown value "{name}"', did_you_mean(name, tables)
        loading.files.report(options.where_of("glossary"), "unknown-value", message, hint)
    if table is not None and any("long" not in row for row in table.rows.values()):
        message = f'the table "{name}" has no column long'
        loading.files.report(options.where_of("glossary"), "unknown-field", message, "Add the field long: text to it.")
        return False
    return table is not None
