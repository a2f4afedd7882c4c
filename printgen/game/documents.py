"""The shape of a document: titled sections of blocks, each text with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from printgen.game.blocks import Block, Box
from printgen.reading.fields import Many
from printgen.reading.part import NOTHING, Part, Words


class Section(Part):
    """A part with a title."""

    title: Words = Field(description="the title over it")
    icon: Words = Field(default=NOTHING, description="an icon before the title")
    aside: Words = Field(default=NOTHING, description="a few words beside the title")
    wide: bool = Field(default=False, description="whether it spans all columns")
    only: Literal["sheet", "cards"] | None = Field(default=None, description="the one form that it appears in")
    blocks: Annotated[Many[Block], Field(min_length=1)] = Field(description="what it says")


class Document(Part):
    """A whole document."""

    title: Words = Field(description="the title in the header")
    kicker: Words = Field(default=NOTHING, description="the line over the title")
    line: Words = Field(default=NOTHING, description="the line under the title")
    sections: Annotated[Many[Section], Field(min_length=1)] = Field(description="its parts in order")

    def every_block(self) -> Iterator[Block]:
        """All blocks, those in boxes after the box."""
        for section in self.sections:
            yield from every_block(section.blocks)


def every_block(blocks: Sequence[Block]) -> Iterator[Block]:
    """Blocks and the blocks in their boxes."""
    for block in blocks:
        yield block
        if isinstance(block, Box):
            yield from every_block(block.blocks)
