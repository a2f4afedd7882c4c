"""Times the balance lab: one fight, whole games and boards on one process and on two.

Usage: lab.py [--games N] [--boards N]. Whole processes for what scales, so that their start is in it; two processes
need two free cores to show what they are worth.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def fights(count: int = 2000) -> float:
    """Milliseconds that the exact chances of a fight of five against five take, all types, on average."""
    from printgen import kinds
    from printgen.base.folders import kits_folder
    from printgen.lab.fight import fight
    from printgen.lab.sums import FightPlace
    from printgen.lab.workbench import cards_of, rules_of
    from printgen.rules.fights import fight_of

    game, _ = kinds.load(kits_folder() / "go-joe")
    assert game is not None
    file = fight_of(game)
    rules, cards = rules_of(file), cards_of(game, file)
    joe, cobra = ([card.unit for card in cards if card.deck == deck] for deck in file.decks)
    pairs = list(itertools.islice(zip(itertools.cycle(joe), itertools.cycle(cobra)), count + 5))
    start = time.perf_counter()
    for n in range(count):
        teams = zip(*pairs[n : n + 5], strict=True)
        fight(rules, *teams, FightPlace("jungle"))
    return (time.perf_counter() - start) / count * 1000


def timed(*words: str) -> tuple[float, float, bytes]:
    """Seconds that a command takes, seconds that it and its workers compute, and what it prints."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as told:
        command = [sys.executable, "-m", "printgen", *words, "--json", "--out", folder]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=told, env={**os.environ, "PYTHONPATH": str(ROOT)})
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - start
        if status:
            raise subprocess.CalledProcessError(status, command)
        told.seek(0)
        return took, usage.ru_utime + usage.ru_stime, told.read()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--boards", type=int, default=100_000)
    asked = parser.parse_args()
    print(f"one fight of 5 against 5, all types and survivors: {fights():.3f} ms")
    works = {
        f"{asked.games:,} march games": ("lab", "game", "go-joe", "--games", str(asked.games), "--policy", "march"),
        f"{asked.boards:,} boards": ("board", "go-joe", "--fair", str(asked.boards)),
    }
    print(f"\n{'':>20} {'1 process':>10} {'2':>8} {'ratio':>6} {'computing':>17}")
    for name, words in works.items():
        (one, alone, first), (two, both, second) = timed(*words), timed(*words, "--jobs", "2")
        same = "" if first == second else "   DIFFERENT RESULTS"
        print(f"{name:>20} {one:>9.2f}s {two:>7.2f}s {one / two:>6.2f} {alone:>7.2f}s {both:>7.2f}s{same}")


if __name__ == "__main__":
    main()
