"""Loading a game: what a good folder becomes, and where every mistake of a bad one is found."""

import shutil
from pathlib import Path

import pytest

from printgen.base.errors import PrintgenError
from printgen.game.load import json_schema, load_game
from printgen.reading.positions import LocatedMap


def test_a_good_folder_becomes_a_game(folder):
    game, findings = load_game(folder)
    assert findings == ()
    assert (game.name, game.title, game.version, game.author, game.notice) == (
        "go-joe", "GO JOE", "1.0", "The makers", ""
    )  # fmt: skip
    assert list(game.tables) == ["services", "skills"] and list(game.products) == ["joe-deck", "board"]
    services = game.tables["services"]
    assert services.rows["navy"] == {"name": "Navy", "color": "#000080", "partner": None, "errata": ()}
    assert services.rows["army"]["color"] == "#4B5320"
    deck, board = game.products.values()
    assert (deck.kind, deck.title, deck.record, deck.front, deck.back, deck.size) == (
        "cards", "Joe deck", "trooper", "trooper", "deck-back", ""
    )  # fmt: skip
    assert deck.parameters == {"deck": "JOE", "total": 108, "of": [1, 2]}
    assert deck.complete and deck.list_file == folder / "lists/joe.yaml"
    assert board.records == () and board.list_file is None and board.options == {"rows": 8}


def test_a_sparse_record_gets_the_defaults(folder):
    game, _ = load_game(folder)
    record = game.products["joe-deck"].records[0]
    assert (record.name, record.copies) == ("Ace", 1)
    assert record.values == {
        "name": "Ace", "copies": 1, "art": None, "look": {}, "errata": (),
        "deviations": (), "role": "Pilot", "service": "navy", "fp": 3, "skills": (), "rank": "private", "weight": None,
        "hero": False, "tint": "#AABBCC", "reach": 72.0, "sheet": None, "words": (), "note": "", "extra": {},
    }  # fmt: skip


def test_a_full_record_is_converted(folder):
    game, _ = load_game(folder)
    record = game.products["joe-deck"].records[1]
    values = dict(record.values)
    assert values.pop("reach") == pytest.approx(63 / 25.4 * 72)
    assert isinstance(values["look"], LocatedMap) and isinstance(values["extra"], LocatedMap)
    assert values == {
        "name": "Ace", "copies": 2, "art": folder / "art/ace.png", "look": {"head": "helmet"},
        "errata": ({"field": "fp", "printed": "1", "reason": "the table says 0"},), "deviations": (),
        "role": "Medic", "service": "army", "fp": 0, "skills": ("medic", "sniper"), "rank": "major",
        "weight": 2.0, "hero": True, "tint": "#00FF0A", "sheet": folder / "art/ace.png",
        "words": ("a", "b"), "note": "brave", "extra": {"beret": "red"},
    }  # fmt: skip


def test_a_default_map_knows_its_place_and_is_shared(folder, change):
    change("game.yaml", "extra: {kind: map, optional: true}", "extra: {kind: map, default: {beret: blue}}")
    change("lists/joe.yaml", "  extra: {beret: red}\n", "")
    game, _ = load_game(folder)
    first, second = (record.values["extra"] for record in game.products["joe-deck"].records)
    assert first is second and first == {"beret": "blue"}
    assert first.where("beret")[1:] == (23, 41)


@pytest.mark.parametrize(
    ("name", "old", "new", "found"),
    [
        ("services.yaml", "navy:", "fleet:", "go-joe/lists/joe.yaml:3:12 unknown-value"),
        ("game.yaml", "max: 12", "max: 2", "go-joe/lists/joe.yaml:4:7 out-of-range"),
        ("game.yaml", "role: text", "role: integer", "go-joe/lists/joe.yaml:2:9 wrong-type"),
        (
            "game.yaml",
            "extra: {kind: map, optional: true}",
            "extra: {kind: map, optional: true, of: {beret: {kind: choice, from: services}}}",
            "go-joe/lists/joe.yaml:18:18 unknown-value",
        ),
    ],
)
def test_a_shape_that_changed_since_the_game_was_read_is_another(folder, change, name, old, new, found):
    load_game(folder)
    change(name, old, new)
    _, findings = load_game(folder)
    told = [f"{finding.where.file}:{finding.where.line}:{finding.where.column} {finding.code}" for finding in findings]
    assert [one for one in told if one.endswith(found)]


def test_codes_of_a_field_in_a_field_are_those_of_the_tables_as_they_are(folder, change):
    change(
        "game.yaml",
        "{kind: map, optional: true}",
        "{kind: list, of: {in: {kind: choice, from: services}}, optional: true}",
    )
    change("lists/joe.yaml", "{beret: red}", "[{in: army}]")
    assert load_game(folder)[1] == ()
    change("services.yaml", "army:", "guard:")
    change("lists/joe.yaml", "service: army", "service: guard")
    (finding,) = load_game(folder)[1]
    assert (finding.code, finding.where.line) == ("unknown-value", 18)


def test_a_default_is_read_anew_and_stands_where_it_is_written_now(folder, change):
    change("lists/joe.yaml", "  extra: {beret: red}\n", "")
    change("game.yaml", "extra: {kind: map, optional: true}", "extra: {kind: map, default: {beret: blue}}")
    load_game(folder)
    change("game.yaml", "title: GO JOE\n", "# More\ntitle: GO JOE\n")
    game, _ = load_game(folder)
    assert game.products["joe-deck"].records[0].values["extra"].where("beret").line == 24
    change("game.yaml", 'default: "#aabbcc"', 'default: "#00aabb"')
    game, _ = load_game(folder)
    assert game.products["joe-deck"].records[0].values["tint"] == "#00AABB"


def test_a_file_that_is_a_default_lies_in_the_folder_of_its_own_game(folder, change, tmp_path):
    change("game.yaml", "sheet: {kind: file, optional: true}", "sheet: {kind: file, default: art/ace.png}")
    twin = Path(shutil.copytree(folder, tmp_path / "twin"))
    files = [load_game(one)[0].products["joe-deck"].records[0].values["sheet"] for one in (folder, twin)]
    assert files == [folder / "art/ace.png", twin / "art/ace.png"]


def test_everything_knows_its_place(folder):
    game, _ = load_game(folder)
    deck = game.products["joe-deck"]
    first, second = deck.records
    color = game.tables["services"].where_of("navy", "color")
    places = [first.where, second.where, second.where_of("fp"), first.where_of("note"), deck.where_of("back"),
              deck.where_of("size"), game.tables["services"].where_of("navy"), game.where,
              color, second.values["look"].where("head")]  # fmt: skip
    assert [(p.line, p.column) for p in places] == [
        (1, 3), (5, 3), (8, 7), (1, 3), (31, 11), (26, 5), (2, 1), (1, 1), (2, 27), (21, 16)
    ]  # fmt: skip


def test_files_show_relative_to_the_current_directory(folder, monkeypatch, change):
    change("lists/joe.yaml", "fp: 3", "fp: 13")
    monkeypatch.chdir(folder.parent)
    assert [str(f.where) for f in load_game(folder)[1]] == ["go-joe/lists/joe.yaml:4:7"]
    monkeypatch.chdir(folder)
    assert [str(f.where) for f in load_game(Path())[1]] == ["lists/joe.yaml:4:7"]


@pytest.mark.parametrize("inside", [False, True])
def test_an_absolute_path_is_refused_wherever_it_leads(folder, tmp_path, change, inside):
    outside = folder / "art" / "ace.png" if inside else tmp_path / "photo.png"
    outside.write_bytes(b"x")
    change("lists/joe.yaml", "sheet: art/ace.png", f"sheet: {outside}")
    (finding,) = load_game(folder)[1]
    assert (finding.where.line, finding.code) == (15, "outside-folder")
    assert finding.hint == "Put the file into the folder, and name it from there."


def test_json_schema_of_an_unknown_shape(folder):
    with pytest.raises(PrintgenError, match="Did you mean 'trooper'"):
        json_schema(folder, "troopr")


@pytest.mark.parametrize("text", ["", "- a\n", "army: [\n"])
def test_a_broken_table_does_not_echo_in_its_records(folder, text):
    (folder / "services.yaml").write_text(text)
    game, findings = load_game(folder)
    assert [Path(f.where.file).name for f in findings] == ["services.yaml"]
    # A face could not be drawn of records that choose from it, and would be blamed.
    assert not game.products["joe-deck"].records and not game.products["joe-deck"].complete


@pytest.mark.parametrize("text", [None, "", "- 1\n", "title: [", "[" * 100_000])
def test_no_game_without_game_yaml(folder, text):
    if text is None:
        (folder / "game.yaml").unlink()
    else:
        (folder / "game.yaml").write_text(text)
    game, findings = load_game(folder)
    assert game is None and len(findings) == 1


def test_a_list_shared_by_two_products_reports_its_mistakes_once(folder, change):
    text = (folder / "game.yaml").read_text()
    more = "  again: {kind: cards, title: Again, list: lists/joe.yaml, record: trooper}\n"
    (folder / "game.yaml").write_text(text + more)
    change("lists/joe.yaml", "fp: 3", "fp: 13")
    game, findings = load_game(folder)
    assert len(findings) == 1
    assert game.products["again"].records is game.products["joe-deck"].records


def test_a_link_does_not_lead_out_of_the_folder(folder, tmp_path, change):
    (tmp_path / "secret.png").write_bytes(b"x")
    (folder / "art" / "link.png").symlink_to(tmp_path / "secret.png")
    change("lists/joe.yaml", "sheet: art/ace.png", "sheet: art/link.png")
    (finding,) = load_game(folder)[1]
    assert (finding.where.line, finding.where.column, finding.code) == (15, 10, "outside-folder")
