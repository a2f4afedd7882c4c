"""Load YAML, and JSON as YAML, into plain values that know their places, with all findings at once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.file_access import AccessError, LoadFile, load_file
from printgen.base.folders import templates_folder
from printgen.base.limits import OverLimit, consume, limit_of, usage_of
from printgen.base.names import nfc
from printgen.reading.csv_files import decode, end_of
from printgen.reading.positions import LocatedList, LocatedMap, SourceText, YamlValue, copy_value
from printgen.reading.scalars import CONTROL, LooseScalarError, plain_value, shorten, wordings


def syntax_finding(error: Exception, source: SourceText) -> Finding:
    """The finding for an error of the parser, at the place where it should be fixed."""
    problem = str(getattr(error, "problem", None) or error)
    mark: Any = getattr(error, "problem_mark", None)
    begin: Any = getattr(error, "context_mark", None)
    offset = mark.index if mark is not None else 0
    if offset < len(source.text) and source.text[offset] == "\t":
        return Finding("error", source.where(offset), "a tab where only spaces can indent", "Use spaces.", "tab-indent")
    if re.fullmatch(r"[^\s,:\[{][\[{]", source.text[max(0, offset - 1) : offset + 1]):
        signs = "{ and } mean a mapping" if source.text[offset] == "{" else "[ and ] mean a list"
        message = f"{signs} here, and this one stands right behind a value"
        return Finding("error", source.where(offset), message, "Put quotes around the whole value.", "syntax")
    for part, message, hint in wordings("syntax.yaml"):
        if part in problem:
            # A quote or bracket that is never closed is missed at the end; it is mended where it was opened.
            if begin is not None and message.endswith(("closing quote", "its ]", "its }")):
                offset = begin.index
            return Finding("error", source.where(offset), message, hint, "syntax")
    hint = "Check the indentation and the quotes around this place."
    return Finding("error", source.where(offset), problem, hint, "syntax")


Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_SCALAR = 100_000
"""The most letters of one text."""
MAX_DEPTH = 40
"""How deep mappings and lists may be inside each other."""
MAX_VALUES = 1_000_000
"""The most keys and values of one file."""
MAX_FINDINGS = 200
"""The most findings of one file; then its reading stops."""
MAX_KEPT = 100_000
"""The most letters of a text whose values are kept for when it is read again: they take six bytes for each letter."""

_UNKNOWN = object()  # Stands for the value of a word that was not read before.


def load_yaml(text: str, file: str) -> YamlValue:
    """Read one YAML document: scalars inside `LocatedMap` and `LocatedList`, None for an empty text.

    `file` is the name that findings show. Raises PrintgenError with all findings of the text: syntax, loose
    words such as yes or 012, duplicate keys, anchors, aliases, merge keys, tags, several documents, control
    characters, nesting deeper than 40, scalars over 100,000 characters.
    """
    return _value_or_error(*examine_yaml(text, file))


def load_yaml_file(path: Path, shown: str, read: LoadFile = load_file) -> YamlValue:
    """Read a YAML file as `load_yaml` does; `shown` is its name in findings, `read` opens it.

    Raises PrintgenError also for a file that is missing, larger than 16 MB or not UTF-8.
    """
    return _value_or_error(*examine_yaml_file(path, shown, read))


def _value_or_error(value: YamlValue, findings: Sequence[Finding]) -> YamlValue:
    if findings:
        raise PrintgenError(findings)
    return value


def examine_yaml(text: str, file: str, counted: bool = True) -> tuple[YamlValue, list[Finding]]:
    """Read as `load_yaml` does, but return what could be read beside the findings.

    The value is None when the reading had to stop. A refused word stays text, and a refused alias is None. What is
    built in is not `counted`: it can be read whatever a game holds.
    """
    room = limit_of("values") - usage_of("values") if counted else MAX_VALUES
    text = text.removeprefix("\ufeff")
    try:
        # A text has no more values than letters, so that one that is kept cannot be one that is stopped on its way.
        if len(text) <= min(MAX_KEPT, room):
            cached_value, source, cached_findings = _load_cached(text)
            named_source = source.of_file(file)
            value = copy_value(cached_value, named_source)
            findings = [replace(finding, where=finding.where._replace(file=file)) for finding in cached_findings]
        else:
            named_source = SourceText(file, text)
            value, findings = _examine(named_source, min(MAX_VALUES, room))
        if counted:
            consume("values", len(named_source.offsets), Where(file))
    except OverLimit as error:
        return None, list(error.findings)
    return value, findings


@lru_cache(maxsize=128)
def _load_cached(text: str) -> tuple[YamlValue, SourceText, list[Finding]]:
    """The value of a text without a name, cached: the studio and readers of many games read most files repeatedly."""
    source = SourceText("", text)
    value, findings = _examine(source, MAX_VALUES)
    return value, source, findings


def _examine(source: SourceText, limit: float) -> tuple[YamlValue, list[Finding]]:
    reader = YamlReader(source, limit)
    value = reader.load()
    return value, sorted(reader.findings, key=lambda finding: finding.where)


def examine_yaml_file(path: Path, shown: str, read: LoadFile = load_file) -> tuple[YamlValue, list[Finding]]:
    """Read as `load_yaml_file` does, but return what could be read beside the findings; `read` opens the file."""
    try:
        data = read(path, "yaml")
    except AccessError as error:
        return None, [error.finding(Where(shown))]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = end_of(data[: error.start].decode("utf-8"), shown)
        return None, [Finding("error", where, "the file is not UTF-8 text", "Save it as UTF-8.", "not-utf8")]
    return examine_yaml(text, shown, not path.is_relative_to(templates_folder()))


class _StopReadingError(Exception):
    """Nothing after this place can be read."""


class YamlReader:
    """Builds the values of one text from its events, and collects findings."""

    drops_nulls = False

    def __init__(self, source: SourceText, most: float) -> None:
        self.source, self.most = source, most
        self.findings: list[Finding] = []
        self.next: Callable[[], Any] = lambda: None
        # Every word is judged once and then shared, so that a deck's repeated words cost nothing.
        self.plain: dict[str, Any] = {}
        self.names: dict[str, str] = {}

    def load(self) -> YamlValue:
        text = self.source.text
        try:
            for match in CONTROL.finditer(text):
                message = f"the control character U+{ord(match[0]):04X} may not stand in a file"
                self.report(match.start(), "control-character", message, "Remove it.")
            return self.parse(CONTROL.sub(" ", text), len(self.findings))
        except _StopReadingError:
            return None
        except yaml.YAMLError as error:
            self.findings.append(syntax_finding(error, self.source))
            return None

    def parse(self, text: str, kept_findings: int) -> YamlValue:
        """The value of the text; the first `kept_findings` findings do not come from its reading."""
        try:
            self.next = Parser(text).get_event
            return self.document()
        except yaml.MarkedYAMLError as error:
            # libyaml 0.2.6 gives up at the thousandth open bracket before it has told of the first; what stands
            # before that bracket tells where the nesting gets too deep for us.
            if error.problem_mark is None or "nesting depth" not in str(error.problem):
                raise
            del self.findings[kept_findings:]
            return self.parse(text[: error.problem_mark.index], kept_findings)

    def document(self) -> YamlValue:
        self.next()
        if self.next().__class__ is StreamEndEvent:
            return None
        value = self.value(self.next(), 0)
        self.next()
        after = self.next()
        if after.__class__ is DocumentStartEvent:
            self.refuse(after, "many-documents", "the file holds a second document", "Remove the --- line.")
        return value

    def report(self, offset: int, code: str, message: str, hint: str) -> None:
        self.findings.append(Finding("error", self.source.where(offset), message, hint, code))
        if len(self.findings) >= MAX_FINDINGS:
            raise _StopReadingError

    def refuse(self, event: Any, code: str, message: str, hint: str) -> None:
        self.report(event.start_mark.index, code, message, hint)

    def value(self, event: Any, depth: int) -> YamlValue:
        """The value that starts with this event; `depth` is the number of open collections around it."""
        kind = event.__class__
        if kind is AliasEvent:
            message = f"the alias *{shorten(event.anchor)} is not allowed"
            self.refuse(event, "alias", message, "Write the value out where it is needed.")
            return None
        if event.anchor is not None:
            self.refuse(event, "anchor", f"the anchor &{shorten(event.anchor)} is not allowed", "Remove it.")
        if event.tag is not None:
            message = f"the tag {shorten(event.tag)} is not allowed"
            self.refuse(event, "tag", message, "Remove it; write the plain value.")
        if kind is ScalarEvent:
            return self.scalar(event)
        if depth >= MAX_DEPTH:
            message = f"the file is nested deeper than {MAX_DEPTH} levels"
            self.refuse(event, "too-deep", message, "Flatten it.")
            raise _StopReadingError
        return self.mapping(event, depth + 1) if kind is MappingStartEvent else self.sequence(event, depth + 1)

    def mapping(self, start: Any, depth: int) -> LocatedMap:
        result = LocatedMap()
        offsets: list[int] = []
        add_offset, next_event, plain, names = offsets.append, self.next, self.plain, self.names
        while (key := next_event()).__class__ is not MappingEndEvent:
            name = names.get(key.value) if key.__class__ is ScalarEvent else None
            if name is None or key.anchor is not None or key.tag is not None:
                name = self.key(key, depth)
            event = next_event()
            # The usual case is settled here: a method call for every scalar would cost a third more time.
            value = _UNKNOWN
            if event.__class__ is ScalarEvent and not event.style and event.tag is None and event.anchor is None:
                value = plain.get(event.value, _UNKNOWN)
            if value is _UNKNOWN:
                value = self.value(event, depth)
            if name is None or (value is None and self.drops_nulls):
                continue
            if name in result:
                self.duplicate(key, name, offsets[2 * list(result).index(name)])
            else:
                result[name] = value
                add_offset(key.start_mark.index)
                add_offset(event.start_mark.index)
                if len(offsets) > self.most:
                    self.stop_counting(start)
        self._set_offsets(result, start, offsets)
        return result

    def sequence(self, start: Any, depth: int) -> LocatedList:
        result = LocatedList()
        offsets: list[int] = []
        next_event, plain = self.next, self.plain
        while (event := next_event()).__class__ is not SequenceEndEvent:
            value = _UNKNOWN
            if event.__class__ is ScalarEvent and not event.style and event.tag is None and event.anchor is None:
                value = plain.get(event.value, _UNKNOWN)
            if value is _UNKNOWN:
                value = self.value(event, depth)
            result.append(value)
            offsets.append(event.start_mark.index)
            if len(offsets) > self.most:
                self.stop_counting(start)
        self._set_offsets(result, start, offsets)
        return result

    def _set_offsets(self, result: LocatedMap | LocatedList, start: Any, offsets: list[int]) -> None:
        """Give a value its place, and those of its keys and values in the source."""
        all_offsets = self.source.offsets
        result.source = self.source
        result.offset = start.start_mark.index
        result.first = len(all_offsets)
        all_offsets.extend(offsets)
        if len(all_offsets) > self.most:
            self.stop_counting(start)

    def stop_counting(self, start: Any) -> None:
        """Refuse a file with too many keys and values, and stop reading it."""
        if self.most < MAX_VALUES:
            consume("values", self.most + 1, self.source.where(start.start_mark.index))
        message = f"the file holds over {MAX_VALUES:,} keys and values"
        self.refuse(start, "too-many-values", message, "Split it into several files.")
        raise _StopReadingError

    def key(self, event: Any, depth: int) -> str | None:
        """The name in a key; None, with a finding, for a key that is no name."""
        plain = event.__class__ is ScalarEvent and not event.style
        value = self.value(event, depth) if not plain or event.anchor or event.tag else None
        name = event.value if plain else value
        if not isinstance(name, str):
            message, hint = "a key must be a plain word", "Write the key as one word."
            if self.source.text.startswith("{{", event.start_mark.index - 1):
                message, hint = "an expression stands without quotes", 'Put quotes around all of it: "{{ card.name }}".'
            self.refuse(event, "complex-key", message, hint)
        elif name == "<<" and plain:
            message = "the merge key << is not allowed"
            self.refuse(event, "merge-key", message, "Write the keys out where they are needed.")
        elif not name or len(name) > MAX_SCALAR:
            what = "empty" if not name else "too long"
            self.refuse(event, "bad-key", f"a key is {what}", "Write a short word before the colon.")
        else:
            # Values and keys are composed where they are read, so that names find each other however they were typed.
            nfc_name = nfc(name)
            if name != "<<":
                self.names[event.value] = nfc_name
            return nfc_name
        return None

    def duplicate(self, key: Any, name: str, first: int) -> None:
        """Refuse a key that its mapping already has; `first` is its offset there."""
        line, again = self.source.where(first).line, self.source.where(key.start_mark.index).line
        lines = f"on line {line} and again on line {again}" if line != again else f"twice on line {line}"
        message = f'the key "{shorten(name)}" stands {lines}'
        self.refuse(key, "duplicate-key", message, "Keep one of the two.")

    def scalar(self, event: Any) -> str | int | float | bool | None:
        """The value of a scalar; one that is too long, loose, or has an escaped control character is refused."""
        text: str = event.value
        if len(text) > MAX_SCALAR:
            message = f"the text is {len(text):,} characters long; the limit is {MAX_SCALAR:,}"
            self.refuse(event, "scalar-too-long", message, "Shorten it.")
            return text
        if event.style:
            # Escapes such as "\x07" smuggle in what the text itself may not hold.
            if not text.isprintable() and CONTROL.search(text):
                message = "the quoted text holds an escaped control character"
                hint = "Remove the escape, or write the text in single quotes, in which a \\ is a \\."
                self.refuse(event, "control-character", message, hint)
                return nfc(CONTROL.sub("", text))
            return nfc(text)
        try:
            value = self.plain[text] = plain_value(nfc(text))
        except LooseScalarError as loose:
            self.refuse(event, "loose-scalar", str(loose), loose.hint)
            return text
        return value


# YAML has one escape for a character that JSON writes as two surrogates.
_SURROGATES = re.compile(r"(?<!\\)((?:\\\\)*)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)
_EXPONENT = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?[eE][-+]?[0-9]{1,2}")


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
    """The text of a JSON file as YAML: without tabs, and with each pair of surrogates as one character."""

    __slots__ = ("_as_written", "_pairs")

    def __init__(self, file: str, text: str) -> None:
        self._as_written = SourceText(file, text)
        self._pairs = [match.start(2) - 2 * n for n, match in enumerate(_SURROGATES.finditer(text))]
        super().__init__(file, _SURROGATES.sub(_one_escape, text).replace("\t", " "))

    def where(self, offset: int) -> Where:
        return self._as_written.where(offset + 2 * bisect_left(self._pairs, offset))


def _one_escape(match: re.Match[str]) -> str:
    high, low = int(match[2], 16), int(match[3], 16)
    return f"{match[1]}\\U{0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00:08x}"


class _JsonReader(YamlReader):
    """Refuses YAML that is no JSON: bare words, and texts over several lines."""

    drops_nulls = True

    def scalar(self, event: Any) -> str | int | float | bool | None:
        if event.style:
            if event.start_mark.line != event.end_mark.line:
                message = "a quoted text goes on over the end of its line"
                self.refuse(event, "syntax", message, 'Write \\n for a new line, or a ".')
            return super().scalar(event)
        if _EXPONENT.fullmatch(event.value):
            return float(event.value)
        findings_before = len(self.findings)
        value = super().scalar(event)
        if isinstance(value, str) and len(self.findings) == findings_before:
            message = f"{shorten(value)} stands without quotes"
            self.refuse(event, "syntax", message, "Put quotes around the text, or add the comma that is missing.")
        return value
