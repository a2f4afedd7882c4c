"""Tabletop Club: a parcel comes in; a zip with an asset pack, which is a folder, and README.txt go out.

GAME/cards/*.png, config.cfg, stacks.cfg    faces and backs; what each is and how large; a stack for each product
GAME/tokens/cube/, GAME/tokens/cylinder/    the same of tokens and tiles
GAME/boards/*.obj, .mtl, .png, config.cfg   slabs with a picture on top
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from printgen.build import Progress
from printgen.drawing.model import Drawing
from printgen.errors import Finding
from printgen.exports.bundles import zip_of
from printgen.exports.club_things import is_round, slab, unfolded
from printgen.exports.format import Asked, Made, Option
from printgen.exports.images import faces_of
from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.pixels import Shot, picture_files
from printgen.exports.spreads import left_out, misfits, nothing_fits, stacks_of
from printgen.exports.wording import Wording
from printgen.writers.png import encode_png

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
