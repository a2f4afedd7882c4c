"""The other yardstick: Typst, from its wheel, sets the benchmark's faces (deck.typ) from the same YAML.

Usage: typeset.py GAME_FOLDER OUT.pdf. The template is put beside the deck's files, since Typst reads below its root.
"""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import typst


def fonts(package: str) -> str:
    """The folder of a font wheel's files."""
    spec = find_spec(package)
    assert spec and spec.origin
    return str(Path(spec.origin).parent / "files")


def main() -> None:
    folder, out = Path(sys.argv[1]), sys.argv[2]
    template = folder / "deck.typ"
    shutil.copy(Path(__file__).with_name("deck.typ"), template)
    shelf = [fonts("fontpkg_black_ops_one"), fonts("fontpkg_barlow_condensed")]
    typst.compile(template, output=out, font_paths=shelf, ignore_system_fonts=True)


main()
