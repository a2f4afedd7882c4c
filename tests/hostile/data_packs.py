"""Hostile lists: workbooks that are bombs or no workbooks, CSV and JSON without end, combinations of everything."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import xlsxwriter
from bookmaking import SHEET, packed, parts, xlsx
from packs import BUILD, BUILDS, TINY, Make, Pack, Told, tiny, write

MB = 1024 * 1024
BROKEN, BIG, WRONG, VALUES = "broken-workbook", "too-big-inside", "wrong-format", "over-limit"


_ROWS = {"Things": [["name", "number"], ["One", 3], ["Two", 4]]}


@cache
def small() -> bytes:
    """A workbook of two things."""
    return xlsx(_ROWS)


@cache
def sharing() -> bytes:
    """A workbook whose cells share their texts."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    one = book.add_worksheet("Things")
    for n, row in enumerate(_ROWS["Things"]):
        one.write_row(n, 0, row)
    book.close()
    return out.getvalue()


def listed(name: str, content: str | bytes | Callable[[], bytes], more: str = "") -> Make:
    """The tiny game with another file as its list; `more` is of its product."""
    game = TINY["game.yaml"].replace("list: things.yaml", f"list: '{name}'{more}")

    def make(folder: Path) -> None:
        data = content() if callable(content) else content
        write(folder, {**TINY, "game.yaml": game, name.partition("#")[0]: data})

    return make


def pack(name: str, file: str, content: str | bytes | Callable[[], bytes], code: str = "", **more: str) -> Pack:
    """A list that is told of by its file, or builds."""
    told = Told(code, file.partition("#")[0]) if code else BUILDS
    return Pack(f"a list of {name}", listed(file, content, more.get("more", "")), told, BUILD)


def book(name: str, content: Callable[[], bytes], code: str = "", file: str = "things.xlsx") -> Pack:
    return pack(name, file, content, code)


def with_part(part: str, change: Callable[[bytes], bytes], of: Callable[[], bytes] = small) -> Callable[[], bytes]:
    """A workbook of which a part is changed."""

    def make() -> bytes:
        files = parts(of())
        return packed({**files, part: change(files.get(part, b""))})

    return make


def sheet(rows: Callable[[], bytes], after: bytes = b"") -> Callable[[], bytes]:
    """A workbook with other rows, and what follows them."""
    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return with_part(SHEET, lambda _: head + b"<sheetData>" + rows() + b"</sheetData>" + after + b"</worksheet>")


def cell(reference: str, text: str = "x") -> bytes:
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'.encode()


HEAD = b'<row r="1">' + cell("A1", "name") + cell("B1", "number") + b"</row>"
LAUGHS = (
    b'<!DOCTYPE x [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "&%c;&%c;&%c;&%c;&%c;&%c;">' % (n, *[n - 1] * 6) for n in range(ord("b"), ord("q")))
    + b"]>"
)
CANARY = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///%s">]>'


def quoted(text: bytes, doctype: bytes) -> bytes:
    """An XML file with a declaration of types before its first element."""
    head, end, rest = text.partition(b"?>") if text.startswith(b"<?xml") else (b"", b"", text)
    return head + end + doctype + rest


def lying() -> bytes:
    """A workbook whose sheet is larger than it says."""
    big = packed({**parts(small()), SHEET: b" " * 40 * MB})
    return big.replace(struct.pack("<L", 40 * MB), struct.pack("<L", 1000))


def flagged() -> bytes:
    """A workbook whose files say that they are locked."""
    data = bytearray(small())
    at = 0
    while (at := data.find(b"PK\x01\x02", at)) >= 0:
        data[at + 8] |= 1
        at += 4
    return bytes(data)


def endless(
    start: bytes,
    letter: bytes,
    end: bytes,
) -> Callable[[], bytes]:
    """A workbook with something of 60 MB before its first row, packed in a few thousand bytes."""
    much = start + letter * (60 * MB // len(letter)) + end
    return with_part(SHEET, lambda old: old.replace(b"<sheetData", much + b"<sheetData"))


BOOKS = [
    book("an attribute of 60 MB", endless(b'<x a="', b"x", b'"/>')),
    replace(book("a tag of ten million attributes", endless(b"<x ", b'a="" ', b"/>"), BIG), slow=True),
    replace(book("a comment of 60 MB", endless(b"<!--", b"x", b"-->")), slow=True),
    replace(book("a text of 60 MB that nobody asks for", endless(b"<x>", b"x", b"</x>")), slow=True),
    replace(book("a bomb of blanks", with_part(SHEET, lambda _: b"<worksheet>" + b" " * 500 * MB), BIG), slow=True),
    book(
        "two bombs of 40 MB",
        with_part(
            "xl/sharedStrings.xml",
            lambda old: old.replace(b"</sst>", b" " * 40 * MB + b"</sst>"),
            with_part(SHEET, lambda old: old + b" " * 40 * MB, sharing),
        ),
        BIG,
    ),
    book(
        "a million shared texts",
        with_part("xl/sharedStrings.xml", lambda old: old.replace(b"</sst>", b"<si/>" * 10**6 + b"</sst>"), sharing),
    ),
    book("a workbook that lies of its size", lying, BROKEN),
    book("a workbook that laughs", with_part(SHEET, lambda old: quoted(old, LAUGHS)), BROKEN),
    book("a workbook that laughs in its names", with_part("xl/workbook.xml", lambda old: quoted(old, LAUGHS)), BROKEN),
    book("a workbook that reads the disk", with_part(SHEET, lambda old: quoted(old, CANARY % b"etc/passwd")), BROKEN),
    book(
        "a workbook that leads out",
        with_part(
            "xl/_rels/workbook.xml.rels",
            lambda old: old.replace(b"/xl/worksheets/sheet1.xml", b"../../../../../etc/passwd"),
        ),
        BROKEN,
    ),
    book(
        "a workbook elsewhere",
        with_part(
            "xl/_rels/workbook.xml.rels",
            lambda old: old.replace(b'Target="/xl/worksheets', b'TargetMode="External" Target="http://localhost/'),
        ),
        BROKEN,
    ),
    book("external links", lambda: packed({**parts(small()), "xl/externalLinks/externalLink1.xml": b"<!DOCTYPE x>"})),
    book("macros", lambda: packed({**parts(small()), "xl/vbaProject.bin": b"\xd0\xcf" * 100}), "", "things.xlsm"),
    book(
        "a million empty columns",
        sheet(
            lambda: (
                HEAD
                + b"".join(
                    b'<row r="%d">' % n + cell(f"A{n}", f"t{n}") + cell(f"XFD{n}", "") + b"</row>"
                    for n in range(2, 2000)
                )
            )
        ),
    ),
    book(
        "headers at the end of the world",
        sheet(lambda: b'<row r="1">' + cell("A1", "name") + cell("XFD1") + b"</row>"),
        "too-many-columns",
    ),
    book(
        "cells at the end of the world",
        sheet(
            lambda: (
                HEAD
                + b"".join(b'<row r="%d">' % n + cell(f"A{n}") + cell(f"XFD{n}") + b"</row>" for n in range(2, 20_000))
            )
        ),
        "no-header",
    ),
    book(
        "a range of everything",
        with_part(SHEET, lambda old: old.replace(b"<sheetData", b'<dimension ref="A1:XFD1048576"/><sheetData')),
    ),
    book(
        "a row of a billion", sheet(lambda: HEAD + b'<row r="999999999">' + cell("A999999999", "One") + b"</row>"), BIG
    ),
    book("a million cells", sheet(lambda: HEAD + b"<row>" + b"<c><v>1</v></c>" * 10**6 + b"</row>"), BIG),
    book("a million things in a cell", sheet(lambda: HEAD + b"<row><c><is>" + b"<r/>" * 3 * 10**6), BIG),
    book("things 100,000 deep", sheet(lambda: b"<row>" * 100_000), BROKEN),
    book(
        "rows that are merged a million times",
        sheet(
            lambda: HEAD + b'<row r="2">' + cell("A2", "One") + b"</row>",
            b"<mergeCells>" + b'<mergeCell ref="A2:A1048576"/>' * 500_000 + b"</mergeCells>",
        ),
    ),
    book(
        "400,000 styles",
        with_part(
            "xl/styles.xml", lambda old: old.replace(b"</cellXfs>", b'<xf numFmtId="0"/>' * 400_000 + b"</cellXfs>")
        ),
        BIG,
    ),
    book(
        "formats that lead astray",
        with_part(
            "xl/styles.xml",
            lambda old: old.replace(
                b"<cellXfs",
                b'<numFmts><numFmt numFmtId="0" formatCode="%s"/></numFmts><cellXfs' % (b"[[&quot;;#,E+0/?" * 20),
            ),
        ),
    ),
    book(
        "numbers without end in cells",
        sheet(lambda: HEAD + b'<row><c t="inlineStr"><is><t>x</t></is></c><c><v>1e999</v></c></row>'),
        "bad-cell",
    ),
    book("a text that is not there", sheet(lambda: HEAD + b'<row><c t="s"><v>-1</v></c></row>'), BROKEN),
    book(
        "control characters", sheet(lambda: HEAD + b"<row>" + cell("A2", "_x0007__x001B_[31m") + b"</row>"), "bad-cell"
    ),
    book(
        "a header of letters that turn",
        sheet(lambda: b"<row>" + cell("A1", "\u202eeman" * 5000) + b"</row>"),
        "unknown-column",
    ),
    book("a workbook that is cut off", lambda: small()[: len(small()) // 2], BROKEN),
    book("a workbook with a spoiled part", lambda: small().replace(b"\x00\x00\x08\x00", b"\x00\x00\x0c\x00"), BROKEN),
    book("a workbook that says it is locked", flagged, "locked"),
    book("a workbook packed otherwise", lambda: packed(parts(small()), zipfile.ZIP_LZMA), BROKEN),
    book(
        "a workbook of 300,000 files",
        lambda: packed(((f"{n}", b"") for n in range(60_000)), zipfile.ZIP_STORED),
        BROKEN,
    ),
    book("an archive of nothing", lambda: packed({}), WRONG),
    book("nothing at all", lambda: b"", WRONG),
    book("random letters", lambda: b"PK\x03\x04" + random.Random(1).randbytes(100_000), BROKEN),
    book("more than is said", lambda: b"x" * (17 * MB), "file-too-big"),
    book(
        "a sheet of many texts", lambda: xlsx({"A": [["name", "note"], *([f"n{i}", "x" * 1999] for i in range(3000))]})
    ),
]

CSV = [
    pack("16 MB on one line", "things.csv", lambda: b"name," * (3 * MB), "too-many-columns"),
    pack("a million rows", "things.csv", lambda: b"name,number\n" + b"x,1\n" * 10**6, VALUES),
    pack("a quote without an end", "things.csv", lambda: b'name,note\n"' + b"x\n" * (5 * MB), "scalar-too-long"),
    pack("a cell of 100,000 quotes", "things.csv", lambda: b'name,note\nOne,"' + b'""' * 60_000 + b'"\n', "bad-length"),
    pack("nothing but quotes", "things.csv", b'"' * 100_001, "syntax"),
    pack(
        "bars without end",
        "things.csv",
        lambda: b"name,look.x\n" + b"x," + b"|" * 130_000 + b"\n",
        "bad-cell",
    ),
    pack("zeros", "things.csv", lambda: b"\0" * 100_000, "control-character"),
    pack("random letters as text", "things.csv", lambda: random.Random(2).randbytes(1000), "not-utf8"),
    pack("a workbook by another name", "things.csv", lambda: small(), WRONG),
    pack("numbers without end", "things.csv", "name,number\nOne," + "9" * 100_000 + "\n", "wrong-type"),
    pack("a mistake in every row", "things.csv", lambda: b"name,number\n" + b"x,y\n" * 50_000, "wrong-type"),
    pack("a column beside every row", "things.csv", lambda: b"name\n" + b"x,y\n" * 50_000, "too-many-cells"),
    pack("maps 100 deep", "things.csv", "name,look." + ".".join("a" * 100) + "\nOne,x\n"),
    pack(
        "lines that end in every way", "things.csv", "name,number\rOne,1\r\nTwo,2\n\rThree,\x85\n", "control-character"
    ),
    pack("UTF-16 that is cut off", "things.csv", "name\nÖne\n".encode("utf-16")[:-1], "not-utf8"),
]

JSON = [
    pack("brackets without end", "things.json", lambda: b"[" * (10 * MB), "too-deep"),
    pack(
        "a number of a million digits",
        "things.json",
        lambda: b'[{"name": "x", "number": ' + b"9" * 10**6 + b"}]",
        "scalar-too-long",
    ),
    pack("a million objects", "things.json", lambda: b"[" + b'{"name": "x"},' * 10**6 + b"{}]", VALUES),
    pack("a text of 10 MB", "things.json", lambda: b'[{"name": "' + b"x" * 10 * MB + b'"}]', "scalar-too-long"),
    pack("letters that are none", "things.json", '[{"name": "\\u0000x"}]', "control-character"),
    pack("one key many times", "things.json", lambda: b"[{" + b'"name": "x",' * 100_000 + b'"a": 1}]', "duplicate-key"),
    pack("numbers that are none", "things.json", '[{"name": "x", "number": NaN}]', "syntax"),
]

_ALL = "{a: 1..999999999, b: 1..999999999, c: 1..999999999}"
FOR = [
    pack("all there is", "things.yaml", f'- {{for: {_ALL}, name: "{{{{ a }}}}"}}\n', "over-limit"),
    pack(
        "many combinations of a few",
        "things.yaml",
        "".join(f'- {{for: {{a: 1..9000}}, name: "{n} {{{{ a }}}}"}}\n' for n in range(40)),
        "over-limit",
    ),
    pack(
        "texts that grow", "things.yaml", "- {for: {a: 1..9000}, name: \"{{ ('x' * 9999) ~ a }}\"}\n", "bad-expression"
    ),
    pack(
        "conditions that take long",
        "things.yaml",
        '- {for: {a: 1..20000}, when: "[a, a] | sum > 1 and [a] | sort | first == 0", name: "{{ a }}"}\n',
    ),
    pack(
        "names that hide",
        "things.yaml",
        '- {for: {__class__: [1], self: [1]}, name: "{{ self.__init__ }}"}\n',
        "bad-name",
    ),
]

PACKS = [
    *BOOKS,
    *CSV,
    *JSON,
    *FOR,
    Pack(
        "a list that is a link out",
        tiny({"game.yaml": TINY["game.yaml"].replace("things.yaml", "../canary.csv")}),
        Told("outside-folder", "game.yaml", "canary"),
    ),
    Pack(
        "a list of 10,000 renamed columns",
        listed(
            "things.csv",
            "name\nOne\n",
            ", columns: {%s}".replace(", columns", "\n    columns") % ", ".join(f"c{n}: name" for n in range(10_000)),
        ),
        Told("unknown-column", "game.yaml"),
    ),
]
