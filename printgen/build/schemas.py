"""The JSON Schemas of the files that people write, and the lines by which editors find them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from os.path import normpath, relpath
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.limits import metered
from printgen.build.jobs import sound
from printgen.build.targets import Rows, find_target
from printgen.drawing.edges import EDGES
from printgen.faces.shape_words import FIT, HEADER, KINDS, PARTS, STYLE, key_sentence, sentences
from printgen.game.checks import Check
from printgen.game.house_style import FALLBACK, FontFamily, FontStyle
from printgen.game.load import json_schema
from printgen.game.records import NAME, Game, Head, Product, ProductEntry, TableEntry
from printgen.game.shapes import AnyField
from printgen.kinds import all_kinds, find_kind, kind_names
from printgen.reading.part import adapter
from printgen.rules.fight_shapes import FightFile
from printgen.rules.guidelines import Guidelines
from printgen.rules.odds import OddsFile
from printgen.rules.vocabulary import Vocabulary
from printgen.writers.output import write_files

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema for a word such as "game" or "face". UsageError for an unknown word."""
    makers = schemas()
    if name not in makers:
        raise UsageError(f"there is no schema of '{name}'", did_you_mean(name, makers))
    # The title of a declared shape is that of its class.
    title = {} if name in ("game", "face") else {"title": name}
    return {"$schema": DIALECT, **makers[name](), **title}


@metered()
def schema(target: str | Path) -> dict[str, Any]:
    """The JSON Schema of a file that people write, for editors.

    `target` is the word for such a file ("game"), or a product, such as "go-joe/joe-deck", for its list. UsageError
    when there is no such file.
    """
    if "/" not in str(target):
        return schema_of(str(target))
    folder, named = find_target(str(target))
    if not named:
        raise UsageError("a schema is of one product's list", "Name a product, such as go-joe/joe-deck.")
    product = sound(str(target)).products[0]
    if not product.record:
        raise UsageError(f"{target} has no list of records", "Name a product that has one.")
    return json_schema(folder, product.record)


def schemas() -> dict[str, Callable[[], dict[str, Any]]]:
    """The functions that make the schemas, by name."""
    shapes = _templates() | {name: shape for kind in all_kinds() for name, shape in kind.shapes.items()}
    shapes |= {"guidelines": Guidelines, "words": Vocabulary, "fight": FightFile, "odds": OddsFile}
    files = {name: adapter(shape).json_schema for name, shape in shapes.items()}
    return {"game": game_schema, "face": face_schema, **files}


def _templates() -> dict[str, Any]:
    """The shapes of the files in a templates folder, by the words for them."""
    from printgen.art.casting import Casting
    from printgen.art.parts import PartsFile, Tones
    from printgen.art.poses import PosesFile
    from printgen.art.scenery import ScenesFile
    from printgen.faces.template_files import LookShape, Palette
    from printgen.sheets.printers import PrinterProfile
    from printgen.sheets.sheet import CuttingFile
    from printgen.sheets.tile_words import AssemblyFile

    art = {"parts": PartsFile, "scenes": ScenesFile, "poses": PosesFile, "tones": Tones, "casting": Casting}
    sheets = {"assembly": AssemblyFile, "cutting": CuttingFile}
    return {"look": LookShape, "palette": Palette, **art, **sheets, "printer": PrinterProfile, "print-list": Rows}


def game_schema() -> dict[str, Any]:
    """The JSON Schema of game.yaml, with the options of every kind of product."""
    return _game_schema(tuple(kind_names()))


@lru_cache(maxsize=1)
def _game_schema(names: tuple[str, ...]) -> dict[str, Any]:
    """The schema of game.yaml for kinds of these names; cached, since it takes a while to make."""
    kinds = {kind.name: kind.options for kind in all_kinds() if kind.options}
    parts: dict[str, Any] = {"game": Head, "font": FontFamily, "style": FontStyle, "table": TableEntry, "check": Check}
    parts |= {"field": AnyField, "product": ProductEntry, **kinds}
    refs, defs = _shared_schemas(parts)
    head, product = (_definition(refs[name], defs) for name in ("game", "product"))
    description = "What a field of a record or a row takes: a kind of field, or one with more settings."
    defs["Field"] = {"description": description, **refs["field"]}
    fields = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Field"}}
    # What stands under `of` of a field are fields again.
    for shape in defs["WordsField"]["anyOf"][0]["properties"]["of"]["anyOf"]:
        shape |= fields if shape.get("type") == "object" else {}
    _definition(refs["table"], defs)["properties"]["fields"] |= fields
    named = (
        ("fonts", {"anyOf": [refs["font"], refs["style"]]}),
        ("tables", refs["table"]),
        ("records", fields),
        ("products", refs["product"]),
    )
    for key, entry in named:
        head["properties"][key] |= {"additionalProperties": entry, "propertyNames": {"pattern": f"^({NAME})$"}}
    description = "fonts for letters that the others lack: names or files, the first before the others"
    stand_in = {"type": ["string", "array"], "items": {"type": "string"}, "description": description}
    head["properties"]["fonts"]["properties"] = {FALLBACK: stand_in}
    sheets = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "object"}]}
    head["properties"]["sheets"] |= {"additionalProperties": sheets, "propertyNames": {"pattern": f"^({NAME})$"}}
    head["properties"]["checks"] |= {"type": "array", "items": refs["check"]}
    product["properties"]["kind"]["enum"] = list(names)
    # An option may stand among the other keys of a product; what it takes there depends on the kind.
    own_keys = product["properties"]
    loose = {
        name: {
            key: schema for key, schema in _definition(refs[name], defs)["properties"].items() if key not in own_keys
        }
        for name in kinds
    }
    product["allOf"] = [
        {
            "if": {"properties": {"kind": {"const": name}}},
            "then": {"properties": {"options": refs[name], **loose[name]}},
        }
        for name in kinds
    ]
    loose_keys = sorted({key for options in loose.values() for key in options})
    product["patternProperties"] = {f"^({'|'.join(loose_keys)})$": {}}
    return {**head, "title": "game.yaml", "$defs": defs}


# What the keys of faces take; any of them may be an {{ expression }}, which is a text.
_NUMBER = {"type": ["number", "string"]}
_FORMS: Mapping[str, dict[str, Any]] = {
    "any": {},
    "paint": {"type": ["string", "null", "object"]},
    "shadow": {"type": ["boolean", "string", "object"]},
    "colors": {"type": "array", "items": {"type": "string"}},
    "arc": {"type": "object"},
    "along": {"type": ["string", "object"]},
    "circle": {"type": "object"},
    "mask": {"type": "object"},
    "clip": {"type": ["array", "object", "string"], "items": _NUMBER},
    "color": {"type": ["string", "null"]},
    "fits": {"type": "array", "items": {"$ref": "#/$defs/fit"}},
    "flag": {"type": ["boolean", "string"]},
    "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
    "length": _NUMBER,
    "lengths": {"type": "array", "items": _NUMBER},
    "map": {"type": "object"},
    "number": _NUMBER,
    "points": _NUMBER,
    "word": {"type": ["string", "number"]},
}
_HEADER: Mapping[str, dict[str, Any]] = {
    "size": {"type": ["string", "array"], "items": _NUMBER},
    "unit": {"type": "string"},
    "bleed": _NUMBER,
    "safe": _NUMBER,
    "edge": {"type": "string", "enum": [*EDGES]},
    "palettes": {"type": "array", "items": {"type": "string"}},
    "styles": {"type": "object", "additionalProperties": {"$ref": "#/$defs/style"}},
    "defaults": {"type": "object", "additionalProperties": {"$ref": "#/$defs/style"}},
    "items": _FORMS["items"],
    "extends": {"type": "string"},
    "looks": {"type": "object", "additionalProperties": {"type": "object"}},
    "override": {"type": "object", "additionalProperties": _FORMS["items"]},
}


def face_schema() -> dict[str, Any]:
    """The JSON Schema of a face."""
    words = {word: _settings(word, keys) for word, keys in KINDS.items()}
    item = {word: {**settings, "description": sentences("words").get(word, "")} for word, settings in words.items()}
    item["when"] = {"type": ["string", "boolean"], "description": key_sentence("", "when")}
    one_word = {"oneOf": [{"required": [word]} for word in words]}
    about = sentences("header")
    header = {key: {**_HEADER.get(key, _FORMS["map"]), "description": about.get(key, "")} for key in sorted(HEADER)}
    return {
        "title": "A face",
        **_object(header),
        "$defs": {
            "item": {**_object(item), **one_word},
            "style": _settings("text", STYLE),
            "fit": _settings("text", FIT),
        },
    }


def _settings(word: str, keys: Mapping[str, str]) -> dict[str, Any]:
    return _object({key: {**_form(form), "description": key_sentence(word, key)} for key, form in keys.items()})


def _form(form: str) -> dict[str, Any]:
    """The schema of a key's value; a form with parts lists them."""
    if form not in PARTS:
        return _FORMS[form]
    return {**_FORMS[form], **_settings(form, PARTS[form]), "type": _FORMS[form]["type"]}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _shared_schemas(shapes: Mapping[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """The schema of each shape by its name, and their shared definitions."""
    adapters = [(name, "validation", adapter(shape)) for name, shape in shapes.items()]
    by_name, defs = TypeAdapter.json_schemas(adapters)  # type: ignore[arg-type]
    return {name: schema for (name, _), schema in by_name.items()}, defs.get("$defs", {})


def _definition(schema: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    return defs[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


FOLDER = ".printgen"
"""Where in a game's folder its schemas lie."""
_LINE = "# yaml-language-server: $schema="
_YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Schemas:
    """The schemas of a game's files, as `write_schemas` has written them.

    `files` are the names of the written files. `lines` has the first line of each YAML file with a schema, by which an
    editor finds it, and `missing` are the files without that line.
    """

    folder: Path
    files: tuple[str, ...]
    lines: Mapping[str, str]
    missing: tuple[str, ...]


@metered()
def write_schemas(target: str | Path) -> Schemas:
    """Write the schemas of a game's files into a folder of the game: .printgen/game.json and so on.

    `target` is the path of a game's folder. PrintgenError carries the mistakes of its files; UsageError reports a
    missing folder, a product or a built-in kit.
    """
    folder, product = find_target(str(target))
    if product or not (Path(target) / "game.yaml").is_file():
        raise UsageError(f"{target} is not the folder of a game", "Name the folder that holds its game.yaml.")
    texts, lines = schemas_for(sound(str(target)).game)
    write_files([(folder / path, text.encode()) for path, text in texts.items()], folder)
    missing = tuple(path for path, wanted in lines.items() if not _has_line(folder / path, wanted))
    return Schemas(folder, tuple(texts), lines, missing)


def line(path: str, name: str) -> str:
    """The first line of a game's file, by which an editor finds its schema."""
    return f"{_LINE}{'../' * path.count('/')}{FOLDER}/{name}.json"


def schemas_for(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of a game's schemas by file, and the first line of each of its YAML files that has a schema."""
    named = _schema_names(game)
    texts = {
        f"{FOLDER}/{name}.json": json.dumps(_schema(game.folder, name), indent=1, ensure_ascii=False) + "\n"
        for name in dict.fromkeys(named.values())
    }
    return texts, {path: line(path, name) for path, name in named.items()}


def _schema(folder: Path, name: str) -> dict[str, Any]:
    word, _, shape = name.partition("-of-")
    if word == "list":
        return json_schema(folder, shape)
    return json_schema(folder, shape, "tables") if word == "table" else schema_of(name)


def _schema_names(game: Game) -> dict[str, str]:
    """The word for the schema of each file of a game, by the file's path in its folder."""
    names = {"game.yaml": "game"}
    names |= dict(_template_schemas(game.folder))
    for name in game.tables:
        names[normpath(game.source["tables"][name]["file"])] = f"table-of-{name}"
    if game.fight:
        names[relpath(game.fight, game.folder)] = "fight"
    if game.odds:
        names[relpath(game.odds, game.folder)] = "odds"
    for product in game.products.values():
        names |= dict(_product_schemas(game, product))
    return {Path(path).as_posix(): name for path, name in names.items() if path.endswith(_YAML)}


def _template_schemas(folder: Path) -> Iterator[tuple[str, str]]:
    """Template files with their schemas: named by the file, or by its folder."""
    schema_names = schemas()
    for path in sorted((folder / "templates").rglob("*.yaml")):
        word = path.stem if path.parent.name in ("templates", "art") else path.parent.name
        if name := next((name for name in (word, word.removesuffix("s")) if name in schema_names), ""):
            yield path.relative_to(folder).as_posix(), name


def _product_schemas(game: Game, product: Product) -> Iterator[tuple[str, str]]:
    if product.list_file:
        yield relpath(product.list_file, game.folder), f"list-of-{product.record}"
    kind = find_kind(product.kind)
    for option, name in kind.files.items() if kind else ():
        files = product.options.get(option, ())
        for file in [files] if isinstance(files, str) else files:
            yield normpath(file), name


def _has_line(path: Path, wanted: str) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            return wanted in (text.strip() for text, _ in zip(file, range(5), strict=False))
    except (OSError, UnicodeDecodeError):
        return False
