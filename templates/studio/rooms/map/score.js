/** How even a board is, with each reason and which way it leans; and the search for the fairest of many seeds. */

import { fill, h } from "../../lib/dom.js";

const FULL = 10;
const TRIES = [1001, 5000, 20000];

/** `search(tries, looked)` gives a part of the answer, and `take(seed)` goes to a seed. */
export function scoreView({ search, take }) {
  const total = h("p", { class: "total" });
  const parts = h("ul", { class: "reasons" });
  const sides = h("p", { class: "sides", "aria-hidden": "true" });
  const choice = h("select", { "aria-label": "How many seeds are looked through" }, TRIES.map((one) => h("option", { value: one }, `${one.toLocaleString("en")} seeds`)));
  const go = h("button", { type: "button", onclick: () => (going ? stop() : start()) }, "Find the fairest");
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Seeds looked through" });
  const told = h("p", { class: "hint", role: "status" });
  const found = h("ol", { class: "found" });
  const panel = h("section", { class: "panel score" }, h("h2", {}, "Fairness"), total, sides, parts,
    h("div", { class: "row search" }, choice, go), progress, told, found);
  let going = 0;

  async function start() {
    const mine = Date.now();
    going = mine;
    const tries = Number(choice.value);
    go.textContent = "Stop";
    progress.hidden = false;
    let best = [];
    let looked = 0;
    let done = false;
    while (going === mine && !done) {
      const answer = await search(tries, looked);
      if (!answer || going !== mine) break;
      ({ looked, done } = answer);
      best = [...best, ...answer.boards].sort((one, other) => one.score.total - other.score.total || one.seed - other.seed).slice(0, 8);
      progress.value = looked / tries;
      told.textContent = `${looked.toLocaleString("en")} of ${tries.toLocaleString("en")} seeds`;
      fill(found, best.map((one) => h("li", {}, h("button", { type: "button", class: "chip", onclick: () => take(one.seed) }, `seed ${one.seed}`, h("strong", {}, one.score.total.toLocaleString("en"))))));
    }
    if (going === mine) stop();
  }

  function stop() {
    going = 0;
    go.textContent = "Find the fairest";
    progress.hidden = true;
  }

  return {
    element: panel,
    get busy() {
      return going > 0;
    },
    stop,
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
