"""The command that makes random boards."""

from __future__ import annotations

from pathlib import Path

import click

import printgen
from printgen import atlas
from printgen.cli import messages
from printgen.cli.options import json_option, out_option, paper_option


@click.command("board")
@click.argument("target")
@click.option("--seed", default=1, show_default=True, help="the first board's seed; the others count up from it")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 200), help="how many boards")
@click.option("--arrangement", type=click.Choice(["plain", "symmetric", "clumped"]), help="how terrain is laid")
@click.option("--fair", type=click.IntRange(1, 1000), metavar="N", help="keep the fairest of N boards each time")
@paper_option
@out_option
@json_option
def board_command(
    target: str, seed: int, count: int, arrangement: str | None, fair: int | None, paper: str, out: str, as_json: bool
) -> None:
    """Make random boards: print them as map sheets, or show them as data with --json."""
    wish = {key: value for key, value in (("arrangement", arrangement), ("fair", fair)) if value is not None}
    if as_json:
        boards = atlas.boards_of(target, seed, count, wish)
        messages.print_json(boards[0] if count == 1 else {"boards": boards})
        return
    path, pages, boards = atlas.print_maps(target, count, wish, printgen.Settings(paper, seed=seed, out=Path(out)))
    for board in boards:
        parts = "; ".join(sentence for sentence, _ in board["score"]["parts"])
        click.echo(f"board {board['seed']}: score {board['score']['total']:g} ({parts})")
    click.echo(f"{path}: {messages.count(pages, 'page')}")
