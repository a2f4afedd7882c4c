/** A fight: two teams, where they meet, who wins and why. */

import { act, Findings, Overtaken } from "../../lib/api.js";
import { findingList, toast } from "../../lib/dialog.js";
import { calm, fill, h, remember, remembered } from "../../lib/dom.js";
import { history } from "../../lib/undo.js";
import { chance, columns, mean, number, oddsBar, total } from "./chances.js";
import { BASE, grounds } from "./ground.js";
import { readings } from "./readings.js";
import { joined, ofFights, parted, rulesOf, rulesSaid, SIDES, Teams } from "./teams.js";
import { cardPicture, cardWall, described, titles } from "./wall.js";

const WORDS = {
  attack: { title: "Attackers", one: "attacker", side: "attacker", short: "attacks" },
  defend: { title: "Defenders", one: "defender", side: "defender", short: "defends" },
};
const TIES = {
  defender: "the defender holds",
  attacker: "the attacker wins",
  "re-roll": "dice are rolled again",
  "both-lose": "both sides lose",
};
const MOST_LENT = 999;

/** Open the view. `state` holds what all views share; `say(params)` puts what is here into the address. */
export function open(root, { at, bench, cards, params, state, say }) {
  const rules = bench.rules;
  let now = read();
  let active = "attack";
  const past = history(now, (value) => {
    now = value;
    changed(false);
  });

  function read() {
    const teams = new Teams(bench, parted(params.attack), parted(params.defend));
    if (teams.missing.length) toast(`Not in these decks: ${teams.missing.join(", ")}`, "bad");
    const lends = (word) => Math.min(MOST_LENT, Math.max(0, Number.parseInt(params[word] ?? "0", 10) || 0));
    const ground = params.terrain === BASE && bench.bases ? BASE : bench.terrains.some((one) => one.name === params.terrain) ? params.terrain : "";
    const type = bench.types.some((one) => one.name === params.type) ? params.type : "";
    return { teams, ground, type, lent: { attack: lends("lent"), defend: lends("lent-back") }, rules: rulesOf(params.rule, rules) };
  }

  /** Something is other than it was: `with` is what. */
  function set(other, key = null) {
    now = { ...now, ...other };
    past.push(now, key);
    changed(true);
  }

  const withTeams = (how) => {
    const teams = new Teams(bench, now.teams.names("attack"), now.teams.names("defend"));
    const done = how(teams);
    if (done !== false) set({ teams });
    return done !== false;
  };

  function choose(unit, said) {
    const on = now.teams.sidesOf(unit);
    if (!said && on.length && SIDES.every((side) => !now.teams.fits(unit, side) || on.includes(side))) {
      return withTeams((teams) => teams.remove(on[0], teams[on[0]].indexOf(unit)));
    }
    const side = said || now.teams.meant(unit, active);
    add(unit, side);
  }

  function add(unit, side) {
    if (withTeams((teams) => teams.add(unit, side))) {
      if (now.teams.full(side) && !now.teams.full(other(side))) active = other(side);
      else active = side;
      paintTeams();
      live.textContent = `${unit.name} ${WORDS[side].short}`;
    } else toast(now.teams.full(side) ? `A team has ${bench.most} cards at most.` : `There is no second ${unit.name}.`, "");
  }

  const other = (side) => (side === "attack" ? "defend" : "attack");

  // What there is to see.
  const faces = new Map();
  const live = h("p", { class: "sr", role: "status" });
  const places = Object.fromEntries(SIDES.map((side) => [side, teamPanel(side)]));
  const ground = grounds({ bench, value: now.ground, change: (word) => set({ ground: word }) });
  const kinds = typeChoice();
  const overall = oddsBar({ big: true });
  const brief = oddsBar({ legend: false });
  const words = h("p", { class: "decided" });
  const sums = h("div", { class: "sums" });
  const problems = h("div", { class: "problems" });
  const result = h("section", { class: "panel result", "aria-label": "Who wins" },
    h("h2", {}, "Who wins"), overall.element, words, problems, sums);
  const choices = readings({ rules, chosen: now.rules, only: (rule) => rule.of === "fight", change: (chosen) => set({ rules: chosen }), open: Object.keys(now.rules).length > 0 });
  const wall = cardWall({
    bench, cards, choose,
    marks: (unit) => now.teams.sidesOf(unit).map((side) => ({ name: side, title: WORDS[side].short })),
    hint: "Arrow keys move, Enter puts a card on its side, A makes it attack, D defend. / searches, X swaps the sides.",
  });
  const swap = h("button", { type: "button", class: "swap", onclick: swapped, title: "X" }, "⇄ Swap sides");
  const clear = h("button", { type: "button", class: "quiet", onclick: () => withTeams((teams) => { teams.attack = []; teams.defend = []; }) }, "Clear");
  const share = h("button", { type: "button", class: "quiet", onclick: shared }, "Copy link");
  fill(root, live,
    h("div", { class: "fight" },
      h("div", { class: "brief", "aria-hidden": "true" }, brief.element),
      h("div", { class: "arena" },
        h("div", { class: "teams" }, places.attack.element, h("div", { class: "between" }, h("span", { class: "versus", "aria-hidden": "true" }, "vs"), swap), places.defend.element),
        h("div", { class: "panel where-panel" }, ground.element, h("div", { class: "row tools" }, kinds.element, share, clear)),
        result, choices.element),
      wall.element));
  changed(false);
  if (!now.teams.attack.length && !now.teams.defend.length && matchMedia("(min-width: 1100px) and (hover: hover)").matches) wall.search.focus({ preventScroll: true });

  function teamPanel(side) {
    const slots = h("ol", { class: "slots" });
    slots.style.setProperty("--across", String(Math.min(5, Math.max(4, bench.most))));
    const about = h("p", { class: "after" });
    const lost = h("div", { class: "lost" });
    const count = h("span", { class: "count" });
    const pick = h("button", { type: "button", class: "pick", onclick: () => { active = side; paintTeams(); wall.search.focus(); } });
    const lent = bench.lends ? h("label", { class: "lent" }, h("span", {}, `${bench.lends} lends`),
      h("input", { type: "number", min: 0, max: MOST_LENT, step: 1, onchange: (event) => set({ lent: { ...now.lent, [side]: Math.min(MOST_LENT, Math.max(0, Math.trunc(Number(event.target.value)) || 0)) } }) })) : null;
    const element = h("section", { class: `panel team ${side}`, "aria-label": WORDS[side].title },
      h("header", {}, h("h2", {}, WORDS[side].title), count, pick), slots, h("footer", {}, about, lent, lost));
    return { element, slots, about, lost, count, pick, lent: lent?.querySelector("input") };
  }

  function typeChoice() {
    const buttons = [{ name: "", title: "All types" }, ...bench.types].map((type) =>
      h("button", { type: "button", value: type.name, onclick: () => set({ type: type.name }) }, type.title));
    const element = h("div", { class: "segments", role: "group", "aria-label": "Type of fight" }, bench.types.length > 1 ? buttons : null);
    return { element, show: (value) => buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.value === value))) };
  }

  function paintTeams() {
    for (const side of SIDES) {
      const { element, slots, count, pick, lent } = places[side];
      const team = now.teams[side];
      element.classList.toggle("active", side === active);
      count.textContent = `${team.length} of ${bench.most}`;
      pick.textContent = side === active ? "picking" : "pick for these";
      pick.setAttribute("aria-pressed", String(side === active));
      if (lent && document.activeElement !== lent) lent.value = String(now.lent[side]);
      fill(slots, Array.from({ length: bench.most }, (_, place) => slot(side, team[place], place)));
    }
    wall.mark();
  }

  /** The picture of a card on a side stays as long as the card does. */
  function faceOf(side, unit, place) {
    const key = `${side} ${unit.name} ${now.teams[side].slice(0, place).filter((one) => one === unit).length}`;
    if (!faces.has(key)) faces.set(key, cardPicture(unit, cards));
    return faces.get(key);
  }

  function slot(side, unit, place) {
    if (!unit) {
      return h("li", { class: "slot empty" }, h("button", { type: "button", class: "room-for-one", "aria-label": `Choose a card for the ${WORDS[side].title.toLowerCase()}`, onclick: () => { active = side; paintTeams(); wall.search.focus(); } }, "+"),
        h("span", { class: "slot-name" }, " "));
    }
    const gone = () => {
      withTeams((teams) => teams.remove(side, place));
      (places[side].slots.querySelectorAll(".slot button")[Math.min(place, now.teams[side].length)] ?? wall.search).focus();
    };
    const chances = h("span", { class: "survives" });
    const item = h("li", { class: "slot" },
      h("button", { type: "button", class: "member", "aria-label": `${unit.name}, ${described(unit, bench)}: take out of the ${WORDS[side].title.toLowerCase()}`, title: `${unit.name}\n${titles(unit, bench).join(", ")}\nClick to take it out`, onclick: gone,
        onkeydown: (event) => (event.key === "Delete" || event.key === "Backspace") && gone() }, faceOf(side, unit, place), h("span", { class: "out", "aria-hidden": "true" }, "×")),
      nameOf(unit.name), chances);
    item.survives = chances;
    return item;
  }

  function swapped() {
    withTeams((teams) => teams.swap());
    set({ lent: { attack: now.lent.defend, defend: now.lent.attack } }, "swap");
    live.textContent = "The sides are swapped.";
  }

  async function shared() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast("The address of this fight is copied.", "good");
    } catch {
      toast("The address above is the link to this fight.");
    }
  }

  /** Show what is now, and ask what comes of it. */
  function changed(soon) {
    paintTeams();
    ground.show(now.ground);
    kinds.show(now.type);
    choices.show(now.rules);
    state.rules = now.rules;
    say({
      attack: joined(now.teams.names("attack")), defend: joined(now.teams.names("defend")), terrain: now.ground, type: now.type,
      lent: now.lent.attack || "", "lent-back": now.lent.defend || "", rule: rulesSaid(now.rules),
    });
    if (soon) asked();
    else ask();
  }

  const asked = calm(ask, 30);

  async function ask() {
    const asks = {
      attack: now.teams.names("attack"), defend: now.teams.names("defend"), terrain: now.ground === BASE ? "" : now.ground, base: now.ground === BASE,
      type: now.type, artillery: now.lent.attack, defending_artillery: now.lent.defend, rules: ofFights(now.rules, rules),
    };
    try {
      const answer = await act(at, "lab", "fight", asks);
      fill(problems);
      if (answer.unfinished) unfinished(answer);
      else fought(answer);
    } catch (error) {
      if (error instanceof Overtaken) return;
      if (!(error instanceof Findings)) throw error;
      fill(problems, findingList(error.findings));
    }
  }

  function unfinished({ unfinished: wanted, sums: brings }) {
    result.classList.add("waiting");
    overall.clear();
    brief.clear();
    fill(words, h("strong", {}, wanted));
    for (const side of SIDES) [places[side].about, places[side].lost].forEach((part) => fill(part));
    fill(sums, bench.types.map((type, at) => {
      const sides = ["attacker", "defender"].map((side) => brings[side]?.[at] && sumOf(side, brings[side][at], bench.faces));
      return sides.some(Boolean) && h("article", { class: "sum" }, h("header", {}, h("h3", {}, type.title)), h("div", { class: "lines" }, sides.map((one) => one || h("div", {}))));
    }));
  }

  function fought(answer) {
    result.classList.remove("waiting");
    overall.show(parts(answer.all));
    brief.show(parts(answer.all));
    const { attacker, defender, both } = answer.all.decided;
    const tied = answer.all.tie > 0;
    fill(words, tied && `Where totals are equal ${TIES[answer.tie]}: `,
      h("strong", {}, `${tied ? "attackers" : "Attackers"} win ${chance(attacker)}, defenders ${chance(defender)}`), both > 0 && `, both lose ${chance(both)}`, ".");
    const closed = remembered("lab-sums", []);
    fill(sums, answer.types.map((type) => {
      const bar = oddsBar({ legend: false });
      bar.show(parts(type));
      const share = answer.types.length > 1 ? ` · comes ${share_of(type, answer.types)}` : "";
      return h("details", { class: "sum", open: !closed.includes(type.name), ontoggle: (event) => kept(type.name, event.target.open) },
        h("summary", {}, h("span", { class: "sum-head" }, h("h3", {}, type.title), h("span", { class: "hint" }, `${chance(type.win)} to ${chance(type.lose)}${share}`)), bar.element),
        h("div", { class: "lines" }, ["attacker", "defender"].map((side) => sumOf(side, type[side], answer.faces))));
    }));
    for (const side of SIDES) after(side, answer.after[WORDS[side].side]);
  }

  /** How many units of a side are left, and which. */
  function after(side, found) {
    const items = places[side].slots.querySelectorAll("li.slot:not(.empty)");
    found.units.forEach((unit, place) => {
      const bar = h("span", { class: "life" });
      bar.style.inlineSize = `${100 * unit.survives}%`;
      if (items[place]) fill(items[place].survives, h("span", { class: "life-room", "aria-hidden": "true" }, bar), h("span", {}, h("span", { class: "sr" }, "survives in "), chance(unit.survives)));
    });
    const lost = Array.from({ length: found.units.length + 1 }, (_, count) => ({ label: String(count), title: `${count} lost`, value: found.lost.find(([many]) => many === count)?.[1] ?? 0 }));
    fill(places[side].about, h("b", {}, number(found.survivors, 2)), ` of ${found.units.length} survive`);
    fill(places[side].lost, h("span", { class: "hint" }, "lost"), columns(lost, { kind: side === "attack" ? "win" : "lose" }));
  }

  return {
    key(event) {
      if (past.key(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
      if (event.key === "/") {
        event.preventDefault();
        wall.search.focus();
      } else if (event.key.toLowerCase() === "x") swapped();
    },
    close() {
      asked.cancel();
    },
  };
}

function kept(name, open) {
  const closed = remembered("lab-sums", []).filter((one) => one !== name);
  remember("lab-sums", open ? closed : [...closed, name]);
}

function share_of(type, types) {
  const all = types.reduce((sum, one) => sum + one.share, 0);
  return `${type.share} times of ${all}`;
}

/** The three ways in which a fight may end, for a bar. */
const parts = (one) => [
  { name: "win", title: "Attackers higher", value: one.win }, { name: "tie", title: "Equal", value: one.tie }, { name: "lose", title: "Defenders higher", value: one.lose },
];

/** The sum of a side, line by line. */
function sumOf(side, found, faces) {
  const line = (kind) => ([text, value]) =>
    h("tr", { class: kind }, h("td", { class: "number" }, kind === "roll" ? `+${value}D${faces}` : number(value, 0, true)), h("td", {}, text));
  return h("div", { class: `brings ${side}` }, h("table", {},
    h("caption", {}, h("span", { class: "side" }, side), h("b", {}, total(found, faces)), found.dice > 0 && h("span", { class: "hint" }, `${number(mean(found, faces), 1)} on average`)),
    h("tbody", {}, found.because.map(line("flat")), found.rolls.map(line("roll")))));
}

/** Letters times their size in dots of the screen: so much of a word fits below a card. */
const ROOM = 122;

/** A name below its card: one with a long word is set smaller, so that the word is not broken. */
function nameOf(name) {
  const told = h("span", { class: "slot-name" }, name);
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  told.style.fontSize = `${Math.max(10.5, Math.min(13.5, ROOM / longest))}px`;
  return told;
}
