/** How the card stands among those of its deck: its twins, whom it beats, who beats it, and what it is worth in fights. */

import { Findings, Overtaken } from "../../lib/api.js";
import { calm, fill, h } from "../../lib/dom.js";

const SORTS = [
  ["twins", "Twins", "the same numbers and skills", "It has no twin."],
  ["alike", "The very same words", "the same skills, weapons and traits", ""],
  ["better", "Outdone by", "cards that are at least as good in everything", "No card is as good in everything."],
  ["worse", "Outdoes", "cards that it is at least as good as in everything", "It is not as good as any card in everything."],
];

export function standingPanel(room) {
  const { bench } = room;
  const rank = h("p", { class: "rank" });
  const lists = SORTS.map(([key, label, about, none]) => ({ key, none, about,
    box: h("div", { class: "names" }), head: h("h3", { title: about }, label), count: h("span", { class: "count" }) }));
  const value = worthPart(room);
  const element = h("section", { class: "panel standing", "aria-labelledby": "standing-title" },
    h("h2", { id: "standing-title" }, "How it stands"), rank,
    h("div", { class: "sorts" }, lists.map((one) => h("div", { class: `sort ${one.key}` }, h("div", { class: "row" }, one.head, one.count), one.box))),
    value.element);

  let seen = false;
  const watch = new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (seen) look();
  });
  watch.observe(element);
  let old = true;

  const look = calm(async () => {
    if (!seen || !old) return;
    await room.still();
    if (!seen || !old) return;
    old = false;
    try {
      show(await room.desk("standing", { wish: room.wish }));
    } catch (error) {
      if (!(error instanceof Overtaken || error instanceof Findings)) throw error;
    }
  }, 150);

  function show(found) {
    rank.textContent = `Rank ${found.rank} of ${found.of} in the deck by its sum, ${found.sum}.`;
    for (const one of lists) {
      const { count, cards } = found[one.key];
      one.count.textContent = count ? String(count) : "";
      fill(one.box, cards.map((card) => h("span", { class: "chip", title: bench.stats.map((stat) => `${stat.label} ${card.stats[stat.name]}`).join(", ") }, card.name)),
        count > cards.length && h("span", { class: "hint" }, `and ${count - cards.length} more`),
        !count && one.none && h("span", { class: "hint" }, one.none));
      one.box.parentElement.hidden = !count && !one.none;
    }
  }

  return {
    element,
    close() {
      watch.disconnect();
      look.cancel();
      value.close();
    },
    stale() {
      old = true;
      value.stale();
      look();
    },
  };
}

/** What the card is worth in fights: estimated by more and more teams that it joins, until somebody has seen enough. */
function worthPart(room) {
  const told = h("p", { class: "value", role: "status" });
  const scale = h("div", { class: "scale", "aria-hidden": "true" });
  const run = h("button", { type: "button", onclick: () => (running ? stop() : go()) }, "Try it in fights");
  const element = h("div", { class: "worthpart" }, h("h3", {}, "Worth in the lab"), told, scale, h("div", { class: "row" }, run));
  let running = null;
  told.textContent = "How much more often a team wins with it than with another card of the deck in its place.";

  async function go() {
    const mine = running = new AbortController();
    run.textContent = "Stop";
    told.textContent = "Teams are drawn …";
    try {
      for (let samples = 16; samples <= 4096; samples *= 2) {
        const found = await room.desk("worth", { wish: room.wish, samples }, { signal: mine.signal });
        if (running !== mine) return;
        if (!found.known) {
          told.textContent = found.why;
          break;
        }
        show(found);
        if (found.enough) break;
      }
    } catch (error) {
      if (error instanceof Findings) told.textContent = error.findings[0].message;
      else if (!(error instanceof Overtaken)) throw error;
    }
    if (running === mine) stop();
  }

  function stop() {
    running?.abort();
    running = null;
    run.textContent = "Try it in fights";
  }

  function show(found) {
    const points = (worth) => `${worth >= 0 ? "+" : "−"}${Math.abs(100 * worth).toFixed(1)}`;
    told.textContent = `${points(found.worth)} ± ${(100 * found.interval).toFixed(1)} of 100 fights; rank ${found.rank} of ${found.of} in its deck`
      + ` (by sum: ${found.rank_by_sum}), ${found.samples} teams of ${found.units}.`;
    const most = Math.max(0.02, ...found.cards.map((one) => Math.abs(one)), Math.abs(found.worth) + found.interval);
    const at = (worth) => `${50 + 50 * (worth / most)}%`;
    const mark = (worth, kind) => {
      const dot = h("span", { class: kind });
      dot.style.left = at(worth);
      return dot;
    };
    const span = h("span", { class: "sure" });
    span.style.left = at(found.worth - found.interval);
    span.style.width = `${100 * found.interval / most}%`;
    fill(scale, h("span", { class: "zero" }), found.cards.map((one) => mark(one, "other")), span, mark(found.worth, "mine"));
  }

  return {
    element,
    close: stop,
    stale() {
      if (running) stop();
      element.classList.add("old");
    },
  };
}
