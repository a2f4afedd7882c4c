"""What came with a figure comes in; what the habits of its deck make of it goes out, with how plausible it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any, NamedTuple

from printgen.rules.derive import derive
from printgen.rules.dossiers import Dossier, implied
from printgen.rules.guidelines import CardField, Guidelines, Saying
from printgen.rules.names import folded
from printgen.rules.origins import ACCESSORIES, FIGURE, VEHICLE, understood
from printgen.rules.solve import Answer, Solution

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


NOTHING = ""
"""The outcome of a card that has none of a field's words."""

_SURE = 0.4
"""A second word of a list is suggested as well where it is likelier than this, about three to two."""


@dataclass(frozen=True)
class Known:
    """What is known of a figure: the names of what came with it, its words by field, and its other fields, by name."""

    accessories: tuple[str, ...]
    words: Mapping[str, Sequence[str]]
    values: Mapping[str, Any]


class Tried(NamedTuple):
    """How often the first suggestion is a card's own, and how often one of the first three; `most` is the usual one.

    Each card is left out when it is its turn. `most` is how many cards have what most have.
    """

    cards: int
    first: int
    three: int
    most: int


class Suggester:
    """The habits of cards; `names` are what the words of the fields that are suggested are called, by field.

    Suggested are the fields that a report compares by: abilities, such as skills, and groups, such as services.
    """

    def __init__(
        self, guidelines: Guidelines, cards: Sequence[Dossier], names: Mapping[str, Mapping[str, Sequence[str]]]
    ) -> None:
        self.guidelines, self.names = guidelines, names
        self.cards = [card for card in cards if card.entered]
        told = guidelines.report
        fields = (guidelines.fields.get(name) for name in (told.abilities, told.group))
        self.fields: tuple[CardField, ...] = tuple(field for field in fields if field)
        carried = {field.name for field in guidelines.carried}
        self._about = [name for name in guidelines.fields if name not in carried]

    @cached_property
    def _seen(self) -> dict[str, tuple[list[Seen], Habits]]:
        """What the cards show for every field that is suggested, and their habits."""
        found = {}
        for field in self.fields:
            seen = [self._shown(field, self._of(card)) for card in self.cards]
            found[field.name] = seen, Habits(seen)
        return found

    def odds(self, field: CardField, known: Known) -> list[Odds]:
        """How likely each word of a field is for what is known, the likeliest first; NOTHING is none of them."""
        return self._seen[field.name][1].odds(self._shown(field, known))

    def best(self, field: CardField, odds: Sequence[Odds]) -> tuple[str, ...]:
        """The words that are suggested for a card: the likeliest, and of a list whatever else is rather likely."""
        first, *others = odds
        if first.outcome == NOTHING or not field.one:
            return (first.outcome,) if first.outcome else ()
        return (first.outcome, *(one.outcome for one in others if one.score > _SURE and one.outcome))

    def tried(self, field: CardField) -> Tried:
        """What suggestions are worth: for every card they are made of its figure and its role, by all the others."""
        seen, habits = self._seen[field.name]
        first = three = 0
        for card, own in zip(self.cards, seen, strict=True):
            odds = habits.odds(self._shown(field, self._in_hand(card)), own)
            first += odds[0].outcome in own.outcomes
            three += any(one.outcome in own.outcomes for one in odds[:3])
        return Tried(len(seen), first, three, max(habits.have.values(), default=0))

    def known(
        self,
        accessories: Sequence[str],
        given: Mapping[str, Sequence[str]],
        values: Mapping[str, Any],
        off: Container[str] = (),
    ) -> Known:
        """What is known of a figure by its accessories, words that are given, and its other fields.

        What the role and skills say of it counts, but for words of the fields that are `off`.
        """
        words = {field.name: [*given.get(field.name, ())] for field in self.guidelines.carried}
        for name in accessories:
            for word in understood(self.guidelines, name) or ():
                if not word.numbers:
                    words[word.field].append(word.name)
        held = {folded(text) for texts in derive(self.guidelines, words).carried.values() for text in texts}
        figure = values.get(FIGURE)
        vehicle = isinstance(figure, Mapping) and bool(figure.get(VEHICLE))
        for found in implied(self.guidelines, values, held, off=off, vehicle=vehicle):
            words[found.word.field].append(found.word.name)
        derived = derive(self.guidelines, words)
        return Known(tuple(accessories), derived.carried, values)

    def _shown(self, field: CardField, known: Known) -> Seen:
        signs = about_signs(self.guidelines, known.values, [name for name in self._about if name != field.name])
        for held in known.words.values():
            for text in held:
                if meant := self.guidelines.word(text):
                    signs[meant[0].field, meant[0].key] = Sign(meant[0].field, meant[0].key, meant[0].name)
        for name in known.accessories:
            signs |= {(sign.field, sign.key): sign for sign in text_signs(ACCESSORIES, name, 2)}
        asked = {one.name for one in self.fields}
        single = [name for name in self._about if not self.guidelines.fields[name].one and name not in asked]
        texts = [str(known.values[name]) for name in single if known.values.get(name)]
        outcomes = frozenset(field.words_in(known.values)) or frozenset({NOTHING})
        return Seen(signs, names_in(texts, self.names.get(field.name, {})), outcomes)

    def _of(self, card: Dossier) -> Known:
        """All that a card shows, but for words that nothing says of it save the words that are suggested."""
        words: dict[str, list[str]] = {}
        for origin in card.origins.words:
            said = self.guidelines.said.get(origin.word.key, ())
            met = [one for one in said if one.met(card.record.values)]
            if origin.mark == "seen" or not met or any(self._of_role(one) for one in met):
                words.setdefault(origin.word.field, []).append(origin.text)
        return Known(_box(card), words, card.record.values)

    def _in_hand(self, card: Dossier) -> Known:
        """What somebody knows of a card who has its figure in hand, and its role, and nothing that is suggested."""
        asked = {field.name for field in self.fields}
        values = {key: value for key, value in card.record.values.items() if key not in asked}
        if card.origins.figure is None:
            return Known((), self._of(card).words, values)
        return self.known(_box(card), {}, values)

    def _of_role(self, saying: Saying) -> bool:
        return not {field.name for field in self.fields} & saying.when.keys()


def _box(card: Dossier) -> tuple[str, ...]:
    """What came with the figure of a card, in the toy's own words."""
    held = card.record.values.get(FIGURE)
    names = held.get(ACCESSORIES) if isinstance(held, Mapping) else None
    return tuple(map(str, names)) if isinstance(names, tuple) else ()
