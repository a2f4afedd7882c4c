"""Expressions in templates: what they can say, and that they can neither reach out nor eat the machine."""

from typing import Any

import pytest

from printgen.base.errors import ValueProblem
from printgen.reading.expressions import parse_value

CARD = {"name": "Soup", "taste": 4, "skills": ("boil", "bake"), "none": None, "items": 7}


def value(raw: Any, **context: Any) -> Any:
    return parse_value(raw).get({"card": CARD, **context})


@pytest.mark.parametrize(
    ("raw", "result"),
    [
        ("plain", "plain"),
        (3, 3),
        (None, None),
        ("{{ card.taste }}", 4),
        ("{{card.taste}}", 4),
        ("{{ card.taste }}!", "4!"),
        ("No. {{ card.taste }} {{ card.name | upper }}", "No. 4 SOUP"),
        ("{{ card.none }}", None),
        ("a{{ card.none }}b", "ab"),
        ("{{ card.items }}", 7),
        ("{{ card['name'] }}", "Soup"),
        ("{{ card.skills[1] }}", "bake"),
        ("{{ -card.taste }}", -4),
        ("{{-card.taste}}", -4),
        ("{{ -0.9 if card.none else 2 }}", 2),
        ("{{ ['boil', 'boil', 'bake'] | unique | length }}", 2),
        ("{{ card.skills | reverse | first }}", "bake"),
        ("{{ ['chop'] + card.skills + card.skills }}", ["chop", "boil", "bake", "boil", "bake"]),
        ("{{ 'hot' if card.taste > 3 and not card.none else 'cold' }}", "hot"),
        ("{{ card.taste * 2 + 1 }}", 9),
        ("{{ 7 // 2 }} {{ 7 % 2 }} {{ 7 / 2 }}", "3 1 3.5"),
        ("{{ 6 / 2 }} of {{ 0.1 + 0.2 }} and {{ 8 / 2 ~ '!' }}", "3 of 0.3 and 4!"),
        (
            "{{ 5000000 / 2 }} of {{ 1234567.891 * 1 }} and {{ 8000000 / 4 ~ '!' }}",
            "2500000 of 1234567.891 and 2000000!",
        ),
        ("{{ 'a :fire: [red]b[/] :Gem2:!' | upper }}", "A :fire: [red]B[/] :Gem2:!"),
        ("{{ 'At A:B:C [SEE]' | lower }} {{ 'hot :fire: cup' | title }}", "at a:b:c [see] Hot :fire: Cup"),
        ("{{ 'hot :Gem2: Cup' | capitalize }}", "Hot :Gem2: cup"),
        ("Can {{ card.skills }}.", "Can boil, bake."),
        ("{{ card.taste > 3 }} or {{ card.taste > 4 }}", "true or false"),
        ("<{{ card.none | upper }}{{ card.none ~ '-' }}{{ [card.none, 1] | join(':') }}>", "<-:1>"),
        ("{{ 'a' + 'b' }}{{ 'c' ~ 1 }}", "abc1"),
        ("{{ [1] + [2] }}", [1, 2]),
        ("{{ card.skills | join(', ') }}", "boil, bake"),
        ("{{ 'Zap (Tank)' | split(' (') | last }}", "Tank)"),
        ("{{ 'Zap' | split(' (') | length }}", 1),
        ("{{ card.skills | length == 2 }}", True),
        ("{{ 'boil' in card.skills }}", True),
        ("{{ 'boil' not in card.skills }} {{ 'fry' not in card.skills }}", "false true"),
        ("{{ card.skills | sort | first }}", "bake"),
        ("{{ card.skills | reverse }}", ["bake", "boil"]),
        ("{{ [1, 1, 2] | unique }}", [1, 2]),
        ("{{ [[1], card.skills] | sum(none, ['a']) }}", ["a", 1, "boil", "bake"]),
        ("{{ card.name | replace('S', 's') }}", "soup"),
        ("{{ card.nope | default('?') }}", "?"),
        ("{{ card.nope is defined }}", False),
        ("{{ 2.5 | round | int }}", 2),
        ("{{ [3, 1, 2] | min }} {{ [3, 1, 2] | max }} {{ 3 is odd }} {{ 4 is odd }}", "1 3 true false"),
        # Ranks from 2 to A are numbers and texts; one is none of the other.
        ("{{ card.taste == 'A' }} {{ 'A' != card.taste }} {{ card.taste in ['J', 'Q'] }}", "false true false"),
        ("{{ 3 < card.taste == 4.0 != 5 }} {{ card.taste is in [4] and 'oi' in 'boil' }}", "true true"),
        ("{{ true }}", True),
        ("{{ none }}", None),
    ],
)
def test_expressions(raw: Any, result: Any) -> None:
    got = value(raw)
    assert got == result and type(got) is type(result)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("{% for x in card.skills %}x{% endfor %}", "a value holds texts and {{ expressions }} only"),
        ("{# note #}", "a value holds texts and {{ expressions }} only"),
        ("{% set x = 1 %}{{ x }}", "a value holds texts and {{ expressions }} only"),
        ("{{ card.name", "a value holds texts and {{ expressions }} only"),
        ("{{ card.name.upper() }}", "uses 'call'"),
        ("{{ range(10) }}", "uses 'call'"),
        ("{{ cycler }}", "there is no 'cycler' here"),
        ("{{ self }}", "there is no 'self' here"),
        ("{{ 10**10**8 }}", "uses 'pow'"),
        ("{{ 'a' * 10**9 }}", "uses 'pow'"),
        ("{{ card.name[0:2] }}", "uses 'slice'"),
        ("{{ {'a': 1} }}", "uses 'dict'"),
        ("{{ card.__class__ }}", "private name"),
        ("{{ card._fields }}", "private name"),
        ("{{ (card.name | upper).__class__ }}", "private name"),
        ("{{ card.name | uper }}", "there is no filter 'uper'. Did you mean 'upper'?"),
        ("{{ card.name | attr('__class__') }}", "there is no filter 'attr'"),
        ("{{ card.name | format }}", "there is no filter 'format'"),
        ("{{ card.taste is divisibleby(2) }}", "there is no test 'divisibleby'"),
        ("{{ 3 3 }}", "cannot read '3 3'"),
        ("{{ }}", "cannot read ''"),
        ("{{ card.name | }}", "cannot read 'card.name |': a name is missing"),
        ("{{ card.name card.taste }}", "'card' cannot stand there; write ~ to join texts"),
        ("{{ card.taste 'x' }}", "a text cannot stand there; write ~ to join texts"),
        ("{{ card.taste + }}", "it ends too early"),
        ("{{ (card.taste }}", "')' is missing"),
        ("{{ card.taste ? 1 }}", "'?' cannot stand there"),
        ("{{ card.taste & 1 }}", "'&' cannot stand there"),
    ],
)
def test_what_is_refused_before_any_card_is_drawn(raw: str, words: str) -> None:
    with pytest.raises(ValueProblem) as caught:
        value(raw)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("{{ card.nme }}", "there is no 'nme' here. Did you mean 'name'?"),
        ("{{ card.nme | upper }}", "there is no 'nme' here. Did you mean 'name'?"),
        ("{{ card['nme'] }}", "there is no 'nme' here. Did you mean 'name'?"),
        ("{{ crd.name }}", "there is no 'crd' here. Did you mean 'card'?"),
        ("{{ crd ~ '!' }}", "there is no 'crd' here. Did you mean 'card'?"),
        ("{{ wide + 1 }}", "there is no 'wide' here. Use one of"),
        ("{{ card.nme * 2 }}", "there is no 'nme' here. Did you mean 'name'?"),
        ("see {{ card }}", "a mapping cannot be printed as it is; name one of its keys, such as name"),
        ("{{ card.name > 2 }}", "'>' cannot compare a text with a number"),
        ("{{ card.name | round }}", "a text cannot be rounded"),
        ("{{ card.name | replace('a') }}", "'replace' takes something else in its brackets"),
        ("{{ card.skills[card.none] }}", "what is looked up here is empty"),
        ("{{ card.taste | join }}", "a number has no entries"),
        ("{{ card.name.first }}", "there is no 'first' here"),
        ("{{ card.skills[5] }}", "there is no entry 5"),
        ("{{ card.taste / 0 }}", "nothing can be divided by 0"),
        ("{{ card.taste % 0 }}", "nothing can be divided by 0"),
        ("{{ card.taste // 0.0 }}", "nothing can be divided by 0"),
        ("{{ [card.skills, 1] | sum }}", "'+' works on numbers, not on a number and a list"),
        ("{{ [[1], card.name] | sum(none, []) }}", "a list and a text cannot be added up"),
        ("{{ [] | first | upper }}", "the list is empty"),
        ("{{ card.name + 1 }}", "'+' works on numbers, not on a text and a number"),
        ("{{ card.name * 2 }}", "'*' works on numbers"),
        ("{{ '%1000000000d' % 1 }}", "'%' works on numbers"),
        ("{{ [0] * 1000000000 }}", "'*' works on numbers"),
        ("{{ card['__class__'] }}", "there is no '__class__' here"),
        ("{{ card.name['__class__'] }}", "there is no '__class__' here"),
        ("{{ card.name.upper ~ '' }}", "there is no 'upper' here"),
        ("{{ card.none.name }}", "there is no 'name' here"),
        ("{{ '4' == card.taste }}", "'4' is a text, and card.taste is the number 4; write 4 == card.taste"),
        ("{{ 3 < card.taste != '4.0' }}", "write card.taste != 4"),
        ("{{ card.taste is in ['4'] }}", "write card.taste | string in ['4']"),
        ("{{ (card.name == 'Soup') == 'true' }}", "what is compared is the flag true, and 'true' is a text"),
        ("{{ ('0' ~ card.taste) == card.taste }}", "write both as numbers, or both as texts"),
        ("{{ [card] | where('taste', '4') }}", "write both as numbers, or both as texts"),
        ("{{ [4] | without(['4']) }}", "the list has the text '4'"),
    ],
)
def test_what_is_refused_while_a_card_is_drawn(raw: str, words: str) -> None:
    with pytest.raises(ValueProblem) as caught:
        value(raw)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "raw",
    [
        "{{ 'aaaaaaaaaa'" + " | replace('a', 'aaaaaaaaaa')" * 5 + " }}",
        "{{ 'aaaaaaaaaa'" + " | list | join('aaaaaaaaaaaaaaaaaaaa')" * 5 + " }}",
        "{{ long ~ long ~ long }}",
        "{{ long + long + long }}",
        "{{ long }}{{ long }}{{ long }}",
        "{{ [long ~ long ~ long, 1] }}",
        "{{ many + many + many }}",
        "{{ big * big }}",
        "{{ big * big / big }}",
        "{{ (long | list + long | list + long | list) | length }}",
        "{{ [big, big, big] | sum * big }}",
    ],
)
def test_values_cannot_grow_without_end(raw: str) -> None:
    with pytest.raises(ValueProblem, match=r"longer than|too large|works on numbers"):
        value(raw, long="x" * 4000, many=[0] * 4000, big=10**12)


def test_which_names_a_value_reads() -> None:
    assert parse_value("{{ card.name }}{{ 2 if deck else tables.x }}").names == {"card", "deck", "tables"}
    assert parse_value("plain").constant and not parse_value("{{ 1 }}").constant


@pytest.mark.parametrize(
    ("raw", "field"),
    [("{{ card.name }}", "name"), ("{{ card.name | upper }}", "name"), ("No. {{ card.taste }}", "taste"),
     ("{{ tables.x[card.course].name }}", "course"), ("{{ deck }}", None), ("plain", None)],
)  # fmt: skip
def test_which_field_of_the_record_a_value_shows(raw: str, field: str | None) -> None:
    assert parse_value(raw).field == field


def test_shares_place_what_a_list_holds_on_a_strip() -> None:
    shares = parse_value("{{ faces | shares }}").get({"faces": ["a", "b", "b", "c"]})
    assert [(one["value"], one["count"], one["of"], one["start"], one["share"]) for one in shares] == [
        ("b", 2, 4, 0, 0.5), ("a", 1, 4, 0.5, 0.25), ("c", 1, 4, 0.75, 0.25),
    ]  # fmt: skip


def test_percentages_round_half_up_and_never_hide_a_chance() -> None:
    shown = [parse_value("{{ n / d | percent }}".replace("n / d", f"({n} / {d})")).get({}) for n, d in (
        (1, 2), (1, 8), (1, 3), (2, 3), (29, 200), (1, 729), (0, 1), (1, 1),
    )]  # fmt: skip
    assert shown == ["50%", "13%", "33%", "67%", "15%", "<1%", "0%", "100%"]


@pytest.mark.parametrize("times", ["-1", "101", "'x'"])
def test_a_chance_has_a_sensible_number_of_picks(times: str) -> None:
    with pytest.raises(ValueProblem, match="from 0 to 100"):
        parse_value(f"{{{{ ['a'] | chance('a', {times}) }}}}").get({})


def test_lists_of_records_are_asked_for_their_fields() -> None:
    deck = {"deck": ({"n": 1, "skills": ("air",)}, {"n": 4, "skills": ()})}
    assert parse_value("{{ deck | pluck('n') | sum }}").get(deck) == 5
    assert parse_value("{{ deck | where('skills', 'air') | count }}").get(deck) == 1
    table = {"rows": {"a": {"n": 1}, "b": {"n": 2}}}
    assert parse_value("{{ rows | where('n', 2) | count }}").get(table) == 1
    assert parse_value("{{ ['air', 'sea'] | without(deck[0].skills) }}").get(deck) == ["sea"]
    with pytest.raises(ValueProblem, match="there is no 'm' here"):
        parse_value("{{ deck | pluck('m') }}").get(deck)
