"""What a format of exports is: its options, its checks, what it makes, and about how long that takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from printgen.base.errors import Finding, UsageError, did_you_mean
from printgen.base.names import UNSEEN
from printgen.build.stages import Progress
from printgen.exports.bundle import Bundle


class Option(NamedTuple):
    """An option of a format, `--NAME`: what it means and its usual value, of whose type all values are.

    A text may have `choices`, of which one must be chosen where the usual value is ""; a number has a `least` and a
    `most`.
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
        """Its name as one of Python."""
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class ExportFiles:
    """What a format makes: files by their paths below its folder (with "/", at most one folder deep), findings, and
    lines that tell people what to do with them.

    `pieces` counts what it sends, copies included, and `pictures` those of files and archives, thumbnails aside.
    """

    files: Sequence[tuple[str, bytes]]
    findings: Sequence[Finding] = ()
    notes: tuple[str, ...] = ()
    pieces: int = 0
    pictures: int = 0


def pictures_among(paths: Iterable[str]) -> int:
    """How many files are pictures, by how their names end."""
    return sum(path.endswith((".png", ".jpg", ".svg")) for path in paths)


OptionValues = Mapping[str, Any]
"""A value for every option of a format, by its name."""


class Exporter(Protocol):
    """What a module of a format offers."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]: ...  # noqa: N802

    def check(self, bundle: Bundle, asked: OptionValues) -> Iterable[Finding]: ...

    def make(self, bundle: Bundle, asked: OptionValues, progress: Progress) -> ExportFiles: ...


class Format(NamedTuple):
    """A format by its name and one line of help; the module or folder of its name does it, imported when it is used."""

    name: str
    line: str

    @property
    def module(self) -> Exporter:
        """What does it."""
        module: Exporter = import_module(f"printgen.exports.{self.name.replace('-', '_')}")
        return module


def parse_options(form: Format, given: Mapping[str, Any]) -> OptionValues:
    """A value for every option of a format. UsageError for options that it has not, and for values that cannot be."""
    known = {option.name: option for option in form.module.OPTIONS}
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known) if known else "It takes none."
            raise UsageError(f"export {form.name} has no option '{name}'", hint)
    return {name: _value(option, given.get(name)) for name, option in known.items()}


def _value(option: Option, given: Any) -> Any:
    if given is None:
        return option.default
    usual = option.default
    if type(given) is not type(usual):
        raise UsageError(f"{option.name}: {given!r} cannot be", f"Give a value such as {usual!r}.")
    if isinstance(given, str) and option.metavar != "FILE" and (hidden := re.search(UNSEEN, given)):
        message = f"{option.name}: it holds the character U+{ord(hidden[0]):04X}, which nobody sees"
        raise UsageError(message, "Write it without that character.")
    if isinstance(given, str) and option.choices and given not in (usual, *option.choices):
        raise UsageError(f"{option.name}: there is no '{given}'", did_you_mean(given, option.choices))
    if isinstance(given, int) and not option.least <= given <= option.most:
        bounds = f"from {option.least:.15g} to {option.most:.15g}"
        raise UsageError(f"{option.name}: {given} is not {bounds}", f"Give a number {bounds}.")
    return given
