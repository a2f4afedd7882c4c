"""Errata of records and of table rows: whom each concerns, what stands in its place, and what corrects nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.game.documents import ErrataNote
from printgen.game.records import Game
from printgen.kinds import load
from printgen.kinds.documents import errata_notes
from printgen.rules.checks import all_corrections, by_reason, corrections_of

GAME = """\
title: Slips
version: "1"
tables:
  clans: {file: clans.yaml, fields: {name: text}}
  short: {file: short.yaml, fields: {long: text}}
records:
  hero:
    clan: {kind: choice, from: clans}
    job: text
    arts: {kind: list, optional: true}
products:
  deck: {kind: cards, title: Deck, list: deck.yaml, record: hero}
"""
CLANS = 'bear: {name: Bears, errata: [{field: name, printed: Bear, reason: "They are many."}]}\nwolf: {name: Wolves}\n'
SHORT = (
    'T.N.T.: {long: Dynamite, errata: [{field: long, printed: Dinamite, reason: "Misspelled."}]}\nT.N.: {long: Air}\n'
)
DECK = """\
- {name: Ann, clan: bear, job: T.N.T. thrower}
- name: Bob
  clan: wolf
  job: Medic
  arts: [cook, heal]
  errata:
    - {field: job, printed: Medic, instead: Healer, reason: "They are many."}
    - {field: arts, printed: cooks, reason: "One art."}
"""


def game_of(folder: Path, deck: str = DECK, clans: str = CLANS) -> Game:
    for name, text in (("game", GAME), ("clans", clans), ("short", SHORT), ("deck", deck)):
        (folder / f"{name}.yaml").write_text(text)
    game, findings = load(folder)
    assert game is not None and not findings
    return game


def test_a_record_has_its_own_errata_and_those_of_the_rows_that_it_names(tmp_path: Path) -> None:
    game = game_of(tmp_path)
    ann, bob = ([one[:4] for one in corrections_of(game, record)] for record in game.products["deck"].records)
    assert ann == [("Bears", "name", "Bear", "Bears"), ("T.N.T.", "long", "Dinamite", "Dynamite")]
    assert bob == [("Bob", "job", "Medic", "Healer"), ("Bob", "arts", "cooks", "cook, heal")]


def test_those_of_a_game_are_told_once_and_by_their_reasons(tmp_path: Path) -> None:
    told = by_reason(all_corrections(game_of(tmp_path)))
    assert {reason: [one.name for one in some] for reason, some in told.items()} == {
        "They are many.": ["Bob", "Bears"], "One art.": ["Bob"], "Misspelled.": ["T.N.T."]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        (
            [],
            "Medic → **Healer** (Bob, Cyd), Medic → **Nurse** (Di), Bear → **Bears**: They are many."
            " cooks → **cook, heal** (Bob): One art. Dinamite → **Dynamite** (T.N.T.): Misspelled.",
        ),
        (["Bob", "Di", "T.N.T."], "Medic → **Healer** (Cyd), Bear → **Bears**: They are many."),
    ],
)
def test_a_note_of_errata_says_whom_each_concerns(tmp_path: Path, left_out: list[str], said: str) -> None:
    more = "".join(
        f"- name: {name}\n  clan: wolf\n  job: Medic\n"
        f"  errata: [{{field: job, printed: Medic, instead: {instead}, reason: They are many.}}]\n"
        for name, instead in (("Cyd", "Healer"), ("Di", "Nurse"))
    )
    (note,) = errata_notes(game_of(tmp_path, DECK + more), ErrataNote.model_validate({"except": left_out}))
    assert note.text.text == said
