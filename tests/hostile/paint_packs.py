"""Drawings, pictures and paint that are spoiled, endless, or would fetch what lies elsewhere."""

from __future__ import annotations

import io
import zlib

from packs import BUILD, BUILDS, Make, Pack, Told, face, write
from PIL import Image

FRONT = "templates/faces/front.yaml"
_SPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(body: str, before: str = "", head: str = 'viewBox="0 0 100 100"') -> str:
    """A drawing."""
    return f"{before}<svg {_SPACE} {head}>{body}</svg>"


def drawing(text: str | bytes, settings: str = "") -> Make:
    """A face that shows a drawing."""
    shown = face(f"- image: {{x: 3, y: 3, w: 30, h: 30, file: x.svg{settings}}}")

    def make(folder: object) -> None:
        shown(folder)  # type: ignore[arg-type]
        write(folder, {"templates/x.svg": text})  # type: ignore[arg-type]

    return make


def _refused(name: str, text: str | bytes) -> Pack:
    return Pack(f"paint: a drawing {name}", drawing(text), Told("bad-drawing", FRONT, "x.svg"))


def _left_out(name: str, body: str) -> Pack:
    return Pack(f"paint: a drawing with {name}", drawing(svg(body)), Told("left-out", FRONT, "x.svg", "warning"))


def _odd(name: str, body: str, command: tuple[str, ...] = BUILD) -> Pack:
    return Pack(f"paint: a drawing with {name}", drawing(svg(body)), BUILDS, command)


_USED = "<use href='#u{}'/>"
_USES = '<rect id="u0" width="9" height="9"/>' + "".join(
    f"<g id='u{n + 1}'>{_USED.format(n) * 10}</g>" for n in range(12)
)
_DEEP = "<g>" * 20_000 + "</g>" * 20_000
_RULES = "".join(f"g * {{fill: #{n:06}}} " for n in range(1_900))
_MANY = " ".join(f"a{n}='1'" for n in range(1000))
_LINE = "h1"
_RECT = '<rect width="9" height="9"/>'
_STOPS = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/>'


def _bomb(mode: int, side: int) -> bytes:
    """A PNG of a few bytes that says it is large."""
    head = side.to_bytes(4) * 2 + bytes([8, mode, 0, 0, 0])
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1_000_000, 9)), (b"IEND", b""))
    told = (len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(told)


def _alpha(mode: str) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (300, 200)).save(buffer, "PNG")
    return buffer.getvalue()


def _picture(data: bytes, settings: str = "") -> Make:
    shown = face(f"- image: {{x: 3, y: 3, w: 30, h: 30, file: x.png{settings}}}")

    def make(folder: object) -> None:
        shown(folder)  # type: ignore[arg-type]
        write(folder, {"templates/x.png": data})  # type: ignore[arg-type]

    return make


def _paint(name: str, item: str) -> Pack:
    return Pack(f"paint: {name}", face(f"- {item}"), BUILDS, BUILD)


def _slip(name: str, item: str, text: str) -> Pack:
    return Pack(f"paint: {name}", face(f"- {item}"), Told("template", FRONT, text))


PACKS = [
    Pack(
        "paint: a drawing of a view box next to nothing",
        drawing(svg(_RECT, head='viewBox="0 0 1e-320 1e-320"')),
        BUILDS,
    ),
    _odd("arcs next to nothing", '<path d="M0 0A1 1 0 0 1 1e-200 0A1e-200 1 0 0 1 50 50"/>'),
    _left_out("90,000 digits in an arc", f'<path d="M0 0A{"7" * 90_000} 1 0 0 1 9 9"/>{_RECT}'),
    _odd("comments of style without ends", f"<style>{'/* ' * 100_000}</style>{_RECT}"),
    _refused("of uses of uses", svg(_USES + '<use href="#u12"/>')),
    _refused("of groups twenty thousand deep", svg(_DEEP)),
    _refused("of a hundred thousand elements", svg("<rect/>" * 120_000)),
    _refused("of zeros", b"\0" * 5_000),
    _refused("squeezed by gzip", b"\x1f\x8b\x08\0\0\0\0\0"),
    _refused("of a thousand attributes", svg(f"<rect {_MANY}/>")),
    Pack("paint: a drawing of nine megabytes", drawing(svg(" " * 9_000_000)), Told("file-too-big", FRONT, "x.svg")),
    Pack(
        "paint: a drawing of endless style",
        drawing(svg(f"<style>{_RULES}</style>" + '<rect class="a1"/>' * 20_000)),
        Told("over-limit"),
    ),
    Pack(
        "paint: a path of millions of points",
        drawing(svg(f"<path d='M0 0{_LINE * 900_000}'/>" * 2)),
        Told("over-limit"),
        slow=True,
    ),
    _refused("of one path of three megabytes", svg(f"<path d='M0 0{_LINE * 1_500_000}'/>")),
    _odd(
        "gradients that take from each other",
        f'<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a">{_STOPS}</linearGradient>'
        '<rect width="9" height="9" fill="url(#a)"/>',
    ),
    _odd(
        "a gradient that takes from itself",
        '<radialGradient id="a" href="#a"/><rect width="9" height="9" '
        'fill="url(#a)" stroke="url(#a)"/><rect width="9" height="9"/>',
    ),
    _odd(
        "a gradient that repeats for ever",
        f'<linearGradient id="a" x2="1e-6" spreadMethod="repeat">{_STOPS}'
        '</linearGradient><rect width="90" height="90" fill="url(#a)"/>',
    ),
    _odd(
        "clips that cut each other",
        '<clipPath id="a" clip-path="url(#b)"><rect width="9" height="9"/></clipPath>'
        '<clipPath id="b" clip-path="url(#a)"><rect width="9" height="9"/></clipPath>'
        '<rect width="9" height="9" clip-path="url(#a)"/>',
    ),
    _odd("dashes of dust", '<path d="M0 0H99" stroke="red" stroke-dasharray="1e-9 1e-9"/>'),
    _odd("flat transforms", '<g transform="scale(0)"><rect width="9" height="9"/></g><rect width="9" height="9"/>'),
    _odd("numbers of nobody", '<rect width="1e400" height="9" x="nan"/><circle r="inf"/><rect width="9" height="9"/>'),
    _odd("lines as wide as a house", '<path d="M0 0H9" stroke="red" stroke-width="1e5" stroke-miterlimit="1e6"/>'),
    Pack(
        "paint: a picture of alpha that would fill the memory",
        _picture(_bomb(6, 30_000)),
        Told("bad-photo", FRONT, "x.png"),
    ),
    *(
        Pack(
            f"paint: a picture of mode {mode}",
            _picture(_alpha(mode), ", fit: contain, clip: circle, opacity: 0.5"),
            BUILDS,
            BUILD,
        )
        for mode in ("1", "L", "LA", "P", "RGBA", "I;16")
    ),
    Pack(
        "paint: a shadow of a ground of two metres",
        face("- rect: {x: -1000, w: 2000, h: 2000, fill: ink, shadow: {blur: 50}}"),
        Told("over-limit", FRONT, "- rect"),
        BUILD,
    ),
    _paint(
        "shadows in shadows",
        "group: {shadow: true, items: [{group: {shadow: true, opacity: 0.5, items: "
        "[{group: {shadow: true, blend: multiply, items: [{rect: {w: 9, h: 9, fill: ink, shadow: true}}]}}]}}]}",
    ),
    _paint("a gradient over nothing", "rect: {w: 0, h: 0, fill: {from: ink, to: none, radial: true}}"),
    _paint("a gradient far outside of its ball", "ellipse: {r: 5, fill: {from: ink, to: none, radial: true, cx: 900}}"),
    _slip("a code of a book", f"qr: {{text: {'a' * 5000}, size: 40}}", "text"),
    _slip("a barcode of a book", f"barcode: {{text: {'a' * 5000}, kind: upc}}", "text"),
    _paint("a barcode of odd letters", "barcode: {text: '~ {}', w: 60}"),
]
