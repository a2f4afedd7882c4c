"""A small file of guidelines with its file of words: which words it counts, and what they are called."""

from __future__ import annotations

from pathlib import Path

from printgen.reading.files import Files
from printgen.rules.guidelines import Guidelines, load_guidelines
from printgen.rules.vocabulary import fold

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
