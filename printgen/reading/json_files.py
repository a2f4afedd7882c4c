"""The text of a JSON file comes in; values that know their places go out, as the YAML reader gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any, TypeVar

from printgen.base.budget import OverLimit, most, spend, spent
from printgen.base.errors import Finding, Where
from printgen.base.gate import Read, Refused, read_file
from printgen.base.names import composed
from printgen.reading.decoding import decoded
from printgen.reading.marked import Map, Seq, Source, Value
from printgen.reading.scalars import controls, shortened
from printgen.reading.yaml_events import MAX_DEPTH, MAX_FINDINGS, MAX_SCALAR, MAX_VALUES

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
