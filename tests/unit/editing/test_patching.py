"""What is changed in a file is changed there and nowhere else; what comes out holds exactly what was wanted."""

from __future__ import annotations

import difflib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from places import SAMPLES

from printgen.base.errors import PrintgenError
from printgen.editing.patching import (
    Change,
    Drop,
    Insert,
    SetValue,
    apply_change,
    differences,
    parse,
    patch,
    plain,
    same,
)

FILES = sorted(SAMPLES.rglob("*.yaml"))
LISTS = [path for path in FILES if path.read_text(encoding="utf-8").lstrip("# \n").startswith("-")
         or "\n- name:" in path.read_text(encoding="utf-8")]  # fmt: skip


def leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not isinstance(value, dict | list):
        yield way, value
    for step, held in pairs:
        yield from leaves(held, (*way, step))


def otherwise(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return not value
    if not isinstance(value, str):
        return value + 1
    lines = value.rstrip("\n")
    return f"{lines} too{value[len(lines) :]}"


def hunks(before: str, after: str) -> int:
    matcher = difflib.SequenceMatcher(None, before.splitlines(True), after.splitlines(True), autojunk=False)
    return sum(code[0] != "equal" for code in matcher.get_opcodes())


def text_of(path: Path) -> str:
    return path.read_bytes().decode()


def some(path: Path, most: int) -> list[tuple[tuple[Any, ...], Any]]:
    held = list(leaves(plain(parse(text_of(path), path.name))))
    return random.Random(path.name).sample(held, min(most, len(held)))


@pytest.mark.some(3)
@pytest.mark.parametrize("path", LISTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_list_with_every_value_set_to_itself_is_the_same_to_the_byte(path: Path) -> None:
    text = text_of(path)
    held = plain(parse(text, path.name))
    assert patch(text, [SetValue((n,), record) for n, record in enumerate(held)], path.name) == text
    assert patch(text, [*differences(held, held)], path.name) == text


@pytest.mark.parametrize("path", LISTS[::5], ids=lambda path: f"{path.parent.name}-{path.name}")
def test_one_change_of_a_list_is_one_hunk_and_can_be_taken_back(path: Path) -> None:
    changed(path, 3)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_one_change_of_any_file_is_one_hunk(path: Path) -> None:
    changed(path, 6)


def changed(path: Path, most: int) -> None:
    text = text_of(path)
    for way, value in some(path, most):
        after = patch(text, [SetValue(way, otherwise(value))], path.name)
        assert hunks(text, after) == 1, way
        assert same(plain(parse(patch(after, [SetValue(way, value)], path.name), "x")), plain(parse(text, "x")))


# The longest comes last, and is left to the slow tests.
@pytest.mark.some(3)
@pytest.mark.parametrize("path", LISTS[::6][::-1], ids=lambda path: f"{path.parent.name}-{path.name}")
def test_records_come_and_go_without_a_comment_lost(path: Path) -> None:
    text = text_of(path)
    held = plain(parse(text, path.name))
    comments = [line.strip() for line in text.splitlines() if line.lstrip().startswith("#")]
    last = len(held) - 1
    for n in sorted({0, last // 2, last}):
        more = patch(text, [Insert((n,), {**held[n], "name": "Somebody else"})], path.name)
        assert patch(more, [Drop((n,))], path.name) == text
        assert all(comment in more for comment in comments)


KEPT = """\ufeff# A deck\r
- name: Ann   # the first\r
  says: 'it''s "me"'\r
  tags: [ one,  two ] # spaced\r
  about: >-\r
    Ann is tall and\r
    quick.\r
\r
  # about her hat\r
  hat: {color: red,\r
        size: 3}\r
\r
# Bob is new.\r
- name: "Bob"\r
  tags:\r
  - three   # alone\r
"""


def test_everything_else_stays_as_somebody_wrote_it() -> None:
    changes: list[Change] = [
        SetValue((0, "says"), "it's us"),
        Insert((0, "tags", 2), "three"),
        SetValue((0, "about"), "Ann is tall and quick, and she has a very long story that goes on over several lines."),
        SetValue((0, "hat", "size"), 4),
        SetValue((0, "hat", "brim"), True),
        Insert((1, "tags", 0), "two"),
        SetValue((1, "name"), "Rob"),
    ]
    after = patch(KEPT, changes, "deck.yaml")
    assert after == """\ufeff# A deck\r
- name: Ann   # the first\r
  says: 'it''s us'\r
  tags: [ one,  two,  three ] # spaced\r
  about: >-\r
    Ann is tall and quick, and she has a very long story that goes on over\r
    several lines.\r
\r
  # about her hat\r
  hat: {color: red,\r
        size: 4,\r
        brim: true}\r
\r
# Bob is new.\r
- name: "Rob"\r
  tags:\r
  - two\r
  - three   # alone\r
"""  # fmt: skip


PATCHES = re.findall(
    r"^==== (.+)\n((?:(?!----).*\n)+)((?:---- .+\n)+)----\n((?:(?!====).*\n)+)",
    Path(__file__).with_name("patches.txt").read_text(encoding="utf-8"), re.MULTILINE,
)  # fmt: skip


def change_of(line: str) -> Change:
    """The change that a line says, such as `set 0.name "Ann" after n`."""
    parts = re.fullmatch(r"(set|drop|insert) (\S+)(?: (.+?))?(?: after (\w+))?", line)
    assert parts
    way = tuple(int(step) if step.isdigit() else step for step in parts[2].split("."))
    if parts[1] == "drop":
        return Drop(way)
    value = json.loads(parts[3])
    return Insert(way, value) if parts[1] == "insert" else SetValue(way, value, parts[4])


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("before", "lines", "after"), [row[1:] for row in PATCHES], ids=[row[0] for row in PATCHES])
def test_a_change_gives_this_text(before: str, lines: str, after: str, end: str) -> None:
    changes = [change_of(line.removeprefix("---- ")) for line in lines.splitlines()]
    assert patch(before.replace("\n", end), changes, "x") == after.replace("\n", end)


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "c": 3}, [Drop(("a",)), SetValue(("c",), 3, "b")]),
        ({"a": 1}, {"x": 0, "a": 1}, [SetValue(("x",), 0)]),
        ([1, 2, 3], [1, 3], [Drop((1,))]),
        ([1, 3], [1, 2, 3], [Insert((1,), 2)]),
        ([1, 2], [5, 2], [SetValue((0,), 5)]),
        ([{"a": 1, "b": [1]}, 2], [{"a": 1, "b": [2]}, 2], [SetValue((0, "b", 0), 2)]),
        ([1, 2, 3], [7], [Drop((2,)), Drop((1,)), SetValue((0,), 7)]),
        ([7], [1, 2, 3], [Insert((1,), 3), Insert((1,), 2), SetValue((0,), 1)]),
        ([{"b": 1, "a": 2}, 9], [{"a": 2, "b": 1}, 9], []),
        ([], [1], [SetValue((), [1])]),
        (1, True, [SetValue((), True)]),
        (1, 1.0, [SetValue((), 1.0)]),
    ],
)
def test_the_changes_from_one_value_to_another(old: Any, new: Any, changes: list[Change]) -> None:
    assert [*differences(old, new)] == changes
    value = old
    for change in changes:
        value = apply_change(value, change) if change.way else new
    assert same(value, new)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("- name: [A\n", SetValue((0, "name"), "B")),
        ("- name: A\n", SetValue((3, "name"), "B")),
        ("- name: A\n", SetValue((0, "name"), "B\x07")),
        ("name: A\n", Insert((0,), {})),
        ("", SetValue((0,), 3)),
    ],
)
def test_what_cannot_be_changed_is_refused(text: str, change: Change) -> None:
    with pytest.raises(PrintgenError) as caught:
        patch(text, [change], "x")
    assert caught.value.findings[0].code == ("syntax" if text.startswith("- name: [") else "cannot-patch")


WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn")), max_size=12
)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
PLAIN = st.one_of(
    WORDS, st.integers(-999, 999), st.booleans(), st.none(), st.sampled_from([0.5, 12.25, -3.0, 1e-7]),
    st.sampled_from(["no", "1_0", "a: b", "# x", "- x", "two\nlines", "two\nlines\n", " x ", "it's", '"', "x #y",
                     "0x1F", "words that go on " * 12]),
)  # fmt: skip
VALUES = st.recursive(
    PLAIN, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)), max_leaves=8
)
RECORDS = st.lists(st.dictionaries(NAMES, VALUES, min_size=1, max_size=5), min_size=1, max_size=5)


@st.composite
def written(draw: st.DrawFn) -> str:
    """A list as somebody may have written it."""
    held = draw(RECORDS)
    text: str = yaml.safe_dump(
        held, sort_keys=False, allow_unicode=True, width=draw(st.sampled_from([20, 60, 4000])),
        default_flow_style=draw(st.sampled_from([None, False, True])), indent=draw(st.sampled_from([2, 4])),
        default_style=draw(st.sampled_from([None, "'", '"'])),
        line_break=draw(st.sampled_from(["\n", "\r\n"])),
    )  # fmt: skip
    if draw(st.booleans()):
        text = "# head" + ("\r\n" if "\r\n" in text else "\n") + text
    return text.rstrip("\r\n") if draw(st.booleans()) else text


@pytest.mark.slow
@given(text=written(), wanted=RECORDS)
def test_any_list_becomes_any_other_or_is_refused_and_never_damaged(text: str, wanted: list[Any]) -> None:
    try:
        held = plain(parse(text, "x"))
    except PrintgenError:
        return  # Our reader takes less than YAML has.
    expected = held
    for change in differences(held, wanted):
        expected = apply_change(expected, change)
    assert same(expected, wanted)
    try:
        after = patch(text, [*differences(held, wanted)], "x")
    except PrintgenError as error:
        assert error.findings[0].code == "cannot-patch"
        return
    assert same(plain(parse(after, "x")), wanted)


@pytest.mark.slow
@given(text=written(), data=st.data(), value=PLAIN)
def test_a_single_value_can_always_be_changed(text: str, data: st.DataObject, value: Any) -> None:
    try:
        held = plain(parse(text, "x"))
    except PrintgenError:
        return
    ways = list(leaves(held))
    if not ways:
        return
    way, _ = data.draw(st.sampled_from(ways))
    after = patch(text, [SetValue(way, value)], "x")
    assert same(plain(parse(after, "x")), apply_change(held, SetValue(way, value)))
