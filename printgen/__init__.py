"""printgen turns folders of YAML and templates into print-and-play PDFs that are true to size.

    game = printgen.load("go-joe")
    pieces = game["joe-deck"].compose(seed=7)
    sheets = pieces.impose("a4")
    sheets.write("joe.pdf")

What a program may use is listed here, and most of it stands in `printgen.library`. It is imported when it is first
asked for, so that `import printgen` itself takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from printgen.build import Built as Built
    from printgen.drawing.pieces import Piece as Piece
    from printgen.errors import Exit as Exit
    from printgen.errors import Finding as Finding
    from printgen.errors import PrintgenError as PrintgenError
    from printgen.errors import UsageError as UsageError
    from printgen.errors import Where as Where
    from printgen.library import Game as Game
    from printgen.library import Product as Product
    from printgen.library import check as check
    from printgen.library import kits as kits
    from printgen.library import load as load
    from printgen.library import schema as schema
    from printgen.library import write as write
    from printgen.output import Entry as Entry
    from printgen.output import Manifest as Manifest
    from printgen.printed import Pieces as Pieces
    from printgen.printed import Sheets as Sheets
    from printgen.reading.records import Record as Record
    from printgen.settings import DUPLEX as DUPLEX
    from printgen.settings import FORMATS as FORMATS
    from printgen.settings import MANY_SHEETS as MANY_SHEETS
    from printgen.settings import ManySheets as ManySheets
    from printgen.settings import Settings as Settings
    from printgen.sheets.sheet import Sheet as Sheet
    from printgen.views import View as View
    from printgen.views import preview as preview

__version__ = "0.1.0"

_HOMES = {
    "printgen.build": ("Built",),
    "printgen.drawing.pieces": ("Piece",),
    "printgen.errors": ("Exit", "Finding", "PrintgenError", "UsageError", "Where"),
    "printgen.library": ("Game", "Product", "check", "kits", "load", "schema", "write"),
    "printgen.output": ("Entry", "Manifest"),
    "printgen.printed": ("Pieces", "Sheets"),
    "printgen.reading.records": ("Record",),
    "printgen.settings": ("DUPLEX", "FORMATS", "MANY_SHEETS", "ManySheets", "Settings"),
    "printgen.sheets.sheet": ("Sheet",),
    "printgen.views": ("View", "preview"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
__all__ = ("__version__", *_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'printgen' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOME]
