"""How often the cards of a deck that carry or say the same have a skill, a service or any other word: plain counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from printgen.rules.card_sources import Dossier
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.provenance import ACCESSORIES, FIGURE
from printgen.rules.solve import SolverAnswer
from printgen.rules.vocabulary import fold

NO_WORD = ""
"""The outcome of a card that has none of a field's words."""

_FILLERS = frozenset({"of", "the", "and", "a", "an", "for", "with"})
_DOUBT = 1
"""So many cards without the word are added to each count, so that one card of one proves less than seven of nine."""


class Sign(NamedTuple):
    """A property that cards share: a word of a field or of a text in it, or two words of an accessory's name."""

    field: str
    key: str


class Share(NamedTuple):
    """How many of the cards with a sign have a word; without a sign, of all cards."""

    word: str
    have: int
    of: int
    sign: Sign | None


def signs_of(
    guidelines: Guidelines, values: Mapping[str, Any], words: Mapping[str, Sequence[str]], without: str = ""
) -> dict[Sign, str]:
    """The signs of a card, each with its text: its fields without one, its words, its accessories."""
    signs: dict[Sign, str] = {}
    for field in guidelines.fields.values():
        if field.name == without or field in guidelines.word_fields:
            continue
        for text in field.words_in(values):
            # A text of several words, such as a role, is a sign by each of them.
            parts = [text] if field.one else _words(text)
            signs |= {Sign(field.name, fold(part)): part for part in parts}
    for texts in words.values():
        for text in texts:
            if counted := guidelines.word(text):
                signs[Sign(counted[0].field, counted[0].key)] = counted[0].name
    figure = values.get(FIGURE)
    names = figure.get(ACCESSORIES) if isinstance(figure, Mapping) else ()
    pairs = [" ".join(pair) for name in names or () for pair in pairwise(_words(str(name)))]
    return signs | {Sign(ACCESSORIES, pair): pair for pair in pairs}


def _words(text: str) -> list[str]:
    return [key for part in re.split(r"[\s&/-]+", text) if (key := fold(part)) and key not in _FILLERS]


def count_words(
    field: CardField, guidelines: Guidelines, cards: Sequence[Dossier], signs: Mapping[Sign, str]
) -> list[Share]:
    """The words of a field with the sign that speaks most for each, the most frequent first."""
    counts: Counter[tuple[str, Sign | None]] = Counter()
    totals: Counter[Sign | None] = Counter()
    for card in cards:
        own = signs_of(guidelines, card.record.values, card.derivation.carried, field.name)
        shared = [None, *(sign for sign in signs if sign in own)]
        totals.update(shared)
        words = field.words_in(card.record.values) or (NO_WORD,)
        counts.update((word, sign) for word in words for sign in shared)
    best: dict[str, Share] = {}
    for (word, sign), have in counts.items():
        share = Share(word, have, totals[sign], sign)
        if word not in best or _weight(share) > _weight(best[word]):
            best[word] = share
    return sorted(best.values(), key=_weight, reverse=True)


def _weight(share: Share) -> float:
    return share.have / (share.of + _DOUBT)


def usual_first(
    guidelines: Guidelines, cards: Sequence[Dossier], answers: Sequence[SolverAnswer]
) -> list[SolverAnswer]:
    """Sets of fewest words first; among equals, the set whose rarest word is on the most cards."""
    have = Counter(key for card in cards for key in _keys(guidelines, card.derivation.carried))
    return sorted(
        answers,
        key=lambda answer: (answer.added, -min((have[key] for key in _keys(guidelines, answer.words)), default=0)),
    )


def _keys(guidelines: Guidelines, words: Mapping[str, Sequence[str]]) -> Iterator[str]:
    return (counted[0].key for texts in words.values() for text in texts if (counted := guidelines.word(text)))
