/** What is to be printed: games, their products and cards, each ticked, and how many. */

import { get, path } from "../../lib/api.js";
import { calm, fill, h, unique } from "../../lib/dom.js";

/** More games than these are searched, and their names scroll. */
const MANY = 10;
/** Between the names of cards in an address. */
const AND = "|";

/**
 * The list of what can be ticked. `chosen()` is what is, as the studio takes it; `said()` as an address says it.
 * `changed()` is called when it is another, `look(key)` with a product that somebody wants to see.
 */
export async function ticks({ games, at, changed, look }) {
  /** By game: its title and products; by game/product: the records, once they are asked for, and what is ticked. */
  const known = new Map();
  const held = new Map();
  let now = at.game;
  let sought = "";

  const tabs = h("div", { class: games.length > MANY ? "games many" : "games", role: "group", "aria-label": "Games" });
  const which = h("input", { type: "search", class: "which", hidden: games.length <= MANY, placeholder: `One of ${games.length} games`, "aria-label": "Search the games", oninput: sift });
  const search = h("input", { type: "search", placeholder: "Product or card", "aria-label": "Search products and cards", oninput: calm(() => seek(search.value), 150) });
  const all = h("button", { type: "button", class: "small", onclick: () => every(true) }, "All");
  const none = h("button", { type: "button", class: "small", onclick: () => every(false) }, "None");
  const list = h("ul", { class: "products" });
  const element = h("section", { class: "panel ticking", "aria-label": "What to print" }, which, tabs, h("div", { class: "row seek" }, search, all, none), list);

  await load(now);
  begin();
  paint();
  requestAnimationFrame(() => {
    const here = tabs.querySelector('[aria-pressed="true"]');
    if (here) tabs.scrollTop = here.offsetTop - tabs.offsetTop - tabs.clientHeight / 2;
  });

  async function load(game) {
    if (!known.has(game)) known.set(game, await get(path(game)));
    return known.get(game);
  }

  function product(key) {
    if (!held.has(key)) held.set(key, { key, ticked: false, copies: null, seed: null, cards: new Map(), records: null, open: false, loading: null });
    return held.get(key);
  }

  /** Tick what the address says. */
  function begin() {
    const names = (at.params.print ?? at.product ?? "").split(",").filter(Boolean);
    for (const name of names) product(name.includes("/") ? name : `${at.game}/${name}`).ticked = true;
    if (at.params.copies && names.length) product(key(names[0])).copies = number(at.params.copies);
    const cards = [
      ...(at.params.cards ?? "").split(AND).filter(Boolean).map((card) => /^(.*?)(?:\s+[x×](\d{1,3}))?$/.exec(card.trim()).slice(1)),
      ...(at.params.only ?? "").split(",").filter(Boolean).map((card) => [decodeURIComponent(card)]),
    ];
    if (cards.length && at.product) {
      const one = product(key(at.product));
      one.ticked = true;
      one.open = true;
      for (const [name, copies] of cards) one.cards.set(name, copies ? Number(copies) : null);
      records(one);
    }
    if (at.params.seed && at.product) product(key(at.product)).seed = number(at.params.seed);
  }

  function key(name) {
    return name.includes("/") ? name : `${at.game}/${name}`;
  }

  /** The cards of a product, asked for once. */
  function records(one) {
    const slash = one.key.indexOf("/");
    one.loading ??= get(path(one.key.slice(0, slash), "products", one.key.slice(slash + 1)))
      .then((data) => { one.records = data.records; paint(); })
      .catch(() => { one.records = []; });
    return one.loading;
  }

  /** Show the games whose names have what somebody has typed, and the one that is open. */
  function sift() {
    const text = which.value.trim().toLowerCase();
    for (const one of tabs.children) one.hidden = one.getAttribute("aria-pressed") !== "true" && !one.textContent.toLowerCase().includes(text);
  }

  async function seek(text) {
    sought = text.trim().toLowerCase();
    if (sought) for (const one of known.get(now).products) if (one.records) records(product(`${now}/${one.name}`));
    paint();
  }

  function every(on) {
    for (const one of known.get(now).products) {
      const row = product(`${now}/${one.name}`);
      if (sought && row.records?.length) {
        const found = matching(row);
        for (const record of found) if (isOn(row, record) !== on) turn(row, record, on);
      } else if (!sought || fits(one.title)) {
        row.ticked = on;
        row.cards.clear();
      }
    }
    paint();
    changed();
  }

  /** Whether a card is printed: of a product that is ticked without cards of it, all are. */
  function isOn(row, record) {
    return row.ticked && (!row.cards.size || row.cards.has(record.name));
  }

  function turn(row, record, on) {
    const names = row.records.map((one) => one.name);
    if (!on && !row.cards.size) for (const name of names) row.cards.set(name, row.copies);
    if (on) row.cards.set(record.name, row.copies);
    else row.cards.delete(record.name);
    row.ticked = row.cards.size > 0;
    // All of them, each as often as the others, are the whole.
    if (row.ticked && names.every((name) => row.cards.has(name) && row.cards.get(name) === row.copies)) row.cards.clear();
  }

  function matching(row) {
    return (row.records ?? []).filter((record) => fits(record.name));
  }

  function fits(text) {
    return text.toLowerCase().includes(sought);
  }

  function paint() {
    const focus = element.contains(document.activeElement) ? document.activeElement.id : "";
    fill(tabs, games.length > 1 && games.map((game) => h("button", {
      type: "button", class: "small", id: `game-${game.name}`, "aria-pressed": String(game.name === now),
      onclick: async () => { await load(game.name); now = game.name; await seek(search.value); },
    }, known.get(game.name)?.title ?? game.title)));
    sift();
    const rows = known.get(now).products.map((one) => row(one)).filter(Boolean);
    fill(list, rows.length ? rows : h("li", { class: "hint" }, sought ? "Nothing is called so." : "There is nothing to print yet."));
    if (focus) document.getElementById(focus)?.focus();
  }

  function row(one) {
    const mine = product(`${now}/${one.name}`);
    const found = matching(mine);
    if (sought && !found.length && !fits(one.title)) return null;
    const some = mine.cards.size > 0;
    const opened = one.records > 0 && (mine.open || (sought && found.length > 0));
    const id = `tick-${mine.key}`;
    const box = h("input", {
      type: "checkbox", id, checked: mine.ticked && !some, indeterminate: mine.ticked && some,
      onchange: () => { mine.ticked = !mine.ticked || some; mine.cards.clear(); tell(); },
    });
    const cards = unique("cards");
    return h("li", { class: mine.ticked ? "product ticked" : "product" },
      h("div", { class: "line" },
        h("label", { for: id }, box, h("span", { class: "name" }, one.title)),
        mine.ticked && stepper(`copies-${mine.key}`, one.records ? `Copies of each of ${one.title}` : `Copies of ${one.title}`, mine.copies, one.records ? "as is" : "1", (copies) => {
          mine.copies = copies;
          for (const name of mine.cards.keys()) mine.cards.set(name, copies);
          changed();
        }),
        one.records > 0 && h("button", {
          type: "button", class: "quiet unfold", id: `open-${mine.key}`, "aria-expanded": String(opened), "aria-controls": cards,
          onclick: async () => { mine.open = !opened; paint(); if (mine.open) await records(mine); },
        }, some ? `${mine.cards.size} of ${one.records}` : `${one.records}`, h("span", { class: "sr" }, ` cards of ${one.title}`), h("span", { class: "turn", "aria-hidden": "true" }, "▸"))),
      mine.ticked && h("div", { class: "more" },
        h("button", { type: "button", class: "quiet link", id: `look-${mine.key}`, onclick: () => look(mine.key) }, "See its pages")),
      h("ul", { class: "cards", id: cards, hidden: !opened }, opened && (sought ? found : mine.records ?? []).map((record) => card(mine, record))));
  }

  function card(mine, record) {
    const id = `card-${mine.key}-${record.name}`;
    const on = isOn(mine, record);
    return h("li", {},
      h("label", { for: id }, h("input", { type: "checkbox", id, checked: on, onchange: () => {
        turn(mine, record, !on);
        tell();
      } }), h("span", { class: "name" }, record.name)),
      on && mine.cards.size > 0 && stepper(`often-${mine.key}-${record.name}`, `Copies of ${record.name}`, mine.cards.get(record.name), String(record.copies), (copies) => {
        mine.cards.set(record.name, copies);
        changed();
      }));
  }

  function tell() {
    paint();
    changed();
  }

  function chosenOf(one) {
    const slash = one.key.indexOf("/");
    const cards = [...one.cards].map(([name, copies]) => ({ name, copies }));
    return { game: one.key.slice(0, slash), product: one.key.slice(slash + 1), cards, copies: cards.length ? null : one.copies, seed: one.seed };
  }

  const ticked = () => [...held.values()].filter((one) => one.ticked);

  return {
    element,
    chosen: () => ticked().map(chosenOf),
    /** The product that the address is at: the one that it was, if it is ticked, or the first that is. */
    product() {
      const here = ticked().filter((one) => one.key.startsWith(`${at.game}/`));
      const mine = here.find((one) => one.key === `${at.game}/${at.product}`) ?? here[0];
      return mine ? mine.key.slice(at.game.length + 1) : at.product;
    },
    said() {
      const some = ticked();
      const first = some.length === 1 && some[0].key.startsWith(`${at.game}/`) ? some[0] : null;
      const names = some.map((one) => (one.key.startsWith(`${at.game}/`) ? one.key.slice(at.game.length + 1) : one.key));
      const cards = first ? [...first.cards].map(([name, copies]) => (copies ? `${name} x${copies}` : name)).join(AND) : "";
      return { print: first ? "" : names.join(","), cards, copies: first && !cards ? first.copies : "", seed: first?.seed ?? "" };
    },
    titleOf(one) {
      return known.get(one.game)?.products.find((product_) => product_.name === one.product)?.title ?? one.product;
    },
    async renew(game) {
      for (const name of [...known.keys()]) {
        if (game && name !== game) continue;
        known.set(name, await get(path(name)));
        for (const one of [...held.values()]) if (one.key.startsWith(`${name}/`) && one.records) { one.loading = null; await records(one); }
      }
      paint();
    },
  };
}

/** A number of copies with a button for one less and one more; empty is what the records say. */
export function stepper(id, label, value, usual, tell) {
  const input = h("input", { type: "number", id, class: "copies", min: 1, max: 999, value: value ?? "", placeholder: usual, "aria-label": label, onchange: () => set(number(input.value)) });
  const set = (next) => {
    const held = next === null ? null : Math.max(1, Math.min(999, next));
    input.value = held ?? "";
    tell(held);
  };
  const from = () => number(input.value) ?? number(usual) ?? 1;
  return h("span", { class: "stepper" },
    h("button", { type: "button", id: `${id}-less`, "aria-label": `Fewer: ${label}`, onclick: () => set(from() <= 1 ? null : from() - 1) }, "−"),
    input,
    h("button", { type: "button", id: `${id}-more`, "aria-label": `More: ${label}`, onclick: () => set(from() + 1) }, "+"));
}

function number(text) {
  const found = Number.parseInt(text, 10);
  return Number.isFinite(found) && found > 0 ? found : null;
}
