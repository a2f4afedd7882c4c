/** The shell: says which rooms there are, opens the one that the address names, and hands it keys and news. */

import { get, hear, listen, Overtaken, path, together } from "./lib/api.js";
import { current, link } from "./lib/address.js";
import { findingList, toast } from "./lib/dialog.js";
import { fill, h } from "./lib/dom.js";

/** The rooms in their order: what they are called, and which desk or what else a product must have for them. */
const ROOMS = {
  shelf: { title: "Shelf" },
  deck: { title: "Deck", of: () => true },
  trooper: { title: "Trooper", of: (product) => product.desks.includes("trooper") },
  map: { title: "Map", of: (product) => product.desks.includes("map") },
  print: { title: "Print", of: () => true },
  send: { title: "Send", of: () => true },
  lab: { title: "Lab", of: (product) => product.desks.includes("lab") },
  card: { hidden: true },
  file: { hidden: true },
};

const main = document.getElementById("room");
const nav = document.getElementById("rooms");
const where = document.getElementById("where");
const styles = new Map();

let open = null;
let game = null;
let turn = 0;
let overtake = null;
let missed = [];

/** The game that a place is in, with its products; null for none. */
async function gameOf(at) {
  if (!at.game) return null;
  if (game?.name === at.game) return game;
  return get(path(at.game));
}

async function enter() {
  const mine = ++turn;
  // Who goes on before a room is there waits for nothing of it: what comes late would be shown in the next one.
  overtake?.();
  overtake = together();
  const at = current();
  const room = ROOMS[at.room] ? at.room : "shelf";
  let entered = null;
  try {
    const [module, found] = await Promise.all([import(`./rooms/${room}.js`), gameOf(at), style(room)]);
    if (mine !== turn) return;
    game = found;
    await open?.close?.();
    open = null;
    missed = [];
    for (const box of document.querySelectorAll("dialog[open]")) box.close();
    const place = h("div", { class: `room ${room}` });
    fill(main, place);
    dress(room);
    document.title = [at.product, game?.title, module.title].filter(Boolean).join(" · ") + " · printgen studio";
    where.textContent = game ? [game.title, productOf(at)?.title].filter(Boolean).join(" · ") : "";
    paint(at);
    const { of } = ROOMS[room];
    if (of && game?.products.length && !game.products.some(of)) throw new Error(`Nothing in ${game.title} is for the room ${module.title}.`);
    entered = await module.open(place, { ...at, room, gameData: game, productData: productOf(at) });
    if (mine !== turn) return entered?.close?.();
    overtake = null;
    open = entered ?? {};
    // What has changed while it was opened may be older there.
    for (const news of missed.splice(0)) open.changed?.(news, game);
  } catch (error) {
    if (mine !== turn) return;
    overtake = null;
    if (error instanceof Overtaken) return;
    fill(main, h("div", { class: "room problem" }, h("h1", {}, "This room cannot be opened"),
      error.findings ? findingList(error.findings) : h("p", {}, String(error.message ?? error)),
      h("p", {}, h("a", { href: "#/shelf" }, "Back to the shelf"))));
  }
}

function productOf(at) {
  return game?.products.find((one) => one.name === at.product);
}

/** The links to the rooms: each to the product that is open, or else to the first that has something for it. */
function paint(at) {
  const links = Object.entries(ROOMS).filter(([, room]) => !room.hidden).map(([name, room]) => {
    const here = name === at.room;
    let target = { room: name };
    if (name !== "shelf" && game) {
      const fits = [productOf(at), ...game.products].find((one) => one && room.of(one));
      if (!fits) return null;
      target = { room: name, game: game.name, product: fits.name };
    } else if (name !== "shelf") return null;
    return h("a", { href: link(target), "aria-current": here ? "page" : null }, room.title);
  });
  fill(nav, links);
}

/** The room's own styles, before it is seen. */
function style(room) {
  if (styles.has(room)) return null;
  return new Promise((resolve) => {
    const sheet = h("link", { rel: "stylesheet", href: `/rooms/${room}.css`, onerror: resolve,
      onload: () => { sheet.sheet.disabled = true; resolve(); } });
    styles.set(room, sheet);
    document.head.append(sheet);
  });
}

/** Rooms name their parts as they like: the styles of one are none of another's. */
function dress(room) {
  for (const [name, { sheet }] of styles) if (sheet) sheet.disabled = name !== room;
}

addEventListener("hashchange", enter);
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  open?.key?.(event);
});

let away = false;
hear(async (news) => {
  if (news.kind === "closed" && !away) {
    away = true;
    document.body.classList.add("away");
    toast("The studio has ended. Start printgen studio again to go on.", "bad");
  } else if (news.kind === "again") {
    away = false;
    document.body.classList.remove("away");
  }
  const name = game?.name;
  if (name && ((news.kind === "game" && news.game === name) || news.kind === "again")) {
    try {
      // Who goes to another room needs it there, too; who goes to another game does not.
      const found = await get(path(name), { signal: null });
      if (game?.name === name) game = found;
    } catch { /* It is told where it is looked at. */ }
  }
  if (open) open.changed?.(news, game);
  else missed.push(news);
});

enter();
listen();
