"""What is being drawn now: the colours of a face, the card it is for, and the findings so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, ValueProblem, Where, worded
from printgen.base.geometry import IDENTITY, Box, Matrix
from printgen.drawing.model import Item
from printgen.drawing.tints import Tints
from printgen.faces.face import Node
from printgen.faces.preflight import Preflight
from printgen.faces.setting import Setting
from printgen.faces.trim import Trim, cut_finding
from printgen.reading.values import Value


class Lettering(NamedTuple):
    """A text node's ways to be set, when they are the same for every card, and what was set before.

    `inside` is a cut, and a place on the face where no text of it can come near to that.
    """

    settings: tuple[Setting, ...]
    known: dict[object, tuple[Item, ...]]
    inside: tuple[Trim | None, Matrix] | None = None


@dataclass
class Session:
    """One face drawn for one card. `roles` are the colours that the face inherits from the one that uses it.

    `trim` is how it is cut, where that is known, and `at` where on it what is drawn now lies; `grown` says how many
    times as large it is printed, and `sized` where its size stands. `under` is all that lies under what is drawn now,
    from the bottom up, and `preflight` what was looked at before. `hard` are texts that are hard to read, unless they
    are the shadows of others.
    """

    tints: Tints
    card: str
    spot: Callable[[str], Where]
    findings: list[Finding] = field(default_factory=list)
    roles: Mapping[str, str] = field(default_factory=dict)
    look: str = ""
    trim: Trim | None = None
    at: Matrix = IDENTITY
    grown: float = 1.0
    sized: Where | None = None
    under: list[tuple[list[Item], Matrix]] = field(default_factory=list)
    preflight: Preflight | None = None
    hard: dict[str, tuple[Box, Finding]] = field(default_factory=dict)
    styles: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    letterings: dict[tuple[int, str], Lettering] = field(default_factory=dict)
    written: Callable[[str, Value], Sequence[Where]] = lambda word, value: ()
    """The places at which the card, or the game's tables, have the word that a value is."""
    counted: Mapping[str, Any] = field(default_factory=dict)
    """What the each counts in which something is drawn now."""

    def report(self, node: Node, message: str, key: str = "", hint: str = "") -> None:
        """A mistake of the template, at its line; names the card that it was found with."""
        self.report_at(node.place(key), message, hint)

    def report_value(self, node: Node, problem: ValueProblem, context: Mapping[str, Any]) -> None:
        """As `report`, of what a value is; a word that the card or a table gives is told where that has it."""
        value = node.when if problem.key == "when" else node.props.get(problem.key)
        if value is not None and not value.constant and not problem.word:
            with suppress(ValueProblem):
                word = value.get(context)
                problem.word = word if isinstance(word, str) else ""
        self.report_at(*self.blamed(node.place(problem.key), problem, value))

    def blamed(
        self, where: Where, problem: ValueProblem, value: Value | None
    ) -> tuple[Where, str, str, tuple[Where, ...]]:
        """What `report_at` takes for a problem of a value at a place, or of the word that is to blame at its own."""
        message, hint = worded(str(problem))
        spots = self.written(problem.word, value) if problem.word and value is not None else ()
        if not spots:
            return where, message, hint, ()
        return spots[0], f"{message}, for {where}", hint, tuple(spots[1:])

    def report_at(self, where: Where, message: str, hint: str = "", also: tuple[Where, ...] = ()) -> None:
        """A mistake of the template at a place of it; what its message says to do is the hint where there is none."""
        message, hint = (message, hint) if hint else worded(message)
        told = f"{message} (drawing {self.card})"
        self.findings.append(Finding("error", where, told, hint, "template", cause=where, also=also))

    def report_card(self, name: str | None, message: str, hint: str, code: str, exit_: Exit) -> None:
        """A card's value that cannot be printed, at the value's own line."""
        self.findings.append(Finding("error", self.spot(name or "name"), message, hint, code, exit_))

    def warn(self, node: Node, message: str, hint: str, code: str) -> None:
        """A weakness of the template at its line, told once for all cards."""
        self.findings.append(Finding("warning", node.where, message, hint, code, cause=node.where))

    def take_back(self, finding: Finding) -> None:
        """A finding that turns out to be none."""
        self.findings[:] = (found for found in self.findings if found is not finding)

    def judge(self, where: Where, node: Node, items: Iterable[Item], at: Matrix, said: str = "") -> None:
        """Report text among the items of a node that reaches over the cut or comes too near to it.

        `said` is what the text says where its items are single letters.
        """
        if self.trim is not None and (fault := self.trim.fault(items, at, said)):
            cause = where if where.file == node.where.file else node.where
            self.findings.append(cut_finding(where, fault, self.trim.lenient, cause))
