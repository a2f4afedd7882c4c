/** A card to paper. */

import { act } from "../../lib/api.js";
import { printButton } from "../../lib/running.js";
import { same } from "./wish.js";

export function printing(room, { save }) {
  /** The name of the card once it is saved; what has not changed since it was needs no second time. */
  async function saved() {
    const { wish } = room;
    if (wish.of && same(wish, room.kept)) return wish.of;
    return (await save())?.name ?? "";
  }

  const { button, line, close } = printButton("Print now", async () => {
    const name = await saved();
    return name && { run: (await act(room.at, "trooper", "print", { name })).run, what: name };
  });

  return {
    elements: [button], line, close,
    paint(wish, draft) {
      button.setAttribute("aria-disabled", String(!draft?.ready));
    },
  };
}
