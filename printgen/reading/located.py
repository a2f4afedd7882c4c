"""A pydantic adapter and a value from a file come in; the checked value, or findings with lines, go out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from printgen.errors import Finding, Where, did_you_mean
from printgen.reading.marked import Map, Seq
from printgen.reading.scalars import shortened

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")
Detail = Mapping[str, Any]
Schema = Mapping[str, Any]

_MAPPING = "a mapping of keys and values"
# What pydantic's complaints about a type mean to the author of a file.
_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": _MAPPING,
    "model_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "is_instance_of": _MAPPING,
    "none_required": "empty",
}

# The closest word is asked for again and again when a table's code is misspelt all through a long list.
suggestion = lru_cache(maxsize=4096)(did_you_mean)


def validate(
    adapter: TypeAdapter[T], value: Any, where: Where, name: str = "the value", context: Any = None
) -> tuple[T, list[Finding]] | tuple[None, list[Finding]]:
    """Validate strictly; return the value and no findings, or None and every finding at its own place.

    `value` came from `read_yaml`; `where` stands in for the place of a value that is neither a `Map` nor a
    `Seq`, and `name` for its name; `context` is handed to validators. YAML gives lists: models that want tuples
    declare them as `fields.Many`.
    """
    from pydantic_core import ValidationError

    try:
        return adapter.validator.validate_python(value, strict=True, context=context), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    schema = json_schema_of(adapter)
    findings: dict[Finding, None] = {}
    wanted: dict[tuple[Where, str], tuple[_Spot, list[str]]] = {}
    for detail in details:
        spot = _spot(value, detail["loc"], where, name, schema)
        if detail["type"] in _EXPECTED:
            # A value that may be of several types fails once for each of them; that is one mistake.
            wanted.setdefault((spot.where, spot.name), (spot, []))[1].append(_EXPECTED[detail["type"]])
        else:
            findings[_finding(detail, spot)] = None
    findings |= dict.fromkeys(_wrong_type(spot, words) for spot, words in wanted.values())
    return None, sorted(findings, key=lambda finding: finding.where)


@lru_cache(maxsize=64)
def json_schema_of(adapter: TypeAdapter[Any]) -> dict[str, Any]:
    """The adapter's JSON Schema; empty when it has parts that no schema can describe."""
    from pydantic.errors import PydanticInvalidForJsonSchema

    try:
        return adapter.json_schema()
    except PydanticInvalidForJsonSchema:
        return {}


@dataclass(slots=True)
class _Spot:
    """What a complaint points to: the value, its place, its name, and its part of the JSON Schema."""

    value: Any
    where: Where
    key_where: Where
    name: str
    last: str
    schema: Schema
    outer: Schema


def _spot(value: Any, loc: tuple[int | str, ...], where: Where, name: str, root: Schema) -> _Spot:
    start = value.start if isinstance(value, Map | Seq) else where
    spot = _Spot(value, start, start, name, str(loc[-1]) if loc else "", _resolved(root, root), root)
    key = ""
    for part in loc:
        here = spot.value
        if isinstance(here, Mapping) and part in here:
            key = spot.name = str(part)
            if isinstance(here, Map):
                spot.where, spot.key_where = here.where(key), here.key_where(key)
            spot.value = here[part]
        elif isinstance(here, Seq) and isinstance(part, int) and part < len(here):
            spot.name = f"item {part + 1} of {key}" if key else f"item {part + 1}"
            spot.where = spot.key_where = here.where(part)
            spot.value = here[part]
        # Anything else names a branch of a union, or a key that is missing: the place stays.
        spot.outer, spot.schema = spot.schema, _inner_schema(spot.schema, part, root)
    return spot


def _resolved(schema: Schema, root: Schema) -> Schema:
    """The schema itself: that which a reference names, and of one that may be nothing the other branch."""
    while True:
        branches = [branch for branch in schema.get("anyOf", ()) if branch.get("type") != "null"]
        if "$ref" in schema:
            schema = root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
        elif len(branches) == 1:
            schema = branches[0]
        else:
            return schema


def _inner_schema(schema: Schema, part: int | str, root: Schema) -> Schema:
    """The schema of one key or item; the same schema when the part only names a branch of a union."""
    branches = [_resolved(s, root) for s in (*schema.get("anyOf", ()), *schema.get("oneOf", ()))]
    for candidate in (schema, *branches):
        if isinstance(part, int):
            several = candidate.get("prefixItems", ())
            inner = several[part] if part < len(several) else candidate.get("items")
        else:
            inner = candidate.get("properties", {}).get(part) or candidate.get("additionalProperties")
        if isinstance(inner, Mapping):
            return _resolved(inner, root)
    named = schema.get("discriminator", {}).get("mapping", {}).get(part)
    # A shape that a function chose among several is named by its class.
    named = named or (part if isinstance(part, str) and part in root.get("$defs", {}) else None)
    return _resolved({"$ref": named}, root) if named else schema


def described(value: Any) -> str:
    """A value as a message calls it, such as: the text "x", the number 5, a list."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the text "{shortened(value)}"'
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list | tuple) else "a mapping"


def _wrong_type(spot: _Spot, words: list[str]) -> Finding:
    expected = " or ".join(dict.fromkeys(words))
    message = f"{spot.name} should be {expected}, not {described(spot.value)}"
    hint = f"Write {expected} here."
    if spot.value is None:
        hint = "Write a value, or remove the line."
    elif expected == "text" and isinstance(spot.value, int | float):
        hint = "Put quotes around it."
    elif isinstance(spot.value, str) and re.fullmatch(r"-?\d+(\.\d+)?", spot.value):
        hint = "Write it without quotes."
    return Finding("error", spot.where, message, hint, "wrong-type")


def _unknown_key(detail: Detail, spot: _Spot) -> Finding:
    hint = suggestion(spot.last, tuple(spot.outer.get("properties", ()))) or "Remove it."
    return Finding("error", spot.key_where, f'unknown key "{shortened(spot.last)}"', hint, "unknown-key")


def _missing_key(detail: Detail, spot: _Spot) -> Finding:
    key = str(detail.get("ctx", {}).get("discriminator", spot.last)).strip("'")
    return Finding("error", spot.where, f'the key "{key}" is missing', f"Add {key}: and its value.", "missing-key")


def _unknown_value(detail: Detail, spot: _Spot) -> Finding:
    # A key that may be left out has its choices in a branch beside null.
    choices = (spot.schema, *spot.schema.get("anyOf", ()))
    options = [option for one in choices for option in one.get("enum", (one[k] for k in ("const",) if k in one))]
    message = f"{spot.name} has the unknown value {_quoted(spot.value)}"
    hint = suggestion(str(spot.value), tuple(map(str, options)))
    return Finding("error", spot.where, message, hint, "unknown-value")


def _unknown_tag(detail: Detail, spot: _Spot) -> Finding:
    context = detail["ctx"]
    key = str(context["discriminator"]).strip("'")
    where = spot.value.where(key) if isinstance(spot.value, Map) else spot.where
    hint = suggestion(str(context["tag"]), tuple(re.findall(r"'([^']*)'", context["expected_tags"])))
    return Finding("error", where, f"{key} has the unknown value {_quoted(context['tag'])}", hint, "unknown-value")


def _out_of_range(detail: Detail, spot: _Spot) -> Finding:
    # A limit written as 0 became 0.0 on its way through a decimal field; it is shown as it was written.
    schema = {k: int(v) if isinstance(v, float) and v.is_integer() else v for k, v in spot.schema.items()}
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        limits = f"from {low} to {high}"
    else:
        words = {"minimum": "at least", "maximum": "at most"}
        words |= {"exclusiveMinimum": "above", "exclusiveMaximum": "below"}
        limits = " and ".join(f"{word} {schema[key]}" for key, word in words.items() if key in schema)
        limits = limits or "in range"
    message = f"{spot.name} is {spot.value}; it must be {limits}"
    return Finding("error", spot.where, message, f"Choose a number {limits}.", "out-of-range")


def _bad_length(detail: Detail, spot: _Spot) -> Finding:
    context, length = detail["ctx"], len(spot.value)
    unit = "characters long" if isinstance(spot.value, str) else "items long"
    most = context.get("max_length")
    if most is not None:
        message, hint = f"{spot.name} is {length} {unit}; the limit is {most}", "Shorten it."
    elif length:
        message = f"{spot.name} is {length} {unit}; it must be at least {context['min_length']}"
        hint = "Lengthen it."
    else:
        message, hint = f"{spot.name} is empty", "Write something."
    return Finding("error", spot.where, message, hint, "bad-length")


def _bad_pattern(detail: Detail, spot: _Spot) -> Finding:
    expected = spot.schema.get("description") or f"text that matches {detail['ctx']['pattern']}"
    message = f"{spot.name} should be {expected}, not {described(spot.value)}"
    return Finding("error", spot.where, message, f"Write {expected}.", "bad-value")


def _other(detail: Detail, spot: _Spot) -> Finding:
    """Complaints of our own validators: a ValueError's text, or a custom error with a kebab-case type."""
    kind, context = str(detail["type"]), detail.get("ctx", {})
    text = str(context["error"]) if kind == "value_error" else str(detail["msg"])
    code = kind if "-" in kind else "bad-value"
    return Finding("error", spot.where, f"{spot.name}: {text}", str(context.get("hint", "Mend the value.")), code)


def _quoted(value: Any) -> str:
    return f'"{shortened(str(value))}"' if isinstance(value, str | int | float) else described(value)


_WORDINGS: dict[str, Callable[[Detail, _Spot], Finding]] = {
    "extra_forbidden": _unknown_key,
    "unexpected_keyword_argument": _unknown_key,
    "missing": _missing_key,
    "union_tag_not_found": _missing_key,
    "union_tag_invalid": _unknown_tag,
    "literal_error": _unknown_value,
    "enum": _unknown_value,
    "greater_than": _out_of_range,
    "greater_than_equal": _out_of_range,
    "less_than": _out_of_range,
    "less_than_equal": _out_of_range,
    "string_too_long": _bad_length,
    "string_too_short": _bad_length,
    "too_long": _bad_length,
    "too_short": _bad_length,
    "string_pattern_mismatch": _bad_pattern,
}


def _finding(detail: Detail, spot: _Spot) -> Finding:
    return _WORDINGS.get(detail["type"], _other)(detail, spot)
