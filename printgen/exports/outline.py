"""The outline of a text, as headings, paragraphs, lists and tables in their order; and a page of HTML made of it."""

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
    """A heading; level 1 is the title of the whole text."""

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
    """A table: its caption, the titles of its columns ("" for a column without one, or none at all), rows of cells.

    Where it is `named`, the first cell of a row is the row's heading.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    named: bool = True


Node = OutlineHeading | OutlineParagraph | OutlineList | OutlineTable


def as_html(nodes: Sequence[Node], title: str, language: str) -> str:
    """A whole page: landmarks, headings without gaps, tables with captions and scopes, nothing loaded from elsewhere.

    The page never scrolls sideways, however narrow it is: a table that is too wide scrolls in a region of its own,
    which has a label and can be reached by keyboard.
    """
    chapters = {f"part-{n}": node.text for n, node in enumerate(nodes)
                if isinstance(node, OutlineHeading) and node.level == 2}  # fmt: skip
    links = "\n".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in chapters.items())
    contents = f'<nav aria-label="Contents">\n<ul>\n{links}\n</ul>\n</nav>\n' if len(chapters) > 1 else ""
    labels = _table_labels(nodes)
    body = "\n".join(
        _html_table(node, n, labels[n])
        if isinstance(node, OutlineTable)
        else _html(node, f"part-{n}" if f"part-{n}" in chapters else "")
        for n, node in enumerate(nodes)
    )
    first, _, rest = body.partition("\n")
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language or "en")}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<header>\n{first}\n</header>\n{contents}<main>\n{rest}\n</main>\n"
        "</body>\n</html>\n"
    )


def _table_labels(nodes: Sequence[Node]) -> dict[int, str]:
    """A label for each table, by its number among the nodes: its caption or the heading over it; no two are equal."""
    labels, heading = dict[int, str](), ""
    used = set[str]()
    for number, node in enumerate(nodes):
        if isinstance(node, OutlineHeading):
            heading = node.text
        elif isinstance(node, OutlineTable):
            label = node.caption or heading
            candidates = chain([label], (f"{label} ({n})" for n in count(2)))
            labels[number] = next(candidate for candidate in candidates if candidate not in used)
            used.add(labels[number])
    return labels


def _html(node: OutlineHeading | OutlineParagraph | OutlineList, anchor: str) -> str:
    match node:
        case OutlineHeading(level, text):
            attribute = f' id="{anchor}"' if anchor else ""
            return f"<h{level}{attribute}>{escape(text)}</h{level}>"
        case OutlineParagraph(text):
            return f"<p>{_with_breaks(text)}</p>"
        case OutlineList(items, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{_with_breaks(item)}</li>" for item in items) + f"</{tag}>"


def _with_breaks(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _html_table(table: OutlineTable, number: int, label: str) -> str:
    """A table in a region that scrolls, whose label is the table's caption, or another one where that is not unique."""
    anchor = f"table-{number}"
    caption = f'<caption id="{anchor}">{escape(table.caption)}</caption>' if table.caption else ""
    attribute = f'aria-labelledby="{anchor}"' if label == table.caption else f'aria-label="{escape(label)}"'
    cells = "".join(f'<th scope="col">{_with_breaks(cell)}</th>' if cell else "<td></td>" for cell in table.head)
    head = f"<thead><tr>{cells}</tr></thead>" if cells else ""
    rows = "\n".join(f"<tr>{''.join(_cells(row, table.named))}</tr>" for row in table.rows)
    body = f"<table>{caption}\n{head}\n<tbody>\n{rows}\n</tbody></table>"
    return f'<div role="region" {attribute} tabindex="0">\n{body}\n</div>'


def _cells(row: Sequence[str], named: bool) -> Iterator[str]:
    for n, cell in enumerate(row):
        text = _with_breaks(cell)
        yield f'<th scope="row">{text}</th>' if named and n == 0 and cell else f"<td>{text}</td>"
