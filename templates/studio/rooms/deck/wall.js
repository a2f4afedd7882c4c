/** The wall: a card beside the other, with keys to go from one to the next. */

import { h } from "../../lib/dom.js";
import { badge } from "./badges.js";
import { face } from "./face.js";

/**
 * A wall. `act` has what happens to a card: open(n), select(n, on), flip(n), all called with its number.
 * `show(cards, state)` lays out; `paint(n)` shows what is known of a card's picture anew.
 */
export function wall({ pictures, act }) {
  const list = h("ul", { class: "wall", "aria-label": "Cards" });
  const cells = new Map();
  const visible = new Set();
  const turned = new Set();
  let cards = [];
  let state = null;
  let at = 0;
  let ratio = 63 / 88;

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) visible[entry.isIntersecting ? "add" : "delete"](entry.target);
    act.seen();
  }, { root: document.getElementById("room"), rootMargin: "150px" });

  function cell(card) {
    let one = cells.get(card.key);
    if (one) return one;
    const view = face(card.name, card.width ? card.width / card.height : ratio);
    const button = h("button", { type: "button", class: "card", tabindex: "-1", onclick: () => act.open(one.card.n) }, view,
      h("span", { class: "name" }, card.name));
    const tick = h("input", { type: "checkbox", tabindex: "-1", "aria-label": `Choose ${card.name}`, onchange: (event) => act.select(one.card.n, event.target.checked) });
    const item = h("li", {}, button, h("label", { class: "tick" }, tick), h("span", { class: "marks" }));
    item.cell = one = { card, item, button, view, tick, told: null };
    cells.set(card.key, one);
    seen.observe(item);
    return one;
  }

  function update(one) {
    const { card, item, tick, button } = one;
    tick.checked = state.selected.includes(card.n);
    item.classList.toggle("chosen", tick.checked);
    const told = badge(card.findings);
    if (told.key !== one.told) {
      one.told = told.key;
      item.querySelector(".marks").replaceChildren(...told.nodes);
    }
    const copies = card.copies > 1 ? `${card.copies} copies. ` : "";
    button.setAttribute("aria-label", `${card.name}. ${copies}${told.words}`.trim());
    paint(one);
  }

  function paint(one) {
    const n = one.card.n;
    const backs = state.backs !== turned.has(one.card.key);
    const picture = pictures.of(n);
    one.view.show(picture, backs, state.over, visible.has(one.item));
    one.item.classList.toggle("broken", !!picture?.findings);
  }

  function columns() {
    return Math.max(1, getComputedStyle(list).gridTemplateColumns.split(" ").length);
  }

  function focus(place, scroll = true) {
    const item = list.children[Math.min(Math.max(place, 0), list.children.length - 1)];
    if (!item) return;
    list.children[at]?.cell.button.setAttribute("tabindex", "-1");
    at = [...list.children].indexOf(item);
    item.cell.button.setAttribute("tabindex", "0");
    if (scroll) item.cell.button.focus();
  }

  list.addEventListener("focusin", (event) => {
    const item = event.target.closest("li");
    const place = [...list.children].indexOf(item);
    if (place >= 0 && place !== at) focus(place, false);
  });
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = event.target.closest("li");
    const wide = columns();
    const rows = Math.max(1, Math.floor(list.parentElement.closest("#room").clientHeight / (item.offsetHeight + 14)));
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: wide, ArrowUp: -wide, PageDown: wide * rows, PageUp: -wide * rows, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      const last = list.children.length - 1;
      const to = at + steps[event.key];
      // Down from the row before a short one goes to its end.
      if (Math.abs(steps[event.key]) === wide && wide > 1 && (to < 0 || (to > last && Math.floor(at / wide) === Math.floor(last / wide)))) return;
      focus(Math.min(Math.max(to, 0), last));
    } else if (event.key === " " && event.target.tagName === "BUTTON") {
      act.select(item.cell.card.n, !item.cell.tick.checked);
    } else if (event.key === "f") {
      act.flip(item.cell.card.n);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element: list,
    show(next, settings) {
      cards = next;
      state = settings;
      const items = cards.map((card) => {
        const one = cell(card);
        one.card = card;
        return one.item;
      });
      const focused = list.contains(document.activeElement) ? document.activeElement : null;
      const keep = new Set(items);
      for (const item of [...list.children]) if (!keep.has(item)) item.remove();
      items.forEach((item, place) => {
        if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
      });
      items.forEach((item) => update(item.cell));
      for (const [key, one] of cells) {
        if (cells.size > 3000 && !keep.has(one.item)) {
          seen.unobserve(one.item);
          cells.delete(key);
        }
      }
      if (focused?.isConnected) focused.focus({ preventScroll: true });
      focus(Math.min(at, items.length - 1), false);
    },
    /** The numbers of the cards that are to have a picture: those that are seen, those after them, and the rest. */
    wanted() {
      const places = cards.map((card) => visible.has(cells.get(card.key)?.item));
      const first = Math.max(0, places.indexOf(true));
      const seenNow = cards.filter((card, place) => places[place]);
      return [...seenNow, ...cards.slice(first), ...cards.slice(0, first).reverse()].map((card) => card.n);
    },
    paint(n) {
      const card = cards.find((one) => one.n === n);
      const one = card && cells.get(card.key);
      if (!one) return;
      const front = pictures.of(n)?.front;
      if (front) ratio = front.width / front.height;
      paint(one);
    },
    turn(n) {
      const card = cards.find((one) => one.n === n);
      if (!card) return;
      if (!turned.delete(card.key)) turned.add(card.key);
      paint(cells.get(card.key));
    },
    turnAll() {
      turned.clear();
    },
    /** Take the keyboard to a card. */
    focus(n) {
      const place = cards.findIndex((one) => one.n === n);
      if (place >= 0) focus(place);
    },
    close() {
      seen.disconnect();
    },
  };
}
