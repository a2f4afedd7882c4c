"""Output folders that a stranger has made ready: links, pipes, folders in place of files, manifests of all sorts."""

import json
import os
from collections.abc import Callable
from pathlib import Path

from packs import BUILD, BUILDS, Make, Pack, Told, both, tiny

REFUSED = Told("cannot-write")
CARDS, MANIFEST = "game/cards.pdf", "game/manifest.json"


def _output(prepare: Callable[[Path], object], name: str = "") -> Make:
    """The tiny game, and something made in its output folder, under a name there."""

    def make(game: Path) -> None:
        path = game.parent / "out" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        prepare(path)

    return both(tiny(), make)


def _link(target: str) -> Callable[[Path], object]:
    return lambda path: path.symlink_to(target)


def _text(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text, encoding="utf-8", errors="surrogatepass")


def _full(path: Path) -> None:
    path.mkdir()
    (path / "kept.txt").write_text("kept")


def _left(journal: str, *pipes: str) -> Callable[[Path], object]:
    """A private folder, as a killed build leaves it."""

    def make(path: Path) -> None:
        path.mkdir()
        (path / "new-0").write_text("theirs")
        (path / "journal").write_text(journal)
        for pipe in pipes:
            (path / pipe).unlink(missing_ok=True)
            os.mkfifo(path / pipe)

    return make


def _sends(*names: str) -> str:
    return json.dumps({"files": [names]})


def _pack(name: str, prepare: Callable[[Path], object], place: str, told: Told = BUILDS) -> Pack:
    return Pack(f"write: {name}", _output(prepare, place), told, BUILD)


PACKS = [
    _pack("the game's folder is a link", _link("../beside"), "game", REFUSED),
    _pack("the game's folder is a link to nothing", _link("../nothing"), "game", REFUSED),
    _pack("the game's folder is a file", _text("mine"), "game", REFUSED),
    _pack("the game's folder is a pipe", os.mkfifo, "game", REFUSED),
    _pack("the output folder is a file", _text("mine"), "", REFUSED),
    _pack("the output folder is a pipe", os.mkfifo, "", REFUSED),
    _pack("the output folder is a loop of links", _link("out"), "", REFUSED),
    _pack("a PDF is a link", _link("../../beside/canary.txt"), CARDS),
    _pack("a PDF is a link to nothing", _link("../../beside/new.txt"), CARDS),
    _pack("a PDF is a folder", _full, CARDS, REFUSED),
    _pack("a PDF is a pipe", os.mkfifo, CARDS, REFUSED),
    _pack("a PDF has an old draft that is a link", _link("../../beside/canary.txt"), "game/.cards.pdf.part"),
    _pack("the manifest is a link to a device", _link("/dev/zero"), MANIFEST),
    _pack("the manifest is a link to a file", _link("../../beside/canary.txt"), MANIFEST),
    _pack("the manifest is a pipe", os.mkfifo, MANIFEST, REFUSED),
    _pack("the manifest is a folder", _full, MANIFEST, REFUSED),
    _pack("the manifest is deep", _text('{"products": ' + "[" * 50_000), MANIFEST),
    _pack("the manifest is empty", _text(""), MANIFEST),
    _pack("the manifest is of other types", _text('{"products": [{"name": ["cards"], "file": 7}]}'), MANIFEST),
    _pack("a killed build is a link", _link("../beside"), ".printgen-0"),
    _pack("a killed build leads out", _left(_sends("..", "beside", "canary.txt")), ".printgen-0"),
    _pack("a killed build leads up", _left(_sends("../beside/canary.txt")), ".printgen-0"),
    _pack("a killed build leads away", _left(_sends("/etc/printgen")), ".printgen-0"),
    _pack("a killed build leads nowhere", _left("[" * 50_000), ".printgen-0"),
    _pack("a killed build left a pipe", _left(_sends("a.pdf"), "new-0"), ".printgen-0"),
    _pack("a killed build left a pipe for its journal", _left("", "journal"), ".printgen-0"),
]
