/** The bar at the foot: the command that does the same as what is on the page. */

const bar = document.getElementById("command");
const copy = document.getElementById("copy");
const label = document.getElementById("command-label");

const PLAIN = /^[\w@%+=:,./-]+$/;

/** A word as a shell takes it. */
export function quoted(word) {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** A command of printgen as a line for a shell. */
export function line(words) {
  return ["printgen", ...words].map(quoted).join(" ");
}

/** Show what does the same: the words after `printgen`, or none. */
export function showCommand(words = []) {
  const text = words.length ? line(words) : "";
  bar.textContent = text ? `$ ${text}` : "";
  copy.hidden = label.hidden = !text;
  copy.onclick = async () => {
    await copied(text);
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 1200);
  };
}

/**
 * The bar as a room uses it: the command of what somebody has done stays there as long as the page is as it was, whatever
 * news there is. `page` is plain data that says how it is; once the room is left, nothing more is shown.
 */
export function commandBar() {
  let deed = { words: [], page: "" };
  let closed = false;
  return {
    /** Show what does the same as the page as it is. */
    show(words, page) {
      if (!closed) showCommand(deed.page === JSON.stringify(page) ? deed.words : words);
    },
    /** Show what does the same as somebody has done. */
    did(words, page) {
      deed = { words, page: JSON.stringify(page) };
      if (!closed) showCommand(words);
    },
    close() {
      closed = true;
    },
  };
}

/** Put a text where it can be pasted from. */
export async function copied(text) {
  await navigator.clipboard.writeText(text);
}
