"""The value of one plain (unquoted) YAML word, or why it may not stand there like that."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from printgen.base.errors import Finding, Where, unknown_word
from printgen.base.names import visible

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What no text may hold: controls but tab and line ends, half letters, and line ends that would shift line numbers."""

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})?\.[0-9]{1,20}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
# Whatever starts otherwise can be nothing but text, which spares most words the patterns below.
_SUSPECT_STARTS = frozenset("0123456789+-.~yYnNoOtTfF")

_SWITCH = "a switch to some readers and text to others"
_NUMBER = "a number to some readers and text to others"
_PLAIN = "Write a plain number such as 12 or 0.5, or put quotes around it."
_TEXT = "Put quotes around it."

# What YAML readers disagree about, how a message calls it, and how to mend it.
_LOOSE = tuple(
    (re.compile(pattern, re.IGNORECASE), name, hint)
    for pattern, name, hint in (
        (r"yes|no|on|off", _SWITCH, "Write true or false, or put quotes around it."),
        (r"true|false", _SWITCH, "Write it in lower case."),
        (r"~|null", "nothing to some readers and text to others", "Write null, or leave the value empty."),
        (r"[-+]?[0-9][0-9_]*+(:[0-5]?[0-9])++(\.[0-9]*+)?", "a time or a number in base 60 to some readers", _TEXT),
        (r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([t\s].*)?", "a date to some readers and text to others", _TEXT),
        (r"[-+]?\.(inf|nan)|\.nan", "not a number that can be printed", _PLAIN),
        (r"[-+]?0(x[0-9a-f_]+|o[0-7_]+|b[01_]+)", "a number in another base", _PLAIN),
        (r"[-+]?0[0-9_]+", "an octal number to some readers", _PLAIN),
        (r"[-+]?[0-9]{16,}+(\.[0-9]*+)?", "longer than a number can be", _TEXT),
        (r"[-+]?[0-9][0-9_]*+\.?[0-9_]*+", _NUMBER, _PLAIN),
        (r"[-+]?([0-9]++\.?[0-9]*+|\.[0-9]++)e[-+]?[0-9]++", _NUMBER, _PLAIN),
    )
)


def shorten(text: str) -> str:
    """A word as a message shows it: on one line, and at most 40 characters of it."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= 40 else line[:37] + "..."


def check_known(
    where: Where, word: str, known: Collection[str], message: str, code: str = "unknown-product", otherwise: str = ""
) -> Iterator[Finding]:
    """The finding of a word that is not known; {} in the message stands for it. `otherwise` is as in `did_you_mean`."""
    if word not in known:
        yield unknown_word(where, code, message.replace("{}", shorten(word)), word, known, otherwise)


class LooseScalarError(ValueError):
    """A plain word that YAML readers understand differently; `hint` says how to mend it."""

    def __init__(self, text: str, name: str, hint: str) -> None:
        super().__init__(f"{shorten(text)} is {name}")
        self.hint = hint


def plain_value(text: str) -> str | int | float | bool | None:
    """The value of a plain word: null and nothing, true and false, whole and decimal numbers, else text.

    Raises LooseScalarError for words such as yes, 012, 0x1F, 1_000, 1:30, 2020-01-01, .inf, ~ or True.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _SUSPECT_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    for pattern, name, hint in _LOOSE:
        if pattern.fullmatch(text):
            raise LooseScalarError(text, name, hint)
    return text
