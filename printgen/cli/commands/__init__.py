"""The commands of `printgen` by name, a module an area; one is imported when it runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import resolve_name

import click

_COMMANDS: Mapping[str, tuple[str, str]] = {
    "board": (
        "board:board_command",
        "Make random boards: print them as map sheets or as posters, or show them as data with --json.",
    ),
    "build": ("build:build_command", "Print kits, products or your own games into PDFs."),
    "check": ("look:check_command", "Hold kits or your own games against every rule; nothing is written."),
    "derive": ("cards:derive_command", "Work out a card's numbers from what it carries, with the sum behind each."),
    "explain": (
        "cards:explain_command",
        "Show a card's printed numbers beside the derived ones, and where each of its words comes from.",
    ),
    "export": (
        "export:export_group",
        "Send a game elsewhere: pictures, virtual tables, print shops, cutting machines.",
    ),
    "help": ("look:help_command", "Tell what a word of any file or command means, with an example."),
    "icons": ("look:icons_command", "Find icons by a word, or list all by theme, with other words for them."),
    "import": (
        "export:import_group",
        "Make a game of what you have already: finished card pictures, or a deck of another program.",
    ),
    "init": ("begin:init_command", "Begin a game of your own: a small one that builds, in a new folder."),
    "lab": ("lab:lab_group", "Find out what decks and cards are worth: exact fights under the rules of a game."),
    "list": ("look:list_command", "Show the kits, the products of a kit, or the records of a product."),
    "new": ("cards:new_command", "Design a card from what it carries, and add it to a list of your own."),
    "preview": (
        "build:preview_command",
        "Draw a product's cards (one of them by NAME, or all side by side) or a whole sheet as a picture.",
    ),
    "printed": (
        "build:printed_command",
        "Say that you have printed what the last build of a target made, so that build --changed leaves it out.",
    ),
    "printers": (
        "begin:printers_group",
        "Measure a printer once, so that with --printer NAME every later sheet comes out true on it.",
    ),
    "pull": (
        "begin:pull_command",
        "Save the published sheets that a game names under pull, each as its list; a build never fetches anything.",
    ),
    "report": ("cards:report_command", "Compare the decks of a kit: their numbers, their abilities and their teams."),
    "schema": (
        "look:schema_command",
        "Print the JSON Schema of game.yaml or another file, for an editor that completes and checks YAML.",
    ),
    "solve": (
        "suggest:solve_command",
        "Go backwards: list the smallest sets of what to carry that give the numbers, the usual words first.",
    ),
    "studio": (
        "begin:studio_command",
        "Open the studio: games, cards, boards, fights and prints in the browser, without writing YAML.",
    ),
    "suggest": (
        "suggest:suggest_command",
        "Suggest a figure's skills and service: those that most cards of its deck have that carry or say the same.",
    ),
    "upgrade": (
        "begin:upgrade_command",
        "Bring a game of an earlier printgen up to date; its changes are shown first.",
    ),
    "watch": (
        "begin:watch_command",
        "Show a game in the studio, which draws it anew whenever one of its files changes.",
    ),
}
"""Commands by name: the module of this folder and the name in it, and the line for the list of commands."""
OF_KINDS: Mapping[str, tuple[str, ...]] = {
    "cards": ("derive", "explain", "solve", "suggest", "new", "report"),
    "terrain-board": ("board",),
}
"""The commands for products of a kind."""
GROUP = "printgen.commands"
"""The group of entry points under which installed packages offer commands."""


def command_summaries() -> dict[str, str]:
    """What each command does, by its name, those of other packages included."""
    own = {name: summary for name, (_, summary) in _COMMANDS.items()}
    return {name: command.get_short_help_str(1000) for name, command in _plugin_commands().items()} | own


def command_named(name: str) -> click.Command | None:
    """The command of this name, imported now; None when neither this package nor another one offers it."""
    if name not in _COMMANDS:
        return _plugin_commands().get(name)
    command: click.Command = resolve_name(f"printgen.cli.commands.{_COMMANDS[name][0]}")
    return command


@cache
def _plugin_commands() -> dict[str, click.Command]:
    """The commands of other packages."""
    from importlib.metadata import entry_points

    return {point.name: point.load() for point in entry_points(group=GROUP)}
