/** The editor of any card of any game: its fields, the card as it becomes, and what is saved. */

import { Conflict, Findings, Overtaken, get, path, post } from "../lib/api.js";
import { go, link, replace } from "../lib/address.js";
import { ask, dialog, findingList, toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { form, worded } from "../lib/fields.js";
import { picture } from "../lib/picture.js";
import { history } from "../lib/undo.js";

export const title = "Card";

/** What somebody has changed and not saved yet stays until the page is closed, wherever they go. */
const unsaved = new Map();

export async function open(root, at) {
  const product = at.product || at.gameData.products.find((one) => one.records)?.name;
  const room = new Card(root, { ...at, product });
  await room.load();
  return room;
}

const SIDES = { front: "Front", back: "Back" };

class Card {
  constructor(root, at) {
    this.root = root;
    this.at = at;
    this.leaving = (event) => this.changed_() && event.preventDefault();
    addEventListener("beforeunload", this.leaving);
  }

  home(...parts) {
    return path(this.at.game, "products", this.at.product, ...parts);
  }

  async load() {
    const { n, list, i, like } = this.at.params;
    let where = this.home("forms", n ?? "0");
    if (this.at.params.new !== undefined) where = `${this.home("forms", "new")}?list=${list ?? 0}${like ? `&like=${like}` : ""}`;
    else if (i !== undefined) where = `${this.home("forms", i)}?list=${list ?? 0}`;
    try {
      this.take(await get(where));
    } catch (error) {
      if (!(error instanceof Findings)) throw error;
      this.cannot(error.findings);
    }
  }

  /** What keeps a card from being changed here. */
  cannot(findings) {
    this.data = null;
    const file = findings.find((one) => one.file)?.file;
    fill(this.root, h("h1", {}, "Card"), h("div", { class: "panel column" },
      h("p", {}, findings.length ? "This card cannot be changed here until its list is mended." : "There is no such card."),
      findingList(findings, (one) => this.place(one)),
      h("p", { class: "row" }, file && h("a", { class: "button main", href: this.fileLink(findings[0]) }, "Mend the file"),
        h("a", { class: "button", href: link({ room: "deck", game: this.at.game, product: this.at.product }) }, "Back to the deck"))));
  }

  fileLink(one) {
    return link({ room: "file", game: this.at.game, product: this.at.product, params: { file: one.file, line: one.line || "", column: one.column || "" } });
  }

  place(one) {
    location.hash = this.fileLink(one);
  }

  get key_() {
    return [this.at.game, this.at.product, this.data.list, this.data.index ?? "new"].join(" ");
  }

  take(data) {
    // A card that cannot be drawn any more keeps the pictures that it had.
    const same = this.data && this.data.list === data.list && this.data.index === data.index;
    this.last = { ...(same ? this.last : {}), ...data.pictures };
    this.data = data;
    this.was = data.index === null ? {} : data.values;
    const kept = unsaved.get(this.key_);
    this.values = kept ?? data.values;
    this.history = history(this.values, (values) => this.show(values));
    this.paint();
    this.told({ ...data, pictures: this.last }, !data.pictures.front);
    if (kept) {
      toast("What you had not saved yet is here again.");
      this.draft();
    }
  }

  changed_() {
    return this.data && JSON.stringify(this.values) !== JSON.stringify(this.was);
  }

  // ---- the page

  paint() {
    const { data } = this;
    const many = "for" in data.values;
    this.form = form(data.form, this.values, (values, way) => this.edited(values, way));
    this.pictures = Object.fromEntries(Object.keys(SIDES).map((side) => [side, null]));
    this.stage = h("div", { class: "stage" });
    this.status = h("p", { class: "status", role: "status" });
    this.about = h("div", { class: "about" });
    this.save_ = h("button", { type: "button", class: "main", title: "Ctrl+S", onclick: () => this.save() }, data.index === null ? "Add it" : "Save");
    this.see = h("button", { type: "button", onclick: () => this.difference() }, "See what changes");
    this.back = h("button", { type: "button", onclick: () => this.show((this.history.push(this.was), this.was)) }, "Take all back");
    const locked = data.written === "other";
    fill(this.root,
      h("header", { class: "top" },
        h("div", {}, h("h1", {}, data.index === null ? "New card" : data.values.name ?? "Card"),
          h("p", { class: "hint" }, data.title, " · ", h("a", { href: this.fileLink({ file: data.file }) }, data.file))),
        h("div", { class: "row tools" }, this.tools())),
      data.why && h("p", { class: "why" }, data.why),
      many ? h("p", { class: "panel" }, "This entry makes several cards, by what stands under for. Change it in ",
        h("a", { href: this.fileLink({ file: data.file }) }, "its file"), ".") : null,
      h("div", { class: "desk" },
        this.names(),
        h("section", { class: "panel form", "aria-label": "What the card says" }, h("fieldset", { class: "bare", disabled: locked || many }, this.form.element)),
        h("section", { class: "live", "aria-label": "The card" }, this.stage, this.status, this.about)),
      this.below = h("div", { class: "bar-below" }, this.save_, this.see, this.back, this.undoes()));
    this.save_.disabled = locked || many;
    this.describe();
  }

  target() {
    return `${this.at.gameData.target}/${this.at.product}`;
  }

  tools() {
    const { data } = this;
    const kit = this.at.gameData.builtIn && !data.own;
    const step = (by, word, mark) => {
      const to = (data.index ?? 0) + by;
      const there = data.index !== null && to >= 0 && to < data.names.length;
      return there ? h("a", { class: "button", href: this.address(to), "aria-label": `${word}: ${data.names[to]}`, title: `${word} (Alt+${by < 0 ? "↑" : "↓"})` }, mark) : null;
    };
    return [
      step(-1, "Before", "‹"), step(1, "Next", "›"),
      h("a", { class: "button", href: this.address("new") }, "New"),
      data.index !== null && h("a", { class: "button", href: this.address("new", data.index) }, "Duplicate"),
      data.index !== null && !kit && data.written !== "other" && h("button", { type: "button", class: "danger", onclick: () => this.remove() }, "Remove"),
    ];
  }

  address(index, like) {
    const params = index === "new" ? { new: 1, list: this.data.list, like: like ?? "" } : { list: this.data.list, i: index };
    return link({ room: "card", game: this.at.game, product: this.at.product, params });
  }

  names() {
    const { data } = this;
    const list = h("ul", {}, data.names.map((name, n) => h("li", {},
      h("a", { href: this.address(n), "aria-current": n === data.index ? "true" : null }, name))));
    const seek = h("input", { type: "search", "aria-label": "Search the cards", placeholder: `${data.names.length} ${data.names.length === 1 ? "card" : "cards"}`, oninput: () => {
      const text = seek.value.toLowerCase();
      [...list.children].forEach((one, n) => { one.hidden = !data.names[n].toLowerCase().includes(text); });
    } });
    requestAnimationFrame(() => {
      const here = list.querySelector("[aria-current]");
      if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
    const lists = data.lists.map((one, n) => ({ ...one, n })).filter((one) => one.count || one.n === data.list);
    const tabs = lists.length > 1 && h("div", { class: "lists" }, lists.map((one) => h("a", {
      href: link({ room: "card", game: this.at.game, product: this.at.product, params: { list: one.n, i: 0 } }),
      "aria-current": one.n === data.list ? "true" : null }, one.own ? "My own" : "The game's")));
    return h("nav", { class: "panel names", "aria-label": "Cards of this list" }, tabs, seek, list);
  }

  undoes() {
    const undo = this.saved?.undo ?? "";
    const redo = this.saved?.redo ?? "";
    return [undo && h("button", { type: "button", class: "quiet", onclick: () => this.turn("undo") }, `Undo saving ${undo}`),
      redo && h("button", { type: "button", class: "quiet", onclick: () => this.turn("redo") }, `Save ${redo} again`)];
  }

  // ---- what somebody types

  edited(values, way) {
    this.values = values;
    this.history.push(values, way.join(" "));
    this.keep();
    this.describe();
    this.draft();
  }

  show(values) {
    this.values = values;
    this.form.set(values);
    this.keep();
    this.describe();
    this.draft();
  }

  keep() {
    if (this.changed_()) unsaved.set(this.key_, this.values);
    else unsaved.delete(this.key_);
  }

  /** Have the card drawn as it is said now: one request at a time, and of those that wait the last. */
  async draft() {
    this.late = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.late) {
        this.late = false;
        await this.drawn();
      }
    } finally {
      this.asking = false;
    }
  }

  async drawn() {
    const { data } = this;
    if (!data) return;
    try {
      const name = data.index === null ? null : this.was.name ?? null;
      const told = await post(this.home("draft"), { list: data.list, index: data.index, name, values: this.values });
      if (this.data === data) this.told(told);
    } catch (error) {
      if (error instanceof Overtaken) return;
      if (error instanceof Findings) this.told({ pictures: {}, findings: error.findings, whole: false });
      else throw error;
    }
  }

  /** The pictures, and what is wrong: the last ones stay where there are none now. */
  told({ pictures, findings, whole, short = false }, old = !pictures.front) {
    Object.assign(this.last, pictures);
    for (const [side, word] of Object.entries(SIDES)) {
      const drawn = pictures[side];
      if (!drawn) continue;
      const alt = `${word} of ${this.values.name ?? "the card"}`;
      if (this.pictures[side]) {
        this.pictures[side].show(drawn.address, drawn);
        this.pictures[side].describe?.(alt);
      } else {
        this.pictures[side] = picture({ ...drawn, alt });
        this.stage.append(h("figure", { class: side }, this.pictures[side], h("figcaption", {}, word)));
      }
    }
    this.findings = findings;
    this.whole = whole;
    this.short = short;
    this.stage.classList.toggle("provisional", !whole || short || old);
    // Nobody is blamed for what they have not come to yet.
    const fresh = this.data.index === null && !this.tried;
    const told = fresh ? findings.filter((one) => one.code !== "missing-key") : findings;
    const rest = this.form.tell(told);
    fill(this.about, rest.length ? findingList(rest, (one) => this.place(one)) : null);
    this.describe();
  }

  describe() {
    const wrong = (this.findings ?? []).filter((one) => one.severity === "error").length;
    const dirty = this.changed_();
    const count = dirty ? differing(this.was, this.values).length : 0;
    const broken = this.whole === false;
    const lacking = (this.findings ?? []).filter((one) => one.code === "missing-key" && one.way?.length === 1).length;
    this.status.className = `status ${(broken && lacking < wrong) || this.short ? "bad" : broken ? "dirty" : dirty ? "dirty" : "good"}`;
    this.status.textContent = broken && lacking === wrong
      ? `${lacking} ${lacking === 1 ? "field" : "fields"} to fill in; the picture shows what there is.`
      : broken ? `Not finished: ${wrong} ${wrong === 1 ? "thing" : "things"} to mend; the picture shows the rest.`
      : this.short ? "A text does not fit; the picture shows as much of it as there is room for."
      : dirty ? `${count} ${count === 1 ? "field" : "fields"} not saved yet.` : wrong ? "Saved, and it breaks a rule." : "As it is saved.";
    this.see.disabled = this.back.disabled = !dirty;
    if (this.data.written !== "other" && !("for" in this.data.values)) this.save_.disabled = (!dirty && this.data.index !== null) || broken;
  }

  difference() {
    dialog("What changes", table(differing(this.was, this.values).map((key) => [this.titleOf(key), this.was[key], this.values[key]]), "Now", "Then"),
      h("p", { class: "hint" }, `Only these places of ${this.data.file} change; comments, order and everything else stay.`));
  }

  titleOf(key) {
    return this.data.form.properties[key]?.title ?? key;
  }

  // ---- what is saved

  async save() {
    const { data, values } = this;
    if (!this.changed_() && data.index !== null) return;
    try {
      const asks = { list: data.list, index: data.index, hash: data.hash, was: data.index === null ? null : this.was, values };
      const told = await post(this.home("save"), asks);
      unsaved.delete(this.key_);
      this.saved = told;
      // What was typed since is not saved yet.
      this.data = { ...data, list: told.list, index: told.index };
      this.was = values;
      this.keep();
      if (told.copied) toast("Saved as a copy among your own cards.", "good");
      else toast(told.others ? "Saved; other cards of the list were changed meanwhile." : "Saved.", "good");
      this.to({ list: told.list, i: told.index });
    } catch (error) {
      if (error instanceof Conflict) this.settle(error.data);
      else if (error instanceof Findings) {
        this.told({ pictures: {}, findings: error.findings.map((one) => ({ way: [], ...one })), whole: false });
        toast(error.message, "bad");
      } else throw error;
    }
  }

  async to(params) {
    if (this.closed) return;
    this.at = { ...this.at, params };
    replace({ room: "card", game: this.at.game, product: this.at.product, params });
    await this.load();
  }

  /** Somebody else has changed this card: look at both, keep theirs or keep mine. */
  settle(told) {
    if (told.kind === "stale" || told.kind === "file") return this.stale();
    if (told.theirs === null) return this.gone(told);
    const rows = differing(told.theirs, told.mine).map((key) => [this.titleOf(key), told.theirs[key], told.mine[key]]);
    const box = dialog("Changed in two places",
      h("p", {}, `${told.name} was changed in another window or in its file while you worked at it. Nothing is lost yet: choose which of the two stays.`),
      table(rows, "Theirs", "Mine"),
      h("div", { class: "row end" },
        h("button", { type: "button", onclick: () => box.close() }, "Not now"),
        h("button", { type: "button", onclick: () => { box.close(); unsaved.delete(this.key_); this.load(); } }, "Keep theirs"),
        h("button", { type: "button", class: "main", onclick: () => { box.close(); this.keepMine(told); } }, "Keep mine")));
    return box;
  }

  /** Save mine in place of theirs, or as a new card where theirs is gone. */
  keepMine(told) {
    this.data = { ...this.data, hash: told.hash, index: told.theirs === null ? null : told.index };
    if (told.theirs !== null) this.was = told.theirs;
    this.save();
  }

  async gone(told) {
    const answer = await ask("Taken away", `${this.was.name} is in its list no more: somebody took it away while you worked at it.`,
      [{ label: "Let it go", value: "theirs" }, { label: "Keep mine", value: "mine", kind: "main" }]);
    if (answer === "mine") this.keepMine(told);
    else if (answer) {
      unsaved.delete(this.key_);
      go({ room: "deck", game: this.at.game, product: this.at.product });
    }
  }

  stale() {
    toast("The list was changed meanwhile; look again.", "bad");
    this.load();
  }

  async turn(way) {
    try {
      const told = await post(`/api/${way}`);
      this.saved = told;
      toast(way === "undo" ? `Undone: ${told.label}.` : `Saved again: ${told.label}.`, "good");
      await this.to(this.at.params);
    } catch (error) {
      toast(`${error.message}. ${error.findings?.[0]?.hint ?? ""}`, "bad");
    }
  }

  async remove() {
    const { data } = this;
    const name = this.was.name ?? "this card";
    const answer = await ask("Remove a card", `${name} is taken out of ${data.file}, with the comment right above it. It can be undone here.`,
      [{ label: "Keep it", value: "" }, { label: "Remove it", value: "yes", kind: "danger" }]);
    if (answer !== "yes") return;
    try {
      this.saved = await post(this.home("remove"), { list: data.list, index: data.index, hash: data.hash, name: this.was.name ?? "" });
      unsaved.delete(this.key_);
      await this.to({ list: data.list, i: Math.max(0, data.index - 1) });
      toast(`${name} was removed.`, "good");
    } catch (error) {
      if (error instanceof Conflict) this.stale();
      else if (error instanceof Findings) toast(error.message, "bad");
      else throw error;
    }
  }

  // ---- the shell

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
      event.preventDefault();
      this.save();
    } else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && this.data?.index !== null) {
      const to = this.data.index + (event.key === "ArrowUp" ? -1 : 1);
      if (to >= 0 && to < this.data.names.length) {
        event.preventDefault();
        location.hash = this.address(to);
      }
    } else this.history?.key(event);
  }

  changed(news) {
    if (news.kind !== "game" || news.game !== this.at.game || !this.data || news.number === this.data.number) return;
    if (this.changed_()) {
      this.draft();
      return;
    }
    this.load();
  }

  close() {
    removeEventListener("beforeunload", this.leaving);
    this.late = false;
    this.closed = true;
  }
}

function differing(one, other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
}

function shown(value) {
  return value === undefined || value === null || value === "" ? "nothing" : worded(value);
}

function table(rows, before, after) {
  return h("div", { class: "changes" }, h("table", {}, h("thead", {}, h("tr", {}, ["Field", before, after].map((word) => h("th", {}, word)))),
    h("tbody", {}, rows.map(([name, old, now]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "old" }, shown(old)), h("td", { class: "new" }, shown(now)))))));
}
