"""A printer with faults is measured and prints true from then on: a person types four numbers a side of its page."""

import io
import random
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from goldens import GOLDEN, differences
from kitchen import Run
from outlined import outline_text
from person import readings
from press import TRUE, Fault, corners, corners_game, furthest, mm, size_of

import printgen
from printgen.base.errors import UsageError
from printgen.base.folders import templates_folder
from printgen.faces.library import Library
from printgen.sheets.printers import calibration_pages, readings_on
from printgen.sheets.sheet import paper

FAULTS = {
    "a usual laser": (Fault(1.0025, 0.9975, 0.6, -1.1), Fault(1.001, 0.999, -0.8, 0.4)),
    "backs far off": (Fault(1.006, 1.002, 1.3, 0.2), Fault(1.004, 1.003, -3.1, -2.9)),
    "true": (TRUE, TRUE),
}
TRUE_LETTER = ["5", "5", "180", "240"]


def texts(file: Path) -> list[str]:
    pdf = pypdfium2.PdfDocument(file)
    found = [pdf[n].get_textpage().get_text_range() for n in range(len(pdf))]
    pdf.close()
    return found


def furthest_corner(out: Path, paper: str, duplex: str, faults: tuple[Fault, Fault]) -> float:
    """How far the furthest corner of a card is from where it should be on the prints of a measured printer, in mm."""
    cards = printgen.load(corners_game(out / "corners"))["deck"].compose()
    for name, printer in (("true", ""), ("written", "office")):
        cards.impose(paper, duplex=duplex, printer=printer).write(out / f"{name}.pdf")
    with pdfplumber.open(out / "written.pdf") as pdf:
        size = size_of(pdf.pages[0])
    far = []
    for side, fault in zip(("front", "back"), faults, strict=True):
        prints = [[fault.printed(point, size) for point in page] for page in corners(out / "written.pdf", side)]
        far.append(furthest(prints, corners(out / "true.pdf", side)))
    return max(far)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_cards_lie_within_a_fifth_of_a_millimetre(
    paper: str, duplex: str, fault: str, run: Run, tmp_path: Path
) -> None:
    edge = ("--paper", paper, "--duplex", duplex)
    assert run("printers", "calibrate", "office", *edge, "--out", tmp_path).code == 0
    front, back = readings(tmp_path / "printers" / "office.pdf", *FAULTS[fault])
    result = run("printers", "read", "office", *edge, "--front", *front, "--back", *back)
    assert result.code == 0, result.err
    assert furthest_corner(tmp_path, paper, duplex, FAULTS[fault]) < 0.2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_any_printer_is_measured(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)

    def fault(across: float, down: float, much: float) -> Fault:
        """Both sides go through one machine, which stretches them much alike."""
        scales = [scale + rng.uniform(-much, much) for scale in (across, down)]
        return Fault(*scales, rng.uniform(-3, 3), rng.uniform(-3, 3))

    paper, duplex, front = rng.choice(["letter", "a4"]), rng.choice(["long", "short"]), fault(1, 1, 0.005)
    faults = front, fault(front.across, front.down, 0.002)
    numbers = readings(printgen.calibrate("office", tmp_path, paper=paper, duplex=duplex), *faults)
    printgen.measure_printer("office", *numbers, paper=paper, duplex=duplex)
    assert furthest_corner(tmp_path, paper, duplex, faults) < 0.2


def test_a_measured_printer_prints_its_page_so_that_it_reads_true(run: Run, tmp_path: Path) -> None:
    faults = FAULTS["a usual laser"]
    printgen.measure_printer("office", *readings(printgen.calibrate("office", tmp_path), *faults))
    assert run("printers", "calibrate", "office", "--check", "--out", tmp_path / "again").code == 0
    for numbers in readings(tmp_path / "again" / "printers" / "office.pdf", *faults):
        assert [float(text) for text in numbers] == pytest.approx([5, 5, 180, 240], abs=0.26)
    nobody = run("printers", "calibrate", "lodge", "--check", "--out", tmp_path / "never")
    assert nobody.code == 2 and not (tmp_path / "never").exists()


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4", "legal", "tabloid", "a3", "305x457mm", "205x275mm", "275x205mm"])
def test_the_page_fits_every_paper_that_it_is_made_for(paper: str, tmp_path: Path) -> None:
    file = printgen.calibrate("office", tmp_path, paper=paper)
    with pdfplumber.open(file) as pdf:
        assert len(pdf.pages) == 2
        for page in pdf.pages:
            assert page.width < page.height
            edges = ((c["x0"], c["top"], page.width - c["x1"], page.height - c["bottom"]) for c in page.chars)
            assert mm(min(min(edge) for edge in edges)) > 6 and min(c["size"] for c in page.chars) >= 5.9
            # A ruler of 30 cm reaches everywhere.
            assert (
                max(mm(abs(item["x1"] - item["x0"]) + abs(item["bottom"] - item["top"])) for item in page.lines)
                <= 280.1
            )
    for numbers in readings(file, TRUE, TRUE):
        assert numbers[:2] == ["5.0", "5.0"] and all(float(length) % 20 == 0 for length in numbers[2:])


@pytest.mark.parametrize(("text", "value"), [("1", 1), ("9,0 mm", 9), (" 5.25mm", 5.25), ("0.9", None), ("9.1", None)])
def test_a_number_that_is_read_may_lie_as_far_off_as_its_line_reaches(text: str, value: float | None) -> None:
    number = readings_on(paper("a4", Library((templates_folder(),))))[0]
    if value is not None:
        assert number.parse("front", text) == value
        return
    with pytest.raises(printgen.UsageError, match=rf"front A is {text}; it must be from 1 to 9"):
        number.parse("front", text)


@pytest.mark.parametrize("paper", ["a5", "100x150mm"])
def test_a_paper_that_is_too_small_is_refused(paper: str, run: Run, tmp_path: Path) -> None:
    made = run("printers", "calibrate", "office", "--paper", paper, "--out", tmp_path)
    assert made.code == 5 and "too small for the calibration page" in made.err and "Choose letter or a4" in made.err


def test_the_page_says_what_to_type(run: Run, tmp_path: Path) -> None:
    made = run("printers", "calibrate", "my laser", "--paper", "a4", "--duplex", "short", "--out", tmp_path)
    command = "printgen printers read 'my laser' --paper a4 --duplex short"
    front, back = texts(tmp_path / "printers" / "my laser.pdf")
    assert command in made.out and command in front and command in back
    assert "printgen build GAME --printer 'my laser' --paper a4" in back
    with pikepdf.open(tmp_path / "printers" / "my laser.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


@pytest.mark.slow
def test_a_game_of_another_language_speaks_it(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text(
        "title: Spiel\nversion: '1'\nlanguage: de\nproducts: {}\n", encoding="utf-8"
    )
    front, back = texts(printgen.calibrate("Büro", tmp_path, kit=tmp_path / "game"))
    assert "Zweimal falten".upper() in front and "Dann genau drucken".upper() in back


@pytest.mark.slow
def test_names_are_shown_or_refused(run: Run, tmp_path: Path) -> None:
    long = "Laser Of The Third Floor Beside The Stair"[:40]
    assert long in texts(printgen.calibrate(long, tmp_path))[0]
    for name in ("../up", "", "a\nb", "x" * 41):
        assert run("printers", "calibrate", name, "--out", tmp_path / "no").code == 2
    unprinted = run("printers", "calibrate", "\u6771\u4eac", "--out", tmp_path / "no")
    assert unprinted.code == 3 and "Give the printer a name of plain letters" in unprinted.err
    assert not (tmp_path / "no").exists()


def test_the_calibration_page_is_drawn_as_it_was(update_golden: bool) -> None:
    pages = calibration_pages("office", paper("letter"), "long", Library((templates_folder(),)))
    text = outline_text((page.bookmark, page.drawing) for page in pages)
    assert differences({GOLDEN / "sheets" / "calibration.txt": text}, update_golden) == []


def answer(run: Run, monkeypatch: pytest.MonkeyPatch, answers: list[str], *words: str) -> tuple[int, str, str]:
    """Run `printers read` at a terminal at which these lines are typed."""
    stream = io.StringIO("".join(f"{line}\n" for line in answers))
    monkeypatch.setattr("sys.stdin", stream)
    monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    result = run("printers", "read", *words)
    return result.code, result.out, result.err


def test_the_dialogue_asks_for_four_numbers_a_side_and_asks_again_for_nonsense(
    run: Run, monkeypatch: pytest.MonkeyPatch, config: Path
) -> None:
    front = ["about five", "", "nan", "15", " 5,6 mm", "3.9", "173.5", "180.5", "239.5"]
    code, out, err = answer(run, monkeypatch, [*front, "4.2", "5.4", "180.25", "239.75", "up", "Up last"], "attic")
    assert code == 0, err
    assert "front A: 'about five' is not a number. Type one such as 5." in out and "'' is not a number" in out
    assert "front A is 15; it must be from 1 to 9. Read it where the crease crosses" in out
    assert "front C is 173.5; it must be from 175.5 to 184.5. Print the page at 100 %" in out
    assert "'up' does not say how the stack goes back" in out
    assert "Front A, where the upright crease crosses its slanted line (true: 5)" in out
    profile = printgen.printer("attic").profile
    assert (profile.front.scale.across, profile.front.scale.down) == pytest.approx((1.00278, 0.99792), abs=1e-5)
    assert (profile.front.shift.right, profile.back.shift.down) == pytest.approx((0.6017, 0.3996), abs=1e-4)
    assert profile.stack and profile.stack.model_dump(exclude_none=True) == {"printed": "up", "head": "last"}
    assert (config / "printers" / "attic.yaml").is_file()


def test_an_end_in_the_middle_keeps_nothing(run: Run, monkeypatch: pytest.MonkeyPatch, config: Path) -> None:
    code, _, _ = answer(run, monkeypatch, TRUE_LETTER, "attic")
    assert code != 0 and not config.exists()


def test_the_command_line_gives_what_is_not_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = answer(run, monkeypatch, [*TRUE_LETTER, ""], "attic", "--front", *TRUE_LETTER)
    assert code == 0 and "Back A" in out and "Front A" not in out
    read = run("printers", "read", "attic", "--front", *TRUE_LETTER, "--back", *TRUE_LETTER, "--json")
    assert read.code == 0 and read.json["back"]["scale"] == {"across": 1.0, "down": 1.0} and "stack" not in read.json


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "the numbers of the page are missing"),
        (("--front", *TRUE_LETTER), "the numbers of the page are missing"),
        (("--front", "5;rm", "5", "180", "240", "--back", *TRUE_LETTER), "front A: '5;rm' is not a number"),
        (("--front", "5", "5", "180", "1e9", "--back", *TRUE_LETTER), "front D is 1e+09; it must be from 234 to 246"),
        (("--front", *TRUE_LETTER, "--back", "\x1b[2J", "5", "180", "240"), "back A: "),
        (("--front", *TRUE_LETTER, "--back", *TRUE_LETTER, "--stack", "up sideways"), "does not say how the stack"),
        (("--front", *TRUE_LETTER, "--back", *TRUE_LETTER, "--stack", "up last up up"), "does not say how the stack"),
    ],
)  # fmt: skip
def test_numbers_on_the_command_line_are_not_trusted(
    words: tuple[str, ...], message: str, run: Run, config: Path
) -> None:
    read = run("printers", "read", "office", *words)
    assert read.code == 2 and message in read.err and "\x1b" not in read.err, read.err
    assert not config.exists()


def test_a_program_gives_four_numbers_a_side(config: Path) -> None:
    with pytest.raises(UsageError, match="front: 3 numbers were given"):
        printgen.measure_printer("office", TRUE_LETTER[:3], TRUE_LETTER)
    assert not config.exists()


def test_a_millimetre_that_was_miscounted_is_doubted(run: Run) -> None:
    read = run("printers", "read", "office", "--front", *TRUE_LETTER, "--back", "5", "5", "180", "241")
    assert read.code == 0 and "warning: fronts come out at 100.00 % down, and backs at 100.42 %" in read.err
    assert "Measure D again on both sides" in read.err
