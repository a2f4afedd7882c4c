/** Puts something on the list of what is to be printed later, which `printgen later` keeps, too. */

import { post } from "./api.js";
import { toast } from "./dialog.js";

/** `row` has game and product, and cards by name, none for all of it; `title` is what people call it, `did(words)` shows the command. */
export async function printLater(row, title, did) {
  try {
    const list = await post("/api/print/later/add", row);
    did(list.command);
    const all = list.rows.reduce((sum, one) => sum + Math.max(1, one.cards.length), 0);
    toast(`${title} ${row.cards?.length > 1 ? "are" : "is"} on the list to print later, ${all === 1 ? "alone so far" : `with ${all} entries in all`}.`, "good");
  } catch (error) {
    const [found] = error.findings ?? [];
    toast(found ? `${found.message}. ${found.hint ?? ""}` : error.message, "bad");
  }
}
