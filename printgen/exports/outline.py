"""Headings, paragraphs, lists and tables in their order, and HTML made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, count

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
