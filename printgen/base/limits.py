"""What a run may spend, and what it is doing: work is counted where it happens, and JSON before it is parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from math import ceil, inf
from time import thread_time
from typing import NamedTuple

from printgen.base.errors import Finding, PrintgenError, Where


class Activity(NamedTuple):
    """What is being done, such as "composing go-joe/joe-deck" or, `within` that, "Ace", and the place of its lines."""

    what: str
    where: Where | None
    within: Activity | None

    def place(self) -> Where:
        """The innermost place that is known."""
        return self.where or (self.within.place() if self.within else Where("printgen"))

    def __str__(self) -> str:
        return f"{self.within}, {self.what}" if self.within else self.what


_NOW: ContextVar[Activity | None] = ContextVar("doing", default=None)


def current_activity() -> Activity | None:
    """What is being done; None outside of every `activity`."""
    return _NOW.get()


def activity_of(error: BaseException) -> Activity | None:
    """What was being done when an error was raised; None outside of every `activity`."""
    activity: Activity | None = getattr(error, "printgen_doing", None)
    return activity


@contextmanager
def activity(what: str, where: Where | None = None) -> Iterator[None]:
    """While in here, this is being done, to what stands at a place. An error that leaves remembers what it was."""
    token = _NOW.set(Activity(what, where, _NOW.get()))
    try:
        yield
    except BaseException as error:
        if activity_of(error) is None:
            error.printgen_doing = _NOW.get()  # type: ignore[attr-defined]
        raise
    finally:
        _NOW.reset(token)


class Limit(NamedTuple):
    """How much of something one run may have: `noun` is what is counted, in the plural; `hint` how to have less."""

    most: float
    noun: str
    hint: str


LIMITS: dict[str, Limit] = {
    # "use" and "extends" count how deep faces are nested. "value" is the size of one value of an expression, "values"
    # are those of all files. "soft" is the area of shadows with soft edges.
    "steps": Limit(10_000_000, "steps of expressions", "Shorten the lists that its expressions go through."),
    "items": Limit(500_000, "shapes drawn", "Draw less on each piece."),
    "value": Limit(10_000, "letters or entries of one value", "Shorten it."),
    "entries": Limit(10_000, "entries of one list", "Shorten the list."),
    "letters": Limit(10_000_000, "letters set", "Shorten the texts."),
    "marks": Limit(2_000_000, "marks of patterns", "Raise the scale of the pattern, or fill less with it."),
    "use": Limit(20, "faces used inside each other", "Use fewer faces inside faces."),
    "extends": Limit(20, "faces or styles that extend each other", "Extend fewer of them."),
    "tries": Limit(200_000, "spaces of boards laid", "Lower fair or count, or make the board smaller."),
    "spaces": Limit(10_000, "spaces of boards drawn", "Lower count, or make the board smaller."),
    "dice": Limit(60, "dice in one fight", "Give fewer dice, or allow fewer units in a team."),
    "mistakes": Limit(1_000, "mistakes in its files", "Mend the first ones."),
    "values": Limit(500_000, "keys and values in its files", "Shorten its files, or print it in parts."),
    "variants": Limit(100, "variants", "Print them as games of their own."),
    "combinations": Limit(20_000, "combinations of lists", "Combine fewer values under for."),
    "points": Limit(1_000_000, "points of drawings", "Simplify the drawings, or use fewer of them."),
    "pieces": Limit(20_000, "pieces", "Lower its copies, or print it in parts with --only."),
    "sheets": Limit(10_000, "sheets of one product", "Lower its copies, or choose a larger --paper."),
    "sizes": Limit(500, "sizes of pieces packed on sheets", "Use fewer sizes, or layout: grid."),
    "tiles": Limit(600, "pages of one piece", "Make the piece smaller, or choose a larger --paper."),
    "fonts": Limit(128 * 1024 * 1024, "bytes of fonts", "Use fewer fonts, or smaller ones."),
    "squares": Limit(1_000_000, "squares and bars of codes", "Use fewer codes, or shorter texts in them."),
    "soft": Limit(500_000, "square millimetres of soft shadows", "Use fewer shadows, or blur: 0."),
    "dots": Limit(4_000_000_000, "dots of pictures", "Save the pictures smaller."),
    "pixels": Limit(120_000_000, "pixels of one picture", "Lower --dpi, or show less with --only or --sheet."),
}
"""The limits by name."""


class OverLimit(PrintgenError):
    """More than a run may spend. Without a place, `at` gives it the line that asked for the work."""

    def __init__(self, finding: Finding, limit: str, placed: bool) -> None:
        super().__init__([finding])
        self.limit, self.placed = limit, placed

    def at(self, where: Where) -> OverLimit:
        """The same error at a place, unless it has one."""
        meter = _METER.get()
        if self.placed or meter is None:
            return self
        finding = replace(self.findings[0], where=where)
        if self.limit in meter.reported:
            meter.reported[self.limit] = finding
        return OverLimit(finding, self.limit, True)


class _Meter:
    """What was spent, by name; whether limits hold; the time of the thread at which the run must have ended."""

    def __init__(self, holds: bool, until: float = inf) -> None:
        self.holds, self.until = holds, until
        self.spent: dict[str, float] = dict.fromkeys(LIMITS, 0)
        self.reported: dict[str, Finding] = {}


_METER: ContextVar[_Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metered(on: bool = True, seconds: float = inf) -> Iterator[None]:
    """In here, what is spent is counted, or nothing is where `on` is false. Inside another, that one goes on.

    After so many `seconds` of work nothing more can be spent: what somebody waits for ends then. Only the work of the
    thread counts, not what it waits for: on a busy machine the same is too much as on an idle one.
    """
    if _METER.get() is not None:
        yield
        return
    token = _METER.set(_Meter(on, thread_time() + seconds))
    try:
        yield
    finally:
        _METER.reset(token)


def consume(name: str, amount: float = 1, where: Where | None = None) -> None:
    """Count some of what LIMITS names. OverLimit when it comes to more than the run may have, now and ever after."""
    meter = _METER.get()
    if meter is not None and meter.holds:
        if meter.until < inf and thread_time() > meter.until:
            hint = "Ask for less at a time, or run the command for it."
            raise OverLimit(_finding("this takes longer than anybody waits", hint, where), "seconds", True)
        meter.spent[name] += amount
        if not meter.spent[name] <= LIMITS[name].most:
            # What comes after it stops at the same limit, which is one finding.
            again = name in meter.reported
            finding = meter.reported.setdefault(name, _over_limit(name, meter.spent[name], where))
            raise OverLimit(finding, name, again or where is not None)


def check_limit(name: str, amount: float, where: Where | None = None) -> None:
    """Hold one number to its limit. OverLimit when it is above."""
    meter = _METER.get()
    if meter is not None and meter.holds and not amount <= LIMITS[name].most:
        raise OverLimit(_over_limit(name, amount, where), name, where is not None)


def limit_of(name: str) -> float:
    """The limit of that name; there is none where limits are lifted."""
    meter = _METER.get()
    return inf if meter is not None and not meter.holds else LIMITS[name].most


def usage_of(name: str) -> float:
    """How much was spent so far of what LIMITS names; 0 where nothing is counted."""
    meter = _METER.get()
    return meter.spent[name] if meter is not None else 0


class nest:  # noqa: N801
    """A context that counts how deep something is nested in its own kind, such as faces in faces."""

    __slots__ = ("_meter", "_name")

    def __init__(self, name: str, where: Where | None = None) -> None:
        self._name, self._meter = name, _METER.get() or _Meter(False)
        check_limit(name, self._meter.spent[name] + 1, where)

    def __enter__(self) -> None:
        self._meter.spent[self._name] += 1

    def __exit__(self, *error: object) -> None:
        self._meter.spent[self._name] -= 1


def _over_limit(name: str, amount: float, where: Where | None) -> Finding:
    limit, shown = LIMITS[name], ceil(amount) if amount < inf else amount
    message = f"{shown:,.10g} {limit.noun} are more than the {limit.most:,.10g} that a build may have"
    return _finding(message, f"{limit.hint} Or lift the limits with --limits none.", where)


def _finding(message: str, hint: str, where: Where | None) -> Finding:
    """The finding of something above its limit, at a place, or where the work is now."""
    doing = current_activity()
    place = where or (doing.place() if doing else Where("printgen"))
    return Finding("error", place, f"{message} ({doing})" if doing else message, hint, "over-limit")


MOST_PARTS = 50_000
"""The most values, keys and brackets of one text of JSON: a card has dozens."""
MOST_LISTED = 500_000
"""The same of a list of all pieces or files of a build: each takes ten."""

# An open quote goes on to the end, so that each byte is looked at once.
_JSON_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_JSON_PARTS = re.compile(rb"[,:\[{]")


def json_excess(data: bytes, most_bytes: int, most_parts: int = MOST_PARTS) -> str:
    """What of a text of JSON is more than a parser may see, in a few words; "" where it may see all of it."""
    if len(data) > most_bytes:
        return f"larger than {most_bytes / 2**20:g} MB"
    # Texts hold commas of their own, so only where there are many signs it matters where they are.
    signs = sum(map(data.count, (b",", b":", b"[", b"{")))
    if signs > most_parts and len(_JSON_PARTS.findall(_JSON_STRING.sub(b"", data))) > most_parts:
        return f"of more than {most_parts:,} values"
    return ""
