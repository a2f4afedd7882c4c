"""The command line: words come in; stages run; findings, progress and JSON go out. Alone in printing and exiting."""

from printgen.cli.program import main

__all__ = ["main"]
