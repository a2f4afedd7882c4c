"""Codes on cards, and `printgen stale`, which says of codes that somebody reads off paper what became of the cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from kitchen import Kitchen, Run

from printgen.drawing.codes import LETTERS
from printgen.drawing.model import Text
from printgen.drawing.stamps import UNKNOWN
from printgen.drawing.walk import walk_kind

CODE = '  - text: {x: 4, y: 64, w: 20, text: "{{ auto.code }}", font: body bold, size: 6}\n'


@pytest.fixture
def coded(kitchen: Kitchen) -> Kitchen:
    """The kitchen with a code on every card."""
    kitchen.edit("templates/faces/hero.yaml", "items:\n", f"items:\n{CODE}")
    return kitchen


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def codes(kitchen: Kitchen, **how: Any) -> dict[str, str]:
    """The codes that stand on the fronts."""
    found = {}
    for piece in kitchen.composed(**how)[0]:
        words = [text.text for text, _ in walk_kind(piece.front, Text)]
        (found[piece.name],) = (word for word in words if len(word) == len(UNKNOWN) and set(word) <= set(LETTERS))
    return found


def stale(run: Run, out: Path, *words: object) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = run("stale", *words, "--out", out, "--json").json["codes"]
    return rows


def test_every_card_has_a_code_of_its_own_that_stays(coded: Kitchen) -> None:
    found = codes(coded)
    assert len(set(found.values())) == len(found) > 2
    assert codes(coded) == found
    (name, *_) = found
    assert codes(coded, only=(name,)) == {name: found[name]}
    # The code itself is no part of what it is made from: moved, it stays.
    coded.edit("templates/faces/hero.yaml", "{x: 4, y: 64, w: 20", "{x: 5, y: 64, w: 20")
    assert codes(coded) == found
    assert codes(coded, backs="color") != found


def test_a_code_is_that_of_the_manifest_and_of_the_paper(coded: Kitchen, run: Run, out: Path) -> None:
    run("build", coded.folder, "--out", out)
    (page, *_) = pypdfium2.PdfDocument(out / "kitchen-heroes" / "heroes.pdf")
    words = page.get_textpage().get_text_range()
    for name, code in codes(coded).items():
        assert code in words
        assert stale(run, out, code, "--of", coded.folder) == [
            {"code": code, "state": "current", "product": "kitchen-heroes/heroes", "name": name, "now": code}
        ]


def test_cards_of_paper_are_current_out_of_date_gone_or_unknown(coded: Kitchen, run: Run, out: Path) -> None:
    run("build", coded.folder, "--out", out)
    (first, old), (second, same), (third, lost) = codes(coded).items()
    text = (coded.folder / "heroes.yaml").read_text(encoding="utf-8")
    coded.write("heroes.yaml", text.replace(f"name: {third}", "name: Newcomer").replace("- name: ", "- name: ", 1))
    coded.edit(
        "templates/faces/hero.yaml",
        "items:\n",
        f"items:\n  - rect: {{w: 9, h: 9, fill: ink}}\n    when: card.name == '{first}'\n",
    )
    now = codes(coded)
    typed = f"{same[:2].lower()}-{same[2:]}"
    rows = stale(run, out, old, typed, lost, "22", "--of", coded.folder)
    assert [(row["code"], row["state"], row["name"]) for row in rows] == [
        (old, "stale", first), (same, "current", second), (lost, "gone", third), ("22", "unknown", ""),
    ]  # fmt: skip
    assert rows[0]["now"] == now[first] != old
    told = run("stale", old, same, "2222", "--of", coded.folder, "--out", out)
    assert told.code == 0
    assert told.out.splitlines() == [
        f"{old}: out of date: kitchen-heroes/heroes {first}, which is {now[first]} now",
        f"{same}: current: kitchen-heroes/heroes {second}",
        f"2222: unknown: no manifest in {out} knows it",
    ]


def test_codes_of_earlier_prints_are_remembered(coded: Kitchen, run: Run, out: Path) -> None:
    run("build", coded.folder, "--out", out)
    (name, old), *_ = codes(coded).items()
    for word in ("red", "blue"):
        coded.write("templates/faces/extra.yaml", f"unit: mm\nitems: [rect: {{w: 3, h: 3, fill: {word}}}]\n")
        if word == "red":
            coded.edit("templates/faces/hero.yaml", "items:\n", "items:\n  - use: {face: extra}\n")
        run("build", coded.folder, "--out", out, "--changed")
    (row,) = stale(run, out, old, "--of", coded.folder)
    assert (row["state"], row["name"]) == ("stale", name)
    told = json.loads((out / "kitchen-heroes" / "manifest.json").read_text(encoding="utf-8"))
    assert all(len(piece["before"]) == 2 for piece in told["printed"]["heroes"]["pieces"])


def test_nothing_was_printed(run: Run, out: Path) -> None:
    assert [row["state"] for row in stale(run, out, "ACDE")] == ["unknown"]


def test_the_game_beside_is_found_and_of_others_the_manifest_knows_the_card(
    coded: Kitchen, run: Run, out: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    soup = codes(coded)["Pea Soup"]
    run("build", coded.folder, "--out", out)
    monkeypatch.chdir(coded.folder.parent)
    assert run("stale", soup, "--out", out).out.startswith(f"{soup}: current: kitchen-heroes/heroes Pea Soup")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    told = run("stale", soup, "--out", out).out
    assert told.startswith(f"{soup}: printed as kitchen-heroes/heroes Pea Soup; say --of")
