"""Lists, fonts and keywords with the slips that people make: one row for each thing that is told of them."""

from bookmaking import xlsx
from data_packs import listed
from font_packs import own
from fontmaking import otf
from packs import Pack, Told

CSV, XLSX, GAME = "things.csv", "things.xlsx", "game.yaml"
_ROWS = {"Things": [["name", "number"], ["One", 3], ["Two", 4]]}


PACKS = [
    Pack(
        "list: a hidden row",
        listed(XLSX, xlsx(_ROWS, lambda book, sheet: setattr(sheet.row_dimensions[3], "hidden", True))),
        Told("hidden-row", XLSX, severity="warning"),
    ),
    Pack("list: a sheet of nobody", listed(f"{XLSX}#Thongs", xlsx(_ROWS)), Told("unknown-sheet", GAME)),
    Pack("fonts: a fallback of nobody", own(otf, "{own: own.otf, fallback: [nobody]}"), Told("unknown-font", GAME)),
    Pack(
        "fonts: bold words of a family without bold letters",
        own(otf, "{own: {regular: own.otf}}", "A **V** A"),
        Told("lacking-style", GAME, severity="warning"),
    ),
]
