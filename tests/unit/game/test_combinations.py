"""An entry of a list that says `for` stands for a record of each combination of its values."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_every_combination_stands_at_its_entry(tmp_path: Path) -> None:
    records, _ = load(tmp_path, DECK)
    one = records[20]
    places = [one.where, one.where_of("rank"), one.where_of("share"), one.source["words"].where(1)]
    assert [place[1:] for place in places] == [(1, 3), (4, 9), (1, 3), (6, 25)]


def test_json_lists_combine_too(tmp_path: Path) -> None:
    entry = {"for": {"n": ["1..3"]}, "name": "n{{ n }}", "suit": "hearts", "rank": "{{ n }}", "value": "{{ n * 2 }}"}
    records, findings = load(tmp_path, json.dumps([entry]), "deck.json")
    assert not findings and [record.values["value"] for record in records] == [2, 4, 6]


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
