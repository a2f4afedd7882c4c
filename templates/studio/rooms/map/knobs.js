/** The knobs of a board: its seed, how it is laid, how fair it is, its size and how much there is of what. */

import { fill, h, unique } from "../../lib/dom.js";
import { MOST_SEED } from "./state.js";

const LAID = {
  plain: ["Plain", "terrain lies where chance puts it"],
  symmetric: ["Symmetric", "turned by half a turn it is the same"],
  clumped: ["Clumped", "like terrain gathers in regions"],
};
const FAIR = [1, 4, 12, 20, 50, 100, 300, 1000];

/** `turned(changes, key)` is called with what of the state is other now; of one key only the last counts for undo. */
export function knobsView({ turned, roll }) {
  const seed = h("input", { type: "text", inputmode: "numeric", id: unique("seed"), class: "seed", autocomplete: "off", maxlength: 16, onchange: typed });
  const ways = h("div", { class: "ways" });
  const tries = h("input", { type: "range", min: 0, max: FAIR.length - 1, step: 1, id: unique("fair"), oninput: judged });
  const fairness = h("output", { class: "value", for: tries.id });
  const size = h("div", { class: "sizes" });
  const amounts = h("div", { class: "amounts" });
  const more = h("details", { class: "more" }, h("summary", {}, "Size and amounts"), size, amounts);
  const judging = h("div", { class: "field" }, h("label", { for: tries.id }, "Fairness"), tries, fairness);
  const again = h("span", {}, "Roll again");
  let steps = FAIR;
  let now = 1;

  function typed() {
    const value = Number(seed.value.replace(/\D/g, ""));
    if (Number.isSafeInteger(value)) turned({ seed: value });
    else seed.value = String(now);
  }

  function step(by) {
    turned({ seed: Math.min(MOST_SEED, Math.max(0, now + by)) }, "seed");
  }

  function judged() {
    const value = steps[Number(tries.value)];
    say(value);
    turned({ fair: value }, "fair");
  }

  function say(value) {
    const text = value === 1 ? "the first board" : `the fairest of ${value} tries`;
    fairness.textContent = text;
    tries.setAttribute("aria-valuetext", text);
  }

  function number(title, value, most, change, usual, step = 1) {
    const id = unique("knob");
    const input = h("input", { type: "number", id, min: step === 1 ? 1 : 0, max: most, step, value: String(value), onchange: () => {
      const next = Number(input.value);
      if (input.value !== "" && next >= Number(input.min) && next <= most) change(next);
      else input.value = String(value);
    } });
    return h("div", { class: `knob${value === usual ? "" : " other"}` }, h("label", { for: id }, title), input);
  }

  return {
    element: h("div", { class: "knobs" },
      h("div", { class: "field" }, h("label", { for: seed.id }, "Seed"),
        h("div", { class: "seed-row" },
          h("button", { type: "button", "aria-label": "The seed before", onclick: () => step(-1) }, "‹"), seed,
          h("button", { type: "button", "aria-label": "The next seed", onclick: () => step(1) }, "›"))),
      h("button", { type: "button", class: "main roll", onclick: roll, title: "R" }, h("span", { class: "dice", "aria-hidden": "true" }, "⚄"), again),
      h("fieldset", { class: "field" }, h("legend", {}, "Arrangement"), ways), judging, more),
    /** Say what rolling leaves as it is. */
    locked(count) {
      again.textContent = count ? "Roll the rest again" : "Roll again";
    },
    show(state, knobs) {
      now = state.seed;
      if (document.activeElement !== seed) seed.value = String(state.seed);
      const { arrangement, fair, rows, columns } = knobs;
      fill(ways, arrangement.words.map((word) => {
        const [title, note] = LAID[word] ?? [word, ""];
        return h("label", { class: "way", title: note },
          h("input", { type: "radio", name: "arrangement", value: word, checked: word === arrangement.value, onchange: () =>
            turned({ arrangement: word === arrangement.usual ? null : word }) }),
          h("span", {}, title));
      }));
      judging.hidden = fair.most <= 1;
      steps = [...new Set([...FAIR, fair.usual, fair.value])].sort((one, other) => one - other);
      tries.max = String(steps.length - 1);
      tries.value = String(steps.indexOf(fair.value));
      say(fair.value);
      const held = document.activeElement?.id;
      if (!more.contains(document.activeElement) || !held) {
        fill(size,
          number("Rows", rows.value, rows.most, (value) => turned({ rows: value === rows.usual ? null : value }), rows.usual),
          number("Columns", columns.value, columns.most, (value) => turned({ columns: value === columns.usual ? null : value }), columns.usual));
        fill(amounts, knobs.amounts.map((one) => number(one.title, one.value, 1000, (value) => {
          const next = { ...state.amounts, [one.name]: value };
          if (value === one.usual) delete next[one.name];
          turned({ amounts: next });
        }, one.usual, 0.5)));
      }
    },
  };
}
