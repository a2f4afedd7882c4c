/** The card as it is so far, both sides of it, and what can be done with it. */

import { findingList } from "../../lib/dialog.js";
import { fill, h, unique } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";
import { printing } from "./printing.js";
import { same } from "./wish.js";

/** What saving is called: beside a game among the user's own cards, or into the game's own list. */
const KEEP = { true: "Save to my cards", false: "Save to the game" };

export function cardSide(room, { sums, save, renew }) {
  const { bench } = room;
  const front = picture({ width: 5, height: 7, alt: "The front of the card", className: "face front" });
  const back = picture({ width: 5, height: 7, alt: "The back of the card", className: "face back" });
  const card = h("div", { class: "card" }, front, back);
  let turned = false;
  const flip = h("button", { type: "button", class: "flip", "aria-pressed": "false", "aria-label": "Turn the card over", title: "Turn the card over",
    onclick: () => {
      turned = !turned;
      card.classList.toggle("turned", turned);
      flip.setAttribute("aria-pressed", String(turned));
    } }, "↻");
  const undo = h("button", { type: "button", title: "Ctrl+Z", onclick: () => room.past.undo() }, "Undo");
  const redo = h("button", { type: "button", title: "Ctrl+Shift+Z", onclick: () => room.past.redo() }, "Redo");
  const own = unique("own");
  const which = h("select", { id: own, onchange: () => renew(which.value) });
  const again = h("button", { type: "button", onclick: () => renew("") }, "New card");
  const state = h("p", { class: "state", role: "status" });
  const keep = h("button", { type: "button", class: "main", title: "Ctrl+S", onclick: save }, KEEP[bench.beside]);
  const prints = printing(room, { save });
  const bar = h("div", { class: "trooperbar" },
    h("div", { class: "what" }, h("h1", {}, "Trooper"), h("label", { class: "which", for: own }, h("span", { class: "sr" }, "Your cards"), which), again,
      h("span", { class: "times" }, undo, redo)),
    h("div", { class: "acts" }, state, prints.elements, keep));
  const trouble = h("div", { class: "trouble" });
  const element = h("aside", { class: "side", "aria-label": "The card so far" },
    h("div", { class: "stage" }, h("div", { class: "holder" }, card), flip),
    h("div", { class: "ledger" }, trouble, prints.line, sums.element));

  return {
    element, bar,
    close: () => prints.close(),
    settled: () => front.settled(),
    /** Show what was drawn; where nothing could be, the last card stays. */
    show(draft) {
      const { pictures } = draft;
      card.style.setProperty("--corner", `${100 * draft.corner / (pictures.front?.width ?? 180)}%`);
      if (pictures.front) front.show(pictures.front.address, pictures.front);
      if (pictures.back) back.show(pictures.back.address, pictures.back);
      flip.hidden = !pictures.back;
      front.describe(told(room, draft));
      const findings = draft.findings.filter((one) => one.severity !== "info");
      fill(trouble, findings.length ? findingList(findings.map((one) => ({ ...one, file: "" }))) : null);
    },
    trouble(findings) {
      fill(trouble, findingList(findings.map((one) => ({ ...one, file: one.file?.startsWith("printgen") ? "" : one.file }))));
      trouble.scrollIntoView({ block: "nearest" });
    },
    paint(wish, draft) {
      undo.disabled = !room.past.undoable;
      redo.disabled = !room.past.redoable;
      fillOptions(which, bench.own, wish.of);
      const missing = draft ? draft.missing.map((name) => bench.fields.find((field) => field.name === name)?.label.toLowerCase() ?? name) : [];
      const wrong = draft?.slips.length ?? 0;
      state.textContent = !draft ? "" : missing.length ? `Still missing: ${missing.join(", ")}.`
        : draft.taken ? "You have a card of this name."
        : wrong ? `${wrong === 1 ? "One word is" : `${wrong} words are`} not understood.`
        : !draft.ready ? "It cannot be saved like this."
        : !wish.of ? "Ready to save." : same(wish, room.kept) ? "Saved." : "Changed, and not saved yet.";
      state.classList.toggle("ready", Boolean(draft?.ready));
      keep.textContent = wish.of ? "Save the changes" : KEEP[bench.beside];
      keep.setAttribute("aria-disabled", String(!draft?.ready));
      prints.paint(wish, draft);
    },
  };
}

function fillOptions(select, names, now) {
  const told = JSON.stringify(names);
  if (select.dataset.told !== told) {
    select.dataset.told = told;
    select.replaceChildren(h("option", { value: "" }, "A new card"), ...names.map((name) => h("option", { value: name }, name)));
  }
  select.value = now;
}

/** The card in words, for who cannot see it. */
function told(room, draft) {
  const { card } = draft;
  const stats = draft.stats.map((one) => `${one.label} ${one.printed}`).join(", ");
  return [card.name, ...room.bench.fields.filter((field) => !field.several).map((field) => card[field.name]), stats].join(", ");
}
