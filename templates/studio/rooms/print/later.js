/** What is to be printed later: the user's own list, which `printgen later` keeps, too. */

import { get, post } from "../../lib/api.js";
import { ask, toast } from "../../lib/dialog.js";
import { fill, h } from "../../lib/dom.js";

/** `did(words)` is called with the command that does the same as what was done. */
export function later({ list, print, tick, did }) {
  let now = [];
  const rows = h("ul", { class: "rows" });
  const all = h("button", { type: "button", onclick: print }, "Print the list");
  const these = h("button", { type: "button", class: "quiet", onclick: () => tick(now) }, "Tick these");
  const clear = h("button", { type: "button", class: "quiet", onclick: emptied }, "Clear");
  const element = h("section", { class: "panel later", "aria-label": "Print later" }, h("h2", {}, "Print later"), rows, h("div", { class: "row" }, all, these, clear));

  function show(told) {
    const held = told?.rows ?? [];
    now = held;
    fill(rows, held.length ? held.map(row) : h("li", { class: "hint" }, told ? "Nothing yet. What you put here waits for the day you print." : "There is no folder of your own cards here."));
    all.disabled = these.disabled = clear.disabled = !held.length;
  }

  function row(one) {
    const often = one.copies ? ` × ${one.copies}` : "";
    return h("li", {}, h("span", { class: "target" }, one.target, often && h("strong", {}, often), one.seed !== null && h("span", { class: "hint" }, ` seed ${one.seed}`)),
      one.cards.length > 0 && h("span", { class: "cards hint" }, one.cards.join(", ")),
      h("button", { type: "button", class: "quiet", "aria-label": `Take ${one.target} from the list`, onclick: () => change("remove", one.game ? { game: one.game, product: one.product, cards: one.cards } : { target: one.target, cards: one.cards }) }, "×"));
  }

  async function change(what, asks) {
    try {
      const told = await post(`/api/print/later/${what}`, asks);
      show(told);
      did(told.command);
    } catch (error) {
      toast(error.message, "bad");
      show(await get("/api/print/later").catch(() => null));
    }
  }

  async function emptied() {
    const sure = await ask("Clear the list?", "Everything on it goes; comments in the file stay.", [{ label: "Keep it", value: false }, { label: "Clear it", value: true, kind: "danger" }]);
    if (sure) await change("clear", {});
  }

  show(list);
  return { element, show };
}
