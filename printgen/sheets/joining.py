"""How a piece larger than the paper is spread over pages that are joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printgen.base.units import mm

Join = Literal["tape", "glue"]

_OVERLAPS = {"tape": mm(6.35), "glue": mm(10)}


@dataclass(frozen=True, slots=True)
class TileOptions:
    """How to tile; lengths in points.

    `join` names how pages are held together; `overlap` is what neighbours share, 6.35 mm for tape and 10 mm for
    glue unless it is given (at least 5 mm, so that there is room for words on it); `margin` stays white on every
    side of a page. `outline` draws the line to cut a piece along that is no rectangle. `map` puts an assembly map
    before the pages.
    """

    join: Join = "tape"
    overlap: float | None = None
    margin: float = mm(6.35)
    outline: bool = True
    map: bool = True

    def __post_init__(self) -> None:
        if self.margin < 0:
            raise ValueError("a margin cannot be below zero")
        if self.overlap is not None and self.overlap < mm(5) - 0.001:
            raise ValueError("pages that are to be joined must overlap by 5 mm or more")

    @property
    def shared(self) -> float:
        """What neighbours share, in points."""
        return _OVERLAPS[self.join] if self.overlap is None else self.overlap
