"""What weapons and traits make of the stats: cases worked by hand, and what holds for all of them."""

from __future__ import annotations

import pytest
from guided import farm, go_joe, sums
from hypothesis import given
from hypothesis import strategies as st

from printgen.base.errors import Exit, Where
from printgen.rules.derive import derive

# weapons | traits | FP CC TAC | the reason, from the guidelines' lines
CASES = [
    ("", "", (0, 3, 3), "no ranged weapon is 0; Close Combat and Tactics start from 3"),
    ("bow", "ninja, two HTH weapons", (2, 6, 4), "bow 2; 3 + ninja 1 + two weapons 2; 3 + ninja 1"),
    ("", "encumbered, non-combat specialist", (0, 1, 2), "3 - 1 - 1; a medic loses Tactics too: 3 - 1"),
    ("pistol", "", (1, 3, 3), "a pistol is 1"),
    ("crossbow pistol", "", (1, 3, 3), "so is a crossbow pistol, which is no crossbow"),
    ("shotgun", "SWAT training", (2, 3, 4), "shotgun 2; SWAT training +1 to Tactics alone"),
    ("machine pistol, pistol", "", (2, 3, 3), "only the best weapon counts: 2, not 3"),
    ("crossbow", "", (2, 3, 3), "crossbow 2"),
    ("automatic rifle", "leader", (3, 3, 4), "rifle 3; leader +1"),
    ("sub-machine gun", "ninja, leader", (3, 4, 5), "3; 3 + 1; 3 + ninja 1 + leader 1"),
    ("light machine gun", "encumbered, not too smart", (4, 2, 2), "4; 3 - 1; 3 - 1"),
    ("sniper rifle", "survival training", (4, 3, 4), "4; survival training +1"),
    ("laser", "green", (4, 2, 2), "laser 4; green costs 1 in both"),
    ("heavy machine gun", "big muscles, encumbered", (5, 3, 3), "5; muscles carry the load: 3 + 1 - 1"),
    ("flame thrower", "encumbered", (5, 2, 3), "5; 3 - 1; Tactics untouched"),
    ("bazooka", "encumbered, green", (6, 1, 2), "6; 3 - 1 - 1; 3 - 1"),
    ("missiles", "", (6, 3, 3), "missiles 6"),
    ("rockets, pistol", "", (6, 3, 3), "rockets 6 beat the pistol"),
    ("mini-gun", "big muscles", (6, 4, 3), "6; 3 + 1"),
    ("grenade launcher", "demolitions", (6, 3, 4), "6; demolitions +1"),
    ("vehicle mounted systems 7", "vehicle, flying", (7, 2, 4), "its number; a vehicle -1; flying +1"),
    ("vehicle mounted systems 8", "heavily armored vehicle", (8, 5, 3), "its number; heavy armor +2"),
    ("vehicle mounted systems 10, pistol", "armored vehicle", (10, 4, 3), "the number, not the line's 7; armor +1"),
    ("", "hand-to-hand specialist", (0, 4, 3), "+1 in Close Combat; only a ninja gains Tactics"),
    ("", "ninja, hand-to-hand specialist", (0, 4, 4), "both stand on one line: +1 together"),
    ("", "one HTH weapon", (0, 4, 3), "one weapon +1"),
    ("", "two HTH weapons, big muscles", (0, 6, 3), "3 + 2 + 1"),
    ("shotgun", "animal companion", (2, 4, 4), "an animal counts +1 in both"),
    ("automatic rifle", "general, leader, non-combat specialist", (3, 2, 4), "3 - 1; 3 + 1 + 1 - 1"),
    ("", "green, non-combat specialist, not too smart, encumbered, vehicle", (0, -1, 0), "3 - 4; 3 - 3"),
    ("", "vehicle, armored vehicle", (0, 3, 3), "3 - 1 + 1: these are two lines"),
    ("", "ninja, survival training, SWAT training, demolitions, leader, general, flying", (0, 4, 10), "3 + 7 lines"),
]


def words(text: str) -> list[str]:
    return [word for word in text.split(", ") if word]


@pytest.mark.parametrize(("weapons", "traits", "values", "reason"), CASES)
def test_cases_worked_by_hand(weapons: str, traits: str, values: tuple[int, int, int], reason: str) -> None:
    derived = sums(go_joe(), words(weapons), words(traits))
    assert tuple(derived.values.values()) == values, reason
    assert list(derived.values) == ["fp", "cc", "tac"]
    assert not derived.problems


def test_the_sum_is_shown_line_by_line() -> None:
    assert sums(go_joe(), ["sub-machine gun", "pistol"], ["leader", "ninja"]).as_data() == {
        "fp": {"value": 3, "because": [["sub-machine gun", 3]]},
        "cc": {"value": 4, "because": [["base", 3], ["ninja", 1]]},
        "tac": {"value": 5, "because": [["base", 3], ["ninja", 1], ["leader", 1]]},
    }
    assert sums(go_joe(), [], ["ninja", "hand-to-hand specialist"]).stats["cc"].because[1:] == (
        ("ninja and hand-to-hand specialist", 1),
    )
    assert sums(go_joe(), [], []).stats["fp"].because == (("none", 0),)
    assert sums(go_joe(), ["vehicle mounted systems 9"], []).stats["fp"].because == (("vehicle mounted systems 9", 9),)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("SMG", "sub-machine gun"),
        ("uzi", "sub-machine gun"),
        ("Submachine  Gun", "sub-machine gun"),
        ("LMG", "light machine gun"),
        ("m60", "heavy machine gun"),
        ("M-60", "heavy machine gun"),
        ("FLAMETHROWER", "flame thrower"),
        ("Minigun", "mini-gun"),
        (".50 Cal", "heavy machine gun"),
        ("vehicle-mounted weapons: 8", "vehicle mounted systems 8"),
        ("Vehicle Mounted Systems (12)", "vehicle mounted systems 12"),
    ],
)
def test_a_weapon_may_be_called_what_a_file_card_calls_it(text: str, name: str) -> None:
    assert sums(go_joe(), [text], []).carried["weapons"] == (name,)
    assert sums(go_joe(), [text], []).stats["fp"] == sums(go_joe(), [name], []).stats["fp"]


def test_two_of_a_kind() -> None:
    assert sums(go_joe(), [], ["sword"]).carried["traits"] == ("one HTH weapon",)
    for traits in (
        ["sword", "knife"], ["sword", "sword"], ["axe", "whip", "club"], ["swords", "knife"], ["swords", "knives"],
        ["knife", "two HTH weapons"], ["Throwing Stars"], ["Ninja Sword and Dagger"], ["none", "two swords"],
    ):  # fmt: skip
        derived = sums(go_joe(), [], traits)
        assert (derived.stats["cc"].value, derived.carried["traits"], derived.problems) == (5, ("two HTH weapons",), ())
    # Of what has no twice, any number counts once.
    assert sums(go_joe(), ["pistol", "pistol"], ["desert training", "arctic training"]).values == {
        "fp": 1,
        "cc": 3,
        "tac": 4,
    }


@pytest.mark.parametrize(
    ("weapons", "traits", "code", "message", "hint"),
    [
        ("shotgan", "", "unknown-weapon", 'the guidelines have no weapon "shotgan"', "Did you mean 'shotgun'?"),
        ("", "ninjaa", "unknown-trait", 'the guidelines have no trait "ninjaa"', "Did you mean 'ninja'?"),
        ("M-33", "", "unknown-weapon", 'the guidelines have no weapon "M-33"', "Use one of: pistol, "),
        ("vehicle systms 9", "", "unknown-weapon", "no weapon", "Did you mean 'vehicle systems 9' (vehicle"),
        ("qqq", "", "unknown-weapon", "no weapon", "Use one of: pistol, crossbow pistol, "),
        ("sword", "", "unknown-weapon", '"sword" is one of the traits, not of the weapons', "Move it to traits."),
        ("", "Uzi", "unknown-trait", '"Uzi" is one of the weapons, not of the traits', "Move it to weapons."),
        ("vehicle mounted systems", "", "missing-number", "needs its number, from 7 to 12", "such as vehicle mounted"),
        ("vehicle mounted systems 6", "", "out-of-range", "has the number 6; it must be from 7 to 12", "Choose"),
        ("vehicle mounted systems 13", "", "out-of-range", "has the number 13", "Choose a number from 7 to 12."),
        ("pistol 2", "", "unknown-weapon", 'no weapon "pistol 2"', "Did you mean 'pistol'?"),
        ("", "", "unknown-weapon", "", ""),
    ],
)
def test_words_that_cannot_be_counted(weapons: str, traits: str, code: str, message: str, hint: str) -> None:
    derived = sums(go_joe(), [weapons] if not traits else [], [traits] if traits else [])
    assert tuple(derived.values.values()) == (0, 3, 3)
    (problem,) = derived.problems
    assert problem.code == code
    assert message in problem.message
    assert hint in problem.hint
    assert (problem.severity, problem.where, problem.exit) == ("error", Where("printgen"), Exit.RULES_BROKEN)


def test_words_that_exclude_each_other() -> None:
    words = ["general", "heavily armored vehicle", "leader", "armored vehicle"]
    derived = derive(go_joe(), {"traits": words}, lambda field, index: Where(field.flag, index))
    assert {p.where.file for p in derived.problems} == {"--trait"}
    assert [(p.code, p.where.line, p.message) for p in derived.problems] == [
        ("exclusive", 3, '"heavily armored vehicle" and "armored vehicle" exclude each other'),
    ]


def test_a_kit_with_stats_of_its_own() -> None:
    def values(weapons: list[str], traits: list[str]) -> tuple[int, ...]:
        return tuple(sums(farm(), weapons, traits).values.values())

    assert values([], []) == (1, 2, 0)
    # What is worth less than nothing at all does not count in a best-of.
    assert values([], ["lame"]) == (1, 1, 0)
    assert sums(farm(), [], ["lame"]).stats["pace"].because == (("none", 1),)
    assert values(["plough"], ["Mare"]) == (3, 3, 0)
    # A tractor and a plough stand on one line.
    assert values(["tractor 6", "plough"], ["mule"]) == (6, 5, 0)
    assert values([], ["clover", "clover"]) == (1, 2, 3)
    assert sums(farm(), ["tractor 4"], ["horse"]).problems[0].code == "exclusive"


GUIDES = st.sampled_from([go_joe(), farm()])


@st.composite
def carried(draw: st.DrawFn) -> tuple[object, list[str], list[str]]:
    guidelines = draw(GUIDES)
    weapons = [
        f"{word.name} {draw(st.integers(*word.numbers))}" if word.numbers else word.name
        for word in draw(st.lists(st.sampled_from(guidelines.words_of("weapons")), max_size=6))
    ]
    return (
        guidelines,
        weapons,
        draw(st.lists(st.sampled_from([word.name for word in guidelines.words_of("traits")]), max_size=8)),
    )


@pytest.mark.slow
@given(carried(), st.randoms())
def test_order_does_not_matter(given_words: tuple, dice: object) -> None:  # type: ignore[type-arg]
    guidelines, weapons, traits = given_words
    first = sums(guidelines, weapons, traits)
    dice.shuffle(weapons)  # type: ignore[attr-defined]
    dice.shuffle(traits)  # type: ignore[attr-defined]
    again = sums(guidelines, weapons, traits)
    assert (first.stats, first.carried) == (again.stats, again.carried)
    assert len(first.problems) == len(again.problems)


@pytest.mark.slow
@given(carried(), st.sampled_from([word.name for word in go_joe().words_of("weapons")]))
def test_another_weapon_never_lowers_firepower(given_words: tuple, more: str) -> None:  # type: ignore[type-arg]
    _, weapons, traits = given_words
    weapon = f"{more} 7" if more.startswith("vehicle") else more
    before, after = sums(go_joe(), weapons, traits), sums(go_joe(), [*weapons, weapon], traits)
    assert after.stats["fp"].value >= before.stats["fp"].value
    assert [after.stats[key] for key in ("cc", "tac")] == [before.stats[key] for key in ("cc", "tac")]


@pytest.mark.slow
@given(st.lists(st.text(max_size=12), max_size=4), st.lists(st.text(max_size=12), max_size=4))
def test_any_text_is_derived_or_told_of(weapons: list[str], traits: list[str]) -> None:
    derived = sums(go_joe(), weapons, traits)
    for key, total in derived.stats.items():
        assert total.value == sum(amount for _, amount in total.because), key
    assert all(problem.message and problem.hint and problem.code for problem in derived.problems)


@pytest.mark.slow
@given(carried())
def test_the_words_of_the_guidelines_derive_the_same(given_words: tuple) -> None:  # type: ignore[type-arg]
    guidelines, weapons, traits = given_words
    derived = sums(guidelines, weapons, traits)
    again = derive(guidelines, derived.carried)
    assert (again.stats, again.carried) == (derived.stats, derived.carried)
