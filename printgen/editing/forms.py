"""The form of a product's records: a JSON Schema with titles and formats, by which a page asks for each field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import UsageError
from printgen.faces.usage import Usage
from printgen.game.records import Game, Product
from printgen.game.shapes import BUILT_IN, Spec
from printgen.reading.positions import LocatedMap
from printgen.reading.validation import json_schema_of

_PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_MOST_PICTURES = 500
"""The most pictures that a field offers."""
_MOST_WORDS = 400
"""The most words that a list of words offers."""
_LONGEST_LINE = 70
"""A field takes several lines where the text of some record has more letters than these."""
_LAST_FIELDS = ("copies", "art", "look", "errata", "deviations")
"""The fields that every record has, which stand at the end of a form."""
_TITLE_FIELDS = ("title", "name", "label", "long")
"""The fields of a table's row of which the first that holds words is its title."""
_ABBREVIATION_LENGTH = 3
"""The most letters of a field that is an abbreviation, such as MV."""
_FIELD_DESCRIPTIONS = {
    "name": "",
    "copies": "how many of it are printed; 0 for none just now",
    "art": "a picture of its own",
    "look": "which parts its picture is composed of",
    "errata": "slips of the source, and why this differs",
    "deviations": "numbers that are not what the guidelines make them, and why",
}


def form_of(game: Game, product: Product, usage: Usage) -> dict[str, Any]:
    """The form of a product's records: a JSON Schema whose choices have titles (`oneOf` with `const`).

    `usage` is what the game's faces do with its fields: the title of a table's row is one of its texts, not a code.
    Each property says its `title`, and its `format`: line, block, color, length, file, choice, words, flag, number,
    map, maps or free. UsageError for a product without records.
    """
    shape = game.shapes.get(product.record)
    if shape is None:
        raise UsageError(f"{product.name} has no list of records", "Name a product that has one.")
    root = deepcopy(json_schema_of(shape.adapter))
    properties = root.get("properties", {})
    declared = game.source["records"][product.record]
    order = ["name", *(name for name in shape.fields if name not in BUILT_IN or name in declared)]
    order += [name for name in _LAST_FIELDS if name not in order]
    context = _FormContext(game, product, usage, root)
    fields = {name: _field(context, name, properties.get(name, {}), shape.fields.get(name), declared.get(name))
             for name in dict.fromkeys(order)}  # fmt: skip
    return {"type": "object", "properties": fields, "required": [*shape.needed], "additionalProperties": False}


class _FormContext(NamedTuple):
    """What a form is made for; `root` is the whole schema of its records."""

    game: Game
    product: Product
    usage: Usage
    root: Mapping[str, Any]


def _field(
    context: _FormContext, name: str, schema_of_field: Mapping[str, Any], spec: Spec | None, declared: Any
) -> dict[str, Any]:
    """The schema of a field with its title and format; `declared` is what game.yaml says of it."""
    schema = _without_reference(schema_of_field, context.root)
    schema["title"] = _title(name)
    if name in _FIELD_DESCRIPTIONS:
        schema["description"] = _FIELD_DESCRIPTIONS[name]
    kind = spec.kind if spec else "free"
    said: Mapping[str, Any] = declared if isinstance(declared, LocatedMap) else {}
    table, declared_parts = said.get("from"), said.get("of")
    declared_parts = declared_parts if isinstance(declared_parts, LocatedMap) else None
    if "default" in said:
        schema["default"] = said["default"]
    choices = schema if kind == "choice" else schema.get("items", {}) if kind == "list" else {}
    if words := choices.get("enum", [choices["const"]] if "const" in choices else ()):
        options = [{"const": word, **_row(context, table, word)} for word in words]
        if kind == "choice":
            schema = {**_without(schema, "enum", "const"), "oneOf": options}
        else:
            schema["items"] = {"oneOf": options}
    if kind == "list" and not schema.get("items", {}).get("oneOf") and not (spec and spec.fields):
        schema["items"] = {**schema.get("items", {}), "examples": _common_words(context.product, name)}
    schema["format"] = _format(context.product, name, kind, declared_parts, spec)
    if table:
        schema["table"] = str(table)
    if kind == "file":
        schema["files"] = [*_pictures(context.game.folder)]
    if spec is not None and spec.fields:
        parts = schema.get("items", schema) if kind == "list" else schema
        parts = _without_reference(parts, context.root)
        fields = parts.get("properties", {})
        for key, part in spec.fields.items():
            fields[key] = _field(context, key, fields.get(key, {}), part, declared_parts and declared_parts.get(key))
        if kind == "list":
            schema["items"] = {**parts, "properties": fields}
        else:
            schema |= {"properties": fields, "required": parts.get("required", [])}
    return schema


def _without_reference(reference: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without a reference, and without the branch for nothing."""
    schema = dict(reference)
    if "$ref" in schema:
        schema = {**_without(schema, "$ref"), **root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})}
    branches = [branch for branch in schema.get("anyOf", ()) if branch.get("type") != "null"]
    if len(branches) == 1:
        schema = {**_without(schema, "anyOf"), **_without_reference(branches[0], root)}
    if isinstance(schema.get("items"), dict):
        schema["items"] = _without_reference(schema["items"], root)
    return schema


def _without(schema: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in keys}


def _title(name: str) -> str:
    """The title of a field: its name, in capitals where it is so short that it is an abbreviation."""
    text = name.replace("_", " ").replace("-", " ").strip()
    is_abbreviation = len(text) <= _ABBREVIATION_LENGTH and name not in BUILT_IN
    return text.upper() if is_abbreviation else text[:1].upper() + text[1:]


def _row(context: _FormContext, table: Any, word: str) -> dict[str, str]:
    """The title and the description of a choice that is a row of a table."""
    tables = context.game.tables
    row: Mapping[str, Any] = tables[table].rows.get(word, {}) if table in tables else {}
    texts = {key: text for key, text in row.items()
             if isinstance(text, str) and text and context.usage.says(text, "tables", table, key)}  # fmt: skip
    title = next((texts[key] for key in _TITLE_FIELDS if key in texts), "")
    about = next((text for key, text in texts.items() if text != title and " " in text), "")
    return {"title": title or word} | ({"description": about[:200]} if about else {})


def _format(product: Product, name: str, kind: str, declared_parts: LocatedMap | None, spec: Spec | None) -> str:
    if kind == "list":
        return "maps" if declared_parts is not None or (spec and spec.fields) else "words"
    if kind in ("integer", "number"):
        return "number"
    if kind == "text":
        texts = [text for record in product.records if isinstance(text := record.values.get(name), str)]
        return "block" if any(len(text) > _LONGEST_LINE or "\n" in text for text in texts) else "line"
    return kind or "free"


def _common_words(product: Product, name: str) -> list[str]:
    """The words that records have in a list, those that most of them have first."""
    values = (record.values.get(name) for record in product.records)
    words = Counter(word for value in values if isinstance(value, tuple) for word in value if isinstance(word, str))
    return [word for word, _ in words.most_common(_MOST_WORDS)]


def _pictures(folder: Path) -> Iterator[str]:
    """The pictures of a game's folder, as its lists name them."""
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _PICTURE_ENDINGS and path.is_file())
    below_folder = (path.relative_to(folder) for path in paths)
    names = (path.as_posix() for path in below_folder if not any(part.startswith(".") for part in path.parts))
    return islice(names, _MOST_PICTURES)
