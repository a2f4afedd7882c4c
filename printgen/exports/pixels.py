"""Pictures of drawings, of so many pixels, as files or many on one sheet of cells."""

from __future__ import annotations

import io
import os
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice, pairwise, product
from math import ceil
from typing import Any, Literal, NamedTuple, TypeVar

from printgen.base.limits import check_limit
from printgen.base.units import PT_PER_IN
from printgen.build.stages import BuildStep, Progress
from printgen.drawing.model import Drawing
from printgen.exports.bundle import fit_drawing
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import encode_png, picture_pages

_QUALITY = 90
_SMALL = 256


class SheetGrid(NamedTuple):
    """How cells lie on a sheet, and how many pixels wide and high each of them is."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole sheet in pixels."""
        return self.columns * self.width, self.rows * self.height

    def at(self, index: int) -> tuple[int, int]:
        """The top left of a cell in pixels; cells count from 0."""
        row, column = divmod(index, self.columns)
        return column * self.width, row * self.height


class CellImage(NamedTuple):
    """A picture by the name of its file: what its cells show, in order; nothing where `clear` ones show nothing."""

    file: str
    grid: SheetGrid
    cells: tuple[Drawing, ...]
    clear: bool = False

    @property
    def single(self) -> bool:
        """Whether it has one cell, and is no sheet of several."""
        return self.grid.columns * self.grid.rows == 1


class ImageFile(NamedTuple):
    """A picture as a file, and its first cell as a small picture of Pillow's."""

    file: str
    data: bytes
    small: Any


def grid_for(
    count: int, inches: tuple[float, float], dpi: float, most: int = 4096, columns: int = 10, rows: int = 7,
    least: int = 2,
) -> SheetGrid:  # fmt: skip
    """The grid on which so many cells of a size are largest, at `dpi` dots per inch or fewer.

    No side of the sheet has more pixels than `most`. It has from `least` to `columns` columns, and from `least` to
    `rows` rows; of grids that are equally good, one with the fewest cells.
    """
    wide, high = inches
    grids = []
    for across in range(least, columns + 1):
        down = max(least, ceil(count / across))
        if down <= rows:
            fine = min(dpi, most / (across * wide), most / (down * high))
            grids.append((-round(fine, 6), across * down, abs(across * wide - down * high), across, down))
    if not grids:
        raise ValueError(f"{count} cells do not go on {columns} x {rows}")
    fine, _, _, across, down = min(grids)
    return SheetGrid(across, down, *(max(1, int(side * -fine + 1e-6)) for side in inches))


def alone(inches: tuple[float, float], dpi: float, most: int = 4096) -> SheetGrid:
    """A picture of one thing, at `dpi` dots per inch or as many as leave no side more than `most` pixels.

    Its shorter side ends on a whole pixel, so that a long strip keeps its length where that follows from its width.
    """
    fine = min(dpi, most / max(inches))
    fine = max(1, int(min(inches) * fine + 1e-6)) / min(inches)
    return SheetGrid(1, 1, *(min(most, max(1, round(side * fine))) for side in inches))


def shares(count: int, most: int) -> list[range]:
    """Things in order, shared evenly among as few sheets of at most `most` as hold them."""
    sheets = ceil(count / most)
    ends = [count * n // sheets for n in range(sheets + 1)]
    return [range(start, end) for start, end in pairwise(ends)]


def render_images(
    pictures: Sequence[CellImage], sort: Literal["jpg", "png"], dpi: float, progress: Progress
) -> Iterator[ImageFile]:
    """All pictures, in order, as files of a type; clear ones are always PNG. `dpi` is what PNG files say.

    The same drawings give the same bytes.
    """
    made: dict[tuple[bool, bool], Iterator[Any]] = {}
    for clear, single in product((False, True), repeat=2):
        shots = [RasterJob(cell, one.grid.width, one.grid.height) for one in pictures
                 if one.clear is clear and one.single is single for cell in one.cells]  # fmt: skip
        what = "drawing clear pictures" if clear else "drawing pictures"
        encode = partial(_whole, sort="png" if clear else sort, dpi=dpi) if single else _pack
        made[clear, single] = iter(picture_files(shots, encode, progress, what, clear) if shots else ())
    for one in pictures:
        cells = [*islice(made[one.clear, one.single], len(one.cells))]
        if one.single:
            data, small = cells[0]
            yield ImageFile(one.file, data, _unpack(small))
        else:
            yield _sheet(one, list(map(_unpack, cells)), sort, dpi)


Packed = tuple[str, tuple[int, int], bytes]
"""A picture as one process hands it to another: its mode, its size, and its dots, lightly squeezed."""


def _pack(picture: Any) -> Packed:
    return picture.mode, picture.size, zlib.compress(picture.tobytes(), 1)


def _unpack(packed: Packed) -> Any:
    from PIL import Image

    mode, size, dots = packed
    return Image.frombytes(mode, size, zlib.decompress(dots))


def _small(picture: Any) -> Any:
    small = picture.copy()
    small.thumbnail((_SMALL, _SMALL))
    return small


def _whole(picture: Any, sort: str, dpi: float) -> tuple[bytes, Packed]:
    """A picture that is a file of its own: that file, and the small picture."""
    return _encode(picture, sort, dpi), _pack(_small(picture))


def _sheet(picture: CellImage, cells: Sequence[Any], sort: str, dpi: float) -> ImageFile:
    from PIL import Image

    mode, ground = ("RGBA", (255, 255, 255, 0)) if picture.clear else ("RGB", (255, 255, 255))
    sheet = Image.new(mode, picture.grid.size, ground)
    for index, cell in enumerate(cells):
        sheet.paste(cell, picture.grid.at(index))
    return ImageFile(picture.file, _encode(sheet, "png" if picture.clear else sort, dpi), _small(cells[0]))


def _encode(picture: Any, sort: str, dpi: float) -> bytes:
    if sort == "png":
        return encode_png(picture, dpi)
    buffer = io.BytesIO()
    # Letters stay sharp only where colours are not halved. To optimize takes three times as long for 3 % fewer bytes.
    picture.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return buffer.getvalue()


def contact(smalls: Sequence[Any], side: int = _SMALL, ground: str = "#20262B") -> bytes:
    """Small pictures side by side on a dark square, as PNG: what stands for all of them."""
    from PIL import Image

    square, count = Image.new("RGB", (side, side), ground), 1
    while count * count < len(smalls):
        count += 1
    cell, gap = side // count, max(4, side // 32)
    for index, small in enumerate(smalls):
        row, column = divmod(index, count)
        one = small.convert("RGBA")
        one.thumbnail((cell - gap, cell - gap))
        at = (column * cell + (cell - one.width) // 2, row * cell + (cell - one.height) // 2)
        square.paste(one, at, one)
    return encode_png(square, 72)


T = TypeVar("T")

_CHUNK = 8
"""So many pictures are drawn at a time, and by one process."""
PIXELS_WORTH = 6_000_000
"""So many pixels take about as long as the start of another process."""
MOST_PROCESSES = 8
_LEAST = 16
"""Pictures of so few pixels are not shrunk."""


class RasterJob(NamedTuple):
    """A drawing, and how many pixels wide and high its picture is."""

    drawing: Drawing
    width: int
    height: int


def raster_at(drawing: Drawing, dpi: float) -> RasterJob:
    """A picture of a drawing at so many dots per inch, at least one wide and high."""
    wide, high = (max(1, round(side * dpi / PT_PER_IN)) for side in (drawing.width, drawing.height))
    return RasterJob(drawing, wide, high)


def png_files(
    shots: Sequence[RasterJob], dpi: float, progress: Progress, what: str, clear: bool = False
) -> list[bytes]:  # fmt: skip
    """The pictures as PNG files that say their dots per inch, the same bytes for the same drawings.

    They are white where nothing is drawn, or `clear` there; for the rest see `picture_files`.
    """
    return picture_files(shots, partial(encode_png, dpi=dpi), progress, what, clear)


def picture_files(
    shots: Sequence[RasterJob], encode: Callable[[Any], T], progress: Progress, what: str, clear: bool = False
) -> list[T]:  # fmt: skip
    """The pictures as files, by what makes one of a picture of Pillow's: a function of a module, or a part of one.

    Where that is faster, several processes draw them. `progress` is told how many are done of `what`, and how long the
    rest takes.
    """
    _count(shots)
    files, began = list[T](), time.monotonic()
    with ExitStack() as stack:
        for done in _run_chunks(stack, [*_chunks(shots)], encode, clear):
            files += done
            told = BuildStep(f"{what}: {len(files)} of {len(shots)}{_time_to_go(began, len(files), len(shots))}")
            told.numbers = {"done": len(files), "of": len(shots)}
            progress(told)
    return files


def light(picture: Any, most: int) -> bytes:
    """A picture of Pillow's as a file of fewer than `most` bytes: JPEG, or PNG where something can be seen through.

    One that would be larger is shrunk until it is not.
    """
    while True:
        buffer = io.BytesIO()
        if picture.mode == "RGBA":
            picture.save(buffer, "PNG", compress_level=6)
        else:
            picture.save(buffer, "JPEG", quality=88, optimize=True)
        data = buffer.getvalue()
        if len(data) < most or max(picture.size) < _LEAST:
            return data
        picture = picture.resize((max(1, picture.width * 3 // 4), max(1, picture.height * 3 // 4)))


def _count(shots: Sequence[RasterJob]) -> None:
    for shot in shots:
        check_limit("pixels", shot.width * shot.height)


def _chunks(shots: Sequence[RasterJob]) -> Iterator[Sequence[RasterJob]]:
    return (shots[start : start + _CHUNK] for start in range(0, len(shots), _CHUNK))


def _run_chunks(
    stack: ExitStack, chunks: Sequence[Sequence[RasterJob]], encode: Callable[[Any], T], clear: bool
) -> Iterator[list[T]]:  # fmt: skip
    """What comes of chunks, in order; while some are drawn by other processes, the next are written for them here."""
    pixels = sum(shot.width * shot.height for chunk in chunks for shot in chunk)
    several = min(os.cpu_count() or 1, len(chunks), MOST_PROCESSES, pixels // PIXELS_WORTH)
    if several < 2:
        yield from (picture_pages(_pdf_of(chunk), encode, clear) for chunk in chunks)
        return
    from printgen.lab.work import processes

    executor = stack.enter_context(processes(several))
    waiting = [executor.submit(picture_pages, _pdf_of(chunk), encode, clear) for chunk in chunks]
    yield from (future.result() for future in waiting)


def _time_to_go(began: float, done: int, of: int) -> str:
    """How long the rest takes, in words; "" at the end."""
    seconds = (time.monotonic() - began) * (of - done) / done
    return f", about {seconds:.0f} s left" if done < of and seconds >= 1 else ""


def _pdf_of(shots: Sequence[RasterJob]) -> bytes:
    """A page for each drawing, of a point a pixel."""
    return write_pdf([Page(fit_drawing(shot.drawing, shot.width, shot.height)) for shot in shots], looked_at=True)
