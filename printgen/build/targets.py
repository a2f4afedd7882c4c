"""What commands name: kits, products, folders, cards; and what of them is to be printed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os.path import lexists
from pathlib import Path
from typing import Any

from printgen.base.errors import Exit, PrintgenError, UsageError, Where, closest
from printgen.base.gate import misnamed, spelled
from printgen.base.names import composed, folded_name
from printgen.base.seeds import MOST_SEED, kits_folder
from printgen.drawing.pieces import Piece
from printgen.game.print_lists import MOST_COPIES, Row, rows_of
from printgen.game.records import Product, Record
from printgen.reading.marked import Map
from printgen.reading.part import NOWHERE
from printgen.reading.yaml_events import read_yaml_file


def kits() -> dict[str, Path]:
    """The built-in kits by name."""
    folder = kits_folder()
    return {path.name: path for path in sorted(folder.iterdir()) if (path / "game.yaml").is_file()}


def kit_with(kind: str) -> str:
    """The first built-in kit that has a product of a kind. UsageError when none has."""
    for name, folder in kits().items():
        game = read_yaml_file(folder / "game.yaml", f"{name}/game.yaml")
        products = game.get("products") if isinstance(game, Map) else None
        if isinstance(products, Map) and any(product.get("kind") == kind for product in products.values()):
            return name
    raise UsageError(f"no kit has a product of the kind {kind}", "Name a game that has one.")


def find_target(target: str) -> tuple[Path, str]:
    """The game folder and the product (or "") that a target names: KIT, KIT/PRODUCT, or a path to a folder."""
    if not target.strip():
        raise UsageError("a target is empty", "Name a kit, a product, or a folder; . is the working folder.")
    known = kits()
    path = spelled(Path(target))
    # A folder of that name wins over nothing but itself: built-in kits are always reachable by name.
    kit, _, product = target.partition("/")
    if kit in known and "/" not in product:
        return known[kit], product
    # One that is there and no file is told of when it is read.
    if lexists(path / "game.yaml"):
        return path, ""
    if path.name == "game.yaml" and lexists(path):
        return path.parent, ""
    if lexists(path.parent / "game.yaml"):
        return path.parent, composed(path.name)
    if lexists(f"{path}/."):
        wrong = [name for name, _ in misnamed(path, ["game.yaml"])] + [path.name for path in path.glob("game.yml")]
        hint = f"Rename {wrong[0]} to game.yaml." if wrong else "Name a folder that holds a game.yaml."
        raise UsageError(f"the folder {target} has no game.yaml", hint)
    near = closest(kit, known)
    hint = f"Did you mean '{near}{'/' + product if product else ''}'?" if near else f"Use one of: {', '.join(known)}."
    raise UsageError(f"there is no kit or folder '{target}'", hint)


def game_around() -> Path | None:
    """The folder of the game that the working folder lies in; None where it lies in none."""
    try:
        here = Path.cwd()
    except OSError:
        return None
    return next((folder for folder in (here, *here.parents) if lexists(folder / "game.yaml")), None)


def records_named(product: Product, names: Sequence[str]) -> tuple[Record, ...]:
    """The records of a product with these names (case and kind of quotes aside); all of them without names."""
    if not names:
        return product.records
    wanted = {folded_name(name) for name in names}
    return tuple(record for record in product.records if folded_name(record.name) in wanted)


def listed(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Records as plain data for people and scripts, in their order.

    Optional values that a record leaves out are left out here too.
    """
    apart = {"name", "copies", "art", "look", "errata", "deviations"}
    return [
        {
            key: _plain(value)
            for key in ("name", *(k for k in record.values if k not in apart))
            if (value := record.values[key]) is not None and value != {}
        }
        for record in records
    ]


def _plain(value: Any) -> Any:
    """A value of a record as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, Path) else value


LATER = "print-later.yaml"
"""What is to be printed later: a print list in the folder of the user's own cards."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something to be printed: a target, or some of its cards, and how often.

    `target` is as commands take it: a kit, a product, or a path. `cards` are names of records, without any all. With
    `copies` each of them is printed so often, whatever its record says, and a product without records so often; None
    is as they say. `seed` is for whatever is random in it, None that of the settings. `row` is where a file says so.
    UsageError for what cannot be.
    """

    target: str
    cards: tuple[str, ...] = ()
    copies: int | None = None
    seed: int | None = None
    row: Row | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.copies is not None and not 1 <= self.copies <= MOST_COPIES:
            raise UsageError(f"copies: {self.copies} is not from 1 to {MOST_COPIES}", "Give a whole number such as 2.")
        if self.seed is not None and not 0 <= self.seed <= MOST_SEED:
            raise UsageError(f"seed: {self.seed} is not from 0 to {MOST_SEED}", "Give a whole number such as 7.")

    def found(self) -> tuple[Path, str]:
        """The game's folder and the product, or "", that the target names. UsageError, or PrintgenError at its row."""
        try:
            return find_target(self.target)
        except UsageError as error:
            if self.row is None:
                raise
            told = replace(error.findings[0], where=self.where("target"), code="unknown-target", exit=Exit.BAD_INPUT)
            raise PrintgenError([told]) from error

    def as_data(self) -> dict[str, Any]:
        """The row as plain data."""
        return {"target": self.target, "cards": list(self.cards), "copies": self.copies, "seed": self.seed}

    def __str__(self) -> str:
        cards = f": {', '.join(self.cards)}" if self.cards else ""
        often = f" x {self.copies}" if self.copies else ""
        return f"{self.target}{cards}{often}" + ("" if self.seed is None else f", seed {self.seed}")

    def where(self, *keys: str | int) -> Where:
        """Where a file says it; nowhere for what a program wants."""
        return self.row.where_of(*keys) if self.row else NOWHERE


@dataclass(frozen=True, slots=True)
class Wish:
    """What of a product is printed: the records of some names, or of all, and how often.

    `copies` tells of records, by their folded names, how often they are printed where that is not what they say.
    `times` is how often the whole is printed, where its pieces follow no records.
    """

    only: tuple[str, ...] = ()
    copies: Mapping[str, int] = field(default_factory=dict)
    times: int = 1
    seed: int | None = None

    @property
    def differs(self) -> bool:
        """Whether anything is printed more or less often than its file says."""
        return bool(self.copies) or self.times > 1

    def pieces(self, pieces: tuple[Piece, ...], records: Sequence[Record]) -> tuple[Piece, ...]:
        """The pieces of records, each as often as is wanted; those of no records as often as the whole is.

        Records stay as they are: a face may show how many there are, and what it shows is no other card.
        """
        if not self.differs:
            return pieces
        if any(piece.leaf for piece in pieces):
            return pieces * self.times  # What is bound is whole before it begins anew.
        names = [folded_name(record.name) for record in records]
        own = [folded_name(piece.name) for piece in pieces]
        if not {*own} <= {*names}:
            # Kinds may say more of a piece than the name of its record.
            own = names if len(names) == len(pieces) else []
        if not own:
            return tuple(replace(piece, copies=piece.copies * self.times) for piece in pieces)
        return tuple(replace(p, copies=self.copies.get(name, p.copies)) for p, name in zip(pieces, own, strict=True))


def print_list(file: str | Path) -> tuple[Wanted, ...]:
    """What a print list says is to be printed. PrintgenError with the mistakes of the file."""
    path = Path(file)
    return wanted_of(rows_of(path), path.parent)


def wanted_of(rows: Sequence[Row], folder: Path) -> tuple[Wanted, ...]:
    """What the rows of a list in a folder want."""
    return tuple(
        Wanted(target_from(row.target.text, folder), tuple(c.text for c in row.cards), row.copies, row.seed, row)
        for row in rows
    )


def target_from(target: str, folder: Path) -> str:
    """A target of a file in a folder as commands take it: paths begin at the folder."""
    return target if _is_kit(target) or Path(target).is_absolute() else os.path.normpath(folder / target)


def target_in(target: str, folder: Path) -> str:
    """A target as a file in a folder names it; the reverse of `target_from`."""
    return target if _is_kit(target) or Path(target).is_absolute() else Path(os.path.relpath(target, folder)).as_posix()


def _is_kit(target: str) -> bool:
    kit, _, product = target.partition("/")
    return kit in kits() and "/" not in product


def records_with(records: Sequence[Record], name: str) -> list[Record]:
    """The records of a name, case and kind of quotes aside."""
    return [record for record in records if folded_name(record.name) == folded_name(name)]
