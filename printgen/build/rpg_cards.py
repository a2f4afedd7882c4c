"""Makes a game of the JSON of rpg-cards: its cards have facts, traits, boxes and tables, their colours and icons.

The format is that of https://github.com/crobi/rpg-cards: a list of cards, each with a title, a colour, an icon, and
contents, which are lines such as "property | Range | 30 feet".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where, has_errors, stop_on_errors
from printgen.base.file_access import display_path
from printgen.base.folders import starters_folder
from printgen.base.limits import metered
from printgen.base.units import canonical_color, count_noun
from printgen.build.card_game import private_folder, size_by_name
from printgen.build.list_game import MOST_TRIED, SIZES, NewGame, finish_game, fit_game, hue_of, render
from printgen.build.list_source import icon_for, icon_names, list_words, tidied
from printgen.build.starting import Begun, file_and_home, title_of
from printgen.game.records import MOST_COPIES
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.scalars import flow_text, shorten
from printgen.reading.yaml_events import examine_json_file, load_yaml_file

_FOLDER = starters_folder() / "rpg-cards"
_MOST_BOXES, _MOST_PARTS = 60, 12
_FORMAT = 'Export the deck from rpg-cards: a list of cards in [ ], each with "title" and "contents".'


@metered()
def import_rpg_cards(source: str | Path, folder: str | Path = "") -> NewGame:
    """Make a game of a file of rpg-cards, in a folder that is new or empty; without one, it is named after the file.

    UsageError where there is no such file, or the folder cannot be used; PrintgenError where it holds no such cards.
    """
    path, home, name = file_and_home(source, folder, "Name a JSON file of rpg-cards.", "cards")
    title = title_of(name.removesuffix("-game"))
    notes = Counter[str]()
    records = [_record(card, number, notes) for number, card in enumerate(_cards_in(path), 1)]
    longest = sorted(records, key=lambda record: len(record.get("rules", "")))[-MOST_TRIED:]

    def files_of(cards: Sequence[Mapping[str, Any]], size: str) -> dict[str, bytes]:
        measures = size_by_name(size)
        values = {"title": title, "size": size, "width": measures.width, "height": measures.height,
                  "scale": SIZES[size], "base": list_words()["colors"][hue_of(title)]}  # fmt: skip
        files = {"game": "game", "templates/faces/front": "front", "templates/faces/back": "back",
                 "templates/palettes/colors": "colors"}  # fmt: skip
        texts = {f"{path}.yaml": render(_FOLDER / f"{file}.yaml.txt", values) for path, file in files.items()}
        return {**texts, "cards.yaml": "".join(map(_lines_of, cards)).encode()}

    with private_folder(home) as private:
        files, size, findings = fit_game(private / name, partial(files_of, records), partial(files_of, longest))
        if has_errors(findings):
            raise PrintgenError(
                replace(one, where=Where(display_path(path))) if one.where.file.endswith("cards.yaml") else one
                for one in findings
            )
        files = finish_game(private / name, home, files)
    changes = tuple(f"{what} ({count_noun(amount, 'time')})" for what, amount in notes.items() if amount)
    cards = sum(record.get("copies", 1) for record in records)
    return NewGame(Begun(home, title, tuple(files)), len(records), cards, size, changes, findings)


def _cards_in(path: Path) -> Sequence[Mapping[str, Any]]:
    """The cards of a file. PrintgenError where it holds none."""
    value, findings = examine_json_file(path, display_path(path))
    stop_on_errors(findings)
    if isinstance(value, LocatedMap):
        value = next((value[key] for key in ("cards", "data") if key in value), value)
    where = Where(display_path(path), 1, 1)
    if not isinstance(value, LocatedList) or not value:
        raise PrintgenError([Finding("error", where, "the file holds no list of cards", _FORMAT, "wrong-format")])
    wrong = [
        Finding("error", value.where(n), "this is no card of rpg-cards", _FORMAT, "wrong-format")
        for n, card in enumerate(value)
        if not isinstance(card, LocatedMap) or not isinstance(card.get("contents", value), LocatedList)
        or not isinstance(card.get("title"), str)
    ]  # fmt: skip
    stop_on_errors(wrong)
    return value


def _record(card: Mapping[str, Any], number: int, notes: Counter[str]) -> dict[str, Any]:
    """A card as a record: its name, copies, colour, icon, subtitle, text and small print, without what is empty."""
    lines = [[part.strip() for part in line.split("|")] for line in card.get("contents", ()) if isinstance(line, str)]
    by_kind = {kind.casefold(): parts for kind, *parts in reversed(lines)}
    subtitle, footer = by_kind.get("subtitle", []), by_kind.get("footer", [])
    count = str(card.get("count", 1)).strip()
    notes["pictures are not taken over"] += bool(card.get("background_image")) + ("picture" in by_kind)
    color = canonical_color(str(card.get("color_front") or card.get("color") or "").strip())
    record = {
        "name": " ".join(tidied(card["title"], notes).replace("**", "").split())[:200] or f"Card {number}",
        "copies": min(int(count), MOST_COPIES) if count.isdecimal() else 1,
        "color": color[:7] if color else "",
        "icon": _icon_of(str(card.get("icon_front") or card.get("icon") or ""), notes),
        "back_icon": _icon_of(str(card.get("icon_back") or ""), notes),
        "type": tidied(str(card.get("card_type") or ""), notes),
        "subtitle": tidied(subtitle[0], notes) if subtitle else "",
        "aside": tidied(subtitle[1], notes) if len(subtitle) > 1 else "",
        "footer": [tidied(part, notes) for part in footer if part],
        "tags": [tag for tag in card.get("tags") or () if isinstance(tag, str) and tag],
        "rules": _rules([line for line in lines if line[0].casefold() not in ("subtitle", "footer", "picture")], notes),
    }  # fmt: skip
    return {key: value for key, value in record.items() if value not in ("", []) and (key, value) != ("copies", 1)}


def _icon_of(name: str, notes: Counter[str]) -> str:
    """The icon of a name, or of its meaning; "" for none."""
    if not name or name in icon_names():
        return name
    found = icon_for(name).strip(":")
    notes[
        f"there is no icon {shorten(name)}; {f'it is {found} here' if found else 'put one into templates/icons'}"
    ] += 1
    return found


def _rules(lines: Sequence[Sequence[str]], notes: Counter[str]) -> str:
    """The text of a card in the manner of Markdown, as fields of blocks have it."""
    words: Any = load_yaml_file(_FOLDER / "words.yaml", "words.yaml")
    silent, joined = words["silent"].split(), words["joined"]
    written = [(kind, *parts) for kind, *parts in lines if kind and kind not in silent]
    blocks: list[str] = []
    for kind, group in groupby(written, lambda line: "table_row" if line[0] == "table_head" else line[0]):
        texts = list(_element_texts(list(group), words["elements"], notes))
        blocks += [joined[kind].join(texts)] if kind in joined else texts
    return "\n\n".join(filter(None, blocks))


def _element_texts(lines: Sequence[Sequence[str]], elements: Mapping[str, str], notes: Counter[str]) -> Iterator[str]:
    """The texts of lines of one kind."""
    widest = max(len(line) for line in lines) - 1
    for kind, *parts in lines:
        words = [tidied(part, notes) for part in parts]
        words += [""] * (_MOST_PARTS - len(words))
        if kind not in elements:
            notes[f'lines of the unknown kind "{shorten(kind)}" are plain text'] += 1
            yield " ".join((kind, *words)).strip()
            continue
        row = f"| {' | '.join(cell.replace('|', '') for cell in words[:widest])} |"
        number = int(words[0]) if words[0].isdecimal() else 1
        known = {
            "row": row, "head": f"{row}\n|{' --- |' * widest}", "boxes": " ".join("☐" * min(number, _MOST_BOXES)),
            "icon": icon_for(words[0]) if kind == "icon" else "",
            **{f"mod{n}": f"({(int(word) - 10) // 2:+d})" if word.isdecimal() else "" for n, word in enumerate(words)},
        }  # fmt: skip
        text = elements[kind].format(*words, **known)
        yield re.sub(r"(?:(?<!\s)\s+)?\*\*\*?\*\*\*?\s*|(?<!\s)\s+(?=\n|\Z)", "", text) if "|" not in text else text


def _lines_of(record: Mapping[str, Any]) -> str:
    """A record in the list."""
    keys = "".join(f"  {key}: {flow_text(value)}\n" for key, value in record.items() if key != "rules")
    lines = record["rules"].split("\n") if "rules" in record else ()
    text = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    return f"-{keys[1:]}{'  rules: |' + chr(10) if lines else ''}{text}"
