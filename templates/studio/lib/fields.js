/**
 * Forms from shapes: a JSON Schema as the studio tells it (`title`, `format`, `oneOf` with `const` and `title`) and a
 * value come in; fields that somebody fills in go out. Nothing here knows any game.
 */

import { fill, h, unique } from "./dom.js";

const FEW = 5;

/** @typedef {{type?: string, format?: string, title?: string, description?: string, oneOf?: object[]}} Shape */

/**
 * A form for a value of a shape. `changed(value, way)` is called with a new value whenever somebody changes one; the
 * value that came in is never touched. What is returned has `element`, `set(value)` and `tell(findings)`, each finding
 * with the `way` that leads to its value; findings of no field are returned by `tell`.
 */
export function form(shape, value, changed) {
  let now = value ?? {};
  let fields = [];
  const element = h("div", { class: "fields" });

  function change(key, held, way) {
    now = { ...now };
    if (held === undefined) delete now[key];
    else now[key] = held;
    changed(now, way);
  }

  function build() {
    fields = Object.entries(shape.properties ?? {}).map(([key, one]) =>
      field(key, one, now[key], (shape.required ?? []).includes(key), (held, way = []) => change(key, held, [key, ...way])));
    // What no shape knows is shown too: nothing of a file is hidden.
    for (const key of Object.keys(now)) {
      if (shape.properties?.[key]) continue;
      fields.push(field(key, { title: key, format: "free", strange: true }, now[key], false,
        (held, way = []) => change(key, held, [key, ...way])));
    }
    fill(element, fields.map((one) => one.element));
  }

  build();
  return {
    element,
    get value() { return now; },
    set(next) {
      const at = focusOf(element);
      now = next;
      build();
      at?.(element);
    },
    tell(findings) {
      for (const one of fields) one.tell(findings.filter((found) => found.way?.[0] === one.key));
      return findings.filter((found) => !fields.some((one) => one.key === found.way?.[0]));
    },
    focus(key) {
      element.querySelector(`[data-field="${CSS.escape(key)}"] :is(input, select, textarea, button)`)?.focus();
    },
  };
}

/** Where the keyboard is, so that it can be there again once the fields are made anew. */
function focusOf(element) {
  const here = document.activeElement;
  const key = here && element.contains(here) && here.closest("[data-field]")?.dataset.field;
  if (!key) return null;
  const every = [...element.querySelectorAll(`[data-field="${CSS.escape(key)}"] :is(input, select, textarea, button)`)];
  const n = every.indexOf(here);
  return (root) => root.querySelectorAll(`[data-field="${CSS.escape(key)}"] :is(input, select, textarea, button)`)[n]?.focus();
}

/** One field: its label, its control, what it is for, and what is wrong with it. */
function field(key, shape, value, needed, change) {
  const id = unique("field");
  const about = unique("about");
  const wrong = h("p", { class: "wrong", id: unique("wrong"), hidden: true });
  const make = CONTROLS[shape.format] ?? CONTROLS.free;
  const made = make({ id, shape, value, needed, change, about: `${about} ${wrong.id}` });
  const hint = shape.strange ? "No field of these records: a slip, or one that game.yaml does not declare." : shape.description ?? "";
  const label = made.group
    ? h("span", { class: "label", id: `${id}-label` }, shape.title ?? key)
    : h("label", { for: id, class: "label" }, shape.title ?? key);
  const element = h("div", { class: `field is-${shape.format ?? "free"}`, "data-field": key },
    h("div", { class: "above" }, label, needed && h("span", { class: "needed", title: "must be said" }, "needed"), made.note),
    made.element, hint && h("p", { class: "hint", id: about }, hint), wrong);
  if (made.group) {
    element.setAttribute("role", "group");
    element.setAttribute("aria-labelledby", `${id}-label`);
  }
  return {
    key,
    element,
    tell(findings) {
      wrong.hidden = !findings.length;
      fill(wrong, findings.map((one) => (one.code === "missing-key" && one.way.length < 2
        ? h("span", { class: one.severity }, "This is needed.")
        : h("span", { class: one.severity }, one.message, one.hint && h("em", {}, ` ${one.hint}`)))));
      element.classList.toggle("bad", findings.some((one) => one.severity === "error"));
      const control = element.querySelector("input, select, textarea");
      if (findings.length) control?.setAttribute("aria-invalid", "true");
      else control?.removeAttribute("aria-invalid");
    },
  };
}

const CONTROLS = { line, block, number, flag, choice, words, color, length: line, file, map, maps, text: line, free };

function line({ id, shape, value, needed, change, about }) {
  const note = left(shape, value);
  const element = h("input", { id, type: "text", value: value === undefined || value === null ? "" : String(value), maxlength: shape.maxLength,
    "aria-describedby": about, autocomplete: "off", spellcheck: "true", oninput: () => {
      note?.update(element.value);
      change(element.value === "" && !needed ? undefined : element.value);
    } });
  return { element, note };
}

function block({ id, shape, value, needed, change, about }) {
  const note = left(shape, value);
  const element = h("textarea", { id, rows: 3, value: value ?? "", maxlength: shape.maxLength, "aria-describedby": about,
    oninput: () => {
      grow();
      note?.update(element.value);
      change(element.value === "" && !needed ? undefined : element.value);
    } });
  function grow() {
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight + 4, 420)}px`;
  }
  requestAnimationFrame(grow);
  return { element, note };
}

/** How many letters are left, once there are few. */
function left(shape, value) {
  if (!shape.maxLength) return null;
  const note = h("span", { class: "left", "aria-live": "polite" });
  note.update = (text) => {
    const rest = shape.maxLength - text.length;
    note.textContent = rest < Math.max(12, shape.maxLength / 5) ? `${rest} left` : "";
  };
  note.update(String(value ?? ""));
  return note;
}

function number({ id, shape, value, needed, change, about }) {
  const limits = [shape.minimum, shape.maximum].every((one) => one !== undefined) && `${shape.minimum} to ${shape.maximum}`;
  const element = h("input", { id, type: "number", inputmode: "decimal", value: value ?? "", min: shape.minimum, max: shape.maximum,
    step: shape.type === "integer" ? 1 : "any", placeholder: shape.default ?? "", "aria-describedby": about, oninput: () => {
      const text = element.value.trim();
      change(text === "" ? (needed ? null : undefined) : Number(text));
    } });
  return { element, note: limits && h("span", { class: "left" }, limits) };
}

function flag({ id, shape, value, change, about }) {
  const element = h("input", { id, type: "checkbox", checked: value ?? shape.default ?? false, "aria-describedby": about,
    onchange: () => change(element.checked) });
  return { element };
}

function choice({ id, shape, value, needed, change, about }) {
  const options = shape.oneOf ?? [];
  if (options.length <= FEW) return segments({ shape, value, needed, change, about, options });
  const known = options.some((one) => one.const === value);
  const element = h("select", { id, "aria-describedby": about, onchange: () => change(element.value === "" ? undefined : element.value) },
    (!needed || value === undefined) && h("option", { value: "" }, needed ? "Choose …" : "–"),
    value !== undefined && value !== null && !known && h("option", { value: String(value) }, `${value} (unknown)`),
    options.map((one) => h("option", { value: one.const }, titled(one))));
  element.value = value ?? "";
  return { element };
}

/** A choice of few, each to be seen at once. */
function segments({ value, needed, change, options, about }) {
  const name = unique("choice");
  const every = needed ? options : [{ const: undefined, title: "none" }, ...options];
  const element = h("div", { class: "segments", role: "radiogroup", "aria-describedby": about }, every.map((one) =>
    h("label", { title: one.description }, h("input", { type: "radio", name, checked: one.const === value || (one.const === undefined && value === null),
      onchange: () => change(one.const) }), h("span", {}, one.title ?? one.const))));
  return { element, group: true };
}

function titled(one) {
  return one.title && one.title !== one.const && one.title.toLowerCase() !== String(one.const).toLowerCase() ? `${one.title} (${one.const})` : String(one.const);
}

/** A list of words as chips; what tables or other records have is offered by the browser's own list. */
function words({ id, shape, value, change, about }) {
  const strict = !!shape.items?.oneOf;
  const options = shape.items?.oneOf ?? (shape.items?.examples ?? []).map((word) => ({ const: word, title: word }));
  const held = Array.isArray(value) ? [...value] : value === undefined || value === null ? [] : [String(value)];
  const list = h("datalist", { id: unique("options") });
  const input = h("input", { id, type: "text", list: list.id, autocomplete: "off", "aria-describedby": about,
    placeholder: strict ? "Choose …" : "A word, then Enter", oninput: chosen, onkeydown: key });
  const chips = h("ul", { class: "chips" });
  paint();

  function paint() {
    chips.hidden = !held.length;
    fill(chips, held.map((word, n) => h("li", { class: !strict || of(word) ? "chip" : "chip strange", title: of(word)?.description },
      h("span", {}, worded(word)), h("button", { type: "button", class: "quiet", "aria-label": `Take out ${worded(word)}`, onclick: () => take(n) }, "×"))));
    fill(list, options.filter((one) => !held.includes(one.const)).map((one) =>
      h("option", { value: one.const }, [one.title !== one.const && one.title, one.description].filter(Boolean).join(": "))));
  }
  function of(word) { return options.find((one) => one.const === word); }
  function tell() {
    paint();
    change(held.length || value !== undefined ? [...held] : undefined);
  }
  function take(n) {
    held.splice(n, 1);
    tell();
    input.focus();
  }
  function add(word) {
    if (!word) return;
    held.push(of(word) ? word : options.find((one) => [one.const, one.title].some((name) => String(name).toLowerCase() === word.toLowerCase()))?.const ?? word);
    input.value = "";
    tell();
    input.focus();
  }
  /** What is picked in the list of the browser needs no Enter. */
  function chosen(event) {
    if (event.inputType === "insertReplacementText" || !event.inputType) add(input.value);
  }
  function key(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      add(input.value.trim());
    } else if (event.key === "Backspace" && !input.value && held.length) take(held.length - 1);
  }
  return { element: h("div", { class: "words" }, chips, input, list) };
}

function color({ id, shape, value, needed, change, about }) {
  const text = h("input", { id, type: "text", value: value ?? "", "aria-describedby": about, autocomplete: "off", oninput: () => {
    if (/^#[0-9a-f]{6}$/i.test(text.value)) well.value = text.value;
    change(text.value === "" && !needed ? undefined : text.value);
  } });
  const well = h("input", { type: "color", "aria-label": `${shape.title}: choose`, value: /^#[0-9a-f]{6}/i.test(value ?? "") ? value.slice(0, 7) : "#808080",
    oninput: () => {
      text.value = well.value.toUpperCase();
      change(text.value);
    } });
  return { element: h("div", { class: "color" }, well, text) };
}

/** A picture of the game's folder. */
function file({ id, shape, value, needed, change, about }) {
  const names = shape.files ?? [];
  const list = unique("files");
  const element = h("div", {}, h("input", { id, type: "text", value: value ?? "", list, "aria-describedby": about, autocomplete: "off",
    placeholder: names.length ? `${names.length} pictures in the game` : "no pictures in the game's folder yet",
    oninput: (event) => change(event.target.value === "" && !needed ? undefined : event.target.value) }),
  h("datalist", { id: list }, names.map((name) => h("option", { value: name }))));
  return { element };
}

/** A mapping: of declared fields a form in the form, else keys with their values. */
function map({ shape, value, change }) {
  const held = value && typeof value === "object" && !Array.isArray(value) ? value : {};
  if (shape.properties && Object.keys(shape.properties).length) {
    const inner = form(shape, held, (next, way) => change(Object.keys(next).length ? next : undefined, way));
    return { element: folded(shape, Object.keys(held).length, inner.element), group: true };
  }
  return { element: folded(shape, Object.keys(held).length, pairs(held, (next) => change(next))), group: true };
}

function folded(shape, count, inner) {
  return h("details", { open: count > 0 && count < 8 }, h("summary", {}, count ? `${count} ${count === 1 ? "entry" : "entries"}` : "nothing yet"), inner);
}

/** Keys with their values, as words: a list stands in brackets. */
function pairs(held, change) {
  let rows = Object.entries(held);
  const element = h("div", { class: "pairs" });
  paint();
  function tell() {
    const next = Object.fromEntries(rows.filter(([key]) => key.trim()));
    change(Object.keys(next).length ? next : undefined);
  }
  function paint() {
    fill(element, rows.map(([key, value], n) => h("div", { class: "pair" },
      h("input", { type: "text", value: key, "aria-label": "Key", oninput: (event) => { rows[n] = [event.target.value, rows[n][1]]; tell(); } }),
      h("input", { type: "text", value: worded(value), "aria-label": `Value of ${key || "the new key"}`,
        oninput: (event) => { rows[n] = [rows[n][0], meant(event.target.value)]; tell(); } }),
      h("button", { type: "button", class: "quiet", "aria-label": `Take out ${key || "this"}`, onclick: () => { rows.splice(n, 1); tell(); paint(); } }, "×"))),
    h("button", { type: "button", class: "add", onclick: () => {
      rows = [...rows, ["", ""]];
      paint();
      element.querySelectorAll(".pair input")[2 * rows.length - 2].focus();
    } }, "Add a key"));
  }
  return element;
}

/** A list of mappings, each a form of its own. */
function maps({ shape, value, change }) {
  let held = Array.isArray(value) ? value : [];
  const name = (shape.title ?? "entry").toLowerCase();
  const element = h("div", { class: "maps" });
  paint();
  function tell(way) {
    change(held.length ? [...held] : undefined, way);
  }
  function paint(focus = -1) {
    fill(element, held.map((one, n) => {
      const inner = form(shape.items ?? {}, one, (next, way) => {
        held = held.map((old, m) => (m === n ? next : old));
        tell([n, ...way]);
      });
      return h("fieldset", {}, h("legend", {}, `${n + 1}`), inner.element,
        h("button", { type: "button", class: "quiet out", "aria-label": `Take out ${name} ${n + 1}`, onclick: () => {
          held = held.filter((_, m) => m !== n);
          tell([]);
          paint();
        } }, "×"));
    }), h("button", { type: "button", class: "add", onclick: () => {
      held = [...held, {}];
      tell([]);
      paint(held.length - 1);
    } }, held.length ? "Add another" : "Add one"));
    if (focus >= 0) element.querySelectorAll("fieldset")[focus]?.querySelector("input, select, textarea")?.focus();
  }
  return { element, group: true };
}

/** Something of no known shape: as words. */
function free({ id, value, change, about }) {
  const element = h("input", { id, type: "text", value: worded(value), "aria-describedby": about, autocomplete: "off",
    oninput: () => change(element.value === "" ? undefined : meant(element.value)) });
  return { element };
}

const PLAIN = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/** A value as words: what would be read as something else has quotes, lists and mappings are as JSON has them. */
export function worded(value) {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return typeof meant(value) === "string" ? value : JSON.stringify(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string" && /^[^,[\]{}"]+$/.test(one) && typeof meant(one) === "string")) {
    return `[${value.join(", ")}]`;
  }
  return JSON.stringify(value);
}

/** What words mean: a number, true or false, a list in brackets, else the words themselves. */
export function meant(text) {
  const words = text.trim();
  if (PLAIN.test(words)) return Number(words);
  if (words === "true" || words === "false") return words === "true";
  if (/^["[{]/.test(words)) {
    try {
      return JSON.parse(words);
    } catch { /* It may be a list without quotes. */ }
  }
  if (words.startsWith("[") && words.endsWith("]")) {
    const inner = words.slice(1, -1).trim();
    return inner ? inner.split(",").map((one) => meant(one.trim())) : [];
  }
  return text;
}
