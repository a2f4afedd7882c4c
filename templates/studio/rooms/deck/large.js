/** A card large, and two side by side. */

import { link } from "../../lib/address.js";
import { path, post } from "../../lib/api.js";
import { dialog, findingList } from "../../lib/dialog.js";
import { fill, h } from "../../lib/dom.js";
import { face } from "./face.js";
import { swatch } from "./facets.js";
import { titleOf, valuesOf } from "./state.js";

async function sides(at, numbers, look, bleed = false) {
  const asked = post(path(at.game, "products", at.product, "wall", "pictures"), { numbers, look, backs: true, bleed });
  return (await asked).pictures;
}

function words(card, column) {
  const held = valuesOf(card, column);
  if (column.kind === "flag") return held[0] === "true" ? ["yes"] : ["no"];
  return held.map((one) => titleOf(column, one));
}

function told(card, column) {
  const held = valuesOf(card, column);
  if (column.kind === "flag") return held[0] === "true" ? "yes" : "no";
  return held.map((one, n) => [n > 0 && ", ", (column.colors?.[one] || column.kind === "color") && swatch(column.colors?.[one] ?? one), titleOf(column, one)]);
}

/**
 * A card in a dialog. `around` has: at, columns, state, cards (in order), findings(card), links(card), mend(finding),
 * moved(n) as another one is looked at, and sight(element).
 */
export function large(n, around) {
  const { at, columns, state } = around;
  const pair = h("div", { class: "sides" });
  const about = h("div", { class: "about" });
  const heading = h("p", { class: "place" });
  const step = (by, text, sign) => h("button", { type: "button", "aria-label": text, onclick: () => move(by) }, sign);
  const box = dialog("Card", h("div", { class: "row steps" }, step(-1, "The card before", "◀"), heading, step(1, "The card after", "▶")),
    h("div", { class: "large" }, pair, about));
  box.classList.add("wide");
  around.sight(pair);
  let now = n;
  let views = null;
  let turn = 0;

  async function show() {
    const card = around.cards().find((one) => one.n === now);
    if (!card) return box.close();
    const mine = ++turn;
    box.querySelector("h2").textContent = card.name;
    box.setAttribute("aria-label", card.name);
    const place = around.cards().indexOf(card);
    heading.textContent = `${place + 1} of ${around.cards().length}`;
    const rows = columns.filter((column) => !column.of).map((column) => [column, told(card, column)])
      .filter(([column]) => valuesOf(card, column).some((one) => one !== "false"));
    const findings = around.findings(card);
    fill(about,
      h("p", { class: "row" }, around.links(card).map((one, m) => h("a", { class: `button ${m ? "" : "main"}`, href: one.href, onclick: () => box.close() }, one.title))),
      findings.length > 0 && findingList(findings, around.mend && ((one) => { box.close(); around.mend(one); })),
      rows.length > 0 && h("dl", { class: "fields" }, rows.map(([column, value]) => h("div", {}, h("dt", {}, column.title), h("dd", { class: column.number ? "stat" : "" }, value)))),
      card.where?.file && h("p", { class: "hint where" }, `${card.where.file}:${card.where.line}`));
    try {
      const [picture] = await sides(at, [now], state.look, state.over);
      if (mine !== turn) return;
      const shownSides = picture.front ? [false, picture.backed && true].filter((one) => one !== undefined && (one === false || picture.backed)) : [];
      if (!views || views.length !== shownSides.length) {
        views = shownSides.map(() => face(card.name));
        fill(pair, views);
        pair.classList.toggle("broad", !!picture.front && picture.front.width > picture.front.height);
      }
      views.forEach((view, m) => view.show(picture, shownSides[m], state.over, true));
      if (picture.findings) about.prepend(findingList(picture.findings));
    } catch (error) {
      if (mine === turn) fill(pair, findingList(error.findings ?? []));
    }
  }

  function move(by) {
    const cards = around.cards();
    const place = cards.findIndex((one) => one.n === now) + by;
    if (!cards[place]) return;
    now = cards[place].n;
    around.moved(now);
    show();
  }
  box.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      move(event.key === "ArrowLeft" ? -1 : 1);
    }
  });
  show();
  return { box, renew: show, get n() { return now; } };
}

/** Two cards side by side, with what differs. */
export async function compared(cards, { at, columns, state, sight }) {
  const pair = h("div", { class: "pair" });
  const rows = columns.filter((column) => !column.of).map((column) => {
    const [one, other] = cards.map((card) => words(card, column));
    if (!one.length && !other.length) return null;
    const same = one.join("\n") === other.join("\n");
    const mark = (list, others) => list.map((word, n) => [n > 0 && ", ", same || others.includes(word) ? word : h("mark", {}, word)]);
    const by = column.number && !same && one.length && other.length ? Number(other[0]) - Number(one[0]) : 0;
    return h("tr", { class: same ? "same" : "differs" }, h("th", { scope: "row" }, column.title), h("td", {}, mark(one, other)),
      h("td", {}, mark(other, one), by !== 0 && h("span", { class: "by" }, ` ${by > 0 ? "+" : "−"}${Math.abs(by)}`)));
  }).filter(Boolean);
  const differing = rows.filter((row) => row.className === "differs").length;
  const box = dialog(`${cards[0].name} and ${cards[1].name}`, pair,
    h("p", { class: "hint" }, differing ? `${differing} of ${rows.length} fields differ.` : rows.length ? "The fields of both are the same." : ""),
    rows.length > 0 && h("table", { class: "compare" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Field"), cards.map((card) => h("th", { scope: "col" }, card.name)))), h("tbody", {}, rows)));
  box.classList.add("wide");
  sight(pair);
  const found = await sides(at, cards.map((card) => card.n), state.look);
  const figures = found.map((picture, n) => {
    const view = face(cards[n].name);
    view.show(picture, state.backs, false, true);
    return h("figure", {}, view, h("figcaption", {}, cards[n].name));
  });
  const differs = h("span", { class: "difference" }, found.map((picture) => {
    const side = (state.backs && picture.back) || picture.front;
    return side && h("img", { src: side.address, alt: "" });
  }));
  const side = found[0]?.front;
  if (side) differs.style.aspectRatio = `${side.width} / ${side.height}`;
  fill(pair, figures, h("figure", {}, differs, h("figcaption", {}, "What differs is bright")));
  return box;
}
