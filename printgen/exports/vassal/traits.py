"""What a piece can do comes in, as traits; the text goes out that VASSAL makes the piece from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from printgen.exports.vassal.coding import label, named, nested, plain, sequence

FLIP, DELETE, DISCARD = "70,130", "68,130", "82,130"
"""Ctrl-F, Ctrl-D and Ctrl-R: the code of the key, and 130 for Ctrl."""
_LEFT, _RIGHT = "91,130", "93,130"
"""Ctrl-[ and Ctrl-]."""

HIDES = "Hides the map"
"""The property of pieces that are too large to be shown at full size under the mouse."""


class Trait(NamedTuple):
    """A trait: what it is, which never changes, and its state as a game begins."""

    type: str
    state: str = ""


def _typed(word: str, *fields: object) -> str:
    return f"{word};{sequence(fields, ';')}"


def basic(image: str, name: str, number: int) -> Trait:
    """The piece itself, which every piece has innermost. `number` is its own in the module; the picture may be ""."""
    return Trait(_typed("piece", "", "", image, named(name)), sequence(("null", 0, 0, number, 0), ";"))


def masked(back: str) -> Trait:
    """Lies face down, with a picture of its back; its owner sees its face faintly on that."""
    return Trait(_typed("obs", FLIP, back, "Turn over", "2", "a card", "player:", "Peek", "", True, "", ""), "null;")


def sided(front: str, back: str, names: tuple[str, str] = ("", "")) -> Trait:
    """Has two sides, of which one is seen."""
    pictures, words = sequence((front, back), ","), sequence(names, ",")
    fields = (
        "", 2, "", "Turn over", 2, "", "", 2, "", "", "", 1, False, 0, 0, pictures, words, True, "Face", "", "", False,
        "", 1, 1, True, "", FLIP, "", "", "1.0", "", True,
    )  # fmt: skip
    return Trait(_typed("emb2", *fields), "1")


def turned(steps: int, begun: int = 0) -> Trait:
    """Can be turned, a whole turn in so many steps, of which some are done."""
    fields = (steps, _RIGHT, _LEFT, "Turn right", "Turn left", "", "", "Turn", "", "", "", "", True)
    return Trait(_typed("rotate", *fields), str(begun))


def marks(values: Mapping[str, str]) -> Trait:
    """Has properties that never change, by names."""
    keys = [plain(name) for name in values]
    return Trait(f"mark;{sequence(keys, ',')}", sequence(map(plain, values.values()), ","))


def discarded(pile: str) -> Trait:
    """Can be sent to a pile, by its name."""
    return Trait(_typed("return", "Discard", DISCARD, "", "", "", 2, False, label(pile)))


def deleted() -> Trait:
    """Can be removed from the game."""
    return Trait(_typed("delete", "Delete", DELETE, ""))


def reported(*keys: str) -> Trait:
    """Writes a line into the log as one of these keys does something, with the name that all players may know."""
    return Trait(_typed("report", sequence(keys, ","), "$newPieceName$: $menuCommand$ *", "", "", "", False), "-1")


def loose() -> Trait:
    """Lies where it is put, whatever grid there is, and never in a stack."""
    return Trait("immob;g;N;R;")


def definition(traits: Sequence[Trait]) -> str:
    """The piece with these traits, the outermost first, `basic` last."""
    types, states = nested([one.type for one in traits]), nested([one.state for one in traits])
    return f"+/{sequence(('null', types, states), '/')}"
