"""What somebody says of a new card's face comes in; the look of its picture goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.art.casting import SAID, SEX, spoken
from printgen.base.seeds import rng_for
from printgen.drawing.problems import PartError
from printgen.errors import UsageError, did_you_mean
from printgen.kinds.cards.bench import NONE, Bench
from printgen.kinds.composition import Order
from printgen.kinds.faced import needs_look

SURPRISE = "surprise"
"""What is said for what the card's name is to settle."""


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


def look_said(bench: Bench, name: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The look that somebody has said by the keys of `SAID`; what is to be a surprise is left to the card's name.

    UsageError for what there is not.
    """
    look: dict[str, Any] = {
        key: understood(bench, key, said[key]) for key in SAID if said.get(key, SURPRISE) != SURPRISE
    }
    if said.get(SEX) == SURPRISE:
        sex = rng_for(1, bench.game.name, name.strip().casefold(), SEX).pick(choices(bench, SEX))
        look = {SEX: sex, **look}
    return look


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
