/** The map room: a board is rolled, spaces of it are locked or painted, and the rest is rolled again. */

import { act, Findings, Overtaken } from "../lib/api.js";
import { link, replace } from "../lib/address.js";
import { findingList, toast } from "../lib/dialog.js";
import { calm, fill, h, remember, remembered } from "../lib/dom.js";
import { history } from "../lib/undo.js";
import { boardView } from "./map/board.js";
import { knobsView } from "./map/knobs.js";
import { paintsView } from "./map/paints.js";
import { printView } from "./map/printing.js";
import { scoreView } from "./map/score.js";
import { asks, fromParams, misread, PLAIN, rolled, same, toParams, withFree, withLock } from "./map/state.js";
import { wallView } from "./map/wall.js";

export const title = "Map";

/** After so many milliseconds a board that is not there yet is spoken of. */
const PATIENCE = 400;
/** Boards of more spaces than these take long. */
const MANY = 600;

export async function open(root, at) {
  const product = at.product || at.gameData.products.find((one) => one.desks.includes("map"))?.name;
  const here = { ...at, product };
  const kept = `map ${at.game} ${product}`;
  const begun = Object.keys(at.params).length ? fromParams(at.params) : { ...PLAIN, ...remembered(kept, {}) };
  const past = history(begun, (state) => lay(state));
  let state = begun;
  let shown = null;
  let board = null;
  let closed = false;
  let stroked = null;

  const desk = (action, said) => act(here, "map", action, said);
  const knobs = knobsView({ turned: (changes, key) => set({ ...state, ...changes }, key), roll });
  const paints = paintsView({ picked: (paint) => fill(tool, paint ? `Click a space to make it ${paint.title}.` : "Click a space to lock what lies there.") });
  const score = scoreView();
  const wall = wallView({ ask: (seed, count) => quiet(desk("wall", { ...asks(state), seed, count })), take });
  const prints = printView({ at: here, desk: (action, more) => desk(action, { ...asks(state), ...more }) });
  const view = boardView({ act: use, stroke, told: describe });

  const tool = h("p", { class: "tool" }, "Click a space to lock what lies there.");
  const status = h("p", { class: "looked-at", "aria-live": "polite" });
  const problem = h("div", { class: "problem-here", role: "alert", hidden: true });
  const undo = h("button", { type: "button", onclick: () => past.undo(), title: "Ctrl+Z" }, "↶ Undo");
  const redo = h("button", { type: "button", onclick: () => past.redo(), title: "Ctrl+Shift+Z" }, "Redo ↷");
  const share = h("button", { type: "button", onclick: copyLink }, "Copy link");
  const locks = h("ul", { class: "locks" });
  const free = h("button", { type: "button", class: "quiet", onclick: () => set({ ...state, locks: {} }) }, "Unlock all");
  const wait = h("p", { class: "waits", role: "status", hidden: true });
  const lockPanel = h("section", { class: "panel lock-panel" }, h("header", {}, h("h2", {}, "Locked"), free), locks);

  const page = [
    h("header", { class: "map-head" }, h("h1", {}, title), h("p", { class: "map-title" }, at.gameData.products.find((one) => one.name === product)?.title ?? ""),
      h("div", { class: "row end" }, undo, redo, share)),
    h("div", { class: "map-floor" },
      h("section", { class: "panel knob-panel", "aria-label": "How the board is laid" }, knobs.element),
      h("div", { class: "table" },
        h("section", { class: "desk-top", "aria-label": "The board" }, problem, h("div", { class: "laid" }, view.element, wait), h("div", { class: "under" }, status, tool)), wall.element),
      h("div", { class: "map-side" },
        h("section", { class: "panel paint-panel" }, h("h2", {}, "Paint"), paints.element), lockPanel, score.element, prints.element))];

  /** Something is other now: it can be undone, the address says it, and the board is laid. */
  function set(next, key = null) {
    if (same(next, state)) return;
    past.push(next, key);
    lay(next);
  }

  function lay(next) {
    const before = state;
    state = next;
    replace({ room: "map", game: at.game, product: at.product, params: toParams(state) });
    remember(kept, state);
    view.mark(state.locks);
    view.element.setAttribute("aria-busy", "true");
    buttons();
    ask();
  }

  const ask = calm(show, 15);
  const patience = calm(() => {
    const { rows, columns } = board?.knobs ?? {};
    const spaces = (state.rows ?? rows?.value ?? 0) * (state.columns ?? columns?.value ?? 0);
    fill(wait, `The board is laid …${spaces > MANY ? ` ${spaces.toLocaleString("en")} spaces take some seconds.` : ""}`);
    wait.hidden = false;
  }, PATIENCE);

  function rested() {
    patience.cancel();
    wait.hidden = true;
  }

  async function show() {
    const asked = state;
    let answer;
    patience();
    try {
      answer = await desk("roll", asks(asked));
    } catch (error) {
      if (error instanceof Overtaken || closed) return;
      if (!(error instanceof Findings)) throw error;
      if (asked !== state) return;
      rested();
      // What there would be without locks, so that there is something to go on from.
      if (!board) await bare(asked);
      wrong(error.findings);
      return;
    }
    if (closed || asked !== state) return;
    rested();
    const others = !shown || !same({ ...shown, seed: 0 }, { ...asked, seed: 0 });
    shown = asked;
    problem.hidden = true;
    view.element.classList.remove("stale");
    view.element.setAttribute("aria-busy", "false");
    paint(asked, answer);
    wall.show(asked.seed, others);
    lockList();
  }

  function paint(asked, answer) {
    board = answer;
    const { pictures, spaces } = answer;
    view.show(pictures.board, spaces, `The board of seed ${asked.seed}`);
    paints.show(answer.paints, pictures, answer.counts);
    knobs.show(asked, answer.knobs);
    score.show(answer.score, answer.sides);
    prints.show(answer.forms);
  }

  async function bare(asked) {
    const plain = { ...asked, locks: {}, unlocked: [] };
    const answer = (await quiet(desk("roll", asks(plain)))) ?? (await quiet(desk("roll", asks({ ...PLAIN, seed: asked.seed }))));
    if (answer) paint(plain, answer);
  }

  function wrong(findings) {
    view.element.classList.add("stale");
    view.element.setAttribute("aria-busy", "false");
    lockList();
    problem.hidden = false;
    fill(problem, findingList(findings), past.undoable
      ? h("button", { type: "button", onclick: () => past.undo() }, "Undo")
      : h("button", { type: "button", onclick: () => set({ ...PLAIN }) }, "Begin anew"));
  }

  function buttons() {
    undo.disabled = !past.undoable;
    redo.disabled = !past.redoable;
  }

  function lockList() {
    const names = Object.entries(state.locks);
    free.disabled = !names.length;
    knobs.locked(names.length);
    const games = (board?.spaces ?? []).filter((space) => gamesLock(space) === "kept");
    const gone = state.unlocked.filter((name) => !state.locks[name]);
    fill(locks, names.length || games.length || gone.length ? null : h("li", { class: "hint" }, "Nothing yet: all of it is rolled."), names.map(([name, word]) => {
      const said = word.split("+").map((one) => board?.paints.find((paint) => paint.word === one)?.title ?? one).join(", ");
      return h("li", {}, h("button", { type: "button", class: "chip", onclick: () => set(withLock(state, name, "")) },
        h("strong", {}, name), ` ${said} `, h("span", { class: "sr" }, "unlock"), h("span", { "aria-hidden": "true" }, "×")));
    }), games.map((space) => h("li", {}, h("button", { type: "button", class: "chip", onclick: () => set(withFree(state, space.name, true)) },
      h("strong", {}, space.name), ` ${space.title}, by the game `, h("span", { class: "sr" }, "let go"), h("span", { "aria-hidden": "true" }, "×")))),
    gone.map((name) => h("li", {}, h("button", { type: "button", class: "chip", onclick: () => set(withFree(state, name, false)) },
      h("strong", {}, name), " let go ", h("span", { class: "sr" }, "keep it as the game says"), h("span", { "aria-hidden": "true" }, "↺")))));
  }

  /** What the chosen paint makes of a space; "" where it lets it go. */
  function painted(space, paint, brush) {
    const locked = state.locks[space.name] ?? "";
    if (!paint) return locked && !brush ? "" : locked || space.held;
    if (paint.sort !== "power-up") return locked === paint.word && !brush ? "" : paint.word;
    const grounds = new Set(board.paints.filter((one) => one.sort === "ground").map((one) => one.word));
    const ground = locked.split("+").find((one) => grounds.has(one)) ?? "";
    const word = ground ? `${ground}+${paint.word}` : paint.word;
    return locked === word && !brush ? ground : word;
  }

  /** Whether the game's recipe locks a space: "kept" while it does, "free" where it was let go, "" for none. */
  function gamesLock(space) {
    if (state.locks[space.name]) return "";
    return state.unlocked.includes(space.name) ? "free" : space.marked === "recipe" ? "kept" : "";
  }

  function use(name, how, paint = paints.chosen) {
    const space = view.find(name);
    if (!space || !board) return;
    if (space.marked && space.marked !== "recipe") {
      toast(`${name}: ${space.marked} lies there whatever the seed.`);
      return;
    }
    const word = how === "free" ? "" : how === "lock" ? (state.locks[name] ? "" : space.held) : painted(space, paint, how === "brush");
    // What the game locks is let go by a click, and kept again by another; a paint takes its place.
    const game = gamesLock(space);
    const next = game && (how === "lock" || !paint) ? withFree(state, name, game === "kept") : withLock(state, name, word);
    if (same(next, state)) return;
    if (stroked) lay(next);
    else set(next);
    if (stroked) stroked.changed = true;
  }

  /** A stroke of the brush is undone as one. */
  function stroke(begins) {
    if (begins) stroked = { changed: false };
    else {
      if (stroked?.changed) past.push(state);
      stroked = null;
      buttons();
    }
  }

  function roll() {
    set({ ...state, seed: rolled(state.seed) });
  }

  function take(seed) {
    set({ ...state, seed });
  }

  /** What is asked for, null where there is none: what is wrong is told at the board. */
  async function quiet(wanted) {
    try {
      const answer = await wanted;
      return closed ? null : answer;
    } catch (error) {
      if (error instanceof Overtaken || error instanceof Findings) return null;
      throw error;
    }
  }

  function describe(space) {
    fill(status, space && [h("strong", {}, space.name), ` ${space.title}`, state.locks[space.name] ? " · locked" : ""]);
  }

  async function copyLink() {
    await navigator.clipboard.writeText(`${location.origin}/${link({ room: "map", game: at.game, product: at.product, params: toParams(state) })}`);
    toast("The link to this board is copied.", "good");
  }

  buttons();
  replace({ room: "map", game: at.game, product: at.product, params: toParams(state) });
  // Nothing is there before the board is, so that nothing moves.
  fill(root, h("p", { class: "hint", role: "status" }, "The board is laid …"));
  await show();
  fill(root, page);
  const astray = misread(at.params);
  if (astray.length) toast(`The address says ${astray.join(" and ")}, which no board can have: it is left out.`, "bad");

  return {
    close() {
      closed = true;
      ask.cancel();
      patience.cancel();
      view.close();
      prints.close();
      wall.close();
    },
    key(event) {
      if (past.key(event)) return;
      if (event.target.closest?.("input:not([type=radio], [type=range]), select, textarea")) return;
      if (view.key(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "r" || event.key === "R") {
        event.preventDefault();
        roll();
        return;
      }
      const paint = event.key.length === 1 ? paints.of(event.key) : undefined;
      if (paint === undefined) return;
      event.preventDefault();
      paints.choose(paint?.word ?? "");
      if (view.focused && paint) use(view.focused, "brush", paint);
    },
    changed(news) {
      if (news.kind === "game" && news.game === at.game) ask();
    },
  };
}
