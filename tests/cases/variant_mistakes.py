"""Mistakes in the variants and the theme of a game."""

from mistake import GAME, Mistake


def _variant(name: str, line: str, told: str, hint: str, only: bool = True) -> Mistake:
    return Mistake(name, {"game.yaml": f"{GAME}variants:\n  de:\n    {line}\n"}, f"game.yaml:{told}", hint, only)


MISTAKES = [
    _variant(
        "a list of a product that is not there",
        "lists: {decks: things.yaml}",
        "8:13: error: there is no product 'decks'",
        "Did you mean 'deck'?",
    ),
    _variant(
        "a table that the game does not have",
        "tables: {words: words.yaml}",
        "8:14: error: there is no table 'words'",
        "Declare it in the game, too.",
    ),
    _variant(
        "a product that the game does not have",
        "products: {dek: {title: Karten}}",
        "8:16: error: there is no product 'dek'",
        "Did you mean 'deck'?",
    ),
    _variant(
        "a list that is no file",
        "lists: {deck: things.de.yaml}",
        '8:19: error: list: there is no file "things.de.yaml"',
        "Did you mean 'things.yaml'?",
    ),
    _variant(
        "a key that variants do not have",
        "titel: Dinge",
        '8:5: error: unknown key "titel"',
        "Did you mean 'title'?",
    ),
    _variant(
        "a language that is no code",
        "language: Deutsch",
        '8:15: error: language should be the language of its words, a code such as de, not the text "Deutsch"',
        "Write the language of its words, a code such as de.",
    ),
    Mistake(
        "a parameter of a variant that no face reads",
        {"game.yaml": GAME + "variants: {de: {with: {tongue: de}}}\n"},
        "game.yaml:6:24: warning: no face reads 'tongue'",
        "Remove it.",
    ),
    Mistake(
        "variants that are no mapping",
        {"game.yaml": GAME + "variants: [de]\n"},
        "game.yaml:6:11: error: variants should be a mapping of keys and values, not a list",
        "Write a mapping of keys and values here.",
    ),
    Mistake(
        "a variant that is no mapping",
        {"game.yaml": GAME + "variants: {de: things.yaml}\n"},
        'game.yaml:6:16: error: de should be a mapping of keys and values, not the text "things.yaml"',
        "Write a mapping of keys and values here.",
    ),
    Mistake(
        "a theme that extends one that there is not",
        {"game.yaml": GAME + "theme: reef\n", "templates/themes/reef/theme.yaml": "extends: storyboot\n"},
        "templates/themes/reef/theme.yaml:1:10: error: there is no theme 'storyboot'",
        "Did you mean 'storybook'?",
    ),
    Mistake(
        "themes that extend each other",
        {
            "game.yaml": GAME + "theme: reef\n",
            "templates/themes/reef/theme.yaml": "extends: lagoon\n",
            "templates/themes/lagoon/theme.yaml": "extends: reef\n",
        },
        "templates/themes/lagoon/theme.yaml:1:10: error: "
        "the theme 'reef' extends itself: reef extends lagoon extends reef",
        "Name another theme, or remove the line.",
    ),
    Mistake(
        "a theme that extends itself",
        {"game.yaml": GAME + "theme: reef\n", "templates/themes/reef/theme.yaml": "extends: reef\n"},
        "templates/themes/reef/theme.yaml:1:10: error: the theme 'reef' extends itself",
        "Name another theme, or remove the line.",
    ),
    Mistake(
        "a theme that there is not",
        {"game.yaml": GAME + "theme: plian\n"},
        "game.yaml:6:8: error: there is no theme 'plian'",
        "Did you mean 'plain'?",
    ),
]
