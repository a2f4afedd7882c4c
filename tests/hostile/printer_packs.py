"""Printers' files that somebody has spoiled: the folder of configuration lies beside the game."""

import os
from collections.abc import Callable
from pathlib import Path

from packs import Make, Pack, Told, both, tiny

PRINT = ("build", "{game}", "--out", "{out}", "--printer", "mine", "--json")
CONFIG = {"PRINTGEN_CONFIG": "../config"}
GOOD = "paper: letter\n"
TRUE = ("--back", "5", "5", "180", "240")


def _file(prepare: Callable[[Path], object], name: str = "printers/mine.yaml") -> Make:
    """The tiny game, and something made in the folder of configuration."""

    def make(game: Path) -> None:
        path = game.parent / "config" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        prepare(path)

    return both(tiny(), make)


def _text(text: str) -> Make:
    return _file(lambda path: path.write_text(text, encoding="utf-8", errors="surrogatepass"))


def _pack(name: str, make: Make, code: str, args: tuple[str, ...] = PRINT) -> Pack:
    return Pack(f"printer: {name}", make, Told(code), args, CONFIG)


PACKS = [
    _pack("a good one", _text(GOOD), ""),
    _pack("numbers without end", _text(f"{GOOD}front: {{shift: {{right: .inf}}}}\n"), "loose-scalar"),
    _pack("no numbers", _text(f"{GOOD}front: {{skew: .nan}}\n"), "loose-scalar"),
    _pack("a scale that leaves nothing", _text(f"{GOOD}front: {{scale: {{across: 0.0000001}}}}\n"), "out-of-range"),
    _pack("a number of a million digits", _text(f"{GOOD}front: {{skew: {'9' * 1_000_000}}}\n"), "scalar-too-long"),
    _pack("deep", _text(f"{GOOD}front: {'[' * 50_000}"), "too-deep"),
    _pack("aliases", _text("paper: &a letter\nduplex: *a\n"), "alias"),
    _pack("a tag", _text("paper: !!python/object/apply:os.system [true]\n"), "tag"),
    _pack("keys twice", _text(f"{GOOD}{GOOD}"), "duplicate-key"),
    _pack("a paper that turns the terminal", _text('paper: "a\\e[2Jb"\n'), "control-character"),
    _pack("a pipe", _file(os.mkfifo), "irregular-file"),
    _pack("a device", _file(lambda path: path.symlink_to("/dev/zero")), "irregular-file"),
    _pack("a loop of links", _file(lambda path: path.symlink_to("mine.yaml")), "irregular-file"),
    _pack("a folder", _file(lambda path: path.mkdir()), "missing-file"),
    _pack("too large", _file(lambda path: path.write_bytes(b"#" * 17 * 1024 * 1024)), "file-too-big"),
    _pack("its folder is a file", _file(lambda path: path.write_text("x"), "printers"), "usage"),
    _pack("its folder is a loop", _file(lambda path: path.symlink_to("printers"), "printers"), "unreadable-file"),
    _pack("a name that leads out", _text(GOOD), "usage", (*PRINT[:4], "--printer", "../printers/mine", "--json")),
    _pack("a name with a zero", _text(GOOD), "usage", (*PRINT[:4], "--printer", "mi\x1bne", "--json")),
    _pack("readings of great numbers", _text(GOOD), "usage",
          ("printers", "read", "mine", "--front", "1e308", "nan", "5", "5", *TRUE, "--json")),
    _pack("readings that turn the terminal", _text(GOOD), "usage",
          ("printers", "read", "mine", "--front", "\x1b[2J", "5", "180", "240", *TRUE, "--json")),
    _pack("a paper like a stamp", _text(GOOD), "does-not-fit",
          ("printers", "calibrate", "mine", "--paper", "1x1mm", "--out", "{out}", "--json")),
]  # fmt: skip
