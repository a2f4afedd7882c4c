"""Write plain values as the text of a YAML file, in each of the styles that they may have."""

from __future__ import annotations

import io
import json
import textwrap
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import yaml

from printgen.reading.scalars import LooseScalarError, plain_value

WIDTH = 118
"""The most letters of a line that is written; longer ones are folded."""


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
    is written in brackets where it is not `spread`.
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

    `style` is how it is written now: "'" or '"', or "" for no quotes; `flow` is whether it is within brackets.
    """
    if isinstance(value, str):
        analysis = _analysis(value)
        plain = analysis.allow_flow_plain if flow else analysis.allow_block_plain
        spellings = {}
        if plain and not analysis.multiline and not _loose(value):
            spellings[""] = value
        if analysis.allow_single_quoted and not analysis.multiline:
            spellings["'"] = "'" + value.replace("'", "''") + "'"
        spellings['"'] = json.dumps(value, ensure_ascii=False)
        yield from (spellings[quote] for quote in dict.fromkeys((style, "", '"', "'")) if quote in spellings)
    elif value is None or isinstance(value, bool):
        yield {None: "null", True: "true", False: "false"}[value]
    else:
        yield decimal(value) if isinstance(value, float) else str(value)


def flow_text(value: Any) -> str:
    """A value on one line, with brackets."""
    if isinstance(value, Mapping):
        pairs = (f"{next(scalars(key, flow=True))}: {flow_text(inner)}" for key, inner in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow_text, value)) + "]"
    return next(scalars(value, flow=True))


def fold(text: str, first: int, indent: int, end: str, width: int = WIDTH) -> str | None:
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
        flat = [line for paragraph in paragraphs for line in (*paragraph, "")][:-1]
        yield f">{chomp}{end}" + end.join(f"{' ' * indent}{line}" if line else "" for line in flat)
    yield f"|{chomp}{end}" + end.join(f"{' ' * indent}{line}" if line else "" for line in lines)
