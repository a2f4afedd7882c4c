"""A sheet, the shape of its records and a product's `columns` come in; the field of every column goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printgen.base.errors import Where, closest, did_you_mean
from printgen.game.cells import Convert, converter
from printgen.game.shapes import SheetShape, Spec
from printgen.reading.marked import Map
from printgen.reading.scalars import shortened
from printgen.reading.sheets import LEFT_OUT, Sheet

Report = Callable[[Where, str, str, str], None]
"""Adds an error: its place, code, message and hint."""


def same_word(name: str, known: Iterable[str]) -> str | None:
    """The known name that differs from this one in capitals, blanks, hyphens and underscores at most."""
    wanted = _folded(name)
    return next((one for one in known if _folded(one) == wanted), None)


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name.casefold())


@dataclass(frozen=True, slots=True)
class Leaf:
    """A column, by its number, what makes a value of its cells, and the sign with which these write decimals."""

    column: int
    convert: Convert
    decimal: str = "."


@dataclass(frozen=True, slots=True)
class Branch:
    """A field of several columns: a map, or for `several` a list of maps, each column with an entry for every map.

    `column` is the first of them.
    """

    column: int
    several: bool
    parts: dict[str, Leaf | Branch]


class _Step(NamedTuple):
    """A name on the way to the field of a column, and the field that it names; None where anything may stand."""

    name: str
    spec: Spec | None


class Columns:
    """Finds the field of every column of a sheet, and says what is wrong with its headers."""

    def __init__(self, sheet: Sheet, shape: SheetShape, columns: Map, report: Report, language: str = "") -> None:
        self.sheet, self.shape, self.columns, self._report = sheet, shape, columns, report
        # A file whose cells semicolons part comes from where commas part decimals: it and the language must agree.
        self.language = "" if sheet.comma and language == "." else language
        self.root = Branch(0, False, {})
        self.keys: dict[int, str] = {}
        self.good = True

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        self.good = False
        self._report(where, code, message, hint)

    def plan(self) -> Branch | None:
        """The fields of all columns; None, with findings, when something is wrong with them."""
        renamed = self.renamed()
        taken: dict[tuple[str, ...], int] = {}
        for column, header in enumerate(self.sheet.headers):
            if not header:
                self.nameless(column)
            elif (target := renamed.get(column, header)) != LEFT_OUT and (steps := self.steps(column, target)):
                path = tuple(step.name for step in steps)
                if path in taken:
                    self.twice(column, taken[path], ".".join(path))
                else:
                    taken[path] = column
                    self.plant(steps, column)
        for name in self.shape.needed if self.good else ():
            if name not in self.root.parts:
                hint = f"Add a column {name}, or say which one it is under columns in game.yaml."
                self.report(self.sheet.place(0, -1), "missing-column", f"no column gives the field {name}", hint)
        return self.root if self.good else None

    def renamed(self) -> dict[int, str]:
        """What the product's `columns` says of columns, by their numbers."""
        headers: dict[str, list[int]] = {}
        for column, header in enumerate(self.sheet.headers):
            headers.setdefault(header, []).append(column)
        found: dict[int, str] = {}
        for header, target in self.columns.items():
            name = header if header in headers else same_word(header, headers)
            if name is None:
                message = f'the list has no column "{shortened(header)}"'
                hint = did_you_mean(header, filter(None, headers), "Remove it.")
                self.report(self.columns.key_where(header), "unknown-column", message, hint)
            found |= dict.fromkeys(headers[name] if name else (), target)
            self.keys |= dict.fromkeys(headers[name] if name else (), header)
        return found

    def steps(self, column: int, target: str) -> list[_Step]:
        """The way to the field that a column is for; none, with a finding, where there is none."""
        known: Mapping[str, Spec | None] | None = self.shape.fields
        steps: list[_Step] = []
        for name in (name.strip() for name in target.split(".")):
            found = name if known is None or name in known else same_word(name, known)
            if found is None:
                self.stranger(column, target, name, known or {}, steps)
                return []
            spec = known[found] if known is not None else None
            steps.append(_Step(found, spec))
            known = spec.inner() if spec else None
        if known is not None and steps[-1].spec is not None and steps[-1].spec.branches:
            where, name = self.said(column), steps[-1].name
            hint = f"Give each of its keys a column, such as {target}.{next(iter(known), 'key')}."
            self.report(where, "wrong-column", f"{name} holds keys of its own", hint)
            return []
        return steps

    def said(self, column: int) -> Where:
        """Where the field of a column is said: under `columns` in game.yaml, or in its header."""
        key = self.keys.get(column)
        return self.columns.where(key) if key is not None else self.sheet.place(0, column)

    def stranger(
        self, column: int, target: str, name: str, known: Mapping[str, Spec | None], steps: Sequence[_Step]
    ) -> None:
        """Tell of a column that is for no field."""
        header, where = self.sheet.headers[column], self.said(column)
        if steps:
            message = f'{steps[-1].name} has no "{shortened(name)}"'
            self.report(where, "unknown-column", message, did_you_mean(name, known, f"Write {steps[-1].name} alone."))
        elif where != self.sheet.place(0, column):
            hint = did_you_mean(name, (*known, LEFT_OUT))
            self.report(where, "unknown-column", f'the {self.shape.noun} have no field "{shortened(name)}"', hint)
        else:
            near = closest(name, known)
            out = f'write columns: {{"{shortened(header)}": none}} in game.yaml to leave it out.'
            hint = f"Did you mean '{near}'? Or {out}" if near else f"Declare the field, or {out}"
            message = f'the column "{shortened(header)}" is no field of the {self.shape.noun}'
            self.report(where, "unknown-column", message, hint)

    def nameless(self, column: int) -> None:
        if any(row[column] != "" for row in self.sheet.rows):
            message, hint = "a column without a header holds something", "Write its header, or empty the column."
            self.report(self.sheet.place(0, column), "no-header", message, hint)

    def twice(self, column: int, first: int, target: str) -> None:
        """Tell of a column for a field that another one has."""
        one, other = (self.sheet.headers[n] for n in (first, column))
        message = f'the column "{shortened(other)}" stands twice'
        if one != other:
            message = f'the columns "{shortened(one)}" and "{shortened(other)}" are both for the field {target}'
        self.report(self.sheet.place(0, column), "duplicate-column", message, "Rename one of them.")

    def plant(self, steps: Sequence[_Step], column: int) -> None:
        """Put a column where its field is."""
        branch = self.root
        for n, step in enumerate(steps[:-1]):
            lists = step.spec is not None and step.spec.kind == "list"
            if lists and n < len(steps) - 2:
                message = f"a sheet cannot hold what stands deeper in a list, such as {step.name}"
                self.report(self.said(column), "wrong-column", message, "Write this list as YAML or JSON.")
                return
            part = branch.parts.setdefault(step.name, Branch(column, lists, {}))
            if isinstance(part, Leaf):
                return  # A map of any keys that has a key with keys of its own; told when the record is checked.
            branch = part
        spec = steps[-1].spec
        decimal = (spec.decimal if spec else "") or ("," if self.sheet.comma else ".")
        branch.parts.setdefault(steps[-1].name, Leaf(column, converter(spec, self.language), decimal))
