"""Questions for a card that is half described: a wish comes in, answers are asked for, the whole wish goes out.

Nothing here prints: the command line lends its voice and its ear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from printgen.errors import UsageError
from printgen.kinds.cards.design import FLAGS, Bench, Wish, understood

_QUESTIONS = {
    "service": "Service",
    "role": "Role, as it stands on the card",
    "skills": "Skills",
    "weapons": "Ranged weapons",
    "traits": "Traits",
}
_SEVERAL = "words or numbers with commas between, Enter for none"
_COLUMNS, _GAP = 100, 3


@dataclass(frozen=True, slots=True)
class Talk:
    """How to speak with somebody: `ask` takes a question and gives the answer, which may be empty; `say` a line."""

    ask: Callable[[str], str]
    say: Callable[[str], None]


def completed(bench: Bench, wish: Wish, talk: Talk) -> Wish:
    """Ask for whatever nobody has said yet; an answer that is not understood is asked for again."""
    while not wish.name:
        wish = replace(wish, name=talk.ask("Name").strip())
    for name in FLAGS:
        said = getattr(wish, name)
        if said is None or said == "":
            wish = replace(wish, **{name: _answer(bench, name, talk)})
    return wish


def _answer(bench: Bench, name: str, talk: Talk) -> Any:
    """The answer for one field: a text, or a tuple where it takes several words."""
    options = _options(bench, name)
    several = name not in ("service", "role")
    for line in _listed([f"{word}  {title}".strip() for word, title in options.items()]):
        talk.say(line)
    while True:
        text = talk.ask(f"{_QUESTIONS[name]} ({_SEVERAL})" if several else _QUESTIONS[name])
        words = [_picked(part.strip(), tuple(options)) for part in (text.split(",") if several else [text])]
        try:
            found = understood(bench, name, words)
        except UsageError as error:
            finding = error.findings[0]
            talk.say(f"{finding.message.partition(': ')[2]}. {finding.hint}")
            continue
        if several:
            return found
        if found:
            return found[0]


def _options(bench: Bench, name: str) -> dict[str, str]:
    """The words to pick from with their titles: of services, those that the deck uses, where it has any cards."""
    if name == "weapons" or name == "traits":
        return dict.fromkeys(bench.guidelines.names("weapons" if name == "weapons" else "traits"), "")
    titles = bench.titles(name)
    used = {record.values.get(name) for record in bench.product.records} if name == "service" else set()
    return {code: title for code, title in titles.items() if not used or code in used}


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
