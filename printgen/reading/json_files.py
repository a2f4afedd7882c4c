"""JSON files, read as YAML: values that know their places."""

from __future__ import annotations

import re
from bisect import bisect_left
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, Where
from printgen.base.file_access import AccessError, LoadFile, load_file
from printgen.base.limits import OverLimit, consume, limit_of, usage_of
from printgen.reading.csv_files import decode
from printgen.reading.positions import SourceText, YamlValue
from printgen.reading.scalars import shorten
from printgen.reading.yaml_events import MAX_VALUES, YamlReader

# YAML has one escape for a character that JSON writes as two halves.
_HALVES = re.compile(r"(?<!\\)((?:\\\\)*)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)
_POWER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?[eE][-+]?[0-9]{1,2}")


def examine_json_file(path: Path, shown: str, read: LoadFile = load_file) -> tuple[YamlValue, list[Finding]]:
    """Read as `examine_yaml_file` does. A key whose value is null is left out."""
    try:
        data = read(path, "list")
    except AccessError as error:
        return None, [error.finding(Where(shown))]
    text, findings = decode(data, shown)
    if text is None:
        return None, findings
    value, more = examine_json(text, shown)
    return value, [*findings, *more]


def examine_json(text: str, shown: str) -> tuple[YamlValue, list[Finding]]:
    """Read a text as `examine_json_file` does a file; `shown` is its name in findings."""
    source = _JsonSource(shown, text.removeprefix("\ufeff"))
    reader = _JsonReader(source, min(MAX_VALUES, limit_of("values") - usage_of("values")))
    try:
        value = reader.load()
        consume("values", len(source.offsets), Where(shown))
    except OverLimit as error:
        return None, [*error.findings]
    return value, sorted(reader.findings, key=lambda finding: finding.where)


class _JsonSource(SourceText):
    """The text of a JSON file as YAML has it: without tabs, and with two letters less for each pair of halves."""

    __slots__ = ("_pairs", "_written")

    def __init__(self, file: str, text: str) -> None:
        self._written = SourceText(file, text)
        self._pairs = [match.start(2) - 2 * n for n, match in enumerate(_HALVES.finditer(text))]
        super().__init__(file, _HALVES.sub(_whole, text).replace("\t", " "))

    def where(self, offset: int) -> Where:
        return self._written.where(offset + 2 * bisect_left(self._pairs, offset))


def _whole(match: re.Match[str]) -> str:
    high, low = int(match[2], 16), int(match[3], 16)
    return f"{match[1]}\\U{0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00:08x}"


class _JsonReader(YamlReader):
    """Refuses what YAML takes and JSON does not: bare words, and texts over several lines."""

    drops_nulls = True

    def scalar(self, event: Any) -> str | int | float | bool | None:
        if event.style:
            if event.start_mark.line != event.end_mark.line:
                message = "a quoted text goes on over the end of its line"
                self.refuse(event, "syntax", message, 'Write \\n for a new line, or a ".')
            return super().scalar(event)
        if _POWER.fullmatch(event.value):
            return float(event.value)
        known = len(self.findings)
        value = super().scalar(event)
        if isinstance(value, str) and len(self.findings) == known:
            message = f"{shorten(value)} stands without quotes"
            self.refuse(event, "syntax", message, "Put quotes around the text, or add the comma that is missing.")
        return value
