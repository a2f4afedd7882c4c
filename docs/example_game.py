"""The examples of the face language as a game: a face for each, and a product that shows it."""

from __future__ import annotations

from pathlib import Path

from printgen.editing import reference_text as examples

GAME = """\
title: Examples
version: "1"
records: {thing: {points: {kind: integer, min: 0, max: 9}}}
products:
"""
PRODUCT = "  {name}: {{kind: cards, title: {name}, list: things.yaml, record: thing, front: {name}}}\n"


def name_of(number: int) -> str:
    """The name of an example's face, product and picture: the word, and a number where it is not the first of it."""
    word = examples.FACES[number]["word"]
    before = sum(example["word"] == word for example in examples.FACES[:number])
    return f"{word}-{before + 1}" if before else str(word)


def write_game(folder: Path) -> list[str]:
    """Write the game into a folder; the names of its products, in the order of the examples."""
    names = [name_of(number) for number in range(len(examples.FACES))]
    faces = folder / "templates" / "faces"
    faces.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME + "".join(PRODUCT.format(name=name) for name in names), encoding="utf-8")
    (folder / "things.yaml").write_text("- {name: Moon, points: 3}\n", encoding="utf-8")
    for name, example in zip(names, examples.FACES, strict=True):
        wanted = {name: examples.face_of(example, drawn=True), **examples.faces_of(example)}
        for face, held in wanted.items():
            (faces / f"{face}.yaml").write_text(examples.yaml_line(held) + "\n", encoding="utf-8")
    return names
