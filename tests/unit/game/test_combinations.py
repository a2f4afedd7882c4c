"""An entry of a list that says `for` stands for a record of each combination of its values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from printgen import metered
from printgen.base.errors import Finding
from printgen.game.load import json_schema, load_game
from printgen.game.records import Record

GAME = """\
title: Cards
version: "1"
tables: {suits: {file: suits.yaml, fields: {title: text, red: {kind: flag, optional: true}}}}
records:
  card:
    suit: {kind: choice, from: suits}
    rank: text
    value: {kind: integer, optional: true}
    share: {kind: number, optional: true}
    words: {kind: list, optional: true}
    stops: {kind: list, of: {name: text, at: number}, optional: true}
products:
  deck: {kind: cards, title: Deck, list: LIST, record: card, front: f}
"""
DECK = """\
- for: {suit: {from: suits}, rank: [A, 2..10, J, Q, K]}
  name: "{{ rank }} of {{ suit.title }}"
  suit: "{{ suit }}"
  rank: "{{ rank }}"
  value: "{{ rank if rank is number else 10 }}"
  words: ["{{ suit }}", "{{ rank }}", plain]
  stops: [{name: "{{ rank }}", at: "{{ rank if rank is number else 1 }}"}]
  copies: "{{ 2 if suit == 'hearts' else 1 }}"
- {name: Joker, suit: hearts, rank: "*"}
"""


def load(
    folder: Path, text: str, name: str = "deck.yaml", tables: str = ""
) -> tuple[tuple[Record, ...], tuple[Finding, ...]]:
    more = f"tables: {{{tables}, " if tables else "tables: {"
    (folder / "game.yaml").write_text(GAME.replace("LIST", name).replace("tables: {", more))
    (folder / "suits.yaml").write_text("hearts: {title: Hearts, red: true}\nspades: {title: Spades}\n")
    (folder / name).write_text(text)
    game, findings = load_game(folder)
    assert game is not None
    return game.products["deck"].records, findings


def test_a_deck_is_a_combination_in_the_order_of_its_names(tmp_path: Path) -> None:
    records, findings = load(tmp_path, DECK)
    assert not findings and len(records) == 27
    first, second, third = records[0], records[1], records[13]
    assert (first.name, second.name, third.name, records[-1].name) == (
        "A of Hearts", "2 of Hearts", "A of Spades", "Joker"
    )  # fmt: skip
    values: dict[str, Any] = dict(second.values)
    assert (values["suit"], values["rank"], values["value"]) == ("hearts", "2", 2)
    assert values["words"] == ("hearts", "2", "plain") and values["stops"] == ({"name": "2", "at": 2.0},)
    assert (second.copies, third.copies) == (2, 1)


def test_every_combination_stands_at_its_entry(tmp_path: Path) -> None:
    records, _ = load(tmp_path, DECK)
    one = records[20]
    places = [one.where, one.where_of("rank"), one.where_of("share"), one.source["words"].where(1)]
    assert [place[1:] for place in places] == [(1, 3), (4, 9), (1, 3), (6, 25)]


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ("n: 1..3", ["1", "2", "3"]),
        ("n: 3..1", ["3", "2", "1"]),
        ("n: -1..1", ["-1", "0", "1"]),
        ("n: [2.0, 0.5, yep]", ["2", "0.5", "yep"]),
        ("n: [1..2, 9], m: [a]", ["1", "2", "9"]),
    ],
)
def test_values_are_lists_and_ranges(tmp_path: Path, values: str, names: list[str]) -> None:
    records, findings = load(tmp_path, f'- {{for: {{{values}}}, name: "{{{{ n }}}}", suit: hearts, rank: x}}\n')
    assert not findings and [record.name for record in records] == names


@pytest.mark.parametrize("when", ["a <= b", '"{{ a <= b }}"'])
def test_a_condition_takes_some_of_them(tmp_path: Path, when: str) -> None:
    text = (
        f'- for: {{a: 0..6, b: 0..6}}\n  when: {when}\n  name: "{{{{ a }}}}-{{{{ b }}}}"\n  suit: hearts\n  rank: x\n'
    )
    records, findings = load(tmp_path, text)
    assert not findings and len(records) == 28 and records[7].name == "1-1"


def test_rows_of_tables_are_looked_up_and_compared(tmp_path: Path) -> None:
    text = """\
- for: {suit: {from: suits}, other: {from: suits}}
  when: suit != other and suit.red
  name: "{{ suit | upper }}{{ other }} {{ tables.suits[other].title }}"
  suit: "{{ suit }}"
  rank: "{{ 'same' if suit in ['hearts'] else 'else' }}"
"""
    ((record,), findings) = load(tmp_path, text)
    assert not findings and (record.name, record.values["rank"]) == ("HEARTSspades Spades", "same")


def test_numbers_find_the_rows_whose_codes_they_are(tmp_path: Path) -> None:
    (tmp_path / "ranks.yaml").write_text('A: {title: Ace}\n"2": {title: Two}\n"3": {title: Three}\n')
    text = """\
- for: {suit: {from: suits}, rank: [A, 2..3], half: [1.0]}
  name: "{{ tables.ranks[rank].title }} of {{ suit }}: {{ tables.ranks[rank].title | upper }}"
  suit: "{{ suit }}"
  rank: "{{ tables.ranks[half + 1].title }}"
"""
    tables = "ranks: {file: ranks.yaml, fields: {title: text}}"
    records, findings = load(tmp_path, text, tables=tables)
    assert not findings
    assert [record.name for record in records[:3]] == [
        "Ace of hearts: ACE",
        "Two of hearts: TWO",
        "Three of hearts: THREE",
    ]
    assert {record.values["rank"] for record in records} == {"Two"}
    (finding,) = load(tmp_path, text.replace("2..3", "3..4"), tables=tables)[1]
    assert "there is no '4' here" in finding.message


def test_json_lists_combine_too(tmp_path: Path) -> None:
    entry = {"for": {"n": ["1..3"]}, "name": "n{{ n }}", "suit": "hearts", "rank": "{{ n }}", "value": "{{ n * 2 }}"}
    records, findings = load(tmp_path, json.dumps([entry]), "deck.json")
    assert not findings and [record.values["value"] for record in records] == [2, 4, 6]


def test_no_copies_of_some_leave_these_out(tmp_path: Path) -> None:
    text = '- {for: {n: 1..4}, name: "{{ n }}", suit: hearts, rank: x, copies: "{{ n % 2 }}"}\n'
    assert [record.name for record in load(tmp_path, text)[0]] == ["1", "3"]


def test_one_mistake_is_told_once_however_many_it_spoils(tmp_path: Path) -> None:
    text = '- for: {n: 1..100}\n  name: "{{ n }}"\n  suit: hearts\n  rank: x\n  value: "v{{ n }}"\n'
    records, findings = load(tmp_path, text)
    assert not records and {finding.where[1:] for finding in findings} == {(5, 10)}
    from printgen.base.errors import merge_findings

    assert len(merge_findings(findings)) == 1


def test_more_combinations_than_a_run_may_have_are_not_made(tmp_path: Path) -> None:
    text = '- {for: {a: 1..900000000, b: 1..900, c: 1..900}, name: "{{ a }}", suit: hearts, rank: x}\n'
    with metered():
        records, (finding,) = load(tmp_path, text)
    assert not records and finding.code == "over-limit" and finding.where.line == 1


def test_the_schema_of_a_list_knows_combinations_and_maps(tmp_path: Path) -> None:
    load(tmp_path, DECK)
    schema = json_schema(tmp_path, "card")
    jsonschema.validate(yaml.safe_load(DECK), schema)
    for wrong in ({"for": {"n": 1}, "name": "x", "suit": "hearts", "rank": "x"}, {"name": "x"},
                  {"name": "x", "suit": "hearts", "rank": "x", "stops": [{"name": "x"}]}):  # fmt: skip
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([wrong], schema)
