/** Chances as people read them: words, bars with a pattern and a word for each part, and marks of what is uncertain. */

import { fill, h } from "../../lib/dom.js";

/** A chance in per cent: never 0 or 100 unless it is that. */
export function chance(number) {
  const text = `${(100 * number).toFixed(1)} %`;
  if (text === "0.0 %" && number > 0) return "< 0.1 %";
  return text === "100.0 %" && number < 1 ? "> 99.9 %" : text;
}

/** A number with so many decimals, its minus a real one; `plus` shows the sign of what is above 0, too. */
export function number(value, decimals = 0, plus = false) {
  const text = Math.abs(value).toFixed(decimals);
  const zero = Number(text) === 0;
  return `${value < 0 && !zero ? "−" : plus && !zero ? "+" : ""}${text}`;
}

export const whole = new Intl.NumberFormat("en");

/** How a sum and dice are written: 13 + 2D6. */
export function total(side, faces) {
  return side.dice ? `${number(side.flat)} + ${side.dice}D${faces}` : number(side.flat);
}

/** What a sum and dice come to on average. */
export function mean(side, faces) {
  return side.flat + (side.dice * (faces + 1)) / 2;
}

/**
 * A bar of parts that fill it, each {name, title, value}; `name` is its pattern: win, tie or lose. `show(parts)` moves
 * it to other chances. Who cannot see it hears the titles and the numbers.
 */
export function oddsBar({ big = false, legend = true } = {}) {
  const line = h("div", { class: "odds-line", "aria-hidden": "true" });
  const words = h("ul", { class: "odds-words" });
  const element = h("div", { class: `odds ${big ? "big" : ""}`, role: "group" }, line, legend && words);
  const segments = new Map();

  function show(parts) {
    element.setAttribute("aria-label", parts.map((part) => `${part.title} ${chance(part.value)}`).join(", "));
    for (const part of parts) {
      let segment = segments.get(part.name);
      if (!segment) {
        segment = h("span", { class: `part ${part.name}` });
        segments.set(part.name, segment);
        line.append(segment);
      }
      segment.style.flexGrow = String(part.value);
      segment.title = `${part.title}: ${chance(part.value)}`;
      fill(segment, h("b", {}, chance(part.value)));
    }
    fill(words, parts.map((part) =>
      h("li", { class: part.name }, h("span", { class: `key ${part.name}` }), h("span", {}, part.title), h("b", {}, chance(part.value)))));
  }

  /** Nothing is known. */
  function clear() {
    element.setAttribute("aria-label", "not known yet");
    for (const segment of segments.values()) {
      segment.style.flexGrow = "0";
      fill(segment);
    }
    for (const item of words.children) fill(item.lastChild, "–");
  }

  return { element, show, clear };
}

/** A row of small columns, each {label, value, title}, the highest one as high as it can be. */
export function columns(rows, { kind = "win" } = {}) {
  const most = Math.max(...rows.map((row) => row.value), 1e-9);
  return h("div", { class: "columns", role: "img", "aria-label": rows.map((row) => `${row.title ?? row.label}: ${chance(row.value)}`).join(", ") },
    rows.map((row) => {
      const bar = h("span", { class: `column-bar ${kind}` });
      bar.style.blockSize = `${(100 * row.value) / most}%`;
      return h("span", { class: "column-one" }, h("small", {}, chance(row.value)), h("span", { class: "column-room" }, bar), h("small", {}, row.label));
    }));
}
