"""A row of a CSV list is changed, and no other; line ends, separators and the byte order mark stay."""

import pytest
from places import SAMPLES

from printgen.base.errors import PrintgenError
from printgen.build.jobs import load
from printgen.editing.csv_patching import CsvPatcher
from printgen.editing.patching import Change, Drop, Insert, SetValue, plain
from printgen.game.shapes import SheetShape, Spec
from printgen.reading.positions import LocatedMap, empty_map

SHAPE = SheetShape(
    {
        "name": Spec("text"), "power": Spec("integer"), "tags": Spec("list"), "rare": Spec("flag"),
        "note": Spec("text"), "hat": Spec("map", {"color": Spec("text"), "size": Spec("number")}),
    },
    ("name",),
    "records",
)  # fmt: skip
TEXT = (
    b'\xef\xbb\xbfname;Power;tags;rare;note;hat.color;hat.size\r\n'
    b'"Ann";1;one|two;yes;"She said ""hi""";red;1,5\r\n'
    b'\r\n'
    b'Bob ;2;;no\r\n'
)  # fmt: skip


def made(*changes: Change) -> bytes:
    return CsvPatcher(SHAPE, empty_map(), "cards.csv").patch(TEXT, changes)


ANN, BLANK, BOB = TEXT.splitlines(keepends=True)[1:]


@pytest.mark.parametrize(
    ("change", "row"),
    [
        (SetValue((0, "name"), "Anna"), b'Anna;1;one|two;yes;"She said ""hi""";red;1,5'),
        (SetValue((0, "power"), 12), b'Ann;12;one|two;yes;"She said ""hi""";red;1,5'),
        (SetValue((0, "tags"), ["one", "two", "a|b"]), b'Ann;1;one|two|a\\|b;yes;"She said ""hi""";red;1,5'),
        (SetValue((0, "rare"), False), b'Ann;1;one|two;no;"She said ""hi""";red;1,5'),
        (SetValue((0, "note"), 'Say "ho"; go'), b'Ann;1;one|two;yes;"Say ""ho""; go";red;1,5'),
        (SetValue((0, "hat", "size"), 2.25), b'Ann;1;one|two;yes;"She said ""hi""";red;2,25'),
        (SetValue((0, "hat", "size"), 2.125), b'Ann;1;one|two;yes;"She said ""hi""";red;2,1250'),
        (Drop((0, "note")), b"Ann;1;one|two;yes;;red;1,5"),
        (SetValue((0, "note"), "two\nlines"), b'Ann;1;one|two;yes;"two\nlines";red;1,5'),
    ],
)
def test_a_changed_row_is_written_anew_and_no_other(change: Change, row: bytes) -> None:
    assert made(change) == TEXT.replace(ANN, row + b"\r\n")


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        (SetValue((1, "name"), "Rob"), ANN + BLANK + b"Rob;2;;no;;;\r\n"),
        (Drop((1,)), ANN + BLANK),
        (Insert((2,), {"name": "Cid", "power": 3}), ANN + BLANK + BOB + b"Cid;3;;;;;\r\n"),
        (Insert((0,), {"name": "Cid"}), b"Cid;;;;;;\r\n" + ANN + BLANK + BOB),
    ],
)
def test_rows_come_and_go(change: Change, rows: bytes) -> None:
    assert made(change) == TEXT.replace(ANN + BLANK + BOB, rows)


def test_a_row_behind_a_last_line_without_end_leaves_it_so() -> None:
    patcher = CsvPatcher(SHAPE, empty_map(), "cards.csv")
    after = patcher.patch(TEXT.rstrip(), [Insert((2,), {"name": "Cid"})])
    assert after == TEXT.rstrip() + b"\r\nCid;;;;;;"


SKILLS = SheetShape(
    {"name": Spec("text"), "skills": Spec("list", fields={"word": Spec("text"), "level": Spec("integer")})}, ("name",),
    "records",
)  # fmt: skip


def test_a_list_of_mappings_is_written_with_bars_in_each_column() -> None:
    text = b"name,skills.word,skills.level\nAnn,swim | fly,1 | 2\n"
    patcher = CsvPatcher(SKILLS, empty_map(), "cards.csv")
    assert patcher.records(text)[0]["skills"] == [{"word": "swim", "level": 1}, {"word": "fly", "level": 2}]
    after = patcher.patch(text, [SetValue((0, "skills"), [{"word": "dig", "level": 3}, {"word": "run", "level": 4}])])
    assert after == b"name,skills.word,skills.level\nAnn,dig | run,3 | 4\n"
    for cell, tags in ((b"a | b|c", b"a | b | d"), (b"a|b", b"a|b|d"), (b"a", b"a | b | d")):
        patched = CsvPatcher(SHAPE, empty_map(), "x").patch(
            b"name,tags\nAnn," + cell + b"\n", [SetValue((0, "tags"), ["a", "b", "d"])]
        )
        assert patched == b"name,tags\nAnn," + tags + b"\n"
    assert patcher.patch(b"name,skills.word,skills.level", [Insert((0,), {"name": "Bo"})]).endswith(b"\nBo,,")


def test_what_no_column_holds_is_refused() -> None:
    with pytest.raises(PrintgenError, match="no column"):
        made(SetValue((0, "colour"), "red"))
    with pytest.raises(PrintgenError, match="cell"):
        made(SetValue((0, "name"), " Ann "))
    with pytest.raises(PrintgenError, match="not UTF-8"):
        CsvPatcher(SHAPE, empty_map(), "cards.csv").patch(b"name\n\xff\n", [])
    with pytest.raises(PrintgenError, match="no column"):
        made(Drop((7,)))


def test_every_csv_list_of_the_samples_can_be_changed_row_by_row() -> None:
    root = SAMPLES
    (job,) = load([str(root / "rail-barons")])
    seen = 0
    for product in job.game.products.values():
        if product.list_file is not None and product.list_file.suffix == ".csv":
            columns = product.source_map.get("columns") or empty_map()
            assert isinstance(columns, LocatedMap)
            patcher = CsvPatcher(job.game.shapes[product.record], columns, "x")
            data, records = product.list_file.read_bytes(), [plain(record.source) for record in product.records]
            assert patcher.patch(data, [SetValue((n,), record) for n, record in enumerate(records)]) == data
            after = patcher.patch(data, [SetValue((0, "name"), "Nobody")])
            assert sum(a != b for a, b in zip(data.splitlines(), after.splitlines(), strict=True)) == 1
            seen += 1
    assert seen
