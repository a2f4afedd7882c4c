/** What a wall shows, as an address says it; and which cards that are, in which order. Nothing here touches the page. */

/** The state of a wall without anything said. */
export const PLAIN = { q: "", filters: {}, sort: "", down: false, view: "wall", look: "color", backs: false, over: false, sight: "", size: 0, card: null, selected: [] };

const several = (text) => (text ? text.split(",").map(decodeURIComponent) : []);
const joined = (values) => values.map((one) => encodeURIComponent(one)).join(",");

/** The state that an address says. */
export function read(params) {
  const state = structuredClone(PLAIN);
  state.q = params.q ?? "";
  for (const [key, value] of Object.entries(params)) {
    if (key.startsWith("f.") && value) state.filters[key.slice(2)] = several(value);
  }
  if (params.sort) {
    state.down = params.sort.startsWith("-");
    state.sort = params.sort.replace(/^-/, "");
  }
  if (["wall", "table"].includes(params.view)) state.view = params.view;
  state.look = params.look || "color";
  state.backs = params.backs === "1";
  state.over = params.over === "1";
  state.sight = params.sight ?? "";
  state.size = whole(params.size, 90, 480, 0);
  state.card = /^\d+$/.test(params.n ?? "") ? Number(params.n) : null;
  state.selected = (params.sel ?? "").split(",").filter((one) => /^\d+$/.test(one)).map(Number);
  return state;
}

/** What the address says of a state; what is usual is left out. */
export function written(state) {
  const params = { q: state.q };
  for (const [name, values] of Object.entries(state.filters)) if (values.length) params[`f.${name}`] = joined(values);
  if (state.sort) params.sort = (state.down ? "-" : "") + state.sort;
  if (state.view !== "wall") params.view = state.view;
  if (state.look !== "color") params.look = state.look;
  if (state.backs) params.backs = "1";
  if (state.over) params.over = "1";
  if (state.sight) params.sight = state.sight;
  if (state.size) params.size = state.size;
  if (state.selected.length) params.sel = state.selected.join(",");
  if (state.card !== null) params.n = state.card;
  return params;
}

function whole(text, least, most, otherwise) {
  const number = Number.parseInt(text, 10);
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : otherwise;
}

/** A text as a search takes it: small letters without marks. */
export function folded(text) {
  return String(text).normalize("NFD").replace(/\p{M}/gu, "").replace(/[’‘`]/g, "'").toLowerCase();
}

/** What a column's value is called. */
export function titleOf(column, value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  return column.words?.[value] ?? String(value);
}

/** What a card has in a column, each value apart; what a flag leaves out is no. */
export function valuesOf(card, column) {
  const held = column.of ? column.of(card) : card.values[column.name];
  if (held === undefined || held === null || held === "") return column.kind === "flag" ? ["false"] : [];
  return (Array.isArray(held) ? held : [held]).map(String);
}

/** Cards with what a search looks at. */
export function searchable(cards, columns) {
  for (const card of cards) {
    const words = columns.flatMap((column) => valuesOf(card, column).flatMap((value) => [value, titleOf(column, value)]));
    card.text = folded([card.name, ...words].join(" \u0000 "));
  }
  return cards;
}

const RANGE = /^(-?[\d.]*)\.\.(-?[\d.]*)$/;

function passes(card, column, wanted) {
  const held = valuesOf(card, column);
  return wanted.some((one) => {
    const range = RANGE.exec(one);
    if (!range || !column.number) return held.includes(one);
    return held.some((value) => (range[1] === "" || Number(value) >= Number(range[1])) && (range[2] === "" || Number(value) <= Number(range[2])));
  });
}

/** The cards that a state shows, in order; `but` is a column whose filter is left out. */
export function shown(cards, columns, state, but = "") {
  const words = folded(state.q).split(/\s+/).filter(Boolean);
  const asked = columns.filter((column) => column.name !== but && state.filters[column.name]?.length);
  return cards.filter((card) => words.every((word) => card.text.includes(word)) && asked.every((column) => passes(card, column, state.filters[column.name])));
}

const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

/** Cards in the order of a state: of equal ones, and without an order, that of the list. Nothing comes last. */
export function sorted(cards, columns, state) {
  const column = columns.find((one) => one.name === state.sort);
  if (!column && state.sort !== "name") return cards;
  const of = (card) => {
    if (!column) return card.name;
    const held = valuesOf(card, column);
    if (!held.length) return null;
    return column.number ? Number(held[0]) : held.map((value) => titleOf(column, value)).join(", ");
  };
  const keyed = cards.map((card, place) => [of(card), place, card]);
  const sign = state.down ? -1 : 1;
  keyed.sort(([a, m], [b, n]) => {
    if (a === null || b === null) return a === b ? m - n : a === null ? 1 : -1;
    return sign * (typeof a === "number" ? a - b : compare(a, b)) || m - n;
  });
  return keyed.map(([, , card]) => card);
}

const MOST_TEXTS = 24;
const MOST_NUMBERS = 14;

/**
 * What can be chosen: columns in which cards differ, each {column, values: [{value, title, count, color}], range}.
 * Counts are those of the cards that all other filters let through. Values that many cards share make a choice; a range
 * of numbers is given where there are many.
 */
export function facets(cards, columns, state) {
  return columns.map((column) => facet(cards, columns, column, state)).filter(Boolean);
}

function facet(cards, columns, column, state) {
  const all = tally(cards, column);
  const chosen = state.filters[column.name] ?? [];
  if (all.size < 2 && !chosen.length) return null;
  if (["text", "keyed"].includes(column.kind) && (all.size > MOST_TEXTS || all.size > cards.length / 2) && !chosen.length) return null;
  if (column.number && all.size > MOST_NUMBERS) {
    const numbers = [...all.keys()].map(Number);
    return { column, range: [Math.min(...numbers), Math.max(...numbers)], values: [], chosen };
  }
  const now = tally(shown(cards, columns, state, column.name), column);
  const order = [...Object.keys(column.words ?? {}), ...(column.options ?? [])];
  const values = [...new Set([...all.keys(), ...chosen.filter((one) => !column.number || !RANGE.test(one))])].map((value) => ({
    value, title: titleOf(column, value), count: now.get(value) ?? 0, color: column.colors?.[value],
  }));
  values.sort(column.number
    ? (a, b) => Number(a.value) - Number(b.value)
    : order.length ? (a, b) => order.indexOf(a.value) - order.indexOf(b.value)
      : (a, b) => all.get(b.value) - all.get(a.value) || compare(a.title, b.title));
  return { column, values, chosen };
}

function tally(cards, column) {
  const counts = new Map();
  for (const card of cards) for (const value of new Set(valuesOf(card, column))) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
