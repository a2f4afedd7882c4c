"""The program `printgen`: finds a command and runs it, reports what ends it, and gives the exit code.

Commands are known by name and summary; the code of one is imported when it runs.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import click

from printgen._version import __version__
from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where, closest, did_you_mean, worst_exit
from printgen.base.limits import Activity, activity_of, metered
from printgen.base.names import nfc
from printgen.cli.commands import command_named, command_summaries
from printgen.cli.limits import STOPPED, TOO_MUCH, Stopped, over_limit
from printgen.cli.messages import as_data, count, echo, flush_streams, print_json, show_findings, show_trace
from printgen.cli.options import COMMON, with_common

_EPILOG = (
    "Exit codes: 0 ok, 2 wrong usage, 3 bad input, 4 rules broken, 5 does not fit, 6 cannot write, 70 a defect of"
    " printgen, 130 interrupted."
)
_HERE = Where("printgen")


class _Lazy(click.Group):
    """A group whose commands are imported when they are asked for; each takes what all have in common."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(command_summaries())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return with_common(command_named(cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(command_summaries().items()))


@click.group(cls=_Lazy, epilog=_EPILOG, params=[*COMMON], context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="printgen")
def commands() -> None:
    """Make print-and-play PDFs, true to size, from folders of YAML.

    A target is a built-in kit (go-joe), one product of it (go-joe/joe-deck), or the path of a folder with a
    game.yaml. Without a target, every built-in kit is meant.
    """
    try:
        os.getcwd()  # noqa: PTH109
    except OSError as error:
        raise UsageError("the working folder is gone", "Change to a folder that is there.") from error


def run_words(arguments: Sequence[str]) -> int:
    """Run the command line on these arguments; the documented code that the process should end with."""
    # Cards are many small values that live until the end: collecting garbage between them finds nothing.
    gc.disable()
    # Nor need they be looked through one last time when Python ends, gc.disable() or not.
    atexit.register(gc.freeze)
    # Nor are there plugins for our declared shapes, which would be looked for in every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if "_PRINTGEN_COMPLETE" in os.environ:
        with suppress(LookupError, ValueError):  # A shell says what is typed, and anybody may say something else.
            commands.main(prog_name="printgen")
        return Exit.USAGE
    words = [_normalize(word) for word in arguments]
    failure: BaseException | None = None
    try:
        with metered(has_limits(words)), commands.make_context("printgen", [*words]) as context:
            commands.invoke(context)
    except BaseException as error:
        failure = error
    # What a standard stream does not take is thrown where something is printed, and names no file; or not before now.
    # (Libraries raise an OSError, too, for what a file holds: that has no number.)
    lost = failure if isinstance(failure, OSError) and failure.errno and failure.filename is None else None
    code = Exit.OK if lost else report_failure(failure, words)
    lost = flush_streams() or lost
    if lost and not code and not isinstance(lost, BrokenPipeError):  # A reader may go away, as `| head` does.
        message = f"a standard stream takes no more: {lost.strerror or lost}"
        hint = "Make room, or lead it elsewhere; files that the command has written stay."
        finding = Finding("error", _HERE, message, hint, "cannot-write", Exit.CANNOT_WRITE)
        code = report_failure(PrintgenError([finding]), ())
        flush_streams()
    return code


def _normalize(word: str) -> str:
    """A word of the command line in NFC, as all files are read, unless it names an existing file as it is."""
    value = word.partition("=")[2] if word.startswith("--") else word
    return word if word.isascii() or os.path.lexists(value) else nfc(word)


def has_limits(words: Sequence[str]) -> bool:
    """Whether the limits hold for a run, which counts before its options are looked at."""
    return "--limits=none" not in words and ("--limits", "none") not in pairwise(words)


def report_failure(failure: BaseException | None, words: Sequence[str]) -> int:
    """Tell what has ended a command to whoever listens; the exit code."""
    code: int = Exit.USAGE
    with suppress(OSError):
        if failure is None:
            code = Exit.OK
        elif isinstance(failure, SystemExit):
            code = failure.code if isinstance(failure.code, int) else Exit.OK
        elif isinstance(failure, click.exceptions.Exit):
            code = failure.exit_code
        elif isinstance(failure, (Stopped, click.exceptions.Abort, KeyboardInterrupt)):
            code = 128 + failure.number if isinstance(failure, Stopped) else Exit.INTERRUPTED
            if sys.stderr.isatty():
                echo("", err=True)  # The terminal shows ^C where the cursor is.
            echo(STOPPED, err=True)
        elif isinstance(failure, click.exceptions.NoArgsIsHelpError):
            failure.show()
        else:
            findings = _findings_of(failure)
            code = worst_exit(findings)
            _show_failure(findings, "--json" in words)
            if "--debug" in words and not isinstance(failure, (PrintgenError, click.ClickException)):
                show_trace(failure)
    return code


def _findings_of(failure: BaseException) -> Sequence[Finding]:
    """The findings of an error; an unforeseen one is a defect of printgen."""
    if isinstance(failure, PrintgenError):
        return failure.findings
    if isinstance(failure, click.ClickException):
        return _usage_error(failure).findings
    doing = activity_of(failure)
    if isinstance(failure, MemoryError):
        hint = "Print less at once, or lift the limits with --limits none."
        return over_limit(TOO_MUCH, hint, doing).findings
    if isinstance(failure, RecursionError):
        return over_limit("something is inside itself too often", "Nest it less deep.", doing).findings
    if isinstance(failure, ModuleNotFoundError) and not (failure.name or "printgen").startswith("printgen"):
        message = f"printgen needs the package {failure.name}, which is not installed here"
        hint = "Install printgen again, with all packages that it needs."
        return [_finding(message, hint, "not-installed", doing, Exit.DEFECT)]
    message = f"printgen failed at this: {type(failure).__name__}: {str(failure)[:200]}"
    hint = "Report it as a defect of printgen, with what --debug tells."
    return [_finding(message, hint, "defect", doing, Exit.DEFECT)]


def _finding(message: str, hint: str, code: str, doing: Activity | None, ends: Exit = Exit.BAD_INPUT) -> Finding:
    place, doing_text = (doing.place(), f" ({doing})") if doing else (_HERE, "")
    return Finding("error", place, message + doing_text, hint, code, ends)


def _show_failure(findings: Sequence[Finding], as_json: bool) -> None:
    data = as_data(findings)
    if as_json:
        print_json(data)
        return
    show_findings(findings)
    if worst_exit(findings) not in (Exit.USAGE, Exit.DEFECT) and findings[0].where != _HERE:
        echo(f"{count(data['errors'], 'error')}; nothing was written", err=True)


def _usage_error(error: click.ClickException) -> UsageError:
    # Some of click's messages carry suggestions of their own, which would repeat ours.
    message = re.split(r" \(?(?:Did you mean|Possible options)", error.format_message())[0].rstrip(".")
    word = message.rpartition("'")[0].rpartition("'")[2]
    context = error.ctx if isinstance(error, click.UsageError) else None
    # A path begins with what printgen was started by, such as python -m printgen.
    words = context.command_path.split()[1:] if context else []
    hint = f"Run {' '.join(['printgen', *words, '--help'])}."
    if message.startswith("No such command"):
        group = context.command if context else None
        nested = isinstance(group, click.Group) and group.commands
        hint = did_you_mean(word, nested or command_summaries())
    elif isinstance(error, click.NoSuchOption) and context:
        params = context.command.get_params(context)
        flags = [flag[2:] for param in params for flag in param.opts if flag.startswith("--")]
        near = closest(error.option_name.lstrip("-"), flags)
        hint = f"Did you mean '--{near}'?" if near else f"Use one of: {', '.join(f'--{flag}' for flag in flags)}."
    return UsageError(message[:1].lower() + message[1:], hint)
