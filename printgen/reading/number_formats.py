"""A number of a cell and the format that a spreadsheet gives it come in; the text that the cell shows goes out.

What is not understood of a format is an UnknownFormatError: the number is then printed plainly, and its reader says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

BY_COMPUTER = "[$-F800]"
"""What begins a format that follows the settings of the computer on which somebody looks at the cell."""

BUILT_IN = {
    0: "", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 48: "##0.0E+0", 49: "@",
    **dict.fromkeys((14, *range(27, 37), *range(50, 59)), f"{BY_COMPUTER}yyyy-mm-dd"),
    22: f"{BY_COMPUTER}yyyy-mm-dd h:mm", 47: "mm:ss.0",
}  # fmt: skip
"""What the numbers of formats stand for that no workbook writes out."""


class UnknownFormatError(ValueError):
    """A format, or a part of one, that is not understood."""


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^][-]*+)[^][]*+\]|\[(h+|m+|s+)\]|\[[^][]*+\]|(AM/PM|A/P)|(General)'
    r"|([yY]+|[mM]+|[dD]+|[hH]+|[sS]+)|(E[+-])|([0#?]+|[.,%/@])|(.)",
    re.DOTALL,
)
_UNITS = {"h": 3600, "m": 60, "s": 1}
_LAST = 2_958_465  # The day before the year 10000.
_LATER = 1462  # So many days begin later where days count from 1904.
_SECTION = re.compile(r'((?:"[^"]*+(?:"|\Z)|\\.|\[[^\]]*+(?:\]|\Z)|[^;])*+)(?:;|\Z)', re.DOTALL)
# A language by its number in Windows, of which the last ten bits say which it is whatever the country.
_LANGUAGE = re.compile(r"\[\$[^\]\[-]*-([0-9A-Fa-f]{1,8})\]")
_ENGLISH, _COMPUTERS = 0x09, ("f800", "f400")
_CONDITION = re.compile(r"\[[<>=]")


@lru_cache(maxsize=512)
def _tokens(code: str) -> tuple[tuple[str, str], ...]:
    """A format, or one section of it, as pairs of a kind and what was written."""
    found = []
    for match in _TOKEN.finditer(code):
        quoted, escaped, currency, elapsed, half, general, moment, power, digits, other = match.groups()
        for kind, said in (
            ("text", quoted), ("text", escaped), ("text", currency), ("elapsed", elapsed), ("half", half),
            ("general", general), ("moment", moment and moment.lower()), ("power", power), ("digits", digits),
            ("text", other),
        ):  # fmt: skip
            if said is not None:
                found.append((kind, said))
    return tuple(found)


@lru_cache(maxsize=512)
def is_moment(code: str) -> bool:
    """Whether a format shows a date or a time."""
    return any(kind in ("moment", "elapsed") for kind, _ in _tokens(code))


def moment_of(number: float, from_1904: bool = False) -> datetime | time | timedelta | None:
    """The date, or the time of day, that a number of days stands for; None for none."""
    if not 0 <= number <= _LAST - (_LATER if from_1904 else 0):
        return None
    if number < 1:
        return (datetime(2000, 1, 1) + timedelta(seconds=round(number * 86_400))).time()
    # The first spreadsheets took 1900 for a leap year.
    start = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30 if number >= 60 else 31)
    try:
        return start + timedelta(days=int(number), seconds=round(number % 1 * 86_400))
    except OverflowError:
        return None  # After the year 9999.


def shown_moment(moment: date | time | timedelta, code: str, number: float = 0.0) -> str:
    """A date or time as its format shows it; as ISO has it where the format is none. `number` are its days.

    UnknownFormatError where the format does what is not understood.
    """
    if not is_moment(code) or isinstance(moment, timedelta):
        return str(moment)
    at = moment if isinstance(moment, datetime) else datetime(2000, 1, 1)
    if isinstance(moment, time):
        at = datetime.combine(date(2000, 1, 1), moment)
    elif not isinstance(moment, datetime):
        at = datetime.combine(moment, time())
    section = _sections(code)[0]
    tokens = _tokens(section)
    named = any(kind == "half" or (kind == "moment" and said[0] in "md" and len(said) > 2) for kind, said in tokens)
    # Months and days are named in English here, and parts of a second are not counted.
    if (named and not _in_english(section)) or any(kind == "digits" and said[0] in "0#?" for kind, said in tokens):
        raise UnknownFormatError(code)
    return "".join(_moment_parts(at, tokens, round(number * 86_400))).strip()


def _in_english(code: str) -> bool:
    found = _LANGUAGE.search(code)
    return found is None or int(found[1], 16) & 0x3FF in (0, _ENGLISH)


def _sections(code: str) -> list[str]:
    """What a format says of positive numbers, of negative ones, of 0 and of texts.

    UnknownFormatError where it sets conditions of its own, or follows the computer.
    """
    found = _LANGUAGE.search(code)
    if _CONDITION.search(code) or (found and found[1].lower() in _COMPUTERS):
        raise UnknownFormatError(code)
    sections = [match[1] for match in _SECTION.finditer(code)]
    return sections if code.endswith(";") or len(sections) < 2 else sections[:-1] if not sections[-1] else sections


def _moment_parts(at: datetime, tokens: tuple[tuple[str, str], ...], seconds: int) -> Iterator[str]:
    """The parts of a date or time; `seconds` are all that have passed, for units in brackets."""
    half = any(kind == "half" for kind, _ in tokens)
    moments = [said for kind, said in tokens if kind in ("moment", "elapsed")]
    n = -1
    for kind, said in tokens:
        if kind in ("moment", "elapsed"):
            n += 1
            near = (*moments[max(n - 1, 0) : n], "|", *moments[n + 1 : n + 2])
            minutes = said[0] == "m" and len(said) < 3 and (near[0][0] == "h" or near[-1][0] == "s")
            if kind == "elapsed":
                yield f"{seconds // _UNITS[said[0]]:0{len(said)}}"
            else:
                yield _moment_part(at, "n" * len(said) if minutes else said, half)
        elif kind == "half":
            yield ("AM" if at.hour < 12 else "PM") if said == "AM/PM" else ("A" if at.hour < 12 else "P")
        elif kind in ("text", "digits") and said != "@":
            yield said


def _moment_part(at: datetime, said: str, half: bool) -> str:
    letter, long = said[0], len(said)
    if letter == "y":
        return f"{at.year:04}" if long > 2 else f"{at.year % 100:02}"
    if letter == "m" and long > 2:
        return _MONTHS[at.month - 1][: {3: 3, 5: 1}.get(long)]
    if letter == "d" and long > 2:
        return _DAYS[at.weekday()][: {3: 3}.get(long)]
    hour = (at.hour % 12 or 12) if half else at.hour
    number = {"m": at.month, "d": at.day, "h": hour, "n": at.minute, "s": at.second}[letter]
    return f"{number:0{min(long, 2)}}"


def shown_number(number: float, code: str = "") -> str:
    """A number as its format shows it. UnknownFormatError where the format does what is not understood."""
    if code in ("", "General"):
        return plain(number)
    sections, value = _sections(code), number
    section = sections[0]
    if number < 0 and len(sections) > 1:
        section, value = sections[1], -number
    elif number == 0 and len(sections) > 2:
        section = sections[2]
    tokens = _tokens(section)
    if any(kind in ("moment", "elapsed") for kind, _ in tokens):
        raise UnknownFormatError(code)
    if any(kind == "general" or said == "@" for kind, said in tokens):
        return "".join(said if kind == "text" else plain(value) for kind, said in tokens).strip()
    said = "".join(text for kind, text in tokens if kind == "digits")
    if not re.search("[0#?]", said):
        return "".join(text for _, text in tokens).strip()
    try:
        return _with_digits(value, tokens, said)
    except (ArithmeticError, ValueError) as error:
        raise UnknownFormatError(code) from error


def shown_text(text: str, code: str) -> str:
    """A text as its format shows it. UnknownFormatError where the format does what is not understood."""
    sections = _sections(code)
    section = sections[3] if len(sections) > 3 else next((one for one in sections if "@" in one), "@")
    tokens = _tokens(section)
    return "".join(text if said == "@" else said for kind, said in tokens if kind in ("text", "digits")).strip()


def plain(number: float) -> str:
    """A number without a format of its own: seven is 7, and a half 0.5."""
    if float(number).is_integer() and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10g}"


def _with_digits(value: float, tokens: tuple[tuple[str, str], ...], said: str) -> str:
    """The number in place of the format's digits, between its texts."""
    digits = [n for n, (kind, text) in enumerate(tokens) if kind in ("digits", "power") and text not in ("%", ",")]
    within = "".join(text for kind, text in tokens[digits[0] : digits[-1]] if kind == "text")
    pattern = re.sub("[^0#?.,/]", "", said)
    if within.strip() or (within and "/" not in pattern) or said.startswith("%"):
        raise UnknownFormatError(said)  # Texts between the digits, as in 000-0000.
    before = "".join(text for kind, text in _until_digits(tokens))
    after = "".join(text if kind == "text" else "%" * text.count("%") for kind, text in _after_digits(tokens))
    if any(kind == "power" for kind, _ in tokens):
        return f"{before}{_powered(value, tokens)}{after}".strip()
    number = Decimal(repr(float(value))) * (100 if "%" in said else 1)
    body = _fraction(number, pattern, bool(within)) if "/" in pattern else _decimals(number, pattern)
    return f"{before}{body}{after}".strip()


def _powered(value: float, tokens: tuple[tuple[str, str], ...]) -> str:
    """A number with a power of ten, one digit before its point."""
    at = next(n for n, (kind, _) in enumerate(tokens) if kind == "power")
    mantissa, exponent = (
        "".join(text for kind, text in part if kind == "digits") for part in (tokens[:at], tokens[at:])
    )
    whole, _, places = mantissa.partition(".")
    if len(whole) != 1 or not exponent or set(places + exponent) != set("0") & set(places + exponent):
        raise UnknownFormatError(mantissa)
    front, _, power = f"{value:.{len(places)}E}".partition("E")
    sign = power[0] if power[0] == "-" or tokens[at][1][1] == "+" else ""
    return f"{front}E{sign}{int(power[1:]):0{len(exponent)}}"


def _until_digits(tokens: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    for kind, text in tokens:
        if kind == "digits":
            return
        yield kind, text


def _after_digits(tokens: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    last = max(n for n, (kind, text) in enumerate(tokens) if kind == "digits" and text not in ("%", ","))
    yield from tokens[last + 1 :]


def _decimals(number: Decimal, pattern: str) -> str:
    number /= Decimal(1000) ** (len(pattern) - len(pattern.rstrip(",")))
    whole, _, decimals = pattern.rstrip(",").partition(".")
    places = sum(map(decimals.count, "0#?"))
    number = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    grouped = "," if "," in whole else ""
    text = f"{abs(number):{grouped}.{places}f}"
    digits, _, rest = text.partition(".")
    needed = whole.count("0")
    digits = digits.rjust(needed, "0") if digits != "0" or needed else ""
    spare = len(decimals) - len(decimals.rstrip("#?"))
    kept = rest[: len(rest) - spare] + rest[len(rest) - spare :].rstrip("0") if spare else rest
    sign = "-" if number < 0 else ""
    return f"{sign}{digits or ('0' if not kept else '')}{'.' + kept if kept else ''}"


def _fraction(number: Decimal, pattern: str, apart: bool) -> str:
    """A number as a fraction with as many digits as its pattern has below; whole ones stand before it where `apart`."""
    below = pattern.partition("/")[2]
    if not below or below.strip("?#0"):
        raise UnknownFormatError(pattern)  # A fixed number below, as in # ?/8.
    near = Fraction(number).limit_denominator(10 ** len(below) - 1)
    whole, part = divmod(abs(near), 1) if apart else (0, abs(near))
    sign = "-" if near < 0 else ""
    parts = [str(whole)] if whole or not part else []
    return sign + " ".join([*parts, *([f"{part.numerator}/{part.denominator}"] if part else [])])
