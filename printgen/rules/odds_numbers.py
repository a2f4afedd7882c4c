"""Odds of a game and other numbers than its file has come in; the same odds with these go out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from printgen.base.errors import UsageError, did_you_mean
from printgen.game.records import Game
from printgen.reading.part import Part
from printgen.reading.scalars import shortened
from printgen.rules.odds import OddsFile, OddsTable, odds_of, table_of

Given = int | tuple[int, ...]


class Number(NamedTuple):
    """A number of a table, or several, as its file has it; each lies in the limits, and so many there may be."""

    name: str
    says: str
    value: Given
    least: int
    most: int
    many: int = 1


def numbers_of(game: Game) -> dict[str, tuple[Number, ...]]:
    """The numbers that the odds of a game have, by table. PrintgenError where its file has mistakes."""
    return {name: tuple(_number(part, key) for key in keys) for name, part, keys in _parts(game)}


def odds_with(game: Game, numbers: Mapping[str, Given], only: str = "") -> dict[str, OddsTable]:
    """The tables of odds of a game with other numbers in place of its own; `only` names the one that is asked for.

    Each number is for all tables that have one of its name. UsageError for what no table has, or none may have.
    """
    tables = odds_of(game)
    if not numbers:
        return tables
    parts = [one for one in _parts(game) if only in ("", one[0])]
    known = dict.fromkeys(key for *_, keys in parts for key in keys)
    for name in numbers:
        if name not in known:
            message = f"these odds have no number '{shortened(name)}'"
            raise UsageError(message, did_you_mean(name, known, "Leave it out."))
    for name, part, keys in parts:
        given = {key: _checked(part, key, value) for key, value in numbers.items() if key in keys}
        if given:
            tables = {**tables, name: table_of(name, part.model_copy(update=given), game)}
    return tables


def _parts(game: Game) -> list[tuple[str, Part, list[str]]]:
    """What the file says of each table, with the names of its numbers."""
    read = game.files.part(game.odds, OddsFile) if game.odds is not None and odds_of(game) else None
    tables: Mapping[str, Part] = read.tables if read else {}
    return [(name, part, [key for key, value in part if _is_number(value)]) for name, part in tables.items()]


def _is_number(value: Any) -> bool:
    return type(value) is int or (isinstance(value, tuple) and bool(value) and all(type(one) is int for one in value))


def _adapter(part: Part, name: str) -> TypeAdapter[Any]:
    field = type(part).model_fields[name]
    shape: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    return TypeAdapter(shape)


def _number(part: Part, name: str) -> Number:
    shape = _adapter(part, name).json_schema()
    one = shape.get("items", shape)
    says = type(part).model_fields[name].description or name
    return Number(name, says, getattr(part, name), one["minimum"], one["maximum"], _many(shape))


def _many(shape: Mapping[str, Any]) -> int:
    """How many numbers there may be; behind a validator of ours, items are counted as letters are."""
    return int(shape.get("maxItems") or shape.get("maxLength") or 1)


def _checked(part: Part, name: str, value: Given) -> Any:
    found = _number(part, name)
    several = found.many > 1
    try:
        return _adapter(part, name).validate_python((value,) if several and isinstance(value, int) else value)
    except ValidationError as error:
        limits = f"{found.least} to {found.most}"
        hint = f"Give up to {found.many} numbers from {limits}." if several else f"Give a number from {limits}."
        told = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        raise UsageError(f"{name} cannot be {shortened(told)}", hint) from error
