"""The road from a folder to PDFs: what is built, what it holds, and that a failure leaves everything as it was."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from kitchen import Kitchen, Run
from PIL import Image
from places import ROOT

from printgen.base.errors import PrintgenError
from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.settings import Settings


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def test_a_game_of_its_own_needs_no_python(kitchen: Kitchen, run: Run, out: Path) -> None:
    assert [p.suffix for p in kitchen.folder.rglob("*") if p.is_file() and p.suffix != ".yaml"] == []
    result = run("build", kitchen.folder, "--out", out)
    assert (result.code, result.err) == (0, "")
    assert "heroes.pdf: 4 pieces on 1 sheet of letter, 2 pages" in result.out
    with pdfplumber.open(out / "kitchen-heroes" / "heroes.pdf") as pdf:
        front, back = pdf.pages
        text = front.extract_text()
        assert all(name in text for name in ("Crème Brûlée", "Sunday Roast", "Torch:", "choice."))
        assert text.count("Pea Soup") == 2
        # The backs stand on their heads where the paper lies across and is turned over its long edge.
        read = back.extract_text()
        assert read.count("Kitchen Heroes") + read[::-1].count("Kitchen Heroes") == 4
        assert sorted((front.width, front.height)) == [612, 792]


def test_a_product_need_not_name_the_only_shape_of_records(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.edit("game.yaml", "    record: hero\n", "")
    assert run("build", f"{kitchen.folder}/heroes", "--out", out).code == 0
    kitchen.edit("game.yaml", "records:\n", "records:\n  other: {}\n")
    assert "Add record: and one of other, hero." in run("check", kitchen.folder).err
    kitchen.edit("game.yaml", "  heroes:\n", "  hero:\n")
    assert run("build", f"{kitchen.folder}/hero", "--out", out).code == 0


def test_of_all_products_that_are_too_large_for_the_paper_is_told(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.add_product(
        "more", "kind: cards\nlist: heroes.yaml\nrecord: hero\nfront: hero\nback: hero-back\nsize: 88x134mm"
    )
    result = run("build", kitchen.folder, "--out", out, "--paper", "60x60mm")
    assert result.code == 5 and not out.exists()
    assert all(f"game.yaml:{kitchen.line('game.yaml', line)}:" in result.err for line in ("mini-euro", "88x134mm"))


def test_a_record_of_another_product_fills_the_places_that_are_left(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.edit("game.yaml", "    size: mini-euro", "    size: mini-euro\n    fill: [more/Torch]")
    text = (kitchen.folder / "game.yaml").read_text()
    more = text[text.index("  heroes:") :].replace("heroes:", "more:", 1).replace("    fill: [more/Torch]\n", "")
    record = (kitchen.folder / "heroes.yaml").read_text().split("name: ")[1].splitlines()[0].strip("'\"")
    kitchen.write("game.yaml", text.replace("more/Torch", f"more/{record}") + more)
    result = run("build", f"{kitchen.folder}/heroes", "--out", out)
    assert result.out.startswith(f"{out}/kitchen-heroes/heroes.pdf: 4 pieces on 1 sheet of letter, 2 pages\n")
    with pdfplumber.open(out / "kitchen-heroes" / "heroes.pdf") as pdf:
        assert pdf.pages[0].extract_text().count(record.split()[0]) >= 8
    result = run("build", f"{kitchen.folder}/heroes", "--out", out, "--only", record)
    with pdfplumber.open(out / "kitchen-heroes" / "heroes-selection.pdf") as pdf:
        assert pdf.pages[0].extract_text().count(record.split()[0]) == 1


def test_cards_lie_on_the_sheet_at_their_true_size(kitchen: Kitchen, run: Run, out: Path) -> None:
    run("build", kitchen.folder, "--out", out, "--paper", "a4", "--gutter", "6mm")
    with pdfplumber.open(out / "kitchen-heroes" / "heroes.pdf") as pdf:
        page = pdf.pages[0]
        assert sorted((page.width, page.height)) == pytest.approx([mm(210), mm(297)], abs=0.01)
        paper = (0xF4 / 255, 0xED / 255, 0xDA / 255)
        panels = [c for c in page.curves if c["non_stroking_color"] == pytest.approx(paper, abs=0.002)]
    assert [(c["width"], c["height"]) for c in panels] == [
        (pytest.approx(mm(38), abs=0.01), pytest.approx(mm(52), abs=0.01))
    ] * 4
    lefts = sorted({round(c["x0"], 2) for c in panels})
    assert [b - a for a, b in pairwise(lefts)] == pytest.approx([mm(50)] * (len(lefts) - 1), abs=0.02)


def test_the_pdf_is_ready_to_print(kitchen: Kitchen, run: Run, out: Path) -> None:
    run("build", kitchen.folder, "--out", out)
    with pikepdf.open(out / "kitchen-heroes" / "heroes.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Kitchen Heroes: Heroes"
        assert str(pdf.docinfo["/Author"]) == "A. Cook"
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
        trim = [float(v) for v in pdf.pages[0].TrimBox]
        assert trim[2] - trim[0] == pytest.approx(mm(4 * 44), abs=0.01)
        with pdf.open_outline() as outline:
            assert len(outline.root) == 2


@pytest.mark.parametrize(
    ("duplex", "pages", "wish"),
    [
        ("long", 2, "/DuplexFlipLongEdge"), ("short", 2, "/DuplexFlipShortEdge"), ("none", 1, None), ("split", 2, None),
        ("fold", 1, None),
    ],
)  # fmt: skip
def test_backs_as_they_are_asked_for(kitchen: Kitchen, out: Path, duplex: str, pages: int, wish: str | None) -> None:
    build.build([str(kitchen.folder)], Settings(out=out, duplex=duplex))
    with pikepdf.open(out / "kitchen-heroes" / "heroes.pdf") as pdf:
        assert len(pdf.pages) == pages
        wishes = pdf.Root.ViewerPreferences
        assert (str(wishes.Duplex) if "/Duplex" in wishes else None) == wish


def test_the_manifest_says_what_was_built(kitchen: Kitchen, run: Run, out: Path) -> None:
    printed = run("build", kitchen.folder, "--out", out, "--seed", 7, "--json").json
    stored = json.loads((out / "kitchen-heroes" / "manifest.json").read_text(encoding="utf-8"))
    # What tells later builds which pieces have changed stands in the file alone.
    assert printed == {key: held for key, held in stored.items() if key != "printed"}
    data = (out / "kitchen-heroes" / "heroes.pdf").read_bytes()
    (entry,) = stored.pop("products")
    printed = stored.pop("printed")["heroes"]
    assert printed["backs"] and [one["name"] for one in printed["pieces"]] == [
        "Crème Brûlée",
        "Pea Soup",
        "Sunday Roast",
    ]
    assert stored == {"kit": "kitchen-heroes", "title": "Kitchen Heroes", "version": "0.3", "notice": ""}
    assert entry == {
        "name": "heroes", "title": "Heroes", "kind": "cards", "file": "heroes.pdf", "pages": 2, "sheets": 1,
        "pieces": 4, "seed": 7, "paper": "letter", "duplex": "long", "look": "color", "only": [], "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(), "margin": 6.35, "backs": "light",
    }  # fmt: skip


def test_the_manifest_keeps_what_an_earlier_build_left(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.add_product("more", "kind: cards\ntitle: More\nlist: heroes.yaml\nrecord: hero\nfront: hero")
    run("build", kitchen.folder, "--out", out)
    listed = run("build", kitchen.folder / "more", "--out", out, "--paper", "a4", "--json").json["products"]
    assert [(p["name"], p["paper"]) for p in listed] == [("heroes", "letter"), ("more", "a4")]
    (out / "kitchen-heroes" / "heroes.pdf").unlink()
    listed = run("build", kitchen.folder / "more", "--out", out, "--json").json["products"]
    assert [p["name"] for p in listed] == ["more"]
    # People are told what was printed now.
    told = [run("build", kitchen.folder / name, "--out", out).out for name in ("heroes", "more")]
    assert ["heroes.pdf" in text for text in told] == [True, False]
    assert ["more.pdf" in text for text in told] == [False, True]


def test_only_some_cards(kitchen: Kitchen, run: Run, out: Path) -> None:
    entry = run("build", kitchen.folder, "--out", out, "--only", "pea soup", "--only", "Sunday Roast", "--json").json[
        "products"
    ][0]
    assert (entry["pieces"], entry["only"]) == (3, ["pea soup", "Sunday Roast"])
    with pdfplumber.open(out / "kitchen-heroes" / "heroes-selection.pdf") as pdf:
        assert "Crème" not in pdf.pages[0].extract_text()


@pytest.mark.parametrize("names", [["Pea Soop"], ["Pea Soup", "Pea Soop"]])
def test_a_card_that_is_not_there_is_not_passed_over(kitchen: Kitchen, run: Run, out: Path, names: list[str]) -> None:
    result = run("build", kitchen.folder, "--out", out, *(word for name in names for word in ("--only", name)))
    assert result.code == 2
    assert "no card is named 'Pea Soop'" in result.err and "Did you mean 'Pea Soup'?" in result.err
    assert not out.exists()


@pytest.mark.slow
def test_two_builds_are_the_same_to_the_byte(kitchen: Kitchen, run: Run, out: Path, tmp_path: Path) -> None:
    run("build", kitchen.folder, "--out", out)
    # Another process with other hashes, since nothing may depend on the order of a set, and as somebody else has it
    # elsewhere, who has one processor and a narrow terminal.
    home = tmp_path / "home" / "elsewhere"
    game = Path(shutil.copytree(kitchen.folder, home / "kitchen-heroes"))
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "4711", "HOME": str(home),
        "USER": "cook", "TZ": "Asia/Kathmandu", "LANG": "C", "LC_ALL": "C", "COLUMNS": "30",
    }  # fmt: skip
    command = [sys.executable, "-m", "printgen", "build", game.name, "--out", str(tmp_path / "again")]

    def alone() -> None:
        os.umask(0o077)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])

    done = subprocess.run(
        command, env=environment, cwd=home, preexec_fn=alone, capture_output=True, text=True, check=True
    )
    assert "heroes.pdf" in done.stdout
    first, second = (folder / "kitchen-heroes" for folder in (out, tmp_path / "again"))
    for name in ("heroes.pdf", "manifest.json"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def files(out: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in out.rglob("*") if p.is_file()}


def test_a_bad_card_leaves_the_last_build_as_it_was(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.add_product("more", "kind: cards\ntitle: More\nlist: more.yaml\nrecord: hero\nfront: hero")
    kitchen.write("more.yaml", (kitchen.folder / "heroes.yaml").read_text(encoding="utf-8"))
    assert run("build", kitchen.folder, "--out", out).code == 0
    before = files(out)
    kitchen.edit("more.yaml", "taste: 4", "taste: x")
    kitchen.edit("heroes.yaml", "taste: 4", "taste: 5")
    result = run("build", kitchen.folder, "--out", out)
    assert result.code == 3
    assert "more.yaml:7:10: error: taste should be a whole number" in result.err
    assert result.err.endswith("1 error; nothing was written\n")
    assert files(out) == before and set(before) == {"heroes.pdf", "more.pdf", "manifest.json"}


@pytest.mark.parametrize(("change", "code"), [(("taste: 4", "taste: x"), 3), (("Pea Soup", "Pea Soup " * 9), 5)])
def test_a_bad_card_writes_nothing_at_all(
    kitchen: Kitchen, run: Run, out: Path, change: tuple[str, str], code: int
) -> None:
    kitchen.edit("heroes.yaml", *change)
    assert run("build", kitchen.folder, "--out", out).code == code
    assert not out.exists()


def test_a_card_too_large_for_the_paper(kitchen: Kitchen, run: Run, out: Path) -> None:
    result = run("build", kitchen.folder, "--out", out, "--paper", "50x60mm")
    assert result.code == 5 and "does not fit" in result.err
    assert f"game.yaml:{kitchen.line('game.yaml', 'size: mini-euro')}:" in result.err
    assert not out.exists()


GIANTS = {
    "tuck-box": "inside: 180x250x60mm",
    "die": "sides: 12\nsize: 50mm",
    "standee": "list: heroes.yaml\nrecord: hero\nfront: plain\nsize: 150x200mm",
    "deck-divider": "list: heroes.yaml\nrecord: hero\nsize: 400x400mm",
    "booklet": "size: 150x210mm\nfile: guide.yaml",
    "cards": "list: heroes.yaml\nrecord: hero\nfront: plain\nback: plain\nsize: 400x500mm",
    "pieces": "list: heroes.yaml\nrecord: hero\nfront: plain\nshape: hexagon-pointy\nsize: 400mm\nlayout: honeycomb",
    "terrain-board": "form: tiles\nbacks: true\nrows: 2\ncolumns: 2\nterrains: {sea: 1}\nspace: 300x300mm",
    "hex-board": "rows: 60\ncolumns: 60\nwidth: 120mm\ngrounds: {sea: '#336699'}",
    "track": "size: 400x400mm\ncount: 9\ntitle: 日本",
    "reference-sheet": "size: 90x90mm\nfile: guide.yaml\ntitle: 日本",
}


@pytest.mark.some(4)
@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow) if kind == "hex-board" else kind for kind in GIANTS]
)
def test_a_check_tells_what_cannot_be_laid_on_paper(kitchen: Kitchen, out: Path, kind: str, paper: str) -> None:
    kitchen.write(
        "templates/faces/plain.yaml", "unit: mm\npalettes: [dossier]\nitems: [rect: {w: 9, h: 9, fill: ink}]\n"
    )
    kitchen.write("guide.yaml", "title: Guide\nsections: [{title: First, blocks: [{text: Read me.}]}]\n")
    title = "" if "title:" in GIANTS[kind] else "title: Giant\n"
    kitchen.add_product("giant", f"kind: {kind}\n{title}{GIANTS[kind]}")
    target, settings = [f"{kitchen.folder}/giant"], Settings(paper, out=out)
    with pytest.raises(PrintgenError) as caught:
        build.build(target, settings)
    told = {"does-not-fit", "over-limit", "missing-glyph"}
    found = [finding for finding in build.check(target, settings) if finding.code in told]
    assert found and tuple(found) == caught.value.findings


def test_a_cover_does_not_hide_what_else_is_wrong(kitchen: Kitchen) -> None:
    """It counts the sheets of the others, and one of them fits on none."""
    kitchen.add_product("box", "kind: tuck-box\ntitle: Box\ninside: 180x250x60mm")
    kitchen.add_product("cover", "kind: cover\ntitle: Cover\nfront: kit-cover")
    kitchen.add_product("die", "kind: die\ntitle: Die\nsides: 12\nsize: 50mm")
    lines = [kitchen.line("game.yaml", key) for key in ("kind: tuck-box", "size: 50mm")]
    assert [line for line in kitchen.findings() if "fit" in line] == [f"game.yaml:{n} does-not-fit" for n in lines]


def test_a_folder_that_cannot_be_written(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    result = run("build", kitchen.folder, "--out", tmp_path / "file")
    assert result.code == 6
    assert "heroes.pdf: error: cannot write this file" in result.err and "--out" in result.err
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_that_cannot_be_replaced_is_named(kitchen: Kitchen, run: Run, out: Path) -> None:
    (out / "kitchen-heroes" / "heroes.pdf").mkdir(parents=True)
    result = run("build", kitchen.folder, "--out", out)
    assert result.code == 6 and "heroes.pdf: error: cannot write this file" in result.err
    assert files(out) == {}


def test_an_interruption_leaves_the_last_build_as_it_was(
    kitchen: Kitchen, run: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build", kitchen.folder, "--out", out)
    before = files(out)
    kitchen.edit("heroes.yaml", "taste: 4", "taste: 5")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    result = run("build", kitchen.folder, "--out", out)
    assert result.code == 130 and "interrupted" in result.err
    assert files(out) == before


def test_a_full_disk_leaves_the_last_build_as_it_was(
    kitchen: Kitchen, run: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build", kitchen.folder, "--out", out)
    before = files(out)
    sync, written = os.fsync, []

    def full(handle: int) -> None:
        written.append(handle)
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        sync(handle)

    monkeypatch.setattr(os, "fsync", full)
    result = run("build", kitchen.folder, "--out", out, "--seed", 3)
    assert result.code == 6 and "manifest.json: error: cannot write this file: No space left on device" in result.err
    assert files(out) == before


def test_a_photo_of_the_user_is_on_the_card(kitchen: Kitchen, run: Run, out: Path) -> None:
    from PIL import Image

    Image.new("RGB", (600, 400), (200, 40, 40)).save(kitchen.folder / "soup.jpg")
    kitchen.edit("heroes.yaml", "  copies: 2\n", "  copies: 2\n  art: soup.jpg\n")
    kitchen.edit(
        "templates/faces/hero.yaml",
        "  - use:",
        '  - image: {x: 5, y: 14, w: 30, h: 20, file: "{{ card.art }}"}\n  - use:',
    )
    result = run("build", kitchen.folder, "--out", out, "--only", "Pea Soup")
    assert (result.code, result.err) == (0, "")
    with pdfplumber.open(out / "kitchen-heroes" / "heroes-selection.pdf") as pdf:
        images = pdf.pages[0].images
        assert [(i["width"], i["height"]) for i in images] == [
            (pytest.approx(mm(30), abs=0.01), pytest.approx(mm(20), abs=0.01))
        ] * 2


def test_a_soft_photo_is_a_warning_and_no_obstacle(kitchen: Kitchen, run: Run, out: Path) -> None:
    from PIL import Image

    Image.new("RGB", (60, 40), (200, 40, 40)).save(kitchen.folder / "soup.png")
    kitchen.edit("heroes.yaml", "  copies: 2\n", "  copies: 2\n  art: soup.png\n")
    kitchen.edit(
        "templates/faces/hero.yaml",
        "  - use:",
        '  - image: {x: 5, y: 14, w: 30, h: 20, file: "{{ card.art }}"}\n  - use:',
    )
    result = run("build", kitchen.folder, "--out", out)
    assert (
        result.code == 0 and "heroes.yaml:10:8: warning: the photo soup.png of Pea Soup prints at 51 dpi" in result.err
    )
    assert run("check", kitchen.folder).code == 0
    assert run("check", kitchen.folder, "--strict").code == 4


def test_products_in_the_order_of_the_game_and_each_once(kitchen: Kitchen, out: Path) -> None:
    kitchen.add_product("more", "kind: cards\ntitle: More\nlist: heroes.yaml\nrecord: hero\nfront: hero")
    folder = str(kitchen.folder)
    told: list[str] = []
    built = build.build([f"{folder}/more", f"{folder}/heroes", f"{folder}/more"], Settings(out=out), told.append)
    assert [entry.name for entry in built.manifests[0].products] == ["heroes", "more"]
    assert sum("composing" in line for line in told) == 2 and sum("writing" in line for line in told) == 2


def test_nothing_to_print_is_no_error(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.write("heroes.yaml", "[]\n")
    result = run("build", kitchen.folder, "--out", out, "--json")
    assert result.code == 0 and not out.exists()
    assert (
        f"game.yaml:{kitchen.line('game.yaml', 'list: heroes')}:" in result.err and "nothing is printed" in result.err
    )


def test_a_product_says_how_its_backs_are_printed(kitchen: Kitchen, run: Run, out: Path) -> None:
    kitchen.edit("game.yaml", "    size: mini-euro", "    size: mini-euro\n    options: {duplex: folded}")
    result = run("check", kitchen.folder)
    line = kitchen.line("game.yaml", "duplex: folded")
    assert result.code == 3 and f"game.yaml:{line}:" in result.err and "'fold'" in result.err


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("papers.yaml", "tray: wide\n", "1:7"),
        ("sizes.yaml", "tray: wide\n", "1:7"),
        ("assembly.yaml", "more: '{pag}'\n", "1:7"),
        ("assembly.yaml", "# nothing yet\n", ""),
    ],
)
def test_templates_of_a_games_own_are_looked_at_whether_anything_asks_for_them_or_not(
    kitchen: Kitchen, file: str, text: str, said: str
) -> None:
    kitchen.write(f"templates/{file}", text)
    found = build.check([str(kitchen.folder)], Settings())
    assert [f"{f.where.line}:{f.where.column}" for f in found if f.where.file.endswith(file)] == (
        [said] if said else []
    )


def test_pictures_of_pages_have_300_dots_per_inch(kitchen: Kitchen, run: Run, out: Path) -> None:
    assert (
        run("build", kitchen.folder, "--only", "Pea Soup", "--format", "png", "--paper", "66x92mm", "--out", out).code
        == 0
    )
    with Image.open(next(out.rglob("*-01.png"))) as picture:
        assert picture.size == (round(66 / 25.4 * 300), round(92 / 25.4 * 300))
