"""What printing takes before anything is printed; all products in one PDF, and all files in a zip."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from kitchen import Kitchen, Run

import printgen
from printgen.build.manifest import kept_entries


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def plan_product(run: Run, *words: object) -> dict[str, Any]:
    done = run("build", *words, "--dry-run", "--json")
    assert done.code == 0, done.err
    told: dict[str, Any] = done.json
    return told


@pytest.mark.slow
def test_a_plan_tells_what_a_build_comes_to(run: Run, out: Path) -> None:
    words = "samples/spell-deck", "samples/kitchen-heroes", "--out", out
    told = plan_product(run, *words)
    assert not out.exists(), "nothing is written"
    run("build", *words)
    entries = {}
    for kit in ("spell-deck", "kitchen-heroes"):
        made = run("build", f"samples/{kit}", "--out", out, "--json").json
        entries |= {(kit, one["name"]): one for one in made["products"]}
    for row in told["products"]:
        entry = entries.pop((row["kit"], row["product"]))
        for key in ("sheets", "pages", "pieces", "paper", "duplex"):
            assert row[key] == entry[key], (row["product"], key)
        assert sum(row["colors"].values()) == pytest.approx(row["ink"], abs=0.3), row["product"]
        assert row["printed"] is False and row["new"]
    assert not entries and told["sheets"] == sum(row["sheets"] for row in told["products"])
    assert {row["printed"] for row in plan_product(run, *words)["products"]} == {True}


def test_a_plan_tells_what_is_new(kitchen: Kitchen, run: Run, out: Path) -> None:
    run("build", kitchen.folder, "--out", out)
    first = printgen.load(kitchen.folder)["heroes"].records[0].name
    kitchen.edit("heroes.yaml", f"name: {first}", f"name: {first} Again")
    (row,) = plan_product(run, kitchen.folder, "--out", out)["products"]
    assert row["new"] == [f"{first} Again"]
    (row,) = plan_product(run, kitchen.folder, "--out", out, "--changed")["products"]
    assert (row["pieces"], row["sheets"]) == (1, 1)
    shown = run("build", kitchen.folder, "--out", out, "--dry-run").out
    assert f"new since it was printed last: {first} Again" in shown and "% ink (cyan" in shown


@pytest.mark.slow
def test_all_products_in_one_pdf(run: Run, out: Path) -> None:
    words = "build", "samples/spell-deck", "samples/kitchen-heroes", "--out", out, "--one", "tonight"
    done = run(*words)
    assert done.code == 0, done.err
    data = (out / "tonight.pdf").read_bytes()
    assert not [*out.glob("*/*.pdf")] and f"{out / 'tonight.pdf'}: " in done.out
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_outline() as outline:
        titles = [chapter.title for chapter in outline.root]
        products = [
            product.title for name in ("spell-deck", "kitchen-heroes") for product in printgen.load(f"samples/{name}")
        ]
        assert [title.partition(": ")[2] for title in titles] == products
        assert all(chapter.children for chapter in outline.root)
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        firsts = [pdf.pages.index(pikepdf.Page(chapter.destination[0])) for chapter in outline.root]
        assert all(first % 2 == 0 for first in firsts), "each product begins on a sheet of its own"
        assert len(pdf.pages) % 2 == 0
    run(*words)
    assert (out / "tonight.pdf").read_bytes() == data, "the same bytes every time"


def test_what_is_in_one_pdf_is_remembered(kitchen: Kitchen, run: Run, out: Path) -> None:
    words = "build", kitchen.folder, "--out", out
    told = run(*words, "--one", "all.pdf", "--json").json
    (entry,) = told["products"]
    assert entry["file"] == "all.pdf" and entry["shared"] is True
    assert entry["bytes"] == (out / "all.pdf").stat().st_size
    assert run(*words, "--changed", "--json").json["changes"]["same"] == ["kitchen-heroes/heroes"]
    # It is listed as long as its file is there.
    assert [one.name for one in kept_entries(out / "kitchen-heroes")] == ["heroes"]
    (out / "all.pdf").unlink()
    assert kept_entries(out / "kitchen-heroes") == []


@pytest.mark.parametrize("part", [["--only", "Pea Soup"], ["--changed"]])
def test_a_part_never_takes_the_one_pdf_of_the_whole(kitchen: Kitchen, run: Run, out: Path, part: list[str]) -> None:
    words = "build", kitchen.folder, "--out", out, "--one", "all"
    run(*words)
    whole = (out / "all.pdf").read_bytes()
    kitchen.edit("heroes.yaml", "name: Pea Soup", "name: Pea Broth")
    run(*words, *("Pea Broth" if word == "Pea Soup" else word for word in part))
    own = "all-changed.pdf" if part == ["--changed"] else "all-selection.pdf"
    assert sorted(path.name for path in out.glob("*.pdf")) == sorted([own, "all.pdf"])
    assert (out / "all.pdf").read_bytes() == whole


@pytest.mark.parametrize(
    "words", [["--one", "../x"], ["--one", "a/b"], ["--zip", ".."], ["--one", "x", "--format", "svg"],
              ["--one", "x", "--duplex", "manual"], ["--one", "x", "--duplex", "split"]],
)  # fmt: skip
def test_what_cannot_be_one_file(run: Run, out: Path, words: list[str]) -> None:
    assert run("build", "samples/kitchen-heroes", "--out", out, *words).code == 2
    assert not out.exists()


@pytest.mark.parametrize("form", ["pdf", "svg", "text"])
def test_a_zip_holds_what_was_written_and_is_the_same_every_time(run: Run, out: Path, form: str) -> None:
    words = "build", "samples/kitchen-heroes", "--out", out, "--zip", "all", "--format", form
    assert run(*words).code == 0
    data = (out / "all.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert names and archive.testzip() is None
        assert all((out / name).read_bytes() == archive.read(name) for name in names)
    assert {*names} == {f"kitchen-heroes/{path.name}" for path in (out / "kitchen-heroes").iterdir()} - {
        "kitchen-heroes/manifest.json"
    }
    assert run(*words).code == 0 and (out / "all.zip").read_bytes() == data


def test_one_pdf_whose_pages_are_turned_over_two_edges_is_told(kitchen: Kitchen, run: Run, out: Path) -> None:
    lines = "kind: cards", "list: heroes.yaml", "record: hero", "front: hero", "back: hero-back", "size: mini-euro"
    kitchen.add_product("others", "\n".join((*lines, "options: {duplex: short}")))
    done = run("build", kitchen.folder, "--out", out, "--one", "all")
    assert done.code == 0, done.err
    assert "others is turned over the short edge, and other pages of this PDF over the long one" in done.err
