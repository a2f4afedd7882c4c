"""Plain values in YAML: the meaning of an unquoted word, and the styles in which a value may be written."""

from __future__ import annotations

import io
import json
import re
import textwrap
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml

from printgen.base.errors import Finding, Where, unknown_word
from printgen.base.names import visible

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What no text may hold: controls but tab and line ends, half letters, and line ends that would shift line numbers."""

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})?\.[0-9]{1,20}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
# Whatever starts otherwise can be nothing but text, which spares most words the patterns below.
_SUSPECT_STARTS = frozenset("0123456789+-.~yYnNoOtTfF")

_SWITCH = "a switch to some readers and text to others"
_NUMBER = "a number to some readers and text to others"
_PLAIN = "Write a plain number such as 12 or 0.5, or put quotes around it."
_TEXT = "Put quotes around it."

# What YAML readers disagree about, how a message calls it, and how to mend it.
_LOOSE = tuple(
    (re.compile(pattern, re.IGNORECASE), name, hint)
    for pattern, name, hint in (
        (r"yes|no|on|off", _SWITCH, "Write true or false, or put quotes around it."),
        (r"true|false", _SWITCH, "Write it in lower case."),
        (r"~|null", "nothing to some readers and text to others", "Write null, or leave the value empty."),
        (r"[-+]?[0-9][0-9_]*+(:[0-5]?[0-9])++(\.[0-9]*+)?", "a time or a number in base 60 to some readers", _TEXT),
        (r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([t\s].*)?", "a date to some readers and text to others", _TEXT),
        (r"[-+]?\.(inf|nan)|\.nan", "not a number that can be printed", _PLAIN),
        (r"[-+]?0(x[0-9a-f_]+|o[0-7_]+|b[01_]+)", "a number in another base", _PLAIN),
        (r"[-+]?0[0-9_]+", "an octal number to some readers", _PLAIN),
        (r"[-+]?[0-9]{16,}+(\.[0-9]*+)?", "longer than a number can be", _TEXT),
        (r"[-+]?[0-9][0-9_]*+\.?[0-9_]*+", _NUMBER, _PLAIN),
        (r"[-+]?([0-9]++\.?[0-9]*+|\.[0-9]++)e[-+]?[0-9]++", _NUMBER, _PLAIN),
    )
)


def shorten(text: str) -> str:
    """A word for a message: on one line, and at most 40 characters of it."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= 40 else line[:37] + "..."


@cache
def wordings(file: str) -> list[list[str]]:
    """The complaints of parsers, each with words for the author of a file, from a table beside this module."""
    return list(yaml.safe_load(Path(__file__).with_name(file).read_text("utf-8")))


def check_known(
    where: Where, word: str, names: Collection[str], message: str, code: str = "unknown-product", otherwise: str = ""
) -> Iterator[Finding]:
    """The finding for an unknown word; {} in the message stands for it. `otherwise` is as in `did_you_mean`."""
    if word not in names:
        yield unknown_word(where, code, message.replace("{}", shorten(word)), word, names, otherwise)


class LooseScalarError(ValueError):
    """A plain word that YAML readers understand differently; `hint` is the remedy."""

    def __init__(self, text: str, name: str, hint: str) -> None:
        super().__init__(f"{shorten(text)} is {name}")
        self.hint = hint


def plain_value(text: str) -> str | int | float | bool | None:
    """The value of a plain word: null and nothing, true and false, whole and decimal numbers, else text.

    Raises LooseScalarError for words such as yes, 012, 0x1F, 1_000, 1:30, 2020-01-01, .inf, ~ or True.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _SUSPECT_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    for pattern, name, hint in _LOOSE:
        if pattern.fullmatch(text):
            raise LooseScalarError(text, name, hint)
    return text


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
    """The ways of writing a single value on one line, the best first.

    `style` is its present quotes: "'" or '"', or "" for none; `flow` is whether it is within brackets.
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
    """A text without line breaks on several lines, the first from a column on; None if it would change."""
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
    """The ways of writing a text under a | or a >, without the line end after it."""
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
