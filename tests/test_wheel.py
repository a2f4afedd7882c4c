"""The built wheel, installed into an empty environment: prints every kit and every sample from another folder."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def ran(*words: object, folder: Path) -> str:
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_prints_every_kit_and_every_sample(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    ran(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT, folder=tmp_path)
    (wheel,) = tmp_path.glob("printgen-*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    home = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    ran(home / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet", wheel, folder=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    code = "import printgen; print(printgen.__file__, *printgen.kits())"
    file, *kits = ran(home / "python", "-c", code, folder=elsewhere).split()
    assert Path(file).is_relative_to(tmp_path / "empty")
    samples = [path.parent for path in sorted((ROOT / "samples").glob("*/game.yaml"))]
    ran(home / "printgen", "build", *kits, *samples, folder=elsewhere)
    for name in [*kits, *(folder.name for folder in samples)]:
        assert list((elsewhere / "output" / name).glob("*.pdf")), name
    assert (Path(file).parent / "py.typed").is_file()
    ran(home / "printgen", "init", "my-game", "--like", "board", folder=elsewhere)
    assert "0 errors" in ran(home / "printgen", "watch", "my-game", "--once", folder=elsewhere)
    assert "How round the corners are." in ran(home / "printgen", "help", "radius", folder=elsewhere)
