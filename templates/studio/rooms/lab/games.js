/** Whole games: who plays, under which rules, on which boards; they run while results come in, and can be stopped. */

import { fill, h } from "../../lib/dom.js";
import { chance, number, shareLine, whole } from "./chances.js";
import { meter } from "./decks.js";
import { capital, readings } from "./readings.js";
import { choice, counter, field, numberOf, runner } from "./running.js";
import { rulesOf, rulesSaid } from "./teams.js";

const GAMES = 2000;
const MOST = 1_000_000;

export function open(root, { at, bench, params, state, say }) {
  const { policies, arrangements, arrangement, sides } = bench.war;
  const policy = (name, otherwise) => (policies.some((one) => one.name === name) ? name : otherwise);
  let now = {
    policy: policy(params.policy, "march"), against: policy(params.against, ""), games: even(numberOf(params.games, GAMES, 2, MOST)), seed: numberOf(params.seed, 1, 0, 1e9),
    arrangement: arrangements.includes(params.arrangement) ? params.arrangement : arrangement, cores: 1, rules: rulesOf(params.rule ?? rulesSaid(state.rules), bench.rules),
  };
  const set = (other) => {
    now = { ...now, ...other };
    changed();
  };
  const asks = () => ({ ...now, against: now.against === now.policy ? "" : now.against });
  const says = h("p", { class: "hint" });
  const play = runner({ at, action: "game", asks, label: "Play", show });
  const choices = readings({ rules: bench.rules, chosen: now.rules, change: (rules) => set({ rules }) });
  const result = h("div", { class: "results" }, h("p", { class: "empty-note" }, "Two policies play whole games, phase by phase, on boards of the game. Press Play: shares and their intervals come in as games end."));
  const who = policies.map((one) => ({ name: one.name, title: one.name }));
  fill(root, h("div", { class: "setup panel" }, h("div", { class: "row fields" },
    field("Who plays", choice(who, now.policy, (value) => set({ policy: value }))),
    field("Against", choice([{ name: "", title: "itself" }, ...who], now.against, (value) => set({ against: value }))),
    field("Games", counter(now.games, 2, MOST, (games) => set({ games: even(games) }), { step: 2 })),
    arrangements.length > 1 && field("Boards", choice(arrangements.map((name) => ({ name, title: name })), now.arrangement, (value) => set({ arrangement: value }))),
    field("First seed", counter(now.seed, 0, 1e9, (seed) => set({ seed }))),
    cores(now.cores, (count) => set({ cores: count }))), says, play.element), choices.element, result);
  changed();

  function changed() {
    choices.show(now.rules);
    state.rules = now.rules;
    const told = (name) => `${capital(name)} ${policies.find((one) => one.name === name).says}.`;
    says.textContent = [now.policy, now.against].filter((name, n, all) => name && all.indexOf(name) === n).map(told).join(" ");
    say({
      policy: now.policy === "march" ? "" : now.policy, against: now.against, games: now.games === GAMES ? "" : now.games, seed: now.seed === 1 ? "" : now.seed,
      arrangement: now.arrangement === arrangement ? "" : now.arrangement, rule: rulesSaid(now.rules),
    });
  }

  function show(found, going) {
    const deck = (side) => bench.decks.find((one) => one.name === sides.find((row) => row.name === side)?.deck)?.title ?? side;
    const row = (title, one, kind) => h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "wide" }, shareLine({ share: one.share, low: one.interval[0], high: one.interval[1], kind })),
      h("td", { class: "number" }, h("b", {}, chance(one.share))), h("td", { class: "number hint" }, `${(100 * one.interval[0]).toFixed(1)} to ${(100 * one.interval[1]).toFixed(1)}`));
    const same = found.policy === found.against;
    const { turns, fights } = found;
    fill(result, h("p", { class: "basis" }, h("b", {}, `${whole.format(found.games)} games`), ` ${found.policy} against ${same ? "itself" : found.against}, on ${found.arrangement} boards`, going && h("span", { class: "chip" }, "so far")),
      h("section", { class: "panel" }, h("h2", {}, "Who wins"), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Who wins" }, h("table", { class: "shares" },
        h("thead", {}, h("tr", {}, ["", "between 0 and 100 %, even in the middle", "share", "95 % interval"].map((text, n) => h("th", { scope: "col", class: n > 1 ? "number" : "" }, text || h("span", { class: "sr" }, "what"))))),
        h("tbody", {}, found.sides.map((side, n) => row(`${deck(side)} wins`, found.wins[side], n ? "lose" : "win")),
          !same && row(`${found.policy} wins`, found.policy_wins, "steel"), !same && Object.entries(found.policy_wins_as).map(([side, one]) => row(`… as ${deck(side)}`, one, "steel")),
          row("Who goes first wins", found.first_player_wins, "steel"), row("Attackers win fights", fights.attacker_wins, "steel"))))),
      h("div", { class: "grid-two" },
        h("section", { class: "panel" }, h("h2", {}, "How long, and how they end"),
          h("p", {}, h("b", {}, number(turns.median ?? 0)), " turns in the middle game, most take ", h("b", {}, `${turns.tenth} to ${turns.nine_tenths}`), `; ${number(fights.a_game, 1)} fights a game; ${whole.format(found.draws)} draws`),
          h("ul", { class: "meters" }, Object.entries(found.ends).map(([name, count]) => h("li", {}, h("span", {}, ending(name, deck)), meter(count / found.games, "steel"), h("b", {}, chance(count / found.games)))))),
        found.sides.map((side) => cards(found.cards[side], deck(side)))));
  }

  return { close: () => play.close(), busy: () => play.busy };
}

/** How a game ended, with the side's own name in front. */
function ending(name, deck) {
  const [side, ...rest] = name.split(" ");
  return rest.length ? `${deck(side)} by ${rest.join(" ")}` : `a draw by ${name}`;
}

const LEAST = 30;

/** The cards whose teams win most fights, and least. */
function cards(rows, title) {
  const known = rows.filter((row) => row.fights >= LEAST);
  if (!known.length) return null;
  const shown = known.length > 12 ? [...known.slice(0, 8), null, ...known.slice(-4)] : known;
  return h("section", { class: "panel" }, h("h2", {}, title), h("p", { class: "hint" }, "cards whose teams win most fights, and least"),
    h("ul", { class: "meters" }, shown.map((row) => (row
      ? h("li", {}, h("span", {}, row.name), meter(row.fights_won.share), h("b", {}, chance(row.fights_won.share)), h("small", { class: "hint" }, `${whole.format(row.fights)} fights`))
      : h("li", { class: "gap", "aria-hidden": "true" }, "⋯")))));
}

/** Each seed is played twice. */
export function even(games) {
  return Math.max(2, games - (games % 2));
}

/** How many processes work at once, as far as this machine has cores. */
export function cores(value, change) {
  const most = Math.min(64, navigator.hardwareConcurrency || 1);
  return most > 1 ? field("Cores", counter(value, 1, most, change)) : null;
}
