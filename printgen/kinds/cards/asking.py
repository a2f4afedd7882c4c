"""Questions for a card that is half described: a wish comes in, answers are asked for, the whole wish goes out.

Nothing here prints: the command line lends its voice and its ear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from printgen.errors import UsageError
from printgen.kinds.cards.design import Bench, Wish, things, understood
from printgen.rules.guidelines import CardField

_SEVERAL = "words or numbers with commas between, Enter for none"
_COLUMNS, _GAP = 100, 3


Ask = Callable[[str], str]
"""Takes a question and gives somebody's answer, which may be empty."""

Say = Callable[[str], None]
"""Takes a line for them."""


def completed(bench: Bench, wish: Wish, ask: Ask, say: Say) -> Wish:
    """Ask for whatever nobody has said yet; an answer that is not understood is asked for again."""
    while not wish.name:
        wish = replace(wish, name=ask("Name").strip())
    for field in bench.fields:
        if field.name not in wish.said:
            words, found = _answer(bench, field, ask, say)
            called = dict.fromkeys((*wish.called, *things(bench, field, words)))
            wish = replace(wish, said={**wish.said, field.name: found}, called=tuple(called))
    return wish


def _answer(bench: Bench, field: CardField, ask: Ask, say: Say) -> tuple[list[str], tuple[str, ...]]:
    """The words for one field, as they were said and as records write them."""
    options = _options(bench, field)
    several = bool(field.one)
    for line in _listed([f"{word}  {title}".strip() for word, title in options.items()]):
        say(line)
    while True:
        text = ask(f"{field.question} ({_SEVERAL})" if several else field.question)
        words = [_picked(part.strip(), tuple(options)) for part in (text.split(",") if several else [text])]
        try:
            found = understood(bench, field, words)
        except UsageError as error:
            finding = error.findings[0]
            say(f"{finding.message.partition(': ')[2]}. {finding.hint}")
            continue
        if found or several:
            return words, found


def _options(bench: Bench, field: CardField) -> dict[str, str]:
    """The words to pick from with their titles: of a field with one value, those that the deck uses, if it has any."""
    if field in bench.guidelines.carried:
        return {word.name: "" for word in bench.guidelines.words_of(field.name)}
    used = set() if field.one else {word for record in bench.product.records for word in field.words_in(record.values)}
    return {code: title for code, title in bench.titles(field.name).items() if not used or code in used}


def _picked(text: str, options: tuple[str, ...]) -> str:
    """The option of a number, or the text as it is."""
    return options[int(text) - 1] if text.isdecimal() and 0 < int(text) <= len(options) else text


def _listed(options: list[str]) -> list[str]:
    """The options with their numbers, down the columns of a terminal."""
    if not options:
        return []
    cells = [f"{i:>3} {option}" for i, option in enumerate(options, 1)]
    width = max(map(len, cells)) + _GAP
    rows = -(-len(cells) // max(1, _COLUMNS // width))
    return ["".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows)]
