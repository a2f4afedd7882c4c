/** Odds of a game's dice: its tables, with the game's numbers or others, and one answer looked up. */

import { act, Findings, Overtaken } from "../../lib/api.js";
import { findingList } from "../../lib/dialog.js";
import { calm, fill, h } from "../../lib/dom.js";
import { chance, number, oddsBar } from "./chances.js";
import { capital } from "./readings.js";
import { choice, counter, field } from "./fields.js";

const TITLES = {
  attacker: "Attacker", defender: "Defender", of: "Who rolls", difficulty: "Hits that it takes", icons: "Icons", dice: "Dice", first: "Soldiers", second: "Soldiers against", quality: "Squad", reach: "Reach",
  falls: "the defender falls", costs: "the attacker falls", hits: "it hits", wins: "the first is left", soldiers: "hits of all soldiers", points: "hits for the points",
};

const OTHERWISE = { falls: "The defender stands", costs: "The attacker stands", hits: "It misses", wins: "The second is left" };

export function open(root, { at, bench, params, say }) {
  let now = { table: params.table ?? "", numbers: numbersOf(params.with) };
  let closed = false;
  const tabs = h("div", { class: "segments", role: "group", "aria-label": "Odds of what" });
  const problems = h("div", { class: "problems" });
  const result = h("div", { class: "results" });
  fill(root, tabs, problems, result);
  const ask = calm(load, 40);
  load();

  function set(other) {
    now = { ...now, ...other };
    ask();
  }

  async function load() {
    say({ table: now.table, with: Object.entries(now.numbers).map(([name, value]) => `${name}:${[value].flat().join("-")}`).join(",") });
    try {
      const answer = await act(at, "lab", "odds", now);
      if (closed) return undefined;
      fill(problems);
      if (!now.table && answer.names.length > 1) {
        now.table = answer.names[0].name;
        return load();
      }
      fill(tabs, answer.names.length > 1 && answer.names.map((one) => h("button", { type: "button", "aria-pressed": String(one.name === now.table), onclick: () => set({ table: one.name, numbers: {} }) }, capital(one.name.replaceAll("-", " ")))));
      fill(result, answer.tables.map((table) => shown(table)));
    } catch (error) {
      if (error instanceof Overtaken) return;
      if (!(error instanceof Findings)) throw error;
      fill(problems, findingList(error.findings), Object.keys(now.numbers).length > 0 && h("button", { type: "button", onclick: () => set({ numbers: {} }) }, "The game’s own numbers"));
    }
  }

  function shown(table) {
    return h("div", { class: "grid-two odds-grid" }, lookup(table), table.numbers.length > 0 && numbers(table),
      h("section", { class: "panel wide-panel" }, h("h2", {}, capital(table.name.replaceAll("-", " "))), h("p", { class: "hint" }, table.title), grid(table)));
  }

  /** One answer: who, against whom, with how much. */
  function lookup(table) {
    const keys = Object.keys(table.asks);
    const [row] = table.rows;
    if (!row) return null;
    const lists = Object.keys(row).filter((key) => Array.isArray(row[key]));
    const choices = lists.length ? { ...table.asks, dice: row[lists[0]].map((_, n) => n + 1) } : table.asks;
    const usable = table.rows.find((one) => Object.values(one).flat().some((value) => typeof value === "number" && value > 0 && value < 1)) ?? row;
    const picked = Object.fromEntries(Object.entries(choices).map(([key, values]) => [key, key in usable && keys.includes(key) ? usable[key] : values[Math.min(2, values.length - 1)]]));
    const answer = h("div", { class: "answer", "aria-live": "polite" });
    const paint = () => {
      const found = table.rows.find((one) => keys.every((key) => String(one[key]) === String(picked[key])));
      fill(answer, found ? results(found, lists, picked) : h("p", { class: "hint" }, "There is no such roll: take fewer icons or more dice."));
    };
    paint();
    return h("section", { class: "panel lookup" }, h("h2", {}, "Look one up"), h("div", { class: "row fields" }, Object.entries(choices).map(([key, values]) =>
      field(TITLES[key] ?? capital(key), choice(values.map((value) => ({ name: String(value), title: String(value) })), String(picked[key]), (value) => {
        picked[key] = value;
        paint();
      })))), answer);
  }

  function results(row, lists, picked) {
    const keys = lists.length ? lists : Object.keys(row).filter((key) => typeof row[key] === "number" && !(key in picked));
    return keys.map((key) => {
      const value = lists.length ? row[key][Number(picked.dice) - 1] : row[key];
      const title = TITLES[key] ?? key;
      if (value > 1 || key === "soldiers" || key === "points") return h("p", { class: "worth-number" }, h("b", {}, number(value, 2)), ` ${title}`);
      const bar = oddsBar({ big: true });
      bar.show([{ name: key === "costs" ? "lose" : "win", title: capital(title), value }, { name: "tie", title: OTHERWISE[key] ?? "Not so", value: 1 - value }]);
      return h("div", { class: "one-answer" }, bar.element);
    });
  }

  function numbers(table) {
    return h("section", { class: "panel" }, h("h2", {}, "Other numbers"), h("div", { class: "row fields" }, table.numbers.map((one) => {
      const value = now.numbers[one.name] ?? one.value;
      const change = (given) => {
        const { [one.name]: _, ...rest } = now.numbers;
        set({ numbers: String(given) === String(one.value) ? rest : { ...rest, [one.name]: given } });
      };
      const control = one.many > 1
        ? h("input", { type: "text", inputmode: "numeric", value: [value].flat().join(", "), onchange: (event) => {
          const given = event.target.value.split(/[^0-9]+/).filter(Boolean).map(Number);
          if (given.length) change(given);
        } })
        : counter(value, one.least, one.most, change);
      return field(capital(one.name), control, `${one.says}, ${one.least} to ${one.most}`);
    })), Object.keys(now.numbers).length > 0 && h("p", {}, h("button", { type: "button", onclick: () => set({ numbers: {} }) }, "The game’s own numbers")));
  }

  return { close: () => { closed = true; ask.cancel(); } };
}

/** A table as people read it; a cell has stretches of letters, some of them bold. */
function grid(table) {
  const named = table.lines.some((line) => line.of && line.of !== line.cells[0]) && new Set(table.lines.map((line) => line.of)).size > 1;
  let last = null;
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title }, h("table", {},
    h("thead", {}, h("tr", {}, named && h("th", { scope: "col" }, "Of"), table.head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, table.lines.map((line) => {
      const first = named && line.of !== last;
      last = line.of;
      return h("tr", { class: first ? "first" : "" }, named && h("th", { scope: "row" }, line.of), line.parts.map((cell, n) => (n || named ? h("td", {}, marked(cell)) : h("th", { scope: "row" }, marked(cell)))));
    }))));
}

function marked(parts) {
  return parts.map(([text, bold]) => (bold ? h("b", {}, text) : text));
}

/** Numbers that an address says: soldiers:7,squads:3-5. */
function numbersOf(text) {
  const found = {};
  for (const one of (text ?? "").split(",")) {
    const [name, value] = one.split(":");
    const numbers = (value ?? "").split("-").map(Number);
    if (name && numbers.length && numbers.every(Number.isInteger)) found[name] = numbers.length > 1 ? numbers : numbers[0];
  }
  return found;
}
