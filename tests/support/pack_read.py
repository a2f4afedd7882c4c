"""A reader of asset packs, by the rules by which Tabletop Club takes them in, and of the files of settings in them."""

import io
import re
import zipfile
from typing import Any, NamedTuple

from PIL import Image

FOLDERS = {"boards": "obj", "cards": "png", "tokens/cube": "png", "tokens/cylinder": "png"}
KNOWN = {"name", "desc", "author", "license", "scale", "mass", "back_face", "ignore"}
Settings = dict[str, dict[str, Any]]


class Pack(NamedTuple):
    """Objects and stacks by folder and by the names under which people find them, and all files."""

    objects: dict[str, dict[str, dict[str, Any]]]
    stacks: dict[str, dict[str, list[str]]]
    files: dict[str, bytes]

    def picture(self, path: str) -> Image.Image:
        return Image.open(io.BytesIO(self.files[path]), formats=("PNG",))


def read_settings(text: str) -> Settings:
    """A file of Godot's: sections of keys with texts, numbers, yes and no, vectors and lists."""
    sections, here, at = Settings(), dict[str, Any](), 0
    while at < len(text):
        if text[at] in " \n":
            at += 1
        elif text[at] == "[":
            end = text.index("]", at)
            here = sections.setdefault(text[at + 1 : end], {})
            at = end + 1
        else:
            key = re.compile(r"(\w+) = ").match(text, at)
            assert key, text[at : at + 40]
            here[key[1]], at = _value(text, key.end())
    return sections


def _value(text: str, at: int) -> tuple[Any, int]:
    if text[at] == '"':
        made = ""
        at += 1
        while text[at] != '"':
            at += text[at] == "\\"
            made += text[at]
            at += 1
        return made, at + 1
    if text[at] == "[":
        items, at = [], at + 1
        while text[at] != "]":
            item, at = _value(text, at)
            items.append(item)
            at += len(re.compile(r",? ?").match(text, at)[0])  # type: ignore[index]
        return items, at + 1
    vector = re.compile(r"Vector([23])\(([^)]*)\)").match(text, at)
    if vector:
        numbers = tuple(float(number) for number in vector[2].split(", "))
        assert len(numbers) == int(vector[1])
        return numbers, vector.end()
    plain = re.compile(r"true|false|-?\d+(\.\d+)?").match(text, at)
    assert plain, text[at : at + 40]
    return {"true": True, "false": False}.get(plain[0], plain[0]), plain.end()


def read_pack(data: bytes) -> Pack:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        paths = [name.partition("/") for name in archive.namelist()]
        assert len({top for top, _, _ in paths}) == 1
        files = {rest: archive.read(f"{top}/{rest}") for top, _, rest in paths}
    pack = Pack({}, {}, files)
    for path in files:
        assert path.rpartition("/")[0] in FOLDERS
    for folder in FOLDERS:
        inside = {path.rpartition("/")[2] for path in files if path.rpartition("/")[0] == folder}
        if inside:
            _take_in(pack, folder, inside)
    return pack


def _take_in(pack: Pack, folder: str, inside: set[str]) -> None:
    settings = read_settings(pack.files[f"{folder}/config.cfg"].decode())
    assert all(set(said) <= KNOWN for said in settings.values())
    assert not {name for name in settings if name != "*"} - inside
    objects: dict[str, dict[str, Any]] = {}
    for file in sorted(inside):
        said = {**settings.get("*", {}), **settings.get(file, {})}
        if not file.endswith(FOLDERS[folder]) or said.get("ignore"):
            continue
        assert said["name"] not in objects
        assert not set(said["name"]) & set(':/\\?*"|%<>')
        assert len(said["scale"]) == (2 if folder == "cards" else 3)
        assert min(said["scale"]) > 0 and float(said["mass"]) > 0
        assert max(pack.picture(f"{folder}/{file.replace('.obj', '.png')}").size) <= 4096
        assert said.get("back_face", file) in inside
        objects[said["name"]] = {**said, "file": f"{folder}/{file}"}
    pack.objects[folder] = objects
    pack.stacks[folder] = {}
    if "stacks.cfg" in inside:
        for name, said in read_settings(pack.files[f"{folder}/stacks.cfg"].decode()).items():
            assert len(said["items"]) >= 2
            assert len({objects[item]["scale"] for item in said["items"]}) == 1
            assert name not in objects
            pack.stacks[folder][name] = said["items"]


def faces_of(model: str) -> list[tuple[str, list[tuple[float, float, float]], list[tuple[float, float]]]]:
    """The faces of a model in OBJ: the material, the corners and the places in the picture of each."""
    corners: list[tuple[float, ...]] = []
    places: list[tuple[float, ...]] = []
    faces: list[Any] = []
    paint = ""
    for line in model.splitlines():
        word, *rest = line.split()
        if word in ("v", "vt"):
            (corners if word == "v" else places).append(tuple(map(float, rest)))
        elif word == "usemtl":
            paint = rest[0]
        elif word == "f":
            ends = [[int(number) - 1 for number in end.split("/")] for end in rest]
            faces.append((paint, [corners[end[0]] for end in ends], [places[end[1]] for end in ends]))
    return faces
