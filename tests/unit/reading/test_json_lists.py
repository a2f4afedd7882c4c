"""Lists of JSON: typed values, places, and keys that a product renames."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_lists import load

from printgen.reading.yaml_events import examine_json


def test_json_knows_its_lines_and_columns(tmp_path: Path) -> None:
    text = '[\n  {"name": "L\\u00f6we \\ud83e\\udd81", "power": 7,\n   "stops": [{"name": "A\\/B", "at": 1e0}],'
    text += ' "note": null}\n]'
    product, (finding,) = load(tmp_path, "a.json", text.replace('"note": null', '"hero": 1'))
    assert finding.where[1:] == (3, 52) and "hero" in finding.message
    product, findings = load(tmp_path, "a.json", "\ufeff" + text)
    (one,) = product.records
    assert not findings and one.name == "Löwe 🦁" and one.values["stops"][0]["name"] == "A/B"
    places = [one.where, one.where_of("power"), one.source["stops"][0].where("at")]
    assert [place[1:] for place in places] == [(2, 3), (2, 47), (3, 37)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_json_may_be_of_any_unicode(tmp_path: Path, encoding: str) -> None:
    text = json.dumps([{"name": "Ace", "rules": "x" * 100, "copies": 0}, {"name": "King", "rules": None}])
    product, findings = load(tmp_path, "a.json", text.encode(encoding))
    assert not findings and [record.name for record in product.records] == ["King"]


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
def test_keys_are_renamed_and_left_out(tmp_path: Path, name: str) -> None:
    text = '[{"Card": "Ace", "Qty": 3, "id": 9, "power": 2}, {"Card": "King", "power": 3}]'
    product, findings = load(tmp_path, name, text, ", columns: {Card: name, Qty: copies, id: none}")
    assert not findings
    ace, king = product.records
    assert (ace.name, ace.copies, ace.values["power"], king.copies) == ("Ace", 3, 2, 1)
    assert (ace.where_of("copies").column, ace.where_of("power").column, king.where_of("name").column) == (25, 46, 59)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('[{"name": "A", "name": "B"}]', (1, 16), 'the key "name" stands twice on line 1'),
        ('[\n\t{"name": "A",\n\t"power": 3,\n\t"rules": x}]', (4, 11), "stands without quotes"),
        ('[{"name": "\\ud83e\\udd81", "power": yes}]', (1, 36), "yes is a switch"),
        ('[{"name": "A\nB"}]', (1, 11), "goes on over the end of its line"),
        ('[{"name": "A"} {"name": "B"}]', (1, 1), "without its comma"),
        ('[{"name": "A"', (1, 2), "without its comma or its }"),
        ('[{"name": Infinity}]', (1, 11), "Infinity stands without quotes"),
    ],
)
def test_a_slip_in_json_is_told_at_its_place(text: str, place: tuple[int, int], message: str) -> None:
    _, findings = examine_json(text, "a.json")
    assert findings[0].where[1:] == place and message in findings[0].message and findings[0].hint
