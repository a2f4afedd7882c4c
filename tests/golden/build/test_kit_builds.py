"""Kits as they are built: cuts, ink, backs by hand, pieces that stay what they are, and covers that tell of all."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from kitchen import Kitchen, Run, digests, own_cards
from whole import KITS, composed, one_kit

import printgen
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.marking import batch_of
from printgen.build.planning import BY_HAND, PER_CUT, PER_SETTING, PER_STACK, STACK, cutting_of
from printgen.build.settings import Settings
from printgen.drawing.fonts import on_shelf
from printgen.writers.page import Page
from printgen.writers.pictures import measure_ink


@pytest.mark.slow
@pytest.mark.xdist_group("go-joe")
def test_cutting_is_reckoned_by_stacks_settings_and_cuts() -> None:
    kit = composed("go-joe")
    sheets = kit["cobra-deck"].impose("letter").sheets
    plan = next(sheet.plan for sheet in sheets if sheet.plan)
    alike = tuple(sheet for sheet in sheets if sheet.plan == plan)
    one = cutting_of(alike[:1])
    cuts = sum(len(cut.lines) for cut in plan.cuts)
    assert (one.cuts, one.stacks, one.by_hand) == (cuts, 1, 0)
    assert one.seconds == PER_STACK + PER_SETTING * len(plan.settings) + PER_CUT * cuts
    assert cutting_of(alike[:STACK]) == one, "as many as are cut at a time take no longer"
    assert cutting_of(alike[: STACK + 1]).stacks == 2
    round_ones = kit["punchboard"].impose("letter").sheets
    assert cutting_of(round_ones).by_hand and cutting_of(round_ones).seconds >= cutting_of(round_ones).by_hand * BY_HAND
    aid = kit["player-aid"].impose("letter").sheets
    assert cutting_of(aid).seconds == 0


@pytest.mark.nightly
def test_what_follows_a_cover_with_its_back_begins_on_a_sheet_of_its_own(run: Run, tmp_path: Path) -> None:
    out = tmp_path
    done = run("build", "go-joe/cover", "go-joe/rulebook", "--out", out, "--one", "all")
    assert done.code == 0, done.err
    with pikepdf.open(out / "all.pdf") as pdf, pdf.open_outline() as outline:
        assert [pdf.pages.index(pikepdf.Page(one.destination[0])) for one in outline.root] == [0, 4]
        assert len(pdf.pages) == 8


@pytest.mark.slow
def test_digests_are_the_same_however_much_is_drawn_beside(kitchen: Kitchen) -> None:
    def strategy_cards(*targets: str, **how: Any) -> dict[str, str]:
        jobs = load(list(targets))
        found = [item for job in jobs for item in build.compose(job, Settings(**how))[0]]
        return {p.name: p.digest for i in found if i.product.name == "strategy-cards" for p in batch_of(i).pieces}

    alone = strategy_cards("micro-forces/strategy-cards")
    assert strategy_cards("micro-forces/tokens", "micro-forces/strategy-cards") == alone
    (name, digest), *_ = alone.items()
    assert strategy_cards("micro-forces/strategy-cards", only=(name,)) == {name: digest}
    assert len(set(alone.values())) == len(alone)


@pytest.mark.slow
@pytest.mark.parametrize("game", one_kit("micro-forces", *zip(KITS)))
def test_every_sheet_of_a_kit_has_a_page_behind_it(game: str) -> None:
    turned = 0
    for item in composed(game).items:
        sheets = replace(item, settings=replace(item.settings, duplex="manual")).sheets()
        if sheets.guide("x"):
            turned += 1
            pdfs = [pikepdf.open(io.BytesIO(data)) for _, data in sheets.files("x", "pdf")]
            assert [len(pdf.pages) for pdf in pdfs] == [sheets.counts("x")[1]] * 3, item.product.name
            assert all(page.mediabox[2] < page.mediabox[3] for pdf in pdfs for page in pdf.pages)
    assert turned or game == "sixth-scale"


@pytest.mark.nightly
@pytest.mark.parametrize("look", ["color", "saver"])
def test_two_sides_tell_for_all(look: str) -> None:
    kit = composed("army-wars", "letter", look)
    off = dict[str, float]()
    for item in (one for one in kit.items if one.product.kind != "cover"):
        sheets = item.sheets()
        with on_shelf(item.library.fonts.shelf):
            inks = measure_ink([Page(one.drawing) for one in sheets])
        off[item.product.name] = sheets.measure_ink().total / (sum(ink.total for ink in inks) / len(inks)) - 1
    assert {name: round(by, 2) for name, by in off.items() if abs(by) > 0.15} == {}


TROOPER = "- {name: Otter, service: GJ, fp: 2, cc: 3, tac: 3, role: Diver, skills: [water], weapons: [crossbow]}\n"


LEVELS = "- {name: Otter, faction: GI Joe, levels: {0: bullet, 1: combat-boot, 2: bullet, 3: bullet}}\n"


FACES = "- {name: Otter, faces: {1: helmet, 2: helmet, 3: bullet, 4: bullet, 5: bullet, 6: fist}}\n"


TAKING = {
    "go-joe": {"joe-deck": TROOPER, "team-counters": "- {name: Otter, side: joe, team: 9}\n"},
    "micro-forces": {
        "character-cards": LEVELS, "standees": LEVELS, "portrait-tokens": LEVELS, "strategy-cards": FACES,
        "tokens": "- {name: Otter, faction: GI Joe, figure: 6}\n",
    },
    "army-wars": {"objectives": "- {name: Otter, value: 6}\n"},
}  # fmt: skip


COUNTING = {"cover", "dividers", "boxes", "rulebook", "rulebook-pages", "player-aid"}


@pytest.mark.nightly
@pytest.mark.parametrize("kit", one_kit("micro-forces", *zip(TAKING)))
def test_nothing_of_a_kit_changes_for_cards_of_ones_own(kit: str, tmp_path: Path) -> None:
    for product, text in TAKING[kit].items():
        own_cards(tmp_path, kit, product, text)
    before, after = digests(kit, None), digests(kit, tmp_path)
    added = sum([name == "Otter" for rows in after.values() for name, *_ in rows])
    assert added == len(TAKING[kit])
    for product in before.keys() - COUNTING:
        assert [row for row in after[product] if row[0] != "Otter"] == before[product], product


@pytest.mark.slow
def test_after_new_exactly_the_new_card_is_printed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("build", "go-joe/cobra-deck")
    new = ("new", "go-joe/cobra-deck", "Eel", "--service", "CB", "--role", "Diver", "--weapon", "pistol")
    assert run(*new).code == 0
    (change,) = run("build", "go-joe/cobra-deck", "--changed", "--json").json["changes"]["changed"]
    assert change["names"] == ["Eel"]
    assert (tmp_path / "output/go-joe/cobra-deck-changed.pdf").exists()


@pytest.mark.slow
def test_a_cover_tells_what_the_list_prints(tmp_path: Path) -> None:
    rows = printgen.PrintTarget("go-joe/cover"), printgen.PrintTarget("go-joe/control-markers", copies=2)
    (told,) = printgen.write(rows, printgen.Settings(out=tmp_path, format="text")).manifests
    pieces = {one.name: one.pieces for one in told.products}
    plain = printgen.load("go-joe")["control-markers"].compose().count
    single = {record.name: record.copies for record in printgen.load("go-joe")["control-markers"].records}
    assert pieces["control-markers"] == (2 * len(single) if single else 2 * plain) != plain
    texts = [file.read_text(encoding="utf-8") for file in (tmp_path / "go-joe").glob("cover*")]
    assert any(f'"{pieces["control-markers"]}' in text or f" {pieces['control-markers']} " in text for text in texts)


@pytest.mark.nightly
def test_the_heroes_of_a_cover_are_there_whatever_the_list_prints(tmp_path: Path) -> None:
    def groups(*rows: printgen.PrintTarget) -> int:
        """How many different things the cover draws."""
        printgen.write(rows, printgen.Settings(out=tmp_path, format="text"))
        (cover,) = (tmp_path / "micro-forces").glob("cover*")
        return cover.read_text(encoding="utf-8").count("\ngroup ")

    cover = printgen.PrintTarget("micro-forces/cover")
    assert groups(printgen.PrintTarget("micro-forces/character-cards", cards=("Lady Jaye",)), cover) >= groups(cover)
