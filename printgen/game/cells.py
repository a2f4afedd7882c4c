"""The cells of a sheet come in; values go out for the kind of field that they are for. What fits no kind stays text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time, timedelta
from functools import partial
from typing import Any

from printgen.game.shapes import Spec
from printgen.reading.alike import FALSE_WORDS
from printgen.reading.number_formats import plain
from printgen.reading.sheets import Doubtful, Held, Shown, Wrong, text_in
from printgen.reading.written_numbers import UNKNOWN, Signs, lost_of, written_number

Convert = Callable[[Held], Any]
"""Makes a value of a cell that is not empty; Wrong or Doubtful say what is wrong with it."""

_CANONICAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,20})?")
_DIGITS = "Declare the field as text to print what the cell shows, or give the cell the plain number."
_LOOKS = "Mark such letters in the text, as in **bold**, and make all of the cell look alike."
_FORMAT = "Give the cell another format, or write what it shows as text."
_TRUE_WORDS = (
    "true", "yes", "y", "on", "x", "1", "✓", "✔", "wahr", "ja", "vrai", "oui", "verdadero", "vero", "verdadeiro", "sí",
    "sì", "sim", "waar", "prawda", "tak", "sant", "sand", "sann", "tosi", "pravda", "igaz", "doğru", "истина",
)  # fmt: skip
_FLAGS: Mapping[str, bool] = {
    **dict.fromkeys(_TRUE_WORDS, True), **dict.fromkeys((*FALSE_WORDS, "n", "-", "0"), False),
}  # fmt: skip
_BAR = re.compile(r"(?<!\\)\|")


def number_in(held: Held, signs: Signs = UNKNOWN) -> Any:
    """The number of a cell, whole where it is whole; what is none stays the text that the cell shows.

    Wrong where it may be two; Doubtful where it is not what the cell shows.
    """
    if isinstance(held, Shown):
        value, text = held.value, held.text
        if value is None or isinstance(value, bool | date | time | timedelta):
            return text
        # As exact as spreadsheets are: a tenth and two tenths are three tenths.
        number = float(f"{value:.15g}")
        lost = (held.lost if held.unknown else "") or ("" if text == plain(value) else lost_of(text, number))
    else:
        text = text_in(held)
        found = written_number(text, signs)
        if found is None or isinstance(found, Wrong):
            return text if found is None else found
        number, lost = found, lost_of(text, found)
    whole = int(number) if number.is_integer() and abs(number) < 1e15 else number
    return Doubtful(whole, lost, _DIGITS) if lost else whole


def flag_in(held: Held) -> Any:
    """True or false, as people write it; what is neither stays text."""
    if isinstance(held, Shown) and isinstance(held.value, bool):
        return held.value
    text = text_in(held)
    return _FLAGS.get(text.casefold(), text)


def words_in(held: Held) -> list[str]:
    """The entries of a cell, which stand between bars; a bar of their own is written as \\|."""
    return [word.strip().replace("\\|", "|") for word in _BAR.split(text_in(held))]


def plain_in(held: Held) -> Any:
    """What a cell holds for a field that takes anything: a number or a switch where it is written as one, else text."""
    if isinstance(held, Shown):
        return held.value if isinstance(held.value, bool) else number_in(held)
    text = text_in(held)
    if _CANONICAL.fullmatch(text):
        return number_in(text, Signs("."))
    return {"true": True, "false": False}.get(text.casefold(), text)


def converter(spec: Spec | None, language: str) -> Convert:
    """What makes values of a field's cells; `language` is the decimal sign of the game's, "" where it has none."""
    kind = spec.kind if spec else ""
    if spec and kind in ("integer", "number"):
        return partial(number_in, signs=Signs(spec.decimal, language))
    by_kind: Mapping[str, Convert] = {"flag": flag_in, "list": _listed, "": plain_in}
    return _seen(by_kind.get(kind, text_in))


def _seen(convert: Convert) -> Convert:
    """What doubts a value where the cell shows more than its text."""

    def converted(held: Held) -> Any:
        value = convert(held)
        if not isinstance(held, Shown) or not held.lost or not isinstance(value, str | list):
            return value
        return Doubtful(value, held.lost, _LOOKS if held.value is None and not held.unknown else _FORMAT)

    return converted


def _listed(held: Held) -> list[str]:
    return [word for word in words_in(held) if word]
