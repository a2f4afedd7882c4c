"""What is known of a card, and sets of what it may carry, come in; how plausible each is by its deck goes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from printgen.rules.dossiers import Dossier
from printgen.rules.guidelines import Guidelines
from printgen.rules.habits import Habits, Seen, about_signs
from printgen.rules.solve import Answer, Solution
from printgen.rules.words import folded

_SAID, _UNSAID, _EXPECTED = 2.0, 4.0, 3.0
"""What is added where the guidelines say a word of what is known; taken where a word wants to be said, or one lacks."""


class Plausible:
    """How plausible sets of words are for a card; `values` are the fields of it that are known, as records have them.

    What counts is how often the cards of the decks that show the same have the words, and what the guidelines say and
    expect.
    """

    def __init__(self, guidelines: Guidelines, cards: Sequence[Dossier], values: Mapping[str, Any]) -> None:
        self.guidelines, self.values = guidelines, values
        carried = {field.name for field in guidelines.carried}
        fields = [name for name in guidelines.fields if name not in carried]

        def seen(known: Mapping[str, Any], words: Sequence[str]) -> Seen:
            return Seen(about_signs(guidelines, known, fields), frozenset(), frozenset(map(self._key, words)))

        self._keys: dict[str, str] = {}
        entered = [card for card in cards if card.entered]
        habits = Habits([seen(card.record.values, _words(card.derived.carried)) for card in entered])
        self._scores = {one.outcome: one.score for one in habits.odds(seen(values, ()))}
        self._sizes = {
            field.name: Counter(len(card.derived.carried[field.name]) for card in entered)
            for field in guidelines.carried
        }
        # What no card has is less likely than anything that one has.
        self._least = min(self._scores.values(), default=0.0) - 1

    def sorted(self, answers: Sequence[Answer]) -> tuple[Answer, ...]:
        """Answers with those of fewest words first, and of as many words the most plausible ones."""
        return tuple(sorted(answers, key=lambda answer: (answer.added, -self.score(answer.words))))

    def score(self, words: Solution) -> float:
        """How plausible a set is beside others of as many words: the higher, the more."""
        keys = [*map(self._key, _words(words))]
        lacking = sum(
            1
            for expected in self.guidelines.expected
            if self._holds(*next(iter(expected.when.items()))) and not set(expected.keys) & set(keys)
        )
        # Few cards have a second weapon.
        many = sum(log(self._sizes[field][len(texts)] + 0.5) for field, texts in words.items())
        return sum(map(self._score, keys)) + many - _EXPECTED * lacking

    def _score(self, key: str) -> float:
        score = self._scores.get(key, self._least)
        for saying in self.guidelines.said.get(key, ()):
            if saying.met(self.values):
                return score + _SAID
            if saying.only:
                score -= _UNSAID
        return score

    def _holds(self, field: str, value: str) -> bool:
        held = self.values.get(field)
        return value in (held if isinstance(held, tuple) else (held,))

    def _key(self, text: str) -> str:
        """The word that a text is, folded, without its number."""
        if text not in self._keys:
            meant = self.guidelines.word(text)
            self._keys[text] = meant[0].key if meant else folded(text)
        return self._keys[text]


def _words(carried: Mapping[str, Sequence[str]]) -> list[str]:
    return [word for words in carried.values() for word in words]
