/** The shelf: the games that are open, as boxes; new ones are begun and found here. */

import { get, Overtaken, path } from "../lib/api.js";
import { go, link } from "../lib/address.js";
import { findingList } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { counted } from "./deck/badges.js";
import { chooseFolder, newGame } from "./shelf/new.js";

export const title = "Shelf";

const GROUNDS = ["olive", "sand", "steel", "rust", "teal", "plum"];
const MOST_WORDS = 4;

export async function open(root) {
  return new Shelf(root).opened();
}

/** What a game holds, in a line: its products that have most to them first. */
function holds(products) {
  const some = products.filter((one) => one.kind !== "cover").map((one) => (one.records > 1 ? `${one.title} (${one.records})` : one.title));
  const more = some.length - MOST_WORDS;
  return some.slice(0, MOST_WORDS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

class Shelf {
  constructor(root) {
    Object.assign(this, { root, boxes: new Map(), closed: false, covers: [], pages: [], busy: false });
    this.seen = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        this.seen.unobserve(entry.target);
        this.covers.push(entry.target.box);
      }
      this.next();
    }, { root: document.getElementById("room"), rootMargin: "200px" });
  }

  async opened() {
    this.list = h("ul", { class: "boxes", "aria-label": "Games" });
    const add = h("li", { class: "box add" }, h("div", { class: "lid empty" },
      h("button", { type: "button", class: "main", onclick: () => newGame((game) => this.arrived(game)) }, "New game"),
      h("button", { type: "button", onclick: () => chooseFolder((game) => this.arrived(game)) }, "Open a folder")),
    h("div", { class: "plank" }), h("div", { class: "label" }, h("h2", {}, "Your own"), h("p", {}, "Begin a game like one of these, or take one from a folder.")));
    this.add = add;
    fill(this.root, h("h1", { class: "sr" }, "Shelf"), this.list);
    await this.fetch();
    return { close: () => this.close(), changed: (news) => this.changed(news) };
  }

  async fetch() {
    const { games } = await get("/api/shelf");
    const order = [...games.filter((game) => !game.builtIn), ...games.filter((game) => game.builtIn)];
    for (const game of order) if (!this.boxes.has(game.name)) this.boxes.set(game.name, this.box(game));
    fill(this.list, order.map((game) => this.boxes.get(game.name).item), this.add);
  }

  box(game) {
    const ground = GROUNDS[this.boxes.size % GROUNDS.length];
    const art = h("span", { class: "art" });
    const lid = h("a", { class: `lid ${ground}`, href: link({ room: "deck", game: game.name }), "aria-label": `Open ${game.title}` }, art);
    const label = h("div", { class: "label" }, h("h2", {}, game.title), h("p", { class: "held" }, "\u00a0"));
    const item = h("li", { class: "box" }, lid, h("div", { class: "plank" }), label);
    const one = { name: game.name, item, lid, art, label, cover: "", fan: "" };
    item.box = one;
    this.seen.observe(item);
    return one;
  }

  /** Covers one after the other as they are seen; then, one by one, the pages that take longer to draw. */
  async next() {
    if (this.busy || this.closed) return;
    this.busy = true;
    try {
      while (!this.closed && (this.covers.length || this.pages.length)) {
        const box = this.covers.shift();
        if (box) await this.cover(box);
        else await this.page(this.pages.shift());
      }
    } finally {
      this.busy = false;
    }
  }

  async cover(box) {
    try {
      const cover = await get(path(box.name, "cover"));
      if (this.closed) return;
      this.tell(box, cover);
      this.fan(box, cover.fan);
      if (!this.pages.includes(box)) this.pages.push(box);
    } catch (error) {
      if (!(error instanceof Overtaken)) this.tell(box, { title: box.name, target: "", products: [], findings: error.findings ?? [] });
    }
  }

  tell(box, cover) {
    const { name } = box;
    const own = cover.products.filter((one) => one.own > 0);
    const count = own.reduce((sum, one) => sum + one.own, 0);
    const words = counted(cover.findings);
    const worst = words[0]?.severity;
    box.lid.setAttribute("aria-label", `Open ${cover.title}`);
    const opened = box.label.querySelector("details")?.open;
    fill(box.label, h("h2", {}, cover.title), h("p", { class: "held", title: holds(cover.products) }, holds(cover.products) || (cover.findings.length ? "It cannot be read yet." : "Nothing yet")),
      h("p", { class: "row facts" },
        h("span", { class: "chip" }, cover.builtIn ? `kit ${cover.version ?? ""}` : cover.target),
        count > 0 && h("a", { class: "chip own", href: link({ room: "deck", game: name, product: own[0].name, params: { "f.whose": "own" } }) }, `${count} ${count === 1 ? "card" : "cards"} of my own`)),
      cover.findings.length > 0 && h("details", { class: "trouble", open: opened ?? !cover.products.length }, h("summary", {},
        words.map((one) => h("span", { class: `badge ${one.severity}`, "aria-hidden": "true" }, one.count)), h("span", {}, words.map((one) => one.words).join(", "))),
      findingList(cover.findings, (one) => go({ room: "file", game: name, params: { file: one.file, line: one.line, column: one.column } }))));
    box.item.classList.toggle("broken", worst === "error");
  }

  /** Some cards, as they lie on top of the box; cards that are the same stay. */
  fan(box, fan) {
    const key = fan.map((one) => one.address).join();
    if (!fan.length || key === box.fan) return;
    box.fan = key;
    const cards = fan.map((one, n) => {
      const img = h("img", { src: one.address, alt: n ? "" : one.name, draggable: "false" });
      const card = h("span", { class: "leaf" }, img);
      card.style.aspectRatio = `${one.width} / ${one.height}`;
      card.style.setProperty("--n", String(n - (fan.length - 1) / 2));
      card.classList.toggle("broad", one.width > one.height);
      card.style.borderRadius = `${(100 * one.corner) / one.width}% / ${(100 * one.corner) / one.height}%`;
      return card;
    });
    const place = h("span", { class: "fan" }, cards);
    box.art.querySelector(".fan")?.remove();
    box.art.prepend(place);
  }

  async page(box) {
    try {
      const { picture, cover } = await get(path(box.name, "cover", "picture"));
      if (this.closed || !picture || picture.address === box.cover || (!cover && box.fan)) return;
      const img = h("img", { class: cover ? "front" : "sheet", alt: "", src: picture.address, draggable: "false" });
      await img.decode();
      box.cover = picture.address;
      box.art.querySelector(".front, .sheet")?.remove();
      box.art.append(img);
    } catch { /* Its cards are on the box. */ }
  }

  arrived(game) {
    go({ room: "deck", game });
  }

  changed(news) {
    if (news.kind === "shelf" || news.kind === "again") this.fetch();
    const box = this.boxes.get(news.game);
    if (news.kind === "game" && box) {
      if (!this.covers.includes(box)) this.covers.push(box);
      this.next();
    }
  }

  close() {
    this.closed = true;
    this.seen.disconnect();
  }
}
