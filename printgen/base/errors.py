"""What is wrong with files, and where: places, findings, the errors that carry them, exit codes, and hints."""

from __future__ import annotations

import re
import sys
from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Literal, NamedTuple

from printgen.base import group_pairs


class Exit(IntEnum):
    """The documented exit codes of the command line."""

    OK = 0
    USAGE = 2
    BAD_INPUT = 3
    RULES_BROKEN = 4
    DOES_NOT_FIT = 5
    CANNOT_WRITE = 6
    DEFECT = 70
    INTERRUPTED = 130


class Where(NamedTuple):
    """A place in a file; lines and columns count from 1, and 0 means the whole file."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def as_data(self) -> dict[str, str | int]:
        return {"file": self.file, "line": self.line, "column": self.column}


class CellWhere(Where):
    """A cell or a row of a sheet: it is shown as people name it, such as "7:power" or "Spells!C7".

    The line is the row, and the column is counted from 1; of text they are those of the file.
    """

    cell: str

    def __new__(cls, file: str, line: int, column: int, cell: str) -> CellWhere:
        place = super().__new__(cls, file, line, column)
        place.cell = cell
        return place

    def __eq__(self, other: object) -> bool:
        # Two sheets of one workbook have the same rows and columns.
        return tuple.__eq__(self, other) is True and self.cell == getattr(other, "cell", "")

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((tuple(self), self.cell))

    def __str__(self) -> str:
        return f"{self.file}:{self.cell}"

    def as_data(self) -> dict[str, str | int]:
        return {**super().as_data(), "cell": self.cell}


Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to tell the person who wrote the files: where, what, and how to mend it.

    `code` is a stable kebab-case word for scripts; `hint` starts with a verb, and without one is what the message says
    to do; `exit` is the code that an error of this kind ends the program with. Findings of one `cause` are alike, and
    without one those of one message; `also` are the places of others that have no finding of their own.
    """

    severity: Severity
    where: Where
    message: str
    hint: str = ""
    code: str = "bad-input"
    exit: Exit = Exit.BAD_INPUT
    cause: Hashable = None
    also: tuple[Where, ...] = ()

    def __post_init__(self) -> None:
        if not self.hint and self.severity != "info":
            for name, words in zip(("message", "hint"), split_advice(self.message), strict=True):
                object.__setattr__(self, name, words)

    @property
    def count(self) -> int:
        """How many of its kind there are, itself included."""
        return 1 + len(self.also)

    def lines(self) -> tuple[str, ...]:
        """The finding as people read it: what is wrong, what to do, and where there is more of it."""
        cells = any(isinstance(where, CellWhere) for where in self.also)
        shown = ", ".join(str(getattr(where, "cell", where.line)) for where in self.also[:_FEW])
        rest = ", ..." if len(self.also) > _FEW else ""
        more = f"and {len(self.also)} more like this, {'at' if cells else 'on lines'} {shown}{rest}" if shown else ""
        return (
            f"{self.where}: {self.severity}: {self.message}",
            *(f"    {line}" for line in (self.hint, more) if line),
        )

    def __str__(self) -> str:
        return "\n".join(self.lines())


_FEW = 3  # The most findings of one cause that are shown each at its line; more become one.


def merge_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each finding once, in order; of more than a few of one cause in a file the first, with the places of the others.

    A mistake at one place of a template is one finding, whatever was drawn with it.
    """
    distinct: dict[Hashable, tuple[Hashable, Finding]] = {}
    for finding in findings:
        group: Hashable = (finding.where.file, finding.severity, finding.code, finding.cause or finding.message)
        place = finding.where, None if finding.cause == finding.where else finding.message
        distinct.setdefault((group, place), (group, finding))
    groups = group_pairs(distinct.values())
    merged = []
    for group, finding in distinct.values():
        alike = groups[group]
        if len(alike) <= _FEW:
            merged.append(finding)
        elif finding is (first := alike[0]):
            also = (where for other in alike[1:] for where in (other.where, *other.also) if where != first.where)
            merged.append(replace(first, also=tuple(dict.fromkeys((*first.also, *also)))))
    return tuple(_limit_errors(merged))


_MOST_ERRORS = 200  # The most errors of one file that are shown: nobody reads more at a time.


def _limit_errors(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings; of a file with hundreds of errors the first of these, and one that counts the others."""
    errors = Counter(finding.where.file for finding in findings if finding.severity == "error")
    seen = Counter[str]()
    for finding in findings:
        file = finding.where.file
        left = errors[file] - _MOST_ERRORS
        seen[file] += finding.severity == "error"
        if finding.severity != "error" or seen[file] <= _MOST_ERRORS or left == 1:
            yield finding
        elif seen[file] == _MOST_ERRORS + 1:
            yield Finding("error", Where(file), f"{left:,} more errors like these", "Mend those first.", "more-errors")


def rule_violation(where: Where, code: str, message: str, hint: str) -> Finding:
    """An error of what can be read, and breaks a rule."""
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)


def unknown_word(
    where: Where, code: str, message: str, word: str, known: Iterable[str], otherwise: str = ""
) -> Finding:
    """An error of a word that nobody has given; its hint has the nearest one that is known, as `did_you_mean`."""
    return Finding("error", where, message, did_you_mean(word, known, otherwise), code)


class PrintgenError(Exception):
    """Carries findings up to the command line, which alone prints and exits."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings: tuple[Finding, ...] = merge_findings(findings)
        super().__init__("\n".join(str(f) for f in self.findings))

    @property
    def exit(self) -> Exit:
        """The exit code of the gravest finding: bad input first, then broken rules, then what does not fit."""
        return worst_exit(self.findings)


class UsageError(PrintgenError):
    """The command line itself asks for something that does not exist; exit code 2."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__([Finding("error", Where("printgen"), message, hint, "usage", Exit.USAGE)])


def missing_extra(what: str, extra: str, error: ImportError) -> UsageError:
    """The error of a command whose optional packages are missing or too old, with the line that installs them.

    Environments that uv made, alone or for pipx, have no pip.
    """
    import shlex
    from importlib.util import find_spec

    package = (error.name or extra).partition(".")[0]
    message = f"{what} needs the package {package}, which is not installed here or is too old"
    here = shlex.quote(sys.executable)
    install = f"{here} -m pip install" if find_spec("pip") else f"uv pip install --python {here}"
    return UsageError(message, f"Install it: {install} 'printgen[{extra}]'")


def as_errors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings with every warning as an error of a broken rule."""
    broken = {"severity": "error", "exit": Exit.RULES_BROKEN}
    return tuple(replace(f, **broken) if f.severity == "warning" else f for f in findings)  # type: ignore[arg-type]


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether any of the findings is an error."""
    return any(finding.severity == "error" for finding in findings)


def stop_on_errors(findings: Iterable[Finding]) -> None:
    """PrintgenError with all of the findings when any of them is an error."""
    listed = tuple(findings)
    if has_errors(listed):
        raise PrintgenError(listed)


_MOST_COMPARED, _LETTERS_COMPARED = 1_000, 60
"""The most names among which one like a misspelt word is looked for, and how many letters of each: more take long."""
_MOST_LISTED, _SOME_LISTED = 100, 24
"""The most names that a hint lists in full, and how many it lists where there are more."""


class ValueProblem(ValueError):
    """A value that cannot be read or used, worded for its author; `key` is the setting that holds it.

    `word` is the text of a card or a table that is to blame, "" where it is not one such text.
    """

    def __init__(self, message: str, key: str = "", word: str = "") -> None:
        super().__init__(message)
        self.key, self.word = key, word


def known_word(word: str, known: Iterable[str], noun: str, key: str) -> str:
    """A word that is one of those known; ValueProblem, with the nearest, where there is no such `noun`."""
    if word not in known:
        raise ValueProblem(
            f"there is no {noun} '{word}'. {did_you_mean(word, filter(None, known), f'Add it, or remove {key}.')}", key
        )
    return word


class blame:  # noqa: N801
    """A context in which what is wrong with a value (ValueError) is wrong with a setting (ValueProblem).

    It is entered for every text of every card: a class takes a third of the time of a generator.
    """

    __slots__ = ("_key",)

    def __init__(self, key: str) -> None:
        self._key = key

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError):
            raise ValueProblem(str(error), self._key) from error


def worst_exit(findings: Iterable[Finding]) -> Exit:
    """The exit code for a set of findings: the smallest code of its errors, or OK when there are none."""
    return min((f.exit for f in findings if f.severity == "error"), default=Exit.OK)


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` most likely stands for, or None when nothing is near."""
    from difflib import get_close_matches

    names = list(known)
    folded = {name.casefold(): name for name in reversed(names)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    if len(folded) > _MOST_COMPARED:
        return None
    starts = {name[:_LETTERS_COMPARED]: name for name in folded}
    near = get_close_matches(word.casefold()[:_LETTERS_COMPARED], list(starts), n=1, cutoff=0.6)
    return folded[starts[near[0]]] if near else None


_ADVICE = re.compile(r"(?is)(.+?)(?:\. |; )((?:did you mean|add|choose|give|name|remove|use|write) .+)")


def split_advice(text: str, otherwise: str = "Mend this line.") -> tuple[str, str]:
    """What an exception says, as message and hint: at its end it may say what to do."""
    match = _ADVICE.fullmatch(text)
    if match is None:
        return text, otherwise
    return match[1], match[2][0].upper() + match[2][1:] + ("" if match[2][-1] in ".?" else ".")


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint with the closest known word, or a list of those near in the alphabet; `otherwise` where none is known."""
    return _suggestion(word, tuple(sorted(known))) or otherwise


@lru_cache(maxsize=4096)
def _suggestion(word: str, names: tuple[str, ...]) -> str:
    # The closest word is asked for again and again when a table's code is misspelt all through a long list.
    if (near := closest(word, names)) is not None:
        return f"Did you mean '{near}'?"
    if len(names) <= _MOST_LISTED:
        return f"Use one of: {', '.join(names)}." if names else ""
    first = max(0, min(bisect(names, word) - _SOME_LISTED // 2, len(names) - _SOME_LISTED))
    return f"Use one of {len(names)}, such as: {', '.join(names[first : first + _SOME_LISTED])}."
