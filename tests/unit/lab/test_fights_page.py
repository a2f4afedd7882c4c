"""The page of fights in a report on decks: what it shows of the numbers of the lab, and where names have room."""

from typing import Any

import pytest

from printgen.lab.report import face_values

OFF = {"interval": 0.02}


def fights(attacker: str, defender: str, win: float, **more: Any) -> dict[str, Any]:
    row = {"win": win, "tie": 0.1, "lose": 0.9 - win}
    return {
        "attacker": attacker,
        "defender": defender,
        "all": {**row, "interval": win / 10},
        "types": {"fp": row},
        **more,
    }


def contest(**more: Any) -> dict[str, Any]:
    chances = [{"title": "leaders", "chance": [1, 4]}]
    decks = [{"name": name, "title": f"{name} deck", "chances": chances} for name in ("Red", "Blue", "Green")]
    sizes = {"sizes": {"1": {"1": 0.5, "2": 0.1}, "2": {"1": 0.9, "2": 0.4}}, "sizes_interval": 0.13}
    others = [fights("Green", "Red", 0.9), fights("Red", "Green", 0.8), fights("Blue", "Green", 0.7)]
    rows = [fights("Red", "Blue", 0.6, **sizes), fights("Blue", "Red", 0.3), *others]
    return {"units": [5, 4], "samples": 2000, "seed": 7, "types": {"fp": "Firepower"}, "decks": decks, "fights": rows,
            "groups": None, **more}  # fmt: skip


def card(name: str, deck: int, total: int, worth: float, residue: float = 0.0) -> dict[str, Any]:
    return {"name": name, "deck": deck, "sum": total, "worth": worth, "off": 0.031, "residue": residue}


def test_it_shows_the_fights_of_the_first_two_decks() -> None:
    shown = face_values(contest(), [])
    assert [fight["title"] for fight in shown["fights"]] == ["Red deck attacks Blue deck", "Blue deck attacks Red deck"]
    assert [row["name"] for row in shown["fights"][0]["rows"]] == ["Firepower", "All types"]
    # Red is on the left whoever attacks.
    parts = [[part["text"] for part in fight["rows"][0]["parts"]] for fight in shown["fights"]]
    assert parts == [["60", "", "30"], ["60", "", "30"]]
    assert (
        shown["fights_note"]
        == "share of fights, 5 against 5, %; ± 6.0; white: ties; 2,000 pairs of random teams, seed 7"
    )
    (row,) = shown["chances"]
    assert row["name"] == "Leaders" and [dot["at"] for dot in row["dots"]] == [0.25] * 3
    assert shown["chance_heads"] == ["Red", "Blue", "Green"]
    assert shown["chances_note"] == "% of teams of 5, exact"
    assert shown["cloud"] == {} and "cloud_note" not in shown and "groups" not in shown


def test_it_shows_fights_of_smaller_teams_where_there_were_any() -> None:
    shown = face_values(contest(), [])
    (table,) = shown["numbers"]
    assert (table["title"], table["heads"]) == ("Red deck attacks with", ["against 1", "against 2"])
    assert [row["name"] for row in table["rows"]] == ["1 unit", "2 units"]
    assert [[cell["text"] for cell in row["cells"]] for row in table["rows"]] == [["50", "10"], ["90", "40"]]
    assert shown["numbers_note"].endswith("by the units of both sides; ± 13")


def test_it_shows_groups_with_the_best_first() -> None:
    groups = {
        "names": ["a", "b"], "titles": ["Army", "Band"], "order": [1, 0], "matrix": [[0.5, 0.3], [0.7, 0.5]],
        "interval": 0.04,
    }  # fmt: skip
    shown = face_values(contest(groups=groups), [])
    assert shown["groups"]["heads"] == ["b", "a"] and [row["name"] for row in shown["groups"]["rows"]] == [
        "Band",
        "Army",
    ]
    assert [[cell["text"] for cell in row["cells"]] for row in shown["groups"]["rows"]] == [["–", "70"], ["30", "–"]]
    assert shown["groups_note"] == "teams of 5 of one group, both attacking as often; %; ± 4"


def test_cards_lie_by_their_sums_and_their_worth_and_names_keep_clear_of_dots() -> None:
    cards = [card("Ace", 0, 10, 0.2), card("Bat", 0, 4, -0.1, 0.05), card("Cat", 1, 10, 0.2), card("Dog", 1, 7, 0.05)]
    cards += [card(f"Dog {n}", 0, 7, 0.05, -n / 100) for n in range(9)]
    shown = face_values(contest(), cards)
    dots, names = shown["cloud"]["dots"], shown["cloud"]["names"]
    # From 4 to 10 across, with decks to either side of a sum, and from -10 to 20 upwards.
    assert [dots[n]["x"] for n in (0, 1, 10, 11, 12)] == pytest.approx([0, 2.78 / 6, 5.78 / 6, 3.22 / 6, 1])
    assert [dots[n]["y"] for n in (0, 1, 10, 11, 12)] == pytest.approx([0, 0.5, 1, 0.5, 1])
    assert [dots[n]["striped"] for n in (0, 10, 11, 12)] == [False, False, True, True]
    assert shown["cloud"]["line"] == pytest.approx(1 / 3) and shown["cloud_note"] == "± 3.1 at most"
    # A name at the right edge stands to the left of its dot; of dots on one heap a single one has its name.
    assert [(name["text"], name["left"]) for name in names] == [
        ("Ace", True), ("Dog 0", True), ("Bat", False), ("Dog", False),
    ]  # fmt: skip
