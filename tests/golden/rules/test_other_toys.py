"""What came with figures of other toy lines: understood as what it is, or refused; never taken for something else."""

from __future__ import annotations

import pytest
from guided import go_joe, sums

# By the toy line; - is what counts for nothing, or what nobody knows, and is refused.
NAMES = """
# Star Wars
Obi-Wan's Lightsaber (yellow) = one HTH weapon
Chewbacca's Bowcaster = laser
Gaderffii Stick = one HTH weapon
Force Pike = one HTH weapon
Vibro-Axe = one HTH weapon
Stormtrooper Blaster = laser
Han's Blaster Pistol = pistol
Imperial Blaster Rifle = laser
Ewok Spear = one HTH weapon
Jawa Cloak = -
Chief Chirpa's Staff = one HTH weapon
Darth Vader's Cape = -
Boba Fett's Rocket Pack = flying
Mandalorian Flamethrower = flame thrower
# M.A.S.K.
Spectrum Mask = -
Viper Mask = -
Thunderhawk Laser Cannon = laser
Twin Machine Guns = light machine gun
Python Mask = -
Condor Helicopter Rotor = -
# Action Force
Sterling SMG = sub-machine gun
L1A1 Self Loading Rifle = automatic rifle
Aqua Lung = -
Commando Dagger = one HTH weapon
Bren Light Machine Gun = light machine gun
Blowpipe Missile Launcher = missiles
Abseil Rope = -
S.A.S. Stun Grenade = -
Space Force Laser Pistol = pistol
Limpet Mine = demolitions
# The Corps!
M60 Machine Gun with bipod = heavy machine gun
Flamethrower Rifle = flame thrower
Fire Axe = one HTH weapon
Ammo Crate = -
Ninja Stars = two HTH weapons
Grappling Gun = -
Sawed-Off Shotgun = shotgun
Jackal Combat Knife = one HTH weapon
Police Baton = one HTH weapon
# Classified
Suppressed Pistol = pistol
Arashikage Katana = one HTH weapon
Sword (x2) = two HTH weapons
Wrist Rocket Launcher = rockets
Recurve Bow = bow
Quiver of arrows = -
Timber Wolf Companion = animal companion
Kusarigama = one HTH weapon
Alternate Hands = -
Unmasked Head = -
Wakizashi x2 = two HTH weapons
Ma Deuce = heavy machine gun
Compound Crossbow = crossbow
Tactical Vest = -
EMP Grenade = -
Cobra Staff = one HTH weapon
Energy Shield = -
Thermal Katana Blade = one HTH weapon
# 12 inches
M-1 Garand Rifle = automatic rifle
Browning Automatic Rifle = automatic rifle
Mae West Life Vest = -
Entrenching Tool = one HTH weapon
.50 Caliber Machine Gun with tripod = heavy machine gun
Burp Gun = sub-machine gun
Field Telephone = -
Pygmy Gorilla = animal companion
White Tiger = animal companion
Pup Tent = -
Sea Sled = -
Dynamite Sticks = demolitions
Life Ring = -
Samurai Armor = -
Deep Sea Diver Helmet = -
German Luger = pistol
Smoke Grenades = -
Rifle with bayonet = automatic rifle
Snake Staff = one HTH weapon
Spear Tip = -
Missile Tip = -
Gun Belt = -
Sword Hilt = -
Sniper Scope = -
Dart Blaster = pistol
Toy Dog = animal companion
Grappling Hook Blaster = -
Helicopter Blades = -
Water Pistol = -
Smoke Bomb = -
Flash Grenade = -
Net Blaster = -
Computer Mouse = -
Teddy Bear = -
Whistling Birds = missiles
Kar98k = automatic rifle
Electrostaff = one HTH weapon
Kunai (2) = two HTH weapons
# others
IG-88's Assault Rifle = automatic rifle
Gamorrean Guard Axe = one HTH weapon
Princess Leia's Boushh Helmet = -
Zuckuss' Disruptor Rifle = laser
Dengar's Blaster Rifle = laser
Tauntaun Saddle = -
Dianoga = -
Rancor = -
Womp Rat = animal companion
Nikto Vibro Blade = one HTH weapon
Thermal Detonator = grenade launcher
Darksaber = one HTH weapon
Cane Sword = one HTH weapon
Katana Sword with Sheath = one HTH weapon
Submachine Gun (2) = sub-machine gun
2x Sai = two HTH weapons
Two-Handed Sword = one HTH weapon
Knife ×2 = two HTH weapons
Sword x1 = one HTH weapon
Colt 45 x2 = pistol
Bergmann MP18 = -
M-79 Grenade Launcher = grenade launcher
Snorkel and Mask = -
AK-74 Rifle with Grenade Launcher = automatic rifle
M4 Carbine with suppressor = automatic rifle
Kriss Vector SMG = sub-machine gun
Tonfa Batons = two HTH weapons
Riot Shield with window = -
Police Dog Leash = -
Claymore Mine = demolitions
Handheld Minigun = mini-gun
Breaching Charge = demolitions
Night Vision Goggles (flip) = -
Zip Line = -
Bull Terrier = animal companion
Hand Crossbow = crossbow pistol
Holster with pistol = pistol
Backpack with missile launcher = missiles
Web Gear with grenades = grenade launcher
Walking Stick = one HTH weapon
Jump Jet Pack = flying
Skateboard = -
RPG Rocket = rockets
Stinger Missile Launcher = missiles
Tear Gas Launcher = -
Net Launcher = -
Harpoon Gun with line = crossbow
Flare Pistol = pistol
Tranq Rifle = pistol
Spear Fishing Gun = -
Cutlass Sword = one HTH weapon
Musket = automatic rifle
Blunderbuss = shotgun
Ray Gun = laser
Bone Club = one HTH weapon
Throwing Axe = one HTH weapon
Sais (pair) = two HTH weapons
Parrot on shoulder = animal companion
"""


def rows() -> list[tuple[str, str]]:
    lines = (line.partition(" = ") for line in NAMES.splitlines() if " = " in line)
    return [(name, meant) for name, _, meant in lines]


@pytest.mark.parametrize(("name", "meant"), rows())
def test_what_other_toys_came_with(name: str, meant: str) -> None:
    found = go_joe().meaning(name)
    assert (found.word.name if found and found.word else "-") == meant


def test_there_are_many_of_each_sort() -> None:
    counted = [meant for _, meant in rows() if meant != "-"]
    assert len(rows()) >= 120 and len(counted) >= 75 and len(set(counted)) >= 15


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("Rifle with bayonet", "bayonet"),
        ("Rifle (with bayonet)", "bayonet"),
        ("Rifle with grenade launcher", ""),
        ("Holster with pistol", ""),
        ("Pistol with scope", ""),
        ("a pair of Uzis", ""),
        ("Pair of Ninja Swords", ""),
        ("Thing with sword", ""),
        ("Sword", ""),
    ],
)
def test_a_bayonet_on_a_gun_is_named_and_not_counted(name: str, beside: str) -> None:
    assert go_joe().spellings.beside(name) == beside


@pytest.mark.parametrize(
    ("trait", "value"),
    [
        ("Sword (x2)", 5),
        ("Sword x2", 5),
        ("Sword (2)", 5),
        ("3 x Knife", 5),
        ("Sword (x1)", 4),
        ("Two-Handed Sword", 4),
    ],
)
def test_two_of_a_kind_in_one_name(trait: str, value: int) -> None:
    assert sums(go_joe(), [], [trait]).values["cc"] == value
    assert sums(go_joe(), ["Uzi (x2)"], []).values["fp"] == 3
