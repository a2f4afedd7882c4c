"""The balance lab: what decks and cards of a game are worth, by exact fights under its own file of rules."""

from printgen.kinds.kind import Desk, Wing, commands_of, late

with late():
    from printgen.kinds.lab import commands, decks, desk, exact, reading, shapes, trial_job, worth
    from printgen.kinds.lab.war import games, house

_COMMANDS = {"lab": "Find out what decks and cards are worth: exact fights under the rules of a game."}

WING = Wing(
    "lab",
    lambda game: game.fight is not None or game.odds is not None,
    check=lambda game: (*reading.check_fight(game), *reading.check_odds(game)),
    report=lambda asked: commands.chapter_of(asked),
    worth=lambda asked: trial_job.worth_of(asked),
    shapes=lambda: {"fight": shapes.FightFile, "odds": shapes.OddsFile},
    works=lambda: {
        "card": worth.CARD,
        "decks": decks.DECKS,
        "decks-exact": exact.EXACT,
        "games": games.GAMES,
        "rules": house.RULES,
    },
    commands=commands_of(_COMMANDS, lambda: commands.COMMANDS),
    desks=(Desk("lab", lambda game, product: game.fight is not None or game.odds is not None, lambda: desk.ACTIONS),),
)
