"""Validate a value of a file with a pydantic adapter, and word its errors as findings at their lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from printgen.base.errors import Finding, Where, did_you_mean
from printgen.base.units import count_noun
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.scalars import shorten
from printgen.reading.sheets import number_hint

if TYPE_CHECKING:
    from pydantic import TypeAdapter

T = TypeVar("T")
Schema = Mapping[str, Any]
Wording = tuple[str, str, str]
"""The code of a finding, its message and its hint."""

# What pydantic's complaints about a type mean to the author of a file.
_EXPECTED = {
    kind: words
    for words, kinds in {
        "text": "string_type",
        "a whole number": "int_type int_from_float",
        "a number": "float_type",
        "true or false": "bool_type",
        "a list": "list_type tuple_type",
        "a mapping of keys and values": "dict_type model_type model_attributes_type is_instance_of",
        "empty": "none_required",
    }.items()
    for kind in kinds.split()
}


_MOST_MISTAKES = 100_000
"""More mistakes than these in one value are not listed: each takes a kilobyte of memory."""
_MOST_LOCATED = 20_000  # So many of them are located in the file; nobody reads as many.


def validate(
    adapter: TypeAdapter[T], value: Any, where: Where, name: str = "the value", context: Any = None
) -> tuple[T, list[Finding]] | tuple[None, list[Finding]]:
    """Validate strictly; return the value and no findings, or None and every finding at its own place.

    `value` comes from `load_yaml`; `where` is the place of a value that is neither a `LocatedMap` nor a `LocatedList`,
    and `name` its name; `context` is passed to validators. YAML gives lists: models that want tuples declare them as
    `Many`.
    """
    from pydantic_core import ValidationError

    try:
        return adapter.validator.validate_python(value, strict=True, context=context), []
    except ValidationError as error:
        if error.error_count() > _MOST_MISTAKES:
            message = f"{name} has {error.error_count():,} mistakes, which are too many to list"
            return None, [Finding("error", where, message, "Look at how it begins, and shorten it.", "over-limit")]
        details = error.errors(include_url=False)[:_MOST_LOCATED]
    root = json_schema_of(adapter)
    findings: dict[Finding, None] = {}
    wrong_types: dict[tuple[Where, str], tuple[_Fault, list[str]]] = {}
    for detail in details:
        fault = _locate(value, detail, where, name, root)
        if detail["type"] in _EXPECTED:
            # A value that may be of several types fails once for each of them; that is one mistake.
            wrong_types.setdefault((fault.where, fault.name), (fault, []))[1].append(_EXPECTED[detail["type"]])
        else:
            wording = _WORDINGS.get(detail["type"], _own_message)
            code, message, hint = wording(fault)
            place = fault.key_where if wording is _unknown_key else fault.where
            findings[Finding("error", place, message, hint, code)] = None
    for fault, words in wrong_types.values():
        code, message, hint = _wrong_type(fault, " or ".join(dict.fromkeys(words)))
        findings[Finding("error", fault.where, message, hint, code)] = None
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
class _Fault:
    """The subject of a complaint by pydantic: the value, its place, its name, and its part of the schema.

    `detail` is the complaint and `context` its data. `last` is the last step of the path, which may be a missing key;
    `outer` are the keys of the mapping around.
    """

    value: Any
    where: Where
    key_where: Where
    name: str
    schema: Schema
    detail: Mapping[str, Any]
    context: Mapping[str, Any]
    last: str = ""
    outer: tuple[str, ...] = ()


def _locate(value: Any, detail: Any, where: Where, name: str, root: Schema) -> _Fault:
    """The fault for a complaint: its keys and indices lead down the value and the schema together."""
    start = value.start if isinstance(value, LocatedMap | LocatedList) else where
    fault = _Fault(value, start, start, name, _resolve(root, root), detail, detail.get("ctx", {}))
    # A complaint about the key that tells one shape from another is one about its value.
    tag = (str(fault.context["discriminator"]).strip("'"),) if "discriminator" in fault.context else ()
    key = ""
    for step in (*detail["loc"], *tag):
        here, fault.last = fault.value, str(step)
        if isinstance(here, Mapping) and step in here:
            key = fault.name = str(step)
            if isinstance(here, LocatedMap):
                fault.where, fault.key_where = here.where(key), here.key_where(key)
            fault.value = here[step]
        elif isinstance(here, LocatedList) and isinstance(step, int) and step < len(here):
            fault.name = f"item {step + 1} of {key}" if key else f"item {step + 1}"
            fault.where = fault.key_where = here.where(step)
            fault.value = here[step]
        # Anything else names a branch of a union, or a key that is missing: the place stays.
        fault.outer = tuple(name for branch in _branches(fault.schema, root) for name in branch.get("properties", ()))
        fault.schema = _inner_schema(fault.schema, step, root)
    return fault


def _resolve(schema: Schema, root: Schema) -> Schema:
    """The schema itself: the target of a reference, or the other branch of an optional one."""
    while True:
        branches = [branch for branch in schema.get("anyOf", ()) if branch.get("type") != "null"]
        if "$ref" in schema:
            schema = root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
        elif len(branches) == 1:
            schema = branches[0]
        else:
            return schema


def _branches(schema: Schema, root: Schema) -> list[Schema]:
    """The schema, or the schemas that it offers as alternatives."""
    return [schema, *(_resolve(branch, root) for branch in (*schema.get("anyOf", ()), *schema.get("oneOf", ())))]


def _inner_schema(schema: Schema, step: int | str, root: Schema) -> Schema:
    """The schema of one key or item; the same schema when the step only names a branch of a union."""
    for branch in _branches(schema, root):
        if isinstance(step, int):
            several = branch.get("prefixItems", ())
            inner = several[step] if step < len(several) else branch.get("items")
        else:
            inner = branch.get("properties", {}).get(step) or branch.get("additionalProperties")
        if isinstance(inner, Mapping):
            return _resolve(inner, root)
    named = schema.get("discriminator", {}).get("mapping", {}).get(step)
    # A shape that a function chose among several is named by its class.
    named = named or (step if isinstance(step, str) and step in root.get("$defs", {}) else None)
    return _resolve({"$ref": named}, root) if named else schema


def describe(value: Any) -> str:
    """A value in words for a message, such as: the text "x", the number 5, a list."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the text "{shorten(value)}"'
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list | tuple) else "a mapping"


def _wrong_type(fault: _Fault, expected: str) -> Wording:
    hint = f"Write {expected} here."
    if fault.value is None:
        hint = "Write a value, or remove the line."
    elif expected == "text" and isinstance(fault.value, int | float):
        hint = "Put quotes around it."
    elif expected == "text" and fault.last == "size":
        hint = "Write a name such as poker, or both lengths, as in 50x70mm."
    elif isinstance(fault.value, str) and "number" in expected:
        is_plain = re.fullmatch(r"-?\d+(\.\d+)?", fault.value)
        spellings = number_hint(fault.value)
        hint = "Write it without quotes." if is_plain and " or " not in spellings else spellings or hint
    return "wrong-type", f"{fault.name} should be {expected}, not {describe(fault.value)}", hint


def _unknown_key(fault: _Fault) -> Wording:
    hint = did_you_mean(fault.last, fault.outer, "Remove it.")
    return "unknown-key", f'unknown key "{shorten(fault.last)}"', hint


def _missing_key(fault: _Fault) -> Wording:
    if isinstance(fault.value, LocatedMap):
        fault.where, message, hint = fault.value.source.lacking(fault.value.offset, fault.last)
        return "missing-key", message, hint
    return "missing-key", f'the key "{fault.last}" is missing', f"Add {fault.last}: and its value."


def _unknown_value(fault: _Fault) -> Wording:
    # A key that may be left out has its choices in a branch beside null.
    options: list[Any] = []
    for branch in (fault.schema, *fault.schema.get("anyOf", ()), *fault.schema.get("oneOf", ())):
        options += branch.get("enum", [branch["const"]] if "const" in branch else [])
    options = re.findall(r"'([^']*)'", fault.context.get("expected_tags", "")) or options
    value = f'"{shorten(str(fault.value))}"' if isinstance(fault.value, str | int | float) else describe(fault.value)
    message = f"{fault.name} has the unknown value {value}"
    return "unknown-value", message, did_you_mean(str(fault.value), map(str, options))


def _out_of_range(fault: _Fault) -> Wording:
    # A limit written as 0 became 0.0 on its way through a decimal field; it is shown as it was written.
    schema = {k: int(v) if isinstance(v, float) and v.is_integer() else v for k, v in fault.schema.items()}
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        limits = f"from {low} to {high}"
    else:
        words = {"minimum": "at least", "maximum": "at most", "exclusiveMinimum": "above", "exclusiveMaximum": "below"}
        limits = " and ".join(f"{word} {schema[key]}" for key, word in words.items() if key in schema) or "in range"
    return "out-of-range", f"{fault.name} is {fault.value}; it must be {limits}", f"Choose a number {limits}."


def _bad_length(fault: _Fault) -> Wording:
    length, limit = len(fault.value), fault.context.get("max_length")
    unit = "character" if isinstance(fault.value, str) else "item"
    length_text = f"{fault.name} is {count_noun(length, unit)} long"
    if limit is not None:
        hint = "Shorten it." if unit == "character" else f"Leave {length - limit} out."
        return "bad-length", f"{length_text}; the limit is {limit}", hint
    if length:
        return "bad-length", f"{length_text}; it must be at least {fault.context['min_length']}", "Lengthen it."
    return "bad-length", f"{fault.name} is empty", "Write something."


def _bad_pattern(fault: _Fault) -> Wording:
    expected = fault.schema.get("description") or f"text that matches {fault.context['pattern']}"
    return "bad-value", f"{fault.name} should be {expected}, not {describe(fault.value)}", f"Write {expected}."


def _own_message(fault: _Fault) -> Wording:
    """The message of our own validators: a ValueError's text, or a custom error with a kebab-case type."""
    kind = str(fault.detail["type"])
    text = fault.context["error"] if kind == "value_error" else fault.detail["msg"]
    code, hint = kind if "-" in kind else "bad-value", fault.context.get("hint", "Mend the value.")
    return code, f"{fault.name}: {text}", hint


_WORDINGS: dict[str, Callable[[_Fault], Wording]] = {
    kind: wording
    for wording, kinds in {
        _unknown_key: "extra_forbidden unexpected_keyword_argument",
        _missing_key: "missing union_tag_not_found",
        _unknown_value: "union_tag_invalid literal_error enum",
        _out_of_range: "greater_than greater_than_equal less_than less_than_equal",
        _bad_length: "string_too_long string_too_short too_long too_short",
        _bad_pattern: "string_pattern_mismatch",
    }.items()
    for kind in kinds.split()
}
