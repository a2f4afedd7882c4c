"""The options of a product of cards come in as they are written; they go out checked, with what their files hold."""

from __future__ import annotations

from pathlib import Path

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
    return LoadedCards(guidelines, options.dossiers == "required", options)


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
