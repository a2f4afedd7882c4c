"""A wish and its sums come in; the words of the command that makes the same card go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from printgen.art.casting import SAID
from printgen.designer.bench import NONE, Bench, Photo, Wish
from printgen.designer.design import Reckoned, pictured
from printgen.designer.flags import stat_flag
from printgen.designer.wishes import carried
from printgen.rules.derive import derive
from printgen.rules.origins import ACCESSORIES, MOUNTED, VEHICLE


def command_of(bench: Bench, wish: Wish, sums: Reckoned, of: str = "") -> tuple[str, ...]:
    """The words after `printgen` of the command that makes the card of a checked wish, or changes the one called `of`.

    They say all that the command could ask for, so that it asks nothing.
    """
    flags = [*_fields(bench, wish, sums), *_figure(bench, wish, sums), *_stats(bench, wish), *_look(wish.look)]
    flags += [word for text in wish.without for word in ("--without", text)]
    if wish.photo:
        flags += ["--photo", str(photo_file(bench, wish.photo))]
    if of:
        flags += ["--change", of]
    flags += bench.cards_words
    # A name may look like a flag.
    return ("new", bench.target, *flags, *(("--", wish.name) if wish.name.startswith("-") else (wish.name,)))


def photo_file(bench: Bench, photo: Path | Photo) -> Path:
    """Where the picture of a card lies once it is saved."""
    if isinstance(photo, Path):
        return photo
    art, _ = pictured(bench, photo)
    return bench.file.parent / art


def _fields(bench: Bench, wish: Wish, sums: Reckoned) -> Iterator[str]:
    """A flag for each word of the fields, and none for those that stay empty.

    What came with the figure says itself what it counts as.
    """
    shown = {name: {*words} for name, words in _shown(bench, wish, sums).items()}
    for field in bench.fields:
        words: Sequence[str] = wish.said.get(field.name, ())
        if field in bench.guidelines.carried:
            words = [word for word in sums.derived.carried[field.name] if word not in shown[field.name]]
        for word in words or ((NONE,) if field.one else ()):
            yield from (field.flag, word)


def _shown(bench: Bench, wish: Wish, sums: Reckoned) -> Mapping[str, Sequence[str]]:
    """The words that the things in the box and on the vehicle make by themselves."""
    # A card that has no place for them takes what they are from its own fields.
    box = sums.box if ACCESSORIES in bench.told else ()
    alone = Wish(figure={**wish.figure, ACCESSORIES: box}, without=wish.without)
    return derive(bench.guidelines, carried(bench, alone).words).carried


def _figure(bench: Bench, wish: Wish, sums: Reckoned) -> Iterator[str]:
    told = wish.figure
    if text := " ".join(str(told[key]) for key in ("year", "version") if told.get(key)):
        yield from ("--figure", text)
    if VEHICLE in told:
        yield from ("--vehicle", str(told[VEHICLE]))
    if ACCESSORIES in bench.told:
        for name in sums.box or (NONE,):
            yield from ("--accessory", name)
    for name in told.get(MOUNTED, ()):
        yield from ("--mounted", name)


def _stats(bench: Bench, wish: Wish) -> Iterator[str]:
    for stat in bench.guidelines.stats.values():
        if stat.name in wish.stats:
            yield from (stat_flag(stat), str(wish.stats[stat.name]))
        if stat.name in wish.reasons:
            yield from (f"{stat_flag(stat)}-reason", wish.reasons[stat.name])


def _look(look: Mapping[str, Any]) -> Iterator[str]:
    for key, value in look.items():
        if key in SAID:
            yield from (f"--{key}", str(value))
        else:
            words = value if isinstance(value, list | tuple) else [value]
            told = ",".join(str(word).lower() if isinstance(word, bool) else str(word) for word in words)
            yield from ("--look", f"{key}={told}")
