"""The JSON of 18xx-maker, as far as printgen reads it: maps of hexes, tiles, companies, trains and markets.

The format is that of https://github.com/18xx-maker/18xx-maker. A place in a hex is an angle, clockwise from straight
down, and a part of the way from the middle to a side, which is 75 units long.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from printgen.reading.part import Many, OneOrMany, Part

_Word = str | int | float
_Number = Annotated[float, Field(ge=-2000, le=2000)]
_Side = Annotated[int, Field(ge=1, le=6)]


class _Shape(Part):
    """A mapping of the format, of which only some keys are read."""

    model_config = ConfigDict(extra="ignore")


class RailName(_Shape):
    short = "name"

    name: _Word = ""
    reverse: bool = False


class RailPayment(_Shape):
    color: str = "white"
    value: _Word = ""
    cost: _Word = ""


class RailSpot(_Shape):
    """What stands at a place of a hex: a stop, a word, an icon or a box of revenues."""

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
    revenues: Many[RailPayment] = ()


class RailTrack(_Shape):
    side: _Side = 1
    sides: Many[_Side] = ()
    type: str = "city"
    start: _Number = 0
    end: _Number = 1
    gauge: str = ""


class RailBorder(_Shape):
    side: _Side = 1
    color: str = "water"


class RailHex(_Shape):
    color: str = "plain"
    hexes: Many[str] = ()
    tile: _Word = ""
    quantity: int | str = 1
    print: int = -1
    track: OneOrMany[RailTrack] = ()
    cities: OneOrMany[RailSpot] = ()
    towns: OneOrMany[RailSpot] = ()
    center_towns: OneOrMany[RailSpot] = Field((), alias="centerTowns")
    boomtowns: OneOrMany[RailSpot] = ()
    values: OneOrMany[RailSpot] = ()
    labels: OneOrMany[RailSpot] = ()
    names: OneOrMany[RailSpot] = ()
    terrain: OneOrMany[RailSpot] = ()
    tokens: OneOrMany[RailSpot] = ()
    companies: OneOrMany[RailSpot] = ()
    bridges: OneOrMany[RailSpot] = ()
    tunnels: OneOrMany[RailSpot] = ()
    route_bonuses: OneOrMany[RailSpot] = Field((), alias="routeBonuses")
    icons: OneOrMany[RailSpot] = ()
    borders: OneOrMany[RailBorder] = ()
    off_board_revenue: OneOrMany[RailSpot] = Field((), alias="offBoardRevenue")


class RailMap(_Shape):
    hexes: Many[RailHex]


class RailCompany(_Shape):
    name: _Word
    abbrev: _Word
    color: str = "black"
    tokens: str | Many[Any] = "default"


class RailTrain(_Shape):
    name: _Word
    price: _Word = ""
    color: str = "plain"
    quantity: int | str = 1
    print: int = -1
    rust: Any = ""
    description: str = ""


class RailCell(_Shape):
    short = "label"

    label: _Word = ""
    value: _Word = ""
    color: str = ""
    legend: int = -1
    par: bool = False
    arrow: Any = ""


class RailLegend(_Shape):
    color: str = "white"
    description: str = ""


class RailStock(_Shape):
    market: Many[Many[RailCell | None] | RailCell | None] = ()
    legend: Many[RailLegend] = ()


class RailInfo(_Shape):
    title: str
    designer: str = ""
    orientation: str = ""


class RailGame(_Shape):
    info: RailInfo
    map: OneOrMany[RailMap] = ()
    tiles: dict[str, int | RailHex] = Field({})
    colors: dict[str, str] = Field({})
    companies: Many[RailCompany] = ()
    token_types: dict[str, Many[Any]] = Field({}, alias="tokenTypes")
    trains: Many[RailTrain] = ()
    stock: RailStock = RailStock()
