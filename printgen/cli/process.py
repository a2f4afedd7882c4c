"""The process around the command line: its limits of memory and time, its signals, and its standard streams.

It is imported in no time, before all else. A run ends with an exit code.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
import warnings
from contextlib import suppress
from io import TextIOWrapper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any

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


class _SignalStops:
    """What signals do that end a program.

    While a command runs, a signal raises Stopped, so that the command tidies up; before and after, it ends the program
    at once. A second signal within a second comes from the same Ctrl-C; a later one ends the program at once.
    """

    def __init__(self) -> None:
        self.began, self.number, self.first = False, 0, 0.0
        numbers = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"))
        # Who starts a program with such a signal ignored, as nohup does, means it.
        self.numbers = [n for n in numbers if n is not None and signal.getsignal(n) != signal.SIG_IGN]
        self.answer(self.stop)

    def answer(self, handler: Any) -> None:
        """Set the handler of all signals that end a program."""
        for number in self.numbers:
            signal.signal(number, handler)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        if not self.began or (self.number and time.monotonic() > self.first + 1):
            self.end(number)
        if not self.number:
            self.number, self.first = number, time.monotonic()
            raise Stopped(number)

    def end(self, number: int) -> None:
        """End the program at once."""
        with suppress(OSError):
            os.write(2, f"{STOPPED}\n".encode())
        os._exit(128 + number)

    def end_unraisable(self, dropped: sys.UnraisableHookArgs) -> None:
        """End where Stopped was raised and Python can only drop it, such as while it frees something."""
        if isinstance(dropped.exc_value, Stopped):
            self.end(self.number)

    def end_uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """End where Stopped was raised in a call from a library below Python, which shows and drops it."""
        if isinstance(error, Stopped):
            self.end(self.number)
        sys.__excepthook__(kind, error, trace)


def run() -> None:
    """Run the command line on the arguments of the process, and exit."""
    # Python, when it begins our worker processes, must not look for modules in a folder of games.
    os.environ["PYTHONSAFEPATH"] = "1"
    stops = _SignalStops()
    sys.unraisablehook, sys.excepthook = stops.end_unraisable, stops.end_uncaught
    _open_streams()
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # What libraries warn of is for those who program with them.
    try:
        from printgen.cli import program
    except ImportError as error:
        sys.stderr.write(f"printgen: error: printgen is not whole: {error}\n    Install it again.\n")
        sys.exit(70)

    words = sys.argv[1:]
    try:
        stops.began = True
        if program.has_limits(words):
            hold()
        code = program.run_words(words)
        stops.began = False
    except Stopped as stopped:  # Beside the command itself: what it leaves to do is done.
        code = program.report_failure(stopped, words)
    # Nothing is left to stop. While Python ends, a signal would else find no line of ours, and kill.
    stops.answer(signal.SIG_IGN)
    with suppress(AttributeError):
        signal.setitimer(signal.ITIMER_PROF, 0)
    sys.exit(code)


def _open_streams() -> None:
    """Open every standard stream that is closed; letters that a stream lacks are written as escapes."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            # One that is closed would else be the next file that is opened, which takes the lowest free number.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="surrogateescape" if mode == "r" else "backslashreplace")
