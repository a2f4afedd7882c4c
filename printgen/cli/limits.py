"""The limits of a run: its memory and time, and the signals that stop it. Imported in no time, before all else."""

from __future__ import annotations

import gc
import os
import signal
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

    from printgen.base.errors import PrintgenError
    from printgen.base.limits import Activity

STOPPED = "interrupted; the files of an earlier build are as they were"
TOO_MUCH = "this takes more memory than a run may have"
MEMORY = 1024**3
"""Bytes of data that a run may have: all kits take a quarter of that, a poster of 24 x 36 inches as a picture most."""
_FULL = 0.94
"""So much of it is too much: Python cannot tell well of anything when there is none left."""
SECONDS = 900
"""Seconds of computing that a run may take: all kits take ten, and four minutes as pictures of every page. Waiting, as
for an answer, is free."""


_before: dict[int, int] = {}
"""The limits of the process that were higher before it was held to its own."""
_began = 0.0
"""How long the process had computed when its time began to count."""


class Stopped(BaseException):
    """A signal asks the program to end; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def over_limit(message: str, hint: str, doing: Activity | None) -> PrintgenError:
    """The error of a run that takes too much for something that was done."""
    from printgen.base.errors import Finding, PrintgenError, Where

    where, doing_text = (doing.place(), f" ({doing})") if doing else (Where("printgen"), "")
    return PrintgenError([Finding("error", where, message + doing_text, hint, "over-limit")])


def hold() -> None:
    """Hold the process to its memory and time, where the system can; the program tells what was above."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        # Where a library computes without end, or takes all at once, no line of ours is reached: the system acts.
        for what, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CPU, int(2 * SECONDS) + 1)):
            soft, hard = resource.getrlimit(what)
            if soft == resource.RLIM_INFINITY or soft > most:
                resource.setrlimit(what, (most, hard))
                _before[what] = soft
        signal.signal(signal.SIGPROF, _look)
        signal.setitimer(signal.ITIMER_PROF, 0.1, 0.1)


def lift_data_limit() -> None:
    """Let the system refuse no memory any more to a process that lives on; what it uses is still looked at.

    Libraries below Python abort the process where they get none.
    """
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        if resource.RLIMIT_DATA in _before:
            _, hard = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (_before[resource.RLIMIT_DATA], hard))


def count_anew() -> None:
    """Count the time of the process from now on: each part of what lasts for hours has all of it."""
    global _began
    _began = time.process_time()
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if soft != resource.RLIM_INFINITY:
            most = int(_began + 2 * SECONDS) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _look(number: int, frame: FrameType | None) -> None:
    """Look now and then at what is used, and end the command where it is too much."""
    from printgen.base.limits import current_activity

    much = _memory() > MEMORY * _FULL
    if much:
        gc.collect()  # What lives on may hold much that nobody needs any more.
        much = _memory() > MEMORY * _FULL
    if much or time.process_time() > _began + SECONDS:
        signal.setitimer(signal.ITIMER_PROF, 5)  # Once more, in case that somebody drops what is raised.
        message = TOO_MUCH if much else f"this takes more than {SECONDS} seconds of computing"
        raise over_limit(message, "Print less at once, or lift the limits with --limits none.", current_activity())


def _memory() -> int:
    """Bytes of memory that are used just now; 0 where the system does not tell."""
    with suppress(OSError, ValueError), open("/proc/self/statm") as statistics:  # noqa: PTH123
        return int(statistics.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
