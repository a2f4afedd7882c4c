"""What a product of standees says under `options` comes in; its typed options go out."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printgen.base.units import mm
from printgen.reading.fields import Length, length_within
from printgen.reading.part import NOTHING, Options, Words


class StandeeOptions(Options):
    """What a product of standees takes under `options`."""

    forms: ClassVar = {"ground": ("flaps",), "thickness": ("slot",)}
    form: Literal["flaps", "tent", "slot"] = Field(
        "flaps",
        description="what it stands on: two flaps that fold out, a tent with a floor, or a cross foot in a slot",
    )
    foot: Annotated[Length, length_within(4, 60)] = Field(
        mm(10), description="how deep each flap or the floor of the tent is, or how high the cross foot; 10mm without"
    )
    ground: Words = Field(NOTHING, description="the face on the flaps; without, it tells the name")
    behind: Literal["mirror", "shadow", "blank"] = Field(
        "mirror", description="what is on the back where no face is named: the front mirrored, its shadow, or nothing"
    )
    thickness: Annotated[Length, length_within(0.05, 3)] = Field(
        mm(0.3), description="how thick the paper is, which is as wide as half a slot; 0.3mm without"
    )
