"""The process around the command line: its signals and standard streams. It ends with an exit code."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from contextlib import suppress
from io import TextIOWrapper

from printgen.cli.limits import STOPPED, Stopped, hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any


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
