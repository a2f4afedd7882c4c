/** Rules that may be read in several ways, as choices. */

import { fill, h, unique } from "../../lib/dom.js";

/**
 * Choices of rules. `chosen` holds the options that are not as usual; `only` says which rules are shown; `change(rules)`
 * is called with what is chosen then.
 */
export function readings({ rules, chosen, change, only = () => true, open = false }) {
  const shown = rules.filter(only);
  const count = h("span", { class: "badge warning", hidden: true });
  const body = h("div", { class: "readings" });
  const element = h("details", { class: "panel readings-panel", open }, h("summary", {}, h("h2", {}, "How the rules are read"), count,
    h("span", { class: "hint" }, "what the rules leave open, and house rules")), body);
  element.hidden = !shown.length;
  show(chosen);

  function show(now) {
    const others = shown.filter((rule) => now[rule.name]);
    count.hidden = !others.length;
    count.textContent = String(others.length);
    count.title = others.map((rule) => `${rule.name}: ${now[rule.name]}`).join(", ");
    fill(body, shown.map((rule) => one(rule, now)), others.length > 0 && h("p", { class: "row" },
      h("button", { type: "button", onclick: () => change(without(now, shown)) }, "All as usual")));
  }

  function one(rule, now) {
    const name = unique("rule");
    const option = now[rule.name] ?? rule.usual;
    return h("fieldset", { class: `reading ${now[rule.name] ? "other" : ""}` }, h("legend", {}, capital(rule.says), rule.house && h("span", { class: "chip" }, "house rule")),
      rule.options.map((word) => h("label", {},
        h("input", { type: "radio", name, value: word.name, checked: word.name === option, onchange: () => change(changed(now, rule, word.name)) }),
        h("span", {}, capital(word.says), word.name === rule.usual && h("em", {}, " (usual)")))));
  }

  return { element, show };
}

function changed(now, rule, option) {
  const { [rule.name]: _, ...rest } = now;
  return option === rule.usual ? rest : { ...rest, [rule.name]: option };
}

function without(now, rules) {
  return Object.fromEntries(Object.entries(now).filter(([name]) => !rules.some((rule) => rule.name === name)));
}

export function capital(text) {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}
