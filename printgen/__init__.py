"""printgen turns folders of YAML and templates into print-and-play PDFs that are true to size.

    game = printgen.load("go-joe")
    pieces = game["joe-deck"].compose(seed=7)
    sheets = pieces.impose("a4")
    sheets.write("joe.pdf")

What a program may use is listed here, and most of it stands in `printgen.library`. It is imported when it is first
asked for, so that `import printgen` itself takes no time.
"""

# ruff: noqa: F403, F405
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # Type checkers find the names through the star; a start imports none of them.
    from printgen.library import *

__version__ = "0.1.0"
__all__ = (
    "DUPLEX", "FORMATS", "MANY_SHEETS", "Built", "Entry", "Exit", "Finding", "Game", "Manifest", "ManySheets", "Piece",
    "Pieces", "PrintgenError", "Product", "Record", "Settings", "Sheet", "Sheets", "UsageError", "View", "Where",
    "__version__", "check", "kits", "load", "preview", "schema", "write",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'printgen' has no attribute '{name}'")
    return getattr(import_module("printgen.library"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
