"""Finds ICC profiles of presses on this machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path as FilePath

from printgen.base.errors import UsageError
from printgen.base.file_access import AccessError, load_file
from printgen.exports.shop_products import Shop
from printgen.writers.pdf_press import Profile, parse_profile

_MOST_FILES = 500
"""So many profiles are read at most."""

FOLDERS = (
    "/usr/share/color/icc", "/usr/local/share/color/icc", "/var/lib/colord/icc", "/usr/share/ghostscript",
    "~/.local/share/icc", "~/.color/icc", "/Library/ColorSync/Profiles", "~/Library/ColorSync/Profiles",
    "/System/Library/ColorSync/Profiles", "/Library/Application Support/Adobe/Color/Profiles",
    "C:/Windows/System32/spool/drivers/color", "C:/Program Files/Common Files/Adobe/Color/Profiles",
)  # fmt: skip
"""The folders of ICC profiles: those of colord, of Ghostscript, of macOS and of Windows."""


def machine_profiles() -> dict[str, Profile]:
    """The profiles of presses on this machine, by their paths; files that cannot be read are skipped."""
    profiles = dict[str, Profile]()
    # The path of another system, or ~ without a home, would be relative to the working folder.
    folders = filter(os.path.isabs, map(os.path.expanduser, FOLDERS))
    files = (
        os.path.realpath(path) for folder in folders for path in sorted(FilePath(folder).rglob("*.[iI][cC][cCmM]"))
    )
    for path in islice(dict.fromkeys(files), _MOST_FILES):
        with suppress(AccessError, ValueError, OSError):
            profiles[path] = parse_profile(load_file(path, "profile"))
    return profiles


def profile_like(shop: Shop, profiles: Mapping[str, Profile]) -> str:
    """The path of a profile that states the condition of a shop, or has a name like it; "" for none."""
    wanted = set(map(_bare_name, (shop.condition.name, shop.condition.info))) if shop.condition else set()
    matches = (path for path, profile in profiles.items()
               if wanted & {_bare_name(profile.condition), _bare_name(profile.name)})  # fmt: skip
    return next(matches, "")


def _bare_name(name: str) -> str:
    """A name in small letters and digits alone."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def find_profile(shop: Shop, name: str) -> str:
    """The file of the profile that `--icc` names. UsageError where `auto` finds none."""
    if name != "auto":
        return name
    if path := profile_like(shop, machine_profiles()):
        return path
    which = f"of {shop.condition.name}" if shop.condition else f"that {shop.title} names"
    hint = "Give one with --icc FILE, or leave out --icc."
    raise UsageError(f"--icc auto: this machine has no profile {which}", hint)
