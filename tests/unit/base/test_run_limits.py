"""The budget: what a run may spend, told at its line; sizes, seeds and numbers that can be printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from printgen.base import errors, limits
from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.limits import Limit, OverLimit, activity, check_limit, consume, metered, nest, usage_of
from printgen.base.seeds import MOST_SEED
from printgen.build import stages as build
from printgen.build.live import View
from printgen.build.settings import Settings
from printgen.sheets.sheet import paper
from printgen.writers.page import number_text, path_text

HERE = Where("deck.yaml", 3, 5)
RECT = '  - rect: {x: 1, y: 1, w: 2, h: 2, fill: "#112233"}\n'
GAME = """title: Test
version: "1"
records:
  unit: {rule: {kind: text, max: 100000, optional: true}}
products:
  deck: {kind: cards, title: Deck, list: deck.yaml, record: unit, front: f}
"""
HEAD = "size: [63, 88]\nunit: mm\npalettes: [dossier]\n"

Limited = Callable[..., None]


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Limited:
    """Lowers limits, so that what is counted is seen with little of it."""

    def lower(**most: float) -> None:
        for name, value in most.items():
            monkeypatch.setitem(limits.LIMITS, name, limits.LIMITS[name]._replace(most=value))

    return lower


def pack(folder: Path, items: str = RECT, head: str = HEAD, records: str = "- name: A\n", **faces: str) -> Path:
    """A game of one product, whose front has these items; further faces by name."""
    shelf = folder / "templates/faces"
    shelf.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "deck.yaml").write_text(records)
    for name, text in {"f": f"{head}items:\n{items}", **faces}.items():
        (shelf / f"{name}.yaml").write_text(text)
    return folder


def told(folder: Path, on: bool = True) -> tuple[Finding, ...]:
    """What is said when a folder is built."""
    try:
        with metered(on):
            return build.build([str(folder)], Settings(out=folder / "out")).findings
    except PrintgenError as error:
        return error.findings


def said(folder: Path) -> str:
    """The only finding: its place within the folder, its code and its message."""
    (finding,) = told(folder)
    return f"{finding.where}".rpartition("/")[2] + f" {finding.code}: {finding.message}"


# The meter.


def test_what_is_spent_is_refused_above_its_limit_at_its_place(limited: Limited) -> None:
    limited(items=10)
    with metered():
        consume("items", 10, HERE)
        with pytest.raises(OverLimit) as caught, activity("composing a/deck"):
            consume("items", 1, HERE)
    (finding,) = caught.value.findings
    assert finding.where == HERE and finding.code == "over-limit"
    assert finding.message == "11 shapes drawn are more than the 10 that a build may have (composing a/deck)"
    assert finding.hint == "Draw less on each piece. Or lift the limits with --limits none."
    with metered(), pytest.raises(OverLimit, match="11 shapes drawn are more than the 10 that"):
        consume("items", 10.2, HERE)


def test_a_limit_that_was_reached_is_told_once(limited: Limited) -> None:
    limited(items=1)
    caught = []
    with metered():
        for line in (1, 2):
            with pytest.raises(OverLimit) as one:
                consume("items", 2, Where("f.yaml", line))
            caught.append(one.value.findings)
    assert caught[0] == caught[1]


def test_a_number_is_held_to_its_limit_by_itself(limited: Limited) -> None:
    limited(sheets=5)
    with metered():
        check_limit("sheets", 5)
        check_limit("sheets", 5)
        for amount in (5.5, float("nan"), float("inf")):
            with pytest.raises(OverLimit):
                check_limit("sheets", amount)


def test_what_is_inside_itself_counts_as_deep_as_it_is(limited: Limited) -> None:
    limited(use=2)
    with metered():
        for _ in range(3):
            with nest("use"), nest("use"), pytest.raises(OverLimit), nest("use"):
                pass
        assert usage_of("use") == 0


@pytest.mark.parametrize("on", [False, None])
def test_nothing_is_counted_without_limits(limited: Limited, on: bool | None) -> None:
    limited(items=1, use=0, sheets=0)
    with metered(on) if on is not None else activity("nothing"), nest("use"):
        consume("items", 100)
        check_limit("sheets", 100)
        assert usage_of("items") == 0


def test_a_meter_inside_another_goes_on_with_that_one(limited: Limited) -> None:
    limited(items=10)
    with metered():
        consume("items", 6)
        with metered(False), pytest.raises(OverLimit):
            consume("items", 6)
    with metered():
        consume("items", 6)


@pytest.mark.parametrize("limit", limits.LIMITS.values(), ids=limits.LIMITS)
def test_every_limit_says_how_to_have_less(limit: Limit) -> None:
    assert limit.most > 0 and limit.hint.endswith(".") and limit.hint[0].isupper()


# Faces.


def test_shapes_are_counted_where_they_are_drawn(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", RECT * 7)
    limited(items=7)
    assert told(folder) == ()
    limited(items=6)
    assert said(folder).startswith("f.yaml:5:5 over-limit: 7 shapes drawn are more than the 6 that a build may have")
    assert told(folder, on=False) == ()


def test_what_is_drawn_again_for_every_card_counts_again(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", RECT * 7, records="- name: A\n- name: B\n- name: C\n")
    limited(items=20)
    assert said(folder).startswith("f.yaml:5:5 over-limit: 21 shapes")


def test_what_a_face_works_out_is_counted_where_it_is_written(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", head=HEAD + 'lets: {a: "{{ [1, 2, 3] | without([4, 5, 6]) }}"}\n')
    limited(steps=8)
    assert said(folder).startswith("f.yaml:4:11 over-limit: ")


def use(*names: str) -> str:
    return "".join(f"  - use: {{face: {name}}}\n" for name in names)


def test_faces_that_use_the_next_twice_count_as_they_are_seen(tmp_path: Path) -> None:
    faces = {f"f{i}": "unit: mm\nitems:\n" + (use(f"f{i + 1}") * 2 if i < 18 else RECT) for i in range(19)}
    assert "shapes drawn are more" in said(pack(tmp_path / "game", use("f0"), **faces))


def test_faces_are_used_inside_each_other_only_so_deep(tmp_path: Path, limited: Limited) -> None:
    faces = {f"f{i}": "unit: mm\nitems:\n" + (use(f"f{i + 1}") * 2 if i < 40 else RECT) for i in range(41)}
    folder = pack(tmp_path / "game", use("f0"), **faces)
    assert said(folder).startswith("f19.yaml:3:5 over-limit: 21 faces used inside each other are more than the 20")


@pytest.mark.slow
def test_faces_extend_each_other_only_so_often(tmp_path: Path) -> None:
    faces = {f"f{i}": "unit: mm\nitems: []\n" + (f"extends: f{i + 1}\n" if i < 1000 else "") for i in range(1001)}
    folder = pack(tmp_path / "game", head="extends: f0\nunit: mm\nsize: [63, 88]\n", **faces)
    assert said(folder).startswith("f19.yaml:3:10 over-limit: 21 faces or styles that extend each other")


def each(times: int, inner: str) -> str:
    """Lists of 10,000 entries inside each other."""
    for depth in range(times):
        lines = "".join(f"      {line}\n" for line in inner.splitlines())
        inner = f'  - each:\n      in: "0..9999"\n      as: n{depth}\n      items:\n{lines}'
    return inner


@pytest.mark.parametrize("items", [each(3, RECT), each(3, "  - group: {items: []}\n")])
def test_lists_inside_lists_are_counted(tmp_path: Path, items: str, limited: Limited) -> None:
    limited(items=30_000)
    assert "shapes drawn are more" in said(pack(tmp_path / "game", items))


def test_a_list_has_only_so_many_entries(tmp_path: Path) -> None:
    folder = pack(tmp_path / "game", each(1, RECT).replace("9999", "10000"))
    assert said(folder).startswith("f.yaml:6:11 over-limit: 10,001 entries of one list")


def test_letters_are_counted(tmp_path: Path, limited: Limited) -> None:
    records = "".join(f"- name: A{i}\n  rule: {'some words ' * 50}\n" for i in range(4))
    folder = pack(tmp_path / "game", '  - text: {x: 1, y: 9, lines: 99, size: 7, w: 60, text: "{{ card.rule }}"}\n',
                  records=records)  # fmt: skip
    limited(letters=548)
    assert said(folder).startswith("f.yaml:5:5 over-limit: 549 letters set are more than the 548")
    limited(letters=549)
    assert told(folder) == ()


@pytest.mark.parametrize("kind", ["dots", "camo", "slash"])
def test_marks_of_patterns_are_counted_before_they_are_made(tmp_path: Path, kind: str) -> None:
    paint = f"  - rect: {{x: 0, y: 0, w: 60000, h: 60000, pattern: {kind}, pattern-scale: 0.1}}\n"
    assert "marks of patterns are more than" in said(pack(tmp_path / "game", paint))


def test_a_limit_in_one_product_hides_nothing_of_the_others(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", each(1, RECT), g=f"{HEAD}items: 5\n")
    second = "  second: {kind: cards, title: Other, list: deck.yaml, record: unit, front: g}\n"
    (folder / "game.yaml").write_text(GAME + second)
    limited(items=100)
    codes = [finding.code for finding in told(folder)]
    assert codes == ["over-limit", "template"]


# Pieces, sheets and pictures.


def test_copies_times_records_are_counted(tmp_path: Path) -> None:
    records = "".join(f"- name: A{i}\n  copies: 999\n" for i in range(21))
    folder = pack(tmp_path / "game", records=records)
    assert said(folder).startswith("game.yaml:6:9 over-limit: 20,979 pieces are more than the 20,000")


def test_a_product_has_only_so_many_sheets(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", records="- name: A\n  copies: 19\n")
    limited(sheets=2)
    assert "3 sheets of one product are more than the 2" in said(folder)
    limited(sheets=3)
    assert told(folder) == ()


def test_a_large_piece_has_only_so_many_pages(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", head=HEAD.replace("63, 88", "600, 400"))
    limited(tiles=4)
    assert "5 pages of one piece are more than the 4" in said(folder)


def test_a_picture_has_only_so_many_pixels(tmp_path: Path, limited: Limited) -> None:
    from printgen.build.live import preview

    folder = pack(tmp_path / "game")
    limited(pixels=52_200)

    def shown(dpi: int) -> None:
        with metered():
            preview(str(folder), Settings(), View(dpi, columns=1), tmp_path / "x.png")

    with pytest.raises(OverLimit, match="pixels of one picture are more than"):
        shown(73)
    shown(72)


# Sizes, seeds and numbers.


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: paper("60000x88mm"), "60000 mm cannot be printed"),
        (lambda: paper("0.1x88mm"), "0.1 mm cannot be printed"),
        (lambda: Settings(gutter="101mm"), "gutter: 101mm is not from 0 to 100 mm"),
        (lambda: Settings(seed=-1), "seed: -1 is not from 0"),
        (lambda: Settings(seed=MOST_SEED + 1), "is not from 0"),
        (lambda: View(dpi=0), "dpi: 0 is not from 20 to 1200"),
        (lambda: View(columns=0), "columns: 0 is not from 1 to 20"),
        (lambda: View(sheet=0), "sheet: 0 is not from 1"),
    ],
)
def test_settings_out_of_range(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make()


def test_no_number_is_written_with_an_exponent() -> None:
    assert [number_text(v) for v in (1e-9, -1e-9, 12345678.9, -1e15)] == ["0", "0", "12345679", "-1000000000000000"]


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_what_is_no_number_is_never_written(value: float) -> None:
    with pytest.raises(OverflowError):
        number_text(value)
    with pytest.raises(OverflowError):
        path_text((("M", 0.0, value),), {"M": "%.3f %.3f m "})


# Expressions.


def lets(folder: Path, *lines: str) -> Path:
    """A game whose face works out these values and shows the last one."""
    show = '  - text: {x: 1, y: 9, w: 60, text: "{{ z | length }}"}\n'
    return pack(folder / "game", show, head=f"{HEAD}lets:\n" + "".join(f"  {line}\n" for line in lines))


def grown(first: str, more: str, times: int) -> list[str]:
    """Values each of which is made of the one before it, which stands as @ in `more`."""
    steps = [f'a{i + 1}: "{{{{ {more.replace("@", f"a{i}")} }}}}"' for i in range(times)]
    return [f'a0: "{{{{ {first} }}}}"', *steps, f'z: "{{{{ a{times} }}}}"']


def test_lists_inside_lists_are_refused(tmp_path: Path) -> None:
    (finding,) = told(lets(tmp_path, *grown("[1]", "[@]", 500)))
    assert finding.where.line == 44 and "lists inside lists, more than 40 deep" in finding.message


def test_a_value_may_hold_as_much_as_can_be_printed(tmp_path: Path) -> None:
    assert told(lets(tmp_path, *grown("[1, 2, 3, 4, 5, 6, 7, 8, 9]", "[@, @, @, @, @, @, @, @, @, @]", 2))) == ()


def test_limits_that_are_lifted_hold_no_value_either(tmp_path: Path) -> None:
    folder = lets(tmp_path, *grown("[1, 2]", "[@, @, @, @, @, @, @, @, @, @]", 4))
    assert [finding.code for finding in told(folder)] == ["template"]
    assert told(folder, on=False) == ()


@pytest.mark.parametrize(
    "must", ["deck | where('name', card.name) | count", "deck | pluck('name') | sort | first", "deck | list | count"]
)
def test_steps_of_checks_are_counted_at_their_line(tmp_path: Path, must: str, limited: Limited) -> None:
    folder = pack(tmp_path / "game", records="".join(f"- name: A{i}\n" for i in range(100)))
    (folder / "game.yaml").write_text(f'{GAME}checks:\n  - {{records: unit, must: "{must}", message: "never"}}\n')
    limited(steps=9_999)
    assert said(folder).startswith("game.yaml:8:27 over-limit: 10,")
    limited(steps=50_000)
    assert told(folder) == ()


@pytest.mark.slow
def test_a_whole_deck_is_no_text(tmp_path: Path) -> None:
    folder = pack(tmp_path / "game", records="".join(f"- name: A{i}\n" for i in range(2000)))
    check = "checks:\n  - {deck: deck, must: \"(deck ~ 'x') | length > 3\", message: never}\n"
    (folder / "game.yaml").write_text(GAME + check)
    assert "more than 10,000 entries" in said(folder)


# Boards and files.

BOARD = """title: Test
version: "1"
products:
  map:
    kind: terrain-board
    title: Map
    options:
      rows: {side}
      columns: {side}
      bases: {{joe-base: bottom-left, cobra-base: top-right}}
      terrains: [forest, swamp]
      victory: swamp
      arrangement: clumped
      fair: 1000
      form: {form}
      score: {{goal: {{even: even, one: one, more: more}}}}
"""


@pytest.mark.parametrize(
    ("side", "form", "message"),
    [
        (60, "poster", "3,600,000 spaces of boards laid are more than the 200,000"),
        (60, "maps\n      count: 200", "720,000 spaces of boards drawn"),
        (16, "poster", "256,000 spaces of boards laid are more than the 200,000"),
    ],
)
def test_spaces_of_boards_are_counted(tmp_path: Path, side: int, form: str, message: str) -> None:
    (tmp_path / "game.yaml").write_text(BOARD.format(side=side, form=form))
    assert message in said(tmp_path)


def test_keys_and_values_of_all_files_are_counted(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", records="".join(f"- name: A{i}\n" for i in range(100)))
    limited(values=300)
    assert said(folder).startswith("deck.yaml:1:1 over-limit: 301 keys and values")
    limited(values=400)
    assert told(folder) == ()


def test_records_are_counted_before_they_are_drawn(tmp_path: Path, limited: Limited) -> None:
    folder = pack(tmp_path / "game", records="".join(f"- name: A{i}\n" for i in range(11)))
    limited(pieces=10, items=0)
    assert "11 pieces are more than the 10" in said(folder)


def test_of_very_many_mistakes_the_first_are_told(tmp_path: Path, limited: Limited) -> None:
    records = "".join(f"- name: A{i}\n  odd{i}: 5\n" for i in range(30))
    limited(mistakes=10)
    *findings, last = sorted(told(pack(tmp_path / "game", records=records)), key=lambda finding: finding.code)[::-1]
    assert len(findings) == 11 and (last.code, last.where.line) == ("over-limit", 22)


def test_no_nearest_of_very_many_names_is_looked_for() -> None:
    names = [f"code{i}" for i in range(1100)]
    assert errors.closest("kode5", names[:1000]) == "code5"
    assert errors.closest("kode5", names) is None
    assert errors.closest("CODE5", names) == "code5"


@pytest.mark.parametrize(
    ("item", "limit", "message"),
    [
        ("qr: {size: 20, text: '{{ index }}'}", {"squares": 2_000}, "squares and bars of codes"),
        ("barcode: {w: 40, text: 'card {{ index }}'}", {"squares": 400}, "squares and bars of codes"),
        ("rect: {w: 9, h: 9, fill: ink, shadow: {blur: '{{ 1 + index }}'}}", {"soft": 900}, "of soft shadows"),
    ],
)
def test_what_takes_long_to_paint_is_counted(
    tmp_path: Path, item: str, limit: dict[str, float], message: str, limited: Limited
) -> None:
    folder = pack(tmp_path / "game", f"  - each: {{in: 1..9, items: [{item}]}}\n")
    limited(**limit)
    first = said(folder)
    assert first.startswith("f.yaml:5:30 over-limit: ") and message in first
    assert told(folder, on=False) == ()


def test_seconds_are_those_of_work_and_not_of_waiting() -> None:
    with metered(seconds=0.05):
        sleep(0.1)
        consume("items")
        with pytest.raises(OverLimit, match="longer than anybody waits"):
            while True:
                consume("steps", 0)
