/** A board to paper; and its data, to keep. */

import { Findings, get, Overtaken, post } from "../../lib/api.js";
import { copied, line } from "../../lib/clipboard.js";
import { dialog, toast } from "../../lib/dialog.js";
import { fill, h, remember, remembered, unique } from "../../lib/dom.js";

const FORMS = { poster: "Poster", tiles: "Tiles", maps: "Map sheet" };
const FLAGS = { poster: ["--poster"], tiles: ["--tiles"], maps: [] };
const PAPERS = { letter: "Letter", a4: "A4", legal: "Legal", tabloid: "Tabloid", a3: "A3", a2: "A2", a1: "A1", "arch-c": "Arch C, 18 × 24 in", "arch-d": "Arch D, 24 × 36 in" };
const WAIT = 350;

/** `words()` is the command that prints the board that is seen, `data(name)` and `save(name)` ask the desk. */
export function printView({ at, words, data, save }) {
  const forms = h("div", { class: "ways", role: "radiogroup", "aria-label": "What is printed" });
  const paper = h("select", { id: unique("paper"), onchange: () => remember("map-paper", paper.value) },
    Object.entries(PAPERS).map(([name, title]) => h("option", { value: name }, title)));
  paper.value = remembered("map-paper", "letter");
  const now = h("button", { type: "button", class: "main", onclick: () => (running ? stop() : print()) }, "Print");
  const keep = h("button", { type: "button", onclick: keepData }, "Save its data");
  const told = h("p", { class: "printed", role: "status" });
  let form = remembered("map-form", "poster");
  let known = [];
  let running = "";
  let closed = false;

  /** A command of boards as it prints the form that is chosen, on the paper that is chosen. */
  function asPrinted([board, , ...rest], ...more) {
    const target = known.find((one) => one.form === form)?.target;
    return [board, target, ...rest, ...FLAGS[form], ...more, "--paper", paper.value];
  }

  function command() {
    return asPrinted(words(), ...(form === "maps" ? ["--count", "1"] : []));
  }

  async function print() {
    const said = command();
    try {
      let run = await post("/api/run", { words: said });
      running = run.id;
      now.textContent = "Stop";
      told.textContent = "The sheets are laid out …";
      while (run.state === "running" && !closed) {
        await new Promise((resolve) => setTimeout(resolve, WAIT));
        run = await get(`/api/run/${run.id}`);
      }
      if (!closed) ended(run);
    } catch (error) {
      if (error instanceof Findings) told.textContent = said_of(error.findings);
      else if (!(error instanceof Overtaken)) throw error;
    }
    running = "";
    now.textContent = "Print";
  }

  function ended(run) {
    if (run.state === "stopped") {
      told.textContent = "Stopped.";
      return;
    }
    const at = run.files.findIndex((one) => one.name.endsWith(".pdf"));
    if (run.state !== "done" || at < 0) {
      told.textContent = said_of(run.findings) || run.said.at(-1) || "It could not be printed.";
      return;
    }
    const address = `/api/run/${run.id}/files/${at}`;
    fill(told, `${FORMS[form]} ready: `, h("a", { href: address, target: "_blank", rel: "noopener" }, "open the PDF"), " · ",
      h("a", { href: `${address}?save`, download: run.files[at].name }, "keep it"));
    toast("The board is ready to print.", "good");
  }

  async function stop() {
    await post(`/api/run/${running}/stop`);
  }

  async function keepData() {
    const name = h("input", { type: "text", id: unique("name"), maxlength: 60, value: "My board" });
    const text = h("pre", { class: "entry", tabindex: "0", "aria-label": "The entry" });
    const wrong = h("p", { class: "wrong", role: "alert" });
    const row = h("div", { class: "row end" });
    let answer = null;
    async function load() {
      try {
        answer = await data(name.value.trim());
      } catch (error) {
        if (error instanceof Findings) wrong.textContent = "A name is one line of up to 60 letters.";
        return;
      }
      wrong.textContent = "";
      text.textContent = answer.entry;
      fill(row,
        h("button", { type: "button", onclick: async () => { await copied(answer.entry); toast("Copied.", "good"); } }, "Copy"),
        file("Download JSON", `board-${answer.board.seed}.json`, "application/json", `${JSON.stringify(answer.board, null, 2)}\n`),
        file("Download YAML", "boards.yaml", "text/yaml", answer.entry),
        answer.file && h("button", { type: "button", class: "main", onclick: kept }, `Save to ${answer.file.split("/").at(-1)}`));
    }
    async function kept() {
      try {
        const saved = await save(name.value.trim());
        how(saved);
      } catch (error) {
        if (error instanceof Findings) wrong.textContent = said_of(error.findings);
        else if (!(error instanceof Overtaken)) wrong.textContent = error.message;
      }
    }
    /** What is shown of a board that is saved: where it is, and what prints it. */
    function how(saved) {
      const lines = h("pre", { class: "entry", tabindex: "0", "aria-label": "Lines for game.yaml" }, saved.lines);
      const words = asPrinted(saved.command);
      const command = h("pre", { class: "entry wraps", tabindex: "0", "aria-label": "The command" }, line(words));
      const copy = (what) => h("button", { type: "button", onclick: async () => { await copied(what); toast("Copied.", "good"); } }, "Copy");
      const kit = at.gameData.builtIn;
      const parts = [
        [kit ? "This command prints it, as often as you like:" : "Without a change to the game, this prints it:", command, line(words)],
        [kit ? "A game of your own prints it with the file beside its game.yaml and these lines:" : "These lines of game.yaml have the product print it:", lines, saved.lines],
      ];
      fill(box, box.firstChild, h("p", { class: "saved" }, "Saved to ", h("strong", {}, saved.file), "."),
        parts.map(([said, shown, what]) => h("section", { class: "column" }, h("p", { class: "hint" }, said), shown, h("div", { class: "row end" }, copy(what)))));
      box.querySelector(".saved").setAttribute("role", "status");
      box.querySelector("button")?.focus();
    }
    name.addEventListener("change", load);
    const box = dialog("The board as data",
      h("p", { class: "hint" }, "An entry of a file of boards that are written by hand. A product prints it with boards: and by-hand:."),
      h("div", { class: "field" }, h("label", { for: name.id }, "Name"), name), text, wrong, row);
    await load();
  }

  function file(title, name, type, content) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    setTimeout(() => URL.revokeObjectURL(address), 600000);
    return h("a", { class: "button", href: address, download: name }, title);
  }

  function said_of(findings) {
    const found = findings[0];
    return found ? `${found.message}. ${found.hint ?? ""}` : "";
  }

  return {
    element: h("section", { class: "panel print-panel" }, h("h2", {}, "Print"), forms,
      h("div", { class: "row" }, h("label", { for: paper.id }, "Paper"), paper), h("div", { class: "row" }, now, keep), told),
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
    close() {
      closed = true;
    },
  };
}
