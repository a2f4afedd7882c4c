/** Many buttons of which Tab reaches one: arrow keys lead from there to the others. */

/** Go along elements with the arrow keys, in rows where they stand in rows; tabs are opened on the way. */
export function along(event, elements) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const at = elements.indexOf(event.currentTarget);
  let next = step === Infinity ? elements.length - 1 : step === -Infinity ? 0 : (at + step + elements.length) % elements.length;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") next = inNextRow(elements, at, step) ?? next;
  elements[at].tabIndex = -1;
  elements[next].tabIndex = 0;
  elements[next].focus();
  if (event.currentTarget.getAttribute("role") === "tab") elements[next].click();
}

/** The element that lies nearest in the next row; null where there is none. */
function inNextRow(elements, at, step) {
  const here = elements[at].getBoundingClientRect();
  const rows = elements.map((one, n) => ({ n, box: one.getBoundingClientRect() }))
    .filter(({ box }) => (step > 0 ? box.top > here.top + 4 : box.top < here.top - 4));
  if (!rows.length) return null;
  const top = step > 0 ? Math.min(...rows.map(({ box }) => box.top)) : Math.max(...rows.map(({ box }) => box.top));
  const row = rows.filter(({ box }) => Math.abs(box.top - top) < 4);
  return row.reduce((best, one) => (Math.abs(one.box.left - here.left) < Math.abs(best.box.left - here.left) ? one : best)).n;
}
