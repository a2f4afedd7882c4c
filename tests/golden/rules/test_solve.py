"""Back from numbers to what a figure carries: all smallest sets, none that is not, and why there are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import combinations

import pytest
from guided import farm, go_joe, sums
from hypothesis import given
from hypothesis import strategies as st

from printgen.base.errors import UsageError
from printgen.build.jobs import load
from printgen.rules.decks import decks_of
from printgen.rules.derive import derive
from printgen.rules.guidelines import Guidelines
from printgen.rules.solve import Solution, Solver


def solution(weapons: tuple[str, ...], traits: tuple[str, ...]) -> Solution:
    return {"weapons": weapons, "traits": traits}


def size(solution: Solution) -> int:
    return sum(map(len, solution.values()))


@cache
def solver(guidelines_of: Callable[[], Guidelines]) -> Solver:
    return Solver(guidelines_of())


def solve(guidelines: Guidelines, wanted: dict[str, int]) -> tuple[Solution, ...]:
    return solver(farm if guidelines is farm() else go_joe).solve(wanted)


def why_none(guidelines: Guidelines, wanted: dict[str, int]) -> str:
    return solver(farm if guidelines is farm() else go_joe).why_none(wanted)


def stats(fp: int, cc: int, tac: int) -> dict[str, int]:
    return {"fp": fp, "cc": cc, "tac": tac}


def test_nothing_needs_nothing() -> None:
    assert solve(go_joe(), stats(0, 3, 3)) == (solution((), ()),)
    assert solve(go_joe(), {}) == (solution((), ()),)


def test_all_smallest_sets_in_the_guidelines_order() -> None:
    assert solve(go_joe(), stats(3, 4, 4)) == (
        solution(("automatic rifle",), ("ninja",)),
        solution(("automatic rifle",), ("animal companion",)),
        solution(("sub-machine gun",), ("ninja",)),
        solution(("sub-machine gun",), ("animal companion",)),
    )
    assert solve(go_joe(), stats(0, 2, 2)) == (
        solution((), ("non-combat specialist",)),
        solution((), ("green",)),
    )
    assert solve(go_joe(), stats(9, 5, 3)) == (
        solution(("vehicle mounted systems 9",), ("two HTH weapons",)),
        solution(("vehicle mounted systems 9",), ("heavily armored vehicle",)),
    )
    assert solve(go_joe(), {"cc": 2, "tac": 3}) == (solution((), ("encumbered",)), solution((), ("vehicle",)))


def smallest(guidelines: Guidelines, most: int) -> dict[tuple[int, ...], list[Solution]]:
    """For every outcome that so many words can have, all smallest sets, by trying every set."""
    words = [
        (word.field, f"{word.name} {number}" if word.numbers else word.name)
        for word in guidelines.words
        for number in range(*((word.numbers[0], word.numbers[1] + 1) if word.numbers else (0, 1)))
    ]
    found: dict[tuple[int, ...], list[Solution]] = defaultdict(list)
    for count in range(most + 1):
        for chosen in combinations(words, count):
            weapons, traits = (
                tuple(text for kind, text in chosen if kind == carried) for carried in ("weapons", "traits")
            )
            derived = sums(guidelines, weapons, traits)
            outcome = tuple(derived.values.values())
            if not derived.problems and (not found[outcome] or size(found[outcome][0]) == count):
                found[outcome].append(solution(weapons, traits))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("guidelines", "most"), [(go_joe(), 3), (farm(), 7)], ids=["go-joe", "farm"])
def test_the_same_sets_as_trying_them_all(guidelines: Guidelines, most: int) -> None:
    keys = list(guidelines.stats)
    found = smallest(guidelines, most)
    for outcome, expected in found.items():
        if expected:
            assert list(solve(guidelines, dict(zip(keys, outcome, strict=True)))) == expected, outcome
    assert sum(map(len, found.values())) > 40


def test_no_set_where_trying_them_all_finds_none() -> None:
    found = {outcome for outcome, sets in smallest(farm(), 9).items() if sets}
    for pace in range(8):
        for trade in range(8):
            for luck in range(5):
                wanted = {"pace": pace, "trade": trade, "luck": luck}
                able = (pace, trade, luck) in found
                assert bool(solve(farm(), wanted)) == able
                assert bool(why_none(farm(), wanted)) != able


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (stats(13, 3, 3), "FP cannot be 13: it is 0 to 12"),
        (stats(-1, 3, 3), "FP cannot be -1: it is 0 to 12"),
        (stats(3, 11, 3), "CC cannot be 11: it is -1 to 10"),
        (stats(3, 3, 12), "TAC cannot be 12: it is 0 to 11"),
        (stats(1, 2, 11), "TAC cannot be 11 beside CC 2: there it is 0 to 10"),
        (stats(1, 10, 2), "TAC cannot be 2 beside CC 10: there it is 3 to 11"),
        (stats(3, 3, 3), ""),
        ({"tac": 4}, ""),
    ],
)
def test_why_there_is_none(wanted: dict[str, int], why: str) -> None:
    assert why_none(go_joe(), wanted) == why
    assert bool(solve(go_joe(), wanted)) == (not why)


def test_numbers_with_gaps_are_told_as_they_are() -> None:
    assert why_none(farm(), {"luck": 2}) == "LUCK cannot be 2: it is 0 to 1 or 3"
    assert why_none(farm(), {"pace": 2}) == "PACE cannot be 2: it is 1 or 3 to 6"


def test_a_stat_that_is_none() -> None:
    for ask in (solve, why_none):
        with pytest.raises(KeyError):
            ask(go_joe(), {"speed": 3})


@pytest.mark.slow
def test_every_printed_card_is_solved() -> None:
    (job,) = load(["go-joe"])
    records = [record for name in ("joe-deck", "cobra-deck") for record in job.game.products[name].records]
    wanted = [{key: record.values[key] for key in ("fp", "cc", "tac")} for record in records]
    solved = [solve(go_joe(), one) for one in wanted]
    assert len(solved) == 190 and all(solved)
    for one, sets in zip(wanted, solved, strict=True):
        assert all(one not in sets[:n] for n, one in enumerate(sets))
        assert len(set(map(size, sets))) == 1
        assert derive(go_joe(), sets[0]).values == one


@st.composite
def carried(draw: st.DrawFn) -> tuple[Guidelines, list[str], list[str]]:
    guidelines = draw(st.sampled_from([go_joe(), farm()]))
    weapons = [
        f"{word.name} {draw(st.integers(*word.numbers))}" if word.numbers else word.name
        for word in draw(st.sets(st.sampled_from(guidelines.words_of("weapons")), max_size=3))
    ]
    return (
        guidelines,
        weapons,
        sorted(draw(st.sets(st.sampled_from([word.name for word in guidelines.words_of("traits")]), max_size=10))),
    )


@pytest.mark.slow
@given(carried())
def test_solving_inverts_deriving(given_words: tuple[Guidelines, list[str], list[str]]) -> None:
    guidelines, weapons, traits = given_words
    derived = sums(guidelines, weapons, traits)
    if derived.problems:
        return
    sets = solve(guidelines, derived.values)
    assert sets and why_none(guidelines, derived.values) == ""
    for one in sets[:50]:
        again = derive(guidelines, one)
        assert again.values == derived.values and not again.problems
        assert size(one) <= len(weapons) + len(traits)


def texts_of(guidelines: Guidelines) -> list[tuple[str, str, str]]:
    """Every word and every number of it: its field, its key and its text."""
    return [
        (word.field, word.key, f"{word.name} {number}" if word.numbers else word.name)
        for word in guidelines.words
        for number in range(*((word.numbers[0], word.numbers[1] + 1) if word.numbers else (0, 1)))
    ]


@cache
def all_sets() -> list[tuple[frozenset[str], tuple[int, ...]]]:
    """Every set of words of the farm that is none too many of a sort, with its stats."""
    found = []
    words = texts_of(farm())
    for size_of in range(len(words) + 1):
        for chosen in combinations(words, size_of):
            carried = {field: [text for kind, _, text in chosen if kind == field] for field in ("weapons", "traits")}
            derived = derive(farm(), carried)
            texts = frozenset(text for _, _, text in chosen)
            alike = len({key for _, key, _ in chosen}) < size_of or {"clover", "clovers"} <= texts
            if not derived.problems and not alike:
                found.append((texts, tuple(derived.values.values())))
    return found


def texts_in(solution: Solution) -> frozenset[str]:
    return frozenset(text for texts in solution.values() for text in texts)


@pytest.mark.slow
@given(st.data())
def test_what_is_given_left_out_and_one_or_two_words_more_as_by_trying_all(data: st.DataObject) -> None:
    guidelines, words = farm(), texts_of(farm())
    start, outcome = data.draw(st.sampled_from(all_sets()))
    given_texts = data.draw(st.sets(st.sampled_from(sorted(start)))) if start else set()
    used = {key for _, key, text in words if text in given_texts}
    left = sorted({key for _, key, _ in words} - used)
    without = data.draw(st.sets(st.sampled_from(left), max_size=3))
    more = data.draw(st.integers(0, 2))
    barred = {text for _, key, text in words if key in without}

    def added(chosen: frozenset[str]) -> int | None:
        """How many words were added; two of a kind are one more than one of it."""
        upgraded = {"clover"} if "clover" in given_texts and "clovers" in chosen else set()
        fixed = given_texts - upgraded
        return len(chosen) - len(fixed) if fixed <= chosen and not barred & chosen else None

    fits = {chosen: n for chosen, values in all_sets() if values == outcome and (n := added(chosen)) is not None}
    fewest = min(fits.values(), default=0)
    expected = {chosen: n for chosen, n in fits.items() if n <= fewest + more}
    answers = Solver(guidelines, given_texts, without).answers(dict(zip(guidelines.stats, outcome, strict=True)), more)
    assert [answer.added for answer in answers] == sorted(answer.added for answer in answers)
    assert {texts_in(answer.words): answer.added for answer in answers} == expected
    assert len(answers) == len(expected)


def test_what_is_nearest_is_as_near_as_trying_all_finds() -> None:
    able = {values for _, values in all_sets()}
    for wanted in [(2, 2, 2), (9, 9, 9), (0, 0, 0), (1, 7, 2)]:
        near = solver(farm).nearest(dict(zip(farm().stats, wanted, strict=True)))
        offs = sorted(sum(abs(a - b) for a, b in zip(one, wanted, strict=True)) for one in able)
        assert [one.difference for one in near] == offs[:3]
        for one in near:
            assert derive(farm(), one.words).values == one.stats


def test_given_words_say_why_there_is_none() -> None:
    armed = Solver(go_joe(), ["sub-machine gun"], ["animalcompanion"])
    assert armed.why_none(stats(2, 3, 3)) == "FP cannot be 2 with what is given or left out: it is 3 to 12"
    assert armed.why_none(stats(3, 10, 3)) == "CC cannot be 10 with what is given or left out: it is -1 to 9"
    chosen = Solver(go_joe(), choices=[[go_joe().word_index["submachinegun"]]])
    assert chosen.why_none(stats(2, 3, 3)) == armed.why_none(stats(2, 3, 3))
    assert armed.nearest(stats(2, 3, 3))[0].stats == stats(3, 3, 3)
    assert armed.solve(stats(3, 4, 4)) == (solution(("sub-machine gun",), ("ninja",)),)


def test_a_blade_may_be_two_for_one_word_more() -> None:
    found = Solver(go_joe(), ["one HTH weapon"]).answers({"cc": 5}, 0)
    assert (solution((), ("two HTH weapons",)), 1) in found and {answer.added for answer in found} == {1}


@pytest.mark.slow
def test_more_sets_than_anybody_could_look_at() -> None:
    with pytest.raises(UsageError, match="more than 20,000 such sets"):
        solver(go_joe).answers({"tac": 8}, 2)


@pytest.mark.slow
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_every_card_less_one_word_is_found_again_with_two_words_more(every: int) -> None:
    (job,) = load(["go-joe"])
    cards = [card for deck in decks_of(job.game) for card in deck.dossiers]
    assert len(cards) == 190
    tried = exact = 0
    for card in cards[::every]:
        # Where a deviation is recorded, what is carried gives other numbers than those that are printed.
        wanted, own = card.derivation.values, texts_in(dict(card.derivation.carried))
        exact += all(one.exact for one in card.stats)
        for text in own:
            found = Solver(go_joe(), own - {text}).answers(wanted, 2)
            assert any(texts_in(answer.words) == own for answer in found), (card.record.name, text)
            tried += 1
    assert exact > 40 / every and tried > 500 / every
