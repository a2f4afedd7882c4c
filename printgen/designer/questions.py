"""Questions at a terminal for what nobody has said of a new card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from printgen.art.casting import SAID, SEX
from printgen.base.errors import UsageError
from printgen.designer.context import (
    NONE,
    SURPRISE,
    CardSpec,
    DesignContext,
    choices,
    is_drawn,
    look_from_words,
    read_look_word,
)
from printgen.designer.design import count_equipment, unknown_thing
from printgen.designer.requests import read_figure, read_words, several
from printgen.rules.derive import derive
from printgen.rules.guidelines import CardField
from printgen.rules.provenance import ACCESSORIES

_SEVERAL = "words or numbers with commas between, Enter for none"
_COLUMNS, _GAP = 100, 3
_FIGURE = "Figure, its year and version, such as 2021 Classified (Enter for none)"
_ENTER = {"headgear": "as it is in service"}
_BOX = "What came with it, as the toy calls it (with commas between, Enter for nothing)"


class Terminal(NamedTuple):
    """Somebody at a terminal: `ask` gives the answer to a question, which may be empty, and `say` shows a line."""

    ask: Callable[[str], str]
    say: Callable[[str], None]

    def read(self, question: str, read: Callable[[str], Any]) -> Any:
        """What an answer means; one that is not understood is asked for again. None for an empty one."""
        while text := self.ask(question).strip():
            try:
                return read(text)
            except UsageError as error:
                finding = error.findings[0]
                self.say(f"{finding.message.partition(': ')[2]}. {finding.hint}")
        return None


def ask_missing(context: DesignContext, spec: CardSpec, terminal: Terminal) -> CardSpec:
    """Ask for whatever nobody has said yet."""
    while not spec.name:
        spec = replace(spec, name=terminal.ask("Name").strip())
    for field in context.fields:
        if field.name in spec.said:
            continue
        if field in context.guidelines.carried:
            spec = _ask_figure(context, spec, terminal)
        spec = replace(spec, said={**spec.said, field.name: _ask_words(context, field, terminal)})
    if not spec.look and spec.photo is None and is_drawn(context):
        spec = replace(spec, look=_ask_face(context, spec.name, terminal))
    return spec


def _ask_face(context: DesignContext, name: str, terminal: Terminal) -> dict[str, Any]:
    """Ask who it is, and for the face; who wants to be surprised is asked for nothing more."""
    look: dict[str, str] = {}
    for key in SAID:
        options = choices(context, key)
        _list(options, terminal)
        question = f"{key.capitalize()} (Enter: {_ENTER.get(key, 'surprise me')})"
        word = terminal.read(question, partial(_read_look, context, key, options))
        if word is None and key == SEX:
            return look_from_words(context, name, {SEX: SURPRISE})
        look |= {} if word is None else {key: word}
    return look_from_words(context, name, look)


def _read_look(context: DesignContext, key: str, options: list[str], text: str) -> str:
    return read_look_word(context, key, _pick(text, options))


def _ask_figure(context: DesignContext, spec: CardSpec, terminal: Terminal) -> CardSpec:
    """Ask which figure it is and what came with it, and say what that counts as."""
    figure = dict(spec.figure)
    if not context.figure_keys or ACCESSORIES in figure:
        return spec
    figure = figure or terminal.read(_FIGURE, lambda text: read_figure(context, text)) or {}
    figure[ACCESSORIES] = tuple(several(terminal.ask(_BOX).split(",")))
    spec = replace(spec, figure=figure)
    words = derive(context.guidelines, count_equipment(context, spec).words).carried.values()
    if figure[ACCESSORIES]:
        terminal.say(f"That counts as: {', '.join(word for texts in words for word in texts) or 'nothing'}.")
    for name in figure[ACCESSORIES]:
        if context.guidelines.meaning(name) is None:
            terminal.say(f"Kept, and not counted: {unknown_thing(context, name)}")
    return spec


def _ask_words(context: DesignContext, field: CardField, terminal: Terminal) -> tuple[str, ...]:
    """The words for one field: those that count as they were given, others as records write them."""
    options = _options(context, field)
    counted = field in context.guidelines.carried
    _list([f"{word}  {title}".strip() for word, title in options.items()], terminal)

    def read(text: str) -> tuple[str, ...]:
        words = [_pick(part.strip(), [*options]) for part in (text.split(",") if field.one else [text])]
        found = read_words(context, field, words)
        return tuple(several(words) or (word for word in words if word.casefold() == NONE)) if counted else found

    question = f"{field.question} ({_SEVERAL})" if field.one else field.question
    while not (words := terminal.read(question, read)) and not field.one:
        pass
    return words or ()


def _options(context: DesignContext, field: CardField) -> dict[str, str]:
    """The words to pick from with their titles: of a field with one value, those that the deck uses, if it has any."""
    if field in context.guidelines.carried:
        return {word.name: "" for word in context.guidelines.words_of(field.name)}
    used = (
        set() if field.one else {word for record in context.product.records for word in field.words_in(record.values)}
    )
    return {code: title for code, title in context.titles(field.name).items() if not used or code in used}


def _pick(text: str, options: list[str]) -> str:
    """The option of a number, or the text as it is."""
    return options[int(text) - 1] if text.isdecimal() and 0 < int(text) <= len(options) else text


def _list(options: list[str], terminal: Terminal) -> None:
    """Show the options with their numbers, down the columns of a terminal."""
    cells = [f"{i:>3} {option}" for i, option in enumerate(options, 1)]
    width = max(map(len, cells), default=0) + _GAP
    rows = -(-len(cells) // max(1, _COLUMNS // width))
    for row in range(rows):
        terminal.say("".join(cell.ljust(width) for cell in cells[row::rows]).rstrip())
