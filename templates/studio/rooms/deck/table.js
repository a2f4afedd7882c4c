/** The table: all fields of all cards; a click on a head sorts. */

import { link } from "../../lib/address.js";
import { fill, h } from "../../lib/dom.js";
import { badge } from "./badges.js";
import { swatch } from "./facets.js";
import { titleOf, valuesOf } from "./state.js";

/** A table; `act` has open(n), select(n, on) and sort(name). `edit(n)` is the address at which a card is edited. */
export function table({ act, edit }) {
  const root = h("div", { class: "sheet", tabindex: "0", role: "region", "aria-label": "Table of cards" });

  function head(column, state) {
    const now = state.sort === column.name;
    const order = now ? (state.down ? "descending" : "ascending") : "none";
    return h("th", { scope: "col", "aria-sort": order, class: column.number ? "number" : "" },
      h("button", { type: "button", class: "quiet head", onclick: () => act.sort(column.name), "data-key": column.name }, column.title,
        h("span", { class: "arrow", "aria-hidden": "true" }, now ? (state.down ? "▼" : "▲") : "")));
  }

  function value(card, column) {
    const held = valuesOf(card, column);
    if (column.kind === "flag") return held[0] === "true" ? "yes" : "";
    if (column.number) return held[0] ?? "";
    if (["list", "keyed"].includes(column.kind)) return h("span", { class: "words" }, held.map((one) => titleOf(column, one)).join(column.kind === "list" ? ", " : "; "));
    return held.map((one) => [(column.colors?.[one] || column.kind === "color") && swatch(column.colors?.[one] ?? one), titleOf(column, one)]);
  }

  return {
    element: root,
    show(cards, columns, state) {
      const key = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      const there = columns.filter((column) => !column.of && (state.sort === column.name || cards.some((card) => valuesOf(card, column).some((one) => one !== "false"))));
      const rows = cards.map((card) => {
        const told = badge(card.findings);
        return h("tr", { class: state.selected.includes(card.n) ? "chosen" : "" },
          h("td", { class: "pick" }, h("input", { type: "checkbox", "aria-label": `Choose ${card.name}`, "data-key": `tick ${card.n}`, checked: state.selected.includes(card.n), onchange: (event) => act.select(card.n, event.target.checked) })),
          h("th", { scope: "row" }, h("button", { type: "button", class: "quiet name", "data-key": `open ${card.n}`, onclick: () => act.open(card.n) }, card.name), told.nodes,
            told.words && h("span", { class: "sr" }, told.words)),
          there.map((column) => h("td", { class: column.number ? "number" : "" }, value(card, column))),
          h("td", {}, edit(card.n) && h("a", { href: link(edit(card.n)), "data-key": `edit ${card.n}`, "aria-label": `Edit ${card.name}` }, "Edit")));
      });
      fill(root, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "pick" }, h("span", { class: "sr" }, "Chosen")),
        head({ name: "name", title: "Name" }, state), there.map((column) => head(column, state)), h("th", { scope: "col" }, h("span", { class: "sr" }, "Edit")))),
      h("tbody", {}, rows)));
      if (key) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    },
  };
}
