"""What is being done just now: a few words and a place in a file, for whoever tells that it went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from printgen.base.errors import Where


class Doing(NamedTuple):
    """What is being done: such as "composing go-joe/joe-deck" and, within it, "Ace", which stands at a place."""

    what: str
    where: Where | None
    within: Doing | None

    def place(self) -> Where:
        """The innermost place that is known."""
        return self.where or (self.within.place() if self.within else Where("printgen"))

    def __str__(self) -> str:
        return f"{self.within}, {self.what}" if self.within else self.what


_NOW: ContextVar[Doing | None] = ContextVar("doing", default=None)


def now() -> Doing | None:
    """What is being done; None where nobody said."""
    return _NOW.get()


def when_raised(error: BaseException) -> Doing | None:
    """What was being done when an error was raised; None where nobody said."""
    found: Doing | None = getattr(error, "printgen_doing", None)
    return found


@contextmanager
def doing(what: str, where: Where | None = None) -> Iterator[None]:
    """While in here, this is being done, to what stands at a place. An error that leaves remembers what it was."""
    token = _NOW.set(Doing(what, where, _NOW.get()))
    try:
        yield
    except BaseException as error:
        if when_raised(error) is None:
            error.printgen_doing = _NOW.get()  # type: ignore[attr-defined]
        raise
    finally:
        _NOW.reset(token)
