"""Pieces and what a manifest says of those printed come in; the new and changed ones, and what to remember, go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printgen.base.errors import PrintgenError, UsageError, did_you_mean
from printgen.base.names import folded_name
from printgen.build.jobs import Job, load
from printgen.build.manifest import Batch, Print, Prints, printed_before, with_printed
from printgen.build.printed import Pieces
from printgen.build.settings import PLAIN, Settings
from printgen.build.wanted import Wanted
from printgen.drawing.digests import digest_of
from printgen.drawing.pieces import Piece
from printgen.writers.output import File, write_files

Compose = Callable[[Job, Settings], Sequence[Pieces]]
Again = Callable[[Mapping[str, Any]], Pieces | None]

_LAID = ("paper", "duplex", "gutter", "margin", "join", "stack", "printer")
"""The settings of sheets: they change no piece, but for those that are laid out for a sheet or tell of sheets."""


def batch_of(item: Pieces) -> Batch:
    """The pieces of a product as they are printed now."""
    laid = {key: str(value) for key in _LAID if (value := getattr(item.settings, key)) != getattr(PLAIN, key)}
    pieces = tuple(Print(p.name, p.copies, digest_of(p.front, p.back)) for p in item.pieces)
    return Batch(pieces, item.backed, laid, bool(item.settings.only), item.listed)


def since(pieces: Sequence[Piece], now: Batch, last: Batch) -> tuple[Piece, ...]:
    """The pieces, each in so many copies as there are none of yet; all leaves of what is bound, where one is new.

    Pieces that look the same stand in for each other, whatever they are called. Fronts whose backs were left out are
    no pieces yet.
    """
    there = Counter[str]()
    for one in last.pieces:
        there[one.digest] += one.copies
    new: list[Piece] = []
    for piece, one in zip(pieces, now.pieces, strict=True):
        lacking = bool(piece.back) and now.backs and not last.backs
        had = 0 if lacking else min(piece.copies, there[one.digest])
        there[one.digest] -= had
        if piece.copies > had:
            new.append(replace(piece, copies=piece.copies - had))
    return tuple(pieces) if new and any(piece.leaf for piece in pieces) else tuple(new)


def new_pieces(item: Pieces, now: Batch, last: Prints | None, again: Again) -> Pieces:
    """A product with the pieces alone that are new or changed.

    Some pieces are laid out for a paper, or tell how many sheets there are. Those are new where they differ on the
    sheets for which they were `last` composed, too: `again` composes the product with settings for those.
    """
    if last is None:
        return item
    new = since(item.pieces, now, last)
    if new and now.laid != last.laid:
        try:
            then = again({key: last.laid.get(key, getattr(PLAIN, key)) for key in _LAID})
        except PrintgenError:
            then = None  # What cannot be composed so any more is compared as it is.
        if then and not since(then.pieces, replace(batch_of(then), backs=now.backs), last):
            new = ()
    return item.only(new)


def again_by(job: Job, name: str, settings: Settings, compose: Compose) -> Again:
    """What composes a product of a job once more, for other sheets; one that tells of the others, with those."""

    def again(laid: Mapping[str, Any]) -> Pieces | None:
        product = job.game.products[name]
        alone = replace(job, findings=[], reads=set()) if job.tells(product) else job.alone(product)
        alone.wishes = job.wishes
        return next((item for item in compose(alone, replace(settings, **laid)) if item.product.name == name), None)

    return again


@dataclass(frozen=True, slots=True)
class Marked:
    """What of a product is printed now, as somebody says: the folder of its game, its name, and its new pieces."""

    kit: str
    product: str
    names: tuple[str, ...]
    pieces: int

    def as_data(self) -> dict[str, Any]:
        """The row as plain data."""
        return {"kit": self.kit, "product": self.product, "names": [*self.names], "pieces": self.pieces}

    def with_earlier(self, other: Marked | None) -> Marked:
        """This row with one of the same product that came before it."""
        if other is None:
            return self
        return replace(self, names=(*other.names, *self.names), pieces=other.pieces + self.pieces)


def mark_printed(
    rows: Sequence[str | Wanted], out: Path, cards: Path | None = None, variant: str = ""
) -> tuple[Marked, ...]:
    """Take what the last build of each target has laid on paper for printed, or some of its cards.

    A row for each product tells what `--changed` now takes for printed and did not before. UsageError where nothing
    of a target was built into `out`, or no such card; PrintgenError where a manifest cannot be read or written.
    """
    asked: list[tuple[Job, str, tuple[str, ...]]] = []
    for row in (one if isinstance(one, Wanted) else Wanted(one) for one in rows):
        (job,) = load([row.target], cards, variant=variant)
        asked.append((job, row.found()[1], row.cards))
    marked: dict[tuple[str, str], Marked] = {}

    def manifests() -> list[File]:
        # Another program may have built something until now.
        games = dict.fromkeys(job.game.label for job, _, _ in asked)
        held = {label: dict(printed_before(out / label)) for label in games}
        for job, product, names in asked:
            there = {name: one for name, one in held[job.game.label].items() if name == product or not product}
            target = f"{job.game.label}/{product}" if product else job.game.label
            if not there:
                hint = "Build it first, or name the folder with --out."
                raise UsageError(f"nothing of {target} was built into {out}", hint)
            chosen = _chosen(target, names, there)
            for name, prints in there.items():
                if not names or chosen & {one.name for one in prints.latest.pieces}:
                    held[job.game.label][name] = prints.printed(chosen)
                    row = _marked(job.game.label, name, prints, chosen)
                    marked[row.kit, name] = row.with_earlier(marked.get((row.kit, name)))
        return [(out / label / "manifest.json", with_printed(out / label, prints)) for label, prints in held.items()]

    write_files([], out, manifests)
    return tuple(marked.values())


def _chosen(target: str, names: Sequence[str], there: Mapping[str, Prints]) -> set[str]:
    """The names of cards as the last build has them. UsageError for one that it has not."""
    known = {folded_name(one.name): one.name for prints in there.values() for one in prints.latest.pieces}
    if unknown := next((name for name in names if folded_name(name) not in known), None):
        raise UsageError(f"the last build of {target} has no '{unknown}'", did_you_mean(unknown, known.values()))
    return {known[folded_name(name)] for name in names}


def _marked(kit: str, product: str, prints: Prints, chosen: Set[str]) -> Marked:
    """What counts as printed of a product, all or the `chosen` pieces, that was not said to be before."""
    had = Counter({(one.name, one.digest): one.copies for one in prints.pieces}) if prints.said else Counter()
    pieces = [one for one in prints.printed(chosen).pieces if not chosen or one.name in chosen]
    new = {one.name: 0 for one in pieces if one.copies > had[one.name, one.digest]}
    return Marked(kit, product, tuple(new), sum(max(0, one.copies - had[one.name, one.digest]) for one in pieces))
