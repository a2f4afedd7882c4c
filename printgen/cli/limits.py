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
"""The line of a run that a signal has ended."""
TOO_MUCH = "this takes more memory than a run may have"
"""The message of a run that has taken too much memory."""
MEMORY = 1024**3
"""Bytes of data that a run may have: all kits take a quarter of that, a poster of 24 x 36 inches as a picture most."""
_FULL = 0.94
"""The part of MEMORY that ends a run: with nothing left Python could not even say so."""
SECONDS = 900
"""Seconds of computing that a run may take: all kits take ten, and four minutes as pictures of every page. Waiting, as
for an answer, is free."""

_before: dict[int, int] = {}
"""The soft limits of the process that `hold` has lowered, as they were."""
_began = 0.0
"""Seconds that the process had computed when its time began to count."""


class Stopped(BaseException):
    """A signal asks the program to end; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def over_limit(message: str, hint: str, doing: Activity | None) -> PrintgenError:
    """The error of a run that takes too much, with what it was doing."""
    from printgen.base.errors import Finding, PrintgenError, Where

    where, doing_text = (doing.place(), f" ({doing})") if doing else (Where("printgen"), "")
    return PrintgenError([Finding("error", where, message + doing_text, hint, "over-limit")])


def hold() -> None:
    """Hold the process to its memory and time, where the system can."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        # Where a library computes without end, or takes all at once, no line of ours is reached: the system acts.
        for what, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CPU, int(2 * SECONDS) + 1)):
            soft, hard = resource.getrlimit(what)
            if soft == resource.RLIM_INFINITY or soft > most:
                resource.setrlimit(what, (most, hard))
                _before[what] = soft
        signal.signal(signal.SIGPROF, _stop_when_over)
        signal.setitimer(signal.ITIMER_PROF, 0.1, 0.1)


def lift_data_limit() -> None:
    """Lift the system's limit of memory from a process that lives on, such as the studio; ours still holds.

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


def _stop_when_over(number: int, frame: FrameType | None) -> None:
    """Raise PrintgenError where the process has used too much memory or time; a timer calls this now and then."""
    from printgen.base.limits import current_activity

    is_full = _memory() > MEMORY * _FULL
    if is_full:
        gc.collect()  # What lives on may hold much that nobody needs any more.
        is_full = _memory() > MEMORY * _FULL
    if is_full or time.process_time() > _began + SECONDS:
        signal.setitimer(signal.ITIMER_PROF, 5)  # Once more, in case that somebody drops what is raised.
        message = TOO_MUCH if is_full else f"this takes more than {SECONDS} seconds of computing"
        raise over_limit(message, "Print less at once, or lift the limits with --limits none.", current_activity())


def _memory() -> int:
    """Bytes of memory that the process uses now; 0 where the system does not say."""
    with suppress(OSError, ValueError), open("/proc/self/statm") as statistics:  # noqa: PTH123
        return int(statistics.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
