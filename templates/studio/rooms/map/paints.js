/** What spaces are locked to: a padlock for what lies there, and a swatch for each terrain, ground and power-up. */

import { fill, h, s } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";
import { LOCK } from "./board.js";

/** Letters that mean something else in this room. */
const TAKEN = new Set(["r", "l"]);

/** The letter of each paint: the first of its title that no other has. */
function letters(paints) {
  const used = new Set(TAKEN);
  return paints.map((paint) => {
    const letter = [...paint.title.toLowerCase()].find((one) => /[a-z]/.test(one) && !used.has(one)) ?? "";
    used.add(letter);
    return letter;
  });
}

/** A padlock by itself. */
function padlock() {
  return s("svg", { viewBox: "-6 -6 12 12", width: 24, height: 24 }, s("path", { d: LOCK }));
}

export function paintsView({ picked }) {
  const list = h("div", { class: "paints", role: "radiogroup", "aria-label": "What a click does to a space" });
  let paints = [];
  let keys = [];
  let swatches = new Map();
  let chosen = "";

  list.addEventListener("change", (event) => choose(event.target.value));

  function choose(word) {
    chosen = word;
    for (const input of list.querySelectorAll("input")) input.checked = input.value === word;
    picked(paints.find((paint) => paint.word === word) ?? null);
  }

  function option(word, title, sample, key, extra) {
    return h("label", { class: "paint", title: key ? `${title} (${key.toUpperCase()})` : title },
      h("input", { type: "radio", name: "paint", value: word, checked: word === chosen }),
      sample, h("span", { class: "paint-title" }, title), extra, key && h("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
  }

  return {
    element: list,
    get chosen() {
      return paints.find((paint) => paint.word === chosen) ?? null;
    },
    /** The paint that a key picks; undefined for no paint's key, null for the padlock. */
    of(key) {
      const letter = key.toLowerCase();
      if (letter === "l" || letter === "0") return null;
      const at = /^[1-9]$/.test(key) ? Number(key) - 1 : keys.indexOf(letter);
      return at >= 0 ? paints[at] : undefined;
    },
    choose,
    show(next, pictures, counts) {
      const fresh = JSON.stringify(next) !== JSON.stringify(paints);
      if (fresh) {
        paints = next;
        keys = letters(paints);
        swatches = new Map();
        if (chosen && !paints.some((paint) => paint.word === chosen)) chosen = "";
        fill(list,
          option("", "Lock what lies there", h("span", { class: "swatch lock", "aria-hidden": "true" }, padlock()), "l"),
          paints.map((paint, n) => {
            const drawn = pictures[`paint ${paint.word}`];
            const sample = picture({ ...drawn, alt: "", className: `swatch ${paint.sort}` });
            const count = h("span", { class: "paint-count" });
            swatches.set(paint.word, { sample, count });
            return option(paint.word, paint.title, sample, keys[n], count);
          }));
      } else for (const paint of paints) swatches.get(paint.word).sample.show(pictures[`paint ${paint.word}`].address);
      for (const [word, { count }] of swatches) count.textContent = counts[word] === undefined ? "" : `× ${counts[word]}`;
    },
  };
}
