"""Formats cells of a workbook: a number, a date or a text in the format of the cell.

Zeros, decimals, thousands, percent, text around a number, sections for negative numbers and zero, and dates are
understood. Anything else is an UnknownFormatError: the value is then printed plainly, with a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

BY_COMPUTER = "[$-F800]"
"""What begins a format that follows the settings of the computer on which somebody looks at the cell."""


class UnknownFormatError(ValueError):
    """A format, or a part of one, is not understood."""


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_COLOR = r"\[(?:Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color ?[0-9]+)\]"
_TOKEN = re.compile(
    rf'"(?P<text>[^"]*)"|\\(?P<escaped>.)|[_*].|(?i:{_COLOR})|\[\$(?P<currency>[^][-]*+)[^][]*+\]|(?P<unknown>\[)'
    r"|(?P<half>AM/PM|A/P)|(?P<general>General)|(?P<moment>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+)"
    r"|(?P<digits>[0#?.,]*[0#?][0#?.,]*)|(?P<percent>%)|(?P<value>@)|(?P<other>.)",
    re.DOTALL,
)
_SECTION = re.compile(r'((?:"[^"]*+(?:"|\Z)|\\.|\[[^\]]*+(?:\]|\Z)|[^;])*+)(?:;|\Z)', re.DOTALL)
_DIGITS = re.compile(r"([#?0,]*)(?:\.([0#?]*))?")
# A language by its number in Windows, of which the last ten bits say which it is whatever the country.
_LANGUAGE = re.compile(r"\[\$[^\]\[-]*-([0-9A-Fa-f]{1,8})\]")
_ENGLISH = 0x09
# How openpyxl writes the two formats of dates that follow the computer.
_OF_COMPUTER = ("mm-dd-yy", "m/d/yy h:mm")

# What makes a fraction of a number, or writes it with a power of ten.
_FRACTION_OR_POWER = ("/", "E", "e")

Tokens = tuple[tuple[str, str], ...]
"""The kind and the text of each token of a section of a format; kinds are the names of groups in the pattern."""


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[Tokens, ...]:
    """The parts of a format for positive numbers, negative ones, zero and texts: kinds of tokens, and texts."""
    sections = [match[1] for match in _SECTION.finditer(code)]
    if len(sections) > 1 and not sections[-1] and not code.endswith(";"):
        del sections[-1]
    return tuple(tuple(_tokens(section)) for section in sections)


def _tokens(section: str) -> Iterator[tuple[str, str]]:
    for match in _TOKEN.finditer(section):
        kind = match.lastgroup
        if kind == "unknown":
            raise UnknownFormatError(section)
        if kind:
            yield ("text" if kind in ("escaped", "currency", "other") else kind), match[kind]


def plain_number(number: float) -> str:
    """A number without a format of its own: seven is 7, and a half 0.5."""
    if float(number).is_integer() and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10g}"


def format_number(number: float, code: str) -> str:
    """A number in its format. UnknownFormatError for a format that is not understood."""
    if code in ("", "General"):
        return plain_number(number)
    sections, value = _sections(code), number
    tokens = sections[0]
    if number < 0 and len(sections) > 1:
        tokens, value = sections[1], -number
    elif number == 0 and len(sections) > 2:
        tokens = sections[2]
    kinds = [kind for kind, _ in tokens]
    places = kinds.count("digits") + kinds.count("general") + kinds.count("value")
    if places > 1 or not {"moment", "half"}.isdisjoint(kinds) or any(text in _FRACTION_OR_POWER for _, text in tokens):
        raise UnknownFormatError(code)
    number_shown = Decimal(repr(float(abs(value)))) * 100 ** kinds.count("percent")
    whole = plain_number(abs(value))
    parts = [
        _digits(number_shown, text) if kind == "digits" else whole if kind in ("general", "value") else text
        for kind, text in tokens
    ]
    text = "".join(parts).strip()
    return f"-{text}" if value < 0 and places and re.search("[1-9]", text) else text


def _digits(number: Decimal, pattern: str) -> str:
    """A number of 0 or more in digits such as 000, #,##0 or 0.0#."""
    match = _DIGITS.fullmatch(pattern)
    # A spreadsheet counts 15 digits.
    if match is None or match[1].endswith(",") or number > 10**15 or len(match[2] or "") > 10:
        raise UnknownFormatError(pattern)
    whole, decimals = match[1], match[2] or ""
    number = number.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    text = f"{number:{',' if ',' in whole else ''}.{len(decimals)}f}"
    digits, _, rest = text.partition(".")
    needed, minimum = whole.count("0"), len(decimals.rstrip("#?"))
    digits = digits.rjust(needed, "0") if digits != "0" or needed else ""
    rest = rest[:minimum] + rest[minimum:].rstrip("0")
    return f"{digits or ('' if rest else '0')}{'.' if rest else ''}{rest}"


def format_text(text: str, code: str) -> str:
    """A text in its format. UnknownFormatError for a format that is not understood."""
    if "@" not in code and ";" not in code:
        return text
    sections = _sections(code)
    shows_value = (section for section in sections if ("value", "@") in section)
    tokens = sections[3] if len(sections) > 3 else next(shows_value, None)
    if tokens is None:
        return text
    return "".join(text if kind == "value" else words for kind, words in tokens).strip()


def format_moment(moment: date | time | timedelta, code: str) -> str:
    """A date or a time in its format. UnknownFormatError for a format that is not understood."""
    if isinstance(moment, timedelta) or follows_computer(code):
        raise UnknownFormatError(code)
    at = moment if isinstance(moment, datetime) else datetime(2000, 1, 1)
    if isinstance(moment, time):
        at = datetime.combine(at, moment)
    elif not isinstance(moment, datetime):
        at = datetime.combine(moment, time())
    tokens = _sections(code)[0]
    has_names = any(kind == "half" or (kind == "moment" and text[0] in "mMdD" and len(text) > 2)
                    for kind, text in tokens)  # fmt: skip
    # Months and days are named in English here, and parts of a second are not counted.
    if (has_names and not _is_english(code)) or any(kind in ("digits", "percent", "general") for kind, _ in tokens):
        raise UnknownFormatError(code)
    return "".join(_moment_parts(at, tokens)).strip()


def follows_computer(code: str) -> bool:
    """Whether a date format follows the settings of the reader's computer."""
    return code in _OF_COMPUTER or code.startswith((BY_COMPUTER, "[$-F400]"))


def _is_english(code: str) -> bool:
    """Whether a format names English, or no language."""
    match = _LANGUAGE.search(code)
    return match is None or int(match[1], 16) & 0x3FF in (0, _ENGLISH)


def _moment_parts(at: datetime, tokens: Tokens) -> Iterator[str]:
    """The parts of a date or time as a format shows them."""
    twelve_hours = any(kind == "half" for kind, _ in tokens)
    moments = [text.lower() for kind, text in tokens if kind == "moment"]
    n = -1
    for kind, text in tokens:
        if kind == "moment":
            n += 1
            before, after = moments[n - 1][0] if n else "", moments[n + 1][0] if n + 1 < len(moments) else ""
            # An m is a month; behind hours or before seconds it is a minute.
            is_minute = moments[n] in ("m", "mm") and (before == "h" or after == "s")
            yield _moment_part(at, moments[n].replace("m", _MINUTE) if is_minute else moments[n], twelve_hours)
        elif kind == "half":
            half = "AM" if at.hour < 12 else "PM"
            yield half if text == "AM/PM" else half[0]
        elif kind != "value":
            yield text


_MINUTE = "n"  # Stands for an m that is a minute.


def _moment_part(at: datetime, text: str, twelve_hours: bool) -> str:
    """A part of a date or time; `text` is its letter, as often as the format has it."""
    letter, length = text[0], len(text)
    if letter == "y":
        return f"{at.year:04}" if length > 2 else f"{at.year % 100:02}"
    if letter == "m" and length > 2:
        return _MONTHS[at.month - 1][: {3: 3, 5: 1}.get(length)]
    if letter == "d" and length > 2:
        return _DAYS[at.weekday()][: {3: 3}.get(length)]
    hour = (at.hour % 12 or 12) if twelve_hours else at.hour
    number = {"m": at.month, "d": at.day, "h": hour, _MINUTE: at.minute, "s": at.second}[letter]
    return f"{number:0{min(length, 2)}}"
