/** The trooper: a card is designed from the figure in one's hand, and seen and summed up while it is. */

import { act, Conflict, Findings, Overtaken } from "../lib/api.js";
import { replace } from "../lib/address.js";
import { ask, toast } from "../lib/dialog.js";
import { fill, h, painted, remember, remembered } from "../lib/dom.js";
import { history } from "../lib/undo.js";
import { boxPanel } from "./trooper/box.js";
import { cardSide } from "./trooper/card.js";
import { figurePanel } from "./trooper/figure.js";
import { lookPanel } from "./trooper/look.js";
import { sumsPanel } from "./trooper/sums.js";
import { tickPanel } from "./trooper/ticks.js";
import { emptyWish, same } from "./trooper/wish.js";

export const title = "Trooper";

/** So many milliseconds after the last change, what is beside the card is drawn anew. */
const STILL = 300;

export async function open(root, place) {
  const at = { ...place, product: place.product || place.gameData.products.find((one) => one.desks.includes("trooper"))?.name };
  const desk = (action, asks = {}, options = {}) => act(at, "trooper", action, asks, options);
  const bench = (await desk("bench"));
  const shelf = `trooper:${at.game}/${at.product}`;
  const [first, seen] = await begun();

  /** What all parts of the room share: the wish as it is now, what came of it, and how to change it. */
  const room = {
    at, bench, desk,
    wish: first,
    draft: null,
    /** The wish as it was last saved or opened. */
    kept: first.of ? first : null,
    /** What the list held of it then. */
    seen,
    /** Change the wish: `change` gets a copy and changes that. Of one `key`, quick changes are undone together. */
    set(change, key = null) {
      const next = structuredClone(room.wish);
      change(next);
      if (same(next, room.wish)) return;
      room.wish = next;
      changed = performance.now();
      room.past.push(next, key);
      paint();
      draw();
    },
    search(text) {
      for (const part of parts) part.hint?.(text);
    },
    say(text) {
      live.textContent = text;
    },
    /** Wait until nobody has changed anything for a while: the card goes before all that is drawn beside it. */
    async still() {
      for (let left; asking || (left = changed + STILL - performance.now()) > 0;) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(left ?? 0, 50)));
      }
    },
  };
  room.past = begin(first);

  /** A history that begins with a wish. Which card of one's own is changed is no part of what is undone. */
  function begin(wish) {
    return history(wish, (before) => {
      room.wish = { ...before, of: room.wish.of };
      paint();
      draw();
    });
  }

  // Parts
  const live = h("p", { class: "sr", role: "status" });
  const counted = bench.fields.filter((field) => field.several);
  const figure = figurePanel(room);
  const box = boxPanel(room);
  const ticks = counted.map((field) => tickPanel(room, field));
  const sums = sumsPanel(room);
  const looks = bench.window ? lookPanel(room) : null;
  const side = cardSide(room, { sums, save, renew });
  const parts = [figure, box, ...ticks, sums, looks, side].filter(Boolean);
  fill(root, live, side.bar,
    h("div", { class: "bench" },
      h("div", { class: "papers" },
        h("div", { class: "stack who-stack" }, figure.element, ticks.slice(-1).map((one) => one.element)),
        h("div", { class: "stack box-stack" }, box.element, ticks.slice(0, -1).reverse().map((one) => one.element)),
        h("div", { class: "stack look-stack" }, looks?.element)),
      side.element));

  /** The wish that the room begins with: one of one's own cards, what was left here unfinished, or nothing. */
  async function begun() {
    if (at.params.card) {
      try {
        const { wish, seen } = await desk("open", { name: at.params.card });
        return [{ ...emptyWish(), ...wish }, seen];
      } catch (error) {
        if (!(error instanceof Findings)) throw error;
        toast(error.findings[0].message, "bad");
      }
    }
    return [{ ...emptyWish(), ...remembered(shelf, {}), photo: "" }, ""];
  }

  function paint() {
    for (const part of parts) part.paint?.(room.wish, room.draft);
    if (!room.wish.of) remember(shelf, { ...room.wish, photo: "" });
  }

  let asking = false;
  let changed = -STILL;
  let stale = false;

  /** Have the card drawn as it is wished now: one request at a time, and of those that wait the last. */
  async function draw() {
    if (asking) {
      stale = true;
      return;
    }
    asking = true;
    try {
      do {
        stale = false;
        const draft = await desk("draft", { wish: room.wish });
        if (closed) return;
        room.draft = draft;
        side.show(draft);
        if (!stale) beside(draft);
      } while (stale);
    } catch (error) {
      if (error instanceof Findings) side.trouble(error.findings);
      else if (!(error instanceof Overtaken)) throw error;
    } finally {
      asking = false;
    }
    if (stale) draw();
  }

  /** Tell all else that came of the wish, once the card is seen: it goes first. */
  async function beside(draft) {
    await side.settled();
    await painted();
    if (closed || room.draft !== draft) return;
    for (const part of parts) part.paint?.(room.wish, draft);
  }

  let turn = Promise.resolve();

  /** Do one thing after the other: what is saved is news, and news must not come between saving and looking again. */
  function inTurn(work) {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  }

  /** Save the card to one's own; what is saved can be printed. `over` is whether it goes over what others made of it. */
  function save() {
    return inTurn(() => saveNow(false));
  }

  async function saveNow(over) {
    try {
      const mine = room.wish;
      const saved = await desk("save", { wish: mine, seen: over ? "" : room.seen });
      toast(`Saved to ${saved.file}.`, "good");
      remember(shelf, {});
      await reopen(saved.name, mine);
      return saved;
    } catch (error) {
      const meanwhile = error instanceof Conflict || error.findings?.some((one) => one.code === "changed-meanwhile");
      if (meanwhile) return changedMeanwhile(error);
      if (error instanceof Findings) side.trouble(error.findings);
      else if (!(error instanceof Overtaken)) throw error;
      return null;
    }
  }

  /** Somebody else, or an editor, was at the card: nothing is lost before it is said what is to stay. */
  async function changedMeanwhile(error) {
    const text = error.findings?.[0]?.message ?? "The list was changed meanwhile";
    const answer = await ask("Changed meanwhile", `${text}. Your version is still on this page.`, [
      { label: "Go on with mine", value: "" },
      { label: "Take what is there now", value: "theirs" },
      { label: "Save mine in its place", value: "mine", kind: "main" },
    ]);
    if (answer === "mine") return saveNow(true);
    if (answer === "theirs") await reopen(room.wish.of).catch(() => renew(""));
    return null;
  }

  /** Open a card of one's own. What was changed since it was `saved` as a wish, is kept and not saved yet. */
  async function reopen(name, saved = null) {
    const { wish, seen: now } = await desk("open", { name });
    Object.assign(bench, await desk("bench"));
    if (closed) return;
    const since = saved ? Object.entries(room.wish).filter(([key, value]) => !same(value, saved[key])) : [];
    const another = (saved ?? room.wish).name !== wish.name;
    room.kept = { ...emptyWish(), ...wish };
    room.wish = { ...room.kept, ...Object.fromEntries(since) };
    room.seen = now;
    if (another) room.past = begin(room.kept);
    if (!same(room.past.now, room.wish)) room.past.push(room.wish);
    replace({ room: "trooper", game: at.game, product: at.product, params: { card: name } });
    paint();
    draw();
  }

  /** Begin another card, or open one of one's own. */
  async function renew(name) {
    if (name) return inTurn(() => reopen(name));
    room.wish = emptyWish();
    room.kept = null;
    room.seen = "";
    room.past = begin(room.wish);
    replace({ room: "trooper", game: at.game, product: at.product });
    paint();
    draw();
    figure.focus();
    return null;
  }

  let closed = false;
  paint();
  draw();
  if (!first.name) figure.focus();
  return {
    close() {
      closed = true;
      for (const part of parts) part.close?.();
    },
    key(event) {
      if (room.past.key(event)) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
        event.preventDefault();
        save();
      } else if (event.key === "/" && !typing(event.target)) {
        event.preventDefault();
        box.focus();
      }
    },
    changed(news) {
      if ((news.kind === "game" && news.game === at.game) || news.kind === "again") inTurn(refresh);
    },
  };

  /** Take up what the files say now. */
  async function refresh() {
    if (closed) return;
    try {
      Object.assign(bench, await desk("bench"));
      // What an editor has made of a card shows at once, unless somebody is just changing it here.
      if (room.wish.of && same(room.wish, room.kept) && bench.own.includes(room.wish.of)) {
        const before = room.wish;
        const { wish, seen: now } = await desk("open", { name: before.of });
        if (room.wish === before && !same({ ...emptyWish(), ...wish }, before)) {
          room.wish = room.kept = { ...emptyWish(), ...wish };
          room.seen = now;
          room.past.push(room.wish);
        }
      }
      if (closed) return;
      paint();
      draw();
    } catch { /* What is wrong with the files is told on the shelf; the last good card stays. */ }
  }
}

/** Whether somebody writes in an element. */
function typing(element) {
  return element.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
}
