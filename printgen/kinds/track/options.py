"""What a track says under `options`: its shape, its spaces, and the links between them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field

from printgen.base.units import mm
from printgen.kinds.lists_of import Listed
from printgen.reading.fields import Many, length_within
from printgen.reading.part import Length, Options, Part, Size

Shape = Literal["snake", "spiral", "ring", "path"]
Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Draw = Literal["ladder", "slide", "snake", "arrow", "line"]
DRAWN: tuple[Draw, ...] = get_args(Draw)

MOST = 1000
"""The most spaces of a track."""

_Number = Annotated[int, Field(ge=-10_000, le=10_000)]
_Tint = Annotated[str, Field(min_length=1, max_length=60)]
_Far = Annotated[float, Field(ge=-5000, le=5000)]
_Point = Annotated[Many[_Far], Field(min_length=2, max_length=2)]


class Link(Part):
    """A link from one space of a track to another."""

    start: _Number = Field(alias="from", description="the number of the space where it starts")
    to: _Number = Field(description="the number of the space where it ends")
    kind: str = Field(
        "arrow", max_length=64, description="what it is: a name under kinds, or ladder, slide, snake, arrow or line"
    )


class LinkLook(Part):
    """How links of a kind are drawn."""

    short: ClassVar[str] = "draw"
    draw: Draw = Field("arrow", description="a ladder, a slide, a snake, an arrow or a line")
    color: _Tint = Field("#B07A3C", description="its colour")
    edge: _Tint | None = Field(None, description="the colour of its edges; a darker one when left out")
    width: Annotated[Length, length_within(0.5, 100)] = Field(
        default_factory=lambda: mm(7), description="how wide it is"
    )
    bend: Annotated[float, Field(ge=-1, le=1)] | None = Field(
        None,
        description="how far it swings out to the left, as a share of its length; as little as keeps it off the words "
        "of spaces when left out. A slide and a snake wind, too",
    )


class TrackOptions(Options):
    """What a track takes: how many spaces there are, where they lie, what they look like, and what links them."""

    count: Annotated[int, Field(ge=1, le=MOST)] | None = Field(
        None, description="how many spaces there are, where no list says it"
    )
    first: _Number = Field(1, description="the number of the first space")
    shape: Shape = Field(
        "snake", description="how they lie: to and fro in rows, round and round, about the edge, or along a path"
    )
    columns: Annotated[int, Field(ge=1, le=100)] = Field(10, description="how many spaces a row of a snake has")
    turns: Annotated[float, Field(ge=0.5, le=20)] = Field(3, description="how often a spiral goes round")
    through: Annotated[Many[_Point], Field(max_length=200)] = Field(
        (), description="the points of a path, each its x and y in millimetres from the top left"
    )
    closed: bool = Field(False, description="whether a path ends where it starts")
    straight: bool = Field(False, description="whether a path goes straight from point to point")
    start: Corner = Field("bottom-left", description="the corner where the first space lies; a path has its own")
    margin: Annotated[Length, length_within(0, 1000)] = Field(
        default_factory=lambda: mm(8), description="how far spaces stay from the edge"
    )
    space: Annotated[Size, length_within(2, 500)] | None = Field(
        None, description="how large a space is; as large as there is room when left out"
    )
    gap: Annotated[Length, length_within(0, 100)] = Field(
        default_factory=lambda: mm(1), description="what is left between spaces without a size"
    )
    turned: bool = Field(False, description="whether spaces turn with the way")
    face: str = Field(
        "track-space", max_length=200, description="the face of a space, or an expression such as space-{{ card.kind }}"
    )
    colors: Annotated[Many[_Tint], Field(max_length=50)] = Field(
        (), description="the colours of spaces by turns, which their face is told as color"
    )
    road: _Tint | None = Field(None, description="the colour of a band under the spaces, if there is one")
    links: Listed = Field((), description="the links: a list of mappings with from, to and kind, or a file of it")
    anchor: Annotated[Many[Annotated[float, Field(ge=0, le=1)]], Field(min_length=2, max_length=2)] = Field(
        (0.5, 0.5), description="where in a space links start and end: shares of its width and of its height"
    )
    kinds: Annotated[dict[str, LinkLook], Field(max_length=30)] = Field(
        default_factory=dict, description="how links look, by their kind"
    )

    titled: bool = Field(
        False, description="whether it gets a title, a legend of its links and bleed where one sheet has room for them"
    )
    does: dict[str, Annotated[str, Field(min_length=1, max_length=200)]] = Field(
        {}, description="what links do, by their kind, which the legend of a poster tells"
    )

    def look_of(self, kind: str) -> LinkLook | None:
        """How links of a kind are drawn; None for a kind that there is not."""
        if kind in self.kinds:
            return self.kinds[kind]
        return next((LinkLook(draw=draw) for draw in DRAWN if draw == kind), None)
