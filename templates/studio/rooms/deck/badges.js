/** Marks of what is wrong with a card. */

import { h } from "../../lib/dom.js";

const ORDER = ["error", "warning", "info"];
const WORDS = { error: ["error", "errors"], warning: ["warning", "warnings"], info: ["note", "notes"] };

/** How many findings are of each severity, in words. */
export function counted(findings) {
  return ORDER.map((severity) => [severity, findings.filter((one) => one.severity === severity).length])
    .filter(([, count]) => count)
    .map(([severity, count]) => ({ severity, count, words: `${count} ${WORDS[severity][count === 1 ? 0 : 1]}` }));
}

/** The marks of a card: a number for errors and for warnings. Notes are no fault of it, and are told where it is large. */
export function badge(findings = []) {
  const counts = counted(findings);
  const nodes = counts.filter((one) => one.severity !== "info").map((one) => h("span", { class: `badge ${one.severity}`, title: one.words, "aria-hidden": "true" }, one.count));
  return { nodes, words: counts.map((one) => one.words).join(", "), key: counts.map((one) => one.words).join() };
}
