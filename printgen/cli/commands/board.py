"""The command for random boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from printgen.base.errors import UsageError, stop_on_errors
from printgen.base.names import problem_of_name
from printgen.build import stages as build
from printgen.build.jobs import Job, sound
from printgen.build.settings import Settings
from printgen.cli import messages
from printgen.cli.options import cards_option, json_option, out_option, product_paper_option
from printgen.editing.boards import BoardWish, apply_wish, parse_locks
from printgen.game.records import Product
from printgen.kinds.board.plan import MOST_TRIES, BoardPlan, RandomPlan
from printgen.writers.output import write_files


@click.command("board")
@click.argument("target")
@click.option("--seed", default=1, show_default=True, help="the first board's seed; the others count up from it")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 200), help="how many boards")
@click.option("--rows", type=click.IntRange(1, 60), help="how many rows, where not as many as the recipe says")
@click.option("--columns", type=click.IntRange(1, 60), help="how many columns, where not as many as the recipe says")
@click.option(
    "--amount",
    "amounts",
    multiple=True,
    metavar="NAME=NUMBER",
    help="how much there is of a terrain or a ground, beside the others, or of a feature in every 100 hexes",
)
@click.option("--arrangement", metavar="WORD", help="how the board is laid, in a word that its recipe may say")
@click.option("--fair", type=click.IntRange(1, MOST_TRIES), metavar="N", help="keep the fairest of N tries")
@click.option(
    "--lock",
    "locks",
    multiple=True,
    metavar="SPACE=WORD",
    help="what lies on a space whatever the seed; SPACE alone keeps what the seed lays there",
)
@click.option(
    "--unlock",
    "unlocked",
    multiple=True,
    metavar="SPACE",
    help="a space that the recipe locks and that is to be rolled",
)
@click.option("--by-hand", metavar="NAME", help="a board that was saved under a name, in place of a random one")
@click.option(
    "--poster", "form", flag_value="poster", help="print posters, each on a sheet that holds it, in place of map sheets"
)
@click.option("--tiles", "form", flag_value="tiles", help="print a tile for every space, in place of map sheets")
@product_paper_option
@cards_option
@out_option
@json_option
def board_command(
    target: str, seed: int, count: int, amounts: tuple[str, ...], locks: tuple[str, ...], form: str | None, paper: str,
    cards: Path | None, out: str, as_json: bool, **words: Any,
) -> None:  # fmt: skip
    """Make random boards: print them as map sheets or as posters, or show them as data with --json."""
    settings = Settings(paper, seed=seed, out=Path(out), cards=cards)
    form = form or "maps"
    job, product = _board_product(target, form, cards)
    wish, plan = BoardWish(**words, amounts=_parse_amounts(amounts), cards=cards), product.loaded
    if wish.by_hand and locks:
        raise UsageError("a board that was saved is as it is", "Leave out --lock, or --by-hand.")
    if wish.by_hand:
        count = 1
    if locks:
        wish = replace(wish, locks=parse_locks(locks, apply_wish(job.game, product, wish), seed))
    # A board that is not random is printed as it is.
    if not as_json and not plan.is_fixed:
        wish = replace(wish, form=form, count=count if form == "maps" else None)
    product = apply_wish(job.game, product, wish)
    plan = product.loaded
    board_of = plan.board_for if isinstance(plan, RandomPlan) else plan.of_seed
    boards = [plan.data(board_of(seed + n)) for n in range(1 if plan.is_fixed else count)]
    if as_json:
        messages.print_json(boards[0] if len(boards) == 1 else {"boards": boards})
        return
    each = (seed,) if form == "maps" else range(seed, seed + len(boards))
    path, pages = _print_boards(job, product, settings, each, _file_stem(wish, seed))
    for board in (board for board in boards if board.get("score", {}).get("parts")):
        parts = "; ".join(sentence for sentence, _ in board["score"]["parts"])
        messages.echo(f"board {wish.by_hand or board['seed']}: score {board['score']['total']:g} ({parts})")
    messages.echo(f"{path}: {messages.count(pages, 'page')}")


def _file_stem(wish: BoardWish, seed: int) -> str:
    """What a file of boards is called."""
    if not wish.by_hand:
        return f"boards-seed-{seed}"
    return "board" if problem_of_name(wish.by_hand) else wish.by_hand


def _parse_amounts(words: Iterable[str]) -> dict[str, float]:
    """Amounts such as ponds=3 by their names."""
    amounts: dict[str, float] = {}
    for word in words:
        name, _, number = word.partition("=")
        try:
            amounts[name] = float(number)
        except ValueError:
            raise UsageError(f"--amount {word} says no number", "Write it like ponds=3.") from None
    return amounts


def _print_boards(job: Job, product: Product, settings: Settings, seeds: Iterable[int], stem: str) -> tuple[Path, int]:
    """Write the boards of some seeds into one file; its path, and how many pages it has."""
    alone = job.alone(product)
    composed = [build.compose(alone, replace(settings, seed=each)) for each in seeds]
    stop_on_errors(finding for _, findings in composed for finding in findings)
    items = [products[0] for products, _ in composed]
    sheets = replace(items[0], pieces=tuple(piece for item in items for piece in item.pieces)).sheets()
    ((name, data),) = sheets.files(stem, "pdf")
    path = settings.out / job.game.name / name
    write_files([(path, data)], settings.out)
    return path, len(sheets)


def _board_product(target: str, form: str, cards: Path | None) -> tuple[Job, Product]:
    """The board product that a target names, or the first of the kit, those of a form before others."""
    job = sound(target, cards)
    boards = [product for product in job.products if isinstance(product.loaded, BoardPlan)]
    if not boards:
        raise UsageError(f"{target} has no board", "Name a kit that has one; printgen list shows what kits print.")
    return job, next((product for product in boards if product.options.get("form") == form), boards[0])
