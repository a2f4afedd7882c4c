/** Twelve boards side by side, each with its seed and its score. */

import { calm, fill, h, remember, remembered } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";

const COUNT = 12;
/** So many are asked for at once: whoever paints meanwhile waits for no more of them. */
const AT_ONCE = 2;
/** So many milliseconds after the last change they are laid. */
const REST = 500;

/** `ask(seed, count)` gives boards from a seed on, and `take(seed)` goes to one. */
export function wallView({ ask, take }) {
  const list = h("ul", { class: "boards" });
  const range = h("p", { class: "hint" });
  const before = h("button", { type: "button", onclick: () => turn(-COUNT) }, "‹ Twelve before");
  const next = h("button", { type: "button", onclick: () => turn(COUNT) }, "Next twelve ›");
  const body = h("div", { class: "wall-body" }, h("div", { class: "row" }, before, range, next), list);
  const panel = h("details", { class: "panel wall-panel", open: remembered("map-wall", true) },
    h("summary", {}, h("h2", {}, "Twelve seeds")), body);
  let first = 1;
  let here = 0;
  let stale = true;
  let number = 0;
  let near = false;
  const soon = calm(load, REST);
  const sight = new IntersectionObserver(([entry]) => {
    near = entry.isIntersecting;
    if (near && stale && panel.open) soon();
  }, { rootMargin: "200px" });
  sight.observe(panel);

  panel.addEventListener("toggle", () => {
    remember("map-wall", panel.open);
    if (panel.open && stale) load();
  });

  function turn(by) {
    first = Math.max(0, first + by);
    load();
  }

  async function load() {
    const mine = ++number;
    stale = false;
    body.classList.add("waiting");
    const boards = [];
    const pictures = {};
    while (boards.length < COUNT) {
      const answer = await ask(first + boards.length, Math.min(AT_ONCE, COUNT - boards.length));
      if (mine !== number) return;
      if (!answer) break;
      boards.push(...answer.boards);
      Object.assign(pictures, answer.pictures);
    }
    body.classList.remove("waiting");
    if (!boards.length) return;
    range.textContent = `seeds ${boards[0].seed} to ${boards.at(-1).seed}`;
    before.disabled = first === 0;
    const best = Math.min(...boards.map((board) => board.score.total));
    fill(list, boards.map((each) => {
      const board = { ...each, best: each.score.parts.length > 0 && each.score.total === best };
      const scored = board.score.parts.length > 0;
      return h("li", {}, h("button", { type: "button", class: `small-board${board.best ? " best" : ""}`, "data-seed": board.seed,
        "aria-pressed": String(board.seed === here), onclick: () => take(board.seed) },
      picture({ ...pictures[`board ${board.seed}`], alt: "" }),
      h("span", { class: "caption" }, h("span", {}, `seed ${board.seed}`), " ",
        scored && h("strong", {}, h("span", { class: "sr" }, "score "), board.score.total.toLocaleString("en")),
        board.best && h("span", { class: "star", title: "the best of these" }, h("span", { class: "sr" }, " the best of these"), h("span", { "aria-hidden": "true" }, "★")))));
    }));
  }

  return {
    element: panel,
    /** Other boards than before are there: `anew` when all of them are others, and not just the seed. */
    show(seed, anew) {
      here = seed;
      if (seed < first || seed >= first + COUNT) {
        first = seed - ((seed - 1) % COUNT + COUNT) % COUNT;
        first = Math.max(0, first);
        anew = true;
      }
      if (anew) {
        stale = true;
        // What is under way is of another board.
        number += 1;
        if (panel.open && near) soon();
      }
      for (const board of list.querySelectorAll("button")) board.setAttribute("aria-pressed", String(Number(board.dataset.seed) === here));
    },
    close() {
      number += 1;
      soon.cancel();
      sight.disconnect();
    },
  };
}
