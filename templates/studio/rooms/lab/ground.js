/** Where a fight is: terrains as pictures, open ground and the defender's base, one of which is chosen. */

import { h, unique } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";

export const BASE = "base";

/** The choice. `value` is a terrain's name, "" for none, or BASE; `show(value)` moves it. `none` is what no terrain is called. */
export function grounds({ bench, value, change, label = "Ground", none = "Open ground", base = bench.bases }) {
  const name = unique("ground");
  const inputs = new Map();
  const one = (word, title, inside) => {
    const input = h("input", { type: "radio", name, value: word, checked: word === value, class: "sr", onchange: () => change(word) });
    inputs.set(word, input);
    return h("label", { class: "ground" }, input, h("span", { class: "ground-picture" }, inside), h("span", { class: "ground-name" }, title));
  };
  const drawn = (terrain) => {
    const found = bench.pictures[terrain.name];
    return found ? picture({ ...found, alt: "" }) : null;
  };
  const element = h("fieldset", { class: "grounds" }, h("legend", {}, label),
    h("div", { class: "ground-row" }, one("", none, null), bench.terrains.map((terrain) => one(terrain.name, terrain.title, drawn(terrain))),
      base && one(BASE, "Defender’s base", h("span", { class: "base-sign", "aria-hidden": "true" }, "⚑"))));
  element.hidden = !bench.terrains.length && !base;
  return {
    element,
    show(now) {
      inputs.get(inputs.has(now) ? now : "").checked = true;
    },
  };
}
