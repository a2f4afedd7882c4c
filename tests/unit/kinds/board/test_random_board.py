"""Random boards of any grid: the fairest is the first of the best, and locks take what is missed least."""

from collections.abc import Iterator

from printgen.base.seeds import rng_for
from printgen.kinds.board.random_board import deal_equally, fairest, lock_ground, quotas
from printgen.kinds.board.squares import SquareOptions


def test_the_fairest_is_the_first_of_the_best_and_after_a_perfect_one_no_more_are_made() -> None:
    made: list[str] = []

    def boards(*totals: float) -> Iterator[tuple[str, float]]:
        for n, total in enumerate(totals):
            made.append(str(n))
            yield str(n), total

    assert fairest(boards(3.0, 2.0, 2.0, 5.0), lambda board: board[1]) == ("1", 2.0)
    made.clear()
    assert fairest(boards(3.0, 0.0, 0.0), lambda board: board[1]) == ("1", 0.0) and made == ["0", "1"]


def test_shares_are_the_nearest_whole_numbers_that_add_up() -> None:
    assert quotas({"a": 3, "b": 2, "c": 0}, 7) == {"a": 4, "b": 3, "c": 0}
    assert sorted(deal_equally(["a", "b", "c"], 7, rng_for(1)).count(name) for name in "abc") == [2, 2, 3]


def test_a_lock_in_regions_takes_what_has_the_fewest_neighbours_of_its_kind() -> None:
    options = SquareOptions(rows=1, columns=8, terrains=("sea", "wood"), arrangement="clumped")
    ground = {(0, n): word for n, word in enumerate(["sea", "sea", "sea", "wood", "sea", "wood", "wood", "wood"])}
    for seed in range(20):
        laid = lock_ground(options, ground, {(0, 7): "sea"}, rng_for(seed))
        assert [laid[0, n] for n in range(8)] == ["sea", "sea", "sea", "wood", "wood", "wood", "wood", "sea"]
    # Where all of it is locked already, there is more of it.
    locks = {(0, n): "sea" for n in (0, 1, 2, 4, 7)}
    assert list(lock_ground(options, ground, locks, rng_for(1)).values()).count("sea") == 5


def test_locks_of_a_symmetric_board_hold_on_both_halves() -> None:
    options = SquareOptions(rows=2, columns=4, terrains=("sea", "wood"), arrangement="symmetric", locked={"D2": "sea"})
    ground = dict.fromkeys(options.grid.cells, "wood")
    laid = lock_ground(options, ground, options.locks, rng_for(1))
    assert options.locks == {(0, 0): "sea", (1, 3): "sea"}
    assert {space for space, word in laid.items() if word == "sea"} == {(0, 0), (1, 3)}
