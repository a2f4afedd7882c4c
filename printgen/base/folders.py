"""Where printgen's own folders are, and the folder of what is the user's."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from printgen.base.errors import UsageError

_PACKAGE = Path(__file__).resolve().parent.parent


def _data_folder(name: str) -> Path:
    """The folder inside an installed wheel, or else the one beside the package in its repository."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def templates_folder() -> Path:
    """The built-in faces, palettes, art and papers."""
    return _data_folder("templates")


def kits_folder() -> Path:
    """The built-in games, one folder each."""
    return _data_folder("cards")


def samples_folder() -> Path:
    """Whole small games, one folder each, that show what there is and that new ones may begin as copies of."""
    return _data_folder("samples")


def starters_folder() -> Path:
    """The small games that new ones start from, one folder each."""
    return templates_folder() / "starters"


def config_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder in which printgen keeps what is the user's own: that of PRINTGEN_CONFIG, or where the system has such.

    That is ~/.config/printgen (or XDG_CONFIG_HOME), on a Mac ~/Library/Application Support/printgen, and on Windows
    that of APPDATA. UsageError where there is none.
    """
    if own := environment.get("PRINTGEN_CONFIG"):
        return Path(own)
    usual = Path(environment.get("HOME", ""), "Library/Application Support" if platform == "darwin" else ".config")
    places = (environment.get("XDG_CONFIG_HOME", ""), str(usual))
    # The XDG standard says to ignore paths that are not absolute.
    for place in filter(os.path.isabs, (environment.get("APPDATA", ""),) if platform == "win32" else places):
        return Path(place, "printgen")
    raise UsageError("there is no folder of yours to keep things in", "Set PRINTGEN_CONFIG to one.")
