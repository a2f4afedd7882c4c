"""Exports: `export` writes the files that another program or a shop reads, all or none.

`EXPORTS` has a row for each format. Its `check` reports what does not fit before anything is drawn; its `make` draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import Finding, UsageError, Where, as_errors, did_you_mean, merge_findings, stop_on_errors
from printgen.base.limits import activity, metered
from printgen.base.names import visible
from printgen.base.progress import Progress
from printgen.exports.bundle import Bundle, ExportRequest, pack
from printgen.exports.format import ExportFiles, Format, OptionValues, parse_options
from printgen.writers.output import write_files

EXPORTS: Mapping[str, Format] = {
    row.name: row
    for row in (
        Format("images", "Every face as a picture, PNG or SVG, with a list of them that programs read."),
        Format("cut", "Sheets for cutting machines: Silhouette, Cricut, ScanNCut and laser cutters."),
        Format("text", "All words of the game on a page for screen readers."),
        Format("tts", "Saved objects of Tabletop Simulator: decks, tiles, tokens, boards, pages and figures."),
        Format("pcio", "A room of playingcards.io (.pcio): decks, tokens, the board, a hand."),
        Format("virtualtabletop", "A room of virtualtabletop.io (.vtt): decks, tokens, the board, a hand."),
        Format("vassal", "A module of VASSAL (.vmod): boards with their grids, decks, hands, pieces and pages."),
        Format("shop", "What print shops take, by --profile: The Game Crafter, MakePlayingCards, PDFs in CMYK."),
    )
}
"""The formats by name, in the order in which help lists them."""


class ExportResult(NamedTuple):
    """The written files in order, their folder, the findings, and notes that tell people what to do with the files.

    `pieces` counts the exported pieces, copies included, and `pictures` their pictures.
    """

    folder: Path
    files: tuple[Path, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    pieces: int
    pictures: int

    def as_data(self) -> dict[str, Any]:
        """The result as plain data, without the findings."""
        return {"folder": str(self.folder), "pieces": self.pieces, "pictures": self.pictures,
                "files": [str(path) for path in self.files], "told": [*self.notes]}  # fmt: skip


def format_of(name: str) -> Format:
    """A format by its name. UsageError, with the nearest name, for an unknown one."""
    if name not in EXPORTS:
        raise UsageError(f"there is no export '{name}'", did_you_mean(name, EXPORTS))
    return EXPORTS[name]


def folder_name(export_format: Format, bundle: Bundle, values: OptionValues, request: ExportRequest) -> str:
    """The name of an export's folder, from format, chosen options and product, so that exports never mix."""
    chosen = (values[option.name] for option in export_format.module.OPTIONS if option.choices and not option.default)
    return "-".join(filter(None, (export_format.name, *chosen, bundle.game.named, "selection" if request.only else "")))


def _warn_of_old_files(folder: Path, files: Sequence[tuple[Path, bytes]]) -> Iterator[Finding]:
    """A warning when files of an earlier export are among the new ones and might be sent along."""
    new = {path for path, _ in files}
    paths = [*folder.glob("[!.]*"), *folder.glob("[!.]*/[!.]*")] if folder.is_dir() else []
    old = sorted(path for path in paths if path not in new and path.is_file())
    if old:
        others = f" and {len(old) - 1} more files" if len(old) > 1 else ""
        message = f"beside the new files there are others of before: {visible(old[0].name)}{others}"
        yield Finding("warning", Where(visible(str(folder))), message, "Remove what is not needed.", "left-over")


def check_bundle(export_format: Format, bundle: Bundle, values: OptionValues) -> tuple[Finding, ...]:
    """The findings on a bundle before it is drawn: on the game, and on contents that do not fit the format."""
    return merge_findings((*bundle.findings, *export_format.module.check(bundle, values)))


_WHOLE = ExportRequest()


@metered()
def export(
    name: str, target: str, out: str | Path = "output", request: ExportRequest = _WHOLE,
    options: Mapping[str, Any] = {}, progress: Progress = lambda what: None, strict: bool = False,
) -> ExportResult:  # fmt: skip
    """Write a game, or one product of it, in a format into a folder of OUT/GAME; see `EXPORTS`.

    `options` are those of the format by name; missing ones have their defaults. All files are written, or none:
    PrintgenError has all findings, and with `strict` warnings count as errors. The same game gives the same bytes.
    """
    export_format = format_of(name)
    values = parse_options(export_format, options)
    bundle = pack(target, request, f"exporting {target}", progress)
    folder = Path(out) / bundle.label / folder_name(export_format, bundle, values, request)
    findings = check_bundle(export_format, bundle, values)
    stop_on_errors(as_errors(findings) if strict else findings)
    with activity(f"exporting {bundle.label} as {name}"):
        result: ExportFiles = export_format.module.make(bundle, values, progress)
    findings = merge_findings((*findings, *result.findings))
    stop_on_errors(as_errors(findings) if strict else findings)
    files = [(folder / path, data) for path, data in result.files]
    findings = (*findings, *_warn_of_old_files(folder, files))
    write_files(files, folder)
    paths = tuple(path for path, _ in files)
    return ExportResult(folder, paths, findings, result.notes, result.pieces, result.pictures)
