"""Files of fights that are spoiled, or ask for more than a run may have."""

from packs import BUILDS, Pack, Told, edited, slip

SKY, MICRO = "sky-couriers", "micro-forces"
_RACE = ("lab", "fight", "{game}", "--attack", "Ada Quill, Pia Thunder", "--defend", "Mother Ibex", "--json")
_NIGHT = "night: {dice: {skill: night, types: [fog], title: Night flyers}}"


def _fight(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(f"fight: {name}", SKY, "fight.yaml", old, new, text, code)


def _race(name: str, told: Told, *pairs: str) -> Pack:
    """A race under a spoiled file of fights."""
    return Pack(f"{SKY}: race: {name}", edited(SKY, "fight.yaml", *pairs), told, _RACE)


_DEEP = "{a: " * 500 + "1" + "}" * 500
_MANY = "".join(f"  more{n}: {{bonus: {{amount: 999, title: {'x' * 200}}}}}\n" for n in range(93))
_DIE = "{dice: {}}"
_LOTS = "".join(f"  more{n}: {{dice: {{amount: 20}}}}\n" for n in range(20))
_EACH = "".join(f"  more{n}: {{bonus: {{amount: 999, each: true, skill: storm}}}}\n" for n in range(93))
_FACE = "".join(f"  more{n}: {{facing: {{skill: storm, against: night, amount: {n}}}}}\n" for n in range(60))
_WHO = "motto: Hm, nerve: 3, wits: 3, routes: [storm]"
_CROWD = "".join(f"\n- {{name: C{n}, guild: g{n % 1000}, speed: 3, {_WHO}}}" for n in range(3000))
_THRONG = "".join(f"\n- {{name: C{n}, guild: coast, speed: {n % 9}, {_WHO}}}" for n in range(1000))
_OPTIONS = ", ".join(f"o{n}: {{says: so, floor: {n}}}" for n in range(20))
_RULES = "".join(f"  r{n}: {{says: so, usual: o1, options: {{{_OPTIONS}}}}}\n" for n in range(98))

_FACES, _LAST = "{1: helmet, 2: fist, 3: bullet, 4: bullet, 5: bullet, 6: fist}", "- name: Artillery"
_DICE = "".join(f"- {{name: D{n}, faces: {_FACES}}}\n" for n in range(900))


def _odds(name: str, old: str, new: str, text: str, code: str) -> Pack:
    return slip(f"odds: {name}", MICRO, "odds.yaml", old, new, text, code)


PACKS = [
    Pack(f"{MICRO}: odds: a file outside", edited(MICRO, "game.yaml", "odds: odds.yaml", "odds: ../beside/canary.txt"),
         Told("outside-folder", "game.yaml", "odds: ..")),
    _odds("a million dice", "fist], dice: 6", "fist], dice: 1000000", "dice: 1000000", "out-of-range"),
    _odds("a difficulty of a million", "difficulty: 8", "difficulty: 1000000", "difficulty: 1000000", "out-of-range"),
    _odds("dice of nobody", "hit: fist", "hit: {a: b}", "hit: {a", "wrong-type"),
    _odds("a list as a product", "of: strategy-cards, hit: fist", "of: [a], hit: fist", "of: [a", "wrong-type"),
    Pack(f"{MICRO}: odds: nine hundred dice", edited(MICRO, "strategies.yaml", "- name: Artillery", _DICE + _LAST),
         Told("over-limit", "odds.yaml"), ("lab", "odds", "{game}", "--json")),
    _fight("a deep mapping", "storm: {bonus", f"deep: {_DEEP}\n  storm: {{bonus", "deep: ", "too-deep"),
    _fight("an amount of 4000 digits", "amount: 2, types",
           f"amount: {'9' * 4000}, types", "amount: 999", "loose-scalar"),
    _fight("a hundred modifiers more", "  head-start: {bonus",
           f"{_MANY}  a1: {_DIE}\n  a2: {_DIE}\n  head-start: {{bonus", "guild: {alike", "bad-length"),
    _race("ninety-three bonuses of long names", BUILDS, "  head-start: {bonus", f"{_MANY}  head-start: {{bonus"),
    _race("four hundred dice", Told("over-limit", "fight.yaml"),
          "  head-start: {bonus", f"{_LOTS}  head-start: {{bonus"),
    _race("ninety-eight rules of twenty options", BUILDS, "rules:\n", f"rules:\n{_RULES}"),
    _race("dice of a hundred sides", BUILDS, "faces: 8, dice: 1", "faces: 100, dice: 20", _NIGHT,
          "night: {dice: {types: [fog], amount: 10}}"),
    Pack(f"{SKY}: race: a name of 5000 letters", edited(SKY, "fight.yaml"), Told("usage"),
         ("lab", "fight", "{game}", "--attack", "A" * 5000, "--defend", "Ada Quill", "--json")),
    Pack(f"{SKY}: race: quotes that never end", edited(SKY, "fight.yaml"), Told("usage"),
         ("lab", "fight", "{game}", "--attack", '"Ada Quill', "--defend", "Ada\nQuill", "--json")),
    *(Pack(f"{SKY}: decks: {name}", edited(SKY, *file), told, ("lab", "decks", "{game}", "--json"))
      for name, file, told in (
        ("ninety-three bonuses of 999 each", ("fight.yaml", "  head-start: {bonus", f"{_EACH}  head-start: {{bonus"),
         BUILDS),
        ("sixty modifiers that face others", ("fight.yaml", "  head-start: {bonus", f"{_FACE}  head-start: {{bonus"),
         BUILDS),
        ("a thousand guilds that there are not", ("couriers.yaml", "", _CROWD),
         Told("unknown-value", "couriers.yaml", "guild")),
        ("a thousand cards in teams of twenty", ("couriers.yaml", "", _THRONG), BUILDS),
    )),
]  # fmt: skip
