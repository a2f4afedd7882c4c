"""What commands of the lab share: a target and options come in; its cards and its rules go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import click

from printgen import build
from printgen.base.doing import doing
from printgen.errors import UsageError, did_you_mean
from printgen.kinds.lab.model import Rules
from printgen.kinds.lab.reading import Card, cards_of, fight_of, rule_words, rules_of
from printgen.kinds.lab.shapes import FightFile
from printgen.reading.records import Game
from printgen.reading.scalars import shortened

rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=OPTION",
    help="how to read a rule, such as tie=attacker (repeatable)",
)
terrain_option = click.option("--terrain", default="", metavar="NAME", help="the terrain of the fight, such as jungle")


class Bench(NamedTuple):
    """A game with its file of fights, the rules as chosen, and its cards, those of the user's own included."""

    game: Game
    file: FightFile
    rules: Rules
    cards: tuple[Card, ...]

    @contextmanager
    def reckoning(self, what: str) -> Iterator[None]:
        """What is reckoned in here goes beyond its limits, if it does, for the file of fights."""
        with doing(f"reckoning {what}", self.file.where):
            yield

    def terrain(self, name: str) -> str | None:
        """A terrain by its name, None for "". UsageError for one that the game does not have."""
        if name and name.casefold() not in self.rules.terrains:
            hint = did_you_mean(name, self.rules.terrains, "Leave it out: this game has no terrain.")
            raise UsageError(f"there is no terrain '{shortened(name)}'", hint)
        return name.casefold() or None


def bench_of(target: str, rules: Sequence[str], cards: Path | None, fights_only: bool = True) -> Bench:
    """What a target has for a lab. UsageError where it has none, or has no such rules."""
    game = build.sound(target, cards).game
    file = fight_of(game)
    return Bench(game, file, rules_of(file, rule_words(rules), fights_only), cards_of(game, file))


def pair(number: Fraction) -> list[int]:
    """A fraction as data: numerator and denominator in lowest terms."""
    return [number.numerator, number.denominator]


def percent(number: Fraction | float) -> str:
    """A chance as people read it: never 0 or 100 % unless it is that."""
    text = f"{100 * float(number):.1f} %"
    if text == "0.0 %" and number:
        return "< 0.1 %"
    return "> 99.9 %" if text == "100.0 %" and number != 1 else text
