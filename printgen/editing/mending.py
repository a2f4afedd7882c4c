"""A game's folder comes in; the texts in it go out, with what is wrong with each, and what would mend that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import yaml

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.base.gate import shown_name
from printgen.build.jobs import load
from printgen.editing.spans import Span, line_end, line_start, spans_of
from printgen.game.added_cards import cards_for
from printgen.reading.emitting import scalars
from printgen.reading.json_files import examine_json
from printgen.reading.marked import Source
from printgen.reading.yaml_events import examine_yaml

_TEXTS = (".yaml", ".yml", ".json", ".csv", ".tsv", ".tab", ".txt", ".md")
_MOST = 2_000
_MEANT = re.compile(r"Did you mean '([^']+)'\?")
_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false", "true": "true", "false": "false"}


class Mend(NamedTuple):
    """What would mend a finding: words in place of those from one character of the text to another."""

    label: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class GameText:
    """A text of a game: its name in the game's folder, or with "my cards/" before it, and where it lies."""

    name: str
    path: Path
    own: bool


def texts_of(folder: Path, cards: Path | None) -> dict[str, GameText]:
    """The texts of a game, and those of the user's own cards for it, by their names."""
    found = {name: GameText(name, path, False) for name, path in _below(folder)}
    if cards is not None:
        home = cards_for(cards, folder.resolve().name).folder
        found |= {f"my cards/{name}": GameText(f"my cards/{name}", path, True) for name, path in _below(home)}
    return dict(sorted(found.items(), key=lambda one: (one[1].own, one[0] != "game.yaml", "/" in one[0], one[0])))


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _TEXTS)
    for path, _ in zip(paths, range(_MOST), strict=False):
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in name.parts) or name.parts[0] in ("output", "node_modules")
        with suppress(OSError):
            if not hidden and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                yield name.as_posix(), path


def findings_in(target: str, cards: Path | None, path: Path, data: bytes) -> tuple[Finding, ...]:
    """What is wrong with a file of a game if it held other bytes, as loading and checking the game would tell."""
    shown = shown_name(path)
    quick = syntax_in(path, data)
    if quick:
        return tuple(quick)
    try:
        (job,) = load([target], cards, {path: data})
        found = [*job.findings, *job.check()]
    except PrintgenError as error:
        found = [*error.findings]
    return tuple(dict.fromkeys(finding for finding in found if finding.where.file == shown))


def syntax_in(path: Path, data: bytes) -> list[Finding]:
    """What is wrong with a YAML or JSON file by itself."""
    shown = shown_name(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return [Finding("error", Where(shown), "the file is not UTF-8 text", "Save it as UTF-8.", "not-utf8")]
    if path.suffix.lower() in (".yaml", ".yml"):
        return examine_yaml(text, shown)[1]
    return examine_json(text, shown)[1] if path.suffix.lower() == ".json" else []


def mends_of(path: Path, text: str, findings: Sequence[Finding]) -> list[Mend | None]:
    """What would mend each of the findings of a text, None where nobody can tell."""
    source = Source("", text)
    root = None
    if path.suffix.lower() in (".yaml", ".yml", ".json"):
        with suppress(yaml.YAMLError, ValueError):
            root = spans_of(text.removeprefix("\ufeff"), path.suffix.lower() == ".json")
    return [_proven(path, text, _mend(text, root, source, one), one) for one in findings]


def _proven(path: Path, text: str, mend: Mend | None, finding: Finding) -> Mend | None:
    """A mend after which the file has no mistake of its own at that place."""
    if mend is None:
        return None
    after = text[: mend.start] + mend.text + text[mend.end :]
    wrong = syntax_in(path, after.encode())
    return None if any(one.where[1:] == finding.where[1:] and one.code == finding.code for one in wrong) else mend


def _mend(text: str, root: Span | None, source: Source, finding: Finding) -> Mend | None:
    if finding.where.line < 1:
        return None
    at = source.start_of(finding.where.line) + max(finding.where.column, 1) - 1
    meant = _MEANT.search(finding.hint)
    span = _span_at(root, at) if root else None
    if meant and span is not None:
        words = next(scalars(meant[1], span.style, span.flow))
        return Mend(f"Write {meant[1]}", span.start, span.end, words)
    if finding.code == "unknown-key" and meant is None:
        return None
    if finding.code == "loose-scalar" and span is not None:
        word = text[span.start : span.end]
        if word.casefold() in _SWITCHES:
            return Mend(f"Write {_SWITCHES[word.casefold()]}", span.start, span.end, _SWITCHES[word.casefold()])
        return Mend("Put quotes around it", span.start, span.end, f'"{word}"')
    if finding.code == "tab-indent":
        found = re.compile(r"\t+").match(text, at)
        return Mend("Use spaces", at, found.end(), "  " * len(found[0])) if found else None
    return _of_syntax(text, at, finding) if finding.code == "syntax" else None


def _of_syntax(text: str, at: int, finding: Finding) -> Mend | None:
    start = line_start(text, at)
    end = line_end(text, at)
    line = text[start:end]
    # The parser sees it only at the line after.
    for begin in (start, line_start(text, max(start - 1, 0))):
        row = text[begin : line_end(text, begin)]
        if found := re.fullmatch(r"(\s*(?:- +)*[A-Za-z_][\w-]*):(\S.*)", row):
            place = begin + found.end(1) + 1
            return Mend("Put a space after the colon", place, place, " ")
    if "without its closing quote" in finding.message:
        quote = text[at : at + 1]
        if quote in ("'", '"'):
            stop = start + len(line.rstrip())
            return Mend("Close the quote", stop, stop, quote)
    if "colon starts a value" in finding.message:
        found = re.match(r"(\s*+(?:- ++)*+[\w-]++:\s++)([^\"'\[{\s].*)", line.rstrip())
        if found:
            words = found[2].replace("\\", "\\\\").replace('"', '\\"')
            return Mend("Put quotes around the text", start + found.start(2), start + found.end(2), f'"{words}"')
    return None


def _span_at(span: Span, at: int) -> Span | None:
    """The single value, or the key, that begins at a character."""
    if span.kind == "scalar":
        return span if span.start == at and span.end > span.start else None
    for one in (*span.items, *(part for pair in span.pairs for part in pair)):
        if one.start <= at <= one.end and (found := _span_at(one, at)) is not None:
            return found
    return None


def as_data(mend: Mend | None) -> Mapping[str, str | int] | None:
    """A mend as plain data."""
    return None if mend is None else mend._asdict()
