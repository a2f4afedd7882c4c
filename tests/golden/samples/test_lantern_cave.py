"""The sample of a game that is a sheet of rules: checked, and printed as a sheet and as cards."""

import pytest
from places import SAMPLES

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of

GAME = SAMPLES / "lantern-cave"


def pages(look: str = "") -> dict[str, list[str]]:
    (job,) = load([str(GAME)])
    composed, found = build.compose(job, Settings(look=look))
    assert [*job.findings, *found] == []
    return {item.product.name: [" ".join(words_of(piece.front)) for piece in item.pieces] for item in composed}


@pytest.mark.slow
@pytest.mark.parametrize("look", ["", "saver"])
def test_it_is_a_sheet_and_a_set_of_cards(look: str) -> None:
    assert not build.check([str(GAME)], Settings())
    made = pages(look)
    (sheet,) = made["rules"]
    for told in ("LANTERN CAVE", "CHOOSE", "The blue lake", "LUCK", "1 HIT", "Draw the chambers"):
        assert told in sheet, told
    assert [told in " ".join(made["pocket-rules"]) for told in ("CHOOSE", "The blue lake", "Draw the")] == [
        True, True, False,
    ]  # fmt: skip
