"""Decks with guidelines: numbers that follow from what a card carries, deviations, contradictions and comparisons."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.base.errors import Exit
from printgen.base.folders import kits_folder
from printgen.build.jobs import Job
from printgen.game.records import Game
from printgen.kinds import load
from printgen.rules.decks import decks_of

GAME = """\
title: Test
version: "1"
records:
  trooper:
    fp: {kind: integer, min: 0, max: 12}
    cc: {kind: integer, min: 0, max: 12}
    tac: {kind: integer, min: 0, max: 12}
    role: {kind: text, optional: true}
    skills: {kind: list, optional: true}
    weapons: {kind: list, optional: true}
    traits: {kind: list, optional: true}
products:
  deck:
    kind: cards
    title: Deck
    list: deck.yaml
    record: trooper
    options: {guidelines: guidelines.yaml}
  again:
    kind: cards
    title: The same deck
    list: deck.yaml
    record: trooper
    options: {guidelines: guidelines.yaml}
  plain: {kind: cards, title: Without guidelines, list: deck.yaml, record: trooper}
"""
GOOD = "{name: Kamakura, fp: 2, cc: 6, tac: 4, weapons: [bow], traits: [ninja, two swords]}"


def game(folder: Path, *cards: str, options: str = "") -> Game:
    (folder / "game.yaml").write_text(GAME.replace("yaml}", f"yaml{options}}}"))
    for name in ("guidelines.yaml", "words.yaml"):
        (folder / name).write_text((kits_folder() / "go-joe" / name).read_text())
    (folder / "deck.yaml").write_text("".join(f"- {card}\n" for card in cards))
    loaded, findings = load(folder)
    assert loaded is not None and not findings, findings
    return loaded


def found(folder: Path, *cards: str, options: str = "") -> list[str]:
    findings = Job.of(game(folder, *cards, options=options)).check()
    return [f"{Path(f.where.file).name}:{f.where.line}:{f.where.column} {f.severity} {f.code}" for f in findings]


@pytest.mark.slow
def test_a_card_that_follows_from_what_it_carries(tmp_path: Path) -> None:
    assert found(tmp_path, GOOD) == []
    deviating = GOOD.replace("tac: 4", "tac: 5")[:-1] + ", deviations: [{stat: tac, amount: +1, reason: wise}]}"
    assert found(tmp_path, deviating) == []


def test_cards_without_a_dossier_are_left_out_until_it_is_required(tmp_path: Path) -> None:
    bare, empty = "{name: Bare, fp: 9, cc: 9, tac: 9}", "{name: Plain, fp: 0, cc: 3, tac: 3, weapons: []}"
    assert found(tmp_path, bare, empty) == []
    assert found(tmp_path, bare, empty, options=", dossiers: required") == ["deck.yaml:1:3 error missing-dossier"]
    for nothing in ("weapons: none, skills: none", "weapons: [none], traits: none"):
        assert (
            found(tmp_path, f"{{name: Plain, fp: 0, cc: 3, tac: 3, {nothing}}}", options=", dossiers: required") == []
        )
    # An empty dossier says that the figure carries nothing.
    assert found(tmp_path, "{name: X, fp: 1, cc: 3, tac: 3, traits: []}") == ["deck.yaml:1:17 error not-derived"]


@pytest.mark.parametrize(
    ("old", "new", "at", "code"),
    [
        ("fp: 2", "fp: 3", "3, cc", "not-derived"),
        ("[bow]", "[bow, uzzi]", "uzzi", "unknown-weapon"),
        ("[ninja,", "[ninjah,", "ninjah", "unknown-trait"),
        ("two swords", "armored vehicle, heavy tank", "heavy", "exclusive"),
        ("two swords]", "two swords], deviations: [{stat: luck, amount: 1, reason: x}]", "{stat", "unknown-stat"),
        ("two swords]", "two swords], deviations: [{stat: cc, amount: 1, reason: x}]", "{stat", "wrong-deviation"),
        ("two swords]", "two swords], deviations: [{stat: cc, amount: 0, reason: x}]", "{stat", "needless-deviation"),
        (
            "two swords]",
            "two swords], deviations: [{stat: cc, amount: 1, reason: x}, {stat: cc, amount: -1, reason: z}]",
            "{stat: cc, amount: -1",
            "duplicate-deviation",
        ),
    ],
)
def test_cards_that_do_not(tmp_path: Path, old: str, new: str, at: str, code: str) -> None:
    assert GOOD.count(old) == 1
    card = GOOD.replace(old, new)
    # A dash and a space stand before the card.
    assert found(tmp_path, card) == [f"deck.yaml:1:{card.index(at) + 3} error {code}"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("{stat: cc, amount: 1}", "missing-key"),
        ("{stat: cc, amount: 1, reason: ''}", "bad-length"),
        ("{stat: cc, amount: 0.5, reason: x}", "wrong-type"),
        ("{stat: cc, amount: true, reason: x}", "wrong-type"),
        ("{field: cc, amount: 1, reason: x}", "unknown-key"),
    ],
)
def test_a_deviation_is_a_stat_an_amount_and_a_reason(tmp_path: Path, entry: str, code: str) -> None:
    game(tmp_path, GOOD)
    (tmp_path / "deck.yaml").write_text(f"- {GOOD[:-1]}, deviations: [{entry}]}}\n")
    assert code in {finding.code for finding in load(tmp_path)[1]}


def test_findings_say_how_to_mend_the_card(tmp_path: Path) -> None:
    (finding,) = Job.of(game(tmp_path, GOOD.replace("cc: 6", "cc: 5"))).check()
    assert finding.message == ("Kamakura has CC 5; its weapons and traits give 6 (base 3, ninja 1, two HTH weapons 2)")
    assert finding.hint == "Correct the card, or record the deviation: {stat: cc, amount: -1, reason: ...}."
    assert finding.exit == Exit.RULES_BROKEN
    wrong = GOOD.replace("cc: 6", "cc: 5")[:-1] + ", deviations: [{stat: cc, amount: -2, reason: x}]}"
    (finding,) = Job.of(game(tmp_path, wrong)).check()
    assert finding.message == "Kamakura has CC 5; weapons and traits give 6 and the recorded deviation -2"
    assert finding.hint == "Correct the amount to -1."


@pytest.mark.parametrize(
    ("skill", "traits", "numbers"),
    [
        ("air", "flying", "0, cc: 3, tac: 4"),
        ("medic", "non-combat specialist", "0, cc: 2, tac: 2"),
        ("leader", "general", "0, cc: 3, tac: 4"),
        ("demolitions", "explosives expert", "0, cc: 3, tac: 4"),
        ("armor", "heavily armored vehicle", "0, cc: 5, tac: 3"),
        ("driver", "vehicle", "0, cc: 2, tac: 3"),
    ],
)
def test_skills_that_traits_contradict(tmp_path: Path, skill: str, traits: str, numbers: str) -> None:
    fits = f"{{name: A, fp: {numbers}, skills: [recon, {skill}], traits: [{traits}]}}"
    assert found(tmp_path, fits) == []
    lacks = f"{{name: A, fp: 0, cc: 3, tac: 3, skills: [recon, {skill}], weapons: []}}"
    assert found(tmp_path, lacks) == ["deck.yaml:1:51 warning contradiction"]
    (finding,) = Job.of(game(tmp_path, lacks)).check()
    assert f"has {skill} among its skills, and not the trait" in finding.message


def test_guidelines_with_mistakes_and_fields_that_no_card_has(tmp_path: Path) -> None:
    game(tmp_path, GOOD)

    def codes() -> list[str]:
        loaded, findings = load(tmp_path)
        assert loaded is not None
        return [f.code for f in (*findings, *Job.of(loaded).check())]

    path = tmp_path / "game.yaml"
    good = path.read_text()
    path.write_text(good.replace("yaml}", "yaml, dossiers: requird, wobble: 3}"))
    assert codes() == ["unknown-value", "unknown-key"] * 2
    path.write_text(good.replace("guidelines: g", "guidlines: g", 1))
    assert codes() == ["unknown-key"]
    path.write_text(good)
    path = tmp_path / "guidelines.yaml"
    path.write_text(path.read_text().replace("  tac:\n", "  wit:\n"))
    assert set(codes()) == {"unknown-field"}
    path.write_text("stats: 3\n")
    # Two decks name the file; its mistakes are told once.
    assert codes() == ["missing-key", "wrong-type"]
    path.unlink()
    assert set(codes()) == {"missing-file"}


def test_a_game_without_guidelines_has_nothing_to_say(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text('title: T\nversion: "1"\n')
    loaded, _ = load(tmp_path)
    assert loaded is not None
    assert decks_of(loaded) == []
    assert Job.of(loaded).notes() == []


def test_explaining_a_card(tmp_path: Path) -> None:
    card = GOOD.replace("cc: 6", "cc: 5")[:-1] + ", deviations: [{stat: cc, amount: -1, reason: One is a toy.}]}"
    (deck,) = decks_of(game(tmp_path, card))
    (shown,) = deck.dossiers
    assert [(one.stat.name, one.printed, one.derived.value, one.deviation, one.exact) for one in shown.stats] == [
        ("fp", 2, 2, 0, True),
        ("cc", 5, 6, -1, False),
        ("tac", 4, 4, 0, True),
    ]
    assert all(one.agrees for one in shown.stats)
    data = shown.as_data()
    told = ["figure", "marks", "left_out", "not_counted", "not_understood"]
    assert list(data) == ["name", "role", "weapons", "traits", *told, "entered", "stats"]
    assert data["stats"]["cc"] == {
        "value": 6,
        "because": [["base", 3], ["ninja", 1], ["two HTH weapons", 2]],
        "printed": 5,
        "exact": False,
        "proven": False,
        "copied": False,
        "deviation": {"amount": -1, "reason": "One is a toy."},
        "fits": [],
    }
    assert data["stats"]["fp"]["deviation"] is None


def test_twins_dominated_cards_and_totals(tmp_path: Path) -> None:
    loaded = game(
        tmp_path,
        "{name: Ann, fp: 3, cc: 3, tac: 3, skills: [air, recon]}",
        "{name: Bea, fp: 3, cc: 3, tac: 3, skills: [recon, air], weapons: [uzi], traits: []}",
        "{name: Cal, fp: 3, cc: 3, tac: 3, skills: [air]}",
        "{name: Cal, fp: 2, cc: 3, tac: 4, skills: [air], weapons: [uzi], traits: [flying]}",
        "{name: Dan, fp: 2, cc: 2, tac: 4, skills: []}",
    )
    notes = Job.of(loaded).notes()
    assert {note.severity for note in notes} == {"info"}
    assert [(note.where.line, note.code, note.message) for note in notes] == [
        (
            14,
            "explained",
            "Deck: 2 of 5 cards say what they carry; explained exactly: FP 1, CC 2, TAC 2, all of them 1",
        ),
        (1, "twins", "Ann, Bea: all have FP 3, CC 3, TAC 3 and air, recon"),
        (3, "dominated", "Cal (line 3) is never better than Ann"),
        (5, "dominated", "Dan is never better than Cal (line 4)"),
    ]
