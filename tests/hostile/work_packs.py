"""Packs that are small, and ask for work again and again beside what is drawn: each is refused, or built in time."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path

from packs import BUILDS, Make, Pack, Told, face, write
from paint_packs import FRONT, svg


def _drawing(body: Callable[[], str]) -> Make:
    """The tiny game with a drawing, which is written when the pack is made."""

    def make(folder: Path) -> None:
        face("- image: {x: 3, y: 3, w: 30, h: 30, file: x.svg}")(folder)
        write(folder, {"templates/x.svg": svg(body())})

    return make


def _picture() -> str:
    """A drawing that uses one picture of eighty megapixels of one colour sixty times."""
    from PIL import Image

    stream = io.BytesIO()
    Image.new("L", (9_000, 8_800), 200).save(stream, "PNG")
    data = base64.b64encode(stream.getvalue()).decode()
    uses = "".join(f'<use href="#p" x="{n}"/>' for n in range(60))
    return f'<defs><image id="p" width="9" height="9" href="data:image/png;base64,{data}"/></defs>{uses}'


def _used(inner: str, times: int) -> str:
    return f'<defs><g id="a">{inner}</g></defs>' + '<use href="#a"/>' * times


_SHAPES = "<path d='M0 0h1'/>" * 40_000
_NAMES = " ".join(f"n{i}" for i in range(1_800))
_DEEP_STYLE = f"<style>{('* ' * 20 + 'rect{fill:red}') * 900}</style>"
_CLIPPED = '<g clip-path="url(#c)"><rect width="1" height="1"/></g>' * 8_000

PACKS = [
    Pack(
        "work: a colour of 4 MB for 40,000 shapes",
        _drawing(lambda: f'<g fill="rgb({"1," * 2_000_000}1)">{_SHAPES}</g>'),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack(
        "work: dashes of 4 MB for 40,000 shapes",
        _drawing(lambda: f'<g stroke="red" style="stroke-dasharray:{"1," * 500_000}1">{_SHAPES}</g>'),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack(
        "work: dashes of 10 kB for 40,000 shapes",
        _drawing(lambda: f'<g stroke="red" stroke-dasharray="{"1," * 4_900}1">{_SHAPES}</g>'),
        BUILDS,
        slow=True,
    ),
    Pack(
        "work: two thousand classes under 1,900 rules",
        _drawing(
            lambda: (
                f"<style>{'.n1 .n2{fill:red}' * 1_900}</style>"
                + f'<g class="{_NAMES}"><g class="{_NAMES}">'
                + "<path d='M0 0h1' class='n2'/>" * 10_000
                + "</g></g>"
            )
        ),
        Told("over-limit", FRONT, "x.svg"),
        slow=True,
    ),
    Pack(
        "work: rules of many steps for what lies deep",
        _drawing(lambda: _DEEP_STYLE + "<g>" * 90 + "<rect width='1' height='1'/>" * 9_000 + "</g>" * 90),
        Told("over-limit", FRONT, "x.svg"),
        slow=True,
    ),
    Pack(
        "work: a selector of 480,000 steps",
        _drawing(lambda: f"<style>{'a ' * 480_000}{{fill:red}}</style><rect/>"),
        Told("left-out", FRONT, "x.svg", "warning"),
    ),
    Pack(
        "work: clips of 4,000 paths of nothing for 8,000 shapes",
        _drawing(lambda: f"<clipPath id='c'>{'<path/>' * 4_000}</clipPath>{_CLIPPED}"),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack(
        "work: 30,000 titles used 20,000 times",
        _drawing(lambda: _used("<title/>" * 30_000, 20_000)),
        Told("over-limit", FRONT, "x.svg"),
        slow=True,
    ),
    Pack(
        "work: a path that is spoiled at its end used 15,000 times",
        _drawing(lambda: _used(f"<path d='M0 0{'h1' * 200_000}!'/>", 15_000)),
        Told("left-out", FRONT, "x.svg", "warning"),
    ),
    Pack(
        "work: a style of a megabyte used 40,000 times",
        _drawing(lambda: _used(f"<g style='{'fill:red;' * 100_000}'/>", 40_000)),
        Told("bad-drawing", FRONT, "x.svg"),
    ),
    Pack("work: a picture of eighty megapixels used sixty times", _drawing(_picture), BUILDS, slow=True),
]
