"""Where the built-in kits and templates lie; nothing comes in, folders go out."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def _data(name: str) -> Path:
    """The folder inside an installed wheel, or else the one beside the package in its repository."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def templates_folder() -> Path:
    """The built-in faces, palettes, art and papers."""
    return _data("templates")


def kits_folder() -> Path:
    """The built-in games, one folder each."""
    return _data("cards")


def samples_folder() -> Path:
    """Whole small games, one folder each, that show what there is and that new ones may begin as copies of."""
    return _data("samples")


def starters_folder() -> Path:
    """The small games that new ones start from, one folder each."""
    return templates_folder() / "starters"
