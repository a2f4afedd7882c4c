"""The text of a YAML file with nothing but some places changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.editing.spans import Span, SpanText, Step, Way, indent_of, line_end, line_start, next_line
from printgen.reading.yaml_events import examine_yaml
from printgen.reading.yaml_text import WIDTH, block_lines, block_scalars, flow_text, fold, scalars

_TO_LINE_END = re.compile(r"[ \t]*(#[^\r\n]*)?")
_ENDLESS = 10**9
_USUAL = 80


class Splicer(SpanText):
    """Makes texts of one text, of which each is otherwise at one place."""

    # ---- what is asked for

    def assign(self, way: Way, value: Any, after: str | None) -> Iterator[str]:
        """A value under a key, which may be new, or at an index."""
        around, last = self.at(way[:-1]), way[-1]
        if around.kind == "map" and not any(key.key == last for key, _ in around.pairs):
            yield from self.add_key(around, str(last), value, after)
            return
        old = around.inner(last)
        plain_old = old.kind == "scalar" or old.flow
        if not isinstance(value, dict | list):
            yield from self.scalar(around, old, value)
        elif plain_old:
            yield from self.in_brackets(old, value)
        if around.kind == "map" and not around.flow:
            key, _ = around.pairs[around.pair(str(last))]
            # A block of lines, or a value in place of one: the pair is written anew.
            yield self.splice(key.start, max(old.end, key.end), self.block({key.key: value}, self.column(key.start)))
        elif around.kind == "list" and not around.flow:
            yield self.splice(old.start, old.end, self.block([value], self.column(old.start) - 2)[2:])

    def drop(self, way: Way) -> Iterator[str]:
        """A key or an item is left out."""
        around, last = self.at(way[:-1]), way[-1]
        if around.kind == "map":
            n = around.pair(str(last))
            parts = [(key.start, max(key.end, value.end)) for key, value in around.pairs]
        else:
            n, parts = int(last), [(item.start, item.end) for item in around.items]
        if len(parts) == 1:
            yield from self.make_empty(around, way[:-1])
        elif around.flow:
            yield from self.without_part(parts, n)
        elif around.kind == "map":
            yield from self.without_pair(parts, n)
        else:
            yield from self.without_item(around, n)

    def insert(self, way: Way, value: Any) -> Iterator[str]:
        """One item more in a list."""
        around, at = self.at(way[:-1]), int(way[-1])
        if not around.items:
            yield from self.in_brackets(around, [value])
        elif around.flow:
            yield from self.in_row(around, at, value)
        else:
            yield self.insert_line(around, at, value)

    # ---- single values

    def scalar(self, around: Span, old: Span, value: Any) -> Iterator[str]:
        """A single value in place of another value."""
        text, start, end = self.text, old.start, old.end
        tail = ""
        if old.block:
            # It stands on the lines below; a comment behind the key stays there.
            if around.kind != "map":
                return
            key = next(key for key, data in around.pairs if data is old)
            start = text.index(":", key.end) + 1
            rest = _TO_LINE_END.match(text, start)
            tail = f"  {rest[1]}" if rest and rest[1] and rest.end() <= old.start else ""
        head = " " if start and text[start - 1] not in " \t\n\r[{" and (old.block or start == end) else ""
        lines = text[start:end].splitlines()
        longest = max(
            (len(line) for line in text[line_start(text, start) : line_end(text, end)].splitlines()), default=0
        )
        # Who writes long lines wants them.
        usual = min(WIDTH, max(_USUAL, max(map(len, text.splitlines()))))
        width = max(longest, usual) if len(lines) > 1 else WIDTH if longest <= WIDTH else _ENDLESS
        inner = indent_of(text, start) + 2
        if len(lines) > 1 and not old.block:
            inner = max(len(lines[1]) - len(lines[1].lstrip()), 1)
        if old.style in ("|", ">") and isinstance(value, str):
            deep = next((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), inner)
            for text_after in block_scalars(value, old.style, deep, self.end, width):
                yield self.splice(start, end, text_after)
        elif isinstance(value, str) and "\n" in value and not around.flow and around.kind == "map":
            for text_after in block_scalars(value, "|", inner, self.end):
                yield self.splice(start, end, head + text_after)
        if type(value) in (int, float) and value >= 0 and text[start : start + 1] == "+":
            yield self.splice(start, end, f"+{next(scalars(value))}")
        for words in scalars(value, "" if old.style in ("|", ">") else old.style, around.flow):
            column = self.column(start) + len(head)
            if isinstance(value, str) and column + len(words) > width:
                text_after = fold(words, column, inner, self.end, width) or words
                yield self.splice(start, end, head + text_after + tail)
            yield self.splice(start, end, head + words + tail)

    def in_brackets(self, old: Span, value: Any) -> Iterator[str]:
        """A list or a mapping in brackets in place of a single value, or of another one in brackets."""
        head = " " if old.start == old.end and self.text[old.start - 1 : old.start] not in (" ", "") else ""
        text_after = flow_text(value)
        if self.column(old.start) + len(text_after) <= WIDTH or old.flow:
            yield self.splice(old.start, old.end, head + text_after)

    # ---- mappings

    def add_key(self, around: Span, key: str, value: Any, after: str | None) -> Iterator[str]:
        """A mapping with one key more."""
        text = self.text
        if not around.pairs:
            yield self.splice(around.start, around.end, flow_text({key: value}))
            return
        n = next((n for n, (known, _) in enumerate(around.pairs) if known.key == after), len(around.pairs) - 1)
        before, data = around.pairs[n]
        end = max(before.end, data.end)
        if around.flow:
            words = flow_text({key: value})[1:-1]
            following = around.pairs[1][0].start if len(around.pairs) > 1 else None
            between = text[max(around.pairs[0][1].end, around.pairs[0][0].end) : following] if following else ", "
            line = self.end in between and "#" not in between
            apart = f",{self.end}{' ' * self.column(before.start)}" if line else ", "
            if not line and self.column(end) + len(words) > WIDTH:
                apart = f",{self.end}{' ' * (self.deepest(around))}"
            yield self.splice(end, end, apart + words)
            return
        at, column = line_end(text, end), self.column(around.pairs[0][0].start)
        yield self.splice(at, at, self.end + " " * column + self.block({key: value}, column))

    def without_pair(self, parts: list[tuple[int, int]], n: int) -> Iterator[str]:
        """A mapping of lines without one of its pairs."""
        text, (start, end) = self.text, parts[n]
        first = line_start(text, start)
        if not text[first:start].strip(" "):
            yield self.without(first, next_line(text, end))
        else:  # It stands behind a dash.
            yield self.splice(start, parts[n + 1][0], "") if n + 1 < len(parts) else text

    # ---- lists and mappings in brackets

    def without_part(self, parts: list[tuple[int, int]], n: int) -> Iterator[str]:
        """Brackets without one of what they hold, and without one of its commas."""
        start, end = parts[n]
        if n + 1 < len(parts):
            between = self.text[end : parts[n + 1][0]]
            yield self.splice(start, end + between.index(",") + 1 if "#" in between else parts[n + 1][0], "")
        else:
            before = parts[n - 1][1]
            between = self.text[before:start]
            yield self.splice(before + (between.index(",") if "#" in between else 0), end, "")

    def in_row(self, around: Span, at: int, value: Any) -> Iterator[str]:
        """A list in brackets with one item more."""
        words, items = flow_text(value), around.items
        between = self.text[items[0].end : items[1].start] if len(items) > 1 else ", "
        if self.end in between and "#" not in between:
            apart = f",{self.end}{' ' * self.column(items[1].start)}"
        else:
            apart = ", " if between == "," or "#" in between or self.end in between else between
        if at < len(items):
            yield self.splice(items[at].start, items[at].start, words + apart)
            return
        if self.column(items[-1].end) + len(words) > WIDTH and self.end not in apart:
            apart = f",{self.end}{' ' * self.deepest(around)}"
        yield self.splice(items[-1].end, items[-1].end, apart + words)

    def make_empty(self, around: Span, way: Way) -> Iterator[str]:
        """A list or a mapping that holds nothing any more."""
        empty = "{}" if around.kind == "map" else "[]"
        if around.flow:
            yield self.splice(around.start, around.end, empty)
        elif not way:
            yield self.splice(line_start(self.text, around.start), next_line(self.text, around.end), empty + self.end)
        else:
            outer = self.at(way[:-1])
            if outer.kind == "map":
                key, _ = outer.pairs[outer.pair(str(way[-1]))]
                yield self.splice(self.text.index(":", key.end) + 1, around.end, " " + empty)
            else:
                yield self.splice(around.start, around.end, empty)

    # ---- lists of lines

    def without_item(self, around: Span, n: int) -> Iterator[str]:
        """A list of lines without one of its items, and without the blank lines that kept it apart."""
        text, chunks = self.text, self.chunks(around)
        start, end = chunks[n]
        if text[line_start(text, start) : start].strip(" ") or (n == 0 and self.behind(around)):
            # The list begins on the line of something else.
            yield self.splice(around.items[0].start, around.items[1].start, "")
            return
        if n + 1 < len(chunks):
            while end < chunks[n + 1][0] and not text[end : line_end(text, end)].strip():
                end = next_line(text, end)
        else:
            while start and not (text[line_start(text, start - 1) : start].strip()):
                start = line_start(text, start - 1)
        yield self.without(start, end)

    def insert_line(self, around: Span, at: int, value: Any) -> str:
        """A list of lines with one item more, kept apart as the others are."""
        text, chunks, column = self.text, self.chunks(around), self.column(around.start)
        gaps = [text[chunks[n][1] : chunks[n + 1][0]] for n in range(len(chunks) - 1)]
        apart = self.end if not gaps and isinstance(value, Mapping) and len(value) > 1 else ""
        if gaps and sum(not gap.strip() and bool(gap) for gap in gaps) * 2 > len(gaps):
            apart = self.end
        lines = " " * column + self.block([value], column) + self.end
        if at < len(chunks):
            start = chunks[at][0]
            if at == 0 and self.behind(around):
                place = around.items[0].start
                return self.splice(place, place, self.block([value], column)[2:] + self.end + " " * column + "- ")
            return self.splice(start, start, lines + apart)
        end = chunks[-1][1]
        first = "" if text[:end].endswith(("\n", "\r")) else self.end
        text_after = first + apart + lines
        return self.splice(end, end, text_after.removesuffix(self.end) if first else text_after)

    def block(self, value: Any, column: int) -> str:
        """A mapping or a list as lines that begin at a column, the first of them without its indentation."""
        return (self.end + " " * column).join(block_lines(value, WIDTH - column, spread=isinstance(value, list)))


class SetValue(NamedTuple):
    """A value under a key or at an index; a key that there is not comes behind the key `after`, or at the end."""

    way: Way
    value: Any
    after: str | None = None


class Drop(NamedTuple):
    """A key or an item is no more."""

    way: Way


class Insert(NamedTuple):
    """One item more in a list, before that at the index which the way ends in."""

    way: Way
    value: Any


Change = SetValue | Drop | Insert


def plain(value: Any) -> Any:
    """What a file holds as plain mappings and lists, which may be changed."""
    if isinstance(value, Mapping):
        return {key: plain(data) for key, data in value.items()}
    return [plain(data) for data in value] if isinstance(value, list | tuple) else value


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same data: 1 and 1.0, or 1 and true, are not."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def holder(data: Any, way: Way) -> tuple[Any, Step]:
    """What holds the value that a way leads to, and its last step. LookupError where there is none."""
    for step in way[:-1]:
        data = data[step]
    return data, way[-1]


def apply_change(data: Any, change: Change) -> Any:
    """The data with a change. LookupError where its way leads nowhere."""
    text_after = deepcopy(data)
    data, last = holder(text_after, change.way)
    if isinstance(change, SetValue):
        data[last] = change.value
    elif isinstance(change, Drop):
        del data[last]
    else:
        data.insert(last, change.value)
    return text_after


def differences(old: Any, new: Any, way: Way = ()) -> Iterator[Change]:
    """The changes that make one value of another, in an order in which they can be made one after the other."""
    if same(old, new):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from (Drop((*way, key)) for key in old if key not in new)
        before = None
        for key, value in new.items():
            if key in old:
                yield from differences(old[key], value, (*way, key))
            else:
                yield SetValue((*way, key), value, before)
            before = key
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and old and new:
        yield from _of_lists(old, new, way)
    else:
        yield SetValue(way, new)


def _of_lists(old: Sequence[Any], new: Sequence[Any], way: Way) -> Iterator[Change]:
    # From the end, so that indices before a change stay what they are.
    codes = SequenceMatcher(
        None, [*map(_comparison_key, old)], [*map(_comparison_key, new)], autojunk=False
    ).get_opcodes()
    for word, a, b, c, d in reversed(codes):
        shared = min(b - a, d - c) if word == "replace" else 0
        if word == "equal":
            continue
        for at in reversed(range(a + shared, b)):
            yield Drop((*way, at))
        for value in reversed(new[c + shared : d]):
            yield Insert((*way, a + shared), value)
        for n in reversed(range(shared)):
            yield from differences(old[a + n], new[c + n], (*way, a + n))


def _comparison_key(value: Any) -> str:
    """What a value is, for comparing."""
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{key!r}:{_comparison_key(inner)}" for key, inner in value.items())) + "}"
    return f"[{','.join(map(_comparison_key, value))}]" if isinstance(value, list | tuple) else repr(value)


_BOM = "\ufeff"


def patch(text: str, changes: Iterable[Change], shown: str) -> str:
    """A text with changes, made one after the other; `shown` is the file's name in findings.

    Raises PrintgenError when the text has mistakes, or when a change cannot be made without touching more than its
    place.
    """
    start = _BOM if text.startswith(_BOM) else ""
    text = text.removeprefix(_BOM)
    data = plain(parse(text, shown))
    for change in changes:
        try:
            wanted = apply_change(data, change)
        except (LookupError, TypeError, AttributeError) as error:
            raise _refusal(shown, "this file does not hold what is to be changed") from error
        if not same(data, wanted):
            text = _first_right(text, change, wanted, shown)
        data = wanted
    return start + text


def parse(text: str, shown: str) -> Any:
    """What a text holds. PrintgenError with what is wrong with it."""
    value, findings = examine_yaml(text, shown)
    if findings:
        raise PrintgenError(findings)
    return value


def _first_right(text: str, change: Change, wanted: Any, shown: str) -> str:
    """The first of the texts that a change may lead to that holds what is wanted."""
    for text_after in _ways(Splicer(text), change):
        value, findings = examine_yaml(text_after, shown)
        if not findings and same(plain(value), wanted):
            return text_after
    raise _refusal(shown, "this change cannot be written into the file without touching more of it")


def _ways(splicer: Splicer, change: Change) -> Iterator[str]:
    try:
        if isinstance(change, SetValue):
            yield from splicer.assign(change.way, change.value, change.after)
        elif isinstance(change, Drop):
            yield from splicer.drop(change.way)
        else:
            yield from splicer.insert(change.way, change.value)
    except LookupError:
        return


def _refusal(shown: str, message: str) -> PrintgenError:
    hint = "Change it in the file itself, in an editor or in the studio's room for files."
    return PrintgenError([Finding("error", Where(shown), message, hint, "cannot-patch")])
