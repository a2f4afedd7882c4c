"""The command line, which alone prints and exits.

It is imported in no time: what takes longer is imported in `main`, when a signal already ends the program in one line.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; it exits with a documented code where that is not 0.

    Without arguments those of the process are meant, which ends, and whose signals, standard streams, memory and time
    are looked after.
    """
    if arguments is not None:
        from printgen.cli.program import run_words

        if code := run_words(arguments):
            sys.exit(code)
        return
    try:
        from printgen.cli.process import run
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; the files of an earlier build are as they were\n")
        sys.exit(130)
    run()
