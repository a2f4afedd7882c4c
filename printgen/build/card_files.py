"""Reads folders of card pictures, and orders of mpc-autofill, into cards with fronts, backs and copies."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from printgen.base.errors import Exit, Finding, PrintgenError, Where
from printgen.base.file_access import AccessError, FileAccess, display_path
from printgen.base.names import UNSEEN, excerpt, nfc, same_name
from printgen.game.records import MOST_COPIES

_FOLDERS = ("", "cards/")
"""Where the pictures of an order lie: beside it, or in a folder there."""
_MOST_SLOTS = 20_000
"""The places of an order have smaller numbers."""
_ID = re.compile(r"(?P<stem>(?:.*\S)?)\s*+\((?P<id>[\w-]{15,})\)")


class _Entry(NamedTuple):
    """A picture of an order: its id and name, the places that it fills, and its line."""

    id: str
    name: str
    slots: str
    line: int


def _order_error(path: Path, message: str, line: int = 0) -> PrintgenError:
    """The error for an unreadable order."""
    hint = "Save the order once more from mpc-autofill, or import its folder of pictures."
    return PrintgenError([Finding("error", Where(display_path(path), line, int(line > 0)), message, hint, "bad-order")])


def _parse_order(path: Path, data: bytes) -> tuple[dict[str, list[_Entry]], str]:
    """The entries of fronts and backs, and the id of the back of all other cards."""
    try:
        order = fromstring(data, forbid_dtd=True)
    except ParseError as error:
        raise _order_error(path, f"this is no XML: {str(error).partition(':')[0]}", error.position[0]) from None
    except DefusedXmlException:
        raise _order_error(path, "it declares entities, which may hold anything", 1) from None
    except (LookupError, ValueError):
        raise _order_error(path, "this is no XML: its encoding is unknown") from None
    if order.tag != "order":
        raise _order_error(path, f"this is no order of cards: it begins with <{excerpt(order.tag)[:40]}>", 1)
    # The parser gives no lines; cards stand in a file in the order of its elements.
    ends = [end.start() for end in re.finditer(b"\n", data)]
    starts = (bisect(ends, start.start()) + 1 for start in re.finditer(rb"<card[\s/>]", data))
    lines = dict(zip(order.iter("card"), starts, strict=False))
    sides = dict[str, list[_Entry]]()
    for side in ("fronts", "backs"):
        cards = order.iterfind(f"{side}/card")
        sides[side] = [_Entry(card.findtext("id", ""), card.findtext("name", "").strip(), card.findtext("slots", ""),
                              lines.get(card, 1)) for card in cards]  # fmt: skip
    return sides, order.findtext("cardback", "").strip()


def load_order(path: Path, gate: FileAccess) -> tuple[list[ImportCard], list[Finding]]:
    """The cards of an order, and findings about pictures that are neither beside it nor in its folder `cards`."""
    try:
        entries, cardback = _parse_order(path, gate.load(path, "list"))
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(display_path(path)))]) from refused
    pictures, findings, sides = _pictures_by_name(gate), list[Finding](), dict[str, dict[int, Path]]()
    for side, side_entries in entries.items():
        sides[side], missing = _slots(path, side_entries, pictures)
        findings += missing
    common = _picture_of(pictures, cardback, "")
    if common is None and cardback:
        findings.append(_missing_picture(path, 1, "the back of all cards"))
    pairs = Counter((front, sides["backs"].get(slot) or common) for slot, front in sorted(sides["fronts"].items()))
    if not pairs:
        raise PrintgenError([*findings, Finding(
            "error", Where(display_path(path)), "no picture of this order lies beside it, or in a folder cards there",
            "Have mpc-autofill download them first, or put them there.", "missing-file")])  # fmt: skip
    return [
        ImportCard(_front_name(front), front, back, min(MOST_COPIES, count - done))
        for (front, back), count in pairs.items()
        for done in range(0, count, MOST_COPIES)
    ], findings


def _slots(path: Path, entries: list[_Entry], pictures: dict[str, Path]) -> tuple[dict[int, Path], list[Finding]]:
    """The picture for each place of one side of an order, and findings about missing pictures."""
    slots, findings = dict[int, Path](), list[Finding]()
    for entry in entries:
        numbers = entry.slots.replace(",", " ").split()
        if not all(number.isascii() and number.isdigit() and int(number) < _MOST_SLOTS for number in numbers):
            raise _order_error(path, f"slots should be numbers under {_MOST_SLOTS:,}, parted by commas", entry.line)
        picture = _picture_of(pictures, entry.id, entry.name)
        if picture is None:
            findings.append(_missing_picture(path, entry.line, f'"{excerpt(entry.name or entry.id)[:60]}"'))
        else:
            slots |= {int(number): picture for number in numbers}
    return slots, findings


def _missing_picture(path: Path, line: int, what: str) -> Finding:
    where = Where(display_path(path), line, 1)
    hint = "Have mpc-autofill download it, or put it into a folder cards beside the order."
    return Finding("warning", where, f"there is no picture of {what}", hint, "missing-file", Exit.BAD_INPUT)


def _pictures_by_name(gate: FileAccess) -> dict[str, Path]:
    """The pictures beside an order, by their names and by the ids in brackets in these names."""
    pictures = dict[str, Path]()
    for path in (path for folder in _FOLDERS for path in gate.list(f"{folder}*")):
        if path.suffix.lower() in PICTURES:
            match = _ID.fullmatch(path.stem)
            for name in (path.name, path.stem, *((match["id"],) if match else ())):
                pictures.setdefault(same_name(name), path)
    return pictures


def _picture_of(pictures: dict[str, Path], number: str, name: str) -> Path | None:
    """A picture by the id that an order gives, or by its name; of a path only the last part counts."""
    for spelling in (number, name):
        file_name = re.split(r"[\\/]", spelling.strip(' "\n\t'))[-1]
        if file_name and (path := pictures.get(same_name(file_name))):
            return path
    return None


def _front_name(path: Path) -> str:
    match = _ID.fullmatch(path.stem)
    return card_name(match["stem"] if match and match["stem"] else path.stem)


PICTURES = (".png", ".jpg", ".jpeg", ".jfif", ".webp")
"""The endings of pictures that are read."""
_UNREAD = (".avif", ".bmp", ".gif", ".heic", ".jxl", ".pdf", ".psd", ".svg", ".tif", ".tiff", ".xcf")
_FRONT, _BACK, _PAIR = "front", "back", "pair"
_ROLES: Mapping[str, str] = {
    "front": _FRONT, "fronts": _FRONT, "back": _BACK, "backs": _BACK, "double_sided": _PAIR, "double-sided": _PAIR,
}  # fmt: skip
"""Folders that hold sides of the cards of the folder that they lie in."""
_IGNORED = ("output", "__macosx", "thumbs.db", "desktop.ini")
"""Files and folders that no person put there, and what a build has written."""
_DEEPEST = 4
"""Folders inside each other are decks down to this depth."""
# Patterns of file names, such as card-back, back of Duke, NAME [face,3], NAME-back, front-01, 3x NAME and NAME x3.
_COMMON = re.compile(r"(?i)(the[\s_-]+)?((cards?|deck|common|default)[\s_-]*)?backs?")
_FACE = re.compile(r"(?i)(?P<name>.*\S)\s*+\[(?P<side>face|front|back),(?P<copies>[1-9]\d{0,2})\]")
_SIDE = re.compile(
    r"(?i)(?P<name>.*[^\s_-])(?:[\s_-]++(?P<side>front|back)|[\s_-]*+[(\[](?P<held>front|face|back)[)\]])"
)
_FIRST = re.compile(r"(?i)(?P<side>front|back)[\s_-]*(?P<name>.+)")
_BEFORE = re.compile(r"(?i)(?P<copies>[1-9]\d{0,2})[x×][\s_-]+(?P<name>.+)")
_AFTER = re.compile(
    r"(?i)(?P<name>.*[^\s_-])[\s_-]++[(\[]?(?:[x×](?P<copies>[1-9]\d{0,2})|(?P<other>[1-9]\d{0,2})[x×])[)\]]?"
)


class ImportCard(NamedTuple):
    """A card: its name, the files of its two sides, its number of copies, and the folder of its deck."""

    name: str
    front: Path
    back: Path | None
    copies: int
    deck: str = ""


class _Name(NamedTuple):
    """The parts of a file's name: `whole` is the name without copies, `name` also without its side."""

    whole: str
    name: str
    side: str
    copies: int


@dataclass
class _Deck:
    """A folder with cards: its path in the source ("" for the source itself), fronts and backs by their cards' keys."""

    path: str
    above: _Deck | None = None
    fronts: dict[str, tuple[str, Path, int]] = field(default_factory=dict)
    backs: dict[str, Path] = field(default_factory=dict)
    common: Path | None = None

    def common_back(self) -> Path | None:
        """The back of all cards without one of their own."""
        return self.common or (self.above.common_back() if self.above else None)

    def cards(self) -> Iterator[ImportCard]:
        """The cards in natural order: 2 before 10."""
        for key in sorted(self.fronts, key=_sort_key):
            name, front, copies = self.fronts[key]
            yield ImportCard(name, front, self.backs.get(key) or self.common_back(), copies, self.path)


def cards_of(gate: FileAccess) -> tuple[list[ImportCard], list[Finding], int]:
    """The cards of a folder, findings about unusable files, and the number of files that are no pictures."""
    decks, findings, other_count = list[_Deck](), list[Finding](), 0
    for deck, files, links in _walk(gate, gate.folder, _Deck("")):
        decks.append(deck)
        findings += links
        pictures = dict[Path, str]()
        for path, role in files.items():
            if path.suffix.lower() in PICTURES:
                pictures[path] = role
            elif path.suffix.lower() in _UNREAD:
                message = "this is no PNG, JPEG or WebP picture"
                findings.append(skip_warning(path, "bad-photo", message, "Save it as a PNG."))
            else:
                other_count += 1
        findings += _add_pictures(deck, pictures)
    findings += (skip_warning(path, one.code, one.message, one.hint) for path, one in gate.refused.items())
    return [card for deck in decks for card in deck.cards()], findings, other_count


def skip_warning(path: Path, code: str, message: str, hint: str) -> Finding:
    """A warning for a file that is left out, or changed in print."""
    return Finding("warning", Where(display_path(path)), message, hint, code)


def card_name(stem: str) -> str:
    """The name of a card whose picture has this file name."""
    return " ".join(re.sub(UNSEEN, " ", nfc(stem)).replace("_", " ").split()) or "card"


def _sort_key(name: str) -> list[tuple[int, int, str]]:
    """A key that sorts names in natural order: 2 comes before 10."""
    parts = re.split(r"(\d{1,9})", name)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part]


def _walk(gate: FileAccess, folder: Path, deck: _Deck) -> Iterator[tuple[_Deck, dict[Path, str], list[Finding]]]:
    """The folder and the decks in folders below it; for each file, the side that its folder names."""
    files, inner, links = dict[Path, str](), list[Path](), list[Finding]()
    for path in _entries(gate, folder):
        word = path.name.lower()
        if not path.is_dir():
            files[path] = ""
        elif path.is_symlink():
            links.append(skip_warning(path, "outside-folder", "this folder is a link", "Put the folder itself there."))
        elif word in _ROLES:
            files |= {inside: _ROLES[word] for inside in _entries(gate, path) if not inside.is_dir()}
        elif not (path / "game.yaml").exists():
            inner.append(path)
    yield deck, files, links
    for path in inner if deck.path.count("/") < _DEEPEST else ():
        yield from _walk(gate, path, _Deck(path.relative_to(gate.folder).as_posix(), deck))


def _entries(gate: FileAccess, folder: Path) -> list[Path]:
    within = "" if folder == gate.folder else f"{folder.relative_to(gate.folder).as_posix()}/"
    return [path for path in gate.list(f"{within}*") if path.name.lower() not in _IGNORED]


def _add_pictures(deck: _Deck, pictures: Mapping[Path, str]) -> Iterator[Finding]:
    """Add fronts, then backs, to a deck; findings report superfluous backs and backs of no card."""
    names = {path: _parse_name(path.stem) for path in pictures}
    names |= _side_prefixes([path for path, role in pictures.items() if not role])
    backs = list[Path]()
    for path, role in pictures.items():
        name = names[path]
        if role in (_BACK, _PAIR) or (not role and (name.side == _BACK or _COMMON.fullmatch(name.whole))):
            backs.append(path)
            continue
        # In a folder of fronts a card may be called Turn Back.
        title = card_name(name.whole if name.side == _BACK else name.name)
        key = same_name(title)
        if key in deck.fronts:
            message = f'"{deck.fronts[key][1].name}" is a front of the same name, and is used'
            hint = "Rename one of them; copies of a card are NAME x3."
            yield skip_warning(path, "same-front", message, hint)
        else:
            deck.fronts[key] = title, path, name.copies
    for path in backs:
        yield from _add_back(deck, path, pictures[path], names[path])


def _add_back(deck: _Deck, path: Path, role: str, name: _Name) -> Iterator[Finding]:
    """Add a back to a deck; a finding reports a back of no card, or a second back of one."""
    keys = [same_name(card_name(name_part)) for name_part in (name.whole, name.name)]
    key = next((key for key in keys if key in deck.fronts), None)
    if key is not None:
        used = deck.backs.setdefault(key, path)
    elif role == _BACK or _COMMON.fullmatch(name.whole):
        used = deck.common = deck.common or path
    else:
        message = f'there is no front "{card_name(name.name)}" for this back'
        hint = "Give both sides one name, such as NAME.png and NAME-back.png, or put fronts into a folder front."
        yield skip_warning(path, "lone-back", message, hint)
        return
    if used != path:
        message = f'"{used.name}" is {"the back of the same card" if key else "a back of all cards"}, and is used'
        yield skip_warning(path, "second-back", message, "Give it the name of its front, or take one of them out.")


def _side_prefixes(paths: list[Path]) -> Iterator[tuple[Path, _Name]]:
    """Names that begin with their side, if there are both sides: front-01 and back-01."""
    matches = {path: match for path in paths if (match := _FIRST.fullmatch(path.stem))}
    sides = {(match["side"].lower(), same_name(match["name"])) for match in matches.values()}
    for path, match in matches.items():
        if {(side, same_name(match["name"])) for side in (_FRONT, _BACK)} <= sides:
            copies, name = _copies_and_name(match["name"])
            yield path, _Name(name, name, match["side"].lower(), copies)


def _parse_name(stem: str) -> _Name:
    """The parts of a file name: NAME, NAME x3, 3x NAME, NAME-back, NAME (front), NAME[face,3]."""
    if match := _FACE.fullmatch(stem):
        return _Name(match["name"], match["name"], _BACK if match["side"].lower() == _BACK else _FRONT,
                     int(match["copies"]))  # fmt: skip
    copies, whole = _copies_and_name(stem)
    match = _SIDE.fullmatch(whole)
    if match is None:
        return _Name(whole, whole, "", copies)
    side = (match["side"] or match["held"]).lower()
    inner, name = _copies_and_name(match["name"])
    return _Name(whole, name, _BACK if side == _BACK else _FRONT, max(copies, inner))


def _copies_and_name(stem: str) -> tuple[int, str]:
    """The number of copies in a name, and the name without it."""
    match = _BEFORE.fullmatch(stem) or _AFTER.fullmatch(stem)
    if match is None:
        return 1, stem
    return int(match["copies"] or match["other"]), match["name"]
