"""Mistakes in tuck boxes, dice, standees, dividers and booklets."""

from mistake import GAME, Mistake

DOCUMENT = """\
title: Rules
sections: [{title: All, blocks: [{text: Roll the die.}]}]
"""

SHOWING = "title: Rules\nsections: [{title: All, blocks: [{picture: {face: show, of: [%s]}}]}]\n"
SHOW = """\
size: [20, 20]
unit: mm
palettes: [dossier]
params: {heroes: []}
items: [{image: {w: 20, h: 20, picture: "{{ heroes[0].picture }}"}}]
"""


def _box(keys: str) -> str:
    return f"  box: {{kind: tuck-box, title: Box, {keys}}}\n"


def _die(keys: str) -> str:
    return f"  die: {{kind: die, title: Die, {keys}}}\n"


def _army(keys: str) -> str:
    return f"  army: {{kind: standee, title: Army, list: things.yaml, record: thing, {keys}}}\n"


def _tabs(keys: str) -> str:
    return f"  tabs: {{kind: deck-divider, title: Tabs, {keys}}}\n"


def _book(keys: str) -> str:
    return f"  rules: {{kind: booklet, title: Rules, {keys}}}\n"


MISTAKES = [
    Mistake(
        "a box for nothing",
        {"game.yaml": GAME + _box("thickness: 0.3mm")},
        "game.yaml:6:8: error: options: a tuck box needs to know what goes into it",
        "Add for: and a deck, cards: and a number, or inside: and a size such as 65x90x30mm.",
    ),
    Mistake(
        "a box for a deck and of a size",
        {"game.yaml": GAME + _box("for: deck, inside: 65x90x20mm")},
        "game.yaml:6:8: error: options: for and inside both say how large the box is",
        "Keep for, or one of the others.",
    ),
    Mistake(
        "a box for a deck of another name",
        {"game.yaml": GAME + _box("for: deko")},
        "game.yaml:6:42: error: the game has no product 'deko'",
        "Did you mean 'deck'?",
    ),
    Mistake(
        "a box for a product without a list",
        {"game.yaml": GAME + _box("for: rules") + _book("file: rules.yaml"), "rules.yaml": DOCUMENT},
        "game.yaml:6:42: error: 'rules' has no list, so nobody can count its cards",
        "Write cards: and their number in place of for:.",
        only=False,
    ),
    Mistake(
        "a box for cards of no size",
        {"game.yaml": GAME + _box("cards: 54")},
        "game.yaml:6:44: error: the box does not know how large a card is",
        "Add size: poker, or another, to the product.",
    ),
    Mistake(
        "a box for a deck, with a size of cards",
        {"game.yaml": GAME + _box("for: deck, size: poker")},
        "game.yaml:6:54: error: the size of the cards is that of the product under for",
        "Remove the line.",
    ),
    Mistake(
        "a box of two sides",
        {"game.yaml": GAME + _box("inside: 65x90mm")},
        "game.yaml:6:45: error: inside: '65x90mm' is not a size",
        "Write it like 65x90x30mm.",
    ),
    Mistake(
        "a box without a unit",
        {"game.yaml": GAME + _box("inside: 65x90x20")},
        "game.yaml:6:45: error: inside: '65x90x20' is not a size",
        "Write it like 65x90x30mm.",
    ),
    Mistake(
        "a box too shallow to fold",
        {"game.yaml": GAME + _box("inside: 65x90x3mm")},
        "game.yaml:6:45: error: inside: a side of 65x90x3mm is not from 6 to 300 mm",
        "Write it like 65x90x30mm.",
    ),
    Mistake(
        "cards without thickness",
        {"game.yaml": GAME + _box("for: deck, thickness: 0mm")},
        "game.yaml:6:59: error: thickness: 0 mm is not from 0.02 to 10 mm",
        "Choose one from 0.02 to 10 mm.",
    ),
    Mistake(
        "a thickness without a unit",
        {"game.yaml": GAME + _box("for: deck, thickness: 0.3")},
        "game.yaml:6:59: error: thickness: 0.3 has no unit",
        "Write it like 63mm, 0.25in or 9pt.",
    ),
    Mistake(
        "no cards at all",
        {"game.yaml": GAME + _box("cards: 0, size: poker")},
        "game.yaml:6:44: error: cards is 0; it must be from 1 to 5000",
        "Choose a number from 1 to 5000.",
    ),
    Mistake(
        "more cards than a box holds",
        {"game.yaml": GAME + _box("cards: 2000, size: poker")},
        "game.yaml:6:44: error: 2,000 cards take a box of 65 x 90.4 x 641.5 mm inside; a box is up to 300 mm long",
        "Make several boxes, each for a part of the cards.",
    ),
    Mistake(
        "a lid of another shape",
        {"game.yaml": GAME + _box("inside: 65x90x20mm, top: front")},
        "game.yaml:6:62: error: face 'front' is drawn for 63 x 88 mm; 65 x 20 mm has another shape",
        "Draw it in this size, or leave out its size: it is told the width and the height, w and h.",
    ),
    Mistake(
        "a side that is no face",
        {"game.yaml": GAME + _box("inside: 65x90x20mm, side: frnt")},
        "game.yaml:6:63: error: there is no face 'frnt'",
        "Did you mean 'front'?",
    ),
    Mistake(
        "parts by number",
        {"game.yaml": GAME + _box("inside: 65x90x20mm, parts: 2")},
        'game.yaml:6:64: error: parts has the unknown value "2"',
        "Use one of: auto, one, two.",
    ),
    Mistake(
        "an option of a box that is none",
        {"game.yaml": GAME + _box("inside: 65x90x20mm, notsch: true")},
        'game.yaml:6:57: error: unknown key "notsch"',
        "Did you mean 'notch'?",
    ),
    Mistake(
        "a die of seven sides",
        {"game.yaml": GAME + _die("sides: 7")},
        'game.yaml:6:39: error: sides has the unknown value "7"',
        "Use one of: 10, 12, 20, 4, 6, 8.",
    ),
    Mistake(
        "a die of a tenth of a millimetre",
        {"game.yaml": GAME + _die("size: 0.1mm")},
        "game.yaml:6:38: error: an edge of 0.1 mm is not from 8 to 50 mm",
        "Choose one from 8 to 50 mm.",
    ),
    Mistake(
        "a die with a width and a height",
        {"game.yaml": GAME + _die("size: 18x18mm")},
        "game.yaml:6:38: error: '18x18mm' is not a length",
        "Write the length of an edge, such as 18mm.",
    ),
    Mistake(
        "a die with too few faces",
        {"game.yaml": GAME + _die("faces: [front, front]")},
        "game.yaml:6:39: error: a die of 6 sides has 6 faces, not 2",
        "List 6 faces, or set sides: to how many it has.",
    ),
    Mistake(
        "a die with faces and a front",
        {"game.yaml": GAME + _die("faces: [front, front, front, front, front, front], front: front")},
        "game.yaml:6:39: error: front is the face of all sides, and faces has one for each",
        "Remove one of the two.",
    ),
    Mistake(
        "a die in no copies",
        {"game.yaml": GAME + _die("copies: 0")},
        "game.yaml:6:40: error: copies is 0; it must be from 1 to 999",
        "Choose a number from 1 to 999.",
    ),
    Mistake(
        "copies of dice that a list counts",
        {"game.yaml": GAME + _die("copies: 3, list: things.yaml, record: thing, size: 18mm")},
        "game.yaml:6:32: error: how many there are of each die stands in their list",
        "Remove the line.",
    ),
    Mistake(
        "a standee of a size that no record has",
        {"game.yaml": GAME + _army('front: front, size: "{{ card.tall }}"')},
        "game.yaml:6:92: error: size: there is no 'tall' here (for One)",
        "Use one of: art, copies, deviations, errata, look, name, note.",
    ),
    Mistake(
        "a standee that is a splinter",
        {
            "game.yaml": GAME + _army("front: plain, size: 2x50mm"),
            "templates/faces/plain.yaml": "unit: mm\nitems: []\n",
        },
        "game.yaml:6:92: error: the figure of One is 2 x 50 mm; its sides may be from 8 to 300 mm",
        "Choose sides from 8 to 300 mm.",
    ),
    Mistake(
        "a standee whose front has another shape",
        {"game.yaml": GAME + _army("front: front, size: 30x50mm")},
        "game.yaml:6:79: error: face 'front' is drawn for 63 x 88 mm; 30 x 50 mm has another shape",
        "Draw it in this size, or leave out its size: it is told the width and the height, w and h.",
    ),
    Mistake(
        "a foot like a needle",
        {"game.yaml": GAME + _army("front: front, foot: 1mm")},
        "game.yaml:6:92: error: foot: 1 mm is not from 4 to 60 mm",
        "Choose one from 4 to 60 mm.",
    ),
    Mistake(
        "a slot where there is none",
        {"game.yaml": GAME + _army("front: front, thickness: 0.3mm")},
        "game.yaml:6:86: error: the form flaps reads no thickness; it is for slot",
        "Write form: slot, or remove the line.",
    ),
    Mistake(
        "a standee that hovers",
        {"game.yaml": GAME + _army("front: front, form: hover")},
        'game.yaml:6:92: error: form has the unknown value "hover"',
        "Use one of: flaps, slot, tent.",
    ),
    Mistake(
        "dividers for nothing",
        {"game.yaml": GAME + _tabs("for: deck")},
        "game.yaml:6:9: error: the product does not say what there are dividers for",
        "Add list:, table:, or by: and a field.",
    ),
    Mistake(
        "dividers for a table and a field",
        {"game.yaml": GAME + _tabs("for: deck, by: note, table: things")},
        "game.yaml:6:9: error: by and table both say what there are dividers for",
        "Keep by, or one of the others.",
        only=False,
    ),
    Mistake(
        "dividers by a field of no deck",
        {"game.yaml": GAME + _tabs("by: note, size: poker")},
        "game.yaml:6:47: error: by speaks of the records of a deck, and there is none",
        "Add for: and the name of a product.",
    ),
    Mistake(
        "dividers by a field that is none",
        {"game.yaml": GAME + _tabs("for: deck, by: nte")},
        "game.yaml:6:58: error: the records of deck have no field 'nte'",
        "Did you mean 'note'?",
    ),
    Mistake(
        "dividers for rows of no table",
        {"game.yaml": GAME + _tabs("table: types, size: poker")},
        "game.yaml:6:50: error: the game has no table 'types'",
        "Add it under tables: in game.yaml.",
    ),
    Mistake(
        "dividers of no size",
        {"game.yaml": GAME + _tabs("list: things.yaml, record: thing")},
        "game.yaml:6:9: error: the dividers do not know how large a card is",
        "Add size: poker, or for: and the name of a product.",
    ),
    Mistake(
        "tabs over too many places",
        {"game.yaml": GAME + _tabs("for: deck, by: name, tab: 40")},
        "game.yaml:6:69: error: tab is 40; it must be from 1 to 12",
        "Choose a number from 1 to 12.",
    ),
    Mistake(
        "a tab too low to read",
        {"game.yaml": GAME + _tabs("for: deck, by: name, tab: {height: 2mm}")},
        "game.yaml:6:78: error: height: 2 mm is not from 4 to 40 mm",
        "Choose one from 4 to 40 mm.",
    ),
    Mistake(
        "a booklet of no document",
        {"game.yaml": GAME + _book("size: a5")},
        'game.yaml:6:10: error: the key "file" is missing',
        "Add file: and its value.",
    ),
    Mistake(
        "a booklet of a document that is not there",
        {"game.yaml": GAME + _book("file: ruls.yaml")},
        'game.yaml:6:46: error: file: there is no file "ruls.yaml"',
        "Did you mean 'things.yaml'?",
    ),
    Mistake(
        "a booklet of a size that is none",
        {"game.yaml": GAME + _book("file: rules.yaml, size: half-leter"), "rules.yaml": DOCUMENT},
        "game.yaml:6:64: error: there is no card size 'half-leter'",
        "Did you mean 'half-letter'?",
    ),
    Mistake(
        "a picture of a product that is not there",
        {
            "game.yaml": GAME + _book("file: rules.yaml"),
            "rules.yaml": SHOWING % "dekc/One",
            "templates/faces/show.yaml": SHOW,
        },
        "rules.yaml:2:62: error: the game has no product 'dekc'",
        "Did you mean 'deck'?",
    ),
    Mistake(
        "a picture of a card that is not there",
        {
            "game.yaml": GAME + _book("file: rules.yaml"),
            "rules.yaml": SHOWING % "deck/Oen",
            "templates/faces/show.yaml": SHOW,
        },
        "rules.yaml:2:62: error: deck has no piece 'Oen'",
        "Did you mean 'One'?",
    ),
    Mistake(
        "a booklet that shows itself",
        {
            "game.yaml": GAME + _book("file: rules.yaml"),
            "rules.yaml": SHOWING % "rules",
            "templates/faces/show.yaml": SHOW,
        },
        "rules.yaml:2:62: error: rules has no piece to show",
        "Name a product of another kind, such as cards, counters or a board.",
    ),
    Mistake(
        "paper as thick as a finger",
        {"game.yaml": GAME + _book("file: rules.yaml, thickness: 10mm"), "rules.yaml": DOCUMENT},
        "game.yaml:6:69: error: thickness: 10 mm is not from 0.03 to 1 mm",
        "Choose one from 0.03 to 1 mm.",
    ),
    Mistake(
        "a booklet with a list",
        {"game.yaml": GAME + _book("file: rules.yaml, list: things.yaml, record: thing"), "rules.yaml": DOCUMENT},
        'game.yaml:6:58: error: a product of the kind booklet takes no "list"',
        "Remove the line; see options.",
        only=False,
    ),
    Mistake(
        "a cover of another shape",
        {
            "game.yaml": GAME + _book("file: rules.yaml, front: card"),
            "rules.yaml": DOCUMENT,
            "templates/faces/card.yaml": "size: [63, 20]\nunit: mm\nitems: []\n",
        },
        "game.yaml:6:65: error: face 'card' is drawn for 63 x 20 mm; 139.7 x 215.9 mm has another shape",
        "Draw it in this size, or leave out its size: it is told the width and the height.",
    ),
]
