"""printgen turns folders of YAML and templates into print-and-play PDFs that are true to size.

    game = printgen.load("go-joe")
    pieces = game["joe-deck"].compose(seed=7)
    sheets = pieces.impose("a4")
    sheets.write("joe.pdf")

What a program may use is listed here. It is imported when it is first asked for, so that `import printgen` itself takes
no time.

Lengths that go in are texts with a unit ("3mm"); those that come out are points. Mistakes in files are raised as
PrintgenError, which carries every finding of all files; what does not exist (a kit, a product, a card, a paper) as
UsageError, which is a PrintgenError too.

What a game may take is limited: each of these calls counts its work, and ends with a PrintgenError of the code
"over-limit" where no real game goes. `with metered(False):` lifts the limits of what is called in it, and
`with metered():` counts several calls as one.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # A start imports none of them.
    from typing import Any

    from printgen._version import __version__
    from printgen.art.photos import clean_photo as clean_picture
    from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where
    from printgen.base.limits import metered
    from printgen.build.card_import import import_cards
    from printgen.build.games import GameView, ProductView, icons, load
    from printgen.build.guide_sheets import calibrate, measure_printer
    from printgen.build.list_game import begin_from_list
    from printgen.build.live import LiveGame, View, picture, preview
    from printgen.build.manifest import Manifest, ManifestEntry
    from printgen.build.marking import mark_printed
    from printgen.build.planning import plan
    from printgen.build.printed import Pieces, Sheets
    from printgen.build.pulling import pull
    from printgen.build.rails import import_18xx
    from printgen.build.rpg_cards import import_rpg_cards
    from printgen.build.schemas import schema, write_schemas
    from printgen.build.settings import DUPLEX, FORMATS, MANY_SHEETS, ManySheets, Settings
    from printgen.build.stages import Built, check
    from printgen.build.stages import build as write
    from printgen.build.starting import begin, samples, starters
    from printgen.build.targets import PrintTarget, game_around, game_of, kits, print_list
    from printgen.drawing.fonts import house_files as house_fonts
    from printgen.drawing.pieces import Piece
    from printgen.editing.helping import explain_word as tell
    from printgen.editing.helping import groups as words
    from printgen.editing.upgrading import upgrade
    from printgen.game.records import MOST_COPIES, Record
    from printgen.sheets.printers import Printer, printer, printers
    from printgen.sheets.sheet import Sheet

__all__ = (
    "DUPLEX", "FORMATS", "MANY_SHEETS", "MOST_COPIES", "Built", "Exit", "Finding", "GameView", "LiveGame",
    "Manifest", "ManifestEntry", "ManySheets", "Piece", "Pieces", "PrintTarget", "Printer", "PrintgenError",
    "ProductView", "Record", "Settings", "Sheet", "Sheets", "UsageError", "View", "Where", "__version__",
    "begin", "begin_from_list", "calibrate", "check", "clean_picture", "game_around", "game_of", "house_fonts", "icons",
    "import_18xx", "import_cards", "import_rpg_cards", "kits", "load", "mark_printed", "measure_printer", "metered",
    "picture", "plan", "preview", "print_list", "printer", "printers", "pull", "samples", "schema", "starters", "tell",
    "upgrade", "words", "write", "write_schemas",
)  # fmt: skip


def _leave_working_folder() -> None:
    """Under `python -m printgen` Python looks for modules in the working folder first, which may be a stranger's."""
    words: list[str] = getattr(sys, "argv", [])
    if words[:1] == ["-m"] and sys.orig_argv[-len(words)].endswith("printgen") and not sys.flags.safe_path:
        try:
            here = os.getcwd()  # noqa: PTH109
        except OSError:
            return  # It is gone, and Python does not look there.
        if sys.path[:1] == [here]:
            del sys.path[0]


# Before anything else is imported, by us or by others.
_leave_working_folder()


_HOMES = {
    "_version": "__version__",
    "art.photos": "clean_picture=clean_photo",
    "base.errors": "Exit Finding PrintgenError UsageError Where",
    "base.limits": "metered",
    "build.marking": "mark_printed",
    "build.games": "GameView ProductView icons load",
    "build.guide_sheets": "calibrate measure_printer",
    "build.card_import": "import_cards",
    "build.list_game": "begin_from_list",
    "build.live": "LiveGame View picture preview",
    "build.manifest": "Manifest ManifestEntry",
    "build.planning": "plan",
    "build.printed": "Pieces Sheets",
    "build.pulling": "pull",
    "build.rails": "import_18xx",
    "build.rpg_cards": "import_rpg_cards",
    "build.schemas": "schema write_schemas",
    "build.settings": "DUPLEX FORMATS MANY_SHEETS ManySheets Settings",
    "build.stages": "Built check write=build",
    "build.starting": "begin samples starters",
    "build.targets": "PrintTarget game_around game_of kits print_list",
    "drawing.fonts": "house_fonts=house_files",
    "drawing.pieces": "Piece",
    "editing.helping": "tell=explain_word words=groups",
    "editing.upgrading": "upgrade",
    "game.records": "MOST_COPIES Record",
    "sheets.printers": "Printer printer printers",
    "sheets.sheet": "Sheet",
}
"""Where names stand; some are called otherwise at home."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _HOMES.items():
        for public, _, own in (word.partition("=") for word in names.split()):
            if public == name:
                value = globals()[name] = getattr(import_module(f"printgen.{module}"), own or name)
                return value
    raise AttributeError(f"module 'printgen' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
