"""Trace where each word of a card comes from: its figure, its role, or a guess.

A word is `seen` where something that came with the figure is understood as it, `role` where the card's role or a skill
of it says so, `inferred` where the card says that it is, and "" where nothing is known of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from printgen.base import group_pairs
from printgen.base.errors import Where
from printgen.game.records import Record
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.rules.derive import derive
from printgen.rules.guidelines import Guidelines
from printgen.rules.vocabulary import CountedWord

FIGURE = "figure"
"""The field of a record that says which figure the card is of: year, version, and what came with it."""

INFERRED = "inferred"
"""The field of a record that lists those of its words that neither its figure nor its role shows."""

ACCESSORIES = "accessories"
"""What came with a figure, in the toy's own words."""

VEHICLE, MOUNTED = "vehicle", "mounted"
"""The vehicle that a figure came with, and what it is armed with, in the toy's own words."""

_CAME = (ACCESSORIES, MOUNTED)
"""What came with a figure, and with its vehicle."""

_WHICH = ("year", "version")

Mark = Literal["seen", "role", "inferred", ""]


class Accessory(NamedTuple):
    """An accessory of a figure: its name, its place, and its words; None for an unknown one.

    `fitted` are the words of things mounted on it, which a card may have or leave out, and `beside` is such a thing in
    its name that the card lacks: the bayonet of a rifle with a bayonet.
    """

    name: str
    where: Where
    words: tuple[CountedWord, ...] | None
    fitted: tuple[CountedWord, ...] = ()
    beside: str = ""


class WordOrigin(NamedTuple):
    """A word of a card, with its number if it carries one, and its sources: accessories, or the role."""

    word: CountedWord
    text: str
    number: int | None
    mark: Mark
    sources: tuple[str, ...]

    @property
    def is_shown(self) -> bool:
        """Whether the figure or the role shows it."""
        return self.mark in ("seen", "role")

    def as_data(self) -> dict[str, Any]:
        """The word, its mark or None, and what it comes from."""
        return {"word": self.text, "mark": self.mark or None, "from": [*self.sources]}


class LeftOut(NamedTuple):
    """A word that the card lacks, the last accessory that shows it, and the stats that it would change."""

    word: CountedWord
    accessory: Accessory
    names: tuple[str, ...]
    changes: tuple[str, ...]


@dataclass(frozen=True)
class Provenance:
    """The origins of a card's words, in the guidelines' order, its figure if any, and whether that is on record."""

    figure: Mapping[str, Any] | None
    accessories: tuple[Accessory, ...]
    words: tuple[WordOrigin, ...]
    left_out: tuple[LeftOut, ...]
    on_record: bool = False

    def as_data(self) -> dict[str, Any]:
        """The figure, or None; the words by their field; words that it has and the card has not; and what is none."""
        figure = None
        if self.figure:
            values = ((key, value) for key, value in self.figure.items() if value)
            figure = {key: [*value] if isinstance(value, tuple) else value for key, value in values}
        marks = group_pairs((origin.word.field, origin.as_data()) for origin in self.words)
        left = [{"word": entry.word.name, "from": [*entry.names]} for entry in self.left_out]
        return {"figure": figure, "marks": marks, "left_out": left, **self.others}

    @property
    def others(self) -> dict[str, list[str]]:
        """The accessories that count for nothing, with what stands in notes, and those that nobody understands."""
        nothing = [accessory.name for accessory in self.accessories if accessory.words == ()]
        nothing += [note_text(entry.beside, entry.name) for entry in self.accessories if entry.beside]
        unknown = [accessory.name for accessory in self.accessories if accessory.words is None]
        return {"not_counted": nothing, "not_understood": unknown}


def parse_accessory(guidelines: Guidelines, accessory: str) -> tuple[CountedWord, ...] | None:
    """The words that an accessory's name means: none for a harmless thing, None for an unknown one."""
    meaning = guidelines.meaning(accessory)
    return None if meaning is None else meaning.all_words


def note_text(beside: str, name: str) -> str:
    """What a note names and is not counted, in words, such as: bayonet of "rifle with bayonet"."""
    return f'{beside} of "{name}"'


def trace(guidelines: Guidelines, record: Record, carried: Mapping[str, Sequence[str]]) -> Provenance:
    """The origins of the words of a card; `carried` are those of each field as derived."""
    figure = _figure(record)
    carried_keys = {
        counted[0].key for texts in carried.values() for text in texts if (counted := guidelines.word(text))
    }
    accessories = tuple(_accessories(guidelines, figure, record.source.get(FIGURE), carried_keys)) if figure else ()
    single, whole = _words_shown(guidelines, accessories, fitted=True)
    inferred = {counted[0].key for text in list_inferred(record) if (counted := guidelines.word(text))}
    seen, words = single | whole, []
    for text in (text for texts in carried.values() for text in texts):
        if counted_word := guidelines.word(text):
            word, number = counted_word
            words.append(WordOrigin(word, text, number, *_mark(guidelines, record, word, seen, inferred)))
    left_out = tuple(_find_left_out(guidelines, carried, words, _words_shown(guidelines, accessories)[1]))
    return Provenance(figure, accessories, tuple(words), left_out, on_record(record))


def on_record(record: Record) -> bool:
    """Whether a card names its figure, so that anybody can look it up."""
    figure = _figure(record)
    return figure is not None and any(figure.get(key) for key in _WHICH)


def _figure(record: Record) -> Mapping[str, Any] | None:
    figure = record.values.get(FIGURE)
    return figure if isinstance(figure, Mapping) and figure else None


def list_inferred(record: Record) -> tuple[str, ...]:
    """The words that a record says are inferred, as they are written."""
    words = record.values.get(INFERRED)
    return tuple(map(str, words)) if isinstance(words, tuple) else ()


def _accessories(
    guidelines: Guidelines, figure: Mapping[str, Any], source: Any, carried_keys: Set[str]
) -> Iterator[Accessory]:
    for key in _CAME:
        names = figure.get(key)
        written = source.get(key) if isinstance(source, LocatedMap) else None
        for n, name in enumerate(names if isinstance(names, tuple) else ()):
            where = written.where(n) if isinstance(written, LocatedList) and n < len(written) else Where("")
            meaning = guidelines.meaning(str(name))
            words, fitted = (meaning.words, meaning.fitted) if meaning else (None, ())
            if key == MOUNTED:
                # A bomb under a wing teaches nobody demolitions; cannons of no known worth are part of what is driven.
                arms = guidelines.armament
                words, fitted = (tuple(w for w in some if w.field in arms) for some in (words or (), fitted))
            left = meaning.left if meaning else ""
            if meaning and {word.key for word in fitted} - carried_keys:
                left = meaning.note
            yield Accessory(str(name), where, words, fitted, left)


_Seen = dict[str, list[Accessory]]
"""Accessories by the word that they are, folded."""


def _words_shown(guidelines: Guidelines, accessories: Sequence[Accessory], fitted: bool = False) -> tuple[_Seen, _Seen]:
    """The words of accessories, singly and of pairs that make another, with mounted things if `fitted`."""
    single: _Seen = {}
    for accessory in accessories:
        for word in (*(accessory.words or ()), *(accessory.fitted if fitted else ())):
            single.setdefault(word.key, []).append(accessory)
    whole: _Seen = {}
    for key, accessories_of_word in single.items():
        double = guidelines.pairs.get(key) if len(accessories_of_word) > 1 else None
        whole.setdefault(double.key if double else key, []).extend(accessories_of_word)
    # One blade beside two counts for nothing more.
    for single_key, double in guidelines.pairs.items():
        if single_key in whole and double.key in whole:
            whole[double.key].extend(whole.pop(single_key))
    return single, whole


def _mark(
    guidelines: Guidelines, record: Record, word: CountedWord, seen: _Seen, inferred: set[str]
) -> tuple[Mark, tuple[str, ...]]:
    double = guidelines.pairs.get(word.key)
    for key in (word.key, *([double.key] if double else ())):
        if key in seen:
            return "seen", tuple(one.name for one in seen[key])
    for saying in guidelines.sayings.get(word.key, ()):
        if term := saying.match(record.values):
            (name,) = saying.when
            value = record.values[name]
            field = guidelines.fields[name].word if name in guidelines.fields else name
            return "role", (f"{field} {term if isinstance(value, tuple) else value}",)
    return ("inferred" if word.key in inferred else ""), ()


def _find_left_out(
    guidelines: Guidelines, carried: Mapping[str, Sequence[str]], words: Sequence[WordOrigin], whole: _Seen
) -> Iterator[LeftOut]:
    """Accessory words that the card lacks; two of a kind count for one of it as well."""
    carried_keys = {origin.word.key for origin in words}
    carried_keys |= {single for single, double in guidelines.pairs.items() if double.key in carried_keys}
    left = [(guidelines.word_index[key], sources) for key, sources in whole.items() if key not in carried_keys]
    before = derive(guidelines, carried).values if left else {}
    for word, sources in left:
        if word.numbers:
            continue
        key = word.key
        halves = {single for single, double in guidelines.pairs.items() if double.key == key}
        kept_counts = {
            name: [text for text in texts if (counted := guidelines.word(text)) and counted[0].key not in halves]
            for name, texts in carried.items()
        }
        after = derive(guidelines, {**kept_counts, word.field: [*kept_counts.get(word.field, ()), word.name]}).values
        changes = tuple(stat for stat, value in after.items() if value != before[stat])
        yield LeftOut(word, sources[-1], tuple(source.name for source in sources), changes)
