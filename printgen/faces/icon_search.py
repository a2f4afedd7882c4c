"""Finds icons by what they mean: by their names, by other words for them, and by their themes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from printgen.base.errors import closest

OWN, OTHER, PIECES = "of this game", "other", "pieces of art"
"""The themes of icons that no file of words names: those of a game's own folder, built-in ones, and art pieces."""
_MOST_SUGGESTED = 3
_MEANS, _PART, _THEME, _BEGINNING = 1.0, 2.0, 3.0, 4.0
"""Ranks of what is found: another word for it, a part of its name, its theme, a beginning; 0 is a name."""
_LEAST_BEGINNING = 3


class IconEntry(NamedTuple):
    """An icon: its name, its theme, and other words for it."""

    name: str
    theme: str
    words: tuple[str, ...] = ()


def icon_entries(
    names: Iterable[str], own: Iterable[str], words: Mapping[str, Mapping[str, str]]
) -> tuple[IconEntry, ...]:
    """Icons in the order of their themes, as files of words have them: by theme and name, words with commas between.

    `own` are those of a game's own folder: without a theme they come first.
    """
    described = {
        name: IconEntry(name, theme, tuple(word.strip() for word in text.split(",") if word.strip()))
        for theme, icons in words.items()
        for name, text in icons.items()
    }
    mine = set(own)
    entries = [described.get(name) or IconEntry(name, OWN if name in mine else OTHER) for name in names]
    order = {theme: place for place, theme in enumerate((OWN, *words, OTHER))}
    return tuple(sorted(entries, key=lambda entry: (order[entry.theme], entry.name)))


def search_icons(word: str, entries: Iterable[IconEntry]) -> list[IconEntry]:
    """The icons that a word may stand for, the best first: by name, other words, parts of names, themes, beginnings."""
    return [entry for _, entry in _ranked(_plain(word), entries)]


def suggest_icon(word: str, entries: Iterable[IconEntry]) -> str:
    """A hint for a name that no icon has: icons of that meaning, or else one with nearly these letters."""
    known = list(entries)
    near = closest(word, [entry.name for entry in known])
    if near is not None and near.casefold() == word.casefold():
        return f"Did you mean '{near}'?"
    # In English the last part of a name says what a thing is: a gold-coin is a coin.
    for wanted in dict.fromkeys((_plain(word), _plain(word).rpartition(" ")[2])):
        meant = [entry.name for rank, entry in _ranked(wanted, known) if rank < _PART][:_MOST_SUGGESTED]
        if meant:
            *others, last = (f"'{name}'" for name in meant)
            return f"Did you mean {', '.join(others)}{' or ' if others else ''}{last}?"
    named_by = {other: entry.name for entry in reversed(known) for other in entry.words}
    if near is None and (other := closest(word, named_by)) is not None:
        near = named_by[other]
    if near is not None:
        return f"Did you mean '{near}'?"
    return "Choose one that printgen icons lists, or add it to templates/icons."


def _ranked(wanted: str, entries: Iterable[IconEntry]) -> list[tuple[float, IconEntry]]:
    """The icons that fit a word, each after its rank, the best first."""
    ranked = [(rank, entry) for entry in entries if (rank := _rank(wanted, entry)) is not None]
    return sorted(ranked, key=lambda found: found[0])


def _rank(wanted: str, entry: IconEntry) -> float | None:
    """How well an icon fits a word, 0 the best; None where it does not."""
    name, theme = _plain(entry.name), _plain(entry.theme)
    words = [_plain(word) for word in entry.words]
    if not wanted or wanted == name:
        return 0
    if wanted in words:
        # The first words for a thing are the best ones.
        return _MEANS + min(words.index(wanted), 99) / 100
    if wanted in name.split():
        return _PART
    if wanted == theme or wanted in theme.split():
        return _THEME
    begins = len(wanted) >= _LEAST_BEGINNING and any(part.startswith(wanted) for part in _parts(name, *words))
    return _BEGINNING if begins else None


def _parts(*texts: str) -> Iterator[str]:
    return (part for text in texts for part in (text, *text.split()))


def _plain(word: str) -> str:
    """A word as it is compared: small letters, blanks between its parts, and no s of a plural."""
    parts = re.split(r"[\s_-]+", word.casefold().strip(" :"))
    return " ".join(part[:-1] if len(part) > 3 and part[-1] == "s" != part[-2] else part for part in parts)
