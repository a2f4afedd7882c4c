"""Mistakes in lists that are no YAML: CSV, TSV and JSON, the columns that a product names, `for`."""

from mistake import FRONT, Mistake

_FIELDS = """\
title: Mistakes
version: "1.0"
records:
  thing:
    power: {kind: integer, min: 0, max: 9}
    rules: {kind: text, optional: true, max: 60}
    tags: {kind: list, options: [fire, ice], optional: true}
    stats: {kind: map, of: {fp: integer, cc: {kind: integer, optional: true}}, optional: true}
    stops: {kind: list, of: {name: text, at: number}, optional: true}
    hero: {kind: flag, optional: true}
products:
"""


def game(file: str, more: str = "") -> str:
    """A game of one deck, whose list is a file."""
    deck = f"{{kind: cards, title: Deck, list: {file}, record: thing, front: front, size: 63x88mm{more}}}"
    return f"{_FIELDS}  deck: {deck}\n"


def csv(name: str, content: str | bytes, told: str, hint: str, more: str = "", only: bool = True) -> Mistake:
    """A mistake in a CSV file, or in what the product says of it."""
    return Mistake(name, {"game.yaml": game("things.csv", more), "things.csv": content}, told, hint, only)


CSV = [
    csv(
        "a number that is none",
        "name,power\nOne,3\nTwo,lots\n",
        'things.csv:3:power: error: power should be a whole number, not the text "lots"',
        "Write a whole number here.",
    ),
    csv(
        "a number out of range",
        "name;power\nOne;12\n",
        "things.csv:2:power: error: power is 12; it must be from 0 to 9",
        "Choose a number from 0 to 9.",
    ),
    csv(
        "a broken number",
        "name,power\nOne,3.5\n",
        "things.csv:2:power: error: power should be a whole number, not the number 3.5",
        "Write a whole number here.",
    ),
    csv(
        "an empty cell of a field that is needed",
        "name,power,rules\nOne,,x\n",
        "things.csv:2:power: error: power is empty",
        "Fill in the cell, or give the field optional: true in game.yaml.",
    ),
    csv("no name", "name,power\n,3\n", "things.csv:2:name: error: name is empty", "Fill in the cell."),
    csv(
        "a column that is no field",
        "name,Pwoer\nOne,3\n",
        'things.csv:1:Pwoer: error: the column "Pwoer" is no field of the records',
        "Did you mean 'power'? Or write columns: {\"Pwoer\": none} in game.yaml to leave it out.",
    ),
    csv(
        "a column that nobody asked for",
        "name,power,Remarks\nOne,3,x\n",
        'things.csv:1:Remarks: error: the column "Remarks" is no field of the records',
        'Declare the field, or write columns: {"Remarks": none} in game.yaml to leave it out.',
    ),
    csv(
        "a field without a column",
        "name,rules\nOne,x\n",
        "things.csv:1: error: no column gives the field power",
        "Add a column power, or say which one it is under columns in game.yaml.",
    ),
    csv(
        "a column twice",
        "name,power,Power\nOne,3,4\n",
        'things.csv:1:Power: error: the columns "power" and "Power" are both for the field power',
        "Rename one of them.",
    ),
    csv(
        "two columns for a field",
        "name,power,Qty,copies\nOne,3,1,1\n",
        'things.csv:1:copies: error: the columns "Qty" and "copies" are both for the field copies',
        "Rename one of them.",
        ", columns: {Qty: copies}",
    ),
    csv(
        "a column that is nearly a renamed one",
        "name,Text,text,power\nOne,3,4,1\n",
        'things.csv:1:text: error: the column "text" is no field of the records',
        'Declare the field, or write columns: {"text": none} in game.yaml to leave it out.',
        ", columns: {Text: rules}",
    ),
    csv(
        "a column that the list has not",
        "name,power\nOne,3\n",
        'game.yaml:12:108: error: the list has no column "Powr"',
        "Did you mean 'power'?",
        ", columns: {Powr: power}",
    ),
    csv(
        "a column for no field",
        "name,power,Text\nOne,3,x\n",
        'game.yaml:12:114: error: the records have no field "ruels"',
        "Did you mean 'rules'?",
        ", columns: {Text: ruels}",
    ),
    csv(
        "a column without a header",
        "name,power,\nOne,3,x\n",
        "things.csv:2:C: error: the row has 3 cells, and there are 2 columns",
        "Put quotes around a text that holds a comma, or give every column a header.",
    ),
    csv(
        "a comma without quotes",
        "name,power,rules\nOne,3,Fly, then land, then eat\n",
        "things.csv:2:D: error: the row has 5 cells, and there are 3 columns",
        "Put quotes around a text that holds a comma, or give every column a header.",
    ),
    csv(
        "a quote that is never closed",
        'name,power,rules\nOne,3,"Fly\nTwo,3,\n',
        "things.csv:2:1: error: a quoted text has no closing quote",
        "Close the quote; one within a text is written twice.",
    ),
    csv(
        "a quote in the middle",
        'name,power,rules\nOne,3,"Fly" away\n',
        "things.csv:2:1: error: a quoted text goes on after its closing quote",
        'Write a quote within a text twice, as in "a ""b"" c".',
    ),
    csv(
        "a word that is none of the options",
        "name,power,tags\nOne,3,fire|icy\n",
        'things.csv:2:tags: error: item 2 of tags has the unknown value "icy"',
        "Did you mean 'ice'?",
    ),
    csv(
        "a map in one column",
        "name,power,stats\nOne,3,fp 3\n",
        "things.csv:1:stats: error: stats holds keys of its own",
        "Give each of its keys a column, such as stats.fp.",
    ),
    csv(
        "a key that a map has not",
        "name,power,stats.pf\nOne,3,3\n",
        'things.csv:1:stats.pf: error: stats has no "pf"',
        "Use one of: cc, fp.",
    ),
    csv(
        "a key of a plain field",
        "name,power,rules.long\nOne,3,x\n",
        'things.csv:1:rules.long: error: rules has no "long"',
        "Write rules alone.",
    ),
    csv(
        "a map without its key",
        "name,power,stats.fp,stats.cc\nOne,3,,2\n",
        "things.csv:2:stats.fp: error: stats.fp is empty",
        "Fill in the cell, or give the field optional: true in game.yaml.",
    ),
    csv(
        "lists of two lengths",
        "name,power,stops.name,stops.at\nOne,3,A|B,1\n",
        "things.csv:2:stops.at: error: stops.at has 1 where stops.name has 2",
        "Write as many in both, with bars between them.",
    ),
    csv(
        "a switch that is neither",
        "name,power,hero\nOne,3,perhaps\n",
        'things.csv:2:hero: error: hero should be true or false, not the text "perhaps"',
        "Write true or false here.",
    ),
    csv(
        "copies below zero",
        "name,power,copies\nOne,3,-1\n",
        "things.csv:2:copies: error: copies is -1; it must be from 0 to 999",
        "Choose a number from 0 to 999.",
    ),
    csv(
        "a comma at the end of a text without quotes",
        "name,power,rules\nOne,3,Fly,\n",
        "things.csv:2:D: error: the row has 4 cells, and there are 3 columns",
        "Put quotes around a text that holds a comma, or give every column a header.",
    ),
    csv(
        "headers alone",
        "name,power\n\n",
        "things.csv:1: warning: the list has headers, and no records under them",
        "Fill in a row.",
    ),
    csv("a file with nothing in it", "\n\n", "things.csv: error: the file is empty", "Write a row of headers."),
    csv(
        "text that is spoiled",
        "name,power\nLöwe\nBär\nÖl\n".encode() + b"\xff,3\n",
        "things.csv:5:1: error: the file is not UTF-8 text",
        'Save it as UTF-8; Excel calls that "CSV UTF-8".',
    ),
    csv(
        "an old encoding",
        "name,power\nLöwe,3\n".encode("cp1252"),
        'things.csv:2:2: warning: the file is not UTF-8; it was read as Windows-1252, such as "Löwe,3"',
        'Save it as UTF-8; Excel calls that "CSV UTF-8".',
    ),
    csv(
        "a control character",
        "name,power\nO\x07ne,3\n",
        "things.csv:2:2: error: the control character U+0007 may not stand in a file",
        "Remove it.",
    ),
    csv(
        "a mistake after a text of two lines",
        'name,power,rules\nOne,3,"a\nb"\nTwo,x,"c\nd"\n',
        'things.csv:4:power: error: power should be a whole number, not the text "x"',
        "Write a whole number here.",
    ),
]
_SUITS = "hearts: {title: Hearts}\nspades: {title: Spades}\n"
_TABLES = "tables: {suits: {file: suits.yaml, fields: {title: text}}}\n"


def combined(name: str, entry: str, told: str, hint: str, only: bool = True) -> Mistake:
    """A mistake in an entry that combines values."""
    files = {"game.yaml": _TABLES + game("things.yaml"), "suits.yaml": _SUITS, "things.yaml": entry}
    return Mistake(name, files, told, hint, only)


FOR = [
    combined(
        "a combination of no names",
        "- for: [a, b]\n  name: x\n  power: 1\n",
        "things.yaml:1:8: error: for should be names with their values, not a list",
        "Write it like for: {suit: [red, blue], rank: 1..9}.",
    ),
    combined(
        "values that are none",
        "- for: {n: 3}\n  name: x{{ n }}\n  power: 1\n",
        "things.yaml:1:12: error: n has nothing to choose from",
        "Write n: [a, b], n: 1..9 or n: {from: table}.",
    ),
    combined(
        "a range that is none",
        "- for: {n: 1-9}\n  name: x{{ n }}\n  power: 1\n",
        "things.yaml:1:12: error: n has nothing to choose from",
        "Write n: [a, b], n: 1..9 or n: {from: table}.",
    ),
    combined(
        "a list in a list",
        "- for: {n: [1, [2, 3]]}\n  name: x{{ n }}\n  power: 1\n",
        "things.yaml:1:16: error: n is chosen from single values, not from a list",
        "Write a word, a number or a range such as 2..10.",
    ),
    combined(
        "a number that a choice is compared with as a text",
        "- for: {n: [A, 2..10]}\n  when: n == 'A' or n == '3'\n  name: x{{ n }}\n  power: 1\n",
        "things.yaml:2:9: error: n is the number 3, and '3' is a text (with n 3)",
        "Write n == 3.",
    ),
    combined(
        "a table that is not there",
        "- for: {s: {from: suit}}\n  name: x{{ s }}\n  power: 1\n",
        'things.yaml:1:19: error: unknown table "suit"',
        "Did you mean 'suits'?",
    ),
    combined(
        "a table with more to it",
        "- for: {s: {from: suits, of: 1}}\n  name: x{{ s }}\n  power: 1\n",
        "things.yaml:1:12: error: s is chosen from a table",
        "Write s: {from: table}.",
    ),
    combined(
        "a name that is not combined",
        "- for: {n: 1..3}\n  name: x{{ m }}\n  power: 1\n",
        'things.yaml:2:9: error: there is no "m" in name',
        "Use one of: n.",
    ),
    combined(
        "a column that a table has not",
        "- for: {s: {from: suits}}\n  name: x{{ s.tilte }}\n  power: 1\n",
        "things.yaml:2:9: error: there is no 'tilte' here (with s hearts)",
        "Did you mean 'title'?",
    ),
    combined(
        "two records of one name",
        "- for: {n: 1..3, m: 1..2}\n  name: x{{ n }}\n  power: 1\n",
        'things.yaml:2:9: error: two combinations have the name "x1"',
        "Write {{ n }} and {{ m }} into it.",
    ),
    combined(
        "a combination out of range",
        "- for: {n: 8..12}\n  name: x{{ n }}\n  power: '{{ n }}'\n",
        "things.yaml:3:10: error: power is 10; it must be from 0 to 9",
        "Choose a number from 0 to 9.",
    ),
    combined(
        "a combination without a field",
        "- for: {n: 1..3}\n  name: x{{ n }}\n",
        'things.yaml:1:3: error: the key "power" is missing',
        "Add power: and its value.",
    ),
    combined(
        "a condition that cannot be read",
        "- for: {n: 1..3}\n  when: n <\n  name: x{{ n }}\n  power: 1\n",
        "things.yaml:2:9: error: cannot read 'n <': it ends too early",
        "Mend this line.",
    ),
    combined(
        "a condition of texts",
        "- for: {n: [A, 2]}\n  when: n < 3\n  name: x{{ n }}\n  power: 1\n",
        "things.yaml:2:9: error: '<' cannot compare a text with a number (with n A)",
        "Mend this line.",
    ),
    combined(
        "a name with a blank",
        "- for: {my suit: [a, b]}\n  name: x\n  power: 1\n",
        'things.yaml:1:9: error: "my suit" cannot be a name here',
        "Use letters, digits and _, such as suit.",
        only=False,
    ),
]


def json(name: str, content: str, told: str, hint: str, more: str = "") -> Mistake:
    """A mistake in a JSON file."""
    return Mistake(name, {"game.yaml": game("things.json", more), "things.json": content}, told, hint)


JSON = [
    json(
        "a comma too few",
        '[\n  {"name": "One" "power": 3}]',
        "things.json:2:3: error: a { mapping without its comma or its }",
        "Add the missing comma or }.",
    ),
    json(
        "a word without quotes",
        '[{"name": One, "power": 3}]',
        "things.json:1:11: error: One stands without quotes",
        "Put quotes around the text, or add the comma that is missing.",
    ),
    json(
        "a key twice",
        '[{"name": "One", "power": 3, "power": 4}]',
        'things.json:1:30: error: the key "power" stands twice on line 1',
        "Keep one of the two.",
    ),
    json(
        "a text for a number",
        '[\n  {"name": "One",\n   "power": "3"}\n]',
        'things.json:3:13: error: power should be a whole number, not the text "3"',
        "Write it without quotes.",
    ),
    json(
        "an object for a list",
        '{"cards": [{"name": "One", "power": 3}]}',
        "things.json:1:1: error: the file should hold a list of records, in [ ]",
        "Write a list of records, in [ ].",
    ),
    json(
        "a key that is no field",
        '[{"name": "One", "powr": 3, "power": 3}]',
        'things.json:1:18: error: unknown key "powr"',
        "Did you mean 'power'?",
    ),
    json(
        "a key that is renamed and not there",
        '[{"name": "One", "power": 3}]',
        'game.yaml:12:109: error: no record has the key "Powr"',
        "Did you mean 'power'?",
        ", columns: {Powr: power}",
    ),
    json(
        "a bracket that is never closed",
        '[{"name": "One", "power": 3}',
        "things.json:1:1: error: a [ list without its comma or its ]",
        "Add the missing comma or ].",
    ),
]


def compared(name: str, when: str, told: str, hint: str) -> Mistake:
    """A mistake of a face that compares what a list holds: a rank of three is a text in it, a power a number."""
    game = (
        "title: Mistakes\nversion: '1'\nrecords: {thing: {rank: text, power: integer, tags: list}}\nproducts:\n  deck: "
    )
    game += "{kind: cards, title: Deck, list: things.csv, record: thing, front: front, size: 63x88mm}\n"
    rows = "name,rank,power,tags\nOne,A,1,x\nTwo,2,2,1|2\n"
    fill = "{{ 'ink' if " + when + " else 'none' }}"
    face = FRONT + f'  - rect: {{x: 5, y: 40, w: 9, h: 9, fill: "{fill}"}}\n'
    files = {"game.yaml": game, "things.csv": rows, "templates/faces/front.yaml": face}
    return Mistake(name, files, f"templates/faces/front.yaml:6:43: error: {told} (drawing Two)", hint)


COMPARED = [
    compared(
        "a number compared with a text",
        "card.power != '2'",
        "card.power is the number 2, and '2' is a text",
        "Write card.power != 2.",
    ),
    compared(
        "a text compared with a number",
        "card.rank == 2",
        "card.rank is the text '2', and 2 is a number",
        "Write card.rank == '2'.",
    ),
    compared(
        "two fields of two kinds",
        "card.rank == card.power",
        "card.rank is the text '2', and card.power is the number 2",
        "Write card.rank == card.power | string.",
    ),
    compared(
        "a number looked for among texts",
        "card.power in ['J', '2']",
        "card.power is the number 2, and the list has the text '2'",
        "Write card.power | string in ['J', '2'].",
    ),
    compared(
        "a text looked for among numbers",
        "card.rank not in [2, 3]",
        "card.rank is the text '2', and the list has the number 2",
        "Write '2' in the list.",
    ),
    compared(
        "a number looked for among the words of a list",
        "card.power > 1 and 2 in card.tags",
        "2 is a number, and the list has the text '2'",
        "Write '2' in card.tags.",
    ),
    compared(
        "words counted that are no numbers",
        "card.tags | chance(card.power) < 1",
        "what is compared is the text '2', and 2 is a number",
        "Write both as numbers, or both as texts.",
    ),
]
MISTAKES = CSV + FOR + JSON + COMPARED
