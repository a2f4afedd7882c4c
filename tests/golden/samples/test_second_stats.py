"""A game with stats, gear and talents of its own has the same commands as the built-in kits, from its YAML alone."""

from __future__ import annotations

import io
from pathlib import Path

import pdfplumber
import pytest
from kitchen import Run
from places import SAMPLES

SAMPLE = SAMPLES / "sky-couriers"
DECK = f"{SAMPLE}/couriers"


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())


@pytest.mark.slow
def test_it_keeps_its_own_rules_and_is_printed(run: Run) -> None:
    found = run("check", SAMPLE, "--json").json
    assert (found["errors"], found["warnings"]) == (0, 0)
    assert run("build", SAMPLE).code == 0
    with pdfplumber.open("output/sky-couriers/couriers.pdf") as pdf:
        words = pdf.pages[0].extract_text()
    assert {"NERVE", "WITS", "Ada"} <= set(words.split()) and "racing boiler 9 · stunt flyer" in words


def test_it_is_derived_by_its_own_flags(run: Run) -> None:
    carried = ("--gear", "radio", "--gear", "racing boiler 7", "--talent", "map reader", "--talent", "map reader")
    assert run("derive", "--kit", SAMPLE, *carried, "--json").json == {
        "speed": {"value": 7, "because": [["racing boiler 7", 7]]},
        "nerve": {"value": 3, "because": [["base", 4], ["racing boiler", -1]]},
        "wits": {"value": 7, "because": [["base", 4], ["navigator", 2], ["wireless", 1]]},
    }
    assert run("derive", "--kit", SAMPLE, "--gear", "sail").out.splitlines() == [
        "SPEED   2   sail 2", "NERVE   4   base 4", "WITS    4   base 4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        (("derive", "--geer", "radio"), "no such option '--geer'", "Did you mean '--gear'?"),
        (("derive", "--weapon", "uzi"), "no such option '--weapon'", "--gear, --talent, "),
        (("derive", "--gear", "radoi"), 'the guidelines have no gear "radoi"', "Did you mean 'radio' (wireless)?"),
        (("solve", "--fp", "3"), "no such option '--fp'", "Use one of: "),
        (("solve",), "solve needs at least one number", "Give --speed, --nerve or --wits."),
    ],
)
def test_flags_of_other_games_suggest_its_own(run: Run, words: tuple[str, ...], said: str, hint: str) -> None:
    command, *others = words
    result = run(command, "--kit", SAMPLE, *others)
    assert result.code in (2, 4) and said in result.err and hint in result.err


def test_a_kit_without_guidelines_is_told_so(run: Run) -> None:
    result = run("derive", "--kit", "micro-forces")
    assert result.code == 2 and "micro-forces has no guidelines for its cards" in result.err


@pytest.mark.slow
def test_the_built_in_flags_stay(run: Run) -> None:
    assert run("derive", "--weapon", "uzi", "--trait", "ninja", "--trait", "leader").out.startswith(
        "FP    3   sub-mach"
    )
    assert "Did you mean '--weapon'?" in run("derive", "--weapn", "uzi").err
    assert "--gear NAME" in run("derive", "--kit", SAMPLE, "--help").out
    assert "a ranged weapon carried (repeatable; none for nothing)" in run("new", "go-joe/joe-deck", "--help").out


def test_it_is_explained_and_solved(run: Run) -> None:
    (card,) = run("explain", DECK, "count zephyr", "--json").json["cards"]
    told = ["figure", "marks", "left_out", "not_counted", "not_understood"]
    assert list(card) == ["name", "guild", "motto", "gear", "talents", *told, "entered", "stats", "errata"]
    assert card["stats"]["nerve"]["deviation"] == {"amount": 1, "reason": "He has never been second."}
    assert "Count Zephyr (royal), First, or not at all.: racing boiler 9" in run("explain", DECK, "Count Zephyr").out
    solved = run("solve", "--kit", SAMPLE, "--speed", 5, "--wits", 6, "--json").json
    assert solved["solutions"] == [{"gear": ["steam turbine"], "talents": ["navigator"]}]
    none = run("solve", "--kit", SAMPLE, "--speed", 4)
    assert (none.code, none.out.splitlines()) == (4, [
        "SPEED cannot be 4: it is 1 to 3 or 5 to 9",
        "  nearest: SPEED 3   propeller", "  nearest: SPEED 5   steam turbine", "  nearest: SPEED 2   sail",
    ])  # fmt: skip
    none = run("solve", "--kit", SAMPLE, "--speed", 4, "--json")
    assert (none.code, none.json["solutions"]) == (4, [])
    assert [near["stats"] for near in none.json["nearest"]] == [{"speed": 3}, {"speed": 5}, {"speed": 2}]


@pytest.mark.slow
def test_a_card_is_designed_and_joins_the_deck(run: Run) -> None:
    wish = ("new", DECK, "Tom Gale", "--guild", "summit post", "--motto", "Up.", "--route", "storm", "--gear", "prop")
    record = run(*wish, "--talent", "storm chaser", "--wits", 5, "--json").json["record"]
    assert record == {
        "name": "Tom Gale", "guild": "summit", "motto": "Up.", "speed": 3, "nerve": 5, "wits": 5, "routes": ["storm"],
        "gear": ["propeller"], "talents": ["storm chaser"],
        "deviations": [{"stat": "wits", "amount": 1, "reason": "set by hand"}],
    }  # fmt: skip
    assert run("check", SAMPLE).code == 0
    assert run("build", DECK, "--only", "Tom Gale").code == 0
    assert "--guild, --motto are missing" in run("new", DECK, "Nobody").err
    assert "'summit pass' is none of the guilds" in run("new", DECK, "X", "--guild", "summit pass").err


@pytest.mark.slow
def test_its_decks_are_compared_in_its_own_words(run: Run) -> None:
    report = run("report", SAMPLE, "--card", "Pia Thunder", "--json").json
    (deck,) = report["decks"]
    assert [row["code"] for row in deck["guilds"]] == ["royal", "coast", "summit"] and "without_route" in deck
    assert [row["land"] for row in deck["land"]] == ["coast", "sea", "mountains", "ice", "jungle"]
    assert report["team"]["units"] == 3 and report["cards"][0]["card"]["guild"] == "summit"
    assert run("report", SAMPLE).code == 0
    with pdfplumber.open("output/sky-couriers/report.pdf") as pdf:
        assert {"ROUTES", "GUILDS", "LAND"} <= set(pdf.pages[0].extract_text().split())


@pytest.mark.slow
def test_its_checks_find_what_breaks_them(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "sky"
    for file in SAMPLE.rglob("*.yaml"):
        copy = game / file.relative_to(SAMPLE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(file.read_text().replace("[harbor, night]", "[harbor, night, reef, pass]"))
    (game / "couriers.yaml").write_text((game / "couriers.yaml").read_text().replace("guild: summit", "guild: coast"))
    result = run("check", game)
    assert result.code == 4
    assert "couriers.yaml:8:11: error: Ada Quill flies 4 routes; there is room for three" in result.err
    assert "nobody flies for summit" in result.err


@pytest.mark.slow
def test_a_look_of_its_own_is_printed_and_a_misspelt_one_told(run: Run) -> None:
    grounds = []
    for look in ("color", "night"):
        assert run("preview", f"{SAMPLE}/couriers", "Ada Quill", "--look", look, "-o", f"{look}.svg").code == 0
        grounds.append("#1C2B4D" in Path(f"{look}.svg").read_text(encoding="utf-8").upper())
    assert grounds == [False, True]
    result = run("build", str(SAMPLE), "--look", "nihgt")
    assert (result.code, result.err) == (
        2, "printgen: error: there is no look 'nihgt' for sky-couriers\n    Did you mean 'night'?\n"
    )  # fmt: skip
