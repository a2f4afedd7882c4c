"""What a booklet says under `options` comes in; its typed options go out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printgen.base.units import mm
from printgen.kinds.documents import PagedDocument
from printgen.reading.fields import Length, length_within
from printgen.reading.part import NOTHING, Words


class BookletOptions(PagedDocument):
    """What a booklet takes under `options`; without a size its pages are half as large as the paper."""

    form: Literal["booklet", "pages"] = Field(
        "booklet", description="sheets to fold and staple, or pages to be read one after the other, large on the paper"
    )
    blank: Words = Field(NOTHING, description="the face of pages that fill the last sheet; without, lines for notes")
    thickness: Annotated[Length, length_within(0.03, 1)] = Field(
        mm(0.1), description="how thick the paper is, which says how far inner pages stand out; 0.1mm without"
    )
    marks: bool = Field(True, description="whether the fold and the places of the staples are marked")
