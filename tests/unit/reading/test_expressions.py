"""Expressions in templates: what they can say, and that they can neither reach out nor eat the machine."""

from pathlib import Path
from typing import Any

import pytest

from printgen.base.errors import ValueProblem
from printgen.reading.expressions import parse_value

CARD = {"name": "Soup", "taste": 4, "skills": ("boil", "bake"), "none": None, "items": 7}


def value(raw: Any, **context: Any) -> Any:
    return parse_value(raw).get({"card": CARD, "rows": {"2": {"n": 4}, "7": {"n": 5}}, **context})


def rows(sign: str) -> list[tuple[str, str]]:
    """The lines of expressions.txt with a sign: what stands before it, and what behind."""
    lines = Path(__file__).with_name("expressions.txt").read_text(encoding="utf-8").splitlines()
    return [
        (raw, told) for raw, found, told in (line.partition(f" {sign} ") for line in lines) if found and raw[0] != "#"
    ]


@pytest.mark.parametrize(("raw", "result"), [*rows("=>"), ("plain", "'plain'"), (3, "3"), (None, "None")])
def test_expressions(raw: Any, result: str) -> None:
    assert repr(value(raw)) == result


@pytest.mark.parametrize(("raw", "words"), rows("=!"))
def test_what_is_refused(raw: str, words: str) -> None:
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
        "{{ big ** 2 }}",
        "{{ {'a': long ~ long ~ long} }}",
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
