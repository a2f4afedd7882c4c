"""What stands in brackets in a text comes in; what it means, and which bracket closes it, goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from printgen.base.colors import css_colors
from printgen.base.units import parse_length
from printgen.drawing.tints import Tints
from printgen.errors import closest

CLOSING = "/"
_SIZE = re.compile(r"size ++(\d++\.?\d*+)(%|[a-z]*+)")


class Meant(NamedTuple):
    """What a bracket makes of its letters: a size, as a multiple of the text's or, with `times`, of those around it; a
    colour in words; small capitals."""

    grow: float = 0.0
    times: bool = False
    color: str = ""
    small: bool = False


_WORDS = {
    "sc": Meant(small=True),
    "small-caps": Meant(small=True),
    "big": Meant(1.25, times=True),
    "small": Meant(0.8, times=True),
}


def meaning(name: str, size: float, tints: Tints) -> Meant | None:
    """What a bracket of that name means in a text of a size in points; None for nothing.

    ValueError, worded for its author, for a size or a colour that is nearly right.
    """
    if (known := _WORDS.get(name)) is not None:
        return known
    if said := _SIZE.fullmatch(name):
        number, unit = float(said[1]), said[2]
        points = size * number / 100 if unit == "%" else parse_length(f"{number:f}{unit or 'pt'}")
        if points <= 0:
            raise ValueError(f"[{name}] leaves nothing to read; choose a larger size")
        return Meant(points / size, times=unit == "%")
    if tints.knows(name):
        tints.resolve(name)
        return Meant(color=name)
    return None


def pairs(brackets: Sequence[tuple[int, str]], means: Callable[[str], Meant | None]) -> dict[int, Meant | None]:
    """Which of numbered brackets open something, with what they mean, and which close it, with None.

    A closing one belongs to the nearest before it that means anything; brackets that mean nothing, and that nothing
    closes, are left out. KeyError names one that is closed and means nothing, ValueError says what is left open.
    """
    found: dict[int, Meant | None] = {}
    waiting: list[tuple[int, str, Meant | None]] = []
    left: list[str] = []
    known: dict[str, Meant | None] = {}
    for number, name in brackets:
        if name != CLOSING:
            if name not in known:
                known[name] = means(name)
            waiting.append((number, name, known[name]))
            continue
        passed: list[str] = []
        while waiting and waiting[-1][2] is None:
            passed.append(waiting.pop()[1])
        if waiting:
            opener, _, meant = waiting.pop()
            found[opener], found[number] = meant, None
            left += passed
        elif passed or left:
            raise KeyError((passed or left)[0])
        else:
            raise ValueError("a [/] closes nothing; remove it, or write \\[ for a bracket")
    still = next((name for _, name, meant in waiting if meant is not None), None)
    if still is not None:
        raise ValueError(f"[{still}] is not closed; write [/] where it ends, or \\[ for a bracket")
    return found


def unknown_bracket(name: str, tints: Tints) -> tuple[str, str, str]:
    """What is said of a bracket that is closed and means nothing: a message, a hint and a code."""
    names = [*sorted(_WORDS), *sorted(tints.names)]
    near = closest(name, names) or closest(name.lower(), css_colors())
    there = f"Use one of: {', '.join(names)}, size 8, size 120%, or a colour such as #A63A1E."
    hint = (f"Did you mean [{near}]? " if near else "") + there + " Or write \\[ for a bracket."
    return f"[{name}] means nothing here", hint, "unknown-mark"
