"""A value comes in; a short digest of all that it says goes out, the same in every process and on every machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from printgen.base.errors import Where

_DIGITS = 16


def fingerprint(value: object) -> str:
    """What tells a value from others: plain data, fractions, sets, and values of these with named fields.

    Where something stands, and in which folder a file lies, is left aside.
    TypeError for anything else, which may look different in another process.
    """
    told = json.dumps(_plain(value), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()[:_DIGITS]


def _plain(value: Any) -> Any:
    if value is None or (isinstance(value, bool | int | str | float) and not isinstance(value, Enum)):
        return value if not isinstance(value, float) else ["float", repr(float(value))]
    if isinstance(value, Enum):
        return ["enum", value.name]
    if isinstance(value, Fraction):
        return ["fraction", value.numerator, value.denominator]
    # The same game may lie elsewhere on another machine.
    if isinstance(value, Where):
        return None
    if isinstance(value, PurePath):
        return ["path", value.name]
    if isinstance(value, Mapping):
        return ["mapping", sorted(([_plain(key), _plain(held)] for key, held in value.items()), key=_order)]
    if isinstance(value, Set):
        return ["set", sorted(map(_plain, value), key=_order)]
    if isinstance(value, tuple | list | range):
        return [*map(_plain, value)]
    named = _fields(value)
    if named is None:
        raise TypeError(f"nothing tells one {type(value).__name__} from another")
    return [type(value).__name__, {name: _plain(getattr(value, name)) for name in named}]


def _fields(value: object) -> list[str] | None:
    """The names of the fields in which a value differs from others of its class."""
    if is_dataclass(value):
        return [field.name for field in fields(value) if field.compare]
    shape = getattr(type(value), "model_fields", None)
    return [*shape] if isinstance(shape, Mapping) else None


def _order(plain: object) -> str:
    return json.dumps(plain, sort_keys=True)
