/** Doing what is shown: the command is run, can be stopped, and its files are opened or kept. */

import { post } from "./api.js";
import { ask, findingList } from "./dialog.js";
import { fill, h } from "./dom.js";
import { follow } from "./running.js";

const ENDS = {
  stopped: ["Stopped. Earlier files are as they were.", ""], late: ["It took too long and was ended.", "bad"],
  lost: ["The studio no longer knows what came of it.", "bad"],
};
const FEW = 12;

export const PRINTING = { verb: "Print", done: "Printed.", failed: "It could not be printed.", how: "How far the printing is" };
export const SENDING = { verb: "Send", done: "Written.", failed: "It could not be written.", how: "How far the export is" };

/** What goes on, by where it was begun: who leaves a room and comes back finds it there again, and can stop it. */
const begun = new Map();

/**
 * A button that has the studio begin a command at an address, with what `order()` tells it; `words` are PRINTING or
 * SENDING. `done(run)` is called when it has ended, `ready` says whether it may be pressed, and what it is of. `known()`
 * gives findings that the page shows already: a command that ends well tells the others.
 */
export function press({ order, done, at = "/api/print/start", words = PRINTING, known = () => [] }) {
  // It stays where it is, with the keyboard: a second click or key finds no other button in its place.
  const start = h("button", { type: "button", class: "main go", "aria-disabled": "true", onclick: () => go() }, words.verb);
  const stop = h("button", { type: "button", class: "danger", hidden: true, onclick: halt }, "Stop");
  const meter = h("progress", { max: 1, "aria-label": words.how, hidden: true });
  const said = h("p", { class: "said", "aria-live": "polite" });
  const files = h("ul", { class: "files" });
  const wrong = h("div", {});
  const element = h("section", { class: "panel press", "aria-label": words.verb }, h("div", { class: "row buttons" }, start, stop), meter, said, files, wrong);
  let following = null;
  let going = false;
  let halted = false;
  let closed = false;
  let may = false;
  let many = 0;
  let shown = [];

  async function go(anyway = false) {
    if (going || !(may || anyway === true)) return;
    going = true;
    if (many && !(await ask(`Print ${many} sheets?`, "That is a lot of paper.", [{ label: "No", value: false }, { label: `Print ${many} sheets`, value: true, kind: "main" }]))) {
      going = false;
      return;
    }
    shown = known();
    fill(files);
    fill(wrong);
    // Who leaves the room has begun it all the same.
    begun.set(at, post(at, order(), { signal: null }));
    await attend();
  }

  /** Show what goes on, until it has ended. */
  async function attend() {
    fill(said, "Beginning …");
    halted = false;
    busy(true);
    try {
      const run = await begun.get(at);
      if (closed) return;
      following = follow(run, paint);
      if (halted) following.stop();
    } catch (error) {
      begun.delete(at);
      fill(said, "");
      fill(wrong, findingList(error.findings ?? [{ severity: "error", message: String(error.message) }]));
      busy(false);
    }
  }

  function halt() {
    halted = true;
    following?.stop();
    fill(said, "Stopping …");
  }

  function busy(on) {
    going = on;
    if (!on && document.activeElement === stop) start.focus({ preventScroll: true });
    stop.hidden = !on;
    meter.hidden = !on;
    if (on) meter.removeAttribute("value");
    able();
  }

  function able() {
    start.setAttribute("aria-disabled", String(going || !may));
  }

  function paint(run) {
    const { progress } = run;
    if (run.state === "running") {
      if (progress.of) meter.value = progress.done / progress.of;
      if (progress.says && !halted) fill(said, `${progress.says[0].toUpperCase()}${progress.says.slice(1)} …`);
      return;
    }
    following = null;
    begun.delete(at);
    busy(false);
    const [ended, kind] = { ...ENDS, done: [words.done, "good"], failed: [words.failed, "bad"] }[run.state] ?? ["", ""];
    const same = run.state === "done" && !run.files.length;
    fill(said, h("span", { class: kind }, same ? "Nothing is new; nothing was written." : `${ended} ${run.state === "done" ? `${run.seconds} s` : ""}`));
    fill(files, run.files.slice(0, FEW).map((file, n) => h("li", {},
      h("span", { class: "file" }, file.name), h("span", { class: "hint" }, size(file.bytes)),
      /\.(pdf|png|svg|txt|json|jpg)$/.test(file.name) === false ? h("span", {}) : h("a", { class: "button", href: `/api/run/${run.id}/files/${n}`, target: "_blank", rel: "noopener" }, "Open", h("span", { class: "sr" }, ` ${file.name}`)),
      h("a", { class: "button", href: `/api/run/${run.id}/files/${n}?save`, download: file.name }, "Save", h("span", { class: "sr" }, ` ${file.name}`)))),
    run.files.length > FEW && h("li", {}, h("span", { class: "hint" }, `and ${run.files.length - FEW} more beside them`)),
    (run.result?.told ?? []).map((line) => h("li", {}, h("span", { class: "told" }, line))));
    const told = run.state === "done" ? shown.map(words_) : [];
    const findings = run.findings.filter((one) => one.severity !== "info" && !told.includes(words_(one)));
    fill(wrong, findings.length > 0 && findingList(findings), run.state === "failed" && !findings.length && h("pre", {}, run.said.join("\n")));
    done(run);
  }

  if (begun.has(at)) attend();
  return {
    element,
    go,
    ready(now, rows, most) {
      may = now;
      many = rows.some((row) => row.plan?.sheets > most) ? rows.reduce((all, row) => all + (row.plan?.sheets ?? 0), 0) : 0;
      able();
      const sheets = rows.reduce((all, row) => all + (row.plan?.sheets ?? 0), 0);
      fill(start, sheets ? `${words.verb} ${sheets} sheet${sheets === 1 ? "" : "s"}` : words.verb);
    },
    close() {
      closed = true;
      following?.leave();
    },
  };
}

/** What is told of a finding, for whether it is another one. */
function words_(one) {
  return JSON.stringify([one.severity, one.file, one.line, one.message]);
}

function size(bytes) {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
}
