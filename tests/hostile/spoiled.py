"""Spoiled games: a sample or kit of which values, lines, bytes or files are changed as a random stream says."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from declared import Spot, spots
from packs import BUILD, CHECK, TEMPLATES, copied, source_of
from warden import SECONDS

QUICK = ("kitchen-heroes", "snail-derby", "sky-couriers", "orc-hosts", "lantern-cave")
SMALL = 0.8
"""The share of trials that spoil a small game; a kit takes as long as fifty of these."""
BOARDS = ("garden", "wargame", "chutes", "harbours")
OTHERS = (
    "spell-areas",
    "reef-runners",
    "pirate-seas",
    "playing-cards",
    "paper-dungeon",
    "army-wars",
    "sixth-scale",
    "micro-forces",
    "go-joe",
)
# To build this as it is takes some 13 seconds of the processor, and half as many more where others work beside it.
LARGE = ("go-joe",)

# What stands in a file where something else belongs.
WRONG: tuple[Any, ...] = (
    None, True, False, "", " ", "x", "none", -1, 0, 1, 2, 0.5, -0.001, 0.000001, 7, 99, 1000, 1_000_000_000, 10**30,
    "1e308mm", "inf", "nan", "10mm", "-3mm", "0mm", "0.0001mm", "99999m", "#12345", "#FFFFFF", [], {}, [1, 2], [0, 0],
    ["a"], [[]], [None], {"a": 1}, {"kind": "text"}, {"a": {"a": {"a": []}}}, "a" * 3000, "long " * 400, "../x.yaml",
    "/etc/hostname", "\u202eevil", "é🙂", "\x85", "{{ card.name }}", "{{ nobody }}", "{{ 1 / 0 }}", "{{ 'a'",
    "{{ [[1] * 9] }}", "{{ card }}", "{{ tables }}", "**bold", ":nothing:", "name", "glossary", "card", "1..9", "1-6",
    "d6", "M0 0", "M0 0 L1 1 C", "A1", "a/b", "self", 12345678901234567890, "0x10", "1_000", "2001-01-01", "~", "*",
    "<<",
)  # fmt: skip

_TOKENS = (
    "{", "}", "[", "]", ":", "- ", "{{", "}}", "&a ", "*a", "!!python/x ", "<<: ", "|", ">", "#", "'", '"', "\t",
    "\x00", "\ufeff", "---\n", "null", "yes", "012", "1e9", "-", "%", "@", "\u2028", "\x1b[31m",
)  # fmt: skip


@dataclass
class Trial:
    """One run: what makes its game, its arguments, in words what was done, and the seconds that it may work."""

    make: Callable[[Path], object]
    args: Sequence[str]
    done: list[str] = field(default_factory=list)
    seconds: int = SECONDS


# ---- games


def game_trial(rng: random.Random, quick: bool) -> Trial:
    """A sample or kit of which one to four things are spoiled."""
    game = rng.choice(QUICK) if quick or rng.random() < SMALL else rng.choice(OTHERS)
    seconds = 2 * SECONDS if game in LARGE else SECONDS
    trial = Trial(lambda folder: None, _command(rng, game), [game], seconds)
    state = rng.getstate()

    def make(folder: Path) -> None:
        rng.setstate(state)
        del trial.done[1:]
        copied(game)(folder)
        if rng.random() < 0.3:
            _borrow(rng, folder, trial)
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            _spoil(rng, folder, trial)

    trial.make = make
    return trial


def board_trial(rng: random.Random, quick: bool) -> Trial:
    """A sample with a board of its own of which one to four things are spoiled."""
    game = rng.choice(BOARDS)
    product = f"{{game}}/{rng.choice(products_of(game))}"
    board = rng.choice((CHECK, CHECK, CHECK, ("board", "{game}", "--json"), ("preview", product, "-o", "{out}/x.svg")))
    trial = Trial(lambda folder: None, board, [game])
    state = rng.getstate()

    def make(folder: Path) -> None:
        rng.setstate(state)
        del trial.done[1:]
        copied(game)(folder)
        for _ in range(rng.choice((1, 1, 2, 4))):
            maps = list(folder.glob("*.txt"))
            if maps and rng.random() < 0.4:
                _map_spoiled(rng, maps[0], trial)
            else:
                _spoil(rng, folder, trial)

    trial.make = make
    return trial


def _map_spoiled(rng: random.Random, path: Path, trial: Trial) -> None:
    """A few letters of a map become others, or go, or a row comes twice, or in one with the next."""
    letters = list(path.read_text(encoding="utf-8", errors="replace"))
    for _ in range(rng.choice((1, 1, 3, 40))):
        at = rng.randrange(len(letters))
        letters[at] = rng.choice(
            (" ", ".", "#", "x", "\n", "", "\t", "\u00e9", "\u2603", letters[at] * 2, letters[at] * 200)
        )
    path.write_text("".join(letters), encoding="utf-8")
    trial.done.append(f"letters of {path.name}")


def _command(rng: random.Random, game: str) -> Sequence[str]:
    """What is run on a spoiled game: mostly a check; else what lays pieces on sheets, writes, or looks at it."""
    if rng.random() < 0.6:
        return rng.choice((CHECK, CHECK, CHECK, ("check", "{game}", "--notes")))
    product = f"{{game}}/{rng.choice(products_of(game))}"
    look = rng.choice(((), (), ("--look", "saver"), ("--look", "night")))
    shown = ("-o", "{out}/x" + rng.choice((".svg", ".txt", ".png", ".pdf")), "--dpi", "30")
    return rng.choice(
        (
            (*BUILD, "--format", rng.choice(("text", "svg", "pdf")), *look),
            ("build", product, "--out", "{out}", "--format", "text", "--paper", rng.choice(("a4", "a3", "20x20in"))),
            ("preview", product, *shown, *look),
            ("preview", product, *shown, "--sheet", "1"),
            ("list", rng.choice(("{game}", product)), "--json"),
            ("report", "{game}", "--out", "{out}", "--json"),
            ("derive", "--kit", "{game}", "--json"),
            ("board", "{game}", "--json"),
            ("board", "{game}", "--out", "{out}", "--count", "2"),
        )
    )


@cache
def products_of(game: str) -> tuple[str, ...]:
    """The names of a game's products."""
    return tuple(yaml.load((source_of(game) / "game.yaml").read_bytes(), yaml.CSafeLoader)["products"])


def _borrow(rng: random.Random, folder: Path, trial: Trial) -> None:
    """Put a copy of a built-in template into the game's own, to be spoiled there; one that is not too long."""
    files = [path for path in sorted(TEMPLATES.rglob("*.yaml")) if path.stat().st_size < 20_000]
    path = rng.choice(files)
    name = path.relative_to(TEMPLATES)
    target = folder / "templates" / name
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
        trial.done.append(f"borrowed {name}")
        tree_spoiled(rng, target, trial)


def _spoil(rng: random.Random, folder: Path, trial: Trial) -> None:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if not files:
        return
    path = rng.choice(files)
    way = rng.choices((tree_spoiled, _text_spoiled, _bytes_spoiled, _file_spoiled), (70, 20, 5, 5))[0]
    trial.done.append(f"{way.__name__.strip('_')} {path.relative_to(folder)}")
    way(rng, path, trial)


def _held(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each mapping or list, with the key or index of something in it."""
    if isinstance(value, dict):
        for key in value:
            yield value, key
            yield from _held(value[key])
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield value, index
            yield from _held(item)


def tree_spoiled(rng: random.Random, path: Path, trial: Trial) -> None:
    """One value of a YAML file becomes another."""
    try:
        tree = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError):
        return
    held = list(_held(tree))
    if not held:
        return
    holder, key = rng.choice(held)
    way = rng.choices(
        ("like", "wrong", "remove", "rename", "swap", "wrap", "twice", "deep"), (45, 20, 7, 5, 13, 4, 4, 2)
    )[0]
    before = holder[key]
    if way == "like":
        holder[key] = _like(rng, before, held)
    elif way == "wrong":
        holder[key] = rng.choice(WRONG)
    elif way == "remove":
        del holder[key]
    elif way == "rename" and isinstance(holder, dict):
        holder[rng.choice((f"{key}s", "kind", "", "name", "x" * 300, str(rng.choice(WRONG))))] = holder.pop(key)
    elif way == "swap":
        other, name = rng.choice(held)
        holder[key] = other[name]
    elif way == "wrap":
        holder[key] = rng.choice(([before], {"a": before}, [before, before], {str(key): before}))
    elif way == "twice" and isinstance(holder, list):
        holder.insert(key, before)
    elif way == "deep":
        for _ in range(rng.choice((3, 12, 30))):
            before = [before] if rng.random() < 0.5 else {str(key): before}
        holder[key] = before
    now = holder[key] if way != "remove" and key in _keys(holder) else ""
    trial.done.append(f"  {way} at {key!r}: {str(now)[:80]!r}")
    path.write_text(dumped(tree), encoding="utf-8", errors="surrogatepass")


def _like(rng: random.Random, value: Any, held: Sequence[tuple[Any, Any]]) -> Any:
    """Another value of the same type, such as a shape may let pass."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice((0, 1, 2, -1, 0.5, -value, value * 10, value * 100, value / 10, value + 1, 12, 999, 0.001))
    if isinstance(value, str):
        others = [other[name] for other, name in held if isinstance(other[name], str)]
        numbers = re.sub(r"\d+(\.\d+)?", lambda m: rng.choice(("0", "1", "300", "0.01", "7")), value, count=1)
        words = value.split(" ")
        rng.shuffle(words)
        return rng.choice(
            (*rng.choices(others, k=3), numbers, " ".join(words), value.upper(), value * 5, value[:1], " ")
        )
    if isinstance(value, list):
        mixed = rng.sample(value, len(value))
        return rng.choice((mixed, value[:1], value[1:], value * 4, [], mixed[:2], [*value, *value[:1]]))
    if isinstance(value, dict):
        keys = rng.sample(sorted(value, key=str), len(value))
        return rng.choice(({key: value[key] for key in keys}, {key: value[key] for key in keys[1:]}, {}))
    return value


def _keys(holder: Any) -> Any:
    return holder if isinstance(holder, dict) else range(len(holder))


class _Dumper(yaml.CSafeDumper):
    """Writes every value out: an alias would be refused at once."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _plain(dumper: Any, value: float) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:float", f"{value:.9f}".rstrip("0") + "0")


_Dumper.add_representer(float, _plain)


def dumped(tree: Any) -> str:
    """A value as YAML that the reader takes."""
    try:
        return str(yaml.dump(tree, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1000))
    except RecursionError:
        return "a: [" * 500


def _text_spoiled(rng: random.Random, path: Path, trial: Trial) -> None:
    """Lines and words of a file change places, go, or come twice."""
    text = path.read_text(encoding="utf-8", errors="replace")
    lines = text.split("\n")
    way = rng.choice(("token", "token", "word", "swap", "remove", "repeat", "indent", "number", "letter"))
    here, there = rng.randrange(len(lines)), rng.randrange(len(lines))
    if way == "token":
        at = rng.randrange(len(text) + 1)
        lines = (text[:at] + rng.choice(_TOKENS) + text[at:]).split("\n")
    elif way == "word" and (words := re.findall(r"[\w-]+", text)):
        lines[here] = re.sub(r"[\w-]+", lambda m: rng.choice(words), lines[here], count=1)
    elif way == "swap":
        lines[here], lines[there] = lines[there], lines[here]
    elif way == "remove":
        del lines[here : here + rng.choice((1, 1, 5))]
    elif way == "repeat":
        lines[here:here] = lines[here : here + 3] * rng.choice((1, 1, 50))
    elif way == "indent":
        lines[here] = " " * rng.choice((1, 2, 4)) + lines[here]
    elif way == "number":
        lines[here] = re.sub(r"-?\d+(\.\d+)?", lambda m: str(rng.choice((0, -5, 99999, 1.5, 10**20))), lines[here])
    elif way == "letter" and lines[here]:
        at = rng.randrange(len(lines[here]))
        lines[here] = (
            lines[here][:at] + chr(rng.choice((0x41, 0x200B, 0x301, 0x1F600, 0x7F, 0x22))) + lines[here][at + 1 :]
        )
    trial.done.append(f"  {way} at line {here + 1}")
    path.write_text("\n".join(lines), encoding="utf-8", errors="surrogatepass")


def _bytes_spoiled(rng: random.Random, path: Path, trial: Trial) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 1, 8))):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(bytes(data))


def _file_spoiled(rng: random.Random, path: Path, trial: Trial) -> None:
    """A file goes, is emptied, cut off, becomes another or a folder."""
    way = rng.choice(("remove", "empty", "cut", "other", "folder", "yaml"))
    trial.done.append(f"  {way}")
    data = path.read_bytes()
    if way in ("remove", "folder"):
        path.unlink()
    if way == "folder":
        path.mkdir()
    elif way == "empty":
        path.write_bytes(b"")
    elif way == "cut":
        path.write_bytes(data[: rng.randrange(len(data) + 1)])
    elif way == "other":
        others = sorted(other for other in path.parent.glob("*.yaml") if other.is_file())
        path.write_bytes(rng.choice([path, *others]).read_bytes())
    elif way == "yaml":
        path.write_text(dumped(rng.choice(WRONG)), encoding="utf-8", errors="surrogatepass")


# ---- declared keys


def key_trial(spot: Spot, value: Any) -> Trial:
    """A key of a declared shape says something wrong."""

    def make(folder: Path) -> None:
        copied(spot.game)(folder)
        path = folder / spot.file
        path.parent.mkdir(parents=True, exist_ok=True)
        built_in = TEMPLATES / spot.file.removeprefix("templates/")
        tree = yaml.load((built_in if spot.built_in else path).read_bytes(), yaml.CSafeLoader)
        holder = tree
        for step in spot.path:
            holder = holder[step]
        holder[spot.key] = value
        path.write_text(dumped(tree), encoding="utf-8", errors="surrogatepass")

    return Trial(make, CHECK, [f"{spot}", f"  {spot.key}: {str(value)[:80]!r}"])


def a_key_trial(rng: random.Random, quick: bool) -> Trial:
    """As `key_trial`, for any key and value."""
    known = spots(*QUICK) if quick else spots(*QUICK, *OTHERS[:6])
    return key_trial(rng.choice(known), rng.choice(WRONG))
