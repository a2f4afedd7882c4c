/** The picture: what is seen of a trooper, picked from small pictures of it; what nobody picks is left to the dice. */

import { Findings, Overtaken } from "../../lib/api.js";
import { calm, fill, h, unique } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";
import { along } from "./roving.js";
import { thrown } from "./wish.js";

const BATCH = 4;

export function lookPanel(room) {
  const { bench } = room;
  const groups = [...new Set(bench.look.map((key) => key.group))];
  const id = unique("look");
  let group = groups[0];
  const dice = h("button", { type: "button", class: "main dice", onclick: surprise }, "Surprise me");
  const fresh = h("button", { type: "button", onclick: () => room.set((wish) => { wish.look = { seed: wish.look.seed ?? thrown() }; }) }, "Leave all open");
  const chosen = h("ul", { class: "chosen", "aria-label": "What was chosen" });
  const tabs = groups.map((name) => h("button", { type: "button", role: "tab", id: `${id}-${name}`, "aria-controls": `${id}-panel`,
    onclick: () => turn(name), onkeydown: (event) => along(event, tabs) }, name));
  const find = h("input", { type: "search", class: "find", placeholder: "find: beret, bow, swamp …", "aria-label": "Find a choice", oninput: () => filter() });
  const grid = h("div", { class: "choices" });
  const panel = h("div", { role: "tabpanel", id: `${id}-panel`, class: "lookpanel" }, grid);
  const photo = h("p", { class: "hint", hidden: true }, "A photo is on the card. What you pick here shows once you take the drawn picture again.");
  const element = h("section", { class: "panel look", "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, "The picture"),
    h("div", { class: "row lookhead" }, dice, chosen, fresh),
    h("div", { class: "row" }, h("div", { role: "tablist", class: "tabs", "aria-label": "Parts of the picture" }, tabs), find),
    photo, panel);

  let sections = [];
  let tiles = new Map();
  const waiting = new Set();
  let asking = false;
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const tile = tiles.get(entry.target);
      if (!tile) continue;
      tile.seen = entry.isIntersecting;
      if (tile.seen && tile.stale) waiting.add(tile);
      else waiting.delete(tile);
    }
    soon();
  }, { rootMargin: "80px" });
  const soon = calm(draw, 100);

  function turn(name) {
    group = name;
    layout();
  }

  /** Lay out all choices of the group that is open: a section for each key, and in it one for each sort of words. */
  function layout() {
    tabs.forEach((tab, n) => {
      const here = groups[n] === group;
      tab.setAttribute("aria-selected", String(here));
      tab.tabIndex = here ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", `${id}-${group}`);
    watch.disconnect();
    waiting.clear();
    tiles = new Map();
    sections = bench.look.filter((one) => one.group === group).flatMap((key) =>
      [...new Set(key.choices.map((one) => one.sort))].map((sort) => section(key, sort)));
    fill(grid, sections.map((one) => one.element));
    grid.scrollTop = 0;
    for (const element of tiles.keys()) watch.observe(element);
    filter();
    show(room.wish);
  }

  function section(key, sort) {
    const title = sort ? `${key.title}: ${sort.toLowerCase()}` : key.title;
    const made = key.choices.filter((one) => one.sort === sort).map((choice) => tile(key, choice, () => made.filter((one) => !one.element.hidden).map((one) => one.element)));
    const element = h("div", { class: "sect", "data-title": title.toLowerCase() },
      h("h3", {}, title), h("div", { class: `tiles ${key.shows}`, role: "toolbar", "aria-label": title }, made.map((one) => one.element)));
    return { element, tiles: made };
  }

  function tile(key, choice, others) {
    const colored = key.shows === "color";
    const view = colored ? swatch(choice.value) : picture({ alt: "", className: "thumb" });
    // Nobody waits for it before it is seen.
    if (!colored) view.classList.replace("waiting", "later");
    const label = colored ? h("span", { class: "sr" }, `${key.title} ${choice.label}`) : h("span", { class: "name" }, choice.label);
    const element = h("button", { type: "button", class: "tile", "aria-pressed": "false", tabindex: "-1",
      onclick: () => pick(key, choice.value), onkeydown: (event) => along(event, others()) }, view, label);
    const made = { element, key, choice, view, stale: !colored, seen: false };
    tiles.set(element, made);
    return made;
  }

  /** Of the tiles of a section one is reached by Tab; from there arrows lead on. */
  function rove() {
    for (const one of sections) {
      const there = one.tiles.filter((tile) => !tile.element.hidden);
      const first = there.find((tile) => tile.element.getAttribute("aria-pressed") === "true") ?? there[0];
      for (const tile of one.tiles) tile.element.tabIndex = tile === first ? 0 : -1;
    }
  }

  function filter() {
    const asked = find.value.trim().toLowerCase();
    for (const one of sections) {
      const whole = one.element.dataset.title.includes(asked);
      for (const tile of one.tiles) tile.element.hidden = !whole && !tile.choice.label.toLowerCase().includes(asked);
      one.element.hidden = one.tiles.every((tile) => tile.element.hidden);
    }
    rove();
  }

  /** Choose it, or leave it to the dice again where it was chosen. */
  function pick(of, value) {
    room.set((wish) => {
      const words = wordsOf(of, wish.look[of.key]);
      if (words.includes(value)) put(wish, of, words.filter((word) => word !== value));
      else if (of.several && value !== "none") put(wish, of, [...words.filter((word) => word !== "none" && !rival(of, word, value)), value]);
      else put(wish, of, [value]);
    });
    room.say(`${of.title}: ${value}`);
  }

  function put(wish, of, words) {
    if (!words.length) delete wish.look[of.key];
    else if (of.key === "face") wish.look.face = words.join(" ");
    else wish.look[of.key] = of.several && words[0] !== "none" ? words : words[0];
  }

  function show(wish) {
    for (const { element, key, choice } of tiles.values()) {
      const pressed = String(wordsOf(key, wish.look[key.key]).includes(choice.value));
      if (element.getAttribute("aria-pressed") !== pressed) element.setAttribute("aria-pressed", pressed);
    }
    const said = bench.look.filter((one) => wish.look[one.key] !== undefined);
    const now = JSON.stringify(said.map((one) => [one.key, wish.look[one.key]]));
    if (chosen.dataset.now === now) return;
    chosen.dataset.now = now;
    fill(chosen, said.map((one) => h("li", {}, h("button", { type: "button", class: "chip",
      "aria-label": `${one.title} ${wish.look[one.key]}: leave it open again`,
      onclick: () => room.set((next) => { delete next.look[one.key]; }) },
      one.shows === "color" ? swatch(wish.look[one.key]) : null,
      h("span", {}, one.shows === "color" ? one.title : [wish.look[one.key]].flat().join(", ").replaceAll("-", " ")), h("span", { "aria-hidden": "true" }, "×")))),
      !said.length && h("li", { class: "hint" }, "What you leave open, the dice and the gear decide."));
    fresh.disabled = !said.length;
  }

  /** Draw the thumbnails that are seen and not of the card as it is now: some at a time, so that the card goes first. */
  async function draw() {
    if (asking || !waiting.size) return;
    asking = true;
    try {
      for (await room.still(); waiting.size; await room.still()) {
        const of = [...waiting][0].key;
        const some = [...waiting].filter((one) => one.key === of).slice(0, BATCH);
        for (const one of some) waiting.delete(one);
        const drawnOf = drawnWith;
        const { pictures } = await room.desk("thumbnails", { wish: room.wish, key: of.key, choices: some.map((one) => one.choice.value) });
        for (const one of some) {
          const drawn = pictures[one.choice.value];
          one.view.classList.remove("later");
          if (drawn) one.view.show(drawn.address, drawn);
          one.stale = drawnOf !== drawnWith;
        }
      }
    } catch (error) {
      if (!(error instanceof Findings || error instanceof Overtaken)) throw error;
    } finally {
      asking = false;
    }
  }

  let drawnWith = "";
  let guessed = null;
  layout();

  /** Another throw of the dice: what was chosen stays. */
  function surprise() {
    room.set((wish) => {
      wish.look.seed = thrown();
      const people = bench.look.find((one) => one.key === "sex");
      if (people && (wish.look.sex === undefined || wish.look.sex === guessed)) {
        guessed = people.choices[Math.floor(Math.random() * people.choices.length)].value;
        wish.look.sex = guessed;
      }
    });
    dice.classList.remove("thrown");
    requestAnimationFrame(() => dice.classList.add("thrown"));
  }

  return {
    element,
    close() {
      watch.disconnect();
      soon.cancel();
    },
    paint(wish, draft) {
      show(wish);
      photo.hidden = !(wish.photo || wish.art);
      // Thumbnails show the card so far: once that looks otherwise, so do they.
      const now = JSON.stringify([wish.look, draft?.card.service, draft?.card.weapons, draft?.card.traits, draft?.card.skills]);
      if (draft && now !== drawnWith) {
        drawnWith = now;
        for (const one of tiles.values()) {
          one.stale = one.key.shows !== "color";
          if (one.seen && one.stale) waiting.add(one);
        }
        soon();
      }
    },
  };
}

/** The words that a look has for a key, one by one. */
function wordsOf(of, held) {
  if (of.key === "face") return facets(of, held);
  return Array.isArray(held) ? held : held === undefined ? [] : [String(held)];
}

/** The words of a face, of which each may be of several letters: the longest that are known. */
function facets(of, text) {
  const known = new Set(of.choices.map((one) => one.value));
  const letters = String(text ?? "").split(/\s+/).filter(Boolean);
  const found = [];
  for (let at = 0; at < letters.length;) {
    let size = letters.length - at;
    while (size > 1 && !known.has(letters.slice(at, at + size).join(" "))) size -= 1;
    found.push(letters.slice(at, at + size).join(" "));
    at += size;
  }
  return found;
}

/** Whether of two words for a face only one can be seen: they are of one sort. */
function rival(of, one, other) {
  if (of.key !== "face") return false;
  const sort = (value) => of.choices.find((choice) => choice.value === value)?.sort;
  return sort(one) === sort(other) && sort(one) !== "Worn on it";
}

function swatch(color) {
  const dot = h("span", { class: "swatch" });
  if (/^#[0-9a-f]{6}$/i.test(String(color))) dot.style.backgroundColor = color;
  return dot;
}
