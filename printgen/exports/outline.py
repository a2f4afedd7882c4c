"""A text in its order comes in: headings, paragraphs, lists and tables; HTML or plain text goes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, count
from textwrap import wrap

from printgen.base.names import upper

_WIDTH = 88
"""So many letters a line of plain text has, where its words let it."""
_RULES = {1: "=", 2: "-", 3: "."}
_STYLE = (
    "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.5 system-ui,sans-serif;color:#1b1b1b;"
    "background:#fff;overflow-wrap:break-word}table{border-collapse:collapse}"
    "caption{text-align:left;font-weight:bold}"
    "th,td{border:1px solid #666;padding:.25rem .5rem;text-align:left;vertical-align:top}thead th{background:#eee}"
    "nav ul{columns:2 14rem}[role=region]{overflow-x:auto;margin:1rem 0}"
    "@media print{[role=region]{overflow-x:visible}}"
)


@dataclass(frozen=True, slots=True)
class OutlineHeading:
    """A heading; its level counts from 1, the title of all."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class OutlineParagraph:
    """Some sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class OutlineList:
    """A list, with numbers or without."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class OutlineTable:
    """A table: what it is called, the titles of its columns ("" or none where they have none), and rows of cells.

    The first cell of a row says what the row is about, where `named`.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    named: bool = True


Node = OutlineHeading | OutlineParagraph | OutlineList | OutlineTable


def as_html(nodes: Sequence[Node], title: str, language: str) -> str:
    """A whole page: landmarks, headings without gaps, tables with captions and scopes, nothing from elsewhere.

    It never scrolls sideways, however narrow it is: each table that is too wide does so in a region of its own, which
    has a label and can be reached by keyboard.
    """
    chapters = [
        (f"part-{n}", node.text) for n, node in enumerate(nodes) if isinstance(node, OutlineHeading) and node.level == 2
    ]
    links = "\n".join(f'<li><a href="#{at}">{escape(text)}</a></li>' for at, text in chapters)
    contents = f'<nav aria-label="Contents">\n<ul>\n{links}\n</ul>\n</nav>\n' if len(chapters) > 1 else ""
    named = dict(chapters)
    labels = _labels(nodes)
    body = "\n".join(
        _html_table(node, n, labels[n])
        if isinstance(node, OutlineTable)
        else _html(node, f"part-{n}" if f"part-{n}" in named else "")
        for n, node in enumerate(nodes)
    )
    first, _, rest = body.partition("\n")
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language or "en")}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<header>\n{first}\n</header>\n{contents}<main>\n{rest}\n</main>\n"
        "</body>\n</html>\n"
    )


def _labels(nodes: Sequence[Node]) -> dict[int, str]:
    """What each table is called, by its number among the nodes: as its caption or the heading over it; all differ."""
    labels, heading = dict[int, str](), ""
    used = set[str]()
    for number, node in enumerate(nodes):
        if isinstance(node, OutlineHeading):
            heading = node.text
        elif isinstance(node, OutlineTable):
            usual = node.caption or heading
            names = chain([usual], (f"{usual} ({again})" for again in count(2)))
            labels[number] = next(name for name in names if name not in used)
            used.add(labels[number])
    return labels


def _html(node: OutlineHeading | OutlineParagraph | OutlineList, at: str) -> str:
    match node:
        case OutlineHeading(level, text):
            name = f' id="{at}"' if at else ""
            return f"<h{level}{name}>{escape(text)}</h{level}>"
        case OutlineParagraph(text):
            return f"<p>{_broken(text)}</p>"
        case OutlineList(items, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{_broken(item)}</li>" for item in items) + f"</{tag}>"


def _broken(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _html_table(grid: OutlineTable, number: int, label: str) -> str:
    """A table in a region that scrolls, which is called as its caption, or by a label where that is not unique."""
    at = f"table-{number}"
    caption = f'<caption id="{at}">{escape(grid.caption)}</caption>' if grid.caption else ""
    called = f'aria-labelledby="{at}"' if label == grid.caption else f'aria-label="{escape(label)}"'
    head = "".join(f'<th scope="col">{_broken(cell)}</th>' if cell else "<td></td>" for cell in grid.head)
    rows = "\n".join(f"<tr>{''.join(_cells(row, grid.named))}</tr>" for row in grid.rows)
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return (
        f'<div role="region" {called} tabindex="0">\n<table>{caption}\n{top}\n<tbody>\n{rows}\n</tbody></table>\n</div>'
    )


def _cells(row: Sequence[str], named: bool) -> Iterator[str]:
    for n, cell in enumerate(row):
        yield f'<th scope="row">{_broken(cell)}</th>' if named and not n and cell else f"<td>{_broken(cell)}</td>"


def as_text(nodes: Sequence[Node], language: str) -> str:
    """Plain text: headings are underlined, and a wide table is told row by row, each cell behind its title."""
    return "\n\n".join("\n".join(_text(node, language)) for node in nodes) + "\n"


def _text(node: Node, language: str) -> Iterator[str]:
    match node:
        case OutlineHeading(level, text):
            yield upper(text, language) if level == 1 else text
            if rule := _RULES.get(level, "." if level == 3 else ""):
                yield rule * min(len(text), _WIDTH)
        case OutlineParagraph(text):
            yield from _wrapped(text, "")
        case OutlineList(items, numbered):
            for n, item in enumerate(items, 1):
                yield from _wrapped(item, f"{n}. " if numbered else "- ")
        case OutlineTable():
            yield from _text_table(node)


def _wrapped(text: str, mark: str) -> Iterator[str]:
    first = mark
    for line in text.split("\n"):
        yield from wrap(line, _WIDTH, initial_indent=first, subsequent_indent=" " * len(mark)) or [first.rstrip()]
        first = " " * len(mark)


def _text_table(grid: OutlineTable) -> Iterator[str]:
    if grid.caption:
        yield f"{grid.caption}:"
    rows = [grid.head, *grid.rows] if any(grid.head) else [*grid.rows]
    widths = [max((len(row[n]) if n < len(row) else 0) for row in rows) for n in range(max(map(len, rows), default=0))]
    if sum(widths) + 3 * len(widths) <= _WIDTH and not any("\n" in cell for row in rows for cell in row):
        for n, row in enumerate(rows):
            yield " | ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=False)).rstrip()
            if not n and any(grid.head):
                yield "-+-".join("-" * wide for wide in widths)
        return
    for row in grid.rows:
        head: Sequence[str] = grid.head if any(grid.head) else ("",) * len(row)
        said = [f"{title}: {cell}" if title else cell for title, cell in zip(head, row, strict=False) if cell]
        yield from _wrapped("; ".join(" ".join(cell.split()) for cell in said), "- ")
