/** The side of a wall: what its cards can be chosen by, with how many there are of each. */

import { calm, fill, h, remember, remembered, unique } from "../../lib/dom.js";

const FEW = 8;

/** The chooser; `show(facets)` shows what can be chosen now, and `choose(name, values)` is called for what is. */
export function chooser(choose) {
  const root = h("div", { class: "facets" });
  const open = new Set(remembered("deck-open", []));
  const more = new Set();

  function section(one) {
    const { column, chosen } = one;
    const name = column.name;
    const body = one.range ? range(one) : column.number ? numbers(one) : list(one);
    const closed = open.has(`-${name}`);
    const details = h("details", { class: "facet", open: !closed },
      h("summary", {}, h("span", {}, column.title), chosen.length > 0 && h("span", { class: "count" }, chosen.length)), body);
    details.addEventListener("toggle", () => {
      open[details.open ? "delete" : "add"](`-${name}`);
      remember("deck-open", [...open]);
    });
    return details;
  }

  function toggled(one, value, on) {
    choose(one.column.name, on ? [...one.chosen, value] : one.chosen.filter((other) => other !== value));
  }

  function list(one) {
    const many = one.values.length > FEW + 2 && !more.has(one.column.name);
    const some = many ? one.values.filter((each, place) => place < FEW || one.chosen.includes(each.value)) : one.values;
    return h("div", {},
      h("ul", { class: "ticks plain" }, some.map((each) => h("li", { class: each.count ? "" : "none" },
        h("label", {}, h("input", { type: "checkbox", checked: one.chosen.includes(each.value), "data-key": `${one.column.name}=${each.value}`,
          onchange: (event) => toggled(one, each.value, event.target.checked) }),
        each.color && swatch(each.color), h("span", { class: "words" }, each.title), h("span", { class: "value" }, each.count))))),
      many && h("button", { type: "button", class: "quiet small", onclick: () => { more.add(one.column.name); show(last); } }, `All ${one.values.length}`));
  }

  function numbers(one) {
    const most = Math.max(1, ...one.values.map((each) => each.count));
    return h("div", { class: "numbers", role: "group", "aria-label": one.column.title }, one.values.map((each) => {
      const pressed = one.chosen.includes(each.value);
      const bar = h("span", { class: "column", "aria-hidden": "true" });
      bar.style.height = `${Math.round((26 * each.count) / most)}px`;
      return h("button", { type: "button", "aria-pressed": String(pressed), "data-key": `${one.column.name}=${each.value}`,
        "aria-label": `${one.column.title} ${each.title}: ${each.count}`, onclick: () => toggled(one, each.value, !pressed) }, bar, each.title);
    }));
  }

  function range(one) {
    const [least, most] = one.range;
    const now = /^(-?[\d.]*)\.\.(-?[\d.]*)$/.exec(one.chosen[0] ?? "") ?? ["", "", ""];
    const field = (text, place, hint) => h("input", { type: "number", min: least, max: most, value: text, placeholder: place,
      "aria-label": `${one.column.title}, ${hint}`, "data-key": `${one.column.name}~${hint}`, oninput: changed });
    const from = field(now[1], String(least), "from");
    const to = field(now[2], String(most), "to");
    function changed() {
      send();
    }
    const send = calm(() => choose(one.column.name, from.value || to.value ? [`${from.value}..${to.value}`] : []), 200);
    return h("div", { class: "row range" }, from, "to", to);
  }

  let last = [];
  function show(facets) {
    last = facets;
    const key = document.activeElement?.dataset?.key;
    const kept = root.contains(document.activeElement) && document.activeElement.type === "number" ? document.activeElement : null;
    if (kept) return;
    fill(root, facets.map(section));
    if (key) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
  return Object.assign(root, { show, id: unique("facets") });
}

/** A small field of a colour. */
export function swatch(color) {
  const field = h("span", { class: "swatch", "aria-hidden": "true" });
  field.style.background = color;
  return field;
}
