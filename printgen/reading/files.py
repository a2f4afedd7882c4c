"""The files of a game: each is read once, and all findings on them are collected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from printgen.base.errors import Finding, Where, unknown_word
from printgen.base.file_access import MISSING, AccessError, FileAccess, access_for, display_path
from printgen.base.limits import OverLimit, activity, check_limit
from printgen.reading.part import adapter, problem
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.validation import validate
from printgen.reading.yaml_events import examine_json_file, examine_yaml_file

T = TypeVar("T")
FindFile = Callable[[str], Path]


def finder_for(gate: FileAccess) -> FindFile:
    """A function that finds the file which a value names in a gate's folder, or raises a validator's problem."""

    def find(text: str) -> Path:
        try:
            return gate.find(text)
        except AccessError as refusal:
            advice = gate.advice(text) if refusal.code == MISSING else ""
            raise problem(refusal.code, refusal.message, advice or refusal.hint) from None

    return find


def omitted_files(gate: FileAccess) -> list[Finding]:
    """The errors for files missing from the listings of a gate's folder; a single one for a whole folder."""
    return [
        refusal.finding(Where(display_path(path)))
        for path, refusal in gate.refused.items()
        if gate.refused.keys().isdisjoint(path.parents)
    ]


class Files:
    """The files of one game. Each is parsed once, and each mistake in it is reported once.

    Values name files in `folder`; the other gates lead to files that are read with them, and are asked first. `codes`
    are those of the game's tables, None for an unreadable table, so that one mistake is not reported twice. `decimal`
    is the decimal sign of the game's language, "" if the game names none.
    """

    def __init__(self, folder: Path | FileAccess, *others: FileAccess) -> None:
        self.findings: list[Finding] = []
        self.codes: dict[str, tuple[str, ...] | None] = {}
        self.decimal = ""
        own = folder if isinstance(folder, FileAccess) else FileAccess(folder, folder)
        self._gates, self._find = (*others, own), finder_for(own)
        self._values: dict[Path, Any] = {}
        self._results: dict[tuple[Path, object], Any] = {}
        self._refused: set[Where] = set()
        self._full = False

    def beside(self, drafts: Mapping[Path, bytes] | None = None) -> Files:
        """The same files with separate findings; `drafts` replace the contents of files of these paths."""
        *others, own = (gate.beside(drafts) for gate in self._gates) if drafts else self._gates
        twin = Files(own, *others)
        twin.codes, twin._values, twin._results = self.codes, self._values, self._results
        twin.decimal = self.decimal
        return twin

    def finder(self, path: Path) -> FindFile:
        """A function that finds the files that a list names: those beside it. AccessError for a list from elsewhere."""
        return finder_for(access_for(self._gates, path))

    def find_by_name(self, last: str) -> list[str]:
        """The files of the game with a name, anywhere in its folder."""
        return self._gates[-1].find_by_name(last)

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        self.findings.append(Finding("error", where, message, hint, code))

    def warn(self, where: Where, code: str, message: str, hint: str) -> None:
        self.findings.append(Finding("warning", where, message, hint, code))

    def refuse(self, where: Where, code: str, message: str, hint: str) -> None:
        """Add an error at a place; further errors at that place are left out."""
        self.report(where, code, message, hint)
        self._refused.add(where)

    def unknown(
        self, where: Where, code: str, message: str, word: str, names: Iterable[str], otherwise: str = ""
    ) -> None:
        """Add an error for an unknown word, as in `errors.unknown_word`."""
        self.findings.append(unknown_word(where, code, message, word, names, otherwise))

    def apart(self, work: Callable[[], T]) -> tuple[T, list[Finding]]:
        """The result of some work with these files, and its own findings, each once, kept out of the others."""
        outer, self.findings = self.findings, []
        try:
            return work(), list(dict.fromkeys(self.findings))
        finally:
            self.findings = outer

    def changing(self, work: Callable[[], T], change: Callable[[Finding], Finding]) -> T:
        """The result of some work with these files, with each of its findings changed by `change`."""
        result, findings = self.apart(work)
        self.findings += map(change, findings)
        return result

    def load(self, path: Path, kind: str) -> bytes:
        """The contents of a file of a kind. AccessError for a file elsewhere, or an unreadable one."""
        return access_for(self._gates, path).load(path, kind)

    def value(self, path: Path) -> Any:
        """The value in a file: a `LocatedMap`, a `LocatedList`, a scalar, or None for an unreadable file."""
        if path not in self._values:
            examine = examine_json_file if path.suffix.lower() == ".json" else examine_yaml_file
            self._values[path], findings = examine(path, display_path(path), self.load)
            self.findings += findings
            self._refused.update(finding.where for finding in findings)
            if findings:
                self._refused.add(Where(display_path(path)))
        return self._values[path]

    def mapping(self, path: Path) -> LocatedMap | None:
        """The mapping in a file; None, with a finding, when it has none."""
        return self._expect(path, LocatedMap, "a mapping of keys and values")

    def sequence(self, path: Path, items: str = "records") -> LocatedList | None:
        """The list in a file; None, with a finding, when it has none. `items` is the findings' noun for its entries."""
        how = "in [ ]" if path.suffix.lower() == ".json" else "each after a dash"
        return self._expect(path, LocatedList, f"a list of {items}, {how}")

    def _expect(self, path: Path, shape: type[T], wanted: str) -> T | None:
        value, shown = self.value(path), display_path(path)
        if isinstance(value, shape):
            return value
        # A file that could not be read at all has been reported; one that holds something else has not.
        if not any(where.file == shown for where in self._refused):
            message = "the file holds nothing" if value is None else f"the file should hold {wanted}"
            first = ", such as - name: First" if value is None and wanted.startswith("a list of records, each") else ""
            self.report(Where(shown, 1, 1), "wrong-type", message, f"Write {wanted}{first}.")
        return None

    def part(self, path: Path, shape: Callable[..., T], name: str = "the file") -> T | None:
        """The mapping in a file, as a shape, read once; None, with findings, for mistakes."""
        if (path, shape) not in self._results:
            source = self.mapping(path)
            part = None if source is None else self.check(adapter(shape), source, source.start, name)
            self._results[path, shape] = part
        result: T | None = self._results[path, shape]
        return result

    def check(
        self, adapter: TypeAdapter[T], value: Any, where: Where, name: str, find: FindFile | None = None,
        alike: bool = False,
    ) -> T | None:  # fmt: skip
        """The validated value; None, with findings, for mistakes. `where` and `name` are as in `validate`.

        `find` finds the files that it names, if they are not in the folder of these files. Values made from one text
        are `alike`: a mistake at one place of it concerns each of them.
        """
        if self._full:
            return None
        with activity(f"reading {name}", where):
            checked, findings = validate(adapter, value, where, name, find or self._find)
        self.add([replace(finding, cause=finding.where) for finding in findings] if alike else findings)
        try:
            check_limit("mistakes", len(self.findings), findings[-1].where if findings else None)
        except OverLimit as error:
            self.findings += error.findings
            self._full = True
        return checked

    def add(self, findings: Iterable[Finding]) -> None:
        """Add findings, except at places that the YAML reader has refused already."""
        self.findings += [finding for finding in findings if finding.where not in self._refused]

    def once(self, path: Path, make: Any) -> Any:
        """`make(self, path)`, called once for each path and maker: a file named by several products is read once."""
        if (path, make) not in self._results:
            self._results[path, make] = make(self, path)
        return self._results[path, make]
