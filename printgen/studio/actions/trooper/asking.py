"""What a page says of a card, and where it is designed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from printgen.base.errors import UsageError
from printgen.base.names import dashed
from printgen.designer.bench import Bench, CardSpec, Photo, bench_at, folder_for
from printgen.designer.requests import CardRequest, Slip, read_card
from printgen.reading.requests import ActionRequest
from printgen.studio.actions import Live


class OfCard(ActionRequest):
    """A card so far."""

    wish: CardRequest = CardRequest()


class Understood(NamedTuple):
    """What can be made of a page's request: the bench, the card, and what is wrong with the rest."""

    bench: Bench
    spec: CardSpec
    slips: tuple[Slip, ...]


def bench_of(live: Live) -> Bench:
    """Where cards are designed for the product that a page is at. UsageError where it has no guidelines."""
    return bench_at(live.target, folder_for(live.target, live.cards), live.job, live.product)


def understand(live: Live, request: CardRequest) -> Understood:
    """The card that a page asks for, whatever its words are. UsageError for a picture that nobody has given."""
    bench = bench_of(live)
    return Understood(bench, *read_card(bench, request, _photo(live, bench, request)))


def _photo(live: Live, bench: Bench, request: CardRequest) -> Path | Photo | None:
    """The picture of a card: one that was given to the page, else one that lies among the user's own cards."""
    if request.photo:
        if request.photo not in live.uploads:
            raise UsageError("the picture is not there any more", "Drop it on the page once more.")
        data = live.uploads[request.photo]
        return Photo(_file_name(request.name, data), data)
    return bench.file.parent / request.art if request.art else None


_ENDINGS: Sequence[tuple[bytes, str]] = ((b"\x89PNG", ".png"), (b"\xff\xd8", ".jpg"), (b"RIFF", ".webp"))


def _file_name(name: str, data: bytes) -> str:
    """The name of the file that the picture of a card would have. UsageError for what is no picture."""
    ending = next((ending for start, ending in _ENDINGS if data.startswith(start)), None)
    if ending is None:
        raise UsageError("this is no picture", "Drop a PNG, a JPEG or a WebP picture.")
    return (dashed(name)[:40].rstrip("-") or "trooper") + ending
