"""Guidelines and wanted stats come in; all smallest sets of words that give them go out, or why not.

Words and stats that touch each other are solved together. Word by word, in the guidelines' order, every state that
the stats can be in is kept with the fewest words that lead to it; walking back from the wanted ones gives all sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, product
from operator import or_
from typing import NamedTuple

from printgen.rules.guidelines import Guidelines
from printgen.rules.stats import Stat

Solution = dict[str, tuple[str, ...]]
"""The words of every field that the guidelines count, in their order."""


class Solver:
    """Finds what to carry for wanted stats; those that are left out may come to anything.

    Both questions raise KeyError for a stat that the guidelines do not have.
    """

    def __init__(self, guidelines: Guidelines) -> None:
        self.guidelines = guidelines
        self._parts = [_Part(stats, _choices(guidelines, stats)) for stats in _linked(guidelines)]

    def solve(self, wanted: Mapping[str, int]) -> tuple[Solution, ...]:
        """All smallest sets of words whose stats are the wanted ones, by their order in the guidelines.

        Empty when there is no such set: `why_none` says why.
        """
        ways: list[tuple[_Choice, ...]] = [()]
        for part in self._asked(wanted):
            ends = part.ends(wanted)
            fewest = min((part.fewest[end] for end in ends), default=0)
            found = [way for end in ends if part.fewest[end] == fewest for way in part.ways(end)]
            ways = [before + way for before, way in product(ways, found)]
        ordered = sorted(sorted(way) for way in ways)
        fields = [field.name for field in self.guidelines.carried]
        return tuple({name: tuple(one.text for one in way if one.field == name) for name in fields} for way in ordered)

    def why_none(self, wanted: Mapping[str, int]) -> str:
        """Which stat, or which stats together, cannot be as wanted; "" when some set of words gives them."""
        short = {key: stat.label for key, stat in self.guidelines.stats.items()}
        parts = [part for part in self._asked(wanted) if not part.ends(wanted)]
        for part in parts:
            for key in part.keys:
                able = part.able(key, {})
                if key in wanted and wanted[key] not in able:
                    return f"{short[key]} cannot be {wanted[key]}: it is {_spans(able)}"
        for part in parts:
            # The last stat that still leaves something possible for the others is the one to give in.
            together = {key: wanted[key] for key in part.keys if key in wanted}
            for key in reversed(together):
                others = {other: value for other, value in together.items() if other != key}
                able = part.able(key, others)
                if able:
                    named = " and ".join(f"{short[other]} {value}" for other, value in others.items())
                    return f"{short[key]} cannot be {wanted[key]} beside {named}: there it is {_spans(able)}"
            named = ", ".join(f"{short[key]} {value}" for key, value in together.items())
            return f"no {' and '.join(field.name for field in self.guidelines.carried)} give {named} together"
        return ""

    def _asked(self, wanted: Mapping[str, int]) -> list[_Part]:
        for key in wanted:
            if key not in self.guidelines.stats:
                raise KeyError(key)
        return self._parts


def _spans(numbers: Iterable[int]) -> str:
    """Numbers as ranges, such as 0, or 3 to 9."""
    ordered = sorted(numbers)
    breaks = [0, *(n for n, (low, high) in enumerate(pairwise(ordered), 1) if high > low + 1), len(ordered)]
    spans = [(ordered[start], ordered[end - 1]) for start, end in pairwise(breaks)]
    return " or ".join(str(low) if low == high else f"{low} to {high}" for low, high in spans)


class _Choice(NamedTuple):
    """A word and its number, or 0: its place in the guidelines, and what it does to a part's stats.

    Each effect is the place of a stat in the part, an amount, and the bit of the line, which counts once. `bars` are
    the bits of the exclusive sets that the word is in, `bits` those and all of its lines.
    """

    order: tuple[int, int]
    text: str
    field: str
    effects: tuple[tuple[int, int, int], ...]
    bars: int
    bits: int


_State = tuple[tuple[int, ...], int]


class _Part:
    """Stats that share words, explored: the fewest words for every set of values, and the way back from each."""

    def __init__(self, stats: Sequence[Stat], choices: Sequence[_Choice]) -> None:
        self.keys = [stat.name for stat in stats]
        self.choices = choices
        self.best = [stat.best for stat in stats]
        fewest: dict[_State, int] = {(tuple(stat.start for stat in stats), 0): 0}
        self.origins: list[Mapping[_State, Sequence[tuple[_State, bool]]]] = []
        # Bits that no later word asks for would only keep equal states apart.
        asked = [*accumulate((choice.bits for choice in reversed(choices)), or_, initial=0)][-2::-1]
        for choice, kept in zip(choices, asked, strict=True):
            reached: dict[_State, int] = {}
            origins: dict[_State, list[tuple[_State, bool]]] = {}
            for state, words in fewest.items():
                for took in (False, True):
                    after = self._after(state, choice) if took else state
                    if after is None:
                        continue
                    landed = after[0], after[1] & kept
                    if words + took < reached.get(landed, words + took + 1):
                        reached[landed] = words + took
                        origins[landed] = [(state, took)]
                    elif words + took == reached[landed]:
                        origins[landed].append((state, took))
            fewest = reached
            self.origins.append(origins)
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
        """The values that the part can come to and that agree with the wanted ones."""
        places = [(place, wanted[key]) for place, key in enumerate(self.keys) if key in wanted]
        return [values for values in self.fewest if all(values[place] == value for place, value in places)]

    def able(self, key: str, wanted: Mapping[str, int]) -> set[int]:
        """The values that one stat can have where others are as wanted."""
        place = self.keys.index(key)
        return {values[place] for values in self.ends(wanted)}

    def ways(self, end: tuple[int, ...]) -> Iterator[tuple[_Choice, ...]]:
        """All smallest sets of choices that come to these values."""
        walks: list[tuple[int, _State, tuple[_Choice, ...]]] = [(len(self.choices), (end, 0), ())]
        while walks:
            left, state, taken = walks.pop()
            if not left:
                yield taken
                continue
            choice = self.choices[left - 1]
            for origin, took in self.origins[left - 1][state]:
                walks.append((left - 1, origin, (choice, *taken) if took else taken))


def _linked(guidelines: Guidelines) -> list[list[Stat]]:
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
        bits = bars + sum(bit for _, _, bit in mine)
        low, high = word.numbers or (0, 0)
        for number in range(low, high + 1) if mine else ():
            text = f"{word.name} {number}" if word.numbers else word.name
            effects = tuple((place, number if line.numbers else line.amount, bit) for place, line, bit in mine)
            choices.append(_Choice((n, number), text, word.field, effects, bars, bits))
    return choices
