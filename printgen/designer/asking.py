"""Questions for a card that is half described: a wish comes in, answers are asked for, the whole wish goes out.

Nothing here prints: the command line lends its voice and its ear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from printgen.art.casting import SAID, SEX
from printgen.base.errors import UsageError
from printgen.designer.bench import NONE, Bench, Wish
from printgen.designer.faces import SURPRISE, choices, is_drawn, look_said
from printgen.designer.faces import understood as drawn_as
from printgen.designer.wishes import carried, figure_named, nobody_knows, several, understood
from printgen.rules.derive import derive
from printgen.rules.guidelines import CardField
from printgen.rules.origins import ACCESSORIES

_SEVERAL = "words or numbers with commas between, Enter for none"
_COLUMNS, _GAP = 100, 3
_FIGURE = "Figure, its year and version, such as 2021 Classified (Enter for none)"
_OTHERWISE = {"headgear": "as it is in service"}
_CAME = "What came with it, as the toy calls it (with commas between, Enter for nothing)"


Ask = Callable[[str], str]
"""Takes a question and gives somebody's answer, which may be empty."""

Say = Callable[[str], None]
"""Takes a line for them."""


def completed(bench: Bench, wish: Wish, ask: Ask, say: Say) -> Wish:
    """Ask for whatever nobody has said yet; an answer that is not understood is asked for again."""
    while not wish.name:
        wish = replace(wish, name=ask("Name").strip())
    for field in bench.fields:
        if field.name in wish.said:
            continue
        if field in bench.guidelines.carried:
            wish = _boxed(bench, wish, ask, say)
        words, found = _answer(bench, field, ask, say)
        if field in bench.guidelines.carried:
            empty = [word for word in words if word.casefold() == NONE]
            found = tuple(several(words) or empty)
        wish = replace(wish, said={**wish.said, field.name: found})
    if not wish.look and wish.photo is None and is_drawn(bench):
        wish = replace(wish, look=_faced(bench, wish.name, ask, say))
    return wish


def _faced(bench: Bench, name: str, ask: Ask, say: Say) -> dict[str, Any]:
    """Ask who it is, and for the face; who wants to be surprised is asked for nothing more."""
    said: dict[str, str] = {}
    for key in SAID:
        options = choices(bench, key)
        for line in listed(options):
            say(line)
        while text := ask(f"{key.capitalize()} (Enter: {_OTHERWISE.get(key, 'surprise me')})").strip():
            try:
                said[key] = drawn_as(bench, key, picked(text, tuple(options)))
                break
            except UsageError as error:
                say(again(error))
        if key == SEX and not text:
            return look_said(bench, name, {SEX: SURPRISE})
    return look_said(bench, name, said)


def _boxed(bench: Bench, wish: Wish, ask: Ask, say: Say) -> Wish:
    """Ask which figure it is and what came with it, and tell what that counts as."""
    told = dict(wish.figure)
    if not bench.told or ACCESSORIES in told:
        return wish
    while not told and (text := ask(_FIGURE).strip()):
        try:
            told = figure_named(bench, text)
        except UsageError as error:
            say(again(error))
    told[ACCESSORIES] = tuple(several(ask(_CAME).split(",")))
    wish = replace(wish, figure=told)
    derived = derive(bench.guidelines, carried(bench, wish).words)
    counted = [word for words in derived.carried.values() for word in words]
    if told[ACCESSORIES]:
        say(f"That counts as: {', '.join(counted) or 'nothing'}.")
    for name in told[ACCESSORIES]:
        if bench.guidelines.meaning(name) is None:
            say(f"Kept, and not counted: {nobody_knows(bench, name)}")
    return wish


def again(error: UsageError) -> str:
    """What is said of an answer that is not understood."""
    finding = error.findings[0]
    return f"{finding.message.partition(': ')[2]}. {finding.hint}"


def _answer(bench: Bench, field: CardField, ask: Ask, say: Say) -> tuple[list[str], tuple[str, ...]]:
    """The words for one field, as they were said and as records write them."""
    options = _options(bench, field)
    several = bool(field.one)
    for line in listed([f"{word}  {title}".strip() for word, title in options.items()]):
        say(line)
    while True:
        text = ask(f"{field.question} ({_SEVERAL})" if several else field.question)
        words = [picked(part.strip(), tuple(options)) for part in (text.split(",") if several else [text])]
        try:
            found = understood(bench, field, words)
        except UsageError as error:
            say(again(error))
            continue
        if found or several:
            return words, found


def _options(bench: Bench, field: CardField) -> dict[str, str]:
    """The words to pick from with their titles: of a field with one value, those that the deck uses, if it has any."""
    if field in bench.guidelines.carried:
        return {word.name: "" for word in bench.guidelines.words_of(field.name)}
    used = set() if field.one else {word for record in bench.product.records for word in field.words_in(record.values)}
    return {code: title for code, title in bench.titles(field.name).items() if not used or code in used}


def picked(text: str, options: tuple[str, ...]) -> str:
    """The option of a number, or the text as it is."""
    return options[int(text) - 1] if text.isdecimal() and 0 < int(text) <= len(options) else text


def listed(options: list[str]) -> list[str]:
    """The options with their numbers, down the columns of a terminal."""
    if not options:
        return []
    cells = [f"{i:>3} {option}" for i, option in enumerate(options, 1)]
    width = max(map(len, cells)) + _GAP
    rows = -(-len(cells) // max(1, _COLUMNS // width))
    return ["".join(cell.ljust(width) for cell in cells[row::rows]).rstrip() for row in range(rows)]
