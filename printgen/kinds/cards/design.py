"""Designing a card: what somebody wishes comes in; a record with derived stats, added to a list of theirs, goes out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from printgen import build
from printgen.base.gate import Refused, read_file
from printgen.base.names import problem_of_name
from printgen.drawing.pieces import Piece
from printgen.errors import Exit, Finding, PrintgenError, UsageError, Where, did_you_mean, stop_on_errors
from printgen.output import File, write_files
from printgen.reading.added_cards import cards_for, with_record
from printgen.reading.files import shown_name
from printgen.reading.records import Game, Product
from printgen.rules.decks import check_decks, decks_of
from printgen.rules.derive import Derived, derive
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.stats import MOST
from printgen.targets import find_target


@dataclass(frozen=True, slots=True)
class Wish:
    """What was said of a card so far: `said` are the words of its fields, `stats` numbers set by hand.

    A field that is not in `said` is one that nobody has spoken of yet. `called` is what the things that it carries
    were called, in their order.
    """

    name: str = ""
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    photo: Path | None = None
    stats: Mapping[str, int] = field(default_factory=dict)
    called: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bench:
    """Where a card is designed: its game and product, and the guidelines."""

    target: str
    cards: Path
    game: Game
    product: Product
    guidelines: Guidelines

    @property
    def file(self) -> Path:
        """The user's own list for the product."""
        return self.cards / self.game.name / f"{self.product.name}.yaml"

    @property
    def fields(self) -> tuple[CardField, ...]:
        """The fields to ask for: those of the guidelines that the records of the product have."""
        shape = self.game.source["records"][self.product.record]
        return tuple(one for one in self.guidelines.fields.values() if one.name in shape)

    def titles(self, name: str) -> dict[str, str]:
        """The words that a field takes, each with its name in the table that it comes from; none when it takes any."""
        table = self.game.table_of(self.product, name)
        if table is not None:
            return {code: str(row.get("name", "")) for code, row in table.rows.items()}
        spec = self.game.declared(self.product, name)
        return dict.fromkeys(map(str, spec.get("options", ())) if spec else (), "")

    def limits(self, stat: str) -> tuple[int, int]:
        """The lowest and the highest number that a card can show."""
        spec: Mapping[str, Any] = self.game.declared(self.product, stat) or {}
        return int(spec.get("min", 0)), int(spec.get("max", MOST))


@dataclass(frozen=True)
class Design:
    """A card that may be added: its fields, the sums behind its stats, its list, what is to be written, and its piece.

    `files` are the list with the card in it, where a link to it leads, and the copy of its photo; `before` is what the
    list held without the card.
    """

    values: Mapping[str, Any]
    derived: Derived
    file: Path
    before: bytes
    files: Mapping[Path, bytes]
    piece: Piece
    findings: tuple[Finding, ...]

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: the record, the sum of each stat as `derive` shows it, and the file."""
        return {"record": dict(self.values), "stats": self.derived.as_data(), "file": str(self.file)}


def bench_for(target: str, cards: Path) -> Bench:
    """Make ready to design a card for KIT/PRODUCT; PrintgenError when its files, or the user's own, have mistakes."""
    if not find_target(target)[1]:
        raise UsageError("a new card is for one product", "Name a product, such as go-joe/joe-deck.")
    job = build.sound(target, cards)
    product = job.products[0]
    deck = next((deck for deck in decks_of(job.game) if deck.product.list_file == product.list_file), None)
    if deck is None:
        raise UsageError(f"{target} has no guidelines to derive a card from", "Name a deck such as go-joe/joe-deck.")
    return Bench(target, cards, job.game, product, deck.guidelines)


def _flagged(field: CardField, index: int) -> Where:
    return Where(field.flag)


def understood(bench: Bench, field: CardField, words: Sequence[str]) -> tuple[str, ...]:
    """The words of a field as records write them. UsageError names the flag and the word that is most likely meant."""
    words = [word.strip() for word in words if word.strip().casefold() not in ("", "none")]
    if field in bench.guidelines.carried:
        derived = derive(bench.guidelines, {field.name: words}, _flagged)
        for problem in derived.problems:
            raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
        return derived.carried[field.name]
    titles = bench.titles(field.name)
    if not titles:
        return tuple(words)
    meant = {title.casefold(): code for code, title in titles.items()} | {code.casefold(): code for code in titles}
    found: dict[str, None] = {}
    for word in words:
        code = meant.get(word.casefold()) or meant.get(word.casefold().replace("'", "’"))
        if code is None:
            message = f"{field.flag}: '{word}' is none of the {field.name if field.one else f'{field.name}s'}"
            raise UsageError(message, _elsewhere(bench, word) or did_you_mean(word, _spellings(titles)))
        found[code] = None
    return tuple(found)


def _spellings(titles: Mapping[str, str]) -> list[str]:
    return [*titles, *filter(None, titles.values())]


def _elsewhere(bench: Bench, word: str) -> str:
    """The hint for a word that means something, and nothing of this field; "" for one that means nothing."""
    found = bench.guidelines.meaning(word)
    if found is None:
        return ""
    return f"Give it with {bench.guidelines.fields[found.word.field].flag}." if found.word else "Leave it out."


def things(bench: Bench, field: CardField, words: Sequence[str]) -> tuple[str, ...]:
    """Those of the words of a field that name something one can hold in the hand, as they were said."""
    if field not in bench.guidelines.carried:
        return ()
    meant = {word.strip(): bench.guidelines.meaning(word) for word in words}
    return tuple(word for word, found in meant.items() if found and found.thing)


def checked(bench: Bench, wish: Wish) -> Wish:
    """The wish with its words as records write them. UsageError for the first that is not known."""
    said = {
        field.name: understood(bench, field, wish.said[field.name]) for field in bench.fields if field.name in wish.said
    }
    for stat, value in wish.stats.items():
        low, high = bench.limits(stat)
        if not low <= value <= high:
            raise UsageError(f"--{stat}: {value} is not on a card", f"Choose a number from {low} to {high}.")
    called = [word for field in bench.fields for word in things(bench, field, wish.said.get(field.name, ()))]
    return replace(wish, name=wish.name.strip(), said=said, called=tuple(dict.fromkeys(called)))


def draft(bench: Bench, wish: Wish) -> Design:
    """The card that a checked wish makes, held to every rule and drawn, and not yet written.

    Raises UsageError for what is missing or a name that is taken, PrintgenError for a card that would not load or
    not fit.
    """
    for what, words in {"name": (wish.name,), **wish.said, "name of a thing": wish.called}.items():
        if not all(word.isprintable() for word in words):
            raise UsageError(f"the {what} holds a character that cannot be printed", "Leave it out.")
    gaps = [field.flag for field in bench.fields if not field.one and not wish.said.get(field.name)]
    gaps = gaps if wish.name else ["NAME", *gaps]
    if gaps:
        raise UsageError(
            f"{', '.join(gaps)} {'is' if len(gaps) == 1 else 'are'} missing", f"Give {' and '.join(gaps)}."
        )
    shown = shown_name(bench.file)
    own = [record for record in bench.product.records if record.where.file == shown]
    if any(record.name.casefold() == wish.name.casefold() for record in own):
        raise UsageError(f"{shown} has a card named '{wish.name}' already", "Change it there, or choose another name.")
    derived = derive(bench.guidelines, wish.said, _flagged)
    for problem in derived.problems:
        raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
    art, pictures = _pictured(bench, wish.photo) if wish.photo else ("", {})
    values = _values(bench, wish, derived) | ({"art": art} if art else {})
    before = _held(bench.file)
    text = with_record(before.decode("utf-8"), values, shown).encode()
    piece, findings = _tried(bench, wish.name, {**pictures, bench.file: text}, shown)
    return Design(values, derived, bench.file, before, {**pictures, bench.file.resolve(): text}, piece, findings)


def _held(file: Path) -> bytes:
    """What a list holds; nothing where there is none yet."""
    return file.read_bytes() if file.is_file() else b""


def _values(bench: Bench, wish: Wish, derived: Derived) -> dict[str, Any]:
    """The record: its fields in the order of the game's file, and the deviation of each stat that is not as derived."""
    stats, deviations = {}, []
    for stat, value in derived.values.items():
        low, high = bench.limits(stat)
        stats[stat] = wish.stats.get(stat, min(high, max(low, value)))
        if stats[stat] != value:
            reason = "set by hand" if stat in wish.stats else f"a card shows {low} to {high}"
            deviations.append({"stat": stat, "amount": stats[stat] - value, "reason": reason})
    said: dict[str, Any] = {}
    for one in bench.fields:
        words = derived.carried.get(one.name, wish.said.get(one.name, ()))
        said[one.name] = list(words) if one.one else words[0]
    order = bench.product.records[0].values if bench.product.records else ()
    known = {**said, **stats, **_kept(bench, wish)}
    values: dict[str, Any] = {"name": wish.name}
    values |= {key: known[key] for key in (*order, *known) if key in known}
    if deviations:
        values["deviations"] = deviations
    return values


def _kept(bench: Bench, wish: Wish) -> dict[str, Any]:
    """What the things that a card carries were called, where its records have a place for that."""
    name, _, key = bench.guidelines.kept.partition(".")
    shape = bench.game.source["records"][bench.product.record]
    return {name: {key: list(wish.called)}} if wish.called and name in shape else {}


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
    # What breaks a rule in the game's own lists is no obstacle to another card.
    broken = [*check_decks(job.game)]
    stop_on_errors([finding for finding in (*job.findings, *broken) if finding.where.file == shown])
    composed = build.compose(job, build.Settings(only=(name,)))
    stop_on_errors(job.findings)
    last = job.products[0].records[-1]
    said = (f for f in (*broken, *job.findings) if f.where.file == shown and f.where.line >= last.where.line)
    return composed[0].pieces[-1], tuple(said)


def save(design: Design, preview: Path | None = None) -> None:
    """Write the list with the card in it, and a preview where one is wanted, a PNG at 300 dpi; all or none.

    Raises PrintgenError, too, when somebody else has changed the list since the card was designed.
    """

    def unchanged() -> Sequence[File]:
        if _held(design.file) != design.before:
            message, hint = "the list was changed while the card was designed", "Design the card once more."
            where = Where(shown_name(design.file))
            raise PrintgenError([Finding("error", where, message, hint, "cannot-write", Exit.CANNOT_WRITE)])
        return ()

    files = [*design.files.items()]
    if preview is not None:
        from printgen.sheets.contact import contact_sheet
        from printgen.writers import WRITERS
        from printgen.writers.page import UNTOLD, Page

        page = Page(contact_sheet([design.piece], 2, True))
        files.append((preview, WRITERS["png"]([page], UNTOLD, 300, False)[0]))
    write_files(files, more=unchanged)
