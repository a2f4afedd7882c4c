"""What a build may spend: work is counted where it happens, and ends with a finding where no real game goes.

    spend("items", len(items))           counts, for the whole run
    within("copies", copies, where)      holds one number to its limit, at its line
    with deeper("use"): ...              counts what is inside something of its own sort

Nothing is counted outside `metered()`, in which every public function of the library runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from printgen.base.doing import now
from printgen.errors import Finding, PrintgenError, Where


class Limit(NamedTuple):
    """How much of something one run may have: `noun` is what is counted, in the plural; `hint` how to have less."""

    most: float
    noun: str
    hint: str


LIMITS: dict[str, Limit] = {
    "steps": Limit(20_000_000, "steps of expressions", "Shorten the lists that its expressions go through."),
    "items": Limit(3_000_000, "shapes drawn", "Draw less on each piece."),
    "letters": Limit(10_000_000, "letters set", "Shorten the texts."),
    "pieces": Limit(20_000, "pieces", "Lower its copies, or print it in parts with --only."),
    "use": Limit(24, "faces used inside each other", "Use fewer faces inside faces."),
}
"""The limits by name."""


class OverLimit(PrintgenError):
    """More than a run may spend."""


class _Meter:
    """What was spent in a run, by name; whether its limits hold."""

    def __init__(self, holds: bool) -> None:
        self.holds = holds
        self.spent: dict[str, float] = dict.fromkeys(LIMITS, 0)


_METER: ContextVar[_Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metered(on: bool = True) -> Iterator[None]:
    """In here, what is spent is counted, or nothing is where `on` is false. Inside another, that one goes on."""
    if _METER.get() is not None:
        yield
        return
    token = _METER.set(_Meter(on))
    try:
        yield
    finally:
        _METER.reset(token)


def spend(name: str, amount: float = 1, where: Where | None = None) -> None:
    """Count some of what LIMITS names. OverLimit when it comes to more than the run may have."""
    meter = _METER.get()
    if meter is not None and meter.holds:
        meter.spent[name] += amount
        if meter.spent[name] > LIMITS[name].most:
            raise over(name, meter.spent[name], where)


def within(name: str, amount: float, where: Where | None = None) -> None:
    """Hold one number to its limit. OverLimit when it is above."""
    meter = _METER.get()
    if meter is not None and meter.holds and not amount <= LIMITS[name].most:
        raise over(name, amount, where)


@contextmanager
def deeper(name: str, where: Where | None = None) -> Iterator[None]:
    """Count what is inside something of its own sort."""
    spend(name, 1, where)
    try:
        yield
    finally:
        spend(name, -1)


def over(name: str, amount: float, where: Where | None = None) -> OverLimit:
    """The error of something above its limit, at a place, or where the work is just now."""
    limit, doing = LIMITS[name], now()
    place = where or (doing.place() if doing else Where("printgen"))
    told = f" ({doing})" if doing else ""
    message = f"{amount:,.10g} {limit.noun} are more than the {limit.most:,.10g} that a build may have{told}"
    hint = f"{limit.hint} Or lift the limits with --limits none."
    return OverLimit([Finding("error", place, message, hint, "over-limit")])
