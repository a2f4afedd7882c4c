"""Find the sets of fewest words that give wanted stats, or why there is none and what is near.

It turns the sums of `derive` around, and so follows the same lines of the source. Words and stats that touch each other
are solved together. Word by word, in the guidelines' order, every state that
the stats can be in is kept with the fewest words that lead to it; walking back from the wanted ones gives all sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate, islice, pairwise, product
from operator import or_
from typing import NamedTuple

from printgen.base.errors import UsageError
from printgen.rules.guidelines import Guidelines, Stat
from printgen.rules.vocabulary import CountedWord, fold

Solution = dict[str, tuple[str, ...]]
"""The words of every field that the guidelines count, in their order."""

MOST_SETS = 20_000
"""More sets than these are no answer to anybody."""


class SolverAnswer(NamedTuple):
    """A set of words, and how many of them were not given."""

    words: Solution
    added: int


class Near(NamedTuple):
    """Stats that something gives, by how much in all they are not as wanted, and a smallest set that gives them."""

    stats: dict[str, int]
    off: int
    words: Solution


class Solver:
    """Finds what to carry for wanted stats; those that are left out may come to anything.

    `given` are words that every set has, as `derive` writes them; a word that two of it make another may become that
    one, for one word more. Of each of `choices` every set has one word, too. `without` are words that none has, as
    their keys. All questions raise KeyError for a stat that the guidelines do not have.
    """

    def __init__(
        self,
        guidelines: Guidelines,
        given: Iterable[str] = (),
        without: Iterable[str] = (),
        choices: Iterable[Sequence[CountedWord]] = (),
    ) -> None:
        self.guidelines = guidelines
        given, choices = [*given], [*choices]
        self.told = bool([*given, *without, *choices])
        self._ways = [
            way
            for chosen in product(*choices)
            for way in self._ways_with([*given, *(word.name for word in chosen)], [*without])
        ]

    def _ways_with(self, given: Sequence[str], without: Sequence[str]) -> Iterator[_Way]:
        """The ways that have given words, each of which may have become what two of it make."""
        doubled = {text: two for text in given if (two := self.guidelines.pairs.get(fold(text)))}
        for taken in product((False, True), repeat=len(doubled)):
            more = {text: two for (text, two), took in zip(doubled.items(), taken, strict=True) if took}
            barred = {*without, *map(fold, more)}
            if not barred & {two.key for two in more.values()}:
                must = {more[text].name if text in more else text for text in given}
                yield _Way(self.guidelines, must, barred, len(must) - len(more))

    def solve(self, wanted: Mapping[str, int], more: int = 0) -> tuple[Solution, ...]:
        """The words of all `answers`."""
        return tuple(answer.words for answer in self.answers(wanted, more))

    def answers(self, wanted: Mapping[str, int], more: int = 0) -> tuple[SolverAnswer, ...]:
        """All sets whose stats are the wanted ones, of the fewest words that do it and of up to so many `more`.

        The smallest come first, and those of a size by their order in the guidelines. Empty when there is no such set:
        `why_none` says why. UsageError when there are more than anybody could look at.
        """
        self._check_stats(wanted)
        able = [way for way in self._ways if way.able(wanted)]
        fewest = min((way.fewest(wanted) for way in able), default=0)
        found: list[tuple[int, list[_Choice]]] = []
        for answer in (answer for way in able for answer in way.sets(wanted, fewest + more)):
            found.append(answer)
            if len(found) > MOST_SETS:
                message = f"there are more than {MOST_SETS:,} such sets"
                raise UsageError(message, "Give more numbers, or more of what is known of it.")
        fields = [field.name for field in self.guidelines.word_fields]
        sets: dict[tuple[_Choice, ...], int] = {}
        for added, chosen in sorted(found, key=lambda one: (one[0], one[1])):
            sets.setdefault(tuple(chosen), added)
        return tuple(
            SolverAnswer({name: tuple(one.text for one in chosen if one.field == name) for name in fields}, added)
            for chosen, added in sets.items()
        )

    def nearest(self, wanted: Mapping[str, int], most: int = 3) -> tuple[Near, ...]:
        """What comes nearest to stats that cannot be: the sum of the differences counts, then the order of the stats.

        Of each a smallest set is named.
        """
        self._check_stats(wanted)
        values = {tuple(one.items()): off for way in self._ways for off, one in way.near(wanted, most)}
        nearest = sorted(values, key=lambda one: (values[one], one))[:most]
        return tuple(Near(dict(one), values[one], self.solve(dict(one))[0]) for one in nearest)

    def why_none(self, wanted: Mapping[str, int]) -> str:
        """Which stat, or which stats together, cannot be as wanted; "" when some set of words gives them."""
        self._check_stats(wanted)
        if any(way.able(wanted) for way in self._ways):
            return ""
        short = {key: stat.label for key, stat in self.guidelines.stats.items()}
        told = " with what is given or left out" if self.told else ""
        parts = self._ways[0].parts
        for part in parts:
            for key in part.keys:
                able = self._able(key, {})
                if key in wanted and wanted[key] not in able:
                    return f"{short[key]} cannot be {wanted[key]}{told}: it is {_spans(able)}"
        for part in parts:
            # The last stat that still leaves something possible for the others is the one to give in.
            together = {key: wanted[key] for key in part.keys if key in wanted}
            for key in reversed(together):
                others = {other: value for other, value in together.items() if other != key}
                able = self._able(key, others)
                if others and able and together[key] not in able:
                    named = " and ".join(f"{short[other]} {value}" for other, value in others.items())
                    return f"{short[key]} cannot be {wanted[key]} beside {named}{told}: there it is {_spans(able)}"
        named = ", ".join(f"{short[key]} {value}" for key, value in wanted.items())
        return f"no {' and '.join(field.name for field in self.guidelines.word_fields)} give {named} together{told}"

    def _able(self, key: str, wanted: Mapping[str, int]) -> set[int]:
        return {
            value for way in self._ways for part in way.parts if key in part.keys for value in part.able(key, wanted)
        }

    def _check_stats(self, wanted: Mapping[str, int]) -> None:
        for key in wanted:
            if key not in self.guidelines.stats:
                raise KeyError(key)


class _Way:
    """All parts of the stats, where some words must be in each set and some may not; `given` of them cost nothing."""

    def __init__(self, guidelines: Guidelines, must: Set[str], barred: Set[str], given: int) -> None:
        self.given = given
        self.parts = [_Part(stats, _choices(guidelines, stats), must, barred) for stats in _link_stats(guidelines)]

    def able(self, wanted: Mapping[str, int]) -> bool:
        return all(part.ends(wanted) for part in self.parts)

    def fewest(self, wanted: Mapping[str, int]) -> int:
        return sum(min(part.fewest[end] for end in part.ends(wanted)) for part in self.parts) - self.given

    def sets(self, wanted: Mapping[str, int], most: int) -> Iterator[tuple[int, list[_Choice]]]:
        """Its sets of at most so many words besides those given, with how many these are."""
        left = most - self.fewest(wanted)
        if left < 0:
            return
        ways: list[tuple[int, tuple[_Choice, ...]]] = [(0, ())]
        for part in self.parts:
            least = min(part.fewest[end] for end in part.ends(wanted))
            found = [way for end in part.ends(wanted) for way in islice(part.ways(end, least + left), MOST_SETS + 1)]
            joined = ((n + len(way) - least, before + way) for n, before in ways for way in found)
            ways = [*islice((one for one in joined if one[0] <= left), MOST_SETS + 1)]
        for n, way in ways:
            yield most - left + n, sorted(way)

    def near(self, wanted: Mapping[str, int], most: int) -> list[tuple[int, dict[str, int]]]:
        """The stats that are nearest to the wanted ones, at most so many, and by how much they are not as wanted."""
        ways: list[tuple[int, dict[str, int]]] = [(0, {})]
        for part in self.parts:
            ends = {
                tuple((key, value) for key, value in zip(part.keys, end, strict=True) if key in wanted)
                for end in part.fewest
            }
            off = [(sum(abs(value - wanted[key]) for key, value in end), dict(end)) for end in ends]
            joined = [(m + n, {**one, **other}) for m, one in ways for n, other in off]
            ways = sorted(joined, key=lambda one: (one[0], [*one[1].items()]))[:most]
        return [(off, {key: values[key] for key in wanted}) for off, values in ways]


def _spans(numbers: Iterable[int]) -> str:
    """Numbers as ranges, such as 0, or 3 to 9."""
    ordered = sorted(numbers)
    breaks = [0, *(n for n, (low, high) in enumerate(pairwise(ordered), 1) if high > low + 1), len(ordered)]
    spans = [(ordered[start], ordered[end - 1]) for start, end in pairwise(breaks)]
    return " or ".join(str(low) if low == high else f"{low} to {high}" for low, high in spans)


class _Choice(NamedTuple):
    """A word and its number, or 0: its place in the guidelines, and what it does to a part's stats.

    Each effect is the place of a stat in the part, an amount, and the bit of the line, which counts once. `bars` are
    the bits of the exclusive sets that the word is in, and its own where it carries a number; `bits` are those and all
    of its lines.
    """

    order: tuple[int, int]
    text: str
    key: str
    field: str
    effects: tuple[tuple[int, int, int], ...]
    bars: int
    bits: int


_State = tuple[tuple[int, ...], int]


class _Part:
    """Stats that share words, explored: the fewest words for every set of values, and the way back from each."""

    def __init__(self, stats: Sequence[Stat], choices: Sequence[_Choice], must: Set[str], barred: Set[str]) -> None:
        self.keys = [stat.name for stat in stats]
        self.choices = choices
        self.best = [stat.best for stat in stats]
        fewest: dict[_State, int] = {(tuple(stat.start for stat in stats), 0): 0}
        self.origins: list[Mapping[_State, Sequence[tuple[_State, bool]]]] = []
        self.reached = [fewest]
        # Bits that no later word asks for would only keep equal states apart.
        asked = [*accumulate((choice.bits for choice in reversed(choices)), or_, initial=0)][-2::-1]
        for choice, kept in zip(choices, asked, strict=True):
            reached: dict[_State, int] = {}
            origins: dict[_State, list[tuple[_State, bool]]] = {}
            free = (False,) if choice.key in barred else (False, True)
            for state, words in fewest.items():
                for took in (True,) if choice.text in must else free:
                    after = self._after(state, choice) if took else state
                    if after is None:
                        continue
                    landed = after[0], after[1] & kept
                    reached[landed] = min(words + took, reached.get(landed, words + took))
                    origins.setdefault(landed, []).append((state, took))
            fewest = reached
            self.origins.append(origins)
            self.reached.append(reached)
        self.fewest = {values: words for (values, _), words in fewest.items()}

    def _after(self, state: _State, choice: _Choice) -> _State | None:
        """The state with one word more; None when it excludes one that is there."""
        values, marks = list(state[0]), state[1]
        if marks & choice.bars:
            return None
        for place, amount, bit in choice.effects:
            if self.best[place]:
                values[place] = max(values[place], amount)
            elif not marks & bit:
                values[place] += amount
        return tuple(values), marks | choice.bits

    def ends(self, wanted: Mapping[str, int]) -> list[tuple[int, ...]]:
        places = [(place, wanted[key]) for place, key in enumerate(self.keys) if key in wanted]
        return [values for values in self.fewest if all(values[place] == value for place, value in places)]

    def able(self, key: str, wanted: Mapping[str, int]) -> set[int]:
        place = self.keys.index(key)
        return {values[place] for values in self.ends(wanted)}

    def ways(self, end: tuple[int, ...], most: int) -> Iterator[tuple[_Choice, ...]]:
        """All sets of at most so many choices that come to these values."""
        walks: list[tuple[int, _State, tuple[_Choice, ...]]] = [(len(self.choices), (end, 0), ())]
        while walks:
            left, state, taken = walks.pop()
            if not left:
                yield taken
                continue
            choice = self.choices[left - 1]
            for origin, took in self.origins[left - 1][state]:
                # No walk begins that its words could not end.
                if self.reached[left - 1][origin] + took + len(taken) <= most:
                    walks.append((left - 1, origin, (choice, *taken) if took else taken))


def _link_stats(guidelines: Guidelines) -> list[list[Stat]]:
    """The stats that must be solved together, because they have a word or an exclusion in common, in their order."""
    groups: list[set[str]] = [{key} for key in guidelines.stats]
    used: dict[str, set[str]] = {}
    for key, stat in guidelines.stats.items():
        for word in (word for line in stat.lines for word in line.keys):
            used.setdefault(word, set()).add(key)
    for link in [*used.values(), *(set().union(*map(used.__getitem__, words)) for words in guidelines.excluding)]:
        touched = [group for group in groups if group & link]
        groups = [group for group in groups if not group & link] + [set().union(*touched)]
    order = list(guidelines.stats)
    groups.sort(key=lambda group: min(map(order.index, group)))
    return [[stat for key, stat in guidelines.stats.items() if key in group] for group in groups]


def _choices(guidelines: Guidelines, stats: Sequence[Stat]) -> list[_Choice]:
    lines = [(place, line) for place, stat in enumerate(stats) for line in stat.lines]
    choices: list[_Choice] = []
    for n, word in enumerate(guidelines.words):
        mine = [(place, line, 1 << bit) for bit, (place, line) in enumerate(lines) if word.key in line.keys]
        bars = sum(1 << len(lines) + bit for bit, words in enumerate(guidelines.excluding) if word.key in words)
        bars += 1 << len(lines) + len(guidelines.excluding) + n if word.numbers else 0
        bits = bars + sum(bit for _, _, bit in mine)
        low, high = word.numbers or (0, 0)
        for number in range(low, high + 1) if mine else ():
            text = f"{word.name} {number}" if word.numbers else word.name
            effects = tuple((place, number if line.numbers else line.amount, bit) for place, line, bit in mine)
            choices.append(_Choice((n, number), text, word.key, word.field, effects, bars, bits))
    return choices
