"""Where each value of a YAML file begins and ends; its lines and columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from printgen.base.names import nfc
from printgen.reading.yaml_events import Parser

Step = str | int
Way = tuple[Step, ...]


@dataclass(slots=True)
class Span:
    """A value in a text, from its first character to behind its last, without what follows on its line.

    `flow` is whether it is written in brackets, or within some; `style` is the quote of a text, or | or >. `pairs` are
    the keys and values of a mapping, `items` the values of a list; `key` is the text of a single value.
    """

    start: int
    end: int
    kind: Literal["scalar", "map", "list"]
    flow: bool
    style: str = ""
    key: str = ""
    items: list[Span] = field(default_factory=list)
    pairs: list[tuple[Span, Span]] = field(default_factory=list)

    @property
    def block(self) -> bool:
        """Whether it is a list or a mapping that is written without brackets."""
        return self.kind != "scalar" and not self.flow

    def pair(self, key: str) -> int:
        """The number of the pair of a key. LookupError where there is none."""
        for number, (name, _) in enumerate(self.pairs):
            if name.key == key:
                return number
        raise LookupError(key)

    def inner(self, step: Step) -> Span:
        """The value under a key, or at an index. LookupError where there is none."""
        return self.pairs[self.pair(step)][1] if isinstance(step, str) else self.items[step]

    def at(self, way: Way) -> Span:
        """The value that keys and indices lead to. LookupError where there is none."""
        span = self
        for step in way:
            span = span.inner(step)
        return span


def spans_of(text: str) -> Span | None:
    """The value of a text that was read without a finding; None where it holds none."""
    loader = Parser(text)
    try:
        node = loader.get_single_node()
    finally:
        loader.dispose()
    return None if node is None else _span(text, node, False)


def _span(text: str, node: Any, inside: bool) -> Span:
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.ScalarNode):
        style = node.style or ""
        if style in ("|", ">"):
            body = text[start:end]
            end = start + len(body.rstrip(" \r\n"))
        return Span(start, end, "scalar", inside, style, nfc(node.value))
    flow = inside or bool(node.flow_style)
    if isinstance(node, yaml.SequenceNode):
        items = [_span(text, item, flow) for item in node.value]
        return Span(start, end if flow or not items else items[-1].end, "list", flow, items=items)
    pairs = [(_span(text, key, flow), _span(text, value, flow)) for key, value in node.value]
    last = max(pairs[-1][0].end, pairs[-1][1].end) if pairs else end
    return Span(start, end if flow else last, "map", flow, pairs=pairs)


def line_start(text: str, at: int) -> int:
    """Where the line of a character begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def line_end(text: str, at: int) -> int:
    """Where the line of a character ends, before what ends it."""
    ends = [end for end in (text.find("\n", at), text.find("\r", at)) if end >= 0]
    return min(ends, default=len(text))


def next_line(text: str, at: int) -> int:
    """Where the line after that of a character begins; the end of the text after the last one."""
    end = line_end(text, at)
    return end + (2 if text[end : end + 2] == "\r\n" else 1 if end < len(text) else 0)


def previous_line(text: str, at: int) -> int:
    """Where the line begins that ends where `at`, the start of another, is."""
    return line_start(text, at - 1 - (text[at - 2 : at] == "\r\n"))


def indent_of(text: str, at: int) -> int:
    """How far the line of a character is indented."""
    start = line_start(text, at)
    return len(text[start:at]) - len(text[start:at].lstrip(" "))


# A comment that parts a file, such as "# ---- elves", is not about the record below it.
_HEADING = re.compile(r"#\s*(?:[-=#*~]{2,}|$)")


class SpanText:
    """A text and the span of each of its values; `end` is the line end that it uses."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = "\r\n" if "\r\n" in text else "\n"
        self.root = spans_of(text)

    def at(self, way: Way) -> Span:
        """The value that keys and indices lead to. LookupError where there is none."""
        if self.root is None:
            raise LookupError(way)
        return self.root.at(way)

    def column(self, at: int) -> int:
        """The column of a character, from 0."""
        return at - line_start(self.text, at)

    def continuation_indent(self, around: Span) -> int:
        """How far a further line of a value in brackets is indented."""
        last, first = indent_of(self.text, around.end), indent_of(self.text, around.start)
        return last if line_start(self.text, around.end) != line_start(self.text, around.start) else first + 2

    def splice(self, start: int, end: int, words: str) -> str:
        """The text with other words in one place."""
        return self.text[:start] + words + self.text[end:]

    def without(self, start: int, end: int) -> str:
        """The text without some of its lines; it ends as it did."""
        rest = self.splice(start, end, "")
        if end >= len(self.text) and not self.text.endswith(("\n", "\r")):
            rest = rest.removesuffix("\n").removesuffix("\r")
        return rest

    def chunks(self, around: Span) -> list[tuple[int, int]]:
        """From where to where the lines of each item of a list go, with the comment right above it."""
        text, column, lines = self.text, self.column(around.start), list[tuple[int, int]]()
        at = line_start(text, around.start)
        for item in around.items:
            dash = self.dash(at, column)
            at = next_line(text, item.end)
            lines.append((dash, at))
        return [(self.comment_start(dash, lines[n - 1][1] if n else 0), end) for n, (dash, end) in enumerate(lines)]

    def dash(self, at: int, column: int) -> int:
        """The start of the next line, from that of a character on, that has a dash at a column."""
        text = self.text
        while at < len(text):
            if text[at : at + column + 1].lstrip(" ").startswith("-") and text[at + column : at + column + 1] == "-":
                return at
            # The first dash of a list may follow another one.
            if text[at + column : at + column + 1] == "-" and text[at : at + column].strip("- ") == "":
                return at
            at = next_line(text, at)
        raise LookupError("-")

    def comment_start(self, dash: int, floor: int) -> int:
        """Where the comment right above an item begins, below `floor`; else the item's own start."""
        at = dash
        while at > floor:
            before = previous_line(self.text, at)
            line = self.text[before:at].strip()
            if not line.startswith("#") or _HEADING.match(line):
                break
            at = before
        above = self.text[floor:at]
        # What begins a file is about all of it.
        blank = floor and (not above or not above.splitlines()[-1].strip())
        return at if blank or at == dash else dash

    def begins_in_line(self, around: Span) -> bool:
        """Whether a list of lines begins behind something else on its line, such as another dash."""
        return bool(self.text[line_start(self.text, around.start) : around.start].strip(" "))
