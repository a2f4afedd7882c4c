"""Packs whose fonts are spoiled, hostile or far too large, and texts that ask much of fonts."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

from fontmaking import changed, licensed, otf
from fontTools.ttLib import TTFont
from gate_packs import fifo, huge, link
from packs import BUILD, BUILDS, TINY, Make, Pack, Told, both, tiny

GAME, LIST, FRONT = "game.yaml", "things.yaml", "templates/faces/front.yaml"
BAD = Told("bad-font", GAME, "fonts:")
SHOWN = {form: ("preview", "{game}/cards", "-o", f"{{out}}/x.{form}") for form in ("pdf", "svg", "png")}


def own(data: Callable[[], bytes], said: str = "{own: own.otf}", text: str = "AVA V", font: str = "own") -> Make:
    """The tiny game with a font of its own, which is made when the game is, and in which a text is set."""
    front = TINY[FRONT].replace("card.name", "card.note").replace("font: stencil", f"font: {font}, floor: 1, lines: 9")

    def make(folder: Path) -> None:
        files = {GAME: f"{TINY[GAME]}fonts: {said}\n", LIST: f'- {{name: One, note: "{text}"}}\n', FRONT: front}
        tiny({**files, "own.otf": data()})(folder)

    return make


def table(tag: str, data: bytes) -> bytes:
    """The font with other bytes in a table, which nothing but the reader of the table itself looks at."""
    whole = otf()
    for n in range(struct.unpack(">H", whole[4:6])[0]):
        at = 12 + 16 * n
        if whole[at : at + 4] == tag.encode():
            start, length = struct.unpack(">LL", whole[at + 8 : at + 16])
            return whole[:start] + (data * (length // len(data) + 1))[:length] + whole[start + length :]
    raise AssertionError(tag)


def swollen(font: TTFont) -> None:
    """Every measure is as large as can be written."""
    font["hhea"].ascent = font["OS/2"].sTypoAscender = 32767
    font["OS/2"].sCapHeight = 32767
    font["hmtx"].metrics = dict.fromkeys(font["hmtx"].metrics, (32000, 0))


def flat(font: TTFont) -> None:
    """Nothing has a width or a height."""
    font["OS/2"].sCapHeight = font["hhea"].ascent = font["hhea"].descent = 0
    font["hmtx"].metrics = dict.fromkeys(font["hmtx"].metrics, (0, 0))


def growing() -> bytes:
    """A letter becomes ten of itself, six times over."""
    from fontTools.feaLib.builder import addOpenTypeFeaturesFromString

    steps = "\n".join(f"lookup L{n} {{ sub A by {'A ' * 10}; }} L{n};" for n in range(6))
    uses = "\n".join(f"lookup L{n};" for n in range(6))

    def grow(font: TTFont) -> None:
        addOpenTypeFeaturesFromString(font, f"{steps}\nfeature ccmp {{ {uses} }} ccmp;")

    return changed(grow)


def zeroed() -> bytes:
    """No letter has a kern, and every other unit is one."""
    return changed(lambda font: setattr(font["head"], "unitsPerEm", 16))


def named(font: TTFont) -> None:
    """A name that would end the PDF's own."""
    font["name"].setName("A) >> /B (\u202eevil\x00\n", 6, 3, 1, 0x409)


MANY = "{" + ", ".join(f"f{n}: own.otf" for n in range(30)) + "}"

PACKS = [
    Pack("fonts: a text file", own(lambda: b"not a font" * 99), BAD),
    Pack("fonts: nothing at all", own(bytes), BAD),
    Pack("fonts: half of one", own(lambda: otf()[: len(otf()) // 2]), BAD),
    Pack("fonts: zeros behind the right beginning", own(lambda: b"OTTO" + bytes(5000)), BAD),
    Pack("fonts: a directory of tables that lie nowhere", own(lambda: otf()[:12] + b"\xff" * 400), BAD),
    Pack("fonts: sixty-five thousand tables", own(lambda: b"OTTO\xff\xff" + bytes(6) + b"glyf" * 9999), BAD),
    Pack("fonts: outlines of noise", own(lambda: table("CFF ", b"\x0f\xff\x1d\x8b\x0c")), BAD),
    Pack(
        "fonts: a character map of noise",
        own(lambda: table("cmap", b"\xff\x00\x04")),
        Told("missing-glyph", LIST, "AVA"),
    ),
    Pack("fonts: letters without widths", own(lambda: otf().replace(b"hmtx", b"hmtX", 1)), BAD),
    Pack("fonts: no character map", own(lambda: otf().replace(b"cmap", b"cmaq", 1)), BAD),
    Pack("fonts: kerning of noise", own(lambda: table("GPOS", b"\x00\x01\xff")), BUILDS, BUILD),
    Pack("fonts: a terabyte", both(own(bytes), huge("own.otf")), Told("file-too-big", GAME, "fonts:")),
    Pack("fonts: a pipe", both(own(bytes), fifo("own.otf")), Told("irregular-file", GAME, "fonts:")),
    Pack(
        "fonts: a link that leads out",
        both(own(bytes), link("own.otf", "{beside}/canary.txt")),
        Told("outside-folder", GAME),
    ),
    Pack("fonts: the device of zeros", both(own(bytes), link("own.otf", "/dev/zero")), Told("outside-folder", GAME)),
    Pack("fonts: a licence that forbids it", own(lambda: licensed(2)), Told("font-licence", GAME, "fonts:")),
    Pack("fonts: thirty of them", own(otf, MANY, font="f3"), Told("bad-length", GAME, "fonts:")),
    Pack("fonts: measures as large as can be", own(lambda: changed(swollen)), BUILDS, SHOWN["svg"]),
    Pack("fonts: letters of no size", own(lambda: changed(flat)), BUILDS, BUILD),
    Pack("fonts: letters of no size in a picture", own(lambda: changed(flat)), BUILDS, SHOWN["svg"]),
    Pack("fonts: sixteen units", own(zeroed), BUILDS),
    Pack("fonts: a million glyphs for a letter", own(growing), Told("over-limit", LIST)),
    Pack("fonts: a name that would end a PDF", own(lambda: changed(named)), BUILDS, SHOWN["pdf"]),
    Pack("fonts: no mapping", tiny({GAME: TINY[GAME] + "fonts: [a, b]\n"}), Told("wrong-type", GAME, "fonts:")),
    Pack("fonts: a fallback of itself", own(otf, "{own: own.otf, fallback: [own, own, own.otf]}"), BUILDS, BUILD),
    Pack("fonts: a name of another shelf", own(otf, font="own@12345678"), Told("template", FRONT, "own@")),
    Pack("fonts: the name of icons", own(otf, font="icon"), Told("template", FRONT, "font: icon")),
    Pack(
        "fonts: a thousand accents on a letter",
        own(otf, text="A" + "\u0301" * 100, font="body"),
        BUILDS,
    ),
    Pack("fonts: lines that turn again and again", own(otf, text="אa" * 300, font="body"), Told("missing-glyph", LIST)),
    Pack(
        "fonts: nothing but signs without a shape",
        own(otf, text="\u200d\u200f\u2067\ufe0f", font="body"),
        BUILDS,
        SHOWN["png"],
    ),
    Pack(
        "fonts: brackets nested deep",
        own(otf, text="\u200f" + "([" * 95, font="body"),
        BUILDS,
    ),
]
"""Fonts that are no fonts, that lie, and that are asked for what nobody asks."""
