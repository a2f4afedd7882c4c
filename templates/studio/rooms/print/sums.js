/** What it takes before it is printed: sheets of paper, pages, ink, cuts, and what is new. */

import { go } from "../../lib/address.js";
import { findingList } from "../../lib/dialog.js";
import { fill, h } from "../../lib/dom.js";

const INKS = ["cyan", "magenta", "yellow", "black"];

export function sums(choices) {
  const element = h("section", { class: "panel sums", "aria-label": "What it takes", "aria-live": "polite" });

  function show(rows, how) {
    const known = rows.map((row) => row.plan).filter((plan) => plan && !plan.failed && plan.sheets !== undefined);
    const waiting = rows.some((row) => !row.plan || row.plan.waiting);
    const same = rows.filter((row) => row.plan?.same);
    const findings = rows.flatMap((row) => (row.plan?.findings ?? []).map((one) => ({ ...one, game: row.game, product: row.product })));
    element.setAttribute("aria-busy", String(waiting));
    fill(element,
      h("div", { class: "big" },
        figure(sum(known, "sheets"), "sheet", waiting && !known.length, papers(known)),
        figure(sum(known, "pages"), "page", waiting && !known.length)),
      inks(known),
      cutting(known),
      h("p", { class: "news" }, !rows.length ? "Tick what you want to print." : waiting ? "Reckoning …" : news(rows, how, same)),
      findings.length > 0 && h("details", { open: findings.some((one) => one.severity === "error") },
        h("summary", {}, counted(findings)), findingList(findings.slice(0, 30), opened)));
  }

  function inks(plans) {
    const pages = sum(plans, "pages");
    const share = (of) => (pages ? plans.reduce((all, plan) => all + of(plan) * plan.pages, 0) / pages : 0);
    const total = share((plan) => plan.ink);
    return h("div", { class: "inks" },
      h("div", { class: "head" }, h("h3", {}, "Ink"), h("span", { class: "value" }, `${Math.round(total)} %`), h("span", { class: "hint" }, "of a side, all colours")),
      h("ul", {}, INKS.map((name) => {
        const value = share((plan) => plan.colors[name]);
        const level = h("span", { class: `level ${name}` });
        level.style.width = `${Math.min(100, value * 2)}%`;
        return h("li", {}, h("span", { class: "label" }, name), h("span", { class: "tube" }, level), h("span", { class: "number" }, `${value < 10 ? value.toFixed(1) : Math.round(value)} %`));
      })));
  }

  function cutting(plans) {
    const add = (key) => plans.reduce((all, plan) => all + plan.cutting[key], 0);
    const [cuts, stacks, hand, seconds] = ["cuts", "stacks", "by_hand", "seconds"].map(add);
    const parts = [cuts && `${count(cuts, "cut")} in ${count(stacks, "stack")}`, hand && `${count(hand, "piece")} by hand`].filter(Boolean);
    return h("div", { class: "cutting" },
      h("div", { class: "head" }, h("h3", {}, "Cutting"), h("span", { class: "value" }, seconds ? `${minutes(seconds)}` : plans.length ? "none" : "–")),
      h("p", { class: "hint" }, parts.join(", ") || "\u00a0"),
      h("details", {}, h("summary", {}, "How this is reckoned"), h("p", { class: "hint" }, choices.how)));
  }

  function news(rows, how, same) {
    const again = rows.filter((row) => row.plan?.printed);
    const fresh = again.flatMap((row) => row.plan.new ?? []);
    if (how.changed && same.length === rows.length) return "Nothing is new since it was printed last.";
    if (!again.length && !same.length) return "Never printed before.";
    if (!fresh.length) return "All of it was printed before as it is.";
    return `New since it was printed last: ${fresh.slice(0, 6).join(", ")}${fresh.length > 6 ? ` and ${fresh.length - 6} more` : ""}.`;
  }

  show([], {});
  return { element, show };
}

function figure(number, word, waiting, more = "") {
  return h("div", { class: "figure" }, h("strong", {}, waiting ? "–" : String(number)), h("span", {}, number === 1 ? word : `${word}s`), h("span", { class: "hint" }, more || "\u00a0"));
}

function papers(plans) {
  const found = new Map();
  for (const plan of plans) found.set(plan.paper, (found.get(plan.paper) ?? 0) + plan.sheets);
  return [...found].map(([paper, sheets]) => (found.size > 1 ? `${sheets} ${paper}` : paper)).join(", ");
}

function sum(plans, key) {
  return plans.reduce((all, plan) => all + plan[key], 0);
}

/** The file of a finding, at its line. */
function opened({ game, product, file, line, column }) {
  go({ room: "file", game, product, params: { file, line, column } });
}

function counted(findings) {
  const errors = findings.filter((one) => one.severity === "error").length;
  const others = findings.length - errors;
  return [errors && count(errors, "error"), others && count(others, "note")].filter(Boolean).join(" and ");
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function minutes(seconds) {
  const all = Math.max(1, Math.round(seconds / 60));
  return all < 90 ? `about ${all} min` : `about ${Math.floor(all / 60)} h ${String(all % 60).padStart(2, "0")}`;
}
