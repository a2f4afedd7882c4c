"""The command that tells what words mean: help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from textwrap import indent, wrap
from typing import Any

import click

import printgen
from printgen.base.errors import UsageError, did_you_mean
from printgen.cli.commands import OF_KINDS, command_summaries
from printgen.cli.messages import echo, print_json
from printgen.cli.options import json_option

_WIDTH = 100
_FULL = 4
"""So many keys of one name are told in full, and each other one in a line."""


@click.command("help")
@click.argument("words", nargs=-1, metavar="[WORD]")
@json_option
def help_command(words: tuple[str, ...], as_json: bool) -> None:
    """Tell what a word of any file or command means, with an example.

    WORD is one of faces, of game.yaml, of expressions, of a kind of product, of any other file, or a command; text.size
    is the setting of one word. Without a word, all are listed.
    """
    if not words:
        _list(as_json)
        return
    found, command = _found(words)
    if as_json:
        print_json({"words": [asdict(told) for told in found], "command": command})
        return
    blocks = [*([command] if command else ()), *_blocks(found)]
    for number, block in enumerate(blocks):
        if number:
            echo("")
        for line in block.splitlines():
            echo(line)


def _found(words: Sequence[str]) -> tuple[Sequence[Any], str]:
    """All that the words may mean, and what there is to say of the command of this name. UsageError for neither."""
    commands = command_summaries()
    word = " ".join(words)
    summary = commands.get(word)
    command = f"{word}: a command\n{indent(summary, '  ')}\n  See printgen {word} --help." if summary else ""
    hint = ""
    for asked in dict.fromkeys((".".join(words), word)):
        try:
            return tuple(map(_with_commands, printgen.tell(asked))), command
        except printgen.UsageError as error:
            hint = error.findings[0].hint
    if command:
        return (), command
    if hint.startswith("See "):
        raise UsageError(f"there is no word '{word}'", hint)
    known = {*commands, *(one for group in printgen.words().values() for one in group)}
    raise UsageError(f"there is no word '{word}'", did_you_mean(word, known))


def _with_commands(told: Any) -> Any:
    """What a word means; of a kind of product with the commands for it."""
    names = () if told.of else OF_KINDS.get(told.word, ())
    of_kind = "".join(f" printgen {name}: {command_summaries()[name]}" for name in names)
    return replace(told, meaning=told.meaning + of_kind)


def _blocks(found: Sequence[Any]) -> list[str]:
    """What there is to say of each meaning; of many keys of one name, the first ones, and a line for each other."""
    own, keys = [told for told in found if not told.of], [told for told in found if told.of]
    blocks = [_block(told) for told in (*own, *keys[:_FULL])]
    if rest := keys[_FULL:]:
        blocks.append("\n".join(["Also:", *(f"  {told.word} of {told.of}: {told.meaning}" for told in rest)]))
    return blocks


def _block(told: Any) -> str:
    """One meaning of a word."""
    head = f"{told.word} of {told.of}" if told.of else told.word
    lines = [f"{head}: {told.group[:1].lower()}{told.group[1:]}", *wrap(told.meaning, _WIDTH - 2)]
    if told.takes:
        lines += wrap(f"Takes {told.takes}." + (" Needed." if told.needed else ""), _WIDTH - 2)
    if told.usual:
        lines.append(f"Without it: {told.usual}.")
    if told.settings:
        lines += wrap(f"Settings: {', '.join(told.settings)}.", _WIDTH - 2)
    if told.example:
        lines += ["Example:", *(f"  {line}" for line in told.example.splitlines())]
    return "\n".join([lines[0], *(f"  {line}" for line in lines[1:])])


def _list(as_json: bool) -> None:
    """All words by their groups."""
    listed: dict[str, Sequence[str]] = {**printgen.words(), "Commands": sorted(command_summaries())}
    if as_json:
        print_json({"groups": listed})
        return
    for name, words in listed.items():
        echo(f"{name}:")
        for line in wrap(", ".join(words), _WIDTH - 2):
            echo(f"  {line}")
    echo("printgen help WORD tells more of one.")
