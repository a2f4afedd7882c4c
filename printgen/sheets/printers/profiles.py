"""What a printer's file says comes in, as declared shapes; what it does to a page, and how to undo that, goes out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from printgen.reading.part import Part
from printgen.sheets.printers.motion import Motion, corrected
from printgen.writers.page import Page

SCALES = (0.95, 1.05)
"""The least and the greatest scale of a printer: what is beyond was printed to fit a page."""
SHIFT, SKEW, RIM = 15.0, 2.0, 30.0
"""The most that a printer moves a page (mm), turns it (degrees), and leaves white along an edge (mm)."""

Factor = Annotated[float, Field(ge=SCALES[0], le=SCALES[1])]
Moved = Annotated[float, Field(ge=-SHIFT, le=SHIFT)]
White = Annotated[float, Field(ge=0, le=RIM)]


class Scale(Part):
    """How many times as large as it should be a page comes out."""

    across: Factor = Field(1.0, description="from left to right")
    down: Factor = Field(1.0, description="from the head to the foot")


class Shift(Part):
    """How far the middle of a page is from where it should be, in millimetres."""

    right: Moved = Field(0.0, description="to the right; below zero it is to the left")
    down: Moved = Field(0.0, description="towards the foot; below zero it is towards the head")


class Margin(Part):
    """What stays white along each edge, in millimetres, since the printer cannot print there."""

    left: White = Field(0.0, description="along the left edge")
    top: White = Field(0.0, description="along the head")
    right: White = Field(0.0, description="along the right edge")
    bottom: White = Field(0.0, description="along the foot")

    @property
    def widest(self) -> float:
        """The widest of the four."""
        return max(self.left, self.top, self.right, self.bottom)


class Side(Part):
    """How one side of a sheet comes out, as seen on that side."""

    scale: Scale = Field(default_factory=Scale, description="how many times as large as it should be it comes out")
    shift: Shift = Field(default_factory=Shift, description="how far its middle is from where it should be")
    skew: Annotated[float, Field(ge=-SKEW, le=SKEW)] = Field(
        0.0, description="how far it is turned clockwise, in degrees"
    )
    margin: Margin = Field(default_factory=Margin, description="what stays white along its edges")

    @property
    def motion(self) -> Motion:
        """What the printer does to it."""
        return Motion(self.scale.across, self.scale.down, self.shift.right, self.shift.down, self.skew)


class Stack(Part):
    """How a stack of fronts goes back into the tray, for a printer that does not turn it by itself."""

    printed: Literal["up", "down"] = Field(description="whether the printed side faces up or down in the tray")
    head: Literal["first", "last"] = Field(description="whether the head of the page goes into the printer first")
    out: Literal["up", "down"] | None = Field(
        None, description="whether the printed side faces up or down where sheets come out of the printer"
    )


class Profile(Part):
    """What is known of a printer, from what was read on its calibration page."""

    paper: Annotated[str, Field(min_length=1, max_length=60)] = Field(description="the paper that it was measured on")
    duplex: Literal["long", "short"] = Field("long", description="the edge over which its sheets are turned")
    stack: Stack | None = Field(None, description="how the stack goes back, if the printer does not turn it by itself")
    front: Side = Field(default_factory=Side, description="how fronts come out")
    back: Side = Field(default_factory=Side, description="how backs come out")


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by its name: what is known of it, and the file that says so."""

    name: str
    profile: Profile
    file: Path

    @property
    def margin(self) -> float:
        """The widest rim that it leaves white, in millimetres."""
        return max(self.profile.front.margin.widest, self.profile.back.margin.widest)

    def side(self, side: str, duplex: str) -> Motion:
        """What it does to a "front" or a "back"; `duplex` is how backs are printed, as in `Settings`."""
        known = self.profile
        # What is turned by hand goes in as any front does; what was measured so, with its back as it is then.
        if side == "front" or (duplex == "manual" and known.stack is None):
            return known.front.motion
        if duplex == "manual":
            return known.back.motion
        # The sheet takes the same way through the printer; over the other edge, its back lies the other way up.
        over = "short" if duplex == "short" else "long"
        return known.back.motion if over == known.duplex else known.back.motion.turned_about()

    def corrected(self, page: Page, side: str, duplex: str) -> Page:
        """A page as it must be written to come out true."""
        return corrected(page, self.side(side, duplex))

    def as_data(self) -> dict[str, Any]:
        """What is known as plain data."""
        return {"name": self.name, "file": str(self.file), **self.profile.model_dump(exclude_none=True)}
