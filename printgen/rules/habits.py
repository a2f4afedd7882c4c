"""What cards of a deck have together comes in; how likely one thing is beside others goes out, with the counts.

A deck is small, and what one sign says the next often says again: of all that speaks for an outcome the strongest sign
alone counts, as the share of the cards that show it, drawn to what is usual where these are few.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import Any, NamedTuple

from printgen.rules.guidelines import Guidelines
from printgen.rules.words import folded

_DRAWN, _DRAWN_ALONE, _NAMED = 3, 4, 1
"""By how many cards that are as usual a share is drawn, and that of a single card, which proves less than its part of
many; that of a name, by cards with names of other outcomes."""
_SILENT = frozenset({"of", "the", "and", "a", "an", "for", "with"})


class Sign(NamedTuple):
    """Something that a card shows: a word that it has in a field, or one or two that a text there says."""

    field: str
    key: str
    text: str


class Reason(NamedTuple):
    """A sign, and how many of the cards that show it have the outcome; without a sign, of all cards."""

    sign: Sign | None
    have: int
    of: int
    gain: float


class Seen(NamedTuple):
    """What a card shows, by the signs' keys, the outcomes that its texts name, and those that it has."""

    signs: Mapping[tuple[str, str], Sign]
    named: frozenset[str]
    outcomes: frozenset[str]


class Odds(NamedTuple):
    """How likely an outcome is: the logarithm of its odds, and what speaks for it: a sign, or how usual it is."""

    outcome: str
    score: float
    reason: Reason


NAMED, NAMED_OTHERS = Sign("", "named", ""), Sign("", "others", "")
"""The sign that a text names the outcome, and the same where no other card names it, and names of others count."""


class Habits:
    """Cards, counted: how often each outcome goes with each sign."""

    def __init__(self, cards: Sequence[Seen]) -> None:
        self.cards = len(cards)
        self.have: Counter[str] = Counter()
        self._of: Counter[tuple[str, str]] = Counter()
        self._both: Counter[tuple[tuple[str, str], str]] = Counter()
        self._names: Counter[str] = Counter()
        self._names_both: Counter[str] = Counter()
        for card in cards:
            self.have.update(card.outcomes)
            self._of.update([*card.signs])
            self._both.update((key, outcome) for key in card.signs for outcome in card.outcomes)
            self._names.update(card.named)
            self._names_both.update(card.named & card.outcomes)

    def odds(self, shown: Seen, out: Seen | None = None) -> list[Odds]:
        """How likely each outcome is for what is shown, the likeliest first; the card `out` is not counted."""
        found = [self._odds(outcome, shown, out) for outcome in self.have]
        return sorted((one for one in found if one), key=lambda one: -one.score)

    def _odds(self, outcome: str, shown: Seen, out: Seen | None) -> Odds | None:
        own = outcome in out.outcomes if out else False
        have, cards = self.have[outcome] - own, self.cards - (out is not None)
        if not have:
            return None
        usual = (have + 0.5) / (cards + 1)
        # How usual it is speaks for it as long as no sign does.
        reasons = [Reason(None, have, cards, 0)]
        for key, sign in shown.signs.items():
            among = out is not None and key in out.signs
            both, of = self._both[key, outcome] - (among and own), self._of[key] - among
            if of:
                drawn = _DRAWN if of > 1 else _DRAWN_ALONE
                share = (both + drawn * usual) / (of + drawn)
                reasons.append(Reason(sign, both, of, _logit(share) - _logit(usual)))
        if outcome in shown.named:
            reasons.append(self._named(outcome, usual, out))
        best = max(reasons, key=lambda one: one.gain)
        return Odds(outcome, _logit(usual) + best.gain, best)

    def _named(self, outcome: str, usual: float, out: Seen | None) -> Reason:
        """The reason that the outcome is named; how much that says, names of other outcomes tell as well."""
        left: Mapping[str, int] = Counter(out.named if out else ())
        both_left = Counter(out.named & out.outcomes if out else ())
        of, both = self._names[outcome] - left.get(outcome, 0), self._names_both[outcome] - both_left[outcome]
        all_of, all_both = self._names.total() - sum(left.values()), self._names_both.total() - both_left.total()
        share = min(0.99, (both + _NAMED * (all_both + 1) / (all_of + 2)) / (of + _NAMED))
        sign, have, among = (NAMED, both, of) if of else (NAMED_OTHERS, all_both, all_of)
        return Reason(sign, have, among, _logit(share) - _logit(usual))


def _logit(share: float) -> float:
    return log(share / (1 - share))


def tokens(text: str) -> list[str]:
    """The words of a text, folded; what stands between them says nothing."""
    return [key for part in re.split(r"[\s&/-]+", text) if (key := folded(part)) and key not in _SILENT]


def text_signs(field: str, text: str, least: int = 1) -> Iterator[Sign]:
    """What a text shows: each word of it (unless `least` is 2), and each two that follow each other."""
    words = tokens(text)
    for size in range(least, 3):
        for n in range(len(words) - size + 1):
            part = words[n : n + size]
            yield Sign(field, " ".join(part), " ".join(part))


def names_in(texts: Sequence[str], names: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The outcomes whose names begin or end a word of the texts, or two of them: an Airborne Trooper names Air.

    A name within a longer one that is there is none: Anti-Air does not.
    """
    found: dict[str, str] = {}
    for text in texts:
        words = tokens(text)
        for part in ["".join(words[n : n + size]) for size in (1, 2) for n in range(len(words) - size + 1)]:
            for outcome, called in names.items():
                for key in filter(None, map(folded, called)):
                    if part.startswith(key) or part.endswith(key):
                        found[outcome] = key
    return frozenset(
        one for one, key in found.items() if not any(key != other and key in other for other in found.values())
    )


def about_signs(
    guidelines: Guidelines, values: Mapping[str, Any], fields: Sequence[str]
) -> dict[tuple[str, str], Sign]:
    """What a card shows of itself in fields of single values or of words: the words, and those of its texts."""
    found: dict[tuple[str, str], Sign] = {}
    for field in (guidelines.fields[name] for name in fields):
        for word in field.words_in(values):
            signs = [Sign(field.name, folded(word), word)] if field.one else text_signs(field.name, word)
            found |= {(sign.field, sign.key): sign for sign in signs}
    return found
