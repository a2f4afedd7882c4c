"""The options that several commands share; whoever adds a command of a kind may use them, too."""

from __future__ import annotations

import shlex
from os.path import lexists
from pathlib import Path

import click

import printgen
from printgen.base.errors import Finding, UsageError, Where
from printgen.cli.messages import show_findings

_PAPERS = "letter, legal, tabloid, a5 to a0, b4 to b0, arch-a to arch-e, ansi-c to ansi-e, or a size such as 24x36in"
paper_option = click.option("--paper", default="letter", show_default=True, metavar="NAME", help=_PAPERS)
product_paper_option = click.option(
    "--paper", default="", show_default="letter, or what a product asks for", metavar="NAME", help=_PAPERS
)
look_option = click.option(
    "--look", default="color", metavar="LOOK", help="color, saver (little ink), or a look of the game's templates"
)
font_option = click.option(
    "--font", default="", metavar="FILE",
    help="a TrueType or OpenType font for letters of the cards that the built-in fonts lack",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="print one JSON document on standard output")


def _as_events(context: click.Context, parameter: click.Parameter, value: str) -> bool:
    return value == "json"


progress_option = click.option(
    "--progress", "events", type=click.Choice(["line", "json"]), default="line", show_default=True, metavar="FORM",
    callback=_as_events, help="json tells programs how far it is: a line of JSON each time on standard error",
)  # fmt: skip


def _check_out(context: click.Context, parameter: click.Parameter, value: str) -> str:
    # An empty variable of a script would else mean the working folder.
    if not value.strip():
        raise UsageError("--out is empty", "Name a folder, or write . for the working folder.")
    return value


out_option = click.option(
    "--out", default="output", show_default=True, metavar="DIR", help="where the PDFs go", callback=_check_out
)


def _parse_cards(context: click.Context, parameter: click.Parameter, value: str) -> Path | None:
    folder, source = Path(value), context.get_parameter_source(parameter.name or "")
    if source is click.core.ParameterSource.DEFAULT and (game := printgen.game_around()) is not None:
        # What lies there came with the game, and the game may be a stranger's.
        if lexists(folder):
            message = f"these cards are in the folder of the game {game.name}, and are not taken for your own"
            hint = "Move them out of it, or name them with --cards."
            show_findings([Finding("warning", Where(value), message, hint, "cards-of-the-game")])
        return None
    is_named = source is click.core.ParameterSource.COMMANDLINE
    # What writes there makes the folder.
    makes = context.info_name == "new"
    if is_named and not makes and not lexists(f"{value}/."):
        raise UsageError(f"--cards: there is no folder '{value}'", "Name the folder that your own cards are in.")
    return folder


cards_option = click.option(
    "--cards",
    default="my-cards",
    show_default=True,
    envvar="PRINTGEN_CARDS",
    show_envvar=True,
    metavar="DIR",
    callback=_parse_cards,
    help="the folder of your own cards: KIT/PRODUCT.yaml in it adds to that product",
)
variant_option = click.option(
    "--variant", default="", metavar="NAME", help="a variant of the game, such as one in another language"
)
strict_option = click.option("--strict", is_flag=True, help="take warnings for errors (exit code 4)")
only_option = click.option(
    "--only", multiple=True, metavar="NAME", help="print just the cards of this name (repeatable)"
)

COMMON = (
    click.Option(
        ["--limits"],
        type=click.Choice(["usual", "none"]),
        metavar="WORD",
        default="usual",
        expose_value=False,
        help="none lifts those of what a game may take: work, memory, time",
    ),
    click.Option(["--debug"], is_flag=True, expose_value=False, help="show where printgen failed, if it does"),
)
"""The options of every command, which may stand before it, too; `program` looks at them before the command runs."""


def commands_for(folder: str, *commands: str) -> list[str]:
    """Command lines for the game in a folder; the built-in kits are found by their names before any folder is."""
    target = shlex.quote(f"./{folder}" if folder in printgen.kits() else folder)
    return [f"printgen {command} {target}" for command in commands]


def with_common(command: click.Command | None) -> click.Command | None:
    """The command with the options that all have in common."""
    if command is not None:
        command.params += [option for option in COMMON if option not in command.params]
    return command


class CommandGroup(click.Group):
    """A group whose commands take the options that all commands have in common."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return with_common(super().get_command(ctx, cmd_name))
