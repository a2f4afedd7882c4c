/** What a card is worth: how much more a random team wins with it than with another card of its deck in its place. */

import { fill, h } from "../../lib/dom.js";
import { chance, number, whole } from "./chances.js";
import { BASE, grounds } from "./ground.js";
import { readings } from "./readings.js";
import { choice, counter, field, numberOf, runner } from "./running.js";
import { ofFights, rulesOf, rulesSaid } from "./teams.js";
import { cardField, cardPicture, described } from "./wall.js";

const SAMPLES = [500, 2000, 8000];

export function open(root, { at, bench, cards, params, state, say }) {
  const known = (name) => bench.units.find((unit) => unit.name.toLocaleLowerCase() === (name ?? "").toLocaleLowerCase());
  let now = {
    unit: known(params.card) ?? bench.units[0], samples: SAMPLES.includes(Number(params.samples)) ? Number(params.samples) : SAMPLES[1], units: numberOf(params.units, bench.most, 1, bench.most),
    terrain: bench.terrains.some((ground) => ground.name === params.terrain) ? params.terrain : "", rules: rulesOf(params.rule ?? rulesSaid(state.rules), bench.rules),
  };
  const set = (other) => {
    now = { ...now, ...other };
    changed();
  };
  const asks = () => ({ name: now.unit.name, samples: now.samples, units: now.units === bench.most ? 0 : now.units, terrain: now.terrain, rules: ofFights(now.rules, bench.rules) });
  const find = runner({ at, action: "card", asks, label: "Find out", show });
  const face = h("div", { class: "worth-card" });
  const name = cardField({ bench, label: "Card", value: now.unit.name, change: (unit) => unit && set({ unit }) });
  const ground = grounds({ bench, value: now.terrain, none: "All alike", base: false, change: (terrain) => terrain !== BASE && set({ terrain }) });
  const choices = readings({ rules: bench.rules, chosen: now.rules, only: (rule) => rule.of === "fight", change: (rules) => set({ rules }) });
  const result = h("div", { class: "results" }, h("p", { class: "empty-note" }, "All cards of its deck join the same random teams against the same foes, so that ranks are fair. ± holds in 95 of 100 cases."));
  fill(root, h("div", { class: "worth-grid" }, face, h("div", { class: "column" }, h("div", { class: "setup panel" }, h("div", { class: "row fields" }, name,
    field("Units in a team", counter(now.units, 1, bench.most, (units) => set({ units }))),
    field("How sure", choice(SAMPLES.map((count, n) => ({ name: String(count), title: `${["quick", "usual", "thorough"][n]}: ${whole.format(count)} teams` })), String(now.samples), (count) => set({ samples: Number(count) })))),
  ground.element, find.element), choices.element, result)));
  changed();

  function changed() {
    choices.show(now.rules);
    state.rules = { ...state.rules, ...now.rules };
    fill(face, cardPicture(now.unit, cards), h("h2", {}, now.unit.name), h("p", { class: "hint" }, described(now.unit, bench)));
    say({ card: now.unit.name, samples: now.samples === SAMPLES[1] ? "" : now.samples, units: now.units === bench.most ? "" : now.units, terrain: now.terrain, rule: rulesSaid(now.rules) });
  }

  function show(found, going) {
    const card = found.card;
    if (!card) return;
    const points = (worth) => number(100 * worth, 1, true);
    const most = Math.max(...found.cards.map((one) => Math.abs(one.worth)), 0.01);
    const stats = Object.entries(card.stats);
    fill(result, h("section", { class: "panel" }, h("h2", {}, card.name), h("p", { class: "worth-number" }, h("b", {}, points(card.worth)), h("span", { class: "hint" }, ` ± ${(100 * card.interval).toFixed(1)} % of fights more than with another card in its place`), going && h("span", { class: "chip" }, "so far")),
      h("p", {}, `Rank ${card.rank} of ${card.of} in ${found.deck.title}; rank ${card.rank_by_sum} by the sum of its numbers, ${card.sum}. Its teams win ${chance(card.wins)} (${whole.format(found.samples)} teams).`),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "With other numbers" }, h("table", {}, h("caption", {}, "What it would be worth with other numbers"), h("thead", {}, h("tr", {}, ["", "now", "one lower", "one higher"].map((text, n) => h("th", { scope: "col", class: n ? "number" : "" }, text || h("span", { class: "sr" }, "number"))))),
        h("tbody", {}, stats.map(([stat, one]) => h("tr", {}, h("th", { scope: "row" }, found.types[stat]), h("td", { class: "number" }, card.scores[stat]), ["lower", "higher"].map((word) => h("td", { class: "number" }, one[word] === null ? "–" : points(one[word]))))))))),
      h("section", { class: "panel" }, h("h2", {}, found.deck.title), h("p", { class: "hint" }, "from the best card to the worst; press a name to look at that card"),
        h("ol", { class: "ranking" }, found.cards.map((one, n) => rank(one, n, one.name === card.name, most, points)))));
  }

  function rank(one, n, here, most, points) {
    const bar = h("span", { class: one.worth < 0 ? "less" : "more" });
    bar.style.inlineSize = `${(50 * Math.abs(one.worth)) / most}%`;
    return h("li", { class: here ? "here" : "" }, h("span", { class: "place hint" }, n + 1), h("button", { type: "button", class: "quiet", "aria-current": here ? "true" : null, onclick: () => {
      const unit = known(one.name);
      if (!unit) return;
      name.querySelector("input").value = unit.name;
      set({ unit });
    } }, one.name), h("span", { class: "worth-bar", "aria-hidden": "true" }, bar), h("b", {}, points(one.worth)), h("small", { class: "hint" }, `± ${(100 * one.interval).toFixed(1)}`), h("small", { class: "hint" }, `sum ${one.sum}`));
  }

  return { close: () => find.close(), busy: () => find.busy };
}
