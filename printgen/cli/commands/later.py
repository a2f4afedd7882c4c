"""Print lists on the command line: what a build is to print, and the command later, which keeps a list for later."""

from __future__ import annotations

import os
from pathlib import Path

import click

import printgen
from printgen.base.errors import UsageError
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import cards_option, json_option, only_option, out_option, variant_option, with_common

_MOST_NAMES = 6
"""So many names of printed pieces are told."""

COPIES = click.IntRange(1, printgen.MOST_COPIES)

copies_option = click.option(
    "--copies", type=COPIES, metavar="N", help="how often each card is printed, whatever its record says"
)
list_option = click.option(
    "--list", "list_file", metavar="FILE", help="print what a print list says: targets, cards of them, and copies"
)
later_option = click.option("--later", is_flag=True, help="print the list of printgen later")


def wanted(
    targets: tuple[str, ...], list_file: str | None, later: bool, copies: int | None, only: tuple[str, ...],
    cards: Path | None,
) -> tuple[str | printgen.Wanted, ...]:  # fmt: skip
    """What a build is to print: its targets, or the rows of a list. UsageError for both, and for none."""
    if not (list_file or later or copies):
        return targets
    if not (list_file or later):
        if not targets:
            raise UsageError("--copies goes with a target", "Name what is to be printed, such as go-joe/joe-deck.")
        return tuple(printgen.Wanted(target, only, copies) for target in targets)
    flag = "--list" if list_file else "--later"
    others = {"a target": targets, "--only": only, "--copies": copies, "--later": later and list_file}
    if other := next((name for name, given in others.items() if given), None):
        raise UsageError(f"{flag} and {other} do not go together", "Write what is to be printed into the list.")
    return _rows(list_file or _file(cards))


def _rows(file: str | Path) -> tuple[printgen.Wanted, ...]:
    """The rows of a list. UsageError where there are none."""
    rows = printgen.print_list(file)
    if not rows:
        raise UsageError(f"there is nothing on the list {file}", "Add something with printgen later add TARGET NAME.")
    return rows


def _file(cards: Path | None) -> Path:
    """The list of what is to be printed later. UsageError within a game, which has no folder of the user's own."""
    if cards is None:
        above = os.path.relpath((printgen.game_around() or Path()).parent / "my-cards")
        message = "the list is kept in the folder of your own cards, and a game's folder has none"
        raise UsageError(message, f"Name one outside of the game, such as --cards {above}.")
    return cards / printgen.LATER


class _Later(click.Group):
    """A group whose commands take what all have in common."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return with_common(super().get_command(ctx, cmd_name))


@click.group("later", cls=_Later, invoke_without_command=True)
@cards_option
@json_option
@click.pass_context
def later_command(context: click.Context, cards: Path | None, as_json: bool) -> None:
    """Keep a list of what is to be printed later, print-later.yaml in the folder of your own cards.

    Without a word it shows the list, which printgen build --later prints. What is on it stays there until you say
    printgen printed --later, or take it away.
    """
    if context.invoked_subcommand is None:
        _show(printgen.later(_file(cards)), as_json)


def _show(list_: printgen.Later, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(list_.file), "rows": [row.as_data() for row in list_.rows]})
        return
    for row in list_.rows:
        echo(str(row))
    echo(f"{list_.file}: {count(len(list_.rows), 'row')}" if list_.rows else "nothing is to be printed later")


_target = click.argument("target")
_names = click.argument("names", nargs=-1, metavar="[NAME]...")


@later_command.command("add")
@_target
@_names
@click.option("--copies", type=COPIES, metavar="N", help="how often each is printed, whatever its record says")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="the seed of what is random, such as a board")
@cards_option
@json_option
def add_command(
    target: str, names: tuple[str, ...], copies: int | None, seed: int | None, cards: Path | None, as_json: bool
) -> None:
    """Put a target, or cards of it, on the list; what is there already gets these copies."""
    row = printgen.Wanted(target, names, copies, seed)
    _show(printgen.later(_file(cards)).change(lambda now: now.added(row, cards)), as_json)


@later_command.command("remove")
@_target
@_names
@cards_option
@json_option
def remove_command(target: str, names: tuple[str, ...], cards: Path | None, as_json: bool) -> None:
    """Take a target, or cards of it, from the list."""
    _show(printgen.later(_file(cards)).change(lambda now: now.removed(target, names)), as_json)


@later_command.command("clear")
@cards_option
@json_option
def clear_command(cards: Path | None, as_json: bool) -> None:
    """Take everything from the list; comments stay."""
    _show(printgen.later(_file(cards)).change(lambda now: now.cleared()), as_json)


@click.command("printed")
@click.argument("targets", nargs=-1)
@only_option
@click.option("--later", is_flag=True, help="all that is on the list of printgen later, which is then taken from it")
@out_option
@variant_option
@cards_option
@json_option
def printed_command(
    targets: tuple[str, ...], only: tuple[str, ...], later: bool, out: str, variant: str, cards: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Say that you have printed what the last build of a target made, so that build --changed leaves it out.

    Until you say so for a product, its last build counts as printed; from then on, only what you say.
    """
    if later == bool(targets) or (later and only):
        message = "name what you have printed" if not later else "--later goes without a target and --only"
        raise UsageError(message, "Say printgen printed TARGET, or printgen printed --later.")
    list_ = printgen.later(_file(cards)) if later else None
    rows = _rows(list_.file) if list_ else [printgen.Wanted(target, only) for target in targets]
    marked = printgen.mark_printed(rows, out, cards=cards, variant=variant)
    left = list_.change(lambda now: now.without(list_.rows)) if list_ else None
    if as_json:
        print_json({"printed": [row.as_data() for row in marked]})
        return
    for row in marked:
        most = f" and {len(row.names) - _MOST_NAMES} more" if len(row.names) > _MOST_NAMES else ""
        told = f"{count(row.pieces, 'piece')} marked as printed: {', '.join(row.names[:_MOST_NAMES])}{most}"
        echo(f"{row.kit}/{row.product}: {told if row.names else 'was marked as printed before'}")
    if left:
        echo(f"{left.file}: {count(len(left.rows), 'row')} left" if left.rows else f"{left.file}: the list is empty")
