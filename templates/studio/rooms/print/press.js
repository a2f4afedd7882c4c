/** Printing: the command that is shown is run, can be stopped, and its files are opened or kept. */

import { post } from "../../lib/api.js";
import { ask, findingList } from "../../lib/dialog.js";
import { fill, h } from "../../lib/dom.js";
import { follow } from "../../lib/running.js";

const ENDS = {
  done: ["Printed.", "good"], failed: ["It could not be printed.", "bad"], stopped: ["Stopped. Earlier files are as they were.", ""],
  late: ["It took too long and was ended.", "bad"],
};

export function press({ order, done }) {
  const start = h("button", { type: "button", class: "main go", disabled: true, onclick: () => go() }, "Print");
  const stop = h("button", { type: "button", class: "danger", hidden: true, onclick: halt }, "Stop");
  const meter = h("progress", { max: 1, "aria-label": "How far the printing is", hidden: true });
  const said = h("p", { class: "said", "aria-live": "polite" });
  const files = h("ul", { class: "files" });
  const wrong = h("div", {});
  const element = h("section", { class: "panel press", "aria-label": "Print" }, h("div", { class: "row buttons" }, start, stop), meter, said, files, wrong);
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
      following = follow(await post("/api/print/start", order()), paint);
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
    const [words, kind] = ENDS[run.state] ?? ["", ""];
    const same = run.state === "done" && !run.files.length;
    fill(said, h("span", { class: kind }, same ? "Nothing is new; nothing was written." : `${words} ${run.state === "done" ? `${run.seconds} s` : ""}`));
    fill(files, run.files.map((file, n) => h("li", {},
      h("span", { class: "file" }, file.name), h("span", { class: "hint" }, size(file.bytes)),
      file.name.endsWith(".zip") ? h("span", {}) : h("a", { class: "button", href: `/api/run/${run.id}/files/${n}`, target: "_blank", rel: "noopener" }, "Open", h("span", { class: "sr" }, ` ${file.name}`)),
      h("a", { class: "button", href: `/api/run/${run.id}/files/${n}?save`, download: file.name }, "Save", h("span", { class: "sr" }, ` ${file.name}`)))));
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
      fill(start, sheets ? `Print ${sheets} sheet${sheets === 1 ? "" : "s"}` : "Print");
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
