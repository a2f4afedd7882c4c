"""The commands that print: build, preview and printed, and what is to be printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import click

import printgen
from printgen.base.errors import UsageError
from printgen.base.names import slug
from printgen.build.marking import PrintMark
from printgen.build.requests import BuildRequest, PictureRequest, PrintedRequest
from printgen.cli.messages import Progress, confirm, count, echo, event, print_answer, print_json, show_findings
from printgen.cli.options import cards_option, json_option, out_option, progress_option
from printgen.cli.requests import RequestCommand
from printgen.kinds import all_kinds

_MOST_NAMES = 6
"""How many names of printed pieces are shown."""


@click.command("printed", cls=RequestCommand, request=PrintedRequest)
@out_option
@cards_option
@json_option
def printed_command(request: PrintedRequest, out: str, cards: Path | None, as_json: bool) -> None:
    """Say that you have printed what the last build of a target made, so that build --changed leaves it out.

    Until you say so for a product, its last build counts as printed; from then on, only what you say.
    """
    rows = request.rows()
    if not rows:
        raise UsageError("name what you have printed", "Say printgen printed TARGET.")
    if request.only:
        rows = tuple(printgen.PrintTarget(target, request.only) for target in request.targets)
    marked = printgen.mark_printed(rows, out, cards=cards, variant=request.variant)
    print_answer({"printed": [row.as_data() for row in marked]}, map(_marked_line, marked), as_json)


def _marked_line(row: PrintMark) -> str:
    text = f"{count(row.pieces, 'piece')} marked as printed: {_first_names(row.names)}"
    return f"{row.kit}/{row.product}: {text if row.names else 'was marked as printed before'}"


def _first_names(names: Sequence[str]) -> str:
    rest = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{', '.join(names[:_MOST_NAMES])}{rest}"


_FEW = 4
"""The names of fewer files than that are all shown."""
_PLAIN = "printgen.plain"
"""Whether a command line has none but the options that every build takes."""


class _BuildCommand(RequestCommand):
    """Takes the flags of kinds of printable, too, which are looked for where its own options do not do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own_flags = {name for param in self.params for name in param.opts}
        ctx.meta[_PLAIN] = all(word.partition("=")[0] in own_flags for word in args if word.startswith("-"))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        return params if ctx.meta.get(_PLAIN) else [*params, *_kind_options()]


@cache
def _kind_options() -> tuple[click.Option, ...]:
    """The options that kinds add."""
    return tuple(
        click.Option([f"--{flag.name}"], type=click.Choice(flag.choices) if flag.choices else str, help=flag.help)
        for kind in all_kinds()
        for flag in kind.flags
    )


@click.command("build", cls=_BuildCommand, request=BuildRequest)
@cards_option
@out_option
@json_option
@progress_option
def build_command(
    request: BuildRequest, cards: Path | None, out: str, as_json: bool, events: bool, **flags: Any
) -> None:
    """Print kits, products or your own games into PDFs."""
    if request.copies and not (request.targets or request.list):
        raise UsageError("--copies goes with a target", "Name what is to be printed, such as go-joe/joe-deck.")
    rows = request.rows(request.copies)
    values = {name: value for name, value in flags.items() if value}
    overrides = {
        kind.name: {flag.name: values[flag.name] for flag in kind.flags if flag.name in values}
        for kind in (all_kinds() if values else ())
    }
    settings = request.settings(Path(out), cards, only=request.only, strict=request.strict, overrides=overrides)
    if request.dry_run:
        with Progress(as_json, events) as progress:
            plan = printgen.plan(rows, settings, progress)
        show_findings(plan.findings)
        print_json(plan.as_data()) if as_json else show_plan(plan)
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
        document = kits[0] if len(kits) == 1 else {"kits": kits}
        print_json({**document, "changes": _changes(built)} if settings.changed else document)
        return
    for manifest in built.manifests:
        entries = [entry for entry in manifest.products if (manifest.kit, entry.file) in built.written]
        for entry in entries:
            echo(_entry_line(_entry_folder(Path(out), manifest.kit, entry), entry))
            _show_turn(entry)
        if manifest.tonight and {*manifest.tonight} <= {entry.name for entry in entries if not entry.partial}:
            echo(f"{manifest.kit} tonight: {count(manifest.enough, 'sheet')} are enough, {', '.join(manifest.tonight)}")
    for change in built.changed:
        line = _entry_line(_entry_folder(Path(out), change.kit, change.entry), change.entry)
        echo(f"{line}: {_first_names(change.names)}")
        _show_turn(change.entry)
    for kit, name in built.same:
        echo(f"{kit}/{name}: nothing is new; nothing is written")


def _show_turn(entry: printgen.ManifestEntry) -> None:
    """Tell how the stack is turned, where that is done by hand."""
    if entry.turn:
        echo(f"  {entry.turn}")


def _entry_folder(out: Path, kit: str, entry: printgen.ManifestEntry) -> Path:
    """Where the files of an entry lie."""
    return out if entry.shared else out / kit


def _entry_line(folder: Path, entry: printgen.ManifestEntry) -> str:
    """The file of an entry, or the first and the last, and what is in it."""
    names = entry.files or (entry.file,)
    path = folder / (", ".join(names) if entry.turn and len(names) < _FEW else " to ".join({names[0]: 0, names[-1]: 0}))
    return f"{path}: {_amount_text(entry)}"


def _amount_text(row: printgen.ManifestEntry | printgen.PlannedProduct) -> str:
    pieces, sheets, pages = count(row.pieces, "piece"), count(row.sheets, "sheet"), count(row.pages, "page")
    return f"{pieces} on {sheets} of {row.paper}, {pages}"


def _changes(built: printgen.Built) -> dict[str, Any]:
    """What is new and changed as plain data."""
    changed = [
        {"kit": change.kit, "names": change.names, **change.entry.as_data(), "name": change.entry.name}
        for change in built.changed
    ]
    return {"changed": changed, "same": [f"{kit}/{name}" for kit, name in built.same]}


@click.command("preview", cls=RequestCommand, request=PictureRequest)
@cards_option
@json_option
def preview_command(request: PictureRequest, cards: Path | None, as_json: bool) -> None:
    """Draw a product's cards (one of them by NAME, or all side by side) or a whole sheet as a picture."""
    target, name, dpi, sheet = request.target, request.name, request.dpi, request.sheet
    settings = request.settings(Path("output"), cards, only=(name,) if name else ())
    view = printgen.View(dpi, sheet, request.columns, request.grey)
    parts = (
        target.rstrip("/").rpartition("/")[2],
        (slug(name) or "card") if name else "",
        f"sheet-{sheet}" if sheet else "",
    )
    file = Path(request.output or f"{'-'.join(filter(None, parts))}.png")
    width, height = (round(side, 3) for side in printgen.preview(target, settings, view, file))
    measured, unit = ({"dpi": dpi}, "pixels") if file.suffix.lower() == ".png" else ({"unit": "mm"}, "mm")
    document = {"file": str(file), "width": width, "height": height, **measured}
    print_answer(document, (f"{file}: {width:g} x {height:g} {unit}",), as_json)


def show_plan(plan: printgen.PrintPlan) -> None:
    """Tell what a build takes, product by product, and all together."""
    for row in plan.rows:
        colors = ", ".join(f"{name} {share:.0f}" for name, share in row.colors.items())
        echo(f"{row.kit}/{row.product}: {_amount_text(row)}, {row.ink:.0f} % ink ({colors})")
        if cuts := _cutting_text(row.cutting):
            echo(f"  {cuts}")
        echo(f"  {_new_text(row)}")
    if len(plan.rows) > 1:
        cuts = _cutting_text(plan.cutting)
        echo(f"all: {count(plan.sheets, 'sheet')}, {count(plan.pages, 'page')}" + (f"; {cuts}" if cuts else ""))
    if not plan.rows:
        echo("nothing is new since it was printed last")


def _cutting_text(cutting: printgen.Cutting) -> str:
    """What cutting takes; "" where nothing is cut."""
    parts = [f"{count(cutting.cuts, 'cut')} in {count(cutting.stacks, 'stack')}"] if cutting.cuts else []
    parts += [f"{count(cutting.by_hand, 'piece')} by hand"] if cutting.by_hand else []
    minutes = max(1, round(cutting.seconds / 60))
    return f"{', '.join(parts)}: about {count(minutes, 'minute')}" if parts else ""


def _new_text(row: printgen.PlannedProduct) -> str:
    """What is new since the product was printed last."""
    if not row.printed:
        return "never printed before"
    if not row.new:
        return "nothing is new since it was printed last"
    return f"new since it was printed last: {_first_names(row.new)}"
