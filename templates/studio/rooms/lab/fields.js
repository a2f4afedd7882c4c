/** Fields that the views of the lab share. */

import { h } from "../../lib/dom.js";

/** A field with a label. */
export function field(label, control, hint = "") {
  return h("label", { class: "field" }, h("span", { class: "label" }, label), control, hint && h("span", { class: "hint" }, hint));
}

/** A choice of rows, each {name, title}. */
export function choice(rows, value, change, props = {}) {
  const select = h("select", { ...props, onchange: () => change(select.value) }, rows.map((row) => h("option", { value: row.name }, row.title)));
  select.value = value;
  return select;
}

/** A whole number between two others. */
export function counter(value, least, most, change, props = {}) {
  const input = h("input", { type: "number", min: least, max: most, step: 1, value, ...props, onchange: () => {
    const wanted = Math.trunc(Number(input.value));
    const found = Number.isFinite(wanted) ? Math.min(most, Math.max(least, wanted)) : value;
    input.value = String(found);
    change(found);
  } });
  return input;
}

/** A number that an address says, between two others. */
export function numberOf(text, otherwise, least, most) {
  const found = Number.parseInt(text ?? "", 10);
  return Number.isFinite(found) ? Math.min(most, Math.max(least, found)) : otherwise;
}
