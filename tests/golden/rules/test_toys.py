"""What figures of twenty other toy lines came with is read as a collector reads it, and not because a list has it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from guided import go_joe, sums

from printgen.rules.vocabulary import fold

SHORT = {"one HTH weapon": "1 HTH", "two HTH weapons": "2 HTH", "animal companion": "animal"}


def rows() -> Iterator[tuple[str, set[str]]]:
    for line in Path(__file__).with_name("toys.txt").read_text(encoding="utf-8").splitlines():
        name, reads, reading = line.rpartition(" = ")
        if reads and not line.startswith("#"):
            yield name, set(reading.split(" + "))


def read(name: str) -> set[str]:
    """What a name comes to: the Firepower of what shoots, and its traits."""
    meant = go_joe().meaning(name)
    named = [word.name for word in meant.all_words] if meant else []
    weapons = [word.name for word in meant.of("weapons")] if meant else []
    traits = sums(go_joe(), [], [word for word in named if word not in weapons]).carried["traits"]
    firepower = {str(sums(go_joe(), weapons, []).values["fp"])} if weapons else set()
    return firepower | {SHORT.get(trait, trait) for trait in traits} or {"-"}


def test_names_of_other_toy_lines_are_read_as_a_collector_reads_them() -> None:
    table = dict(rows())
    assert {name: read(name) for name in table} == table


def test_hardly_any_of_them_is_listed() -> None:
    names = [name for name, _ in rows()]
    listed = {*go_joe().spellings.names, *go_joe().spellings.endings}
    assert len(names) == len(set(names))
    assert sum(fold(name) not in listed for name in names) >= 700
