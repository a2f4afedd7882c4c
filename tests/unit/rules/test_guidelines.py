"""Guidelines: the shipped ones are the source's, and mistakes in a file are all reported at their places."""

from __future__ import annotations

from pathlib import Path

import pytest
from guided import go_joe

from printgen.base.seeds import kits_folder
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


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("none: 0", "none: 0\n    base: 3", "3:5 unknown-key: fp: base has no place beside best-of"),
        ("base: 3", "none: 0", "9:5 unknown-key: cc: none has no place beside modifiers"),
        ("base: 3", "base: 300", "10:11 out-of-range: base is 300; it must be from 0 to 99"),
        ("base: 3", "base: three", "10:11 wrong-type: base should be a whole number"),
        ("    title: Close Combat\n", "", '9:5 missing-key: the key "title" is missing'),
        ("    modifiers:", "    modifers:", '11:5 unknown-key: unknown key "modifers"'),
        ("value: 1", "amount: 1", '6:9 missing-key: the key "value" is missing'),
        ("to: 12", "to: 7", "7:24 out-of-range: to is 7; it must be from 8 to 99"),
        ("weapons: [pistol", "weapns: [pistol", '6:20 unknown-key: unknown key "weapns"'),
        ("weapons: [pistol, crossbow pistol]", "weapons: []", "6:29 bad-length: weapons is empty"),
        ("traits: [green]", "traits: [Ninja]", '9:5 duplicate-name: cc counts "ninja" on two lines'),
        ("traits: [green]", "traits: [pistol]", '13:31 duplicate-name: "pistol" is one of the weapons above'),
        ("traits: [green]", "traits: [[green]]", "13:31 wrong-type: item 1 of traits should be text, not a list"),
        ("- [ninja, green]", "- [ninja, grean]", '15:13 unknown-word: no stat counts "grean"'),
        ("- [ninja, green]", "- [ninja]", "15:5 bad-length: item 1 of exclusive is 1 item long"),
        ("  green: ninja", "  green: pistol", '17:10 bad-value: two of "green" cannot be "pistol"'),
        ("  green: ninja", "  grin: ninja", '17:3 unknown-word: no stat counts "grin"'),
        (", reason: they leap", "", '19:5 missing-key: the key "reason" is missing'),
        ("{skills: air}", "{skills: air, role: x}", "19:12 bad-length: when is 2 items long"),
        ("words: words", "also: words", "20:1 unknown-key: other names of words stand in a file of words, and not"),
        ("words: words", "words: wards", "20:8 missing-file: words: there is no file"),
        ("none: 0", "none: no", "4:11 loose-scalar"),
        ("traits: [green]", "traits: [green], weapons: [bow]", "13:9 bad-value: this counts the words of one field"),
        ("{one: weapon}", "{one: Weapon!}", "21:47 bad-name: one: "),
        ("fields:", "report: {group: servce}\nfields:", "21:17 unknown-value: group has the unknown value"),
    ],
)
def test_mistakes_are_told_at_their_places(tmp_path: Path, old: str, new: str, finding: str) -> None:
    assert SMALL.count(old) == 1
    guidelines, findings = read(tmp_path, SMALL.replace(old, new))
    assert guidelines is None
    assert any(text.startswith(finding) for text in findings), findings


# Behind the lines of a small file.
SHOWN = """\
says:
  - {when: {skills: [medic, nurse]}, traits: [green], only: true}
free:
  - [ninja, fighter]
"""


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("[green]", "[grean]", '2:47 unknown-word: no stat counts "grean"'),
        ("[green]", "[green], weapons: [pistol]", "2:5 bad-value: this counts the words of one field: skills or"),
        ("traits: [green]", "trait: [green]", '2:38 unknown-key: unknown key "trait"'),
        ("{skills: [medic, nurse]}", "{}", "2:12 bad-length: when is empty"),
        ("only: true", "only: often", "2:61 wrong-type: only should be true or false"),
        ("[ninja, fighter]", "[ninja, fightr]", '4:13 unknown-word: no stat counts "fightr"'),
        ("[ninja, fighter]", "[ninja]", "4:5 bad-length: item 1 of free is 1 item long"),
    ],
)
def test_what_roles_say_has_its_mistakes_too(tmp_path: Path, old: str, new: str, finding: str) -> None:
    assert SHOWN.count(old) == 1
    whole, findings = read(tmp_path, SMALL + SHOWN)
    assert whole is not None and not findings and whole.needed_fields[-1] == "skills"
    guidelines, findings = read(tmp_path, SMALL + SHOWN.replace(old, new))
    assert guidelines is None
    line, _, told = finding.partition(":")
    finding = f"{SMALL.count(chr(10)) + int(line)}:{told}"
    assert any(text.startswith(finding) for text in findings), findings


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("  pistol: [side", "  pistul: [side", '2:3 unknown-word: no stat counts "pistul"'),
        ("[sidearm,", "[Ninja,", '2:12 duplicate-name: "Ninja" is already "ninja"'),
        ("[sidearm,", "[Pistol,", '2:12 duplicate-name: "Pistol" is already "pistol"'),
        ("revolver]", "Side-arm]", '4:20 duplicate-name: "Side-arm" is already "pistol"'),
        ("[fighting]", "[revolver]", '6:13 duplicate-name: "revolver" is already "pistol"'),
        ("[helmet]", "[revolver]", '7:11 duplicate-name: "revolver" is already "pistol"'),
        ("[helmet]", "[helmet, Helmet]", '7:19 duplicate-name: "Helmet" is already "nothing"'),
        ("also:", "alias:", '1:1 unknown-key: unknown key "alias"'),
    ],
)
def test_mistakes_among_the_words_are_told_at_their_places(tmp_path: Path, old: str, new: str, finding: str) -> None:
    assert WORDS.count(old) == 1
    guidelines, findings = read(tmp_path, SMALL, WORDS.replace(old, new))
    assert guidelines is None
    assert findings == [text for text in findings if text.startswith(finding)] and len(findings) == 1, findings


@pytest.mark.parametrize(
    ("more", "finding"),
    [
        ("models: {pistul: [P8]}", '9:10 unknown-word: no stat counts "pistul"'),
        ("models: {pistol: [M-1911]}", '9:19 duplicate-name: "M-1911" is already "pistol"'),
        ("carriers: {pistul: [arm]}", '9:12 unknown-word: no stat counts "pistul"'),
        ("pairs: [{word: pistul, first: [dart], last: [gun]}]", '9:16 unknown-word: no stat counts "pistul"'),
        ("pairs: [{first: [side], last: [arm]}]", '9:9 duplicate-name: "side arm" is already "pistol"'),
        (
            "pairs: [{word: pistol, first: [dart], last: [gun]}, {word: fighter, first: [dart], last: [gun]}]",
            '9:53 duplicate-name: "dart gun" is already "pistol"',
        ),
        ("pairs: [{word: pistol, first: [dart]}]", '9:9 missing-key: the key "last" is missing'),
    ],
)
def test_mistakes_among_models_pairs_and_carriers(tmp_path: Path, more: str, finding: str) -> None:
    guidelines, findings = read(tmp_path, SMALL, f"{WORDS}{more}\n")
    assert guidelines is None and len(findings) == 1 and findings[0].startswith(finding), findings


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


@pytest.mark.parametrize("text", ["", "- 1\n", "stats: {}\n", "stats: [1]\n", "stats: {fp: 3}\n", "{"])
def test_what_is_no_guidelines_at_all(tmp_path: Path, text: str) -> None:
    guidelines, findings = read(tmp_path, text)
    assert guidelines is None and findings
