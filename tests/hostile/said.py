"""Command lines that nobody means: commands with flags and values that a random stream puts together."""

from __future__ import annotations

import random
from functools import cache

from packs import copied
from spoiled import QUICK, Trial, products_of

_VALUES = (
    "", " ", "x", "-1", "0", "1", "7", "99999999999999999999", "1e9", "nan", "inf", "../x", "/dev/null", "a4",
    "saver", "letter", "24x36in", "0x0mm", "1x1mm", "99999x99999in", "3mm", "-3mm", "\u202e", "é", "{game}", "{out}",
    "{home}", "none", "png", "svg", "text", "pdf", "Turbo", "--", "-", "--json", "a" * 5000, "x\ty", "x\ny", "long",
    "fold", "glue", "{game}/cards", "{game}/heroes", "{game}/nobody", "{game}/game.yaml", "{beside}/canary.txt",
    "\x1b[31m", "kitchen-heroes", "go-joe/nothing", "ninja", "uzi", "gauge", "2", "3", "5",
)  # fmt: skip


@cache
def _flags() -> dict[str, tuple[str, ...]]:
    """The flags of every command that ends by itself; what it writes, it writes into the folder for output."""
    from click import Command, Context, Group

    from printgen.cli.commands import command_named, command_summaries

    commands: dict[str, Command] = {}
    for name in command_summaries():
        made = command_named(name)
        assert made
        commands |= {f"{name} {one}": made.commands[one] for one in made.commands} if isinstance(made, Group) else {}
        commands[name] = made
    found = {}
    for name, command in sorted((one, made) for one, made in commands.items() if one not in ("studio", "watch")):
        params = command.get_params(Context(command, info_name=name))
        found[name] = tuple(sorted(flag for param in params for flag in param.opts if flag.startswith("-")))
    return found


def command_trial(rng: random.Random, quick: bool) -> Trial:
    """A sample, and a command with some of its flags, or with those of others; in any order."""
    game = rng.choice(QUICK)
    name = rng.choice(("build", "build", "preview", "preview", "check", "list", *_flags()))
    words = []
    for flag in rng.sample(_flags()[name], min(len(_flags()[name]), rng.choice((0, 1, 1, 2, 4)))):
        if flag in ("--out", "-o", "--output", "--preview", "--cards") and rng.random() < 0.8:
            continue
        words.append([flag, rng.choice(_VALUES)] if rng.random() < 0.8 else [flag])
    targets = ["{game}"] if rng.random() < 0.5 else [f"{{game}}/{rng.choice(products_of(game))}"]
    words += [targets, *([rng.choice(_VALUES)] for _ in range(rng.choice((0, 0, 0, 1, 2))))]
    rng.shuffle(words)
    where = {"build": ["--out", "{out}"], "preview": ["-o", "{out}/x.png", "--dpi", "30"], "board": ["--out", "{out}"],
             "printers calibrate": ["--out", "{out}"],
             "report": ["--out", "{out}"], "new": ["--cards", "{out}"]}.get(name, [])  # fmt: skip
    json = ["--json"] if rng.random() < 0.5 and name != "schema" else []
    args = [*name.split(), *(word for group in words for word in group), *where, *json]
    if rng.random() < 0.03:
        args = args[1:]
    return Trial(copied(game), args, [game])
