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


def describe_type(schema: Schema) -> str:
    """What a key takes, in words with the marks of a page."""
    if "$ref" in schema:
        return f"[{words_of_name(schema['$ref'].rpartition('/')[2])}]{reference_anchor(schema)}"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{word}`" for word in schema["enum"])
    several = schema.get("anyOf") or schema.get("oneOf")
    if several and all(len(branch.get("properties", ())) == 1 for branch in several):
        links = (
            f"[`{word}`]{reference_anchor(inner)}" for branch in several for word, inner in branch["properties"].items()
        )
        return f"a mapping of one word: {', '.join(links)}"
    if several:
        words = [describe_type(branch) for branch in several if branch.get("type") != "null"]
        return " or ".join(dict.fromkeys(filter(None, words)))
    kind = schema.get("type", "")
    kinds = kind if isinstance(kind, list) else [kind]
    return (
        " or ".join(filter(None, (describe_one_type(name, schema) for name in kinds if name != "null"))) or "anything"
    )


def reference_anchor(schema: Schema) -> str:
    """The link to where a page describes the shape that a schema refers to."""
    return f"(#{shape_of(schema).replace(' ', '-')})"


def shape_of(schema: Schema) -> str:
    """The name of the shape that a schema refers to, in words."""
    return words_of_name(schema["$ref"].rpartition("/")[2])


def without_page_marks(text: str) -> str:
    """A text of a page without the marks of links and code."""
    return re.sub(r"\[([^\[\]]++)\]\([^()]*+\)", r"\1", text).replace("`", "")


def describe_one_type(kind: str, schema: Schema) -> str:
    """What a key takes that takes one type of JSON, in words: `kind` is that type."""
    if kind == "array":
        items = schema.get("items") or schema.get("prefixItems", [{}])[0]
        return f"a list of {describe_type(items)}{range_text(schema, 'minItems', 'maxItems')}"
    if kind == "object" and "properties" in schema:
        keys = [f"`{key}:` {describe_type(inner)}" for key, inner in schema["properties"].items()]
        further = schema.get("additionalProperties")
        return " and ".join([f"a mapping of {describe_type(further)}", *keys] if isinstance(further, dict) else keys)
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"a mapping of {describe_type(inner)}" if isinstance(inner, dict) and inner else "a mapping"
    if kind in ("integer", "number"):
        word = "a whole number" if kind == "integer" else "a number"
        return word + range_text(schema, "minimum", "maximum", "exclusiveMinimum")
    return {"string": "text", "boolean": "true or false"}.get(kind, kind)


def range_text(schema: Schema, low: str, high: str, above: str = "") -> str:
    """The range of a value, in words."""
    lowest, highest = schema.get(low), schema.get(high)
    if above and above in schema:
        return f", above {schema[above]:g}" + (f", up to {highest:g}" if highest is not None else "")
    if lowest is not None and highest is not None:
        return f", {lowest:g} to {highest:g}" if lowest != highest else f", {lowest:g} of them"
    return f", from {lowest:g}" if lowest is not None else f", up to {highest:g}" if highest is not None else ""


def default_text(schema: Schema) -> str:
    """The default of a key; "" where it has none, or where the key's own sentence says it."""
    default = schema.get("default")
    # Lengths are written with a unit, and held in points.
    is_length = isinstance(default, float) and "number" not in str(schema.get("anyOf", schema.get("type")))
    if not isinstance(default, str | int | float) or default in ("", False) or "const" in schema or is_length:
        return ""
    return str(default).lower() if isinstance(default, bool) else str(default)


def words_of_name(name: str) -> str:
    """The name of a shape in words: BoardOptions is "board options"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).strip("_").lower()


_EXAMPLES: Any = load_yaml_file(Path(__file__).resolve().with_name("examples.yaml"), "examples.yaml")
_YAML_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that YAML reads as something else than text."""
SIZE = (44, 26)
"""The width and height in millimetres of the faces."""
PALETTE: Mapping[str, str] = _EXAMPLES["palette"]
"""Their colours."""
FORMS: Mapping[str, str] = _EXAMPLES["forms"]
"""What a setting of a face takes, by the form of its value, for `printgen help`."""
USUAL: Mapping[str, str] = _EXAMPLES["usual"]
"""What stands for a setting of a face that is left out, for `printgen help`."""
FACES: Sequence[Mapping[str, Any]] = _EXAMPLES["faces"]
"""An example of each word of faces, for `printgen help` and the pages of docs/."""
HEADER: Mapping[str, str] = _EXAMPLES["header"]
"""An example of each key at the top of a face, for `printgen help`."""
NAMES: Mapping[str, Mapping[str, str]] = _EXAMPLES["names"]
"""What each name of an expression means, with an example."""
FILTERS: Mapping[str, Sequence[Any]] = _EXAMPLES["filters"]
"""An expression with each filter, and what it comes to."""
TESTS: Mapping[str, Sequence[Any]] = _EXAMPLES["tests"]
"""An expression with each test, and what it comes to."""
FIELDS: Mapping[str, Mapping[str, str]] = _EXAMPLES["fields"]
"""How a field of each kind is declared, and a value of it."""
PATTERNS: Mapping[str, str] = _EXAMPLES["patterns"]
"""What each pattern looks like, in a few words."""
KINDS: Mapping[str, str] = _EXAMPLES["kinds"]
"""A game with the least product of each kind that says something."""


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


def yaml_line(value: Any) -> str:
    """A value as one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {yaml_line(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(yaml_line, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    is_other_value = text.replace(".", "").isdigit() or text.casefold() in _YAML_WORDS
    needs_no_quotes = text and text[0].isalnum() and not is_other_value and not set(text) & set(":#{}[],&*!|>'\"%@`")
    return text if needs_no_quotes else '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def yaml_shapes(items: Sequence[Any], indent: str = "") -> str:
    """Shapes of a face as the lines that somebody would write: one a line, and those inside others below them."""
    lines = []
    for item in items:
        (word, content), *others = item.items()
        inner_items = content.get("items") if isinstance(content, Mapping) else None
        if inner_items is None:
            lines.append(f"{indent}- {word}: {yaml_line(content)}")
        else:
            lines.append(f"{indent}- {word}:")
            lines += [f"{indent}    {key}: {yaml_line(setting)}" for key, setting in content.items() if key != "items"]
            lines += [f"{indent}    items:", yaml_shapes(inner_items, f"{indent}      ")]
        lines += [f"{indent}  {key}: {yaml_line(setting)}" for key, setting in others]
    return "\n".join(lines)


_PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
_MOST_PICTURES = 500
_MOST_WORDS = 400
_LONGEST_LINE = 70
"""A field takes several lines where the text of some record has more letters than these."""
_LAST_FIELDS = ("copies", "art", "look", "errata", "deviations")
"""The fields that every record has, which stand at the end of a form."""
_TITLE_FIELDS = ("title", "name", "label", "long")
_ABBREVIATIONS = ("tac",)
"""Fields of three letters and more whose titles are in capitals."""
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

    `usage` is what the game's faces do with its fields: a row of a table is told by what is words in it.
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
) -> dict[str, Any]:  # fmt: skip
    schema = _without_reference(schema_of_field, context.root)
    schema["title"] = _title(name)
    if name in _FIELD_DESCRIPTIONS:
        schema["description"] = _FIELD_DESCRIPTIONS[name]
    kind = spec.kind if spec else "free"
    table = declared.get("from") if isinstance(declared, LocatedMap) else None
    declared_parts = declared.get("of") if isinstance(declared, LocatedMap) else None
    if isinstance(declared, LocatedMap) and "default" in declared:
        schema["default"] = declared["default"]
    if kind in ("choice", "list") and (choices := _choices_of(schema if kind == "choice" else schema.get("items", {}))):
        options = [{"const": word, **_row(context, table, word)} for word in choices]
        if kind == "choice":
            schema = {**_without(schema, "enum", "const"), "oneOf": options}
        else:
            schema["items"] = {"oneOf": options}
    if kind == "list" and not schema.get("items", {}).get("oneOf") and not (spec and spec.fields):
        schema["items"] = {**schema.get("items", {}), "examples": _common_words(context.product, name)}
    schema["format"] = _format(
        context.product, name, kind, declared_parts if isinstance(declared_parts, LocatedMap) else None, spec
    )
    if table:
        schema["table"] = str(table)
    if kind == "file":
        schema["files"] = [*_pictures(context.game.folder)]
    if spec is not None and spec.fields:
        parts = schema.get("items", schema) if kind == "list" else schema
        parts = _without_reference(parts, context.root)
        fields = parts.get("properties", {})
        for key, part in spec.fields.items():
            declared_part = declared_parts.get(key) if isinstance(declared_parts, LocatedMap) else None
            fields[key] = _field(context, key, fields.get(key, {}), part, declared_part)
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


def _choices_of(schema: Mapping[str, Any]) -> list[str]:
    return [*schema.get("enum", [schema["const"]] if "const" in schema else [])]


def _title(name: str) -> str:
    text = name.replace("_", " ").replace("-", " ").strip()
    return text.upper() if len(text) <= 2 or text in _ABBREVIATIONS else text[:1].upper() + text[1:]


def _row(context: _FormContext, table: Any, word: str) -> dict[str, str]:
    """What the row of a table is called, and what it says of itself."""
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
        values = (record.values.get(name) for record in product.records)
        return "block" if any(isinstance(value, str) and _takes_lines(value) for value in values) else "line"
    return kind or "free"


def _takes_lines(text: str) -> bool:
    """Whether a text is too long for a field of one line, or has several lines."""
    return len(text) > _LONGEST_LINE or "\n" in text


def _common_words(product: Product, name: str) -> list[str]:
    """The words that records have in a list, those that most of them have first."""
    values = (record.values.get(name) for record in product.records)
    words = Counter(word for value in values if isinstance(value, tuple) for word in value if isinstance(word, str))
    return [word for word, _ in words.most_common(_MOST_WORDS)]


def _pictures(folder: Path) -> Iterator[str]:
    """The pictures of a game's folder, as its lists name them."""
    pictures = (
        path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _PICTURE_ENDINGS and path.is_file()
    )
    below_folder = (path.relative_to(folder) for path in pictures)
    names = (path.as_posix() for path in below_folder if not any(part.startswith(".") for part in path.parts))
    yield from (name for name, _ in zip(names, range(_MOST_PICTURES), strict=False))


_TEXT_ENDINGS = (".yaml", ".yml", ".json", ".csv", ".tsv", ".tab", ".txt", ".md")
_MOST_TEXTS = 2_000


@dataclass(frozen=True)
class GameText:
    """A text of a game: its name in the game's folder, or with "my cards/" before it, and where it lies."""

    name: str
    path: Path
    own: bool


def texts_of(folder: Path, cards: Path | None) -> dict[str, GameText]:
    """The texts of a game, and those of the user's own cards for it, by their names."""
    texts = {name: GameText(name, path, False) for name, path in _below(folder)}
    if cards is not None:
        own_folder = own_card_access(cards, folder.resolve().name).folder
        texts |= {f"my cards/{name}": GameText(f"my cards/{name}", path, True) for name, path in _below(own_folder)}
    return dict(sorted(texts.items(), key=lambda item: (item[1].own, item[0] != "game.yaml", "/" in item[0], item[0])))


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _TEXT_ENDINGS)
    for path, _ in zip(paths, range(_MOST_TEXTS), strict=False):
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in name.parts) or name.parts[0] in ("output", "node_modules")
        with suppress(OSError):
            if not hidden and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                yield name.as_posix(), path


def findings_in(target: str, cards: Path | None, path: Path, data: bytes) -> tuple[Finding, ...]:
    """What is wrong with a file of a game if it held other bytes, as loading and checking the game would tell."""
    shown = display_path(path)
    syntax_findings = syntax_in(path, data)
    if syntax_findings:
        return tuple(syntax_findings)
    try:
        (job,) = load([target], cards, {path: data})
        findings = [*job.findings, *job.check()]
    except PrintgenError as error:
        findings = [*error.findings]
    return tuple(dict.fromkeys(finding for finding in findings if finding.where.file == shown))


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
