"""What a product of rulers says under `options` comes in; its typed options go out."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from printgen.reading.fields import Many
from printgen.reading.part import NOTHING, Options, Words


class RulerOptions(Options):
    """What a product of rulers takes under `options`."""

    forms: ClassVar = {"page": ("whole",), "beside": ("whole",), "flap": ("folding",)}
    form: Literal["whole", "folding"] = Field("whole", description="in one piece on a page, or as two halves to join")
    page: Words = Field(NOTHING, description="the face around the strips of the whole form")
    beside: Many[Words] = Field((), description="faces of shorter strips that lie beside the long one on its page")
    flap: Words = Field(NOTHING, description="the face of the hinge of the folding form")
    centimetres: bool = Field(False, description="whether a scale of centimetres is drawn along the other edge")
