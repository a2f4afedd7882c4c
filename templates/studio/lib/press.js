/** Doing what is shown: the command is run, can be stopped, and its files are opened or kept. */

import { post } from "./api.js";
import { ask, findingList } from "./dialog.js";
import { fill, h } from "./dom.js";
import { follow } from "./running.js";

const ENDS = { stopped: ["Stopped. Earlier files are as they were.", ""], late: ["It took too long and was ended.", "bad"] };
const FEW = 12;

export const PRINTING = { verb: "Print", done: "Printed.", failed: "It could not be printed.", how: "How far the printing is" };
export const SENDING = { verb: "Send", done: "Written.", failed: "It could not be written.", how: "How far the export is" };

/**
 * A button that has the studio begin a command at an address, with what `order()` tells it; `words` are PRINTING or
 * SENDING. `done(run)` is called when it has ended, `ready` says whether it may be pressed, and what it is of.
 */
export function press({ order, done, at = "/api/print/start", words = PRINTING }) {
  const start = h("button", { type: "button", class: "main go", disabled: true, onclick: () => go() }, words.verb);
  const stop = h("button", { type: "button", class: "danger", hidden: true, onclick: halt }, "Stop");
  const meter = h("progress", { max: 1, "aria-label": words.how, hidden: true });
  const said = h("p", { class: "said", "aria-live": "polite" });
  const files = h("ul", { class: "files" });
  const wrong = h("div", {});
  const element = h("section", { class: "panel press", "aria-label": words.verb }, h("div", { class: "row buttons" }, start, stop), meter, said, files, wrong);
  let following = null;
  let halted = false;
  let may = false;
  let many = 0;

  async function go(anyway = false) {
    if (following || !(may || anyway === true)) return;
    if (many && !(await ask(`Print ${many} sheets?`, "That is a lot of paper.", [{ label: "No", value: false }, { label: `Print ${many} sheets`, value: true, kind: "main" }]))) return;
    fill(files);
    fill(wrong);
    fill(said, "Beginning …");
    halted = false;
    busy(true);
    try {
      following = follow(await post(at, order()), paint);
      if (halted) following.stop();
    } catch (error) {
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
    start.hidden = on;
    stop.hidden = !on;
    meter.hidden = !on;
    if (on) meter.removeAttribute("value");
    if (on) stop.focus({ preventScroll: true });
  }

  function paint(run) {
    const { progress } = run;
    if (run.state === "running") {
      if (progress.of) meter.value = progress.done / progress.of;
      if (progress.says && !halted) fill(said, `${progress.says[0].toUpperCase()}${progress.says.slice(1)} …`);
      return;
    }
    following = null;
    busy(false);
    start.focus({ preventScroll: true });
    const [ended, kind] = { ...ENDS, done: [words.done, "good"], failed: [words.failed, "bad"] }[run.state] ?? ["", ""];
    const same = run.state === "done" && !run.files.length;
    fill(said, h("span", { class: kind }, same ? "Nothing is new; nothing was written." : `${ended} ${run.state === "done" ? `${run.seconds} s` : ""}`));
    fill(files, run.files.slice(0, FEW).map((file, n) => h("li", {},
      h("span", { class: "file" }, file.name), h("span", { class: "hint" }, size(file.bytes)),
      /\.(pdf|png|svg|txt|json|jpg)$/.test(file.name) === false ? h("span", {}) : h("a", { class: "button", href: `/api/run/${run.id}/files/${n}`, target: "_blank", rel: "noopener" }, "Open", h("span", { class: "sr" }, ` ${file.name}`)),
      h("a", { class: "button", href: `/api/run/${run.id}/files/${n}?save`, download: file.name }, "Save", h("span", { class: "sr" }, ` ${file.name}`)))),
    run.files.length > FEW && h("li", {}, h("span", { class: "hint" }, `and ${run.files.length - FEW} more beside them`)),
    (run.result?.told ?? []).map((line) => h("li", {}, h("span", { class: "told" }, line))));
    const findings = run.findings.filter((one) => one.severity !== "info");
    fill(wrong, findings.length > 0 && findingList(findings), run.state === "failed" && !findings.length && h("pre", {}, run.said.join("\n")));
    done(run);
  }

  return {
    element,
    go,
    ready(now, rows, most) {
      may = now;
      many = rows.some((row) => row.plan?.sheets > most) ? rows.reduce((all, row) => all + (row.plan?.sheets ?? 0), 0) : 0;
      start.disabled = !now;
      const sheets = rows.reduce((all, row) => all + (row.plan?.sheets ?? 0), 0);
      fill(start, sheets ? `${words.verb} ${sheets} sheet${sheets === 1 ? "" : "s"}` : words.verb);
    },
    heard(news) {
      following?.heard(news);
    },
    close() {
      following?.leave();
    },
  };
}

function size(bytes) {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`;
}
