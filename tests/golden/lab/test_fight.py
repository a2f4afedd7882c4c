"""A fight, exactly: the vectors of the specification, what must hold for any fight, and another library of dice."""

import pickle
from fractions import Fraction
from random import Random

import fighting
import icepool
import pytest
from fighting import COBRAS, HUNTERS, JOES, PREY, team, unit

from printgen.lab.fight import Fight, chances, fight, odds
from printgen.lab.sums import FightPlace, Rules, Team, itemize, measure
from printgen.lab.workbench import rules_of

JUNGLE = FightPlace("jungle")


def told(attack: str, defend: str, field: FightPlace = JUNGLE, **chosen: str) -> Fight:
    return fight(fighting.rules(**chosen), team(attack), team(defend), field, lines=True)


def test_the_vectors_of_the_specification() -> None:
    found = told(JOES, COBRAS)
    sides = [(one.attacker[:2], one.defender[:2]) for one in found.types]
    assert sides == [((34, 0), (26, 0)), ((35, 0), (24, 0)), ((36, 0), (24, 0))]
    assert (found.win, found.lose, found.tie) == (1, 0, 0)
    found = told(HUNTERS, PREY)
    sides = [(one.attacker[:2], one.defender[:2]) for one in found.types]
    assert sides == [((13, 2), (11, 1)), ((10, 2), (7, 1)), ((10, 2), (4, 1))]
    ways = [(one.win * 216, one.lose * 216, one.tie * 216) for one in found.types]
    assert ways == [(206, 4, 6), (212, 1, 3), (216, 0, 0)]
    assert [round(float(chance), 4) for chance in (found.win, found.lose, found.tie)] == [0.9784, 0.0077, 0.0139]


def test_every_line_of_a_sum_is_told() -> None:
    side = told(JOES, COBRAS).types[0].attacker
    assert side.because[-2:] == (("Leader: Duke, Stalker, Snake-Eyes", 12), ("Service: 4 GJ", 4))
    prey = told(HUNTERS, PREY).types[0].defender
    assert prey.because[-2:] == (("faces Anti-Armor: H.I.S.S. Driver", -3), ("faces Anti-Armor: Ferret", -3))
    assert prey.rolls == (("Terrain (jungle): Gnawgahyde", 1),)


def test_what_holds_for_any_fight() -> None:
    random = Random(1)
    for _ in range(300):
        rules = rules_of(fighting.file(), fighting.drawn_options(random))
        attackers, defenders, field = fighting.drawn(random, rules)
        found = fight(rules, attackers, defenders, field, lines=True)
        for one in (found, *found.types):
            assert one.win + one.lose + one.tie == 1 == sum(one.decided)
        for side in (side for one in found.types for side in (one.attacker, one.defender)):
            assert side.flat == sum(number for _, number in side.because)
            assert side.dice == sum(number for _, number in side.rolls)
        for after, members in ((found.attacker, attackers), (found.defender, defenders)):
            assert sum(after.lost.values()) == 1
            assert sum(n * chance for n, chance in after.lost.items()) == len(members) - after.survivors
        assert odds(rules, attackers, defenders, field) == pytest.approx(tuple(map(float, found[1:4])))
        # The order of units changes nothing.
        mixed = tuple(random.sample(attackers, len(attackers))), tuple(random.sample(defenders, len(defenders)))
        assert fight(rules, *mixed, field)[1:5] == found[1:5]
        assert dict(zip(mixed[0], fight(rules, *mixed, field).attacker.survive, strict=True)) == dict(
            zip(attackers, found.attacker.survive, strict=True)
        )


def test_sides_that_change_places_change_their_chances() -> None:
    random, rules = Random(2), fighting.rules()
    one_sided = {"recon", "ambush"}
    units = [card.unit for card in fighting.cards() if not card.unit.skills & one_sided]
    for _ in range(100):
        one, other = (tuple(random.sample(units, random.randint(1, 5))) for _ in range(2))
        terrain = random.choice([None, *rules.terrains])
        there, back = (
            fight(rules, one, other, FightPlace(terrain, False, 6)),
            fight(rules, other, one, FightPlace(terrain, False, 0, 6)),
        )
        assert (there.win, there.lose, there.tie) == (back.lose, back.win, back.tie)


def test_a_plain_unit_more_never_makes_it_worse() -> None:
    random, rules = Random(3), fighting.rules()
    for _ in range(200):
        attackers, defenders, field = fighting.drawn(random, rules)
        more = (
            *attackers[:4],
            unit("Recruit", tuple(random.randint(0, 4) for _ in range(3)), random.choice(["", "GJ"])),
        )
        assert fight(rules, more, defenders, field).win >= fight(rules, attackers[:4], defenders, field).win


def by_icepool(
    rules: Rules, attackers: Team, defenders: Team, field: FightPlace
) -> tuple[Fraction, Fraction, Fraction]:
    """The chances as another library works them out, from sums that this one has added up."""
    total = [Fraction(0)] * 3
    for at in range(len(rules.types)):
        flat_a, dice_a = measure(rules, attackers, defenders, at, True, field)
        flat_d, dice_d = measure(rules, defenders, attackers, at, False, field)
        apart = dice_a @ icepool.d6 + flat_a - (dice_d @ icepool.d6 + flat_d)
        for n, met in enumerate((apart > 0, apart < 0, apart == 0)):
            die = icepool.Die([met]) if isinstance(met, bool) else met
            total[n] += Fraction(die.quantity(True), die.denominator()) / len(rules.types)
    return total[0], total[1], total[2]


@pytest.mark.slow
def test_another_library_of_dice_agrees() -> None:
    random, rules = Random(4), fighting.rules()
    for _ in range(200):
        attackers, defenders, field = fighting.drawn(random, rules)
        found = fight(rules, attackers, defenders, field)
        assert (found.win, found.lose, found.tie) == by_icepool(rules, attackers, defenders, field)


@pytest.mark.parametrize("faces", [2, 6, 10])
def test_ways_are_counted_as_somebody_would_who_lists_them(faces: int) -> None:
    from itertools import product

    for dice_a, dice_d, lead in ((0, 0, 0), (1, 0, -3), (2, 1, -1), (1, 3, 4), (0, 2, 2)):
        sums = [
            sum(rolled[:dice_a]) + lead - sum(rolled[dice_a:])
            for rolled in product(range(1, faces + 1), repeat=dice_a + dice_d)
        ]
        expected = (sum(s > 0 for s in sums), sum(s < 0 for s in sums), sum(s == 0 for s in sums), len(sums))
        assert chances(lead, dice_a, 0, dice_d, faces) == expected


def test_rules_reach_another_process_whole() -> None:
    rules = fighting.rules(leaders="once")
    odds(rules, team(JOES), team(COBRAS))
    there: Rules = pickle.loads(pickle.dumps(rules))
    assert there == rules and not there.cache
    assert fight(there, team(JOES), team(COBRAS)) == fight(rules, team(JOES), team(COBRAS))


def test_named_rules_change_what_they_say() -> None:
    leaders = {
        option: told(JOES, COBRAS, leaders=option).types[0].attacker.flat for option in ("stack", "once", "none")
    }
    assert leaders == {"stack": 34, "once": 26, "none": 22}
    service = {
        option: told(JOES, COBRAS, service=option).types[0].attacker.flat for option in ("units", "team", "none")
    }
    assert service == {"units": 34, "team": 35, "none": 30}
    anti = {option: told(HUNTERS, PREY, anti=option).types[0].defender.flat for option in ("all", "one-for-one")}
    assert anti == {"all": 11, "one-for-one": 14}
    darklon = {option: told("Zap", "Darklon", anti="all", clamp=option).types for option in ("may", "zero")}
    assert [one.defender.flat for one in darklon["may"]] == [4, 1, 0]
    boar = {option: told("Zap", "Wild Boar", clamp=option).types[2].defender for option in ("may", "zero")}
    assert (boar["may"].flat, boar["zero"].flat) == (-1, 0)
    assert boar["zero"].because[-1] == ("no unit below 0: Wild Boar", 1)


def test_ties_are_decided_as_the_rule_says() -> None:
    # 1 against 1, without dice: always equal; and 6 in 36 with a die each.
    one, leader = unit("One"), unit("Other")
    for option, decided in (
        ("defender", (0, 1, 0)),
        ("attacker", (1, 0, 0)),
        ("re-roll", (0, 1, 0)),
        ("both-lose", (0, 0, 1)),
    ):
        found = fight(fighting.rules(tie=option), (one,), (leader,))
        assert found.tie == 1 and found.decided == decided
    scouts = unit("One", (3, 3, 3), "", "recon"), unit("Other", (3, 3, 3), "", "ambush")
    again = fight(fighting.rules(tie="re-roll"), scouts[:1], scouts[1:])
    assert again.tie == Fraction(1, 6) and again.decided == (Fraction(1, 2), Fraction(1, 2), 0)


def test_what_a_fight_costs() -> None:
    weak = (unit("Weak", (0, 0, 0)),)
    strong = tuple(unit(f"Strong {n}", (9, 9, 9)) for n in range(5))
    found = fight(fighting.rules(), strong, weak)
    assert dict(found.attacker.lost) == {0: Fraction(1, 2), 1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 6)}
    assert found.attacker.survive == (Fraction(4, 5),) * 5 and found.defender.survive == (0,)
    nursed = (*strong[:4], unit("Doc", (1, 1, 3), "", "medic"))
    assert dict(fight(fighting.rules(), nursed, weak).attacker.lost) == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    # Two units lose no more than two; half of the time that is both.
    assert fight(fighting.rules(), strong[:2], weak).attacker.lost[2] == Fraction(1, 3)
    # In Close Combat, a third of fights, Air units retreat, winners and losers alike.
    flyer = unit("Ace", (0, 0, 0), "", "air")
    lost = fight(fighting.rules(), strong, (flyer,)).defender
    assert lost.survive == (Fraction(1, 3),)
    assert fight(fighting.rules(retreat="none"), strong, (flyer,)).defender.survive == (0,)
    winners = (*strong[:4], unit("Ace", (9, 9, 9), "", "air"))
    ace = fight(fighting.rules(), winners, weak).attacker
    assert ace.survive[:4] == (Fraction(4, 5),) * 4 and ace.survive[4] == Fraction(4, 5) + Fraction(1, 15)


def test_a_winner_draws_others_in_place_of_its_air_units() -> None:
    weak = (unit("Weak", (0, 0, 0)),)
    winners = (*(unit(f"Strong {n}", (9, 9, 9)) for n in range(2)), unit("Ace", (9, 9, 9), "", "air"))
    after = fight(fighting.rules(drawn="others"), winners, weak).attacker
    # Close Combat, a third of fights: 0, 0, 0, 1, 2 or 3 of the two others; else of all three.
    ground = Fraction(1, 3) * Fraction(0 + 0 + 0 + 1 + 2 + 2, 6 * 2) + Fraction(2, 3) * Fraction(6, 6 * 3)
    assert after.survive == (1 - ground, 1 - ground, 1 - Fraction(2, 3) * Fraction(6, 6 * 3))
    assert sum(after.lost.values()) == 1
    flyers = (unit("Ace", (9, 9, 9), "", "air"),)
    assert fight(fighting.rules(drawn="others"), flyers, weak, only=1).attacker.survive == (1,)


def test_an_empty_team_fights_or_is_destroyed() -> None:
    nobody, base = (), FightPlace(None, True)
    lone = (unit("One", (3, 3, 3)),)
    assert fight(fighting.rules(), lone, nobody, base).win == Fraction(1, 3)
    assert fight(fighting.rules(), nobody, lone).lose == 1
    gone = fight(fighting.rules(empty="destroyed"), lone, nobody, base)
    assert gone.win == 1 and odds(fighting.rules(empty="destroyed"), lone, nobody, base) == (1, 0, 0)


def test_a_base_and_artillery_are_counted() -> None:
    rules = fighting.rules()
    field = FightPlace(None, True, 9, 6)
    for at, (attack, defend) in enumerate(((3 + 9, 3 + 6), (3, 3), (3 + 9, 3 + 6))):
        attacker = itemize(rules, (unit(),), (unit(),), at, True, field)
        defender = itemize(rules, (unit(),), (unit(),), at, False, field)
        assert attacker[:2] == (attack, 0) and defender[:2] == (defend, 1)
        assert defender.rolls == (("Base", 1),)
