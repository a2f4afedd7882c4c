"""The program `printgen`: arguments come in; a command is found and run; the process ends with a documented code.

Commands are known by name and summary; the code of one is imported when it runs.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence

import click

from printgen import __version__
from printgen.cli.messages import as_data, count, print_json, show_findings
from printgen.errors import Exit, PrintgenError, UsageError, closest, did_you_mean
from printgen.kinds.kind import Command, commands_of, late

with late():
    from printgen.cli import looking, printing

_EPILOG = (
    "Exit codes: 0 ok, 2 wrong usage, 3 bad input, 4 rules broken, 5 does not fit, 6 cannot write, 130 interrupted."
)


_PRINTING = {
    "build": "Print kits, products or your own games into PDFs.",
    "preview": "Draw a product's cards (one of them by NAME, or all side by side) or a whole sheet as a picture.",
}
_LOOKING = {
    "check": "Hold kits or your own games against every rule; nothing is written.",
    "list": "Show the kits, the products of a kit, or the records of a product.",
    "schema": "Print the JSON Schema of game.yaml or another file, for an editor that completes and checks YAML.",
}
_OWN = (
    *commands_of(_PRINTING, lambda: printing.COMMANDS),
    *commands_of(_LOOKING, lambda: looking.COMMANDS),
)


def known_commands() -> dict[str, Command]:
    """Every command by name: those that need no kind of printable first, then what the kinds offer."""
    from printgen.kinds import commands_of_kinds

    return {command.name: command for command in (*commands_of_kinds(), *_OWN)}


class _Lazy(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(known_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = next((command for command in _OWN if command.name == cmd_name), None)
        command = own or known_commands().get(cmd_name)
        return command.load() if command else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        known = known_commands()
        with formatter.section("Commands"):
            formatter.write_dl([(name, known[name].summary) for name in sorted(known)])


@click.group(cls=_Lazy, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="printgen")
def commands() -> None:
    """Make print-and-play PDFs, true to size, from folders of YAML.

    A target is a built-in kit (go-joe), one product of it (go-joe/joe-deck), or the path of a folder with a
    game.yaml. Without a target, every built-in kit is meant.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with a documented code; a traceback from here is a bug in printgen."""
    # Cards are many small values that live until the end: collecting garbage between them finds nothing.
    gc.disable()
    # Nor need they be looked through one last time when Python ends, gc.disable() or not.
    atexit.register(gc.freeze)
    # Nor are there plugins for our declared shapes, which would be looked for in every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        commands.main(arguments, prog_name="printgen", standalone_mode=False)
    except PrintgenError as error:
        _show_failure(error, "--json" in arguments)
        sys.exit(error.exit)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(Exit.USAGE)
    except click.UsageError as error:
        _explain_usage(error, "--json" in arguments)
        sys.exit(Exit.USAGE)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted; the files of an earlier build are as they were", err=True)
        sys.exit(Exit.INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output went away (as `| head` does): nothing is left to say.
        sys.stderr.close()
        sys.exit(Exit.OK)


def _show_failure(error: PrintgenError, as_json: bool) -> None:
    told = as_data(error.findings)
    if as_json:
        print_json(told)
        return
    show_findings(error.findings)
    if error.exit != Exit.USAGE:
        click.echo(f"{count(told['errors'], 'error')}; nothing was written", err=True)


def _explain_usage(error: click.UsageError, as_json: bool) -> None:
    # Some of these messages carry a suggestion of their own, which would stand beside ours.
    message = error.format_message().partition(" Did you mean")[0].rstrip(".")
    word = message.rpartition("'")[0].rpartition("'")[2]
    hint = "Run printgen --help, or printgen COMMAND --help."
    if message.startswith("No such command"):
        hint = did_you_mean(word, known_commands())
    elif isinstance(error, click.NoSuchOption) and error.ctx is not None:
        params = error.ctx.command.get_params(error.ctx)
        flags = [flag[2:] for param in params for flag in param.opts if flag.startswith("--")]
        near = closest(error.option_name.lstrip("-"), flags)
        hint = f"Did you mean '--{near}'?" if near else f"Use one of: {', '.join(f'--{flag}' for flag in flags)}."
    _show_failure(UsageError(message[:1].lower() + message[1:], hint), as_json)
