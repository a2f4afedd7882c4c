"""Casting: the look of a record's picture, slot by slot, by a table of rules for its fields.

Rules are data (templates/art/casting.yaml): the later rule wins, the record's own `look` wins over all, and what
is left open (`any:` a list) the look's own `seed` settles, or else the record's. A look also takes words that people
use: `sex: woman`, `hair: long red`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from printgen.art.parts import SLOTS
from printgen.art.picture import TURNS, ArtStudio, as_list, number_of
from printgen.art.poses import BUST
from printgen.base.errors import Finding, did_you_mean
from printgen.base.limits import consume
from printgen.base.seeds import rng_for
from printgen.drawing.pieces import PartError
from printgen.reading.part import Many, Part

LOOK_KEYS = (
    *SLOTS[:-1], "skin", "hair-color", "eye-color", "main", "cloth", "trim", "gloves", "turn", "tilt", "bulk", "mirror",
    "scene", "variant", "inset", "seed", "pose", "who",
)  # fmt: skip

_Said = Literal["sex", "hair", "face", "headgear"]
SEX: Literal["sex"] = "sex"
SAID: tuple[_Said, ...] = ("sex", "hair", "face", "headgear")
"""What a look may say in words; where a part has the same name as a word, the word means that part."""
WHO = "who"
"""The key of a look that names one of the heads of the casting."""

_SIGNS = ("", "+", "-")
_WILD = frozenset("*?[")
_ABOUT = {
    "": "the look's {}, what is added to it or taken away",
    "pose": "how the figure stands: bust, three-quarter, kneeling, aiming, running, fighting, flying, boxing, back, or "
    "another of art/poses.yaml",
}
"""What a key of a look is, and what any other is."""


class OpenChoice(Part):
    """A choice that is left to the piece's seed."""

    any: Annotated[Many[Any], Field(min_length=1)] = Field(description="one of these")


_Word = str | int | float | bool
_Asked = _Word | OpenChoice | Many[_Word] | None
Look: Any = create_model(
    "Look",
    __base__=Part,
    **{  # type: ignore[call-overload]
        f"key_{n}": (_Asked, Field(None, alias=key, description=_ABOUT.get(key, _ABOUT[""].format(key))))
        for n, key in enumerate(f"{sign}{key}" for sign in _SIGNS for key in LOOK_KEYS)
    },
    sex=(_Asked, Field(None, description="woman or man, or another of the words for it")),
    face=(_Asked, Field(None, description="words for the face, such as `scarred bearded`")),
)
"""The look of a picture, key by key; with a plus it adds to what rules before have said, with a minus it takes away."""


class Rule(Part):
    """One rule of casting: the look of records that say certain things."""

    when: Mapping[str, _Word | Many[_Word]] = Field(
        description="fields, keys in one such as figure.accessories, or sex, and the words of which one must be theirs"
    )
    look: Look = Field(description="what such records look like")


_Vocabulary = Mapping[str, Look | str]


class LookWords(Part):
    """What people say of a figure: for each word the look that it means, or another word that means the same."""

    sex: _Vocabulary = Field({}, description="of a sex, which comes before the rules")
    hair: _Vocabulary = Field({}, description="of hair and its colour; a look may name a part of hair as well")
    face: _Vocabulary = Field({}, description="of a face, its skin and what is worn on it")
    headgear: _Vocabulary = Field({}, description="of headgear; a look may name a part of it as well")


class Casting(Part):
    """Which look the fields of a record call for."""

    defaults: Look | None = Field(None, description="the look of a record that no rule knows")
    rules: Many[Rule] = Field((), description="the rules; a later one wins over those before it")
    heads: Mapping[str, Look] = Field(
        {}, description="people by name, for `who`: skin, hair, features and beard of each"
    )
    words: LookWords = Field(
        LookWords.model_construct(), description="what people say of a figure, and what that looks like"
    )


def cast(casting: Mapping[str, Any], record: Mapping[str, Any], own: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The look of a record. A key with a plus (`+front`) adds to a slot instead of replacing it, one with a minus takes
    away from it.

    The words of a sex come first, then who it is, the rules, the other words, and parts that `own` names after all.
    """
    look: dict[str, Any] = dict(casting.get("defaults") or {})
    seed = int(number_of(own, "seed", seed))
    words: dict[str, Any] = {key: own[key] for key in SAID if key in own}
    parts = {key: value for key, value in own.items() if key not in SAID}
    known = {**record, SEX: _sex(casting, words.get(SEX, look.get(SEX)), seed)}
    _say(casting, look, SEX, words, seed)
    held: dict[str, list[str]] = {}

    def holds(key: str, wanted: Any) -> bool:
        # Hundreds of rules ask for the same few fields.
        if key not in held:
            held[key] = _words_in(_value_at(known, key))
        return bool(held[key]) and _matches(held[key], wanted)

    consume("steps", len(casting.get("rules") or ()))
    ruled = [
        rule["look"]
        for rule in casting.get("rules") or ()
        if all(holds(key, wanted) for key, wanted in rule["when"].items())
    ]
    _be(casting, look, [*ruled, parts], seed)
    for said in ruled:
        _lay(look, said)
    for key in SAID[1:]:
        _say(casting, look, key, words, seed)
    _lay(look, parts)
    look.pop(WHO, None)
    return {key: _settle(key, value, seed) for key, value in look.items()}


def _sex(casting: Mapping[str, Any], said: Any, seed: int) -> str:
    """The word of a sex that rules know it by: of the words that mean the same, the one that says what; else "man"."""
    if said is None:
        return "man"
    word = str(_settle(SEX, said, seed)).casefold().strip()
    meant = ((casting.get("words") or {}).get(SEX) or {}).get(word)
    return meant if isinstance(meant, str) else word


def _be(casting: Mapping[str, Any], look: dict[str, Any], said: Sequence[Mapping[str, Any]], seed: int) -> None:
    """Lay the head of who it is, by the last that says so; whose look names a head is somebody already."""
    asked = [one[WHO] for one in (look, *said) if one.get(WHO)]
    own = said[-1]
    if not asked or (own.get("head") and not own.get(WHO)):
        return
    heads: Mapping[str, Any] = casting.get("heads") or {}
    who = str(_settle(WHO, asked[-1], seed))
    if who not in heads:
        raise PartError(f"there is nobody called '{who}'. {did_you_mean(who, heads)}")
    _lay(look, heads[who])


def _say(casting: Mapping[str, Any], look: dict[str, Any], key: _Said, own: Mapping[str, Any], seed: int) -> None:
    """Lay what words say of a key, the card's own or else those that the look has so far; parts stay as they are."""
    value = own.get(key, look.pop(key, None))
    if value is None:
        return
    value = _settle(key, value, seed)
    meant = spoken(casting, key, value)
    if meant is None:
        look[key] = value
    for word in meant or ():
        _lay(look, word)


def spoken(casting: Mapping[str, Any], key: _Said, value: Any) -> list[Mapping[str, Any]] | None:
    """What words that people use make a figure look like, one after the other; None for the name of a part.

    Of a text the longest known word counts: "long red". PartError for a word that is neither, where no part is meant.
    """
    known: Mapping[str, Any] = (casting.get("words") or {}).get(key) or {}
    found: list[Mapping[str, Any]] = []
    rest = [letters for one in as_list(value) for letters in str(one).casefold().replace(",", " ").split()]
    longest = max((len(word.split()) for word in known), default=0)
    consume("steps", len(rest) * longest)
    while rest:
        size = next((n for n in range(min(longest, len(rest)), 0, -1) if " ".join(rest[:n]) in known), 0)
        if not size and key in SLOTS:
            return None
        if not size:
            raise PartError(f"there is no {key} '{rest[0]}'. {did_you_mean(rest[0], known)}")
        meant = known[" ".join(rest[:size])]
        found.append(known[meant] if isinstance(meant, str) else meant)
        rest = rest[size:]
    return found or None


def _settle(key: str, value: Any, seed: int) -> Any:
    return rng_for(seed, "cast", key).pick(_choices(key, value)) if isinstance(value, Mapping) else value


def _choices(key: str, value: Mapping[str, Any]) -> list[Any]:
    choices = value.get("any")
    if not isinstance(choices, list) or not choices or len(value) > 1:
        raise PartError(f"{key} leaves nothing open; write it like {{any: [one, another]}}")
    return choices


def _lay(look: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        sign, slot = (key[0], key[1:]) if key[:1] in ("+", "-") else ("", key)
        if slot not in LOOK_KEYS:
            raise PartError(f"a look has no '{slot}'. {did_you_mean(slot, LOOK_KEYS)}")
        held = look.get(slot)
        if sign == "+":
            look[slot] = [*as_list(held), *as_list(value)]
        elif sign == "-":
            # What is still open cannot be less.
            kept = [part for part in as_list(held) if part not in as_list(value)]
            look[slot] = held if isinstance(held, Mapping) else kept
        else:
            look[slot] = value


def unknown_parts(casting: Casting, studio: ArtStudio) -> Iterator[Finding]:
    """A finding for each part, scene, skin, turn, head and word that a file of casting asks for in vain."""
    said: dict[str, Mapping[str, Any]] = {key: getattr(casting.words, key) for key in SAID}
    known: dict[str, Collection[str]] = {slot: studio.parts.names(slot) for slot in SLOTS[:-1]}
    known |= {
        "scene": studio.scenes,
        "pose": (BUST, *studio.poses),
        "skin": studio.skins,
        "turn": TURNS,
        WHO: casting.heads,
    }
    looks = [casting.defaults, *(rule.look for rule in casting.rules), *casting.heads.values()]
    for key, words in said.items():
        meanings = [word for word, meant in words.items() if not isinstance(meant, str)]
        looks += (words[word] for word in meanings)
        for word, meant in words.items():
            if isinstance(meant, str) and meant not in meanings:
                message, where = f"no word of {key} is '{meant}'", casting.words.where_of(key, word)
                yield Finding("error", where, message, did_you_mean(meant, meanings), "art")
    for look in filter(None, looks):
        for key, value in look.source_map.items():
            slot = key.lstrip("+-")
            asked = value["any"] if isinstance(value, Mapping) else value
            for name in as_list(asked) if slot in known else ():
                if name not in (*known[slot], "none", *said.get(slot, ())):
                    message = f"there is no {slot} '{name}'"
                    yield Finding("error", look.where_of(key), message, did_you_mean(str(name), known[slot]), "art")


def _value_at(record: Mapping[str, Any], path: str) -> Any:
    """What a record has in a field, or under a key in it: figure.accessories."""
    value: Any = record
    for key in path.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _words_in(value: Any) -> list[str]:
    """A field, or each item of one that is a list, in small letters."""
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    return [str(have).casefold() for have in values if have is not None]


def _matches(fields: Sequence[str], wanted: Any) -> bool:
    """A field matches one of the wanted words; lists match by any item; words may hold * and ?, case aside."""
    words = [str(word).casefold() for word in (wanted if isinstance(wanted, list) else [wanted])]
    for word in (word for word in words if not _WILD.isdisjoint(word)):
        # A pattern of fnmatch goes through a text once for each of its stars.
        consume("steps", sum(1 + len(word) + len(text) // 100 for text in fields))
        if any(fnmatchcase(text, word) for text in fields):
            return True
    return any(word in fields for word in words)
