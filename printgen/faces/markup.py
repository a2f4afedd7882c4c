"""Marked-up text ("**bold**, *italic*, :icon:") comes in; runs in the right fonts come out."""

from __future__ import annotations

import re
from functools import lru_cache

from printgen.drawing.fonts import bolder, slanted
from printgen.drawing.words import ICON, Run

_MARK = re.compile(r"\\([*:\\])|(\*\*)|(\*)|:([a-z][a-z0-9-]*):")


def marked(text: str) -> bool:
    """Whether a text holds any letter that could be a mark."""
    return "*" in text or ":" in text or "\\" in text


@lru_cache(maxsize=4096)
def parse_markup(text: str, font: str) -> tuple[Run, ...]:
    """Split marked-up text into runs; a backslash takes a mark literally. ValueError for a mark without a partner."""
    runs: list[Run] = []
    bold = italic = False
    position = 0

    def add(piece: str) -> None:
        if piece:
            now = bolder(font) if bold else font
            runs.append(Run(piece, slanted(now) if italic else now))

    for match in _MARK.finditer(text):
        add(text[position : match.start()])
        position = match.end()
        literal, strong, slant, icon = match.groups()
        if literal:
            add(literal)
        elif strong:
            bold = not bold
        elif slant:
            italic = not italic
        else:
            runs.append(Run(icon, ICON))
    add(text[position:])
    if bold or italic:
        raise ValueError(f'a {"**" if bold else "*"} in "{text}" has no partner')
    return tuple(runs)
