"""Texts, keywords and arcs that are spoiled: bombs of marks, patterns that hang others, arcs around nothing."""

from packs import BUILD, BUILDS, TINY, Make, Pack, Told, tiny

FRONT, GAME, LIST = "templates/faces/front.yaml", "game.yaml", "things.yaml"
_WIDE = '- text: {x: 3, y: 3, w: 38, h: 60, size: 9..2, text: "{{ card.note }}"}'


def _note(note: str, item: str = _WIDE) -> Make:
    """The tiny game with this text on its face."""
    front = TINY[FRONT].split("items:")[0] + "items:\n  " + item.replace("{{ card.note }}", note) + "\n"
    return tiny({FRONT: front})


def _text(name: str, note: str, code: str, item: str = _WIDE) -> Pack:
    return Pack(f"text: {name}", _note(note, item), Told(code, FRONT, "- text"))


def _keywords(name: str, keywords: str, code: str, note: str = "a burning thing") -> Pack:
    """The tiny game with keywords."""
    files = {GAME: TINY[GAME] + f"keywords: {keywords}\n", LIST: f"- {{name: One, note: '{note}'}}\n"}
    front = TINY[FRONT].split("items:")[0] + f"items:\n  {_WIDE}\n"
    told = Told(code, GAME, "keywords") if code else BUILDS
    return Pack(
        f"keywords: {name}",
        tiny({**files, FRONT: front}),
        told,
        () or BUILD if not code else ("check", "{game}", "--json"),
    )


_HANGING = ("(a+)+b", "(a|a)*b", "(.*)*x", "(a{1,20}){1,20}b", "((a?){20}a{20})+", "(x+x+)+y")

PACKS = [
    Pack(
        "text: a word of 99,990 digits and a letter",
        tiny({LIST: f"- {{name: One, number: {'7' * 99_990}e}}\n"}),
        Told("wrong-type", LIST),
    ),
    Pack(
        "text: 160 such words",
        tiny({LIST: "- name: One\n  note: [" + f"{'7' * 99_990}e, " * 160 + "]\n"}),
        Told("wrong-type", LIST),
        slow=True,
    ),
    Pack("text: 49,990 opening braces", _note("{" * 49_990), Told("template", FRONT)),
    Pack("text: 10,000 brackets in each other", _note("[red]" * 10_000 + "x" + "[/]" * 10_000), BUILDS, BUILD),
    _text("1,000 brackets that nothing closes", "[alert]" * 1_000, "open-mark"),
    _text("1,000 brackets that close nothing", "[/]" * 1_000, "open-mark"),
    _text("brackets of nothing, closed", "[x" * 40 + "][q]" * 400 + "[/]" * 400, "unknown-mark"),
    Pack("text: 10,000 stars", _note("*" * 9_999), Told("does-not-fit", FRONT, "- text")),
    Pack(
        "text: stars of which no two belong together",
        _note("*a **b " * 900 + "c** " * 900),
        Told("small-text", FRONT, "- text", "warning"),
    ),
    Pack(
        "text: 5,000 colons", _note(":" * 5_000, _WIDE.replace("9..2", "9..0.5")), Told("does-not-fit", FRONT, "- text")
    ),
    Pack("text: 1,000 entries of a list", _note("- a\\n" * 1_000), Told("does-not-fit", FRONT, "- text")),
    Pack("text: 4,000 soft hyphens", _note("a\u00ad" * 4_000), Told("does-not-fit", FRONT, "- text")),
    Pack(
        "text: a word of 7,500 letters, to be parted",
        _note("extraordinarily" * 500, _WIDE.replace("9..2", "9..2, align: justify, hyphens: en")),
        Told("does-not-fit", FRONT, "- text"),
    ),
    Pack("text: a picture out of the folder", _note("see :../../secret.png: there"), BUILDS),
    *(
        _keywords(f"a pattern that hangs others: {one}", f'{{"/{one}/": {{font: bold}}}}', "", "a " * 900)
        for one in _HANGING
    ),
    _keywords("100 groups in each other", '{"/' + "(" * 90 + "a" + ")" * 90 + '/": {font: bold}}', ""),
    _keywords("a pattern of 9,000 letters", '{"/' + "a" * 9_000 + '/": {font: bold}}', "syntax"),
    Pack(
        "keywords: 1,000 of them",
        tiny({GAME: TINY[GAME] + "keywords:\n" + "".join(f'  word{n}: "#AA0000"\n' for n in range(1_000))}),
        BUILDS,
        BUILD,
    ),
]
