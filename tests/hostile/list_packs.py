"""Lists, fonts and keywords with the slips that people make: one row for each thing that is told of them."""

from bookmaking import xlsx
from data_packs import listed
from font_packs import own
from fontmaking import otf
from packs import TINY, Pack, Told, tiny

CSV, XLSX, GAME = "things.csv", "things.xlsx", "game.yaml"
_ROWS = {"Things": [["name", "number"], ["One", 3], ["Two", 4]]}
_PAIRS = "    stops: {kind: list, optional: true, of: {name: text, at: integer}}\n"


def _csv(name: str, text: str, code: str, more: str = "") -> Pack:
    return Pack(f"list: {name}", listed(CSV, text, more), Told(code, CSV))


def _paired(name: str, text: str, code: str) -> Pack:
    """A list whose records hold maps in lists, each column with the words of one key."""
    make = listed(CSV, text)

    def made(folder: object) -> None:
        make(folder)  # type: ignore[arg-type]
        game = folder / GAME  # type: ignore[operator]
        game.write_text(game.read_text("utf-8").replace("    note:", f"{_PAIRS}    note:"), "utf-8")

    return Pack(f"list: {name}", made, Told(code, CSV))


PACKS = [
    _csv("empty", "", "empty-list"),
    _csv("without names", "number\n3\n", "missing-column"),
    _csv("a column twice", "name,number,number\nOne,1,2\n", "duplicate-column"),
    _csv("a key of what has none", "name,note.x\nOne,1\n", "unknown-column"),
    _paired("one column of a list is shorter than the other", "name,stops.name,stops.at\nOne,a|b,1\n", "wrong-length"),
    _paired("a column for a list of mappings", "name,stops\nOne,a\n", "wrong-column"),
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
    Pack(
        "keywords: a pattern that is no pattern",
        tiny({GAME: (TINY[GAME]) + 'keywords: {"/(/": {font: bold}}\n'}),
        Told("bad-pattern", GAME),
    ),
    Pack(
        "sheets: a cover among the pieces",
        tiny(
            {
                GAME: TINY[GAME] + "  top: {kind: cover, title: Top, front: kit-cover}\nsheets: {all: [cards, top]}\n",
            }
        ),
        Told("whole-pages", GAME),
    ),
]
