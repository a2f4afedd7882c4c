"""Paths come in; what the files hold, each read once, goes out, and every finding about them is gathered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from printgen.errors import Finding, Where
from printgen.reading.fields import Surroundings
from printgen.reading.located import validate
from printgen.reading.marked import Map, Seq
from printgen.reading.yaml_events import examine_yaml, examine_yaml_file

T = TypeVar("T")


def shown_name(path: Path) -> str:
    """A file's name in findings: relative to the current directory when it is inside, else as it is."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)


class Files:
    """The files of one game. A file is parsed once, and what is wrong with it is told once.

    `drafts` are texts that stand for the files of these paths, which are read in their place.
    """

    def __init__(self, around: Surroundings, drafts: Mapping[Path, str] | None = None) -> None:
        self.around = around
        self.findings: list[Finding] = []
        self._drafts = drafts or {}
        self._values: dict[Path, Any] = {}
        self._made: dict[tuple[Path, object], Any] = {}
        self._refused: set[Where] = set()

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        """Add an error of the input."""
        self.findings.append(Finding("error", where, message, hint, code))

    def value(self, path: Path) -> Any:
        """What a file holds: a `Map`, a `Seq`, a scalar, or None where it cannot be read."""
        shown = shown_name(path)
        if path not in self._values:
            draft = self._drafts.get(path)
            read = examine_yaml_file(path, shown) if draft is None else examine_yaml(draft, shown)
            self._values[path], findings = read
            self.findings += findings
            self._refused.update(finding.where for finding in findings)
        return self._values[path]

    def mapping(self, path: Path) -> Map | None:
        """The mapping that a file holds; None, with a finding, when it holds none."""
        value = self.value(path)
        if isinstance(value, Map):
            return value
        self._wrong(path, "a mapping of keys and values")
        return None

    def sequence(self, path: Path, items: str = "records") -> Seq | None:
        """The list that a file holds; None, with a finding, when it holds none. `items` is what findings call them."""
        value = self.value(path)
        if isinstance(value, Seq):
            return value
        self._wrong(path, f"a list of {items}, each after a dash")
        return None

    def _wrong(self, path: Path, wanted: str) -> None:
        shown = shown_name(path)
        # A file that could not be read at all has been reported; one that holds something else has not.
        if not any(where.file == shown for where in self._refused):
            self.report(Where(shown, 1, 1), "wrong-type", f"the file should hold {wanted}", f"Write {wanted}.")

    def check(self, adapter: TypeAdapter[T], value: Any, where: Where, name: str) -> T | None:
        """The validated value; None, with findings, when it has mistakes. `where` and `name` are as in `validate`."""
        checked, findings = validate(adapter, value, where, name, self.around)
        self.add(findings)
        return checked

    def add(self, findings: Iterable[Finding]) -> None:
        """Add findings, but for those at a place that the YAML reader has refused: they are no news."""
        self.findings += [finding for finding in findings if finding.where not in self._refused]

    def once(self, path: Path, make: Any) -> Any:
        """`make(self, path)`, made once for each path and maker: a file that several products name is read once."""
        if (path, make) not in self._made:
            self._made[path, make] = make(self, path)
        return self._made[path, make]
