/** Decks against each other: teams drawn at random fight at once. */

import { act, Findings, Overtaken } from "../../lib/api.js";
import { findingList } from "../../lib/dialog.js";
import { calm, fill, h } from "../../lib/dom.js";
import { chance, number, oddsBar, whole } from "./chances.js";
import { grounds } from "./ground.js";
import { readings } from "./readings.js";
import { counter, field, numberOf } from "./fields.js";
import { ofFights, rulesOf, rulesSaid } from "./teams.js";

const HEAD = { win: "Attackers higher", tie: "Equal", lose: "Defenders higher" };

export function open(root, { at, bench, params, state, say }) {
  const most = bench.most;
  const [one, two] = (params.units ?? "").split("v");
  let now = {
    attackers: numberOf(one, most, 1, most), defenders: numberOf(two ?? one, most, 1, most),
    terrain: bench.terrains.some((ground) => ground.name === params.terrain) ? params.terrain : "",
    rules: rulesOf(params.rule ?? rulesSaid(state.rules), bench.rules),
  };
  const units = () => (now.attackers === most && now.defenders === most ? "" : `${now.attackers}v${now.defenders}`);
  const asks = () => ({ units: units(), samples: 1500, terrain: now.terrain, rules: ofFights(now.rules, bench.rules) });
  const set = (other) => {
    now = { ...now, ...other };
    changed();
  };

  const ground = grounds({ bench, value: now.terrain, none: "All alike", base: false, change: (terrain) => set({ terrain }) });
  const choices = readings({ rules: bench.rules, chosen: now.rules, only: (rule) => rule.of === "fight", change: (rules) => set({ rules }), open: Object.keys(now.rules).length > 0 });
  const problems = h("div", { class: "problems" });
  const result = h("div", { class: "results" });
  fill(root, h("div", { class: "setup panel" },
    h("div", { class: "row fields" },
      field("Attackers", counter(now.attackers, 1, most, (attackers) => set({ attackers }))),
      field("Defenders", counter(now.defenders, 1, most, (defenders) => set({ defenders })))),
    ground.element), choices.element, problems, result);

  function changed() {
    choices.show(now.rules);
    state.rules = { ...state.rules, ...now.rules };
    say({ units: units(), terrain: now.terrain, rule: rulesSaid(now.rules) });
    ask();
  }

  const ask = calm(async () => {
    try {
      const answer = await act(at, "lab", "decks", asks());
      fill(problems);
      show(answer);
    } catch (error) {
      if (error instanceof Overtaken) return;
      if (!(error instanceof Findings)) throw error;
      fill(problems, findingList(error.findings));
    }
  }, 60);

  function show(found) {
    const title = (name) => found.decks.find((deck) => deck.name === name)?.title ?? name;
    const sure = Math.max(...found.fights.map((fight) => fight.all.interval));
    const [attackers, defenders] = found.units;
    const where = found.terrain ? `on ${found.terrain}` : found.open ? "on all terrains alike" : "in the open";
    const how = `${whole.format(found.samples)} pairs of random teams, ± ${(100 * sure).toFixed(1)} %`;
    fill(result, h("p", { class: "basis" }, h("b", {}, `${attackers} against ${defenders}`), ` ${where} · `, h("span", { class: "chip" }, how)),
      h("div", { class: "pairs" }, found.fights.map((fight) => pair(fight, found, title))),
      h("div", { class: "grid-two" }, found.fights.length > 1 && pairwise(found, title), chances(found), found.groups && groups(found.groups)));
  }

  changed();
  return { close: () => ask.cancel(), busy: () => false };
}

const parts = (one) => ["win", "tie", "lose"].map((name) => ({ name, title: HEAD[name], value: one[name] }));

/** How one deck does that attacks another one. */
function pair(fight, found, title) {
  const all = oddsBar({ big: true });
  all.show(parts(fight.all));
  const rows = Object.entries(fight.types).map(([name, one]) => {
    const bar = oddsBar({ legend: false });
    bar.show(parts(one));
    return h("tr", {}, h("th", { scope: "row" }, found.types[name]), h("td", { class: "wide" }, bar.element),
      ...["attacker", "defender"].map((side) => h("td", { class: "number" }, number(one[side].flat, 1), one[side].dice > 0.05 && h("small", {}, ` + ${number(one[side].dice, 1)} dice`))));
  });
  const terrains = Object.entries(fight.terrains);
  return h("section", { class: "panel pair" }, h("h2", {}, `${title(fight.attacker)} attacks${found.decks.length > 1 ? ` ${title(fight.defender)}` : ""}`), all.element,
    h("p", {}, "With ties decided: ", h("strong", {}, `wins ${chance(fight.all.decided)}`), fight.all.interval > 0 && h("span", { class: "hint" }, ` ± ${(100 * fight.all.interval).toFixed(1)} %`)),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "By type of fight" }, h("table", { class: "by-type" }, h("thead", {}, h("tr", {}, ["Type", "Chances", "attackers bring", "defenders bring"].map((text, n) => h("th", { scope: "col", class: n > 1 ? "number" : "" }, text)))), h("tbody", {}, rows))),
    terrains.length > 1 && h("div", { class: "by-terrain" }, h("h3", {}, "Attackers win by terrain"), h("ul", {}, [...terrains].sort(([, a], [, b]) => b.win - a.win).map(([name, one]) => h("li", {}, h("span", {}, name), meter(one.win), h("b", {}, chance(one.win)))))),
    fight.sizes && sizes(fight));
}

/** A share as a bar beside its words. */
export function meter(share, kind = "win") {
  const bar = h("span", { class: kind });
  bar.style.inlineSize = `${100 * share}%`;
  return h("span", { class: "meter", "aria-hidden": "true" }, bar);
}

function heat(value, text = chance(value)) {
  const cell = h("td", { class: `heat number ${value >= 0.5 ? "high" : "low"}` }, text);
  cell.style.setProperty("--much", `${Math.round(Math.min(1, Math.abs(value - 0.5) * 2.2) * 60)}%`);
  return cell;
}

/** How many units against how many win how often. */
function sizes(fight) {
  const counts = Object.keys(fight.sizes).map(Number).sort((a, b) => b - a);
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "By number of units" }, h("table", { class: "heats" }, h("caption", {}, "One unit more, or less: attackers win", fight.sizes_interval > 0 && h("span", { class: "hint" }, ` ± ${(100 * fight.sizes_interval).toFixed(0)} %`)),
    h("thead", {}, h("tr", {}, h("td", {}, "attackers"), counts.map((n) => h("th", { scope: "col", class: "number" }, `against ${n}`)))),
    h("tbody", {}, counts.map((n) => h("tr", {}, h("th", { scope: "row" }, n), counts.map((m) => heat(fight.sizes[n][m])))))));
}

/** Who wins against whom, where ties are decided. */
function pairwise(found, title) {
  const decks = found.decks.map((deck) => deck.name);
  const share = (one, two) => found.fights.find((fight) => fight.attacker === one && fight.defender === two)?.all.decided;
  return h("section", { class: "panel" }, h("h2", {}, "Deck by deck"), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Deck by deck" }, h("table", { class: "heats" },
    h("caption", {}, "How often who attacks wins, with ties decided"),
    h("thead", {}, h("tr", {}, h("td", {}, "attacks"), decks.map((name) => h("th", { scope: "col", class: "number" }, title(name))))),
    h("tbody", {}, decks.map((one) => h("tr", {}, h("th", { scope: "row" }, title(one)), decks.map((two) => (share(one, two) === undefined ? h("td", { class: "number" }, "–") : heat(share(one, two))))))))));
}

/** How likely a random team has what modifiers ask for. */
function chances(found) {
  const [first] = found.decks;
  const word = (row) => (row.what === "terrain" ? `terrain ${row.title}` : row.title);
  return h("section", { class: "panel" }, h("h2", {}, `What a team of ${first.team} has`), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What a team has" }, h("table", {},
    h("thead", {}, h("tr", {}, h("td", {}), found.decks.map((deck) => h("th", { scope: "col", class: "number" }, deck.title)))),
    h("tbody", {}, first.chances.map((row, n) => h("tr", {}, h("th", { scope: "row" }, word(row)),
      found.decks.map((deck) => {
        const [some, of] = deck.chances[n].chance;
        return h("td", { class: "number" }, h("span", { class: "metered" }, meter(some / of, "steel"), h("span", {}, chance(some / of))));
      })))))));
}

/** Who of the groups wins against whom. */
function groups(found) {
  const { order } = found;
  return h("section", { class: "panel wide-panel" }, h("h2", {}, "Group against group"), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Group against group" }, h("table", { class: "heats" },
    h("caption", {}, `Teams of one group each, either side attacking: row wins against column, ± ${(100 * found.interval).toFixed(0)} %`),
    h("thead", {}, h("tr", {}, h("td", {}), order.map((n) => h("th", { scope: "col", class: "number", title: found.titles[n] }, found.names[n])))),
    h("tbody", {}, order.map((n) => h("tr", {}, h("th", { scope: "row" }, found.titles[n]), order.map((m) => (n === m ? h("td", { class: "number" }, "·") : heat(found.matrix[n][m], `${(100 * found.matrix[n][m]).toFixed(0)}`)))))))));
}
