"""What the lab offers to people who work live: its units and rules, fights, decks, odds, and commands for long work."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.studio.actions.action import Action
from printgen.studio.actions.lab.asks import CardAsk, DecksAsk, FightAsk, GamesAsk, Nothing, OddsAsk, RulesAsk
from printgen.studio.actions.lab.decks import compared
from printgen.studio.actions.lab.fights import fought
from printgen.studio.actions.lab.long import all_teams, games, house_rules, worth
from printgen.studio.actions.lab.odds import odds
from printgen.studio.actions.lab.units import bench

ACTIONS: Mapping[str, Action] = {
    "bench": Action(Nothing, bench),
    "fight": Action(FightAsk, fought),
    "decks": Action(DecksAsk, compared),
    "odds": Action(OddsAsk, odds),
    # These answer with a command that takes long, which somebody else runs.
    "decks-exact": Action(DecksAsk, all_teams),
    "card": Action(CardAsk, worth),
    "game": Action(GamesAsk, games),
    "rules": Action(RulesAsk, house_rules),
}
"""The actions by name."""
