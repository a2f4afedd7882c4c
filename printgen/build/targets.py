"""Targets: kits, products, folders and cards as commands name them, and print lists of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os.path import lexists
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MaxLen
from pydantic import Field

from printgen.base.errors import Exit, PrintgenError, UsageError, Where, closest
from printgen.base.file_access import display_path, find_misnamed, find_spelling
from printgen.base.folders import kits_folder
from printgen.base.names import fold_name, nfc
from printgen.base.seeds import MOST_SEED
from printgen.drawing.pieces import Piece
from printgen.game.list_records import append_record
from printgen.game.records import MOST_COPIES, Product, Record
from printgen.reading.files import Files
from printgen.reading.part import NOWHERE, Many, OneOrMany, Part, Phrase, Words, adapter
from printgen.reading.positions import LocatedList, LocatedMap


def kits() -> tuple[str, ...]:
    """The names of the built-in kits."""
    return (*kit_folders(),)


def kit_folders() -> dict[str, Path]:
    """The folders of the built-in kits by name."""
    folder = kits_folder()
    return {path.name: path for path in sorted(folder.iterdir()) if (path / "game.yaml").is_file()}


def find_target(target: str) -> tuple[Path, str]:
    """The game folder and the product (or "") that a target names: KIT, KIT/PRODUCT, or a path to a folder."""
    if not target.strip():
        raise UsageError("a target is empty", "Name a kit, a product, or a folder; . is the working folder.")
    kits_by_name = kit_folders()
    path = find_spelling(Path(target))
    # Built-in kits come first: a folder of the same name is reached by a path such as ./go-joe.
    kit, _, product = target.partition("/")
    if kit in kits_by_name and "/" not in product:
        return kits_by_name[kit], product
    # A game.yaml that is no file is an error when it is read.
    if lexists(path / "game.yaml"):
        return path, ""
    if path.name == "game.yaml" and lexists(path):
        return path.parent, ""
    if lexists(path.parent / "game.yaml"):
        return path.parent, nfc(path.name)
    if lexists(f"{path}/."):
        near_names = [name for name, _ in find_misnamed(path, ["game.yaml"])] + [
            path.name for path in path.glob("game.yml")
        ]
        hint = f"Rename {near_names[0]} to game.yaml." if near_names else "Name a folder that holds a game.yaml."
        raise UsageError(f"the folder {target} has no game.yaml", hint)
    near = closest(kit, kits_by_name)
    meant = f"{near}/{product}" if product else near
    hint = f"Did you mean '{meant}'?" if near else f"Use one of: {', '.join(kits_by_name)}."
    raise UsageError(f"there is no kit or folder '{target}'", hint)


def game_of(target: str | Path) -> str:
    """The target of the whole game, without a product. UsageError for an unknown one."""
    folder, product = find_target(str(target))
    return folder.name if is_kit(folder) else str(folder) if product else str(target)


def is_kit(folder: Path) -> bool:
    """Whether a folder belongs to a built-in kit."""
    return kit_folders().get(folder.name) == folder


def text_list(words: str | Path | Sequence[str | Path]) -> tuple[str, ...]:
    """Words as texts; a single text or path becomes one word. UsageError for anything else."""
    if isinstance(words, str | Path):
        return (str(words),)
    if not isinstance(words, Iterable):
        raise UsageError(f"{words!r} is neither a text nor a list of texts", "Give a name, or a list of names.")
    return tuple(map(str, words))


def game_around() -> Path | None:
    """The game folder that contains the working folder; None outside of games."""
    try:
        start = Path.cwd()
    except OSError:
        return None
    return next((folder for folder in (start, *start.parents) if lexists(folder / "game.yaml")), None)


def records_named(product: Product, names: Sequence[str]) -> tuple[Record, ...]:
    """The records of a product with these names (case and kind of quotes aside); all of them without names."""
    if not names:
        return product.records
    folded_names = {fold_name(name) for name in names}
    return tuple(record for record in product.records if fold_name(record.name) in folded_names)


def records_data(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Records as plain data for people and scripts, in their order, without missing optional values."""
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
    """A value of a record as JSON data."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, Path) else value


def records_with(records: Sequence[Record], name: str) -> list[Record]:
    """The records of a name, case and kind of quotes aside."""
    return [record for record in records if fold_name(record.name) == fold_name(name)]


_MOST_ROWS, _MOST_CARDS = 1000, 1000
"""The most rows of a print list, and cards of a row."""


class PrintRow(Part):
    """Something to be printed: a game, one of its products, or some of its cards."""

    short = "target"

    target: Words = Field(
        description="a kit, or a product of one, such as go-joe/joe-deck; or the path of a game's folder from here"
    )
    cards: Annotated[OneOrMany[Words], Field(max_length=_MOST_CARDS)] = Field(
        (), description="the names of the cards that are printed; without any, all of them"
    )
    copies: int | None = Field(
        None,
        ge=1,
        le=MOST_COPIES,
        description="how often each card is printed, whatever its record says; what has no cards is printed so often",
    )
    seed: int | None = Field(None, ge=0, le=MOST_SEED, description="the seed of what is random, such as a board")


Rows = Annotated[Many[PrintRow], MaxLen(_MOST_ROWS)]
"""What such a file holds."""


@dataclass(frozen=True, slots=True)
class PrintTarget:
    """A target to print, or some of its cards, and the copies.

    `target` is as commands take it: a kit, a product, or a path. `cards` are names of records; empty for all. `copies`
    overrides the number of copies of each, and of a product without records; None keeps them. `seed` overrides the seed
    of the settings, unless None. `row` is its place in a file. UsageError for wrong values.
    """

    target: str
    cards: tuple[str, ...] = ()
    copies: int | None = None
    seed: int | None = None
    row: PrintRow | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.copies is not None and not 1 <= self.copies <= MOST_COPIES:
            raise UsageError(f"copies: {self.copies} is not from 1 to {MOST_COPIES}", "Give a whole number such as 2.")
        if self.seed is not None and not 0 <= self.seed <= MOST_SEED:
            raise UsageError(f"seed: {self.seed} is not from 0 to {MOST_SEED}", "Give a whole number such as 7.")

    def locate(self) -> tuple[Path, str]:
        """The game's folder and the product, or "", of the target. UsageError, or PrintgenError at its row."""
        try:
            return find_target(self.target)
        except UsageError as error:
            if self.row is None:
                raise
            finding = replace(error.findings[0], where=self.where("target"), code="unknown-target", exit=Exit.BAD_INPUT)
            raise PrintgenError([finding]) from error

    def as_data(self) -> dict[str, Any]:
        """The row as plain data."""
        return {"target": self.target, "cards": list(self.cards), "copies": self.copies, "seed": self.seed}

    def __str__(self) -> str:
        cards = f": {', '.join(self.cards)}" if self.cards else ""
        often = f" x {self.copies}" if self.copies else ""
        return f"{self.target}{cards}{often}" + ("" if self.seed is None else f", seed {self.seed}")

    def where(self, *keys: str | int) -> Where:
        """The place of the row in its file; nowhere for a target made by a program."""
        return self.row.where_of(*keys) if self.row else NOWHERE


@dataclass(frozen=True, slots=True)
class Selection:
    """The records of a product to print, by name, or all, and their copies.

    `copies` overrides the copies of records, by their folded names. `times` multiplies the whole if its pieces follow
    no records.
    """

    only: tuple[str, ...] = ()
    copies: Mapping[str, int] = field(default_factory=dict)
    times: int = 1
    seed: int | None = None

    @property
    def differs(self) -> bool:
        """Whether any number of copies differs from the file."""
        return bool(self.copies) or self.times > 1

    def pieces(self, pieces: tuple[Piece, ...], records: Sequence[Record]) -> tuple[Piece, ...]:
        """The pieces of records with the wanted copies; pieces of no record are repeated with the whole.

        Records stay unchanged: a face may show their number, and a card must not change by its copies.
        """
        if not self.differs:
            return pieces
        if any(piece.leaf for piece in pieces):
            return pieces * self.times  # A bound set is complete before the next copy begins.
        names = [fold_name(record.name) for record in records]
        piece_names = [fold_name(piece.name) for piece in pieces]
        if not {*piece_names} <= {*names}:
            # A kind may add words to the name of a record.
            piece_names = names if len(names) == len(pieces) else []
        if not piece_names:
            return tuple(replace(piece, copies=piece.copies * self.times) for piece in pieces)
        return tuple(
            replace(p, copies=self.copies.get(name, p.copies)) for p, name in zip(pieces, piece_names, strict=True)
        )


Targets = str | Path | PrintTarget | Sequence[str | Path | PrintTarget]


def target_rows(targets: Targets) -> tuple[str | PrintTarget, ...]:
    """Targets one by one. UsageError for a wrong one."""
    if isinstance(targets, PrintTarget):
        return (targets,)
    if isinstance(targets, str | Path) or not isinstance(targets, Iterable):
        return text_list(targets)
    return tuple(target if isinstance(target, PrintTarget) else str(target) for target in targets)


def print_list(file: str | Path) -> tuple[PrintTarget, ...]:
    """The rows of a print list; none for an empty file. PrintgenError with the mistakes of the file."""
    real = Path(os.path.realpath(file))
    files = Files(real.parent)
    value = files.value(real)
    rows = _rows(files, value, Where(display_path(real), 1, 1)) if value is not None else ()
    if files.findings:
        raise PrintgenError(files.findings)
    folder = Path(file).parent
    return tuple(
        PrintTarget(_target_from(row.target.text, folder), tuple(c.text for c in row.cards), row.copies, row.seed, row)
        for row in rows
    )


def _rows(files: Files, value: Any, where: Where) -> tuple[PrintRow, ...]:
    """The rows in a list, each with its place."""
    if not isinstance(value, LocatedList):
        files.report(where, "wrong-type", "the file should hold a list of rows", "Write each row after a dash.")
        return ()
    rows = files.check(adapter(Rows), value, value.start, "the list") or ()
    pairs = enumerate(zip(rows, value, strict=False))
    return tuple(_with_place(row, entry, value.where(n)) for n, (row, entry) in pairs)


def _with_place(row: PrintRow, entry: Any, where: Where) -> PrintRow:
    """A row with its place; a row that is only a target gets the place of that."""
    if isinstance(entry, LocatedMap):
        return row
    return row.model_copy(update={"target": Phrase(row.target.text, where)}).at_place(where)


def write_list(rows: Iterable[PrintTarget], folder: Path, head: str) -> str:
    """The text of a print list in a folder, with a comment at its head."""
    lines = [head]
    for row in rows:
        target = row.target
        if not (_is_kit(target) or Path(target).is_absolute()):
            target = Path(os.path.relpath(target, folder)).as_posix()
        values = {"target": target, "cards": [*row.cards], "copies": row.copies, "seed": row.seed}
        entry = append_record("", {key: value for key, value in values.items() if value not in (None, [])}, "")
        lines += entry.splitlines(keepends=True)[1:]
    return "".join(lines)


def _target_from(target: str, folder: Path) -> str:
    """A target in a file, as commands take it: paths begin at the folder of the file."""
    return target if _is_kit(target) or Path(target).is_absolute() else os.path.normpath(folder / target)


def _is_kit(target: str) -> bool:
    kit, _, product = target.partition("/")
    return kit in kits() and "/" not in product
