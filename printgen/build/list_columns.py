"""Guesses the roles of a spreadsheet's columns: the names, the numbers, the rules of its cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printgen.base.names import slug, without_marks
from printgen.build.starting import starter_words
from printgen.game.cells import TIMES, copies_in, flag_in
from printgen.game.records import MOST_COPIES
from printgen.game.shapes import BUILT_IN

_COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
_PICTURE = re.compile(r"(?!https?:).*[^\s/\\]\.(?:png|jpe?g|webp|svg)", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+")
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,8}")
# What stands for a number on a card: 3, +2, 1.5, 2/4, 50%, $20, 3 €, 1d6, X.
_STAT = re.compile(
    r"[-+−±]?[$€£¥]?[0-9]{1,6}(?:[.,/:–-][0-9]{1,4})?(?:[%+*″\"]| ?[$€£¥])?"
    r"|[0-9]{0,2}[dDwW][0-9]{1,3}(?:[-+][0-9]{1,2})?|[-–—*?xX∞]"
)
_SHORT, _LONG = 28, 45
"""Texts of up to so many letters are words; a column with longer ones than the second has rules."""
_MOST_COST = 5
"""A number with more letters does not fit the circle at the top."""
_MOST_SIGNS = 3
"""The most letters of what is printed as large as a number, such as A, K or XL."""
_MOST_NAME = 40
"""The most letters of what is taken for a name where no heading says so."""
_MOST_LINK = 60
"""The most letters of an address that is printed."""
_MOST_TYPES = 12
"""The most words of a column whose words give cards their colours."""
_MOST_PRINTED = 10_000
"""The most cards that a column of copies may ask for."""
_TAKEN = frozenset([*BUILT_IN, "for", "none", "true", "false", "and", "or", "not", "in", "is", "if", "else"])
"""Names that a field cannot have, or that mean something else in expressions."""
_KINDS = {"flag": "flag", "list": "list", "color": "color", "type": "choice", "picture": "file"}
"""The kinds of fields by role; all others are text, or numbers."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The guess for a column: its heading, the name and kind of its field, and its role on the card.

    `why` explains the guess. `words` are those of a column of types, in their order; `longest` is the length of its
    longest text.
    """

    heading: str
    field: str
    kind: str
    role: str
    why: str
    words: tuple[str, ...] = ()
    longest: int = 0

    @property
    def label(self) -> str:
        """The heading as the face prints it, without the signs of expressions and marks."""
        words = re.sub(r"[{}%#\\_]+", " ", self.heading).translate({ord("'"): "’", ord('"'): "”"})
        return " ".join(words.split()) or self.field

    def __str__(self) -> str:
        return f'"{self.heading}": {starter_words("list")["roles"][self.role]}, {self.why}'


def heading_match(heading: str, role: str) -> int:
    """How well a heading names a role of `words.yaml`: 2 as a whole, 1 by one of its words, 0 not at all."""
    starter = starter_words("list")
    names, common = starter["headings"][role].split(), starter["common"].split()
    words = re.findall(r"[^\W_]+", without_marks(heading.replace("#", "nr")))
    return 2 if "".join(words) in names else int(any(word in names and word not in common for word in words))


class _Column:
    """A column: its heading, its cells, and the texts of those that are not empty."""

    def __init__(self, heading: str, cells: Sequence[str]) -> None:
        self.heading, self.cells = heading, cells
        self.texts = [*filter(None, cells)]
        self.distinct = list(dict.fromkeys(self.texts))
        self.longest = max(map(len, self.texts))
        self.is_line = not any("\n" in text for text in self.distinct)
        self.is_numeric = self.all_match(_STAT) and any(re.search("[0-9]", text) for text in self.distinct)

    def all_match(self, pattern: re.Pattern[str]) -> bool:
        """Whether every text matches a pattern."""
        return all(map(pattern.fullmatch, self.distinct))

    def hint(self, role: str) -> int:
        """How well its heading names a role, as in `heading_match`."""
        return heading_match(self.heading, role)

    def is_headed_otherwise(self, role: str) -> bool:
        """Whether the heading is exactly the word for another role."""
        return any(self.hint(other) == 2 for other in starter_words("list")["headings"] if other != role)

    def may_count(self) -> bool:
        numbers = [copies_in(text) for text in self.texts]
        whole = all(isinstance(number, int) and 0 <= number <= MOST_COPIES for number in numbers)
        return whole and sum(numbers) <= _MOST_PRINTED and not self.counts_rows()

    def counts_rows(self) -> bool:
        """Whether its cells number the rows: 1, 2, 3."""
        first, count = self.texts[0], len(self.texts)
        return count > 4 and first.isdecimal() and self.texts == [str(int(first) + n) for n in range(count)]

    def may_name(self) -> bool:
        named = len(self.texts) >= len(self.cells) / 2 and self.longest <= 200
        return named and self.is_line and (not self.is_numeric or self.hint("name") == 2)

    def is_name(self) -> bool:
        apart = len(self.distinct) >= 0.6 * len(self.texts) and self.longest <= _MOST_NAME
        return apart and self.may_name() and not self.is_numeric and not self.all_match(_LINK)

    def may_be_type(self) -> bool:
        short = self.longest <= _SHORT and self.is_line and not self.is_numeric and not self.all_match(_COLOR)
        return short and 1 < len(self.distinct) <= _MOST_TYPES and len(self.distinct) < len(self.texts)

    def is_type(self) -> bool:
        again = len(self.texts) >= 0.8 * len(self.cells) >= 2 * len(self.distinct)
        return again and self.may_be_type() and not self.is_flag()

    def is_of_files(self) -> bool:
        return sum(map(bool, map(_PICTURE.fullmatch, self.distinct))) > len(self.distinct) / 2

    def is_flag(self) -> bool:
        return all(isinstance(flag_in(text), bool) for text in self.distinct)

    def other_role(self, icons: frozenset[str]) -> tuple[str, str]:
        """A role that a card may have repeatedly, and the reason for it."""
        texts, words = not self.is_numeric, not self.is_numeric and self.longest <= _LONG and self.is_line
        each_another = self.is_numeric and len(self.distinct) == len(self.texts)
        tests: tuple[tuple[str, Callable[[], object], str], ...] = (
            ("color", lambda: self.all_match(_COLOR), "colours"),
            ("icon", lambda: icons.issuperset(self.distinct), "names of icons"),
            ("footer", self.counts_rows, "it numbers the rows"),
            ("footer", lambda: self.all_match(_LINK) and self.longest <= _MOST_LINK, "addresses"),
            ("unprinted", lambda: self.all_match(_LINK), "long addresses"),
            ("unprinted", self.is_of_files, "names of further pictures"),
            ("flag", lambda: texts and self.is_flag(), "yes and no"),
            ("flavor", lambda: texts and self.hint("flavor"), ""),
            ("rules", lambda: texts and self.hint("rules"), ""),
            ("footer", lambda: (words or each_another) and self.hint("footer"), ""),
            ("subtitle", lambda: words and self.hint("name"), ""),
            ("stat", lambda: self.is_numeric, "numbers"),
            ("stat", lambda: self.longest <= _MOST_SIGNS, "a few signs"),
            ("list", lambda: self.longest <= 200 and any("|" in text for text in self.distinct), "words between bars"),
            ("rules", lambda: self.longest > _LONG or not self.is_line, "long texts"),
            ("fact", lambda: True, "short texts"),
        )
        role, _, why = next(row for row in tests if row[1]())
        return role, f"by what is in it: {why}" if why else "by its heading"


def guess_columns(
    headings: Sequence[str], rows: Sequence[Sequence[str]], icons: frozenset[str], pictures: frozenset[str]
) -> list[Guess]:
    """The guess for each column with contents; `icons` are names, and `pictures` cells that have a file."""
    cells = {n: [row[n] for row in rows] for n in range(len(headings))}
    free = {n: _Column(headings[n], column) for n, column in cells.items() if any(column)}
    roles: dict[int, tuple[str, str]] = {}

    def shows(one: _Column) -> bool:
        return one.is_of_files() or not pictures.isdisjoint(one.distinct)

    for role, fits, likely, why in (
        ("copies", _Column.may_count, lambda one: one.all_match(TIMES) and one.may_count(), "numbers such as 3x"),
        ("picture", shows, _Column.is_of_files, "names of pictures"),
        ("name", _Column.may_name, _Column.is_name, "short texts, each another"),
        ("cost", lambda one: one.longest <= _MOST_COST, lambda one: False, ""),
        ("type", _Column.may_be_type, _Column.is_type, "a few words that come again and again"),
    ):
        left = {n: column for n, column in free.items() if n not in roles}
        hinted = [(column.hint(role), -n) for n, column in left.items() if column.hint(role) and fits(column)]
        by_contents = [n for n, column in left.items() if likely(column) and not column.is_headed_otherwise(role)]
        if role == "name":
            # A column behind a long text has no names: a question comes before its answers.
            texts = [n for n in free if free[n].longest > _LONG or free[n].hint("rules") == 2]
            by_contents = [n for n in by_contents if n < min(texts, default=n + 1)]
        if hinted and not (role == "cost" and len(hinted) > 1):
            roles[-max(hinted)[1]] = role, "by its heading"
        elif by_contents:
            roles[by_contents[0]] = role, f"by what is in it: {why}"
    fields: set[str] = set()
    return [_guess(column, *(roles.get(n) or column.other_role(icons)), fields) for n, column in free.items()]


def _guess(column: _Column, role: str, why: str, fields: set[str]) -> Guess:
    """The guess for a column; the name of its field is unique."""
    kind = "integer" if role in ("stat", "cost") and column.all_match(_INTEGER) else _KINDS.get(role, "text")
    plain = slug(column.heading).replace("-", "_")
    field = plain if plain.isidentifier() and len(plain) <= 40 else "column"
    names = (field, *(f"{field}_{n}" for n in range(2, len(fields) + 3)))
    field = role if role in ("name", "copies") else next(name for name in names if name not in fields | _TAKEN)
    fields.add(field)
    words = tuple(column.distinct) if role == "type" else ()
    return Guess(column.heading, field, kind, role, why, words, column.longest)
