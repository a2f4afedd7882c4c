"""The command line: words come in; stages run; findings, progress and JSON go out. Alone in printing and exiting."""

from __future__ import annotations

import gc
import json
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from printgen import __version__, build, targets
from printgen.base.units import parse_length
from printgen.errors import Exit, Finding, PrintgenError, UsageError, did_you_mean, worst_exit
from printgen.reading.game import json_schema

_EPILOG = (
    "Exit codes: 0 ok, 2 wrong usage, 3 bad input, 4 rules broken, 5 does not fit, 6 cannot write, 130 interrupted."
)
_paper = click.option(
    "--paper",
    default="letter",
    show_default=True,
    metavar="NAME",
    help="letter, a4, a3, tabloid, legal, or 24x36in",
)
_look = click.option("--look", type=click.Choice(["color", "saver"]), default="color", help="saver spends little ink")
_json = click.option("--json", "as_json", is_flag=True, help="print one JSON document on standard output")
_out = click.option("--out", default="output", show_default=True, metavar="DIR", help="where the PDFs go")


def _own_cards(context: click.Context, parameter: click.Parameter, value: str) -> Path:
    folder = Path(value)
    said = context.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
    if said and context.info_name != "new" and not folder.is_dir():
        raise UsageError(f"--cards: there is no folder '{value}'", "Name the folder that your own cards are in.")
    return folder


_cards = click.option(
    "--cards",
    default="my-cards",
    show_default=True,
    envvar="PRINTGEN_CARDS",
    show_envvar=True,
    metavar="DIR",
    callback=_own_cards,
    help="the folder of your own cards: KIT/PRODUCT.yaml in it adds to that product",
)
_only = click.option("--only", multiple=True, metavar="NAME", help="print just the cards of this name (repeatable)")


@click.group(epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="printgen")
def commands() -> None:
    """Make print-and-play PDFs, true to size, from folders of YAML.

    A target is a built-in kit (go-joe), one product of it (go-joe/joe-deck), or the path of a folder with a
    game.yaml. Without a target, every built-in kit is meant.
    """


@commands.command("build")
@click.argument("targets", nargs=-1)
@_paper
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
@click.option("--yes", is_flag=True, help="print even what takes very many sheets")
@_look
@click.option("--seed", default=1, show_default=True, help="for whatever is random")
@_only
@_cards
@_out
@_json
def build_command(
    targets: tuple[str, ...], paper: str, duplex: str | None, join: str, gutter: str, scale: str, form: str | None,
    film: str | None, yes: bool, look: str, seed: int, only: tuple[str, ...], cards: Path, out: str, as_json: bool,
) -> None:  # fmt: skip
    """Print kits, products or your own games into PDFs."""
    try:
        gap = parse_length(gutter)
    except ValueError as error:
        raise UsageError(f"--gutter: {error}") from error
    if gap < 0:
        raise UsageError("--gutter: a gutter cannot be below zero")
    if scale:
        from printgen.kinds.area_template.model import parse_scale

        parse_scale(scale)
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
        overrides={"area-template": areas} if areas else {},
        most_sheets=None if yes else build.MANY_SHEETS,
        cards=cards,
    )
    try:
        with _Progress(as_json) as progress:
            manifests, warnings = build.build(targets, settings, progress)
    except build.ManySheets as error:
        if as_json or not sys.stdin.isatty():
            raise
        click.confirm(f"{error.findings[0].message}; print them all?", abort=True, err=True)
        manifests, warnings = build.build(targets, replace(settings, most_sheets=None))
    _show_findings(warnings)
    if as_json:
        _print_json(manifests[0] if len(manifests) == 1 else {"kits": manifests})
        return
    for manifest in manifests:
        for entry in manifest["products"]:
            path = Path(out) / manifest["kit"] / entry["file"]
            sheets = f"{entry['sheets']} sheet{'s' if entry['sheets'] != 1 else ''}"
            click.echo(f"{path}: {entry['pieces']} pieces on {sheets} of {entry['paper']}, {entry['pages']} pages")


@commands.command("list")
@click.argument("target", required=False)
@_cards
@_json
def list_command(target: str | None, cards: Path, as_json: bool) -> None:
    """Show the kits, the products of a kit, or the records of a product."""
    if target is None:
        jobs = build.load((), cards)
        _stop(f for job in jobs for f in job.findings)
        rows = [targets.kit_row(job.game) for job in jobs]
        if as_json:
            _print_json({"kits": rows})
        for row in () if as_json else rows:
            _echo_kit(row)
        return
    (job,) = build.load([target], cards)
    _stop(job.findings)
    _, name = targets.find_target(target)
    if not name:
        row = targets.kit_row(job.game)
        if as_json:
            _print_json({"kits": [row]})
        else:
            _echo_kit(row)
        return
    records = targets.listed(job.products[0])
    if as_json:
        _print_json({"records": records})
    else:
        for line in targets.table_lines(records):
            click.echo(line)


@commands.command("check")
@click.argument("targets", nargs=-1)
@click.option("--strict", is_flag=True, help="let warnings fail, too")
@click.option("--notes", is_flag=True, help="show every note, not just how many there are")
@_cards
@_json
def check_command(targets: tuple[str, ...], strict: bool, notes: bool, cards: Path, as_json: bool) -> None:
    """Hold kits or your own games against every rule; nothing is written."""
    with _Progress(as_json) as progress:
        findings = build.check(targets, build.Settings(cards=cards), progress)
    errors = sum(f.severity == "error" for f in findings)
    warnings = sum(f.severity == "warning" for f in findings)
    if as_json:
        _print_json({"findings": [_finding_row(f) for f in findings], "errors": errors, "warnings": warnings})
    else:
        _show_check(findings, notes)
    code = worst_exit(findings)
    sys.exit(Exit.RULES_BROKEN if strict and warnings and not code else code)


@commands.command("board")
@click.argument("target")
@click.option("--seed", default=1, show_default=True, help="the first board's seed; the others count up from it")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 200), help="how many boards")
@click.option("--arrangement", type=click.Choice(["plain", "symmetric", "clumped"]), help="how terrain is laid")
@click.option("--fair", type=click.IntRange(1, 1000), metavar="N", help="keep the fairest of N boards each time")
@_paper
@_out
@_json
def board_command(
    target: str, seed: int, count: int, arrangement: str | None, fair: int | None, paper: str, out: str, as_json: bool
) -> None:
    """Make random boards: print them as map sheets, or show them as data with --json."""
    from printgen import atlas

    wish = {key: value for key, value in (("arrangement", arrangement), ("fair", fair)) if value is not None}
    if as_json:
        boards = atlas.boards_of(target, seed, count, wish)
        _print_json(boards[0] if count == 1 else {"boards": boards})
        return
    path, pages = atlas.print_maps(target, count, wish, build.Settings(paper, seed=seed, out=Path(out)))
    for board in atlas.boards_of(target, seed, count, wish):
        parts = "; ".join(sentence for sentence, _ in board["score"]["parts"])
        click.echo(f"board {board['seed']}: score {board['score']['total']:g} ({parts})")
    click.echo(f"{path}: {_count(pages, 'page')}")


@commands.command("derive")
@click.option("--weapon", "weapons", multiple=True, metavar="NAME", help="a ranged weapon carried (repeatable)")
@click.option("--trait", "traits", multiple=True, metavar="NAME", help="a trait (repeatable)")
@click.option("--kit", default="", metavar="KIT", help="whose guidelines (default: the first kit that has any)")
@_json
def derive_command(weapons: tuple[str, ...], traits: tuple[str, ...], kit: str, as_json: bool) -> None:
    """Work out a trooper's numbers from what the figure carries, with the sum behind each."""
    from printgen.kinds.cards import desk

    sums = desk.derived(weapons, traits, kit)
    if as_json:
        _print_json(sums)
        return
    for stat, result in sums.items():
        click.echo(_stat_line(stat, result))


@commands.command("explain")
@click.argument("target")
@click.argument("name")
@_cards
@_json
def explain_command(target: str, name: str, cards: Path, as_json: bool) -> None:
    """Show a card's printed numbers beside the derived ones; cards that share a name are all shown."""
    from printgen.kinds.cards import desk

    found = desk.explained(target, name, cards)
    if as_json:
        _print_json({"cards": found})
        return
    for card in found:
        carried = ", ".join([*card["weapons"], *card["traits"]]) or "nothing entered"
        click.echo(f"{card['name']} ({card['service']}), {card['role']}: {carried}")
        for stat, row in card["stats"].items():
            apart = row["deviation"]
            note = f"   printed {row['printed']}, {apart['amount']:+d}: {apart['reason']}" if apart else ""
            click.echo(f"  {_stat_line(stat, row)}{note}")


@commands.command("solve")
@click.option("--fp", type=int, help="the Firepower wanted")
@click.option("--cc", type=int, help="the Close Combat wanted")
@click.option("--tac", type=int, help="the Tactics wanted")
@click.option("--kit", default="", metavar="KIT", help="whose guidelines (default: the first kit that has any)")
@_json
def solve_command(fp: int | None, cc: int | None, tac: int | None, kit: str, as_json: bool) -> None:
    """Go backwards: list the smallest sets of weapons and traits that give the numbers."""
    from printgen.kinds.cards import desk

    wanted = {stat: value for stat, value in (("fp", fp), ("cc", cc), ("tac", tac)) if value is not None}
    if not wanted:
        raise UsageError("solve needs at least one number", "Give --fp, --cc or --tac.")
    answer = desk.solved(wanted, kit)
    if as_json:
        _print_json(answer)
        return
    for solution in answer["solutions"]:
        click.echo(", ".join([*solution["weapons"], *solution["traits"]]) or "nothing at all")
    click.echo(answer["why_none"] or _count(len(answer["solutions"]), "set"))


def _stat_line(stat: str, result: dict[str, Any]) -> str:
    first, *rest = result["because"]
    because = " ".join([f"{first[0]} {first[1]}", *(f"{amount:+d} {line}" for line, amount in rest)])
    return f"{stat.upper():<4}{result['value']:>3}   {because}"


@commands.command("new")
@click.argument("target")
@click.argument("name", required=False, default="")
@click.option("--service", default="", metavar="CODE", help="the service, by its code or its name")
@click.option("--role", default="", metavar="TEXT", help="the role, as it stands on the card")
@click.option("--skill", "skills", multiple=True, metavar="NAME", help="a skill (repeatable; none for no skill)")
@click.option(
    "--weapon", "weapons", multiple=True, metavar="NAME", help="a ranged weapon carried (repeatable; or none)"
)
@click.option("--trait", "traits", multiple=True, metavar="NAME", help="a trait (repeatable; or none)")
@click.option("--photo", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="a picture of your own")
@click.option("--fp", type=int, help="a Firepower other than the derived one")
@click.option("--cc", type=int, help="a Close Combat other than the derived one")
@click.option("--tac", type=int, help="a Tactics other than the derived one")
@click.option("--preview", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="a PNG of the card")
@_cards
@_json
def new_command(
    target: str, name: str, service: str, role: str, photo: Path | None, preview: Path | None, cards: Path,
    as_json: bool, fp: int | None, cc: int | None, tac: int | None, **words: tuple[str, ...],
) -> None:  # fmt: skip
    """Design a card from what the figure carries, and add it to a list of your own.

    On a terminal, what is missing is asked for. Afterwards, printgen build TARGET --only NAME prints the card.
    """
    from printgen.kinds.cards import asking, design

    stats = {stat: value for stat, value in (("fp", fp), ("cc", cc), ("tac", tac)) if value is not None}
    said = {key: value or None for key, value in words.items()}
    bench = design.bench_for(target, cards)
    wish = told = design.checked(bench, design.Wish(name, service, role, **said, photo=photo, stats=stats))
    if sys.stdin.isatty() and not as_json:
        wish = asking.completed(bench, wish, asking.Talk(_ask, click.echo))
    made = design.draft(bench, wish)
    if not as_json:
        click.echo(f"{made.values['name']} ({made.values['service']}), {made.values['role']}")
        for stat, result in made.derived.as_data().items():
            apart = f"   set to {made.values[stat]}" if made.values[stat] != result["value"] else ""
            click.echo(f"  {_stat_line(stat, result)}{apart}")
    _show_findings(made.findings)
    if wish != told and not click.confirm(f"Add it to {made.file}?", default=True):
        raise click.Abort
    design.save(made, preview)
    if as_json:
        _print_json(made.as_data())
        return
    click.echo(f"{made.file}: added; print it with: printgen build {target} --only {shlex.quote(made.values['name'])}")


def _ask(question: str) -> str:
    return str(click.prompt(question, default="", show_default=False))


@commands.command("armies")
@click.argument("kit", default="army-wars")
@click.option("--points", default=50, show_default=True, type=click.IntRange(1, 500), help="the budget to spend")
@_json
def armies_command(kit: str, points: int, as_json: bool) -> None:
    """List every army that spends a budget exactly, and suggest balanced ones."""
    from printgen.kinds.roster.rules import army_list, listing

    (job,) = build.load([kit])
    _stop(job.findings)
    read, findings = army_list(job.game)
    _stop(findings)
    if read is None:
        raise UsageError(f"{kit} has no armies", "Name a kit with a product of the kind roster.")
    document = listing(read.qualities, points)
    if as_json:
        _print_json(document)
        return
    for army in document["armies"]:
        squads = ", ".join(f"{row['count']} x {row['soldiers']} {row['quality']}" for row in army["squads"])
        star = "*" if army in document["suggestions"] else " "
        click.echo(f"{star} {army['soldiers']:>3} soldiers: {squads}")
    click.echo(f"{_count(len(document['armies']), 'way')} to spend {points} points; * marks balanced ones")


@commands.command("report")
@click.argument("target")
@click.option("--card", "names", multiple=True, metavar="NAME", help="show where this card ranks (repeatable)")
@_paper
@_cards
@_out
@_json
def report_command(target: str, names: tuple[str, ...], paper: str, cards: Path, out: str, as_json: bool) -> None:
    """Compare the decks of a kit: their numbers, skills, terrain and teams, the strongest and the weakest cards."""
    from printgen.kinds.cards import compare

    game, report = compare.compared(target, names, cards)
    if as_json:
        _print_json(report.as_data())
        return
    path, pages = compare.print_report(game, report, paper, Path(out))
    click.echo(f"{path}: {_count(pages, 'page')}")


@commands.command("schema")
@click.argument("target")
def schema_command(target: str) -> None:
    """Print the JSON Schema of a product's list, for an editor that completes and checks YAML."""
    folder, name = targets.find_target(target)
    if not name:
        raise UsageError("a schema is of one product's list", "Name a product, such as go-joe/joe-deck.")
    (job,) = build.load([target])
    _stop(job.findings)
    if not job.products[0].record:
        raise UsageError(f"{target} has no list of records", "Name a product that has one.")
    _print_json(json_schema(folder, job.products[0].record))


@commands.command("preview")
@click.argument("target")
@click.argument("name", required=False)
@click.option("-o", "--output", default="", metavar="FILE", help="the PNG to write (default: PRODUCT.png)")
@click.option("--dpi", default=300, show_default=True, type=click.IntRange(20, 1200))
@click.option("--sheet", type=click.IntRange(min=1), help="show this page of the imposed PDF instead of cards")
@click.option("--columns", default=6, show_default=True, type=click.IntRange(1, 20))
@_paper
@_look
@click.option("--grey", is_flag=True, help="as a grey printer would show it")
@_cards
@_json
def preview_command(
    target: str, name: str | None, output: str, dpi: int, sheet: int | None, columns: int, paper: str, look: str,
    grey: bool, cards: Path, as_json: bool,
) -> None:  # fmt: skip
    """Draw a product's cards (one of them by NAME, or all side by side) or a whole sheet as a PNG."""
    settings = build.Settings(paper, look="" if look == "color" else look, only=(name,) if name else (), cards=cards)
    view = build.View(dpi, sheet, columns, grey)
    file = Path(output or f"{target.rstrip('/').rpartition('/')[2]}.png")
    size = build.preview(target, settings, view, file)
    if as_json:
        _print_json({"file": str(file), "width": size[0], "height": size[1], "dpi": dpi})
    else:
        click.echo(f"{file}: {size[0]} x {size[1]} pixels")


# Notes that sum up a deck are worth a line each; of the others there are many.
_SUMMARIES = frozenset({"explained"})


def _show_check(findings: Sequence[Finding], notes: bool) -> None:
    """Findings grouped by file, each group with its counts; of notes only the sums, unless all are wanted."""
    for file in dict.fromkeys(finding.where.file for finding in findings):
        group = [finding for finding in findings if finding.where.file == file]
        shown = [f for f in group if f.severity != "info" or notes or f.code in _SUMMARIES]
        _show_findings(shown)
        hidden = [f.code for f in group if f not in shown]
        counts = [_count(sum(f.severity == kind for f in group), kind) for kind in ("error", "warning")]
        counts += [f"{hidden.count(code)} notes on {code}" for code in dict.fromkeys(hidden)]
        click.echo(f"{file}: {', '.join(counts)}")
    total = [_count(sum(f.severity == kind for f in findings), kind) for kind in ("error", "warning")]
    click.echo(", ".join(total))


class _Progress:
    """One line on a terminal that says what is being made; silent elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet

    def __enter__(self) -> Callable[[str], None]:
        return self._say

    def _say(self, what: str) -> None:
        if self._on:
            click.echo(f"\r\x1b[K{what} ...", nl=False, err=True)

    def __exit__(self, *_: object) -> None:
        if self._on:
            click.echo("\r\x1b[K", nl=False, err=True)


def _echo_kit(row: dict[str, Any]) -> None:
    click.echo(f"{row['name']}: {row['title']}")
    for product in row["products"]:
        click.echo(f"  {row['name']}/{product['name']}: {product['title']} ({product['kind']})")


def _finding_row(finding: Finding) -> dict[str, Any]:
    return {
        "severity": finding.severity,
        "file": finding.where.file,
        "line": finding.where.line,
        "column": finding.where.column,
        "code": finding.code,
        "message": finding.message,
        "hint": finding.hint,
    }


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _show_findings(findings: Iterable[Finding]) -> None:
    for finding in findings:
        click.echo(str(finding), err=True)


def _stop(findings: Iterable[Finding]) -> None:
    listed = list(findings)
    if any(f.severity == "error" for f in listed):
        raise PrintgenError(listed)


def _print_json(document: object) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with a documented code; a traceback from here is a bug in printgen."""
    # Cards are many small values that live until the end: collecting garbage between them finds nothing.
    gc.disable()
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        commands.main(arguments, prog_name="printgen", standalone_mode=False)
    except PrintgenError as error:
        _show_failure(error, "--json" in arguments)
        sys.exit(error.exit)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(Exit.USAGE)
    except click.UsageError as error:
        _explain_usage(error, "--json" in arguments)
        sys.exit(Exit.USAGE)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("interrupted; the files of an earlier build are as they were", err=True)
        sys.exit(Exit.INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output went away (as `| head` does): nothing is left to say.
        sys.stderr.close()
        sys.exit(Exit.OK)


def _show_failure(error: PrintgenError, as_json: bool) -> None:
    errors = sum(f.severity == "error" for f in error.findings)
    if as_json:
        warnings = sum(f.severity == "warning" for f in error.findings)
        rows = [_finding_row(f) for f in error.findings]
        _print_json({"findings": rows, "errors": errors, "warnings": warnings})
        return
    _show_findings(error.findings)
    if error.exit != Exit.USAGE:
        click.echo(f"{_count(errors, 'error')}; nothing was written", err=True)


def _explain_usage(error: click.UsageError, as_json: bool) -> None:
    # Some of these messages carry a suggestion of their own, which would stand beside ours.
    message = error.format_message().partition(" Did you mean")[0].rstrip(".")
    word = message.rpartition("'")[0].rpartition("'")[2]
    unknown = message.startswith("No such command")
    hint = did_you_mean(word, commands.commands) if unknown else "Run printgen --help, or printgen COMMAND --help."
    _show_failure(UsageError(message[:1].lower() + message[1:], hint), as_json)


if __name__ == "__main__":
    main()
