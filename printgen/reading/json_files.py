"""JSON files come in as values that know their places; plain values go out as the text of a YAML or JSON file."""

from __future__ import annotations

import io
import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import yaml

from printgen.base.budget import OverLimit, most, spend, spent
from printgen.base.errors import Finding, Where
from printgen.base.gate import Read, Refused, read_file
from printgen.base.names import composed
from printgen.reading.csv_files import decoded
from printgen.reading.marked import Map, Seq, Source, Value
from printgen.reading.scalars import LooseScalarError, controls, plain_value, shortened
from printgen.reading.yaml_events import MAX_DEPTH, MAX_FINDINGS, MAX_SCALAR, MAX_VALUES

WIDTH = 118
"""So long do lines become before they are folded."""


class _Dumper(yaml.SafeDumper):
    """Writes YAML that our own reader takes, too."""


def _loose(text: str) -> bool:
    """Whether a plain word would be anything but a text, or refused."""
    try:
        return not isinstance(plain_value(text), str)
    except LooseScalarError:
        return True


def _decimal(dumper: Any, value: float) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:float", decimal(value))


_Dumper.add_implicit_resolver("loose", SimpleNamespace(match=_loose), None)
_Dumper.add_representer(float, _decimal)


def block_lines(values: Any, width: int = WIDTH, spread: bool = True) -> list[str]:
    """The lines of a list with an item, or of a mapping with one entry: one for each key of the item, or of the entry.

    A list of mappings has one a mapping, and long lists are folded. An item or an entry that holds single values alone
    stands in brackets where it is not `spread`.
    """
    node: Any = _Dumper(io.StringIO(), default_flow_style=None, sort_keys=False).represent_data(values)
    inner = node.value[0][1] if isinstance(values, dict) else node.value[0]
    node.flow_style = False
    if isinstance(inner, yaml.MappingNode) and spread:
        inner.flow_style = False
    text: str = yaml.serialize(node, Dumper=_Dumper, allow_unicode=True, width=width)
    return text.splitlines()


def decimal(value: float) -> str:
    """A number with a point, without an exponent."""
    text = format(Decimal(repr(value)), "f")
    return text if "." in text else f"{text}.0"


@lru_cache(maxsize=512)
def _analysis(text: str) -> Any:
    return yaml.SafeDumper(io.StringIO(), allow_unicode=True).analyze_scalar(text)


def scalars(value: Any, style: str = "", flow: bool = False) -> Iterator[str]:
    """The ways in which a single value may be written on one line, the best first.

    `style` is how it was written so far: "'" or '"', or "" for no quotes; `flow` is whether it stands in brackets.
    """
    if isinstance(value, str):
        analysis = _analysis(value)
        plain = analysis.allow_flow_plain if flow else analysis.allow_block_plain
        ways = {}
        if plain and not analysis.multiline and not _loose(value):
            ways[""] = value
        if analysis.allow_single_quoted and not analysis.multiline:
            ways["'"] = "'" + value.replace("'", "''") + "'"
        ways['"'] = json.dumps(value, ensure_ascii=False)
        yield from (ways[way] for way in dict.fromkeys((style, "", '"', "'")) if way in ways)
    elif value is None or isinstance(value, bool):
        yield {None: "null", True: "true", False: "false"}[value]
    else:
        yield decimal(value) if isinstance(value, float) else str(value)


def flow_text(value: Any, tight: bool = False) -> str:
    """A value on one line, with brackets; `tight` is JSON's way."""
    if tight:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    if isinstance(value, Mapping):
        pairs = (f"{next(scalars(key, flow=True))}: {flow_text(held)}" for key, held in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow_text, value)) + "]"
    return next(scalars(value, flow=True))


def folded(text: str, first: int, indent: int, end: str, width: int = WIDTH) -> str | None:
    """A text without line breaks on as many lines as it takes, the first of which begins at a column.

    None where it would not be the same text any more.
    """
    words = text.split(" ")
    if not all(words) or "\n" in text or len(words) < 2:
        return None
    lines = textwrap.wrap(text, max(width - indent, 20), initial_indent=" " * max(first - indent, 0),
                          break_long_words=False, break_on_hyphens=False)  # fmt: skip
    # A hash, or what begins a list, means something else at the start of a line.
    if not lines or any(line[:1] in "#-?:" for line in lines[1:]):
        return None
    return (end + " " * indent).join((lines[0].lstrip(" "), *lines[1:]))


def block_scalars(text: str, style: str, indent: int, end: str, width: int = WIDTH) -> Iterator[str]:
    """The ways in which a text may be written under a | or a >, without the line end after it."""
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    chomp = "-" if not ends else "" if ends == 1 else "+"
    if not body or body[0] in " \t" or ends > 1 or any(line != line.rstrip() for line in body.split("\n")):
        return
    lines = body.split("\n")
    if style == ">" and not any(line[:1] in " \t" for line in lines):
        paragraphs = (textwrap.wrap(line, max(width - indent, 20), break_long_words=False, break_on_hyphens=False)
                      if "  " not in line else [line] for line in lines)  # fmt: skip
        told = [[*paragraph, ""] for paragraph in paragraphs]
        flat = [line for paragraph in told for line in paragraph][:-1]
        yield f">{chomp}{end}" + end.join(f"{' ' * indent}{line}" if line else "" for line in flat)
    yield f"|{chomp}{end}" + end.join(f"{' ' * indent}{line}" if line else "" for line in lines)


Made = TypeVar("Made", Map, Seq)

_BLANK = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z_$][A-Za-z_$0-9]*")
_WORDS = {"true": True, "false": False, "null": None}
_LETTERS = re.compile("[\ud800-\udfff]")


def examine_json_file(path: Path, shown: str, read: Read = read_file) -> tuple[Value, list[Finding]]:
    """As `examine_yaml_file`: what could be read, and what is wrong with it. A key whose value is null is left out."""
    try:
        data = read(path, "list")
    except Refused as error:
        return None, [Finding("error", Where(shown), error.message, error.hint, error.code)]
    text, findings = decoded(data, shown)
    if text is None:
        return None, findings
    value, more = examine_json(text, shown)
    return value, [*findings, *more]


def examine_json(text: str, shown: str) -> tuple[Value, list[Finding]]:
    """As `examine_json_file`, of a text; `shown` is its file's name in findings."""
    room = most("values") - spent("values")
    reader = _Reader(Source(shown, text), min(MAX_VALUES, room))
    try:
        value = reader.read()
        spend("values", len(reader.source.offsets), Where(shown))
    except OverLimit as error:
        return None, [*error.findings]
    return value, reader.findings


class _StopReadingError(Exception):
    """Nothing after this place can be read."""


class _Reader:
    """Builds the values of one text, and gathers what is wrong with them."""

    def __init__(self, source: Source, room: float) -> None:
        self.source, self.text, self.room = source, source.text, room
        self.findings: list[Finding] = []
        self.at = 0

    def read(self) -> Value:
        try:
            self.blank()
            if self.at == len(self.text):
                self.stop("empty-list", "the file is empty", "Write a list in [ ].")
            value: Value = self.value(0)
            self.blank()
            if self.at < len(self.text):
                self.stop("syntax", "text after the end of the value", "Remove it, or check the brackets before it.")
        except _StopReadingError:
            return None
        return value

    def report(self, offset: int, code: str, message: str, hint: str) -> None:
        self.findings.append(Finding("error", self.source.where(offset), message, hint, code))
        if len(self.findings) >= MAX_FINDINGS:
            raise _StopReadingError

    def stop(self, code: str, message: str, hint: str, offset: int | None = None) -> None:
        self.report(self.at if offset is None else offset, code, message, hint)
        raise _StopReadingError

    def blank(self) -> str:
        """Go on to what is no blank, and tell what it is; "" at the end."""
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Any:
        sign = self.blank()
        if sign == '"':
            return self.string()
        if sign in ("{", "["):
            if depth >= MAX_DEPTH:
                self.stop("too-deep", f"the file is nested deeper than {MAX_DEPTH} levels", "Flatten it.")
            return self.mapping(depth + 1) if sign == "{" else self.sequence(depth + 1)
        return self.number() if sign and sign in "-0123456789" else self.word(sign)

    def string(self) -> str:
        start = self.at
        try:
            text, self.at = scanstring(self.text, start + 1, True)
        except ValueError as error:
            message, hint = "a quoted text without its closing quote", "Close the quote."
            if "control" in str(error):
                message, hint = "a quoted text goes on over the end of its line", 'Write \\n for a new line, or a ".'
            elif "escape" in str(error):
                message, hint = "an unknown escape after a backslash", "Write \\\\ for a backslash."
            self.stop("syntax", message, hint, start)
        if len(text) > MAX_SCALAR:
            message = f"the text is {len(text):,} characters long; the limit is {MAX_SCALAR:,}"
            self.report(start, "scalar-too-long", message, "Shorten it.")
        if not text.isprintable() and (controls(text).search(text) or _LETTERS.search(text)):
            message = "the quoted text holds an escaped control character"
            self.report(start, "control-character", message, "Remove the escape.")
            return composed(_LETTERS.sub("", controls(text).sub("", text)))
        return composed(text)

    def number(self) -> int | float:
        found, start = _NUMBER.match(self.text, self.at), self.at
        if found is None:
            self.stop("syntax", "a sign without its number", "Write a number such as -2.")
            raise _StopReadingError
        self.at = found.end()
        if self.text[self.at : self.at + 1].isalnum():
            self.stop("syntax", "a number that goes on with letters", 'Put quotes around text: "007".', start)
        if len(found[0]) > 40 or (not found[1] and not found[2] and len(found[0].lstrip("-")) > 15):
            self.report(start, "bad-number", f"{shortened(found[0])} is longer than a number can be", "Shorten it.")
            return 0
        number = float(found[0]) if found[1] or found[2] else int(found[0])
        if not abs(number) <= 1e15:
            self.report(start, "bad-number", f"{shortened(found[0])} is larger than a number can be", "Mend it.")
            return 0
        return number

    def word(self, sign: str) -> Any:
        found = _WORD.match(self.text, self.at)
        if found and found[0] in _WORDS:
            self.at = found.end()
            return _WORDS[found[0]]
        if not sign:
            self.stop("syntax", "the file ends before its last bracket is closed", "Add what is missing.")
        if found:
            self.stop("syntax", f"{shortened(found[0])} stands without quotes", "Put quotes around the text.")
        if sign in "}]":
            self.stop("syntax", "a comma before the closing bracket", "Remove the comma.")
        if sign == "'":
            self.stop("syntax", "a text in single quotes", 'Write it in double quotes: "a".')
        if sign in "/#":
            self.stop("syntax", "a comment, which JSON does not have", "Remove it, or save the list as YAML.")
        self.stop("syntax", f'"{shortened(sign)}" cannot stand here', "Write a text in quotes, a number, { or [.")

    def items(self, end: str) -> Iterator[int]:
        """Where each thing between brackets begins."""
        self.at += 1
        if self.blank() == end:
            self.at += 1
            return
        while True:
            self.blank()
            yield self.at
            sign = self.blank()
            if sign == end:
                self.at += 1
                return
            if sign != ",":
                self.stop(
                    "syntax", f"a comma or {end} is missing" if sign else f"the closing {end} is missing", "Add it."
                )
            self.at += 1

    def mapping(self, depth: int) -> Map:
        made, offsets, start = Map(), list[int](), self.at
        for offset in self.items("}"):
            if self.blank() != '"':
                if self.blank() in ("}", "]"):
                    self.word(self.blank())
                self.stop("syntax", "a key without quotes", 'Write it like "name": "Ace".')
            key = self.string()
            if self.blank() != ":":
                self.stop("syntax", "a key without its colon", 'Write it like "name": "Ace".')
            self.at += 1
            self.blank()
            at = self.at
            value = self.value(depth)
            if key in made:
                self.report(offset, "duplicate-key", f'the key "{shortened(key)}" stands twice', "Keep one of the two.")
            elif not key:
                self.report(offset, "bad-key", "a key is empty", "Write a short word before the colon.")
            elif value is not None:
                made[key] = value
                offsets += offset, at
        return self.placed(made, start, offsets)

    def sequence(self, depth: int) -> Seq:
        made, offsets, start = Seq(), list[int](), self.at
        for offset in self.items("]"):
            made.append(self.value(depth))
            offsets.append(offset)
        return self.placed(made, start, offsets)

    def placed(self, made: Made, start: int, offsets: list[int]) -> Made:
        known = self.source.offsets
        made.source, made.offset, made.first = self.source, start, len(known)
        known.extend(offsets)
        if len(known) > self.room:
            spend("values", len(known) + 1, self.source.where(start))
            self.stop("too-many-values", f"the file holds over {MAX_VALUES:,} keys and values", "Split it.", start)
        return made
