"""Finds the pieces of a product that are new since it was printed, and marks the last build as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.limits import metered
from printgen.base.names import fold_name
from printgen.build.jobs import load
from printgen.build.manifest import Batch, Print, Prints, prints_in, with_printed
from printgen.build.printed import Pieces
from printgen.build.targets import PrintTarget, Targets, target_rows
from printgen.drawing.extent import digest_of
from printgen.drawing.pieces import Piece
from printgen.writers.output import File, write_files


def batch_of(item: Pieces) -> Batch:
    """The pieces of a product as a batch of this build."""
    pieces = tuple(Print(p.name, p.copies, digest_of(p.front, p.back)) for p in item.pieces)
    return Batch(pieces, item.prints_backs, bool(item.settings.only), item.listed)


def pieces_since(pieces: Sequence[Piece], now: Batch, last: Batch) -> tuple[Piece, ...]:
    """The pieces with the copies that do not exist yet; all leaves of something bound if one is new.

    Pieces that look the same count as equal, whatever their names. Fronts printed without their backs do not count.
    """
    paper_copies = Counter[str]()
    for last_print in last.pieces:
        paper_copies[last_print.digest] += last_print.copies
    new: list[Piece] = []
    for piece, now_print in zip(pieces, now.pieces, strict=True):
        needs_back = bool(piece.back) and now.backs and not last.backs
        copies_had = 0 if needs_back else min(piece.copies, paper_copies[now_print.digest])
        paper_copies[now_print.digest] -= copies_had
        if piece.copies > copies_had:
            new.append(replace(piece, copies=piece.copies - copies_had))
    return tuple(pieces) if new and any(piece.leaf for piece in pieces) else tuple(new)


def new_pieces(item: Pieces, now: Batch, last: Prints | None) -> Pieces:
    """A product with only the pieces that are new or changed since it was printed `last`."""
    return item if last is None else item.only(pieces_since(item.pieces, now, last))


@dataclass(frozen=True, slots=True)
class PrintMark:
    """A product marked by `printgen printed`: the folder of its game, its name, and its new pieces."""

    kit: str
    product: str
    names: tuple[str, ...]
    pieces: int

    def as_data(self) -> dict[str, Any]:
        """The row as plain data."""
        return {"kit": self.kit, "product": self.product, "names": [*self.names], "pieces": self.pieces}

    def with_earlier(self, other: PrintMark | None) -> PrintMark:
        """This row with one of the same product that came before it."""
        if other is None:
            return self
        return replace(self, names=(*other.names, *self.names), pieces=other.pieces + self.pieces)


class _MarkRequest(NamedTuple):
    """A request to mark: the folder name of a game, one of its products or "", and some of its cards or none."""

    kit: str
    product: str
    names: tuple[str, ...]

    @property
    def target(self) -> str:
        return f"{self.kit}/{self.product}" if self.product else self.kit


@metered()
def mark_printed(
    targets: Targets, out: str | Path = "output", *, cards: Path | None = None, variant: str = ""
) -> tuple[PrintMark, ...]:
    """Mark the last build of each target, or some of its cards, as printed.

    Each row tells which pieces of a product `--changed` now takes for printed and did not before. UsageError if nothing
    of a target was built into `out`, or there is no such card; PrintgenError if a manifest cannot be read or written.
    """
    requests: list[_MarkRequest] = []
    out = Path(out)
    for target in target_rows(targets):
        row = target if isinstance(target, PrintTarget) else PrintTarget(target)
        (job,) = load([row.target], cards, variant=variant)
        requests.append(_MarkRequest(job.game.label, row.locate()[1], row.cards))
    marks: dict[tuple[str, str], PrintMark] = {}

    def manifests() -> list[File]:
        # Another program may have built something until now.
        prints_by_game = {kit: dict(prints_in(out / kit)) for kit in dict.fromkeys(request.kit for request in requests)}
        for request in requests:
            game_prints = prints_by_game[request.kit]
            target_prints = {name: prints for name, prints in game_prints.items() if request.product in ("", name)}
            if not target_prints:
                hint = "Build it first, or name the folder with --out."
                raise UsageError(f"nothing of {request.target} was built into {out}", hint)
            chosen = _names_to_mark(request, target_prints)
            for name, prints in target_prints.items():
                if not chosen or chosen & {piece.name for piece in prints.latest.pieces}:
                    game_prints[name] = prints.mark(chosen)
                    mark = _new_mark(request.kit, name, prints, chosen)
                    marks[request.kit, name] = mark.with_earlier(marks.get((request.kit, name)))
        folders = {out / kit: prints for kit, prints in prints_by_game.items()}
        return [(folder / "manifest.json", with_printed(folder, prints)) for folder, prints in folders.items()]

    write_files([], out, manifests)
    return tuple(marks.values())


def _names_to_mark(request: _MarkRequest, latest_prints: Mapping[str, Prints]) -> set[str]:
    """The names of cards as in the last build. UsageError for a name that it lacks."""
    names_by_key = {
        fold_name(piece.name): piece.name for prints in latest_prints.values() for piece in prints.latest.pieces
    }
    if unknown := next((name for name in request.names if fold_name(name) not in names_by_key), None):
        message = f"the last build of {request.target} has no '{unknown}'"
        raise UsageError(message, did_you_mean(unknown, names_by_key.values()))
    return {names_by_key[fold_name(name)] for name in request.names}


def _new_mark(kit: str, product: str, prints: Prints, chosen: Set[str]) -> PrintMark:
    """The mark for those pieces of a product, all or the `chosen` ones, that were not marked before."""
    before = Counter[tuple[str, str]]()
    if prints.said:
        before.update({(piece.name, piece.digest): piece.copies for piece in prints.pieces})
    pieces = [piece for piece in prints.mark(chosen).pieces if not chosen or piece.name in chosen]
    added = {piece: piece.copies - before[piece.name, piece.digest] for piece in pieces}
    new = {piece.name: 0 for piece, copies in added.items() if copies > 0}
    return PrintMark(kit, product, tuple(new), sum(copies for copies in added.values() if copies > 0))
