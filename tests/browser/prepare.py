"""Brings what tests in a browser need beside Python packages: a Chromium, and axe-core. Run by `make browser`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
"""What looks whether everybody can use a page: from npm, for tests alone."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """The program of this machine's Chromium, None without one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def from_debian(package: str) -> bool:
    """Install a package of Debian's, where somebody may; whether it went well."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    install = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "stdout": subprocess.DEVNULL}
    print(f"installing {package} from Debian", flush=True)
    if subprocess.run(install, **quiet, check=False).returncode == 0:
        return True
    # A list of packages may be old, or not there at all.
    subprocess.run(["apt-get", "update"], **quiet, check=False)
    return subprocess.run(install, **quiet, check=False).returncode == 0


def main() -> None:
    """Bring both, or say what is to be done by hand."""
    if chromium() is None and not (from_debian("chromium") and chromium()):
        sys.exit(
            "The tests in a browser need Chromium: install it (Debian: sudo apt-get install chromium), then again."
        )
    if not shutil.which("npm") and not from_debian("npm"):
        sys.exit(
            "The tests in a browser take axe-core from npm: install npm (Debian: sudo apt-get install npm), then again."
        )
    npm = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]
    subprocess.run(npm, cwd=HERE, check=True, stdout=subprocess.DEVNULL)
    if not AXE.is_file():
        sys.exit(f"npm has not brought {AXE}.")


if __name__ == "__main__":
    main()
