/** The deck: all pieces of a product as a wall of live pictures, or a table. */

import { go, link, replace } from "../lib/address.js";
import { Findings, Overtaken } from "../lib/api.js";
import { findingList, toast } from "../lib/dialog.js";
import { calm, fill, h, remember, remembered } from "../lib/dom.js";
import { counted } from "./deck/badges.js";
import { chooser } from "./deck/facets.js";
import { compared, large } from "./deck/large.js";
import { checkOf, pictureStore, piecesOf, wallOf } from "./deck/pictures.js";
import { look, sightFilters, SIGHTS } from "./deck/sight.js";
import { facets, read, searchable, shown, sorted, titleOf, written } from "./deck/state.js";
import { table } from "./deck/table.js";
import { wall } from "./deck/wall.js";

export const title = "Deck";

const WIDE = matchMedia("(min-width: 1000px)");
const LOOKS = { color: "Colour", saver: "Saves ink", grey: "Greys" };
const FOUND = { name: "found", title: "Findings", kind: "choice", words: { error: "errors", warning: "warnings", info: "notes", "": "none" },
  of: (card) => (card.findings.length ? [...new Set(card.findings.map((one) => one.severity))] : [""]) };
const WHOSE = { name: "whose", title: "Whose", kind: "choice", words: { own: "my own cards", game: "the game's" }, of: (card) => [card.own ? "own" : "game"] };

export async function open(root, at) {
  const product = at.product || (at.gameData?.products.find((one) => one.records) ?? at.gameData?.products[0])?.name;
  if (!product) {
    const findings = at.gameData?.findings ?? [];
    fill(root, h("h1", {}, at.gameData?.title ?? at.game), h("p", {}, "This game cannot be read yet."), findingList(findings, (one) => mend(at, one)));
    return { changed: (news, game) => game?.products.length && go({ room: "deck", game: at.game }) };
  }
  return new Deck(root, { ...at, product }).opened();
}

/** Go to where a finding is. */
function mend(at, finding) {
  go({ room: "file", game: at.game, product: at.product, params: { file: finding.file, line: finding.line, column: finding.column } });
}

class Deck {
  constructor(root, at) {
    Object.assign(this, { root, at, cards: [], columns: [], data: null, checked: null, dialog: null, closed: false });
    this.state = read(at.params);
    this.state.size ||= remembered("deck-size", 0);
    this.pictures = pictureStore(at, () => (this.state.view === "table" ? [] : this.view().wanted()), (n) => this.painted(n));
    const act = {
      open: (n) => this.open(n), select: (n, on) => this.select(n, on), sort: (name) => this.sort(name), flip: (n) => this.flip(n),
      seen: () => this.pictures.pump(),
    };
    const edit = (n) => (this.data.pieces ? null : { room: "card", game: at.game, product: at.product, params: { n } });
    this.views = { wall: wall({ pictures: this.pictures, act }), table: table({ act, edit }) };
    this.side = chooser((name, values) => this.set({ filters: { ...this.state.filters, [name]: values } }));
  }

  view() {
    return this.views[this.state.view];
  }

  async opened() {
    this.data = await wallOf(this.at);
    this.frame();
    this.pictures.set(this.drawnAs());
    await this.take(this.data);
    this.check();
    if (this.state.card !== null) this.open(this.state.card);
    return { close: () => this.close(), key: (event) => this.key(event), changed: (news, game) => this.changed(news, game) };
  }

  drawnAs() {
    return { look: this.state.look, backs: this.state.backs || this.flipped === true, bleed: this.state.over };
  }

  /** What the studio tells of the product: its columns, and its cards, which keep the pictures that they had. */
  async take(data) {
    this.data = data;
    this.columns = data.columns;
    const before = new Map(this.cards.map((card) => [card.key, card]));
    if (data.pieces) {
      fill(this.stage, this.cards.length ? this.view().element : h("p", { class: "quiet-note" }, "Drawing …"));
      try {
        this.cards = await piecesOf(this.at, this.state.look);
        this.broken = [];
      } catch (error) {
        if (error instanceof Overtaken) return;
        this.broken = error.findings ?? [];
        if (!(error instanceof Findings) || error.status === 0) throw error;
      }
    } else this.cards = data.cards;
    const names = new Map();
    for (const card of this.cards) {
      const nth = names.get(card.name) ?? 0;
      names.set(card.name, nth + 1);
      card.key = `${card.name}\u0000${nth}`;
      card.findings = [];
    }
    searchable(this.cards, this.columns);
    const other = this.cards.filter((card) => before.size && JSON.stringify(before.get(card.key)?.values) !== JSON.stringify(card.values));
    if (before.size) {
      this.state.selected = this.cards.filter((card) => this.state.selected.includes(before.get(card.key)?.n ?? -1)).map((card) => card.n);
      this.pictures.renumber(this.cards.map((card) => [card.n, before.get(card.key)?.n]));
    }
    this.placed();
    this.show();
    if (before.size) this.pictures.renew(other.map((card) => card.n));
    else this.pictures.pump();
    for (const card of other) if (before.has(card.key)) this.views.wall.flash?.(card.n);
    this.dialog?.renew();
  }

  /** Findings of files at once, and those of drawing and of rules when they are known. */
  findings() {
    const now = this.data.findings;
    const before = this.checked?.findings ?? [];
    const known = new Set(now.map((one) => `${one.file}:${one.line}:${one.message}`));
    return [...now, ...(this.broken ?? []).map((one) => ({ ...one, cards: [] })), ...before.filter((one) => !known.has(`${one.file}:${one.line}:${one.message}`))];
  }

  placed() {
    const byNumber = new Map(this.cards.map((card) => [card.n, card]));
    for (const card of this.cards) card.findings = [];
    for (const one of this.findings()) for (const n of one.cards) byNumber.get(n)?.findings.push(one);
    const extra = [];
    if (this.cards.some((card) => card.findings.length)) extra.push(FOUND);
    if (this.cards.some((card) => card.own) && this.cards.some((card) => !card.own)) extra.push(WHOSE);
    this.all = [...extra, ...this.columns];
  }

  async check() {
    try {
      this.checked = await checkOf(this.at);
      if (this.closed) return;
      this.placed();
      this.show();
      this.dialog?.renew();
    } catch { /* What is wrong with the files is told anyway. */ }
  }

  // What is on the page.

  frame() {
    const { at, state, data } = this;
    const field = (label, control) => h("label", { class: "tool" }, h("span", {}, label), control);
    this.search = h("input", { type: "search", placeholder: "Name, weapon, anything", value: state.q, "aria-label": "Search", oninput: calm(() => this.set({ q: this.search.value }), 80) });
    const products = at.gameData?.products ?? [];
    const picker = h("select", { "aria-label": "Product", class: "picker", onchange: (event) => go({ room: "deck", game: at.game, product: event.target.value }) },
      products.map((one) => h("option", { value: one.name, selected: one.name === at.product }, one.title)));
    this.sorting = h("select", { "aria-label": "Sort by", onchange: (event) => this.set({ sort: event.target.value }) });
    this.down = h("button", { type: "button", "aria-label": "Highest first", onclick: () => this.set({ down: !this.state.down }) }, "▲");
    this.modes = h("div", { class: "modes", role: "group", "aria-label": "View" }, [["wall", "Wall"], ["table", "Table"]].map(([view, text]) =>
      h("button", { type: "button", "data-view": view, onclick: () => this.set({ view }) }, text)));
    const option = (now) => ([value, text]) => h("option", { value, selected: value === now }, text);
    this.looks = h("select", { onchange: (event) => this.set({ look: event.target.value }) }, data.looks.map((one) => [one, LOOKS[one] ?? one]).map(option(state.look)));
    this.sights = h("select", { onchange: (event) => this.set({ sight: event.target.value }) }, Object.entries(SIGHTS).map(([word, one]) => [word, one.title]).map(option(state.sight)));
    this.size = h("input", { type: "range", min: 90, max: 480, step: 10, value: state.size || 190, oninput: () => this.set({ size: Number(this.size.value) }) });
    const toggle = (text, key, hint) => h("button", { type: "button", title: hint, "aria-pressed": "false", onclick: () => this.set({ [key]: !this.state[key] }) }, text);
    this.backs = toggle("Backs", "backs", "Turn all cards (Shift+F)");
    this.over = toggle("Cut lines", "over", "Where cards are cut, how far their pictures reach, and what stays safe");
    this.count = h("p", { class: "count", role: "status" });
    this.chips = h("div", { class: "chips" });
    this.alert = h("div", { class: "alert" });
    this.stage = h("section", { class: "stage", "aria-label": "Cards" });
    this.choice = h("div", { class: "choice", role: "region", "aria-label": "Chosen cards", hidden: true });
    this.aside = h("details", { class: "aside" }, h("summary", {}, "Filters"), this.side);
    this.aside.open = WIDE.matches;
    const more = h("button", { type: "button", class: "more", "aria-expanded": "false", onclick: () => {
      more.setAttribute("aria-expanded", String(tools.classList.toggle("all")));
    } }, "Show as …");
    const tools = h("div", { class: "tools", role: "group", "aria-label": "How cards are shown" }, this.search, field("Sort", h("span", { class: "joined" }, this.sorting, this.down)),
      this.modes, more, h("div", { class: "extra" }, field("Look", this.looks), field("Seen by", this.sights), field("Size", this.size), this.backs, this.over));
    fill(this.root, sightFilters(), h("div", { class: "deckhead" }, h("h1", {}, data.title), this.count, picker), tools, this.chips, this.alert,
      h("div", { class: "deckbody" }, this.aside, h("div", { class: "deckmain" }, this.stage)), this.choice);
  }

  /** Change what is shown; the address says it. */
  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    if ("size" in changes) remember("deck-size", changes.size);
    if ("backs" in changes) this.views.wall.turnAll();
    this.pictures.set(this.drawnAs());
    this.show();
    if ("look" in changes && this.data.pieces) this.take(this.data);
  }

  address() {
    return { room: "deck", game: this.at.game, product: this.at.product, params: written(this.state) };
  }

  sort(name) {
    const { sort, down } = this.state;
    const number = this.columns.find((one) => one.name === name)?.number;
    this.set(sort === name ? (down === !!number ? { down: !down } : { sort: "", down: false }) : { sort: name, down: !!number });
  }

  show() {
    if (this.closed) return;
    const { state, cards, columns } = this;
    replace(this.address());
    const some = sorted(shown(cards, this.all, state), columns, state);
    this.some = some;
    const picked = facets(cards, this.all, state);
    this.side.show(picked);
    this.aside.hidden = !picked.length;
    this.count.textContent = some.length === cards.length ? `${cards.length} ${cards.length === 1 ? "piece" : this.data.pieces ? "pieces" : "cards"}` : `${some.length} of ${cards.length}`;
    this.paintTools();
    this.paintChips();
    this.paintAlert();
    this.paintChoice();
    const view = this.view();
    if (state.view === "wall") view.show(some, state);
    else view.show(some, columns, state);
    const empty = !some.length && (!this.data.pieces || cards.length > 0);
    const shownNow = empty ? h("p", { class: "quiet-note" }, cards.length ? "No card is like this." : "There are no cards yet.") : view.element;
    if (this.stage.firstChild !== shownNow) fill(this.stage, shownNow);
    this.stage.style.setProperty("--card", `${state.size || 190}px`);
    look(view.element, state.sight);
    this.pictures.pump();
  }

  chosen() {
    return this.cards.filter((card) => this.state.selected.includes(card.n));
  }

  paintTools() {
    const { state } = this;
    const columns = [{ name: "", title: "As listed" }, { name: "name", title: "Name" }, ...this.columns];
    if (this.sorting.options.length !== columns.length) fill(this.sorting, columns.map((one) => h("option", { value: one.name }, one.title)));
    this.sorting.value = state.sort;
    this.down.textContent = state.down ? "▼" : "▲";
    this.down.setAttribute("aria-label", state.down ? "Lowest first" : "Highest first");
    this.down.disabled = !state.sort;
    for (const button of this.modes.children) button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
    this.looks.value = state.look;
    this.sights.value = state.sight;
    this.backs.setAttribute("aria-pressed", String(state.backs));
    this.over.setAttribute("aria-pressed", String(state.over));
    this.size.disabled = state.view !== "wall";
    if (document.activeElement !== this.search) this.search.value = state.q;
  }

  paintChips() {
    const { state } = this;
    const chips = Object.entries(state.filters).flatMap(([name, values]) => {
      const column = this.all.find((one) => one.name === name);
      return values.map((value) => {
        const text = `${column?.title ?? name}: ${/\.\./.test(value) ? value.replace("..", " to ") : titleOf(column ?? {}, value)}`;
        return h("button", { type: "button", class: "chip", "aria-label": `Without ${text}`,
          onclick: () => this.set({ filters: { ...state.filters, [name]: values.filter((one) => one !== value) } }) }, text, h("span", { "aria-hidden": "true" }, "×"));
      });
    });
    if (chips.length > 1) chips.push(h("button", { type: "button", class: "quiet small", onclick: () => this.set({ filters: {} }) }, "Clear all"));
    fill(this.chips, chips, state.over && h("p", { class: "key" }, h("span", { class: "trim" }, "cut"), h("span", { class: "bleed" }, "bleed"), h("span", { class: "safe" }, "safe, 3 mm")));
  }

  /** Errors on top of everything; the rest is a line that opens. */
  paintAlert() {
    const findings = this.findings();
    const errors = findings.filter((one) => one.severity === "error");
    const rest = findings.filter((one) => one.severity !== "error");
    const checking = this.checked?.state !== "done" && this.checked?.state !== "failed";
    const words = counted(rest).map((one) => one.words).join(", ");
    const key = JSON.stringify([findings.map((one) => [one.file, one.line, one.message]), checking]);
    if (key === this.alerted) return;
    this.alerted = key;
    const opened = this.alert.querySelector("details")?.open;
    const open = (one) => mend(this.at, one);
    fill(this.alert,
      errors.length > 0 && h("div", { class: "panel bad", role: "alert" }, h("h2", {}, errors.length === 1 ? "A mistake in the files" : `${errors.length} mistakes in the files`),
        h("p", { class: "hint" }, "What you see is as it was before."), findingList(errors.slice(0, 12), open)),
      h("details", { class: "notes", open: opened }, h("summary", {}, checking ? "Looking closer …" : words ? `Checked: ${words}` : "Checked: nothing to mend"),
        findingList(rest.slice(0, 200), open)));
  }

  paintChoice() {
    const chosen = this.chosen();
    this.choice.hidden = !chosen.length;
    if (!chosen.length) return;
    const key = document.activeElement && this.choice.contains(document.activeElement) ? document.activeElement.textContent : null;
    const cards = this.data.pieces ? "" : chosen.map((card) => card.name).join("|");
    fill(this.choice, h("strong", {}, `${chosen.length} chosen`),
      h("button", { type: "button", disabled: chosen.length !== 2, title: "Choose two", onclick: () => this.compare() }, "Compare"),
      h("a", { class: "button main", href: link({ room: "print", game: this.at.game, product: this.at.product, params: { cards } }) }, "Print these"),
      h("button", { type: "button", class: "quiet", onclick: () => this.set({ selected: [] }) }, "Clear"));
    if (key) [...this.choice.querySelectorAll("button, a")].find((one) => one.textContent === key)?.focus();
  }

  painted(n) {
    if (this.closed || this.state.view === "table") return;
    this.view().paint(n);
  }

  // What people do.

  select(n, on) {
    const left = this.state.selected.filter((one) => one !== n);
    this.set({ selected: on ? [...left, n] : left });
  }

  flip(n) {
    this.flipped = true;
    this.pictures.set(this.drawnAs());
    this.views.wall.turn(n);
  }

  async compare() {
    const chosen = this.chosen();
    if (chosen.length !== 2) return toast("Choose two cards to compare.");
    try {
      await compared(chosen, { at: this.at, columns: this.columns, state: this.state, sight: (element) => look(element, this.state.sight) });
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  open(n) {
    this.state = { ...this.state, card: n };
    replace(this.address());
    const { at } = this;
    this.dialog = large(n, {
      at, columns: this.columns, state: this.state, cards: () => this.some, findings: (card) => card.findings,
      mend: (one) => mend(at, one), sight: (element) => look(element, this.state.sight),
      moved: (now) => { this.state = { ...this.state, card: now }; replace(this.address()); },
      links: (card) => this.links(card),
    });
    this.dialog.box.addEventListener("close", () => {
      const last = this.dialog.n;
      this.dialog = null;
      this.state = { ...this.state, card: null };
      if (this.closed || !location.hash.startsWith("#/deck")) return;
      replace(this.address());
      if (this.state.view === "wall") this.views.wall.focus(last);
    });
  }

  links(card) {
    const { game, product } = this.at;
    const own = (room, params) => link({ room, game, product, params });
    const links = [];
    if (!this.data.pieces) links.push({ title: "Edit", href: own("card", { n: card.n }) });
    if (this.data.desks.includes("trooper")) links.push({ title: "Trooper", href: own("trooper", { card: card.name }) });
    if (this.data.desks.includes("map")) links.push({ title: "Map", href: own("map", {}) });
    links.push({ title: "Print", href: own("print", this.data.pieces ? {} : { cards: card.name }) });
    return links;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
    if (event.key === "/") this.search.focus();
    else if (event.key === "F") this.set({ backs: !this.state.backs });
    else if (event.key === "c" && this.state.selected.length === 2) this.compare();
    else return;
    event.preventDefault();
  }

  async changed(news) {
    if (this.closed || (news.game && news.game !== this.at.game)) return;
    if (news.kind === "checked") return this.check();
    if (news.kind !== "game" && news.kind !== "again") return;
    try {
      await this.take(await wallOf(this.at));
      this.check();
    } catch (error) {
      if (error instanceof Findings) {
        this.broken = error.findings;
        this.paintAlert();
      }
    }
  }

  close() {
    this.closed = true;
    this.dialog?.box.close();
    this.pictures.close();
    this.views.wall.close();
  }
}
