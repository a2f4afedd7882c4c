"""What a recipe locks hexes to comes in; grounds and power-ups that lie there whatever the seed go out, or mistakes.

A lock is a ground, a power-up, or both with a plus between them: floor, foxhole, floor+command-tower. Where no power-up
may lie, none stands in its place: floor+none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from printgen.base.errors import Finding, Where
from printgen.game.boards import lock_faults
from printgen.kinds.hex_board.grid import Hex
from printgen.kinds.hex_board.model import HexBoard, HexRecipe
from printgen.kinds.hex_board.rules import HexRules, unknown
from printgen.kinds.hex_board.zones import start_zones
from printgen.reading.scalars import shortened

PLUS = "+"
NOTHING = "none"
"""Stands for a power-up where none may lie; no power-up has this name."""


class Lock(NamedTuple):
    """What a hex is locked to; "" for a ground or a power-up that may be any, or none."""

    ground: str = ""
    power_up: str = ""

    def kept(self, board: HexBoard, cell: Hex) -> bool:
        """Whether a board has it on a hex."""
        lying = board.power_ups.get(cell, ())
        lies = not self.power_up or self.power_up in lying or (self.power_up == NOTHING and not lying)
        return lies and self.ground in ("", board.grounds[cell])

    @property
    def lies(self) -> str:
        """The power-up that lies there, "" where none must."""
        return "" if self.power_up == NOTHING else self.power_up

    def __str__(self) -> str:
        return PLUS.join(filter(None, self))


Locks = Mapping[Hex, Lock]


def locks_of(recipe: HexRecipe, rules: HexRules) -> dict[Hex, Lock]:
    """The locks of a recipe without mistakes, row by row; on a symmetric board those of the opposite hexes, too."""
    named = recipe.grid.named if recipe.locked else {}
    locks = {named[name]: _read(words, rules) for name, words in recipe.locked.items() if name in named}
    if recipe.arrangement == "symmetric":
        across = {recipe.grid.opposite(cell): lock for cell, lock in locks.items()}
        for cell, lock in across.items():
            own = locks.get(cell, lock)
            locks[cell] = Lock(own.ground or lock.ground, own.power_up or lock.power_up)
    return {cell: locks[cell] for cell in recipe.grid.cells if cell in locks} if locks else {}


def _read(words: str, rules: HexRules) -> Lock:
    ground = next((word for word in words.split(PLUS) if word in rules.grounds), "")
    return Lock(ground, next((word for word in words.split(PLUS) if word not in rules.grounds), ""))


def held_on(board: HexBoard, cell: Hex) -> str:
    """What a hex of a board holds, in the words of a lock: that no power-up lies there, too, where one could."""
    lying = board.power_ups.get(cell, ())[:1]
    could = board.recipe.power_ups and cell not in board.start_of and board.rules.grounds[board.grounds[cell]].stand
    return PLUS.join((board.grounds[cell], *(lying or ((NOTHING,) if could else ()))))


def bad_locks(said: HexRecipe, rules: HexRules) -> Iterator[Finding]:
    """What is wrong with the locks of a recipe that is right besides."""
    if not said.locked:
        return
    size = f"{said.rows} x {said.columns}"
    found = [*lock_faults(said, said.grid.named, "hex", size), *_bad_words(said, rules)]
    yield from found or (*_bad_places(said, rules), *_contradictions(said, rules))


def _bad_words(said: HexRecipe, rules: HexRules) -> Iterator[Finding]:
    known = (*rules.grounds, *said.power_ups, *((NOTHING,) if said.power_ups else ()))
    for name, words in said.locked.items():
        where, wrong = said.where_of("locked", name), [word for word in words.split(PLUS) if word not in known]
        for word in wrong:
            yield unknown(where, f"{name} is locked to the unknown ground", word, known, "unknown-ground")
        grounds = [word for word in words.split(PLUS) if word in rules.grounds]
        if not wrong and (len(grounds) > 1 or len(words.split(PLUS)) - len(grounds) > 1):
            message = f'{name} is locked to "{shortened(words)}", which is more than a ground and a power-up'
            yield Finding("error", where, message, "Write one of each at most.", "lock-twice")


def _bad_places(said: HexRecipe, rules: HexRules) -> Iterator[Finding]:
    """Locks of start zones, which are the same whatever the seed, and power-ups where nobody stands."""
    try:
        zones = start_zones(said.grid, said.figures, said.arrangement == "symmetric") if said.figures else ((), ())
    except ValueError:
        # That the board is too small is told where its size stands.
        return
    side_of = {cell: side for side, zone in zip("ab", zones, strict=True) for cell in zone}
    placed = Counter(lock.lies for lock in locks_of(said, rules).values() if lock.lies)
    for name, words in said.locked.items():
        cell, lock, where = said.grid.named[name], _read(words, rules), said.where_of("locked", name)
        if cell in side_of and (lock.lies or lock.ground not in ("", rules.plain_ground)):
            message = f"{name} is locked to {words}, but start zone {side_of[cell]} lies there whatever the seed"
            yield Finding("error", where, message, f"Lock another hex, or write {rules.plain_ground}.", "locked-start")
        elif lock.lies and lock.ground and not rules.grounds[lock.ground].stand:
            message = f"{name} is locked to {words}, but nobody can stand on {lock.ground}"
            yield Finding("error", where, message, "Lock the power-up to another hex.", "no-ground")
        elif lock.lies and said.arrangement == "symmetric" and said.grid.opposite(cell) == cell:
            message = f"{name} is locked to {words}, but lies opposite itself: the other side would have none"
            yield Finding("error", where, message, "Lock the power-up to another hex.", "asymmetric")
        elif placed[lock.lies] > 2:
            message = f"{lock.lies} is locked to {placed[lock.lies]} hexes; a board has one for each side"
            hint = "Remove some of them." if said.arrangement != "symmetric" else "Remove some; opposites count, too."
            yield Finding("error", where, message, hint, "lock-twice")


def _contradictions(said: HexRecipe, rules: HexRules) -> Iterator[Finding]:
    """Locks of opposite hexes of a symmetric board that are not alike."""
    for name, words in said.locked.items() if said.arrangement == "symmetric" else ():
        across = said.grid.name(said.grid.opposite(said.grid.named[name]))
        other = said.locked.get(across, words)
        both = zip(_read(words, rules), _read(other, rules), strict=True)
        if across < name and any(here and there and here != there for here, there in both):
            message = f"{name} is locked to {words}, but {across} opposite it to {other}"
            where, hint = said.where_of("locked", name), f"Write {other}."
            yield Finding("error", where, f"{message}; the board is symmetric", hint, "asymmetric")


def place_of(recipe: HexRecipe, cells: set[Hex]) -> Where:
    """Where the first lock of some hexes stands, or the first lock of all."""
    named = recipe.grid.named
    names = [name for name in recipe.locked if named.get(name) in cells] or list(recipe.locked)
    return recipe.where_of("locked", names[0])
