"""Sections of a document come in; the bands of chunks that its pages are laid out from go out."""

from __future__ import annotations

from dataclasses import dataclass, field

from printgen.drawing.columns import Band, Chunk, Column
from printgen.flow.blocks import chunks_of, title_chunk
from printgen.flow.typeset import Typesetter
from printgen.reading.blocks import Block, Break, Note
from printgen.reading.documents import Section


def card_bands(section: Section, column: Column, setter: Typesetter) -> list[Band]:
    """A section for cards, whose header shows its title: one flow, and a new one for every page break."""
    out: list[Band] = []
    blocks: list[Block] = [Note(text=section.aside)] if section.aside else []
    for block in (*section.blocks, Break(to="page")):
        if not isinstance(block, Break):
            blocks.append(block)
        elif block.to == "page":
            out.append(Band((column,), (tuple(chunks_of(blocks, column.width, setter)),), 0, bool(out)))
            blocks = []
    return out


@dataclass
class BandMaker:
    """Builds the bands of a sheet from its sections; `uneven` tells of a flow over columns of different widths."""

    columns: tuple[Column, ...]
    whole: Column
    setter: Typesetter
    bands: list[Band] = field(default_factory=list)
    uneven: bool = False
    _flows: list[tuple[Chunk, ...]] = field(default_factory=list)
    _flow: list[Chunk] = field(default_factory=list)
    _new_page: bool = False

    @property
    def _width(self) -> float:
        return self.columns[len(self._flows) % len(self.columns)].width

    def section(self, section: Section) -> None:
        if section.wide:
            self.flush()
        titled = True
        blocks: list[Block] = []
        for block in (*section.blocks, None):
            if block is not None and not isinstance(block, Break):
                blocks.append(block)
                continue
            self._add(section, blocks, titled)
            titled, blocks = titled and not blocks and block is not None, []
            if isinstance(block, Break) and block.to == "page":
                self.flush(section.wide)
                self._new_page = True
            elif isinstance(block, Break):
                self._end_flow()
        if section.wide:
            self.flush(wide=True)

    def _add(self, section: Section, blocks: list[Block], titled: bool) -> None:
        width = self.whole.width if section.wide else self._width
        chunks = chunks_of(blocks, width, self.setter)
        if chunks and titled:
            title = title_chunk(section, width, self.setter)
            chunks[0] = chunks[0]._replace(gap=1.3 * self.setter.unit, loose=0.6 * self.setter.unit)
            chunks.insert(0, title)
        self._flow += chunks

    def _end_flow(self) -> None:
        self._flows.append(tuple(self._flow))
        self._flow = []

    def flush(self, wide: bool = False) -> None:
        """End the band that is being gathered."""
        if self._flow:
            self._end_flow()
        flows, self._flows = self._flows, []
        columns = (self.whole,) if wide else self.columns
        gap = self.setter.style.gap * self.setter.scale * 1.3
        if len(flows) == 1 and len({round(c.width, 3) for c in columns}) > 1:
            self.uneven = True
        for start in range(0, len(flows), len(columns)):
            group = flows[start : start + len(columns)]
            if len(flows) > 1:
                # Where the file breaks its columns itself, nothing flows on into the next one.
                group += [()] * (len(columns) - len(group))
            self.bands.append(Band(columns, tuple(group), gap, self._new_page))
            self._new_page = False
