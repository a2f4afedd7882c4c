"""The dossiers of GO JOE: the check and `explain` agree on every card, totals are those of the README, reasons hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from kitchen import Run
from places import ROOT
from stated import stated

from printgen.base.folders import kits_folder
from printgen.build import jobs
from printgen.build import stages as build
from printgen.build.jobs import Job
from printgen.build.settings import Settings
from printgen.kinds import load
from printgen.rules.card_sources import Dossier
from printgen.rules.decks import Deck, decks_of
from printgen.rules.vocabulary import fold

README = ROOT / "README.md"


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return decks_of(jobs.load(["go-joe"])[0].game)


@pytest.fixture(scope="module")
def cards(decks: list[Deck]) -> list[Dossier]:
    return [card for deck in decks for card in deck.dossiers]


@pytest.mark.slow
def test_every_card_says_what_it_carries_and_nothing_is_wrong_with_it(cards: list[Dossier]) -> None:
    assert len(cards) == 190 and all(card.has_words for card in cards)
    (job,) = jobs.load(["go-joe"])
    assert job.check() == []


# What a card may be told for its numbers, or for words that nothing shows.
NUMBERS = {"not-derived", "wrong-deviation"}


@pytest.mark.slow
def test_the_check_agrees_with_explain_for_every_card(run: Run, tmp_path: Path) -> None:
    """As they are, and with a slip in every third card of a copy."""
    shown = run("explain", "go-joe", "--json").json["cards"]
    assert len(shown) == 190 and all(agrees(card) for card in shown)
    unfounded = 0
    for name in ("joe", "cobra"):
        folder = copied(tmp_path / name, name)
        game, findings = load(folder)
        assert game is not None and not findings
        (deck,) = decks_of(game)
        wrong = Job.of(game).check()
        told = {f.where.line for f in wrong if f.code in NUMBERS}
        apart = {card.record.where.line for card in deck.dossiers if not agrees(card.as_data())}
        starts = [card.record.where.line for card in deck.dossiers]
        assert {max(line for line in starts if line <= one) for one in told} == apart, name
        assert len(apart) == len(range(0, len(starts), 3))
        marks = [mark for card in deck.dossiers if card.origins.on_record for mark in all_marks(card)]
        assert marks.count(None) == sum(f.code == "unfounded-word" for f in wrong)
        unfounded += marks.count(None)
    # What is inferred counts for nothing there.
    assert unfounded > 0


def agrees(card: dict) -> bool:  # type: ignore[type-arg]
    """Whether what `explain` shows of a card adds up."""
    stats = card["stats"].values()
    return all(one["printed"] == one["value"] + (one["deviation"] or {"amount": 0})["amount"] for one in stats)


def all_marks(card: Dossier) -> Sequence[str | None]:
    return [word["mark"] for words in card.as_data()["marks"].values() for word in words]


def copied(folder: Path, name: str) -> Path:
    """The kit with one deck alone, whose every third card has a slip in a number; none has anything inferred."""
    folder.mkdir()
    for path in (kits_folder() / "go-joe").glob("*.yaml"):
        (folder / path.name).write_text(path.read_text())
    text = (folder / "game.yaml").read_text()
    tables, rest = text.split("\nboards:")
    product = re.search(rf"\n  {name}-deck:.*?(?=\n  [a-z-]+:\n)", rest, re.DOTALL)
    assert product
    kept = re.sub(r"\n +(fill|# what fills).*", "", product[0])
    (folder / "game.yaml").write_text(f"{tables}\nproducts:{kept}\n")
    path = folder / f"{name}.yaml"
    count = iter(range(1000))

    def slipped(found: re.Match[str]) -> str:
        number = int(found[1])
        return f"\n  tac: {number + (next(count) % 3 == 0)}\n"

    text = re.sub(r"\n  tac: (\d+)\n", slipped, path.read_text())
    path.write_text(re.sub(r"\n  inferred: .*", "", text))
    return folder


@pytest.mark.slow
def test_the_readme_tells_the_totals_that_the_command_counts(run: Run) -> None:
    told = run("explain", "go-joe", "--total", "--json").json["together"]
    text = " ".join(README.read_text(encoding="utf-8").split())
    found = re.search(
        r"Of (\d+) cards (\d+) are \*\*explained\*\*.*?(\d+) are \*\*proven\*\*.*?"
        r"explained are FP (\d+), CC (\d+), TAC (\d+), proven FP (\d+), CC (\d+), TAC (\d+)",
        text,
    )
    assert found, "README.md tells the two totals"
    explained, proven = told["explained"], told["proven"]
    each = [counts[key] for counts in (explained, proven) for key in ("fp", "cc", "tac")]
    assert [*map(int, found.groups())] == [told["cards"], explained["all"], proven["all"], *each]


@pytest.mark.slow
def test_totals_are_the_sums_of_what_explain_shows(run: Run) -> None:
    shown, total = run("explain", "go-joe", "--json").json["cards"], run("explain", "go-joe", "--total", "--json").json
    for kind, key in (("explained", "exact"), ("proven", "proven")):
        together, each = total["together"][kind], [deck[kind] for deck in total["decks"]]
        for stat in ("fp", "cc", "tac"):
            assert together[stat] == sum(card["stats"][stat][key] for card in shown) == sum(one[stat] for one in each)
        assert together["all"] == sum(all(one[key] for one in card["stats"].values()) for card in shown)
    assert total["together"]["copied"] == sum(
        one["copied"] and one["exact"] for card in shown for one in card["stats"].values()
    )
    notes = [
        f["message"] for f in run("check", "go-joe/joe-deck", "--json").json["findings"] if f["code"] == "explained"
    ]
    for told, deck in zip(notes, total["decks"], strict=True):
        for kind in ("explained", "proven"):
            counts = deck[kind]
            line = f"FP {counts['fp']}, CC {counts['cc']}, TAC {counts['tac']}, all of them {counts['all']}"
            assert line in told


@pytest.mark.slow
def test_no_reason_names_a_word_that_the_dossier_does_not_hold(cards: list[Dossier]) -> None:
    wrong = []
    for card in cards:
        held = {origin.word.name for origin in card.origins.words}
        # Who has two blades has one.
        held |= {word for word, two in card.guidelines.twice.items() if two in held}
        for entry in card.deviations:
            lacking = set(stated(card.guidelines.spellings.names, entry["reason"])) - held
            wrong += [f"{card.record.where}: {card.record.name}: {entry['reason']} ({', '.join(lacking)})"] * bool(
                lacking
            )
    assert wrong == []


@pytest.mark.parametrize(
    ("reason", "names"),
    [
        ("His rifle seems to have been rated as a light machine gun.", ["automatic rifle"]),
        ("Her sword; a ninja of long training.", ["one HTH weapon", "ninja"]),
        ("The sub-machine gun's stock and two knives.", ["sub-machine gun", "two HTH weapons"]),
        ("The figure came without a gun; it has no knife.", []),
        ("Nothing shows a sword; its axe was counted.", ["one HTH weapon"]),
        ("Rated like a rifle, just below real missiles.", []),
        ("Nothing in the role says “not too smart”.", []),
        ("Doesn't carry a pistol.", []),
    ],
)
def test_what_a_reason_states(cards: list[Dossier], reason: str, names: list[str]) -> None:
    assert [*stated(cards[0].guidelines.spellings.names, reason)] == names


def test_only_a_role_says_that_somebody_is_not_too_smart(cards: list[Dossier]) -> None:
    (rule,) = [one for one in cards[0].guidelines.says if one.only]
    has = {card.record.name for card in cards if fold(rule.words[0]) in {one.word.key for one in card.origins.words}}
    assert has == {card.record.name for card in cards if rule.match(card.record.values)} != set()


def says(card: Dossier, word: str) -> bool:
    """Whether a card's role or a skill of it says that it has a word."""
    return any(rule.match(card.record.values) for rule in card.guidelines.sayings[word])


def test_whoever_leads_has_the_skill_or_a_role_that_commands(cards: list[Dossier]) -> None:
    leads = {card.record.name for card in cards if "leader" in {origin.word.name for origin in card.origins.words}}
    assert leads == {card.record.name for card in cards if says(card, "leader")}


def test_a_card_has_the_traits_that_its_skill_or_role_says(cards: list[Dossier]) -> None:
    """All but those of vehicles, of which the lines name more than one: there the figure must have come with it."""
    wrong = []
    for card in cards:
        held = {origin.word.key for origin in card.origins.words}
        for rule in card.guidelines.says:
            said = {fold(word) for word in rule.words}
            if rule.match(card.record.values) and not said <= held and not any("vehicle" in one for one in said):
                wrong.append(f"{card.record.name}: {', '.join(rule.words)}")
    assert wrong == []


def test_a_vehicle_counts_by_what_it_mounts(cards: list[Dossier]) -> None:
    """By the printed number from 7 on, below that by arms of a known kind; guns and cannons alone are the least."""
    for card in cards:
        mounted = (card.origins.figure or {}).get("mounted", ())
        if not says(card, fold("vehicle mounted systems")) or not mounted:
            continue
        armed = any(one.words for one in card.origins.accessories if one.name in mounted)
        systems = [origin.number for origin in card.origins.words if origin.word.numbers]
        printed = int(card.record.values["fp"])
        assert systems == ([printed] if printed >= 7 else [] if armed else [7]), card.record.name


_CHOICES = {frozenset(): 0, frozenset({"vehicle"}): -1, frozenset({"vehicle", "armored vehicle"}): 0,
            frozenset({"armored vehicle"}): 1, frozenset({"heavily armored vehicle"}): 2}  # fmt: skip


def test_a_vehicle_takes_of_the_free_words_what_its_number_needs(cards: list[Dossier]) -> None:
    """Air units and the motorcycle have no armor; of the rest none deviates where other words of these would do."""
    for card in cards:
        held = frozenset(one.word.name for one in card.origins.words if one.word.name.endswith("vehicle"))
        if not held:
            continue
        assert held in _CHOICES, card.record.name
        skills = card.record.values["skills"]
        if "air" in skills or "driver" in skills:
            assert held == {"vehicle"}, card.record.name
        else:
            (close,) = [one for one in card.stats if one.stat.name == "cc"]
            plain = close.derived.value - _CHOICES[held]
            fits = close.printed in {plain + amount for one, amount in _CHOICES.items() if one}
            assert fits == (close.printed == close.derived.value), card.record.name


_HEAVY = {"heavy machine gun", "flame thrower", "mini-gun", "bazooka"}
_LOAD = re.compile(
    r"(?<!air )(?<!breather )(?<!short )\bhoses?\b|mortar\b|missile rack|BP-47 tanks|^tube$|radar dish|\bantenna\b"
    r"|(missile|ammo|radio|communications|transmitter|power|mine detector) (launcher )?(back-)?pack"
    r"|(stabilizing|control) arm\b"
)


def test_one_rule_says_who_is_encumbered(cards: list[Dossier]) -> None:
    """The comment in the guidelines: heavy pieces, and what is on the back for what is in the hands."""
    for card in cards:
        if any(origin.word.name.endswith("vehicle") for origin in card.origins.words):
            continue
        held = {origin.word.name for origin in card.origins.words}
        names = [one.name for one in card.origins.accessories]
        # A pack that flies carries itself, and what hangs on it.
        load = [] if "jet pack" in names else [name for name in names if _LOAD.search(name)]
        expected = bool(held & _HEAVY or load)
        assert ("encumbered" in held) == expected, (card.record.name, load)


@pytest.mark.slow
def test_explain_shows_every_mark_with_what_it_comes_from(run: Run) -> None:
    lines = run("explain", "go-joe", "Muskrat").out.splitlines()
    assert lines[4:] == [
        "  figure: 1989, v2",
        '    shotgun            seen      "shotgun"',
        '    one HTH weapon     seen      "machete"',
        "    survival training  role      skill swamp",
        "    not counted: swamp skimmer",
    ]
    out = run("explain", "go-joe/cobra-deck", "Wild Boar").out
    assert "vehicle mounted systems 8 8   copied from the card" in out
    assert "fits any number from 2 to 5" in out and "figure: 1989, v1, Razorback" in out
    out = run("explain", "go-joe", "Downtown").out
    assert "encumbered        inferred\n" in out and 'pistol            seen      "revolver"' in out
    out = run("explain", "go-joe", "Skidmark").out
    assert 'light machine gun  left out  "machine gun"' in out
    assert run("explain", "go-joe", "Crystal Ball").out.startswith("Crystal Ball (CB), Hypnotist: nothing\n")
    (card,) = run("explain", "go-joe", "Firefly", "--json").json["cards"]
    assert card["marks"] == {
        "weapons": [{"word": "sub-machine gun", "mark": "seen", "from": ["submachine gun"]}],
        "traits": [{"word": "demolitions", "mark": "role", "from": ["skill demolitions"]}],
    }


def test_the_printed_card_shows_nothing_of_its_figure(decks: list[Deck]) -> None:
    (job,) = jobs.load(["go-joe/joe-deck"])
    (made,), _ = build.compose(job, Settings(only=("Muskrat",)))
    from printgen.drawing.extent import words_of

    words = " ".join(words_of(made.pieces[0].front)).casefold()
    assert "muskrat" in words and not {"1989", "machete", "skimmer"} & set(words.split())
