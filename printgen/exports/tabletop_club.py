"""Tabletop Club: a parcel comes in; a zip with an asset pack goes out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from printgen.base.errors import Finding
from printgen.base.units import to_mm, translate
from printgen.build.stages import Progress
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.drawing.outlines import bounds
from printgen.exports.format import Asked, Made, Option
from printgen.exports.images import faces_of
from printgen.exports.parcel import Lot, Parcel, Side, Thing, zip_of
from printgen.exports.pixels import Shot, picture_files
from printgen.exports.rooms import left_out, misfits, nothing_fits, stacks_of
from printgen.exports.text import Wording
from printgen.writers.pictures import encode_png

_EDGE = "#D8D2C4"
"""The colour of cardboard, which the sides of tokens and boards have."""
_BOARD_MM = 2.0


def is_round(thing: Thing) -> bool:
    """Whether a thing is cut to a circle or an ellipse, all points of whose outline are equally far from its middle."""
    outline = thing.outline
    box = bounds(outline)
    if not thing.piece.cut or not any(segment[0] == "C" for segment in outline):
        return False
    ends = [segment[-2:] for segment in outline if segment[0] != "Z"]
    far = [math.hypot((x - box.x) / box.w * 2 - 1, (y - box.y) / box.h * 2 - 1) for x, y in ends]
    return max(far) - min(far) < 0.02 and abs(far[0] - 1) < 0.02


def unfolded(thing: Thing) -> Drawing:
    """A token as the picture around it, as many points wide and high as its cells together.

    What has no back has the colour of its sides there.
    """
    wide, high, columns = thing.box.w, thing.box.h, 2 if is_round(thing) else 3
    sides: tuple[Side, ...] = ("front", "back") if thing.piece.back is not None else ("front",)
    cells = tuple(
        Place(Group(thing.side(side).items), translate(wide * (columns - 2 + number), high))
        for number, side in enumerate(sides)
    )
    return Drawing(columns * wide, 2 * high, (Rect(0, 0, columns * wide, 2 * high, _EDGE), *cells))


def slab(thing: Thing, name: str) -> dict[str, bytes]:
    """A board as a model and its materials, called NAME.obj and NAME.mtl: a slab in centimetres that lies on its
    bottom, with NAME.png on top."""
    x, z, y = (to_mm(thing.box.w) / 20, to_mm(thing.box.h) / 20, _BOARD_MM / 10)
    corners = [(i * x, j, k * z) for j in (0.0, y) for k in (-1, 1) for i in (-1, 1)]
    lines = [f"mtllib {name}.mtl", f"o {name}"]
    lines += (f"v {a:.4f} {b:.4f} {c:.4f}" for a, b, c in corners)
    lines += ("vt 0 1", "vt 1 1", "vt 1 0", "vt 0 0")
    lines += ("vn 0 1 0", "vn 0 -1 0", "vn 0 0 -1", "vn 0 0 1", "vn -1 0 0", "vn 1 0 0")
    # Points of a face run against the clock, seen from outside; those of the top, from its lower left.
    lines += ("usemtl top", "f 7/4/1 8/3/1 6/2/1 5/1/1", "usemtl sides", "f 1/1/2 2/2/2 4/3/2 3/4/2")
    lines += (
        "f 2/1/3 1/2/3 5/3/3 6/4/3",
        "f 3/1/4 4/2/4 8/3/4 7/4/4",
        "f 1/1/5 3/2/5 7/3/5 5/4/5",
        "f 4/1/6 2/2/6 6/3/6 8/4/6",
    )
    red, green, blue = (int(_EDGE[at : at + 2], 16) / 255 for at in (1, 3, 5))
    paint = f"newmtl top\nKd 1 1 1\nmap_Kd {name}.png\n\nnewmtl sides\nKd {red:.3f} {green:.3f} {blue:.3f}\n"
    return {f"{name}.obj": ("\n".join(lines) + "\n").encode(), f"{name}.mtl": paint.encode()}


_PROGRAM = "Tabletop Club"
_MOST_MM = 1500
"""Tables there are hardly larger."""
_MOST_PIXELS = 4096
_THICK_CM = 0.2
_GRAMS_PER_CM2 = {"card": 0.032, "token": 0.14, "board": 0.14}
"""A poker card has 1.8 g; tokens and boards are of cardboard of 2 mm."""

OPTIONS = (Option("dpi", "dots per inch of the pictures", 150, least=50, most=400),)

Value = str | float | bool | tuple[float, ...] | list[str]
Sections = dict[str, dict[str, Value]]
"""A file of settings: values by keys in sections."""


class Job(NamedTuple):
    """A picture to draw: its path in the pack, and whether it is the face of a card."""

    path: str
    shown: Drawing
    face: bool = False


class Called(NamedTuple):
    """How people find a thing: by a name that nothing else has, or by words of its description."""

    name: str
    desc: str


def _sorted(parcel: Parcel) -> tuple[dict[str, list[Lot]], list[Finding]]:
    """Stacks by their folders, and what is left out."""
    folders: dict[str, list[Lot]] = {"cards": [], "tokens/cube": [], "tokens/cylinder": [], "boards": []}
    found = [*misfits(parcel, "card", "tile", "token", "board")]
    for stack in stacks_of(parcel, "card", "tile", "token", "board"):
        first = stack.things[0]
        if max(first.size) > _MOST_MM:
            wide, high = first.size
            found.append(left_out(stack, stack.things, f"{wide:.0f} x {high:.0f} mm are larger than the tables there"))
        elif first.role == "board":
            folders["boards"].append(stack)
        elif first.role == "card":
            folders["cards"].append(stack)
        else:
            folders["tokens/cylinder" if all(map(is_round, stack.things)) else "tokens/cube"].append(stack)
    if not any(folders.values()):
        found.append(nothing_fits(parcel, _PROGRAM))
    return folders, found


def check(parcel: Parcel, asked: Asked) -> Iterable[Finding]:
    """What has no place on the table."""
    return _sorted(parcel)[1]


def make(parcel: Parcel, asked: Asked, progress: Progress) -> Made:
    """Draw all faces, and write what each is."""
    folders, _ = _sorted(parcel)
    jobs, files = list[Job](), dict[str, bytes]()
    for folder, stacks in folders.items():
        if not stacks:
            continue
        about: Sections = {"*": {"author": parcel.game.author, "license": parcel.game.licence}}
        piles, names = Sections(), set[str]()
        for stack in stacks:
            called = _called(stack, names)
            made = _cards if folder == "cards" else _boards if folder == "boards" else _tokens
            for job, said in made(stack, called):
                jobs.append(job._replace(path=f"{folder}/{job.path}"))
                about |= said
            items = [called[thing.number].name for thing in stack.things for _ in range(thing.copies)]
            if folder != "boards" and len(items) > 1:
                piles[_unique(stack.title, names)] = {"desc": f"{parcel.title}: {len(items)} in all", "items": items}
            for thing in stack.things if folder == "boards" else ():
                files |= {f"boards/{name}": data for name, data in slab(thing, _file(stack, thing)).items()}
        files |= {f"{folder}/config.cfg": _written(about)}
        if piles:
            files |= {f"{folder}/stacks.cfg": _written(piles)}
    files |= _drawn(jobs, asked["dpi"], progress)
    pack = zip_of({f"{parcel.stem}/{name}": files[name] for name in sorted(files)})
    told = f"Unpack {parcel.stem}.zip into TabletopClub/assets in your Documents; README.txt says more."
    whole = [(f"{parcel.stem}.zip", pack), ("README.txt", _readme(parcel).encode())]
    pieces = sum(stack.count for stacks in folders.values() for stack in stacks)
    return Made(whole, told=(told,), pieces=pieces, pictures=len(jobs))


def _file(stack: Lot, thing: Thing) -> str:
    return f"{stack.name}-{thing.number:03}-{thing.key}"


def _unique(name: str, taken: set[str]) -> str:
    """A name that a file may have, and that nothing else has, whatever the case."""
    bare = re.sub(r'[:/\\?*"|%<>\[\]=;\x00-\x1f]+', " ", name).strip() or "Thing"
    made, number = bare, 1
    while made.lower() in taken:
        number += 1
        made = f"{bare} ({number})"
    taken.add(made.lower())
    return made


def _called(stack: Lot, taken: set[str]) -> dict[int, Called]:
    """The names and descriptions of the things of a stack, by their numbers."""
    wording, called = Wording(stack), dict[int, Called]()
    for thing in stack.things:
        desc = "\n".join(wording.lines(thing)) or " ".join(thing.words)
        called[thing.number] = Called(_unique(thing.name, taken), desc)
    return called


def _about(thing: Thing, called: Called, size: tuple[float, ...], sort: str) -> dict[str, Value]:
    """What is said of everything; sizes are in centimetres, weights in grams."""
    wide, high = (side / 10 for side in thing.size)
    mass = max(0.1, round(wide * high * _GRAMS_PER_CM2[sort], 2))
    return {"name": called.name, "desc": called.desc, "scale": size, "mass": mass}


def _cards(stack: Lot, called: Mapping[int, Called]) -> Iterator[tuple[Job, Sections]]:
    """Faces of cards, and their backs, which are no cards themselves."""
    faces, behind = faces_of(stack, ".png")
    for face in faces:
        thing, name = face.thing, f"{stack.name}-{face.file}"
        shown = thing.side(face.side, clip=True)
        if face.side == "back":
            yield Job(name, shown), {name: {"ignore": True}}
            continue
        wide, high = (round(side / 10, 3) for side in thing.size)
        said = _about(thing, called[thing.number], (wide, high), "card")
        # A card without a back has its face there: nothing would be drawn otherwise.
        back = f"{stack.name}-{behind[thing.number]}" if thing.number in behind else name
        yield Job(name, shown, face=True), {name: {**said, "back_face": back}}


def _tokens(stack: Lot, called: Mapping[int, Called]) -> Iterator[tuple[Job, Sections]]:
    for thing in stack.things:
        wide, high = (round(side / 10, 3) for side in thing.size)
        name = f"{_file(stack, thing)}.png"
        said = _about(thing, called[thing.number], (wide, _THICK_CM, high), "token")
        yield Job(name, unfolded(thing)), {name: said}


def _boards(stack: Lot, called: Mapping[int, Called]) -> Iterator[tuple[Job, Sections]]:
    for thing in stack.things:
        name = _file(stack, thing)
        said = _about(thing, called[thing.number], (1.0, 1.0, 1.0), "board")
        yield Job(f"{name}.png", thing.side()), {f"{name}.obj": said}


def _drawn(jobs: list[Job], dpi: int, progress: Progress) -> dict[str, bytes]:
    """The pictures by their paths. Faces of cards are white at their top left corner."""
    files: dict[str, bytes] = {}
    for face in (True, False):
        some = [job for job in jobs if job.face is face]
        encode: Callable[[Any], bytes] = partial(_faced if face else encode_png, dpi=dpi)
        shots = [_shot(job.shown, dpi) for job in some]
        made = picture_files(shots, encode, progress, "drawing pictures")
        files |= zip((job.path for job in some), made, strict=True)
    return files


def _shot(shown: Drawing, dpi: int) -> Shot:
    times = min(dpi / 72, _MOST_PIXELS / max(shown.width, shown.height))
    return Shot(shown, max(1, round(shown.width * times)), max(1, round(shown.height * times)))


def _faced(picture: Any, dpi: int) -> bytes:
    """The face of a card as a file: the dot at its top left is the colour that others see of it in somebody's hand."""
    dot = max(2, picture.width // 100)
    picture.paste((255, 255, 255), (0, 0, dot, dot))
    return encode_png(picture, dpi)


def _written(sections: Sections) -> bytes:
    """Settings as the program's engine reads them."""
    blocks = [
        "\n".join((f"[{name}]", "", *(f"{key} = {_value(value)}" for key, value in held.items()), ""))
        for name, held in sections.items()
    ]
    return "\n".join(blocks).encode()


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    if isinstance(value, tuple):
        return f"Vector{len(value)}({', '.join(f'{one:g}' for one in value)})"
    return f"{value:g}" if value % 1 else f"{value:.1f}"


def _readme(parcel: Parcel) -> str:
    return f"""{parcel.called} for Tabletop Club

Unpack {parcel.stem}.zip into the folder TabletopClub/assets in your Documents; the program makes it at its first
start. Downloads and Desktop do as well.

  Windows   C:\\Users\\YOU\\Documents\\TabletopClub\\assets\\{parcel.stem}
  macOS     /Users/YOU/Documents/TabletopClub/assets/{parcel.stem}
  Linux     /home/YOU/Documents/TabletopClub/assets/{parcel.stem}

Start the program again, or choose Options, General, Reimport Assets. Cards, tokens and boards are then among the
objects, under {parcel.stem}; stacks have the names of the products.
"""
