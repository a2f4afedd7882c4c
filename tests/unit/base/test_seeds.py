"""Seeded randomness: the same on every run and machine, private to each piece, and fair."""

from itertools import permutations

import pytest

from printgen.base.seeds import rng_for


def test_the_stream_never_changes() -> None:
    stream = rng_for(7, "go-joe", "terrain-board")
    assert [stream.unit() for _ in range(3)] == [0.262883298782693, 0.3783964949263018, 0.34812685044075353]


def test_whole_numbers_picks_and_ranges_come_from_the_same_stream() -> None:
    units = rng_for(3, "x")
    first, second, third = (units.unit() for _ in range(3))
    stream = rng_for(3, "x")
    assert stream.below(10) == int(first * 10)
    assert stream.pick("abcdef") == "abcdef"[int(second * 6)]
    assert stream.between(-2, 4) == -2 + 6 * third


def test_every_seed_and_every_name_has_a_stream_of_its_own() -> None:
    keys: list[tuple[int, tuple[str, ...]]] = [
        (1, ()), (2, ()), (1, ("a",)), (1, ("a", "b")), (1, ("b", "a")), (1, ("ab",)), (1, ("ab", "c")),
        (1, ("a", "bc")), (11, ("a",)), (1, ("1", "a")), (-1, ()),
    ]  # fmt: skip
    assert len({rng_for(seed, *names).unit() for seed, names in keys}) == len(keys)


def test_a_piece_does_not_notice_what_others_draw() -> None:
    alone = rng_for(7, "kit", "deck", "Ace")
    expected = [alone.unit() for _ in range(5)]
    ace, other = rng_for(7, "kit", "deck", "Ace"), rng_for(7, "kit", "deck", "Duke")
    seen = []
    for _ in range(5):
        other.shuffle(list(range(20)))
        seen.append(ace.unit())
    assert seen == expected


def test_shuffling_reaches_every_order() -> None:
    reached = set()
    for seed in range(400):
        items = [1, 2, 3, 4]
        rng_for(seed, "shuffle").shuffle(items)
        reached.add(tuple(items))
    assert reached == set(permutations([1, 2, 3, 4]))


def test_numbers_stay_in_their_range_and_use_all_of_it() -> None:
    stream = rng_for(1, "range")
    assert {stream.below(6) for _ in range(200)} == set(range(6))
    values = [stream.between(2, 3) for _ in range(500)]
    assert 2 <= min(values) < 2.05 and 2.95 < max(values) <= 3


def test_nothing_to_pick_from() -> None:
    with pytest.raises(IndexError):
        rng_for(1).pick([])
