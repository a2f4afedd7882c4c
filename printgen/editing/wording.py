"""A JSON Schema comes in; what its keys take goes out in words, for pages of the reference and for `printgen help`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]


def sentence(text: str) -> str:
    """A description as a sentence of a page."""
    words = " ".join(text.split())
    return words[:1].upper() + words[1:] + ("." if words and not words.endswith(".") else "")


def value(schema: Schema) -> str:
    """What a key takes, in words."""
    if "$ref" in schema:
        return f"[{spaced(schema['$ref'].rpartition('/')[2])}]{link(schema)}"
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
    return spaced(schema["$ref"].rpartition("/")[2])


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


def spaced(name: str) -> str:
    """The name of a shape in words: BoardOptions is "board options"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).strip("_").lower()
