"""Mistakes in what game.yaml says of the game itself."""

from mistake import GAME, Mistake

MISTAKES = [
    Mistake(
        "a language that is no code",
        {"game.yaml": GAME + "language: German\n"},
        "game.yaml:6:11: error: language should be the language of the game's words, a code such as en, de or pt-BR, "
        'not the text "German"',
        "Write the language of the game's words, a code such as en, de or pt-BR.",
    ),
]
