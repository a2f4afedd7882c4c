/** Who it is: name, the fields that hold one value, and which figure it is of. */

import { h, unique } from "../../lib/dom.js";
import { photoPart } from "./photo.js";

export function figurePanel(room) {
  const { bench } = room;
  const said = {};
  const name = text("Name", { autocomplete: "off", maxlength: 200, placeholder: "Rivet" }, (value) =>
    room.set((wish) => { wish.name = value; }, "name"));
  const fields = bench.fields.filter((field) => !field.several).map((field) => {
    said[field.name] = field.words.length ? choice(room, field) : text(field.label, {
      autocomplete: "off", maxlength: field.letters ?? 200, placeholder: field.name === "role" ? "Bridge builder" : "",
    }, (value) => room.set((wish) => {
      if (value.trim()) wish.said[field.name] = [value];
      else delete wish.said[field.name];
    }, field.name));
    return said[field.name].element;
  });
  const which = bench.figure.keys.some((key) => key === "year" || key === "version") && text(
    "Figure", { autocomplete: "off", maxlength: 120, placeholder: "2021 Classified" }, (value) =>
      room.set((wish) => { wish.figure.text = value; }, "figure"), "its year and version");
  const photo = bench.window ? photoPart(room) : null;

  const element = h("section", { class: "panel who", "aria-labelledby": "who-title" },
    h("h2", { id: "who-title" }, "Who it is"),
    h("div", { class: "names" }, name.element, fields, which && which.element),
    photo?.element);
  return {
    element,
    focus: () => name.input.focus(),
    close: () => photo?.close(),
    paint(wish, draft) {
      name.show(wish.name, slip(draft, "name") || (draft?.taken && same(draft, wish) ? "You have a card of this name." : ""));
      for (const field of bench.fields.filter((one) => !one.several)) {
        said[field.name].show((wish.said[field.name] ?? [""])[0], slip(draft, field.name));
      }
      which && which.show(wish.figure.text, slip(draft, "figure"));
      photo?.paint(wish, draft);
    },
  };
}

function same(draft, wish) {
  return draft.card.name === wish.name.trim();
}

/** What is wrong with a field, in a line. */
export function slip(draft, field) {
  const found = draft?.slips.find((one) => one.field === field);
  return found ? `${found.message}. ${found.hint}` : "";
}

/** A line to write on. */
export function text(label, props, change, hint = "") {
  const id = unique("text");
  const input = h("input", { id, type: "text", "aria-describedby": `${id}-said`, spellcheck: "false", ...props,
    oninput: () => change(input.value) });
  const wrong = h("span", { class: "wrong", id: `${id}-said` });
  const element = h("div", { class: "field" }, h("label", { for: id }, label, hint && h("span", { class: "hint" }, hint)), input, wrong);
  return {
    element, input,
    show(value, problem = "") {
      if (input !== document.activeElement || input.value.trim() !== value.trim()) {
        if (input.value !== value) input.value = value;
      }
      if (wrong.textContent !== problem) wrong.textContent = problem;
      input.toggleAttribute("aria-invalid", Boolean(problem));
      if (problem) input.setAttribute("aria-invalid", "true");
    },
  };
}

/** One of a few words, each with its colour: the service of a trooper. Those that the deck does not use come last. */
function choice(room, field) {
  const group = unique("choice");
  const inputs = new Map();
  const item = (word) => {
    const input = h("input", { type: "radio", name: group, value: word.word, class: "sr-input",
      onchange: () => room.set((wish) => { wish.said[field.name] = [word.word]; }) });
    inputs.set(word.word, input);
    const dot = h("span", { class: "dot" });
    if (/^#[0-9a-f]{6}$/i.test(word.color ?? "")) dot.style.backgroundColor = word.color;
    return h("label", { class: "pick" }, input, dot, h("span", {}, word.title));
  };
  const used = field.words.filter((word) => word.used);
  const others = field.words.filter((word) => !word.used);
  const wrong = h("span", { class: "wrong" });
  const more = used.length && others.length ? h("details", { class: "others" },
    h("summary", {}, `${others.length} more`), h("div", { class: "picks" }, others.map(item))) : null;
  const element = h("fieldset", { class: "field choice" }, h("legend", {}, field.label),
    h("div", { class: "picks" }, (more ? used : field.words).map(item)), more, wrong);
  return {
    element,
    show(value, problem = "") {
      for (const [word, input] of inputs) input.checked = word === value;
      if (more && others.some((word) => word.word === value)) more.open = true;
      wrong.textContent = problem;
    },
  };
}
