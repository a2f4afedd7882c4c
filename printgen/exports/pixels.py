"""Renders drawings as pictures of a number of pixels: as files, or many on one sheet of cells."""

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
from printgen.base.progress import Progress, Step
from printgen.base.units import PT_PER_IN
from printgen.drawing.model import Drawing
from printgen.exports.bundle import fit_drawing
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import encode_png, picture_pages

_JPEG_QUALITY = 90
_THUMB_SIDE = 256
"""The longest side of a small picture, in pixels."""


class SheetGrid(NamedTuple):
    """The columns and rows of a sheet of cells, and the width and height of a cell in pixels."""

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
    """A picture to draw: its file's name, and the drawings of its cells in order. `clear` ones are transparent."""

    file: str
    grid: SheetGrid
    cells: tuple[Drawing, ...]
    clear: bool = False

    @property
    def single(self) -> bool:
        """Whether it has one cell."""
        return self.grid.columns * self.grid.rows == 1


class ImageFile(NamedTuple):
    """A picture as a file, and its first cell as a small picture of Pillow."""

    file: str
    data: bytes
    thumb: Any


_COLUMNS, _ROWS, _LEAST = 10, 7, 2
"""The most columns and rows of a sheet, and the least of both."""


def grid_for(count: int, inches: tuple[float, float], dpi: float, most: int = 4096) -> SheetGrid:
    """The grid on which `count` cells of a size are largest, at `dpi` dots per inch or fewer.

    No side of the sheet has more pixels than `most`. Among equally good grids it has the fewest cells. ValueError for
    too many cells.
    """
    wide, high = inches
    grids = []
    for across in range(_LEAST, _COLUMNS + 1):
        down = max(_LEAST, ceil(count / across))
        if down <= _ROWS:
            resolution = min(dpi, most / (across * wide), most / (down * high))
            grids.append((-round(resolution, 6), across * down, abs(across * wide - down * high), across, down))
    if not grids:
        raise ValueError(f"{count} cells do not go on {_COLUMNS} x {_ROWS}")
    negative_resolution, _, _, across, down = min(grids)
    return SheetGrid(across, down, *(max(1, int(side * -negative_resolution + 1e-6)) for side in inches))


def single_cell(inches: tuple[float, float], dpi: float, most: int = 4096) -> SheetGrid:
    """A grid of one cell of a size, at `dpi` dots per inch, or fewer so that no side has more than `most` pixels.

    Its shorter side is a whole number of pixels, so that a long strip keeps its proportions.
    """
    resolution = min(dpi, most / max(inches))
    resolution = max(1, int(min(inches) * resolution + 1e-6)) / min(inches)
    return SheetGrid(1, 1, *(min(most, max(1, round(side * resolution))) for side in inches))


def shares(count: int, limit: int) -> list[range]:
    """The numbers below `count`, in as few equal ranges of at most `limit` numbers as possible."""
    sheets = ceil(count / limit)
    ends = [count * n // sheets for n in range(sheets + 1)]
    return [range(start, end) for start, end in pairwise(ends)]


def render_images(
    pictures: Sequence[CellImage], file_type: Literal["jpg", "png"], dpi: float, progress: Progress
) -> Iterator[ImageFile]:
    """All pictures in order as files of a type, clear ones as PNG, with `dpi` in their heads; always the same bytes."""
    cells_of: dict[tuple[bool, bool], Iterator[Any]] = {}
    for clear, single in product((False, True), repeat=2):
        jobs = [RasterJob(cell, picture.grid.width, picture.grid.height) for picture in pictures
                if picture.clear is clear and picture.single is single for cell in picture.cells]  # fmt: skip
        what = "drawing clear pictures" if clear else "drawing pictures"
        encode = partial(_encode_with_thumb, file_type="png" if clear else file_type, dpi=dpi) if single else _pack
        cells_of[clear, single] = iter(picture_files(jobs, encode, progress, what, clear) if jobs else ())
    for picture in pictures:
        cells = [*islice(cells_of[picture.clear, picture.single], len(picture.cells))]
        if picture.single:
            data, thumb = cells[0]
            yield ImageFile(picture.file, data, _unpack(thumb))
        else:
            yield _paste_sheet(picture, list(map(_unpack, cells)), file_type, dpi)


Packed = tuple[str, tuple[int, int], bytes]
"""A picture as one process sends it to another: its mode, its size, and its pixels, lightly compressed."""


def _pack(picture: Any) -> Packed:
    return picture.mode, picture.size, zlib.compress(picture.tobytes(), 1)


def _unpack(packed: Packed) -> Any:
    from PIL import Image

    mode, size, pixels = packed
    return Image.frombytes(mode, size, zlib.decompress(pixels))


def _thumb_of(picture: Any) -> Any:
    thumb = picture.copy()
    thumb.thumbnail((_THUMB_SIDE, _THUMB_SIDE))
    return thumb


def _encode_with_thumb(picture: Any, file_type: str, dpi: float) -> tuple[bytes, Packed]:
    """The file of a picture, and the small picture."""
    return _encode(picture, file_type, dpi), _pack(_thumb_of(picture))


def _paste_sheet(picture: CellImage, cells: Sequence[Any], file_type: str, dpi: float) -> ImageFile:
    """A sheet with its cells pasted into the grid, as a file."""
    from PIL import Image

    mode, ground = ("RGBA", (255, 255, 255, 0)) if picture.clear else ("RGB", (255, 255, 255))
    sheet = Image.new(mode, picture.grid.size, ground)
    for index, cell in enumerate(cells):
        sheet.paste(cell, picture.grid.at(index))
    return ImageFile(picture.file, _encode(sheet, "png" if picture.clear else file_type, dpi), _thumb_of(cells[0]))


def _encode(picture: Any, file_type: str, dpi: float) -> bytes:
    if file_type == "png":
        return encode_png(picture, dpi)
    buffer = io.BytesIO()
    # Letters stay sharp only where colours are not halved. To optimize takes three times as long for 3 % fewer bytes.
    picture.save(buffer, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
    return buffer.getvalue()


def contact_sheet(thumbs: Sequence[Any], side: int = _THUMB_SIDE, ground: str = "#20262B") -> bytes:
    """Small pictures of Pillow side by side on a dark square of `side` pixels, as PNG."""
    from PIL import Image

    square, columns = Image.new("RGB", (side, side), ground), 1
    while columns * columns < len(thumbs):
        columns += 1
    cell, gap = side // columns, max(4, side // 32)
    for index, picture in enumerate(thumbs):
        row, column = divmod(index, columns)
        thumb = picture.convert("RGBA")
        thumb.thumbnail((cell - gap, cell - gap))
        at = (column * cell + (cell - thumb.width) // 2, row * cell + (cell - thumb.height) // 2)
        square.paste(thumb, at, thumb)
    return encode_png(square, 72)


T = TypeVar("T")

_CHUNK = 8
"""How many pictures a process draws at a time."""
PIXELS_WORTH = 6_000_000
"""So many pixels take about as long as the start of another process."""
MOST_PROCESSES = 8
_LEAST_SIDE = 16
"""A picture whose longer side has fewer pixels is not shrunk any more."""


class RasterJob(NamedTuple):
    """A drawing, and the width and height of its picture in pixels."""

    drawing: Drawing
    width: int
    height: int


def raster_at(drawing: Drawing, dpi: float) -> RasterJob:
    """A job for a drawing at a number of dots per inch, at least one pixel wide and high."""
    wide, high = (max(1, round(side * dpi / PT_PER_IN)) for side in (drawing.width, drawing.height))
    return RasterJob(drawing, wide, high)


def png_files(jobs: Sequence[RasterJob], dpi: float, progress: Progress, what: str, clear: bool = False) -> list[bytes]:
    """The pictures as PNG files that state their dots per inch, white or `clear` where nothing is drawn."""
    return picture_files(jobs, partial(encode_png, dpi=dpi), progress, what, clear)


def picture_files(
    jobs: Sequence[RasterJob], encode: Callable[[Any], T], progress: Progress, what: str, clear: bool = False
) -> list[T]:
    """The pictures as files; `encode` makes a file of a Pillow picture, and can be pickled.

    Several processes draw them if that is faster. `progress` hears how many of `what` are done, and the remaining time.
    PrintgenError for a picture of more pixels than a run may have.
    """
    for job in jobs:
        check_limit("pixels", job.width * job.height)
    files, began = list[T](), time.monotonic()
    with ExitStack() as stack:
        chunks = [jobs[start : start + _CHUNK] for start in range(0, len(jobs), _CHUNK)]
        for chunk_files in _run_chunks(stack, chunks, encode, clear):
            files += chunk_files
            done, total = len(files), len(jobs)
            progress(Step(f"{what}: {done} of {total}{_time_to_go(began, done, total)}", done, total))
    return files


def light_file(picture: Any, limit: int) -> bytes:
    """A Pillow picture as JPEG, or PNG with alpha, shrunk by quarters until it has fewer than `limit` bytes."""
    while True:
        buffer = io.BytesIO()
        if picture.mode == "RGBA":
            picture.save(buffer, "PNG", compress_level=6)
        else:
            picture.save(buffer, "JPEG", quality=88, optimize=True)
        data = buffer.getvalue()
        if len(data) < limit or max(picture.size) < _LEAST_SIDE:
            return data
        picture = picture.resize((max(1, picture.width * 3 // 4), max(1, picture.height * 3 // 4)))


def _run_chunks(
    stack: ExitStack, chunks: Sequence[Sequence[RasterJob]], encode: Callable[[Any], T], clear: bool
) -> Iterator[list[T]]:
    """The files of chunks, in order; while other processes draw, this one writes the next PDFs for them."""
    pixels = sum(job.width * job.height for chunk in chunks for job in chunk)
    count = min(os.cpu_count() or 1, len(chunks), MOST_PROCESSES, pixels // PIXELS_WORTH)
    if count < 2:
        yield from (picture_pages(_pdf_of(chunk), encode, clear) for chunk in chunks)
        return
    from printgen.lab.work import processes

    executor = stack.enter_context(processes(count))
    futures = [executor.submit(picture_pages, _pdf_of(chunk), encode, clear) for chunk in chunks]
    yield from (future.result() for future in futures)


def _time_to_go(began: float, done: int, total: int) -> str:
    """The remaining time in words; "" for less than a second."""
    seconds = (time.monotonic() - began) * (total - done) / done
    return f", about {seconds:.0f} s left" if done < total and seconds >= 1 else ""


def _pdf_of(jobs: Sequence[RasterJob]) -> bytes:
    """A PDF with a page for each job, of one point a pixel."""
    return write_pdf([Page(fit_drawing(job.drawing, job.width, job.height)) for job in jobs], looked_at=True)
