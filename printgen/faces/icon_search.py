"""Finds icons by their names, other words for them and their themes, and suggests some for a wrong name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from printgen.base.errors import closest

OWN, OTHER, PIECES = "of this game", "other", "pieces of art"
"""The themes of icons that no file of words names: those of a game's own folder, built-in ones, and art pieces."""
_MOST_SUGGESTED = 3
_NAME, _MEANS, _PART, _THEME, _BEGINNING = 0.0, 1.0, 2.0, 3.0, 4.0
"""Ranks of what is found: its name, another word for it, a part of its name, its theme, a beginning."""
_LEAST_BEGINNING = 3


class IconEntry(NamedTuple):
    """An icon: its name, its theme, and other words for it."""

    name: str
    theme: str
    words: tuple[str, ...] = ()


def icon_entries(
    names: frozenset[str], own: frozenset[str], words: Mapping[str, Mapping[str, str]]
) -> tuple[IconEntry, ...]:
    """Icons by theme and name, with other words for them; the game's `own` icons without a theme are first."""
    described = {
        name: IconEntry(name, theme, tuple(word.strip() for word in text.split(",") if word.strip()))
        for theme, icons in words.items()
        for name, text in icons.items()
    }
    entries = [described.get(name) or IconEntry(name, OWN if name in own else OTHER) for name in names]
    order = {theme: place for place, theme in enumerate((OWN, *words, OTHER))}
    return tuple(sorted(entries, key=lambda entry: (order[entry.theme], entry.name)))


def suggest_icon(word: str, entries: Iterable[IconEntry]) -> str:
    """A hint for a name without an icon: icons of that meaning, or else one with a similar name."""
    all_entries = list(entries)
    near = closest(word, [entry.name for entry in all_entries])
    if near is not None and near.casefold() == word.casefold():
        return f"Did you mean '{near}'?"
    # In English the last part of a name says what a thing is: a gold-coin is a coin.
    for wanted in dict.fromkeys((_normalize(word), _normalize(word).rpartition(" ")[2])):
        ranked = rank_icons(wanted, all_entries)
        parts = [entry.name for rank, entry in ranked if rank == _PART and entry.theme != PIECES]
        if meant := ([entry.name for rank, entry in ranked if rank < _PART] or parts)[:_MOST_SUGGESTED]:
            *others, last = (f"'{name}'" for name in meant)
            return f"Did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    named_by = {other: entry.name for entry in reversed(all_entries) for other in entry.words}
    if near is None and (other := closest(word, named_by)) is not None:
        near = named_by[other]
    if near is not None:
        return f"Did you mean '{near}'?"
    return "Choose one that printgen icons lists, or add it to templates/icons."


def rank_icons(word: str, entries: Iterable[IconEntry]) -> list[tuple[float, IconEntry]]:
    """The icons that fit a word, each with its rank, the best first."""
    wanted = _normalize(word)
    ranked = [(rank, entry) for entry in entries if (rank := _rank(wanted, entry)) is not None]
    return sorted(ranked, key=lambda pair: pair[0])


def _rank(wanted: str, entry: IconEntry) -> float | None:
    """How well an icon fits a word, 0 for the best; None when it does not fit."""
    name, theme = _normalize(entry.name), _normalize(entry.theme)
    words = [_normalize(word) for word in entry.words]
    if not wanted or wanted == name:
        return _NAME
    if wanted in words:
        # The first words for a thing are the best ones.
        return _MEANS + min(words.index(wanted), 99) / 100
    if wanted in name.split():
        return _PART
    if wanted == theme or wanted in theme.split():
        return _THEME
    parts = (part for text in (name, *words) for part in (text, *text.split()))
    return _BEGINNING if len(wanted) >= _LEAST_BEGINNING and any(part.startswith(wanted) for part in parts) else None


def _normalize(word: str) -> str:
    """A word as it is compared: lower case, blanks between its parts, without the s of a plural."""
    parts = re.split(r"[\s_-]+", word.casefold().strip(" :"))
    return " ".join(part[:-1] if len(part) > 3 and part[-1] == "s" != part[-2] else part for part in parts)
