"""Mistakes in tables that are sheets: their codes, their columns, and what game.yaml says of them."""

from bookmaking import xlsx
from mistake import GAME, Mistake


def table(name: str, content: str, told: str, hint: str, more: str = "", fields: str = "title: text") -> Mistake:
    """A mistake in a table in a CSV file, or in what game.yaml says of it; the rows have a title."""
    files = {"game.yaml": GAME + f"tables: {{suits: {{file: suits.csv, fields: {{{fields}}}{more}}}}}\n"}
    return Mistake(name, {**files, "suits.csv": content}, told, hint)


_STATS = "title: text, stats: {kind: map, of: {fp: integer}}, from: {kind: choice, from: suits, optional: true}"

MISTAKES = [
    table(
        "a table without codes",
        "suit,title\nS,Sun\n",
        'suits.csv:1:suit: error: the column "suit" is no field of the rows',
        'Declare the field, or write columns: {"suit": none} in game.yaml to leave it out.',
    ),
    table(
        "a table of nothing but its fields",
        "title\nSun\n",
        "suits.csv:1: error: no column gives the field code",
        "Add a column code, or say which one it is under columns in game.yaml.",
    ),
    table(
        "a row without its code",
        "code,title\nS,Sun\n,Moon\n",
        "suits.csv:3:code: error: code is empty",
        "Fill in the cell.",
    ),
    table(
        "a code twice",
        "title,code\nSun,S\nMoon,S\n",
        'suits.csv:3:code: error: the code "S" stands twice',
        "Keep one of the two.",
    ),
    table(
        "a row without a field",
        "code,title\nS,\n",
        "suits.csv:2:title: error: title is empty",
        "Fill in the cell, or give the field optional: true in game.yaml.",
    ),
    table(
        "a table without a field of its rows",
        "code\nS\n",
        "suits.csv:1: error: no column gives the field title",
        "Add a column title, or say which one it is under columns in game.yaml.",
    ),
    table(
        "a table without a row",
        "code,title\n",
        'suits.csv:1: error: the table "suits" has no rows',
        "Add a row.",
    ),
    table(
        "a field of a row that is none",
        "code,Titel\nS,Sun\n",
        'suits.csv:1:Titel: error: the column "Titel" is no field of the rows',
        "Did you mean 'title'? Or write columns: {\"Titel\": none} in game.yaml to leave it out.",
    ),
    table(
        "a number of a row that is none",
        "code,title,stats.fp\nS,Sun,lots\n",
        'suits.csv:2:stats.fp: error: fp should be a whole number, not the text "lots"',
        "Write a whole number here.",
        fields=_STATS,
    ),
    table(
        "a row that speaks of another",
        "code,title,stats.fp,from\nS,Sun,1,T\n",
        'suits.csv:2:from: error: from has the unknown value "T"',
        "Use one of: S.",
        fields=_STATS,
    ),
    table(
        "a field of a sheet that is called as its codes",
        "code,title\nS,Sun\n",
        "game.yaml:6:57: error: a sheet has the codes of a table's rows in the column code, which is no field of them",
        "Choose another name for the field.",
        fields="title: text, code: text",
    ),
    table(
        "a column of a table that is renamed to nothing known",
        "suit,title\nS,Sun\n",
        'game.yaml:6:74: error: the rows have no field "cod"',
        "Did you mean 'code'?",
        ", columns: {suit: cod}",
    ),
    Mistake(
        "a sheet of a workbook with tables that is not there",
        {
            "game.yaml": GAME + "tables: {suits: {file: 'tables.xlsx#Suit', fields: {title: text}}}\n",
            "tables.xlsx": xlsx({"Suits": [["code", "title"], ["S", "Sun"]]}),
        },
        'game.yaml:6:24: error: the workbook has no sheet "Suit"',
        "Did you mean 'Suits'?",
    ),
    Mistake(
        "a key of a table that is renamed and not there",
        {
            "game.yaml": GAME + "tables: {suits: {file: suits.json, fields: {title: text}, columns: {Titel: title}}}\n",
            "suits.json": '{"S": {"title": "Sun"}}',
        },
        'game.yaml:6:69: error: no row has the key "Titel"',
        "Did you mean 'title'?",
    ),
    Mistake(
        "a table of an old format",
        {"game.yaml": GAME + "tables: {suits: {file: suits.xls, fields: {title: text}}}\n", "suits.xls": b"x"},
        "game.yaml:6:24: error: file: a list cannot be a file of the kind XLS",
        "Save it as XLSX.",
    ),
]
