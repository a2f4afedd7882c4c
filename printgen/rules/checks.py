"""A game's own checks: a Game comes in; Findings for every record, row and deck that breaks one of them go out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from printgen.errors import Exit, Finding, ValueProblem, Where
from printgen.reading.checks import Check
from printgen.reading.marked import Map, Seq
from printgen.reading.records import Game, Product


class _Subject(NamedTuple):
    """What a check is held against: what its expressions see, the file's own mapping, and the place of a field."""

    context: Mapping[str, Any]
    values: Mapping[str, Any]
    source: Map | None
    where_of: Callable[[str], Where]


def check_own(game: Game) -> Iterator[Finding]:
    """Findings for whatever breaks a check that the game states itself."""
    tables = {name: table.rows for name, table in game.tables.items()}
    for check in game.checks:
        yield from _judged(check, {"tables": tables}, _subjects(game, check))


def _judged(check: Check, shared: Mapping[str, Any], subjects: Iterator[_Subject]) -> Iterator[Finding]:
    key = ""
    try:
        for subject in subjects:
            for item, where in _items(check, subject):
                context = {**shared, **subject.context, **item}
                said: dict[str, Any] = {"hint": ""}
                for key, value in check.expressions():
                    said[key] = value.get(context)
                    # Where the rule does not apply, or is kept, there is nothing to say.
                    if key in ("when", "must") and bool(said[key]) == (key == "must"):
                        break
                else:
                    message, hint = str(said["message"]), str(said["hint"])
                    yield Finding(check.severity, where, message, hint, check.code, Exit.RULES_BROKEN)
    except ValueProblem as error:
        # What is wrong with an expression is told once, not for every record.
        message, _, hint = str(error).partition(". ")
        yield Finding("error", check.where_of(key), message, hint or "Mend the expression.", "bad-expression")


def _items(check: Check, subject: _Subject) -> Iterator[tuple[Mapping[str, Any], Where]]:
    """The items of the field that is judged one by one, each with its place; of no field, the subject itself."""
    if check.each is None:
        yield {}, subject.where_of(check.at or "")
        return
    held = subject.values.get(check.each)
    if not isinstance(held, Mapping | list | tuple):
        held = () if held is None else (held,)
    source = subject.source.get(check.each) if subject.source is not None else None
    for index, item in enumerate(held):
        value = held[item] if isinstance(held, Mapping) else item
        where = subject.where_of(check.at or check.each)
        if check.at is None and isinstance(source, Map) and item in source:
            where = source.key_where(item)
        elif check.at is None and isinstance(source, Seq):
            where = source.where(index)
        yield {"item": item, "value": value}, where


def _subjects(game: Game, check: Check) -> Iterator[_Subject]:
    if check.table is not None:
        table = game.tables.get(check.table)
        if table is None:
            return
        for code, row in table.rows.items():
            source, place = table.source[code], partial(table.where_of, code)
            yield _Subject({"row": row, "code": code}, row, source if isinstance(source, Map) else None, place)
        return
    for product in _products(game, check):
        deck = tuple(record.values for record in product.records)
        if check.deck is not None:
            yield _Subject({"deck": deck}, {}, None, lambda _, product=product: product.source.start)  # type: ignore[misc]
            continue
        for record in product.records:
            yield _Subject({"card": record.values, "deck": deck}, record.values, record.source, record.where_of)


def _products(game: Game, check: Check) -> list[Product]:
    """The products that a check is about, each list once; a deck that lacks records with mistakes is not counted."""
    name = check.records or check.deck or ""
    lists = {product.list_file: product for product in game.products.values() if product.record == name}
    found = [game.products[name]] if name in game.products else list(lists.values())
    whole = any("deck" in value.names for _, value in check.expressions())
    return [product for product in found if product.complete or not whole]
