"""Change values of a YAML file and leave the rest of its text, comments and layout, as it is.

A change has several possible texts, the most like the old one first. The first that reads back as exactly the wanted
data is taken; where none does, the change is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from printgen.base.errors import Finding, PrintgenError, Where
from printgen.editing.spans import Span, SpanText, Way, indent_of, line_end, line_start, next_line, previous_line
from printgen.reading.scalars import WIDTH, block_lines, block_scalars, flow_text, fold, scalars
from printgen.reading.yaml_events import examine_yaml

_TO_LINE_END = re.compile(r"[ \t]*(#[^\r\n]*)?")
_UNLIMITED = 10**9
"""The width of a text in whose lines nothing is folded."""
_USUAL_WIDTH = 80
"""Texts of several lines are folded at this column, or where the longest line of the file ends."""


class Splicer(SpanText):
    """Yields the texts that one change of a text may give, the best first."""

    # ---- the three changes

    def assign(self, way: Way, value: Any, after: str | None) -> Iterator[str]:
        """Put a value under a key or at an index; a new key comes behind the key `after`."""
        around, last = self.at(way[:-1]), way[-1]
        if around.kind == "map" and not any(key.key == last for key, _ in around.pairs):
            yield from self.add_key(around, str(last), value, after)
            return
        old = around.inner(last)
        if not isinstance(value, dict | list):
            yield from self.scalar(around, old, value)
        elif old.kind == "scalar" or old.flow:
            yield from self.in_brackets(old, value)
        if around.kind == "map" and not around.flow:
            key, _ = around.pairs[around.pair(str(last))]
            # A block of lines, or a value in place of one: the pair is written anew.
            yield self.splice(key.start, max(old.end, key.end), self.block({key.key: value}, self.column(key.start)))
        elif around.kind == "list" and not around.flow:
            yield self.splice(old.start, old.end, self.block([value], self.column(old.start) - 2)[2:])

    def drop(self, way: Way) -> Iterator[str]:
        """Leave out a key with its value, or an item."""
        around, last = self.at(way[:-1]), way[-1]
        if around.kind == "map":
            n = around.pair(str(last))
            extents = [(key.start, max(key.end, value.end)) for key, value in around.pairs]
        else:
            n, extents = int(last), [(item.start, item.end) for item in around.items]
        if len(extents) == 1:
            yield from self.make_empty(around, way[:-1])
        elif around.flow:
            yield from self.without_flow_entry(extents, n)
        elif around.kind == "map":
            yield from self.without_pair(extents, n)
        else:
            yield from self.without_item(around, n)

    def insert(self, way: Way, value: Any) -> Iterator[str]:
        """Put one more item into a list."""
        around, at = self.at(way[:-1]), int(way[-1])
        if not around.items:
            yield from self.in_brackets(around, [value])
        elif around.flow:
            yield self.insert_flow_item(around, at, value)
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
        around_lines = text[line_start(text, start) : line_end(text, end)].splitlines()
        longest = max(map(len, around_lines), default=0)
        # Who writes long lines wants them.
        usual = min(WIDTH, max(_USUAL_WIDTH, max(map(len, text.splitlines()))))
        width = max(longest, usual) if len(lines) > 1 else WIDTH if longest <= WIDTH else _UNLIMITED
        indent = indent_of(text, start) + 2
        if len(lines) > 1 and not old.block:
            indent = max(len(lines[1]) - len(lines[1].lstrip()), 1)
        if old.style in ("|", ">") and isinstance(value, str):
            old_indent = next((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), indent)
            for block in block_scalars(value, old.style, old_indent, self.end, width):
                yield self.splice(start, end, block)
        elif isinstance(value, str) and "\n" in value and not around.flow and around.kind == "map":
            for block in block_scalars(value, "|", indent, self.end):
                yield self.splice(start, end, head + block)
        if type(value) in (int, float) and value >= 0 and text[start : start + 1] == "+":
            yield self.splice(start, end, f"+{next(scalars(value))}")
        for words in scalars(value, "" if old.style in ("|", ">") else old.style, around.flow):
            column = self.column(start) + len(head)
            if isinstance(value, str) and column + len(words) > width:
                lines_of_words = fold(words, column, indent, self.end, width) or words
                yield self.splice(start, end, head + lines_of_words + tail)
            yield self.splice(start, end, head + words + tail)

    def in_brackets(self, old: Span, value: Any) -> Iterator[str]:
        """A list or a mapping in brackets in place of a single value, or of another one in brackets."""
        head = " " if old.start == old.end and self.text[old.start - 1 : old.start] not in (" ", "") else ""
        words = flow_text(value)
        if self.column(old.start) + len(words) <= WIDTH or old.flow:
            yield self.splice(old.start, old.end, head + words)

    # ---- mappings

    def add_key(self, around: Span, key: str, value: Any, after: str | None) -> Iterator[str]:
        """A mapping with one key more."""
        text = self.text
        if not around.pairs:
            yield self.splice(around.start, around.end, flow_text({key: value}))
            return
        n = next((n for n, (name, _) in enumerate(around.pairs) if name.key == after), len(around.pairs) - 1)
        before, data = around.pairs[n]
        end = max(before.end, data.end)
        if around.flow:
            words = flow_text({key: value})[1:-1]
            following = around.pairs[1][0].start if len(around.pairs) > 1 else None
            gap = text[max(around.pairs[0][1].end, around.pairs[0][0].end) : following] if following else ", "
            is_line_each = self.end in gap and "#" not in gap
            separator = f",{self.end}{' ' * self.column(before.start)}" if is_line_each else ", "
            if not is_line_each and self.column(end) + len(words) > WIDTH:
                separator = f",{self.end}{' ' * (self.continuation_indent(around))}"
            yield self.splice(end, end, separator + words)
            return
        at, column = line_end(text, end), self.column(around.pairs[0][0].start)
        yield self.splice(at, at, self.end + " " * column + self.block({key: value}, column))

    def without_pair(self, extents: list[tuple[int, int]], n: int) -> Iterator[str]:
        """A mapping of lines without one of its pairs."""
        text, (start, end) = self.text, extents[n]
        first = line_start(text, start)
        if not text[first:start].strip(" "):
            yield self.without(first, next_line(text, end))
        elif n + 1 < len(extents):  # It follows a dash on its line.
            yield self.splice(start, extents[n + 1][0], "")

    # ---- lists and mappings in brackets

    def without_flow_entry(self, extents: list[tuple[int, int]], n: int) -> Iterator[str]:
        """Brackets without one of their entries, and without one comma beside it."""
        start, end = extents[n]
        if n + 1 < len(extents):
            gap = self.text[end : extents[n + 1][0]]
            yield self.splice(start, end + gap.index(",") + 1 if "#" in gap else extents[n + 1][0], "")
        else:
            before = extents[n - 1][1]
            gap = self.text[before:start]
            yield self.splice(before + (gap.index(",") if "#" in gap else 0), end, "")

    def insert_flow_item(self, around: Span, at: int, value: Any) -> str:
        """A list in brackets with one more item."""
        words, items = flow_text(value), around.items
        gap = self.text[items[0].end : items[1].start] if len(items) > 1 else ", "
        if self.end in gap and "#" not in gap:
            separator = f",{self.end}{' ' * self.column(items[1].start)}"
        else:
            separator = ", " if gap == "," or "#" in gap else gap
        if at < len(items):
            return self.splice(items[at].start, items[at].start, words + separator)
        if self.column(items[-1].end) + len(words) > WIDTH and self.end not in separator:
            separator = f",{self.end}{' ' * self.continuation_indent(around)}"
        return self.splice(items[-1].end, items[-1].end, separator + words)

    def make_empty(self, around: Span, way: Way) -> Iterator[str]:
        """A list or a mapping, to which `way` leads, that holds nothing any more."""
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
        if text[line_start(text, start) : start].strip(" ") or (n == 0 and self.begins_in_line(around)):
            # The list begins on the line of something else.
            yield self.splice(around.items[0].start, around.items[1].start, "")
            return
        if n + 1 < len(chunks):
            while end < chunks[n + 1][0] and not text[end : line_end(text, end)].strip():
                end = next_line(text, end)
        else:
            while start and not text[previous_line(text, start) : start].strip():
                start = previous_line(text, start)
        yield self.without(start, end)

    def insert_line(self, around: Span, at: int, value: Any) -> str:
        """A list of lines with one more item, after a blank line where most of the others have one between them."""
        text, chunks, column = self.text, self.chunks(around), self.column(around.start)
        gaps = [text[chunks[n][1] : chunks[n + 1][0]] for n in range(len(chunks) - 1)]
        blank_line = self.end if not gaps and isinstance(value, Mapping) and len(value) > 1 else ""
        if gaps and sum(not gap.strip() and bool(gap) for gap in gaps) * 2 > len(gaps):
            blank_line = self.end
        lines = " " * column + self.block([value], column) + self.end
        if at < len(chunks):
            start = chunks[at][0]
            if at == 0 and self.begins_in_line(around):
                place = around.items[0].start
                return self.splice(place, place, self.block([value], column)[2:] + self.end + " " * column + "- ")
            return self.splice(start, start, lines + blank_line)
        end = chunks[-1][1]
        missing_end = "" if text[:end].endswith(("\n", "\r")) else self.end
        new_lines = missing_end + blank_line + lines
        return self.splice(end, end, new_lines.removesuffix(self.end) if missing_end else new_lines)

    def block(self, value: Any, column: int) -> str:
        """A mapping or a list as lines that begin at a column, the first of them without its indentation."""
        return (self.end + " " * column).join(block_lines(value, WIDTH - column, spread=isinstance(value, list)))


class SetValue(NamedTuple):
    """Sets the value under a key or at an index; a new key comes behind the key `after`, or at the end."""

    way: Way
    value: Any
    after: str | None = None


class Drop(NamedTuple):
    """Leaves out a key with its value, or an item."""

    way: Way


class Insert(NamedTuple):
    """Puts an item into a list, before the one at the index that the way ends with."""

    way: Way
    value: Any


Change = SetValue | Drop | Insert


def plain(value: Any) -> Any:
    """What a file holds as plain mappings and lists, which may be changed."""
    if isinstance(value, Mapping):
        return {key: plain(data) for key, data in value.items()}
    return [plain(data) for data in value] if isinstance(value, list | tuple) else value


def same(value: Any, other: Any) -> bool:
    """Whether two values are the same data: 1 and 1.0, or 1 and true, are not."""
    if isinstance(value, Mapping) and isinstance(other, Mapping):
        return value.keys() == other.keys() and all(same(value[key], other[key]) for key in value)
    if isinstance(value, list | tuple) and isinstance(other, list | tuple):
        return len(value) == len(other) and all(map(same, value, other))
    return type(value) is type(other) and bool(value == other)


def apply_change(data: Any, change: Change) -> Any:
    """The data with a change. LookupError where its way leads nowhere."""
    *way, last = change.way
    holder = changed = deepcopy(data)
    for step in way:
        holder = holder[step]
    if isinstance(change, SetValue):
        holder[last] = change.value
    elif isinstance(change, Drop):
        del holder[last]
    else:
        holder.insert(last, change.value)
    return changed


def differences(old: Any, new: Any, way: Way = ()) -> Iterator[Change]:
    """The changes that turn one value into another, in an order in which they can be made one after the other."""
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
        yield from _list_differences(old, new, way)
    else:
        yield SetValue(way, new)


def _list_differences(old: Sequence[Any], new: Sequence[Any], way: Way) -> Iterator[Change]:
    matcher = SequenceMatcher(None, [*map(_comparison_key, old)], [*map(_comparison_key, new)], autojunk=False)
    # From the end, so that indices before a change stay what they are.
    for operation, start, end, new_start, new_end in reversed(matcher.get_opcodes()):
        if operation == "equal":
            continue
        # So many items become others; what is more on one side goes or comes.
        shared = min(end - start, new_end - new_start)
        for at in reversed(range(start + shared, end)):
            yield Drop((*way, at))
        for value in reversed(new[new_start + shared : new_end]):
            yield Insert((*way, start + shared), value)
        for n in reversed(range(shared)):
            yield from differences(old[start + n], new[new_start + n], (*way, start + n))


def _comparison_key(value: Any) -> str:
    """The text of a value, which is the same for the same data."""
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{key!r}:{_comparison_key(inner)}" for key, inner in value.items())) + "}"
    return f"[{','.join(map(_comparison_key, value))}]" if isinstance(value, list | tuple) else repr(value)


_BOM = "\ufeff"


def patch(text: str, changes: Iterable[Change], shown: str) -> str:
    """A text with changes in turn; `shown` names it. PrintgenError for mistakes in it, or what cannot be changed."""
    start = _BOM if text.startswith(_BOM) else ""
    text = text.removeprefix(_BOM)
    data = plain(parse(text, shown))
    for change in changes:
        try:
            wanted = apply_change(data, change)
        except (LookupError, TypeError, AttributeError) as error:
            raise _refusal(shown, "this file does not hold what is to be changed") from error
        if not same(data, wanted):
            text = _patched(text, change, wanted, shown)
        data = wanted
    return start + text


def parse(text: str, shown: str) -> Any:
    """What a text holds. PrintgenError with what is wrong with it."""
    value, findings = examine_yaml(text, shown)
    if findings:
        raise PrintgenError(findings)
    return value


def _patched(text: str, change: Change, wanted: Any, shown: str) -> str:
    """The first of the texts that a change may give which holds what is wanted."""
    for candidate in _candidates(Splicer(text), change):
        value, findings = examine_yaml(candidate, shown)
        if not findings and same(plain(value), wanted):
            return candidate
    raise _refusal(shown, "this change cannot be written into the file without touching more of it")


def _candidates(splicer: Splicer, change: Change) -> Iterator[str]:
    """The texts that a change may give, the best first; none where its way leads nowhere in the text."""
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
