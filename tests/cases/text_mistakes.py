"""Mistakes in texts and their settings: marks, lists, arcs, keywords, sizes."""

from mistake import GAME, TINY, Mistake

FACE = "templates/faces/front.yaml"
_THINGS = {"game.yaml": GAME.replace("text, optional: true", "text")}


def _card(name: str, note: str, told: str, hint: str, setting: str = "size: 9, h: 40") -> Mistake:
    """A text of a card that is wrong; its place is in the list."""
    face = str(TINY[FACE]).replace('"{{ card.name }}", size: 12', '"{{ card.note }}", ' + setting)
    files = {**_THINGS, FACE: face, "things.yaml": f"- name: One\n  note: {note}\n"}
    return Mistake(name, files, f"things.yaml:2:9: error: {told}", hint)


def _face(name: str, setting: str, told: str, hint: str, drawn: bool = True) -> Mistake:
    """A setting of a text that is wrong; `told` begins with its column."""
    face = str(TINY[FACE]).replace('"{{ card.name }}", size: 12', '"{{ card.name }}", ' + setting)
    column, message = told.split(" ", 1)
    tail = " (drawing One)" if drawn else ""
    return Mistake(name, {FACE: face}, f"{FACE}:5:{column}: error: {message}{tail}", hint)


def _words(name: str, keywords: str, told: str, hint: str) -> Mistake:
    return Mistake(
        name,
        {"game.yaml": GAME + f"keywords: {keywords}\n", "things.yaml": "- name: Burning\n"},
        f"game.yaml:6:{told}",
        hint,
    )


_NAMES = "big, sc, small, small-caps, "

MISTAKES = [
    _card(
        "a colour that is not closed",
        "a [alert]word",
        "[alert] is not closed",
        "Write [/] where it ends, or \\[ for a bracket.",
    ),
    _card(
        "a bracket that closes nothing", "a word[/]", "a [/] closes nothing", "Remove it, or write \\[ for a bracket."
    ),
    _card(
        "a size of no letters",
        "a [size 0]word[/]",
        "[size 0] leaves nothing to read",
        "Choose a larger size.",
    ),
    _card(
        "a size out of all proportion",
        "a [size 200]word[/]",
        "[size 200] makes letters 22.2 times as large as the text",
        "Choose a size from a fifth of it to ten times it.",
    ),
    _card(
        "a tone of a colour that is none",
        "a [alert dark 200]word[/]",
        "'alert dark 200' needs a percentage from 0 to 100 at its end",
        "Write \\[ for a bracket.",
    ),
    _card(
        "a mark closed as other programs do",
        "'[alert]word[/alert]'",
        "[/alert] closes nothing",
        "Write [/] to close a mark, or \\[ for a bracket.",
    ),
    _card(
        "an icon in capitals",
        "'pay :Fire: now'",
        "there is no icon ':Fire:'",
        "Did you mean 'fire'? Or write \\: for a colon.",
    ),
    _card(
        "an icon that there is not",
        "'pay :fier: now'",
        "there is no icon ':fier:'",
        "Did you mean 'fire'? Or write \\: for a colon.",
    ),
    _card(
        "a picture that there is not",
        "'pay :gem.png: now'",
        "there is no picture ':gem.png:' among the templates",
        "Put it into the templates folder, or write \\: for a colon.",
    ),
    _card(
        "a text too high for its box",
        "one two three four five six seven eight",
        '"one two three four five six seven eight" does not fit its place (53.0 mm wide, 2.0 mm high; at 9 pt it needs '
        "2.2 mm of height; game/templates/faces/front.yaml:5:5)",
        "Shorten the text, or give it more room or a smaller floor in the template.",
        "size: 12..9, h: 2",
    ),
    _card(
        "a word too wide for its box",
        "'An Oberfeuerwehrhauptmannsanwärter'",
        '"An Oberfeuerwehrhauptmannsanwärter" does not fit its place (53.0 mm wide, and '
        '"Oberfeuerwehrhauptmannsanwärter" '
        "is 53.6 mm at 12 pt; game/templates/faces/front.yaml:5:5)",
        "Shorten the text, or give it more room or a smaller floor in the template.",
        "size: 12, lines: 3",
    ),
    _card(
        "a text too long for its arc",
        "'A long name for an arc of this sort'",
        '"A long name for an arc of this sort" does not fit its place (its arc is 15.7 mm long, it 33.4 mm at 8 pt; '
        "game/templates/faces/front.yaml:5:5)",
        "Shorten the text, or give it more room or a smaller floor in the template.",
        "size: 12..8, arc: {cx: 30, cy: 40, r: 10, from: -45, to: 45}",
    ),
    _face(
        "a range of sizes that is none",
        "size: 12...8",
        "63 '12...8' is not a range of sizes",
        "Write it like 10..6.5.",
        drawn=False,
    ),
    _face(
        "a floor beside a range",
        "size: 12..8, floor: 6",
        "70 floor says nothing beside a range of sizes",
        "Remove it, or write one size.",
        drawn=False,
    ),
    _face(
        "an align that there is not",
        "size: 9, align: justified",
        "73 there is no align 'justified'",
        "Did you mean 'justify'?",
    ),
    _face(
        "a valign that there is not",
        "size: 9, h: 9, valign: cap",
        "80 there is no valign 'cap'",
        "Did you mean 'caps'?",
    ),
    _face(
        "a language without hyphens",
        "size: 9, hyphens: ja",
        "75 there is no hyphenation for the language 'ja'",
        "Use one of: af, as, be, bg, ca, cs, da, de, el, en, eo, es, et, eu, fr, gl, hr, hu, id, is, it, kn, lt, lv, "
        "mn, mr, nb, nl, nn, or, pa, pl, pt, ro, ru, sa, sk, sl, sq, sr, sv, te, th, uk, zu.",
    ),
    _face(
        "an arc without a radius",
        "size: 9, arc: {from: 0, to: 90}",
        "71 an arc needs r",
        "Write it like {cx: 30, cy: 40, r: 25, from: -60, to: 60}.",
        drawn=False,
    ),
    _face(
        "an arc of no radius",
        "size: 9, arc: {r: 0, from: 0, to: 90}",
        "71 an arc needs a radius above zero",
        "Choose a larger r.",
    ),
    _face(
        "an arc of no length",
        "size: 9, arc: {r: 9, from: 90, to: 90}",
        "71 an arc from 90 to 90 degrees has no room for letters",
        "Choose angles that are up to 360 apart.",
    ),
    _face(
        "a misspelt part of an arc",
        "size: 9, arc: {radius: 9, r: 9, from: 0, to: 90}",
        "72 an arc has no 'radius'",
        "Use one of: cx, cy, from, r, stand, to.",
        drawn=False,
    ),
    _face(
        "a width without a stroke",
        "size: 9, width: 1",
        "66 width says nothing without stroke",
        "Add stroke:, or remove it.",
        drawn=False,
    ),
    _face(
        "a gap below zero",
        "size: 9, paragraph-gap: -1",
        "81 paragraph-gap is below zero",
        "Choose a length from zero up.",
        drawn=True,
    ),
    Mistake(
        "a pattern whose backslash means something to YAML",
        {"game.yaml": GAME + 'keywords: {"/\\bd6/": {font: bold}}\n'},
        "game.yaml:6:12: error: the quoted text holds an escaped control character",
        "Remove the escape, or write the text in single quotes, in which a \\ is a \\.",
    ),
    _words(
        "a pattern that may hang others",
        '{"/(?=a)b/": {font: bold}}',
        "12: error: the pattern /(?=a)b/ cannot be used: it looks around with (?",
        "Use plain groups in ( ) only.",
    ),
    _words(
        "a pattern that finds nothing at all, too",
        '{"/x*/": {font: bold}}',
        "12: error: the pattern /x*/ cannot be used: it stands for nothing at all, too",
        "Write + in place of *.",
    ),
    _words(
        "a font of a keyword that is none",
        "{Burning: {font: bald}}",
        '28: error: font has the unknown value "bald"',
        "Did you mean 'bold'?",
    ),
    _words(
        "a misspelt key of a keyword",
        "{Burning: {colour: red}}",
        '22: error: unknown key "colour"',
        "Did you mean 'color'?",
    ),
    _words(
        "a colour of a keyword that faces lack",
        "{Burning: {color: reddish}}",
        "12: error: the keyword Burning: 'reddish' is not a colour here",
        "Did you mean 'red'?",
    ),
    _words(
        "an icon of a keyword that there is not",
        "{Burning: {icon: fier}}",
        "12: error: the keyword Burning: there is no icon 'fier'",
        "Did you mean 'fire'?",
    ),
]
