/** How it is printed: paper, printer, backs, look, format; all choices come from the library. */

import { fill, h, unique } from "../../lib/dom.js";

/** What choices are called; one that has no words here has its own name. */
const WORDS = {
  duplex: {
    long: "turned over the long edge", short: "turned over the short edge", none: "fronts only", split: "all fronts, then all backs",
    fold: "side by side, to fold", manual: "turned by hand, with a guide sheet",
  },
  formats: { pdf: "PDF", png: "Pictures (PNG)", svg: "Drawings (SVG)", text: "Text that tells what is drawn" },
  looks: { color: "in colour", saver: "little ink", grey: "for a grey printer" },
  backs: { color: "in full colour", light: "light, a third of the ink", saver: "little ink", grey: "for a grey printer" },
};

export function how({ choices, how: state, changed }) {
  const element = h("section", { class: "panel how", "aria-label": "How it is printed" });
  paint();

  function set(key, value) {
    if (value) state[key] = value;
    else delete state[key];
    if (key === "format" && value && value !== "pdf") delete state.one;
    if (key === "printer" && value) {
      // It was measured on a paper.
      const paper = choices.printers.find((one) => one.name === value)?.paper;
      if (paper) state.paper = paper;
    }
    if (key === "grey" && value) delete state.look;
    paint();
    changed();
  }

  function choice(key, label, rows, usual) {
    const id = unique("how");
    return h("div", { class: "field" }, h("label", { for: id }, label),
      h("select", { id, name: key, onchange: (event) => set(key, event.target.value) },
        h("option", { value: "" }, usual),
        rows.map(([value, text]) => h("option", { value, selected: state[key] === value }, text)),
        state[key] && !rows.some(([value]) => value === state[key]) && h("option", { value: state[key], selected: true }, state[key])));
  }

  function named(key, of) {
    return choices[of].map((name) => [name, WORDS[of]?.[name] ?? name]);
  }

  function flag(key, label, hint, value = true) {
    return h("label", { class: "flag" }, h("input", { type: "checkbox", name: key, checked: Boolean(state[key]), onchange: (event) => set(key, event.target.checked && value) }),
      h("span", {}, label, hint && h("span", { class: "hint" }, hint)));
  }

  function length(key, label, usual) {
    const id = unique("how");
    return h("div", { class: "field" }, h("label", { for: id }, label),
      h("input", { id, name: key, value: state[key] ?? "", placeholder: usual, pattern: "[0-9]{1,3}(\\.[0-9]{1,4})?(mm|cm|in|pt)", onchange: (event) => set(key, event.target.value.trim()) }));
  }

  function count(key, label) {
    const id = unique("how");
    return h("div", { class: "field" }, h("label", { for: id }, label),
      h("input", { id, name: key, type: "number", min: 0, max: 999, value: state[key] ?? "", placeholder: "0", onchange: (event) => set(key, Number(event.target.value)) }));
  }

  function paint() {
    const at = element.contains(document.activeElement) ? document.activeElement.name : "";
    const more = element.querySelector("details")?.open || ["margin", "gutter", "stack", "skip", "join", "back_marks", "proof"].some((key) => state[key]);
    const pdf = !state.format || state.format === "pdf";
    fill(element, h("h2", {}, "How"),
      flag("changed", "Only what is new", "or changed since you said that you printed it"),
      h("div", { class: "pair" },
        choice("paper", "Paper", choices.papers.map((name) => [name, name]), "letter, or as products ask"),
        choice("printer", "Printer", choices.printers.map((one) => [one.name, `${one.name} (${one.paper})`]), choices.printers.length ? "any" : "any (none is measured)")),
      choice("duplex", "Backs are printed", named("duplex", "duplex"), "as products ask: over the long edge"),
      h("div", { class: "pair" },
        choice("look", "Look", named("look", "looks").filter(([name]) => name !== "color" && name !== "grey"), "in colour"),
        choice("backs", "Backs look", named("backs", "backs"), "as products ask")),
      flag("grey", "For a grey printer", "no colour, patterns stand out more"),
      choice("format", "Format", named("format", "formats").filter(([name]) => name !== "pdf"), WORDS.formats.pdf),
      h("div", { class: "pair" },
        pdf && flag("one", "All in one PDF", "", "print"),
        flag("zip", "And a zip of all", "", "print")),
      h("details", { open: more }, h("summary", {}, "Marks, margins and cutting"),
        h("div", { class: "column" },
          h("div", { class: "pair" }, length("margin", "Margin", "6.35mm"), length("gutter", "Gutter", "0mm")),
          count("skip", "Empty places on the first sheet"),
          choice("stack", "Pieces fill sheets", [["piles", "so that cut piles are in order"]], "one after the other"),
          choice("join", "Large pieces are joined", [["glue", "with glue"]], "with tape"),
          flag("back_marks", "Crop marks on backs, too"),
          flag("proof", "A proof", "shows cuts, bleed and safe zones; not for playing"))));
    if (at) element.querySelector(`[name="${at}"]`)?.focus();
  }

  return { element };
}
