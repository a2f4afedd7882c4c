"""Reads the blocks of a text that is written in the manner of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from printgen.base.errors import Finding, Where
from printgen.base.units import count_noun
from printgen.game import documents as doc
from printgen.reading.part import Phrase

_KINDS = {
    "heading": re.compile(r"#{1,6}\s+(?P<words>.*?)[\s#]*"),
    "rule": re.compile(r"-{3,}|_{3,}|\*{3,}"),
    "picture": re.compile(r"!\[[^\]]*\]\((?P<words>[^)]*)\)"),
    "row": re.compile(r"\|.*"),
    "blank": re.compile(""),
}
"""The lines that are no paragraph."""
_BAR = re.compile(r"(?<!\\)\|")
_UNDER_HEAD = re.compile(r":?-+:?")
_ALIGN: dict[tuple[bool, bool], doc.Align] = {(False, True): "right", (True, True): "center"}
_HINT = "Write a table like | d6 | Effect |, then | --- | --- |, then a line for each row."


def blocks_of(lines: Sequence[Phrase]) -> tuple[tuple[doc.Block, ...], tuple[Finding, ...]]:
    """The blocks of the lines of a text, and what is wrong with it.

    `# ` begins a heading, `|` the row of a table, `---` is a rule and `![](name)` the picture that a face of this name
    draws. Other lines are paragraphs, which an empty line parts, with their lists.
    """
    blocks, findings = list[doc.Block](), list[Finding]()
    for kind, group in groupby(lines, _kind_of):
        try:
            blocks += _blocks_of(kind, list(group))
        except _WrongTableError as error:
            findings.append(Finding("error", error.where, str(error), error.hint, "wrong-columns"))
    return tuple(blocks), tuple(findings)


class _WrongTableError(ValueError):
    def __init__(self, where: Where, message: str, hint: str = _HINT) -> None:
        super().__init__(message)
        self.where, self.hint = where, hint


def _kind_of(line: Phrase) -> str:
    return next((kind for kind, pattern in _KINDS.items() if pattern.fullmatch(line.text)), "paragraph")


def _blocks_of(kind: str, lines: Sequence[Phrase]) -> Iterable[doc.Block]:
    """The blocks of lines of one kind."""
    if kind == "blank":
        return ()
    if kind == "row":
        return (_table(lines),)
    if kind == "paragraph":
        where = lines[0].where
        return (doc.ParagraphBlock(text=Phrase("\n".join(line.text for line in lines), where)).at_place(where),)
    return [_block_of_line(kind, line) for line in lines]


def _block_of_line(kind: str, line: Phrase) -> doc.Block:
    if kind == "rule":
        return doc.RuleBlock().at_place(line.where)
    found = _KINDS[kind].fullmatch(line.text)
    words = Phrase(found["words"] if found else "", line.where)
    block = doc.HeadingBlock(text=words) if kind == "heading" else doc.PictureBlock(face=words)
    return block.at_place(line.where)


def _table(lines: Sequence[Phrase]) -> doc.TableBlock:
    """A table by its lines; the first is the head where a line of dashes follows, which tells how columns are set."""
    where, rows = lines[0].where, [_cells(line) for line in lines]
    dashes = rows[1] if len(rows) > 1 and all(_UNDER_HEAD.fullmatch(cell.text) for cell in rows[1]) else ()
    count, body = len(rows[0]), rows[2 if dashes else 0 :]
    if count > doc.MOST_COLUMNS:
        raise _WrongTableError(where, f"the table has {count:,} columns; the limit is {doc.MOST_COLUMNS}")
    if not body:
        raise _WrongTableError(where, "the table has no rows under its head")
    for line, cells in zip(lines, rows, strict=True):
        if len(cells) != count:
            message = f"{count_noun(len(cells), 'cell')}; the table has {count_noun(count, 'column')}"
            hint = "Add the cells that are missing." if len(cells) < count else "Take the surplus cells away."
            raise _WrongTableError(line.where, message, f"{hint} A bar inside of a cell is written \\|.")
    sides: list[doc.Align] = [_ALIGN.get((cell.text[0] == ":", cell.text[-1] == ":"), "left") for cell in dashes]
    table = doc.TableBlock(
        head=rows[0] if dashes else (),
        align=tuple(sides),
        rows=tuple(doc.CellRow(cells=cells).at_place(cells[0].where) for cells in body),
    )
    return table.at_place(where)


def _cells(line: Phrase) -> tuple[Phrase, ...]:
    """The cells of a row between its bars."""
    cells = _BAR.split(line.text.removeprefix("|"))
    if len(cells) > 1 and not cells[-1].strip():
        del cells[-1]
    return tuple(Phrase(cell.strip().replace("\\|", "|"), line.where) for cell in cells)
