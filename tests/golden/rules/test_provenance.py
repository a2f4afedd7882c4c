"""Where the words of a card come from: its figure, its role, or nowhere; and what that makes of its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from printgen.base.errors import Finding
from printgen.base.folders import kits_folder
from printgen.build.jobs import Job
from printgen.kinds import load
from printgen.rules.card_sources import Dossier
from printgen.rules.decks import decks_of, totals_of

GAME = """\
title: Test
version: "1"
records:
  trooper:
    fp: integer
    cc: integer
    tac: integer
    role: {kind: text, optional: true}
    skills: {kind: list, optional: true}
    weapons: {kind: list, optional: true}
    traits: {kind: list, optional: true}
    figure: {kind: map, optional: true, of: {year: integer, vehicle: {kind: text, optional: true},
      accessories: {kind: list, optional: true}, mounted: {kind: list, optional: true}}}
    inferred: {kind: list, optional: true}
products:
  deck: {kind: cards, title: Deck, list: deck.yaml, record: trooper, options: {guidelines: guidelines.yaml}}
"""
GOOD = (
    "{name: Ann, fp: 2, cc: 6, tac: 5, role: Cobra Ninja, skills: [swamp], weapons: [bow], "
    "traits: [ninja, two swords, survival training], figure: {year: 1990, accessories: [compound bow, sword, knife]}}"
)
TANK = (
    "{name: Tank, fp: 8, cc: 4, tac: 2, role: Old Driver, skills: [armor], weapons: [vehicle weapons 8], "
    "traits: [heavily armored vehicle, green], inferred: [green], figure: {year: 1990, vehicle: Mole}}"
)


def job(folder: Path, *cards: str) -> Job:
    (folder / "game.yaml").write_text(GAME)
    for path in (kits_folder() / "go-joe").glob("*.yaml"):
        if path.stem in ("guidelines", "words"):
            (folder / path.name).write_text(path.read_text())
    (folder / "deck.yaml").write_text("".join(f"- {card}\n" for card in cards))
    game, findings = load(folder)
    assert game is not None and not findings, findings
    return Job.of(game)


def dossiers(folder: Path, *cards: str) -> Sequence[Dossier]:
    (deck,) = decks_of(job(folder, *cards).game)
    return deck.dossiers


def told(findings: Sequence[Finding], line: int = 1) -> list[tuple[int, str, str]]:
    return [(f.where.column, f.severity, f.code) for f in findings if f.where.line == line]


def marks(card: Dossier) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {origin.text: (origin.mark, origin.sources) for origin in card.origins.words}


def proven(card: Dossier) -> dict[str, bool]:
    return {one.stat.name: card.evidence(one).proven for one in card.stats}


def test_a_word_comes_from_an_accessory_the_role_or_nowhere(tmp_path: Path) -> None:
    free = GOOD.replace("Cobra Ninja", "Spy").replace("[swamp]", "[]").replace("}}", "}, inferred: [ninja]}")
    card, other = dossiers(tmp_path, GOOD, free)
    assert marks(card) == {
        "bow": ("seen", ("compound bow",)),
        "ninja": ("role", ("role Cobra Ninja",)),
        "two HTH weapons": ("seen", ("sword", "knife")),
        "survival training": ("role", ("skill swamp",)),
    }
    assert marks(other)["ninja"] == ("inferred", ()) and marks(other)["survival training"] == ("", ())
    data = card.as_data()
    assert data["figure"] == {"year": 1990, "accessories": ["compound bow", "sword", "knife"]}
    assert data["marks"]["weapons"] == [{"word": "bow", "mark": "seen", "from": ["compound bow"]}]
    assert other.as_data()["marks"]["traits"][2] == {"word": "survival training", "mark": None, "from": []}


def test_words_of_a_role_are_whole_words_of_it(tmp_path: Path) -> None:
    roles = {"Ninja": "role", "Master, ninja": "role", "Ninjas": "", "Cobra-Ninja": "role", "Nin Ja": ""}
    cards = dossiers(tmp_path, *(GOOD.replace("Cobra Ninja", f'"{role}"') for role in roles))
    assert [marks(card)["ninja"][0] for card in cards] == list(roles.values())


def test_a_sound_card_has_no_findings(tmp_path: Path) -> None:
    made = job(tmp_path, GOOD, TANK)
    assert made.check() == []
    assert [note.code for note in made.notes()] == ["explained"]


@pytest.mark.parametrize(
    ("old", "new", "at", "severity", "code"),
    [
        ("Cobra Ninja", "Thief", "ninja, two", "warning", "unfounded-word"),
        (", sword, knife]", ", sword]", "two swords", "warning", "unfounded-word"),
        ("knife]}}", "knife]}, inferred: [bow]}", "bow]}", "warning", "needless-inferred"),
        ("knife]}}", "knife]}, inferred: [ninja]}", "ninja]}", "warning", "needless-inferred"),
        ("knife]}}", "knife]}, inferred: [big muscles]}", "big muscles", "error", "unknown-inferred"),
        ("knife]}}", "knife]}, inferred: [wobble]}", "wobble", "error", "unknown-inferred"),
        ("[compound bow", "[bazooka, compound bow", "bazooka", "warning", "left-out"),
        ("[compound bow", "[dog, compound bow", "dog", "warning", "left-out"),
        ("knife]}}", "knife], mounted: [rockets]}}", "rockets", "warning", "left-out"),
        ("Cobra Ninja", "Stupid Ninja", "Stupid", "warning", "said"),
        ("training], f", "training, stupid], deviations: [{stat: tac, amount: 1, reason: x}], f", "stupid", "warning",
         "not-said"),
    ],
)  # fmt: skip
def test_what_a_figure_does_not_show(tmp_path: Path, old: str, new: str, at: str, severity: str, code: str) -> None:
    assert GOOD.count(old) == 1
    card = GOOD.replace(old, new)
    # A dash and a space stand before the card.
    found = told(job(tmp_path, card).check())
    assert (card.rindex(at) + 3, severity, code) in found
    # A word that only the role may say is none that an accessory could show.
    assert {code} == {other for _, _, other in found} - ({"unfounded-word"} if code == "not-said" else set())


def test_what_changes_no_number_is_worth_a_note(tmp_path: Path) -> None:
    card = GOOD.replace("[compound", "[.45 pistol, gizmo, compound")
    made = job(tmp_path, card)
    assert made.check() == []
    assert told(made.notes()) == [
        (card.index(".45") + 3, "info", "left-out"),
        (card.index("gizmo") + 3, "info", "not-understood"),
    ]
    (shown,) = dossiers(tmp_path, card)
    data = shown.as_data()
    assert data["left_out"] == [{"word": "pistol", "from": [".45 pistol"]}] and data["not_understood"] == ["gizmo"]


def test_a_third_blade_counts_for_nothing_more_and_one_of_two_is_left_out(tmp_path: Path) -> None:
    assert job(tmp_path, GOOD.replace("[compound", "[axe, compound")).check() == []
    one = GOOD.replace("two swords", "sword").replace("cc: 6", "cc: 5")
    (finding,) = job(tmp_path, one).check()
    assert finding.message == 'Ann came with "sword" and "knife": two HTH weapons, which its traits leave out'
    assert finding.hint == "Add two HTH weapons to its traits; CC changes with it."
    assert not proven(dossiers(tmp_path, one)[0])["cc"]


def test_cards_of_no_figure_are_left_alone(tmp_path: Path) -> None:
    bare = GOOD.replace(", figure: {year: 1990, accessories: [compound bow, sword, knife]}", "")
    bare = bare.replace("Cobra Ninja", "Thief")
    assert job(tmp_path, bare).check() == []
    (card,) = dossiers(tmp_path, bare)
    assert all(one.exact for one in card.stats) and not any(proven(card).values())


@pytest.mark.slow
def test_what_is_proven(tmp_path: Path) -> None:
    def of(old: str = "", new: str = "") -> list[str]:
        assert not old or GOOD.count(old) == 1
        (card,) = dossiers(tmp_path, GOOD.replace(old, new) if old else GOOD)
        assert all(one.exact for one in card.stats if card.evidence(one).proven)
        return [key for key, sure in proven(card).items() if sure]

    assert of() == ["fp", "cc", "tac"]
    # The ninja counts in two stats, and nothing but the card says so.
    assert of("Cobra Ninja", "Thief") == ["fp"]
    assert of("Cobra Ninja, skills: [swamp]", "Ninja, skills: []") == ["fp", "cc"]
    assert of("fp: 2", "fp: 3") == ["cc", "tac"]
    assert of("[compound bow", "[rifle, compound bow") == ["cc", "tac"]
    assert of("[compound bow", "[dog, compound bow") == ["fp"]


def test_numbers_that_are_copied_and_sums_that_fit_anything(tmp_path: Path) -> None:
    small = TANK.replace("heavily armored vehicle, green], inferred: [green]", "vehicle]")
    tank, car = dossiers(tmp_path, TANK, small.replace("cc: 4, tac: 2", "cc: 2, tac: 3"))
    fp, cc, tac = tank.stats
    assert fp.exact and tank.evidence(fp) == (False, True, ())
    # Green takes one from each.
    assert [tank.evidence(one).fits for one in (cc, tac)] == [(1, 2, 3, 4), ()]
    assert proven(tank) == {"fp": False, "cc": False, "tac": False}
    assert car.evidence(car.stats[1]).fits == (2, 3, 4, 5)
    assert proven(car) == {"fp": False, "cc": False, "tac": True}


def test_totals_tell_the_explained_from_the_proven(tmp_path: Path) -> None:
    bare = "{name: Bare, fp: 0, cc: 3, tac: 4, skills: [intelligence], weapons: [], traits: []}"
    off = "{name: Ofu, fp: 1, cc: 3, tac: 3, weapons: [], deviations: [{stat: fp, amount: 1, reason: x}]}"
    cards = dossiers(tmp_path, GOOD, TANK, bare.replace("tac: 4", "tac: 3"), off, "{name: Bo, fp: 0, cc: 3, tac: 3}")
    counts = totals_of(cards[0].guidelines, cards)
    assert (counts.cards, counts.entered, counts.on_record) == (5, 4, 2)
    assert counts.explained == {"fp": 3, "cc": 4, "tac": 4, "all": 3}
    assert counts.proven == {"fp": 1, "cc": 1, "tac": 1, "all": 1}
    assert (counts.copied, counts.free) == (1, 1)


def test_what_is_mounted_is_a_weapon_or_nothing(tmp_path: Path) -> None:
    """Bombs under a wing are no demolitions, a plough is no blade in the hand, and guns may be of no known worth."""
    mounted = "year: 1990, vehicle: Mole, mounted: [bombs, sword, gun pods, rockets]"
    tank = TANK.replace("year: 1990, vehicle: Mole", mounted).replace("8]", "8, rockets]")
    (card,) = dossiers(tmp_path, tank)
    assert marks(card)["rockets"] == ("seen", ("rockets",))
    assert card.origins.others == {"not_counted": ["bombs", "sword", "gun pods"], "not_understood": []}
    assert card.origins.left_out == ()


@pytest.mark.parametrize(
    ("weapons", "fp", "not_counted"),
    [
        ("[automatic rifle]", 3, ['grenade launcher of "AK-47 with grenade launcher"']),
        ("[automatic rifle, grenade launcher]", 6, []),
    ],
)
def test_what_a_thing_has_on_it_a_card_may_have_or_leave_out(
    tmp_path: Path, weapons: str, fp: int, not_counted: list[str]
) -> None:
    figure = "figure: {year: 1990, accessories: [AK-47 with grenade launcher]}"
    text = f"{{name: Bob, fp: {fp}, cc: 3, tac: 3, role: Guard, skills: [], weapons: {weapons}, traits: [], {figure}}}"
    (card,) = dossiers(tmp_path, text)
    assert [one.mark for one in card.origins.words] == ["seen"] * len(card.origins.words)
    assert not card.origins.left_out and card.origins.others["not_counted"] == not_counted
