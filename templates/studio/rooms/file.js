/** The text of any file of a game: what is wrong with it at its place, and what it last drew. */

import { Conflict, Findings, Overtaken, get, path, post } from "../lib/api.js";
import { link } from "../lib/address.js";
import { dialog, toast } from "../lib/dialog.js";
import { calm, fill, h } from "../lib/dom.js";
import { picture } from "../lib/picture.js";

export const title = "File";

/** What was typed and not saved yet, wherever somebody goes. */
const unsaved = new Map();

export async function open(root, at) {
  const room = new File(root, at);
  await room.load();
  return room;
}

class File {
  constructor(root, at) {
    this.root = root;
    this.at = at;
    this.check = calm(() => this.checked(), 300);
    this.follow = calm(() => this.atCursor(), 150);
    this.leaving = (event) => this.dirty && event.preventDefault();
    addEventListener("beforeunload", this.leaving);
  }

  home(...parts) {
    return path(this.at.game, ...parts);
  }

  async load() {
    const { files } = await get(this.home("texts"));
    this.files = files;
    const asked = this.at.params.file ?? files[0]?.name ?? "";
    this.data = await get(`${this.home("text")}?file=${encodeURIComponent(asked)}&shown=${encodeURIComponent(asked)}`);
    this.records = await this.ofList();
    if (!this.root.isConnected) throw new Overtaken();
    this.text = unsaved.get(this.key_) ?? this.data.text;
    this.paint();
    this.told(this.data.findings);
    if (this.text !== this.data.text) {
      toast("What you had not saved yet is here again.");
      this.checked();
    }
    this.jump(Number(this.at.params.line) || 0, Number(this.at.params.column) || 0, false);
  }

  /** The records that stand in this file, each with its line and its picture, as they could last be read. */
  async ofList() {
    const found = [];
    for (const product of this.at.gameData.products.filter((one) => one.records)) {
      try {
        const told = await get(path(this.at.game, "products", product.name));
        told.records.forEach((one, n) => {
          if (one.where.file === this.data.file) found.push({ ...one, n, product: product.name, number: told.number });
        });
      } catch { /* A product that cannot be read has no pictures. */ }
      if (found.length) break;
    }
    return found;
  }

  get key_() {
    return `${this.at.game} ${this.data.name}`;
  }

  get dirty() {
    return !!this.data && this.text !== this.data.text;
  }

  paint() {
    const { data } = this;
    this.gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    this.marks = h("div", { class: "marks", "aria-hidden": "true" });
    this.area = h("textarea", { value: this.text, spellcheck: "false", wrap: "off", readonly: data.locked, "aria-label": `The text of ${data.name}`,
      autocomplete: "off", autocapitalize: "off", oninput: () => this.typed(), onscroll: () => this.scrolled(), onkeyup: () => this.follow(),
      onclick: () => this.follow(), onkeydown: (event) => this.indent(event) });
    this.status = h("p", { class: "status", role: "status" });
    this.list = h("ul", { class: "findings" });
    this.shows = h("section", { class: "shows", "aria-label": "The card at the cursor" });
    this.save_ = h("button", { type: "button", class: "main", disabled: data.locked, title: "Ctrl+S", onclick: () => this.save() }, "Save");
    this.back = h("button", { type: "button", onclick: () => this.reset() }, "Take all back");
    const cards = this.records[0];
    fill(this.root,
      h("header", { class: "top" }, h("div", {}, h("h1", {}, data.name), h("p", { class: "hint" }, data.file)),
        h("div", { class: "row" }, cards && h("a", { class: "button", href: link({ room: "card", game: this.at.game, product: cards.product, params: { n: 0 } }) }, "Edit as cards"),
          this.back, this.save_)),
      data.locked && h("p", { class: "why" }, "This came with printgen, and stays as it is. Cards that you change are saved as your own."),
      h("div", { class: "desk" },
        h("nav", { class: "panel files", "aria-label": "Files of the game" }, h("ul", {}, this.files.map((one) => h("li", {},
          h("a", { href: link({ room: "file", game: this.at.game, product: this.at.product, params: { file: one.name } }),
            "aria-current": one.name === data.name ? "true" : null }, one.name, one.findings > 0 && h("span", { class: "badge" }, String(one.findings))))))),
        h("div", { class: "editor" }, this.gutter, h("div", { class: "sheet" }, this.marks, this.area)),
        h("aside", { class: "column" }, this.status, this.list, this.shows)));
    this.numbers();
    this.describe();
  }

  // ---- the text

  typed() {
    this.text = this.area.value;
    if (this.dirty) unsaved.set(this.key_, this.text);
    else unsaved.delete(this.key_);
    this.numbers();
    this.describe();
    this.check();
    this.follow();
  }

  numbers() {
    const lines = this.text.split("\n").length;
    if (lines === this.lines) return;
    this.lines = lines;
    this.gutter.textContent = Array.from({ length: lines }, (_, n) => n + 1).join("\n");
  }

  scrolled() {
    this.gutter.style.transform = `translateY(${-this.area.scrollTop}px)`;
    this.marks.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }

  /** Tab indents where there is more than one way to leave: Escape, then Tab, goes on. */
  indent(event) {
    if (event.key === "Escape") this.free = true;
    if (event.key !== "Tab" || this.free || this.data.locked || event.shiftKey) return;
    event.preventDefault();
    this.write(this.area.selectionStart, this.area.selectionEnd, "  ");
  }

  /** Put words into the text so that the browser's own undo takes them back. */
  write(start, end, words) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    if (!document.execCommand("insertText", false, words)) {
      this.area.setRangeText(words, start, end, "end");
      this.typed();
    }
  }

  offset(line, column) {
    const lines = this.text.split("\n");
    return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Math.max(column, 1) - 1;
  }

  jump(line, column, focus = true) {
    if (!line) return;
    const place = Math.min(this.offset(line, column), this.text.length);
    if (focus) this.area.focus();
    this.area.setSelectionRange(place, place);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (line - 1) * height - this.area.clientHeight / 2);
    this.scrolled();
    this.atCursor();
  }

  // ---- what is wrong

  async checked() {
    try {
      this.told((await post(this.home("text", "check"), { file: this.data.name, text: this.text, hash: this.data.hash })).findings);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }

  told(findings) {
    this.findings = findings;
    const tops = (one) => `calc(var(--line-height) * ${one.line - 1} + var(--pad))`;
    fill(this.marks, findings.filter((one) => one.line).map((one) => {
      const line = h("span", { class: `line ${one.severity}` });
      line.style.top = tops(one);
      const spot = h("span", { class: `spot ${one.severity}` });
      spot.style.top = tops(one);
      spot.style.left = `calc(${Math.max(one.column, 1) - 1}ch + var(--pad))`;
      const word = /^[^\s,[\]{}:]+/.exec((this.text.split("\n")[one.line - 1] ?? "").slice(Math.max(one.column, 1) - 1));
      spot.style.width = `${Math.max(word?.[0].length ?? 1, 1)}ch`;
      return [line, spot];
    }));
    fill(this.list, findings.map((one) => h("li", { class: one.severity },
      h("strong", {}, one.message), one.hint && h("span", { class: "hint" }, one.hint),
      h("div", { class: "row" },
        one.line > 0 && h("button", { type: "button", class: "place", onclick: () => this.jump(one.line, one.column) }, `line ${one.line}, column ${one.column}`)))));
    this.describe();
  }

  describe() {
    const wrong = (this.findings ?? []).filter((one) => one.severity === "error").length;
    const said = wrong ? `${wrong} ${wrong === 1 ? "mistake" : "mistakes"}` : this.findings?.length ? "Only warnings" : "No mistakes";
    this.status.className = `status ${wrong ? "bad" : this.dirty ? "dirty" : "good"}`;
    this.status.textContent = `${said}${this.dirty ? ", not saved yet." : "."}`;
    this.save_.disabled = this.data.locked || !this.dirty;
    this.back.disabled = !this.dirty;
  }

  // ---- the card at the cursor, as it could last be drawn

  atCursor() {
    if (!this.records.length) return;
    const line = this.text.slice(0, this.area.selectionStart).split("\n").length;
    const one = [...this.records].sort((a, b) => a.where.line - b.where.line).filter((found) => found.where.line <= line).at(-1) ?? this.records[0];
    const address = `${path(this.at.game, "products", one.product, "records", one.n)}/front.svg?v=${one.number}`;
    if (this.seen === address) return;
    this.seen = address;
    const open = link({ room: "card", game: this.at.game, product: one.product, params: { n: one.n } });
    fill(this.shows, h("a", { href: open, "aria-label": `Edit ${one.name}` }, picture({ address, width: 63, height: 88, alt: one.name })),
      h("p", { class: "hint" }, one.name, this.findings?.length || this.dirty ? ", as it was last drawn" : ""));
  }

  // ---- saving

  reset() {
    this.area.value = this.text = this.data.text;
    this.typed();
  }

  async save(hash = this.data.hash) {
    if (!this.dirty || this.data.locked) return;
    try {
      const text = this.text;
      const told = await post(this.home("text", "save"), { file: this.data.name, text, hash });
      unsaved.delete(this.key_);
      this.data = { ...this.data, text, hash: told.hash };
      this.told(told.findings);
      toast(told.findings.length ? "Saved, with mistakes: what could last be drawn stays." : "Saved.", told.findings.length ? "" : "good");
      this.files = (await get(this.home("texts"))).files;
    } catch (error) {
      if (error instanceof Conflict) this.merge(error.data);
      else if (error instanceof Findings) toast(error.message, "bad");
      else throw error;
    }
  }

  /** Somebody else has saved it: both texts, line by line. */
  merge(told) {
    const rows = lines(told.theirs, told.mine);
    const box = dialog("Changed in two places", h("p", {}, `${this.data.name} was changed outside while you worked at it. Lines of theirs have a minus, yours a plus.`),
      h("pre", { class: "compare" }, rows.map(([mark, text]) => h("span", { class: mark === "-" ? "theirs" : mark === "+" ? "mine" : "" }, `${mark} ${text}\n`))),
      h("div", { class: "row end" },
        h("button", { type: "button", onclick: () => box.close() }, "Not now"),
        h("button", { type: "button", onclick: () => { box.close(); this.data = { ...this.data, text: told.theirs, hash: told.hash }; this.reset(); } }, "Take theirs"),
        h("button", { type: "button", class: "main", onclick: () => { box.close(); this.save(told.hash); } }, "Save mine in its place")));
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      this.save();
    }
  }

  async changed(news) {
    if (news.kind !== "game" || news.game !== this.at.game || !this.data) return;
    const { data } = this;
    const now = await get(`${this.home("text")}?file=${encodeURIComponent(data.name)}`);
    const records = await this.ofList();
    if (!this.root.isConnected) return;
    // What was saved meanwhile may be newer than this.
    if (this.data !== data) return this.changed(news);
    this.records = records;
    this.seen = "";
    if (now.hash !== this.data.hash && !this.dirty) {
      this.data = now;
      this.area.value = this.text = now.text;
      this.numbers();
    }
    if (!this.dirty) this.told(now.findings);
    this.atCursor();
    return undefined;
  }

  close() {
    removeEventListener("beforeunload", this.leaving);
    this.check.cancel();
    this.follow.cancel();
  }
}

/** The lines of two texts, each with " ", "-" or "+"; of what is the same only what is near. */
function lines(one, other) {
  const a = one.split("\n");
  const b = other.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const near = 3;
  const same = (from, to) => a.slice(Math.max(0, from), to).map((text) => [" ", text]);
  return [...same(start - near, start), ...a.slice(start, a.length - end).map((text) => ["-", text]),
    ...b.slice(start, b.length - end).map((text) => ["+", text]), ...same(a.length - end, Math.min(a.length, a.length - end + near))];
}
