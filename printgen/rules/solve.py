"""Guidelines and wanted stats come in; all smallest sets of words that give them go out, or why not.

Words and stats that touch each other are solved together. Word by word, in the guidelines' order, every state that
the stats can be in is kept with the fewest words that lead to it; walking back from the wanted ones gives all sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from printgen.rules.guidelines import Guidelines, Stat


@dataclass(frozen=True, slots=True)
class Solution:
    """The words of every field that the guidelines count, in their order."""

    carried: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all fields."""
        return tuple(word for _, words in self.carried for word in words)

    def as_data(self) -> dict[str, list[str]]:
        """The words by their fields, as plain data."""
        return {field: list(words) for field, words in self.carried}


def solve(guidelines: Guidelines, wanted: Mapping[str, int]) -> tuple[Solution, ...]:
    """All smallest sets of words whose stats are the wanted ones, by their order in the guidelines.

    A stat that is left out may come to anything. Empty when there is no such set: `why_none` says why. KeyError for a
    stat that the guidelines do not have.
    """
    _known(guidelines, wanted)
    parts: list[list[tuple[_Choice, ...]]] = []
    for part in _parts(guidelines):
        ends = part.ends(wanted)
        if not ends:
            return ()
        fewest = min(part.fewest[end] for end in ends)
        parts.append([way for end in ends if part.fewest[end] == fewest for way in part.ways(end)])
    ways = [sorted((c for way in combined for c in way), key=lambda c: c.order) for combined in product(*parts)]
    ways.sort(key=lambda way: [choice.order for choice in way])
    fields = [field.name for field in guidelines.carried]
    return tuple(
        Solution(tuple((field, tuple(one.text for one in way if one.carried == field)) for field in fields))
        for way in ways
    )


def why_none(guidelines: Guidelines, wanted: Mapping[str, int]) -> str:
    """Which stat, or which stats together, cannot be as wanted; "" when some set of words gives them."""
    _known(guidelines, wanted)
    short = {stat.key: stat.short for stat in guidelines.stats}
    parts = [part for part in _parts(guidelines) if not part.ends(wanted)]
    for part in parts:
        for key in part.keys:
            able = part.able(key, {})
            if key in wanted and wanted[key] not in able:
                return f"{short[key]} cannot be {wanted[key]}: it is {_spans(able)}"
    for part in parts:
        # The last stat that still leaves something possible for the others is the one to give in.
        together = [key for key in part.keys if key in wanted]
        for key in reversed(together):
            others = {other: wanted[other] for other in together if other != key}
            able = part.able(key, others)
            if able:
                named = " and ".join(f"{short[other]} {value}" for other, value in others.items())
                return f"{short[key]} cannot be {wanted[key]} beside {named}: there it is {_spans(able)}"
        named = ", ".join(f"{short[key]} {wanted[key]}" for key in together)
        carried = " and ".join(field.name for field in guidelines.carried)
        return f"no {carried} give {named} together"
    return ""


def _known(guidelines: Guidelines, wanted: Mapping[str, int]) -> None:
    for key in wanted:
        if all(stat.key != key for stat in guidelines.stats):
            raise KeyError(key)


def _spans(numbers: Iterable[int]) -> str:
    """Numbers as ranges, such as 0, or 3 to 9."""
    ordered = sorted(numbers)
    breaks = [0, *(n for n, (low, high) in enumerate(pairwise(ordered), 1) if high > low + 1), len(ordered)]
    spans = [(ordered[start], ordered[end - 1]) for start, end in pairwise(breaks)]
    return " or ".join(str(low) if low == high else f"{low} to {high}" for low, high in spans)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A word with its number, if it carries one: its place in the guidelines, and what it does to a part's stats.

    Each effect is the place of a stat in the part, an amount, and the bit of the line, which counts once. `bars` are
    the bits of the exclusive sets that the word is in.
    """

    order: int
    text: str
    carried: str
    effects: tuple[tuple[int, int, int], ...]
    bars: int


_State = tuple[tuple[int, ...], int]
_Origins = Mapping[_State, Sequence[tuple[_State, bool]]]


@dataclass(frozen=True, slots=True)
class _Part:
    """Stats that share words, explored: the fewest words for every set of values, and the way back from each."""

    keys: tuple[str, ...]
    choices: tuple[_Choice, ...]
    origins: tuple[_Origins, ...]
    fewest: Mapping[tuple[int, ...], int]

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


@lru_cache(maxsize=8)
def _parts(guidelines: Guidelines) -> tuple[_Part, ...]:
    """The guidelines in parts that have no word and no exclusion in common."""
    return tuple(_explored(stats, _choices(guidelines, stats)) for stats in _linked(guidelines))


def _linked(guidelines: Guidelines) -> list[list[Stat]]:
    """The stats that must be solved together, in their order."""
    groups: list[set[str]] = [{stat.key} for stat in guidelines.stats]
    used: dict[str, set[str]] = {}
    for stat in guidelines.stats:
        for name in (name for line in stat.lines for name in line.words):
            used.setdefault(name, set()).add(stat.key)
    links = [*used.values(), *(set().union(*(used[name] for name in names)) for names in guidelines.exclusive)]
    for link in links:
        touched = [group for group in groups if group & link]
        groups = [group for group in groups if not group & link] + [set().union(*touched)]
    together = [[stat for stat in guidelines.stats if stat.key in group] for group in groups]
    return sorted(together, key=lambda stats: guidelines.stats.index(stats[0]))


def _choices(guidelines: Guidelines, stats: Sequence[Stat]) -> list[_Choice]:
    lines = [(place, line) for place, stat in enumerate(stats) for line in stat.lines]
    bits = {id(line): 1 << n for n, (_, line) in enumerate(lines)}
    bars = {names: 1 << len(lines) + n for n, names in enumerate(guidelines.exclusive)}
    choices: list[_Choice] = []
    order = 0
    for word in guidelines.words:
        mine = [(place, line) for place, line in lines if word.name in line.words]
        barred = sum(bit for names, bit in bars.items() if word.name in names)
        low, high = word.numbers or (0, 0)
        for number in range(low, high + 1):
            order += 1
            text = f"{word.name} {number}" if word.numbers else word.name
            effects = tuple((p, number if line.top else line.amount, bits[id(line)]) for p, line in mine)
            if effects:
                choices.append(_Choice(order, text, word.carried, effects, barred))
    return choices


def _explored(stats: Sequence[Stat], choices: Sequence[_Choice]) -> _Part:
    best = [stat.best for stat in stats]
    fewest: dict[_State, int] = {(tuple(stat.start for stat in stats), 0): 0}
    steps: list[_Origins] = []
    for n, choice in enumerate(choices):
        # Bits that no later word asks for would only keep equal states apart.
        asked = 0
        for later in choices[n + 1 :]:
            asked |= later.bars | sum(bit for _, _, bit in later.effects)
        reached: dict[_State, int] = {}
        origins: dict[_State, list[tuple[_State, bool]]] = {}
        for state, words in fewest.items():
            for took in (False, True):
                after = _after(state, choice, best) if took else state
                if after is None:
                    continue
                landed = after[0], after[1] & asked
                if words + took < reached.get(landed, words + took + 1):
                    reached[landed] = words + took
                    origins[landed] = [(state, took)]
                elif words + took == reached[landed]:
                    origins[landed].append((state, took))
        fewest = reached
        steps.append(origins)
    ends = {values: words for (values, _), words in fewest.items()}
    return _Part(tuple(stat.key for stat in stats), tuple(choices), tuple(steps), ends)


def _after(state: _State, choice: _Choice, best: Sequence[bool]) -> _State | None:
    """The state with one word more; None when it excludes one that is there."""
    values, marks = list(state[0]), state[1]
    if marks & choice.bars:
        return None
    for place, amount, bit in choice.effects:
        if best[place]:
            values[place] = max(values[place], amount)
        elif not marks & bit:
            values[place] += amount
    for _, _, bit in choice.effects:
        marks |= bit
    return tuple(values), marks | choice.bars
