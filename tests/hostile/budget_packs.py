"""Packs that would take more time, memory or paper than anybody has: each is refused at its line, quickly."""

from __future__ import annotations

from packs import BUILD, Pack, Told, face, tiny

HEAD = "size: [44, 67]\nunit: mm\n"
RECT = '  - rect: {w: 2, h: 2, fill: "#112233"}\n'


def _each(times: int) -> str:
    """Lists of 10,000 entries inside each other, on one line."""
    inner = 'rect: {w: 1, h: 1, fill: "#112233"}'
    for depth in range(times):
        inner = f'each: {{in: "0..9999", as: n{depth}, items: [{{{inner}}}]}}'
    return f"- {inner}"


_USES = {
    f"templates/faces/{'front' if i == 0 else f'f{i}'}.yaml": (HEAD if i == 0 else "unit: mm\n")
    + "items:\n"
    + (f"  - use: {{face: f{i + 1}}}\n" * 2 if i < 40 else RECT)
    for i in range(41)
}
_COPIES = "".join(f"- {{name: A{i}, copies: 999}}\n" for i in range(10_000))
_DOUBLED = "".join(f"  m{i + 1}: \"{{{{ {{'a': m{i}, 'b': m{i}}} }}}}\"\n" for i in range(40))
_NESTED = "{'a': " * 60 + "1" + "}" * 60
_PAIRS = "- each: {in: '{{ cards }}', as: c, items: [{rect: {w: 1, h: 1, fill: ink}, when: c.name != card.name}]}"
_GROWN = "".join(f'  a{i + 1}: "{{{{ [{", ".join([f"a{i}"] * 10)}] }}}}"\n' for i in range(20))

PACKS = [
    Pack("faces-that-use-the-next-twice", tiny(_USES), Told("over-limit", "templates/faces/f20.yaml", "use")),
    Pack(
        "lists-in-lists-in-lists", face(_each(3)), Told("over-limit", "templates/faces/front.yaml", "each"), slow=True
    ),
    Pack("copies-of-ten-thousand", tiny({"things.yaml": _COPIES}), Told("over-limit", "game.yaml", "kind: cards")),
    Pack(
        "lets-that-grow-tenfold",
        face("- text: {text: a}", f'{HEAD}lets:\n  a0: "{{{{ [1] }}}}"\n{_GROWN}'),
        Told("template", "templates/faces/front.yaml", "a3,"),
    ),
    Pack(
        "maps-that-double-forty-times",
        face("- use: {face: front, with: {m: '{{ m40 }}'}}", f'{HEAD}lets:\n  m0: "{{{{ {{}} }}}}"\n{_DOUBLED}'),
        Told("template", "templates/faces/front.yaml", "m13"),
    ),
    Pack("maps-in-maps", face(f'- text: {{text: "{{{{ {_NESTED} }}}}"}}'), Told("template", text="text")),
    Pack("braces-without-end", face("- text: {text: '{{ " + "{" * 50_000 + " }}'}"), Told("template", text="text")),
    Pack("a-tower-of-powers", face("- text: {text: '{{ 9" + " ** 9" * 35 + " }}'}"), Told("template", text="text")),
    Pack(
        "slices-of-slices",
        face(
            f"- each: {{in: 0..9999, lets: {{a: '{{{{ many{'[0:]' * 30} }}}}'}}, items: [rect: {{w: 1}}]}}",
            f"{HEAD}lets: {{many: '{{{{ {[0] * 2_500} }}}}'}}\n",
        ),
        Told("over-limit", "templates/faces/front.yaml", "each"),
    ),
    Pack(
        "every-card-shows-all-cards",
        tiny(
            {
                "things.yaml": "".join(f"- name: A{i}\n" for i in range(3_000)),
                "templates/faces/front.yaml": f"{HEAD}items:\n  {_PAIRS}\n",
            }
        ),
        Told("over-limit", "templates/faces/front.yaml", "each"),
        slow=True,
    ),
    Pack(
        "a-pattern-of-dust",
        face("- rect: {w: 60000, h: 60000, pattern: dots, pattern-scale: 0.1}"),
        Told("over-limit", "templates/faces/front.yaml", "pattern"),
    ),
    Pack(
        "three-thousand-codes",
        face("- each: {in: 1..3000, items: [qr: {size: 20, text: '{{ index }} is as long as an address of the web'}]}"),
        Told("over-limit", "templates/faces/front.yaml", "qr"),
        slow=True,
    ),
    Pack(
        "three-thousand-soft-shadows",
        face("- each: {in: 1..3000, items: [rect: {w: 40, h: 60, fill: ink, shadow: {blur: '{{ index / 99 }}'}}]}"),
        Told("over-limit", "templates/faces/front.yaml", "shadow"),
        BUILD,
        slow=True,
    ),
    Pack("a-card-of-sixty-metres", face("- rect: {w: 1}", "size: [60000, 67]\nunit: mm\n"), Told("template")),
    Pack("a-card-of-a-micrometre", face("- rect: {w: 1}", "size: [0.001, 67]\nunit: mm\n"), Told("template")),
]
