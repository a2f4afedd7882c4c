"""What a reference sheet says under `options` comes in; its typed options go out."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from printgen.kinds.documents import PagedDocument


class DocumentOptions(PagedDocument):
    """What a reference sheet takes under `options`."""

    forms: ClassVar = {"columns": ("sheet",)}
    form: Literal["sheet", "cards"] = Field(default="sheet", description="pages, or a card for each section")
