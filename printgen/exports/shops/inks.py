"""A shop and what is asked for come in; how its PDFs are inked goes out, or what is wrong with a profile."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from printgen.base.gate import Refused, read_file, shown_name
from printgen.errors import Finding, PrintgenError, UsageError, Where
from printgen.exports.format import Asked
from printgen.exports.parcel import Parcel
from printgen.exports.shops.profiles import PAGED, Shop
from printgen.writers.cmyk import conversion
from printgen.writers.icc import Profile, read_profile
from printgen.writers.pdf_press import Condition, Press, Standard

LEAST, MOST = 150, 400
"""The limits of `--ink`; 0 stands for what the shop takes."""


def press_of(shop: Shop, asked: Asked) -> Press:
    """How PDFs for a shop are inked. PrintgenError for a profile that cannot be used."""
    profile = _profile(_named(shop, asked["icc"])) if asked["icc"] else None
    most = (asked["ink"] or shop.ink) / 100
    made = conversion(most, profile.data if profile else b"")
    rich = tuple(part / 100 for part in shop.rich or ())
    standard: Standard = "PDF/X-1a:2003" if shop.solid else "PDF/X-4"
    condition = Condition(shop.condition.name, shop.condition.info) if shop.condition else None
    return Press(made, standard, profile, rich if sum(rich) <= most + 1e-9 else (), condition)


def ink_faults(shop: Shop, parcel: Parcel, asked: Asked) -> Iterator[Finding]:
    """What there is to say of the inks that are asked for. UsageError, or PrintgenError, where they cannot be."""
    if shop.makes not in PAGED:
        given = next((f"--{name}" for name in ("icc", "ink") if asked[name]), "")
        if given:
            raise UsageError(f"{given} is for PDFs, and {shop.title} takes pictures", f"Leave out {given}.")
        return
    if asked["ink"] and not LEAST <= asked["ink"] <= MOST:
        raise UsageError(f"ink: {asked['ink']} is not from {LEAST} to {MOST}", "Choose another.")
    press_of(shop, asked)
    if not asked["icc"] and parcel.lots:
        said = f"name {shop.condition.name} by its name alone" if shop.condition else "name no press"
        message = f"without the profile of a press (--icc) colours become inks plainly, and the files {said}"
        yield parcel.lots[0].finding("warning", message, _hint(shop), "no-profile")


def _hint(shop: Shop) -> str:
    """What to do about a profile, with those that this machine has."""
    there = machine_profiles()
    if not there:
        return "Ask the printer for the ICC profile, and give it with --icc FILE."
    if _like(shop, there):
        return "Give --icc auto, which takes the profile of that name from this machine, or --icc FILE."
    listed = "; ".join(f"{path} ({profile.name})" for path, profile in [*there.items()][:_SHOWN])
    return f"Give --icc FILE with the profile that the printer names. This machine has {listed}."


_SHOWN = 3
"""So many profiles of the machine are named."""
_MOST_FILES = 500

FOLDERS = (
    "/usr/share/color/icc", "/usr/local/share/color/icc", "/var/lib/colord/icc", "/usr/share/ghostscript",
    "~/.local/share/icc", "~/.color/icc", "/Library/ColorSync/Profiles", "~/Library/ColorSync/Profiles",
    "/System/Library/ColorSync/Profiles", "/Library/Application Support/Adobe/Color/Profiles",
    "C:/Windows/System32/spool/drivers/color", "C:/Program Files/Common Files/Adobe/Color/Profiles",
)  # fmt: skip
"""Where machines keep ICC profiles: those of colord, of Ghostscript, of macOS and of Windows."""


def machine_profiles() -> dict[str, Profile]:
    """The profiles of presses that this machine has, by their paths; files that cannot be read are passed over."""
    found = dict[str, Profile]()
    # A folder of another system, or without a home, would be one below the working folder.
    folders = filter(os.path.isabs, map(os.path.expanduser, FOLDERS))
    files = (os.path.realpath(path) for folder in folders for path in sorted(Path(folder).rglob("*.[iI][cC][cCmM]")))
    for path in islice(dict.fromkeys(files), _MOST_FILES):
        with suppress(Refused, ValueError, OSError):
            found[path] = read_profile(read_file(path, "profile"))
    return found


def _like(shop: Shop, profiles: Mapping[str, Profile]) -> str:
    """The path of a profile that names the condition of a shop, or is called like it; "" for none."""
    wanted = set(map(_plain, (shop.condition.name, shop.condition.info))) if shop.condition else set()
    alike = (path for path, profile in profiles.items() if wanted & {_plain(profile.condition), _plain(profile.name)})
    return next(alike, "")


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _named(shop: Shop, asked: str) -> str:
    """The file of the profile that is asked for. UsageError where `auto` finds none."""
    if asked != "auto":
        return asked
    if path := _like(shop, machine_profiles()):
        return path
    named = f"of {shop.condition.name}" if shop.condition else f"that {shop.title} names"
    hint = "Give one with --icc FILE, or leave out --icc."
    raise UsageError(f"--icc auto: this machine has no profile {named}", hint)


def _profile(name: str) -> Profile:
    """The profile in a file."""
    try:
        data = read_file(os.path.realpath(name), "profile")
    except Refused as refused:
        raise UsageError(f"--icc: {refused.message}", refused.hint) from refused
    try:
        profile = read_profile(data)
        conversion(MOST / 100, data)
    except (ValueError, OSError) as error:
        message, hint = f"this profile cannot be used: {error}", "Give the CMYK profile of a press."
        raise PrintgenError([Finding("error", Where(shown_name(Path(name))), message, hint, "bad-profile")]) from error
    return profile
