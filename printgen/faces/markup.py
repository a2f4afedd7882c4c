"""Marked-up text ("**bold**, *italic*, :icon:") comes in; runs in the right fonts, as words and as items, come out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from printgen.base.geometry import chain, scale, translate
from printgen.drawing.fonts import bolder, face, lacking, slanted
from printgen.drawing.model import Item, Place, Text
from printgen.drawing.tints import Tints
from printgen.drawing.words import ICON, Run, Word, words_of
from printgen.errors import did_you_mean

if TYPE_CHECKING:
    from printgen.faces.library import Library

Words = tuple[tuple[Word, ...], ...]
"""The words of each paragraph of a text."""

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


@lru_cache(maxsize=4096)
def marked_words(text: str, font: str, caps: bool) -> Words:
    """The words of marked-up text, in capitals on request. ValueError for a mark without a partner."""
    runs = parse_markup(text, font)
    if caps:
        runs = tuple(run if run.font == ICON else Run(run.text.upper(), run.font) for run in runs)
    return tuple(map(tuple, words_of(runs)))


def undrawable(words: Words, library: Library) -> tuple[str, str, str] | None:
    """What keeps words from being drawn, an icon or a letter that is lacking: a message, a hint and a code."""
    for run in (run for paragraph in words for word in paragraph for run in word):
        if run.font == ICON and not library.has_icon(run.text):
            hint = f"{did_you_mean(run.text, library.icon_names)} Or write \\: for a colon."
            return f"there is no icon ':{run.text}:'", hint, "unknown-icon"
        if run.font != ICON and (flaw := lacking(run.text, run.font)):
            return flaw
    return None


def run_item(
    run: Run, x: float, y: float, size: float, color: str, tints: Tints, library: Library, tracking: float = 0.0
) -> Item:
    """A run with its baseline at (x, y)."""
    if run.font != ICON:
        return Text(x, y, run.text, run.font, size, color, tracking, face(run.font).width(run.text) * size)
    group, own = library.icon(run.text, color, tints)
    # An icon stands on the line and reaches a little over the capitals.
    return Place(group, chain(translate(x, y - 0.86 * size), scale(size / own)))
