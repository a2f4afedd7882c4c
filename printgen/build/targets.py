"""What commands name: kits, products, folders, cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os.path import lexists
from pathlib import Path
from typing import Any

from printgen.base.errors import UsageError, closest
from printgen.base.file_access import find_misnamed, find_spelling
from printgen.base.folders import kits_folder
from printgen.base.names import fold_name, nfc
from printgen.game.records import Product, Record
from printgen.reading.positions import LocatedMap
from printgen.reading.yaml_events import load_yaml_file


def kits() -> tuple[str, ...]:
    """The names of the built-in kits."""
    return (*kit_folders(),)


def kit_folders() -> dict[str, Path]:
    """The folders of the built-in kits by name."""
    folder = kits_folder()
    return {path.name: path for path in sorted(folder.iterdir()) if (path / "game.yaml").is_file()}


def kit_with(kind: str) -> str:
    """The first built-in kit that has a product of a kind. UsageError when none has."""
    for name, folder in kit_folders().items():
        game = load_yaml_file(folder / "game.yaml", f"{name}/game.yaml")
        products = game.get("products") if isinstance(game, LocatedMap) else None
        if isinstance(products, LocatedMap) and any(product.get("kind") == kind for product in products.values()):
            return name
    raise UsageError(f"no kit has a product of the kind {kind}", "Name a game that has one.")


def find_target(target: str) -> tuple[Path, str]:
    """The game folder and the product (or "") that a target names: KIT, KIT/PRODUCT, or a path to a folder."""
    if not target.strip():
        raise UsageError("a target is empty", "Name a kit, a product, or a folder; . is the working folder.")
    kits_by_name = kit_folders()
    path = find_spelling(Path(target))
    # A folder of that name wins over nothing but itself: built-in kits are always reachable by name.
    kit, _, product = target.partition("/")
    if kit in kits_by_name and "/" not in product:
        return kits_by_name[kit], product
    # One that is there and no file is told of when it is read.
    if lexists(path / "game.yaml"):
        return path, ""
    if path.name == "game.yaml" and lexists(path):
        return path.parent, ""
    if lexists(path.parent / "game.yaml"):
        return path.parent, nfc(path.name)
    if lexists(f"{path}/."):
        wrong = [name for name, _ in find_misnamed(path, ["game.yaml"])] + [path.name for path in path.glob("game.yml")]
        hint = f"Rename {wrong[0]} to game.yaml." if wrong else "Name a folder that holds a game.yaml."
        raise UsageError(f"the folder {target} has no game.yaml", hint)
    near = closest(kit, kits_by_name)
    hint = (
        f"Did you mean '{near}{'/' + product if product else ''}'?"
        if near
        else f"Use one of: {', '.join(kits_by_name)}."
    )
    raise UsageError(f"there is no kit or folder '{target}'", hint)


def game_of(target: str | Path) -> str:
    """The target of the whole game that a target names: without its product. UsageError for what is none."""
    folder, product = find_target(str(target))
    return folder.name if is_kit(folder) else str(folder) if product else str(target)


def is_kit(folder: Path) -> bool:
    """Whether a folder is that of a built-in kit."""
    return kit_folders().get(folder.name) == folder


def text_list(words: str | Path | Sequence[str | Path]) -> tuple[str, ...]:
    """Words as texts; a single text or path is one of them. UsageError for anything else."""
    if isinstance(words, str | Path):
        return (str(words),)
    if not isinstance(words, Iterable):
        raise UsageError(f"{words!r} is neither a text nor a list of texts", "Give a name, or a list of names.")
    return tuple(map(str, words))


def game_around() -> Path | None:
    """The folder of the game that the working folder lies in; None where it lies in none.

    What is found there, such as a folder my-cards, came with the game and is not the user's own.
    """
    try:
        here = Path.cwd()
    except OSError:
        return None
    return next((folder for folder in (here, *here.parents) if lexists(folder / "game.yaml")), None)


def records_named(product: Product, names: Sequence[str]) -> tuple[Record, ...]:
    """The records of a product with these names (case and kind of quotes aside); all of them without names."""
    if not names:
        return product.records
    folded_names = {fold_name(name) for name in names}
    return tuple(record for record in product.records if fold_name(record.name) in folded_names)


def records_data(records: Sequence[Record]) -> list[dict[str, Any]]:
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


def records_with(records: Sequence[Record], name: str) -> list[Record]:
    """The records of a name, case and kind of quotes aside."""
    return [record for record in records if fold_name(record.name) == fold_name(name)]
