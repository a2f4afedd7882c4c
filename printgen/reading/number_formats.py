"""A number of a cell and the format that a spreadsheet gives it come in; the text that the cell shows goes out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""What the numbers of formats stand for that no workbook writes out; short dates are those of ISO."""

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^][-]*+)[^][]*+\]|\[(h+|m+|s+)\]|\[[^][]*+\]|(AM/PM|A/P)|(General)'
    r"|([yY]+|[mM]+|[dD]+|[hH]+|[sS]+)|(E[+-])|([0#?]+|[.,%/@])|(.)",
    re.DOTALL,
)
_LAST = 2_958_465  # The day before the year 10000.


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
    if not 0 <= number <= _LAST:
        return None
    if number < 1:
        return (datetime(2000, 1, 1) + timedelta(seconds=round(number * 86_400))).time()
    # The first spreadsheets took 1900 for a leap year.
    start = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30 if number >= 60 else 31)
    try:
        return start + timedelta(days=int(number), seconds=round(number % 1 * 86_400))
    except OverflowError:
        return None  # After the year 9999.


def shown_moment(moment: date | time | timedelta, code: str) -> str:
    """A date or time as its format shows it; as ISO has it where the format is none."""
    if not is_moment(code) or isinstance(moment, timedelta):
        return str(moment)
    at = moment if isinstance(moment, datetime) else datetime(2000, 1, 1)
    if isinstance(moment, time):
        at = datetime.combine(date(2000, 1, 1), moment)
    elif not isinstance(moment, datetime):
        at = datetime.combine(moment, time())
    return "".join(_moment_parts(at, _tokens(code.split(";")[0]))).strip()


def _moment_parts(at: datetime, tokens: tuple[tuple[str, str], ...]) -> Iterator[str]:
    half = any(kind == "half" for kind, _ in tokens)
    moments = [said for kind, said in tokens if kind in ("moment", "elapsed")]
    n = -1
    for kind, said in tokens:
        if kind in ("moment", "elapsed"):
            n += 1
            near = (*moments[max(n - 1, 0) : n], "|", *moments[n + 1 : n + 2])
            minutes = said[0] == "m" and len(said) < 3 and (near[0][0] == "h" or near[-1][0] == "s")
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
    """A number as its format shows it; a format that is none of the usual ones shows it plainly."""
    if code in ("", "General"):
        return plain(number)
    sections = re.findall(r'(?:"[^"]*"|\\.|[^;])+', code) or [""]
    section, value = sections[0], number
    if number < 0 and len(sections) > 1:
        section, value = sections[1], -number
    elif number == 0 and len(sections) > 2:
        section = sections[2]
    tokens = _tokens(section)
    said = "".join(text for kind, text in tokens if kind == "digits")
    if any(kind in ("general", "moment", "elapsed") for kind, _ in tokens) or "@" in said:
        return plain(number)
    if not re.search("[0#?]", said):
        return "".join(text for _, text in tokens).strip() or plain(number)
    try:
        return _with_digits(value, tokens, said)
    except (ArithmeticError, ValueError):
        return plain(number)


def plain(number: float) -> str:
    """A number without a format of its own: seven is 7, and a half 0.5."""
    if float(number).is_integer() and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10g}"


def _with_digits(value: float, tokens: tuple[tuple[str, str], ...], said: str) -> str:
    """The number in place of the format's digits, between its texts."""
    if any(kind == "power" for kind, _ in tokens):
        return f"{value:.{len(said.partition('.')[2].rstrip('0#?')) or said.partition('.')[2].count('0')}E}"
    number = Decimal(repr(float(value))) * (100 if "%" in said else 1)
    pattern = re.sub("[^0#?.,/]", "", said)
    body = _fraction(number) if "/" in pattern else _decimals(number, pattern)
    before = "".join(text for kind, text in _until_digits(tokens))
    after = "".join(text if kind == "text" else "%" * text.count("%") for kind, text in _after_digits(tokens))
    return f"{before}{body}{after}".strip()


def _until_digits(tokens: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    for kind, text in tokens:
        if kind == "digits":
            return
        yield kind, text


def _after_digits(tokens: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    first = next(n for n, (kind, _) in enumerate(tokens) if kind == "digits")
    last = max(n for n, (kind, text) in enumerate(tokens) if kind == "digits" and text not in ("%", ","))
    yield from ((kind, text) for n, (kind, text) in enumerate(tokens) if n > max(first, last))


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


def _fraction(number: Decimal) -> str:
    near = Fraction(number).limit_denominator(99)
    whole, part = divmod(abs(near), 1)
    sign = "-" if near < 0 else ""
    parts = [str(whole)] if whole or not part else []
    return sign + " ".join([*parts, *([f"{part.numerator}/{part.denominator}"] if part else [])])
