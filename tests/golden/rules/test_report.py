"""The deck report as numbers: spreads, shares, teams and ranks, counted again by hand from the cards."""

from pathlib import Path
from statistics import fmean

import pytest

from printgen.base.folders import kits_folder
from printgen.kinds import load
from printgen.rules.decks import Deck, decks_of
from printgen.rules.report import SHOWN, Data, report_on


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    game, findings = load(kits_folder() / "go-joe")
    assert game is not None and not findings
    return decks_of(game)


@pytest.fixture(scope="module")
def report(decks: list[Deck]) -> Data:
    game, _ = load(kits_folder() / "go-joe")
    assert game is not None
    return report_on(game, decks, [decks[0].product.records[0], decks[1].product.records[5]])


@pytest.mark.slow
def test_spreads_count_every_card(report: Data, decks: list[Deck]) -> None:
    assert [deck["cards"] for deck in report["decks"]] == [108, 82]
    for one, deck in zip(report["decks"], decks, strict=True):
        for key, spread in one["spreads"].items():
            values = [record.values[key] for record in deck.product.records]
            assert sum(spread["counts"]) == one["cards"] and len(spread["counts"]) == spread["high"] + 1
            assert (spread["low"], spread["high"]) == (min(values), max(values))
            assert all(values.count(value) == count for value, count in enumerate(spread["counts"]))
            assert spread["mean"] == pytest.approx(fmean(values), abs=0.001)
            assert spread["team"] == pytest.approx(5 * fmean(values), abs=0.01)


@pytest.mark.slow
def test_shares_count_services_skills_and_terrain(report: Data, decks: list[Deck]) -> None:
    for one, deck in zip(report["decks"], decks, strict=True):
        assert sum(share["cards"] for share in one["services"]) == one["cards"]
        for share in one["skills"]:
            assert share["cards"] == sum(share["code"] in record.values["skills"] for record in deck.product.records)
        assert one["without_skill"] == sum(not record.values["skills"] for record in deck.product.records)
        assert [share["terrain"] for share in one["terrain"]] == [
            "jungle", "swamp", "sea", "desert", "mountain", "forest", "urban", "arctic",
        ]  # fmt: skip


@pytest.mark.slow
def test_the_strongest_and_the_weakest_are_at_the_ends(report: Data) -> None:
    joe, cobra = report["decks"]
    assert (joe["strongest"][0]["name"], joe["weakest"][0]["name"]) == ("Armadillo", "Lifeline")
    assert cobra["strongest"][0]["total"] == max(card["total"] for card in cobra["strongest"])
    assert len(joe["strongest"]) == len(joe["weakest"]) == SHOWN
    for cards, reverse in ((joe["strongest"], True), (joe["weakest"], False)):
        totals = [card["total"] for card in cards]
        assert totals == sorted(totals, reverse=reverse)


def test_ranks_share_and_skip(report: Data, decks: list[Deck]) -> None:
    for standing, deck in zip(report["cards"], decks, strict=True):
        fp = standing["in_deck"]["fp"]
        assert fp["rank"] == 1 + sum(record.values["fp"] > fp["value"] for record in deck.product.records)
        assert (fp["of"], standing["in_all"]["fp"]["of"]) == (len(deck.product.records), 190)
        assert standing["in_all"]["total"]["rank"] >= standing["in_deck"]["total"]["rank"]


@pytest.mark.slow
def test_copies_count(tmp_path: Path, decks: list[Deck], report: Data) -> None:
    folder = tmp_path / "go-joe"
    folder.mkdir()
    for file in (kits_folder() / "go-joe").glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        text = text.replace("- name: Muskrat\n", "- name: Muskrat\n  copies: 3\n", 1)
        (folder / file.name).write_text(text, encoding="utf-8")
    game, findings = load(folder)
    assert game is not None and not findings
    again = report_on(game, decks_of(game))
    assert again["decks"][0]["cards"] == 110
    skills = [{share["code"]: share["cards"] for share in r["decks"][0]["skills"]} for r in (report, again)]
    swamp = [counted["swamp"] for counted in skills]
    assert swamp[1] == swamp[0] + 2
