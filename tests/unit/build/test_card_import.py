"""Finished card pictures become a game: what a folder means, how large its cards are, and what cannot be used."""

import json
import os
import struct
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from kitchen import Run
from PIL import Image as Pictures
from PIL import ImageChops, ImageDraw

import printgen
from printgen.base.limits import LIMITS, Limit
from printgen.base.units import mm

POKER, METRIC, TAROT, SQUARE, MAKER = (750, 1050), (745, 1040), (825, 1417), (750, 750), (822, 1122)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def draw(name: str, size: tuple[int, int] = POKER, color: str = "teal", mode: str = "RGB", **how: Any) -> Path:
    """A picture in the folder `pics`: a plain colour within a black rim."""
    picture = Pictures.new("RGB", size, "black")
    ImageDraw.Draw(picture).rectangle((40, 40, size[0] - 41, size[1] - 41), fill=color)
    path = Path("pics", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.convert(mode).save(path, **how)
    return path


def lists(folder: str = "pics-game") -> dict[str, list[str]]:
    """The lists of a game, as the names of cards, their backs and copies in each."""
    return {
        file.stem: [
            f"{row['name']}{' / ' + Path(row['back']).stem if 'back' in row else ''} x{row.get('copies', 1)}"
            for row in yaml.safe_load(file.read_text(encoding="utf-8"))
        ]
        for file in sorted(Path(folder).glob("*.yaml"))
        if file.name != "game.yaml"
    }


def imported(run: Run, *more: object) -> dict[str, Any]:
    """What `import cards pics --json` tells of a game that is then without a finding."""
    done = run("import", "cards", "pics", "--json", *more)
    assert done.code == 0, done.out
    checked = run("check", "pics-game", "--json").json
    assert checked["findings"] == []
    told: dict[str, Any] = done.json
    return told


def there(folder: str = ".") -> list[str]:
    """What lies in a folder, what is hidden, too."""
    return sorted(path.name for path in Path(folder).iterdir())


def codes(told: dict[str, Any]) -> list[tuple[str, str]]:
    """The findings by their files and codes."""
    return [(Path(one["file"]).name, one["code"]) for one in told["findings"]]


def sixty() -> None:
    """A folder as people have it: three sizes, three formats, a back, odd names, a broken picture, hidden files."""
    for number in range(1, 60):
        size = METRIC if number <= 40 else TAROT if number <= 50 else SQUARE
        small = (size[0] * 3 // 4, size[1] * 3 // 4)
        ending = ("png", "jpg", "webp")[number % 3]
        draw(f"card {number}{' x3' if number in (10, 45) else ''}.{ending}", small)
    Path("pics", "card 1.jpg").rename(Path("pics", "null.jpg"))
    Path("pics", "card 2.webp").rename(Path("pics", "Ünï: it's *odd* {{x}}.webp"))
    Path("pics", "card 3.png").write_bytes(Path("pics", "card 3.png").read_bytes()[:300])
    draw("back.png", METRIC, "navy")
    for hidden in (".DS_Store", "Thumbs.db"):
        Path("pics", hidden).write_bytes(b"x")


@pytest.mark.slow
def test_sixty_pictures_become_sheets_and_decks_of_tabletop_simulator(run: Run) -> None:
    sixty()
    told = run("import", "cards", "pics", "--json").json
    decks = {deck["name"]: (deck["records"], deck["cards"], deck["backs"]) for deck in told["decks"]}
    assert decks == {"cards-poker-metric": (39, 41, 1), "cards-tarot": (10, 12, 1), "cards-square": (9, 9, 1)}
    assert ("card 3.png", "bad-photo") in codes(told) and told["other_files"] == 0
    assert {code for _, code in codes(told)} == {"bad-photo", "cropped-photo"}
    assert {"null x1", "Ünï: it's *odd* {{x}} x1"} <= {
        name.replace(" / back", "") for name in lists()["cards-poker-metric"]
    }
    assert run("check", "pics-game", "--json").json["findings"] == []
    build, export = (run(*words.split()[1:]) for words in told["next"])
    assert (build.code, export.code) == (0, 0)
    # 41 cards of 63 x 88 mm are five sheets of nine, and twelve of 70 x 120 mm three of four; each has a page of backs.
    pages = {name: len(pypdfium2.PdfDocument(f"output/pics-game/{name}.pdf")) for name in decks}
    assert pages == {"cards-poker-metric": 10, "cards-tarot": 6, "cards-square": 2}
    (save,) = Path("output/pics-game/tts").glob("*-all.json")
    objects = json.loads(save.read_text(encoding="utf-8"))["ObjectStates"]
    assert sorted(len(one["DeckIDs"]) for one in objects if "DeckIDs" in one) == [9, 12, 41]


def test_cards_are_true_to_size_with_their_edges_as_bleed_and_their_backs_behind_them(run: Run) -> None:
    draw("a.png", color="red")
    draw("b x2.png", color="lime")
    draw("b-back.png", color="blue")
    draw("back.png", color="yellow")
    imported(run, "--size", "poker")
    assert run("build", "pics-game", "--duplex", "long").code == 0
    pdf = pypdfium2.PdfDocument("output/pics-game/cards.pdf")
    front, back = (page.render(scale=2).to_pil().convert("RGB") for page in pdf)
    red, lime, blue, yellow = (seen(*of) for of in ((front, "red"), (front, "lime"), (back, "blue"), (back, "yellow")))
    # A card is 63.5 mm wide, and its rim is 40 dots of 750 on each side; the two of b lie beside each other.
    rim = 2 * 40 * 72 / 300
    wide, high = red[2] - red[0], red[3] - red[1]
    assert (wide, high) == pytest.approx((mm(63.5) - rim, mm(88.9) - rim), abs=0.8)
    assert lime[2] - lime[0] == pytest.approx(2 * mm(63.5) - rim, abs=0.8)
    for side, behind in ((red, yellow), (lime, blue)):
        assert behind == pytest.approx((612 - side[2], side[1], 612 - side[0], side[3]), abs=0.8)
    # The rim is turned over beyond the cut: the bleed of 3 mm is black, too.
    left, middle = (red[0] - rim / 2) * 2, round(red[1] + red[3])
    strip = [front.getpixel((round(left - mm(part) * 2), middle)) for part in (0.5, 1.2, 2.6)]
    assert strip == [(0, 0, 0)] * 3 and front.getpixel((round(left - mm(3.6) * 2), middle)) == (255, 255, 255)


def seen(page: Pictures.Image, color: str) -> tuple[float, float, float, float]:
    """The box in which a colour is seen on a page of two dots a point, in points."""
    off = ImageChops.difference(page, Pictures.new("RGB", page.size, color)).split()
    inside = ImageChops.lighter(ImageChops.lighter(off[0], off[1]), off[2]).point(lambda most: 255 if most < 40 else 0)
    box = inside.getbbox()
    assert box is not None
    return box[0] / 2, box[1] / 2, box[2] / 2, box[3] / 2


FOLDERS: dict[str, tuple[list[str], list[str]]] = {
    "copies": (
        ["a.png", "b x3.png", "3x c.jpg", "d_x2.png", "e (x4).png", "f[face,5].png", "2x_g.png", "h 12x.png"],
        ["a x1", "b x3", "c x3", "d x2", "e x4", "f x5", "g x2", "h x12"],
    ),
    "no copies": (["x3.png", "agent 47.png", "7 wonders.png", "map (2).png"],
                  ["7 wonders x1", "agent 47 x1", "map (2) x1", "x3 x1"]),
    "backs by name": (
        ["a.png", "a-back.png", "b-front.png", "b_back.png", "c[face,2].png", "c[back,2].png", "d (front).png",
         "d (back).png"],
        ["a / a-back x1", "b / b-back x1", "c / c-back-2 x2", "d / d-back x1"],
    ),
    "a side first": (["front-01.png", "back-01.png", "front_02.png", "back_02.png"],
                     ["01 / back-01 x1", "02 / back-02 x1"]),
    "a back for all": (["10.png", "9.png", "Card Back.png"], ["9 / card-back x1", "10 / card-back x1"]),
    "a card that is called card": (["card-front.png", "card-back.png"], ["card / card-back x1"]),
    "folders of sides": (
        ["front/a.png", "front/Turn Back.png", "front/b x2.png", "back/cover.png", "double_sided/b x2.png",
         "output/sheet.png"],
        ["a / cover-back x1", "b / b-x2-back x2", "Turn Back / cover-back x1"],
    ),
    "backs beside fronts": (["fronts/a.png", "fronts/b.png", "backs/a.png", "backs/b.png"],
                            ["a / a-back x1", "b / b-back x1"]),
    "letters": (["éclair.png", "e\u0301tude.png", "日本.png", f"{'long ' * 12}.png"],
                ["long long long long long long long long long long long long x1", "éclair x1", "étude x1", "日本 x1"]),
}  # fmt: skip


@pytest.mark.parametrize("what", FOLDERS)
def test_names_say_what_is_what(what: str, run: Run) -> None:
    files, cards = FOLDERS[what]
    for file in files:
        draw(file, (150, 210))
    told = run("import", "cards", "pics", "--json").json
    assert {code for _, code in codes(told)} == {"soft-photo"}
    assert lists() == {"cards": cards}


def test_a_folder_is_a_deck_with_a_back_of_its_own_or_of_the_one_above(run: Run) -> None:
    for file in ("doors/a.png", "doors/back.png", "gold/b.png", "gold/rare/c.png", "back.png", "old-game/d.png"):
        draw(file)
    Path("pics/old-game/game.yaml").write_text("title: Old\n")
    imported(run)
    assert lists() == {"doors": ["a / back x1"], "gold": ["b / back-2 x1"], "rare": ["c / back-2 x1"]}


UNUSED: dict[str, tuple[list[str], str, str]] = {
    "two fronts of a name": (["a.png", "a.jpg"], "a.png", "same-front"),
    "capitals": (["A.png", "a.png"], "a.png", "same-front"),
    "a back without a front": (["a.png", "b-back.png"], "b-back.png", "lone-back"),
    "a double side without a front": (["front/a.png", "double_sided/b.png"], "b.png", "lone-back"),
    "two backs of all": (["a.png", "back.png", "cardback.png"], "cardback.png", "second-back"),
    "a name that some systems do not take": (["a.png", "b\n.png"], "b\\n.png", "bad-name"),
    "a format that is not read": (["a.png", "b.gif"], "b.gif", "bad-photo"),
}


@pytest.mark.parametrize("what", UNUSED)
def test_what_cannot_be_used_is_told_at_its_file_and_the_rest_is_imported(what: str, run: Run) -> None:
    files, file, code = UNUSED[what]
    for name in files:
        draw(name)
    told = run("import", "cards", "pics", "--json").json
    assert codes(told) == [(file, code)] and told["errors"] == 0 and [deck["records"] for deck in told["decks"]] == [1]
    assert all(one["hint"] for one in told["findings"])
    again = run("import", "cards", "pics", "--strict", "--out", "strict")
    assert again.code == 4 and f": error: {told['findings'][0]['message']}" in again.err and not Path("strict").exists()


SIZES: dict[str, tuple[list[tuple[tuple[int, int], float]], list[str], list[tuple[str, float, float, float]]]] = {
    "shape of poker": ([(POKER, 0)], [], [("poker", 63.5, 88.9, 0)]),
    "shape of a metric card": ([(METRIC, 72)], [], [("poker-metric", 63, 88, 0)]),
    "sources that differ a little": ([(POKER, 0), (METRIC, 0), (METRIC, 0)], [], [("poker-metric", 63, 88, 0)]),
    "bleed by its shape": ([(MAKER, 0)], [], [("poker", 63.5, 88.9, 3.048)]),
    "dots per inch": ([((1500, 1500), 600)], [], [("square", 63.5, 63.5, 0)]),
    "a size of its own": ([((900, 700), 300)], [], [("76.2x59.3mm", 76.2, 59.3, 0)]),
    "dots that were said": ([((400, 600), 72)], ["--dpi", "200"], [("50.8x76.2mm", 50.8, 76.2, 0)]),
    "a size that was said": ([((1000, 1500), 0)], ["--size", "60x90mm"], [("60x90mm", 60, 90, 0)]),
    "across": ([((1050, 750), 0)], [], [("88.9x63.5mm", 88.9, 63.5, 0)]),
    "two sizes": ([(POKER, 0), (TAROT, 0)], [], [("poker", 63.5, 88.9, 0), ("tarot", 70, 120, 0)]),
    "bleed that was said": ([((786, 1086), 0)], ["--bleed-included", "1.5mm", "--size", "poker"],
                            [("poker", 63.5, 88.9, 1.5)]),
    "the most bleed": ([((835, 1089), 0)], ["--bleed-included", "10mm", "--size", "poker"],
                       [("poker", 63.5, 88.9, 10)]),
    "the fewest dots": ([((100, 120), 0)], ["--dpi", "20"], [("127x152.4mm", 127, 152.4, 0)]),
}  # fmt: skip


@pytest.mark.parametrize("what", SIZES)
def test_sizes_follow_from_dots_and_shapes_or_are_said(what: str, run: Run) -> None:
    pictures, words, decks = SIZES[what]
    for number, (size, dpi) in enumerate(pictures):
        draw(f"{number}.png", size, **({"dpi": (dpi, dpi)} if dpi else {}))
    told = run("import", "cards", "pics", "--json", *words).json
    assert [(deck["size"], deck["width_mm"], deck["height_mm"], deck["bleed_mm"]) for deck in told["decks"]] == decks
    for deck, (_, width, height, _) in zip(printgen.load("pics-game"), decks, strict=True):
        (piece, *_) = deck.compose()
        assert (piece.front.width, piece.front.height) == pytest.approx((mm(width), mm(height)), abs=0.1)


def test_a_size_that_nobody_knows_is_asked_for_and_nothing_is_written(run: Run) -> None:
    for name in "abc":
        draw(f"{name}.png", (600, 700))
    told = run("import", "cards", "pics")
    assert (
        told.code == 3
        and "a.png: error: 600 x 700 dots have the shape of no card that is known (so do 2 more" in told.err
    )
    assert "--size" in told.err and "b.png" not in told.err and there() == ["pics"]


def test_on_a_terminal_it_is_asked_for_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    draw("a.png", (600, 700))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("printgen.cli.commands.export.ask", lambda question: " 60x70mm ")
    done = run("import", "cards", "pics")
    assert done.code == 0 and "cards: 1 front, no back, 60 x 70 mm" in done.out and "Is a size wrong?" in done.out
    said = run("import", "cards", "pics", "--dpi", "254", "--out", "said")
    assert "60 x 70 mm" in said.out and "Is a size wrong?" not in said.out


def test_no_answer_on_a_terminal_leaves_the_size_unknown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    draw("a.png", (600, 700))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("printgen.cli.commands.export.ask", lambda question: "  ")
    done = run("import", "cards", "pics")
    assert done.code == 3 and done.err.count("have the shape of no card that is known") == 2 and there() == ["pics"]


def test_with_a_size_a_picture_of_another_shape_is_cropped_a_little_or_left_out(run: Run) -> None:
    draw("a.png"), draw("b.png", (800, 1050)), draw("c.png", SQUARE)
    told = run("import", "cards", "pics", "--size", "poker", "--json").json
    assert codes(told) == [("c.png", "other-shape"), ("b.png", "cropped-photo")]
    assert lists() == {"cards": ["a x1", "b x1"]}


def test_a_card_that_lies_across_its_back_is_a_deck_of_its_own_and_told(run: Run) -> None:
    draw("a.png"), draw("b.png", (1050, 750)), draw("back.png")
    told = run("import", "cards", "pics", "--json").json
    assert codes(told) == [("back.png", "cropped-photo")]
    assert [deck["size"] for deck in told["decks"]] == ["poker", "88.9x63.5mm"]


def test_a_back_that_cannot_be_read_is_left_out(run: Run) -> None:
    draw("a.png"), draw("back.png").write_bytes(b"no picture")
    told = run("import", "cards", "pics", "--json").json
    assert codes(told) == [("back.png", "bad-photo")] and lists() == {"cards": ["a x1"]}


def test_plain_files_are_copied_as_they_are_and_others_become_plain(run: Run) -> None:
    png, jpeg = draw("a.png").read_bytes(), draw("b.jpg").read_bytes()
    draw("c.webp"), draw("d.jpg", mode="CMYK"), draw("e.png", mode="P"), draw("f.png", mode="I;16")
    round_corners = Pictures.new("RGBA", POKER)
    ImageDraw.Draw(round_corners).rounded_rectangle((0, 0, 749, 1049), 36, fill="maroon")
    round_corners.save("pics/g.png")
    turned = Pictures.Exif()
    turned[0x0112] = 6
    draw("h.jpg", POKER[::-1], exif=turned)
    told = imported(run)
    assert codes(told) == [("d.jpg", "turned-colors")]
    home = Path("pics-game/pictures")
    assert (home / "a.png").read_bytes() == png and (home / "b.jpg").read_bytes() == jpeg
    made = {path.name: Pictures.open(path) for path in home.iterdir()}
    assert {(name, picture.mode, picture.size) for name, picture in made.items()} == {
        *((name, "RGB", POKER) for name in ("a.png", "b.jpg", "c.png", "d.jpg", "e.png", "g.png", "h.jpg")),
        ("f.png", "L", POKER),
    }  # fmt: skip
    corner = made["g.png"].getpixel((0, 0))
    assert corner == pytest.approx((128, 0, 0), abs=4), "a round corner has the colour beside it"


def test_links_bombs_and_folders_of_others_stay_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    draw("a.png")
    Path("secret").mkdir()
    Pictures.new("RGB", POKER).save("secret/s.png")
    Path("pics/link.png").symlink_to(Path("secret/s.png").absolute())
    Path("pics/more").symlink_to(Path("secret").absolute())
    Path("pics/loop").symlink_to(Path("pics").absolute())
    Path("pics/bomb.png").write_bytes(
        Path("pics/a.png")
        .read_bytes()
        .replace(*(b"IHDR" + struct.pack(">II", *size) for size in (POKER, (40_000, 40_000))))
    )
    os.mkfifo("pics/pipe.png")
    told = run("import", "cards", "pics", "--json").json
    assert dict(codes(told)) == {
        "bomb.png": "bad-photo", "link.png": "outside-folder", "pipe.png": "irregular-file",
        "more": "outside-folder", "loop": "outside-folder",
    }  # fmt: skip
    assert lists() == {"cards": ["a x1"]}
    monkeypatch.setitem(LIMITS, "pieces", Limit(2, "pieces", "Lower its copies."))
    draw("b x2.png")
    over = run("import", "cards", "pics", "--out", "many")
    assert over.code == 3 and "6 pieces are more than the 2" in over.err and not Path("many").exists()


@pytest.mark.parametrize("words, code, said", [
    (("nowhere",), 2, "there is no folder 'nowhere'"),
    (("picz",), 2, "Did you mean 'pics'?"),
    (("pics/a.png",), 2, "is neither a folder nor an order"),
    (("empty",), 3, "there are no pictures of cards in it"),
    (("pics", "--size", "pokr"), 2, "Did you mean 'poker'?"),
    (("pics", "--dpi", "3"), 2, "--dpi 3 is not from 20 to 5000"),
    (("pics", "--dpi", "5001"), 2, "--dpi 5001 is not from 20 to 5000"),
    (("pics", "--dpi", "nan"), 2, "--dpi nan is not from"),
    (("pics", "--bleed-included", "3"), 2, "'3' is not a length"),
    (("pics", "--bleed-included", "20mm"), 2, "is not from 0mm to 10mm"),
    (("pics", "--out", "pics"), 2, "the folder 'pics' is not empty"),
    (("pics", "--out", "pics/a.png/game"), 6, "cannot write the game"),
    (("pics", "--out", "con"), 2, "a game cannot be named 'con'"),
])  # fmt: skip
def test_what_cannot_be_imported_leaves_nothing_behind(words: tuple[str, ...], code: int, said: str, run: Run) -> None:
    draw("a.png")
    Path("empty").mkdir()
    done = run("import", "cards", *words)
    assert done.code == code and said in done.err
    assert there() == ["empty", "pics"] and there("pics") == ["a.png"]


def test_nothing_is_left_where_a_disk_is_full_or_somebody_ends_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    draw("a.png")
    for error, code in ((OSError(28, "No space left on device"), 6), (KeyboardInterrupt(), 130)):

        def fail(*_: object, error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr("printgen.build.card_import.move_game", fail)
        assert run("import", "cards", "pics").code == code
        assert there() == ["pics"]
