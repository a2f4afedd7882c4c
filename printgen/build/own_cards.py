"""Findings of a run for some cards come in; what they say of others of the user's own goes out as one line a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from printgen.base.errors import Exit, Finding, Where
from printgen.base.gate import shown_name
from printgen.base.names import folded_name
from printgen.build.jobs import Job
from printgen.game.records import Product

OTHERS = "other-cards"
"""The code of the line that stands for what is said of other cards."""


def on_others(job: Job, findings: Iterable[Finding], only: Iterable[str]) -> Iterator[Finding]:
    """The findings, of which those on the user's own cards that are not named stand in one line for each list.

    Such a card is not printed, and what is wrong with it is told by printgen check.
    """
    names = {folded_name(name) for name in only}
    lists = {file: product for product in job.products for file in _own_lists(product)} if names else {}
    held: dict[str, list[Finding]] = {}
    for finding in findings:
        product = lists.get(finding.where.file)
        if product is None or folded_name(_card_at(product, finding.where)) in names | {""}:
            yield finding
        else:
            held.setdefault(finding.where.file, []).append(finding)
    for file, some in held.items():
        counts = [(sum(one.severity == kind for one in some), kind) for kind in ("error", "warning")]
        told = " and ".join(f"{n} {kind}{'' if n == 1 else 's'}" for n, kind in counts if n)
        message = f"{told} on cards of your own that are not printed now"
        hint = f"See them with printgen check {job.game.name}/{lists[file].name}."
        if told:
            yield Finding("warning", Where(file), message, hint, OTHERS, Exit.RULES_BROKEN)


def _own_lists(product: Product) -> set[str]:
    """The lists of a product's records that are not the game's, as findings name them."""
    listed: Path | None = product.list_file
    return {record.where.file for record in product.records} - ({shown_name(listed)} if listed else set())


def _card_at(product: Product, where: Where) -> str:
    """The name of the card at a place of a list; "" where none begins before it."""
    before = [
        record for record in product.records if record.where.file == where.file and record.where.line <= where.line
    ]
    return max(before, key=lambda record: record.where.line).name if before else ""
