"""Declared fields come in; one compiled pydantic adapter for each shape of record goes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from printgen.errors import Finding, Where
from printgen.reading.fields import (
    FIELD_KINDS,
    AnyField,
    FieldKind,
    FileField,
    IntegerField,
    Many,
    MapField,
    Surroundings,
    TextField,
)
from printgen.reading.located import suggestion, validate
from printgen.reading.marked import Map
from printgen.reading.scalars import shortened

_CONFIG = ConfigDict(extra="forbid", strict=True)
_KINDS = tuple(FIELD_KINDS)


class Erratum(TypedDict):
    """A slip in the source of a record or a row: the field, what was printed, and why the record differs."""

    __pydantic_config__ = _CONFIG  # type: ignore[misc]

    field: Annotated[str, Field(description="the field that differs")]
    printed: Annotated[str, Field(description="what the source has")]
    reason: Annotated[str, Field(description="why that is a slip")]


class Deviation(TypedDict):
    """A stat that is not what guidelines make it: by how much the printed number differs, and why."""

    __pydantic_config__ = _CONFIG  # type: ignore[misc]

    stat: Annotated[str, Field(description="the stat, a field of the record")]
    amount: Annotated[int, Field(description="how much more the printed number is than the derived one")]
    reason: Annotated[str, Field(min_length=1, description="why")]


@dataclass(frozen=True, slots=True)
class Column:
    """A field made ready: the type that checks it, whether it is required, and its default otherwise."""

    type: Any
    required: bool = True
    default: Any = None


ERRATA = Column(Many[Erratum], required=False, default=())
"""The column of corrections, which records and rows of tables have alike."""

DEVIATIONS = Column(Many[Deviation], required=False, default=())
"""The column of stats that differ from what guidelines derive."""

# Built-in fields that a game may declare anew, with the same kind, to say more about them.
_REFINABLE: Mapping[str, FieldKind] = {
    "art": FileField.model_construct(optional=True),
    "look": MapField.model_construct(optional=True),
}
_FIXED = ("name", "copies", "errata", "deviations")


def column(field: FieldKind, around: Surroundings, default: Any = None) -> Column:
    """The column of a field; `default` is its checked default, or None for the kind's own empty value."""
    return Column(field.type(around), field.required, field.empty if default is None else default)


def built_in(around: Surroundings) -> dict[str, Column]:
    """The columns that every record has besides the declared ones."""
    copies = IntegerField.model_construct(min=1, max=999)
    return {
        "name": Column(Annotated[TextField.model_construct(max=200).type(around), Field(min_length=1)]),
        "copies": Column(copies.type(around), required=False, default=1),
        **{name: column(field, around) for name, field in _REFINABLE.items()},
        "errata": ERRATA,
        "deviations": DEVIATIONS,
    }


def record_adapter(name: str, columns: Mapping[str, Column]) -> TypeAdapter[dict[str, Any]]:
    """The adapter that checks a mapping with exactly these columns and fills in the defaults."""
    keys: dict[str, Any] = {}
    for key, col in columns.items():
        if col.required:
            keys[key] = col.type
        elif isinstance(col.default, Map):
            # pydantic copies a default that can change, and the whole text of its file with it.
            keys[key] = NotRequired[Annotated[col.type, Field(default_factory=_giver(col.default))]]
        else:
            keys[key] = NotRequired[Annotated[col.type, Field(default=col.default)]]
    make: Any = TypedDict
    shape = make(name, keys)
    shape.__pydantic_config__ = _CONFIG
    return TypeAdapter(shape)


def _giver(value: Map) -> Any:
    return lambda: value


def read_columns(declared: Map, around: Surroundings, in_record: bool) -> tuple[dict[str, Column], list[Finding]]:
    """The columns that a game declares, and what is wrong with them.

    A field with a mistake accepts anything, so that its records are not reported as well. `in_record` guards
    the built-in names, which the rows of a table do not have.
    """
    columns: dict[str, Column] = {}
    findings: list[Finding] = []
    for name, spec in declared.items():
        if not name.isidentifier():
            message = f'"{name}" cannot name a field'
            hint = "Use letters, digits and _, such as unit_cost."
            findings.append(Finding("error", declared.key_where(name), message, hint, "bad-name"))
            columns[name] = Column(Any, required=False)
            continue
        clashes = _clashes(name, spec, declared.key_where(name)) if in_record else []
        findings += clashes
        if not clashes:
            columns[name], found = _read_column(name, spec, declared, around)
            findings += found
    return columns, findings


@cache
def _adapter_of(kind: type[FieldKind] | None) -> TypeAdapter[FieldKind]:
    return TypeAdapter(kind or AnyField)


def _adapter(spec: Any) -> TypeAdapter[FieldKind]:
    """The adapter of the kind that a declaration names; the one of all kinds where it names none that exists."""
    kind = spec if isinstance(spec, str) else spec.get("kind") if isinstance(spec, Map) else None
    return _adapter_of(FIELD_KINDS.get(kind) if isinstance(kind, str) else None)


def _read_column(name: str, spec: Any, declared: Map, around: Surroundings) -> tuple[Column, list[Finding]]:
    where = declared.where(name)
    if isinstance(spec, str) and spec not in _KINDS:
        hint = suggestion(spec, _KINDS)
        finding = Finding("error", where, f'{name} has the unknown kind "{shortened(spec)}"', hint, "unknown-value")
        return Column(Any, required=False), [finding]
    field, findings = validate(_adapter(spec), {"kind": spec} if isinstance(spec, str) else spec, where, name)
    if field is None:
        return Column(Any, required=False), findings
    table = getattr(field, "from_", None)
    if table is not None and table not in around.codes:
        hint = suggestion(table, tuple(around.codes)) or "Add the table under tables."
        finding = Finding("error", spec.where("from"), f'unknown table "{shortened(table)}"', hint, "unknown-value")
        return Column(Any, required=False), [finding]
    default = None
    if field.default is not None:
        adapter: TypeAdapter[Any] = TypeAdapter(field.type(around))
        default, findings = validate(adapter, field.default, spec.where("default"), "default")
        if findings:
            return Column(Any, required=False), findings
    return column(field, around, default), []


def _clashes(name: str, spec: Any, where: Where) -> list[Finding]:
    """The finding for a declared field that changes what a built-in one means."""
    if name in _FIXED:
        message, hint = f"{name} is built in and cannot be declared", "Remove the line."
    elif name in _REFINABLE:
        kind = getattr(_REFINABLE[name], "kind", "")
        if kind == (spec.get("kind") if isinstance(spec, Map) else spec):
            return []
        message, hint = f"{name} is built in as a {kind}", f"Declare it as a {kind}, or choose another name."
    else:
        return []
    return [Finding("error", where, message, hint, "built-in")]
