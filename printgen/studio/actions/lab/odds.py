"""A game's odds, with its numbers or others, come in; tables, as people read them and as numbers, go out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from printgen.base.errors import UsageError, did_you_mean
from printgen.faces.marks import bare, stretches
from printgen.reading.scalars import shortened
from printgen.rules.odds import OddsTable, odds_of
from printgen.rules.odds_numbers import numbers_of, odds_with
from printgen.studio.actions.action import Answer, Live
from printgen.studio.actions.lab.asks import OddsAsk, words

_ASKED = frozenset({"of", "difficulty", "icons", "dice", "first", "second"})
"""Numbers of rows that say what is asked, beside names, which always do."""


def odds(live: Live, asks: OddsAsk) -> Answer:
    """The tables of odds of a game, or one of them, and the numbers that may be others."""
    game = live.job.game
    usual, known = odds_of(game), numbers_of(game)
    if asks.table and asks.table not in usual:
        raise UsageError(f"{game.name} has no odds '{shortened(asks.table)}'", did_you_mean(asks.table, usual))
    tables = odds_with(game, asks.numbers, asks.table)
    shown = [tables[asks.table]] if asks.table else [*tables.values()]
    told = [
        {**_told(table), "numbers": [{**one._asdict(), "asked": asks.numbers.get(one.name)} for one in known[name]]}
        for table in shown
        for name in (table.name,)
    ]
    given = [
        word
        for name, value in asks.numbers.items()
        for word in ("--with", f"{name}={value if isinstance(value, int) else ','.join(map(str, value))}")
    ]
    # The odds of a game are those of its dice: nobody's own cards change them.
    command = words(live, "odds", *filter(None, (asks.table,)), *given, cards=False)
    return Answer({"names": [{"name": name, "title": one.title} for name, one in usual.items()], "tables": told},
                  command=command)  # fmt: skip


def _told(table: OddsTable) -> dict[str, Any]:
    """A table: its grid, its cells as text and in stretches that are bold or not; its rows, and what asks for each."""
    keys = [key for key, value in table.rows[0].items() if not _is_chance(value)] if table.rows else []
    asked = [key for key in keys if isinstance(table.rows[0][key], str) or key in _ASKED]
    choices = {key: list(dict.fromkeys(row[key] for row in table.rows)) for key in asked}
    return {
        "name": table.name, "title": table.title, "head": [*table.grid.head],
        "lines": [
            {"of": name, "cells": [*map(bare, cells)], "parts": [*map(stretches, cells)]}
            for name, cells in table.grid.rows
        ],
        "rows": table.told, "asks": choices, "exact": table.as_data()["rows"],
    }  # fmt: skip


def _is_chance(value: Any) -> bool:
    return isinstance(value, Fraction | list)
