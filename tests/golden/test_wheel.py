"""The built wheel, installed into an empty environment: prints every kit and every sample from another folder."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest
from places import ROOT, SAMPLES


def ran(*words: object, folder: Path) -> str:
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.nightly)], ids=["some", "all"])
def test_the_wheel_prints_kits_and_samples(tmp_path: Path, step: int) -> None:
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
    samples = [path.parent for path in sorted((SAMPLES).glob("*/game.yaml"))]
    assert len(kits) == 4
    games = [*kits, *samples][::step]
    ran(home / "printgen", "build", *games, folder=elsewhere)
    for name in (Path(game).name for game in games):
        assert list((elsewhere / "output" / name).glob("*.pdf")), name
    assert (Path(file).parent / "py.typed").is_file()
    ran(home / "printgen", "init", "my-seas", "--like", "pirate-seas", folder=elsewhere)
    ran(home / "printgen", "init", "my-game", "--like", "board", folder=elsewhere)
    assert "0 errors" in ran(home / "printgen", "check", "my-game", folder=elsewhere)
    assert "How round the corners are." in ran(home / "printgen", "help", "radius", folder=elsewhere)
    # The studio needs its extra, says so, and serves everything from what is installed.
    done = subprocess.run([home / "printgen", "studio"], cwd=elsewhere, capture_output=True, text=True, check=False)
    assert (done.returncode, "printgen[studio]" in done.stderr) == (2, True), done.stderr
    ran(
        home / "python",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        f"{wheel}[studio]",
        folder=tmp_path,
    )
    code = """
import http.cookiejar, urllib.request
from pathlib import Path
from printgen.studio.serving import StudioServer, Workshop
with StudioServer(Workshop.of((), Path("my-cards"), Path("output"))) as studio:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    print(browser.open(studio.address).read().decode())
    for path in ("studio.js", "studio.css", "rooms/deck.js", "fonts/stencil.ttf", "api/games/go-joe"):
        assert browser.open(f"http://127.0.0.1:{studio.port}/{path}").read(), path
"""
    assert "printgen studio" in ran(home / "python", "-c", code, folder=elsewhere)
