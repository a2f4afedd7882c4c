"""Cards whose figure is on record come in; findings for words that it does not show, and for what it has besides."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.base.errors import Exit, Finding, Where, broken
from printgen.reading.scalars import shortened
from printgen.rules.dossiers import Dossier
from printgen.rules.guidelines import Saying
from printgen.rules.origins import INFERRED, LeftOut, inferred_in, on_record
from printgen.rules.words import Word, folded


def check_figure(card: Dossier) -> Iterator[Finding]:
    """Warnings for words that nothing shows, and for what would change a number and is left out."""
    yield from _inferred(card)
    for saying in card.guidelines.says:
        if saying.only:
            yield from _only(card, saying)
    if not on_record(card.record):
        return
    for origin in card.origins.words:
        if not origin.mark:
            one = card.guidelines.fields[origin.word.field].one
            message = f'{card.record.name} has the {one} "{origin.text}", which neither its figure nor its role shows'
            hint = f"Add what came with the figure to its accessories, or write {INFERRED}: [{origin.word.name}]."
            yield _warning(_place(card, origin.word), "unfounded-word", message, hint)
    for left in card.origins.left_out:
        if left.changes:
            yield _left_out(card, left, "warning")


def notes_on_figure(card: Dossier) -> Iterator[Finding]:
    """Information on accessories of a figure on record that change no number, or that are not understood."""
    if not on_record(card.record):
        return
    for left in card.origins.left_out:
        if not left.changes:
            yield _left_out(card, left, "info")
    for one in card.origins.accessories:
        if one.words is None:
            message = f'{card.record.name} came with "{shortened(one.name)}", which is not understood'
            yield Finding("info", one.where, message, "", "not-understood", Exit.OK)
        elif one.beside:
            told = f'"{shortened(one.name)}"; "{shortened(one.beside)}" is not counted by itself'
            message = f"{card.record.name} came with {told}"
            yield Finding("info", one.where, message, "", "in-a-note", Exit.OK)


def _left_out(card: Dossier, left: LeftOut, severity: str) -> Finding:
    name, word = card.record.name, left.word
    names = " and ".join(f'"{shortened(one)}"' for one in left.names)
    message = f"{name} came with {names}: {word.name}, which its {word.field} leave out"
    if severity == "info":
        return Finding("info", left.accessory.where, message, "", "left-out", Exit.OK)
    changed = " and ".join(card.guidelines.stats[key].label for key in left.changes)
    hint = (
        f"Add {word.name} to its {word.field}; {changed} {'changes' if len(left.changes) == 1 else 'change'} with it."
    )
    return _warning(left.accessory.where, "left-out", message, hint)


def _inferred(card: Dossier) -> Iterator[Finding]:
    """Findings for words that are said to be inferred and need not be, or are none of the card's."""
    texts, name = inferred_in(card.record), card.record.name
    origins = {origin.word.key: origin for origin in card.origins.words} if texts else {}
    for index, text in enumerate(texts):
        meant = card.guidelines.word(text)
        origin = origins.get(meant[0].key) if meant else None
        where = card.place(INFERRED, index)
        if origin is None:
            message = f'{name} infers "{shortened(text)}", which is none of its {" and ".join(card.carried)}'
            yield broken(where, "unknown-inferred", message, f"Remove it from {INFERRED}, or add it there.")
        elif origin.shown:
            told = ", ".join(map(shortened, origin.sources))
            shows = "came with its figure" if origin.mark == "seen" else "its role says"
            message = f'{name} infers "{origin.text}", which {shows}: {told}'
            yield _warning(where, "needless-inferred", message, f"Remove it from {INFERRED}.")


def _only(card: Dossier, saying: Saying) -> Iterator[Finding]:
    """Findings for a word that a card has just where its role says so, and that one has otherwise, or has not."""
    name, (field,) = card.record.name, saying.when
    told = saying.met(card.record.values)
    held = [key for text in card.derived.carried[saying.field] if (key := folded(text)) in saying.keys]
    if held and not told:
        word = card.guidelines.counted[held[0]]
        message = f'{name} has "{word.name}", and its {field} does not say so'
        hint = f"Remove it: cards have it just where their {field} says {' or '.join(saying.when[field])}."
        yield _warning(_place(card, word), "not-said", message, hint)
    elif told and not held:
        message = f"the {field} of {name} says {told}, and its {saying.field} lack {saying.words[0]}"
        yield _warning(card.record.where_of(field), "said", message, f"Add {saying.words[0]} to its {saying.field}.")


def _place(card: Dossier, word: Word) -> Where:
    """The place of a word of a card, or of the first of those that make it."""
    for index, text in enumerate(card.carried[word.field]):
        meant = card.guidelines.word(text)
        if meant and word in (meant[0], card.guidelines.doubled.get(meant[0].key)):
            return card.place(word.field, index)
    return card.record.where_of(word.field)


def _warning(where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding("warning", where, message, hint, code, Exit.RULES_BROKEN)
