"""Mistakes in what game.yaml says of the game itself."""

from mistake import FRONT, GAME, Mistake

PART = 'unit: mm\nparams: {c: ""}\nitems: [text: {x: 3, y: 9, text: "{{ c }}", size: 7}]\n'
_SUITS = {
    "game.yaml": GAME.replace("records: {thing: {", "records: {thing: {mark: text, suit: {kind: choice, from: suits}, ")
    + "tables: {suits: {file: suits.yaml, fields: {icon: text, motto: text, ink: text}}}\n",
    "things.yaml": "- {name: One, suit: sun, mark: star}\n- {name: Two, suit: sea, mark: starr}\n",
    "suits.yaml": "sun: {icon: star, motto: Burn, ink: gold}\nsea:\n  icon: waive\n"
    "  motto: 'Flow :drip: on'\n  ink: goldd\n",
}


def drawn(name: str, item: str, told: str, hint: str) -> Mistake:
    """A mistake in what a record, or the row of a table, gives to a face."""
    return Mistake(name, {**_SUITS, "templates/faces/front.yaml": FRONT + item}, told, hint)


DRAWN = [
    drawn(
        "an icon of a row that there is not",
        '  - icon: {name: "{{ tables.suits[card.suit].icon }}", cx: 9, cy: 50}\n',
        "suits.yaml:3:9: error: there is no icon 'waive', for game/templates/faces/front.yaml:6:18 (drawing Two)",
        "Did you mean 'waves'?",
    ),
    drawn(
        "an icon of a row that a part is told of",
        "  - each: {in: '{{ [tables.suits[card.suit]] }}', as: row, items: [icon: {name: '{{ row.icon }}', cx: 9}]}\n",
        "suits.yaml:3:9: error: there is no icon 'waive', for game/templates/faces/front.yaml:6:81 (drawing Two)",
        "Did you mean 'waves'?",
    ),
    drawn(
        "an icon of a card that there is not",
        '  - icon: {name: "{{ card.mark }}", cx: 9, cy: 50}\n',
        "things.yaml:2:32: error: there is no icon 'starr', for game/templates/faces/front.yaml:6:18 (drawing Two)",
        "Did you mean 'star'?",
    ),
    drawn(
        "an icon that a face makes of a choice",
        '  - icon: {name: "{{ card.suit }}", cx: 9, cy: 50}\n',
        "templates/faces/front.yaml:6:18: error: there is no icon 'sun' (drawing One)",
        "Did you mean 'run'?",
    ),
    drawn(
        "a colour of a row that there is not",
        '  - rect: {w: 9, h: 9, fill: "{{ tables.suits[card.suit].ink }}"}\n',
        "suits.yaml:5:8: error: 'goldd' is not a colour here, for game/templates/faces/front.yaml:6:30 (drawing Two)",
        "Did you mean 'gold'?",
    ),
    drawn(
        "an icon in the text of a row",
        '  - text: {x: 5, y: 50, w: 50, text: "{{ tables.suits[card.suit].motto }}"}\n',
        "suits.yaml:4:10: error: there is no icon ':drip:'",
        "Did you mean 'drift'? Or write \\: for a colon.",
    ),
]
MISTAKES = [
    drawn(
        "the code that cards had once",
        '  - text: {x: 3, y: 3, text: "{{ auto.code }}"}\n',
        "templates/faces/front.yaml:6:30: error: 'code' is no longer given (drawing One)",
        "Remove it, or show a number with auto.number.",
    ),
    Mistake(
        "a look of backs that there is not",
        {"game.yaml": GAME.replace("front: front", "front: front, back-look: lihgt")},
        "game.yaml:5:95: error: there is no look 'lihgt'",
        "Did you mean 'light'?",
    ),
    *DRAWN,
    Mistake(
        "a language that is no code",
        {"game.yaml": GAME + "language: German\n"},
        "game.yaml:6:11: error: language should be the language of the game's words, a code such as en, de or pt-BR, "
        'for capitals, sorting and numbers, not the text "German"',
        "Write the language of the game's words, a code such as en, de or pt-BR, for capitals, sorting and numbers.",
    ),
    Mistake(
        "a colour of a palette that the face does not have",
        {
            "templates/faces/front.yaml": FRONT.replace("palettes: [dossier]\n", "")
            + "  - rect: {x: 5, y: 5, w: 9, h: 9, fill: steel}\n"
        },
        "templates/faces/front.yaml:5:42: error: 'steel' is not a colour here (drawing One)",
        "Did you mean 'steelblue'? Or write one like #4B5B22, or add palettes: and one that has it.",
    ),
    Mistake(
        "a colour as CSS says it with numbers",
        {
            "templates/faces/front.yaml": FRONT.replace("palettes: [dossier]\n", "")
            + '  - rect: {x: 5, y: 5, w: 9, h: 9, fill: "rgb(1,2,3)"}\n'
        },
        "templates/faces/front.yaml:5:42: error: 'rgb(1,2,3)' is not a colour here (drawing One)",
        "Use one of: ink, none, sand. Or write one like #4B5B22, or add palettes: and one that has it.",
    ),
    Mistake(
        "a parameter with a name that faces know",
        {"game.yaml": GAME.replace("front: front,", "front: front, with: {auto: 3},")},
        "game.yaml:5:91: error: auto is built in and cannot be a parameter",
        "Choose another name for it.",
    ),
    Mistake(
        "a size that no face is told",
        {"templates/faces/front.yaml": FRONT + '  - rect: {w: "{{ width + 6 }}", h: 9, fill: ink}\n'},
        "templates/faces/front.yaml:6:15: error: there is no 'width' here (drawing One)",
        "Use one of: auto, card, game, product, tables.",
    ),
    Mistake(
        "a field that is unlike all others",
        {"templates/faces/front.yaml": FRONT.replace("card.name", "card.zzz")},
        "templates/faces/front.yaml:5:38: error: there is no 'zzz' here (drawing One)",
        "Use one of: art, copies, deviations, errata, long, look, name, note, number, seed, total.",
    ),
    Mistake(
        "a row with a mistake, and a face that looks it up",
        {
            "game.yaml": GAME.replace("records: {thing: {", "records: {thing: {suit: {kind: choice, from: suits}, ")
            + "tables: {suits: {file: suits.yaml, fields: {color: color}}}\n",
            "things.yaml": "- {name: One, suit: sky}\n- {name: Two, suit: sea}\n",
            "suits.yaml": 'sky: {color: "#12"}\nsea: {color: "#123456"}\n',
            "templates/faces/front.yaml": FRONT.replace("card.name", "tables.suits[card.suit].color"),
        },
        'suits.yaml:1:14: error: color should be a colour such as "#4B5320", not the text "#12"',
        'Write a colour such as "#4B5320".',
    ),
    Mistake(
        "a table that is not there, and a face that looks into it",
        {
            "game.yaml": GAME.replace("records: {thing: {", "records: {thing: {suit: {kind: choice, from: suits}, ")
            + "tables: {suits: {file: suits.yaml, fields: {color: color}}}\n",
            "things.yaml": "- {name: One, suit: sky}\n",
            "templates/faces/front.yaml": FRONT.replace("card.name", "tables.suits[card.suit].color"),
        },
        'game.yaml:6:24: error: file: there is no file "suits.yaml"',
        "Did you mean 'things.yaml'?",
    ),
    Mistake(
        "a kind that there is not, with options of its own",
        {"game.yaml": GAME + "  garden: {kind: grid-board, title: Garden, rows: 9, terrains: {lawn: 6}, band: none}\n"},
        "game.yaml:6:18: error: there is no kind of product 'grid-board'",
        "Did you mean 'terrain-board'?",
    ),
    Mistake(
        "a list that holds nothing yet",
        {"things.yaml": "# soon\n"},
        "things.yaml:1:1: error: the file holds nothing",
        "Write a list of records, each after a dash, such as - name: First.",
    ),
    Mistake(
        "a kind as other tools call it",
        {"game.yaml": GAME + "  aid: {kind: rules, title: Rules}\n"},
        "game.yaml:6:15: error: there is no kind of product 'rules'",
        "Did you mean 'booklet' or 'reference-sheet'?",
    ),
    Mistake(
        "a list whose records nobody has declared",
        {
            "game.yaml": GAME.replace("records: {thing: {note: {kind: text, optional: true}}}\n", "").replace(
                " record: thing,", ""
            ),
            "things.yaml": '- {name: One, cost: 2, paint: "#112233"}\n- {name: Two, cost: 2.5, magic: true}\n',
        },
        "game.yaml:4:36: error: a product with a list needs the shape of its records",
        "Write them under records, such as records: {deck: {cost: number, paint: {kind: color, optional: true}, "
        "magic: {kind: flag, optional: true}}}.",
    ),
    Mistake(
        "a sheet whose records nobody has declared",
        {
            "game.yaml": GAME.replace("records: {thing: {note: {kind: text, optional: true}}}\n", "")
            .replace(" record: thing, ", "")
            .replace("things.yaml", "things.csv"),
            "things.csv": "Name;Card Cost;Picture;Rule\nOne;2;a.png;\nTwo;3;b.png;Draw.\n",
        },
        "game.yaml:4:36: error: a product with a list needs the shape of its records",
        "Write them under records, such as records: "
        "{deck: {card_cost: integer, picture: file, rule: {kind: text, optional: true}}}.",
    ),
    Mistake(
        "one of several shapes that is not named",
        {"game.yaml": GAME.replace("records: {", "records: {other: {}, ").replace(" record: thing,", "")},
        "game.yaml:5:36: error: a product with a list needs the shape of its records",
        "Add record: and one of other, thing.",
    ),
    Mistake(
        "a shape of records where none are declared",
        {"game.yaml": GAME.replace("records: {thing: {note: {kind: text, optional: true}}}\n", "")},
        'game.yaml:4:63: error: there are no records, and so no "thing"',
        "Add records: {thing: {}}.",
    ),
    Mistake(
        "what fills a sheet and is not there",
        {"game.yaml": GAME.replace("front: front,", "front: front, fill: [dek],")},
        "game.yaml:5:91: error: the game has no product 'dek'",
        "Did you mean 'deck'?",
    ),
    Mistake(
        "a sheet that fills itself",
        {"game.yaml": GAME.replace("front: front,", "front: front, fill: [deck],")},
        "game.yaml:5:91: error: deck has no pieces that fill the sheets of deck",
        "Name products of cards, or of other pieces that are cut out.",
    ),
    Mistake(
        "a record that fills a sheet and is not there",
        {
            "game.yaml": GAME.replace("front: front,", "front: front, fill: [more/Ona],")
            + "  more: {kind: cards, list: things.yaml, record: thing, front: front}\n"
        },
        "game.yaml:5:91: error: more has no record 'Ona'",
        "Did you mean 'One'?",
    ),
    Mistake(
        "what fills a sheet and has another size",
        {
            "game.yaml": GAME.replace("front: front,", "front: front, fill: [more],")
            + "  more: {kind: pieces, list: things.yaml, record: thing, front: front, size: 63x89mm}\n"
        },
        "game.yaml:5:91: error: the pieces of more are not of the size of those of deck",
        "Name a product of the same size.",
    ),
    Mistake(
        "a product without a list",
        {"game.yaml": GAME.replace("list: things.yaml, record: thing, ", "")},
        "game.yaml:5:9: error: the product has no list",
        "Add list: and the file that holds a record for each of its pieces.",
    ),
    Mistake(
        "a list of which nothing is printed",
        {"things.yaml": "- {name: One, copies: 0}\n"},
        "game.yaml:5:42: warning: nothing is printed: the list has no record with a copy",
        "Write a record, or copies: 1.",
    ),
    Mistake(
        "a product without the face that it needs",
        {"game.yaml": GAME.replace("front: front, ", "")},
        "game.yaml:5:9: error: a product of cards needs a front face",
        "Use one of: front. Or add one to templates/faces.",
    ),
    Mistake(
        "a face that is still to be drawn",
        {"game.yaml": GAME.replace("front: front,", "front: sky,")},
        "game.yaml:5:77: error: there is no face 'sky'",
        "Use one of: front. Or add templates/faces/sky.yaml.",
    ),
    Mistake(
        "a list that is still to be written",
        {"game.yaml": GAME.replace("list: things.yaml", "list: spells.yaml")},
        'game.yaml:5:42: error: list: there is no file "spells.yaml"',
        "Create the file, or mend its name.",
    ),
]
