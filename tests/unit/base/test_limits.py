"""Limits: exactly the most is taken, and one more is told; so it is with the least, and one less."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

import pytest
from counting import job

from printgen.base.errors import Finding, PrintgenError, Where, closest, did_you_mean, merge_findings
from printgen.base.limits import (
    LIMITS,
    Limit,
    OverLimit,
    activity,
    check_limit,
    consume,
    json_excess,
    limit_of,
    metered,
    nest,
    usage_of,
)
from printgen.base.names import excerpt, problem_of_name
from printgen.base.units import mm, parse_length, printable
from printgen.build.settings import Settings
from printgen.build.targets import PrintTarget
from printgen.drawing.outlines import parse_path
from printgen.drawing.silhouettes import fault_of
from printgen.drawing.tints import Tints
from printgen.kinds.area_template.model import parse_scale
from printgen.kinds.counters import parse_across
from printgen.reading.expressions import parse_value
from printgen.reading.texts import number_of
from printgen.sheets.printers import check_name, readings_on
from printgen.sheets.sheet import Paper


def fine(made: Callable[[], object]) -> bool:
    """Whether something is taken as it is."""
    try:
        return made() is not False
    except (ValueError, PrintgenError):
        return False


@pytest.mark.parametrize(
    ("make", "least", "most"),
    [
        (lambda n: PrintTarget("a/b", copies=n), 1, 999),
        (lambda n: PrintTarget("a/b", seed=n), 0, 2**63 - 1),
        (lambda n: Settings(seed=n), 0, 2**63 - 1),
        (lambda n: Settings(margin=f"{n}mm"), 0, 25),
        (lambda n: Settings(gutter=f"{n}mm"), 0, 100),
        (lambda n: problem_of_name("x" * n) is None, 1, 100),
        (lambda n: problem_of_name("ä" * n) is None, 1, 100),
        (lambda n: problem_of_name("€" * n) is None, 1, 66),
        (lambda n: check_name("x" * n), 1, 40),
        (lambda n: parse_length(f"{n}in"), 0, 2400),
        (lambda n: job(n, 1).chunks(), 0, 200_000),
        (lambda n: computed(f"['a'] | chance('a', {n})"), 0, 100),
        (lambda n: computed(f"1.5 | round({n})"), 0, 15),
        (lambda n: computed(f"{n}"), 0, 10**15),
        (lambda n: computed(f"{n - 1} + 1"), 0, 10**15),
        (lambda n: computed(f"{'[' * n}{']' * n}"), 1, 38),
        (lambda n: number_of(n, "size"), 0, 1_000_000),
        (lambda n: parse_path(f"M 0 0 L {n} 1"), 0, 1_000_000),
        (lambda n: printable(mm(n)), 1, 5080),
        (lambda n: parse_across(f"{n}mm"), 1, 300),
        (lambda n: parse_scale(f"1:{n}"), 1, 360),
        (lambda n: Tints({"red": "#FF0000"}).resolve("red".ljust(n)), 0, 200),
        (lambda n: "steps" not in fault_of([("M", 0, 0), *[("L", 1, 1)] * (n - 1)]), 0, 1000),
        (lambda n: readings_on(Paper("narrow", mm(210 - n), mm(297))), 0, 5),
        (lambda n: readings_on(Paper("low", mm(210), mm(297 - n))), 0, 22),
    ],
)
def test_exactly_the_most_is_taken(make: Callable[[int], object], least: int, most: int) -> None:
    assert fine(lambda: make(least)) and (least == 0 or not fine(lambda: make(least - 1)))
    assert fine(lambda: make(most)) and not fine(lambda: make(most + 1))


def computed(expression: str) -> object:
    return parse_value(f"{{{{ {expression} }}}}").get({})


@pytest.mark.parametrize(("count", "told"), [(200, 200), (201, 201), (202, 201), (300, 201)])
def test_so_many_errors_of_a_file_are_told_and_the_others_are_counted(count: int, told: int) -> None:
    errors = [Finding("error", Where("a.yaml", n + 1), f"e{n}", "Mend it.", "x") for n in range(count)]
    others = [Finding("warning", Where("a.yaml", 999), "w", "Mend it.", "y"), replace(errors[0], where=Where("b.yaml"))]
    found = merge_findings([*errors, *others])
    of_file = [one for one in found if one.where.file == "a.yaml" and one.severity == "error"]
    assert len(of_file) == told and len(found) == told + 2
    more = [one.message for one in found if one.code == "more-errors"]
    assert more == ([f"{count - 200} more errors like these"] if count > 201 else [])


def test_a_hint_lists_all_words_or_those_around_the_one_that_is_meant() -> None:
    words = [f"w{n:03}" for n in range(101)]
    assert did_you_mean("xyz", words[:100]) == f"Use one of: {', '.join(words[:100])}."
    assert did_you_mean("zzz", words) == f"Use one of 101, such as: {', '.join(words[77:])}."
    assert did_you_mean("a", words) == f"Use one of 101, such as: {', '.join(words[:24])}."
    assert did_you_mean("w0!!!!!!", words) == f"Use one of 101, such as: {', '.join(words[:24])}."
    assert did_you_mean("w05!!!!!!!!", words) == f"Use one of 101, such as: {', '.join(words[38:62])}."
    assert (did_you_mean("a", []), did_you_mean("a", [], "Write one.")) == ("", "Write one.")
    # Of many words only the very one is found, whatever its capitals.
    many_words = [f"word{n}" for n in range(1_001)]
    assert (closest("word7x", many_words[:1_000]), closest("word7x", many_words)) == ("word7", None)
    assert closest("WORD7", many_words) == "word7"


def test_a_message_shows_the_beginning_of_a_long_text() -> None:
    assert excerpt("x" * 300) == "x" * 300 and excerpt("x" * 301) == "x" * 297 + "..."
    assert excerpt("a\x07b c\td\n") == "a\\x07b c\td\n"


@pytest.mark.parametrize(
    ("data", "most_bytes", "most_parts", "excess"),
    [
        (b"[1,2]", 5, 2, ""), (b"[1,2]", 4, 2, "larger than 3.8147e-06 MB"), (b"[1,2]", 9, 1, "of more than 1 values"),
        (b'["a,b:c{,,"]', 99, 1, ""), (b'["a\\",,,"]', 99, 1, ""), (b'["a,,,', 99, 1, ""),
        (b'[{"a":1}]', 99, 3, ""), (b'[{"a":1}]', 99, 2, "of more than 2 values"),
    ],
)  # fmt: skip
def test_values_of_json_are_counted_before_it_is_parsed(
    data: bytes, most_bytes: int, most_parts: int, excess: str
) -> None:
    assert json_excess(data, most_bytes, most_parts) == excess


def test_a_limit_without_a_place_takes_that_of_the_line_that_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "pieces", Limit(2, "pieces", "Print less."))
    line = Where("game.yaml", 3)
    with metered(), activity("composing a/b", Where("a.yaml", 1)):
        consume("pieces", 2)
        assert usage_of("pieces") == 2 and limit_of("pieces") == 2
        with pytest.raises(OverLimit) as caught:
            consume("pieces")
        assert str(caught.value.findings[0].where) == "a.yaml:1:0"
        placed = caught.value.at(line)
        assert placed.findings[0].where == line and placed.at(Where("x")) is placed
        message = "3 pieces are more than the 2 that a build may have (composing a/b)"
        assert placed.findings[0].message == message
        with pytest.raises(OverLimit) as caught:
            consume("pieces")
        assert caught.value.findings[0].where == line, "what comes after it is the same finding"
        with pytest.raises(OverLimit):
            check_limit("pieces", 3)
        check_limit("pieces", 2)
    with metered(False):
        consume("pieces", 9)
        assert usage_of("pieces") == 0 and limit_of("pieces") == inf
    with metered(True, -1), pytest.raises(OverLimit, match="longer than anybody waits"):
        consume("pieces")


def test_nesting_is_counted_on_the_way_in_and_out() -> None:
    with metered():
        for _ in range(3):
            with nest("use"), nest("use"):
                assert usage_of("use") == 2
        assert usage_of("use") == 0


def test_more_than_a_few_findings_of_one_cause_are_one() -> None:
    def finding(line: int, message: str = "m", cause: object = None) -> Finding:
        return Finding("error", Where("a.yaml", line, 1), message, "Mend it.", "x", cause=cause)  # type: ignore[arg-type]

    three = [finding(line) for line in (1, 2, 3)]
    assert merge_findings([*three, three[0]]) == tuple(three)
    (merged,) = merge_findings([*three, finding(4), finding(5)])
    assert merged.where.line == 1 and [where.line for where in merged.also] == [2, 3, 4, 5] and merged.count == 5
    assert merged.lines()[-1] == "    and 4 more like this, on lines 2, 3, 4, ..."
    place = Where("a.yaml", 7, 1)
    assert len(merge_findings([finding(7, "a", place), finding(7, "b", place)])) == 1
    assert len(merge_findings([finding(7, "a"), finding(7, "b")])) == 2
    assert len(merge_findings([finding(7, "a", "c"), finding(7, "b", "c")])) == 2
