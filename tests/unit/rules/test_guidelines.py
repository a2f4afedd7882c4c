"""Guidelines: the shipped ones are the source's, and mistakes in a file are all reported at their places."""

from __future__ import annotations

from pathlib import Path

from guided import go_joe

from printgen.base.folders import kits_folder
from printgen.reading.files import Files
from printgen.rules.derive import load_guidelines
from printgen.rules.guidelines import Guidelines, Stat
from printgen.rules.vocabulary import Vocabulary, fold

SMALL = """\
stats:
  fp:
    title: Firepower
    none: 0
    best-of:
      - {value: 1, weapons: [pistol, crossbow pistol]}
      - {value: 7, to: 12, weapons: [vehicle systems]}
  cc:
    title: Close Combat
    base: 3
    modifiers:
      - {amount: +1, traits: [ninja, fighter]}
      - {amount: -1, traits: [green]}
exclusive:
  - [ninja, green]
twice:
  green: ninja
expected:
  - {when: {skills: air}, traits: [ninja], reason: they leap}
words: words.yaml
fields: {skills: {one: skill}, weapons: {one: weapon}, traits: {one: trait}}
"""
WORDS = """\
also:
  pistol: [sidearm, M-1911]
ends:
  pistol: [pistol, revolver]
anywhere:
  fighter: [fighting]
nothing: [helmet]
notes: [with]
"""


def read(folder: Path, text: str, words: str = WORDS) -> tuple[Guidelines | None, list[str]]:
    path = folder / "guidelines.yaml"
    path.write_text(text)
    path.with_name("words.yaml").write_text(words)
    files = Files(folder)
    guidelines = load_guidelines(files, path)
    return guidelines, [f"{f.where.line}:{f.where.column} {f.code}: {f.message}" for f in files.findings]


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


def test_words_of_a_small_file(tmp_path: Path) -> None:
    guidelines, findings = read(tmp_path, SMALL)
    assert guidelines is not None and not findings
    assert names(guidelines, "weapons") == ["pistol", "crossbow pistol", "vehicle systems"]
    assert names(guidelines, "traits") == ["ninja", "fighter", "green"]
    numbered = guidelines.word("Vehicle-Systems 8")
    assert numbered is not None and (numbered[0].name, numbered[1]) == ("vehicle systems", 8)
    assert guidelines.word("M1911") == guidelines.word("pistol")
    assert guidelines.word("pistol 8") is guidelines.word("") is guidelines.word("8") is None
    assert guidelines.pairs == {"green": guidelines.word_index["ninja"]}
    assert fold("Sub-Machine  Gun.") == "submachinegun"


def test_a_small_file_reads_by_the_same_rules(tmp_path: Path) -> None:
    more = """\
models: {pistol: [P8]}
pairs: [{word: fighter, first: [fist], last: [arm]}, {first: [toy], last: [pistol]}]
bare: [rod]
carriers: {pistol: [arm]}
"""
    small, findings = read(tmp_path, SMALL, WORDS.replace("nothing: [helmet]", "nothing: [helmet, arm]") + more)
    assert small is not None and not findings
    told = {name: found.word.name if (found := small.meaning(name)) and found.word else None for name in (
        "old P8 thing", "toy pistol", "iron fist arm", "pistol arm", "left arm", "P8's helmet", "P8's thing",
    )}  # fmt: skip
    assert told == {
        "old P8 thing": "pistol", "toy pistol": None, "iron fist arm": "fighter", "pistol arm": "pistol",
        "left arm": None, "P8's helmet": None, "P8's thing": None,
    }  # fmt: skip
