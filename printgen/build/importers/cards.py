"""Finished card pictures come in, in a folder or an order; a game that prints them is written, whole or not at all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.art.photos import open_picture
from printgen.base.errors import (
    Finding,
    PrintgenError,
    UsageError,
    Where,
    as_errors,
    did_you_mean,
    has_errors,
    merge_findings,
    stop_on_errors,
)
from printgen.base.file_access import AccessError, FileAccess, display_path
from printgen.base.limits import check_limit, metered
from printgen.base.names import nfc, problem_of_name, slug
from printgen.base.units import parse_length, to_mm
from printgen.build.importers.card_files import ImportCard, cards_of, load_order, skip_warning
from printgen.build.importers.card_game import (
    CardSide,
    CardSize,
    ImportDeck,
    PictureSize,
    SizeRequest,
    back_size,
    dpi_of,
    free,
    place,
    private_folder,
    size_by_name,
    sizes_of,
    write,
)
from printgen.build.stages import Progress, silent
from printgen.build.starting import free_name, title_of

if TYPE_CHECKING:
    pass

ORDER = "cards.xml"
_BLEED = 3.0
_SHARP_DPI = 200
_CROPPED = 0.02
_MOST_BLEED = 10.0
_CROP = (
    "Crop it yourself, as you like it, or give it a size of its own with another --size.",
    "Put the cards of each size into a folder of their own, with a back.png of their shape.",
)
_WHOSE = "the folder that is imported"
_SIZES = "Say how large the cards are, such as --size poker or --size 63x88mm, or --dpi."


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was made of pictures: its folder and title, its decks, the findings, and how many files are no
    pictures."""

    folder: Path
    title: str
    decks: tuple[ImportDeck, ...]
    findings: tuple[Finding, ...]
    others: int


@metered()
def import_cards(
    source: str | Path, folder: str | Path = "", sizes: Sequence[str] = (), dpi: float = 0.0, bleed: str = "0mm",
    strict: bool = False, progress: Progress = silent,
) -> Imported:  # fmt: skip
    """Make a game of finished card pictures; `bleed` is how far they reach beyond the cut.

    `source` is a folder of pictures or the cards.xml of mpc-autofill. Without a `folder` the game is named after it.
    """
    wish = _wish(sizes, dpi, bleed)
    path = Path(source)
    if path.is_dir() and (path / ORDER).is_file():
        path /= ORDER
    home = Path(folder) if folder else Path(f"{_stem(path)}-game")
    name = free_name(home)
    gate = _gate(path)
    if path.is_dir():
        cards, findings, others = cards_of(gate)
    else:
        cards, findings = load_order(path, _order_bytes(path, gate), gate)
        others = 0
    check_limit("pieces", sum(card.copies for card in cards), Where(display_path(path)))
    decks, found = _decks(cards, wish, gate, progress)
    findings = [*findings, *found]
    if not decks and not has_errors(findings):
        findings.append(_nothing(path, len(cards)))
    told = merge_findings(as_errors(findings) if strict else findings)
    stop_on_errors(told)
    title = title_of(name.removesuffix("-game"))
    with private_folder(home) as room:
        write(room / name, title, decks, gate, progress)
        place(room / name, home)
    return Imported(home, title, decks, told, others)


def _wish(sizes: Sequence[str], dpi: float, bleed: str) -> SizeRequest:
    for name in sizes:
        try:
            size_by_name(name)
        except ValueError as error:
            message, _, hint = str(error).partition(". ")
            raise UsageError(f"--size: {message}", hint or "Write a trade size such as poker, or 63x88mm.") from error
    if not isfinite(dpi) or not (dpi == 0 or 20 <= dpi <= 5000):
        raise UsageError(
            f"--dpi {dpi:g} is not from 20 to 5000", "Give the dots per inch of the pictures, such as 300."
        )
    try:
        wide = to_mm(parse_length(bleed))
    except ValueError as error:
        raise UsageError(f"--bleed-included: {str(error).partition(';')[0]}", "Give a length such as 3mm.") from error
    if not 0 <= wide <= _MOST_BLEED:
        raise UsageError(f"--bleed-included {bleed} is not from 0mm to {_MOST_BLEED:g}mm", "Give a length such as 3mm.")
    return SizeRequest(tuple(sizes), dpi, round(wide, 4))


def _stem(path: Path) -> str:
    """What a game is named after: the folder, or the order without its ending."""
    real = Path(os.path.abspath(path))  # noqa: PTH100 (a link keeps its name)
    name = nfc(real.stem if real.is_file() else real.name)
    return name if name and not problem_of_name(f"{name}-game") else "cards"


def _gate(path: Path) -> FileAccess:
    """The way to the pictures of a source. UsageError where there is none."""
    if path.is_dir():
        return FileAccess(path, path, whose=_WHOSE)
    if path.is_file() and path.suffix.lower() == ".xml":
        return FileAccess(path.parent, path.parent, whose=_WHOSE)
    if path.is_file():
        hint = (
            "Unpack it, and name the folder."
            if path.suffix.lower() == ".zip"
            else "Name a folder of pictures, or a cards.xml."
        )
        raise UsageError(f"'{path}' is neither a folder nor an order of cards (XML)", hint)
    try:
        beside = [one.name for one in path.parent.iterdir() if one.is_dir()][:1000]
    except OSError:
        beside = []
    raise UsageError(f"there is no folder '{path}'", did_you_mean(path.name, beside, "Name a folder of pictures."))


def _order_bytes(path: Path, gate: FileAccess) -> bytes:
    try:
        return gate.load(path, "list")
    except AccessError as refused:
        raise PrintgenError([Finding("error", Where(display_path(path)), refused.message, refused.hint,
                                     refused.code)]) from refused  # fmt: skip


def _nothing(path: Path, count: int) -> Finding:
    message = "none of its pictures can be used" if count else "there are no pictures of cards in it"
    hint = "Mend those named above." if count else "Put PNG, JPEG or WebP pictures there, one for each front."
    return Finding("error", Where(display_path(path)), message, hint, "no-cards")


def _decks(
    cards: Sequence[ImportCard], wish: SizeRequest, gate: FileAccess, progress: Progress
) -> tuple[tuple[ImportDeck, ...], list[Finding]]:
    """The cards by folder, size, bleed and whether they have a back, each with its sides as they are to stand."""
    dots, findings = _measure_pictures(cards, gate, progress)
    sided = [(card, *_sides(card, dots)) for card in cards if card.front in dots]
    sizes, without = sizes_of({front: _dots(front, dots) for _, front, _ in sided}, wish)
    findings += _unfit({side: _dots(side, dots) for side in without}, wish)
    groups = dict[tuple[str, CardSize, CardSize | None], list[tuple[ImportCard, CardSide, CardSide | None]]]()
    for card, front, back in sided:
        if front in sizes:
            size = sizes[front]
            behind = back_size(_dots(back, dots), size, wish) if back else None
            groups.setdefault((card.deck, size, behind), []).append((card, front, back))
    findings += _warn_of_pictures(groups, dots)
    return tuple(_name_decks(groups)), findings


def _measure_pictures(
    cards: Sequence[ImportCard], gate: FileAccess, progress: Progress
) -> tuple[dict[Path, PictureSize], list[Finding]]:
    """The dots of all pictures that can be used; the others are told."""
    found, findings = dict[Path, PictureSize](), list[Finding]()
    paths = dict.fromkeys(path for card in cards for path in (card.front, card.back) if path)
    for number, path in enumerate(paths, 1):
        progress(f"reading picture {number} of {len(paths)}")
        try:
            picture, odd, lossy, plain = open_picture(gate.load(path, "picture"))
        except AccessError as refused:
            findings.append(
                skip_warning(path, refused.code, f"this picture cannot be used: {refused.message}", refused.hint)
            )
            continue
        findings += (skip_warning(path, one.code, f"this picture {one.said}", one.hint) for one in odd)
        ending = (".jpg" if lossy else ".png") if plain else ""
        found[path] = PictureSize(picture.width, picture.height, dpi_of(picture), ending)
    return found, findings


def _dots(side: CardSide, dots: Mapping[Path, PictureSize]) -> PictureSize:
    return dots[side.path].turned() if side.turned else dots[side.path]


def _sides(card: ImportCard, dots: Mapping[Path, PictureSize]) -> tuple[CardSide, CardSide | None]:
    """The sides of a card: where one of them stands upright, the other is turned to do so, too."""
    front, back = dots[card.front], dots.get(card.back) if card.back else None
    if card.back is None or back is None:
        return CardSide(card.front, ending=front.ending), None
    turned = back.shape < 1 < front.shape, front.shape < 1 < back.shape
    return (
        CardSide(card.front, turned[0], "" if turned[0] else front.ending),
        CardSide(card.back, turned[1], "" if turned[1] else back.ending),
    )


def _unfit(sides: Mapping[CardSide, PictureSize], wish: SizeRequest) -> Iterator[Finding]:
    """What is said of pictures that fit no size: with sizes that somebody asked for, they alone are left out."""
    if wish.sizes:
        for side, dots in sides.items():
            message = f"{dots.width} x {dots.height} dots have another shape than {' or '.join(wish.sizes)}"
            hint = "Crop the picture, or add its own size with another --size."
            yield skip_warning(side.path, "other-shape", message, hint)
        return
    alike = Counter((dots.width, dots.height) for dots in sides.values())
    for (width, height), count in alike.items():
        path = next(side.path for side, dots in sides.items() if dots[:2] == (width, height))
        more = f" (so do {count - 1} more pictures)" if count > 1 else ""
        message = f"{width} x {height} dots have the shape of no card that is known{more}"
        yield Finding("error", Where(display_path(path)), message, _SIZES, "unknown-size")


def _warn_of_pictures(
    groups: Mapping[tuple[str, CardSize, CardSize | None], Sequence[tuple[ImportCard, CardSide, CardSide | None]]],
    dots: Mapping[Path, PictureSize],
) -> Iterator[Finding]:
    """Warnings of pictures that are cropped, or have too few dots for their size, each told once."""
    seen = dict.fromkeys((side, size, hint) for (_, *both), cards in groups.items() for _, *sides in cards
                         for side, size, hint in zip(sides, both, _CROP, strict=True) if side and size)  # fmt: skip
    for side, size, hint in seen:
        shown = _dots(side, dots)
        if (off := size.off(shown)) > _CROPPED:
            message = f"this picture is cropped by {off:.0%} to fill {size.width:g} x {size.height:g} mm"
            yield skip_warning(side.path, "cropped-photo", message, hint)
        dpi = min(shown.width / (size.width + 2 * size.bleed), shown.height / (size.height + 2 * size.bleed)) * 25.4
        if dpi < _SHARP_DPI:
            message = f"this picture prints at {dpi:.0f} dpi; under {_SHARP_DPI} it looks soft"
            yield skip_warning(side.path, "soft-photo", message, "Use a larger picture.")


def _name_decks(
    groups: Mapping[tuple[str, CardSize, CardSize | None], list[tuple[ImportCard, CardSide, CardSide | None]]],
) -> Iterator[ImportDeck]:
    """The decks, named after their folders, and after their sizes where a folder has several."""
    several, taken = {deck: {size.name for of, size, _ in groups if of == deck} for deck, *_ in groups}, set[str]()
    backed = {deck for deck, _, back in groups if back}
    for (deck, size, back), cards in groups.items():
        last = deck.rpartition("/")[2]
        words = [size.name] if len(several[deck]) > 1 else []
        words += ["without backs"] if deck in backed and not back else []
        title = ", ".join((title_of(last) if last else "Cards", *words))
        base = slug(last)[:60].strip("-") or "cards"
        yield ImportDeck(free("-".join((base, *map(slug, words))), taken), title, size, back, tuple(_apart(cards)))


def _apart(
    cards: Iterable[tuple[ImportCard, CardSide, CardSide | None]],
) -> Iterator[tuple[ImportCard, CardSide, CardSide | None]]:
    """The cards with names of which no two are alike."""
    taken = set[str]()
    for card, front, back in cards:
        yield card._replace(name=free(card.name, taken, " ")), front, back
