"""Fixtures that tests of several rooms share."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from shaped import Shaped
from starlette.testclient import TestClient
from studios import opened

from printgen.studio.workshop import Workshop

GAME = """\
title: GO JOE
version: "1.0"
author: The makers
tables:
  services:
    file: services.yaml
    fields: {name: text, color: color, partner: {kind: choice, from: skills, optional: true}}
  skills: {file: skills.yaml, fields: {long: text}}
records:
  trooper:
    role: text
    service: {kind: choice, from: services}
    fp: {kind: integer, min: 0, max: 12}
    skills: {kind: list, from: skills, optional: true}
    rank: {kind: choice, options: [private, major], default: private}
    weight: {kind: number, min: 0, optional: true}
    hero: {kind: flag, optional: true}
    tint: {kind: color, default: "#aabbcc"}
    reach: {kind: length, default: 1in}
    sheet: {kind: file, optional: true}
    words: {kind: list, optional: true}
    note: {kind: text, optional: true, max: 20}
    extra: {kind: map, optional: true}
products:
  joe-deck:
    kind: cards
    title: Joe deck
    list: lists/joe.yaml
    record: trooper
    front: trooper
    back: deck-back
    with: {deck: JOE, total: 108, of: [1, 2]}
  board:
    kind: board
    title: The board
    options: {rows: 8}
"""
SERVICES = """\
army: {name: Army, color: "#4b5320", partner: sniper}
navy: {name: Navy, color: "#000080"}
"""
SKILLS = "sniper: {long: Sniper}\nmedic: {long: Field medic}\n"
JOE = """\
- name: Ace
  role: Pilot
  service: navy
  fp: 3
- name: Ace
  role: Medic
  service: army
  fp: 0
  skills: [medic, sniper]
  rank: major
  weight: 2
  hero: true
  tint: "#00ff0a"
  reach: 63mm
  sheet: art/ace.png
  words: [a, b]
  note: brave
  extra: {beret: red}
  copies: 2
  art: art/ace.png
  look: {head: helmet}
  errata:
    - {field: fp, printed: "1", reason: the table says 0}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small game's folder for the tests of loading."""
    root = tmp_path / "go-joe"
    (root / "lists").mkdir(parents=True)
    (root / "art").mkdir()
    (root / "art" / "ace.png").write_bytes(b"png")
    for name, text in [("game", GAME), ("services", SERVICES), ("skills", SKILLS), ("lists/joe", JOE)]:
        (root / f"{name}.yaml").write_text(text)
    return root


@pytest.fixture
def change(folder: Path) -> Callable[..., None]:
    """Replace texts of a file, each of which must be there once: change(name, old, new, old, new, ...)."""

    def replace(name: str, *pairs: str) -> None:
        text = (folder / name).read_text()
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (folder / name).write_text(text)

    return replace


@pytest.fixture
def shaped(tmp_path: Path) -> Shaped:
    return Shaped(tmp_path / "game")


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one's own to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the studio is started in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def workshop(home: Path) -> Workshop:
    """A workshop with all kits and nothing of the user's own."""
    return Workshop.of((), home / "my-cards", home / "output")


@pytest.fixture
def client(workshop: Workshop) -> Iterator[TestClient]:
    """A browser that has opened the studio."""
    with opened(workshop) as client:
        yield client
