"""Groups: items that belong together, painted when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from printgen.base.errors import has_errors
from printgen.build import stages as build
from printgen.build.jobs import sound
from printgen.build.settings import Settings
from printgen.drawing.extent import describe
from printgen.drawing.model import Group, Rect
from printgen.kinds.board import square_art as art
from printgen.kinds.board.hex_art import HexArt


def test_a_group_is_painted_once_and_is_what_it_paints() -> None:
    painted: list[str] = []

    def paint() -> list[Rect]:
        painted.append("now")
        return [Rect(0, 0, 1, 1, "#123456")]

    late = Group(paint)
    assert not painted
    assert late == Group((Rect(0, 0, 1, 1, "#123456"),)) and hash(late) == hash(Group(late.items))
    assert painted == ["now"]


@pytest.fixture
def motifs() -> Iterator[None]:
    """Motifs of terrain drawn anew before and after: both caches keep them with the function that paints them."""
    caches = (art._motif, art._paint_motif)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("motifs")
def test_a_check_paints_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def painted(*given: object) -> None:
        raise AssertionError("a check has painted a board")

    monkeypatch.setattr(HexArt, "_items", painted)
    monkeypatch.setattr(art, "_motif_items", painted)
    assert not has_errors(build.check(["go-joe/board-poster", "micro-forces/board-poster"], Settings()))
    # So that the above is known to fail when a board is looked at.
    (poster,), _ = build.compose(sound("micro-forces/board-poster"), Settings())
    with pytest.raises(AssertionError):
        describe([("poster", poster.pieces[0].front)])
