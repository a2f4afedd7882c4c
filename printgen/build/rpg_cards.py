"""Makes a game from the JSON of rpg-cards: cards with facts, traits, boxes and tables, their colours and icons.

The format is that of https://github.com/crobi/rpg-cards: a list of cards, each with a title, a colour, an icon, and
contents, which are lines such as "property | Range | 30 feet".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where, stop_on_errors
from printgen.base.file_access import display_path
from printgen.base.folders import starters_folder
from printgen.base.limits import metered
from printgen.base.units import canonical_color
from printgen.build import list_game
from printgen.build.card_game import private_folder, size_by_name
from printgen.build.list_source import count_notes, icon_for, icon_names, tidy_text
from printgen.build.starting import Begun, file_and_home, starter_words, title_of
from printgen.game.records import MOST_COPIES
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.scalars import flow_text, shorten
from printgen.reading.yaml_events import examine_json_file

_FOLDER = starters_folder() / "rpg-cards"
_MOST_BOXES, _MOST_PARTS = 60, 12
_OUTSIDE_RULES = ("subtitle", "footer", "picture")
"""The kinds of lines that are no part of the text of a card."""
_FORMAT = 'Export the deck from rpg-cards: a list of cards in [ ], each with "title" and "contents".'


@metered()
def import_rpg_cards(source: str | Path, folder: str | Path = "", *, font: str | Path = "") -> list_game.NewGame:
    """Make a game from a file of rpg-cards, in a new or empty folder; by default it is named after the file.

    Letters that the built-in fonts lack come from the file `font`. UsageError for a missing file, or an unusable
    folder; PrintgenError for a file without such cards.
    """
    path, home, name = file_and_home(source, folder, "Name a JSON file of rpg-cards.", "cards")
    title = title_of(name.removesuffix("-game"))
    fonts = list_game.font_files(font)
    made = [_record(card, number) for number, card in enumerate(_cards_in(path), 1)]
    records = [record for record, _ in made]
    longest = sorted(records, key=lambda record: len(record.get("rules", "")))[-list_game.MOST_TRIED :]

    def files_of(cards: Sequence[Mapping[str, Any]], size: str) -> dict[str, bytes]:
        measures = size_by_name(size)
        values = {"title": title, "size": size, "width": measures.width, "height": measures.height,
                  "scale": list_game.SIZES[size], "base": starter_words("list")["colors"][list_game.hue_of(title)],
                  "font": next(iter(fonts), "")}  # fmt: skip
        files = {"game": "game", "templates/faces/front": "front", "templates/faces/back": "back",
                 "templates/palettes/colors": "colors"}  # fmt: skip
        texts = {f"{path}.yaml": list_game.render(_FOLDER / f"{file}.yaml.txt", values) for path, file in files.items()}
        return {**texts, "cards.yaml": "".join(map(_lines_of, cards)).encode(), **fonts}

    with private_folder(home) as private:
        whole, sample = partial(files_of, records), partial(files_of, longest)
        files, size, findings = list_game.fit_game(private / name, whole, sample)
        stop_on_errors(list_game.findings_of_source(findings, display_path(path)))
        files = list_game.finish_game(private / name, home, files)
    changes = tuple(count_notes(Counter(note for _, notes in made for note in notes)))
    cards = sum(record.get("copies", 1) for record in records)
    return list_game.NewGame(Begun(home, title, tuple(files)), len(records), cards, size, changes, findings)


def _cards_in(path: Path) -> Sequence[Mapping[str, Any]]:
    """The cards in a file. PrintgenError if it has none."""
    value, findings = examine_json_file(path, display_path(path))
    stop_on_errors(findings)
    if isinstance(value, LocatedMap):
        value = next((value[key] for key in ("cards", "data") if key in value), value)
    where = Where(display_path(path), 1, 1)
    if not isinstance(value, LocatedList) or not value:
        raise PrintgenError([Finding("error", where, "the file holds no list of cards", _FORMAT, "wrong-format")])
    mistakes = [
        Finding("error", value.where(n), "this is no card of rpg-cards", _FORMAT, "wrong-format")
        for n, card in enumerate(value)
        if not isinstance(card, LocatedMap) or not isinstance(card.get("contents", value), LocatedList)
        or not isinstance(card.get("title"), str)
    ]  # fmt: skip
    stop_on_errors(mistakes)
    return value


def _record(card: Mapping[str, Any], number: int) -> tuple[dict[str, Any], list[str]]:
    """A card as a record without empty values, and notes on what was changed or left out."""
    lines, notes = _tidy_lines(card)
    by_kind = {kind.casefold(): parts for kind, *parts in reversed(lines)}
    subtitle, aside, *_ = [*by_kind.get("subtitle", []), "", ""]
    title, of_title = tidy_text(card["title"])
    icon, of_icon = _find_icon(str(card.get("icon_front") or card.get("icon") or ""))
    back_icon, of_back = _find_icon(str(card.get("icon_back") or ""))
    card_type, of_type = tidy_text(str(card.get("card_type") or ""))
    pictures = ["pictures are not taken over"] * (bool(card.get("background_image")) + ("picture" in by_kind))
    color = canonical_color(str(card.get("color_front") or card.get("color") or "").strip())
    count = str(card.get("count", 1)).strip()
    record = {
        "name": " ".join(title.replace("**", "").split())[:200] or f"Card {number}",
        "copies": min(int(count), MOST_COPIES) if count.isdecimal() else 1,
        "color": color[:7] if color else "",
        "icon": icon, "back_icon": back_icon, "type": card_type, "subtitle": subtitle, "aside": aside,
        "footer": [*filter(None, by_kind.get("footer", ()))],
        "tags": [tag for tag in card.get("tags") or () if isinstance(tag, str) and tag],
        "rules": _rules([line for line in lines if line[0].casefold() not in _OUTSIDE_RULES]),
    }  # fmt: skip
    filled = {key: value for key, value in record.items() if value not in ("", []) and (key, value) != ("copies", 1)}
    return filled, [*pictures, *of_title, *of_icon, *of_back, *of_type, *notes]


def _tidy_lines(card: Mapping[str, Any]) -> tuple[list[list[str]], list[str]]:
    """The lines of a card that matter in print, each a kind and its parts, and notes on changes."""
    words, lines, notes = starter_words("rpg-cards"), list[list[str]](), list[str]()
    silent = words["silent"].split()
    for line in card.get("contents", ()):
        kind, *parts = [part.strip() for part in line.split("|")] if isinstance(line, str) else [""]
        if kind and kind not in silent:
            texts = [tidy_text(part) for part in parts]
            lines.append([kind, *(text for text, _ in texts)])
            notes += [note for _, changed in texts for note in changed]
            if kind not in words["elements"] and kind.casefold() not in _OUTSIDE_RULES:
                notes.append(f'lines of the unknown kind "{shorten(kind)}" are plain text')
    return lines, notes


def _find_icon(name: str) -> tuple[str, list[str]]:
    """The icon of a name, or of its meaning, "" for none; and notes on changes."""
    if not name or name in icon_names():
        return name, []
    icon_name = icon_for(name).strip(":")
    instead = f"it is {icon_name} here" if icon_name else "put one into templates/icons"
    return icon_name, [f"there is no icon {shorten(name)}; {instead}"]


def _rules(lines: Sequence[Sequence[str]]) -> str:
    """The text of a card in Markdown, as fields of blocks take it."""
    words = starter_words("rpg-cards")
    blocks: list[str] = []
    for kind, group in groupby(lines, lambda line: "table_row" if line[0] == "table_head" else line[0]):
        texts = list(_element_texts(list(group), words["elements"]))
        blocks += [words["joined"][kind].join(texts)] if kind in words["joined"] else texts
    return "\n\n".join(filter(None, blocks))


def _element_texts(lines: Sequence[Sequence[str]], elements: Mapping[str, str]) -> Iterator[str]:
    """The texts of lines of one kind."""
    widest = max(len(line) for line in lines) - 1
    for kind, *parts in lines:
        words = parts + [""] * (_MOST_PARTS - len(parts))
        if kind not in elements:
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
    """The text of a record in the list."""
    keys = "".join(f"  {key}: {flow_text(value)}\n" for key, value in record.items() if key != "rules")
    lines = record["rules"].split("\n") if "rules" in record else ()
    text = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    return f"-{keys[1:]}{'  rules: |' + chr(10) if lines else ''}{text}"
