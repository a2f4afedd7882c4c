"""The composed products of a game come in; the files to write, and what the manifest says of them, go out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from printgen.base.budget import OverLimit
from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where
from printgen.base.names import same_name
from printgen.build.changes import Compose, again_by, batch_of, new_pieces
from printgen.build.jobs import Job
from printgen.build.manifest import Entry, Made, Prints, earlier, files_of, is_spoiled, printed_before
from printgen.build.printed import Pieces, Sheets
from printgen.build.settings import ManySheets, Settings
from printgen.game.records import Game, Product
from printgen.writers.output import File


class Changed(NamedTuple):
    """The new and changed pieces of a product: the folder of its game, the entry of their file, and their names."""

    kit: str
    entry: Entry
    names: tuple[str, ...]


@dataclass
class Filed:
    """What of a game is to be written: its files, the entries of products, and the pieces that each has made.

    `changed` are products of which only new and changed pieces are laid out, `same` those of which there are none.
    """

    game: Game
    files: list[File] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    made: dict[str, Made] = field(default_factory=dict)
    changed: list[Changed] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    loose: list[tuple[Sheets, tuple[str, ...] | None]] = field(default_factory=list)
    """What is to be bound with products of other games: the sheets of each, and the names of what changed, if that."""


def file_away(
    job: Job, items: Sequence[Pieces], settings: Settings, progress: Callable[[str], None], compose: Compose
) -> Filed:
    """Put every product on sheets and into files, or with `changed` only what is new or changed in it.

    What is only some of a product's pieces never goes into the files of the whole.
    ManySheets for a product of vast pieces that takes too many; PrintgenError where files would clash.
    """
    home = settings.out / job.game.label
    filed, taken, before = Filed(job.game), set[str](), printed_before(home)
    if settings.changed and is_spoiled(home):
        message = "what was printed before cannot be read here, so that all is printed"
        where, hint = Where(str(home / "manifest.json")), "Keep a copy of this file."
        filed.findings.append(Finding("warning", where, message, hint, "bad-manifest"))
    for item in items:
        name, last = item.product.name, before.get(item.product.name)
        progress(f"writing {job.game.name}/{name}")
        now, names = batch_of(item), None
        stem = _stem(job.game, name, "selection") if now.some or now.listed else name
        if settings.changed and last is not None:
            item = new_pieces(item, now, last, again_by(job, name, settings, compose))
            if not item.pieces:
                filed.same.append(name)
                continue
            stem = _stem(job.game, name, "changed")
            names = tuple(dict.fromkeys(piece.name for piece in item.pieces))
        if sheets := _sheets_of(job, item, settings, filed):
            files = () if settings.one else _file(filed, sheets, stem, names, settings, taken)
            if settings.one:
                filed.loose.append((sheets, names))
            if not settings.proof:  # It is for looking, and printed again.
                filed.made[name] = Made(now, names is not None, () if names is None else files)
    _stop_on_own_files(job.game, home, (*filed.entries, *(change.entry for change in filed.changed)), before.values())
    return filed


def _sheets_of(job: Job, item: Pieces, settings: Settings, filed: Filed) -> Sheets | None:
    """A product on its sheets; None, with findings, where it cannot be laid on the paper."""
    try:
        sheets = item.sheets()
    except (UsageError, OverLimit):
        raise
    except PrintgenError as error:
        filed.findings += error.findings  # Of the other products the same may be told.
        return None
    _stop_on_many(job, sheets, settings)
    filed.findings += sheets.findings
    return sheets


def _file(
    filed: Filed, sheets: Sheets, stem: str, names: tuple[str, ...] | None, settings: Settings, taken: set[str]
) -> tuple[str, ...]:
    """Put the sheets of a product into files, whose names come back; `names` are those of new pieces."""
    made = sheets.files(stem, settings.format)
    files = tuple(file for file, _ in made)
    _take(sheets.of.product, files, taken)
    filed.files += ((settings.out / filed.game.label / file, data) for file, data in made)
    if names is None:
        filed.entries.append(sheets.entry(made, stem))
    else:
        filed.changed.append(Changed(filed.game.label, sheets.entry(made, stem), names))
    return files


def bind_all(filed: Sequence[Filed], settings: Settings) -> None:
    """Put all products of all games into one file, which is the first game's to write.

    A part of them, as --changed and --only ask for, never takes the file of the whole.
    """
    if not (loose := [sheets for one in filed for sheets, _ in one.loose]):
        return
    # Few bind what they print, and the others need not wait for what does.
    from printgen.build.binding import bind

    data, findings = bind(loose)
    changed = any(names is not None for one in filed for _, names in one.loose)
    part = "changed" if changed else "selection" if settings.only else ""
    file = "-".join(filter(None, (settings.one, part))) + ".pdf", data
    filed[0].files.append((settings.out / file[0], data))
    filed[0].findings += findings
    for one in filed:
        for sheets, names in one.loose:
            entry = sheets.entry([file], settings.one, shared=True)
            if names is None:
                one.entries.append(entry)
            else:
                one.changed.append(Changed(one.game.label, entry, names))


def _stem(game: Game, name: str, part: str) -> str:
    """What the file is called of a part of a product, such as what is changed in it; no product's own."""
    stem = f"{name}-{part}"
    while any(same_name(stem) == same_name(other) for other in game.products):
        stem += "-pieces"
    return stem


def _stop_on_many(job: Job, sheets: Sheets, settings: Settings) -> None:
    product = sheets.of.product
    most = settings.most_sheets if job.kinds[product.kind].vast else None
    if most is not None and sheets.count > most:
        message = f"{job.game.name}/{product.name} would take {sheets.count} sheets"
        raise ManySheets(message, "Say --yes to print them, or choose --only, --form gauge or a larger --paper.")


def _take(product: Product, files: Sequence[str], taken: set[str]) -> None:
    """Add the names of a product's files to those taken. PrintgenError where one is: deck-01 is a page of deck, too."""
    if clash := [file for file in files if same_name(file) in taken]:
        message = f"{product.name} would be written into {clash[0]}, as another product of this game is"
        raise PrintgenError([Finding("error", product.where, message, "Rename one of the two.", "bad-name")])
    taken.update(map(same_name, files))


def _stop_on_own_files(game: Game, home: Path, entries: Sequence[Entry], before: Iterable[Prints]) -> None:
    """PrintgenError where a game would be printed over a file of its own folder, which no build has left there."""
    if os.path.realpath(home) == os.path.realpath(game.folder):
        left = [*files_of(earlier(home)), *(file for prints in before for file in prints.changed)]
        for name in (name for name in files_of(entries) if name not in left and os.path.lexists(home / name)):
            found = Finding("error", Where(str(home / name)), "this is a file of the game itself", code="cannot-write",
                            hint="Choose another folder with --out.", exit=Exit.CANNOT_WRITE)  # fmt: skip
            raise PrintgenError([found])
