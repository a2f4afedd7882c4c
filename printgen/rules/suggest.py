"""What came with a figure and its role come in; what its deck's habits make of it goes out, each with its reasons.

Only what somebody can know who has the figure in hand counts: words that a card has because of the very skill are no
sign of it. No line of GO JOE's source says which skill or service a figure has, so the habits of its own two card lists
(JOE DECK CARD LIST, COBRA DECK CARD LIST) are the evidence.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from printgen.rules.derive import derive
from printgen.rules.dossiers import Dossier
from printgen.rules.guidelines import CardField, Guidelines, Saying
from printgen.rules.habits import Habits, Odds, Seen, Sign, about_signs, names_in, text_signs
from printgen.rules.implied import implied
from printgen.rules.origins import ACCESSORIES, FIGURE, VEHICLE, understood
from printgen.rules.words import folded

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
