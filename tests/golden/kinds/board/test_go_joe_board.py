"""The board of GO JOE: how strong its decks are, and how large its spaces are on each paper."""

import pytest

from printgen.base.folders import kits_folder
from printgen.base.units import to_mm
from printgen.build.jobs import load as load_jobs
from printgen.build.settings import Settings
from printgen.build.stages import compose
from printgen.kinds import load
from printgen.kinds.board.square_plan import SquarePlan
from printgen.sheets.sheet import Join, SheetOptions, paper
from printgen.sheets.tile import plan_tiling


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("on", "join", "pages", "size"),
    [("letter", "tape", 9, (74, 98)), ("letter", "glue", 9, (73, 97.5)), ("a4", "tape", 9, (72, 97)),
     ("a4", "glue", 9, (71, 96.5)), ("a3", "tape", 4, (70, 96))],
)  # fmt: skip
def test_spaces_are_a_hair_smaller_where_that_makes_plain_pages(
    on: str, join: Join, pages: int, size: tuple[float, float]
) -> None:
    (job,) = load_jobs(["go-joe/board-poster"])
    (board,), _ = compose(job, Settings(paper=on, join=join))
    (poster,) = board.pieces
    assert (to_mm(poster.front.width) / 8, to_mm(poster.front.height) / 8) == pytest.approx(size, abs=0.01)
    plan = plan_tiling(poster, paper(on), SheetOptions(join=join)).plan
    lefts, tops = ({round(tile.window[way], 2) for tile in plan.tiles} for way in (0, 1))
    assert len(plan.tiles) == len(lefts) * len(tops) == pages


def test_the_strengths_of_go_joe() -> None:
    game, _ = load(kits_folder() / "go-joe")
    assert game is not None
    plan = game.products["map-sheets"].loaded
    assert isinstance(plan, SquarePlan)
    strengths = plan.strengths
    assert strengths.units == {"joe-base": 108, "cobra-base": 82}
    terrains = {"jungle", "swamp", "sea", "desert", "mountain", "forest", "urban", "arctic"}
    assert set(strengths.suited["joe-base"]) == terrains
    assert set(strengths.suited["cobra-base"]) <= terrains
