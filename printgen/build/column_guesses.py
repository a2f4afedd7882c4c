"""Guesses what the columns of a spreadsheet are for: by their headings, else by what is in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count

from printgen.base.folders import starters_folder
from printgen.base.names import slug, without_marks
from printgen.game.cells import copies_in, flag_in, number_in
from printgen.game.records import MOST_COPIES
from printgen.game.shapes import BUILT_IN
from printgen.reading.sheets import CellContent, text_in
from printgen.reading.yaml_events import load_yaml_file

COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
_PICTURE = re.compile(r"(?!https?:).*[^\s/\\]\.(?:png|jpe?g|webp|svg)", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+")
_TIMES = re.compile(r"[0-9]{1,3} ?[x×]|[x×] ?[0-9]{1,3}", re.IGNORECASE)
_STAT = re.compile(
    r"[-+−±]?[0-9]{1,6}(?:[.,/:–-][0-9]{1,4})?[%+*″\"]?|[0-9]{0,2}[dDwW][0-9]{1,3}(?:[-+][0-9]{1,2})?|[-–—*?xX∞]"
)
_SHORT, _LONG = 28, 45
"""Texts of up to so many letters are words; a column with longer ones than the second has rules."""
_MOST_TYPES = 12
"""The most words of a column whose words give cards their colours."""
_MOST_NAME = 40
"""The most letters of what is taken for a name where no heading says so."""
_MOST_PRINTED = 10_000
"""The most cards that a column of copies may ask for."""
_COMMON_WORDS = frozenset(["card", "karte", "carte", "carta", "kaart", "karta", "kort", "file", "art", "num", "no"])
"""Words that say something of a column where they are all of its heading alone."""
_TAKEN = frozenset([*BUILT_IN, "for", "none", "true", "false", "and", "or", "not", "in", "is", "if", "else"])
"""Names that a field cannot have, or that mean something else in expressions."""
_BY_HEADING = "by its heading"
_SENTENCES = {
    "name": "the name", "copies": "how many there are of the card", "picture": "the picture", "icon": "an icon",
    "color": "the colour of the card", "type": "a line that gives the card its colour", "cost": "the number at the top",
    "stat": "a number in a plate", "flag": "a line where it holds", "list": "a line of words", "fact": "a line",
    "rules": "text in the large box", "flavor": "slanted text below the rules", "subtitle": "a line below the name",
    "footer": "small print at the foot",
}  # fmt: skip
"""Where a face prints a column, by its role."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a column is for: its heading, the field that it becomes, the kind of that, and its role on the card.

    `why` says how that was found out. `words` are those of a column of types, in their order.
    """

    heading: str
    field: str
    kind: str
    role: str
    why: str
    words: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The heading as the face prints it."""
        return " ".join(re.sub(r"[{}%#\\_]+", " ", self.heading).split()) or self.field

    @property
    def note(self) -> str:
        """What game.yaml says of the field."""
        return f'"{self.heading}": {_SENTENCES[self.role]}, {self.why}'

    def as_data(self) -> dict[str, str]:
        """The guess as plain data."""
        return {"heading": self.heading, "field": self.field, "kind": self.kind, "role": self.role, "why": self.why}


class _Column:
    """A column as guesses look at it: its heading, all of its cells, and the texts of those that are not empty."""

    def __init__(self, heading: str, cells: Sequence[CellContent]) -> None:
        self.heading, self.cells = heading, cells
        self.texts = [text for cell in cells if (text := text_in(cell))]
        self.distinct = list(dict.fromkeys(self.texts))
        self.longest = max(map(len, self.texts))
        self.is_line = not any("\n" in text for text in self.distinct)

    def all_match(self, pattern: re.Pattern[str]) -> bool:
        """Whether each text is of a pattern."""
        return all(map(pattern.fullmatch, self.distinct))

    @property
    def is_numeric(self) -> bool:
        """Whether all of it are numbers, or what stands for one on a card: 3, +2, 1d6, 2/4, X."""
        return self.all_match(_STAT) and any(letter.isdigit() for text in self.distinct for letter in text)

    @property
    def counts_rows(self) -> bool:
        """Whether it numbers the rows: 1, 2, 3."""
        first = self.texts[0]
        expected = [str(int(first) + n) for n in range(len(self.texts))] if first.isdecimal() else []
        return len(self.texts) > 2 and self.texts == expected

    def hint(self, role: str) -> int:
        """How much the heading speaks of a role: 2 all of it, 1 a word of it, 0 not at all."""
        words, known = re.findall(r"[^\W_]+", without_marks(self.heading)), _hints()[role]
        return 2 if "".join(words) in known else int(any(word in known - _COMMON_WORDS for word in words))


@cache
def _hints() -> Mapping[str, frozenset[str]]:
    """The words that headings have, by role."""
    path = starters_folder() / "list" / "headings.yaml"
    words = load_yaml_file(path, path.name)
    assert isinstance(words, dict)
    return {role: frozenset(text.split()) for role, text in words.items()}


Role = tuple[str, str]
"""What a column is for, and why that is likely."""


def guess_columns(
    headings: Sequence[str], rows: Sequence[Sequence[CellContent]], icons: frozenset[str], pictures: frozenset[str]
) -> list[Guess]:
    """What each column is for that holds anything.

    `icons` are the names of icons; `pictures` are the texts of cells for which there is a file.
    """
    cells = [[row[n] for row in rows] for n in range(len(headings))]
    columns = {n: _Column(headings[n], column) for n, column in enumerate(cells) if any(map(text_in, column))}
    roles: dict[int, Role] = {}
    for role, fits, likely, why in (
        ("copies", _may_count, lambda one: one.all_match(_TIMES), "numbers such as 3x"),
        ("picture", lambda one: _shows(one, pictures), lambda one: _shows(one, pictures), "names of pictures"),
        ("name", _may_name, _is_name, "short texts, each another"),
        ("cost", lambda one: one.is_numeric, lambda one: False, ""),
        ("type", _may_be_type, lambda one: _is_type(one, len(rows)), "a few words that come again and again"),
    ):
        free = {n: column for n, column in columns.items() if n not in roles}
        hinted = [(column.hint(role), -n) for n, column in free.items() if column.hint(role) and fits(column)]
        by_contents = [n for n, column in free.items() if likely(column)]
        if hinted:
            roles[-max(hinted)[1]] = role, _BY_HEADING
        elif by_contents:
            roles[by_contents[0]] = role, f"by what is in it: {why}"
    fields: set[str] = set()
    return [
        _guess(column, *(roles.get(n) or _other_role(column, icons, pictures)), fields) for n, column in columns.items()
    ]


def _may_count(column: _Column) -> bool:
    numbers = [copies_in(text) for text in column.texts]
    whole = all(isinstance(number, int) and 0 <= number <= MOST_COPIES for number in numbers)
    return whole and sum(numbers) <= _MOST_PRINTED and not column.counts_rows


def _shows(column: _Column, pictures: frozenset[str]) -> bool:
    return column.all_match(_PICTURE) or not pictures.isdisjoint(column.distinct)


def _may_name(column: _Column) -> bool:
    named = len(column.texts) >= len(column.cells) / 2 and column.longest <= 200
    return named and column.is_line and (not column.is_numeric or column.hint("name") == 2)


def _is_name(column: _Column) -> bool:
    apart = len(column.distinct) >= 0.6 * len(column.texts) and column.longest <= _MOST_NAME
    return apart and _may_name(column) and not column.is_numeric and not column.all_match(_LINK)


def _may_be_type(column: _Column) -> bool:
    short = column.longest <= _SHORT and column.is_line and not column.is_numeric and not column.all_match(COLOR)
    return short and 1 < len(column.distinct) <= _MOST_TYPES and len(column.distinct) < len(column.texts)


def _is_type(column: _Column, rows: int) -> bool:
    flags = all(isinstance(flag_in(text), bool) for text in column.distinct)
    return _may_be_type(column) and not flags and len(column.texts) >= 0.8 * rows >= 2 * len(column.distinct)


_HINTS = {"subtitle": "name"}
"""The role whose words tell of another one."""


def _other_role(column: _Column, icons: frozenset[str], pictures: frozenset[str]) -> Role:
    """What a column is for of which a card may have several."""
    is_words = column.longest <= _LONG and column.is_line and not column.is_numeric
    hints = {"flavor": not column.is_numeric, "rules": not column.is_numeric, "footer": is_words, "subtitle": is_words}
    hinted = next((role for role, fits in hints.items() if fits and column.hint(_HINTS.get(role, role))), "")
    tests: tuple[tuple[str, Callable[[], bool], str], ...] = (
        ("color", lambda: column.all_match(COLOR), "colours"),
        ("picture", lambda: _shows(column, pictures), "names of pictures"),
        ("icon", lambda: icons.issuperset(column.distinct), "names of icons"),
        ("footer", lambda: column.counts_rows, "it numbers the rows"),
        ("footer", lambda: column.all_match(_LINK), "addresses"),
        (hinted, lambda: bool(hinted), ""),
        ("stat", lambda: column.is_numeric, "numbers"),
        ("flag", lambda: all(isinstance(flag_in(text), bool) for text in column.distinct), "yes and no"),
        ("list", lambda: column.longest <= 200 and any("|" in text for text in column.distinct), "words between bars"),
        ("rules", lambda: column.longest > _LONG or not column.is_line, "long texts"),
    )
    for role, test, why in tests:
        if test():
            return role, f"by what is in it: {why}" if why else _BY_HEADING
    return "fact", "by what is in it: short texts"


_KINDS = {"flag": "flag", "list": "list", "color": "color", "type": "choice", "picture": "file"}
"""The kinds of fields by role; all others are text, or numbers."""


def _guess(column: _Column, role: str, why: str, fields: set[str]) -> Guess:
    kind = _KINDS.get(role, "text")
    if role in ("stat", "cost") and all(type(number_in(cell)) is int for cell in column.cells if text_in(cell)):
        kind = "integer"
    field = role if role in ("name", "copies") else next(
        name for name in _field_names(column.heading) if name not in fields | _TAKEN
    )  # fmt: skip
    fields.add(field)
    return Guess(column.heading, field, kind, role, why, tuple(column.distinct) if role == "type" else ())


def _field_names(heading: str) -> Iterator[str]:
    """Names for the field of a column, the best first."""
    plain = slug(heading).replace("-", "_")
    name = plain if plain.isidentifier() and len(plain) <= 40 else "column"
    yield name
    yield from (f"{name}_{n}" for n in count(2))
