/** The numbers: each with the lines that it is the sum of, and a way to set it by hand, with a reason. */

import { fill, h, unique } from "../../lib/dom.js";
import { MEDALS } from "./worth.js";

export function sumsPanel(room) {
  const { bench } = room;
  const rows = bench.stats.map((stat, n) => row(room, stat, n));
  const total = h("span", { class: "total" });
  const element = h("section", { class: "sums", "aria-labelledby": "sums-title" },
    h("h2", { id: "sums-title", class: "sr" }, "Numbers"), rows.map((one) => one.element),
    h("p", { class: "altogether" }, "Sum ", total));
  return {
    element,
    paint(wish, draft) {
      if (!draft) return;
      for (const one of rows) one.paint(wish, draft.stats.find((stat) => stat.name === one.name));
      total.textContent = String(draft.sum);
    },
  };
}

function row(room, stat, n) {
  const id = unique("stat");
  const value = h("output", { class: `medal stat-${n % MEDALS}`, id: `${id}-value` }, "·");
  const lines = h("p", { class: "lines" });
  const less = h("button", { type: "button", class: "step", "aria-label": `${stat.title}: one less`, onclick: () => step(-1) }, "−");
  const more = h("button", { type: "button", class: "step", "aria-label": `${stat.title}: one more`, onclick: () => step(1) }, "+");
  const reset = h("button", { type: "button", class: "reset", onclick: clear });
  const changed = (text) => room.set((wish) => {
    if (text.trim()) wish.reasons[stat.name] = text;
    else delete wish.reasons[stat.name];
  }, `reason ${stat.name}`);
  const reason = h("input", { id: `${id}-reason`, type: "text", maxlength: 200, placeholder: "why?", oninput: () => changed(reason.value) });
  const why = h("div", { class: "why", hidden: true }, h("label", { class: "sr", for: `${id}-reason` }, `Why ${stat.title} is another number`), reason, reset);
  const element = h("div", { class: "stat", role: "group", "aria-label": stat.title },
    value, h("div", { class: "told" }, h("strong", {}, stat.title), lines, why), h("div", { class: "steps" }, less, more));
  let now = null;

  function step(by) {
    if (!now) return;
    const next = Math.min(now.high, Math.max(now.low, now.printed + by));
    room.set((wish) => {
      if (next === clamped(now)) {
        delete wish.stats[stat.name];
        delete wish.reasons[stat.name];
      } else wish.stats[stat.name] = next;
    }, `stat ${stat.name}`);
    now = { ...now, printed: next };
    value.textContent = String(next);
    room.say(`${stat.title} ${next}`);
  }

  function clear() {
    room.set((wish) => {
      delete wish.stats[stat.name];
      delete wish.reasons[stat.name];
    });
    more.focus();
  }

  return {
    name: stat.name,
    element,
    paint(wish, said) {
      now = said;
      value.textContent = String(said.printed);
      const apart = said.printed !== said.value;
      fill(lines, said.lines.map((one, at) => h("span", { class: "line" },
        !at || said.best ? h("b", {}, String(one.amount)) : h("b", { class: one.amount < 0 ? "less" : "" }, `${one.amount > 0 ? "+" : "−"}${Math.abs(one.amount)}`),
        ` ${one.line}`)), apart && !said.by_hand ? h("span", { class: "line" }, said.reason) : null);
      const by = stat.name in wish.stats;
      element.classList.toggle("by-hand", by);
      why.hidden = !by;
      reset.textContent = `back to ${clamped(said)}`;
      if (reason !== document.activeElement) reason.value = wish.reasons[stat.name] ?? "";
      less.disabled = said.printed <= said.low;
      more.disabled = said.printed >= said.high;
    },
  };
}

/** The derived number as far as a card can show it. */
function clamped(stat) {
  return Math.min(stat.high, Math.max(stat.low, stat.value));
}
