"""Every front is paired with its own back through the flip or the fold, as both lie in the PDF: all kits, all ways.

For a printer that is out of true, what it does to the paper is played first: both sides of a sheet come out each in its
own way, and what is folded over lies on one side, of which all moves alike. Pieces are as large as they are and bleed
as they do, but each has one colour of its own instead of its picture: it is known by that, and the files are small. One
small deck has its pictures, too. The sheets of booklets are turned the way that a book is bound, and what lies behind
what there is tested with booklets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from pairwise import cases, nightly
from placed import Point, Shape, Size, pages, pairs, pictures
from press import TRUE, Fault
from whole import OFTEN, composed

from printgen.build.printed import Pieces
from printgen.drawing.model import Drawing, Rect
from printgen.drawing.pieces import Piece
from printgen.sheets import printers as known
from printgen.sheets.printers import PageShift, PrinterProfile, ScaleFactors, SideProfile, StackOrder

NEAR = 0.05
WAYS = ("long", "short", "fold", "split", "manual")
PAPERS = ("a4", "letter")
BACKS = ("", "color", "saver")
ONE_SIDED = "sixth-scale"
FRONT, BACK = Fault(1.002, 0.999, 0.8, -0.6, 0.2), Fault(0.999, 1.001, -0.7, 0.9, -0.15)
PRINTERS = (("long", "long"), ("short", "short"), ("split", "long"), ("manual", "long-hand"))


@cache
def kit(game: str, paper: str = "letter", backs: str = "") -> list[Pieces]:
    """What has backs in a game, each piece in a colour of its own; what is bound has pages, and no backs."""
    backed = (item for item in composed(game, paper, backs=backs).items if two_sided(item))
    return [*map(plain, backed)]


def two_sided(item: Pieces) -> bool:
    return any(piece.back and not piece.leaf for piece in item)


def plain(item: Pieces, pictured: bool = False) -> Pieces:
    """The same pieces, each with a colour of its own that goes beyond the bleed: so it shows where it is clipped.

    `pictured` ones have their pictures on it.
    """

    def colored(pieces: Iterable[Piece], blue: int) -> tuple[Piece, ...]:
        made = []
        for number, piece in enumerate(pieces):
            color = f"#{number % 251:02X}{255 - number // 251:02X}{blue:02X}"
            front, back = (one and painted(one, color, pictured) for one in (piece.front, piece.back))
            made.append(replace(piece, front=front, back=back))
        return tuple(made)

    return replace(item, pieces=colored(item.pieces, 40), fill=colored(item.fill, 80))


def painted(drawing: Drawing, color: str, pictured: bool) -> Drawing:
    ground = Rect(-99, -99, drawing.width + 198, drawing.height + 198, color)
    return drawing._replace(items=(ground, *(drawing.items if pictured else ())))


def in_hand(size: Size, shapes: list[Shape], width: float, fault: Fault) -> tuple[Size, list[Shape]]:
    """What comes out of a printer, as one holds it: a sheet that lies was written upright, its head at the left."""
    shapes = [shape.moved(lambda point: fault.printed(point, size)) for shape in shapes]
    if abs(size[0] - width) > 1:
        shapes = [shape.moved(lambda point: (size[1] - point[1], point[0])) for shape in shapes]
        size = size[1], size[0]
    return size, pictures(shapes, size)


def sides_of(item: Pieces, faults: tuple[Fault, Fault]) -> Iterator[tuple[Size, list[Shape], list[Shape]]]:
    """Each sheet from the files as a printer prints it: its size, what lies on its front, and on its back.

    Of fold-over sheets all lies on the front. The guide sheet that goes with what is turned by hand is left out.
    """
    sheets = item.sheets()
    files = dict(sheets.files("x", "pdf"))
    if item.duplex == "manual":
        fronts, backs, reversed_ = (pages(files[f"x-{name}.pdf"]) for name in ("fronts", "backs", "backs-reversed"))
        assert reversed_ == backs[::-1] and len(fronts) == len(backs) == sheets.count + 1
        both = list(zip(fronts[1:], backs[1:], strict=True))
    else:
        found = pages(files["x.pdf"])
        half = len(found) // 2
        if item.duplex == "fold":
            both = [(front, (front[0], [])) for front in found]
        else:
            fronts, backs = (found[:half], found[half:]) if item.duplex == "split" else (found[::2], found[1::2])
            both = list(zip(fronts, backs, strict=True))
        assert len(found) == len(sheets) == sheets.count * (1 if item.duplex == "fold" else 2)
    fronts_planned = [sheet for sheet in sheets if sheet.side == "front"]
    for sheet, (front, back) in zip(fronts_planned, both, strict=True):
        width = sheet.drawing.width / 72 * 25.4
        size, shown = in_hand(*front, width, faults[0])
        other, behind = in_hand(*back, width, faults[1])
        assert size == other
        yield size, shown, behind


def check(item: Pieces, way: str, printer: str = "") -> None:
    """Each back lies behind its own front; from a printer that is out of true, all lies where a true one has it."""
    item = replace(item, settings=replace(item.settings, duplex=way, printer=printer))
    folded = item.duplex == "fold"
    assert item.duplex in (way, "fold")
    wanted = sum(
        len(sheet.cells) - len(sheet.names) if folded else len(sheet.cells)
        for sheet in item.sheets()
        if folded or sheet.side == "back"
    )
    found = list(sides_of(item, (FRONT, BACK) if printer else (TRUE, TRUE)))
    count = 0
    for size, fronts, backs in found:
        # Over the long edge of an upright page left and right change places; so they do beyond a fold.
        across = folded or (item.duplex != "short") == (size[1] >= size[0])

        def through(point: Point, size: Size = size, across: bool = across) -> Point:
            return (size[0] - point[0], point[1]) if across else (point[0], size[1] - point[1])

        if folded:
            backs = [one for one in fronts if one.outline[0][0] > size[0] / 2]
            fronts = [one for one in fronts if one.outline[0][0] < size[0] / 2]
        both = pairs(fronts, [back.moved(through) for back in backs], NEAR)
        assert [front.ink for front, _ in both] == [back.ink for _, back in both], (item.product.name, way)
        count += len(both)
    assert count == wanted > 0, (item.product.name, way)
    if printer:
        unmoved = replace(item, settings=replace(item.settings, printer=""))
        for (size, *sides), (true_size, *true) in zip(found, sides_of(unmoved, (TRUE, TRUE)), strict=True):
            assert size == true_size
            for got, there in zip(sides, true, strict=True):
                assert len(pairs(there, got, NEAR)) == len(there)


@pytest.fixture(scope="module")
def deck() -> Pieces:
    """A small deck with its pictures, and what fills its last sheet."""
    (item,) = composed("micro-forces/strategy-cards").items
    return plain(item, pictured=True)


@pytest.mark.parametrize("way", WAYS)
def test_the_backs_of_a_small_deck_lie_behind_their_fronts(deck: Pieces, way: str) -> None:
    check(deck, way)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "paper", "backs"),
    [
        *cases(OFTEN, PAPERS, BACKS, meet=1),
        *nightly(["go-joe"], PAPERS, BACKS),
    ],
)
def test_every_back_of_every_kit_lies_behind_its_front(game: str, paper: str, backs: str) -> None:
    items = kit(game, paper, backs)
    assert items
    for item in items:
        # What folds over folds whatever is asked for.
        for way in ("fold",) if item.duplex == "fold" else WAYS:
            check(item, way)


@pytest.mark.slow
@pytest.mark.xdist_group(ONE_SIDED)
def test_one_kit_has_no_backs() -> None:
    assert kit(ONE_SIDED) == []


@pytest.fixture
def printers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes known some printers that move, turn and scale both sides, each in its own way."""
    monkeypatch.setenv("PRINTGEN_CONFIG", str(tmp_path))
    front, back = (
        SideProfile(
            scale=ScaleFactors(across=f.across, down=f.down), shift=PageShift(right=f.right, down=f.below), skew=f.turn
        )
        for f in (FRONT, BACK)
    )

    def keep(paper: str) -> None:
        known.save("long", PrinterProfile(paper=paper, front=front, back=back))
        known.save("short", PrinterProfile(paper=paper, duplex="short", front=front, back=back))
        stack = StackOrder(printed="up", head="first")
        known.save("long-hand", PrinterProfile(paper=paper, front=front, back=back, stack=stack))

    return keep


@pytest.mark.slow
@pytest.mark.parametrize(("game", "paper"), [*cases(OFTEN, PAPERS, meet=1), *nightly(["go-joe"], PAPERS)])
def test_backs_lie_behind_fronts_on_a_printer_that_moves_turns_and_scales_both_sides(
    printers: Callable[[str], None], game: str, paper: str
) -> None:
    printers(paper)
    for item in (one for one in kit(game, paper) if one.duplex != "fold"):
        for way, printer in PRINTERS:
            check(item, way, printer)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "paper"), [*cases(OFTEN, PAPERS, meet=1), *nightly(["go-joe"], PAPERS)])
def test_what_is_folded_over_lies_on_one_side_whichever_printer_moves_it(
    printers: Callable[[str], None], game: str, paper: str
) -> None:
    printers(paper)
    items = [one for one in kit(game, paper) if one.duplex == "fold"]
    assert items
    for item in items:
        for way, printer in PRINTERS:
            check(item, way, printer)
