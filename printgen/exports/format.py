"""The interface of export formats: options, checks, and the files that they make."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from printgen.base.errors import Finding, UsageError, did_you_mean
from printgen.base.names import UNSEEN
from printgen.base.progress import Progress
from printgen.build.filing import zip_files
from printgen.exports.bundle import Bundle


class Option(NamedTuple):
    """An option of a format, `--NAME`; all its values have the type of the default.

    A text may have `choices`, of which one is required if the default is ""; a number has a `least` and a `most`.
    """

    name: str
    help: str
    default: str | int | bool = ""
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = 1_000_000
    metavar: str = ""

    @property
    def key(self) -> str:
        """Its name as a parameter of Python."""
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class ExportFiles:
    """The files of a format, by their paths below its folder (with "/", at most one folder deep).

    The value also has findings, and instructions for people in `notes`. `pieces` counts the exported pieces, copies
    included, and `pictures` the pictures in files and archives, without thumbnails.
    """

    files: Sequence[tuple[str, bytes]]
    findings: Sequence[Finding] = ()
    notes: tuple[str, ...] = ()
    pieces: int = 0
    pictures: int = 0


def pictures_among(paths: Iterable[str]) -> int:
    """How many files are pictures, by the ends of their names."""
    return sum(path.endswith((".png", ".jpg", ".svg")) for path in paths)


def as_json(data: Any) -> bytes:
    """Plain data as readable JSON, its keys in their order."""
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Files by their paths, with "/", as a zip in their order, all with the earliest time of the zip format."""
    return zip_files([(Path(name), data) for name, data in files.items()], Path())


OptionValues = Mapping[str, Any]
"""A value for every option of a format, by its name."""


class Exporter(Protocol):
    """The module of a format."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802

    def check(self, bundle: Bundle, options: OptionValues) -> Iterable[Finding]: ...

    def make(self, bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles: ...


class Format(NamedTuple):
    """A format by its name, with one line of help. A module or folder of that name makes its files."""

    name: str
    line: str

    @property
    def module(self) -> Exporter:
        """The module, imported when it is asked for."""
        module: Exporter = import_module(f"printgen.exports.{self.name.replace('-', '_')}")
        return module


def parse_options(export_format: Format, values: Mapping[str, Any]) -> OptionValues:
    """A value for every option of a format. UsageError for unknown options and invalid values."""
    options = {option.name: option for option in export_format.module.OPTIONS}
    for name in values:
        if name not in options:
            hint = did_you_mean(name, options) if options else "It takes none."
            raise UsageError(f"export {export_format.name} has no option '{name}'", hint)
    return {name: _valid_value(option, values.get(name)) for name, option in options.items()}


def _valid_value(option: Option, value: Any) -> Any:
    """The value, or the default in place of None. UsageError for an invalid one."""
    if value is None:
        return option.default
    if type(value) is not type(option.default):
        raise UsageError(f"{option.name}: {value!r} cannot be", f"Give a value such as {option.default!r}.")
    if isinstance(value, str) and option.metavar != "FILE" and (hidden := re.search(UNSEEN, value)):
        message = f"{option.name}: it holds the character U+{ord(hidden[0]):04X}, which nobody sees"
        raise UsageError(message, "Write it without that character.")
    if isinstance(value, str) and option.choices and value not in (option.default, *option.choices):
        raise UsageError(f"{option.name}: there is no '{value}'", did_you_mean(value, option.choices))
    if isinstance(value, int) and not option.least <= value <= option.most:
        bounds = f"from {option.least:.15g} to {option.most:.15g}"
        raise UsageError(f"{option.name}: {value} is not {bounds}", f"Give a number {bounds}.")
    return value
