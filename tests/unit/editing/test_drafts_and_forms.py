"""Forms, previews and places of records, for a game with a field of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from printgen.base.errors import PrintgenError, UsageError
from printgen.build.jobs import Job, load
from printgen.drawing.extent import walk
from printgen.drawing.model import Text
from printgen.drawing.pieces import Piece
from printgen.editing.drafts import RecordPreview, placeholder, preview_record
from printgen.editing.forms import form_of
from printgen.editing.list_files import digest, lists_of, names_of, place_of, record_at, record_named
from printgen.editing.patching import Insert, SetValue, plain
from printgen.game.records import Product
from printgen.game.shapes import BUILT_IN

FILES = {
    "game.yaml": """\
title: Zoo
version: "1.0"
tables:
  classes: {file: classes.yaml, fields: {title: text, note: text}}
records:
  animal:
    class: {kind: choice, from: classes}
    hp: {kind: integer, min: 1, max: 9}
    speed: {kind: number, max: -1, optional: true}
    fur_color: {kind: color, default: "#808080"}
    tail: {kind: length, optional: true}
    tame: {kind: flag, optional: true}
    call: {kind: text, max: 300}
    foods: {kind: list, optional: true}
    skills: {kind: list, options: [swim, fly], optional: true}
    homes: {kind: list, of: {place: text, size: {kind: integer, optional: true}}, optional: true}
    photo: {kind: file, optional: true}
    notes: {kind: map, optional: true}
products:
  deck: {kind: cards, title: Deck, list: animals.yaml, record: animal, front: front, size: 63x88mm}
  ruler: {kind: ruler, title: Ruler}
""",
    "classes.yaml": "mammal: {title: Mammals, note: They have fur.}\nbird: {title: Birds, note: They lay eggs.}\n",
    "animals.yaml": """\
# The first ones.
- name: Otter
  class: mammal
  hp: 3
  call: |-
    Whee
    whee
  foods: [fish, crab]
- for: {hp: [1, 2]}
  name: "Gull {{ hp }}"
  class: bird
  hp: "{{ hp }}"
  call: Kree
  foods: [fish]
- name: Bat
  class: mammal
  hp: 1
  call: Ee
  copies: 0
- name: Otter
  class: mammal
  hp: 4
  call: Whee
""",
    "templates/faces/front.yaml": """\
size: [63, 88]
unit: mm
palettes: [dossier]
items:
  - text: {x: 5, y: 20, w: 53, h: 20, text: "{{ card.name }}", size: 12}
  - text: {x: 5, y: 50, w: 53, h: 8, text: "{{ tables.classes[card.class].title }}", size: 10}
  - text: {x: 5, y: 60, w: 53, h: 12, text: "{{ card.call }}", size: 10..9}
""",
    "art/otter.png": "",
    "art/.hidden/x.png": "",
}  # fmt: skip


@pytest.fixture
def zoo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "zoo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "zoo"


def opened(zoo: Path, cards: Path | None = None) -> tuple[Job, Product]:
    (job,) = load([str(zoo)], cards=cards)
    return job, job.game.products["deck"]


def test_a_form_has_a_title_and_a_format_for_each_field(zoo: Path) -> None:
    job, deck = opened(zoo)
    form = form_of(job.game, deck, job.usage)
    fields = form["properties"]
    assert form["required"] == ["name", "class", "hp", "call"]
    assert [(key, field["title"], field["format"]) for key, field in fields.items()] == [
        ("name", "Name", "line"), ("class", "Class", "choice"), ("hp", "HP", "number"), ("speed", "Speed", "number"),
        ("fur_color", "Fur color", "color"), ("tail", "Tail", "length"), ("tame", "Tame", "flag"),
        ("call", "Call", "block"), ("foods", "Foods", "words"), ("skills", "Skills", "words"),
        ("homes", "Homes", "maps"), ("photo", "Photo", "file"), ("notes", "Notes", "map"),
        ("copies", "Copies", "number"), ("art", "Art", "file"), ("look", "Look", "map"), ("errata", "Errata", "maps"),
        ("deviations", "Deviations", "maps"),
    ]  # fmt: skip
    mammals = {"const": "mammal", "title": "Mammals", "description": "They have fur."}
    assert fields["class"]["oneOf"][0] == mammals and fields["class"]["table"] == "classes"
    assert fields["skills"]["items"] == {"oneOf": [{"const": word, "title": word} for word in ("swim", "fly")]}
    assert fields["foods"]["items"]["examples"] == ["fish", "crab"] and fields["fur_color"]["default"] == "#808080"
    homes = fields["homes"]["items"]
    assert {key: field["format"] for key, field in homes["properties"].items()} == {"place": "line", "size": "number"}
    assert homes["required"] == ["place"] and fields["photo"]["files"] == fields["art"]["files"] == ["art/otter.png"]
    assert fields["copies"]["description"] == "how many of it are printed; 0 for none just now"
    with pytest.raises(UsageError, match="ruler has no list of records"):
        form_of(job.game, job.game.products["ruler"], job.usage)


def preview(zoo: Path, of: str | None, **values: Any) -> RecordPreview:
    job, deck = opened(zoo)
    old = {} if of is None else plain(next(one for one in deck.records if one.name == of).source)
    return preview_record(job, deck, of, {key: value for key, value in {**old, **values}.items() if value != ""})


def texts(piece: Piece | None) -> list[str]:
    drawing = piece.front if piece else None
    return [item.text for item, _ in walk(drawing.items) if isinstance(item, Text)] if drawing else []


def wrong(draft: RecordPreview) -> list[tuple[str, tuple[str | int, ...], str]]:
    return [(str(f.where), way, f.code) for f, way in zip(draft.findings, draft.fields, strict=True)]


LIST = "zoo/animals.yaml"


def calls(draft: RecordPreview) -> list[Any]:
    return [record.values["call"] for record in draft.job.game.products["deck"].records]


def test_a_draft_gives_the_card_that_its_list_would_give(zoo: Path) -> None:
    draft = preview(zoo, "Otter", call="Hi")
    assert draft.whole and not draft.short and draft.record is not None and draft.record.name == "Otter"
    assert texts(draft.piece) == ["Otter", "Mammals", "Hi"] and draft.findings == ()
    assert calls(draft) == ["Hi", "Kree", "Kree", "Whee"]
    # Of an entry that makes several records the same one is shown.
    entry = {"for": {"hp": [1, 2]}, "name": "Gull {{ hp }}", "hp": "{{ hp }}", "call": "Hi"}
    draft = preview(zoo, "Gull 2", **entry)
    assert texts(draft.piece) == ["Gull 2", "Birds", "Hi"] and calls(draft) == ["Whee\nwhee", "Hi", "Hi", "Whee"]
    assert texts(preview(zoo, "Gull 2", **entry | {"for": {"hp": [5]}}).piece)[0] == "Gull 5"
    assert texts(preview(zoo, "Otter", copies=0).piece)[0] == "Otter"
    assert calls(preview(zoo, None, name="Owl", hp=1, call="Hu", **{"class": "bird"}))[4:] == ["Hu"]


@pytest.mark.parametrize(
    ("of", "values", "shown", "findings"),
    [
        ("Otter", {"hp": "x", "nope": 1, "class": "fish"}, ["Otter", "Mammals", "Whee", "whee"],
         [(f"{LIST}:3:10", ("class",), "unknown-value"), (f"{LIST}:4:7", ("hp",), "wrong-type"),
          (f"{LIST}:2:3", ("nope",), "unknown-key")]),
        ("Otter", {"call": "a\x07", "hp": ""}, ["Otter", "Mammals", "Whee", "whee"],
         [(f"{LIST}:5:9", ("call",), "control-character"), (f"{LIST}:4:7", ("hp",), "missing-key")]),
        ("Otter", {"homes": [{"place": 3}, {"size": 1}]}, ["Otter", "Mammals", "Whee", "whee"],
         [(f"{LIST}:2:3", ("homes", 0, "place"), "wrong-type"), (f"{LIST}:2:3", ("homes", 1, "place"), "missing-key")]),
        ("Otter", {"name": ""}, ["Otter", "Mammals", "Whee", "whee"], [(f"{LIST}:2:9", ("name",), "missing-key")]),
        (None, {"name": "Owl"}, ["Owl", "Mammals"],
         [(LIST, ("class",), "missing-key"), (LIST, ("hp",), "missing-key"), (LIST, ("call",), "missing-key")]),
        (None, {"name": "Owl", "class": "bird", "hp": 1, "call": "Hu", "tail": "long", "speed": 0},
         ["Owl", "Birds", "Hu"], [(LIST, ("tail",), "bad-value"), (LIST, ("speed",), "out-of-range")]),
    ],
)  # fmt: skip
def test_a_draft_with_mistakes_has_a_picture_and_each_finding_at_its_field(
    zoo: Path, of: str | None, values: Mapping[str, Any], shown: list[str], findings: list[Any]
) -> None:
    draft = preview(zoo, of, **values)
    assert draft.record is None and not draft.whole
    assert texts(draft.piece) == shown and wrong(draft) == findings


def test_each_draft_of_a_card_is_held_against_its_own_numbers(zoo: Path) -> None:
    (zoo / "guidelines.yaml").write_text(
        "fields: {skills: {one: skill}}\n"
        "stats: {hp: {title: Health, base: 3, modifiers: [{amount: +2, skills: [fly]}]}}\n"
    )
    game = zoo / "game.yaml"
    game.write_text(game.read_text().replace("63x88mm}", "63x88mm, options: {guidelines: guidelines.yaml}}"))
    job, deck = opened(zoo)
    card = {"name": "Otter", "class": "mammal", "call": "Whee", "skills": ["fly"]}
    drafts = [preview_record(job, deck, "Otter", {**card, "hp": hp}) for hp in (5, 6, 7, 5)]
    not_derived = [f"Otter has HP {hp}; its skills give 5 (base 3, fly 2)" for hp in (6, 7)]
    assert [[f.message for f in draft.findings] for draft in drafts] == [[], not_derived[:1], not_derived[1:], []]


def test_a_placeholder_is_a_value_that_the_field_may_have(zoo: Path) -> None:
    shape = opened(zoo)[0].game.shapes["animal"]
    assert {key: placeholder(key, shape) for key in shape.fields if key not in BUILT_IN} == {
        "class": "mammal", "hp": 1, "speed": -1, "fur_color": "#808080", "tail": "10mm", "tame": False, "call": "",
        "foods": [], "skills": [], "homes": [], "photo": "", "notes": {},
    }  # fmt: skip
    assert placeholder("nothing", shape) == ""


def test_of_a_text_that_does_not_fit_as_much_is_shown_as_there_is_room_for(zoo: Path) -> None:
    draft = preview(zoo, "Otter", call="Whee " * 60)
    assert draft.short and draft.whole and wrong(draft) == [(f"{LIST}:5:9", ("call",), "does-not-fit")]
    lines = texts(draft.piece)[2:]
    assert lines[-1].endswith("Whe…") and " ".join(lines).count("Whee") == 20


def test_a_name_that_no_record_has_is_an_error(zoo: Path) -> None:
    job, deck = opened(zoo)
    with pytest.raises(UsageError, match=r"deck has no record named 'Oter'\s+Did you mean 'Otter'"):
        preview_record(job, deck, "Oter", {})
    with pytest.raises(UsageError, match="ruler has no list of records"):
        preview_record(job, job.game.products["ruler"], None, {})


def test_a_list_and_the_places_of_its_records(zoo: Path) -> None:
    job, deck = opened(zoo)
    (listing,) = lists = lists_of(job, deck, None)
    assert (listing.display_name, listing.own, listing.form, listing.findings) == (LIST, False, "yaml", ())
    assert [*names_of(listing)] == ["Otter", "Gull {{ hp }}", "Bat", "Otter"]
    assert [place_of(job, lists, record) for record in deck.records] == [(0, 0), (0, 1), (0, 1), (0, 3)]
    first, last = deck.records[0], deck.records[-1]
    assert [record_at(deck, listing, number) for number in range(-1, 5)] == [None, first, None, None, last, None]
    assert record_named(deck, listing.path, "Otter", 1) is first and record_named(deck, listing.path, "Bat", 0) is None
    assert [listing.number_of("Otter", near) for near in (0, 1, 2, 9)] == [0, 0, 3, 3] and listing.number_of("X") == -1
    assert listing.hash == digest(listing.path.read_bytes()) and digest(None) == ""
    # Once the list has changed on the disk, the name tells where a record is.
    listing.path.write_text("- {name: Bat}\n- {name: Otter}\n- 3\n", encoding="utf-8")
    lists = lists_of(job, deck, None)
    assert place_of(job, lists, first) == place_of(job, lists, last) == (0, 1)
    assert [*names_of(lists[0])] == ["Bat", "Otter", "record 3"]
    with pytest.raises(UsageError, match="Gull 1 stands in no list any more"):
        place_of(job, lists, deck.records[1])


def test_the_users_own_list_begins_with_the_first_record(zoo: Path, tmp_path: Path) -> None:
    job, deck = opened(zoo, tmp_path / "mine")
    _, own = lists_of(job, deck, tmp_path / "mine")
    assert own.own and own.before is None and own.records == () and own.hash == ""
    assert own.path == tmp_path / "mine" / "zoo" / "deck.yaml"
    assert own.with_changes([Insert((0,), {"name": "Owl"})]).endswith(b"\n- name: Owl\n")
    text = b"# Mine\n- name: Owl\n"
    own.path.parent.mkdir(parents=True)
    own.path.write_bytes(text)
    job, deck = opened(zoo, tmp_path / "mine")
    _, own = lists_of(job, deck, tmp_path / "mine")
    assert own.with_changes([SetValue((0, "name"), "Bat")]) == b"# Mine\n- name: Bat\n"


@pytest.mark.parametrize(
    ("name", "data", "codes", "after"),
    [
        ("animals.csv", b"name,hp\nOtter,3\n", [], b"name,hp\nOtter,4\n"),
        ("animals.tsv", b"name\thp\nOtter\t3\n", [], b"name\thp\nOtter\t4\n"),
        ("animals.json", b'[{"name": "Otter", "hp": 3}]', [], None),
        ("animals.yaml", b"- name: [Otter\n", ["syntax"], None),
        ("animals.yaml", b"- name: \xff\n", ["not-utf8"], None),
        ("animals.yaml", b"name: Otter\n", ["wrong-type"], None),
    ],
)
def test_lists_of_other_forms(zoo: Path, name: str, data: bytes, codes: list[str], after: bytes | None) -> None:
    game = zoo / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("animals.yaml", name)
    for field in ("class", "call"):
        text = text.replace(f"    {field}: {{", f"    {field}: {{optional: true, ")
    game.write_text(text, encoding="utf-8")
    (zoo / name).write_bytes(b"[]" if name.endswith("yaml") else data)
    job, deck = opened(zoo)
    (zoo / name).write_bytes(data)
    (listing,) = lists_of(job, deck, None)
    assert [finding.code for finding in listing.findings] == codes
    if after is not None:
        assert listing.with_changes([SetValue((0, "hp"), 4)]) == after
    else:
        with pytest.raises(PrintgenError) as caught:
            listing.with_changes([SetValue((0, "hp"), 4)])
        assert [finding.code for finding in caught.value.findings] == (codes or ["changed-elsewhere"])
    (zoo / name).unlink()
    (listing,) = lists_of(job, deck, None)
    assert listing.before is None and [finding.message for finding in listing.findings] == ["there is no such file"]
    (zoo / name).symlink_to("/etc/hostname")
    (listing,) = lists_of(job, deck, None)
    assert listing.before is None and [finding.code for finding in listing.findings] == ["outside-folder"]
    with pytest.raises(PrintgenError, match="outside"):
        listing.with_changes([Insert((0,), {"name": "Owl"})])
