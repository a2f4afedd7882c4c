"""Loading a game with mistakes: each is found in one run, at its place, and what is right is loaded."""

from pathlib import Path

import pytest

from printgen.game.load import load_game


def found(folder):
    """Every finding as (file in the folder, line:column, code)."""
    _, findings = load_game(folder)
    assert all(f.severity == "error" and f.hint for f in findings)
    return [
        (Path(f.where.file).relative_to(folder).as_posix(), f"{f.where.line}:{f.where.column}", f.code)
        for f in findings
    ]


def made(folder, change, name, case):
    """Make the mistake of a case; return the one finding in that file, as [line:column: message, hint]."""
    old, new = case.split("\n")[0].replace("\\n", "\n").split(" => ")
    change(name, old, new)
    (finding,) = (f for f in load_game(folder)[1] if f.where.file == str(folder / name))
    return [f"{finding.where.line}:{finding.where.column}: {finding.message}", finding.hint]


def test_mistakes_of_all_files_are_reported_in_one_run(folder, change):
    change("game.yaml", "GO JOE", "7", "back: deck-back", "bck: deck-back")
    change("game.yaml", 'kind: color, default: "#aabbcc"', "kind: colour")
    change("game.yaml", "    title: The board", "    titel: The board", "rows: 8", "rows: no")
    change("services.yaml", '"#000080"', "blu")
    change("skills.yaml", "{long: Field medic}", "{lng: 'Field medic'}")
    change("lists/joe.yaml", "service: navy", "service: nawy", "fp: 3", "fp: on")
    change("lists/joe.yaml", "rank: major", "rnk: major", "hero: true", "hero: true\n  hero: false")
    assert found(folder) == [
        ("game.yaml", "1:8", "wrong-type"),
        ("game.yaml", "18:18", "unknown-value"),
        ("game.yaml", "31:5", "unknown-key"),
        ("game.yaml", "35:5", "unknown-key"),
        ("game.yaml", "36:21", "loose-scalar"),
        ("services.yaml", "2:27", "bad-value"),
        ("skills.yaml", "2:8", "missing-key"),
        ("skills.yaml", "2:9", "unknown-key"),
    ]
    change("game.yaml", "bck", "back")
    assert [place for file, *place in found(folder) if file == "lists/joe.yaml"] == [
        ["3:12", "unknown-value"], ["4:7", "loose-scalar"], ["10:3", "unknown-key"], ["13:3", "duplicate-key"]
    ]  # fmt: skip


def test_whatever_is_right_is_loaded_beside_the_mistakes(folder, change):
    change("game.yaml", "GO JOE", "7")
    change("services.yaml", '"#000080"', "blu")
    change("lists/joe.yaml", "fp: 3", "fp: 13")
    game, findings = load_game(folder)
    assert len(findings) == 3
    assert game.title == "go-joe" and game.version == "1.0"
    assert list(game.tables["services"].rows) == ["army"]
    deck = game.products["joe-deck"]
    assert [r.values["role"] for r in deck.records] == ["Medic"] and not deck.complete


# What is changed in the file, then the place and the message of its one finding, then the hint.
LIST_MISTAKES = r"""
service: navy => service: nawy
3:12: service has the unknown value "nawy"
Did you mean 'navy'?

[medic, sniper] => [medic, snipr]
9:19: item 2 of skills has the unknown value "snipr"
Did you mean 'sniper'?

rank: major => rank: mayor
10:9: rank has the unknown value "mayor"
Did you mean 'major'?

fp: 3 => fp: 13
4:7: fp is 13; it must be from 0 to 12
Choose a number from 0 to 12.

weight: 2 => weight: -1.5
11:11: weight is -1.5; it must be at least 0
Choose a number at least 0.

role: Pilot\n => rle: Pilot\n  role: x\n
2:3: unknown key "rle"
Did you mean 'role'?

  role: Pilot\n => 
1:3: the key "role" is missing
Add role: and its value.

"#00ff0a" => greenn
13:9: tint should be a colour such as "#4B5320", not the text "greenn"
Write a colour such as "#4B5320".

reach: 63mm => reach: 63
14:10: reach: 63 has no unit
Write it like 63mm, 0.25in or 9pt.

reach: 63mm => reach: 63 furlong
14:10: reach: 'furlong' is not a unit of length
Write it like 63mm, 0.25in or 9pt.

sheet: art/ace.png => sheet: art/acr.png
15:10: sheet: there is no file "art/acr.png"
Did you mean 'art/ace.png'?

sheet: art/ace.png => sheet: nowhere/x.png
15:10: sheet: there is no file "nowhere/x.png"
Create the file, or mend its name.

sheet: art/ace.png => sheet: ../x.png
15:10: sheet: the file "../x.png" is outside the game's folder
Put the file into the folder, and name it from there.

sheet: art/ace.png => sheet: 5
15:10: sheet should be text, not the number 5
Put quotes around it.

note: brave => note: braver than any other
17:9: note is 21 characters long; the limit is 20
Shorten it.

extra: {beret: red} => extra: red
18:10: extra should be a mapping of keys and values, not the text "red"
Write a mapping of keys and values here.

copies: 2 => copies: 1000
19:11: copies is 1000; it must be from 0 to 999
Choose a number from 0 to 999.

printed: "1",  => 
23:7: the key "printed" is missing
Add printed: and its value.

- name: Ace\n  role: Pilot\n  service: navy\n  fp: 3\n => - Ace\n
1:3: item 1 should be a mapping of keys and values, not the text "Ace"
Write a mapping of keys and values here.

- name: Ace\n  role: Pilot => - name: ''\n  role: Pilot
1:9: name is empty
Write something.
"""


@pytest.mark.parametrize("case", LIST_MISTAKES.strip().split("\n\n"))
def test_a_mistake_in_a_list_is_named_at_its_place(folder, change, case):
    assert made(folder, change, "lists/joe.yaml", case) == case.split("\n")[1:]


# What is changed in the file, then the place and the message of its one finding, then the hint.
GAME_MISTAKES = r"""
version: "1.0" => version: 1.0
2:10: version should be text, not the number 1.0
Put quotes around it.

author: => auhtor:
3:1: unknown key "auhtor"
Did you mean 'author'?

file: services.yaml => file: servces.yaml
6:11: file: there is no file "servces.yaml"
Did you mean 'services.yaml'?

record: trooper => record: troper
29:13: record has the unknown value "troper"
Did you mean 'trooper'?

list: lists/joe.yaml => list: lists/jo.yaml
28:11: list: there is no file "lists/jo.yaml"
Did you mean 'lists/joe.yaml'?

    kind: board\n => 
34:5: the key "kind" is missing
Add kind: and its value.

of: [1, 2] => of: {a: 1}
32:39: of should be a single value or a list, not a mapping
Move the mapping to options.

role: text => role: txt
11:11: role has the unknown kind "txt"
Did you mean 'text'?

kind: number => kind: nmber
16:20: kind has the unknown value "nmber"
Did you mean 'number'?

{kind: number, min: 0 => {kind: number, mn: 0
16:28: unknown key "mn"
Did you mean 'min'?

min: 0, max: 12 => min: 9, max: 1
13:38: max: 1 is below min, which is 9
Swap them, or mend one of them.

from: services} => from: servces}
12:35: unknown table "servces"
Did you mean 'services'?

{kind: choice, from: services} => {kind: choice}
12:14: service: a choice needs either from or options
Add from: and a table, or options: and a list.

{kind: choice, from: services} => {kind: choice, from: services, max: 2}
12:14: service: a choice takes no max
Take max out.

{kind: list, optional => {kind: list, of: text, from: skills, optional
21:12: words: a list takes only one of: of, from, options
Keep one of them.

default: private => default: privat
15:62: default has the unknown value "privat"
Did you mean 'private'?

note: { => no-te: {
22:5: "no-te" cannot name a field
Use letters, digits and _, such as unit_cost.

note: {kind => copies: {kind
22:5: copies is built in and cannot be declared
Remove the line.

words: {kind: list => look: {kind: list
21:5: look is built in as a map
Declare it as a map, or choose another name.

  board: =>   ../board:
33:3: "../board" cannot be a name here
Use letters, digits, - and _, at most 64 of them.
"""


@pytest.mark.parametrize("case", GAME_MISTAKES.strip().split("\n\n"))
def test_a_mistake_in_game_yaml_is_named_at_its_place(folder, change, case):
    assert made(folder, change, "game.yaml", case) == case.split("\n")[1:]


def test_a_broken_product_leaves_the_others(folder, change):
    change("game.yaml", "record: trooper", "record: troper")
    assert list(load_game(folder)[0].products) == ["board"]


def test_a_mistake_in_a_field_does_not_echo_in_its_records(folder, change):
    change("game.yaml", "min: 0, max: 12", "min: 0, mx: 12")
    game, findings = load_game(folder)
    assert len(findings) == 1 and len(game.products["joe-deck"].records) == 2


@pytest.mark.parametrize("text", ["", "- a\n", "army: [\n"])
def test_a_broken_table_does_not_echo_in_its_records(folder, text):
    (folder / "services.yaml").write_text(text)
    game, findings = load_game(folder)
    assert [Path(f.where.file).name for f in findings] == ["services.yaml"]
    # A face could not be drawn of records that choose from it, and would be blamed.
    assert not game.products["joe-deck"].records and not game.products["joe-deck"].complete


@pytest.mark.parametrize(("text", "code"), [("", "wrong-type"), ("a: 1\n", "wrong-type"), ("- [\n", "syntax")])
def test_a_list_that_is_none_drops_its_product_only(folder, text, code):
    (folder / "lists/joe.yaml").write_text(text)
    game, (finding,) = load_game(folder)
    assert finding.code == code and list(game.products) == ["board"]


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
    assert found(folder) == [("lists/joe.yaml", "15:10", "outside-folder")]


def test_a_built_in_field_may_be_refined(folder, change):
    change(
        "game.yaml",
        "words: {kind: list, optional: true}",
        "look: {kind: map, options: [helmet, beret], optional: true}",
    )
    change("lists/joe.yaml", "  words: [a, b]\n", "")
    assert made(folder, change, "lists/joe.yaml", "{head: helmet} => {head: helmt}") == [
        '20:16: head has the unknown value "helmt"',
        "Did you mean 'helmet'?",
    ]
