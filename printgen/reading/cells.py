"""The cells of a sheet come in; values go out for the kind of field that they are for. What fits no kind stays text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time, timedelta
from functools import partial
from typing import Any

from printgen.reading.shapes import Spec
from printgen.reading.sheets import Held, Shown, text_in

Convert = Callable[[Held], Any]
"""Makes a value of a cell that is not empty."""

_INTEGER = re.compile(r"[-+]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][-+]?[0-9]{1,2})?")
_WITH_COMMA = re.compile(r"[-+]?[0-9]{1,15},[0-9]{1,20}")
_CANONICAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,20})?")
_FLAGS: Mapping[str, bool] = {
    **dict.fromkeys(("true", "yes", "y", "on", "x", "1", "✓", "✔", "wahr", "ja", "vrai", "oui"), True),
    **dict.fromkeys(("false", "no", "n", "off", "-", "0", "falsch", "nein", "faux", "non"), False),
}
_BAR = re.compile(r"(?<!\\)\|")


def number_in(held: Held, comma: bool = False) -> Any:
    """The number of a cell, whole where it is whole; what is none stays the text that the cell shows."""
    if isinstance(held, Shown):
        value = held.value
        if isinstance(value, bool | date | time | timedelta):
            return held.text
        # As exact as spreadsheets are: a tenth and two tenths are three tenths.
        value = float(f"{value:.15g}")
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    text = text_in(held).replace("−", "-")
    if _INTEGER.fullmatch(text):
        return int(text)
    if comma and _WITH_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    if not _DECIMAL.fullmatch(text):
        return text
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


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
        return number_in(text)
    return {"true": True, "false": False}.get(text.casefold(), text)


def converter(spec: Spec | None, comma: bool) -> Convert:
    """What makes values of a field's cells."""
    kind = spec.kind if spec else ""
    if kind in ("integer", "number"):
        return partial(number_in, comma=comma)
    by_kind: Mapping[str, Convert] = {"flag": flag_in, "list": _listed, "": plain_in}
    return by_kind.get(kind, text_in)


def _listed(held: Held) -> list[str]:
    return [word for word in words_in(held) if word]
