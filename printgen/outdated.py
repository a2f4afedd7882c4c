"""Codes read off paper come in; whether those pieces are as the game has them now goes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from os.path import lexists
from pathlib import Path
from typing import Any, Literal

from printgen.build import compose, load
from printgen.changes import prints_of
from printgen.drawing.codes import code_of, meant
from printgen.errors import stop_on_errors
from printgen.jobs import Job
from printgen.manifest import Entry, Prints, listed_before, printed_before
from printgen.settings import PLAIN, Settings
from printgen.targets import game_around, kits

State = Literal["current", "stale", "gone", "unknown"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A code that was read off paper: what became of its piece, which piece that is, and the code that it has now.

    `typed` is what was typed, `code` what that means. A piece that is "gone" is no longer in the game.
    """

    typed: str
    code: str
    state: State
    product: str = ""
    name: str = ""
    now: str = ""

    def as_data(self) -> dict[str, Any]:
        """The row as plain data."""
        return {"code": self.code or self.typed, "state": self.state, "product": self.product, "name": self.name,
                "now": self.now}  # fmt: skip


def stale(codes: Sequence[str], targets: Sequence[str], out: Path, cards: Path | None = None) -> tuple[Paper, ...]:
    """What became of the pieces of codes: rows for each code in turn, more than one where pieces share it.

    The manifests in `out` say what was printed, and the games of the targets what it is now; without targets, those of
    the built-in kits, and the games around and in the working folder, of which something was printed there. A code
    that only a manifest knows is "unknown", too, with the piece. UsageError for a target that there is not;
    PrintgenError where a game has mistakes.
    """
    typed = {one: meant(one) for one in codes}
    wanted = set(filter(None, typed.values()))
    found: dict[str, list[Paper]] = {}
    for job in load(targets or _printed(out), cards) if targets or _printed(out) else ():
        for paper in _of(job, wanted, out / job.game.label, bool(targets)):
            found.setdefault(paper.code, []).append(paper)
    if wanted - found.keys():
        for paper in _only_printed(out, wanted - found.keys()):
            found.setdefault(paper.code, []).append(paper)
    rows: list[Paper] = []
    for one, code in typed.items():
        rows += (replace(paper, typed=one) for paper in found.get(code, [Paper(one, code, "unknown")]))
    return tuple(rows)


def _only_printed(out: Path, wanted: Set[str]) -> Iterator[Paper]:
    """What the manifests of games that nobody named say of codes."""
    for home in sorted(path.parent for path in out.glob("*/manifest.json")):
        for product, prints in printed_before(home).items():
            for code, name in _known(prints, wanted):
                yield Paper(code, code, "unknown", f"{home.name}/{product}", name)


def _printed(out: Path) -> list[str]:
    """The games that we can find of which something lies in a folder."""
    around = game_around()
    own = [str(around)] if around and (out / around.name / "manifest.json").is_file() else []
    if not around:  # Games are built by the names of their folders, from the folder that these lie in.
        own = [
            path.parent.name
            for path in sorted(out.glob("*/manifest.json"))
            if lexists(Path(path.parent.name) / "game.yaml")
        ]
    return [*own, *(kit for kit in kits() if kit not in own and (out / kit / "manifest.json").is_file())]


def _of(job: Job, wanted: set[str], home: Path, named: bool) -> Iterator[Paper]:
    """What becomes of the codes that a game has or had; all of its pieces are looked at where it was named."""
    stop_on_errors(job.findings)
    entries = {entry.name: entry for entry in listed_before(home)}
    before, seen = printed_before(home), set[tuple[str, str, str]]()
    for product in job.products:
        known = list(_known(before.get(product.name), wanted))
        if not known and not named:
            continue
        label = f"{job.game.label}/{product.name}"
        now = _now(job, product.name, entries.get(product.name))
        codes = [(code, name) for name, all_now in now.items() for code in all_now if code in wanted]
        for code, name in dict.fromkeys((*codes, *known)):
            of_name = now.get(name, ())
            state: State = "current" if code in of_name else "stale" if of_name else "gone"
            if (row := (code, label, name)) not in seen:
                seen.add(row)
                yield Paper(code, code, state, label, name, of_name[0] if of_name else "")


def _known(prints: Prints | None, wanted: Set[str]) -> Iterator[tuple[str, str]]:
    """The codes among those wanted that pieces of a product have had, with the names of those."""
    for one in prints.pieces if prints else ():
        yield from ((code, one.name) for code in (code_of(one.digest), *one.before) if code in wanted)


def _now(job: Job, name: str, entry: Entry | None) -> dict[str, list[str]]:
    """The codes of a product's pieces as the game has them now, by their names, printed as they were last."""
    settings: Settings = PLAIN
    if entry:
        settings = replace(PLAIN, look=entry.look, seed=entry.seed, backs=entry.backs, paper=entry.paper)
    alone = replace(job, products=(job.game.products[name],), findings=[], reads=set())
    items = compose(alone, settings)
    stop_on_errors(alone.findings)
    found: dict[str, list[str]] = {}
    for item in items:
        for one in prints_of(item.pieces, True).pieces:
            found.setdefault(one.name, []).append(code_of(one.digest))
    return found
