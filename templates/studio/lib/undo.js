/** What was done, so that it can be undone: values in a row, of which one is now. */

/**
 * A history of values. `push(value, key)` says what is now: of one `key` within a second, such as letters of one field,
 * only the last counts. `undo()` and `redo()` go to another value, and give it to `show`.
 */
export function history(first, show, most = 200) {
  let values = [first];
  let at = 0;
  let key = null;
  let time = 0;
  const self = {
    get now() {
      return values[at];
    },
    get undoable() {
      return at > 0;
    },
    get redoable() {
      return at < values.length - 1;
    },
    push(value, of = null) {
      const same = of !== null && of === key && Date.now() - time < 1000 && at === values.length - 1 && at > 0;
      values = [...values.slice(0, same ? at : at + 1), value].slice(-most);
      at = values.length - 1;
      key = of;
      time = Date.now();
    },
    undo() {
      if (self.undoable) to(at - 1);
    },
    redo() {
      if (self.redoable) to(at + 1);
    },
    /** Take Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y; true when it was one of them. */
    key(event) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
      const letter = event.key.toLowerCase();
      if (letter !== "z" && letter !== "y") return false;
      event.preventDefault();
      if (letter === "y" || event.shiftKey) self.redo();
      else self.undo();
      return true;
    },
  };
  function to(place) {
    at = place;
    key = null;
    show(values[at]);
  }
  return self;
}
