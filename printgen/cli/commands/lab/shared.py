"""What commands of the lab share: their options; a target comes in, and its cards and its rules go out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from printgen.base.seeds import MOST_SEED
from printgen.build.jobs import sound
from printgen.cli.options import cards_option, json_option, out_option
from printgen.cli.working import work_options
from printgen.lab.reading import rule_words
from printgen.lab.workbench import Bench, bench_for

F = TypeVar("F", bound=Callable[..., Any])

rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=OPTION",
    help="how to read a rule, such as tie=attacker (repeatable)",
)
terrain_option = click.option("--terrain", default="", metavar="NAME", help="the terrain of the fight, such as jungle")
seed_option = click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0, MOST_SEED), metavar="N", help="for all that is drawn"
)


def long_options(command: F) -> F:
    """The options of every command whose work takes long, the last ones that it has: its rules, its cards, where its
    results go, and how it is done."""
    for option in (work_options, json_option, out_option, cards_option, rule_option):
        command = option(command)
    return command


def bench_of(target: str, rules: Sequence[str], cards: Path | None, fights_only: bool = True) -> Bench:
    """What a target has for a lab. UsageError where it has none, or has no such rules."""
    return bench_for(sound(target, cards).game, rule_words(rules), fights_only)
