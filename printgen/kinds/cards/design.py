"""Designing a card: what somebody wishes comes in; a record with derived stats, added to a list of theirs, goes out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from printgen import build
from printgen.drawing.pieces import Piece
from printgen.errors import Finding, PrintgenError, UsageError, did_you_mean
from printgen.output import write_files
from printgen.reading.added_cards import with_record
from printgen.reading.files import shown_name
from printgen.reading.game import json_schema
from printgen.reading.guidelines import Guidelines
from printgen.reading.records import Game, Product
from printgen.rules.decks import check_decks, decks_of
from printgen.rules.derive import Derived, derive
from printgen.targets import find_target

BY_HAND = "set by hand"
"""The reason of a deviation that was asked for."""

NONE = "none"
"""The word for a list with nothing in it."""

FLAGS = {"service": "--service", "role": "--role", "skills": "--skill", "weapons": "--weapon", "traits": "--trait"}
"""The flag of each field that is asked for, in the order of the questions."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was said of a card so far: "" or None is what nobody has said yet; `stats` are numbers set by hand."""

    name: str = ""
    service: str = ""
    role: str = ""
    skills: tuple[str, ...] | None = None
    weapons: tuple[str, ...] | None = None
    traits: tuple[str, ...] | None = None
    photo: Path | None = None
    stats: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Bench:
    """Where a card is designed: its game and product, the guidelines, and the schema of its fields."""

    target: str
    cards: Path
    game: Game
    product: Product
    guidelines: Guidelines
    fields: Mapping[str, Any]

    @property
    def file(self) -> Path:
        """The user's own list for the product."""
        return self.cards / self.game.name / f"{self.product.name}.yaml"

    def codes(self, name: str) -> tuple[str, ...]:
        """The words that a field takes; none when it takes any."""
        schema = self.fields.get(name, {})
        schema = schema.get("items", schema)
        return tuple(schema.get("enum") or ([schema["const"]] if "const" in schema else []))

    def titles(self, name: str) -> dict[str, str]:
        """The words that a field takes, each with its name in the table that it comes from, or "" without one."""
        codes = self.codes(name)
        table = next((table for table in self.game.tables.values() if tuple(table.rows) == codes), None)
        return {code: str(table.rows[code].get("name", "")) if table else "" for code in codes}


@dataclass(frozen=True)
class Design:
    """A card that may be added: its fields, the sums behind its stats, the new text of its list, and its piece."""

    values: Mapping[str, Any]
    derived: Derived
    file: Path
    text: str
    piece: Piece
    findings: tuple[Finding, ...]

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: the record, the sum of each stat as `derive` shows it, and the file."""
        return {"record": dict(self.values), "stats": self.derived.as_data(), "file": str(self.file)}


def bench_for(target: str, cards: Path) -> Bench:
    """Make ready to design a card for KIT/PRODUCT; PrintgenError when its files, or the user's own, have mistakes."""
    folder, name = find_target(target)
    if not name:
        raise UsageError("a new card is for one product", "Name a product, such as go-joe/joe-deck.")
    (job,) = build.load([target], cards)
    decks, findings = decks_of(job.game)
    _stop([*job.findings, *findings])
    product = job.products[0]
    deck = next((deck for deck in decks if deck.product.list_file == product.list_file), None)
    if deck is None:
        raise UsageError(f"{target} has no guidelines to derive a card from", "Name a deck such as go-joe/joe-deck.")
    fields = json_schema(folder, product.record)["items"]["properties"]
    return Bench(target, cards, job.game, product, deck.guidelines, fields)


def understood(bench: Bench, name: str, words: Sequence[str]) -> tuple[str, ...]:
    """The words of a field as records write them. UsageError names the flag and the word that is most likely meant."""
    words = [word.strip() for word in words if word.strip().casefold() not in ("", NONE)]
    if name in ("weapons", "traits"):
        carried = derive(bench.guidelines, *((words, ()) if name == "weapons" else ((), words)))
        for problem in carried.problems:
            raise UsageError(f"{FLAGS[name]}: {problem.message}", problem.hint)
        return carried.weapons if name == "weapons" else carried.traits
    titles = bench.titles(name)
    if not titles:
        return tuple(words)
    meant = {title.casefold(): code for code, title in titles.items()} | {code.casefold(): code for code in titles}
    for word in words:
        if word.casefold().replace("'", "’") not in meant and word.casefold() not in meant:
            spellings = [*titles, *filter(None, titles.values())]
            raise UsageError(f"{FLAGS[name]}: '{word}' is none of the {_plural(name)}", did_you_mean(word, spellings))
    found = [meant.get(word.casefold()) or meant[word.casefold().replace("'", "’")] for word in words]
    return tuple(dict.fromkeys(found))


def _plural(name: str) -> str:
    return name if name.endswith("s") else f"{name}s"


def checked(bench: Bench, wish: Wish) -> Wish:
    """The wish with its words as records write them. UsageError for the first that is not known."""
    if wish.service:
        (service,) = understood(bench, "service", [wish.service]) or ("",)
        wish = replace(wish, service=service)
    for name in ("skills", "weapons", "traits"):
        said = getattr(wish, name)
        if said is not None:
            known: dict[str, Any] = {name: understood(bench, name, said)}
            wish = replace(wish, **known)
    for stat in wish.stats:
        _in_range(bench, stat, wish.stats[stat])
    return replace(wish, name=wish.name.strip(), role=wish.role.strip())


def _in_range(bench: Bench, stat: str, value: int) -> None:
    if stat not in [known.key for known in bench.guidelines.stats]:
        raise UsageError(f"--{stat}: the guidelines of {bench.target} have no such number")
    low, high = _limits(bench, stat)
    if not low <= value <= high:
        raise UsageError(f"--{stat}: {value} is not on a card", f"Choose a number from {low} to {high}.")


def _limits(bench: Bench, stat: str) -> tuple[int, int]:
    schema = bench.fields.get(stat, {})
    return int(schema.get("minimum", 0)), int(schema.get("maximum", 99))


def missing(wish: Wish) -> list[str]:
    """What a card cannot do without and nobody has said, as flags."""
    named = {"NAME": wish.name, **{FLAGS[key]: getattr(wish, key) for key in ("service", "role")}}
    return [flag for flag, said in named.items() if not said]


def draft(bench: Bench, wish: Wish) -> Design:
    """The card that a checked wish makes, held to every rule and drawn, and not yet written.

    Raises UsageError for what is missing or a name that is taken, PrintgenError for a card that would not load or
    not fit.
    """
    for what, said in (("name", wish.name), ("role", wish.role)):
        if not said.isprintable():
            raise UsageError(f"the {what} holds a character that cannot be printed", "Leave it out.")
    gaps = missing(wish)
    if gaps:
        raise UsageError(
            f"{', '.join(gaps)} {'is' if len(gaps) == 1 else 'are'} missing", f"Give {' and '.join(gaps)}."
        )
    shown = shown_name(bench.file)
    own = [record for record in bench.product.records if record.where.file == shown]
    if any(record.name.casefold() == wish.name.casefold() for record in own):
        raise UsageError(f"{shown} has a card named '{wish.name}' already", "Change it there, or choose another name.")
    derived = derive(bench.guidelines, wish.weapons or (), wish.traits or ())
    if derived.problems:
        problem = derived.problems[0]
        raise UsageError(f"{FLAGS[problem.carried]}: {problem.message}", problem.hint)
    values = _values(bench, wish, derived)
    before = bench.file.read_bytes().decode("utf-8") if bench.file.is_file() else ""
    text = with_record(before, values, shown)
    piece, findings = _tried(bench, wish.name, text, shown)
    return Design(values, derived, bench.file, text, piece, findings)


def _values(bench: Bench, wish: Wish, derived: Derived) -> dict[str, Any]:
    """The record: stats as derived or set by hand, and the deviation of each that is not as derived."""
    stats, deviations = {}, []
    for stat, value in derived.values.items():
        low, high = _limits(bench, stat)
        stats[stat] = wish.stats.get(stat, min(high, max(low, value)))
        if stats[stat] != value:
            reason = BY_HAND if stat in wish.stats else f"a card shows {low} to {high}"
            deviations.append({"stat": stat, "amount": stats[stat] - value, "reason": reason})
    values: dict[str, Any] = {
        "name": wish.name,
        "service": wish.service,
        **stats,
        "role": wish.role,
        "skills": list(wish.skills or ()),
    }
    values = {key: value for key, value in values.items() if key in bench.fields}
    values |= {"weapons": list(derived.weapons), "traits": list(derived.traits)}
    if deviations:
        values["deviations"] = deviations
    if wish.photo is not None:
        values["art"] = _beside(wish.photo, bench.file.parent)
    return values


def _beside(photo: Path, folder: Path) -> str:
    """A photo's path as the list in a folder names it: relative to it, so that both can be moved together."""
    try:
        return Path(os.path.relpath(photo.resolve(), folder.resolve())).as_posix()
    except ValueError:
        # On another drive there is no way from one to the other.
        return photo.resolve().as_posix()


def _tried(bench: Bench, name: str, text: str, shown: str) -> tuple[Piece, tuple[Finding, ...]]:
    """The piece of a card that a new text of its list holds, and what there is to say of the list that is no error."""
    (job,) = build.load([bench.target], bench.cards, {bench.file: text})
    findings = [*job.findings, *check_decks(job.game)]
    _stop([finding for finding in findings if finding.where.file == shown])
    composed = build.compose(job, build.Settings(only=(name,)))
    _stop(job.findings)
    last = job.products[0].records[-1]
    said = [f for f in (*findings, *job.findings) if f.where.file == shown and f.where.line >= last.where.line]
    return composed[0].pieces[-1], tuple(dict.fromkeys(said))


def picture(design: Design, dpi: int = 300) -> bytes:
    """The front and back of a design as a PNG."""
    from printgen.sheets.contact import contact_sheet
    from printgen.writers.pdf import Page, write_pdf
    from printgen.writers.png import encode_png, render_pages

    (drawn,) = render_pages(write_pdf([Page(contact_sheet([design.piece], 2, True))]), dpi)
    return encode_png(drawn, dpi)


def save(design: Design, preview: Path | None = None) -> None:
    """Write the list with the card in it, and the preview where one is wanted; both or neither."""
    # Through a link to the file it stands for, which would else be replaced by a file.
    files = [(design.file.resolve(), design.text.encode())]
    if preview is not None:
        files.append((preview, picture(design)))
    write_files(files)


def _stop(findings: Sequence[Finding]) -> None:
    if any(finding.severity == "error" for finding in findings):
        raise PrintgenError(findings)
