"""Brings a game of an earlier printgen up to date: mends what is refused now, where one way leads to what it was."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from printgen.base.errors import Finding, PrintgenError, UsageError
from printgen.base.file_access import display_path
from printgen.base.folders import kits_folder
from printgen.base.limits import metered
from printgen.build.starting import findings_in
from printgen.build.targets import find_target, is_kit
from printgen.editing.patching import Drop, SetValue, parse, patch
from printgen.editing.spans import Way
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.writers.output import write_files

_MOST_ROUNDS = 20
"""So many times a game is checked: mistakes that are mended may show further ones."""
_HEX_RULES = "hex-rules.yaml"
_SHEETS = (".csv", ".tsv", ".tab")


class Draft(NamedTuple):
    """A file of the game as it is mended: its path, its text, and the finding that is to be mended in it."""

    path: Path
    text: str
    finding: Finding


Mend = Callable[[Draft], Mapping[Path, str]]
"""Gives the files with new texts for a finding; none where it knows no way."""


@dataclass(frozen=True)
class Upgrade:
    """What an upgrade changes: the text of each file before, "" for none, and after; and the errors that remain."""

    folder: Path
    files: Mapping[str, tuple[str, str]]
    findings: tuple[Finding, ...]

    def diff(self) -> str:
        """The changes as `diff -u` shows them; of a new file, a line."""
        lines: list[str] = []
        for name, (old, new) in self.files.items():
            if old:
                lines += unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="")
            else:
                lines.append(f"+++ {name}, a new file of {len(new.splitlines())} lines")
        return "\n".join(lines)

    def write(self) -> None:
        """Write the changed files, all or none. PrintgenError where they cannot be written."""
        write_files([(self.folder / name, new.encode()) for name, (_, new) in self.files.items()])


@metered()
def upgrade(target: str | Path) -> Upgrade:
    """What of a game can be brought up to date; nothing is written. UsageError for no such game, or a built-in kit."""
    folder, _ = find_target(str(target))
    if is_kit(folder):
        raise UsageError(f"{folder.name} is built in, and up to date", "Name the folder of a game of yours.")
    with TemporaryDirectory(prefix="printgen-") as room:
        draft = Path(room).resolve() / folder.name
        shutil.copytree(folder, draft, ignore=shutil.ignore_patterns(".git", "output"))
        for _ in range(_MOST_ROUNDS):
            errors = [finding for finding in findings_in(draft) if finding.severity == "error"]
            places = [replace(one, where=where) for one in errors for where in (one.where, *one.also)]
            # From the end of each file, so that places before what is mended stay true.
            mended = [_mend(finding) for finding in sorted(places, key=lambda one: one.where, reverse=True)]
            if not any(mended):
                break
        files = dict(_changes(folder, draft))
        remaining = tuple(_in_folder(finding, draft, folder) for finding in errors)
    return Upgrade(folder, files, remaining)


def _in_folder(finding: Finding, draft: Path, folder: Path) -> Finding:
    """A finding in the draft of a game as one in its folder."""
    path = Path(finding.where.file)
    if not path.is_relative_to(draft):
        return finding
    where = finding.where._replace(file=display_path(folder / path.relative_to(draft)))
    return replace(finding, where=where)


def _changes(folder: Path, draft: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    """The files that differ, by their paths in the game."""
    for path in sorted(draft.rglob("*")):
        name = path.relative_to(draft).as_posix()
        own = folder / name
        if path.is_file() and (not own.exists() or own.read_bytes() != path.read_bytes()):
            yield name, (own.read_bytes().decode() if own.exists() else "", path.read_bytes().decode())


def _mend(finding: Finding) -> bool:
    """Mend what a finding says by the first rule that knows a way; whether one does."""
    path = Path(finding.where.file)
    for code, words, mend in _RULES:
        if code == finding.code and re.search(words, finding.message) and path.is_file():
            try:
                texts = mend(Draft(path, path.read_bytes().decode(), finding))
            except (PrintgenError, UnicodeDecodeError, LookupError):
                continue
            changed = [file for file, text in texts.items() if not file.exists() or file.read_bytes() != text.encode()]
            for file in changed:
                file.write_bytes(texts[file].encode())
            if changed:
                return True
    return False


def _drop_key(draft: Draft) -> Mapping[Path, str]:
    """Leave out the key at a finding."""
    return {draft.path: patch(draft.text, [Drop(_key_at(draft))], str(draft.path))}


def _add_rules(draft: Draft) -> Mapping[Path, str]:
    """Give a board of hexes the rules that were once those of every board."""
    way = _key_at(draft)
    text = patch(draft.text, [SetValue((*way[:-1], "rules"), _HEX_RULES, str(way[-1]))], str(draft.path))
    rules = (kits_folder() / "micro-forces" / _HEX_RULES).read_text(encoding="utf-8")
    return {draft.path: text, draft.path.parent / _HEX_RULES: rules}


def _escape_bracket(draft: Draft) -> Mapping[Path, str]:
    """Write a bracket that nothing closes as a letter of the text."""
    mark = draft.finding.message.partition("]")[0] + "]"
    return _rewrite(draft, lambda text: re.sub(rf"(?<!\\){re.escape(mark)}", lambda found: f"\\{found[0]}", text))


def _close_plainly(draft: Draft) -> Mapping[Path, str]:
    """Write [/red] as [/] where it closes a [red], and else as letters of the text."""
    name = draft.finding.message.partition("]")[0].removeprefix("[/")
    end = re.compile(rf"(?<!\\)\[/{re.escape(name)}\]")
    return _rewrite(draft, lambda text: end.sub("[/]" if f"[{name}]" in text else rf"\\[/{name}]", text))


def _rewrite(draft: Draft, change: Callable[[str], str]) -> Mapping[Path, str]:
    """A file with the text at a finding changed: a value of YAML, or the line of a sheet."""
    line, column = draft.finding.where.line, draft.finding.where.column
    if draft.path.suffix.lower() in _SHEETS:
        lines = draft.text.splitlines(keepends=True)
        lines[line - 1] = change(lines[line - 1])
        return {draft.path: "".join(lines)}
    data = parse(draft.text, str(draft.path))
    way = max((at, way) for way, at in _places(data) if at <= (line, column))[1]
    value = data
    for step in way:
        value = value[step]
    return {draft.path: patch(draft.text, [SetValue(way, change(value))], str(draft.path))}


def _key_at(draft: Draft) -> Way:
    """The way to the key at which a finding is. LookupError where there is none."""
    place = (draft.finding.where.line, draft.finding.where.column)
    ways = [way for way, at in _places(parse(draft.text, str(draft.path)), keys=True) if at == place]
    return ways[0]


def _places(data: Any, way: Way = (), *, keys: bool = False) -> Iterator[tuple[Way, tuple[int, int]]]:
    """The ways to all values, or to all keys, each with its line and column."""
    if isinstance(data, LocatedMap):
        for key, value in data.items():
            spot = data.key_where(key) if keys else data.where(key)
            yield (*way, key), (spot.line, spot.column)
            yield from _places(value, (*way, key), keys=keys)
    elif isinstance(data, LocatedList):
        for place, value in enumerate(data):
            if not keys:
                yield (*way, place), (data.where(place).line, data.where(place).column)
            yield from _places(value, (*way, place), keys=keys)


_GONE = "does even inferred thickness titled plan"
_RULES: tuple[tuple[str, str, Mend], ...] = (
    ("unknown-key", rf'^unknown key "({_GONE.replace(" ", "|")})"$', _drop_key),
    ("missing-rules", "follow rules, and the board has none", _add_rules),
    ("open-mark", r"^\[[^\]]+\] is not closed", _escape_bracket),
    ("open-mark", r"^\[/.+\] closes nothing", _close_plainly),
)
"""The code of the findings that a rule mends, what their messages say, and how it mends them."""
