"""A game comes in; all that `printgen check` says of it goes out, later: it is asked in a process of its own.

A check draws everything in every look. A page is told what is wrong with files at once, and the rest when it is known.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

from printgen.api import LiveGame
from printgen.studio.news import News

_SECONDS = 120.0
"""So long may a check take; of a game that takes longer nothing is told."""
_CALM = 1.0
"""Seconds after which a check begins: the page draws first, and who types is not done yet."""
_EVERY = 0.1
_NICE = 10
_MOST = 2000

Findings = tuple[Mapping[str, Any], ...]


@dataclass
class Checked:
    """What is known of one reading of a game; `state` is "running", "done" or "failed"."""

    number: int
    state: str = "running"
    findings: Findings = ()


@dataclass
class Checks:
    """The checks of a workshop's games: one runs at a time, and of each game the last one is known."""

    known: dict[str, Checked] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _turn: Lock = field(default_factory=Lock)

    def of(self, name: str, game: LiveGame, news: News) -> Checked:
        """What is known of a game as it is now; where that is nothing, a check begins, and its end is told."""
        with self._lock:
            known = self.known.get(name)
            if known is None or known.number != game.number:
                # What was found before stands until more is known.
                known = self.known[name] = Checked(game.number, "running", known.findings if known else ())
                run = Thread(target=self._run, args=(name, game, news, known), name="check", daemon=True)
                run.start()
            return known

    def _run(self, name: str, game: LiveGame, news: News, checked: Checked) -> None:
        def wanted() -> bool:
            return news.open and self.known.get(name) is checked and game.number == checked.number

        with self._turn:
            sleep(_CALM)
            found = asked(check_command(game), wanted) if wanted() else None
        if not wanted():
            return
        checked.state = "failed" if found is None else "done"
        checked.findings = found or ()
        news.tell("checked", game=name, number=checked.number)


def check_command(game: LiveGame) -> tuple[str, ...]:
    """The words after `printgen` that check a game."""
    return ("check", game.target, *(("--cards", str(game.cards)) if game.cards and game.cards.is_dir() else ()))


def asked(command: Sequence[str], wanted: Any) -> Findings | None:
    """What a check finds; None where it is not wanted any more, or takes too long."""
    # Python must not look for modules in a folder of games.
    words = [sys.executable, "-P", "-m", "printgen", *command, "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as child:
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, child.pid, _NICE)
        end = monotonic() + _SECONDS
        said: list[bytes] = []
        reader = Thread(target=lambda: said.append(child.stdout.read() if child.stdout else b""), daemon=True)
        reader.start()
        while child.poll() is None:
            if not wanted() or monotonic() > end:
                child.kill()
                return None
            sleep(_EVERY)
        reader.join(1)
    try:
        return tuple(json.loads(b"".join(said))["findings"][:_MOST])
    except (ValueError, LookupError, TypeError):
        return None
