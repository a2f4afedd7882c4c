"""The commands that print: build, preview and printed, and what is to be printed."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import click

import printgen
from printgen.base.errors import UsageError
from printgen.base.names import slug
from printgen.cli.laying import grey_look_option, laying_options, look_said, tell_plan
from printgen.cli.messages import Progress, confirm, count, echo, event, print_json, show_findings
from printgen.cli.options import (
    cards_option,
    json_option,
    only_option,
    out_option,
    progress_option,
    strict_option,
    variant_option,
)
from printgen.kinds import all_kinds

_MOST_NAMES = 6
"""So many names of printed pieces are told."""

COPIES = click.IntRange(1, printgen.MOST_COPIES)

copies_option = click.option(
    "--copies", type=COPIES, metavar="N", help="how often each card is printed, whatever its record says"
)
list_option = click.option(
    "--list", "list_file", metavar="FILE", help="print what a print list says: targets, cards of them, and copies"
)


def wanted(
    targets: tuple[str, ...], list_file: str | None, copies: int | None, only: tuple[str, ...]
) -> tuple[str | printgen.PrintTarget, ...]:
    """What is to be printed: targets, or the rows of a list. UsageError for both, for none, and for an empty list."""
    if not (list_file or copies):
        return targets
    if not list_file:
        if not targets:
            raise UsageError("--copies goes with a target", "Name what is to be printed, such as go-joe/joe-deck.")
        return tuple(printgen.PrintTarget(target, only, copies) for target in targets)
    others = {"a target": targets, "--only": only, "--copies": copies}
    if other := next((name for name, given in others.items() if given), None):
        raise UsageError(f"--list and {other} do not go together", "Write what is to be printed into the list.")
    rows = printgen.print_list(list_file)
    if not rows:
        raise UsageError(f"there is nothing on the list {list_file}", "Write a row, such as - go-joe/joe-deck.")
    return rows


@click.command("printed")
@click.argument("targets", nargs=-1)
@only_option
@list_option
@out_option
@variant_option
@cards_option
@json_option
def printed_command(
    targets: tuple[str, ...], only: tuple[str, ...], list_file: str | None, out: str, variant: str, cards: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Say that you have printed what the last build of a target made, so that build --changed leaves it out.

    Until you say so for a product, its last build counts as printed; from then on, only what you say.
    """
    if not (targets or list_file):
        raise UsageError("name what you have printed", "Say printgen printed TARGET.")
    rows = wanted(targets, list_file, None, only)
    if only:
        rows = tuple(printgen.PrintTarget(target, only) for target in targets)
    marked = printgen.mark_printed(rows, out, cards=cards, variant=variant)
    if as_json:
        print_json({"printed": [row.as_data() for row in marked]})
        return
    for row in marked:
        most = f" and {len(row.names) - _MOST_NAMES} more" if len(row.names) > _MOST_NAMES else ""
        told = f"{count(row.pieces, 'piece')} marked as printed: {', '.join(row.names[:_MOST_NAMES])}{most}"
        echo(f"{row.kit}/{row.product}: {told if row.names else 'was marked as printed before'}")


_FEW = 4
"""Fewer files are told by all of their names."""
_PLAIN = "printgen.plain"
"""Whether a command line has none but the options that every build takes."""


class _Build(click.Command):
    """Takes the flags of kinds of printable, too, which are looked for where its own options do not do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {name for param in self.params for name in param.opts}
        ctx.meta[_PLAIN] = all(word.partition("=")[0] in known for word in args if word.startswith("-"))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        return params if ctx.meta.get(_PLAIN) else [*params, *_flags()]


@cache
def _flags() -> tuple[click.Option, ...]:
    """The options that kinds add."""
    return tuple(
        click.Option([f"--{flag.name}"], type=click.Choice(flag.choices) if flag.choices else str, help=flag.help)
        for kind in all_kinds()
        for flag in kind.flags
    )


@click.command("build", cls=_Build)
@click.argument("targets", nargs=-1)
@laying_options
@click.option(
    "--format",
    type=click.Choice(printgen.FORMATS),
    default="pdf",
    show_default=True,
    help="what is written: one PDF, a picture for every page (png, svg), or a text that tells what is drawn",
)
@list_option
@copies_option
@click.option("--one", default="", metavar="NAME", help="all products in one PDF, DIR/NAME.pdf, with bookmarks")
@click.option("--zip", default="", metavar="NAME", help="all files in a zip besides, DIR/NAME.zip")
@click.option("--dry-run", is_flag=True, help="tell what it takes, paper, ink and cuts, and what is new; write nothing")
@click.option(
    "--changed",
    is_flag=True,
    help="print only what is new or changed since you printed it (see printgen printed), or else since the last build",
)
@strict_option
@click.option("--yes", is_flag=True, help="print even what takes very many sheets")
@grey_look_option
@only_option
@cards_option
@out_option
@json_option
@progress_option
def build_command(
    targets: tuple[str, ...], list_file: str | None, copies: int | None, yes: bool, grey: bool, out: str,
    as_json: bool, events: bool, dry_run: bool, **given: Any,
) -> None:  # fmt: skip
    """Print kits, products or your own games into PDFs."""
    rows = wanted(targets, list_file, copies, given["only"])
    given["look"] = look_said(given["look"], grey)
    # Options are called as the settings are; the others are flags of kinds.
    usual = {field.name for field in fields(printgen.Settings)}
    laid = {key: value for key, value in given.items() if value and key not in usual}
    kinds = all_kinds() if laid else ()
    settings = printgen.Settings(
        out=Path(out),
        overrides={k.name: {f.name: laid[f.name] for f in k.flags if f.name in laid} for k in kinds},
        most_sheets=None if yes else printgen.MANY_SHEETS,
        **{key: value for key, value in given.items() if key in usual},
    )
    if dry_run:
        with Progress(as_json, events) as progress:
            plan = printgen.plan(rows, settings, progress)
        show_findings(plan.findings)
        print_json(plan.as_data()) if as_json else tell_plan(plan)
        return
    try:
        with Progress(as_json, events) as progress:
            built = printgen.write(rows, settings, progress)
    except printgen.ManySheets as error:
        if as_json or not sys.stdin.isatty():
            raise
        confirm(f"{error.findings[0].message}; print them all?", abort=True, err=True)
        built = printgen.write(rows, replace(settings, most_sheets=None))
    for file in built.files if events else ():
        event("file", path=str(file))
    show_findings(built.findings)
    if as_json:
        kits = [manifest.as_data() for manifest in built.manifests]
        told = kits[0] if len(kits) == 1 else {"kits": kits}
        print_json({**told, "changes": _changes(built)} if settings.changed else told)
        return
    for manifest in built.manifests:
        entries = [one for one in manifest.products if (manifest.kit, one.file) in built.written]
        for entry in entries:
            echo(_told(_home(Path(out), manifest.kit, entry), entry))
            _tell_turning(entry)
        if manifest.tonight and {*manifest.tonight} <= {one.name for one in entries if not one.partial}:
            echo(f"{manifest.kit} tonight: {count(manifest.enough, 'sheet')} are enough, {', '.join(manifest.tonight)}")
    for change in built.changed:
        most = f" and {len(change.names) - _MOST_NAMES} more" if len(change.names) > _MOST_NAMES else ""
        line = _told(_home(Path(out), change.kit, change.entry), change.entry)
        echo(f"{line}: {', '.join(change.names[:_MOST_NAMES])}{most}")
        _tell_turning(change.entry)
    for kit, name in built.same:
        echo(f"{kit}/{name}: nothing is new; nothing is written")


def _tell_turning(entry: printgen.ManifestEntry) -> None:
    """Tell how the stack is turned, where that is done by hand."""
    if entry.turn:
        echo(f"  {entry.turn}")


def _home(out: Path, kit: str, entry: printgen.ManifestEntry) -> Path:
    """Where the files of an entry lie."""
    return out if entry.shared else out / kit


def _told(folder: Path, entry: printgen.ManifestEntry) -> str:
    """The file of an entry, or the first and the last, and what is in it."""
    names = entry.files or (entry.file,)
    path = folder / (", ".join(names) if entry.turn and len(names) < _FEW else " to ".join({names[0]: 0, names[-1]: 0}))
    pieces, sheets, pages = count(entry.pieces, "piece"), count(entry.sheets, "sheet"), count(entry.pages, "page")
    return f"{path}: {pieces} on {sheets} of {entry.paper}, {pages}"


def _changes(built: printgen.Built) -> dict[str, Any]:
    """What is new and changed as plain data."""
    changed = [
        {"kit": change.kit, "names": change.names, **change.entry.as_data(), "name": change.entry.name}
        for change in built.changed
    ]
    return {"changed": changed, "same": [f"{kit}/{name}" for kit, name in built.same]}


@click.command("preview")
@click.argument("target")
@click.argument("name", required=False)
@click.option(
    "-o",
    "--output",
    default="",
    metavar="FILE",
    show_default="PRODUCT.png, PRODUCT-NAME.png or PRODUCT-sheet-N.png",
    help="the .png, .svg, .pdf or .txt to write",
)
@click.option("--dpi", default=300, show_default=True, type=click.IntRange(20, 1200))
@click.option("--sheet", type=click.IntRange(min=1), help="show this page of the imposed PDF instead of cards")
@click.option("--columns", default=6, show_default=True, type=click.IntRange(1, 20))
@click.option("--grey", is_flag=True, help="as a grey printer would show it")
@laying_options
@cards_option
@json_option
def preview_command(
    target: str, name: str | None, output: str, dpi: int, sheet: int | None, columns: int, grey: bool, as_json: bool,
    **given: Any,
) -> None:  # fmt: skip
    """Draw a product's cards (one of them by NAME, or all side by side) or a whole sheet as a picture."""
    settings = printgen.Settings(only=(name,) if name else (), **given)
    view = printgen.View(dpi, sheet, columns, grey)
    parts = (
        target.rstrip("/").rpartition("/")[2],
        (slug(name) or "card") if name else "",
        f"sheet-{sheet}" if sheet else "",
    )
    file = Path(output or f"{'-'.join(filter(None, parts))}.png")
    width, height = (round(side, 3) for side in printgen.preview(target, settings, view, file))
    pixels = file.suffix.lower() == ".png"
    if as_json:
        measured = {"dpi": dpi} if pixels else {"unit": "mm"}
        print_json({"file": str(file), "width": width, "height": height, **measured})
    else:
        echo(f"{file}: {width:g} x {height:g} {'pixels' if pixels else 'mm'}")
