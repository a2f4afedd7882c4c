/** A tick list: all words of a field, each with what it is worth, and ticked where the card has it. */

import { h, unique } from "../../lib/dom.js";
import { alike, folded, numberOf, say, saidOf, unsay } from "./wish.js";
import { worthMarks, worthText } from "./worth.js";

export function tickPanel(room, field) {
  const { bench } = room;
  const title = unique("ticks");
  const rows = field.words.map((word) => row(room, field, word));
  const count = h("span", { class: "count" });
  const wrong = h("p", { class: "wrong line" });
  const element = h("section", { class: `panel list ${!field.counted ? "plain" : field.words.every((word) => word.worth.every((one) => one.best)) ? "counted best" : "counted"}`, "aria-labelledby": title },
    h("h2", { id: title }, field.label, count),
    field.words.length ? h("ul", { class: "ticks" }, rows.map((one) => one.element)) : null,
    wrong);
  return {
    element,
    paint(wish, draft) {
      const held = field.counted ? draft?.held[field.name] ?? [] : [];
      for (const one of rows) one.paint(wish, held, draft);
      const many = field.counted ? held.length : (wish.said[field.name] ?? []).length;
      count.textContent = field.most ? `${many} of ${field.most}` : many ? String(many) : "";
      const full = Boolean(field.most) && many >= field.most;
      if (!field.counted) for (const one of rows) one.full(full);
      const problems = [...(draft?.slips ?? []), ...(draft?.problems ?? [])].filter((one) => one.field === field.name);
      wrong.textContent = problems.map((one) => `${one.message}. ${one.hint}`).join(" ");
    },
    /** Show which words a text that is searched for could be. */
    hint(text) {
      const key = folded(text);
      let any = false;
      for (const one of rows) any = one.hint(key) || any;
      element.classList.toggle("searched", Boolean(key) && any);
    },
  };
}

function row(room, field, word) {
  const { bench } = room;
  const names = [word.word, word.title, ...(word.aliases ?? [])].map(folded);
  const input = h("input", { type: "checkbox", onchange: () => (input.checked ? tick() : untick()) });
  const from = h("span", { class: "from" });
  const told = [word.reminder, ...(word.aliases?.length ? [`also ${word.aliases.slice(0, 14).join(", ")}`] : [])].filter(Boolean).join(" ");
  const stepper = word.numbers ? h("input", { type: "number", class: "carried", min: word.numbers[0], max: word.numbers[1],
    "aria-label": `${word.word}: its number`, value: String(word.numbers[0]),
    onchange: () => room.set((wish) => say(wish, field.name, word.word, number())) }) : null;
  const label = h("label", { title: told || null }, input,
    h("span", { class: "word" }, word.title, from),
    word.worth?.length ? h("span", { class: "sr" }, worthText(word.worth)) : null,
    word.worth?.length ? worthMarks(bench, word.worth) : null);
  const element = h("li", { class: stepper ? "numbered" : "" }, label, stepper);

  function number() {
    const [low, high] = word.numbers;
    return Math.min(high, Math.max(low, Math.round(Number(stepper.value)) || low));
  }

  /** Tick it: it is said, and what it cannot stand beside is not. */
  function tick() {
    room.set((wish) => {
      for (const other of word.excludes ?? []) {
        unsay(wish, field.name, other);
        const shown = room.draft?.held[field.name]?.some((one) => alike(one.word, other));
        if (shown && !wish.without.some((text) => alike(text, other))) wish.without = [...wish.without, other];
      }
      const barred = wish.without.some((text) => alike(text, word.word));
      wish.without = wish.without.filter((text) => !alike(text, word.word));
      // What the box or the role calls for comes back by itself.
      if (!barred || !field.counted) say(wish, field.name, word.word, stepper ? number() : null);
    });
    room.say(`${word.title} ticked`);
  }

  /** Take it away: where the box or the role calls for it, the card is to go without. */
  function untick() {
    const held = room.draft?.held[field.name]?.find((one) => alike(one.word, word.word));
    room.set((wish) => {
      const said = saidOf(wish, field.name, word.word) !== undefined;
      unsay(wish, field.name, word.word);
      const called = held && (held.mark === "seen" || held.added);
      if (field.counted && called && !(said && !held.from.length && !held.added)) wish.without = [...wish.without, word.word];
    });
    room.say(`${word.title} taken away`);
  }

  return {
    element,
    paint(wish, held) {
      const one = held.find((known) => alike(known.word, word.word));
      const said = saidOf(wish, field.name, word.word);
      const barred = wish.without.some((text) => alike(text, word.word));
      input.checked = (said !== undefined || Boolean(one)) && !(barred && said === undefined);
      const source = one?.mark === "seen" ? one.from.join(", ") : one?.added || (one?.mark === "role" ? one.from.join(", ") : "");
      from.textContent = barred ? "left out" : source ? source : "";
      element.classList.toggle("held", input.checked);
      element.classList.toggle("auto", Boolean(one) && said === undefined);
      element.classList.toggle("barred", barred);
      if (stepper) {
        const number = one?.number ?? (said && numberOf(said, word.word));
        if (number && stepper !== document.activeElement) stepper.value = String(number);
        stepper.disabled = !input.checked;
      }
    },
    full(is) {
      input.disabled = is && !input.checked;
    },
    hint(key) {
      const hit = key.length > 1 && names.some((name) => name.includes(key));
      element.classList.toggle("hit", hit);
      return hit;
    },
  };
}
