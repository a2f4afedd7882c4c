/** A command that the studio runs: followed until it has ended, and stopped. */

import { Findings, get, hear, Overtaken, post } from "./api.js";
import { fill, h } from "./dom.js";

const OFTEN = 700;

/**
 * Follow a run, as the studio tells it: `tell(run)` is called whenever there is news of it, the last time when its state
 * is no longer "running", and "lost" where the studio does not know it any more. `stop()` stops it, `leave()` lets it go
 * on alone.
 */
export function follow(run, tell) {
  let timer = 0;
  let gone = false;
  let asking = false;
  const deaf = hear((news) => news.kind === "run" && news.id === run.id && look());

  async function look() {
    clearTimeout(timer);
    if (gone || asking) return;
    asking = true;
    try {
      run = await get(`/api/run/${run.id}`);
    } catch (error) {
      // A studio that was started again knows nothing of it; where there is no answer, it is asked for again.
      if (error.status >= 400 && error.status < 500) run = { ...run, state: "lost" };
    }
    asking = false;
    if (gone) return;
    if (run.state === "running") timer = setTimeout(look, OFTEN);
    else leave();
    tell(run);
  }

  function leave() {
    gone = true;
    clearTimeout(timer);
    deaf();
  }

  tell(run);
  look();
  return {
    async stop() {
      try {
        await post(`/api/run/${run.id}/stop`);
      } catch { /* Looking tells whether it goes on. */ }
      look();
    },
    leave,
  };
}

/** The address of a file of a run, and what names it where it is kept. */
export function fileOf(run, number) {
  const address = `/api/run/${run.id}/files/${number}`;
  return { open: { href: address, target: "_blank", rel: "noopener" }, keep: { href: `${address}?save`, download: run.files[number].name } };
}

/** The first of some findings in words; "" for none. */
export function firstOf(findings) {
  return findings.length ? `${findings[0].message}. ${findings[0].hint ?? ""}` : "";
}

/**
 * A button that prints one thing, and a line that tells of it. `begin()` gives the run, nothing where there is none, and
 * what is then ready.
 */
export function printButton(label, begin, kind = "") {
  const line = h("p", { class: "printed", role: "status" });
  const button = h("button", { type: "button", class: kind, onclick: () => (run ? run.stop() : print()) }, label);
  let run = null;

  async function print() {
    try {
      const begun = await begin();
      if (!begun) return;
      button.textContent = "Stop";
      line.textContent = "The sheets are laid out …";
      run = follow(begun.run, (now) => now.state !== "running" && ended(now, begun.what));
    } catch (error) {
      if (error instanceof Findings) line.textContent = firstOf(error.findings) || error.message;
      else if (!(error instanceof Overtaken)) throw error;
    }
  }

  function ended(now, what) {
    run = null;
    button.textContent = label;
    const at = now.files.findIndex((one) => one.name.endsWith(".pdf"));
    if (now.state !== "done" || at < 0) {
      line.textContent = now.state === "stopped" ? "Stopped." : firstOf(now.findings) || now.said.at(-1) || "It could not be printed.";
      return;
    }
    const { open, keep } = fileOf(now, at);
    fill(line, `${what} is ready: `, h("a", open, "open the PDF"), " · ", h("a", keep, "keep it"));
  }

  return { button, line, close: () => run?.leave() };
}
