"""The look of a designed card, from descriptions in words or as key=word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from printgen.art.casting import LOOK_KEYS, SEX, WHO, WORD_KEYS, looks_of_words
from printgen.art.parts import SLOTS
from printgen.art.picture import TURNS
from printgen.art.poses import BUST
from printgen.base.errors import UsageError, did_you_mean
from printgen.base.seeds import rng_for
from printgen.designer.context import NONE, DesignContext
from printgen.drawing.pieces import PartError
from printgen.kinds.composition import Order
from printgen.kinds.record_faces import needs_look
from printgen.reading.scalars import shorten

SURPRISE = "surprise"
"""What people write where the card's name is to settle something."""

SEVERAL = ("back", "chest", "eyewear", "front")
"""The keys of a look that may have several parts."""
COLORS = ("main", "cloth", "trim", "gloves")
"""The keys of a look that hold a colour; gloves may also be none."""
NUMBERS: Mapping[str, tuple[float, float]] = {
    "seed": (0, 999_999), "variant": (0, 99), "tilt": (-20, 20), "bulk": (0.7, 1.4),
}  # fmt: skip
"""The lowest and the highest number of the keys that hold one; those of seed and variant are whole."""
# The words of keys that choose from a few.
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "turn": tuple(TURNS), "inset": ("left", "right", "low-left", "low-right", "none"), "mirror": ("true", "false"),
}  # fmt: skip
# The order in which records have the keys.
_ORDER = (*WORD_KEYS, *(key for key in LOOK_KEYS if key not in WORD_KEYS))
_COLOR = re.compile("#[0-9A-Fa-f]{6}")


def is_drawn(context: DesignContext) -> bool:
    """Whether the cards show a picture composed of parts, which can be described in words."""
    if not context.product.front or not _words(context, SEX):
        return False
    order = Order(context.game, context.product, (), context.job.library, context.job.renderer)
    return needs_look(order, context.job.library.face(context.product.front))


def _words(context: DesignContext, key: str) -> Mapping[str, Any]:
    """The casting's words for a key of a look, with their meanings."""
    words: Mapping[str, Any] = (context.job.library.casting.get("words") or {}).get(key) or {}
    return words


def choices(context: DesignContext, key: str) -> list[str]:
    """The words to choose from, without synonyms."""
    words = [word for word, meaning in _words(context, key).items() if meaning and not isinstance(meaning, str)]
    return [*_words(context, key)][:2] if key == SEX else words


def look_from_words(context: DesignContext, name: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The look of words for `WORD_KEYS`; a sex left open is drawn by the name. UsageError for unknown words."""
    look: dict[str, Any] = {
        key: parse_look_word(context, key, said[key]) for key in WORD_KEYS if said.get(key, SURPRISE) != SURPRISE
    }
    if said.get(SEX) == SURPRISE:
        sex = rng_for(1, context.game.name, name.strip().casefold(), SEX).pick(choices(context, SEX))
        look = {SEX: sex, **look}
    return look_in_order(look)


def look_in_order(look: Mapping[str, Any]) -> dict[str, Any]:
    """A look with its keys in the order of cards."""
    return {key: look[key] for key in _ORDER if key in look}


def parse_look_words(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The words of texts such as key=word,word, by their keys."""
    pairs = (text.partition("=") for text in texts)
    return {key.strip(): tuple(word.strip() for word in words.split(",") if word.strip()) for key, _, words in pairs}


def look_names(context: DesignContext, key: str) -> list[str]:
    """The possible names for a key of a look, without the word none; empty for a key with other values."""
    studio = context.job.library.studio
    if key in SLOTS[:-1]:
        return studio.parts.names(key)
    if key == "scene":
        return [*studio.scenes]
    if key == "pose":
        return [BUST, *studio.poses]
    if key == WHO:
        return [*(context.job.library.casting.get("heads") or ())]
    return [
        *{"skin": studio.skins, "hair-color": studio.hairs, "eye-color": studio.eyes}.get(key, _CHOICES.get(key, ()))
    ]


def parse_look_value(context: DesignContext, key: str, words: Sequence[str]) -> Any:
    """The value of words for a key of parts, scenes, colours or a number. UsageError for an impossible one."""
    if key not in LOOK_KEYS:
        raise UsageError(f"--look: a look has no '{shorten(key)}'", did_you_mean(key, LOOK_KEYS))
    if not words or (len(words) > 1 and key not in SEVERAL):
        raise UsageError(f"--look: {key} takes one word, not {len(words)}", f"Write such as {key}=WORD.")
    if key in NUMBERS:
        return _number(key, words[0])
    known = look_names(context, key)
    if key in (*SLOTS, "gloves") and [*words] == [NONE]:
        return NONE
    for word in words if known else ():
        if word not in known and not (key in ("hair-color", "eye-color") and _COLOR.fullmatch(word)):
            raise UsageError(f"--look: there is no {key} '{shorten(word)}'", did_you_mean(word, known))
    if key in COLORS and not _COLOR.fullmatch(words[0]):
        raise UsageError(f"--look: '{shorten(words[0])}' is no colour", "Write it like #4B5B22.")
    return words[0] == "true" if key == "mirror" else [*words] if key in SEVERAL else words[0]


def _number(key: str, text: str) -> float | int:
    """The number of a key. UsageError for a text that is none, or one out of its limits."""
    low, high = NUMBERS[key]
    whole = isinstance(low, int) and key in ("seed", "variant")
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        span = f"{low:g} to {high:g}"
        raise UsageError(f"--look: {key} is no number from {span}: '{shorten(text)}'", f"Write one from {span}.")
    return number


def parse_look_word(context: DesignContext, key: str, text: str) -> str:
    """The value of a key, from words or the name of a part. UsageError suggests the nearest one."""
    parts = context.job.library.studio.parts.names(key) if key in ("hair", "headgear") else []
    with suppress(PartError):
        if looks_of_words(context.job.library.casting, key, text) is not None:  # type: ignore[arg-type]
            return text.casefold()
    part = "-".join(text.casefold().split())
    if part in (*parts, NONE) and key != SEX:
        return part
    known = {*_words(context, key), *parts}
    raise UsageError(f"--{key}: '{text}' is none that can be drawn", did_you_mean(text.casefold(), known))
