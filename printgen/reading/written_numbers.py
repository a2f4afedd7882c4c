"""The text of a number, as people and spreadsheets write it, comes in; the number goes out, or why it may be two.

A comma or a point before exactly three digits may part thousands or decimals: 1,000. Which of them it does is declared
by the field (`decimal`), or else by the language that the game says it has; a number that neither settles is refused.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from printgen.reading.scalars import shortened
from printgen.reading.sheets import Wrong

_GAPS = " \u00a0\u2009\u202f"
_GROUPED = re.compile(
    rf"[-+]?[1-9][0-9]{{0,2}}([{_GAPS}.,'’])[0-9]{{3}}(?:\1[0-9]{{3}}){{0,4}}(?:([.,])[0-9]{{1,20}})?"
)
_PLAIN = re.compile(r"[-+]?(?:[0-9]{1,15}(?:([.,])[0-9]{0,20})?|([.,])[0-9]{1,20})")
_POWER = re.compile(r"[-+]?(?:[0-9]{1,15}(?:[.,][0-9]{0,20})?|[.,][0-9]{1,20})[eE][-+]?[0-9]{1,2}")


class Signs(NamedTuple):
    """What is known of the sign that parts decimals: the one that is declared, and that of the game's language.

    "" where nothing is known.
    """

    declared: str = ""
    language: str = ""


UNKNOWN = Signs()


def written_number(text: str, signs: Signs = UNKNOWN) -> float | Wrong | None:
    """The number that a text is; None for none. Wrong says which two it may be, or which sign it should have."""
    text = text.replace("−", "-")
    if _POWER.fullmatch(text):
        return float(text.replace(",", "."))
    by_sign = {sign: found for sign in ".," if (found := _read(text, sign)) is not None}
    different = set(by_sign.values())
    if not different:
        return None
    if signs.declared and signs.declared not in by_sign:
        (other,) = by_sign.values()
        message = f'{text} has no decimal "{signs.declared}", which the field declares'
        return Wrong(message, f"Write {_shown(other).replace('.', signs.declared)}, or mend decimal in game.yaml.")
    if signs.declared or len(different) == 1:
        return by_sign[signs.declared] if signs.declared else different.pop()
    # Three zeros behind a decimal sign are seldom meant as such, whatever the language.
    if signs.language and not (signs.language in text and by_sign[signs.language].is_integer()):
        return by_sign[signs.language]
    return Wrong(
        f"{text} can be read as {' and as '.join(_shown(value) for value in by_sign.values())}",
        f'{number_hint(text)[:-1]}, or give the field decimal: "." or decimal: "," in game.yaml.',
    )


def number_hint(text: str) -> str:
    """A hint of how to write the number that a text is, or those that it may be; "" for none."""
    text = text.replace("−", "-")
    values = sorted({value for sign in ".," if (value := _read(text, sign)) is not None}, key=abs, reverse=True)
    ways = [_plainly(value) if n else _shown(value) for n, value in enumerate(values)]
    return f"Write {' or '.join(ways)}." if ways else ""


def lost_of(text: str, value: float) -> str:
    """What is lost of a text when its number is printed, as a message; "" for nothing."""
    text = text.replace("−", "-")
    if _POWER.fullmatch(text):
        return f"{text} is written with a power of ten, and is printed as {_shown(value)}"
    digits = text.lstrip("-+")
    if (len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()) or value not in (
        _read(text, "."),
        _read(text, ","),
    ):
        return f"the cell shows {shortened(text) or 'nothing'}, and its number {_shown(value)} is printed"
    return ""


def _read(text: str, decimal: str) -> float | None:
    """The number of a text whose decimals are parted by a sign; None where it cannot be one."""
    plain, grouped = _PLAIN.fullmatch(text), _GROUPED.fullmatch(text)
    if plain and (plain[1] or plain[2] or decimal) == decimal:
        return float(text.replace(decimal, "."))
    if grouped and grouped[1] != decimal and (grouped[2] or decimal) == decimal:
        whole, _, rest = text.partition(decimal)
        return float("".join(re.findall("[-+0-9]", whole)) + "." + rest)
    return None


def _shown(value: float) -> str:
    return f"{value:.15g}"


def _plainly(value: float) -> str:
    """A number with a decimal point, and with other than three digits behind it."""
    text = _shown(value) if value % 1 else f"{value:.1f}"
    return f"{text}0" if len(text.partition(".")[2]) == 3 else text
