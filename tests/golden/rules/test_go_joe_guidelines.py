"""The guidelines of GO JOE are those of its rules, line by line, and its file of words knows all their names."""

from __future__ import annotations

from guided import go_joe

from printgen.base.folders import kits_folder
from printgen.reading.files import Files
from printgen.rules.guidelines import Guidelines, Stat
from printgen.rules.vocabulary import Vocabulary


def names(guidelines: Guidelines, field: str) -> list[str]:
    return [word.name for word in guidelines.words_of(field)]


def lines(stat: Stat) -> list[tuple[int, str]]:
    return [(line.amount, ", ".join(line.words)) for line in stat.lines]


def test_firepower_is_the_best_of_the_sources_table() -> None:
    stat = go_joe().stats["fp"]
    assert (stat.name, stat.title, stat.label, stat.best, stat.start) == ("fp", "Firepower", "FP", True, 0)
    assert lines(stat) == [
        (1, "pistol, crossbow pistol"),
        (2, "shotgun, machine pistol, bow, crossbow"),
        (3, "automatic rifle, sub-machine gun"),
        (4, "light machine gun, sniper rifle, laser"),
        (5, "heavy machine gun, flame thrower"),
        (6, "bazooka, missiles, rockets, mini-gun, grenade launcher"),
        (7, "vehicle mounted systems"),
    ]
    assert [line.numbers for line in stat.lines] == [None] * 6 + [(7, 12)]


def test_close_combat_and_tactics_are_three_with_the_sources_modifiers() -> None:
    _, cc, tac = go_joe().stats.values()
    assert (cc.name, cc.title, cc.best, cc.start) == ("cc", "Close Combat", False, 3)
    assert lines(cc) == [
        (1, "ninja, hand-to-hand specialist"),
        (1, "big muscles"),
        (1, "one HTH weapon"),
        (2, "two HTH weapons"),
        (-1, "encumbered"),
        (-1, "non-combat specialist"),
        (1, "animal companion"),
        (-1, "green"),
        (-1, "vehicle"),
        (1, "armored vehicle"),
        (2, "heavily armored vehicle"),
    ]
    assert (tac.name, tac.title, tac.best, tac.start) == ("tac", "Tactics", False, 3)
    assert lines(tac) == [
        (1, "ninja"),
        (1, "survival training"),
        (1, "SWAT training"),
        (1, "demolitions"),
        (1, "leader"),
        (1, "general"),
        (-1, "non-combat specialist"),
        (-1, "not too smart"),
        (-1, "green"),
        (1, "animal companion"),
        (1, "flying"),
    ]


def test_each_rule_cites_the_line_of_its_source() -> None:
    guidelines = go_joe()
    for stat in guidelines.stats.values():
        assert str(stat.start) in stat.source
        for line in stat.lines:
            amount = str(line.amount) if stat.best else f"{line.amount:+d}"
            said = {token for word in line.words for token in word.lower().split()}
            assert amount in line.source and said & {*line.source.lower().replace(",", "").split()}, line
    assert all(told.source for told in (*guidelines.expected, *guidelines.says))


def test_every_shipped_word_is_found_by_all_its_names() -> None:
    guidelines = go_joe()
    assert len(names(guidelines, "weapons")) == len(names(guidelines, "traits")) == 19
    shipped = Files(kits_folder() / "go-joe").part(kits_folder() / "go-joe" / "words.yaml", Vocabulary)
    assert shipped is not None
    entries = (
        entry for part in (shipped.also, shipped.ends, shipped.anywhere, shipped.models) for entry in part.items()
    )
    aliases = [(alias, name) for name, spellings in entries for alias in spellings]
    assert len(aliases) > 600
    for alias, name in aliases:
        for spelling in (alias, alias.upper(), alias.replace("-", " ")):
            found = guidelines.word(spelling)
            assert found is not None and (found[0].name, found[1]) == (name, None), spelling
    for alias in shipped.nothing:
        found_nothing = guidelines.meaning(alias)
        assert found_nothing is not None and found_nothing.word is None, alias
    assert guidelines.exclusive == (
        ("one HTH weapon", "two HTH weapons"),
        ("armored vehicle", "heavily armored vehicle"),
    )
