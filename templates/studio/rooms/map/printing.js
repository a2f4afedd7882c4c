/** A board to paper; and its data, to keep. */

import { Findings, Overtaken } from "../../lib/api.js";
import { dialog, toast } from "../../lib/dialog.js";
import { fill, h, remember, remembered, unique } from "../../lib/dom.js";
import { firstOf, printButton } from "../../lib/running.js";

const FORMS = { poster: "Poster", tiles: "Tiles", maps: "Map sheet" };
const PAPERS = { letter: "Letter", a4: "A4", legal: "Legal", tabloid: "Tabloid", a3: "A3", a2: "A2", a1: "A1", "arch-c": "Arch C, 18 × 24 in", "arch-d": "Arch D, 24 × 36 in" };

/** `desk(action, more)` asks the desk for the board that is seen, with what else it needs. */
export function printView({ at, desk }) {
  const forms = h("div", { class: "ways", role: "radiogroup", "aria-label": "What is printed" });
  const paper = h("select", { id: unique("paper"), onchange: () => remember("map-paper", paper.value) },
    Object.entries(PAPERS).map(([name, title]) => h("option", { value: name }, title)));
  paper.value = remembered("map-paper", "letter");
  const keep = h("button", { type: "button", onclick: keepData }, "Save its data");
  let form = remembered("map-form", "poster");
  let known = [];
  const how = () => ({ form, paper: paper.value });
  const { button, line, close } = printButton("Print", async () => ({ run: (await desk("print", how())).run, what: FORMS[form] }), "main");

  async function keepData() {
    const name = h("input", { type: "text", id: unique("name"), maxlength: 60, required: true, value: "My board" });
    const text = h("pre", { class: "entry", tabindex: "0", "aria-label": "The entry" });
    const wrong = h("p", { class: "wrong", role: "alert" });
    const row = h("div", { class: "row end" });
    const ask = (action) => desk(action, { ...how(), name: name.value.trim() });
    async function load() {
      try {
        const answer = await ask("data");
        wrong.textContent = "";
        text.textContent = answer.entry;
        fill(row, copy(answer.entry),
          file("Download JSON", `board-${answer.board.seed}.json`, "application/json", `${JSON.stringify(answer.board, null, 2)}\n`),
          file("Download YAML", "boards.yaml", "text/yaml", answer.entry),
          answer.file && h("button", { type: "button", class: "main", onclick: kept }, `Save to ${answer.file.split("/").at(-1)}`));
      } catch (error) {
        if (error instanceof Findings) wrong.textContent = "A name is one line of up to 60 letters.";
      }
    }
    async function kept() {
      try {
        show(await ask("save"));
      } catch (error) {
        if (error instanceof Findings) wrong.textContent = firstOf(error.findings);
        else if (!(error instanceof Overtaken)) wrong.textContent = error.message;
      }
    }
    /** Where a board is that was saved, and what prints it. */
    function show(saved) {
      const kit = at.gameData.builtIn;
      const parts = [
        [kit ? "This command prints it, as often as you like:" : "Without a change to the game, this prints it:", "The command", saved.command],
        [kit ? "A game of your own prints it with the file beside its game.yaml and these lines:" : "These lines of game.yaml have the product print it:", "Lines for game.yaml", saved.lines],
      ];
      fill(box, box.firstChild, h("p", { class: "saved", role: "status" }, "Saved to ", h("strong", {}, saved.file), "."),
        parts.map(([says, label, words]) => h("section", { class: "column" }, h("p", { class: "hint" }, says),
          h("pre", { class: "entry wraps", tabindex: "0", "aria-label": label }, words), h("div", { class: "row end" }, copy(words)))));
      box.querySelector("button")?.focus();
    }
    name.addEventListener("change", load);
    const box = dialog("The board as data",
      h("p", { class: "hint" }, "An entry of a file of boards that are written by hand. A product prints it with boards: and by-hand:."),
      h("div", { class: "field" }, h("label", { for: name.id }, "Name"), name), text, wrong, row);
    await load();
  }

  function copy(words) {
    return h("button", { type: "button", onclick: async () => { await navigator.clipboard.writeText(words); toast("Copied.", "good"); } }, "Copy");
  }

  function file(title, name, type, content) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    setTimeout(() => URL.revokeObjectURL(address), 600000);
    return h("a", { class: "button", href: address, download: name }, title);
  }

  return {
    element: h("section", { class: "panel print-panel" }, h("h2", {}, "Print"), forms,
      h("div", { class: "row" }, h("label", { for: paper.id }, "Paper"), paper), h("div", { class: "row" }, button, keep), line),
    show(next) {
      if (JSON.stringify(next) === JSON.stringify(known)) return;
      known = next;
      if (!known.some((one) => one.form === form)) form = known[0].form;
      fill(forms, known.map((one) => h("label", { class: "way" },
        h("input", { type: "radio", name: "form", value: one.form, checked: one.form === form, onchange: () => {
          form = one.form;
          remember("map-form", form);
        } }), h("span", {}, FORMS[one.form]))));
    },
    close,
  };
}
