"""A value that stands in no file comes in; it goes out as the reader of files gives one, with places of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.base.errors import Where
from printgen.game.shapes import RecordShape
from printgen.reading.located import json_schema_of
from printgen.reading.marked import Map, Seq, Source

Way = tuple[str | int, ...]
"""The keys and indices that lead to a value in a record."""

_DEEPEST = 40


class _Unwritten(str):
    """The name of a list of which a draft is: as it is shown, and yet no place of a draft is one of the list."""

    __slots__ = ()


class Places(Source):
    """Places of values that stand in no file: each has a line of its own, which tells the way to it."""

    __slots__ = ("ways",)

    def __init__(self, shown: str) -> None:
        super().__init__(_Unwritten(shown))
        self.ways: list[Way] = [()]

    def add(self, way: Way) -> int:
        """A place for what a way leads to."""
        self.ways.append(way)
        return len(self.ways) - 1

    def where(self, offset: int) -> Where:
        return Where(self.file, offset + 1, 1)

    def lacking(self, offset: int, key: str) -> tuple[Where, str, str]:
        _, message, hint = super().lacking(offset, key)
        return self.where(self.add((*self.ways[offset], key))), message, hint

    def marked(self, value: Any, way: Way = (), here: int = 0) -> Any:
        """A plain value as the reader of files gives it, with these places."""
        if len(way) > _DEEPEST or not isinstance(value, Mapping | list | tuple):
            return value
        pairs = [*value.items()] if isinstance(value, Mapping) else [*enumerate(value)]
        spots = [self.add((*way, key)) for key, _ in pairs]
        inner = [self.marked(held, (*way, key), spot) for (key, held), spot in zip(pairs, spots, strict=True)]
        made: Any = Map(zip(value, inner, strict=True)) if isinstance(value, Mapping) else Seq(inner)
        made.source, made.offset, made.first = self, here, len(self.offsets)
        self.offsets.extend(spot for spot in spots for _ in range(2 if isinstance(made, Map) else 1))
        return made


def plain_value(key: str, shape: RecordShape) -> Any:
    """A value that a field may have and that says little."""
    schema = json_schema_of(shape.adapter)
    return _of_schema(schema.get("properties", {}).get(key, {}), schema)


def _of_schema(said: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    if "$ref" in said:
        said = root.get("$defs", {}).get(str(said["$ref"]).rpartition("/")[2], {})
    if "anyOf" in said:
        return _of_schema(said["anyOf"][0], root)
    if options := said.get("enum", [said["const"]] if "const" in said else ()):
        return options[0]
    kind = said.get("type")
    if kind == "object":
        props = said.get("properties", {})
        return {name: _of_schema(props[name], root) for name in said.get("required", ()) if name in props}
    if kind in ("integer", "number"):
        return min(max(0, said.get("minimum", 0)), said.get("maximum", 0) if said.get("maximum", 0) < 0 else 10**9)
    about = str(said.get("description", ""))
    text = "#808080" if about.startswith("a colour") else "10mm" if about.startswith("a length") else ""
    return {"array": [], "boolean": False}.get(str(kind), text)
