"""Boards that somebody keeps come in; the files that they lie in, and what these then hold, go out.

Boards of a game of one's own lie in the file that its product names, or in PRODUCT-boards.yaml beside game.yaml; those
of a kit, which nobody changes, in boards/RECIPE.yaml among the user's own cards for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from printgen.base.errors import PrintgenError, UsageError, did_you_mean
from printgen.base.gate import shown_name
from printgen.base.names import same_name
from printgen.build.targets import kits
from printgen.game.boards import BoardOptions
from printgen.game.records import Game, Product
from printgen.reading.emitting import block_lines
from printgen.reading.marked import Map, Seq
from printgen.reading.yaml_events import examine_yaml


def file_for(game: Game, product: Product, cards: Path | None) -> Path | None:
    """The file in which a board of a product is saved; None for one of a kit where there are no cards of one's own."""
    if kits().get(game.folder.name) == game.folder:
        return _among_cards(game, product, cards) if cards else None
    return _of_game(game, product)


def file_with(game: Game, product: Product, name: str, cards: Path | None) -> Path:
    """The file that has a board of a name: the game's, or the user's. UsageError where none has."""
    known, places = list[str](), [_of_game(game, product)]
    if cards:
        places.append(_among_cards(game, product, cards))
    for path in places:
        held = names_in(game, path)
        if name in held:
            return path
        known += held
    hint = did_you_mean(name, known, "Save one in the studio's map room.")
    raise UsageError(f"there is no board named '{name}'", hint)


def _of_game(game: Game, product: Product) -> Path:
    options: BoardOptions = product.loaded.options
    named = options.boards
    return game.folder / f"{product.name}-boards.yaml" if named is None else named


def _among_cards(game: Game, product: Product, cards: Path) -> Path:
    # Products of one recipe print the same boards.
    return cards / game.name / "boards" / f"{product.options.get('board') or product.name}.yaml"


def names_in(game: Game, path: Path) -> list[str]:
    """The names of the boards in a file of a game, none where there is no file. PrintgenError with its mistakes."""
    if not path.is_file():
        return []
    files = game.files.beside()
    entries = files.sequence(path, "boards")
    if files.findings:
        raise PrintgenError(files.findings)
    return _names(entries)


def _names(entries: Any) -> list[str]:
    return [str(one["name"]) for one in entries or () if isinstance(one, Map) and "name" in one]


def entry_of(name: str, lines: tuple[str, ...]) -> str:
    """A board of a name as an entry of such a file; `lines` say what lies on it."""
    return "\n".join((*block_lines([{"name": name}]), *lines)) + "\n"


def with_entry(path: Path, name: str, entry: str) -> tuple[bytes, bytes | None]:
    """What a file is to hold with an entry of a name more, and what it holds just now; None for no file.

    UsageError for a name that is taken, and for a file to which nothing can be added.
    """
    held = path.read_bytes() if path.is_file() else None
    text, shown = (held or b"").decode("utf-8", "replace"), shown_name(path)
    end = "\r\n" if "\r\n" in text else "\n"
    after = text + ("" if text.endswith("\n") or not text else end) + entry.replace("\n", end)
    (before, _), (both, findings) = examine_yaml(text, shown), examine_yaml(after, shown)
    if findings or not isinstance(both, Seq) or both[:-1] != (before or []):
        hint = "Write its boards as entries that begin with a dash at the start of a line, or move it away."
        raise UsageError(f"no board can be added to what {shown} holds", hint)
    if same_name(name) in map(same_name, _names(before)):
        raise UsageError(f"there is a board named '{name}'", "Give this one another name.")
    return after.encode(), held


def printed_by(game: Game, product: Product, path: Path, name: str) -> str:
    """The lines of a game.yaml that has a file of boards beside it, by which a product prints one of them."""
    file = path.relative_to(game.folder).as_posix() if path.is_relative_to(game.folder) else path.name
    said: dict[str, Any] = {product.name: {"options": {"boards": file, "by-hand": name}}}
    return "\n".join(("products:", *(f"  {line}" for line in block_lines(said))))
