/** The print room: tick what is to be printed, see its pages and what it takes, and print it. */

import { get, post } from "../lib/api.js";
import { replace } from "../lib/address.js";
import { toast } from "../lib/dialog.js";
import { calm, fill, h, remember, remembered } from "../lib/dom.js";
import { how } from "./print/how.js";
import { preview } from "./print/preview.js";
import { press } from "../lib/press.js";
import { sums } from "./print/sums.js";
import { ticks } from "./print/ticks.js";

export const title = "Print";

/** Options that are remembered in this browser; what is to be printed is in the address. */
const KEPT = ["paper", "printer", "duplex", "backs", "look", "grey", "margin", "gutter", "stack", "join", "back_marks"];

export async function open(root, at) {
  const [{ games }, choices] = await Promise.all([get("/api/shelf"), get(`/api/print?game=${encodeURIComponent(at.game)}`)]);
  const plans = new Map();
  const state = { how: { ...remembered("print", {}), ...said(at.params) } };
  let closed = false;
  let working = false;
  /** The order of the last build, which may be marked as printed. */
  let made = null;

  const shown = preview();
  const summed = sums(choices);
  const pressed = press({ order: () => (made = order()), done: built });
  const mark = h("button", { type: "button", hidden: true, onclick: marked }, "I printed this");
  const chosen = how({ choices, how: state.how, changed: () => { kept(); recount(); } });
  const ticked = await ticks({ games, at, choices, changed: recount, look: (key) => look(key) });

  fill(root,
    h("div", { class: "what column" }, h("h1", {}, "Print"), ticked.element),
    h("section", { class: "pages panel", "aria-label": "Pages" }, shown.element),
    h("div", { class: "side column" }, summed.element, chosen.element, pressed.element, mark));

  /** What the studio is asked for: all that is ticked, and how. A build must be told that so many sheets are meant. */
  function order() {
    const many = [...plans.values()].some((plan) => plan.sheets > choices.many);
    return { ticked: ticked.chosen(), how: many ? { ...state.how, yes: true } : state.how };
  }

  /** A build has ended: whoever prints its files may say so. */
  function built(run) {
    mark.hidden = run.state !== "done" || !run.files.length || !made;
    renewed();
  }

  async function marked() {
    try {
      const told = await post("/api/print/printed", made);
      const pieces = told.printed.reduce((all, one) => all + one.pieces, 0);
      mark.hidden = true;
      toast(pieces ? `${pieces} piece${pieces === 1 ? " is" : "s are"} marked as printed.` : "All of it was marked as printed before.", "good");
    } catch (error) {
      toast(error.findings?.[0]?.message ?? error.message, "bad");
    }
    renewed();
  }

  /** What is new is another matter now, and the rest is as it was. */
  function renewed() {
    for (const [key, plan] of plans) plans.set(key, { ...plan, asked: "" });
    recount();
  }

  function kept() {
    remember("print", Object.fromEntries(KEPT.filter((key) => state.how[key]).map((key) => [key, state.how[key]])));
  }

  /** Have the page show what is ticked now, and ask for what it takes. */
  function recount() {
    const wanted = ticked.chosen();
    replace({ room: "print", game: at.game, product: ticked.product(), params: { ...ticked.said(), ...told(state.how) } });
    for (const key of [...plans.keys()]) if (!wanted.some((one) => keyOf(one) === key)) plans.delete(key);
    paint();
    reckon();
  }

  function paint() {
    const rows = ticked.chosen().map((one) => ({ ...one, key: keyOf(one), title: ticked.titleOf(one), plan: plans.get(keyOf(one)) }));
    summed.show(rows, state.how);
    shown.show(rows);
    pressed.ready(rows.length > 0 && rows.every((row) => !row.plan?.findings?.some((one) => one.severity === "error")), rows, choices.many);
  }

  /** Ask for one product after the other; a change on the way begins anew with what is not known yet. */
  const reckon = calm(async () => {
    if (working) return;
    working = true;
    for (;;) {
      const next = closed ? null : ticked.chosen().find((one) => plans.get(keyOf(one))?.asked !== asked(one));
      if (!next) break;
      const key = keyOf(next);
      const mine = asked(next);
      plans.set(key, { ...plans.get(key), asked: mine, waiting: true });
      paint();
      let answer;
      try {
        answer = await post("/api/print/plan", { ticked: next, how: state.how });
      } catch (error) {
        answer = { findings: error.findings ?? [{ severity: "error", message: String(error.message), hint: "" }], failed: true };
      }
      if (plans.get(key)?.asked === mine) plans.set(key, { ...answer, asked: mine, waiting: false });
      paint();
    }
    working = false;
  }, 250);

  function asked(one) {
    const { format, one: single, zip, ...laid } = state.how;
    return JSON.stringify([one, laid]);
  }

  function look(key) {
    shown.at(key);
  }

  recount();
  return {
    close() {
      closed = true;
      reckon.cancel();
      shown.close();
      pressed.close();
    },
    key(event) {
      if (event.target.closest?.("input, select, textarea")) return;
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        if (event.target.closest?.("[role=tablist]")) return;
        event.preventDefault();
        shown.turn(event.key === "ArrowRight" ? 1 : -1);
      } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        pressed.go();
      }
    },
    async changed(news) {
      if (news.kind === "game" || news.kind === "again") {
        for (const [key, plan] of plans) if (news.kind === "again" || key.startsWith(`${news.game}/`)) plans.set(key, { ...plan, asked: "" });
        await ticked.renew(news.game);
        if (!closed) recount();
      }
    },
  };
}

function keyOf(one) {
  return `${one.game}/${one.product}`;
}

const FLAGS = ["grey", "changed", "proof", "back_marks"];
const TEXTS = ["paper", "printer", "duplex", "backs", "look", "margin", "gutter", "stack", "join", "format", "one", "zip"];

/** The options that an address says. */
function said(params) {
  const found = {};
  for (const key of TEXTS) if (params[key]) found[key] = params[key];
  for (const key of FLAGS) if (params[key]) found[key] = true;
  return found;
}

/** Options as an address says them. */
function told(options) {
  return Object.fromEntries([...TEXTS, ...FLAGS].filter((key) => options[key]).map((key) => [key, options[key] === true ? "1" : options[key]]));
}
