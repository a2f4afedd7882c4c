"""Findings are told once: a hundred of one cause are one, with a count and the places of the others."""

import pytest
from kitchen import Kitchen, Run

from printgen.base.errors import Finding, PrintgenError, Where, merge_findings


def found(line: int, message: str, cause: object = None, file: str = "a.yaml") -> Finding:
    return Finding("error", Where(file, line, 1), message, "Mend it.", "bad", cause=cause)


def test_what_is_found_twice_at_one_place_is_told_once() -> None:
    one, other = found(1, "a"), found(2, "b")
    assert merge_findings([one, other, one, other]) == (one, other)


def test_a_few_alike_are_told_each_at_its_line_and_more_are_one() -> None:
    few = [found(line, "a") for line in (1, 2, 3)]
    assert merge_findings(few) == tuple(few)
    first, other = merge_findings([*few, found(9, "b"), found(4, "a"), found(5, "a")])
    assert (first.where.line, first.count, other.message) == (1, 5, "b")
    assert str(first).splitlines()[1:] == ["    Mend it.", "    and 4 more like this, on lines 2, 3, 4, ..."]
    assert len(merge_findings(found(1, "a", file=f"{n}.yaml") for n in range(9))) == 9


def test_one_cause_may_have_many_words() -> None:
    (one,) = merge_findings(found(line, f"text {line}", "the face") for line in range(1, 101))
    assert (one.message, one.count) == ("text 1", 100)
    assert len(merge_findings(found(line, f"text {line}") for line in range(1, 101))) == 100


def test_what_was_gathered_may_be_gathered_again() -> None:
    alike = [found(line, "a") for line in range(1, 9)]
    once = PrintgenError(alike).findings
    assert PrintgenError([*once, *alike]).findings == once == merge_findings(once)


def test_what_a_template_does_wrong_is_told_for_the_first_card_only() -> None:
    place = Where("a.yaml", 3, 1)
    cards = [found(3, f"no 'tste' (drawing card {n})", place) for n in range(9)]
    assert merge_findings(cards) == (cards[0],)


RECORDS = "".join(f'- {{name: "Hero {n}", course: starter, taste: 1, rule: RULE}}\n' for n in range(100))


@pytest.mark.parametrize(
    ("record", "code", "line"),
    [
        (RECORDS.replace("starter", "startr"), "unknown-value", 1),
        (RECORDS.replace("Hero", "An endlessly long name of a hero"), "does-not-fit", 1),
        (RECORDS.replace("RULE", "A **rule"), "open-mark", 1),
    ],
)
def test_a_hundred_cards_with_one_fault_are_one_finding(
    kitchen: Kitchen, run: Run, record: str, code: str, line: int
) -> None:
    kitchen.write("heroes.yaml", record)
    result = run("check", kitchen.folder, "--json").json
    assert [(f["code"], f["line"], f["count"], len(f["also"])) for f in result["findings"]] == [(code, line, 100, 99)]
    assert "and 99 more like this, on lines 2, 3, 4, ..." in run("check", kitchen.folder).err


def test_cards_with_faults_of_their_own_are_told_one_by_one(kitchen: Kitchen) -> None:
    kitchen.write(
        "heroes.yaml", "".join(line.replace("starter", f"x{n}") for n, line in enumerate(RECORDS.splitlines(True)))
    )
    assert len(kitchen.findings()) == 100


@pytest.mark.slow
def test_looks_of_a_games_own_are_drawn_as_far_as_there_is_time(kitchen: Kitchen) -> None:
    for n in range(20):
        kitchen.write(f"templates/looks/dusk-{n:02}.yaml", "colors: {main: ink}\n")
    assert kitchen.findings() == ["game.yaml:2 unseen-looks"]
