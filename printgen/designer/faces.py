"""What somebody says of a new card's face comes in; the look of its picture goes out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from printgen.art.casting import LOOK_KEYS, SAID, SEX, WHO, spoken
from printgen.art.parts import SLOTS
from printgen.art.picture import TURNS
from printgen.art.poses import BUST
from printgen.base.errors import UsageError, did_you_mean
from printgen.base.seeds import rng_for
from printgen.designer.bench import NONE, Bench
from printgen.drawing.problems import PartError
from printgen.kinds.composition import Order
from printgen.kinds.faced import needs_look
from printgen.reading.scalars import shortened

SURPRISE = "surprise"
"""What is said for what the card's name is to settle."""

SEVERAL = ("back", "chest", "eyewear", "front")
"""Where a look may have several parts."""
COLORS = ("main", "cloth", "trim", "gloves")
"""What a look may have in a colour of its own; of gloves also none."""
NUMBERS: Mapping[str, tuple[float, float]] = {
    "seed": (0, 999_999), "variant": (0, 99), "tilt": (-20, 20), "bulk": (0.7, 1.4),
}  # fmt: skip
"""The lowest and the highest number of a look's keys that have one; those of seed and variant are whole."""
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "turn": tuple(TURNS), "inset": ("left", "right", "low-left", "low-right", "none"), "mirror": ("true", "false"),
}  # fmt: skip
_ORDER = (*SAID, *(key for key in LOOK_KEYS if key not in SAID))
_COLOR = re.compile("#[0-9A-Fa-f]{6}")


def is_drawn(bench: Bench) -> bool:
    """Whether the cards show a picture that is composed of parts, of which people speak in words."""
    if not bench.product.front or not _words(bench, SEX):
        return False
    order = Order(bench.game, bench.product, (), bench.job.library, bench.job.renderer)
    return needs_look(order, bench.job.library.face(bench.product.front))


def _words(bench: Bench, key: str) -> Mapping[str, Any]:
    """What the casting knows to say of a key of a look."""
    words: Mapping[str, Any] = (bench.job.library.casting.get("words") or {}).get(key) or {}
    return words


def choices(bench: Bench, key: str) -> list[str]:
    """The words to choose from, each thing with one of its words."""
    words = [word for word, meant in _words(bench, key).items() if meant and not isinstance(meant, str)]
    return [*_words(bench, key)][:2] if key == SEX else words


def look_said(
    bench: Bench, name: str, said: Mapping[str, str], more: Mapping[str, Sequence[str]] | None = None
) -> dict[str, Any]:
    """The look that somebody has said by the keys of `SAID`; what is to be a surprise is left to the card's name.

    `more` are words of any other keys of a look. UsageError for what there is not.
    """
    look: dict[str, Any] = {
        key: understood(bench, key, said[key]) for key in SAID if said.get(key, SURPRISE) != SURPRISE
    }
    look |= {key: drawn_with(bench, key, words) for key, words in (more or {}).items() if key not in look}
    if said.get(SEX) == SURPRISE:
        sex = rng_for(1, bench.game.name, name.strip().casefold(), SEX).pick(choices(bench, SEX))
        look = {SEX: sex, **look}
    return look_in_order(look)


def look_in_order(look: Mapping[str, Any]) -> dict[str, Any]:
    """A look with its keys in the one order in which cards say them."""
    return {key: look[key] for key in _ORDER if key in look}


def split_look(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What was said as key=word,word, by the key."""
    pairs = (text.partition("=") for text in texts)
    return {key.strip(): tuple(word.strip() for word in words.split(",") if word.strip()) for key, _, words in pairs}


def known_of(bench: Bench, key: str) -> list[str]:
    """The names that a key of a look takes, of which none is said to be nothing; nothing for one with other values."""
    studio = bench.job.library.studio
    if key in SLOTS[:-1]:
        return studio.parts.names(key)
    if key == "scene":
        return [*studio.scenes]
    if key == "pose":
        return [BUST, *studio.poses]
    if key == WHO:
        return [*(bench.job.library.casting.get("heads") or ())]
    return [
        *{"skin": studio.skins, "hair-color": studio.hairs, "eye-color": studio.eyes}.get(key, _CHOICES.get(key, ()))
    ]


def drawn_with(bench: Bench, key: str, words: Sequence[str]) -> Any:
    """What words mean for a key of a look that takes names of parts, of scenes or of colours, or a number.

    UsageError for what cannot be drawn.
    """
    if key not in LOOK_KEYS:
        raise UsageError(f"--look: a look has no '{shortened(key)}'", did_you_mean(key, LOOK_KEYS))
    if not words or (len(words) > 1 and key not in SEVERAL):
        raise UsageError(f"--look: {key} takes one word, not {len(words)}", f"Write such as {key}=WORD.")
    if key in NUMBERS:
        return _number(key, words[0])
    known = known_of(bench, key)
    if key in (*SLOTS, "gloves") and [*words] == [NONE]:
        return NONE
    for word in words if known else ():
        if word not in known and not (key in ("hair-color", "eye-color") and _COLOR.fullmatch(word)):
            raise UsageError(f"--look: there is no {key} '{shortened(word)}'", did_you_mean(word, known))
    if key in COLORS and not _COLOR.fullmatch(words[0]):
        raise UsageError(f"--look: '{shortened(words[0])}' is no colour", "Write it like #4B5B22.")
    return words[0] == "true" if key == "mirror" else [*words] if key in SEVERAL else words[0]


def _number(key: str, text: str) -> float | int:
    low, high = NUMBERS[key]
    whole = isinstance(low, int) and key in ("seed", "variant")
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        told = f"{low:g} to {high:g}"
        raise UsageError(f"--look: {key} is no number from {told}: '{shortened(text)}'", f"Write one from {told}.")
    return number


def understood(bench: Bench, key: str, text: str) -> str:
    """What is said of a key, in words or as the name of a part. UsageError names what is most likely meant."""
    parts = bench.job.library.studio.parts.names(key) if key in ("hair", "headgear") else []
    try:
        meant = spoken(bench.job.library.casting, key, text)  # type: ignore[arg-type]
    except PartError:
        meant = None
    if meant is not None:
        return text.casefold()
    part = "-".join(text.casefold().split())
    if part in (*parts, NONE) and key != SEX:
        return part
    known = {*_words(bench, key), *parts}
    raise UsageError(f"--{key}: '{text}' is none that can be drawn", did_you_mean(text.casefold(), known))
