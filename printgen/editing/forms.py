"""Forms for the records of a product, what schemas and examples say in words, and what would mend a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.file_access import display_path
from printgen.build.jobs import load
from printgen.faces.usage import Usage
from printgen.game.list_records import own_card_access
from printgen.game.records import Game, Product
from printgen.game.shapes import BUILT_IN, Spec
from printgen.reading.json_files import examine_json
from printgen.reading.positions import LocatedMap
from printgen.reading.validation import json_schema_of
from printgen.reading.yaml_events import examine_yaml, load_yaml_file

Schema = Mapping[str, Any]


def sentence(text: str) -> str:
    """A description as a sentence of a page."""
    words = " ".join(text.split())
    return words[:1].upper() + words[1:] + ("." if words and not words.endswith(".") else "")


def value(schema: Schema) -> str:
    """What a key takes, in words."""
    if "$ref" in schema:
        return f"[{words_of_name(schema['$ref'].rpartition('/')[2])}]{link(schema)}"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{word}`" for word in schema["enum"])
    several = schema.get("anyOf") or schema.get("oneOf")
    if several and all(len(one.get("properties", ())) == 1 for one in several):
        links = (f"[`{word}`]{link(inner)}" for one in several for word, inner in one["properties"].items())
        return f"a mapping of one word: {', '.join(links)}"
    if several:
        words = [value(one) for one in several if one.get("type") != "null"]
        return " or ".join(dict.fromkeys(filter(None, words)))
    kind = schema.get("type", "")
    kinds = kind if isinstance(kind, list) else [kind]
    return " or ".join(filter(None, (one_value(name, schema) for name in kinds if name != "null"))) or "anything"


def link(schema: Schema) -> str:
    """Where a page tells of the shape that a schema names."""
    return f"(#{shape_of(schema).replace(' ', '-')})"


def shape_of(schema: Schema) -> str:
    """The name of the shape that a schema refers to, in words."""
    return words_of_name(schema["$ref"].rpartition("/")[2])


def plain(text: str) -> str:
    """A text of a page without the marks of links and code."""
    return re.sub(r"\[([^\[\]]++)\]\([^()]*+\)", r"\1", text).replace("`", "")


def one_value(kind: str, schema: Schema) -> str:
    if kind == "array":
        items = schema.get("items") or schema.get("prefixItems", [{}])[0]
        return f"a list of {value(items)}{bounds(schema, 'minItems', 'maxItems')}"
    if kind == "object" and "properties" in schema:
        known = [f"`{key}:` {value(inner)}" for key, inner in schema["properties"].items()]
        others = schema.get("additionalProperties")
        return " and ".join([f"a mapping of {value(others)}", *known] if isinstance(others, dict) else known)
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"a mapping of {value(inner)}" if isinstance(inner, dict) and inner else "a mapping"
    if kind in ("integer", "number"):
        word = "a whole number" if kind == "integer" else "a number"
        return word + bounds(schema, "minimum", "maximum", "exclusiveMinimum")
    return {"string": "text", "boolean": "true or false"}.get(kind, kind)


def bounds(schema: Schema, low: str, high: str, above: str = "") -> str:
    """The range of a value, in words."""
    least, most = schema.get(low), schema.get(high)
    if above and above in schema:
        return f", above {schema[above]:g}" + (f", up to {most:g}" if most is not None else "")
    if least is not None and most is not None:
        return f", {least:g} to {most:g}" if least != most else f", {least:g} of them"
    return f", from {least:g}" if least is not None else f", up to {most:g}" if most is not None else ""


def usual_of(schema: Schema) -> str:
    """What stands for a key that is left out; "" where that is nothing, or where its sentence says it."""
    usual = schema.get("default")
    # Lengths are written with a unit, and held in points.
    length = isinstance(usual, float) and "number" not in str(schema.get("anyOf", schema.get("type")))
    if not isinstance(usual, str | int | float) or usual in ("", False) or "const" in schema or length:
        return ""
    return str(usual).lower() if isinstance(usual, bool) else str(usual)


def words_of_name(name: str) -> str:
    """The name of a shape in words: BoardOptions is "board options"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).strip("_").lower()


_ALL: Any = load_yaml_file(Path(__file__).resolve().with_name("examples.yaml"), "examples.yaml")
_LOOSE = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
SIZE = (44, 26)
"""The width and height in millimetres of the faces."""
PALETTE: Mapping[str, str] = _ALL["palette"]
"""Their colours."""
FORMS: Mapping[str, str] = _ALL["forms"]
USUAL: Mapping[str, str] = _ALL["usual"]
FACES: Sequence[Mapping[str, Any]] = _ALL["faces"]
HEADER: Mapping[str, str] = _ALL["header"]
NAMES: Mapping[str, Mapping[str, str]] = _ALL["names"]
FILTERS: Mapping[str, Sequence[Any]] = _ALL["filters"]
TESTS: Mapping[str, Sequence[Any]] = _ALL["tests"]
FIELDS: Mapping[str, Mapping[str, str]] = _ALL["fields"]
PATTERNS: Mapping[str, str] = _ALL["patterns"]
KINDS: Mapping[str, str] = _ALL["kinds"]


def face_of(example: Mapping[str, Any], drawn: bool = False) -> dict[str, Any]:
    """An example as a whole face; as what is drawn of it where no face of its own can draw the word."""
    head = {"size": list(SIZE), "unit": "mm", "bleed": 2, "colors": PALETTE}
    more = {key: example[key] for key in ("palettes", "styles") if key in example}
    return {**head, **more, "items": example["drawn"] if drawn and "drawn" in example else example["items"]}


def faces_of(example: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The other faces that an example uses, by name."""
    head = {"unit": "mm", "colors": PALETTE}
    return {
        name: {**head, **face, "colors": {**PALETTE, **face.get("colors", {})}}
        for name, face in example.get("others", {}).items()
    }


def flow(value: Any) -> str:
    """A value as one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    loose = text.replace(".", "").isdigit() or text.casefold() in _LOOSE
    plain = text and text[0].isalnum() and not loose and not set(text) & set(":#{}[],&*!|>'\"%@`")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def block(items: Sequence[Any], indent: str = "") -> str:
    """Shapes of a face as the lines that somebody would write: one a line, and those inside others below them."""
    lines = []
    for item in items:
        (word, given), *others = item.items()
        inner = given.get("items") if isinstance(given, Mapping) else None
        if inner is None:
            lines.append(f"{indent}- {word}: {flow(given)}")
        else:
            lines.append(f"{indent}- {word}:")
            lines += [f"{indent}    {key}: {flow(value)}" for key, value in given.items() if key != "items"]
            lines += [f"{indent}    items:", block(inner, f"{indent}      ")]
        lines += [f"{indent}  {key}: {flow(value)}" for key, value in others]
    return "\n".join(lines)


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
    context = _FormContext(game, product, usage, whole)
    forms = {name: _field(context, name, known.get(name, {}), shape.fields.get(name), declared.get(name))
             for name in dict.fromkeys(order)}  # fmt: skip
    return {"type": "object", "properties": forms, "required": [*shape.needed], "additionalProperties": False}


class _FormContext(NamedTuple):
    """What a form is made for; `root` is the whole schema of its records."""

    game: Game
    product: Product
    usage: Usage
    root: Mapping[str, Any]


def _field(
    context: _FormContext, name: str, said: Mapping[str, Any], spec: Spec | None, declared: Any
) -> dict[str, Any]:  # fmt: skip
    schema = _open(said, context.root)
    schema["title"] = _title(name)
    if name in _ABOUT:
        schema["description"] = _ABOUT[name]
    kind = spec.kind if spec else "free"
    table = declared.get("from") if isinstance(declared, LocatedMap) else None
    inner = declared.get("of") if isinstance(declared, LocatedMap) else None
    if isinstance(declared, LocatedMap) and "default" in declared:
        schema["default"] = declared["default"]
    if kind in ("choice", "list") and (words := _words(schema if kind == "choice" else schema.get("items", {}))):
        options = [{"const": word, **_row(context, table, word)} for word in words]
        if kind == "choice":
            schema = {**_without(schema, "enum", "const"), "oneOf": options}
        else:
            schema["items"] = {"oneOf": options}
    if kind == "list" and not schema.get("items", {}).get("oneOf") and not (spec and spec.fields):
        schema["items"] = {**schema.get("items", {}), "examples": _common_words(context.product, name)}
    schema["format"] = _format(context.product, name, kind, inner if isinstance(inner, LocatedMap) else None, spec)
    if table:
        schema["table"] = str(table)
    if kind == "file":
        schema["files"] = [*_pictures(context.game.folder)]
    if spec is not None and spec.fields:
        parts = schema.get("items", schema) if kind == "list" else schema
        parts = _open(parts, context.root)
        fields = parts.get("properties", {})
        for key, part in spec.fields.items():
            of = inner.get(key) if isinstance(inner, LocatedMap) else None
            fields[key] = _field(context, key, fields.get(key, {}), part, of)
        if kind == "list":
            schema["items"] = {**parts, "properties": fields}
        else:
            schema |= {"properties": fields, "required": parts.get("required", [])}
    return schema


def _open(said: Mapping[str, Any], root: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without a reference, and without the branch for nothing."""
    schema = dict(said)
    if "$ref" in schema:
        schema = {**_without(schema, "$ref"), **root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})}
    branches = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(branches) == 1:
        schema = {**_without(schema, "anyOf"), **_open(branches[0], root)}
    if isinstance(schema.get("items"), dict):
        schema["items"] = _open(schema["items"], root)
    return schema


def _without(said: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: held for key, held in said.items() if key not in keys}


def _words(said: Mapping[str, Any]) -> list[str]:
    return [*said.get("enum", [said["const"]] if "const" in said else [])]


def _title(name: str) -> str:
    words = name.replace("_", " ").replace("-", " ").strip()
    return words.upper() if len(words) <= 2 or words in ("tac",) else words[:1].upper() + words[1:]


def _row(context: _FormContext, table: Any, word: str) -> dict[str, str]:
    """What the row of a table is called, and what it says of itself."""
    tables = context.game.tables
    row: Mapping[str, Any] = tables[table].rows.get(word, {}) if table in tables else {}
    texts = {key: held for key, held in row.items()
             if isinstance(held, str) and held and context.usage.says(held, "tables", table, key)}  # fmt: skip
    title = next((texts[key] for key in _TITLES if key in texts), "")
    about = next((held for key, held in texts.items() if held != title and " " in held), "")
    return {"title": title or word} | ({"description": about[:200]} if about else {})


def _format(product: Product, name: str, kind: str, inner: LocatedMap | None, spec: Spec | None) -> str:
    if kind == "list":
        return "maps" if inner is not None or (spec and spec.fields) else "words"
    if kind in ("integer", "number"):
        return "number"
    if kind == "text":
        held = (record.values.get(name) for record in product.records)
        return "block" if any(isinstance(one, str) and (len(one) > _LONG or "\n" in one) for one in held) else "line"
    return kind or "free"


def _common_words(product: Product, name: str) -> list[str]:
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


_TEXTS = (".yaml", ".yml", ".json", ".csv", ".tsv", ".tab", ".txt", ".md")
_MOST = 2_000


@dataclass(frozen=True)
class GameText:
    """A text of a game: its name in the game's folder, or with "my cards/" before it, and where it lies."""

    name: str
    path: Path
    own: bool


def texts_of(folder: Path, cards: Path | None) -> dict[str, GameText]:
    """The texts of a game, and those of the user's own cards for it, by their names."""
    found = {name: GameText(name, path, False) for name, path in _below(folder)}
    if cards is not None:
        home = own_card_access(cards, folder.resolve().name).folder
        found |= {f"my cards/{name}": GameText(f"my cards/{name}", path, True) for name, path in _below(home)}
    return dict(sorted(found.items(), key=lambda one: (one[1].own, one[0] != "game.yaml", "/" in one[0], one[0])))


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _TEXTS)
    for path, _ in zip(paths, range(_MOST), strict=False):
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in name.parts) or name.parts[0] in ("output", "node_modules")
        with suppress(OSError):
            if not hidden and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                yield name.as_posix(), path


def findings_in(target: str, cards: Path | None, path: Path, data: bytes) -> tuple[Finding, ...]:
    """What is wrong with a file of a game if it held other bytes, as loading and checking the game would tell."""
    shown = display_path(path)
    quick = syntax_in(path, data)
    if quick:
        return tuple(quick)
    try:
        (job,) = load([target], cards, {path: data})
        found = [*job.findings, *job.check()]
    except PrintgenError as error:
        found = [*error.findings]
    return tuple(dict.fromkeys(finding for finding in found if finding.where.file == shown))


def syntax_in(path: Path, data: bytes) -> list[Finding]:
    """What is wrong with a YAML or JSON file by itself."""
    shown = display_path(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return [Finding("error", Where(shown), "the file is not UTF-8 text", "Save it as UTF-8.", "not-utf8")]
    if path.suffix.lower() in (".yaml", ".yml"):
        return examine_yaml(text, shown)[1]
    return examine_json(text, shown)[1] if path.suffix.lower() == ".json" else []
