"""The commands that make something to look at: build and preview."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from printgen import build
from printgen.base.units import parse_length
from printgen.cli.messages import Progress, print_json, show_findings
from printgen.cli.options import cards_option, json_option, look_option, only_option, out_option, paper_option
from printgen.errors import UsageError
from printgen.writers import WRITERS


@click.command("build")
@click.argument("targets", nargs=-1)
@paper_option
@click.option(
    "--duplex",
    type=click.Choice(build.DUPLEX),
    show_default="long, or what a product asks for",
    help="how backs are printed: flipped on the long or short edge, not at all, after all fronts, or folded over",
)
@click.option(
    "--join",
    type=click.Choice(["tape", "glue"]),
    default="tape",
    show_default=True,
    help="how large pieces go together",
)
@click.option("--gutter", default="0mm", metavar="LENGTH", help="space between pieces, such as 3mm")
@click.option("--scale", default="", metavar="SCALE", help="area templates for smaller figures: 1:18, 1:12 or 3.75in")
@click.option("--form", type=click.Choice(["full", "outline", "gauge"]), help="how area templates are printed")
@click.option("--film", type=click.Choice(["film", "mirror"]), help="area templates as thin outlines for clear film")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(list(WRITERS)),
    default="pdf",
    show_default=True,
    help="what is written: one PDF, a picture for every page (png, svg), or a text that tells what is drawn",
)
@click.option("--yes", is_flag=True, help="print even what takes very many sheets")
@look_option
@click.option("--seed", default=1, show_default=True, help="for whatever is random")
@only_option
@cards_option
@out_option
@json_option
def build_command(
    targets: tuple[str, ...], paper: str, duplex: str | None, join: str, gutter: str, scale: str, form: str | None,
    film: str | None, output_format: str, yes: bool, look: str, seed: int, only: tuple[str, ...], cards: Path, out: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Print kits, products or your own games into PDFs."""
    try:
        gap = parse_length(gutter)
    except ValueError as error:
        raise UsageError(f"--gutter: {error}") from error
    if gap < 0:
        raise UsageError("--gutter: a gutter cannot be below zero")
    if scale:
        from printgen.kinds.area_template.model import SCALES, parse_scale

        try:
            parse_scale(scale)
        except ValueError as error:
            raise UsageError(str(error), SCALES) from error
    areas = {key: value for key, value in (("scale", scale), ("form", form), ("film", film)) if value}
    settings = build.Settings(
        paper,
        duplex or "",
        gap,
        "" if look == "color" else look,
        seed,
        only,
        Path(out),
        join=join,
        format=output_format,
        overrides={"area-template": areas} if areas else {},
        most_sheets=None if yes else build.MANY_SHEETS,
        cards=cards,
    )
    try:
        with Progress(as_json) as progress:
            manifests, warnings = build.build(targets, settings, progress)
    except build.ManySheets as error:
        if as_json or not sys.stdin.isatty():
            raise
        click.confirm(f"{error.findings[0].message}; print them all?", abort=True, err=True)
        manifests, warnings = build.build(targets, replace(settings, most_sheets=None))
    show_findings(warnings)
    if as_json:
        print_json(manifests[0] if len(manifests) == 1 else {"kits": manifests})
        return
    for manifest in manifests:
        for entry in manifest["products"]:
            names = entry.get("files", [entry["file"]])
            path = Path(out) / manifest["kit"] / " to ".join(dict.fromkeys((names[0], names[-1])))
            sheets = f"{entry['sheets']} sheet{'s' if entry['sheets'] != 1 else ''}"
            click.echo(f"{path}: {entry['pieces']} pieces on {sheets} of {entry['paper']}, {entry['pages']} pages")


@click.command("preview")
@click.argument("target")
@click.argument("name", required=False)
@click.option(
    "-o", "--output", default="", metavar="FILE", help="the .png, .svg, .pdf or .txt to write (default: PRODUCT.png)"
)
@click.option("--dpi", default=300, show_default=True, type=click.IntRange(20, 1200))
@click.option("--sheet", type=click.IntRange(min=1), help="show this page of the imposed PDF instead of cards")
@click.option("--columns", default=6, show_default=True, type=click.IntRange(1, 20))
@paper_option
@look_option
@click.option("--grey", is_flag=True, help="as a grey printer would show it")
@cards_option
@json_option
def preview_command(
    target: str, name: str | None, output: str, dpi: int, sheet: int | None, columns: int, paper: str, look: str,
    grey: bool, cards: Path, as_json: bool,
) -> None:  # fmt: skip
    """Draw a product's cards (one of them by NAME, or all side by side) or a whole sheet as a picture."""
    settings = build.Settings(paper, look="" if look == "color" else look, only=(name,) if name else (), cards=cards)
    view = build.View(dpi, sheet, columns, grey)
    file = Path(output or f"{target.rstrip('/').rpartition('/')[2]}.png")
    width, height = (round(side, 3) for side in build.preview(target, settings, view, file))
    pixels = file.suffix.lower() == ".png"
    if as_json:
        measured = {"dpi": dpi} if pixels else {"unit": "mm"}
        print_json({"file": str(file), "width": width, "height": height, **measured})
    else:
        click.echo(f"{file}: {width:g} x {height:g} {'pixels' if pixels else 'mm'}")
