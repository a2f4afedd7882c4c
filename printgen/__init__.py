"""printgen turns folders of YAML and templates into print-and-play PDFs that are true to size.

    game = printgen.load("go-joe")
    pieces = game["joe-deck"].compose(seed=7)
    sheets = pieces.impose("a4")
    sheets.write("joe.pdf")

What a program may use is listed here, and most of it stands in `printgen.api`. It is imported when it is first
asked for, so that `import printgen` itself takes no time.
"""

# ruff: noqa: F403, F405
from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # Type checkers find the names through the star; a start imports none of them.
    from typing import Any

    from printgen._version import __version__ as __version__
    from printgen.api import *

__all__ = (
    "DUPLEX", "FORMATS", "MANY_SHEETS", "MOST_COPIES", "Built", "Entry", "Exit", "Finding", "Game", "LiveGame",
    "Manifest", "ManySheets", "Piece", "Pieces", "Printer", "PrintgenError", "Product", "Record", "Settings",
    "Sheet", "Sheets", "UsageError", "View", "Wanted", "Where", "__version__", "begin", "calibrate", "check",
    "clean_picture", "game_around", "game_of", "house_fonts", "import_cards", "kits", "load",
    "mark_printed", "measure_printer", "metered", "picture", "plan", "preview", "print_list", "printer", "printers",
    "pull", "samples", "schema", "starters", "tell", "words", "write", "write_schemas",
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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'printgen' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module("printgen._version" if name == "__version__" else "printgen.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
