"""Rulebooks of the kits: eight pages on both papers and to save ink, with the numbers of the kit's own tables."""

from __future__ import annotations

import re

import pytest
from kitchen import Run
from whole import KITS, WAYS, composed, one_kit

from printgen.base.folders import kits_folder
from printgen.drawing.extent import words_of
from printgen.drawing.pieces import Piece
from printgen.game.dice_tables import load_dice_tables
from printgen.game.documents import Document, NamedTable, TableBlock
from printgen.reading.files import Files
from printgen.reading.yaml_events import load_yaml_file

DICE = ("helmet", "combat-boot", "bullet", "fist")


def pieces(kit: str, name: str = "rulebook", paper: str = "letter", look: str = "color") -> tuple[Piece, ...]:
    """The pieces of a rulebook; there is nothing to say about them, such as a text under 6 pt."""
    whole = composed(kit, paper, look)
    assert whole.findings == () and whole[name].sheets().findings == ()
    return whole[name].pieces


def tables_of(kit: str) -> list[TableBlock]:
    """The tables of a rulebook, in order."""
    path = kits_folder() / kit / "rulebook.yaml"
    document = Files(path.parent).part(path, Document, "the document")
    assert document is not None
    return [block for block in document.every_block() if isinstance(block, TableBlock)]


def table_of(kit: str, head: str) -> dict[str, list[str]]:
    """The rows of a table of a rulebook by their first cell; `head` is the first title of its head."""
    (table,) = (table for table in tables_of(kit) if table.head and table.head[0].text == head)
    return {row.cells[0].text: [cell.text for cell in row.cells[1:]] for row in table.rows}


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("army-wars", *zip(KITS)))
@pytest.mark.parametrize(("paper", "look"), WAYS)
def test_a_rulebook_is_two_sheets_to_fold_and_as_large_pages_the_same_eight(kit: str, paper: str, look: str) -> None:
    assert (len(pieces(kit, "rulebook", paper, look)), len(pieces(kit, "rulebook-pages", paper, look))) == (2, 8)


def test_army_wars_tells_its_prices_and_what_hits() -> None:
    book = table_of("army-wars", "Squad")
    folder = kits_folder() / "army-wars"
    prices = load_yaml_file(folder / "armies.yaml", "armies.yaml")["prices"]
    qualities = load_yaml_file(folder / "qualities.yaml", "qualities.yaml")
    assert len(book) == len(prices) == len(qualities)
    for row in qualities.values():
        hits = [", ".join(str(side) for side in range(min(needs, 6), 7)) for needs in (row["needs"], row["needs"] + 1)]
        assert book[row["name"]] == [*hits, *(f"{points} points" for points in prices[row["name"]].values())]


@pytest.mark.slow
def test_the_first_page_says_how_to_play_tonight() -> None:
    outer, _ = pieces("army-wars")
    words = " ".join(words_of(outer.front))
    assert "PLAY TONIGHT" in words and "50 points" in words


def test_micro_forces_tells_its_strategies_edges_and_equipment() -> None:
    folder = kits_folder() / "micro-forces"
    book = table_of("micro-forces", "Strategy")
    for card in load_yaml_file(folder / "strategies.yaml", "strategies.yaml"):
        sides = {icon: [int(side) for side, at in card["faces"].items() if at == icon] for icon in DICE}
        spans = ["–" if not at else str(at[0]) if len(at) == 1 else f"{at[0]}–{at[-1]}" for at in sides.values()]
        assert book[card["name"]] == spans
    edges = load_yaml_file(folder / "hex-rules.yaml", "hex-rules.yaml")["edges"]
    told = [row[1:] for row in table_of("micro-forces", "Edge").values()]
    passes = [edges[name].get("passes", ()) for name in edges]
    assert told == [["yes" if way in may else "–" for way in ("move", "attack", "shoot")] for may in passes]


def test_micro_forces_fights_with_the_icons_that_its_cards_have() -> None:
    cards = load_yaml_file(kits_folder() / "micro-forces" / "characters.yaml", "characters.yaml")
    levels = {card["name"]: [*card["levels"].values()] for card in cards}
    assert levels["Duke"] == ["exclamation-mark", "helmet", "combat-boot", "bullet"]  # 7 actions, a helmet and a boot.
    assert levels["Viper"][:2] == ["bullet", "bullet"] and levels["Stormshadow"][0] == "fist"
    assert levels["Destro"].count("exclamation-mark") == 2 and "fist" in levels["Destro"]


@pytest.mark.parametrize("name", ["rulebook.yaml", "aid.yaml"])
def test_micro_forces_has_one_name_for_each_icon(name: str) -> None:
    folder = kits_folder() / "micro-forces"
    names = {row["name"].casefold() for row in load_yaml_file(folder / "icons.yaml", "icons.yaml").values()}
    text = (folder / name).read_text(encoding="utf-8").casefold()
    assert all(f"{one}," in text or f"{one}]" in text for one in names - {"recycle"})
    assert not re.findall(r"(?<!combat )(?<!combat-)\bboots?\b|\borders?\b", text)


def test_go_joe_plays_what_its_rules_of_fights_say_by_default() -> None:
    rules = load_yaml_file(kits_folder() / "go-joe" / "fight.yaml", "fight.yaml")["rules"]
    book = table_of("go-joe", "Where they do not say")
    for name, rule in rules.items():
        usual = rule["options"][rule["usual"]]
        said = usual if isinstance(usual, str) else usual["says"]
        words = [text[0].upper() + text[1:] for text in (rule["says"], said)]
        # Who goes first, and with how many cards, the rules do say; houses may play it in another way.
        assert name in ("first", "joe-hand", "cobra-hand") or book.pop(words[0]) == words[1:]
    assert not book


@pytest.mark.slow
def test_go_joe_tells_what_the_numbers_of_a_figure_come_from() -> None:
    stats = load_yaml_file(kits_folder() / "go-joe" / "guidelines.yaml", "guidelines.yaml")["stats"]
    book = {fp: weapons for fp, (weapons,) in table_of("go-joe", "FP").items()}
    told = {f"{row['value']}{'+' if row.get('to') else ''}": row["weapons"] for row in stats["fp"]["best-of"]}
    assert [*book] == [str(stats["fp"]["none"]), *told]
    for fp, weapons in told.items():
        assert book[fp] == (", ".join(weapons) if fp != "7+" else "weapons mounted on a vehicle")
    front, back = (" ".join(words_of(side)) for side in (pieces("go-joe")[1].front, pieces("go-joe")[1].back))
    page = f"{front} {back}".casefold().replace("-", " ")
    other = {"one HTH weapon": "one close weapon", "two HTH weapons": "(two:", "heavily armored vehicle": "+1 or +2"}
    for stat in ("cc", "tac"):
        for row in stats[stat]["modifiers"]:
            for trait in row["traits"]:
                assert other.get(trait, trait).casefold().replace("-", " ") in page, trait
    assert stats["cc"]["base"] == stats["tac"]["base"] == 3
    assert "close combat, from 3" in page and "tactics, from 3" in page


def test_go_joe_has_all_skills_and_services() -> None:
    folder = kits_folder() / "go-joe"
    rows = {row.cells[-2].text: row.cells[-1].text for table in tables_of("go-joe") for row in table.rows}
    icons = {row.cells[1].text: row.cells[0].text for table in tables_of("go-joe") for row in table.rows}
    for skill in load_yaml_file(folder / "skills.yaml", "skills.yaml").values():
        assert icons[skill["name"]] == skill["icon"] and rows[skill["name"]] == skill.get(
            "reminder", rows[skill["name"]]
        )
    for code, service in load_yaml_file(folder / "services.yaml", "services.yaml").items():
        assert rows[code] == service["name"]


def test_the_worked_fight_of_go_joe_is_what_the_lab_reckons(run: Run) -> None:
    teams = "Duke, Roadblock, Dusty, Lifeline, Bazooka", "Destro, H.I.S.S. Driver, SAW-Viper, Zandar, Range-Viper"
    asked = ("--attack", teams[0], "--defend", teams[1], "--terrain", "desert", "--json")
    types = run("lab", "fight", "go-joe", *asked).json["types"]
    told = table_of("go-joe", "The die shows")
    for row, found in zip(told.values(), types.values(), strict=True):
        sides = [f"{side['flat']} + {side['dice']}D6" for side in (found["attacker"], found["defender"])]
        assert row == [*sides, "{} in {}".format(*found["win"])]
    because = [dict(types["fp"][side]["because"]) for side in ("attacker", "defender")]
    assert types["fp"]["tie"] == [1, 6] and [sum(one.values()) for one in because] == [27, 27]
    for one, (leader, service) in zip(because, (("Duke", "5 TF"), ("Destro", "5 CB")), strict=True):
        assert (one[f"Leader: {leader}"], one[f"Service: {service}"]) == (4, 5)


def worked(kit: str) -> str:
    """The worked examples of a rulebook, as they are written."""
    pages = load_yaml_file(kits_folder() / kit / "rulebook.yaml", "rulebook.yaml")["sections"]
    shown = [
        block["list"]["items"]
        for page in pages
        if page["title"].startswith("A worked ")
        for block in page["blocks"]
        if "list" in block
    ]
    return "\n".join(item for items in shown for item in items)


HARM = {
    "wounded": "a wound", "superficial": "a graze", "incapacitated": "out", "killed": "killed", "unhurt": "unhurt",
    "destroyed": "destroyed", "damaged": "damaged",
}  # fmt: skip
"""What harm of the tables of Sixth-scale is called in its rulebook."""


def test_the_worked_turn_of_sixth_scale_is_what_its_tables_say() -> None:
    folder, book = kits_folder() / "sixth-scale", worked("sixth-scale")
    files, rolled = Files(folder), set[int]()
    tables = {
        name: table
        for file in ("tables-damage.yaml", "tables-fight.yaml")
        for name, table in (load_dice_tables(files, folder / file) or {}).items()
        if table
    }

    def told(roll: int, words: str) -> None:
        rolled.add(roll)
        assert re.search(rf"\*\*{roll:02}[,:]?\*\* {words}", book), (roll, words)

    def harm(table: str, row: int, roll: int) -> str:
        return next(key for key, span in tables[table].rows[row].spans.items() if span.low <= roll <= span.high)

    def hit(table: str, roll: int) -> int:
        spans = [row.spans.get("roll") for row in tables[table].rows]
        return next(i for i, span in enumerate(spans) if span and span.low <= roll <= span.high)

    areas = [row.cells["area"].text for row in tables["hit-location"].rows]
    for where, area, how in ((33, "right upper arm", 60), (8, "chest", 97), (92, "left lower leg", 50)):
        row = hit("hit-location", where)
        told(where, area)
        told(how, HARM[harm("hit-location", row, how)])
        sides = {"right": "r", "left": "l"}
        assert areas[row].casefold().startswith(" ".join(sides.get(word, word) for word in area.split()))
    head = areas.index("Head, bare")
    assert harm("hit-location", head, 7) == "killed" and "Harm: **07** and 10, **17:**" in book
    told(17, f"not killed but {HARM[harm('hit-location', head, 17)]}")
    told(22, HARM[harm("weapon-damage", 0, 22)])
    word = tables["deviation"].rows[hit("deviation", 4)].cells["word"].text
    assert f"1D6: **4, {word.casefold()}.**" in book
    told(61, "complete surprise")
    assert "surprise" in tables["surprise"].rows[hit("surprise", 61)].cells["result"].text
    told(74, "a wound")
    assert "wound" in tables["primitive-weapons"].rows[hit("primitive-weapons", 74)].cells["result"].text
    assert "**64** and 10 for the surprise" in book

    structures = [(row.cells["target"].text, row.cells["cause"].text) for row in tables["structures"].rows]
    house, brick = (
        structures.index((what, "Bazooka class")) for what in ("Wooden building", "Stone or brick building")
    )
    told(22, HARM[harm("structures", house, 22)])
    assert f"been {harm('structures', brick, 22)} with the 22" in book
    for roll in (15, 44, 90):
        told(roll, HARM[harm("collapse", 0, roll)])
    # Beside what is added to: the rolls of the book are those above.
    assert {int(roll) for roll in re.findall(r"\*\*(\d\d)\b", book)} == {*rolled, 7, 64}


def test_sixth_scale_shows_all_of_its_tables() -> None:
    folder = kits_folder() / "sixth-scale"
    document = Files(folder).part(folder / "rulebook.yaml", Document, "the document")
    assert document is not None
    shown = {block.name.text for block in document.every_block() if isinstance(block, NamedTable)}
    files = [load_yaml_file(folder / file, file) for file in ("tables-damage.yaml", "tables-fight.yaml")]
    assert shown == {name for file in files for name in file}
