/** Words to people: short notes that go away, findings that stay, and questions that wait. */

import { h } from "./dom.js";

const toasts = document.getElementById("toasts");

/** A short note. `kind` is "good", "bad" or "". */
export function toast(text, kind = "") {
  const note = h("p", { class: `toast ${kind}` }, text);
  // What lies behind a dialog is neither seen nor heard.
  const before = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (toasts.parentElement !== before) before.append(toasts);
  toasts.append(note);
  setTimeout(() => note.remove(), kind === "bad" ? 9000 : 4000);
}

/** A dialog with a title and content; `close()` of what is returned closes it. It takes the keyboard until then. */
export function dialog(title, ...content) {
  const box = h("dialog", { class: "dialog", "aria-label": title }, h("header", {}, h("h2", {}, title),
    h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => box.close() }, "×")), ...content);
  document.body.append(box);
  box.addEventListener("close", () => {
    if (box.contains(toasts)) document.body.append(toasts);
    box.remove();
  });
  box.showModal();
  return box;
}

/** A question with answers, each {label, value, kind}; the value that was chosen, null for none. */
export function ask(title, text, answers) {
  return new Promise((resolve) => {
    let value = null;
    const buttons = answers.map((one) =>
      h("button", { type: "button", class: one.kind ?? "", onclick: () => { value = one.value; box.close(); } }, one.label));
    const box = dialog(title, h("p", {}, text), h("div", { class: "row end" }, buttons));
    box.addEventListener("close", () => resolve(value));
    buttons.at(-1)?.focus();
  });
}

/** Findings as a list: what is wrong, where, and how to mend it. `open` is called with one whose place is clicked. */
export function findingList(findings, open) {
  return h("ul", { class: "findings" }, findings.map((one) => {
    const place = one.file ? `${one.file}${one.line ? `:${one.line}` : ""}${one.column ? `:${one.column}` : ""}` : "";
    return h("li", { class: one.severity },
      h("strong", {}, one.message),
      one.hint && h("span", { class: "hint" }, one.hint),
      place && (open
        ? h("button", { type: "button", class: "place", onclick: () => open(one) }, place)
        : h("span", { class: "place" }, place)),
      one.count > 1 && h("span", { class: "more" }, `and ${one.count - 1} more like this`));
  }));
}
