"""Mistakes in a file of fights: fields, types, modifiers, skills and options that there are not."""

from mistake import Mistake

_GAME = """\
title: Mistakes
version: "1.0"
fight: fight.yaml
tables: {arts: {file: arts.yaml, fields: {land: {kind: text, optional: true}}}}
records:
  hero:
    might: integer
    clan: {kind: text, optional: true}
    arts: {kind: list, from: arts}
products:
  heroes: {kind: cards, title: Heroes, list: heroes.yaml, record: hero, front: front, size: 63x88mm}
"""
_FILES = {
    "game.yaml": _GAME,
    "arts.yaml": "climb: {land: hills}\nlead: {}\n",
    "heroes.yaml": "- {name: One, might: 3, arts: [climb]}\n- {name: Two, might: 2, arts: [lead]}\n",
}
_HEAD = "decks: [heroes]\nskills: arts\n"
_TYPES = "types: {might: {title: Might}, wits: {field: might}}\n"
_WAR = """\
war:
  sides:
    red: {deck: heroes, base: a}
    blue: {deck: heroes, base: b}
"""
_FIRST = "rules:\n  who:\n    says: who\n    usual: any\n    options: {any: any, b: {says: b, war: {first: blu}}}\n"


def fight(name: str, text: str, told: str, hint: str) -> Mistake:
    """A mistake in fight.yaml."""
    return Mistake(f"fight: {name}", {**_FILES, "fight.yaml": text}, f"fight.yaml:{told}", hint)


_CITES = "cites: {title: Rules, sections: {Combat: 12}}\n"
_CITED = "types: {might: {title: Might, source: Combat 1}, wits: {field: might, source: Combat 2-3}}\n"

MISTAKES = [
    fight(
        "a line of the rules that there is not", _HEAD + _CITES + _CITED.replace("2-3", "11-13"),
        '4:79: error: "Combat 11-13" is no line of Combat, which has 12', "Write lines from 1 to 12.",
    ),
    fight(
        "a section of the rules that there is not", _HEAD + _CITES + _CITED.replace("Combat 1", "Combatt 1"),
        '4:39: error: the rules have no section "Combatt"', "Did you mean 'Combat'?",
    ),
    fight(
        "a modifier without its line of the rules",
        _HEAD + _CITES + _CITED + "modifiers: {lead: {each-other: {skill: lead}}}\n",
        "5:32: error: this says no line of the rules as its source",
        "Write the section and the line, such as source: Mission Phase 6.",
    ),
    fight(
        "a deck that there is not", "decks: [heros]\n" + _TYPES, "1:9: error: there is no product 'heros'",
        "Did you mean 'heroes'?",
    ),
    fight(
        "no types", "decks: [heroes]\n", "1:1: error: the key \"types\" is missing",
        "Add types: and its value.",
    ),
    fight(
        "a type of a field that there is not", _HEAD + "types: {might: {field: migth}}\n",
        "3:24: error: the records of heroes have no field migth", "Did you mean 'might'?",
    ),
    fight(
        "a type of a field that holds no numbers", _HEAD + "types: {clan: {title: Clan}}\n",
        "3:15: error: clan of the records of heroes is no whole number", "Name a field of the kind integer.",
    ),
    fight(
        "a modifier of no known sort", _HEAD + _TYPES + "modifiers: {lead: {each-othr: {skill: lead}}}\n",
        '4:19: error: lead: there is no kind of modifier "each-othr"', "Did you mean 'each-other'?",
    ),
    fight(
        "a modifier of too much", _HEAD + _TYPES + "modifiers: {lead: {each-other: {skill: lead, amount: 5000}}}\n",
        "4:54: error: amount is 5000; it must be from -999 to 999", "Choose a number from -999 to 999.",
    ),
    fight(
        "a skill that there is not", _HEAD + _TYPES + "modifiers: {lead: {each-other: {skill: laed}}}\n",
        '4:40: error: no card has the skill "laed"', "Did you mean 'lead'?",
    ),
    fight(
        "a type that there is not", _HEAD + _TYPES + "modifiers: {more: {bonus: {types: [zen]}}}\n",
        '4:36: error: there is no type of fight "zen"', "Use one of: might, wits.",
    ),
    fight(
        "groups without a field", _HEAD + _TYPES + "modifiers: {clan: {alike: {least: 2}}}\n",
        "4:20: error: units are alike by their group, and the file names no field for it", "Add group: and a field.",
    ),
    fight(
        "terrain without a column", _HEAD + _TYPES + "modifiers: {land: {dice: {terrain: true}}}\n",
        "4:20: error: the terrain counts, and the file does not say which skill suits which",
        "Add terrain: {table: ..., column: ...}.",
    ),
    fight(
        "a column that there is not", _HEAD + _TYPES + "terrain: {table: arts, column: lnad}\n",
        '4:32: error: the table arts has no column "lnad"', "Did you mean 'land'?",
    ),
    fight(
        "a die that shows nothing", _HEAD + _TYPES + "roll: {faces: 1}\n",
        "4:15: error: faces is 1; it must be from 2 to 100", "Choose a number from 2 to 100.",
    ),
    fight(
        "a loss that is no number", _HEAD + _TYPES + "winner: [0, some]\n",
        "4:13: error: item 2 of winner: a loss is a number of units, up to 20, or all",
        "Write a number from 0 to 20, or all.",
    ),
    fight(
        "a usual option that there is not",
        _HEAD + _TYPES + "rules: {tie: {says: who wins, usual: atacker, options: {attacker: it does}}}\n",
        '4:38: error: the rule tie has no option "atacker"', "Did you mean 'attacker'?",
    ),
    fight(
        "an option without a modifier that there is not",
        _HEAD + _TYPES + "rules: {lead: {says: who, usual: a, options: {a: so, b: {says: not so, without: lead}}}}\n",
        '4:81: error: there is no modifier "lead"', "Remove it: the file has no modifiers.",
    ),
    fight(
        "a side without a deck that fights", _HEAD + _TYPES + _WAR.replace("heroes, base: b", "heros, base: b"),
        '7:18: error: "heros" is no deck that fights', "Did you mean 'heroes'?",
    ),
    fight(
        "artillery of no type", _HEAD + _TYPES + _WAR + "  artillery: {skill: climb, score: migth}\n",
        '8:36: error: there is no type of fight "migth"', "Did you mean 'might'?",
    ),
    fight(
        "a hand of no side", _HEAD + _TYPES + _WAR + "  hands: {read: 9}\n",
        '8:11: error: there is no side "read"', "Did you mean 'red'?",
    ),
    fight(
        "an option that lets nobody begin", _HEAD + _TYPES + _WAR + _FIRST,
        '12:51: error: there is no side "blu"', "Did you mean 'blue'?",
    ),
    fight(
        "an option with an unknown word of whole games",
        _HEAD + _TYPES + _WAR + _FIRST.replace("first: blu", "frist: blue"),
        '12:44: error: unknown key "frist"', "Did you mean 'first'?",
    ),
]  # fmt: skip
