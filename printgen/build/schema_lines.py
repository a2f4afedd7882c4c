"""A game comes in; the JSON Schemas of its own files, and the line in each that leads an editor there, go out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os.path import normpath, relpath
from pathlib import Path, PurePosixPath
from typing import Any

from printgen.base.errors import UsageError
from printgen.build.jobs import sound
from printgen.build.schemas import schema_of, schemas
from printgen.build.targets import find_target
from printgen.game.load import json_schema
from printgen.game.records import Game, Product
from printgen.kinds import find_kind
from printgen.writers.output import write_files

FOLDER = ".printgen"
"""Where in a game's folder its schemas lie."""
_LINE = "# yaml-language-server: $schema="
_YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Schemas:
    """The schemas of a game's files, as `write_schemas` has written them.

    `files` are the names of those written. `lines` says for each YAML file of the game that has a schema which line at
    its top leads an editor there, and `missing` are the files that do not have it yet.
    """

    folder: Path
    files: tuple[str, ...]
    lines: Mapping[str, str]
    missing: tuple[str, ...]


def write_schemas(target: str | Path) -> Schemas:
    """Write the schemas of a game's files into a folder of the game: .printgen/game.json and so on.

    `target` is the path of a game's folder. PrintgenError carries the mistakes of its files; UsageError says that there
    is no such folder, or that it is a product or a built-in kit.
    """
    folder, product = find_target(str(target))
    if product or not (Path(target) / "game.yaml").is_file():
        raise UsageError(f"{target} is not the folder of a game", "Name the folder that holds its game.yaml.")
    named = _named(sound(str(target)).game)
    made = {PurePosixPath(FOLDER, f"{name}.json"): schema for name, schema in _made(folder, named).items()}
    write_files([(folder / path, text.encode()) for path, text in made.items()], folder)
    lines = {path: line(path, name) for path, name in named.items()}
    missing = tuple(path for path, wanted in lines.items() if not _begins(folder / path, wanted))
    return Schemas(folder, tuple(map(str, made)), lines, missing)


def line(path: str, name: str) -> str:
    """The line at the top of a game's file that leads an editor to a schema."""
    return f"{_LINE}{'../' * path.count('/')}{FOLDER}/{name}.json"


def schemas_for(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of a game's schemas by their files, and the line of each of its YAML files that has one."""
    named = _named(game)
    made = {f"{FOLDER}/{name}.json": text for name, text in _made(game.folder, named).items()}
    return made, {path: line(path, name) for path, name in named.items()}


def _made(folder: Path, named: Mapping[str, str]) -> dict[str, str]:
    """The text of each schema by its name."""
    wanted = dict.fromkeys(named.values())
    return {name: json.dumps(_schema(folder, name), indent=1, ensure_ascii=False) + "\n" for name in wanted}


def _schema(folder: Path, name: str) -> dict[str, Any]:
    word, _, shape = name.partition("-of-")
    if word == "list":
        return json_schema(folder, shape)
    return json_schema(folder, shape, "tables") if word == "table" else schema_of(name)


def _named(game: Game) -> dict[str, str]:
    """What people call the schema of each file of a game, by the file's path in its folder."""
    found = {"game.yaml": "game"}
    found |= dict(_of_templates(game.folder))
    for name in game.tables:
        found[normpath(game.source["tables"][name]["file"])] = f"table-of-{name}"
    if game.fight:
        found[relpath(game.fight, game.folder)] = "fight"
    if game.odds:
        found[relpath(game.odds, game.folder)] = "odds"
    for product in game.products.values():
        found |= dict(_of_product(game, product))
    return {Path(path).as_posix(): name for path, name in found.items() if path.endswith(_YAML)}


def _of_templates(folder: Path) -> Iterator[tuple[str, str]]:
    """Files of templates are named after their schema, or lie in a folder that is."""
    known = schemas()
    for path in sorted((folder / "templates").rglob("*.yaml")):
        word = path.stem if path.parent.name in ("templates", "art") else path.parent.name
        if name := next((name for name in (word, word.removesuffix("s")) if name in known), ""):
            yield path.relative_to(folder).as_posix(), name


def _of_product(game: Game, product: Product) -> Iterator[tuple[str, str]]:
    if product.list_file:
        yield relpath(product.list_file, game.folder), f"list-of-{product.record}"
    kind = find_kind(product.kind)
    for option, name in kind.files.items() if kind else ():
        files = product.options.get(option, ())
        for file in [files] if isinstance(files, str) else files:
            yield normpath(file), name


def _begins(path: Path, wanted: str) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            return wanted in (text.strip() for text, _ in zip(file, range(5), strict=False))
    except (OSError, UnicodeDecodeError):
        return False
