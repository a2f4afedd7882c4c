/** House rules: what each option of the rules does to whole games, and which set of them is fairest. */

import { fill, h } from "../../lib/dom.js";
import { chance, number, whole } from "./chances.js";
import { cores, even } from "./games.js";
import { capital } from "./readings.js";
import { choice, counter, field, numberOf, runner } from "./running.js";

const GAMES = 400;
const MOST = 100_000;
const SHOWN = 12;
const VAGUE = 0.05;

export function open(root, { at, bench, params, say }) {
  const { policies, sides } = bench.war;
  const house = bench.rules.filter((rule) => rule.house).map((rule) => rule.name);
  const named = (params.of ?? "").split(",").filter((name) => bench.rules.some((rule) => rule.name === name));
  let now = {
    policy: policies.some((one) => one.name === params.policy) ? params.policy : "march", games: even(numberOf(params.games, GAMES, 2, MOST)),
    of: named.length ? named : house, together: numberOf(params.together, 2, 1, 4), cores: 1,
  };
  const set = (other) => {
    now = { ...now, ...other };
    changed();
  };
  const find = runner({ at, action: "rules", asks: () => ({ ...now, of: now.of.join(",") }), label: "Try them", show });
  const count = h("p", { class: "hint", role: "status" });
  const result = h("div", { class: "results" }, h("p", { class: "empty-note" }, "All sets of rules are played on the same boards with decks shuffled alike. The fairest set is chosen by half of the seeds, and measured by the other half."));
  fill(root, h("div", { class: "setup panel" }, h("div", { class: "row fields" },
    field("Who plays", choice(policies.map((one) => ({ name: one.name, title: one.name })), now.policy, (policy) => set({ policy }))),
    field("Games for each set", counter(now.games, 2, MOST, (games) => set({ games: even(games) }), { step: 2 })),
    field("Changed together, at most", counter(now.together, 1, 4, (together) => set({ together }))),
    cores(now.cores, (value) => set({ cores: value }))),
  h("fieldset", { class: "tried" }, h("legend", {}, "Rules to try"), h("ul", { class: "ticks" }, bench.rules.map((rule) => h("li", {}, h("label", {},
    h("input", { type: "checkbox", checked: now.of.includes(rule.name), onchange: (event) => set({ of: bench.rules.map((one) => one.name).filter((name) => (name === rule.name ? event.target.checked : now.of.includes(name))) }) }),
    h("span", {}, capital(rule.says)), h("span", { class: "value" }, `${rule.options.length - 1} other${rule.options.length > 2 ? "s" : ""}`)))))),
  count, find.element), result);
  changed();

  function changed() {
    const sets = setsOf(now.of.map((name) => bench.rules.find((rule) => rule.name === name).options.length - 1), now.together);
    count.textContent = now.of.length ? `${whole.format(sets)} sets of rules, ${whole.format(sets * now.games)} games` : "Tick at least one rule.";
    find.element.querySelector("button.main").disabled = !now.of.length || find.busy;
    const same = now.of.length === house.length && now.of.every((name) => house.includes(name));
    say({ policy: now.policy === "march" ? "" : now.policy, games: now.games === GAMES ? "" : now.games, of: same ? "" : now.of.join(","), together: now.together === 2 ? "" : now.together });
  }

  function show(found, going) {
    const second = bench.decks.find((deck) => deck.name === sides[1]?.deck)?.title ?? found.sides[1];
    const alone = found.sets.filter((row) => Object.keys(row.rules).length === 1).sort((a, b) => Math.abs(b.share.effect) - Math.abs(a.share.effect));
    const several = found.sets.filter((row) => Object.keys(row.rules).length > 1).sort((a, b) => Math.abs(a.share.mean - 0.5) - Math.abs(b.share.mean - 0.5));
    fill(result, h("p", { class: "basis" }, h("b", {}, `${whole.format(found.games)} games`), ` for each set, ${found.policy} plays, on ${found.arrangement} boards`, going && h("span", { class: "chip" }, "so far")),
      verdict(found, second),
      table("Each option alone", [found.usual, ...alone], second, bench), several.length > 0 && table("Nearest to even, of several together", several.slice(0, SHOWN), second, bench));
  }

  return { close: () => find.close(), busy: () => find.busy };
}

/** How many sets there are of so many options each, so many rules at most changed together, and of none. */
function setsOf(options, together) {
  let ways = [1];
  for (const count of options) ways = [...ways, 0].map((some, n) => some + (n ? ways[n - 1] * count : 0));
  return ways.slice(0, together + 1).reduce((sum, some) => sum + some, 0);
}

const off = (value) => `± ${(100 * value).toFixed(1)}`;

function saying(rules, bench) {
  const said = Object.entries(rules).map(([name, option]) => bench.rules.find((rule) => rule.name === name)?.options.find((one) => one.name === option)?.says ?? option);
  return said.length ? said.map(capital).join("; ") : "As the rules are";
}

function table(title, rows, second, bench) {
  const span = (one) => {
    const mark = h("span", { class: "effect-mark" });
    const reach = h("span", { class: "effect-reach" });
    const at = (value) => Math.min(100, Math.max(0, 100 * value));
    mark.style.insetInlineStart = `${at(one.mean)}%`;
    reach.style.insetInlineStart = `${at(one.mean - one.off)}%`;
    reach.style.inlineSize = `${at(one.mean + one.off) - at(one.mean - one.off)}%`;
    return h("span", { class: "effect", "aria-hidden": "true" }, reach, mark);
  };
  const changed = (one, percent) => {
    const sure = Math.abs(one.effect) > one.effect_off;
    const text = percent ? `${number(100 * one.effect, 1, true)} ${off(one.effect_off)}` : `${number(one.effect, 1, true)} ± ${number(one.effect_off, 1)}`;
    return h("td", { class: `number ${sure ? "sure" : "unsure"}`, title: sure ? "" : "this may be chance" }, text);
  };
  return h("section", { class: "panel" }, h("h2", {}, title), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, h("table", { class: "sets" },
    h("thead", {}, h("tr", {}, ["Rules", `${second} wins`, "even in the middle", "changed by", "turns", "fights"].map((text, n) => h("th", { scope: "col", class: n && n !== 2 ? "number" : "" }, text)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, saying(row.rules, bench), h("small", { class: "hint" }, Object.entries(row.rules).map(([name, option]) => `${bench.rules.find((rule) => rule.name === name)?.says ?? name}: ${name}=${option}`).join("; "))),
      h("td", { class: "number" }, h("b", {}, chance(row.share.mean)), " ", h("small", { class: "hint" }, off(row.share.off))), h("td", { class: "wide" }, span(row.share)),
      Object.keys(row.rules).length ? [changed(row.share, true), changed(row.turns), changed(row.fights)] : [h("td", {}), h("td", { class: "number" }, number(row.turns.mean, 1)), h("td", { class: "number" }, number(row.fights.mean, 1))]))))));
}

/** Which set is fairest, if that can be told. */
function verdict(found, second) {
  const best = found.fairest;
  if (!best || found.usual.share.off > VAGUE) return h("section", { class: "panel verdict" }, h("h2", {}, "Which is fairest"), h("p", {}, "What is fairest cannot be told from so few games: 1,000 for each set say more."));
  const share = `${second} wins ${chance(best.share.mean)} ${off(best.share.off)}`;
  if (!Object.keys(best.rules).length) return h("section", { class: "panel verdict" }, h("h2", {}, "Which is fairest"), h("p", {}, `No rule need change: ${share} on the seeds that did not choose.`));
  return h("section", { class: "panel verdict" }, h("h2", {}, "Which is fairest"), h("ul", {}, Object.entries(best.says).map(([name, text]) => h("li", {}, h("strong", {}, `${name}=${best.rules[name]}`), ` ${text}`))),
    h("p", {}, `${share} on the seeds that did not choose, ${number(100 * best.share.effect, 1, true)} ${off(best.share.effect_off)} by this; ${number(best.turns.effect, 1, true)} ± ${number(best.turns.effect_off, 1)} turns.`,
      Math.abs(best.share.mean - 0.5) > best.share.off && " It is not even; no set that was tried is nearer."));
}
