/** The lab: what teams, cards, decks, rules and dice of a game are worth. */

import { act, path } from "../lib/api.js";
import { replace } from "../lib/address.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";

export const title = "Lab";

/** The views by name: what they are called, and whether a game has them. */
const VIEWS = {
  fight: { title: "Fight", of: (bench) => bench.fights, load: () => import("./lab/fight.js") },
  decks: { title: "Decks", of: (bench) => bench.fights, load: () => import("./lab/decks.js") },
  odds: { title: "Odds of dice", of: (bench) => bench.odds, load: () => import("./lab/odds.js") },
};

export async function open(root, at) {
  const product = at.product || at.gameData.products.find((one) => one.desks.includes("lab"))?.name;
  const here = { ...at, product };
  let bench = await act(here, "lab", "bench");
  let number = at.gameData.number;
  const cards = {
    address: (unit) => `${path(at.game, "products", unit.deck, "records", unit.number)}/front.svg?v=${number}`,
    shape: () => ({ width: 63, height: 88 }),
  };
  const names = Object.keys(VIEWS).filter((name) => VIEWS[name].of(bench));
  const state = { rules: {}, said: {} };
  let view = names.includes(at.params.view) ? at.params.view : names[0];
  let opened = null;
  let turn = 0;

  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "What to find out", onkeydown: moved },
    names.map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "lab-view", onclick: () => show(name) }, VIEWS[name].title)));
  const place = h("div", { id: "lab-view", role: "tabpanel", class: "view" });
  fill(root, h("header", { class: "lab-head" }, h("h1", {}, title), tabs), place);
  await show(view, at.params);

  /** Open a view; `params` are what the address says of it, or else what it said last. */
  async function show(name, params = state.said[name] ?? {}) {
    const mine = ++turn;
    const module = await VIEWS[name].load();
    if (mine !== turn || !root.isConnected) return;
    opened?.close?.();
    view = name;
    for (const tab of tabs.children) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    place.setAttribute("aria-labelledby", `tab-${name}`);
    place.className = `view view-${name}`;
    fill(place);
    opened = module.open(place, { at: here, bench, cards, state, params, say: (said) => say(name, said) });
  }

  function say(name, said) {
    state.said[name] = said;
    replace({ room: "lab", game: at.game, product: at.product, params: { view: name === names[0] ? "" : name, ...said } });
  }

  function moved(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (names.indexOf(view) + step + names.length) % names.length;
    tabs.children[next].focus();
    show(names[next]);
  }

  /** Other numbers on cards, other rules: all of it may be new. */
  async function anew(game) {
    try {
      bench = await act(here, "lab", "bench");
      number = game.number;
      await show(view);
    } catch (error) {
      if (error.findings) toast(error.findings[0]?.message ?? error.message, "bad");
    }
  }

  return {
    close: () => opened?.close?.(),
    key: (event) => opened?.key?.(event),
    changed: (news, game) => {
      if (news.kind === "game" && news.game === at.game && game && !opened?.busy?.()) anew(game);
    },
  };
}
