"""What the samples draw and what commands say, as text: both change only when somebody means them to.

`pytest tests/test_more_goldens.py --update-golden -m ''` writes the texts anew; look at each change before it is
committed.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from goldens import GOLDEN, as_lines, differences
from kitchen import Run
from outlined import describe_piece, outline_text
from places import ROOT

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings

SAMPLES = sorted(path.parent.name for path in ROOT.glob("samples/*/game.yaml"))
MOST_SHEETS = 2
"""So many sheets of a product are looked at."""
COMMANDS = """\
list
list samples/kitchen-heroes --json
list samples/wargame/counters
list samples/rail-barons/privates
list samples/harbours --json
list samples/reef-runners
list micro-forces/character-cards
list sixth-scale/templates --json
check samples/kitchen-heroes
derive --weapon "sub-machine gun" --trait ninja --trait leader
derive --weapon "automatic rifle" --weapon pistol --trait general --skill medic --json
explain go-joe/joe-deck Muskrat
explain go-joe/cobra-deck "Cobra Officer" --json
explain go-joe --total
solve --fp 3 --cc 3 --tac 3
solve --fp 4 --tac 2 --more 1 --first 6
solve --cc 5 --without ninja --json
board samples/garden --seed 7 --json
board samples/pirate-seas --seed 7 --json
board samples/pirate-seas --seed 3 --count 3 --json
board samples/reef-runners --seed 7 --json
lab odds micro-forces attacks
lab odds micro-forces --json
lab fight go-joe --attack "Zap, Recondo" --defend "Ferret, Gnawgahyde" --terrain jungle --type cc
lab fight go-joe --attack "Duke, Stalker:2, Flint" --defend "Destro, Vipers, Firefly" --rule leaders=once --json
lab fight go-joe --attack "Snake-Eyes" --defend "Cobra Officer, Torch" --base --rule tie=attacker
lab fight go-joe --attack "Duke" --defend "Firefly" --artillery 2 --defending-artillery 1 --rule clamp=zero
lab decks samples/sky-couriers --units 3 --terrain mountains
lab decks samples/sky-couriers --units 2v3 --samples 300 --json
lab game go-joe --games 40 --seed 1 --policy greedy --against march --json
lab game go-joe --games 20 --seed 3 --policy random --against march --rule tie=both-lose
help seed
help terrains
"""


LONG = {"pirate-seas", "reef-runners", "garden", "rail-barons", "spell-deck", "paper-dungeon"}
"""Samples that take a third of a second and more."""


@pytest.mark.parametrize(
    "sample", [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in SAMPLES]
)
def test_a_sample_draws_what_it_did(sample: str, update_golden: bool) -> None:
    (job,) = load([str(ROOT / "samples" / sample)])
    lines = []
    for item in build.compose(job, Settings(paper="letter"))[0]:
        lines += [f"== {item.product.name}", *(line for piece in item.pieces for line in describe_piece(piece)), ""]
        sheets = item.sheets().sheets[:MOST_SHEETS]
        lines.append(outline_text((f"{sheet.title} ({sheet.side})", sheet.drawing) for sheet in sheets))
    assert differences({GOLDEN / "samples" / f"{sample}.txt": "\n".join(lines)}, update_golden) == []


@pytest.mark.parametrize("command", COMMANDS.splitlines())
def test_a_command_says_what_it_did(
    command: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update_golden: bool
) -> None:
    monkeypatch.chdir(ROOT)
    said = run(*shlex.split(command))
    assert said.code == 0, said.err
    text = as_lines(said.json) if "--json" in command else said.out
    path = GOLDEN / "commands" / f"{re.sub('[^a-z0-9]+', '-', command.lower()).strip('-')[:90]}.txt"
    assert differences({path: f"$ printgen {command}\n\n{text}".replace(str(tmp_path), "OUT")}, update_golden) == []


def test_every_golden_text_is_asked_for() -> None:
    assert {path.stem for path in (GOLDEN / "samples").iterdir()} == {*SAMPLES}
    assert len([*(GOLDEN / "commands").iterdir()]) == len(COMMANDS.splitlines())
