"""Designing a card: what somebody wishes comes in; a record with derived stats, added to a list of theirs, goes out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from printgen import build
from printgen.base.gate import Refused, read_file
from printgen.base.names import problem_of_name
from printgen.drawing.pieces import Piece
from printgen.errors import Exit, Finding, PrintgenError, UsageError, Where, stop_on_errors
from printgen.kinds.cards.bench import Bench, Wish
from printgen.kinds.cards.wishes import Called, carried, flagged, taken_along
from printgen.output import File, write_files
from printgen.own_cards import OTHERS, on_others
from printgen.reading.added_cards import cards_for, with_record
from printgen.reading.files import shown_name
from printgen.reading.marked import empty_map
from printgen.reading.records import Record
from printgen.rules.decks import check_decks
from printgen.rules.derive import Derived, derive
from printgen.rules.dossiers import DEVIATIONS
from printgen.rules.origins import ACCESSORIES, FIGURE, INFERRED, trace

_BY_HAND = "set by hand"


@dataclass(frozen=True)
class Design:
    """A card that may be added: its fields, the sums behind its stats, its list, what is to be written, and its piece.

    `added` are words that its role or skills called for, with the reasons; `unknown` are accessories that nobody
    understands. `files` are the list with the card in it, where a link to it leads, and the copy of its photo; `before`
    is what the list held without the card.
    """

    values: Mapping[str, Any]
    derived: Derived
    added: Mapping[str, Called]
    unknown: tuple[str, ...]
    file: Path
    before: bytes
    files: Mapping[Path, bytes]
    piece: Piece
    findings: tuple[Finding, ...]

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: its record, the sum of each stat as `derive` shows it, what was added, its file."""
        added = {word: called.reason for word, called in self.added.items()}
        data = {"record": dict(self.values), "stats": self.derived.as_data(), "added": added}
        return {**data, "unknown": [*self.unknown], "file": str(self.file)}


def draft(bench: Bench, wish: Wish) -> Design:
    """The card that a checked wish makes, held to every rule and drawn, and not yet written.

    Raises UsageError for what is missing or a name that is taken, PrintgenError for a card that would not load or
    not fit.
    """
    _sound(bench, wish)
    shown = shown_name(bench.file)
    own = [record for record in bench.product.records if record.where.file == shown]
    if any(record.name.casefold() == wish.name.casefold() for record in own):
        raise UsageError(f"{shown} has a card named '{wish.name}' already", "Change it there, or choose another name.")
    words, box = carried(bench, wish)
    added = taken_along(bench, wish, words)
    words = {
        name: [*held, *(word for word, told in added.items() if told.field == name)] for name, held in words.items()
    }
    derived = derive(bench.guidelines, words, flagged)
    for problem in derived.problems:
        raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
    art, pictures = _pictured(bench, wish.photo) if wish.photo else ("", {})
    values = _values(bench, wish, derived, box) | ({"art": art} if art else {})
    before = _held(bench.file)
    text = with_record(before.decode("utf-8"), values, shown).encode()
    piece, findings = _tried(bench, wish.name, {**pictures, bench.file: text}, shown)
    unknown = tuple(name for name in box if bench.guidelines.meaning(name) is None)
    files = {**pictures, bench.file.resolve(): text}
    return Design(values, derived, added, unknown, bench.file, before, files, piece, findings)


def _sound(bench: Bench, wish: Wish) -> None:
    """UsageError for a wish that lacks what a card must have, or holds what cannot be printed."""
    told = {key: held if isinstance(held, tuple) else (str(held),) for key, held in wish.figure.items()}
    for what, words in {"name": (wish.name,), **wish.said, **told, "reason": (wish.reason,)}.items():
        if not all(word.isprintable() for word in words):
            raise UsageError(f"the {what} holds a character that cannot be printed", "Leave it out.")
    gaps = [field.flag for field in bench.fields if not field.one and not wish.said.get(field.name)]
    gaps = gaps if wish.name else ["NAME", *gaps]
    if gaps:
        raise UsageError(
            f"{', '.join(gaps)} {'is' if len(gaps) == 1 else 'are'} missing", f"Give {' and '.join(gaps)}."
        )


def _held(file: Path) -> bytes:
    """What a list holds; nothing where there is none yet."""
    return file.read_bytes() if file.is_file() else b""


def _values(bench: Bench, wish: Wish, derived: Derived, box: Sequence[str]) -> dict[str, Any]:
    """The record: its fields in the order of the game's file, what only its designer says, and its deviations."""
    stats, deviations = {}, []
    for stat, value in derived.values.items():
        low, high = bench.limits(stat)
        stats[stat] = wish.stats.get(stat, min(high, max(low, value)))
        if stats[stat] != value:
            by_hand = stat in wish.stats and stats[stat] != min(high, max(low, value))
            told = wish.reason if stat in wish.stats else ""
            reason = told or (_BY_HAND if by_hand else beyond(value, low, high))
            deviations.append({"stat": stat, "amount": stats[stat] - value, "reason": reason})
    said: dict[str, Any] = {}
    for one in bench.fields:
        words = derived.carried.get(one.name, wish.said.get(one.name, ()))
        said[one.name] = list(words) if one.one else words[0]
    order = bench.product.records[0].values if bench.product.records else bench.shape
    known = {**said, **stats, **_figure(bench, wish, box)}
    values: dict[str, Any] = {"name": wish.name}
    values |= {key: known[key] for key in (*order, *known) if key in known}
    if INFERRED in bench.shape and (inferred := _inferred(bench, values)):
        values[INFERRED] = inferred
    if deviations:
        values[DEVIATIONS] = deviations
    return values | ({"look": dict(wish.look)} if wish.look else {})


def beyond(value: int, low: int, high: int) -> str:
    """Why a number that is derived is not on its card."""
    return f"It comes to {value}, and a card shows {f'nothing below {low}' if value < low else f'at most {high}'}."


def _figure(bench: Bench, wish: Wish, box: Sequence[str]) -> dict[str, Any]:
    """What is on record of the figure, and how the things that a card carries were called, where it has a place."""
    if bench.told:
        told = {**wish.figure, ACCESSORIES: list(box)}
        held = {
            key: list(told[key]) if isinstance(told[key], tuple) else told[key] for key in bench.told if key in told
        }
        held = {key: value for key, value in held.items() if value}
        return {FIGURE: held} if held else {}
    name, _, key = bench.guidelines.kept.partition(".")
    return {name: {key: list(box)}} if box and name in bench.shape else {}


def _inferred(bench: Bench, values: Mapping[str, Any]) -> list[str]:
    """Those of the words of a record that neither its figure nor its role shows."""
    held = _frozen(values)
    record = Record(values["name"], held, empty_map())
    origins = trace(bench.guidelines, record, {field.name: held[field.name] for field in bench.guidelines.carried})
    return [origin.word.name for origin in origins.words if not origin.mark]


def _frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a record as they are when they are read: lists are tuples."""
    frozen = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    return {key: _frozen(value) if isinstance(value, dict) else value for key, value in frozen.items()}


def _pictured(bench: Bench, photo: Path) -> tuple[str, dict[Path, bytes]]:
    """The name by which the list names a photo, and the copy of it to write beside the list.

    One that lies in the folder of the user's own cards, or was copied before, needs none.
    """
    home, real = bench.file.parent, os.path.realpath(photo)
    gate = cards_for(bench.cards, bench.game.name)
    try:
        data = read_file(real, "picture")
    except Refused as refused:
        raise UsageError(f"--photo: {refused.message}", refused.hint) from refused
    inside = Path(os.path.relpath(real, os.path.realpath(bench.cards)))
    if ".." not in inside.parts and not inside.is_absolute():
        return Path(os.path.relpath(real, os.path.realpath(home))).as_posix(), {}
    stem, suffix = (photo.stem, photo.suffix) if problem_of_name(photo.name) is None else ("picture", "")
    for name in (f"pictures/{stem}{end}{suffix}" for end in chain([""], (f"-{n}" for n in count(2)))):
        if not os.path.lexists(home / name):
            return name, {home / name: data}
        with suppress(Refused):
            if gate.read(home / name, "picture") == data:
                return name, {}
    raise AssertionError("there is always another name")


def _tried(bench: Bench, name: str, drafts: Mapping[Path, bytes], shown: str) -> tuple[Piece, tuple[Finding, ...]]:
    """The piece of a card that a new text of its list holds, and what there is to say of the list that is no error.

    `drafts` are the text and the picture that it names, neither of which is written yet.
    """
    (job,) = build.load([bench.target], bench.cards, drafts)
    # What breaks a rule is no obstacle to another card, and is told when that is printed.
    broken = [finding for finding in on_others(job, check_decks(job.game), (name,)) if finding.code != OTHERS]
    stop_on_errors([finding for finding in (*job.findings, *broken) if finding.where.file == shown])
    composed = build.compose(job, build.Settings(only=(name,)))
    stop_on_errors(job.findings)
    return composed[0].pieces[-1], tuple(f for f in (*broken, *job.findings) if f.where.file == shown)


def save(design: Design, preview: Path | None = None) -> None:
    """Write the list with the card in it, and a preview where one is wanted, as `saved`."""
    saved(design.files, {design.file: design.before}, design.piece, preview)


def saved(files: Mapping[Path, bytes], before: Mapping[Path, bytes], piece: Piece, preview: Path | None) -> None:
    """Write files, and a preview where one is wanted, a PNG of a piece at 300 dpi; all or none.

    Raises PrintgenError, too, when somebody else has changed one of those that held what is `before`.
    """

    def unchanged() -> Sequence[File]:
        for path, held in before.items():
            if _held(path) != held:
                message, hint = "the list was changed while the card was designed", "Design the card once more."
                where = Where(shown_name(path))
                raise PrintgenError([Finding("error", where, message, hint, "cannot-write", Exit.CANNOT_WRITE)])
        return ()

    written = [*files.items()]
    if preview is not None:
        from printgen.sheets.contact import contact_sheet
        from printgen.writers import WRITERS
        from printgen.writers.page import UNTOLD, Page

        page = Page(contact_sheet([piece], 2, True))
        written.append((preview, WRITERS["png"]([page], UNTOLD, 300, False)[0]))
    write_files(written, more=unchanged)
