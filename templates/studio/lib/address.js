/** Where the page is: #/ROOM/GAME/PRODUCT?key=value. A link is all that somebody needs to be there too. */

/** What the address says: {room, game, product, params}. */
export function current() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [room = "", game = "", product = ""] = path.split("/").map(decodeURIComponent);
  return { room: room || "shelf", game, product, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a place, to be a link's. */
export function link({ room = "shelf", game = "", product = "", params = {} }) {
  const path = [room, game, product].filter(Boolean).map(encodeURIComponent).join("/");
  const said = Object.entries(params).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  // Colons and commas are told as they are: people read these.
  const query = new URLSearchParams(said).toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return `#/${path}${query ? `?${query}` : ""}`;
}

/** Go to a place; going back leads here. */
export function go(place) {
  location.hash = link(place);
}

/** Have the address say what is here now, without going anywhere; who has left a room, or its game, has left it. */
export function replace(place) {
  const { room, game } = current();
  if (room === place.room && game === place.game) history.replaceState(null, "", link(place));
}
