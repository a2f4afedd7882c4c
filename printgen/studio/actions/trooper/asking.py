"""What a page says of a card comes in; the wish, and the words of the command that makes the same card, go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, StringConstraints

from printgen.art.casting import SAID
from printgen.base.errors import UsageError
from printgen.base.names import dashed
from printgen.build.jobs import Job
from printgen.designer.bench import NONE, Bench, Photo, Wish, bench_at, drawn_with, look_in_order, look_said
from printgen.designer.design import Reckoned, pictured
from printgen.designer.flags import folder_for, stat_flag
from printgen.designer.wishes import Slip, carried, figure_named, sifted
from printgen.rules.derive import derive
from printgen.rules.origins import ACCESSORIES, MOUNTED, VEHICLE
from printgen.studio.actions import Ask, Live


def command_of(bench: Bench, wish: Wish, sums: Reckoned, of: str = "") -> tuple[str, ...]:
    """The words after `printgen` of the command that makes the card of a checked wish, or changes the one called `of`.

    They say all that the command could ask for, so that it asks nothing.
    """
    flags = [
        *_fields(bench, wish, sums),
        *_figure_words(bench, wish, sums),
        *_stat_words(bench, wish),
        *_look(wish.look),
    ]
    flags += [word for text in wish.without for word in ("--without", text)]
    if wish.photo:
        flags += ["--photo", str(photo_file(bench, wish.photo))]
    if of:
        flags += ["--change", of]
    flags += bench.cards_words
    # A name may look like a flag.
    return ("new", bench.target, *flags, *(("--", wish.name) if wish.name.startswith("-") else (wish.name,)))


def photo_file(bench: Bench, photo: Path | Photo) -> Path:
    """Where the picture of a card lies once it is saved."""
    if isinstance(photo, Path):
        return photo
    art, _ = pictured(bench, photo)
    return bench.file.parent / art


def _fields(bench: Bench, wish: Wish, sums: Reckoned) -> Iterator[str]:
    """A flag for each word of the fields, and none for those that stay empty.

    What came with the figure says itself what it counts as.
    """
    shown = {name: {*words} for name, words in _shown(bench, wish, sums).items()}
    for field in bench.fields:
        words: Sequence[str] = wish.said.get(field.name, ())
        if field in bench.guidelines.carried:
            words = [word for word in sums.derived.carried[field.name] if word not in shown[field.name]]
        for word in words or ((NONE,) if field.one else ()):
            yield from (field.flag, word)


def _shown(bench: Bench, wish: Wish, sums: Reckoned) -> Mapping[str, Sequence[str]]:
    """The words that the things in the box and on the vehicle make by themselves."""
    # A card that has no place for them takes what they are from its own fields.
    box = sums.box if ACCESSORIES in bench.told else ()
    alone = Wish(figure={**wish.figure, ACCESSORIES: box}, without=wish.without)
    return derive(bench.guidelines, carried(bench, alone).words).carried


def _figure_words(bench: Bench, wish: Wish, sums: Reckoned) -> Iterator[str]:
    told = wish.figure
    if text := " ".join(str(told[key]) for key in ("year", "version") if told.get(key)):
        yield from ("--figure", text)
    if VEHICLE in told:
        yield from ("--vehicle", str(told[VEHICLE]))
    if ACCESSORIES in bench.told:
        for name in sums.box or (NONE,):
            yield from ("--accessory", name)
    for name in told.get(MOUNTED, ()):
        yield from ("--mounted", name)


def _stat_words(bench: Bench, wish: Wish) -> Iterator[str]:
    for stat in bench.guidelines.stats.values():
        if stat.name in wish.stats:
            yield from (stat_flag(stat), str(wish.stats[stat.name]))
        if stat.name in wish.reasons:
            yield from (f"{stat_flag(stat)}-reason", wish.reasons[stat.name])


def _look(look: Mapping[str, Any]) -> Iterator[str]:
    for key, value in look.items():
        if key in SAID:
            yield from (f"--{key}", str(value))
        else:
            words = value if isinstance(value, list | tuple) else [value]
            told = ",".join(str(word).lower() if isinstance(word, bool) else str(word) for word in words)
            yield from ("--look", f"{key}={told}")


Key = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Text = Annotated[str, StringConstraints(max_length=200)]
Texts = Annotated[tuple[Text, ...], Field(max_length=60)]
Shown = Annotated[str, StringConstraints(max_length=120)]


class Figured(Ask):
    """What is said of a figure: which one it is, such as "2021 Classified", and what came with it."""

    text: Shown = ""
    vehicle: Shown = ""
    accessories: Texts = ()
    mounted: Texts = ()


class Wished(Ask):
    """A card so far, as `Wish` has it; `art` is a picture beside the user's own list, `photo` one that was given.

    `of` is the name of the card of the user's own that is changed, "" for a new one.
    """

    name: Text = ""
    of: Text = ""
    said: dict[Key, Texts] = Field({}, max_length=40)
    stats: dict[Key, Annotated[int, Field(ge=-999, le=999)]] = Field({}, max_length=40)
    reasons: dict[Key, Text] = Field({}, max_length=40)
    figure: Figured = Figured()
    without: Texts = ()
    look: dict[Key, Text | int | float | bool | Texts] = Field({}, max_length=40)
    photo: Text = ""
    art: Text = ""


class OfWish(Ask):
    """A card so far."""

    wish: Wished = Wished()


class Understood(NamedTuple):
    """What can be made of a page's wish: the bench, the wish, and what is wrong with the rest of what was said."""

    bench: Bench
    wish: Wish
    slips: tuple[Slip, ...]


def bench_of(live: Live) -> Bench:
    """Where cards are designed for the product that a page is at. UsageError where it has no guidelines."""
    job: Job = live.job
    return bench_at(live.target, folder_for(live.target, live.cards), job, live.product)


def understood(live: Live, asked: Wished) -> Understood:
    """The wish that a page's words make; total, whatever they are, but for a picture that nobody has given."""
    bench = bench_of(live)
    slips: list[Slip] = []
    name = _plain("name", asked.name, slips)
    said: dict[str, tuple[str, ...]] = {}
    for field in bench.fields:
        words = tuple(_plain(field.name, word, slips) for word in asked.said.get(field.name, ()))
        kept, wrong = sifted(bench, field, words)
        slips += wrong
        if kept or (field.one and NONE in words):
            said[field.name] = kept or (NONE,)
    reasons = {stat: told for stat, text in asked.reasons.items() if (told := _plain("reason", text, slips).strip())}
    stats = dict(_stats(bench, asked.stats, slips))
    wish = Wish(
        name.strip(),
        said,
        _photo(live, bench, asked),
        stats,
        _figure(bench, asked.figure, slips),
        "",
        look_of(bench, asked.look, slips),
        {stat: told for stat, told in reasons.items() if stat in stats},
        tuple(word for word in asked.without if bench.guidelines.word(word)),
    )
    return Understood(bench, wish, tuple(slips))


def _plain(field: str, text: str, slips: list[Slip]) -> str:
    """A text without characters that cannot be printed, of which there is a slip."""
    if text.isprintable():
        return text
    slips.append(Slip(field, text, "a character here cannot be printed", "Leave it out."))
    return "".join(letter for letter in text if letter.isprintable())


def _stats(bench: Bench, asked: Mapping[str, int], slips: list[Slip]) -> Iterator[tuple[str, int]]:
    """The numbers that are set by hand, each as near to what was asked as a card can show it."""
    for stat in bench.guidelines.stats:
        if stat in asked:
            low, high = bench.limits(stat)
            value = min(high, max(low, asked[stat]))
            if value != asked[stat]:
                message = f"{asked[stat]} is not on a card"
                slips.append(Slip(stat, str(asked[stat]), message, f"Choose a number from {low} to {high}."))
            yield stat, value


def _figure(bench: Bench, asked: Figured, slips: list[Slip]) -> dict[str, Any]:
    """What is said of the figure, by the keys of its record, where the game has a place for it."""
    told: dict[str, Any] = {}
    if asked.text.strip() and {"year", "version"} & bench.told.keys():
        try:
            told |= figure_named(bench, _plain("figure", asked.text, slips))
        except UsageError as error:
            slips.append(_slip("figure", asked.text, error))
    if VEHICLE in bench.told and asked.vehicle.strip():
        told[VEHICLE] = _plain("figure", asked.vehicle, slips).strip()
    for key, words in ((ACCESSORIES, asked.accessories), (MOUNTED, asked.mounted)):
        kept = dict.fromkeys(word for text in words if (word := _plain("figure", text, slips).strip()))
        if kept and (key in bench.told or key == ACCESSORIES):
            told[key] = tuple(kept)
    return told


def look_of(bench: Bench, asked: Mapping[str, Any], slips: list[Slip]) -> dict[str, Any]:
    """The look that can be drawn of what was asked for."""
    look: dict[str, Any] = {}
    for key, value in asked.items():
        words = [_word(one) for one in (value if isinstance(value, tuple) else (value,))]
        try:
            if key in SAID:
                look |= look_said(bench, "", {key: " ".join(words)}) if any(words) else {}
            else:
                look[key] = drawn_with(bench, key, words)
        except UsageError as error:
            slips.append(_slip(key, ", ".join(words), error))
    return look_in_order(look)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _slip(field: str, word: str, error: UsageError) -> Slip:
    finding = error.findings[0]
    return Slip(field, word, finding.message.partition(": ")[2] or finding.message, finding.hint)


def _photo(live: Live, bench: Bench, asked: Wished) -> Any:
    """The picture of a card: one that was given to the page, else one that lies among the user's own cards."""
    if asked.photo:
        if asked.photo not in live.uploads:
            raise UsageError("the picture is not there any more", "Drop it on the page once more.")
        data = live.uploads[asked.photo]
        return Photo(_file_name(asked.name, data), data)
    return bench.file.parent / asked.art if asked.art else None


_ENDINGS: Sequence[tuple[bytes, str]] = ((b"\x89PNG", ".png"), (b"\xff\xd8", ".jpg"), (b"RIFF", ".webp"))


def _file_name(name: str, data: bytes) -> str:
    """The name of the file that the picture of a card would have. UsageError for what is no picture."""
    ending = next((ending for start, ending in _ENDINGS if data.startswith(start)), None)
    if ending is None:
        raise UsageError("this is no picture", "Drop a PNG, a JPEG or a WebP picture.")
    return (dashed(name)[:40].rstrip("-") or "trooper") + ending
