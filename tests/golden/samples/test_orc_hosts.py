"""The sample of armies with words of their own: hosts of bands, their prices and odds."""

import pytest
from kitchen import Run, runner
from places import SAMPLES

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of

GAME = SAMPLES / "orc-hosts"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(capsys)


@pytest.mark.slow
@pytest.mark.parametrize("look", ["", "saver"])
def test_its_pages_speak_of_bands_and_orcs(look: str) -> None:
    assert not build.check([str(GAME)], Settings())
    (job,) = load([str(GAME)])
    (composed,), _ = build.compose(job, Settings(look=look))
    first, _, blank = (" ".join(words_of(piece.front)) for piece in composed.pieces)
    for told in ("GUTTER MOON", "55/60", "BAND", "GOBLIN", "thrown", "for each orc you lose", "Most skulls wins."):
        assert told in first, told
    assert "SQUAD" not in first + blank and "soldier" not in first + blank and "10 orcs" in blank
