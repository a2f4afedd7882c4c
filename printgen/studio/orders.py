"""The words of a command come in from a page; what may be run of them goes out, and everything else is refused.

A page may have the studio run only what stands here: commands of printgen that write nowhere but into the studio's own
output folder, on games that are open, with options of which each takes values of one plain sort. No word of a page is a
path that is opened, and none reaches a shell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from printgen.base.errors import UsageError, did_you_mean
from printgen.exports import EXPORTS
from printgen.exports.format import Option
from printgen.studio.workshop import Workshop

_NUMBER, _FLAG = r"[0-9]{1,19}", ""
_AMOUNT = r"[0-9]{1,9}(\.[0-9]{1,6})?"
_ADDRESS = r"(?i:https?)://[^\x00-\x20\x7f-\x9f\"'<>\\]{1,300}"
_WORD = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,60}"
_WORDS = r"[A-Za-z0-9][A-Za-z0-9_.,-]{0,300}"
_LENGTH = r"([0-9]{1,3}(\.[0-9]{0,4})?|\.[0-9]{1,4}) ?(mm|cm|in|pt)"
_NAMED = r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}=[A-Za-z0-9][A-Za-z0-9_.,-]{0,60}"
_SPACE = r"[A-Z0-9]{2,8}"
_LOCK = _SPACE + r"(=[A-Za-z0-9][A-Za-z0-9_+-]{0,120})?"
_TEXT = r"[^\x00-\x1f\x7f-\x9f/\\]{1,200}"
"""A name that somebody has given."""
_CARD = r"[^\x00-\x1f\x7f-\x9f]{1,200}"
"""What people call their cards: it is only ever compared."""
_WRITTEN = r"[^\x00-\x1f\x7f-\x9f]{1,300}"
"""A place that stands in a file for other programs: nothing is opened there."""

_LAYING = {
    "--paper": _WORD, "--duplex": _WORD, "--backs": _WORD, "--join": _WORD, "--gutter": _LENGTH, "--margin": _LENGTH,
    "--proof": _FLAG, "--back-marks": _FLAG, "--stack": _WORD, "--printer": _TEXT, "--look": _WORD,
    "--variant": _WORD, "--seed": _NUMBER,
}  # fmt: skip
_WORKING = {"--jobs": _NUMBER, "--resume": _FLAG}
_FIGHTING = {"--units": r"[0-9]{1,2}(v[0-9]{1,2})?", "--terrain": _WORD, "--samples": _NUMBER, "--seed": _NUMBER,
             "--rule": _NAMED}  # fmt: skip
_PLAYING = {"--games": _NUMBER, "--seed": _NUMBER, "--policy": _WORD, "--board-arrangement": _WORD, "--rule": _NAMED}

COMMANDS: Mapping[tuple[str, ...], Mapping[str, str]] = {
    ("build",): {
        **_LAYING, "--format": _WORD, "--changed": _FLAG, "--strict": _FLAG, "--yes": _FLAG, "--grey": _FLAG,
        "--only": _CARD, "--copies": _NUMBER, "--later": _FLAG, "--one": _WORD,
        "--zip": _WORD, "--form": _WORD,
    },
    ("board",): {
        **_WORKING, "--seed": _NUMBER, "--count": _NUMBER, "--arrangement": _WORD, "--fair": _NUMBER,
        "--poster": _FLAG, "--tiles": _FLAG, "--paper": _WORD, "--rows": _NUMBER, "--columns": _NUMBER,
        "--amount": _NAMED, "--lock": _LOCK, "--unlock": _SPACE, "--by-hand": _TEXT,
    },
    ("report",): {"--card": _CARD, "--exact": _FLAG, "--games": _NUMBER, "--seed": _NUMBER, "--jobs": _NUMBER,
                  "--paper": _WORD},
    ("lab", "game"): {**_PLAYING, **_WORKING, "--against": _WORD},
    ("lab", "rules"): {**_PLAYING, **_WORKING, "--of": _WORDS, "--together": _NUMBER},
    ("lab", "decks"): {**_FIGHTING, **_WORKING},
    ("lab", "card"): {**_FIGHTING, **_WORKING},
    **{("export", name): {"--look": _WORD, "--backs": _WORD, "--seed": _NUMBER, "--only": _CARD, "--variant": _WORD}
       for name in EXPORTS},
}  # fmt: skip
"""Each command with its options, and what a value of each looks like; "" for one without a value."""

OWN = ("--out", "--cards", "--list")
"""Options whose values are the studio's own: where it prints, the user's cards, and the list that it writes."""

_NO_EVENTS = {("report",)}
_TELLING = {("board",), ("report",)}
"""Commands that print nothing where they are asked for JSON: their lines name the file."""
_NAMES = {("lab", "card")}
"""Commands that take the name of a card behind the game."""

LIST = "studio-list.yaml"
"""The print list of what is ticked in the studio, in its output folder."""


def ordered(words: Sequence[str], workshop: Workshop) -> tuple[str, ...]:
    """The words of a command that may be run, with the studio's own folders. UsageError for any other."""
    command = next((words_ for words_ in COMMANDS if tuple(words[: len(words_)]) == words_), None)
    if command is None:
        known = [" ".join(one) for one in COMMANDS]
        raise UsageError("the studio does not run this command", did_you_mean(" ".join(words[:2]), known))
    said, own, plain = _parted(command, words[len(command) :], workshop)
    for n, word in enumerate(plain):
        if not (_is_target(word, workshop) or (n and command in _NAMES and re.fullmatch(_CARD, word))):
            raise UsageError("this is no game that is open in the studio", "Open it with printgen studio.")
    listed = any(flag in ("--list", "--later") for flag in said)
    if not plain and not listed:
        raise UsageError("the command names no game", "Name one that is open.")
    fixed = folders(workshop)
    return (*command, *plain, *said, *(word for word in own if word not in fixed), *fixed)


def folders(workshop: Workshop) -> tuple[str, ...]:
    """The words that say where the studio prints and finds the user's cards, where that is not the usual place."""
    out = () if str(workshop.out) == "output" else ("--out", str(workshop.out))
    cards = workshop.cards
    there = cards is not None and str(cards) != "my-cards" and cards.is_dir()
    return (*out, *(("--cards", str(cards)) if there else ()))


def machine(command: Sequence[str]) -> tuple[str, ...]:
    """What is said besides to a command that the studio runs: that it tells a program how far it is."""
    head = tuple(command[:2]) if tuple(command[:2]) in COMMANDS else tuple(command[:1])
    events = () if head in _NO_EVENTS else ("--progress", "json")
    return events if head in _TELLING else ("--json", *events)


def _parted(
    command: tuple[str, ...], words: Sequence[str], workshop: Workshop
) -> tuple[list[str], list[str], list[str]]:
    """The options of a command with their values, those that are the studio's own, and its other words."""
    known = {**COMMANDS[command], **_of_format(command)}
    held = {"--out": str(workshop.out), "--cards": str(workshop.cards), "--list": str(workshop.out / LIST)}
    said, own, plain = list[str](), list[str](), list[str]()
    rest = iter(words)
    for word in rest:
        flag, given, value = word.partition("=")
        if not flag.startswith("-"):
            plain.append(word)
        elif flag in OWN:
            value = value if given else next(rest, "")
            if value != held[flag]:
                raise UsageError(f"{flag}: the studio has places of its own", f"Leave {flag} out.")
            (said if flag == "--list" else own).extend((flag, value))
        elif flag == "--json" or (flag, value or "json") == ("--progress", "json"):
            value = value if given or flag == "--json" else next(rest, "")
        elif flag not in known:
            raise UsageError(f"the studio does not run {flag}", did_you_mean(flag, known))
        elif not known[flag]:
            if given:
                raise UsageError(f"{flag} takes no value", "Leave the value out.")
            said.append(flag)
        else:
            value = value if given else next(rest, "")
            if not re.fullmatch(known[flag], value):
                raise UsageError(f"{flag}: this cannot be its value", "Choose another.")
            # What begins like an option is its value all the same.
            said += (f"{flag}={value}",) if value.startswith("-") else (flag, value)
    return said, own, plain


def _of_format(command: tuple[str, ...]) -> dict[str, str]:
    """The options of a format that games are exported in, and what a value of each looks like; no page names a file."""
    options = EXPORTS[command[1]].options() if command[0] == "export" else ()
    return {f"--{option.name}": _pattern(option) for option in options if option.metavar != "FILE"}


def _pattern(option: Option) -> str:
    if isinstance(option.default, bool):
        return _FLAG
    if isinstance(option.default, int | float):
        return _AMOUNT
    return {"LENGTH": _LENGTH, "URL": _ADDRESS, "ADDRESS": _ADDRESS, "DIR": _WRITTEN}.get(option.metavar, _TEXT)


def _is_target(word: str, workshop: Workshop) -> bool:
    """Whether a word names a game that is open, or one of its products."""
    for name, game in workshop.games.items():
        rest = word.removeprefix(game.target)
        if word.startswith(game.target) and (not rest or (rest[0] == "/" and rest[1:] in workshop.products(name))):
            return True
    return False
