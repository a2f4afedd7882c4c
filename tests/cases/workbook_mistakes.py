"""Mistakes in workbooks: what their cells, sheets and files may not hold."""

from collections.abc import Sequence

from bookmaking import SHEET, packed, respun, small, xlsx
from mistake import GAME, Mistake

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


def book(
    name: str,
    content: bytes | Sequence[Sequence[object]],
    finding: str,
    hint: str,
    more: str = "",
    file: str = "things.xlsx",
) -> Mistake:
    """A mistake in a workbook, or in what the product says of it."""
    own = content if isinstance(content, bytes) else xlsx({"Things": content})
    return Mistake(name, {"game.yaml": game(f"'{file}'", more), file.partition("#")[0]: own}, finding, hint)


_HEAD = ["name", "power", "rules"]
MISTAKES = [
    book(
        "a number that is none in a workbook",
        [_HEAD, ["One", "lots"]],
        'things.xlsx:Things!B2: error: power should be a whole number, not the text "lots"',
        "Write a whole number here.",
    ),
    book(
        "a broken number in a workbook",
        [_HEAD, [], ["One", 3.5]],
        "things.xlsx:Things!B3: error: power should be a whole number, not the number 3.5",
        "Write a whole number here.",
    ),
    book(
        "an empty cell in a workbook",
        [_HEAD, ["One", None, "x"]],
        "things.xlsx:Things!B2: error: power is empty",
        "Fill in the cell, or give the field optional: true in game.yaml.",
    ),
    book(
        "a column that nobody asked for in a workbook",
        [[*_HEAD, "Remarks"], ["One", 3, "", "x"]],
        'things.xlsx:Things!D1: error: the column "Remarks" is no field of the records',
        'Declare the field, or write columns: {"Remarks": none} in game.yaml to leave it out.',
    ),
    book(
        "a sheet that is not there",
        small(),
        'game.yaml:12:42: error: the workbook has no sheet "Thinks"',
        "Did you mean 'Things'?",
        file="things.xlsx#Thinks",
    ),
    book("a sheet without a list", [[]], 'things.xlsx: error: the sheet "Things" is empty', "Write a row of headers."),
    book(
        "a formula that nobody worked out",
        [_HEAD, ["One", "=1+2"]],
        "things.xlsx:Things!B2: error: the formula has no result in the file",
        "Open the workbook in its program, and save it once.",
    ),
    book(
        "a formula that failed",
        respun(small(), SHEET, b'<c r="B2" t="n"><v>3</v>', b'<c r="B2" t="e"><v>#DIV/0!</v>'),
        "things.xlsx:Things!B2: error: the cell shows #DIV/0!",
        "Mend its formula, and save the list anew.",
    ),
    book(
        "a note beside the columns",
        [_HEAD, ["One", 3, None, None, "check this"]],
        "things.xlsx:Things!E2: error: a cell beside the columns",
        "Write a header over it, or empty it.",
    ),
    book(
        "an old workbook",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        "things.xlsx: error: the file is a workbook of the old format XLS",
        "Save it as XLSX.",
    ),
    book(
        "a locked workbook",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        "things.xlsx: error: the workbook is locked with a password",
        "Save it without one.",
    ),
    book(
        "a workbook of the binary kind",
        packed({"xl/workbook.bin": b"x", "[Content_Types].xml": b"<a/>"}),
        "things.xlsx: error: the file is a workbook of the format XLSB",
        "Save it as XLSX.",
    ),
    book(
        "an old ending",
        b"x",
        "game.yaml:12:42: error: list: a list cannot be a file of the kind XLS",
        "Save it as XLSX.",
        file="things.xls",
    ),
    book(
        "a CSV that is called a workbook",
        b"name,power\nOne,3\n",
        "things.xlsx: error: the file is no workbook",
        "Save it as XLSX or CSV.",
    ),
    book(
        "an ODS that is called XLSX",
        packed({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<a/>"}),
        "things.xlsx: error: the file is a workbook of the format ODS",
        "Save it as XLSX or CSV.",
    ),
    book(
        "an ODS",
        b"x",
        "game.yaml:12:42: error: list: a list cannot be a file of the kind ODS",
        "Save it as XLSX or CSV.",
        file="things.ods",
    ),
    book(
        "a workbook of the strict kind",
        respun(
            small(),
            "xl/workbook.xml",
            b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
            b"http://purl.oclc.org/ooxml/spreadsheetml/main",
        ),
        "things.xlsx: error: the file is a workbook of the format Strict Open XML",
        "Save it as an ordinary XLSX, which programs call Excel Workbook, or as CSV.",
    ),
    book(
        "an archive that is no workbook",
        packed({"readme.txt": b"x"}),
        "things.xlsx: error: the file is no workbook of the format XLSX",
        "Save it as XLSX or CSV.",
    ),
    book(
        "a sheet of a CSV",
        b"name,power\nOne,3\n",
        "game.yaml:12:42: error: list: only a workbook (XLSX) has sheets",
        'Write "things.csv" alone.',
        file="things.csv#Things",
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
]
