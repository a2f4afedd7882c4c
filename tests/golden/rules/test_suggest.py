"""Suggestions from a deck's own habits: what they are worth on its own cards, and what they count."""

from __future__ import annotations

from functools import cache

import pytest
from places import SAMPLES

from printgen.build.jobs import load
from printgen.rules.decks import decks_of
from printgen.rules.dossiers import implied
from printgen.rules.suggest import NAMED, NAMED_OTHERS, Habits, Seen, Sign, Suggester, names_in

SKY = SAMPLES / "sky-couriers"


@cache
def suggester(target: str) -> Suggester:
    (job,) = load([target])
    decks = decks_of(job.game)
    table = job.game.tables.get("skills")
    names = {"skills": {code: (code, str(row["name"])) for code, row in table.rows.items()}} if table else {}
    return Suggester(decks[0].guidelines, [card for deck in decks for card in deck.dossiers], names)


@pytest.mark.slow
def test_the_first_suggestion_is_often_a_cards_own() -> None:
    """Floors of what docs/guide/solving.md says; each card is left out when it is its turn."""
    joe = suggester("go-joe")
    skills, service = (joe.tried(field) for field in joe.fields)
    assert skills.cards == 190 and skills.first >= 100 and skills.three >= 125 and skills.most < 40
    assert service.first >= 92 and service.three >= 145 and service.most < service.first


def test_a_card_is_no_witness_for_itself() -> None:
    here = Sign("role", "falconer", "falconer")
    alone = Seen({("role", "falconer"): here}, frozenset({"air"}), frozenset({"air"}))
    others = [Seen({}, frozenset(), frozenset({"sea"}))] * 3
    habits = Habits([alone, *others])
    assert habits.odds(alone)[0].outcome == "air"
    assert [one.outcome for one in habits.odds(alone, alone)] == ["sea"]
    assert habits.odds(others[0], others[0])[0].reason[1:3] == (2, 3)


def test_what_is_counted_is_told() -> None:
    sign = Sign("traits", "demolitions", "demolitions")
    cards = [Seen({("traits", "demolitions"): sign}, frozenset(), frozenset({"mines"}))] * 7
    cards += [Seen({("traits", "demolitions"): sign}, frozenset(), frozenset({"air"}))] * 2
    cards += [Seen({}, frozenset(), frozenset({"air"}))] * 9
    first = Habits(cards).odds(Seen({("traits", "demolitions"): sign}, frozenset(), frozenset()))[0]
    assert first.outcome == "mines" and first.reason[:3] == (sign, 7, 9) and first.score > 0


def test_a_name_that_has_seldom_meant_it_means_little() -> None:
    named = frozenset({"driver"})
    cards = [Seen({}, named, frozenset({"tank"}))] * 9 + [Seen({}, named, frozenset({"driver"}))]
    odds = {one.outcome: one for one in Habits(cards).odds(Seen({}, named, frozenset()))}
    assert odds["tank"].score > odds["driver"].score and odds["driver"].reason.have == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Airborne Trooper", {"air"}),
        ("Anti-Aircraft Trooper", {"anti-air"}),
        ("Anti-Armor Trooper", {"anti-armor"}),
        ("Underwater Specialist", {"water"}),
        ("Medical Specialist", {"medic"}),
        ("Repairman", set()),
    ],
)
def test_names_begin_or_end_words(text: str, found: set[str]) -> None:
    names = {code: (code,) for code in ("air", "anti-air", "armor", "anti-armor", "water", "medic")}
    assert names_in([text], names) == found


def test_what_a_role_says_counts_and_of_a_free_choice_one() -> None:
    guidelines = suggester("go-joe").guidelines
    driver = {"role": "Desert Fox Driver", "skills": ("desert", "air")}
    assert "vehicle" not in [one.word.name for one in implied(guidelines, driver, frozenset())]
    said = implied(guidelines, driver, frozenset(), vehicle=True)
    assert {(one.word.name, one.source) for one in said} == {
        ("survival training", "skill desert"), ("flying", "skill air"), ("vehicle", "role Desert Fox Driver"),
    }  # fmt: skip
    assert [len(one.choice) for one in said if one.word.name == "vehicle"] == [3]
    sky = suggester(str(SKY)).guidelines
    assert [one.word.name for one in implied(sky, {"routes": ("night",)}, frozenset())] == ["wireless"]


def test_what_a_figure_has_or_is_not_to_have_is_not_given_again() -> None:
    def given(held: set[str], barred: set[str] = frozenset(), off: tuple[str, ...] = ()) -> list[str]:  # type: ignore[assignment]
        values = {"role": "General", "skills": ("leader", "armor")}
        return [one.word.name for one in implied(suggester("go-joe").guidelines, values, held, barred, off)]

    assert given(set()) == ["leader", "general", "vehicle"]
    assert given({"leader", "armoredvehicle"}) == ["general"]
    assert given(set(), {"leader"}) == ["general", "vehicle"]
    assert given(set(), {"vehicle"}, ("weapons",)) == ["leader", "general"]
    assert given(set(), set(), ("traits",)) == []


def test_two_skills_where_both_are_likely() -> None:
    joe = suggester("go-joe")
    skills = joe.fields[0]
    known = joe.known(["radio backpack"], {}, {"role": "Communications Officer"})
    assert joe.best(skills, joe.odds(skills, known)) == ("communications", "leader")
    known = joe.known(["mine detector"], {}, {"role": "Sapper"})
    assert known.words["traits"] == ("demolitions",)
    assert joe.best(skills, joe.odds(skills, known)) == ("demolitions",)


def test_where_no_card_names_it_names_of_others_count_and_are_told_as_such() -> None:
    cards = [Seen({}, frozenset({"medic"}), frozenset({"medic"}))] * 4
    cards += [Seen({}, frozenset(), frozenset({"leader"}))] * 8
    reasons = {name: Habits(cards).odds(Seen({}, frozenset({name}), frozenset()))[0] for name in ("medic", "leader")}
    assert reasons["medic"].reason[:3] == (NAMED, 4, 4) and reasons["leader"].reason[:3] == (NAMED_OTHERS, 4, 4)


def test_a_single_card_proves_less_than_its_share_of_many() -> None:
    joe = suggester("go-joe")
    odds = joe.odds(joe.fields[0], joe.known([], {}, {"role": "Ninja Scout"}))
    # Two of three ninjas have Recon; the only scout flies.
    assert odds[0].outcome == "recon" and odds[1].outcome == "air" and odds[1].reason.of == 1
