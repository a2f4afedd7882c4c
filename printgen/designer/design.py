"""The design of a card: its words, its record with derived stats, and the user's own list with it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

from printgen.art.casting import LOOK_KEYS, WORD_KEYS
from printgen.base import group_pairs
from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.file_access import AccessError, display_path, load_file
from printgen.base.names import problem_of_name
from printgen.build import stages as build
from printgen.build.jobs import OTHERS, load, summarize_other_cards
from printgen.build.settings import Settings
from printgen.designer.context import NONE, CardSpec, DesignContext, PhotoFile
from printgen.designer.requests import place_of_flag, several
from printgen.drawing.pieces import Piece
from printgen.editing.patching import Change, Drop, SetValue, parse, patch, plain, same
from printgen.game.list_records import append_record
from printgen.game.records import Record
from printgen.reading.positions import empty_map
from printgen.reading.scalars import shorten
from printgen.rules.card_sources import DEVIATIONS, ImpliedWord, imply_words
from printgen.rules.decks import check_decks
from printgen.rules.derive import Derivation, derive
from printgen.rules.guidelines import Guidelines
from printgen.rules.provenance import ACCESSORIES, FIGURE, INFERRED, MOUNTED, VEHICLE, Provenance, note_text, trace
from printgen.rules.provenance import parse_accessory as counted_as
from printgen.rules.vocabulary import CountedWord
from printgen.writers.output import File, write_files

LOOK = "look"


def change_card(before: str, name: str, values: Mapping[str, Any], settled: Collection[str], shown: str) -> str:
    """The text of a list in which the card of a name has these values.

    Of its other keys those that are `settled` go, and the rest stays, with all comments. UsageError where the list does
    not have just one card of the name, PrintgenError where it cannot be changed at that place alone.
    """
    entries = parse(before, shown)
    listed = entries if isinstance(entries, list) else []
    numbers = [n for n, entry in enumerate(listed) if isinstance(entry, Mapping) and entry.get("name") == name]
    if not numbers:
        names = [str(entry.get("name", "")) for entry in listed if isinstance(entry, Mapping)]
        raise UsageError(f"{shown} has no card named '{name}'", did_you_mean(name, names, "Add it first."))
    number = numbers[0]
    if len(numbers) > 1 or "for" in listed[number]:
        message = f"{shown} makes more than one card named '{name}'"
        raise UsageError(message, "Change it there, in an editor.")
    entry = plain(listed[number])
    wanted = keep_look(entry.get(LOOK), values)
    return patch(before, _changes(number, entry, wanted, settled), shown)


def keep_look(look_before: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values with those keys of the earlier look that requests cannot give, such as parts that it adds."""
    before: Mapping[str, Any] = look_before if isinstance(look_before, Mapping) else {}
    kept = {key: value for key, value in before.items() if not is_plain(key, value)}
    look = {**kept, **values.get(LOOK, {})}
    return {**values, **({LOOK: look} if look else {})}


def is_plain(key: str, value: Any) -> bool:
    """Whether a request can give this key of a look for a new card: it is of one part, or of several."""
    return key in (*WORD_KEYS, *LOOK_KEYS) and not isinstance(value, Mapping)


def _changes(
    number: int, entry: Mapping[str, Any], wanted: Mapping[str, Any], settled: Collection[str]
) -> Iterator[Change]:
    """The changes that turn the entry of this number into the wanted one, with new keys in the wanted order."""
    for key in entry:
        if key in settled and key not in wanted:
            yield Drop((number, key))
    before: str | None = None
    for key, value in wanted.items():
        if key not in entry or not same(entry[key], value):
            yield SetValue((number, key), plain(value), before)
        before = key


_BY_HAND = "set by hand"
"""The reason of a deviation that nobody gave one for."""


@dataclass(frozen=True)
class Design:
    """A card that may be added: its fields, the sums behind its stats, its list, its files, and its piece.

    `added` are words that its role or skills imply, with the reasons; `box` are the accessories of its figure, and
    `unknown` those without a known meaning. `files` are the list with the card in it, at its real path, and the copy of
    its photo; `before` is the list without the card, empty if it was not `there`.
    """

    values: Mapping[str, Any]
    derived: Derivation
    added: Mapping[str, ImpliedWord]
    box: tuple[str, ...]
    unknown: tuple[str, ...]
    file: Path
    before: bytes
    there: bool
    files: Mapping[Path, bytes]
    piece: Piece
    findings: tuple[Finding, ...]

    @property
    def list(self) -> Path:
        """The real path of the list."""
        return self.file.resolve()

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: its record, the sum of each stat as `derive` shows it, what was added, its file."""
        added = {word: implied.reason for word, implied in self.added.items()}
        data = {"record": dict(self.values), "stats": self.derived.as_data(), "added": added}
        return {**data, "unknown": [*self.unknown], "file": str(self.file)}


def draft(context: DesignContext, spec: CardSpec, of: str = "") -> Design:
    """The card that a specification makes, checked by every rule and drawn, but not yet written.

    It is a new one, or takes the place of the user's own called `of`, which keeps its comments. Raises UsageError for
    missing facts or a taken name, PrintgenError for a card that would not load or not fit.
    """
    _check_spec(context, spec)
    shown = display_path(context.file)
    others = [name for name in own_names(context) if name != of]
    if any(name.casefold() == spec.name.casefold() for name in others):
        raise UsageError(f"{shown} has a card named '{spec.name}' already", "Change it there, or choose another name.")
    derived, added, box = derive_card(context, spec)
    for problem in derived.problems:
        raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
    art, pictures = copy_photo(context, spec.photo) if spec.photo else ("", {})
    values = values_of(context, spec, derived, box, of) | ({"art": art} if art else {})
    before, there = load_list(context.file), context.file.is_file()
    if of:
        text = change_card(before.decode("utf-8"), of, values, card_keys(context), shown).encode()
    else:
        text = append_record(before.decode("utf-8"), values, shown).encode()
    piece, findings = _compose_draft(context, spec.name, {**pictures, context.file: text}, shown)
    unknown = tuple(name for name in box if context.guidelines.meaning(name) is None)
    files = {**pictures, context.file.resolve(): text}
    return Design(values, derived, added, box, unknown, context.file, before, there, files, piece, findings)


def own_names(context: DesignContext) -> list[str]:
    """The names of the user's own cards in the list for new ones."""
    shown = display_path(context.file)
    return [record.name for record in context.product.records if record.where.file == shown]


def card_keys(context: DesignContext) -> tuple[str, ...]:
    """The keys of a record that a specification decides: those that it leaves out are removed."""
    fields = (field.name for field in context.fields)
    return ("art", *fields, *context.guidelines.stats, *_figure_fields(context), INFERRED, DEVIATIONS, "look")


def _figure_fields(context: DesignContext) -> tuple[str, ...]:
    """The fields of a card for the facts of its figure."""
    return (FIGURE,) if context.figure_keys else tuple(filter(None, (context.guidelines.kept.partition(".")[0],)))


def count_equipment(context: DesignContext, spec: CardSpec) -> tuple[Mapping[str, Sequence[str]], tuple[str, ...]]:
    """The equipment: the words to be counted by their field, and the accessories of the figure as they were called.

    Accessories count as the words that they mean; the same word given besides counts once.
    """
    guidelines, barred = context.guidelines, _excluded_keys(context, spec)
    box = [*spec.figure.get(ACCESSORIES, ())]
    words: dict[str, list[str]] = {field.name: [] for field in guidelines.word_fields}
    arms = guidelines.armament
    mounted = (name for name in spec.figure.get(MOUNTED, ()) if arms & {*_by_field(counted_as(guidelines, name) or ())})
    for name in (*box, *mounted):
        for field_name, counted in _by_field(counted_as(guidelines, name) or ()).items():
            kept = [word.name for word in counted if word.key not in barred]
            words[field_name] += kept if len(kept) < len(counted) else [name]
    box_names = {name.casefold() for name in box}
    counted_keys = {
        word.key for names in words.values() for name in names for word in counted_as(guidelines, name) or ()
    }
    for field in guidelines.word_fields:
        for text in several(spec.said.get(field.name, ())):
            meaning = guidelines.meaning(text)
            if meaning and meaning.thing and text.casefold() not in box_names:
                words[field.name].append(text)
                box += [text] if text not in box else []
            elif not (meaning and meaning.word and meaning.word.key in counted_keys):
                words[field.name].append(text)
    return words, tuple(box)


def _by_field(words: Sequence[CountedWord]) -> dict[str, list[CountedWord]]:
    """Words by their fields, in order."""
    return group_pairs((word.field, word) for word in words)


def _excluded_keys(context: DesignContext, spec: CardSpec) -> set[str]:
    """The words, folded, that only the user may give to the card; barring two of a thing bars one."""
    barred = {counted[0].key for text in spec.without if (counted := context.guidelines.word(text))}
    return barred | {single for single, double in context.guidelines.pairs.items() if double.key in barred}


def not_counted_lines(context: DesignContext, box: Sequence[str]) -> Iterator[str]:
    """A line for each accessory without a known meaning, or with uncounted parts."""
    flags = " or ".join(field.flag for field in context.guidelines.word_fields)
    for name in box:
        if context.guidelines.meaning(name) is None:
            text = unknown_thing(context, name)
            more = "" if text.endswith("?") else f"; add it there, or give {flags}"
            yield f"not counted: {text}{more}"
    for name in box:
        if beside := context.guidelines.spellings.beside(name):
            yield f"not counted: {note_text(beside, name)}; name it by itself if it is held"


def unknown_thing(context: DesignContext, name: str) -> str:
    """A sentence on an accessory without a known meaning, with the likely correct spelling."""
    text = f'"{shorten(name)}" is not in {context.guidelines.words_file}'
    for field in context.guidelines.word_fields:
        if near := context.guidelines.spellings.nearest(name, field.name):
            return f"{text}; did you mean '{near[0]}'?"
    return text


def imply_card_words(
    context: DesignContext, spec: CardSpec, words: Mapping[str, Sequence[str]]
) -> dict[str, ImpliedWord]:
    """The implied words, by name, except barred ones; an expressly empty field gets none."""
    values, empty = field_values(context, spec.said), empty_fields(spec.said)
    keys, vehicle = keys_of(context.guidelines, words), bool(spec.figure.get(VEHICLE))
    implied_words = imply_words(context.guidelines, values, keys, _excluded_keys(context, spec), empty, vehicle)
    return {implied.word.name: implied for implied in implied_words}


def keys_of(guidelines: Guidelines, words: Mapping[str, Sequence[str]]) -> set[str]:
    """The words of the guidelines that these words mean, folded."""
    meanings = (guidelines.meaning(text) for texts in words.values() for text in texts)
    return {word.key for meaning in meanings if meaning for word in meaning.all_words}


def field_values(context: DesignContext, said: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The words of a card's fields, as records have them."""
    return {
        field.name: tuple(said.get(field.name, ())) if field.one else " ".join(said.get(field.name, ()))
        for field in context.fields
    }


def empty_fields(said: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The fields that are expressly empty."""
    return frozenset(name for name, words in said.items() if NONE in map(str.casefold, words))


class CardSums(NamedTuple):
    """The sums of a card, the words that its role or skills imply, and the accessories of its figure."""

    derived: Derivation
    added: Mapping[str, ImpliedWord]
    box: tuple[str, ...]


def derive_card(context: DesignContext, spec: CardSpec) -> CardSums:
    """The sums of a specification with any words."""
    words, box = count_equipment(context, spec)
    added = imply_card_words(context, spec, words)
    words = {
        name: [*texts, *(word for word, implied in added.items() if implied.word.field == name)]
        for name, texts in words.items()
    }
    return CardSums(derive(context.guidelines, words, place_of_flag), added, box)


def _check_spec(context: DesignContext, spec: CardSpec) -> None:
    """UsageError for a specification without necessary facts."""
    gaps = [field.flag for field in context.fields if not field.one and not spec.said.get(field.name)]
    gaps = gaps if spec.name else ["NAME", *gaps]
    if gaps:
        raise UsageError(
            f"{', '.join(gaps)} {'is' if len(gaps) == 1 else 'are'} missing", f"Give {' and '.join(gaps)}."
        )


def load_list(file: Path) -> bytes:
    """The contents of a list; empty when there is none yet."""
    return file.read_bytes() if file.is_file() else b""


def values_of(
    context: DesignContext, spec: CardSpec, derived: Derivation, box: Sequence[str], of: str = ""
) -> dict[str, Any]:
    """The record, its fields in the order of the file; missing facts of a figure are those of the card `of`."""
    stats, deviations = {}, []
    for stat, value in derived.values.items():
        low, high = context.limits(stat)
        stats[stat] = spec.stats.get(stat, min(high, max(low, value)))
        if stats[stat] != value:
            by_hand = stat in spec.stats and stats[stat] != min(high, max(low, value))
            reason = (spec.reasons.get(stat, "") if stat in spec.stats else "") or (
                _BY_HAND if by_hand else beyond(value, low, high)
            )
            deviations.append({"stat": stat, "amount": stats[stat] - value, "reason": reason})
    said: dict[str, Any] = {}
    for field in context.fields:
        words = derived.carried.get(field.name, spec.said.get(field.name, ()))
        said[field.name] = list(words) if field.one else words[0]
    order = context.product.records[0].values if context.product.records else context.shape
    silent = not any(spec.figure.values()) and _says_nothing(context, of)
    given = {**said, **stats, **({} if silent else _figure(context, spec, box))}
    values: dict[str, Any] = {"name": spec.name}
    values |= {key: given[key] for key in (*order, *given) if key in given}
    if INFERRED in context.shape and not silent:
        unmarked = [origin.word.name for origin in origins_of(context, values).words if not origin.mark]
        values |= {INFERRED: unmarked} if unmarked else {}
    if deviations:
        values[DEVIATIONS] = deviations
    return values | ({"look": dict(spec.look)} if spec.look else {})


def _says_nothing(context: DesignContext, of: str) -> bool:
    """Whether a card of the user's own has no facts of its figure, and no inferred words."""
    shown = display_path(context.file)
    own = (record for record in context.product.records if record.name == of and record.where.file == shown)
    record = next(own, None)
    return record is not None and not {*_figure_fields(context), INFERRED} & record.source.keys()


def beyond(value: int, low: int, high: int) -> str:
    """The reason why a derived number is not on its card."""
    return f"It comes to {value}, and a card shows {f'nothing below {low}' if value < low else f'at most {high}'}."


def _figure(context: DesignContext, spec: CardSpec, box: Sequence[str]) -> dict[str, Any]:
    """The recorded facts of the figure, and the original names of its accessories, if there is a field for them."""
    if context.figure_keys:
        given = {**spec.figure, ACCESSORIES: list(box)}
        values = {key: given[key] for key in context.figure_keys if given.get(key)}
        figure = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
        return {FIGURE: figure} if figure else {}
    name, _, key = context.guidelines.kept.partition(".")
    return {name: {key: list(box)}} if box and name in context.shape else {}


def origins_of(context: DesignContext, values: Mapping[str, Any]) -> Provenance:
    """The origins of the words in a record, in the form of a list."""
    frozen = freeze(values)
    carried = {field.name: frozen[field.name] for field in context.guidelines.word_fields}
    return trace(context.guidelines, Record(values["name"], frozen, empty_map()), carried)


def freeze(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a record as read from a file: lists are tuples."""
    frozen = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    return {key: freeze(value) if isinstance(value, dict) else value for key, value in frozen.items()}


def copy_photo(context: DesignContext, photo: Path | PhotoFile) -> tuple[str, dict[Path, bytes]]:
    """A photo's name for the list, and the copy to write beside that; none where it lies there already."""
    home, gate = context.file.parent, context.gate
    if isinstance(photo, Path):
        real = os.path.realpath(photo)
        try:
            data = load_file(real, "picture")
        except AccessError as refused:
            raise UsageError(f"--photo: {refused.message}", refused.hint) from refused
        inside = Path(os.path.relpath(real, os.path.realpath(context.cards or context.game.folder)))
        if ".." not in inside.parts and not inside.is_absolute():
            return Path(os.path.relpath(real, os.path.realpath(home))).as_posix(), {}
    else:
        data = photo.data
    named = Path(photo.name)
    stem, suffix = (named.stem, named.suffix) if problem_of_name(photo.name) is None else ("picture", "")
    for name in (f"pictures/{stem}{end}{suffix}" for end in chain([""], (f"-{n}" for n in count(2)))):
        if not os.path.lexists(home / name):
            return name, {home / name: data}
        with suppress(AccessError):
            if gate.load(home / name, "picture") == data:
                return name, {}
    raise AssertionError("there is always another name")


def _compose_draft(
    context: DesignContext, name: str, drafts: Mapping[Path, bytes], shown: str
) -> tuple[Piece, tuple[Finding, ...]]:
    """The piece of a card in a new list, and its notes; `drafts` are the unwritten text and picture."""
    (job,) = load([context.target], context.cards, drafts)
    # What breaks a rule is no obstacle to another card, and is told when that is printed.
    broken = [
        finding for finding in summarize_other_cards(job, check_decks(job.game), (name,)) if finding.code != OTHERS
    ]
    stop_on_errors([finding for finding in (*job.findings, *broken) if finding.where.file == shown])
    composed, composing = build.compose(job, Settings(only=(name,)))
    findings = (*job.findings, *composing)
    stop_on_errors(findings)
    return composed[0].pieces[-1], tuple(f for f in (*broken, *findings) if f.where.file == shown)


def write_card(files: Mapping[Path, bytes], before: Mapping[Path, bytes], piece: Piece, preview: Path | None) -> None:
    """Write files and a preview at 300 dpi, all or none. PrintgenError, too, where one no longer holds `before`."""

    def check_unchanged() -> Sequence[File]:
        for path, was in before.items():
            if load_list(path) != was:
                message, hint = "the list was changed while the card was designed", "Design the card once more."
                where = Where(display_path(path))
                raise PrintgenError([Finding("error", where, message, hint, "cannot-write", Exit.CANNOT_WRITE)])
        return ()

    written = [*files.items()]
    if preview is not None:
        from printgen.sheets.proof import contact_sheet
        from printgen.writers import WRITERS
        from printgen.writers.page import NO_INFO, Page

        page = Page(contact_sheet([piece], 2, True))
        written.append((preview, WRITERS["png"]([page], NO_INFO, 300, False)[0]))
    write_files(written, more=check_unchanged)
