/** A card to paper. */

import { Findings, get, Overtaken, post } from "../../lib/api.js";
import { toast } from "../../lib/dialog.js";
import { fill, h } from "../../lib/dom.js";
import { same } from "./wish.js";

const WAIT = 350;

export function printing(room, { save }) {
  const told = h("p", { class: "printed", role: "status" });
  const now = h("button", { type: "button", onclick: () => (running ? stop() : print()) }, "Print now");
  let running = "";
  let closed = false;

  /** The name of the card once it is saved; what has not changed since it was needs no second time. */
  async function saved() {
    const { wish } = room;
    if (wish.of && same(wish, room.kept)) return wish.of;
    return (await save())?.name ?? "";
  }

  /** Print the card by itself: its sheet is a PDF once the command has run. */
  async function print() {
    await guarded(async () => {
      const name = await saved();
      if (!name) return;
      const words = ["build", room.bench.target, "--only", name];
      let run = await post("/api/run", { words });
      running = run.id;
      now.textContent = "Stop";
      say("The sheet is laid out …");
      while (run.state === "running" && !closed) {
        await new Promise((resolve) => setTimeout(resolve, WAIT));
        run = await get(`/api/run/${run.id}`);
      }
      if (!closed) done(run, name);
    });
    running = "";
    now.textContent = "Print now";
  }

  function done(run, name) {
    if (run.state === "stopped") return say("Stopped.");
    const at = run.files.findIndex((one) => one.name.endsWith(".pdf"));
    if (run.state !== "done" || at < 0) {
      const found = run.findings[0];
      return say(found ? `${found.message}. ${found.hint ?? ""}` : "It could not be printed.");
    }
    const address = `/api/run/${run.id}/files/${at}`;
    fill(told, `${name} is ready: `,
      h("a", { href: address, target: "_blank", rel: "noopener" }, "open the PDF"), " · ",
      h("a", { href: `${address}?save` , download: run.files[at].name }, "keep it"));
    toast(`${name} is ready to print.`, "good");
    return undefined;
  }

  async function stop() {
    await guarded(() => post(`/api/run/${running}/stop`));
  }

  async function guarded(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof Findings) say(`${error.findings[0]?.message ?? "It cannot be printed"}. ${error.findings[0]?.hint ?? ""}`);
      else if (!(error instanceof Overtaken)) throw error;
    }
  }

  function say(text) {
    told.textContent = text;
  }

  return {
    elements: [now], told,
    close() {
      closed = true;
    },
    paint(wish, draft) {
      now.setAttribute("aria-disabled", String(!draft?.ready));
    },
  };
}
