"""Casting: chooses the look of a record's picture, slot by slot, by a table of rules for its fields.

Rules are data (templates/art/casting.yaml). A later rule wins over those before it, and the record's own `look` over
all. Open choices (`any:` a list) are made by the look's own `seed`, or else the record's. A look also takes words that
people use: `sex: woman`, `hair: long red`.
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

_WordKey = Literal["sex", "hair", "face", "headgear"]
SEX: Literal["sex"] = "sex"
WORD_KEYS: tuple[_WordKey, ...] = ("sex", "hair", "face", "headgear")
"""The keys of a look that take words of people; where a part has the same name as a word, the word means that part."""
WHO = "who"
"""The key of a look that names one of the heads of the casting."""

_SIGNS = ("", "+", "-")
_WILDCARDS = frozenset("*?[")
_DESCRIPTIONS = {
    "": "the look's {}, what is added to it or taken away",
    "pose": "how the figure stands: bust, three-quarter, kneeling, aiming, running, fighting, flying, boxing, back, or "
    "another of art/poses.yaml",
}
"""The description of a key of a look; that of any other key is under ""."""


class OpenChoice(Part):
    """A choice that is left to the piece's seed."""

    any: Annotated[Many[Any], Field(min_length=1)] = Field(description="one of these")


_Scalar = str | int | float | bool
_Choice = _Scalar | OpenChoice | Many[_Scalar] | None
Look: Any = create_model(
    "Look",
    __base__=Part,
    **{  # type: ignore[call-overload]
        f"key_{n}": (_Choice, Field(None, alias=key, description=_DESCRIPTIONS.get(key, _DESCRIPTIONS[""].format(key))))
        for n, key in enumerate(f"{sign}{key}" for sign in _SIGNS for key in LOOK_KEYS)
    },
    sex=(_Choice, Field(None, description="woman or man, or another of the words for it")),
    face=(_Choice, Field(None, description="words for the face, such as `scarred bearded`")),
)
"""The look of a picture, key by key; with a plus it adds to what rules before have said, with a minus it takes away."""


class Rule(Part):
    """One rule of casting: the look of records that say certain things."""

    when: Mapping[str, _Scalar | Many[_Scalar]] = Field(
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
    """The look of a record, whose own look is `own`. PartError for words, keys and people that there are not.

    A key with a plus (`+front`) adds to a slot instead of replacing it, one with a minus takes away from it. What is
    applied later wins: the word for the sex, the head of a person, the rules, the other words, and the parts of `own`.
    """
    look: dict[str, Any] = dict(casting.get("defaults") or {})
    seed = int(number_of(own, "seed", seed))
    words: dict[str, Any] = {key: own[key] for key in WORD_KEYS if key in own}
    parts = {key: value for key, value in own.items() if key not in WORD_KEYS}
    fields = {**record, SEX: _sex(casting, words.get(SEX, look.get(SEX)), seed)}
    _apply_words(casting, look, SEX, words, seed)
    field_words: dict[str, list[str]] = {}

    def has(key: str, wanted: Any) -> bool:
        # Hundreds of rules ask for the same few fields.
        if key not in field_words:
            field_words[key] = _words_in(_value_at(fields, key))
        return bool(field_words[key]) and _matches(field_words[key], wanted)

    consume("steps", len(casting.get("rules") or ()))
    rule_looks = [
        rule["look"]
        for rule in casting.get("rules") or ()
        if all(has(key, wanted) for key, wanted in rule["when"].items())
    ]
    _apply_head(casting, look, [*rule_looks, parts], seed)
    for rule_look in rule_looks:
        _apply(look, rule_look)
    for key in WORD_KEYS[1:]:
        _apply_words(casting, look, key, words, seed)
    _apply(look, parts)
    look.pop(WHO, None)
    return {key: _choose(key, value, seed) for key, value in look.items()}


def _sex(casting: Mapping[str, Any], value: Any, seed: int) -> str:
    """The word for a sex that rules use, for one of the words that mean the same; "man" for none."""
    if value is None:
        return "man"
    word = str(_choose(SEX, value, seed)).casefold().strip()
    meaning = ((casting.get("words") or {}).get(SEX) or {}).get(word)
    return meaning if isinstance(meaning, str) else word


def _apply_head(
    casting: Mapping[str, Any], look: dict[str, Any], later_looks: Sequence[Mapping[str, Any]], seed: int
) -> None:
    """Apply the head of the last `who`, unless the record's own look, the last one, names a head and nobody."""
    people = [one[WHO] for one in (look, *later_looks) if one.get(WHO)]
    own = later_looks[-1]
    if not people or (own.get("head") and not own.get(WHO)):
        return
    heads: Mapping[str, Any] = casting.get("heads") or {}
    who = str(_choose(WHO, people[-1], seed))
    if who not in heads:
        raise PartError(f"there is nobody called '{who}'. {did_you_mean(who, heads)}")
    _apply(look, heads[who])


def _apply_words(
    casting: Mapping[str, Any], look: dict[str, Any], key: _WordKey, words: Mapping[str, Any], seed: int
) -> None:
    """Apply the looks that words for a key mean, the record's own or else the look's; names of parts stay."""
    value = words.get(key, look.pop(key, None))
    if value is None:
        return
    value = _choose(key, value, seed)
    meanings = looks_of_words(casting, key, value)
    if meanings is None:
        look[key] = value
    for meaning in meanings or ():
        _apply(look, meaning)


def looks_of_words(casting: Mapping[str, Any], key: _WordKey, value: Any) -> list[Mapping[str, Any]] | None:
    """The looks that words of people mean, one after the other; None for the name of a part.

    Where words can be read in several ways, the longest one counts: "long red". PartError for a word that there is not,
    where no part is meant.
    """
    vocabulary: Mapping[str, Any] = (casting.get("words") or {}).get(key) or {}
    looks: list[Mapping[str, Any]] = []
    rest = [word for text in as_list(value) for word in str(text).casefold().replace(",", " ").split()]
    longest = max((len(entry.split()) for entry in vocabulary), default=0)
    consume("steps", len(rest) * longest)
    while rest:
        size = next((n for n in range(min(longest, len(rest)), 0, -1) if " ".join(rest[:n]) in vocabulary), 0)
        if not size and key in SLOTS:
            return None
        if not size:
            raise PartError(f"there is no {key} '{rest[0]}'. {did_you_mean(rest[0], vocabulary)}")
        meaning = vocabulary[" ".join(rest[:size])]
        looks.append(vocabulary[meaning] if isinstance(meaning, str) else meaning)
        rest = rest[size:]
    return looks or None


def _choose(key: str, value: Any, seed: int) -> Any:
    """A value, or one of an open choice."""
    if not isinstance(value, Mapping):
        return value
    choices = value.get("any")
    if not isinstance(choices, list) or not choices or len(value) > 1:
        raise PartError(f"{key} leaves nothing open; write it like {{any: [one, another]}}")
    return rng_for(seed, "cast", key).pick(choices)


def _apply(look: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        sign, slot = (key[0], key[1:]) if key[:1] in ("+", "-") else ("", key)
        if slot not in LOOK_KEYS:
            raise PartError(f"a look has no '{slot}'. {did_you_mean(slot, LOOK_KEYS)}")
        current = look.get(slot)
        if sign == "+":
            look[slot] = [*as_list(current), *as_list(value)]
        elif sign == "-":
            # Nothing is taken away from an open choice.
            kept = [part for part in as_list(current) if part not in as_list(value)]
            look[slot] = current if isinstance(current, Mapping) else kept
        else:
            look[slot] = value


def unknown_parts(casting: Casting, studio: ArtStudio) -> Iterator[Finding]:
    """A finding for each part, scene, skin, turn, head and word that a file of casting names and that there is not."""
    vocabularies: dict[str, Mapping[str, Any]] = {key: getattr(casting.words, key) for key in WORD_KEYS}
    known: dict[str, Collection[str]] = {slot: studio.parts.names(slot) for slot in SLOTS[:-1]}
    known |= {
        "scene": studio.scenes,
        "pose": (BUST, *studio.poses),
        "skin": studio.skins,
        "turn": TURNS,
        WHO: casting.heads,
    }
    looks = [casting.defaults, *(rule.look for rule in casting.rules), *casting.heads.values()]
    for key, words in vocabularies.items():
        with_look = [word for word, meaning in words.items() if not isinstance(meaning, str)]
        looks += (words[word] for word in with_look)
        for word, meaning in words.items():
            if isinstance(meaning, str) and meaning not in with_look:
                message, where = f"no word of {key} is '{meaning}'", casting.words.where_of(key, word)
                yield Finding("error", where, message, did_you_mean(meaning, with_look), "art")
    for look in filter(None, looks):
        for key, value in look.source_map.items():
            slot = key.lstrip("+-")
            names = value["any"] if isinstance(value, Mapping) else value
            for name in as_list(names) if slot in known else ():
                if name not in (*known[slot], "none", *vocabularies.get(slot, ())):
                    message = f"there is no {slot} '{name}'"
                    yield Finding("error", look.where_of(key), message, did_you_mean(str(name), known[slot]), "art")


def _value_at(record: Mapping[str, Any], path: str) -> Any:
    """The value of a field of a record, or of a key in it: figure.accessories."""
    value: Any = record
    for key in path.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _words_in(value: Any) -> list[str]:
    """The text of a field, or of each of its items, in small letters."""
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    return [str(item).casefold() for item in values if item is not None]


def _matches(fields: Sequence[str], wanted: Any) -> bool:
    """Whether any text of a field is one of the wanted words, in which * and ? stand for any letters."""
    words = [str(word).casefold() for word in (wanted if isinstance(wanted, list) else [wanted])]
    for word in (word for word in words if not _WILDCARDS.isdisjoint(word)):
        # A pattern of fnmatch goes through a text once for each of its stars.
        consume("steps", sum(1 + len(word) + len(text) // 100 for text in fields))
        if any(fnmatchcase(text, word) for text in fields):
            return True
    return any(word in fields for word in words)
