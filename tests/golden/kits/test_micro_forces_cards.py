"""The level cards and strategy cards of Micro Forces: data, odds, findings, and what stands on paper where."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path

import pdfplumber
import pytest

from printgen.base.folders import kits_folder
from printgen.base.units import apply, mm, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.fonts import face
from printgen.drawing.model import Text
from printgen.reading.expressions import parse_value

# name|the icons of its levels from 0 up, as the rule book prints them: B bullet, F fist, H helmet, C combat boot,
# E exclamation mark, R recycle. Two columns, read row by row.
JOES = """\
Roadblock S1-10|BHBF
Low-Light|BCBB
Leatherneck|BCFH
Grunt|BR
Lady Jaye|HCBE
Shockblast|CFHC
Snake-Eyes S1-01|FBFH
Timber|CFHC
Zap (Tankblast)|BBBH
Duke|EHCB
Flint|FEFH
Hit ’n Run|CBCB
Beachhead|CFCF
Barbeque|HHFH
Lt. Falcon (Lt. Stone)|FBCE
Kamakura (Snake Master)|FFHC
Steel Brigade|HHFC
Roadblock S1-02|FHFB
Joe Colton|EHEH
Snake-Eyes S1-09|HFHF
"""
COBRAS = """\
Zartan|HEBC
Viper|BBHH
Red Ninja|FR
Cobra Trooper|CR
Destro|EHFE
Stormshadow|FHFH
Nightclaw|FCFC
Cobra Commander|EEEC
Firefly (Dark Ninja Brawler)|CFFC
Cobra Trooper with Bazooka|BHFH
"""
STRATEGIES = {"Standard": "HHBBBF", "Melee": "HCBBFF", "Protection": "HHHHBF", "Artillery": "HHBBBB"}
ICONS = {"B": "bullet", "F": "fist", "H": "helmet", "C": "combat-boot", "E": "exclamation-mark", "R": "recycle"}
NAMES = {"B": "BULLET", "F": "FIST", "H": "HELMET", "C": "COMBAT BOOT", "E": "EXCLAMATION MARK", "R": "RECYCLE"}
SHORT = ("Grunt", "Red Ninja", "Cobra Trooper")
WIDTH, HEIGHT, SAFE = mm(70), mm(120), mm(3.175)
CHARACTERS = "characters.yaml"


def printed_list():
    for faction, lines in (("GI Joe", JOES), ("Cobra", COBRAS)):
        for line in lines.splitlines():
            name, letters = line.split("|")
            yield {"name": name, "faction": faction, "levels": {str(i): ICONS[c] for i, c in enumerate(letters)}}


@pytest.fixture(scope="module")
def pieces():
    (job,) = load(["micro-forces/character-cards", "micro-forces/strategy-cards"])
    composed, found = build.compose(job, Settings())
    assert [*job.findings, *found] == []
    return {item.product.name: {piece.name: piece for piece in item.pieces} for item in composed}


@pytest.fixture
def kit(tmp_path):
    return Path(shutil.copytree(kits_folder() / "micro-forces", tmp_path / "micro-forces"))


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def check(kit):
    found = build.check([f"{kit}/character-cards", f"{kit}/strategy-cards"], Settings())
    return [(Path(f.where.file).name, f.where.line, f.code, f.message) for f in found]


def test_all_characters_are_listed_as_printed(run):
    records = run("list", "micro-forces/character-cards", "--json").json["records"]
    wanted = list(printed_list())
    assert len(wanted) == 30
    assert [{key: record[key] for key in ("name", "faction", "levels")} for record in records] == wanted


def test_all_strategies_are_listed_as_printed(run):
    records = run("list", "micro-forces/strategy-cards", "--json").json["records"]
    wanted = {name: {str(i): ICONS[c] for i, c in enumerate(letters, 1)} for name, letters in STRATEGIES.items()}
    assert {record["name"]: record["faces"] for record in records} == wanted


@pytest.mark.slow
def test_the_kit_has_no_faults(run):
    assert run("check", "micro-forces/character-cards", "micro-forces/strategy-cards", "--strict").code == 0


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Standard", {"bullet": "1/2", "helmet": "1/3", "fist": "1/6"}),
        ("Melee", {"bullet": "1/3", "fist": "1/3", "helmet": "1/6", "combat-boot": "1/6"}),
        ("Protection", {"helmet": "2/3", "bullet": "1/6", "fist": "1/6"}),
        ("Artillery", {"bullet": "2/3", "helmet": "1/3"}),
    ],
)
def test_odds_follow_from_the_faces(name, wanted):
    faces = {str(i): ICONS[c] for i, c in enumerate(STRATEGIES[name], 1)}
    shares = parse_value("{{ faces | shares }}").get({"faces": faces})
    assert {share["value"]: Fraction(share["count"], share["of"]) for share in shares} == {
        icon: Fraction(chance) for icon, chance in wanted.items()
    }
    assert [share["count"] for share in shares] == sorted((share["count"] for share in shares), reverse=True)
    hits = parse_value("{{ faces | chance('bullet', difficulty) }}")
    once = float(Fraction(wanted["bullet"]))
    assert [hits.get({"faces": faces, "difficulty": n}) for n in (0, 1, 4)] == pytest.approx([1, once, once**4])


def test_without_bullets_no_shot_hits():
    faces = dict.fromkeys("123456", "fist")
    assert parse_value("{{ faces | chance('bullet') | percent }}").get({"faces": faces}) == "0%"


@pytest.mark.slow
def test_strategy_cards_show_their_odds(pieces):
    standard = words_of(pieces["strategy-cards"]["Standard"].front)
    assert {"3/6", "2/6", "1/6"} <= set(standard)
    assert shots_on(standard) == ["1", "50%", "2", "25%", "3", "13%", "4", "6%", "5", "3%", "6", "2%"]
    artillery = words_of(pieces["strategy-cards"]["Artillery"].front)
    assert shots_on(artillery) == ["1", "67%", "2", "44%", "3", "30%", "4", "20%", "5", "13%", "6", "9%"]


def shots_on(words):
    """What a card says of shots: each difficulty with its chance."""
    first = words.index("SHOT HITS") + 1
    return words[first : first + 12]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "falls", "costs"),
    [
        ("Standard", "9 16 24 30 36 42", "1 3 4 4 5 5"),
        ("Melee", "18 32 44 54 62 68", "3 5 6 6 7 6"),
        ("Protection", "9 16 24 30 36 42", "<1 1 1 1 2 2"),
    ],
)
def test_strategy_cards_show_the_odds_of_an_attack_on_standard(pieces, name, falls, costs):
    words = words_of(pieces["strategy-cards"][name].front)
    first = words.index("ATTACK DICE")
    assert words[first : first + 3] == ["ATTACK DICE", "STANDARD FALLS", "YOU FALL"]
    told = words[first + 3 : first + 21]
    assert told[0::3] == [*"123456"]
    assert [told[1::3], told[2::3]] == [[f"{word}%" for word in row.split()] for row in (falls, costs)]


def test_a_card_without_fists_says_that_no_attack_hits(pieces):
    words = words_of(pieces["strategy-cards"]["Artillery"].front)
    assert words[-1] == "NO FISTS: AN ATTACK NEVER HITS" and "ATTACK DICE" not in words


@pytest.mark.slow
def test_the_aid_shows_the_odds_of_attacks_and_of_icons(kit):
    (job,) = load([f"{kit}/player-aid"])
    (item,), found = build.compose(job, Settings())
    assert [*job.findings, *found] == [] and len(item.pieces) == 2
    shown = " ".join(words_of(item.pieces[1].front))
    # Of a difficulty of 5: without icons, with one, with two (kept, one spent, both spent), with three.
    for told in ("Melee 19 / 6 34 / 10 46 / 12", "Artillery 22 / 0", "5 3 19 · 6 50 · 31 · 13 81 · 69 · 50 · 25"):
        assert told in shown, told


@pytest.mark.slow
def test_odds_follow_a_changed_card(kit):
    change(kit / "strategies.yaml", "faces: {1: helmet, 2: helmet, 3: bullet, 4: bullet, 5: bullet, 6: fist}",
           "faces: {1: bullet, 2: bullet, 3: bullet, 4: bullet, 5: bullet, 6: fist}")  # fmt: skip
    (job,) = load([f"{kit}/strategy-cards"])
    (item,), found = build.compose(job, Settings())
    assert [*job.findings, *found] == []
    words = words_of(item.pieces[0].front)
    assert shots_on(words)[:4] == ["1", "83%", "2", "69%"]
    # No helmet is left to cancel a fist: two of three hits of its own are answered by nothing.
    assert words[words.index("YOU FALL") + 2] == "14%"


def test_every_level_stands_on_its_card(pieces):
    for record in printed_list():
        piece = pieces["character-cards"][record["name"]]
        front, back = words_of(piece.front), words_of(piece.back)
        letters = [next(k for k, v in ICONS.items() if v == icon) for icon in record["levels"].values()]
        on_front = letters[:3]
        assert [t for t in front if t.startswith("LEVEL ")] == [f"LEVEL {i}" for i in range(len(on_front))]
        assert [t for t in front if t in NAMES.values()] == [NAMES[c] for c in on_front]
        shown = " ".join(front[: front.index("LEVEL 0") - 1])
        name = record["name"].replace("'", "’")
        assert shown == name
        if record["name"] in SHORT:
            assert "SUPER" not in back and "LEVEL 3" not in back and "SECOND" not in front
        else:
            assert back[0] == "SUPER" and " ".join(back[1:]).startswith(name)
            assert "LEVEL 3" in back and NAMES[letters[3]] in back and "MINIATURE" not in " ".join(back)


RULES = {
    "B": "bullet in any shot",
    "F": "strikes back",
    "H": "one hit is always cancelled",
    "C": "One move of this figure to the next hexagon, without an action",
    "E": "one action more in each of your turns",
}


def test_backs_tell_what_their_own_icon_does_and_number_the_others(pieces):
    for record in printed_list():
        if record["name"] not in SHORT:
            letters = [next(k for k, v in ICONS.items() if v == icon) for icon in record["levels"].values()]
            back = words_of(pieces["character-cards"][record["name"]].back)
            assert RULES[letters[3]] in " ".join(back), record["name"]
            assert [word for word in back if word in "0123"] == [*"0123"]


@pytest.mark.slow
def test_recycle_is_explained_where_it_stands(pieces):
    for name in SHORT:
        front = " ".join(words_of(pieces["character-cards"][name].front))
        assert "RECYCLE no rule is known: no effect, unless you agree on one" in front
    (aid,), _ = build.compose(*load(["micro-forces/player-aid"]), Settings())
    told = " ".join(word for piece in aid.pieces for word in words_of(piece.front))
    assert all(name in told.partition("RECYCLE")[2] for name in SHORT)


def test_second_names_are_small_and_no_name_touches_what_is_over_it(pieces):
    small = {}
    for name, piece in pieces["character-cards"].items():
        if name in SHORT:
            continue
        texts = {item.text: (item.size, matrix[5] + item.y, item.font) for item, matrix in walk_kind(piece.back, Text)}
        first = name.replace("'", "’").partition(" (")[0].partition(" with ")[0]
        size, y, font = texts[first]
        assert y - face(font).cap_height * size - texts["SUPER"][1] >= mm(1), name
        small |= {text: said[0] for text, said in texts.items() if text in name and text != first and len(text) > 4}
    assert small == dict.fromkeys(
        ["(Tankblast)", "(Lt. Stone)", "(Snake Master)", "(Dark Ninja Brawler)", "with Bazooka"], 8
    )


@pytest.mark.slow
def test_names_of_all_sizes_have_their_middle_at_one_height(pieces):
    for deck, side in (("character-cards", "front"), ("character-cards", "back"), ("strategy-cards", "front")):
        middles = {True: set(), False: set()}
        for name, piece in pieces[deck].items():
            said = name.replace("'", "’").partition(" (")[0].partition(" with ")[0]
            for item, matrix in walk_kind(getattr(piece, side), Text):
                if item.text.title() == said.title() and item.font == "stencil":
                    middle = matrix[5] + item.y - face(item.font).cap_height * item.size / 2
                    middles["(" in name or " with " in name].add(round(to_mm(middle), 2))
        assert len(middles[False]) == 1 and len(middles[True]) == (deck == "character-cards"), (deck, side, middles)


def test_shares_of_a_die_have_one_size_on_all_strategy_cards(pieces):
    sizes = [
        item.size
        for piece in pieces["strategy-cards"].values()
        for item, _ in walk_kind(piece.front, Text)
        if item.text.endswith("/6")
    ]
    assert len(sizes) > 8 and set(sizes) == {9}


def test_texts_stay_in_the_safe_zone_and_are_never_tiny(pieces):
    outside, tiny = [], []
    for piece in (piece for deck in pieces.values() for piece in deck.values()):
        for side in (piece.front, piece.back):
            for item, matrix in walk_kind(side, Text):
                size = item.size * abs(matrix[0] or matrix[1])
                ends = [apply(matrix, item.x, item.y), apply(matrix, item.x + item.width, item.y)]
                ends += [apply(matrix, item.x, item.y - face(item.font).cap_height * item.size)]
                fits = all(SAFE - 0.1 <= x <= side.width - SAFE + 0.1 for x, _ in ends)
                if not (fits and all(SAFE - 0.1 <= y <= side.height - SAFE + 0.1 for _, y in ends)):
                    outside.append((piece.name, item.text))
                if size < 6 - 1e-6:
                    tiny.append((piece.name, item.text, size))
    assert outside == [] and tiny == []


def circles(page, width):
    """The filled circles of this width on a page: (left, top, right, bottom) in millimetres from the trim's corner."""
    x0, _, _, y1 = page.trimbox
    found = {
        tuple(
            round(to_mm(v), 2)
            for v in (c["x0"] - x0, c["top"] - (page.height - y1), c["x1"] - x0, c["bottom"] - (page.height - y1))
        )
        for c in page.curves
        if c["x1"] - c["x0"] == pytest.approx(mm(width), abs=mm(0.01))
        and c["bottom"] - c["top"] == pytest.approx(mm(width), abs=mm(0.01))
    }
    return sorted(found, key=lambda box: (box[1] // 120, box[0] // 70, box[1]))


@pytest.mark.slow
def test_landing_circles_are_as_wide_as_the_base_and_whole_in_their_zones(tmp_path):
    # On this paper no card lies turned.
    build.build(["micro-forces/character-cards"], Settings(out=tmp_path, paper="a3"))
    with pdfplumber.open(tmp_path / "micro-forces" / "character-cards.pdf") as pdf:
        fronts = pdf.pages[::2]
        found = [[circles(page, width) for page in fronts] for width in (25, 29)]
    for boxes in found:
        assert sum(map(len, boxes)) == 27 * 2 + 3
    # The first row: Roadblock, Low-Light, Leatherneck with two each; Grunt with one, in a zone of its own height.
    zones = [(50, 85), (85, 120)] * 3 + [(76, 120)]
    for boxes in found:
        for (left, top, right, bottom), zone in zip(boxes[0][:7], zones, strict=True):
            card_left, card_top = left // 70 * 70, top // 120 * 120
            assert card_left + 26.8 < left and right < card_left + 70 - 3
            assert card_top + zone[0] < top and bottom < card_top + zone[1] - 2.5


@pytest.mark.nightly
def test_another_base_has_another_circle(kit, tmp_path):
    change(kit / "game.yaml", "landing: 25", "landing: 30")
    build.build([f"{kit}/character-cards"], Settings(out=tmp_path, paper="a3"))
    with pdfplumber.open(tmp_path / "micro-forces" / "character-cards.pdf") as pdf:
        boxes = [box for page in pdf.pages[::2] for box in circles(page, 30)]
    assert len(boxes) == 57
    assert all(left % 70 > 26.8 and right % 70 < 66.9 for left, _, right, _ in boxes)


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_lie_behind_their_fronts(duplex, tmp_path):
    build.build(["micro-forces/character-cards"], Settings(out=tmp_path, duplex=duplex))
    with pdfplumber.open(tmp_path / "micro-forces" / "character-cards.pdf") as pdf:
        for front, back in zip(pdf.pages[::2], pdf.pages[1::2], strict=True):
            x0, y0, x1, y1 = map(float, front.trimbox)
            flipped = (front.width - x1, y0, front.width - x0, y1)
            turned = (x0, front.height - y1, x1, front.height - y0)
            assert tuple(map(float, back.trimbox)) == pytest.approx(flipped if duplex == "long" else turned, abs=0.01)


def test_every_player_has_a_set_of_strategies(pieces):
    assert {piece.copies for piece in pieces["strategy-cards"].values()} == {2}


def test_every_character_has_a_picture_of_its_own(pieces):
    fronts = [piece.front for piece in pieces["character-cards"].values()]
    looks = {json.dumps(record.values["look"]) for record in load(["micro-forces"])[0].game.products[
        "character-cards"].records}  # fmt: skip
    assert len(looks) == 30 and all(a != b for i, a in enumerate(fronts) for b in fronts[i + 1 :])


@pytest.mark.slow
def test_a_second_level_needs_a_first(kit):
    line = change(kit / CHARACTERS, "{0: exclamation-mark, 1: helmet, 2: combat-boot, 3: bullet}",
                  "{0: exclamation-mark, 2: combat-boot, 3: bullet}")  # fmt: skip
    assert check(kit) == [(CHARACTERS, line, "missing-level", "Duke has a level 2 but no level 1")]


@pytest.mark.slow
def test_levels_end_at_three(kit):
    line = change(kit / CHARACTERS, "{0: exclamation-mark, 1: helmet, 2: combat-boot, 3: bullet}",
                  "{0: exclamation-mark, 1: helmet, 2: combat-boot, 3: bullet, 4: fist}")  # fmt: skip
    assert check(kit) == [(CHARACTERS, line, "unknown-level", 'Duke has a level "4"; levels are 0, 1, 2, 3')]


@pytest.mark.slow
def test_an_unknown_icon_is_found_where_it_stands(kit):
    line = change(kit / CHARACTERS, "{0: exclamation-mark, 1: helmet, 2: combat-boot, 3: bullet}",
                  "{0: exclamation-mark, 1: helmet, 2: combat-boot, 3: bulet}")  # fmt: skip
    (finding,) = build.check([f"{kit}/character-cards"], Settings())
    assert (finding.where.line, finding.code, finding.hint) == (line, "unknown-value", "Did you mean 'bullet'?")
    text = (kit / CHARACTERS).read_text(encoding="utf-8").splitlines()[line - 1]
    assert text[finding.where.column - 1 :].startswith("bulet")


@pytest.mark.slow
def test_every_side_of_the_die_needs_an_icon(kit):
    line = change(kit / "strategies.yaml", "5: bullet, 6: bullet}", "5: bullet, 7: bullet}")
    assert [found[:3] for found in check(kit)] == [
        ("strategies.yaml", line, "unknown-side"),
        ("strategies.yaml", line, "missing-side"),
    ]


@pytest.mark.slow
def test_little_ink_leaves_the_words_as_they_are(pieces):
    (job,) = load(["micro-forces/character-cards", "micro-forces/strategy-cards"])
    composed, found = build.compose(job, Settings(look="saver"))
    assert [*job.findings, *found] == []
    for piece in (piece for item in composed for piece in item.pieces):
        colored = next(deck[piece.name] for deck in pieces.values() if piece.name in deck)
        assert words_of(piece.front) == words_of(colored.front)
        assert words_of(piece.back) == words_of(colored.back)
