"""What a card's role and skills say of it: its fields come in; the words that they give it go out, with the reasons.

GO JOE's source gives values to what a figure is and knows (CLOSE COMBAT VALUE: Non-combat Specialist, such as a medic;
TACTICS VALUE: Leader +1); that the role or a skill of a card says so is our reading of it, listed under `says` and
`expected` of its guidelines with the line that each follows. This is the one rule by which `derive`, `new`, `suggest`,
`solve` and the studio give a figure that, so that it has the same numbers wherever it is asked for.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Set
from typing import Any, NamedTuple

from printgen.rules.guidelines import Guidelines
from printgen.rules.words import Word, folded


class Implied(NamedTuple):
    """A word that a card is given: the first of `choice`, any one of which would do; where from, and why in words."""

    word: Word
    choice: tuple[Word, ...]
    source: str
    reason: str


def implied(
    guidelines: Guidelines,
    values: Mapping[str, Any],
    held: Set[str],
    barred: Set[str] = frozenset(),
    off: Container[str] = (),
    vehicle: bool = False,
) -> tuple[Implied, ...]:
    """The words that a card is given, but for those that it holds, as folded words, or that are `barred`.

    `values` are its fields as records have them; fields that are `off` are given nothing. What a role says of a `free`
    set is given to a figure that came with a vehicle alone. Words that carry a number are left out: nobody says it, see
    `numbered_of`.
    """
    keys, found = set(held), []
    for choice, source, reason in _called(guidelines, values, vehicle):
        if keys & {word.key for word in choice} or barred & {word.key for word in choice} or choice[0].field in off:
            continue
        found.append(Implied(choice[0], choice, source, reason))
        keys.add(choice[0].key)
    return tuple(found)


def numbered_of(guidelines: Guidelines, values: Mapping[str, Any]) -> list[Word]:
    """The words that a card's role and skills say of it and that carry a number, which somebody must choose."""
    keys = dict.fromkeys(key for saying in guidelines.says if saying.met(values) for key in saying.keys)
    return [word for key in keys if (word := guidelines.counted[key]).numbers]


def _called(
    guidelines: Guidelines, values: Mapping[str, Any], vehicle: bool
) -> Iterator[tuple[tuple[Word, ...], str, str]]:
    """What is said of a card and then what is expected of it: words of which one will do, where from, and why."""
    met = [one for one in guidelines.expected if _expects(guidelines, one.when, values)]
    reasons = {key: one.reason for one in reversed(met) for key in one.keys}
    for saying in guidelines.says:
        if term := saying.met(values):
            ((name, _),) = saying.when.items()
            field, several = guidelines.fields[name].word, isinstance(values[name], tuple)
            source = f"{field} {term if several else values[name]}"
            for choice in _choices(guidelines, saying.keys):
                if len(choice) > 1 and not vehicle:
                    continue
                said = f"its {field} {'is' if several else 'says'} {term}"
                yield choice, source, reasons.get(choice[0].key, said)
    for one in met:
        yield tuple(guidelines.counted[key] for key in one.keys), one.reason, one.reason


def _expects(guidelines: Guidelines, when: Mapping[str, str], values: Mapping[str, Any]) -> bool:
    ((name, value),) = when.items()
    field = guidelines.fields.get(name)
    return field is not None and value in field.words_in(values)


def _choices(guidelines: Guidelines, keys: tuple[str, ...]) -> Iterator[tuple[Word, ...]]:
    """The words of a saying: each by itself, but those of a `free` set as a choice; none with a number."""
    words = [word for key in keys if not (word := guidelines.counted[key]).numbers]
    sets = [{*map(folded, texts)} for texts in guidelines.free]
    done: set[str] = set()
    for word in words:
        rivals = next((one for one in sets if word.key in one), {word.key})
        if word.key not in done:
            done |= rivals
            yield tuple(other for other in words if other.key in rivals)
