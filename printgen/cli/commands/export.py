"""The commands that bring in what other programs made, and send a game elsewhere: import and export."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import printgen
from printgen.base.errors import PrintgenError, UsageError
from printgen.cli.messages import Progress, as_data, ask, count, event, print_answer, show_findings
from printgen.cli.options import (
    CommandGroup,
    cards_option,
    commands_for,
    font_option,
    json_option,
    look_option,
    only_option,
    out_option,
    progress_option,
    strict_option,
    variant_option,
    with_common,
)
from printgen.exports import EXPORTS, export, format_of
from printgen.exports.bundle import ExportRequest
from printgen.exports.format import Format, Option

if TYPE_CHECKING:
    from printgen.build.list_game import NewGame

_new_game_option = click.option("--out", default="", metavar="FOLDER", help="the folder of the game; else SOURCE-game")


@click.group("import", cls=CommandGroup)
def import_group() -> None:
    """Make a game of what you have already: finished card pictures, or a deck of another program."""


@import_group.command("cards")
@click.argument("source")
@_new_game_option
@click.option(
    "--size", "sizes", multiple=True, metavar="SIZE",
    help="how large the cards are: poker, poker-metric, bridge, tarot ..., or 63x88mm (repeatable)",
)  # fmt: skip
@click.option("--dpi", type=float, default=0.0, metavar="NUMBER", help="the dots per inch of the pictures")
@click.option(
    "--bleed-included", "bleed", default="0mm", metavar="LENGTH",
    help="how far the pictures reach beyond the cut, such as 3mm",
)  # fmt: skip
@strict_option
@json_option
def cards_command(
    source: str, out: str, sizes: tuple[str, ...], dpi: float, bleed: str, strict: bool, as_json: bool
) -> None:
    """Make a game of finished card pictures, which builds and exports at once.

    SOURCE is a folder of PNG, JPEG or WebP pictures, or the cards.xml of mpc-autofill. NAME.png is a front,
    NAME-back.png its back, back.png the back of all; "NAME x3.png" is three cards. The game has copies of the pictures.
    """
    wish: dict[str, Any] = {"dpi": dpi, "bleed": bleed, "strict": strict}
    with Progress(as_json) as progress:
        try:
            imported = printgen.import_cards(source, out, sizes, progress=progress, **wish)
        except PrintgenError as error:
            if as_json or not sys.stdin.isatty() or {finding.code for finding in error.findings} != {"unknown-size"}:
                raise
            show_findings(error.findings)
            size = ask("How large are the cards (poker, tarot, 63x88mm ...)?").strip()
            imported = printgen.import_cards(source, out, [size] if size else [], progress=progress, **wish)
    folder, decks = str(imported.folder), [deck.as_data() for deck in imported.decks]
    following = commands_for(folder, "build", "export tts")
    lines = [f"{folder}: {imported.title}", *(f"  {_deck_line(deck)}" for deck in decks)]
    if imported.others:
        lines.append(f"  {count(imported.others, 'other file')} left aside")
    if not (sizes or dpi):
        lines.append("  Is a size wrong? Remove the game, and say --size or --dpi.")
    document = {"folder": folder, "title": imported.title, "decks": decks, "other_files": imported.others,
                **as_data(imported.findings), "next": following}  # fmt: skip
    print_answer(document, (*lines, "Next:", *(f"  {command}" for command in following)), as_json, imported.findings)


def _deck_line(deck: Mapping[str, Any]) -> str:
    """What a deck is, in a line."""
    size = f"{deck['width_mm']:g} x {deck['height_mm']:g} mm"
    named = size if deck["size"][:1].isdigit() else f"{deck['size']}, {size}"
    backs = count(deck["backs"], "back") if deck["backs"] else "no back"
    bleed = f", {deck['bleed_mm']:g} mm of bleed in the pictures" if deck["bleed_mm"] else ""
    copies = f" ({count(deck['cards'], 'card')} with copies)" if deck["cards"] > deck["records"] else ""
    return f"{deck['name']}: {count(deck['records'], 'front')}{copies}, {backs}, {named}{bleed}"


@import_group.command("rpg-cards")
@click.argument("source")
@_new_game_option
@font_option
@json_option
def import_rpg_cards_command(source: str, out: str, font: str, as_json: bool) -> None:
    """Make a game of a deck of rpg-cards (JSON): facts, traits, boxes and tables, with their colours and icons."""
    _show_new_game(printgen.import_rpg_cards(source, out, font=font), as_json)


@import_group.command("18xx")
@click.argument("source")
@_new_game_option
@json_option
def import_18xx_command(source: str, out: str, as_json: bool) -> None:
    """Make a game of a file of 18xx-maker (JSON): map, track tiles, tokens, stock market and trains."""
    _show_new_game(printgen.import_18xx(source, out), as_json)


def _show_new_game(game: NewGame, as_json: bool) -> None:
    folder, title = str(game.begun.folder), game.begun.title
    following = commands_for(folder, "build")
    lines = (f"{folder}: {title}", *game.lines(), "Next:", *(f"  {command}" for command in following))
    document = {"folder": folder, "title": title, **game.as_data(), **as_data(game.findings), "next": following}
    print_answer(document, lines, as_json, game.findings)


_FEW = 3
"""The names of so many files are shown, of more none."""


class _FormatCommand(click.Command):
    """A command of a format, which knows whose an option is that it has not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = error.option_name.lstrip("-")
            owners = [form.name for form in EXPORTS.values() if name in {option.name for option in form.module.OPTIONS}]
            if not owners:
                raise
            message = f"export {self.name} has no option '--{name}'"
            raise UsageError(message, f"Leave it out: it is one of export {', '.join(owners)}.") from error


class _Formats(click.Group):
    """A command for each format, made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*EXPORTS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return with_common(_format_command(format_of(cmd_name)))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Formats"):
            formatter.write_dl([(name, form.line) for name, form in EXPORTS.items()])


@click.group("export", cls=_Formats, subcommand_metavar="FORMAT TARGET [OPTIONS]...")
def export_group() -> None:
    """Send a game elsewhere: pictures, virtual tables, print shops, cutting machines.

    TARGET is a game, or one product of it. Files go into DIR/GAME/FORMAT; what has no place there is told, and
    left out.
    """


def _option_of(option: Option) -> click.Option:
    """An option of a format as one of its command."""
    usual = option.default
    if isinstance(usual, bool):
        return click.Option([f"--{option.name}", option.key], is_flag=True, help=option.help)
    # Choices are held to by the format itself, which tells the nearest.
    metavar = option.metavar or "|".join(option.choices) or None
    help_text = f"{option.help}: {', '.join(option.choices)}" if option.metavar and option.choices else option.help
    return click.Option([f"--{option.name}", option.key], type=type(usual), default=usual, help=help_text,
                        metavar=metavar, show_default=usual != "")  # fmt: skip


def _format_command(form: Format) -> click.Command:
    options = [_option_of(option) for option in form.module.OPTIONS]
    command = _FormatCommand(form.name, params=[click.Argument(["target"]), *options], help=form.line,
                         callback=partial(_run_export, form))  # fmt: skip
    decorators = (progress_option, json_option, out_option, cards_option, only_option, strict_option, variant_option,
                  _seed_option, _backs_option, look_option)  # fmt: skip
    for decorate in decorators:
        command = decorate(command)
    return command


_seed_option = click.option("--seed", default=1, show_default=True, help="for whatever is random, such as boards")
_backs_option = click.option("--backs", default="color", show_default=True, metavar="LOOK", help="how backs look")


def _run_export(
    form: Format, target: str, look: str, backs: str, seed: int, variant: str, strict: bool, only: tuple[str, ...],
    cards: Path | None, out: str, as_json: bool, events: bool, **values: Any,
) -> None:  # fmt: skip
    request = ExportRequest(seed, look, backs, only, cards, variant)
    options = {option.name: values[option.key] for option in form.module.OPTIONS}
    with Progress(as_json, events) as progress:
        exported = export(form.name, target, out, request, options, progress, strict)
    for file in exported.files if events else ():
        event("file", path=str(file))
    names = [str(path) for path in exported.files]
    counts = [count(exported.pieces, "piece"), count(exported.pictures, "picture"), count(len(names), "file")]
    lines = (*(names if len(names) <= _FEW else ()), f"{exported.folder}: {', '.join(counts)}", *exported.notes)
    print_answer({**exported.as_data(), **as_data(exported.findings)}, lines, as_json, exported.findings)
