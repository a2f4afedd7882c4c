"""Where a card is designed: its game, product and guidelines, the look of its picture, and sums as lines for people."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from printgen.art.casting import LOOK_KEYS, SEX, WHO, WORD_KEYS, looks_of_words
from printgen.art.parts import SLOTS
from printgen.art.picture import TURNS
from printgen.art.poses import BUST
from printgen.base.errors import UsageError, did_you_mean
from printgen.base.file_access import FileAccess
from printgen.base.names import visible
from printgen.base.seeds import rng_for
from printgen.build.jobs import Job, sound
from printgen.build.targets import find_target, game_around, kits
from printgen.drawing.pieces import PartError
from printgen.game.list_records import own_card_access
from printgen.game.records import Game, Product
from printgen.kinds.composition import Order
from printgen.kinds.record_faces import needs_look
from printgen.reading.positions import LocatedMap
from printgen.reading.scalars import shorten
from printgen.rules.card_sources import Dossier, ImpliedWord, StatComparison
from printgen.rules.checks import Correction
from printgen.rules.decks import ALL, Totals, decks_of
from printgen.rules.guidelines import MOST, CardField, Guidelines
from printgen.rules.provenance import FIGURE, WordOrigin

NONE = "none"
"""What is said where a list is to stay empty."""


class PhotoFile(NamedTuple):
    """A picture that lies in no file yet: the name that its file would like to have, and what it would hold."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class CardSpec:
    """What is known of a card that is being designed: the words of its fields by name, and numbers set by hand.

    A field that is not in `said` is one that nobody has spoken of yet. Words that count stay as they were said; those
    of other fields are as records write them. `figure` is what is known of the figure, by the keys of its record, with
    `accessories` and `mounted` in the toy's own words; `without` are words that the card is not to have, though its
    figure or its role calls for them. `reasons` are why numbers are set by hand; `look` is that of its picture.
    """

    name: str = ""
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    photo: Path | PhotoFile | None = None
    stats: Mapping[str, int] = field(default_factory=dict)
    figure: Mapping[str, Any] = field(default_factory=dict)
    look: Mapping[str, Any] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class DesignContext:
    """Where a card is designed: its game and product, and the guidelines.

    `cards` is the folder of the user's own cards; None where the game is the user's, and its own list takes the card.
    """

    target: str
    cards: Path | None
    job: Job
    product: Product
    guidelines: Guidelines

    @property
    def game(self) -> Game:
        """The game that the product is of."""
        return self.job.game

    @property
    def file(self) -> Path:
        """The list that takes a new card: the user's own for the product, or the game's."""
        if self.cards is not None:
            return self.cards / self.game.name / f"{self.product.name}.yaml"
        assert self.product.list_file is not None  # `context_at` looks at that.
        return self.product.list_file

    @property
    def gate(self) -> FileAccess:
        """The way to the files that the list names."""
        if self.cards is not None:
            return own_card_access(self.cards, self.game.name)
        return FileAccess(self.file.parent, self.game.folder)

    @property
    def cards_words(self) -> tuple[str, ...]:
        """The words of a command that say where the user's own cards are, where they are not in the usual place."""
        return () if self.cards in (None, Path("my-cards")) else ("--cards", str(self.cards))

    @property
    def shape(self) -> Mapping[str, Any]:
        """How the game declares the fields of a card."""
        shape: Mapping[str, Any] = self.game.source["records"][self.product.record]
        return shape

    @property
    def fields(self) -> tuple[CardField, ...]:
        """The fields to ask for: those of the guidelines that the records of the product have."""
        return tuple(one for one in self.guidelines.fields.values() if one.name in self.shape)

    @property
    def figure_keys(self) -> Mapping[str, Any]:
        """What a card can tell of its figure, and how the game declares that; nothing where it has no place for it."""
        spec = self.game.declaration(self.product, FIGURE)
        keys = spec.get("of") if spec else None
        return keys if isinstance(keys, LocatedMap) else {}

    def titles(self, name: str) -> dict[str, str]:
        """The words that a field takes, each with its name in the table that it comes from; none when it takes any."""
        table = self.game.table_of(self.product, name)
        if table is not None:
            return {code: str(row.get("name", "")) for code, row in table.rows.items()}
        spec = self.game.declaration(self.product, name)
        return dict.fromkeys(map(str, spec.get("options", ())) if spec else (), "")

    def limits(self, stat: str) -> tuple[int, int]:
        """The lowest and the highest number that a card can show."""
        spec: Mapping[str, Any] = self.game.declaration(self.product, stat) or {}
        return int(spec.get("min", 0)), int(spec.get("max", MOST))


def context_for(target: str, cards: Path | None) -> DesignContext:
    """Make ready to design a card for KIT/PRODUCT; PrintgenError when its files, or the user's own, have mistakes."""
    if not find_target(target)[1]:
        raise UsageError("a new card is for one product", "Name a product, such as go-joe/joe-deck.")
    job = sound(target, cards)
    return context_at(target, cards, job, job.products[0])


def context_at(target: str, cards: Path | None, job: Job, product: Product) -> DesignContext:
    """The same of a product of a game that is loaded. UsageError where it has no guidelines, or no list for a card."""
    guidelines = guidelines_for(job.game, product)
    if guidelines is None:
        raise UsageError(f"{target} has no guidelines to derive a card from", "Name a deck such as go-joe/joe-deck.")
    if cards is None and (product.list_file is None or product.list_file.suffix not in (".yaml", ".yml")):
        message = f"the cards of {target} stand in no list that a card can be added to"
        raise UsageError(message, "Name a folder of your own cards with --cards.")
    return DesignContext(target, cards, job, product, guidelines)


def context_of_kit(name: str) -> DesignContext:
    """The first deck of a kit, or of the first kit with guidelines where none is named. UsageError for none."""
    for kit in [name] if name else kits():
        job = sound(kit)
        if decks := decks_of(job.game):
            return DesignContext(kit, Path(), job, decks[0].product, decks[0].guidelines)
    message = f"{name} has no guidelines for its cards" if name else "no kit has guidelines for its cards"
    raise UsageError(message, "Name a kit such as go-joe.")


def folder_for(target: str, cards: Path | None) -> Path | None:
    """The folder of the user's own cards in which one of a target is put; None for the list of the game itself.

    That is so for who works in the folder of the game and names no folder. UsageError for another game's cards there.
    """
    around = game_around() if cards is None else None
    if around is not None and os.path.realpath(find_target(target)[0]) == os.path.realpath(around):
        return None
    if around is not None:
        message = f"cards of your own do not belong into the folder of the game {visible(around.name)}"
        raise UsageError(message, "Go to another folder, or name one with --cards.")
    return cards or Path("my-cards")


def guidelines_for(game: Game, product: Product) -> Guidelines | None:
    """The guidelines of a product: its own, or those of another with the same list; None where it has none."""
    decks = decks_of(game)
    deck = next((deck for deck in decks if deck.product.name == product.name), None) or next(
        (deck for deck in decks if product.records_in and deck.product.records_in == product.records_in), None
    )
    return deck.guidelines if deck else None


_MARKS = {"seen": "seen", "role": "role", "inferred": "inferred", "": "unknown"}
_KINDS = {
    "explained": "by all that their cards say",
    "proven": "by what came with the figure and what its role says, alone",
}


def stat_lines(sums: Mapping[str, Any]) -> Iterator[str]:
    """Every stat with its sum, in columns."""
    wide = max(3, *map(len, sums)) + 1
    for stat, result in sums.items():
        first, *rest = result["because"]
        because = " ".join([f"{first[0]} {first[1]}", *(f"{amount:+d} {line}" for line, amount in rest)])
        yield f"{stat.upper():<{wide}}{result['value']:>3}   {because}"


def addition_lines(guidelines: Guidelines, found: Iterable[ImpliedWord]) -> Iterator[str]:
    """A line for each word that a card is given for its role or skills, with the option that gives it none."""
    for one in found:
        yield f"added {one.word.name}: {one.reason} ({guidelines.fields[one.word.field].flag} none adds nothing)"


def title_of(name: str, about: Iterable[Any]) -> str:
    """A card's name and what it is, such as: Rivet (GJ), Bridge Builder."""
    first, *rest = [*map(str, about)] or [""]
    return ", ".join([f"{name} ({first})" if first else name, *rest])


def card_lines(card: Dossier) -> Iterator[str]:
    """A card with its sums beside what is printed, and where each of its words comes from."""
    carried = ", ".join(word for words in card.words.values() for word in words)
    carried = carried or ("nothing" if card.has_words else "nothing entered")
    yield f"{title_of(card.record.name, card.about.values())}: {carried}"
    for line, stat in zip(stat_lines(card.as_data()["stats"]), card.stats, strict=True):
        yield f"  {'   '.join([line, *_notes(card, stat)])}"
    yield from _origin_lines(card)


def _notes(card: Dossier, one: StatComparison) -> Iterator[str]:
    """What there is to say of a stat beside its sum."""
    evidence = card.evidence(one)
    if evidence.copied:
        yield "copied from the card"
    if evidence.fits:
        yield f"fits {_span(evidence.fits)}"
    if one.deviation:
        yield f"printed {one.printed}, {one.deviation:+d}: {one.reason}"


def _span(values: Sequence[int]) -> str:
    """Values that are all possible: "any number from 2 to 5"."""
    low, high = values[0], values[-1]
    whole = len(values) == high - low + 1 > 1
    return f"any number from {low} to {high}" if whole else f"{' or '.join(map(str, values))}"


def _origin_lines(card: Dossier) -> Iterator[str]:
    """Which figure it is, and every word with its mark and what shows it; nothing for a card that says of none."""
    origins = card.origins
    if origins.figure is None:
        return
    texts = [str(value) for key, value in origins.figure.items() if value and not isinstance(value, tuple)]
    yield f"  figure: {', '.join(texts) or 'on record'}"
    wide = max(
        map(len, [*(one.text for one in origins.words), *(one.word.name for one in origins.left_out)]), default=0
    )
    for one in origins.words:
        yield f"    {one.text:<{wide}}  {_MARKS[one.mark]:<8}  {_source(one)}".rstrip()
    for left in origins.left_out:
        yield f"    {left.word.name:<{wide}}  left out  {_quote_all(left.names)}"
    for what, names in origins.others.items():
        if names:
            yield f"    {what.replace('_', ' ')}: {', '.join(names)}"


def _source(one: WordOrigin) -> str:
    return ", ".join(one.sources) if one.mark == "role" else _quote_all(one.sources)


def correction_line(one: Correction) -> str:
    """What is corrected of the source: the field, what it has and what stands there instead, and why."""
    return f"  corrected: {one.field} of {one.name}, {one.instead} for {one.printed}: {one.reason}"


def _quote_all(names: Sequence[str]) -> str:
    return " and ".join(f'"{name}"' for name in names)


def total_lines(guidelines: Guidelines, title: str, totals: Totals) -> Iterator[str]:
    """How many numbers of a deck, or several, are explained, and how many of these are proven."""
    heads = [*(stat.label for stat in guidelines.stats.values()), ALL]
    entered = f"{totals.entered} of {totals.cards} cards say what they carry"
    yield f"{title}: {entered}, {totals.on_record} name their figure"
    yield f"  {'':<10}{''.join(f'{head:>6}' for head in heads)}"
    for kind in ("explained", "proven"):
        counts = getattr(totals, kind)
        numbers = "".join(f"{counts[key]:>6}" for key in (*guidelines.stats, ALL))
        yield f"  {kind:<10}{numbers}   {_KINDS[kind]}"
    copied, free = totals.copied, totals.free
    yield f"  Explained, and not proven: {copied} copied from the card, {free} that fit anything, and others."


SURPRISE = "surprise"
"""What is said for what the card's name is to settle."""

SEVERAL = ("back", "chest", "eyewear", "front")
"""Where a look may have several parts."""
COLORS = ("main", "cloth", "trim", "gloves")
"""What a look may have in a colour of its own; of gloves also none."""
NUMBERS: Mapping[str, tuple[float, float]] = {
    "seed": (0, 999_999), "variant": (0, 99), "tilt": (-20, 20), "bulk": (0.7, 1.4),
}  # fmt: skip
"""The lowest and the highest number of a look's keys that have one; those of seed and variant are whole."""
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "turn": tuple(TURNS), "inset": ("left", "right", "low-left", "low-right", "none"), "mirror": ("true", "false"),
}  # fmt: skip
_ORDER = (*WORD_KEYS, *(key for key in LOOK_KEYS if key not in WORD_KEYS))
_COLOR = re.compile("#[0-9A-Fa-f]{6}")


def is_drawn(context: DesignContext) -> bool:
    """Whether the cards show a picture that is composed of parts, of which people speak in words."""
    if not context.product.front or not _words(context, SEX):
        return False
    order = Order(context.game, context.product, (), context.job.library, context.job.renderer)
    return needs_look(order, context.job.library.face(context.product.front))


def _words(context: DesignContext, key: str) -> Mapping[str, Any]:
    """What the casting knows to say of a key of a look."""
    words: Mapping[str, Any] = (context.job.library.casting.get("words") or {}).get(key) or {}
    return words


def choices(context: DesignContext, key: str) -> list[str]:
    """The words to choose from, each thing with one of its words."""
    words = [word for word, meant in _words(context, key).items() if meant and not isinstance(meant, str)]
    return [*_words(context, key)][:2] if key == SEX else words


def look_from_words(context: DesignContext, name: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The look that somebody has said by the keys of `WORD_KEYS`; what is to be a surprise is left to the card's name.

    UsageError for what there is not.
    """
    look: dict[str, Any] = {
        key: parse_look_word(context, key, said[key]) for key in WORD_KEYS if said.get(key, SURPRISE) != SURPRISE
    }
    if said.get(SEX) == SURPRISE:
        sex = rng_for(1, context.game.name, name.strip().casefold(), SEX).pick(choices(context, SEX))
        look = {SEX: sex, **look}
    return look_in_order(look)


def look_in_order(look: Mapping[str, Any]) -> dict[str, Any]:
    """A look with its keys in the one order in which cards say them."""
    return {key: look[key] for key in _ORDER if key in look}


def parse_look_words(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What was said as key=word,word, by the key."""
    pairs = (text.partition("=") for text in texts)
    return {key.strip(): tuple(word.strip() for word in words.split(",") if word.strip()) for key, _, words in pairs}


def look_names(context: DesignContext, key: str) -> list[str]:
    """The names that a key of a look takes, of which none is said to be nothing; nothing for one with other values."""
    studio = context.job.library.studio
    if key in SLOTS[:-1]:
        return studio.parts.names(key)
    if key == "scene":
        return [*studio.scenes]
    if key == "pose":
        return [BUST, *studio.poses]
    if key == WHO:
        return [*(context.job.library.casting.get("heads") or ())]
    return [
        *{"skin": studio.skins, "hair-color": studio.hairs, "eye-color": studio.eyes}.get(key, _CHOICES.get(key, ()))
    ]


def parse_look_value(context: DesignContext, key: str, words: Sequence[str]) -> Any:
    """What words mean for a key of a look that takes names of parts, of scenes or of colours, or a number.

    UsageError for what cannot be drawn.
    """
    if key not in LOOK_KEYS:
        raise UsageError(f"--look: a look has no '{shorten(key)}'", did_you_mean(key, LOOK_KEYS))
    if not words or (len(words) > 1 and key not in SEVERAL):
        raise UsageError(f"--look: {key} takes one word, not {len(words)}", f"Write such as {key}=WORD.")
    if key in NUMBERS:
        return _number(key, words[0])
    known = look_names(context, key)
    if key in (*SLOTS, "gloves") and [*words] == [NONE]:
        return NONE
    for word in words if known else ():
        if word not in known and not (key in ("hair-color", "eye-color") and _COLOR.fullmatch(word)):
            raise UsageError(f"--look: there is no {key} '{shorten(word)}'", did_you_mean(word, known))
    if key in COLORS and not _COLOR.fullmatch(words[0]):
        raise UsageError(f"--look: '{shorten(words[0])}' is no colour", "Write it like #4B5B22.")
    return words[0] == "true" if key == "mirror" else [*words] if key in SEVERAL else words[0]


def _number(key: str, text: str) -> float | int:
    low, high = NUMBERS[key]
    whole = isinstance(low, int) and key in ("seed", "variant")
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        span = f"{low:g} to {high:g}"
        raise UsageError(f"--look: {key} is no number from {span}: '{shorten(text)}'", f"Write one from {span}.")
    return number


def parse_look_word(context: DesignContext, key: str, text: str) -> str:
    """What is said of a key, in words or as the name of a part. UsageError names what is most likely meant."""
    parts = context.job.library.studio.parts.names(key) if key in ("hair", "headgear") else []
    try:
        meant = looks_of_words(context.job.library.casting, key, text)  # type: ignore[arg-type]
    except PartError:
        meant = None
    if meant is not None:
        return text.casefold()
    part = "-".join(text.casefold().split())
    if part in (*parts, NONE) and key != SEX:
        return part
    known = {*_words(context, key), *parts}
    raise UsageError(f"--{key}: '{text}' is none that can be drawn", did_you_mean(text.casefold(), known))
