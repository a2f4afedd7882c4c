"""The commands of the lab: fight, decks, card, game, rules and odds."""

from __future__ import annotations

import click

from printgen.cli.commands.lab.fight import card_command, decks_command, fight_command, odds_command
from printgen.cli.commands.lab.games import game_command, rules_command
from printgen.cli.options import CommandGroup


@click.group("lab", cls=CommandGroup)
def lab_group() -> None:
    """Find out what decks and cards are worth: exact fights under the rules of a game.

    A game has a lab when its game.yaml names a file of fights; go-joe has one.
    """


lab_group.add_command(fight_command)
lab_group.add_command(decks_command)
lab_group.add_command(card_command)
lab_group.add_command(game_command)
lab_group.add_command(rules_command)
lab_group.add_command(odds_command)
