/** Work that takes long: it runs in the studio, tells how far it is, and can be stopped. */

import { act, Findings, Overtaken } from "../../lib/api.js";
import { findingList } from "../../lib/dialog.js";
import { fill, h } from "../../lib/dom.js";
import { follow } from "../../lib/running.js";

/**
 * A button that runs an action of the desk, with how far it is. `asks()` says what is asked; `show(result, going)` is
 * called with what is known so far, and at the end.
 */
export function runner({ at, action, asks, show, label }) {
  let run = null;
  let going = false;
  let closed = false;
  const begin = h("button", { type: "button", class: "main", onclick: start }, label);
  const stop = h("button", { type: "button", class: "danger", hidden: true, onclick: halt }, "Stop");
  const meter = h("progress", { max: 1, "aria-label": "How far it is", hidden: true });
  const says = h("p", { class: "run-says", role: "status" });
  const problems = h("div", { class: "problems" });

  async function start() {
    fill(problems);
    going = begin.disabled = true;
    says.textContent = "It begins …";
    try {
      const begun = (await act(at, "lab", action, asks())).run;
      stop.hidden = meter.hidden = false;
      meter.removeAttribute("value");
      stop.focus();
      run = follow(begun, paint);
      if (closed) leave();
    } catch (error) {
      going = begin.disabled = false;
      says.textContent = "";
      if (error instanceof Findings) fill(problems, findingList(error.findings));
      else if (!(error instanceof Overtaken)) throw error;
    }
  }

  function paint(now) {
    const { done, of, says: words } = now.progress;
    if (of) meter.value = done / of;
    if (now.result) show(now.result, now.state === "running");
    says.textContent = now.state === "running" ? (words ?? "It begins …") : (END[now.state]?.(now) ?? "");
    if (now.state === "failed") fill(problems, findingList(now.findings.length ? now.findings : [{ severity: "error", message: now.said.at(-1) ?? "It has failed.", hint: "" }]));
    if (now.state !== "running") ended();
  }

  function ended() {
    const here = document.activeElement === stop;
    run = null;
    going = begin.disabled = false;
    stop.hidden = meter.hidden = true;
    stop.disabled = false;
    if (here) begin.focus();
  }

  function halt() {
    stop.disabled = true;
    says.textContent = "It stops …";
    run?.stop();
  }

  /** Have what runs stop: nobody looks any more. */
  function leave() {
    run?.leave();
    run?.stop();
    run = null;
  }

  return {
    element: h("div", { class: "runner" }, h("div", { class: "row" }, begin, stop, says), meter, problems),
    get busy() {
      return going;
    },
    close() {
      closed = true;
      leave();
    },
  };
}

const END = {
  done: (run) => `Done in ${run.seconds} s.`,
  stopped: (run) => (run.result ? "Stopped. These are the results so far." : "Stopped before anything was known."),
  late: () => "It took too long, and was stopped. Ask for less.",
};

/** A field with a label. */
export function field(label, control, hint = "") {
  return h("label", { class: "field" }, h("span", { class: "label" }, label), control, hint && h("span", { class: "hint" }, hint));
}

/** A choice of rows, each {name, title}. */
export function choice(rows, value, change, props = {}) {
  const select = h("select", { ...props, onchange: () => change(select.value) }, rows.map((row) => h("option", { value: row.name }, row.title)));
  select.value = value;
  return select;
}

/** A whole number between two others. */
export function counter(value, least, most, change, props = {}) {
  const input = h("input", { type: "number", min: least, max: most, step: 1, value, ...props, onchange: () => {
    const wanted = Math.trunc(Number(input.value));
    const found = Number.isFinite(wanted) ? Math.min(most, Math.max(least, wanted)) : value;
    input.value = String(found);
    change(found);
  } });
  return input;
}

/** A number that an address says, between two others. */
export function numberOf(text, otherwise, least, most) {
  const found = Number.parseInt(text ?? "", 10);
  return Number.isFinite(found) ? Math.min(most, Math.max(least, found)) : otherwise;
}
