"""A cell of a CSV list is changed, and no other; quotes, line ends, separators and the byte order mark stay."""

import pytest
from places import SAMPLES

from printgen.base.errors import PrintgenError
from printgen.build.jobs import load
from printgen.editing.csv_patching import CsvPatcher
from printgen.editing.patching import Change, Drop, Insert, Move, Put, plain
from printgen.game.shapes import SheetShape, Spec
from printgen.reading.marked import Map, empty_map

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
    return CsvPatcher(SHAPE, empty_map(), "cards.csv").patched(TEXT, changes)


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        (Put((0, "name"), "Anna"), b'"Ann"', b'"Anna"'),
        (Put((0, "power"), 12), b'"Ann";1;', b'"Ann";12;'),
        (Put((0, "tags"), ["one", "two", "a|b"]), b"one|two", b"one|two|a\\|b"),
        (Put((0, "rare"), False), b";yes;", b";no;"),
        (Put((0, "note"), 'Say "ho"; go'), b'"She said ""hi"""', b'"Say ""ho""; go"'),
        (Put((0, "hat", "size"), 2.25), b"1,5", b"2,25"),
        (Put((0, "hat", "size"), 2.125), b"1,5", b"2,1250"),
        (Drop((0, "note")), b'"She said ""hi"""', b'""'),
        (Put((1, "name"), "Rob"), b"Bob ;", b"Rob ;"),
        (Put((1, "note"), "new; old"), b";no\r\n", b';no;"new; old"\r\n'),
        (Drop((1,)), b"Bob ;2;;no\r\n", b""),
        (Insert((2,), {"name": "Cid", "power": 3}), b";no\r\n", b";no\r\nCid;3;;;;;\r\n"),
        (Move((1,), 0), b"", b""),
    ],
)
def test_one_cell_is_changed_and_nothing_else(change: Change, old: bytes, new: bytes) -> None:
    after = made(change)
    if isinstance(change, Move):
        assert after.index(b"Bob") < after.index(b"Ann") and sorted(after) == sorted(TEXT)
    else:
        assert after == TEXT.replace(old, new, 1)


def test_a_row_behind_a_last_line_without_end_leaves_it_so() -> None:
    patcher = CsvPatcher(SHAPE, empty_map(), "cards.csv")
    after = patcher.patched(TEXT.rstrip(), [Insert((2,), {"name": "Cid"})])
    assert after == TEXT.rstrip() + b"\r\nCid;;;;;;"


def test_what_no_column_holds_is_refused() -> None:
    with pytest.raises(PrintgenError, match="no column"):
        made(Put((0, "colour"), "red"))
    with pytest.raises(PrintgenError, match="cell"):
        made(Put((0, "name"), " Ann "))


def test_every_csv_list_of_the_samples_can_be_changed_cell_by_cell() -> None:
    root = SAMPLES
    (job,) = load([str(root / "rail-barons")])
    seen = 0
    for product in job.game.products.values():
        if product.list_file is not None and product.list_file.suffix == ".csv":
            columns = product.written.get("columns") or empty_map()
            assert isinstance(columns, Map)
            patcher = CsvPatcher(job.game.shapes[product.record], columns, "x")
            data, records = product.list_file.read_bytes(), [plain(record.source) for record in product.records]
            assert patcher.patched(data, [Put((n,), record) for n, record in enumerate(records)]) == data
            after = patcher.patched(data, [Put((0, "name"), "Nobody")])
            assert sum(a != b for a, b in zip(data.splitlines(), after.splitlines(), strict=True)) == 1
            seen += 1
    assert seen
