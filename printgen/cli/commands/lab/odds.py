"""lab odds: a game comes in; what its file of odds asks for is told, exact."""

from __future__ import annotations

from collections.abc import Iterator

import click

from printgen.base.errors import UsageError, did_you_mean
from printgen.build.jobs import sound
from printgen.cli.messages import echo, print_json
from printgen.cli.options import json_option
from printgen.faces.marks import bare
from printgen.reading.scalars import shortened
from printgen.rules.odds import OddsTable, odds_of
from printgen.rules.odds_numbers import Given, odds_with

_DIGITS = 6
"""No number of a file of odds has so many."""


@click.command("odds")
@click.argument("target")
@click.argument("name", required=False, default="")
@click.option(
    "--with", "numbers", multiple=True, metavar="KEY=NUMBER",
    help="another number than the file has, such as soldiers=7 or squads=3,5 (repeatable)",
)  # fmt: skip
@json_option
def odds_command(target: str, name: str, numbers: tuple[str, ...], as_json: bool) -> None:
    """Tell the odds of a game's dice: attacks, shots, volleys and fights of squads, as its file of odds names them.

    NAME is one table of it. Numbers are rounded to whole per cent; --json has them as fractions.
    """
    game = sound(target).game
    tables = odds_of(game)
    if not tables:
        hint = "Write odds: odds.yaml in its game.yaml, or name a game that has one, such as micro-forces."
        raise UsageError(f"{game.name} has no file of odds", hint)
    if name and name not in tables:
        raise UsageError(f"{game.name} has no odds '{shortened(name)}'", did_you_mean(name, tables))
    tables = odds_with(game, dict(map(_given, numbers)), name)
    chosen = [tables[name]] if name else [*tables.values()]
    if as_json:
        print_json({"game": game.name, "tables": [table.as_data() for table in chosen]})
        return
    for n, table in enumerate(chosen):
        for line in ([""] if n else []) + [*lines(table)]:
            echo(line)


def _given(said: str) -> tuple[str, Given]:
    """A number, or several with commas between, and what it is."""
    name, _, text = said.partition("=")
    words = [word.strip() for word in text.split(",")]
    if not name or not all(word.isascii() and word.isdecimal() and len(word) < _DIGITS for word in words):
        raise UsageError(f"--with {shortened(said)}: this is no KEY=NUMBER", "Write it like soldiers=7.")
    return name, int(words[0]) if len(words) == 1 else tuple(map(int, words))


def lines(table: OddsTable) -> Iterator[str]:
    """A table as people read it in a terminal."""
    of = {name for name, _ in table.grid.rows if name}
    named = any(cells[0] != name for name, cells in table.grid.rows) and len(of) > 1
    head, rows = table.grid.head, table.grid.rows
    shown = [[*([name] if named else []), *map(bare, cells)] for name, cells in rows]
    whole = [["Of", *head] if named else [*head], *shown]
    widths = [max(len(row[at]) for row in whole) for at in range(len(whole[0]))]
    yield table.title
    for row in whole:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
