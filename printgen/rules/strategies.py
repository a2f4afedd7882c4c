"""Strategies of dice: what each side of a die means comes in; exact chances, and what a card tells of them, go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from printgen.errors import Exit, Finding
from printgen.reading.records import Game
from printgen.rules.mapped import mapped_records

SIDES = ("1", "2", "3", "4", "5", "6")
HITTING = "bullet"
"""The icon that every die of a shot must show."""
ACTIONS = 6
"""How many actions a turn has, and so how many dice a shot can have without help: the difficulties worth telling."""


def chances(faces: Mapping[str, str]) -> dict[str, Fraction]:
    """The chance of each icon on one die, the likeliest first, then as the sides go; `faces` names the icon by side."""
    counts = Counter(faces[side] for side in SIDES if side in faces)
    return {icon: Fraction(count, len(SIDES)) for icon, count in counts.most_common()}


def chance_to_hit(faces: Mapping[str, str], difficulty: int) -> Fraction:
    """The chance that a shot hits when as many dice as its difficulty (0 or more) must all show a bullet."""
    return chances(faces).get(HITTING, Fraction(0)) ** difficulty


def odds_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a card shows of a strategy: `icons`, each with its count of sides and its chance, and `shots` by difficulty.

    An icon's `start` and `share` place it on a strip of width 1. ValueError for a record that has no faces.
    """
    faces = values.get("faces")
    if not isinstance(faces, Mapping):
        raise ValueError("odds need a record with a mapping of faces")
    icons: list[dict[str, Any]] = []
    start = Fraction(0)
    for icon, chance in chances(faces).items():
        count = int(chance * len(SIDES))
        icons.append({"icon": icon, "count": count, "of": len(SIDES), "percent": percent(chance)})
        icons[-1] |= {"start": float(start), "share": float(chance)}
        start += chance
    shots = [{"difficulty": n, "percent": percent(chance_to_hit(faces, n))} for n in range(1, ACTIONS + 1)]
    return {"icons": icons, "shots": shots}


def percent(chance: Fraction) -> str:
    """A chance in whole per cent, a half rounded up; what is possible is never shown as 0."""
    whole = int(chance * 100 + Fraction(1, 2))
    return f"{whole}%" if whole or not chance else "<1%"


def check_strategies(game: Game) -> Iterator[Finding]:
    """Findings for every strategy that leaves a side of the die without an icon, or names a side that a die lacks.

    The records of products that compute odds are strategies: their field `faces` names the icon of each side.
    """
    for record, faces in mapped_records(game, "faces", lambda product: "odds" in computed(product.options)):
        for side in faces:
            if side not in SIDES:
                message = f'{record.name} has a side "{side}", which no die has'
                hint = "Name the sides 1 to 6."
                yield Finding("error", faces.key_where(side), message, hint, "unknown-side", Exit.RULES_BROKEN)
        missing = [side for side in SIDES if side not in faces]
        if missing:
            message = f"{record.name} says nothing for {', '.join(missing)} on the die"
            hint = f"Add {missing[0]}: and its icon."
            yield Finding("error", record.where_of("faces"), message, hint, "missing-side", Exit.RULES_BROKEN)


def computed(options: Mapping[str, Any]) -> tuple[str, ...]:
    """What a product's option `computed` asks for: one word or a list of words."""
    wanted = options.get("computed", ())
    return (wanted,) if isinstance(wanted, str) else tuple(map(str, wanted or ()))
