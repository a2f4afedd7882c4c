"""What collectors and other toy lines call things is read as a collector reads it, and not because a list has it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from guided import farm, go_joe, sums

from printgen.base.folders import kits_folder
from printgen.reading.files import Files
from printgen.rules.checks import find_likely_slip
from printgen.rules.vocabulary import Vocabulary, fold

SHORT = {"one HTH weapon": "1 HTH", "two HTH weapons": "2 HTH", "animal companion": "animal"}


def rows(name: str) -> Iterator[tuple[str, str]]:
    """The names in a file beside this one, each with what it is read as."""
    for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
        text, parts, reading = line.rpartition(" = ")
        if parts and not line.startswith("#"):
            yield text, reading


def read(name: str) -> set[str]:
    """What a name comes to: the Firepower of what shoots, and its traits."""
    meant = go_joe().meaning(name)
    named = [word.name for word in meant.all_words] if meant else []
    weapons = [word.name for word in meant.of("weapons")] if meant else []
    traits = sums(go_joe(), [], [word for word in named if word not in weapons]).carried["traits"]
    firepower = {str(sums(go_joe(), weapons, []).values["fp"])} if weapons else set()
    return firepower | {SHORT.get(trait, trait) for trait in traits} or {"-"}


def word_of(name: str, unknown: str) -> str:
    """The word that a name means: "-" for what counts for nothing."""
    meant = go_joe().meaning(name)
    return unknown if meant is None else meant.word.name if meant.word else "-"


def test_names_of_other_toy_lines_are_read_as_a_collector_reads_them() -> None:
    table = {name: set(reading.split(" + ")) for name, reading in rows("toys.txt")}
    assert {name: read(name) for name in table} == table
    others = dict(rows("other-toys.txt"))
    assert {name: word_of(name, "-") for name in others} == others


def test_names_that_no_list_holds_are_understood_refused_or_not_guessed_at() -> None:
    table = dict(rows("names.txt"))
    assert {name: word_of(name, "?") for name in table} == table
    for name, reading in table.items():
        if reading == "-":
            (problem,) = sums(go_joe(), [name], []).problems
            assert (problem.code, problem.message) == ("no-weapon", f'"{name}" is no weapon')
            assert problem.hint == "Leave it out: it adds to neither FP nor CC nor TAC."
        elif reading == "?":
            assert all(go_joe().spellings.nearest(name, field) is None for field in ("weapons", "traits")), name


def test_hardly_any_of_them_is_listed() -> None:
    names = [name for name, _ in rows("toys.txt")]
    listed = {*go_joe().spellings.names, *go_joe().spellings.endings}
    assert len(names) == len(set(names))
    assert sum(fold(name) not in listed for name in names) >= 700
    words = Files(kits_folder() / "go-joe").part(kits_folder() / "go-joe" / "words.yaml", Vocabulary)
    assert words is not None
    lists = [text for part in (words.also, words.ends) for texts in part.values() for text in texts]
    held = {fold(text) for text in (*lists, *words.nothing)}
    assert sum(fold(name) not in held for name, reading in rows("names.txt") if reading not in "-?") >= 60


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("bazoka", "Did you mean 'bazooka'?"),
        ("Kalashnikow", "Did you mean 'Kalashnikov' (automatic rifle)?"),
        ("Pump-Action Shotgn", "Did you mean 'shotgun'?"),
        ("snipre rifel (black)", "Did you mean 'sniper rifle'?"),
        ("Assault Rilfe with scope", "Did you mean 'assault rifle' (automatic rifle)?"),
        ("lazer rifle", "Did you mean 'laser rifle' (laser)?"),
        ("torpdo", "Did you mean 'torpedo' (missiles)?"),
    ],
)
def test_a_slip_is_mended_by_the_name_that_was_meant(text: str, hint: str) -> None:
    (problem,) = sums(go_joe(), [text], []).problems
    assert problem.hint == hint


def test_letters_alone_make_no_slip() -> None:
    assert find_likely_slip("shotgan", ["shotgun", "machinegun"]) == "shotgun"
    assert find_likely_slip("shtogun", ["shotgun"]) == "shotgun"
    pairs = "m32 m2, harpoongun handgun, cat bat, dagger ranger, lance dance, pump puma, beam bear"
    for key, name in (pair.split() for pair in pairs.split(", ")):
        assert find_likely_slip(key, [name]) is None, key


def test_what_one_holds_in_the_hand_is_a_thing() -> None:
    things = ("Uzi", "pistol", "wolf", "SAW", "Samurai Sword")
    others = [
        "one HTH weapon",
        "ninja master",
        "leader",
        "green",
        "pilot",
        "EOD",
        "vehicle weapons 8",
        "animal companion",
    ]
    told = {text: meant.thing for text in (*things, *others) if (meant := go_joe().meaning(text))}
    assert told == dict.fromkeys(things, True) | dict.fromkeys(others, False)


def test_a_kit_has_words_of_its_own() -> None:
    names = ("Red tractor red 5", "old donkeys", "tin bucket", "clovers of luck")
    meant = {text: found.word and found.word.name for text in names if (found := farm().meaning(text))}
    assert meant == {"old donkeys": "mule", "tin bucket": None}
    found = farm().word("four-leaved clovers")
    assert found is not None and found[0].name == "clovers"


def test_no_text_is_too_long_or_too_odd() -> None:
    for text in (" with" * 5000, "of " * 5000, "(" * 3000, "a" * 100_000, "rifle " * 5000, ", " * 3000, "\0", "-"):
        go_joe().meaning(text)
        go_joe().spellings.nearest(text, "weapons")


@pytest.mark.parametrize(
    ("name", "words", "left"),
    [
        ("Pistol and Frobnicator", ["pistol"], "Frobnicator"),
        ("Frobnicator, Machete & Holster", ["one HTH weapon"], "Frobnicator"),
        ("Frobnicator & Holster", None, ""),
        ("Helmet / Visor", [], ""),
        ("Frobnicator 17", None, ""),
        ("Rifle with bayonet", ["automatic rifle"], "bayonet"),
        ("Pistol with scope", ["pistol"], ""),
        ("Holster with pistol", ["pistol"], ""),
        ("Pair of Ninja Swords", ["two HTH weapons"], ""),
    ],
)
def test_what_does_not_count_beside_a_thing_is_told(name: str, words: list[str] | None, left: str) -> None:
    meant = go_joe().meaning(name)
    assert (meant and [word.name for word in meant.all_words]) == words
    assert go_joe().spellings.beside(name) == left


def test_two_of_a_kind_in_one_name() -> None:
    two, alone = ("Sword (x2)", "Sword x2", "Sword (2)", "3 x Knife"), ("Sword (x1)", "Two-Handed Sword")
    close = {trait: sums(go_joe(), [], [trait]).values["cc"] for trait in (*two, *alone)}
    assert close == dict.fromkeys(two, 5) | dict.fromkeys(alone, 4)
    assert sums(go_joe(), ["Uzi (x2)"], []).values["fp"] == 3
