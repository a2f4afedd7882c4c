/** The pages as they come out of the printer, one at a time: each is drawn when somebody turns to it. */

import { fill, h } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";

export function preview() {
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Products", onkeydown: moved });
  const page = picture({ width: 612, height: 792, alt: "No page yet", className: "page" });
  const back = h("button", { type: "button", class: "turner", "aria-label": "The page before", onclick: () => turn(-1) }, "‹");
  const on = h("button", { type: "button", class: "turner", "aria-label": "The next page", onclick: () => turn(1) }, "›");
  const where = h("p", { class: "where", "aria-live": "polite" });
  const go = h("input", { type: "range", min: 1, max: 1, value: 1, "aria-label": "Page", oninput: () => { number = Number(go.value) - 1; draw(); } });
  const desk = h("div", { class: "desk", id: "desk", role: "tabpanel" }, page);
  const element = h("div", { class: "previewing" }, tabs, desk, h("div", { class: "turning" }, back, h("div", { class: "track" }, where, go), on));
  let rows = [];
  let key = "";
  let number = 0;

  function show(next) {
    rows = next;
    if (!rows.some((row) => row.key === key)) {
      key = rows[0]?.key ?? "";
      number = 0;
    }
    paint();
    draw();
  }

  function paint() {
    const focused = tabs.contains(document.activeElement);
    fill(tabs, rows.map((row) => h("button", {
      type: "button", role: "tab", id: `pages-of-${row.key}`, "aria-controls": "desk", "aria-selected": String(row.key === key),
      tabindex: row.key === key ? 0 : -1, onclick: () => at(row.key),
    }, row.title, row.plan?.pages !== undefined && h("span", { class: "count" }, String(row.plan.pages)))));
    if (focused) tabs.querySelector("[aria-selected=true]")?.focus();
    if (key) desk.setAttribute("aria-labelledby", `pages-of-${key}`);
    else desk.removeAttribute("aria-labelledby");
  }

  function draw() {
    const row = rows.find((one) => one.key === key);
    const pages = row?.plan?.previews ?? [];
    number = Math.max(0, Math.min(number, pages.length - 1));
    const now = pages[number];
    go.max = Math.max(1, pages.length);
    go.value = number + 1;
    go.disabled = pages.length < 2;
    back.disabled = number < 1;
    on.disabled = number >= pages.length - 1;
    desk.classList.toggle("empty", !now);
    if (now) {
      page.show(now.address, now);
      page.describe(`Page ${number + 1} of ${row.title}: ${now.title}`);
      desk.style.setProperty("--shape", `${now.width / now.height}`);
      fill(where, h("strong", {}, `Page ${number + 1} of ${pages.length}`), now.title && h("span", {}, now.title));
    } else {
      fill(where, h("span", { class: "hint" }, !row ? "Nothing is ticked." : row.plan?.same ? "Nothing of it is new." : row.plan?.failed ? "It cannot be printed so." : "Laying it on sheets …"));
    }
  }

  function turn(step) {
    number += step;
    draw();
  }

  function at(next) {
    if (next !== key) {
      key = next;
      number = 0;
    }
    paint();
    draw();
    element.scrollIntoView({ block: "nearest" });
  }

  function moved(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const here = rows.findIndex((row) => row.key === key);
    const next = rows[(here + step + rows.length) % rows.length];
    if (next) at(next.key);
    tabs.querySelector("[aria-selected=true]")?.focus();
    event.preventDefault();
  }

  draw();
  return { element, show, turn, at, close() {} };
}
