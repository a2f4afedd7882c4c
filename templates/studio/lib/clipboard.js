/** Texts that can be pasted elsewhere. */

const PLAIN = /^[\w@%+=:,./-]+$/;

/** A word as a shell takes it. */
function quoted(word) {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** A command of printgen as a line for a shell. */
export function line(words) {
  return ["printgen", ...words].map(quoted).join(" ");
}

/** Put a text where it can be pasted from. */
export async function copied(text) {
  await navigator.clipboard.writeText(text);
}
