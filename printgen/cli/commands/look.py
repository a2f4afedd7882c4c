"""The commands that only look: list, icons, check, schema and help."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

import click

import printgen
from printgen.base.errors import Finding, UsageError, did_you_mean, worst_exit
from printgen.build.requests import CheckRequest, ListRequest
from printgen.cli.commands import OF_KINDS, command_summaries
from printgen.cli.messages import Progress, as_data, count, echo, print_answer, print_json, show_findings
from printgen.cli.options import cards_option, json_option
from printgen.cli.requests import RequestCommand


@click.command("list", cls=RequestCommand, request=ListRequest)
@cards_option
@json_option
def list_command(request: ListRequest, cards: Path | None, as_json: bool) -> None:
    """Show the kits, the products of a kit, or the records of a product."""
    names = [request.target] if request.target else printgen.kits()
    games = [printgen.load(name, cards=cards, variant=request.variant) for name in names]
    if games[0].named:
        records = games[0][games[0].named].as_data()
        print_answer({"records": records}, _table_lines(records), as_json)
        return
    if as_json:
        print_json({"kits": [game.as_data() for game in games]})
        return
    for game in games:
        echo(f"{game.name}: {game.title}")
        for product in game:
            echo(f"  {game.name}/{product.name}: {product.title} ({product.kind})")


@click.command("icons")
@click.argument("word", default="")
@click.option("--game", default="", metavar="KIT | PATH", help="a game whose own icons are listed, too")
@json_option
def icons_command(word: str, game: str, as_json: bool) -> None:
    """Find icons by a word, or list all by theme, with other words for them.

    WORD is a name or a part of one, another word for what an icon shows, or a theme. The exit code is 2 where there is
    no icon for it.
    """
    found = printgen.icons(word, game)
    if not found:
        raise UsageError(f"there is no icon for '{word}'", "Try another word, or list all without one.")
    if as_json:
        print_json({"icons": [entry._asdict() for entry in found]})
        return
    widest = max(len(entry.name) for entry in found)
    theme = ""
    for entry in found:
        if entry.theme != theme and not word:
            echo(f"{entry.theme}:")
        theme = entry.theme
        others = ", ".join(entry.words) or (theme if word else "")
        echo(f"  {entry.name.ljust(widest)}  {others}".rstrip())
    echo(f"{count(len(found), 'icon')}; in a text :{found[0].name}:, on a face icon: {{name: {found[0].name}, ...}}")


@click.command("check", cls=RequestCommand, request=CheckRequest)
@cards_option
@json_option
def check_command(request: CheckRequest, cards: Path | None, as_json: bool) -> None:
    """Hold kits or your own games against every rule; nothing is written."""
    with Progress(as_json) as progress:
        settings = printgen.Settings(request.paper, cards=cards, variant=request.variant, strict=request.strict)
        findings = printgen.check(request.targets, settings, progress)
    if as_json:
        print_json(as_data(findings))
    else:
        _show_check(findings, request.notes)
    sys.exit(worst_exit(findings))


# Notes that sum up a deck are worth a line each; of the others there are many.
_SUMMARIES = frozenset({"explained"})


def _show_check(findings: Sequence[Finding], notes: bool) -> None:
    """Findings grouped by file, each group with its counts; of notes only the sums, unless all are wanted."""
    for file in dict.fromkeys(finding.where.file for finding in findings):
        group = [finding for finding in findings if finding.where.file == file]
        hidden = [f.code for f in group if f.severity == "info" and not notes and f.code not in _SUMMARIES]
        show_findings(f for f in group if f.code not in hidden)
        hidden_counts = [f"{hidden.count(code)} notes on {code}" for code in dict.fromkeys(hidden)]
        echo(f"{file}: {', '.join([_severity_counts(group), *hidden_counts])}")
    echo(_severity_counts(findings))


def _severity_counts(findings: Sequence[Finding]) -> str:
    return ", ".join(count(sum(f.severity == kind for f in findings), kind) for kind in ("error", "warning"))


@click.command("schema")
@click.argument("target")
@click.option(
    "--write", is_flag=True, help="write the schemas of a game's own files into its folder .printgen, or renew them"
)
@json_option
def schema_command(target: str, write: bool, as_json: bool) -> None:
    """Print the JSON Schema of game.yaml or another file, for an editor that completes and checks YAML.

    TARGET is the word for the file, such as game, or a product with a list, such as go-joe/joe-deck. With --write it is
    the folder of a game of yours.
    """
    if not write:
        print_json(printgen.schema(target))
        return
    schemas = printgen.write_schemas(target)
    rows = {path: line for path, line in schemas.lines.items() if path in schemas.missing}
    document = {"folder": str(schemas.folder), "files": schemas.files, "missing": rows}
    files = f"{schemas.folder / '.printgen'}: {count(len(schemas.files), 'schema')}"
    lines = (f"{schemas.folder / path}: put this line on top, for editors: {line}" for path, line in rows.items())
    print_answer(document, (f"{files}; run this again when game.yaml has new fields", *lines), as_json)


def _table_lines(records: Sequence[Mapping[str, Any]]) -> list[str]:
    """Plain records as the lines of a table for people; columns that hold nothing, or too much, are left out."""
    if not records:
        return ["no records"]
    nested = ((key, value) for record in records for key, value in record.items() if isinstance(value, dict))
    deep = {key for key, value in nested if any(isinstance(inner, list | dict) for inner in value.values())}
    shown = [k for k in records[0] if k not in deep and any(r.get(k) not in ("", [], None) for r in records)]
    rows = [shown, *[[_cell_text(record.get(k)) for k in shown] for record in records]]
    widths = [max(len(row[i]) for row in rows) for i in range(len(shown))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _cell_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    return ", ".join(map(_cell_text, value)) if isinstance(value, list) else "" if value is None else str(value)


_WIDTH = 100
_FULL = 4
"""So many keys of one name are explained in full, each other one in a line."""


@click.command("help")
@click.argument("words", nargs=-1, metavar="[WORD]")
@json_option
def help_command(words: tuple[str, ...], as_json: bool) -> None:
    """Tell what a word of any file or command means, with an example.

    WORD is one of faces, of game.yaml, of expressions, of a kind of product, of any other file, or a command; text.size
    is the setting of one word. Without a word, all are listed.
    """
    if not words:
        _list_words(as_json)
        return
    meanings, command = _look_up(words)
    document = {"words": [asdict(meaning) for meaning in meanings], "command": command}
    blocks = [*([command] if command else ()), *_meaning_texts(meanings)]
    print_answer(document, "\n\n".join(blocks).splitlines(), as_json)


def _look_up(words: Sequence[str]) -> tuple[Sequence[Any], str]:
    """All that the words may mean, and what there is to say of the command of this name. UsageError for neither."""
    commands = command_summaries()
    word = " ".join(words)
    summary = commands.get(word)
    command = f"{word}: a command\n{indent(summary, '  ')}\n  See printgen {word} --help." if summary else ""
    hint = ""
    for spelling in dict.fromkeys((".".join(words), word)):
        try:
            return tuple(map(_with_commands, printgen.tell(spelling))), command
        except printgen.UsageError as error:
            hint = error.findings[0].hint
    if command:
        return (), command
    if hint.startswith("See "):
        raise UsageError(f"there is no word '{word}'", hint)
    all_words = {*commands, *(word_of_group for group in printgen.words().values() for word_of_group in group)}
    raise UsageError(f"there is no word '{word}'", did_you_mean(word, all_words))


def _with_commands(meaning: Any) -> Any:
    """What a word means; of a kind of product with the commands for it."""
    names = () if meaning.of else OF_KINDS.get(meaning.word, ())
    of_kind = "".join(f" printgen {name}: {command_summaries()[name]}" for name in names)
    return replace(meaning, meaning=meaning.meaning + of_kind)


def _meaning_texts(meanings: Sequence[Any]) -> list[str]:
    """What there is to say of each meaning; of many keys of one name, the first ones, and a line for each other."""
    own, keys = [meaning for meaning in meanings if not meaning.of], [meaning for meaning in meanings if meaning.of]
    blocks = [_meaning_text(meaning) for meaning in (*own, *keys[:_FULL])]
    if others := keys[_FULL:]:
        also = (f"  {meaning.word} of {meaning.of}: {meaning.meaning}" for meaning in others)
        blocks.append("\n".join(["Also:", *also]))
    return blocks


def _meaning_text(meaning: Any) -> str:
    """One meaning of a word."""
    head = f"{meaning.word} of {meaning.of}" if meaning.of else meaning.word
    lines = [f"{head}: {meaning.group[:1].lower()}{meaning.group[1:]}", *wrap(meaning.meaning, _WIDTH - 2)]
    if meaning.takes:
        lines += wrap(f"Takes {meaning.takes}." + (" Needed." if meaning.needed else ""), _WIDTH - 2)
    if meaning.usual:
        lines.append(f"Without it: {meaning.usual}.")
    if meaning.settings:
        lines += wrap(f"Settings: {', '.join(meaning.settings)}.", _WIDTH - 2)
    if meaning.example:
        lines += ["Example:", *(f"  {line}" for line in meaning.example.splitlines())]
    return "\n".join([lines[0], *(f"  {line}" for line in lines[1:])])


def _list_words(as_json: bool) -> None:
    """All words by their groups."""
    listed: dict[str, Sequence[str]] = {**printgen.words(), "Commands": sorted(command_summaries())}
    rows = ([f"{name}:", *wrap(", ".join(words), _WIDTH, initial_indent="  ", subsequent_indent="  ")]
            for name, words in listed.items())  # fmt: skip
    print_answer({"groups": listed}, (*chain(*rows), "printgen help WORD tells more of one."), as_json)
