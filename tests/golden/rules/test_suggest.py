"""What cards that carry or say the same have: plain counts of a deck, and which sets of words are usual."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from places import SAMPLES

from printgen.build.jobs import load
from printgen.rules.card_sources import imply_words
from printgen.rules.decks import Deck, decks_of
from printgen.rules.solve import SolverAnswer
from printgen.rules.suggest import NO_WORD, Share, Sign, count_words, signs_of, usual_first


@cache
def decks(target: str) -> list[Deck]:
    (job,) = load([target])
    return decks_of(job.game)


def shares(field: str, values: dict[str, Any]) -> list[Share]:
    """The words of a field for a figure of GO JOE."""
    guidelines = decks("go-joe")[0].guidelines
    cards = [card for deck in decks("go-joe") for card in deck.dossiers]
    signs = signs_of(guidelines, values, {}, field)
    return count_words(guidelines.fields[field], guidelines, cards, signs)


@pytest.mark.slow
def test_each_word_has_the_count_that_speaks_most_for_it() -> None:
    """Held against a count over the deck's own records."""
    records = [record.values for deck in decks("go-joe") for record in deck.product.records]
    pilots = [one for one in records if "pilot" in one["role"].lower().replace("-", " ").split()]
    first = shares("skills", {"role": "Gunship Pilot"})[0]
    assert first.word == "air" and first.sign == Sign("role", "pilot")
    assert (first.have, first.of) == (sum("air" in one["skills"] for one in pilots), len(pilots))


def test_without_a_sign_all_cards_are_counted() -> None:
    records = [record.values for deck in decks("go-joe") for record in deck.product.records]
    found = {one.word: one for one in shares("skills", {"role": "Zorblaxer"})}
    bare = found[NO_WORD]
    assert bare.sign is None and (bare.have, bare.of) == (sum(not one["skills"] for one in records), len(records))


def test_a_single_card_proves_less_than_two_of_two() -> None:
    found = shares("skills", {"role": "Sweeper", "figure": {"accessories": ["mine detector", "Colt .45"]}})
    assert (found[0].word, found[0].have, found[0].of) == ("demolitions", 2, 2)
    assert found[1].of == 1


def test_two_words_of_an_accessory_are_a_sign_and_fillers_are_none() -> None:
    guidelines = decks("go-joe")[0].guidelines
    values = {"role": "Master of the Guard", "figure": {"accessories": ["mine detector with cable"]}}
    signs = signs_of(guidelines, values, {"weapons": ["pistol"]})
    assert [*signs] == [
        Sign("role", "master"), Sign("role", "guard"), Sign("weapons", "pistol"),
        Sign("accessories", "mine detector"), Sign("accessories", "detector cable"),
    ]  # fmt: skip


def test_sets_with_usual_words_come_first_among_those_of_a_size() -> None:
    guidelines = decks("go-joe")[0].guidelines
    cards = [card for deck in decks("go-joe") for card in deck.dossiers]
    sets = [("laser",), ("heavy machine gun", "pistol"), ("sub-machine gun",)]
    answers = [SolverAnswer({"weapons": words, "traits": ()}, len(words)) for words in sets]
    assert [one.words["weapons"] for one in usual_first(guidelines, cards, answers)] == [sets[2], sets[0], sets[1]]


def test_what_a_role_says_counts_and_of_a_free_choice_one() -> None:
    guidelines = decks("go-joe")[0].guidelines
    driver = {"role": "Desert Fox Driver", "skills": ("desert", "air")}
    assert "vehicle" not in [one.word.name for one in imply_words(guidelines, driver, frozenset())]
    said = imply_words(guidelines, driver, frozenset(), vehicle=True)
    assert {(one.word.name, one.source) for one in said} == {
        ("survival training", "skill desert"), ("flying", "skill air"), ("vehicle", "role Desert Fox Driver"),
    }  # fmt: skip
    assert [len(one.choice) for one in said if one.word.name == "vehicle"] == [3]
    sky = decks(str(SAMPLES / "sky-couriers"))[0].guidelines
    assert [one.word.name for one in imply_words(sky, {"routes": ("night",)}, frozenset())] == ["wireless"]


@pytest.mark.parametrize(
    ("held", "barred", "off", "given"),
    [
        (set(), set(), (), ["leader", "general", "vehicle"]),
        ({"leader", "armoredvehicle"}, set(), (), ["general"]),
        (set(), {"leader"}, (), ["general", "vehicle"]),
        (set(), {"vehicle"}, ("weapons",), ["leader", "general"]),
        (set(), set(), ("traits",), []),
    ],
)
def test_what_a_figure_has_or_is_not_to_have_is_not_given_again(
    held: set[str], barred: set[str], off: tuple[str, ...], given: list[str]
) -> None:
    values = {"role": "General", "skills": ("leader", "armor")}
    assert [one.word.name for one in imply_words(decks("go-joe")[0].guidelines, values, held, barred, off)] == given
