"""Levels: characters with an icon for each level come in; findings for levels with a gap go out."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.errors import Exit, Finding, Where
from printgen.reading.records import Game
from printgen.rules.mapped import mapped_records

LEVELS = ("0", "1", "2", "3")


def check_levels(game: Game) -> Iterator[Finding]:
    """Findings for every character whose levels do not count up from 0 without a gap.

    A mapping in a field named `levels` holds a character's icons by level. That its icons exist, the field's
    own declaration sees to (`levels: {kind: map, from: icons}`).
    """
    for record, levels in mapped_records(game, "levels"):
        if not levels:
            message = f"{record.name} has no levels"
            yield _broken(record.where_of("levels"), message, "Add 0: and its icon.", "missing-level")
        for level in levels:
            if level not in LEVELS:
                message = f'{record.name} has a level "{level}"; levels are {", ".join(LEVELS)}'
                yield _broken(levels.key_where(level), message, "Mend it, or remove the line.", "unknown-level")
                continue
            below = LEVELS[LEVELS.index(level) - 1]
            if level != LEVELS[0] and below not in levels:
                message = f"{record.name} has a level {level} but no level {below}"
                yield _broken(levels.key_where(level), message, f"Add {below}: and its icon.", "missing-level")


def _broken(where: Where, message: str, hint: str, code: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)
