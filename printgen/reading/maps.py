"""Maps of boards as text: rows of letters and a legend.

A map is a list of rows, a text of several lines, or a file that ends in .txt. Blanks say nothing, so that letters may
stand apart and every second row of hexes may be indented. A legend says what each letter stands for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.base.errors import Finding, Where, did_you_mean
from printgen.base.file_access import AccessError, display_path
from printgen.base.names import nfc
from printgen.base.units import count_noun
from printgen.reading.files import Files
from printgen.reading.part import File, adapter, problem
from printgen.reading.positions import LocatedList, LocatedMap, OverlayMap
from printgen.reading.scalars import shorten

NO_SPACE = "none"
"""What a legend says of a letter where the board has no space."""

_LONGEST = 2000  # The most rows, and letters of a row, that are read: no board has as many.


class PlacedValue(NamedTuple):
    """A value as written, such as the name of a ground, a row of names or a board of rows, and its place."""

    value: Any
    where: Where


@dataclass(frozen=True)
class MapRow:
    """A row of a map as written; `start` is the place of its first letter, `exact` whether the others follow."""

    text: str
    start: Where
    exact: bool = True

    @property
    def letters(self) -> str:
        """The letters without the blanks between them."""
        return "".join(self.text.split())

    def where(self, n: int) -> Where:
        """The place of a letter, counted from 0 with the blanks; that of the row where it is not known."""
        file, line, column = self.start
        return Where(file, line, column + n) if self.exact else self.start

    def places(self) -> Iterator[Where]:
        """The place of every letter that is no blank."""
        return (self.where(n) for n, letter in enumerate(self.text) if not letter.isspace())


def _map(value: Any) -> Any:
    rows = value.splitlines() if isinstance(value, str) else value
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        message = "should be a list of rows, a text of several lines, or a file such as map.txt"
        raise problem("wrong-type", message, 'Write it like ["..n..", ".nn.k"].')
    return value if isinstance(value, str) else tuple(value)


MapText = Annotated[
    str | tuple[str, ...],
    PlainValidator(_map),
    WithJsonSchema({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}),
]
"""The rows of a map as a file writes them."""

Legend = Annotated[
    dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=64)]], Field(max_length=200)
]
"""What the letters of a map stand for."""


def map_rows(files: Files, source: LocatedMap) -> tuple[MapRow, ...] | None:
    """The rows of the map under `map` in options; None when there is none, or no map."""
    value = source.get("map")
    if isinstance(value, LocatedList):
        whole = all(isinstance(row, str) for row in value)
        return tuple(row_of(value, n) for n in range(min(len(value), _LONGEST))) if whole else None
    if not isinstance(value, str):
        return None
    if value.endswith(".txt") and "\n" not in value:
        path = files.check(adapter(File), value, source.where("map"), "map")
        return None if path is None else files.once(path, _load_rows)
    return _block(source, value)


def row_of(rows: LocatedList, n: int) -> MapRow:
    """The text of a list at an index as a row."""
    text, source, at = rows[n], rows.source, rows.source.offsets[rows.first + n]
    # A quote may stand before it. One with an escape does not stand in the file as it reads.
    start = source.text.find(text, at, at + len(text) + 2)
    return MapRow(text, source.where(start), True) if start >= 0 else MapRow(text, rows.where(n), False)


def _block(source: LocatedMap, text: str) -> tuple[MapRow, ...]:
    """The rows of a text of several lines, each at its place if the file has it literally."""
    holder, text_start = source.spot("map")
    at, rows = text_start, []
    for line in text.strip("\n").split("\n")[:_LONGEST]:
        start = holder.text.find(line, at) if line.strip() else -1
        rows.append(MapRow(line, holder.where(start)) if start >= 0 else MapRow(line, holder.where(text_start), False))
        at = start + len(line) if start >= 0 else at
    return tuple(rows)


def _load_rows(files: Files, path: Path) -> tuple[MapRow, ...] | None:
    """The rows in a file; None, with a finding, when it cannot be read."""
    shown = display_path(path)
    try:
        text = files.load(path, "map").decode("utf-8-sig")
    except AccessError as refusal:
        files.report(Where(shown), refusal.code, refusal.message, refusal.hint)
        return None
    except UnicodeDecodeError:
        files.report(Where(shown), "not-utf8", "the file is not UTF-8 text", "Save it as UTF-8.")
        return None
    lines = [line.rstrip() for line in nfc(text).splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return tuple(MapRow(line, Where(shown, n, 1)) for n, line in enumerate(lines[:_LONGEST], 1))


def with_map_size(files: Files, source: LocatedMap, rows: Sequence[MapRow] | None, limit: int) -> LocatedMap | None:
    """Options with the rows and columns of their map; None, with findings, when it is no map of a board."""
    if rows is None:
        return source if source.get("map") is None else OverlayMap(source, {"rows": 1, "columns": 1})
    width = max((len(row.letters) if len(row.text) <= _LONGEST else _LONGEST for row in rows), default=0)
    size, findings = {"rows": len(rows), "columns": width}, []
    place = source.where("map")
    for key, count in size.items():
        if not 1 <= count <= limit:
            have = count_noun(count, key.removesuffix("s")) if count else f"no {key}"
            message = f"the map has {have}; a board has 1 to {limit}"
            findings.append(Finding("error", place, message, "Write fewer." if count else "Write a row.", "map-size"))
            break
        if key in source and source[key] != count:
            message = f"{key} is {shorten(str(source[key]))}, but the map has {count}"
            findings.append(Finding("error", source.where(key), message, "Remove the line.", "map-size"))
    files.add(findings)
    return None if findings else OverlayMap(source, size)


def with_legend_names(source: LocatedMap | None, key: str, besides: Sequence[str] = ()) -> LocatedMap | None:
    """Options with a map's legend names under a missing key, without those under the keys `besides`."""
    legend = source.get("legend") if source is not None else None
    if source is None or key in source or source.get("map") is None or not isinstance(legend, LocatedMap):
        return source
    others = {name for other in besides if isinstance(source.get(other), LocatedMap) for name in source[other]}
    names = [name for name in legend.values() if isinstance(name, str) and name != NO_SPACE and name not in others]
    return OverlayMap(source, {key: {name: {} for name in names}})


def resolve_map(
    files: Files, source: LocatedMap, rows: Sequence[MapRow], names: Collection[str]
) -> list[list[PlacedValue]] | None:
    """The name of every space of a map, None for a gap; None, with findings, for names outside `names`."""
    raw = source.get("legend")
    legend: Mapping[str, str] = raw if isinstance(raw, LocatedMap) else {}
    findings = [*_legend_mistakes(source, legend, names), *_check_row_lengths(rows)]
    unknown_letters: dict[str, Finding] = {}
    used: set[str] = set()
    spaces: list[list[PlacedValue]] = []
    for row in rows:
        spaces.append([])
        for letter, where in zip(row.letters, row.places(), strict=True):
            used.add(letter)
            if letter not in legend and letter not in unknown_letters:
                message = f'"{letter}" is no letter of the legend'
                hint = f"Add {letter}: to the legend, or mend the map."
                unknown_letters[letter] = Finding("error", where, message, hint, "unknown-letter")
            name = legend.get(letter)
            spaces[-1].append(PlacedValue(None if name == NO_SPACE else name, where))
    findings += unknown_letters.values() if legend or not findings else ()
    if not findings and all(space.value is None for row in spaces for space in row):
        findings.append(Finding("error", source.where("map"), "the map has no space", "Write one.", "map-size"))
    files.add(findings)
    if findings:
        return None
    for letter in (letter for letter in legend if letter not in used):
        message = f'the letter "{letter}" of the legend is not on the map'
        hint = "Remove it, or draw it."
        files.add([Finding("warning", raw.key_where(letter), message, hint, "unused-letter")])  # type: ignore[union-attr]
    return spaces


def _legend_mistakes(source: LocatedMap, legend: Mapping[str, Any], names: Collection[str]) -> Iterator[Finding]:
    if not isinstance(legend, LocatedMap) or not legend:
        hint = 'Add legend: and what each letter is, such as {".": ' + next(iter(names), "lawn") + "}."
        where = source.where("legend" if "legend" in source else "map")
        yield Finding("error", where, "a map needs a legend", hint, "missing-key")
        return
    for letter, name in legend.items():
        if len(letter) != 1 or letter.isspace():
            message = f'"{shorten(letter)}" is not one letter'
            yield Finding("error", legend.key_where(letter), message, "Write one letter, and no blank.", "bad-letter")
        if not isinstance(name, str) or name not in (*names, NO_SPACE):
            message = f'the legend has the unknown name "{shorten(str(name))}"'
            hint = did_you_mean(str(name), names)
            yield Finding("error", legend.where(letter), message, hint, "unknown-value")


def _check_row_lengths(rows: Sequence[MapRow]) -> Iterator[Finding]:
    """Rows that are longer or shorter than the first."""
    width = len(rows[0].letters) if rows else 0
    for n, row in enumerate(rows, 1):
        count = len(row.letters)
        if count != width:
            places = list(row.places()) or [row.start]
            message = f"row {n} of the map has {count_noun(count, 'letter')}; the first has {width}"
            hint = f"{'Remove' if count > width else 'Add'} {count_noun(abs(count - width), 'letter')}."
            yield Finding("error", places[min(width, len(places) - 1)], message, hint, "row-length")
