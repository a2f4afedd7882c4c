/** The hand: some cards, fanned as a player holds them. */

import { fill, h } from "../../lib/dom.js";
import { face } from "./face.js";

/** A hand; `act` has open(n), spread(number) and again(). `show(cards, state)` takes the cards of the hand, `paint(n)` a picture. */
export function hand({ pictures, act }) {
  const root = h("div", { class: "hand", role: "list", "aria-label": "Hand" });
  let cells = [];
  let state = null;
  let spread = 50;
  let at = 0;

  function place() {
    const count = cells.length;
    const wide = root.clientWidth || 900;
    const high = root.clientHeight || 560;
    const card = Math.min(300, wide / 2.3, (high - 90) / 1.55);
    const turn = Math.min(14, (0.18 + spread / 60) * 40 / Math.max(count, 3));
    // The outermost cards lean outward, about a point below them.
    const lean = (((count - 1) / 2) * turn * Math.PI) / 180;
    const tall = card * 1.4;
    const half = (card * Math.cos(lean) + tall * Math.sin(lean)) / 2 + 0.7 * tall * Math.sin(lean);
    const reach = count > 1 ? Math.max(8, Math.min(card * (0.12 + (0.95 * spread) / 100), (wide - 2 * half - 12) / (count - 1))) : 0;
    cells.forEach((one, n) => {
      const off = n - (count - 1) / 2;
      one.button.style.width = `${card}px`;
      one.button.style.setProperty("--x", `${off * reach}px`);
      one.button.style.setProperty("--y", `${Math.abs(off) ** 1.7 * turn * card * 0.0045}px`);
      one.button.style.setProperty("--turn", `${off * turn}deg`);
      one.button.style.zIndex = String(n + 1);
    });
  }

  function paint(one) {
    one.view.show(pictures.of(one.card.n), state.backs, state.over, true);
  }

  let drag = null;
  root.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, from: spread, moved: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const by = event.clientX - drag.x;
    if (Math.abs(by) < 6 && !drag.moved) return;
    drag.moved = true;
    // Away from the middle is wider.
    const side = drag.x < root.getBoundingClientRect().left + root.clientWidth / 2 ? -1 : 1;
    spread = Math.min(100, Math.max(0, drag.from + (side * by) / 4));
    place();
  });
  const end = () => {
    if (drag?.moved) act.spread(Math.round(spread));
    setTimeout(() => (drag = null));
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
  root.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
    if (event.key in steps) focus(Math.min(cells.length - 1, Math.max(0, at + steps[event.key])));
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") act.spread(Math.min(100, Math.max(0, spread + (event.key === "ArrowUp" ? 10 : -10))));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  function focus(place) {
    cells[at]?.button.setAttribute("tabindex", "-1");
    at = place;
    cells[at].button.setAttribute("tabindex", "0");
    cells[at].button.focus();
  }
  const sized = new ResizeObserver(place);
  sized.observe(root);

  return {
    element: root,
    show(cards, settings) {
      state = settings;
      spread = state.spread;
      const same = cells.length === cards.length && cells.every((one, n) => one.card.key === cards[n].key);
      if (!same) {
        cells = cards.map((card, n) => {
          const view = face(card.name, card.width ? card.width / card.height : undefined);
          const button = h("button", { type: "button", class: "card", tabindex: n ? "-1" : "0", "aria-label": card.name,
            onclick: () => drag?.moved || act.open(one.card.n), onfocus: () => { cells[at]?.button.setAttribute("tabindex", "-1"); at = n; button.setAttribute("tabindex", "0"); } }, view);
          const one = { card, view, button };
          return one;
        });
        at = 0;
        fill(root, cells.map((one) => h("div", { role: "listitem" }, one.button)));
      }
      cells.forEach((one, n) => { one.card = cards[n]; paint(one); });
      place();
    },
    wanted: () => cells.map((one) => one.card.n),
    paint(n) {
      cells.filter((one) => one.card.n === n).forEach(paint);
    },
    turn() {},
    close() {
      sized.disconnect();
    },
  };
}
