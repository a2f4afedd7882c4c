/** Pictures of cards: asked for some at a time, what is seen first; a card whose picture is the same keeps it. */

import { Findings, get, Overtaken, path, post } from "../../lib/api.js";

// The first picture comes at once, and many at a time cost less.
const BATCHES = [2, 4, 8];
const AHEAD = 2;

/**
 * Keeps what is known of the pictures of a product's cards, by their numbers, and tells `drawn(n, picture)` when more is.
 * `wanted()` gives the numbers of cards that are to have one, the most urgent first.
 */
export function pictureStore(at, wanted, drawn) {
  let settings = { look: "color", backs: false, bleed: false };
  let known = new Map();
  let old = new Set();
  let urgent = [];
  let busy = 0;
  let turn = 0;
  let closed = false;
  let asked = 0;

  function due(n) {
    return !known.has(n) || old.has(n);
  }

  /** Ask for what is due, as long as anything is. */
  async function pump() {
    if (closed || busy >= AHEAD) return;
    const order = [...urgent, ...wanted()].filter((n, place, all) => due(n) && all.indexOf(n) === place);
    urgent = [];
    const numbers = order.slice(0, BATCHES[Math.min(asked, BATCHES.length - 1)]);
    if (!numbers.length) return;
    asked += 1;
    busy += 1;
    const mine = turn;
    for (const n of numbers) {
      old.delete(n);
      if (!known.has(n)) known.set(n, null);
    }
    try {
      const body = { numbers, ...settings };
      const { pictures } = await post(path(at.game, "products", at.product, "wall", "pictures"), body);
      if (mine === turn && !closed) for (const one of pictures) take(one);
    } catch (error) {
      if (mine === turn && !closed && !(error instanceof Overtaken)) {
        const findings = error instanceof Findings ? error.findings : [];
        for (const n of numbers) take({ n, findings });
      }
    }
    busy -= 1;
    pump();
  }

  function take(one) {
    const before = known.get(one.n);
    // What cannot be drawn now keeps the picture that it had.
    known.set(one.n, one.front ? one : { ...before, n: one.n, findings: one.findings });
    drawn(one.n, known.get(one.n));
  }

  return {
    of: (n) => known.get(n),
    pump() {
      for (let n = busy; n < AHEAD; n += 1) pump();
    },
    /** Draw otherwise from now on. */
    set(next) {
      if (JSON.stringify({ ...settings, ...next }) === JSON.stringify(settings)) return;
      settings = { ...settings, ...next };
      turn += 1;
      old = new Set(known.keys());
      this.pump();
    },
    /** The files have changed: look at all again, first at those that are known to be other ones. */
    renew(first = []) {
      turn += 1;
      old = new Set(known.keys());
      urgent = first;
      this.pump();
    },
    /** Other numbers mean these cards now: new ones by the old ones; what has none is forgotten. */
    renumber(numbers) {
      turn += 1;
      const before = known;
      known = new Map();
      for (const [n, was] of numbers) if (before.has(was)) known.set(n, { ...before.get(was), n });
      old = new Set(known.keys());
    },
    close() {
      closed = true;
    },
  };
}

/** What a product without cards of its own consists of. */
export async function piecesOf(at, look) {
  const { cards } = await post(path(at.game, "products", at.product, "wall", "pieces"), { look });
  return cards.map((card) => ({ ...card, values: {}, own: false, where: null }));
}

export function wallOf(at) {
  return get(path(at.game, "products", at.product, "wall"));
}

export function checkOf(at) {
  return get(`${path(at.game, "check")}?product=${encodeURIComponent(at.product)}`);
}
