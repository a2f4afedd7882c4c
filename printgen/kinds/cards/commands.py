"""What cards add to the command line: derive, explain, solve, new and report."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from printgen.cli.messages import count, print_json, show_findings
from printgen.cli.options import cards_option, json_option, out_option, paper_option
from printgen.errors import UsageError
from printgen.kinds.cards import asking, compare, design, desk


@click.command("derive")
@click.option("--weapon", "weapons", multiple=True, metavar="NAME", help="a ranged weapon carried (repeatable)")
@click.option("--trait", "traits", multiple=True, metavar="NAME", help="a trait (repeatable)")
@click.option("--kit", default="", metavar="KIT", help="whose guidelines (default: the first kit that has any)")
@json_option
def derive_command(weapons: tuple[str, ...], traits: tuple[str, ...], kit: str, as_json: bool) -> None:
    """Work out a trooper's numbers from what the figure carries, with the sum behind each."""
    sums = desk.derived(weapons, traits, kit)
    if as_json:
        print_json(sums)
        return
    for stat, result in sums.items():
        click.echo(_stat_line(stat, result))


@click.command("explain")
@click.argument("target")
@click.argument("name")
@cards_option
@json_option
def explain_command(target: str, name: str, cards: Path, as_json: bool) -> None:
    """Show a card's printed numbers beside the derived ones.

    Cards that share a name are all shown.
    """
    found = desk.explained(target, name, cards)
    if as_json:
        print_json({"cards": found})
        return
    for card in found:
        carried = ", ".join([*card["weapons"], *card["traits"]]) or "nothing entered"
        click.echo(f"{card['name']} ({card['service']}), {card['role']}: {carried}")
        for stat, row in card["stats"].items():
            apart = row["deviation"]
            note = f"   printed {row['printed']}, {apart['amount']:+d}: {apart['reason']}" if apart else ""
            click.echo(f"  {_stat_line(stat, row)}{note}")


@click.command("solve")
@click.option("--fp", type=int, help="the Firepower wanted")
@click.option("--cc", type=int, help="the Close Combat wanted")
@click.option("--tac", type=int, help="the Tactics wanted")
@click.option("--kit", default="", metavar="KIT", help="whose guidelines (default: the first kit that has any)")
@json_option
def solve_command(fp: int | None, cc: int | None, tac: int | None, kit: str, as_json: bool) -> None:
    """Go backwards: list the smallest sets of weapons and traits that give the numbers."""
    wanted = {stat: value for stat, value in (("fp", fp), ("cc", cc), ("tac", tac)) if value is not None}
    if not wanted:
        raise UsageError("solve needs at least one number", "Give --fp, --cc or --tac.")
    answer = desk.solved(wanted, kit)
    if as_json:
        print_json(answer)
        return
    for solution in answer["solutions"]:
        click.echo(", ".join([*solution["weapons"], *solution["traits"]]) or "nothing at all")
    click.echo(answer["why_none"] or count(len(answer["solutions"]), "set"))


def _stat_line(stat: str, result: dict[str, Any]) -> str:
    first, *rest = result["because"]
    because = " ".join([f"{first[0]} {first[1]}", *(f"{amount:+d} {line}" for line, amount in rest)])
    return f"{stat.upper():<4}{result['value']:>3}   {because}"


@click.command("new")
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
@cards_option
@json_option
def new_command(
    target: str, name: str, service: str, role: str, photo: Path | None, preview: Path | None, cards: Path,
    as_json: bool, fp: int | None, cc: int | None, tac: int | None, **words: tuple[str, ...],
) -> None:  # fmt: skip
    """Design a card from what the figure carries, and add it to a list of your own.

    On a terminal, what is missing is asked for. Afterwards, printgen build TARGET --only NAME prints the card.
    """
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
    show_findings(made.findings)
    if wish != told and not click.confirm(f"Add it to {made.file}?", default=True):
        raise click.Abort
    design.save(made, preview)
    if as_json:
        print_json(made.as_data())
        return
    click.echo(f"{made.file}: added; print it with: printgen build {target} --only {shlex.quote(made.values['name'])}")


def _ask(question: str) -> str:
    return str(click.prompt(question, default="", show_default=False))


@click.command("report")
@click.argument("target")
@click.option("--card", "names", multiple=True, metavar="NAME", help="show where this card ranks (repeatable)")
@paper_option
@cards_option
@out_option
@json_option
def report_command(target: str, names: tuple[str, ...], paper: str, cards: Path, out: str, as_json: bool) -> None:
    """Compare the decks of a kit: their numbers, skills, terrain and teams.

    The strongest and the weakest cards are named.
    """
    game, report = compare.compared(target, names, cards)
    if as_json:
        print_json(report.as_data())
        return
    path, pages = compare.print_report(game, report, paper, Path(out))
    click.echo(f"{path}: {count(pages, 'page')}")
