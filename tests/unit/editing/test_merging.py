"""Two people change one list: what only one has changed is taken, what both have is asked, and nothing is lost."""

from typing import Any

import pytest

from printgen.editing.merging import Choices, merged
from printgen.editing.patching import applied, plain

BASE = [{"name": "Ann", "power": 1, "tags": ["a"]}, {"name": "Bob", "power": 2}, {"name": "Cid", "power": 3}]


def without(name: str) -> list[dict[str, Any]]:
    return [one for one in BASE if one["name"] != name]


def changed(name: str, **fields: Any) -> list[dict[str, Any]]:
    return [{**one, **fields} if one["name"] == name else one for one in BASE]


def result(
    mine: list[Any], theirs: list[Any], choices: Choices | None = None
) -> tuple[list[Any], list[tuple[str, str]]]:
    found = merged(BASE, mine, theirs, choices or {})
    held = plain(theirs)
    for change in found.changes:
        held = applied(held, change)
    return held, [(one.record, one.field) for one in found.conflicts]


def test_what_one_of_two_has_changed_is_taken() -> None:
    held, conflicts = result(changed("Ann", power=9), [*changed("Bob", power=8), {"name": "Dot"}])
    assert not conflicts
    assert held == [{**BASE[0], "power": 9}, {"name": "Bob", "power": 8}, BASE[2], {"name": "Dot"}]


def test_two_fields_of_one_record_are_no_conflict() -> None:
    held, conflicts = result(changed("Ann", power=9), changed("Ann", tags=["a", "b"]))
    assert not conflicts and held[0] == {"name": "Ann", "power": 9, "tags": ["a", "b"]}


@pytest.mark.parametrize(("side", "power"), [("mine", 9), ("theirs", 8)])
def test_one_field_that_both_have_changed_is_asked(side: Any, power: int) -> None:
    mine, theirs = changed("Ann", power=9), changed("Ann", power=8)
    held, conflicts = result(mine, theirs)
    assert conflicts == [("Ann", "power")] and held == theirs
    held, conflicts = result(mine, theirs, {("Ann", "power"): side})
    assert not conflicts and held[0]["power"] == power


def test_of_two_lists_both_can_be_had() -> None:
    mine, theirs = changed("Ann", tags=["a", "x"]), changed("Ann", tags=["y"])
    held, conflicts = result(mine, theirs, {("Ann", "tags"): "both"})
    assert not conflicts and held[0]["tags"] == ["y", "x"]


def test_records_that_come_and_go() -> None:
    dot = {"name": "Dot", "power": 4}
    assert result([BASE[0], dot, *BASE[1:]], BASE) == ([BASE[0], dot, *BASE[1:]], [])
    assert result(without("Bob"), BASE) == (without("Bob"), [])
    assert result(BASE, without("Bob")) == (without("Bob"), [])
    assert result(without("Bob"), changed("Bob", power=5)) == (changed("Bob", power=5), [("Bob", "")])
    assert result(without("Bob"), changed("Bob", power=5), {("Bob", ""): "mine"}) == (without("Bob"), [])
    assert result(changed("Bob", power=5), without("Bob")) == (without("Bob"), [("Bob", "")])
    assert result(changed("Bob", power=5), without("Bob"), {("Bob", ""): "mine"})[0] == changed("Bob", power=5)
