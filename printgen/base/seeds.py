"""Randomness that is the same on every machine, where the built-in folders and the user's are, and a board's score."""

from __future__ import annotations

import hashlib
import os
import random
import sys
from collections.abc import Mapping, MutableSequence, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from printgen.base.errors import UsageError

T = TypeVar("T")

MOST_SEED = 2**63 - 1
"""Seeds are whole numbers from 0 to this one."""


class Stream:
    """Random choices built on `random.Random.random()` alone, whose values never change between versions."""

    def __init__(self, key: str) -> None:
        digest = hashlib.sha256(key.encode()).digest()
        self._random = random.Random(int.from_bytes(digest, "big")).random

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return self._random()

    def between(self, low: float, high: float) -> float:
        """A number from `low` up to `high`, which only rounding reaches."""
        return low + (high - low) * self._random()

    def below(self, count: int) -> int:
        """A whole number from 0 to `count` - 1."""
        return int(self._random() * count)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each as likely as the others."""
        return options[self.below(len(options))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order in place (Fisher and Yates): every arrangement is possible."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def rng_for(seed: int, *names: str) -> Stream:
    """The stream for one piece: `rng_for(7, "go-joe", "joe-deck", "Ace")`.

    A stream of its own for every piece means that a new piece never changes the others.
    """
    return Stream("\x1f".join((str(seed), *names)))


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


class Score(NamedTuple):
    """How uneven a board is: `total` adds up the sizes of the `parts`, and 0 is perfectly even.

    A part is a sentence and a signed difference, above zero when it favours the first side and below when it favours
    the second; its unit depends on the kind of board.
    """

    total: float
    parts: tuple[tuple[str, float], ...]

    def as_data(self) -> dict[str, Any]:
        """The score as plain data, for JSON."""
        return {"total": self.total, "parts": [list(part) for part in self.parts]}
