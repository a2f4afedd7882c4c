"""Find the smallest sets of words that give wanted stats, or explain why there is none, with near misses.

This is `derive` turned around. Stats that share a word or an exclusion are solved together, by dynamic programming:
word by word, in the guidelines' order, every state of the stats is kept with the fewest words that lead to it; walking
back from the wanted states gives all sets.
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


class NearMiss(NamedTuple):
    """Possible stats, their total difference from the wanted ones, and a smallest set that gives them."""

    stats: dict[str, int]
    difference: int
    words: Solution


class Solver:
    """Finds words for wanted stats; missing stats may have any value.

    `given` are words that every set has, as `derive` writes them; a word that two of it make another may become that
    one, at the cost of one word. Every set also has one word of each of `choices`, and none of the words `without`
    (keys). All questions raise KeyError for an unknown stat.
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
        self.is_restricted = bool([*given, *without, *choices])
        self._searches = [
            search
            for chosen in product(*choices)
            for search in self._searches_with([*given, *(word.name for word in chosen)], [*without])
        ]

    def _searches_with(self, given: Sequence[str], without: Sequence[str]) -> Iterator[_Search]:
        """The searches that have given words, each of which may have become what two of it make."""
        pairs = {text: pair for text in given if (pair := self.guidelines.pairs.get(fold(text)))}
        for choice in product((False, True), repeat=len(pairs)):
            doubles = {text: pair for (text, pair), is_double in zip(pairs.items(), choice, strict=True) if is_double}
            barred = {*without, *map(fold, doubles)}
            if not barred & {pair.key for pair in doubles.values()}:
                required = {doubles[text].name if text in doubles else text for text in given}
                yield _Search(self.guidelines, required, barred, len(required) - len(doubles))

    def solve(self, wanted: Mapping[str, int], more: int = 0) -> tuple[Solution, ...]:
        """The words of all `answers`."""
        return tuple(answer.words for answer in self.answers(wanted, more))

    def answers(self, wanted: Mapping[str, int], more: int = 0) -> tuple[SolverAnswer, ...]:
        """All sets that give the wanted stats, of the fewest words possible and of up to `more` more.

        The smallest come first, and those of a size by their order in the guidelines. Empty when there is no such set:
        `why_none` explains why. UsageError when there are more than anybody could look at.
        """
        self._check_stats(wanted)
        possible = [search for search in self._searches if search.can_give(wanted)]
        fewest = min((search.fewest_words(wanted) for search in possible), default=0)
        answers: list[tuple[int, list[_Choice]]] = []
        for answer in (answer for search in possible for answer in search.sets(wanted, fewest + more)):
            answers.append(answer)
            if len(answers) > MOST_SETS:
                message = f"there are more than {MOST_SETS:,} such sets"
                raise UsageError(message, "Give more numbers, or more of what is known of it.")
        fields = [field.name for field in self.guidelines.word_fields]
        sets: dict[tuple[_Choice, ...], int] = {}
        for added, chosen in sorted(answers, key=lambda answer: (answer[0], answer[1])):
            sets.setdefault(tuple(chosen), added)
        return tuple(
            SolverAnswer(
                {name: tuple(choice.text for choice in chosen if choice.field == name) for name in fields}, added
            )
            for chosen, added in sets.items()
        )

    def nearest(self, wanted: Mapping[str, int], limit: int = 3) -> tuple[NearMiss, ...]:
        """A smallest set for each of the `limit` nearest possible stats: by sum of differences, then by order."""
        self._check_stats(wanted)
        values = {
            tuple(stats.items()): difference
            for search in self._searches
            for difference, stats in search.near(wanted, limit)
        }
        nearest = sorted(values, key=lambda stats: (values[stats], stats))[:limit]
        return tuple(NearMiss(dict(stats), values[stats], self.solve(dict(stats))[0]) for stats in nearest)

    def why_none(self, wanted: Mapping[str, int]) -> str:
        """The stat, or the stats together, that cannot be as wanted; "" when some set gives them."""
        self._check_stats(wanted)
        if any(search.can_give(wanted) for search in self._searches):
            return ""
        labels = {key: stat.label for key, stat in self.guidelines.stats.items()}
        restriction = " with what is given or left out" if self.is_restricted else ""
        groups = self._searches[0].groups
        for group in groups:
            for key in group.keys:
                values = self._possible_values(key, {})
                if key in wanted and wanted[key] not in values:
                    return f"{labels[key]} cannot be {wanted[key]}{restriction}: it is {_spans(values)}"
        for group in groups:
            # The last stat that still leaves something possible for the others is the one to give in.
            together = {key: wanted[key] for key in group.keys if key in wanted}
            for key in reversed(together):
                others = {other: value for other, value in together.items() if other != key}
                values = self._possible_values(key, others)
                if others and values and together[key] not in values:
                    beside = " and ".join(f"{labels[other]} {value}" for other, value in others.items())
                    spans = _spans(values)
                    return f"{labels[key]} cannot be {wanted[key]} beside {beside}{restriction}: there it is {spans}"
        stats = ", ".join(f"{labels[key]} {value}" for key, value in wanted.items())
        fields = " and ".join(field.name for field in self.guidelines.word_fields)
        return f"no {fields} give {stats} together{restriction}"

    def _possible_values(self, key: str, wanted: Mapping[str, int]) -> set[int]:
        """All values that a stat can have in some set of words, where other stats are as wanted."""
        return {
            value
            for search in self._searches
            for group in search.groups
            if key in group.keys
            for value in group.possible_values(key, wanted)
        }

    def _check_stats(self, wanted: Mapping[str, int]) -> None:
        """KeyError for a stat that the guidelines do not have."""
        for key in wanted:
            if key not in self.guidelines.stats:
                raise KeyError(key)


class _Search:
    """One search: words of every set, barred ones, groups of stats; `given` of the words are not counted as added."""

    def __init__(self, guidelines: Guidelines, required: Set[str], barred: Set[str], given: int) -> None:
        self.given = given
        self.groups = [
            _StatGroup(stats, _choices(guidelines, stats), required, barred) for stats in _link_stats(guidelines)
        ]

    def can_give(self, wanted: Mapping[str, int]) -> bool:
        """Whether some set gives the wanted stats."""
        return all(group.values_matching(wanted) for group in self.groups)

    def fewest_words(self, wanted: Mapping[str, int]) -> int:
        """The number of words, besides those given, of a smallest set that gives the wanted stats."""
        return (
            sum(min(group.fewest_words[values] for values in group.values_matching(wanted)) for group in self.groups)
            - self.given
        )

    def sets(self, wanted: Mapping[str, int], limit: int) -> Iterator[tuple[int, list[_Choice]]]:
        """Its sets of at most `limit` words besides the given ones, each with its number of words."""
        left = limit - self.fewest_words(wanted)
        if left < 0:
            return
        partial_sets: list[tuple[int, tuple[_Choice, ...]]] = [(0, ())]
        for group in self.groups:
            fewest = min(group.fewest_words[values] for values in group.values_matching(wanted))
            group_sets = [
                choices
                for values in group.values_matching(wanted)
                for choices in islice(group.walk_back(values, fewest + left), MOST_SETS + 1)
            ]
            longer_sets = (
                (extra + len(choices) - fewest, earlier + choices)
                for extra, earlier in partial_sets
                for choices in group_sets
            )
            partial_sets = [*islice((entry for entry in longer_sets if entry[0] <= left), MOST_SETS + 1)]
        for extra, choices in partial_sets:
            yield limit - left + extra, sorted(choices)

    def near(self, wanted: Mapping[str, int], limit: int) -> list[tuple[int, dict[str, int]]]:
        """The nearest possible stats, at most `limit`, with their differences from the wanted ones."""
        nearest: list[tuple[int, dict[str, int]]] = [(0, {})]
        for group in self.groups:
            outcomes = {
                tuple((key, value) for key, value in zip(group.keys, end, strict=True) if key in wanted)
                for end in group.fewest_words
            }
            differences = [(sum(abs(value - wanted[key]) for key, value in end), dict(end)) for end in outcomes]
            sums = [(m + n, {**stats, **more}) for m, stats in nearest for n, more in differences]
            nearest = sorted(sums, key=lambda pair: (pair[0], [*pair[1].items()]))[:limit]
        return [(difference, {key: stats[key] for key in wanted}) for difference, stats in nearest]


def _spans(numbers: Iterable[int]) -> str:
    """Numbers as ranges, such as 0, or 3 to 9."""
    ordered = sorted(numbers)
    breaks = [0, *(n for n, (low, high) in enumerate(pairwise(ordered), 1) if high > low + 1), len(ordered)]
    spans = [(ordered[start], ordered[end - 1]) for start, end in pairwise(breaks)]
    return " or ".join(str(low) if low == high else f"{low} to {high}" for low, high in spans)


class _Choice(NamedTuple):
    """A word and its number, or 0: its place in the guidelines, and what it does to a group's stats.

    Each effect is the place of a stat in the group, an amount, and the bit of the line, which counts once.
    `excludes_mask` are the bits of the exclusive sets that the word is in, and its own where it carries a number;
    `marks_mask` are those and all of its lines.
    """

    order: tuple[int, int]
    text: str
    key: str
    field: str
    effects: tuple[tuple[int, int, int], ...]
    excludes_mask: int
    marks_mask: int


_State = tuple[tuple[int, ...], int]


class _StatGroup:
    """Stats that share words, explored: the fewest words for every set of values, and the way back from each."""

    def __init__(self, stats: Sequence[Stat], choices: Sequence[_Choice], required: Set[str], barred: Set[str]) -> None:
        self.keys = [stat.name for stat in stats]
        self.choices = choices
        self.best = [stat.best for stat in stats]
        fewest: dict[_State, int] = {(tuple(stat.start for stat in stats), 0): 0}
        self.origins: list[Mapping[_State, Sequence[tuple[_State, bool]]]] = []
        self.reached = [fewest]
        # Bits that no later word asks for would only keep equal states apart.
        relevant_bits = [*accumulate((choice.marks_mask for choice in reversed(choices)), or_, initial=0)][-2::-1]
        for choice, kept in zip(choices, relevant_bits, strict=True):
            reached: dict[_State, int] = {}
            origins: dict[_State, list[tuple[_State, bool]]] = {}
            free = (False,) if choice.key in barred else (False, True)
            for state, words in fewest.items():
                for is_added in (True,) if choice.text in required else free:
                    after = self._after(state, choice) if is_added else state
                    if after is None:
                        continue
                    landed = after[0], after[1] & kept
                    reached[landed] = min(words + is_added, reached.get(landed, words + is_added))
                    origins.setdefault(landed, []).append((state, is_added))
            fewest = reached
            self.origins.append(origins)
            self.reached.append(reached)
        self.fewest_words = {values: words for (values, _), words in fewest.items()}

    def _after(self, state: _State, choice: _Choice) -> _State | None:
        """The state with one word more; None when it excludes one that is there."""
        values, marks = list(state[0]), state[1]
        if marks & choice.excludes_mask:
            return None
        for place, amount, bit in choice.effects:
            if self.best[place]:
                values[place] = max(values[place], amount)
            elif not marks & bit:
                values[place] += amount
        return tuple(values), marks | choice.marks_mask

    def values_matching(self, wanted: Mapping[str, int]) -> list[tuple[int, ...]]:
        """All values of the group's stats that some set gives, with those that are wanted."""
        places = [(place, wanted[key]) for place, key in enumerate(self.keys) if key in wanted]
        return [values for values in self.fewest_words if all(values[place] == value for place, value in places)]

    def possible_values(self, key: str, wanted: Mapping[str, int]) -> set[int]:
        """All values of a stat in the sets that give the wanted stats."""
        place = self.keys.index(key)
        return {values[place] for values in self.values_matching(wanted)}

    def walk_back(self, end: tuple[int, ...], limit: int) -> Iterator[tuple[_Choice, ...]]:
        """All sets of at most `limit` choices that lead to these values."""
        walks: list[tuple[int, _State, tuple[_Choice, ...]]] = [(len(self.choices), (end, 0), ())]
        while walks:
            left, state, choices = walks.pop()
            if not left:
                yield choices
                continue
            choice = self.choices[left - 1]
            for origin, is_added in self.origins[left - 1][state]:
                # No walk begins that its words could not end.
                if self.reached[left - 1][origin] + is_added + len(choices) <= limit:
                    walks.append((left - 1, origin, (choice, *choices) if is_added else choices))


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
        effective_lines = [(place, line, 1 << bit) for bit, (place, line) in enumerate(lines) if word.key in line.keys]
        excludes_mask = sum(
            1 << len(lines) + bit for bit, words in enumerate(guidelines.excluding) if word.key in words
        )
        excludes_mask += 1 << len(lines) + len(guidelines.excluding) + n if word.numbers else 0
        marks_mask = excludes_mask + sum(bit for _, _, bit in effective_lines)
        low, high = word.numbers or (0, 0)
        for number in range(low, high + 1) if effective_lines else ():
            text = f"{word.name} {number}" if word.numbers else word.name
            effects = tuple(
                (place, number if line.numbers else line.amount, bit) for place, line, bit in effective_lines
            )
            choices.append(_Choice((n, number), text, word.key, word.field, effects, excludes_mask, marks_mask))
    return choices
