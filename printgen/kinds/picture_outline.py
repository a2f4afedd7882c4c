"""The outline of what shows of a picture, along which a piece is cut."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from printgen.art.photos import Window, open_picture
from printgen.base.units import mm, printable
from printgen.drawing.silhouettes import Silhouette, fault_of, round_off, simplify, trace_mask

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_FINE = 360
"""So many squares the longer side of a picture has whose outline is traced: five or more to a millimetre of a token."""
_HALF = 127  # What shows less is taken for outside.
_SOFT = 4  # So many neighbours at each side smooth a point of the traced line.
_STRAY = mm(0.12)  # So far, in points, the outline may lie from the true one: less than a knife strays.
_SPECK = 0.02  # Smaller parts, as a share of the largest, are dust of the picture.


@dataclass(frozen=True, eq=False)
class PictureOutline:
    """The outline of what shows of a picture, `margin` points around it; `shown` is how far each square of it shows.

    The picture fills the box of the piece but for the margin, as one with `inset` and `fit: contain` does.
    """

    shown: Picture = field(repr=False)
    margin: float

    @classmethod
    def of(cls, data: bytes, margin: float) -> PictureOutline:
        """The outline of the picture of a file. ValueError where it has none, AccessError where it cannot be read."""
        from PIL import Image as Pictures

        picture = open_picture(data).picture
        alpha = picture.getchannel("A") if "A" in picture.getbands() else None
        counts = alpha.histogram() if alpha else []
        if alpha is None or not any(counts[: _HALF + 1]):
            raise ValueError("it has no transparent part. Use a PNG with a clear ground.")
        if not any(counts[_HALF + 1 :]):
            raise ValueError("nothing of it shows. Use one that is less transparent.")
        width, height = (max(1, round(side * _FINE / max(picture.size))) for side in picture.size)
        return cls(alpha.resize((width, height), Pictures.Resampling.BOX), margin)

    def height_for(self, width: float) -> float:
        """How high a piece of a width is, in points. ValueError when that cannot be printed."""
        wide, high = self.shown.size
        return printable((width - 2 * self.margin) * high / wide + 2 * self.margin)

    def silhouette(self, width: float, height: float) -> Silhouette:
        """The outline in a piece of a size in points. ValueError says why nobody can cut along it."""
        margin, (columns, rows) = self.margin, self.shown.size
        if min(width, height) <= 2 * margin:
            raise ValueError("the margin leaves no room for the picture. Write a smaller margin.")
        box = Window(width - 2 * margin, height - 2 * margin, "contain").places(columns, rows)[1].moved(margin, margin)
        k = box.w / columns
        mask, rim = self._grown(margin / k)
        largest, *others = trace_mask(mask.tobytes(), mask.width)
        if others and len(others[0]) > max(_SPECK * len(largest), 2 * mm(1) / k):
            raise ValueError("it has parts that lie apart. Write a larger margin, which joins them.")
        # The mean of some neighbours takes the steps from a line along squares.
        wide = [*largest[-_SOFT:], *largest, *largest[:_SOFT]]
        spans = [wide[n : n + 2 * _SOFT + 1] for n in range(len(largest))]
        even = [(fmean(x for x, _ in span), fmean(y for _, y in span)) for span in spans]
        outline = round_off(
            [(box.x + (x - rim) * k, box.y + (y - rim) * k) for x, y in simplify(even, max(_STRAY / k, 0.3))]
        )
        if fault := fault_of(outline):
            raise ValueError(fault)
        return Silhouette(outline, width, height, symmetric=False)

    def _grown(self, reach: float) -> tuple[Picture, int]:
        """The mask of the picture grown by so many squares, and how many squares of a rim lie around it."""
        from PIL import Image as Pictures
        from PIL import ImageChops, ImageDraw, ImageFilter

        rim, (columns, rows) = math.ceil(reach) + 3, self.shown.size
        mask = Pictures.new("L", (columns + 2 * rim, rows + 2 * rim))
        mask.paste(self.shown.point(lambda value: 255 if value > _HALF else 0), (rim, rim))
        # Around each square of the edge all lies inside that is no farther than the margin.
        edge = ImageChops.subtract(mask, mask.filter(ImageFilter.MinFilter(3)))
        draw = ImageDraw.Draw(mask)
        for n in (n for n, value in enumerate(edge.tobytes()) if value and reach >= 0.5):
            y, x = divmod(n, mask.width)
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), 255)
        soft = mask.filter(ImageFilter.GaussianBlur(1))
        return soft.point(lambda value: 255 if value > _HALF else 0), rim
