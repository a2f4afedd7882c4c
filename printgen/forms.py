"""A game comes in; what a form for the records of a product asks for goes out, as a JSON Schema with titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from printgen.errors import UsageError
from printgen.faces.usage import Usage
from printgen.reading.located import json_schema_of
from printgen.reading.marked import Map
from printgen.reading.records import Game, Product
from printgen.reading.shapes import BUILT_IN, Spec

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_MOST_PICTURES = 500
_MOST_WORDS = 400
_LONG = 70
"""A field of which some record says more than so many letters takes several lines."""
_LAST = ("copies", "art", "look", "errata", "deviations")
_TITLES = ("title", "name", "label", "long")
_ABOUT = {"name": "", "copies": "how many of it are printed; 0 for none just now", "art": "a picture of its own",
          "look": "which parts its picture is composed of", "errata": "slips of the source, and why this differs",
          "deviations": "numbers that are not what the guidelines make them, and why"}  # fmt: skip


def form_of(game: Game, product: Product, usage: Usage) -> dict[str, Any]:
    """What the records of a product may say: a JSON Schema whose choices have titles (`oneOf` with `const`).

    `usage` is what the game's faces do with its fields: a row of a table is told by what is words in it.
    Each property says its `title`, and its `format`: line, block, color, length, file, choice, words, flag, number,
    map, maps or free. UsageError for a product without records.
    """
    shape = game.shapes.get(product.record)
    if shape is None:
        raise UsageError(f"{product.name} has no list of records", "Name a product that has one.")
    whole = deepcopy(json_schema_of(shape.adapter))
    known = whole.get("properties", {})
    declared = game.source["records"][product.record]
    order = ["name", *(name for name in shape.fields if name not in BUILT_IN or name in declared)]
    order += [name for name in _LAST if name not in order]
    asked = _Asked(game, product, usage, whole)
    forms = {name: _field(asked, name, known.get(name, {}), shape.fields.get(name), declared.get(name))
             for name in dict.fromkeys(order)}  # fmt: skip
    return {"type": "object", "properties": forms, "required": [*shape.needed], "additionalProperties": False}


class _Asked(NamedTuple):
    """What a form is made for; `root` is the whole schema of its records."""

    game: Game
    product: Product
    usage: Usage
    root: Mapping[str, Any]


def _field(
    asked: _Asked, name: str, said: Mapping[str, Any], spec: Spec | None, declared: Any
) -> dict[str, Any]:  # fmt: skip
    made = _open(said, asked.root)
    made["title"] = _title(name)
    if name in _ABOUT:
        made["description"] = _ABOUT[name]
    kind = spec.kind if spec else "free"
    table = declared.get("from") if isinstance(declared, Map) else None
    inner = declared.get("of") if isinstance(declared, Map) else None
    if isinstance(declared, Map) and "default" in declared:
        made["default"] = declared["default"]
    if kind in ("choice", "list") and (words := _words(made if kind == "choice" else made.get("items", {}))):
        options = [{"const": word, **_row(asked, table, word)} for word in words]
        if kind == "choice":
            made = {**_without(made, "enum", "const"), "oneOf": options}
        else:
            made["items"] = {"oneOf": options}
    if kind == "list" and not made.get("items", {}).get("oneOf") and not (spec and spec.fields):
        made["items"] = {**made.get("items", {}), "examples": _used(asked.product, name)}
    made["format"] = _format(asked.product, name, kind, inner if isinstance(inner, Map) else None, spec)
    if table:
        made["table"] = str(table)
    if kind == "file":
        made["files"] = [*_pictures(asked.game.folder)]
    if spec is not None and spec.fields:
        parts = made.get("items", made) if kind == "list" else made
        parts = _open(parts, asked.root)
        fields = parts.get("properties", {})
        for key, part in spec.fields.items():
            of = inner.get(key) if isinstance(inner, Map) else None
            fields[key] = _field(asked, key, fields.get(key, {}), part, of)
        if kind == "list":
            made["items"] = {**parts, "properties": fields}
        else:
            made |= {"properties": fields, "required": parts.get("required", [])}
    return made


def _open(said: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without a reference, and without the branch for nothing."""
    made = dict(said)
    if "$ref" in made:
        made = {**_without(made, "$ref"), **root.get("$defs", {}).get(str(made["$ref"]).rpartition("/")[2], {})}
    branches = [one for one in made.get("anyOf", ()) if one.get("type") != "null"]
    if len(branches) == 1:
        made = {**_without(made, "anyOf"), **_open(branches[0], root)}
    if isinstance(made.get("items"), dict):
        made["items"] = _open(made["items"], root)
    return made


def _without(said: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: held for key, held in said.items() if key not in keys}


def _words(said: Mapping[str, Any]) -> list[str]:
    return [*said.get("enum", [said["const"]] if "const" in said else [])]


def _title(name: str) -> str:
    words = name.replace("_", " ").replace("-", " ").strip()
    return words.upper() if len(words) <= 2 or words in ("tac",) else words[:1].upper() + words[1:]


def _row(asked: _Asked, table: Any, word: str) -> dict[str, str]:
    """What the row of a table is called, and what it says of itself."""
    tables = asked.game.tables
    row: Mapping[str, Any] = tables[table].rows.get(word, {}) if table in tables else {}
    texts = {key: held for key, held in row.items()
             if isinstance(held, str) and held and asked.usage.says(held, "tables", table, key)}  # fmt: skip
    title = next((texts[key] for key in _TITLES if key in texts), "")
    about = next((held for key, held in texts.items() if held != title and " " in held), "")
    return {"title": title or word} | ({"description": about[:200]} if about else {})


def _format(product: Product, name: str, kind: str, inner: Map | None, spec: Spec | None) -> str:
    if kind == "list":
        return "maps" if inner is not None or (spec and spec.fields) else "words"
    if kind in ("integer", "number"):
        return "number"
    if kind == "text":
        held = (record.values.get(name) for record in product.records)
        return "block" if any(isinstance(one, str) and (len(one) > _LONG or "\n" in one) for one in held) else "line"
    return kind or "free"


def _used(product: Product, name: str) -> list[str]:
    """The words that records have in a list, those that most of them have first."""
    held = (record.values.get(name) for record in product.records)
    words = Counter(word for one in held if isinstance(one, tuple) for word in one if isinstance(word, str))
    return [word for word, _ in words.most_common(_MOST_WORDS)]


def _pictures(folder: Path) -> Iterator[str]:
    """The pictures of a game's folder, as its lists name them."""
    found = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _PICTURES and path.is_file())
    inside = (path.relative_to(folder) for path in found)
    named = (path.as_posix() for path in inside if not any(part.startswith(".") for part in path.parts))
    yield from (name for name, _ in zip(named, range(_MOST_PICTURES), strict=False))
