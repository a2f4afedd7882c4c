"""A printer with a fault is measured, and prints true from then on: a person reads its page and types what it says."""

import random
from pathlib import Path

import pdfplumber
import pytest
from kitchen import Run
from person import printed, readings
from press import Fault, corners, corners_game, furthest, size_of

import printgen

FAULTS = {
    "a usual laser": (Fault(1.0025, 0.9975, 0.6, -1.1, 0.1), Fault(1.001, 0.999, -0.8, 0.4, -0.15)),
    "much askew": (Fault(0.998, 1.004, -2.2, 1.7, 0.8), Fault(0.996, 1.003, 0.9, 1.4, -0.5)),
    "true": (Fault(), Fault()),
    "backs far off": (Fault(1.006, 1.002, 1.3, 0.2, -0.3), Fault(1.004, 1.003, -3.1, -2.9, 0.35)),
}


def measured(run: Run, file: Path, paper: str, duplex: str, faults: tuple[Fault, Fault], name: str = "office") -> None:
    """Print the page of scales on a printer, read it, and type what was read."""
    sheet = printed(file, duplex, *faults)
    said = [word for key, text in readings(sheet, 4.2).items() for word in ("--set", f"{key}={text}")]
    edge = ("--paper", paper, "--duplex", duplex)
    result = run("printers", "read", name, *edge, *said, "--set", "turned=by-printer")
    assert result.code == 0, result.err


def off(game: Path, out: Path, paper: str, duplex: str, faults: tuple[Fault, Fault]) -> tuple[float, float]:
    """How far the furthest corner of a card is from where it should be, on fronts and on backs, in mm."""
    cards = printgen.load(game)["deck"].compose()
    for name, printer in (("true", ""), ("written", "office")):
        cards.impose(paper, duplex=duplex, printer=printer).write(out / f"{name}.pdf")
    with pdfplumber.open(out / "written.pdf") as pdf:
        size = size_of(pdf.pages[0])
    far = []
    for side, fault in zip(("front", "back"), faults, strict=True):
        came = [[fault.printed(point, size) for point in page] for page in corners(out / "written.pdf", side)]
        far.append(furthest(came, corners(out / "true.pdf", side)))
    return far[0], far[1]


@pytest.mark.slow
@pytest.mark.some(6)  # That is one of each fault, each paper and each edge.
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_cards_lie_within_a_tenth_of_a_millimetre(
    paper: str, duplex: str, fault: str, run: Run, tmp_path: Path
) -> None:
    wrote = run("printers", "calibrate", "office", "--paper", paper, "--duplex", duplex, "--out", tmp_path)
    assert wrote.code == 0
    measured(run, tmp_path / "printers" / "office.pdf", paper, duplex, FAULTS[fault])
    front, back = off(corners_game(tmp_path / "corners"), tmp_path, paper, duplex, FAULTS[fault])
    assert max(front, back) < 0.1, (front, back)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_any_printer_is_measured(seed: int, run: Run, tmp_path: Path) -> None:
    rng = random.Random(seed)

    def fault(across: float, down: float, much: float) -> Fault:
        """Both sides go through one machine, which stretches them much alike."""
        scales = [scale + rng.uniform(-much, much) for scale in (across, down)]
        return Fault(*scales, rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-0.4, 0.4))

    paper, duplex, front = rng.choice(["letter", "a4"]), rng.choice(["long", "short"]), fault(1, 1, 0.005)
    faults = front, fault(front.across, front.down, 0.002)
    file = printgen.calibrate("office", tmp_path, paper=paper, duplex=duplex)
    measured(run, file, paper, duplex, faults)
    assert max(off(corners_game(tmp_path / "corners"), tmp_path, paper, duplex, faults)) < 0.1
