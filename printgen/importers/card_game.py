"""Decks of pictures come in; the files of the game that prints them are written into a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.art.photos import opened
from printgen.base.gate import Gate, Refused, shown_name
from printgen.base.names import dashed, same_name
from printgen.build import Progress, sound
from printgen.editing import schemas_for
from printgen.errors import Exit, Finding, PrintgenError, Where
from printgen.importers.card_files import Card
from printgen.importers.card_sizes import Size
from printgen.reading.emitting import flow_text, scalars
from printgen.starting import free_name

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_BLEED = 3.175


class Side(NamedTuple):
    """A side of a card: the file of its picture, and whether that is turned to stand as the other side does.

    A file with an `ending` is copied as it is, and another is encoded anew.
    """

    path: Path
    turned: bool = False
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that one product of the game holds: their size and the bleed of their pictures, without a back None."""

    name: str
    title: str
    size: Size
    back: Size | None
    cards: tuple[tuple[Card, Side, Side | None], ...]

    @property
    def copies(self) -> int:
        """How many cards are printed."""
        return sum(card.copies for card, *_ in self.cards)

    def as_data(self) -> dict[str, Any]:
        """The deck as plain data."""
        return {
            "name": self.name, "title": self.title, "size": self.size.name, "width_mm": self.size.width,
            "height_mm": self.size.height, "bleed_mm": self.size.bleed, "records": len(self.cards),
            "cards": self.copies, "backs": len({back for *_, back in self.cards if back}),
        }  # fmt: skip


@contextmanager
def private_folder(home: Path) -> Iterator[Path]:
    """A private folder beside the game's, in which it is made whole; gone again after this."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".importing-", dir=home.parent) as room:
            yield Path(room)
    except OSError as error:
        message = f"cannot write the game: {(error.strerror or str(error)).lower()}"
        hint = "Choose another folder with --out, or make room."
        raise PrintgenError([Finding("error", Where(str(home)), message, hint, "cannot-write",
                                     Exit.CANNOT_WRITE)]) from error  # fmt: skip


def place(made: Path, home: Path) -> None:
    """Give a game that is whole its name, in place of an empty folder, if there is one."""
    free_name(home)
    if home.is_dir():
        home.rmdir()
    made.rename(home)


def write(folder: Path, title: str, decks: Sequence[Deck], gate: Gate, progress: Progress) -> None:
    """Write a game's files; editors find the schemas of those that people change."""
    called = _called(decks)
    (folder / "pictures").mkdir(parents=True)
    names, taken = dict[Side, str](), set[str]()
    for number, (side, name) in enumerate(called.items(), 1):
        progress(f"copying picture {number} of {len(called)}")
        data, ending = _read(side.path, gate), side.ending
        if not ending:
            data, ending = _encoded(data, side.turned)
        names[side] = f"pictures/{free(dashed(name)[:60].strip('-') or 'card', taken)}{ending}"
        (folder / names[side]).write_bytes(data)
    texts = _texts(title, decks, names)
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
    schemas, lines = schemas_for(sound(str(folder)).game)
    for path, text in schemas.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
    for path in texts.keys() & lines.keys():
        (folder / path).write_text(f"{lines[path]}\n{texts[path]}", encoding="utf-8", newline="\n")


def _called(decks: Sequence[Deck]) -> dict[Side, str]:
    """What the pictures of a game are called: fronts as their cards, backs as they were."""
    called = dict[Side, str]()
    for card, front, back in (row for deck in decks for row in deck.cards):
        called.setdefault(front, card.name)
        if back:
            stem = back.path.stem
            called.setdefault(back, stem if "back" in stem.lower() else f"{stem} back")
    return called


def _read(path: Path, gate: Gate) -> bytes:
    """A picture that was read before; PrintgenError where it is gone meanwhile."""
    try:
        return gate.read(path, "picture")
    except Refused as refused:
        finding = Finding("error", Where(shown_name(path)), refused.message, refused.hint, refused.code)
        raise PrintgenError([finding]) from refused


def _encoded(data: bytes, turned: bool) -> tuple[bytes, str]:
    """A picture encoded anew as every program takes it, upright or turned, and its ending."""
    from PIL import Image as Pictures

    picture, _, lossy, _ = opened(data)
    dpi, buffer = dpi_of(picture), BytesIO()
    if "A" in picture.getbands():
        picture = _filled(picture)
    if turned:
        picture = picture.transpose(Pictures.Transpose.ROTATE_90)
    picture.info.clear()
    how: dict[str, Any] = {"quality": 95, "subsampling": 0} if lossy else {}
    picture.save(buffer, "JPEG" if lossy else "PNG", **how, **({"dpi": (dpi, dpi)} if dpi else {}))
    return buffer.getvalue(), ".jpg" if lossy else ".png"


def _filled(picture: Picture) -> Picture:
    """A picture of which all shows: what does not, such as round corners, gets the colours beside it, else white."""
    from PIL import Image as Pictures
    from PIL import ImageFilter

    picture = picture.convert("RGBA")
    radius = max(picture.size) / 40
    around = picture.convert("RGBa").filter(ImageFilter.BoxBlur(radius)).convert("RGBA")
    around.putalpha(around.getchannel("A").point(lambda value: 255 if value else 0))
    ground = Pictures.alpha_composite(Pictures.new("RGBA", picture.size, "white"), around)
    return Pictures.alpha_composite(ground, picture).convert("RGB")


_FACE = """\
# {what}
bleed: {bleed}mm
items:
  - image: {{bleed: true, {fit}file: "{{{{ card.{field} }}}}"}}
"""
_MIRRORED = "The finished picture, up to the cut; its edges are turned over into the bleed."
_BLED = "The finished picture with the bleed that it has."


def _texts(title: str, decks: Sequence[Deck], names: Mapping[Side, str]) -> dict[str, str]:
    """The files that people change, by their paths in the game."""
    texts, records, products = dict[str, str](), set[bool](), list[str]()
    for deck in decks:
        front, back = _face(texts, "picture", deck.size.bleed), ""
        options = f"    list: {deck.name}.yaml\n    record: {_record(deck)}\n    front: {front}\n"
        if deck.back:
            back = _face(texts, "back", deck.back.bleed)
            options += f"    back: {back}\n"
        records.add(deck.back is not None)
        products.append(
            f"  {deck.name}:\n    kind: cards\n    title: {next(scalars(deck.title))}\n{options}"
            f"    size: {deck.size.name}\n"
        )
        lines = (_line(card, names[front_side], names[back_side] if back_side else "")
                 for card, front_side, back_side in deck.cards)  # fmt: skip
        texts[f"{deck.name}.yaml"] = (
            "# A card a line; copies says how many there are of it, 1 where it is not there.\n" + "".join(lines)
        )
    shapes = {False: "  card: {picture: file}\n", True: "  two-sided: {picture: file, back: file}\n"}
    head = "# A game of finished pictures: the lists say which cards there are, templates/faces how they are drawn.\n"
    made = "".join(shapes[kind] for kind in sorted(records))
    texts["game.yaml"] = (
        f'{head}title: {next(scalars(title))}\nversion: "1"\nrecords:\n{made}products:\n{"".join(products)}'
    )
    return texts


def _record(deck: Deck) -> str:
    return "two-sided" if deck.back else "card"


def _face(texts: dict[str, str], field: str, bleed: float) -> str:
    """The name of the face that shows a field, which is added to the files."""
    name = f"{field}{'-with-bleed' if bleed else ''}"
    what, fit = (_BLED, "") if bleed else (_MIRRORED, "fit: mirror, ")
    texts[f"templates/faces/{name}.yaml"] = _FACE.format(what=what, bleed=f"{bleed or _BLEED:g}", fit=fit, field=field)
    return name


def _line(card: Card, front: str, back: str) -> str:
    """A card in its list."""
    said = {"name": card.name, "picture": front}
    said |= {"back": back} if back else {}
    copies = {"copies": card.copies} if card.copies > 1 else {}
    return f"- {flow_text({**said, **copies})}\n"


def dpi_of(picture: Picture) -> float:
    """The dots per inch that a picture says of itself; 0 where it says nothing that can be meant."""
    try:
        across, down = (float(value) for value in picture.info["dpi"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return 0.0
    return across if 20 <= across <= 5000 and abs(across - down) < 1 else 0.0


def free(name: str, taken: set[str], dash: str = "-") -> str:
    """The name, or the name with the next number that nobody has."""
    number, made = 1, name
    while same_name(made) in taken:
        number += 1
        made = f"{name}{dash}{number}"
    taken.add(same_name(made))
    return made
