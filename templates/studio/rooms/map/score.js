/** How even a board is, with each reason and which way it leans. */

import { fill, h } from "../../lib/dom.js";

const FULL = 10;

export function scoreView() {
  const total = h("p", { class: "total" });
  const parts = h("ul", { class: "reasons" });
  const sides = h("p", { class: "sides", "aria-hidden": "true" });
  const panel = h("section", { class: "panel score" }, h("h2", {}, "Fairness"), total, sides, parts);

  return {
    element: panel,
    show(score, names) {
      sides.hidden = !names.length;
      fill(sides, names.map((name) => h("span", {}, name)));
      panel.hidden = !score.parts.length;
      total.className = `total ${score.total === 0 ? "even" : score.total < 2.5 ? "near" : "far"}`;
      fill(total, h("strong", {}, score.total.toLocaleString("en")), h("span", {}, score.total === 0 ? "perfectly even" : score.total < 2.5 ? "nearly even" : "uneven"));
      fill(parts, score.parts.map((part) => {
        const share = Math.min(1, Math.abs(part.lead) / FULL);
        const lean = h("span", { class: `lean ${part.lead > 0 ? "first" : part.lead < 0 ? "second" : "none"}`, "aria-hidden": "true" }, h("i", {}));
        lean.firstChild.style.width = `${50 * share}%`;
        return h("li", {}, h("span", {}, part.said), lean);
      }));
    },
  };
}
