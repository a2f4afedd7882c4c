/** What a word is worth, as marks beside it. */

import { h } from "../../lib/dom.js";

/** The shapes of the medals in which a card shows its numbers, in their order; they come back after the last. */
export const MEDALS = 5;

/** What a word does to the numbers: the best of a table "FP 6", an addition "+1 CC". */
export function worthMarks(bench, worth) {
  return h("span", { class: "worth" }, worth.map((one) => {
    const n = bench.stats.findIndex((stat) => stat.name === one.stat);
    const text = one.best ? `${one.label} ${one.amount}${one.to ? `–${one.to}` : ""}`
      : `${one.amount > 0 ? "+" : "−"}${Math.abs(one.amount)} ${one.label}`;
    return h("span", { class: `mark stat-${n % MEDALS} ${!one.best && one.amount < 0 ? "less" : ""}` }, text);
  }));
}

/** The same in words, for who cannot see them. */
export function worthText(worth) {
  return worth.map((one) => (one.best ? `${one.label} ${one.amount}${one.to ? ` to ${one.to}` : ""}`
    : `${one.amount > 0 ? "plus" : "minus"} ${Math.abs(one.amount)} ${one.label}`)).join(", ");
}
