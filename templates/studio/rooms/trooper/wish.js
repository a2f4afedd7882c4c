/** The wish: what somebody has said of a card so far, as the desk takes it. */

/** A wish of which nothing is said yet; its picture is settled by a throw of the dice. */
export function emptyWish() {
  return {
    name: "", of: "", said: {}, stats: {}, reasons: {},
    figure: { text: "", vehicle: "", accessories: [], mounted: [] },
    without: [], look: { seed: thrown() }, photo: "", art: "",
  };
}

/** A number for all that a look leaves open. */
export function thrown() {
  return Math.floor(Math.random() * 1_000_000);
}

export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A text as words are compared. */
export function folded(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether two texts are the same word, case and marks aside. */
export function alike(one, other) {
  return folded(one) === folded(other);
}

/** The number that a word carries behind its name, such as the 8 of "vehicle mounted systems 8"; null for none. */
export function numberOf(text, word) {
  const found = /^(.*?)\s+([0-9]{1,3})$/.exec(text);
  return found && alike(found[1], word) ? Number(found[2]) : null;
}

/** What is said in a field of a word that may carry a number; undefined for nothing. */
export function saidOf(wish, field, word) {
  return (wish.said[field] ?? []).find((text) => alike(text, word) || numberOf(text, word) !== null);
}

/** Say a word in a field, with its number where it has one. */
export function say(wish, field, word, number = null) {
  unsay(wish, field, word);
  wish.said[field] = [...(wish.said[field] ?? []).filter((text) => !alike(text, "none")), number === null ? word : `${word} ${number}`];
  wish.without = wish.without.filter((text) => !alike(text, word));
}

/** Take a word out of a field. */
export function unsay(wish, field, word) {
  const left = (wish.said[field] ?? []).filter((text) => !alike(text, word) && numberOf(text, word) === null);
  if (left.length) wish.said[field] = left;
  else delete wish.said[field];
}

/** Put a thing into the box, in the toy's own words; one that is there already stays. */
export function pack(wish, name, place = "accessories") {
  const held = wish.figure[place];
  if (!held.some((one) => one.toLowerCase() === name.toLowerCase())) wish.figure[place] = [...held, name];
}
