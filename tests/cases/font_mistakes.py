"""Mistakes in the fonts of a game: what game.yaml says of them, the files themselves, and faces that ask for them."""

from fontmaking import licensed, otf, variable, weights, without
from mistake import FRONT, GAME, Mistake
from places import SAMPLES

FACE = "templates/faces/front.yaml"


def titled(font: str) -> str:
    """The face in a font."""
    return FRONT.replace("size: 12", f"size: 12, font: {font}")


def cut_short() -> bytes:
    """A font of the samples, of which the download ended before all outlines were there."""
    return (SAMPLES / "spell-deck" / "fonts" / "Cinzel-Bold.ttf").read_bytes()[:5000]


def of_file(name: str, data: bytes, finding: str, hint: str) -> Mistake:
    """A game whose font is a file with these bytes; `finding` goes on after the file's name."""
    files = {"game.yaml": GAME + "fonts: {title: fonts/own.otf}\n", "fonts/own.otf": data}
    return Mistake(name, files, f"game.yaml:6:16: error: own.otf {finding}", hint)


def of_game(name: str, fonts: str, finding: str, hint: str, only: bool = True) -> Mistake:
    """A game that says this under `fonts`; its folder has own.otf."""
    return Mistake(name, {"game.yaml": f"{GAME}fonts: {fonts}\n", "own.otf": otf()}, finding, hint, only)


def of_variable(name: str, fonts: str, finding: str, hint: str) -> Mistake:
    """A game that says this under `fonts`; its folder has own.ttf, a variable font."""
    return Mistake(name, {"game.yaml": f"{GAME}fonts: {fonts}\n", "own.ttf": weights()}, finding, hint)


LICENCE = "Ask its maker for a licence to embed it, or use another font."
BUILT_IN = "stencil, body, body italic, body semibold, body semibold italic, body bold, body bold italic, symbols."

MISTAKES = [
    of_game(
        "a font file that is not there",
        "{title: fonts/Cinzel.ttf}",
        'game.yaml:6:16: error: title: there is no file "fonts/Cinzel.ttf"',
        "Create the file, or mend its name.",
    ),
    of_game(
        "a font file whose name is misspelt",
        "{title: onw.otf}",
        'game.yaml:6:16: error: title: there is no file "onw.otf"',
        "Did you mean 'own.otf'?",
    ),
    of_game(
        "a folder in place of a font",
        "{title: templates}",
        'game.yaml:6:16: error: title: there is no file "templates"',
        "Create the file, or mend its name.",
    ),
    of_game(
        "a font outside of the game",
        "{title: ../own.otf}",
        'game.yaml:6:16: error: title: the file "../own.otf" is outside the game\'s folder',
        "Put the file into the folder, and name it from there.",
    ),
    of_file(
        "words in a font file",
        b"These are words.",
        "holds no font",
        "Name a TrueType or OpenType font, a .ttf or .otf file.",
    ),
    of_file("an empty font file", b"", "holds no font", "Name a TrueType or OpenType font, a .ttf or .otf file."),
    of_file("half a font", otf()[:700], "is spoiled, and holds no font", "Copy or download it once more."),
    of_file(
        "a font that lacks its end", cut_short(), "is spoiled, and holds no font", "Copy or download it once more."
    ),
    of_file(
        "a font without the table that all need",
        without("head"),
        "is spoiled, and holds no font",
        "Copy or download it once more.",
    ),
    of_file(
        "a font without outlines",
        without("CFF "),
        "holds letters without outlines, as pictures",
        "Use a font that has outlines.",
    ),
    of_file(
        "a collection of fonts",
        b"ttcf\0\1\0\0\0\0\0\1" + otf(),
        "holds a collection of fonts",
        "Save the one that you want as a .ttf or .otf file.",
    ),
    of_file(
        "a font for the web",
        b"wOF2" + otf()[4:],
        "holds a font for web pages (WOFF)",
        "Get it as a .ttf or .otf file, or convert it to one.",
    ),
    of_file(
        "a PostScript font",
        b"%!PS-AdobeFont-1.0: Soup",
        "holds a PostScript font (Type 1)",
        "Convert it to an .otf file.",
    ),
    of_file(
        "a variable font",
        variable(),
        "holds a variable font, which has many styles in one",
        "Name one of them, as in {file: Name.ttf, weight: 700}, or use a static style, such as Name-Bold.ttf.",
    ),
    of_variable(
        "a weight that a variable font has not",
        "{title: {file: own.ttf, weight: 950}}",
        "game.yaml:6:40: error: own.ttf has no weight 950",
        "Choose another: it has weight from 400 to 900.",
    ),
    of_variable(
        "an axis that a variable font has not",
        "{title: {bold: {file: own.ttf, width: 75}, regular: {file: own.ttf, weight: 500}}}",
        "game.yaml:6:46: error: own.ttf has no axis for width",
        "Remove it: it has weight from 400 to 900.",
    ),
    of_variable(
        "a weight that no font has",
        "{title: {file: own.ttf, weight: 0}}",
        "game.yaml:6:40: error: weight is 0; it must be from 1 to 1000",
        "Choose a number from 1 to 1000.",
    ),
    of_variable(
        "a weight in words",
        "{title: {file: own.ttf, weight: bold}}",
        'game.yaml:6:40: error: weight should be a number, not the text "bold"',
        "Write a number here.",
    ),
    of_variable(
        "a style among the axes of a font",
        "{title: {file: own.ttf, bold: own.ttf}}",
        'game.yaml:6:32: error: unknown key "bold"',
        "Use one of: file, slant, weight, width.",
    ),
    of_game(
        "a weight of a font that has one alone",
        "{title: {file: own.otf, weight: 700}}",
        "game.yaml:6:40: error: own.otf is no variable font, and has one weight alone",
        "Remove weight.",
    ),
    of_file(
        "a font that must not be embedded", licensed(0x0002), "says that its licence forbids embedding it", LICENCE
    ),
    of_file(
        "a font that must not be cut down",
        licensed(0x0108),
        "says that its licence forbids embedding a part of it",
        LICENCE,
    ),
    of_file(
        "a font of which only pictures are free",
        licensed(0x0200),
        "says that its licence forbids embedding its outlines",
        LICENCE,
    ),
    of_game(
        "a style that no family has",
        "{body: {regular: own.otf, bolt: own.otf}}",
        'game.yaml:6:34: error: unknown key "bolt"',
        "Did you mean 'bold'?",
    ),
    of_game(
        "a family without its regular font",
        "{title: {bold: own.otf}}",
        'game.yaml:6:16: error: the key "regular" is missing',
        "Add regular: and its value.",
    ),
    of_game(
        "a list of files for a font",
        "{title: [own.otf, own.otf]}",
        "game.yaml:6:16: error: title should be text, not a list",
        "Write text here.",
    ),
    of_game(
        "a name with a space",
        "{my title: own.otf}",
        'game.yaml:6:9: error: "my title" cannot be a name here',
        "Use letters, digits, - and _, at most 64 of them.",
    ),
    of_game(
        "the name of inline icons",
        "{icon: own.otf}",
        "game.yaml:6:15: error: icon cannot be the name of a font",
        "Choose another name.",
    ),
    of_game(
        "a fallback that is misspelt",
        "{fallback: [symbol]}",
        "game.yaml:6:20: error: there is no font 'symbol'",
        "Did you mean 'symbols'?",
    ),
    of_game(
        "a fallback that is no file",
        "{fallback: [symbols, fonts/Extra.ttf]}",
        'game.yaml:6:29: error: fallback: there is no file "fonts/Extra.ttf"',
        "Create the file, or mend its name.",
    ),
    of_game(
        "fallbacks by name",
        "{fallback: {first: own.otf}}",
        "game.yaml:6:19: error: fallback should be text, not a mapping",
        "Write text here.",
    ),
    Mistake(
        "a font that a face asks for and no game has",
        {FACE: titled("serif")},
        "templates/faces/front.yaml:5:73: error: there is no font 'serif' (drawing One)",
        f"Use one of: {BUILT_IN}",
    ),
    Mistake(
        "a font that a face asks for and this game has not",
        {FACE: titled("serif"), "game.yaml": GAME + "fonts: {rune: own.otf, poster: own.otf}\n", "own.otf": otf()},
        "templates/faces/front.yaml:5:73: error: there is no font 'serif' (drawing One)",
        f"Use one of: rune, poster, {BUILT_IN}",
    ),
    Mistake(
        "a font of no use that faces ask for is finding once",
        {
            FACE: titled("title bold"),
            "game.yaml": GAME + "fonts: {title: own.otf, fallback: title}\n",
            "own.otf": b"none",
            "things.yaml": '- name: "**Ḁ** \u5b57"\n',
        },
        "game.yaml:6:16: error: own.otf holds no font",
        "Name a TrueType or OpenType font, a .ttf or .otf file.",
    ),
    Mistake(
        "a font that is not there and that faces ask for is finding once",
        {FACE: titled("title"), "game.yaml": GAME + "fonts: {title: onw.otf, fallback: title}\n", "own.otf": otf()},
        'game.yaml:6:16: error: title: there is no file "onw.otf"',
        "Did you mean 'own.otf'?",
    ),
    Mistake(
        "a fallback that is not there is finding once, and not with each letter that it has",
        {"game.yaml": GAME + "fonts: {fallback: han.otf}\n", "things.yaml": '- name: "\u5b57"\n'},
        'game.yaml:6:19: error: fallback: there is no file "han.otf"',
        "Create the file, or mend its name.",
    ),
    Mistake(
        "a font of the game that a face writes otherwise",
        {FACE: titled("Rune"), "game.yaml": GAME + "fonts: {rune: own.otf}\n", "own.otf": otf()},
        "templates/faces/front.yaml:5:73: error: there is no font 'Rune' (drawing One)",
        "Did you mean 'rune'?",
    ),
    Mistake(
        "bold words in a font that has no bold",
        {
            "game.yaml": GAME + "fonts: {rune: own.otf, fallback: body}\n",
            "own.otf": otf(),
            "things.yaml": '- name: "A **V** one"\n',
            FACE: titled("rune"),
        },
        "game.yaml:6:15: warning: the font 'rune' has no bold letters, and bold words are printed without",
        "Give it bold: and a font file; its regular one again says that this is meant.",
    ),
    Mistake(
        "a letter that neither the font nor what stands in for it has",
        {
            "game.yaml": GAME + "fonts: {rune: own.otf}\n",
            "own.otf": otf(),
            "things.yaml": '- name: "AVA ★ Ж"\n',
            FACE: titled("rune"),
        },
        "things.yaml:1:9: error: the font of \"AVA ★ Ж\" lacks 'Ж' (U+0416)",
        "Write it with other letters; a game of your own may name a font with these as fonts: fallback: in game.yaml.",
    ),
]
