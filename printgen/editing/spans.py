"""The text of a YAML or JSON file comes in; where each of its values begins and ends goes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from printgen.base.names import composed
from printgen.reading.yaml_events import Parser

Step = str | int
Way = tuple[Step, ...]


@dataclass(slots=True)
class Span:
    """A value in a text, from its first character to behind its last; what follows it on its line is none of it.

    `flow` is whether it is written in brackets, or stands in such; `style` is the quote of a text, or | or >. Of a
    mapping `pairs` are the keys and their values, of a list `items` what it holds; `key` is what a single value says.
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
        for number, (known, _) in enumerate(self.pairs):
            if known.key == key:
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


def spans_of(text: str, json: bool = False) -> Span | None:
    """The value of a text that was read without a finding; None where it holds none. `json` is whether it is JSON."""
    # A tab may stand wherever JSON has a blank, and nowhere in YAML.
    loader = Parser(text.replace("\t", " ") if json else text)
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
        return Span(start, end, "scalar", inside, style, composed(node.value))
    flow = inside or bool(node.flow_style)
    if isinstance(node, yaml.SequenceNode):
        items = [_span(text, one, flow) for one in node.value]
        return Span(start, end if flow or not items else items[-1].end, "list", flow, items=items)
    pairs = [(_span(text, key, flow), _span(text, value, flow)) for key, value in node.value]
    last = max(pairs[-1][0].end, pairs[-1][1].end) if pairs else end
    return Span(start, end if flow else last, "map", flow, pairs=pairs)


def line_start(text: str, at: int) -> int:
    """Where the line of a character begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def line_end(text: str, at: int) -> int:
    """Where the line of a character ends, before what ends it."""
    ends = [found for found in (text.find("\n", at), text.find("\r", at)) if found >= 0]
    return min(ends, default=len(text))


def next_line(text: str, at: int) -> int:
    """Where the line after that of a character begins; the end of the text after the last one."""
    end = line_end(text, at)
    return end + (2 if text[end : end + 2] == "\r\n" else 1 if end < len(text) else 0)


def indent_of(text: str, at: int) -> int:
    """How far the line of a character is indented."""
    start = line_start(text, at)
    return len(text[start:at]) - len(text[start:at].lstrip(" "))
