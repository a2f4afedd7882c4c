"""Rules of every game: its own checks, its errata, boards in use; and likely misspellings of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from printgen.base import group_pairs
from printgen.base.errors import Exit, Finding, ValueProblem, Where, did_you_mean, split_advice
from printgen.base.limits import OverLimit
from printgen.game.checks import Check
from printgen.game.records import Game, Product, Record
from printgen.reading.positions import LocatedList, LocatedMap

_SHORT, _LONG = 4, 8
"""Words of fewer letters are no slips of each other; those of so many may have two slips, others one."""
_CLEAR = 6
"""In words of fewer letters another letter makes another word: a pump is no puma."""


def find_likely_slip(key: str, names: Iterable[str]) -> str | None:
    """The folded name of which another is a likely misspelling: one letter added, lost, wrong, or two swapped.

    None when there is none. Digits are never slips, and neither is the first letter.
    """
    most_slips = 0 if len(key) < _SHORT else 1 if len(key) < _LONG else 2
    digits = digits_of(key)
    nearest: tuple[int, str] | None = None
    for name in names:
        if abs(len(name) - len(key)) > most_slips or name[:1] != key[:1] or digits_of(name) != digits:
            continue
        if len(key) < _CLEAR and len(name) == len(key) and sorted(name) != sorted(key):
            continue
        if (slips := _slips_between(key, name)) <= most_slips and (nearest is None or slips < nearest[0]):
            nearest = slips, name
    return nearest[1] if nearest else None


def digits_of(key: str) -> str:
    """The digits of a word."""
    return "".join(filter(str.isdigit, key))


def within_one_slip(first: str, second: str) -> bool:
    """Whether two words differ by at most one slip, as `_slips_between` counts; quicker."""
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    first, second = first[same:], second[same:]
    return (
        first[1:] == second[1:]
        or first[1:] == second
        or first == second[1:]
        or (first[1::-1] + first[2:] == second and len(first) > 1)
    )


def _slips_between(first: str, second: str) -> int:
    """The number of slips between two words: the Damerau-Levenshtein distance, with a swap as one slip."""
    before: list[int] = []
    row: list[int] = [*range(len(second) + 1)]
    for i, letter in enumerate(first, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(second, 1):
            fewest = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                fewest = min(fewest, older[j - 2] + 1)
            row.append(fewest)
    return row[-1]


class Correction(NamedTuple):
    """The source's text in a field of a record or a row, its replacement, and the reason."""

    name: str
    field: str
    printed: str
    instead: str
    reason: str


def corrections_of(game: Game, record: Record) -> tuple[Correction, ...]:
    """The corrections of a record, and after them those of the table rows that it names."""
    texts = [*_texts(value for key, value in record.values.items() if key not in ("errata", "look"))]
    named = (
        correction
        for table in game.tables.values()
        for code, row in table.rows.items()
        if row.get("errata") and any(re.search(rf"(?<!\w){re.escape(code)}(?!\w)", text) for text in texts)
        for correction in _corrections_in(str(row.get("name") or code), row)
    )
    return (*_corrections_in(record.name, record.values), *named)


def all_corrections(game: Game) -> tuple[Correction, ...]:
    """The corrections of a game: of its products' records, each list once, then of its tables' rows."""
    records = {record.where: record for product in game.products.values() for record in product.records}
    rows = ((str(row.get("name") or code), row) for table in game.tables.values() for code, row in table.rows.items())
    named = [*((record.name, record.values) for record in records.values()), *rows]
    return tuple(correction for name, values in named for correction in _corrections_in(name, values))


def by_reason(corrections: Iterable[Correction]) -> dict[str, list[Correction]]:
    """Corrections by their reasons, in order."""
    return group_pairs((correction.reason, correction) for correction in corrections)


def _corrections_in(name: str, values: Mapping[str, Any]) -> Iterator[Correction]:
    """The corrections that the errata of a record or a row note."""
    for erratum in values.get("errata") or ():
        field = erratum["field"]
        instead = erratum.get("instead") or ", ".join(_texts([values.get(field)]))
        yield Correction(name, field, erratum["printed"], instead, erratum["reason"])


def _texts(values: Iterable[Any]) -> Iterator[str]:
    """Words and numbers as texts, also those in lists."""
    for value in values:
        if isinstance(value, tuple):
            yield from _texts(value)
        elif isinstance(value, str | int | float):
            yield str(value)


def check_errata(game: Game) -> Iterator[Finding]:
    """Findings for every erratum, of a record or of a table's row, that changes nothing."""
    records = (record for product in game.products.values() for record in product.records)
    named = [(record.name, record.values, record.where_of("errata")) for record in records]
    named += [
        (code, row, table.where_of(code, "errata"))
        for table in game.tables.values()
        for code, row in table.rows.items()
    ]
    for name, values, where in named:
        for erratum in values.get("errata") or ():
            field, printed, subject = erratum["field"], erratum["printed"], f"the erratum of {name}"
            if field not in values:
                code, message = "erratum-field", f"{subject} names no field: '{field}'"
                hint = did_you_mean(field, values)
            elif str(erratum.get("instead") or values[field]) == printed:
                code, message = "erratum-same", f"{subject} says that {field} was printed '{printed}', as it is now"
                hint = "Delete the erratum, or correct the value."
            else:
                continue
            yield Finding("error", where, message, hint, code, Exit.RULES_BROKEN)


def check_boards(game: Game) -> Iterator[Finding]:
    """Warnings for recipes that no product uses: they are never read, so their mistakes would not show."""
    products = game.source.get("products")
    entries = [
        part
        for entry in (products.values() if isinstance(products, LocatedMap) else ())
        if isinstance(entry, LocatedMap)
        for part in (entry, entry.get("options"))
    ]
    followed = [part.get("board") for part in entries if isinstance(part, LocatedMap)]
    for name in game.boards:
        if name not in followed:
            message = f"no product follows the board {name}, so what it says is not looked at"
            hint = f"Write board: {name} under options of a product, or remove it."
            yield Finding("warning", game.source["boards"].key_where(name), message, hint, "unused-board")


class _Subject(NamedTuple):
    """The subject of a check: the values for its expressions, the file's own mapping, and the place of a field."""

    context: Mapping[str, Any]
    values: Mapping[str, Any]
    source: Any
    where_of: Callable[[str], Where]


def check_own(game: Game) -> Iterator[Finding]:
    """Findings for violations of the checks that a game states itself."""
    tables = {name: table.rows for name, table in game.tables.items()}
    for check in game.checks:
        yield from _run_check(check, {"tables": tables, "values": game.values}, _subjects(game, check))


def _run_check(check: Check, shared: Mapping[str, Any], subjects: Iterator[_Subject]) -> Iterator[Finding]:
    key, subject = "", None
    try:
        for subject in subjects:
            for item, where in _items(check, subject):
                context = {**shared, **subject.context, **item}
                results: dict[str, Any] = {"hint": ""}
                for key, value in check.expressions():
                    is_condition = key in ("when", "must")
                    results[key] = value.holds(key, context) if is_condition else value.get(context)
                    # A rule that does not apply, or is kept, has no finding.
                    if is_condition and results[key] == (key == "must"):
                        break
                else:
                    message, hint = (
                        str(results["message"]).strip() or "this breaks a rule of the game",
                        str(results["hint"]),
                    )
                    yield Finding(check.severity, where, message, hint, check.code, Exit.RULES_BROKEN)
    except OverLimit as error:
        yield from error.at(check.where_of(key)).findings
    except ValueProblem as error:
        # What is wrong with an expression is told once, not for every record.
        message, hint = split_advice(str(error), "Mend the expression.")
        where = check.where_of(key)
        if field := subject and next(
            (name for name, text in subject.values.items() if error.word and text == error.word), ""
        ):
            message, where = f"{message}, for {where}", subject.where_of(field)
        yield Finding("error", where, message, hint, "bad-expression")


def _items(check: Check, subject: _Subject) -> Iterator[tuple[Mapping[str, Any], Where]]:
    """The items of the checked field, one by one, each with its place; without a field, the subject itself."""
    where = subject.where_of(check.at or check.each or "")
    if check.each is None:
        yield {}, where
        return
    items = subject.values.get(check.each)
    if not isinstance(items, Mapping | list | tuple):
        items = () if items is None else (items,)
    source = subject.source.get(check.each) if check.at is None and isinstance(subject.source, LocatedMap) else None
    for index, item in enumerate(items):
        value = items[item] if isinstance(items, Mapping) else item
        place = source.key_where(item) if isinstance(source, LocatedMap) and item in source else where
        yield {"item": item, "value": value}, source.where(index) if isinstance(source, LocatedList) else place


def _subjects(game: Game, check: Check) -> Iterator[_Subject]:
    table = game.tables.get(check.table or "")
    for code, row in table.rows.items() if table else ():
        yield _Subject({"row": row, "code": code}, row, table.source[code], partial(table.where_of, code))  # type: ignore[union-attr]
    for product in [] if check.table else _products(game, check):
        deck = tuple(record.values for record in product.records)
        if check.deck is not None:
            yield _Subject({"deck": deck}, {}, None, product.where_of)
        for record in product.records if check.deck is None else ():
            yield _Subject({"card": record.values, "deck": deck}, record.values, record.source, record.where_of)


def _products(game: Game, check: Check) -> list[Product]:
    """The products that a check concerns, each list once; a deck with faulty records is not counted."""
    name = check.records or check.deck or ""
    lists = {product.records_in: product for product in game.products.values() if product.record == name}
    products = [game.products[name]] if name in game.products else list(lists.values())
    needs_all = any("deck" in value.names for _, value in check.expressions())
    return [product for product in products if product.complete or not needs_all]
