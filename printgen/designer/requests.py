"""Requests for cards, from a page or the command line: their options, and the reading of their words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, StringConstraints

from printgen.art.casting import SEX, WORD_KEYS
from printgen.base.errors import UsageError, Where, did_you_mean
from printgen.designer.context import NONE, CardSpec, DesignContext, PhotoFile
from printgen.designer.look import (
    SURPRISE,
    choices,
    is_drawn,
    look_from_words,
    look_in_order,
    parse_look_value,
    parse_look_words,
)
from printgen.reading.requests import ActionRequest, KeyOption, OptionSpec
from printgen.reading.scalars import shorten
from printgen.rules.derive import derive
from printgen.rules.guidelines import CardField, Guidelines, Stat
from printgen.rules.provenance import ACCESSORIES, MOUNTED, VEHICLE

Key = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Text = Annotated[str, StringConstraints(max_length=200)]
Texts = Annotated[
    tuple[Text, ...], BeforeValidator(lambda value: (value,) if isinstance(value, str) else value), Field(max_length=60)
]
ShortText = Annotated[str, StringConstraints(max_length=120)]
Words = Annotated[dict[Key, Texts], Field(max_length=40)]


class FigureRequest(ActionRequest):
    """The facts of a figure."""

    text: ShortText = Field("", description="its year and version, such as '2021 Classified'")
    vehicle: ShortText = Field("", description="the vehicle that it came with")
    accessories: Texts = Field((), description="what came with the figure, as the toy calls it")
    mounted: Texts = Field((), description="what the vehicle is armed with, as the toy calls it")


class DeriveRequest(ActionRequest):
    """The arguments of `printgen derive`."""

    kit: Annotated[str, OptionSpec("--kit", "KIT")] = Field(
        "", description="whose guidelines (default: the first kit that has any)"
    )
    said: Words = Field({}, description="words of the fields of a card")
    figure: FigureRequest = Field(FigureRequest(), description="what is known of the figure")


class SuggestRequest(ActionRequest):
    """The arguments of `printgen suggest`."""

    target: Annotated[str, OptionSpec()] = Field(description="a kit, or a deck of one")
    said: Words = Field({}, description="words of the fields of a card")
    figure: FigureRequest = Field(FigureRequest(), description="what is known of the figure")


class ExplainRequest(ActionRequest):
    """The arguments of `printgen explain`."""

    target: Annotated[str, OptionSpec()] = Field(description="a kit, or a deck of one")
    name: Annotated[str, OptionSpec()] = Field("", description="the card's name; without one, all cards")
    total: Annotated[bool, OptionSpec("--total")] = Field(
        False, description="count how many numbers are explained, and how many of these are proven"
    )


class CardRequest(ActionRequest):
    """A card so far: the request of a page, and the main arguments of `printgen new`."""

    name: Annotated[Text, OptionSpec()] = Field("", description="the card's name")
    of: Annotated[Text, OptionSpec("--change", "CARD")] = Field(
        "", description="the card of your own that it takes the place of"
    )
    said: Words = Field({}, description="words of the fields of a card")
    stats: dict[Key, Annotated[int, Field(ge=-999, le=999)]] = Field(
        {}, max_length=40, description="numbers other than the derived ones"
    )
    reasons: dict[Key, Text] = Field({}, max_length=40, description="why these numbers are not the derived ones")
    figure: FigureRequest = Field(FigureRequest(), description="what is known of the figure")
    without: Annotated[Texts, OptionSpec("--without", "WORD")] = Field(
        (), description="a word that it is not to have, though its figure or role calls for it (repeatable)"
    )
    look: dict[Key, Text | int | float | bool | Texts] = Field({}, max_length=40, description="its picture")
    photo: Text = Field("", description="a picture that was given to the page")
    art: Text = Field("", description="a picture beside your own list")


class NewRequest(CardRequest):
    """The further arguments of `printgen new`."""

    target: Annotated[str, OptionSpec()] = Field(description="a product, such as go-joe/joe-deck")
    name: Annotated[Text, OptionSpec()] = Field("", description="the card's name")
    reason: Annotated[Text, OptionSpec("--reason", "TEXT")] = Field(
        "", description="why a number is not the derived one"
    )
    picture: Annotated[Path | None, OptionSpec("--photo", "FILE", existing=True)] = Field(
        None, description="a picture of your own"
    )
    preview: Annotated[Path | None, OptionSpec("--preview", "FILE")] = Field(None, description="a PNG of the card")
    surprise: Annotated[bool, OptionSpec("--surprise")] = Field(False, description="let the name settle whoever it is")
    more: Annotated[Texts, OptionSpec("--look", "KEY=WORDS")] = Field(
        (), description="what else is in its picture, such as scene=swamp or front=bow,net (repeatable)"
    )


def field_options(fields: Sequence[CardField]) -> Iterator[KeyOption]:
    """An option for each field of a card."""
    for field in fields:
        text = field.help or (f"a {field.word}" if field.one else field.question)
        text += " (repeatable; none for nothing)" if field.one else ""
        yield KeyOption("said", field.name, field.flag, text, "NAME" if field.one else "TEXT", many=bool(field.one))


def stat_options(guidelines: Guidelines, text: str) -> Iterator[KeyOption]:
    """An option for each stat, with a text for it such as: the {} wanted."""
    for stat in guidelines.stats.values():
        yield KeyOption("stats", stat.name, stat_flag(stat), text.format(stat.title), "INTEGER", type=int)


def figure_options(context: DesignContext) -> Iterator[KeyOption]:
    """The options for the facts of a figure that a card can record."""
    if {"year", "version"} & context.figure_keys.keys():
        yield _figure_option("text", "--figure")
    for key in (ACCESSORIES, VEHICLE, MOUNTED):
        if key in context.figure_keys:
            yield _figure_option(key, "--accessory" if key == ACCESSORIES else f"--{key}")


def drive_options(context: DesignContext | None) -> Iterator[KeyOption]:
    """The options for a figure's accessories and its vehicle."""
    yield _figure_option(ACCESSORIES, "--accessory")
    if context is not None:
        yield from (option for option in figure_options(context) if option.key in (VEHICLE, MOUNTED))


def _figure_option(key: str, flag: str) -> KeyOption:
    """The option for a key of the figure; several accessories and arms may be given."""
    text, many = str(FigureRequest.model_fields[key].description), key in (ACCESSORIES, MOUNTED)
    more = " (repeatable; none for nothing)" if many else ""
    return KeyOption("figure", key, flag, text + more, "TEXT" if key == "text" else "NAME", many)


def card_options(context: DesignContext | None) -> Iterator[KeyOption]:
    """The options of a new card for the product of a context."""
    if context is None:
        return
    yield from field_options(context.fields)
    yield from figure_options(context)
    for key in WORD_KEYS if is_drawn(context) else ():
        examples = ", ".join(choices(context, key)[:4])
        yield KeyOption("look", key, f"--{key}", f"in its picture: {examples} ..., or {SURPRISE}", "WORDS")
    yield from stat_options(context.guidelines, "a {} other than the derived one")
    for stat in context.guidelines.stats.values():
        text = f"why its {stat.title} is not the derived one"
        yield KeyOption("reasons", stat.name, f"{stat_flag(stat)}-reason", text, "TEXT")


def stat_flag(stat: Stat) -> str:
    """The command-line option of a stat, such as --fp."""
    return f"--{stat.name.replace('_', '-')}"


def sort_words(
    guidelines: Guidelines, said: Mapping[str, Sequence[str]]
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Words by the fields in which they count, and a line for each that was given for another field."""
    counted = [field.name for field in guidelines.word_fields]
    sorted_: dict[str, tuple[str, ...]] = {}
    lines = []
    for name, text in ((name, text) for name, texts in said.items() for text in texts):
        meaning = guidelines.meaning(text) if name in counted else None
        names = [field for field in counted if meaning and meaning.of(field)] or [name]
        for field in names:
            sorted_[field] = (*sorted_.get(field, ()), text)
        if name not in names:
            flags = " and ".join(guidelines.fields[field].flag for field in names)
            lines.append(f'"{shorten(text)}" counts with {flags}, not with {guidelines.fields[name].flag}')
    return sorted_, lines


def several(words: Sequence[str]) -> list[str]:
    """The words, stripped, but for `none` and empty ones."""
    return [word.strip() for word in words if word.strip().casefold() not in ("", NONE)]


def place_of_flag(field: CardField, index: int) -> Where:
    """The place of a word that was given with a flag."""
    return Where(field.flag)


def parse_words(context: DesignContext, field: CardField, words: Sequence[str]) -> tuple[str, ...]:
    """The words of a field as records write them. UsageError names the flag and the nearest word."""
    words = several(words)
    if field in context.guidelines.word_fields:
        derived = derive(context.guidelines, {field.name: words}, place_of_flag)
        for problem in derived.problems:
            raise UsageError(f"{problem.where}: {problem.message}", problem.hint)
        return derived.carried[field.name]
    titles = context.titles(field.name)
    if not titles:
        return tuple(words)
    codes = {title.casefold(): code for code, title in titles.items()} | {code.casefold(): code for code in titles}
    chosen: dict[str, None] = {}
    for word in words:
        code = codes.get(word.casefold()) or codes.get(word.casefold().replace("'", "’"))
        if code is None:
            message = f"{field.flag}: '{word}' is none of the {field.name if field.one else f'{field.name}s'}"
            raise UsageError(message, _other_field(context, word) or _nearest(word, titles))
        chosen[code] = None
    return tuple(chosen)


def _nearest(word: str, titles: Mapping[str, str]) -> str:
    """The hint with the nearest word, or all words with their titles."""
    hint = did_you_mean(word, [*titles, *filter(None, titles.values())])
    if hint.startswith("Did you"):
        return hint
    return f"Use one of: {', '.join(f'{code} ({title})' if title else code for code, title in titles.items())}."


def _other_field(context: DesignContext, word: str) -> str:
    """The hint for a word of another field; "" for an unknown one."""
    meaning = context.guidelines.meaning(word)
    if meaning is None:
        return ""
    return f"Give it with {context.guidelines.fields[meaning.word.field].flag}." if meaning.word else "Leave it out."


_YEAR = re.compile(r"(?<!\w)[0-9]{4}(?!\w)")


def parse_figure(context: DesignContext, text: str) -> dict[str, Any]:
    """The facts in a text such as "2021 Classified": the figure's year and its version."""
    match = _YEAR.search(text)
    version = " ".join((text[: match.start()] + text[match.end() :] if match else text).split())
    spec = context.figure_keys.get("year", {})
    if match and not spec.get("min", 0) <= int(match[0]) <= spec.get("max", 9999):
        message = f"--figure: {match[0]} is no year of a figure"
        raise UsageError(message, f"Choose one from {spec['min']} to {spec['max']}.")
    most = context.figure_keys.get("version", {}).get("max", len(version))
    if len(version) > most:
        raise UsageError(f"--figure: the version has {len(version)} letters", f"Write at most {most}.")
    values = {"year": int(match[0]) if match else None, "version": version}
    return {key: value for key, value in values.items() if value}


class Slip(NamedTuple):
    """An unusable word: its field, the word, the mistake, the remedy, and its flag."""

    field: str
    word: str
    message: str
    hint: str
    flag: str

    @property
    def error(self) -> UsageError:
        """The slip as an error of the command line."""
        return UsageError(f"{self.flag}: {self.message}" if self.flag else self.message, self.hint)

    def as_data(self) -> dict[str, str]:
        """The slip as a page shows it."""
        return {"field": self.field, "word": self.word, "message": self.message, "hint": self.hint}


def parse_card(
    context: DesignContext, request: CardRequest, photo: Path | PhotoFile | None = None
) -> tuple[CardSpec, tuple[Slip, ...]]:
    """The card of a request as far as it is right, and slips for the rest; it never raises."""
    return _Reader(context).card(request, photo)


class _Reader:
    """Reads a request word by word, and keeps the slips."""

    def __init__(self, context: DesignContext) -> None:
        self.context, self.slips = context, list[Slip]()

    def card(self, request: CardRequest, photo: Path | PhotoFile | None) -> tuple[CardSpec, tuple[Slip, ...]]:
        name = self.plain("name", request.name).strip()
        said = {
            field.name: self.words(field, request.said[field.name])
            for field in self.context.fields
            if field.name in request.said
        }
        stats = dict(self.stats(request.stats))
        reasons = {key: text for key, value in request.reasons.items() if (text := self.plain("reason", value).strip())}
        figure, look = self.figure(request.figure), self.look(request.look)
        reasons = {key: text for key, text in reasons.items() if key in stats}
        without = tuple(word for word in request.without if self.context.guidelines.word(word))
        spec = CardSpec(
            name,
            {key: words for key, words in said.items() if words is not None},
            photo,
            stats,
            figure,
            look,
            reasons,
            without,
        )
        return spec, tuple(self.slips)

    def add_slip(self, field: str, word: str, message: str, hint: str, flag: str) -> None:
        self.slips.append(Slip(field, word, message, hint, flag))

    def add_error(self, field: str, word: str, error: UsageError) -> None:
        """Keep an error, whose message may begin with its flag, as a slip."""
        finding = error.findings[0]
        flag, _, message = finding.message.partition(": ")
        self.add_slip(field, word, message or finding.message, finding.hint, flag if message else "")

    def plain(self, field: str, text: str) -> str:
        """A text without characters that cannot be printed."""
        if not text.isprintable():
            self.add_slip(field, text, f"the {field} holds a character that cannot be printed", "Leave it out.", "")
        return "".join(filter(str.isprintable, text))

    def words(self, field: CardField, texts: Sequence[str]) -> tuple[str, ...] | None:
        """The words of a field as they were given, the first ones if they are too many; None where none is right."""
        texts = [self.plain(field.name, text) for text in texts]
        counted = field in self.context.guidelines.word_fields
        declared: Mapping[str, Any] = self.context.game.declaration(self.context.product, field.name) or {}
        most = declared.get("max")
        kept: dict[str, None] = {}
        for text in several(texts):
            try:
                (word,) = parse_words(self.context, field, [text])
            except UsageError as error:
                self.add_error(field.name, text, error)
                continue
            if field.one and isinstance(most, int) and len(kept) >= most:
                self.add_slip(field.name, text, f"a card has at most {most} {field.name}", "Take one away.", field.flag)
                break
            kept[text if counted else word] = None
        none = NONE in map(str.casefold, texts)
        if counted:
            return (*kept, NONE) if none else tuple(kept) or None
        return tuple(kept) or (() if field.one and none else None)

    def stats(self, numbers: Mapping[str, int]) -> Iterator[tuple[str, int]]:
        """The numbers that are set by hand, each as near to what was asked as a card can show it."""
        for key, stat in self.context.guidelines.stats.items():
            if key in numbers:
                low, high = self.context.limits(key)
                value = min(high, max(low, numbers[key]))
                if value != numbers[key]:
                    message = f"{numbers[key]} is not on a card"
                    self.add_slip(
                        key, str(numbers[key]), message, f"Choose a number from {low} to {high}.", stat_flag(stat)
                    )
                yield key, value

    def figure(self, request: FigureRequest) -> dict[str, Any]:
        """What is known of the figure, by the keys of its record, where the game has a place for it."""
        keys, values = self.context.figure_keys, dict[str, Any]()
        if request.text.strip() and {"year", "version"} & keys.keys():
            try:
                values |= parse_figure(self.context, self.plain("figure", request.text))
            except UsageError as error:
                self.add_error("figure", request.text, error)
        if VEHICLE in keys and request.vehicle.strip():
            values[VEHICLE] = self.plain("figure", request.vehicle).strip()
        for key, texts in ((ACCESSORIES, request.accessories), (MOUNTED, request.mounted)):
            names = dict.fromkeys(several([self.plain("figure", text) for text in texts]))
            if texts and (key in keys or key == ACCESSORIES):
                values[key] = tuple(names)
        return values

    def look(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The look, without impossible values."""
        look: dict[str, Any] = {}
        for key, value in request.items():
            words = [_look_word(word) for word in (value if isinstance(value, tuple) else (value,))]
            try:
                if key in WORD_KEYS:
                    look |= look_from_words(self.context, "", {key: " ".join(words)}) if any(words) else {}
                else:
                    look[key] = parse_look_value(self.context, key, words)
            except UsageError as error:
                self.add_error(key, ", ".join(words), error)
        return look_in_order(look)


def _look_word(value: Any) -> str:
    """A value of a look as the command line has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_look(context: DesignContext, look: Mapping[str, Any]) -> dict[str, Any]:
    """The look of a request, without impossible values."""
    return _Reader(context).look(look)


def parse_new_card(context: DesignContext, request: NewRequest) -> tuple[CardSpec, list[str]]:
    """The card for `printgen new`, and lines on its words. UsageError for an impossible one."""
    said, lines = sort_words(context.guidelines, request.said)
    if (request.more or request.surprise) and not is_drawn(context):
        flag = "--look" if request.more else "--surprise"
        raise UsageError(
            f"{flag}: the cards of {context.target} show no picture that is composed of parts", "Leave it out."
        )
    if request.reason and not request.stats:
        flags = " or ".join(map(stat_flag, context.guidelines.stats.values()))
        raise UsageError("--reason: no number is set by hand", f"Give {flags} with the number, or leave it out.")
    for stat in (stat for stat in request.reasons if stat not in request.stats):
        flag = stat_flag(context.guidelines.stats[stat])
        raise UsageError(
            f"{flag}-reason: this number is not set by hand", f"Give {flag} with the number, or leave it out."
        )
    for word in request.without:
        if context.guidelines.word(word) is None:
            hint = did_you_mean(word, [counted.name for counted in context.guidelines.words])
            raise UsageError(f"--without: the guidelines have no word '{shorten(word)}'", hint)
    reasons = {**(dict.fromkeys(request.stats, request.reason) if request.reason else {}), **request.reasons}
    look = {key: value for key, value in request.look.items() if value != SURPRISE}
    if request.look.get(SEX) == SURPRISE or (request.surprise and SEX not in look):
        look |= look_from_words(context, request.name, {SEX: SURPRISE})
    look = {**parse_look_words(request.more), **look}
    spec, slips = parse_card(
        context, request.model_copy(update={"said": said, "reasons": reasons, "look": look}), request.picture
    )
    for slip in slips:
        raise slip.error
    return spec, lines


def spec_of(context: DesignContext, said: Mapping[str, Sequence[str]], figure: FigureRequest) -> CardSpec:
    """A card of words and a figure; words that count stay as given. UsageError for other unknown words."""
    words = {
        field.name: tuple(said[field.name])
        if field in context.guidelines.word_fields
        else parse_words(context, field, said[field.name])
        for field in context.guidelines.fields.values()
        if field.name in said
    }
    return CardSpec(said=words, figure={ACCESSORIES: (), **_Reader(context).figure(figure)})
