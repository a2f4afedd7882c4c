"""The sizes of card pictures, and the files of the game that prints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.art.photos import open_picture
from printgen.base import group_pairs
from printgen.base.errors import Exit, Finding, PrintgenError, Where
from printgen.base.file_access import AccessError, FileAccess, display_path
from printgen.base.names import same_name, slug
from printgen.base.progress import Progress
from printgen.base.units import to_mm
from printgen.build.card_files import ImportCard
from printgen.build.starting import free_name, with_schemas, write_draft
from printgen.faces.library import default_library
from printgen.reading.scalars import flow_text, scalars

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


MAKER_BLEED = 3.048
"""The bleed in pictures for makeplayingcards.com, in millimetres: 36 dots at 300 dpi."""
_MADE = ("poker", "poker-metric")
"""Sizes whose pictures are recognized with that bleed by their shape alone."""
_NEAR_MM = 1.0
"""Millimetres by which a side may differ from that of a size, where dots per inch are known."""
_NEAR_SHAPE = 0.01
"""The part of a picture that may be cut off where its shape alone tells the size."""
_CROPPED = 0.1
"""The part that may be cut off where the user names the size."""
_SAID_DPI = 150
"""Fewer dots per inch in a picture's file are those of a screen, and tell no size."""
_LEAST, _MOST = 15.0, 350.0
"""A side of a card that has no trade size, in millimetres."""


class PictureSize(NamedTuple):
    """A picture: its dots across and down, its dots per inch or 0, and its ending, "" where it is encoded anew."""

    width: int
    height: int
    dpi: float = 0.0
    ending: str = ""

    @property
    def shape(self) -> float:
        return self.width / self.height


class CardSize(NamedTuple):
    """The cut size of a card in millimetres, its name in a game, and the bleed of its pictures."""

    width: float
    height: float
    name: str
    bleed: float = 0.0

    @property
    def shape(self) -> float:
        """The width of its pictures divided by their height."""
        return (self.width + 2 * self.bleed) / (self.height + 2 * self.bleed)

    def off(self, dots: PictureSize) -> float:
        """The share of a picture that is cropped when it fills the card."""
        return 1 - min(self.shape / dots.shape, dots.shape / self.shape)


class SizeRequest(NamedTuple):
    """The sizes that the user asks for: names such as poker or 63x88mm, dots per inch, the bleed in millimetres."""

    sizes: tuple[str, ...] = ()
    dpi: float = 0.0
    bleed: float = 0.0


def size_by_name(name: str) -> CardSize:
    """A size by its trade name, or by one such as 63x88mm. ValueError when there is none."""
    width, height = (round(to_mm(side), 4) for side in default_library().size(name))
    return CardSize(width, height, name)


def sizes_of(pictures: Mapping[Path, PictureSize], wish: SizeRequest) -> tuple[dict[Path, CardSize], list[Path]]:
    """The sizes of cards by their pictures, the most frequent first; and the pictures that fit no size."""
    by_dpi, by_shape = _candidate_sizes(wish)
    fits = {key: _matching_sizes(dots, by_dpi, by_shape, wish) for key, dots in pictures.items()}
    open_fits = {key: near for key, near in fits.items() if near}
    candidates = (*by_dpi, *(size for near in open_fits.values() for size in near))
    order = {size: number for number, size in enumerate(candidates)}
    chosen = dict[Path, CardSize]()
    while open_fits:
        totals = group_pairs(fit for near in open_fits.values() for fit in near.items())
        best = min(totals, key=lambda size: (-len(totals[size]), round(sum(totals[size]), 6), order[size]))
        chosen |= {key: best for key, near in open_fits.items() if best in near}
        open_fits = {key: near for key, near in open_fits.items() if best not in near}
    return chosen, [key for key, near in fits.items() if not near]


def back_size(dots: PictureSize, front: CardSize, wish: SizeRequest) -> CardSize:
    """The size of a card for the picture of its back, which may have bleed when the front has none."""
    plain, padded = front._replace(bleed=wish.bleed), front._replace(bleed=MAKER_BLEED)
    fits_better = padded.off(dots) <= _NEAR_SHAPE and padded.off(dots) < plain.off(dots)
    return padded if fits_better and not wish.bleed else plain


def _candidate_sizes(wish: SizeRequest) -> tuple[list[CardSize], list[CardSize]]:
    """The sizes to match by dots per inch, and those to match by shape alone: of cards, and a few with bleed."""
    sizes = default_library().sizes
    cards = [name for name in sizes if sizes[name].corner]
    bleeds = (wish.bleed,) if wish.bleed else (0.0, MAKER_BLEED)
    by_dpi = _both_ways(wish.sizes or (*sizes,), bleeds)
    plain, padded = _both_ways(wish.sizes or cards, bleeds[:1]), _both_ways(wish.sizes or _MADE, bleeds[1:])
    return by_dpi, [*plain, *padded]


def _both_ways(names: Iterable[str], bleeds: Sequence[float]) -> list[CardSize]:
    """The sizes of these names in both orientations, with each bleed."""
    sizes = [size_by_name(name) for name in names]
    oblong = (size for size in sizes if size.shape != 1)
    across = [CardSize(size.height, size.width, f"{size.height:g}x{size.width:g}mm") for size in oblong]
    return [size._replace(bleed=bleed) for bleed in bleeds for size in (*sizes, *across)]


def _matching_sizes(
    dots: PictureSize, by_dpi: Sequence[CardSize], by_shape: Sequence[CardSize], wish: SizeRequest
) -> dict[CardSize, float]:
    """The sizes that fit a picture, each with its deviation."""
    dpi = wish.dpi or dots.dpi
    sides = [side / dpi * 25.4 for side in dots[:2]] if dpi else []
    far = {size: max(abs(side - cut_size - 2 * size.bleed) for side, cut_size in zip(sides, size[:2], strict=True))
           for size in by_dpi if sides}  # fmt: skip
    if near := {size: off / size.width for size, off in far.items() if off <= _NEAR_MM}:
        return near
    near = {size: off for size in by_shape if (off := size.off(dots)) <= _NEAR_SHAPE}
    if near and (wish.sizes or not wish.dpi):
        return near
    if wish.sizes:
        off, best = min((size.off(dots), size) for size in by_shape if size.bleed == wish.bleed)
        return {best: off} if off <= _CROPPED else {}
    cut_size = [round(side - 2 * wish.bleed, 1) for side in sides]
    if dpi >= (0 if wish.dpi else _SAID_DPI) and cut_size and _LEAST <= min(cut_size) <= max(cut_size) <= _MOST:
        return {CardSize(cut_size[0], cut_size[1], f"{cut_size[0]:g}x{cut_size[1]:g}mm", wish.bleed): 0.0}
    return {}


_BLEED = 3.175
"""The bleed of faces whose pictures have none, in millimetres: an eighth of an inch."""


@dataclass(frozen=True, slots=True)
class ImportDeck:
    """The cards of one product of the game: their size, the bleed of their pictures, and the common back or None."""

    name: str
    title: str
    size: CardSize
    back: CardSize | None
    cards: tuple[ImportCard, ...]

    @property
    def copies(self) -> int:
        """The number of printed cards."""
        return sum(card.copies for card in self.cards)

    def as_data(self) -> dict[str, Any]:
        """The deck as plain data."""
        return {
            "name": self.name, "title": self.title, "size": self.size.name, "width_mm": self.size.width,
            "height_mm": self.size.height, "bleed_mm": self.size.bleed, "records": len(self.cards),
            "cards": self.copies, "backs": len({card.back for card in self.cards if card.back}),
        }  # fmt: skip


@contextmanager
def private_folder(home: Path) -> Iterator[Path]:
    """A private folder beside the game's, in which the game is made; removed afterwards."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".importing-", dir=home.parent) as room:
            yield Path(room)
    except OSError as error:
        message = f"cannot write the game: {(error.strerror or str(error)).lower()}"
        hint = "Choose another folder, or make room."
        raise PrintgenError([Finding("error", Where(str(home)), message, hint, "cannot-write",
                                     Exit.CANNOT_WRITE)]) from error  # fmt: skip


def move_game(finished: Path, home: Path) -> None:
    """Give a finished game its name, in place of an empty folder if there is one."""
    free_name(home)
    if home.is_dir():
        home.rmdir()
    finished.rename(home)


def write_game(
    folder: Path, title: str, decks: Sequence[ImportDeck], sizes: Mapping[Path, PictureSize], gate: FileAccess,
    progress: Progress,
) -> None:  # fmt: skip
    """Write a game's files; those for people name the schemas for their editors."""
    files, used = dict[Path, str](), set[str]()
    (folder / "pictures").mkdir(parents=True)
    titles = _picture_titles(decks)
    for number, (path, name) in enumerate(titles.items(), 1):
        progress(f"copying picture {number} of {len(titles)}")
        try:
            data, ending = gate.load(path, "picture"), sizes[path].ending
        except AccessError as refused:
            raise PrintgenError([refused.finding(Where(display_path(path)))]) from refused
        if not ending:
            data, ending = _encode(data)
        files[path] = f"pictures/{distinct_name(slug(name)[:60].strip('-') or 'card', used)}{ending}"
        (folder / files[path]).write_bytes(data)
    texts = {path: text.encode() for path, text in _game_texts(title, decks, files).items()}
    write_draft(folder, texts)
    write_draft(folder, with_schemas(folder, tuple(texts)))


def _picture_titles(decks: Sequence[ImportDeck]) -> dict[Path, str]:
    """The file titles of a game's pictures: fronts are named as their cards, backs as they were."""
    titles = dict[Path, str]()
    for card in (card for deck in decks for card in deck.cards):
        titles.setdefault(card.front, card.name)
        if card.back:
            stem = card.back.stem
            titles.setdefault(card.back, stem if "back" in stem.lower() else f"{stem} back")
    return titles


def _encode(data: bytes) -> tuple[bytes, str]:
    """A picture encoded again in a form that every program reads, and its ending."""
    picture, _, lossy, _ = open_picture(data)
    dpi, buffer = dpi_of(picture), BytesIO()
    if "A" in picture.getbands():
        picture = _fill_corners(picture)
    picture.info.clear()
    how: dict[str, Any] = {"quality": 95, "subsampling": 0} if lossy else {}
    picture.save(buffer, "JPEG" if lossy else "PNG", **how, **({"dpi": (dpi, dpi)} if dpi else {}))
    return buffer.getvalue(), ".jpg" if lossy else ".png"


def _fill_corners(picture: Picture) -> Picture:
    """An opaque picture: transparent parts, such as round corners, get nearby colours, else white."""
    from PIL import Image as Pictures
    from PIL import ImageFilter

    picture = picture.convert("RGBA")
    radius = max(picture.size) / 40
    blurred = picture.convert("RGBa").filter(ImageFilter.BoxBlur(radius)).convert("RGBA")
    blurred.putalpha(blurred.getchannel("A").point(lambda value: 255 if value else 0))
    ground = Pictures.alpha_composite(Pictures.new("RGBA", picture.size, "white"), blurred)
    return Pictures.alpha_composite(ground, picture).convert("RGB")


_FACE = """\
# {what}
bleed: {bleed}mm
items:
  - image: {{bleed: true, {fit}file: "{{{{ card.{field} }}}}"}}
"""
_MIRRORED = "The finished picture, up to the cut; its edges are turned over into the bleed."
_BLED = "The finished picture with the bleed that it has."


_SHAPES = {"card": "{picture: file}", "two-sided": "{picture: file, back: file}"}
_HEAD = "# A game of finished pictures: the lists say which cards there are, templates/faces how they are drawn.\n"
_LIST = "# A card a line; copies says how many there are of it, 1 where it is not there.\n"


def _game_texts(title: str, decks: Sequence[ImportDeck], files: Mapping[Path, str]) -> dict[str, str]:
    """The text files of a game that people change, by their paths in the game."""
    texts, shapes, products = dict[str, str](), set[str](), ""
    for deck in decks:
        shape = "two-sided" if deck.back else "card"
        shapes.add(shape)
        products += f"  {deck.name}:\n    kind: cards\n    title: {next(scalars(deck.title))}\n"
        products += f"    list: {deck.name}.yaml\n    record: {shape}\n"
        products += f"    front: {_add_face(texts, 'picture', deck.size.bleed)}\n"
        products += f"    back: {_add_face(texts, 'back', deck.back.bleed)}\n" if deck.back else ""
        products += f"    size: {deck.size.name}\n"
        texts[f"{deck.name}.yaml"] = _LIST + "".join(_card_line(card, files) for card in deck.cards)
    records = "".join(f"  {shape}: {_SHAPES[shape]}\n" for shape in sorted(shapes))
    head = f'{_HEAD}title: {next(scalars(title))}\nversion: "1"\n'
    texts["game.yaml"] = f"{head}records:\n{records}products:\n{products}"
    return texts


def _add_face(texts: dict[str, str], field: str, bleed: float) -> str:
    """The name of the face that shows a field; the face is added to `texts`."""
    name = f"{field}{'-with-bleed' if bleed else ''}"
    what, fit = (_BLED, "") if bleed else (_MIRRORED, "fit: mirror, ")
    texts[f"templates/faces/{name}.yaml"] = _FACE.format(what=what, bleed=f"{bleed or _BLEED:g}", fit=fit, field=field)
    return name


def _card_line(card: ImportCard, files: Mapping[Path, str]) -> str:
    """The entry of a card in its list."""
    back = {"back": files[card.back]} if card.back else {}
    copies = {"copies": card.copies} if card.copies > 1 else {}
    return f"- {flow_text({'name': card.name, 'picture': files[card.front], **back, **copies})}\n"


def dpi_of(picture: Picture) -> float:
    """The dots per inch stored in a picture; 0 without a plausible value."""
    try:
        across, down = (float(value) for value in picture.info["dpi"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return 0.0
    return across if 20 <= across <= 5000 and abs(across - down) < 1 else 0.0


def distinct_name(name: str, names_in_use: set[str], dash: str = "-") -> str:
    """The name, or the name with the first number that distinguishes it from all `names_in_use`."""
    number, numbered = 1, name
    while same_name(numbered) in names_in_use:
        number += 1
        numbered = f"{name}{dash}{number}"
    names_in_use.add(same_name(numbered))
    return numbered
