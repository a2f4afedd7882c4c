"""Paths come in; what the files hold, each read once, goes out, and every finding about them is gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from os.path import normpath
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from printgen.errors import Finding, Where, closest, unknown
from printgen.reading.fields import problem
from printgen.reading.located import validate
from printgen.reading.marked import Map, Seq
from printgen.reading.part import adapter
from printgen.reading.scalars import shortened
from printgen.reading.yaml_events import examine_yaml, examine_yaml_file

T = TypeVar("T")
FindFile = Callable[[str], Path]


def shown_name(path: Path) -> str:
    """A file's name in findings: relative to the current directory when it is inside, else as it is."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)


def finder(folder: Path, inside: bool = True) -> FindFile:
    """What finds the files that values name, relative to a folder; with `inside`, such a path may not lead out of it.

    A deck names the same picture on many cards: the disk is asked once for each. A validator's problem tells of a file
    that is not there.
    """
    root = folder.resolve()

    @cache
    def find(text: str) -> Path:
        # A folder of one's own may have to be made yet: then no way leads through it and out again.
        path = folder / text if inside else Path(normpath(root / text))
        if inside and not Path(text).is_absolute() and not path.resolve().is_relative_to(root):
            hint = "Move the file into the folder, or write its absolute path."
            raise problem("outside-folder", f'the file "{shortened(text)}" is outside the game\'s folder', hint)
        try:
            there = path.is_file()
            near = None if there else closest(path.name, (entry.name for entry in path.parent.iterdir()))
        except OSError:
            there, near = False, None
        if not there:
            hint = f"Did you mean '{near}'?" if near else "Create the file, or mend its name."
            raise problem("missing-file", f'there is no file "{text}"', hint)
        return path

    return find


class Files:
    """The files of one game. A file is parsed once, and what is wrong with it is told once.

    `drafts` are texts that stand for the files of these paths, which are read in their place. `codes` are those of the
    game's tables, None for a table that could not be read, so that one mistake is not reported twice.
    """

    def __init__(self, folder: Path, drafts: Mapping[Path, str] | None = None) -> None:
        self.findings: list[Finding] = []
        self.codes: dict[str, tuple[str, ...] | None] = {}
        self._find = finder(folder)
        self._drafts = drafts or {}
        self._values: dict[Path, Any] = {}
        self._made: dict[tuple[Path, object], Any] = {}
        self._refused: set[Where] = set()

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        """Add an error of the input."""
        self.findings.append(Finding("error", where, message, hint, code))

    def unknown(
        self, where: Where, code: str, message: str, word: str, known: Iterable[str], otherwise: str = ""
    ) -> None:
        """Add an error of a word that nobody has given, as `errors.unknown`."""
        self.findings.append(unknown(where, code, message, word, known, otherwise))

    def value(self, path: Path) -> Any:
        """What a file holds: a `Map`, a `Seq`, a scalar, or None where it cannot be read."""
        if path not in self._values:
            draft, shown = self._drafts.get(path), shown_name(path)
            read = examine_yaml_file(path, shown) if draft is None else examine_yaml(draft, shown)
            self._values[path], findings = read
            self.findings += findings
            self._refused.update(finding.where for finding in findings)
        return self._values[path]

    def mapping(self, path: Path) -> Map | None:
        """The mapping that a file holds; None, with a finding, when it holds none."""
        return self._held(path, Map, "a mapping of keys and values")

    def sequence(self, path: Path, items: str = "records") -> Seq | None:
        """The list that a file holds; None, with a finding, when it holds none. `items` is what findings call them."""
        return self._held(path, Seq, f"a list of {items}, each after a dash")

    def _held(self, path: Path, shape: type[T], wanted: str) -> T | None:
        value, shown = self.value(path), shown_name(path)
        if isinstance(value, shape):
            return value
        # A file that could not be read at all has been reported; one that holds something else has not.
        if not any(where.file == shown for where in self._refused):
            self.report(Where(shown, 1, 1), "wrong-type", f"the file should hold {wanted}", f"Write {wanted}.")
        return None

    def part(self, path: Path, shape: Callable[..., T], name: str = "the file") -> T | None:
        """The mapping that a file holds, in a shape, read once; None, with findings, when it has mistakes."""
        if (path, shape) not in self._made:
            source = self.mapping(path)
            part = None if source is None else self.check(adapter(shape), source, source.start, name)
            self._made[path, shape] = part
        held: T | None = self._made[path, shape]
        return held

    def check(
        self, adapter: TypeAdapter[T], value: Any, where: Where, name: str, find: FindFile | None = None
    ) -> T | None:
        """The validated value; None, with findings, when it has mistakes. `where` and `name` are as in `validate`.

        `find` finds the files that it names, where they do not lie in the folder of these files.
        """
        checked, findings = validate(adapter, value, where, name, find or self._find)
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
