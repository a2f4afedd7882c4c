"""What `printgen help` and the reference write: schemas in words, and examples as YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from printgen.reading.yaml_events import load_yaml_file

Schema = Mapping[str, Any]


def sentence(text: str) -> str:
    """A description as a sentence of a page."""
    words = " ".join(text.split())
    return words[:1].upper() + words[1:] + ("." if words and not words.endswith(".") else "")


def describe_type(schema: Schema) -> str:
    """What a key takes, in words with the marks of a page."""
    if "$ref" in schema:
        return f"[{shape_of(schema)}]{reference_anchor(schema)}"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{word}`" for word in schema["enum"])
    several = schema.get("anyOf") or schema.get("oneOf")
    if several and all(len(branch.get("properties", ())) == 1 for branch in several):
        words = {word: inner for branch in several for word, inner in branch["properties"].items()}
        links = (f"[`{word}`]{reference_anchor(inner)}" for word, inner in words.items())
        return f"a mapping of one word: {', '.join(links)}"
    if several:
        types = [describe_type(branch) for branch in several if branch.get("type") != "null"]
        return " or ".join(dict.fromkeys(filter(None, types)))
    kind = schema.get("type", "")
    kinds = kind if isinstance(kind, list) else [kind]
    types = [describe_one_type(name, schema) for name in kinds if name != "null"]
    return " or ".join(filter(None, types)) or "anything"


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
"""What each filter gives, an expression with it, and what that comes to."""
TESTS: Mapping[str, Sequence[Any]] = _EXAMPLES["tests"]
"""What each test asks, an expression with it, and what that comes to."""
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
