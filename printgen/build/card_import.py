"""Imports finished card pictures from a folder or an order; writes a game that prints them, or nothing at all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from printgen.art.photos import open_picture
from printgen.base.errors import (
    Finding,
    UsageError,
    Where,
    as_errors,
    did_you_mean,
    has_errors,
    merge_findings,
    stop_on_errors,
)
from printgen.base.file_access import AccessError, FileAccess, display_path, file_kind
from printgen.base.limits import check_limit, metered
from printgen.base.names import nfc, problem_of_name, slug
from printgen.base.progress import Progress, silent
from printgen.base.units import parse_length, to_mm
from printgen.build.card_files import ImportCard, cards_of, load_order, skip_warning
from printgen.build.card_game import (
    CardSize,
    ImportDeck,
    PictureSize,
    SizeRequest,
    back_size,
    distinct_name,
    dpi_of,
    move_game,
    private_folder,
    size_by_name,
    sizes_of,
    write_game,
)
from printgen.build.starting import free_name, title_of

ORDER = "cards.xml"
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

    `source` is a folder of pictures or the cards.xml of mpc-autofill. Without a `folder` the game is named after the
    source.
    """
    wish = _size_request(sizes, dpi, bleed)
    path = Path(source)
    if file_kind(path) == "folder" and file_kind(path / ORDER) == "file":
        path /= ORDER
    home = Path(folder) if folder else Path(f"{_game_name(path)}-game")
    name = free_name(home)
    gate = _open_source(path)
    cards, findings, other_count = cards_of(gate) if path.is_dir() else (*load_order(path, gate), 0)
    check_limit("pieces", sum(card.copies for card in cards), Where(display_path(path)))
    pictures, picture_findings = _measure_pictures(cards, gate, progress)
    decks, deck_findings = _group_decks(cards, pictures, wish)
    findings = [*findings, *picture_findings, *deck_findings]
    if not decks and not has_errors(findings):
        findings.append(_no_cards_error(path, len(cards)))
    findings_so_far = merge_findings(as_errors(findings) if strict else findings)
    stop_on_errors(findings_so_far)
    title = title_of(name.removesuffix("-game"))
    with private_folder(home) as room:
        write_game(room / name, title, decks, pictures, gate, progress)
        move_game(room / name, home)
    return Imported(home, title, decks, findings_so_far, other_count)


def _size_request(sizes: Sequence[str], dpi: float, bleed: str) -> SizeRequest:
    for name in sizes:
        try:
            size_by_name(name)
        except ValueError as error:
            message, _, hint = str(error).partition(". ")
            raise UsageError(f"--size: {message}", hint or "Write a trade size such as poker, or 63x88mm.") from error
    if not isfinite(dpi) or not (dpi == 0 or 20 <= dpi <= 5000):
        hint = "Give the dots per inch of the pictures, such as 300."
        raise UsageError(f"--dpi {dpi:g} is not from 20 to 5000", hint)
    try:
        wide = to_mm(parse_length(bleed))
    except ValueError as error:
        raise UsageError(f"--bleed-included: {str(error).partition(';')[0]}", "Give a length such as 3mm.") from error
    if not 0 <= wide <= _MOST_BLEED:
        raise UsageError(f"--bleed-included {bleed} is not from 0mm to {_MOST_BLEED:g}mm", "Give a length such as 3mm.")
    return SizeRequest(tuple(sizes), dpi, round(wide, 4))


def _game_name(path: Path) -> str:
    """The default name of a game: that of the folder, or of the order without its ending."""
    real = Path(os.path.abspath(path))  # noqa: PTH100 (a link keeps its name)
    name = nfc(real.stem if file_kind(real) == "file" else real.name)
    return name if name and not problem_of_name(f"{name}-game") else "cards"


def _open_source(path: Path) -> FileAccess:
    """The access to the pictures of a source. UsageError for a missing one."""
    if file_kind(path) == "folder":
        return FileAccess(path, path, whose=_WHOSE)
    if file_kind(path) == "file" and path.suffix.lower() == ".xml":
        return FileAccess(path.parent, path.parent, whose=_WHOSE)
    if file_kind(path):
        unpack = path.suffix.lower() == ".zip"
        hint = "Unpack it, and name the folder." if unpack else "Name a folder of pictures, or a cards.xml."
        raise UsageError(f"'{path}' is neither a folder nor an order of cards (XML)", hint)
    with suppress(OSError):
        beside = [one.name for one in path.parent.iterdir() if one.is_dir()][:1000]
        raise UsageError(f"there is no folder '{path}'", did_you_mean(path.name, beside, "Name a folder of pictures."))
    raise UsageError(f"there is no folder '{path}'", "Name a folder of pictures.")


def _no_cards_error(path: Path, count: int) -> Finding:
    message = "none of its pictures can be used" if count else "there are no pictures of cards in it"
    hint = "Mend those named above." if count else "Put PNG, JPEG or WebP pictures there, one for each front."
    return Finding("error", Where(display_path(path)), message, hint, "no-cards")


_Groups = dict[tuple[str, CardSize, CardSize | None], list[ImportCard]]
"""Cards by folder, size, and the size of their backs, which have bleed of their own; None without backs."""


def _group_decks(
    cards: Sequence[ImportCard], pictures: Mapping[Path, PictureSize], wish: SizeRequest
) -> tuple[tuple[ImportDeck, ...], list[Finding]]:
    """The cards that have a picture, in decks."""
    cards = [card._replace(back=card.back if card.back in pictures else None)
             for card in cards if card.front in pictures]  # fmt: skip
    sizes, without = sizes_of({card.front: pictures[card.front] for card in cards}, wish)
    findings, groups = [*_unfit_findings({path: pictures[path] for path in without}, wish)], _Groups()
    for card in cards:
        if size := sizes.get(card.front):
            behind = back_size(pictures[card.back], size, wish) if card.back else None
            groups.setdefault((card.deck, size, behind), []).append(card)
    findings += _warn_of_pictures(groups, pictures)
    return tuple(_name_decks(groups)), findings


def _measure_pictures(
    cards: Sequence[ImportCard], gate: FileAccess, progress: Progress
) -> tuple[dict[Path, PictureSize], list[Finding]]:
    """The sizes of all usable pictures, and findings about the others."""
    sizes, findings = dict[Path, PictureSize](), list[Finding]()
    paths = dict.fromkeys(path for card in cards for path in (card.front, card.back) if path)
    for number, path in enumerate(paths, 1):
        progress(f"reading picture {number} of {len(paths)}")
        try:
            picture, odd, lossy, plain = open_picture(gate.load(path, "picture"))
        except AccessError as refused:
            message = f"this picture cannot be used: {refused.message}"
            findings.append(skip_warning(path, refused.code, message, refused.hint))
            continue
        findings += (skip_warning(path, one.code, f"this picture {one.message}", one.hint) for one in odd)
        ending = (".jpg" if lossy else ".png") if plain else ""
        sizes[path] = PictureSize(picture.width, picture.height, dpi_of(picture), ending)
    return sizes, findings


def _unfit_findings(pictures: Mapping[Path, PictureSize], wish: SizeRequest) -> Iterator[Finding]:
    """Findings about pictures that fit no size: warnings if the user named sizes, else errors."""
    alike = Counter((size.width, size.height) for size in pictures.values())
    for path, size in pictures.items():
        dots = f"{size.width} x {size.height} dots"
        if wish.sizes:
            message = f"{dots} have another shape than {' or '.join(wish.sizes)}"
            hint = "Crop the picture, or add its own size with another --size."
            yield skip_warning(path, "other-shape", message, hint)
        elif count := alike.pop(size[:2], 0):
            others = f" (so do {count - 1} more pictures)" if count > 1 else ""
            message = f"{dots} have the shape of no card that is known{others}"
            yield Finding("error", Where(display_path(path)), message, _SIZES, "unknown-size")


def _warn_of_pictures(groups: _Groups, pictures: Mapping[Path, PictureSize]) -> Iterator[Finding]:
    """Warnings about pictures that are cropped, or too coarse for their size, each once."""
    uses = dict.fromkeys((path, size, hint) for (_, *sizes), cards in groups.items() for card in cards
                         for path, size, hint in zip((card.front, card.back), sizes, _CROP, strict=True)
                         if path and size)  # fmt: skip
    for path, size, hint in uses:
        dots = pictures[path]
        if (off := size.off(dots)) > _CROPPED:
            message = f"this picture is cropped by {off:.0%} to fill {size.width:g} x {size.height:g} mm"
            yield skip_warning(path, "cropped-photo", message, hint)
        dpi = min(dots.width / (size.width + 2 * size.bleed), dots.height / (size.height + 2 * size.bleed)) * 25.4
        if dpi < _SHARP_DPI:
            message = f"this picture prints at {dpi:.0f} dpi; under {_SHARP_DPI} it looks soft"
            yield skip_warning(path, "soft-photo", message, "Use a larger picture.")


def _name_decks(groups: _Groups) -> Iterator[ImportDeck]:
    """The decks, named after their folders, and after their sizes where a folder has several; no two cards of a deck
    have names that are alike."""
    names, backed = set[str](), {deck for deck, _, back in groups if back}
    for (deck, size, back), cards in groups.items():
        last = deck.rpartition("/")[2]
        words = [size.name] if len({other.name for of, other, _ in groups if of == deck}) > 1 else []
        words += ["without backs"] if deck in backed and not back else []
        title = ", ".join((title_of(last) if last else "Cards", *words))
        base, used = slug(last)[:60].strip("-") or "cards", set[str]()
        distinct = tuple(card._replace(name=distinct_name(card.name, used, " ")) for card in cards)
        yield ImportDeck(distinct_name("-".join((base, *map(slug, words))), names), title, size, back, distinct)
