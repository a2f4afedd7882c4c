/** A wall of small cards to choose from: searched, filtered and sorted, with one stop of the Tab key. */

import { calm, fill, h } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";
import { number } from "./chances.js";

/** The picture of a unit's card. */
export function cardPicture(unit, cards, className = "") {
  return picture({ address: cards.address(unit), ...cards.shape(unit), alt: "", className });
}

/** What a unit is beside its name, in words: its numbers, its skills, its deck. */
export function described(unit, bench) {
  const scores = bench.types.map((type, at) => `${type.title} ${number(unit.scores[at])}`);
  return [...scores, ...titles(unit, bench), titleOf(bench.groups, unit.group), titleOf(bench.decks, unit.deck)].filter(Boolean).join(", ");
}

export function titles(unit, bench) {
  return unit.skills.map((skill) => titleOf(bench.skills, skill));
}

export function titleOf(rows, name) {
  return rows.find((row) => row.name === name)?.title ?? name;
}

const SORTS = [{ name: "list", title: "as listed" }, { name: "name", title: "name" }, { name: "sum", title: "sum of numbers" }];

/**
 * The wall. `choose(unit, side)` is called for a card that is clicked, or chosen with Enter, A or D (`side` is "" where
 * nobody says which); `marks(unit)` says what to mark a card with, as a list of {name, title}.
 */
export function cardWall({ bench, cards, choose, marks, hint = "" }) {
  const tiles = new Map();
  let order = bench.units;
  let current = 0;

  const search = h("input", { type: "search", placeholder: "Name, skill, role …", "aria-label": "Search the cards", oninput: calm(filter, 60) });
  const deck = select("Deck", bench.decks.length > 1 ? bench.decks : [], "all decks");
  const group = select("Group", bench.groups, "all groups");
  const skill = select("Skill", bench.skills, "all skills");
  const sort = select("Sort by", [...SORTS, ...bench.types.map((type) => ({ name: `type:${type.name}`, title: type.title }))], "");
  const told = h("p", { class: "hint", role: "status" });
  const list = h("ul", { class: "cards", "aria-label": "Cards", onkeydown: key });

  for (const unit of bench.units) tiles.set(unit, tile(unit));
  const nothing = h("p", { class: "hint nothing", hidden: true }, "No card is like that. Search for something else.");
  const element = h("section", { class: "panel wall-panel", "aria-label": "All cards" },
    h("div", { class: "wall-head" }, search, h("div", { class: "row filters" }, deck, group, skill, sort), told),
    h("div", { class: "wall-scroll", tabindex: "-1" }, list, nothing), hint && h("p", { class: "hint keys" }, hint));
  filter();

  function select(label, rows, all) {
    if (!rows.length) return null;
    return h("select", { "aria-label": label, onchange: filter }, all && h("option", { value: "" }, all), rows.map((row) => h("option", { value: row.name }, row.title)));
  }

  function tile(unit) {
    const flags = h("span", { class: "flags" });
    const button = h("button", { type: "button", class: "tile", tabindex: "-1", onclick: () => { current = order.indexOf(unit); choose(unit, ""); } },
      cardPicture(unit, cards), flags,
      h("span", { class: "tile-name" }, unit.name),
      h("span", { class: "tile-scores", "aria-hidden": "true" }, bench.types.map((type, at) => h("span", { title: type.title }, number(unit.scores[at])))),
      h("span", { class: "sr" }, described(unit, bench)));
    button.unit = unit;
    return { item: h("li", {}, button), button, flags, text: `${unit.search} ${unit.name}`.toLocaleLowerCase() };
  }

  function filter() {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const fits = (unit) => words.every((word) => tiles.get(unit).text.includes(word))
      && (!deck?.value || unit.deck === deck.value) && (!group?.value || unit.group === group.value) && (!skill?.value || unit.skills.includes(skill.value));
    const found = sorted(bench.units.filter(fits));
    // Whoever is called so comes before all that only say so.
    const called = (unit) => words.length > 0 && words.every((word) => unit.name.toLocaleLowerCase().includes(word));
    order = [...found.filter(called), ...found.filter((unit) => !called(unit))];
    current = Math.min(current, Math.max(0, order.length - 1));
    fill(list, order.map((unit) => tiles.get(unit).item));
    nothing.hidden = order.length > 0;
    told.textContent = order.length === bench.units.length ? `${order.length} cards` : `${order.length} of ${bench.units.length} cards`;
    stops();
  }

  function sorted(units) {
    const how = sort.value;
    if (how === "list") return units;
    if (how === "name") return [...units].sort((a, b) => a.name.localeCompare(b.name));
    const at = bench.types.findIndex((type) => `type:${type.name}` === how);
    const worth = (unit) => (at < 0 ? unit.scores.reduce((sum, one) => sum + one, 0) : unit.scores[at]);
    return [...units].sort((a, b) => worth(b) - worth(a));
  }

  function stops() {
    for (const { button } of tiles.values()) button.tabIndex = -1;
    if (order[current]) tiles.get(order[current]).button.tabIndex = 0;
  }

  function key(event) {
    const unit = event.target.closest(".tile")?.unit;
    if (!unit || event.ctrlKey || event.metaKey || event.altKey) return;
    const wide = Math.max(1, Math.round(list.clientWidth / (tiles.get(unit).item.offsetWidth + 8)));
    const at = order.indexOf(unit);
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + wide, ArrowUp: at - wide, Home: 0, End: order.length - 1 };
    if (event.key in moves) {
      event.preventDefault();
      focus(Math.min(order.length - 1, Math.max(0, moves[event.key])));
    } else if (["a", "d"].includes(event.key.toLowerCase())) {
      event.preventDefault();
      event.stopPropagation();
      choose(unit, event.key.toLowerCase() === "a" ? "attack" : "defend");
    }
  }

  function focus(at) {
    current = at;
    stops();
    tiles.get(order[at])?.button.focus();
  }

  return {
    element,
    search,
    /** Mark the cards anew. */
    mark() {
      for (const [unit, { button, flags }] of tiles) {
        const found = marks(unit);
        button.setAttribute("aria-pressed", String(found.length > 0));
        fill(flags, found.map((one) => h("span", { class: `flag ${one.name}` }, one.title)));
      }
    },
  };
}
