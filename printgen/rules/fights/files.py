"""A game comes in; its file of fights goes out, held to its shape and to the names of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from printgen.base.errors import Finding, PrintgenError, UsageError
from printgen.game.records import Game
from printgen.reading.files import Files
from printgen.rules.fights.checking import mistakes
from printgen.rules.fights.shapes import FightFile

KEY = "fight"
"""What game.yaml calls its file of fights."""


def fight_of(game: Game) -> FightFile:
    """The file of a game's fights. UsageError when it names none, PrintgenError when that has mistakes."""
    if game.fight is None:
        hint = f"Write {KEY}: fight.yaml in its game.yaml, or name a game that has one, such as go-joe."
        raise UsageError(f"{game.name} has no rules of fights", hint)
    found, findings = read_fight(game)
    if found is None:
        raise PrintgenError(findings)
    return found


def read_fight(game: Game) -> tuple[FightFile | None, list[Finding]]:
    """The file of fights that a game names; None, with findings, when it has mistakes or none is named."""
    findings = game.files.findings
    before = len(findings)
    found = _read(game.files, game)
    told = list(dict.fromkeys(findings[before:]))
    del findings[before:]
    return found, told


def check_fight(game: Game) -> Iterator[Finding]:
    """What is wrong with the file of fights of a game that names one."""
    yield from read_fight(game)[1]


def _read(files: Files, game: Game) -> FightFile | None:
    read = files.part(game.fight, FightFile) if game.fight else None
    if read is None:
        return None
    wrong = [*mistakes(read, game)]
    files.findings += wrong
    return None if wrong else read.on(_terrains(read, game))


def _terrains(read: FightFile, game: Game) -> dict[str, frozenset[str]]:
    """The skills that suit each terrain; those of boards that none suits are known, too."""
    found: dict[str, set[str]] = {}
    for board in game.boards.values():
        terrains: Any = board.get("terrains")
        for name in terrains if isinstance(terrains, Sequence) and not isinstance(terrains, str) else ():
            found.setdefault(str(name), set())
    if read.terrain:
        for skill, row in game.tables[read.terrain.table].rows.items():
            if terrain := row.get(read.terrain.column):
                found.setdefault(str(terrain), set()).add(skill)
    return {name: frozenset(skills) for name, skills in found.items()}
