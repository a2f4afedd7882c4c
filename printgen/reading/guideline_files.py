"""A kit's guidelines.yaml comes in; frozen Guidelines, or every finding at its line and column, go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from printgen.errors import Finding, Where, did_you_mean
from printgen.reading.entries import Entry, Findings, Spot
from printgen.reading.fields import FileField, Surroundings
from printgen.reading.files import shown_name
from printgen.reading.guidelines import CARRIED, MOST, Carried, Expectation, Guidelines, Line, Stat, Word, folded
from printgen.reading.located import validate
from printgen.reading.marked import Map, Seq
from printgen.reading.records import Product
from printgen.reading.scalars import shortened
from printgen.reading.yaml_events import examine_yaml_file

OPTION = "guidelines"
"""The option of a product that names its file of guidelines."""


def guidelines_of(product: Product, folder: Path) -> tuple[Guidelines | None, list[Finding]]:
    """The guidelines that a product's options name, from a file in `folder`, the game's.

    None without a finding where it names none; None with findings when they have mistakes.
    """
    if OPTION not in product.options:
        return None, []
    file_type: TypeAdapter[Path] = TypeAdapter(FileField.model_construct().type(Surroundings(folder, {})))
    path, findings = validate(file_type, product.options[OPTION], product.options.where(OPTION), OPTION)
    return (None, findings) if path is None else read_guidelines(path, shown_name(path))


def read_guidelines(path: Path, shown: str) -> tuple[Guidelines | None, list[Finding]]:
    """Read a file of guidelines; None when it has mistakes, which are all in the findings.

    `shown` is the name of the file in findings.
    """
    value, refused = examine_yaml_file(path, shown)
    if value is None and refused:
        return None, refused
    reader = _Reader()
    guidelines = reader.guidelines(Spot(value, Where(shown, 1, 1), "the file"))
    # What the YAML reader has refused is no news when its value turns out to be wrong as well.
    places = {finding.where for finding in refused}
    found = [*refused, *(finding for finding in reader.findings.found if finding.where not in places)]
    return (None if found else guidelines), sorted(dict.fromkeys(found), key=lambda finding: finding.where)


class _Reader:
    """Reads one file part by part and gathers the findings of all of them."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.words: dict[str, Word] = {}

    def guidelines(self, spot: Spot) -> Guidelines:
        top = Entry(spot, ("stats", "exclusive", "twice", "expected", "also"), self.findings)
        top.needed("stats")
        # The other parts speak of words that the stats have named.
        stats = tuple(self.stat(name, entry) for name, entry in self.part(top, "stats"))
        exclusive = tuple(self.known_words(item, 2) for item in top.each("exclusive", needed=False))
        twice = tuple(self.pair(name, item) for name, item in self.part(top, "twice"))
        expected = tuple(self.expectation(item) for item in top.each("expected", needed=False))
        words = sorted(self.words.values(), key=lambda word: CARRIED.index(word.carried))
        return Guidelines(
            stats, tuple(words), exclusive, tuple(filter(None, twice)), expected, tuple(self.also(top)), spot.where
        )

    def part(self, top: Entry, key: str) -> Iterator[tuple[Spot, Spot]]:
        """The keys of a mapping and their values, each with its place."""
        spot = top.spot(key)
        if spot is None:
            return
        if not isinstance(spot.value, Map):
            self.findings.wrong_type(spot, "a mapping of names")
            return
        if not spot.value:
            self.findings.add(spot.where, "bad-length", f"{key} is empty", "Write an entry, or remove the key.")
        for name, value in spot.value.items():
            where = value.start if isinstance(value, Map | Seq) else spot.value.where(name)
            yield Spot(name, spot.value.key_where(name), key), Spot(value, where, name)

    def stat(self, name: Spot, spot: Spot) -> Stat:
        entry = Entry(spot, ("title", "none", "best-of", "base", "modifiers"), self.findings)
        best = "best-of" in entry
        if best == ("modifiers" in entry) and entry.source is not None:
            message = f"{spot.name} needs either best-of or modifiers"
            self.findings.add(name.where, "bad-value", message, "Add best-of: and a table, or modifiers: and a list.")
        for key in ("base",) if best else ("none",):
            wrong = entry.spot(key)
            if wrong:
                message = f"{key} has no place beside {'best-of' if best else 'modifiers'}"
                hint = f"Write {'none' if best else 'base'}: and the number without anything."
                self.findings.add(wrong.where, "unknown-key", message, hint)
        lines = tuple(self.line(item, best) for item in entry.each("best-of" if best else "modifiers", needed=False))
        self.told_twice(lines, spot)
        if "modifiers" in entry:
            entry.needed("base")
        start = entry.whole("none" if best else "base", 0, MOST, 0)
        return Stat(spot.name, entry.phrase("title", needed=True).text, best, start, lines)

    def told_twice(self, lines: Sequence[Line], spot: Spot) -> None:
        words = [word for line in lines for word in line.words]
        for word in dict.fromkeys(words):
            if words.count(word) > 1:
                message = f'{spot.name} counts "{shortened(word)}" on two lines'
                self.findings.add(spot.where, "duplicate-name", message, "Remove it from one of them.")

    def line(self, spot: Spot, best: bool) -> Line:
        key = "value" if best else "amount"
        entry = Entry(spot, (key, *CARRIED, *(("to",) if best else ())), self.findings)
        entry.needed(key)
        amount = entry.whole(key, 0 if best else -MOST, MOST, 0)
        top = entry.whole("to", amount + 1, MOST, amount + 1) if "to" in entry else None
        kinds = [carried for carried in CARRIED if carried in entry]
        if len(kinds) != 1 and entry.source is not None:
            message = "a line counts either weapons or traits"
            self.findings.add(spot.where, "bad-value", message, "Write weapons: or traits: and a list.")
        words = [
            word
            for carried in kinds[:1]
            for item in entry.each(carried)
            if (word := self.named(item, carried, (amount, top) if top else None))
        ]
        return Line(amount, tuple(words), top)

    def named(self, spot: Spot, carried: Carried, numbers: tuple[int, int] | None) -> str:
        """The name of a word in a line: as it was first written, for it may stand in several stats."""
        text = self.findings.phrase(spot).text
        key = folded(text)
        if not key:
            return ""
        word = self.words.setdefault(key, Word(text, carried, numbers))
        if word.carried != carried:
            message = f'"{shortened(text)}" is one of the {word.carried} above, and one of the {carried} here'
            self.findings.add(spot.where, "duplicate-name", message, "Give one of them another name.")
        elif numbers and word.numbers and word.numbers != numbers:
            message = f'"{shortened(text)}" carries other numbers on another line'
            self.findings.add(spot.where, "bad-value", message, "Write the same numbers on both lines.")
        elif numbers:
            self.words[key] = replace(word, numbers=numbers)
        return word.name

    def known(self, spot: Spot) -> Word | None:
        """The word that a text names; None, with a finding, when the stats do not speak of it."""
        text = self.findings.phrase(spot).text
        word = self.words.get(folded(text))
        if word is None and text:
            hint = did_you_mean(text, (word.name for word in self.words.values()))
            self.findings.add(spot.where, "unknown-word", f'no stat counts "{shortened(text)}"', hint)
        return word

    def known_words(self, spot: Spot, least: int) -> tuple[str, ...]:
        items = self.findings.each(spot)
        if items and len(items) < least:
            message, hint = f"{spot.name} has {len(items)} word; it needs {least}", "Add a word, or remove the list."
            self.findings.add(spot.where, "bad-length", message, hint)
        return tuple(word.name for word in map(self.known, items) if word)

    def pair(self, name: Spot, spot: Spot) -> tuple[str, str] | None:
        one, two = self.known(name), self.known(spot)
        if not one or not two:
            return None
        if one == two or one.carried != two.carried or one.numbers or two.numbers:
            message = f'two of "{one.name}" cannot be "{two.name}"'
            self.findings.add(spot.where, "bad-value", message, f"Name another one of the {one.carried}.")
        return one.name, two.name

    def expectation(self, spot: Spot) -> Expectation:
        entry = Entry(spot, ("when", "traits", "reason"), self.findings)
        entry.needed("when")
        conditions = list(self.part(entry, "when"))
        if len(conditions) > 1:
            message = "an expectation has one condition"
            self.findings.add(conditions[1][0].where, "bad-length", message, "Write another expectation.")
        name, value = "", ""
        for key, item in conditions[:1]:
            name, value = str(key.value), self.findings.phrase(item).text
        traits = entry.needed("traits")
        words = self.known_words(traits, 1) if traits else ()
        return Expectation(name, value, words, entry.phrase("reason", needed=True).text)

    def also(self, top: Entry) -> Iterator[tuple[str, str]]:
        """The other spellings of every word; one that has a meaning already is reported."""
        taken = {key: word.name for key, word in self.words.items()}
        for name, spot in self.part(top, "also"):
            word = self.known(name)
            for item in self.findings.each(spot):
                text = self.findings.phrase(item).text
                key = folded(text)
                if key in taken:
                    message, hint = f'"{shortened(text)}" is already "{taken[key]}"', "Remove one of the two."
                    self.findings.add(item.where, "duplicate-name", message, hint)
                elif key and word:
                    taken[key] = word.name
                    yield text, word.name
