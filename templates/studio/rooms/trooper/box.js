/** What is in the box: one line that knows what boxes call things, and the things themselves. */

import { Overtaken } from "../../lib/api.js";
import { calm, fill, h, unique } from "../../lib/dom.js";
import { slip, text } from "./figure.js";
import { alike, pack, say } from "./wish.js";
import { worthMarks } from "./worth.js";

export function boxPanel(room) {
  const { bench } = room;
  const id = unique("box");
  const kept = bench.figure.keys.includes("accessories");
  const list = h("ul", { class: "hits", id: `${id}-hits`, role: "listbox", "aria-label": "What it means", hidden: true });
  const input = h("input", {
    id, type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", maxlength: 200, "aria-expanded": "false",
    "aria-controls": `${id}-hits`, "aria-autocomplete": "list", placeholder: "XM-76, katana, wolf …",
    oninput: () => look(), onkeydown: keyed, onblur: () => setTimeout(shut, 150), onfocus: () => input.value.trim() && look(),
  });
  const add = h("button", { type: "button", onclick: () => chosen(options[0]) }, "Add");
  const things = h("ul", { class: "things" });
  const none = h("p", { class: "hint none" }, "Nothing yet. Type what the box says; Enter puts it in.");
  const vehicle = bench.figure.keys.includes("vehicle") ? vehiclePart(room) : null;
  const element = h("section", { class: "panel box", "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, "In the box"),
    h("div", { class: "field seek" }, h("label", { for: id }, "What does the box say?", h("kbd", {}, "/")),
      h("div", { class: "seekrow" }, input, add), list),
    h("div", { class: "thingbox" }, none, things),
    vehicle?.element);

  let options = [];
  let active = -1;
  let turn = 0;

  const look = calm(async () => {
    const asked = input.value.trim();
    room.search(asked);
    if (!asked) return shut();
    const mine = ++turn;
    try {
      const found = await room.desk("search", { text: asked });
      if (mine === turn && input.value.trim() === asked) offer(found);
    } catch (error) {
      if (!(error instanceof Overtaken)) shut();
    }
  }, 60);

  /** Show what a text may mean: the first is what Enter does. */
  function offer(found) {
    const made = [];
    const seen = new Set();
    const put = (name, hit, note) => {
      const key = `${name.toLowerCase()} ${hit?.field ?? ""}`;
      if (!seen.has(key)) made.push({ name, hit, note });
      seen.add(key);
    };
    if (found.means) put(found.text, { ...found.means, thing: found.thing }, "");
    else if (found.nothing) put(found.text, null, "counts for nothing; kept as it came");
    for (const one of found.near) put(one.name, one, "did you mean this?");
    for (const one of found.found) put(one.name, one, "");
    if (!found.means && !found.nothing) put(found.text, null, "nobody knows it; kept, and not counted");
    options = made.slice(0, 9);
    fill(list, options.map((one, n) => h("li", { id: `${id}-${n}`, role: "option", "aria-selected": n === 0 ? "true" : "false",
      onmousedown: (event) => { event.preventDefault(); chosen(one); } },
      h("span", { class: "name" }, one.name),
      one.hit && !alike(one.hit.word, one.name) && h("span", { class: "means" }, title(one.hit)),
      one.note && h("span", { class: "note" }, one.note),
      one.hit?.worth?.length ? worthMarks(bench, one.hit.worth) : one.hit && h("span", { class: "note" }, one.hit.field))));
    active = 0;
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    mark();
  }

  function title(hit) {
    const word = bench.fields.find((field) => field.name === hit.field)?.words.find((one) => one.word === hit.word);
    return word?.title ?? hit.word;
  }

  function mark() {
    [...list.children].forEach((item, n) => item.setAttribute("aria-selected", String(n === active)));
    if (active >= 0) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function keyed(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden || !options.length) return;
      event.preventDefault();
      active = (active + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length;
      mark();
    } else if (event.key === "Enter" && input.value.trim()) {
      event.preventDefault();
      chosen(list.hidden ? undefined : options[active]);
    } else if (event.key === "Escape") {
      if (list.hidden) input.value = "";
      shut();
      room.search("");
    }
  }

  /** Take what was chosen: a thing goes into the box, as the toy calls it; a skill or a trait is ticked. */
  function chosen(option) {
    const name = (option?.name ?? input.value).trim();
    if (!name) return input.focus();
    const field = bench.fields.find((one) => one.name === option?.hit?.field);
    const numbered = field?.words.find((one) => one.word === option.hit.word)?.numbers;
    room.set((wish) => {
      if (field && !field.counted) {
        if (field.several) say(wish, field.name, option.hit.word);
        else wish.said[field.name] = [option.hit.word];
      } else if (field && (numbered || (alike(option.hit.word, name) && option.hit.thing !== true))) {
        say(wish, field.name, option.hit.word, option.hit.number ?? numbered?.[0] ?? null);
      } else if (kept) {
        pack(wish, name);
        if (option?.hit) wish.without = wish.without.filter((text) => !alike(text, option.hit.word));
      } else if (field) say(wish, field.name, name);
    });
    room.say(field ? `${name}: ${title(option.hit)}` : `${name}, kept`);
    input.value = "";
    turn += 1;
    look.cancel();
    shut();
    room.search("");
    input.focus();
    return undefined;
  }

  function shut() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    active = -1;
  }

  return {
    element,
    focus: () => input.focus(),
    close: () => look.cancel(),
    paint(wish, draft) {
      const counted = new Map((draft?.box ?? []).filter((one) => one.place === "accessories").map((one) => [one.name.toLowerCase(), one]));
      const names = [...wish.figure.accessories];
      for (const one of draft?.box ?? []) {
        if (one.place === "accessories" && !names.some((name) => name.toLowerCase() === one.name.toLowerCase())) names.push(one.name);
      }
      none.hidden = names.length > 0;
      fillKept(things, names, (name) => thing(room, name, counted.get(name.toLowerCase()), "accessories"));
      vehicle?.paint(wish, draft);
    },
  };
}

/** Fill a list so that what stays is not made anew: a focused button keeps its focus. */
function fillKept(list, names, make) {
  const had = new Map([...list.children].map((item) => [item.dataset.name, item]));
  const now = names.map((name) => {
    const made = make(name);
    const old = had.get(name);
    if (old && old.dataset.told === made.dataset.told) return old;
    if (old?.contains(document.activeElement)) queueMicrotask(() => made.querySelector("button")?.focus());
    return made;
  });
  if (now.length !== list.children.length || now.some((item, n) => item !== list.children[n])) list.replaceChildren(...now);
}

/** One thing of the box: what it is called, what it counts as, and a way to take it out again. */
function thing(room, name, known, place) {
  const { bench } = room;
  const word = bench.fields.find((field) => field.name === known?.field)?.words.find((one) => one.word === known.word);
  const state = !known ? "waits" : known.word ? "counts" : known.known ? "plain" : "strange";
  const told = !known ? "" : known.word ? (alike(known.word, name) ? "" : known.word)
    : known.known ? "counts for nothing" : known.told.split("; ")[1] ?? "nobody knows it";
  return h("li", { class: `thing ${state}`, "data-name": name, "data-told": JSON.stringify([known, place]) },
    h("span", { class: "name" }, name),
    told && h("span", { class: "means" }, told),
    known?.beside && h("span", { class: "means" }, `not counted: ${known.beside}`),
    word?.worth?.length ? worthMarks(bench, word.worth) : null,
    h("button", { type: "button", class: "quiet", "aria-label": `Take out ${name}`, onclick: (event) => {
      const next = event.currentTarget.closest("li").nextElementSibling ?? event.currentTarget.closest("li").previousElementSibling;
      room.set((wish) => {
        wish.figure[place] = wish.figure[place].filter((one) => one.toLowerCase() !== name.toLowerCase());
        for (const field of bench.fields.filter((one) => one.counted)) {
          const left = (wish.said[field.name] ?? []).filter((one) => one.toLowerCase() !== name.toLowerCase());
          if (left.length) wish.said[field.name] = left;
          else delete wish.said[field.name];
        }
      });
      (next?.querySelector("button") ?? document.getElementById("box-1"))?.focus();
    } }, "×"));
}

/** The vehicle that a figure came with, and what that mounts. */
function vehiclePart(room) {
  const { bench } = room;
  const name = text("Vehicle", { autocomplete: "off", maxlength: 60, placeholder: "Falcon glider" }, (value) =>
    room.set((wish) => { wish.figure.vehicle = value; }, "vehicle"));
  const mounts = h("ul", { class: "things" });
  const armed = bench.figure.keys.includes("mounted") && text("What it is armed with", { autocomplete: "off", maxlength: 120,
    placeholder: "missiles, then Enter", onkeydown: (event) => {
      if (event.key !== "Enter" || !armed.input.value.trim()) return;
      event.preventDefault();
      const value = armed.input.value.trim();
      armed.input.value = "";
      room.set((wish) => pack(wish, value, "mounted"));
    } }, () => {});
  const element = h("details", { class: "vehicle" }, h("summary", {}, "It came with a vehicle"),
    h("div", { class: "column" }, name.element, armed && armed.element, mounts));
  return {
    element,
    paint(wish, draft) {
      name.show(wish.figure.vehicle, slip(draft, "vehicle"));
      const known = new Map((draft?.box ?? []).filter((one) => one.place === "mounted").map((one) => [one.name.toLowerCase(), one]));
      fillKept(mounts, wish.figure.mounted, (one) => thing(room, one, known.get(one.toLowerCase()), "mounted"));
      if (wish.figure.vehicle || wish.figure.mounted.length) element.open = true;
    },
  };
}
