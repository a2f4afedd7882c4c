"""The JSON of 18xx-maker, as far as printgen reads it: maps of hexes, tiles, companies, trains and markets.

The format is that of https://github.com/18xx-maker/18xx-maker. A place in a hex is an angle, clockwise from straight
down, and a part of the way from the middle to a side, which is 75 units long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from printgen.reading.part import Many, OneOrMany, Part

_Word = str | int | float
_Number = Annotated[float, Field(ge=-2000, le=2000)]
_Side = Annotated[int, Field(ge=1, le=6)]


def first_word(*words: str | float) -> str:
    """The first non-empty word."""
    return str(next((word for word in words if word != ""), ""))[:80]


class _Shape(Part):
    """A mapping of the format, of which only some keys are read."""

    model_config = ConfigDict(extra="ignore")


class RailCell(_Shape):
    """A cell of the market, a zone of its legend, or the revenue of an off-board place in a phase."""

    short = "label"

    label: _Word = ""
    value: _Word = ""
    cost: _Word = ""
    description: str = ""
    color: str = ""
    legend: int = -1
    par: bool = False


class RailName(_Shape):
    """A name beside a stop, or below it if `reverse`."""

    short = "name"

    name: _Word = ""
    reverse: bool = False


class RailSpot(_Shape):
    """A mark at a place of a hex: a stop, a word, an icon or a box of revenues."""

    angle: _Number | None = None
    percent: _Number | None = None
    x: _Number = 0
    y: _Number = 0
    rotate: _Number = 0
    rotation: _Number = 0
    hidden: bool = False
    name: RailName = RailName()
    value: _Word = ""
    label: _Word = ""
    cost: _Word = ""
    company: _Word = ""
    type: str = ""
    color: str = ""
    size: _Word = 1
    companies: Many[Any] = ()
    revenues: Many[RailCell] = ()


class RailTrack(_Shape):
    """A piece of track from a side, or a border along one."""

    side: _Side = 1
    sides: Many[_Side] = ()
    type: str = "city"
    start: _Number = 0
    end: _Number = 1
    gauge: str = ""
    color: str = "water"


_Spots = OneOrMany[RailSpot]


class RailHex(_Shape):
    """Hexes of a map that look alike, or a tile."""

    color: str = "plain"
    hexes: Many[str] = ()
    tile: _Word = ""
    quantity: int | str = 1
    print: int = -1
    track: OneOrMany[RailTrack] = ()
    borders: OneOrMany[RailTrack] = ()
    cities: _Spots = ()
    towns: _Spots = ()
    center_towns: _Spots = Field((), alias="centerTowns")
    boomtowns: _Spots = ()
    values: _Spots = ()
    labels: _Spots = ()
    names: _Spots = ()
    terrain: _Spots = ()
    tokens: _Spots = ()
    companies: _Spots = ()
    bridges: _Spots = ()
    tunnels: _Spots = ()
    route_bonuses: _Spots = Field((), alias="routeBonuses")
    icons: _Spots = ()
    off_board_revenue: _Spots = Field((), alias="offBoardRevenue")

    @property
    def ground(self) -> str:
        """The name of the hex's background colour."""
        return self.color if self.color not in ("", "none") else "plain"


class RailMap(_Shape):
    """A map with its hexes."""

    hexes: Many[RailHex]


class RailEntry(_Shape):
    """A company or a train."""

    name: _Word
    abbrev: _Word = ""
    tokens: str | Many[Any] = "default"
    price: _Word = ""
    color: str = "black"
    quantity: int | str = 1
    print: int = -1
    rust: Any = ""
    description: str = ""


class RailStock(_Shape):
    """The stock market: rows of cells, or one row."""

    market: Many[Many[RailCell | None] | RailCell | None] = ()
    legend: Many[RailCell] = ()


class RailInfo(_Shape):
    """The title of a game, and the orientation of its hexes."""

    title: str
    designer: str = ""
    orientation: str = ""

    @property
    def has_flat_tops(self) -> bool:
        """Whether the hexes of the map have flat tops; else they have pointed ones."""
        return self.orientation == "horizontal"


class RailGame(_Shape):
    """A whole game, as one file describes it."""

    info: RailInfo
    map: OneOrMany[RailMap] = ()
    tiles: dict[str, int | RailHex] = Field({})
    colors: dict[str, str] = Field({})
    companies: Many[RailEntry] = ()
    token_types: dict[str, Many[Any]] = Field({}, alias="tokenTypes")
    trains: Many[RailEntry] = ()
    stock: RailStock = RailStock()

    @property
    def map_hexes(self) -> Sequence[RailHex]:
        """The hexes of the first map."""
        return self.map[0].hexes if self.map else ()
