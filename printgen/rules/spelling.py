"""A file of guidelines comes in; Guidelines whose every word is known go out, or findings for those that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from printgen.base.errors import Finding, Where, unknown
from printgen.reading.files import Files
from printgen.reading.scalars import shortened
from printgen.rules.guidelines import Guidelines
from printgen.rules.stats import MOST, BestLine, Counting, ModifierLine, Stat
from printgen.rules.words import Vocabulary, folded


def read_guidelines(files: Files, path: Path) -> Guidelines | None:
    """The guidelines in a file, with the words that they name; None, with findings, when they have mistakes."""
    before = len(files.findings)
    read = files.part(path, Guidelines)
    files.findings[before:] = map(_moved, files.findings[before:])
    vocabulary = files.part(read.words_in, Vocabulary) if read and read.words_in else Vocabulary()
    if read is None or vocabulary is None:
        return None
    mistakes = [*_mistakes(read)]
    # A word that is missing there would only be told of twice.
    mistakes = mistakes or [*_words(read, vocabulary)]
    files.findings += mistakes
    return None if mistakes else read.speaking(vocabulary)


def _moved(finding: Finding) -> Finding:
    """A finding with where a key has gone to that guidelines had before there were files of words."""
    if finding.code != "unknown-key" or finding.message != 'unknown key "also"':
        return finding
    message = "other names of words stand in a file of words, and not in the guidelines any more"
    hint = "Move also: with all below it to a file such as words.yaml, and write words: words.yaml here."
    return replace(finding, message=message, hint=hint)


def _mistakes(read: Guidelines) -> Iterator[Finding]:
    for key, stat in read.stats.items():
        yield from _stat(read, key, stat)
    for n, texts in enumerate(read.exclusive):
        for i, text in enumerate(texts):
            yield from _unknown(read, text, read.where_of("exclusive", n, i))
    for one, two in read.twice.items():
        yield from _twice(read, one, two)
    for n, texts in enumerate(read.free):
        for i, text in enumerate(texts):
            yield from _unknown(read, text, read.where_of("free", n, i))
    for told in (*read.expected, *read.says):
        yield from _field(read, told)
        for n, text in enumerate(told.words):
            yield from _unknown(read, text, told.where_of(told.field, n))
    yield from _inferred(read)
    for key, name in (("group", read.report.group), ("abilities", read.report.abilities)):
        if name and name not in read.fields:
            message = f'{key} has the unknown value "{shortened(name)}"'
            yield unknown(read.where_of("report", key), "unknown-value", message, name, read.fields)


def _stat(read: Guidelines, key: str, stat: Stat) -> Iterator[Finding]:
    for line in stat.lines:
        yield from _field(read, line)
        yield from _line(read, line)
    for word, count in Counter(word for line in stat.lines for word in line.keys).items():
        if count > 1:
            message = f'{key} counts "{shortened(read.counted[word].name)}" on two lines'
            yield Finding("error", stat.where, message, "Remove it from one of them.", "duplicate-name")


def _inferred(read: Guidelines) -> Iterator[Finding]:
    """Findings for inferred lines of no stat, or on fields that no card has."""
    for key, lines in read.inferred.items():
        if key not in read.stats:
            where = read.key_where_of("inferred", key)
            yield unknown(where, "unknown-stat", f'there is no stat "{shortened(key)}"', key, read.stats)
        for line in lines:
            yield from _field(read, line, [*read.fields])


def _field(read: Guidelines, line: Counting, fields: Sequence[str] = ()) -> Iterator[Finding]:
    """Findings for a line that names no field whose words can be counted (or other `fields`), or several."""
    known = fields or [name for name, field in read.fields.items() if field.one]
    for name in (name for name in line.counted if name not in known):
        yield unknown(line.key_where_of(name), "unknown-key", f'unknown key "{shortened(name)}"', name, known)
    if len(line.counted) != 1:
        message = f"this counts the words of one field: {' or '.join(known)}"
        yield Finding("error", line.where, message, "Write the field and a list of words.", "bad-value")


def _line(read: Guidelines, line: BestLine | ModifierLine) -> Iterator[Finding]:
    if line.numbers and line.numbers[0] >= line.numbers[1]:
        low, top = line.numbers
        message = f"to is {top}; it must be from {low + 1} to {MOST}"
        yield Finding("error", line.where_of("to"), message, f"Choose a number above {low}.", "out-of-range")
    for n, (text, key) in enumerate(zip(line.words, line.keys, strict=True)):
        word = read.counted[key]
        if word.field != line.field:
            message = f'"{shortened(text)}" is one of the {word.field} above, and one of the {line.field} here'
            where = line.where_of(line.field, n)
            yield Finding("error", where, message, "Give one of them another name.", "duplicate-name")
        elif line.numbers and word.numbers != line.numbers:
            message = f'"{shortened(text)}" carries other numbers on another line'
            where = line.where_of(line.field, n)
            yield Finding("error", where, message, "Write the same numbers on both lines.", "bad-value")


def _unknown(read: Guidelines, text: str, where: Where) -> Iterator[Finding]:
    """The finding for a word that no stat counts."""
    if folded(text) not in read.counted:
        known = (word.name for word in read.counted.values())
        yield unknown(where, "unknown-word", f'no stat counts "{shortened(text)}"', text, known)


def _twice(read: Guidelines, text: str, other: str) -> Iterator[Finding]:
    where = read.where_of("twice", text)
    yield from _unknown(read, text, read.key_where_of("twice", text))
    yield from _unknown(read, other, where)
    one, two = read.counted.get(folded(text)), read.counted.get(folded(other))
    if one and two and (one == two or one.field != two.field or one.numbers or two.numbers):
        message = f'two of "{one.name}" cannot be "{two.name}"'
        yield Finding("error", where, message, f"Name another one of the {one.field}.", "bad-value")


def _words(read: Guidelines, told: Vocabulary) -> Iterator[Finding]:
    """Findings for what is called by names that no stat counts, and for names that mean something already."""
    taken = {key: word.name for key, word in read.counted.items()}
    for section, entries in (
        ("also", told.also),
        ("ends", told.ends),
        ("anywhere", told.anywhere),
        ("models", told.models),
    ):
        for name, texts in entries.items():
            yield from _unknown(read, name, told.key_where_of(section, name))
            for n, text in enumerate(texts):
                key = folded(text)
                # A word of the guidelines may say that it ends longer names, too.
                if key in taken and (section == "also" or key != folded(name)):
                    yield _taken(told.where_of(section, name, n), text, taken[key])
                taken[key] = name
    for n, text in enumerate(told.nothing):
        if folded(text) in taken:
            yield _taken(told.where_of("nothing", n), text, taken[folded(text)])
        taken[folded(text)] = "nothing"
    for name in told.carriers:
        yield from _unknown(read, name, told.key_where_of("carriers", name))
    for pair in told.pairs:
        if pair.word is not None:
            yield from _unknown(read, pair.word, pair.where_of("word"))
        for text in pair.names:
            if (other := taken.setdefault(folded(text), pair.word or "nothing")) != (pair.word or "nothing"):
                yield _taken(pair.where, text, other)


def _taken(where: Where, text: str, name: str) -> Finding:
    message = f'"{shortened(text)}" is already "{name}"'
    return Finding("error", where, message, "Remove one of the two.", "duplicate-name")
