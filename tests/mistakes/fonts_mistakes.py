"""Mistakes in the fonts of a game: what game.yaml says of them, the files themselves, and faces that ask for them."""

from mistake import FRONT, GAME, Mistake

FACE = "templates/faces/front.yaml"

MISTAKES = [
    Mistake(
        "a font file that is not there",
        {"game.yaml": GAME + "fonts: {title: fonts/Cinzel.ttf}\n"},
        'game.yaml:6:16: error: title: there is no file "fonts/Cinzel.ttf"',
        "Create the file, or mend its name.",
    ),
    Mistake(
        "a file that holds no font",
        {"game.yaml": GAME + "fonts: {title: title.ttf}\n", "title.ttf": b"These are words."},
        "game.yaml:6:16: error: title.ttf holds no font",
        "Name a TrueType or OpenType font, a .ttf or .otf file.",
    ),
    Mistake(
        "a font that a face asks for and the game has not",
        {FACE: FRONT.replace("size: 12", "size: 12, font: serif")},
        "templates/faces/front.yaml:5:73: error: there is no font 'serif' (drawing One)",
        "Use one of: stencil, body, body italic, body semibold, body semibold italic, body bold, body bold italic, "
        "symbols.",
    ),
]
