"""The process around the command line: its signals, standard streams, memory and time. It ends with an exit code."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
import warnings
from contextlib import suppress
from io import TextIOWrapper

from printgen.cli import STOPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any

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


class _Stops:
    """What the signals do that end a program.

    Before it has begun, and after, they end it at once, and else by Stopped, so that what is half done is tidied up.
    Another one within a second is the same Ctrl-C that somebody else tells, too; a later one ends the program at once.
    """

    def __init__(self) -> None:
        self.began, self.number, self.first = False, 0, 0.0
        numbers = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"))
        # Who starts a program with such a signal ignored, as nohup does, means it.
        self.numbers = [n for n in numbers if n is not None and signal.getsignal(n) != signal.SIG_IGN]
        self.answer(self.stop)

    def answer(self, how: Any) -> None:
        for number in self.numbers:
            signal.signal(number, how)

    def stop(self, number: int, frame: FrameType | None) -> None:
        if not self.began or (self.number and time.monotonic() > self.first + 1):
            self.end(number)
        if not self.number:
            self.number, self.first = number, time.monotonic()
            raise Stopped(number)

    def end(self, number: int) -> None:
        with suppress(OSError):
            os.write(2, f"{STOPPED}\n".encode())
        os._exit(128 + number)

    def missed(self, dropped: sys.UnraisableHookArgs) -> None:
        """Something was raised where Python can only drop it, such as while it frees something."""
        if isinstance(dropped.exc_value, Stopped):
            self.end(self.number)

    def shown(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Something is shown before it is dropped, as libraries below Python do where they have called us back."""
        if isinstance(error, Stopped):
            self.end(self.number)
        sys.__excepthook__(kind, error, trace)


def run() -> None:
    """Run the command line on the arguments of the process, and exit."""
    # Python, when it begins our worker processes, must not look for modules in a folder of games.
    os.environ["PYTHONSAFEPATH"] = "1"
    stops = _Stops()
    sys.unraisablehook, sys.excepthook = stops.missed, stops.shown
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
        if program.limited(words):
            _limit()
        code = program.ended(words)
        stops.began = False
    except Stopped as stopped:  # Beside the command itself: what it leaves to do is done.
        code = program.told(stopped, words)
    # Nothing is left to stop. While Python ends, a signal would else find no line of ours, and kill.
    stops.answer(signal.SIG_IGN)
    with suppress(AttributeError):
        signal.setitimer(signal.ITIMER_PROF, 0)
    sys.exit(code)


def _open_streams() -> None:
    """Give every standard stream somewhere to go; what it has no letter for is shown as Python writes it."""
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


def _limit() -> None:
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
    from printgen.base.doing import now
    from printgen.cli.program import TOO_MUCH, over_limit

    much = _memory() > MEMORY * _FULL
    if much:
        gc.collect()  # What lives on may hold much that nobody needs any more.
        much = _memory() > MEMORY * _FULL
    if much or time.process_time() > _began + SECONDS:
        signal.setitimer(signal.ITIMER_PROF, 5)  # Once more, in case that somebody drops what is raised.
        message = TOO_MUCH if much else f"this takes more than {SECONDS} seconds of computing"
        raise over_limit(message, "Print less at once, or lift the limits with --limits none.", now())


def _memory() -> int:
    """Bytes of memory that are used just now; 0 where the system does not tell."""
    with suppress(OSError, ValueError), open("/proc/self/statm") as told:  # noqa: PTH123
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
