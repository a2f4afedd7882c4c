"""Times decks of 190, 1,000 and 10,000 cards from YAML to PDF beside Typst and a plain ReportLab script, in one run.

Usage: run.py [COUNT ...] [--runs N]. Whole processes, turn about, medians; machines are noisy, so the ratio is
what counts. A second table shows the share of each stage, measured inside one process.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from decks import MARKED, make_game

HERE = Path(__file__).resolve().parent


def timed(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def peak_mib(command: list[str]) -> float:
    """Peak memory of one finished child, in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / 1024


def busy(command: list[str]) -> float:
    """Seconds that a process computes, which other processes disturb less than how long it takes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise subprocess.CalledProcessError(status, command)
    return usage.ru_utime + usage.ru_stime


def compare_limits(commands: dict[int, list[str]], runs: int) -> None:
    """Tell how much longer the same build computes when its work is counted than when it is not."""
    print(f"\n{'cards':>7} {'limits s':>9} {'none s':>9} {'ratio':>6}   (computing, turn about)")
    for count, ours in commands.items():
        # The first of two is not always the same, since what a machine does beside comes and goes.
        pairs = [(ours, [*ours, "--limits", "none"])[:: 1 - 2 * (run % 2)] for run in range(2 * runs)]
        rows = [[busy(command) for command in pair][:: 1 - 2 * (run % 2)] for run, pair in enumerate(pairs)]
        on, off = (statistics.median(row[i] for row in rows) for i in range(2))
        print(f"{count:>7} {on:>9.3f} {off:>9.3f} {statistics.median(row[0] / row[1] for row in rows):>6.3f}")


LISTS = ("yaml", "csv", "xlsx")


def compare_lists(root: Path, count: int, runs: int) -> None:
    """Tell how long the same build computes when its list is YAML, CSV or XLSX, and how long the list alone takes."""
    print(f"\n{'cards':>7} {'list':>5} {'build s':>8} {'to YAML':>8} {'load s':>7} {'to YAML':>8}   (turn about)")
    folders = [make_game(root / f"list-{ending}", count, ending) for ending in LISTS]
    rest = [[str(folder), "--out", str(root / "out")] for folder in folders]
    builds = [[sys.executable, "-m", "printgen", "build", *words] for words in rest]
    loads = [[sys.executable, "-c", f"import printgen; printgen.load({str(folder)!r})"] for folder in folders]
    # Every other time the other way round, since what a machine does beside comes and goes.
    rows = [
        [busy(command) for command in (builds + loads)[:: 1 - 2 * (run % 2)]][:: 1 - 2 * (run % 2)]
        for run in range(runs)
    ]
    for n, ending in enumerate(LISTS):
        told = []
        for first in (0, len(LISTS)):
            told.append(statistics.median(row[first + n] for row in rows))
            told.append(statistics.median(row[first + n] / row[first] for row in rows))
        print(f"{count:>7} {ending:>5} {told[0]:>8.3f} {told[1]:>8.2f} {told[2]:>7.3f} {told[3]:>8.2f}")


def compare_texts(folders: dict[int, Path], runs: int) -> None:
    """Tell how much longer cards take whose rules have marks in them than the same cards with plain ones."""
    print(
        f"\n{'cards':>7} {'plain s':>9} {'rich s':>9} {'ratio':>6} {'heavy s':>9} {'ratio':>6}"
        f" {'letters s':>9} {'ratio':>6}"
        "   (rules with some words marked, all, and every letter; computing, turn about)"
    )
    for count, plain in folders.items():
        marked = [make_game(plain.parent / f"{marks}-{count}", count, marks=marks) for marks in MARKED]
        build = [sys.executable, "-m", "printgen", "build", "--out", str(plain.parent / "out")]
        rows = [[busy([*build, str(folder)]) for folder in (plain, *marked)] for _ in range(runs)]
        told = [f"{count:>7} {statistics.median(row[0] for row in rows):>9.3f}"]
        for n in range(1, len(marked) + 1):
            took, ratio = statistics.median(row[n] for row in rows), statistics.median(row[n] / row[0] for row in rows)
            told.append(f"{took:>9.3f} {ratio:>6.2f}")
        print(" ".join(told))


def stages(folder: Path) -> dict[str, float]:
    """Seconds of each stage in this process, start-up aside."""
    import printgen

    marks = [time.perf_counter()]
    game = printgen.load(folder)
    marks.append(time.perf_counter())
    game.check()
    marks.append(time.perf_counter())
    pieces = game["deck"].compose()
    marks.append(time.perf_counter())
    sheets = pieces.impose("letter")
    marks.append(time.perf_counter())
    sheets.write(folder / "deck.pdf")
    marks.append(time.perf_counter())
    names = ("load", "check", "compose", "impose", "write")
    return {name: marks[i + 1] - marks[i] for i, name in enumerate(names)}


def main() -> None:
    runs = 5
    # What a person installs is compiled once; a machine that forbids it would compile all of it in every process.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    arguments = sys.argv[1:]
    if "--runs" in arguments:
        at = arguments.index("--runs")
        runs = int(arguments[at + 1])
        del arguments[at : at + 2]
    counts = [int(a) for a in arguments] or [190, 1000, 10_000]
    print(
        f"{'cards':>7} {'printgen s':>11} {'Typst s':>9} {'ratio':>6} {'plain s':>9} {'ratio':>6} {'cards/s':>8}"
        f" {'MiB':>5} {'kB':>7} {'B/card':>7}"
    )
    times: dict[int, float] = {}
    builds: dict[int, list[str]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        for count in counts:
            folder = make_game(root / f"deck-{count}", count)
            ours = [sys.executable, "-m", "printgen", "build", str(folder), "--out", str(root / "out")]
            typst = [sys.executable, str(HERE / "typeset.py"), str(folder), str(root / "typst.pdf")]
            plain = [sys.executable, str(HERE / "plain.py"), str(folder), str(root / "plain.pdf")]
            builds[count] = ours
            commands = (ours, typst, plain)
            for command in commands:
                timed(command)
            rows = [[timed(command) for command in commands] for _ in range(runs)]
            mine, theirs, other = (statistics.median(row[i] for row in rows) for i in range(3))
            ratios = [statistics.median(row[0] / row[i] for row in rows) for i in (1, 2)]
            size = (root / "out" / folder.name / "deck.pdf").stat().st_size
            times[count] = mine
            print(
                f"{count:>7} {mine:>11.3f} {theirs:>9.3f} {ratios[0]:>6.2f} {other:>9.3f} {ratios[1]:>6.2f}"
                f" {count / mine:>8.0f} {peak_mib(ours):>5.0f} {size / 1000:>7.0f} {size / count:>7.0f}"
            )
        if 1000 in times and 10_000 in times:
            print(f"10,000 cards take {times[10_000] / times[1000]:.1f} times as long as 1,000")
        print(
            f"\n{'cards':>7} {'load':>7} {'check':>7} {'compose':>8} {'impose':>7} {'write':>7}   (share of the stages)"
        )
        for count in counts:
            shares = stages(root / f"deck-{count}")
            total = sum(shares.values())
            row = [f"{100 * shares[name] / total:.0f} %" for name in ("load", "check", "compose", "impose", "write")]
            print(f"{count:>7} {row[0]:>7} {row[1]:>7} {row[2]:>8} {row[3]:>7} {row[4]:>7}   {total:.3f} s")
        compare_limits(builds, runs)
        compare_lists(root, max(counts), runs)
        compare_texts({count: root / f"deck-{count}" for count in counts}, runs)
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
