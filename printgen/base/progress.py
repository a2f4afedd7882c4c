"""Progress: what is being made, said to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str], None]
"""Hears what is being made; a `Step` where it is known how much is left."""


class Step(str):
    """What is being made, after `done` of all `total` steps."""

    done: int
    total: int

    def __new__(cls, what: str, done: int, total: int) -> Step:
        step = super().__new__(cls, what)
        step.done, step.total = done, total
        return step


def silent(what: str) -> None:
    """Progress that goes nowhere."""
