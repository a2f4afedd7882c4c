/** The board: its picture, and over it an outline of each space that can be clicked, painted over and walked by key. */

import { fill, h, s } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";

/** The outline of a padlock around the origin. */
export const LOCK = "M-3.2 -.6 h6.4 v5 h-6.4 z M-2.1 -.6 v-1.5 a2.1 2.1 0 0 1 4.2 0 v1.5";

/**
 * `act(name, how)` is called for a space: how is "use" for a click or a stroke of the brush, "lock" to keep what lies
 * there or let it go, "free" to let it go. `told(space)` is called with the space that somebody looks at, null for none.
 */
export function boardView({ act, stroke, told }) {
  const shown = picture({ width: 4, height: 5, alt: "", className: "map-picture" });
  const overlay = s("svg", { class: "spaces", role: "group", "aria-label": "The spaces of the board", preserveAspectRatio: "none" });
  const frame = h("div", { class: "map-board" }, shown, overlay);
  const shapes = new Map();
  let spaces = [];
  let here = "";
  let painting = null;

  overlay.addEventListener("pointerdown", (event) => {
    const name = event.target.dataset?.name;
    if (!name || event.button) return;
    // A finger scrolls the page, and a tap is a click.
    if (event.pointerType !== "touch") {
      painting = new Set([name]);
      stroke(true);
      act(name, "use");
    }
    walk(name, false);
  });
  overlay.addEventListener("pointermove", (event) => {
    const name = event.target.dataset?.name;
    if (!painting || !name || painting.has(name)) return;
    painting.add(name);
    act(name, "brush");
  });
  overlay.addEventListener("click", (event) => {
    const name = event.target.dataset?.name;
    if (!name) return;
    // What a pen or a mouse does is done when it goes down; a finger, and whoever clicks without either, means it now.
    if (event.pointerType === "touch" || event.detail === 0) act(name, "use");
  });
  overlay.addEventListener("pointerover", (event) => told(find(event.target.dataset?.name)));
  overlay.addEventListener("pointerleave", () => told(find(document.activeElement?.dataset?.name)));
  overlay.addEventListener("focusin", (event) => {
    here = event.target.dataset.name;
    told(find(here));
  });
  const ended = () => {
    if (!painting) return;
    painting = null;
    stroke(false);
  };
  addEventListener("pointerup", ended);
  addEventListener("pointercancel", ended);

  function find(name) {
    return spaces.find((space) => space.name === name) ?? null;
  }

  function middle(space) {
    const [x, y] = space.points.reduce((sum, point) => [sum[0] + point[0], sum[1] + point[1]], [0, 0]);
    return [x / space.points.length, y / space.points.length];
  }

  /** Put the keyboard on a space. */
  function walk(name, focus = true) {
    shapes.get(here)?.setAttribute("tabindex", "-1");
    here = shapes.has(name) ? name : spaces[0]?.name ?? "";
    shapes.get(here)?.setAttribute("tabindex", "0");
    if (focus) shapes.get(here)?.focus();
  }

  /** The space that lies next in a direction: near, and not far aside. */
  function beside(space, dx, dy) {
    const [x, y] = middle(space);
    let best = null;
    for (const other of spaces) {
      const [u, v] = middle(other);
      const along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along <= 1 || aside > along * 1.3) continue;
      const far = along + 2 * aside;
      if (!best || far < best[0]) best = [far, other];
    }
    return best?.[1];
  }

  function label(space) {
    const kept = space.marked === "recipe" ? ", locked by the game" : space.locked ? ", locked" : space.follows ? ", follows its opposite" : "";
    return `${space.name}, ${space.title}${kept}`;
  }

  return {
    element: frame,
    get focused() {
      return overlay.contains(document.activeElement) ? here : "";
    },
    /** Show a board: its picture, and its spaces. */
    show(drawn, next, alt) {
      const ratio = drawn.width / drawn.height;
      frame.style.aspectRatio = `${drawn.width} / ${drawn.height}`;
      frame.style.setProperty("--ratio", String(ratio));
      overlay.setAttribute("viewBox", `0 0 ${drawn.width} ${drawn.height}`);
      shown.show(drawn.address, drawn);
      shown.describe(alt);
      const fresh = next.length !== spaces.length || next.some((one, n) => one.name !== spaces[n].name || String(one.points) !== String(spaces[n].points));
      spaces = next;
      if (fresh) outlines();
      for (const space of spaces) {
        const shape = shapes.get(space.name);
        shape.setAttribute("aria-label", label(space));
        shape.setAttribute("aria-pressed", String(space.locked));
        // What the game's recipe locks can be let go; a base lies there whatever anybody wants.
        const fixed = space.marked && space.marked !== "recipe";
        if (fixed) shape.setAttribute("aria-disabled", "true");
        else shape.removeAttribute("aria-disabled");
        shape.setAttribute("class", `space${fixed ? " marked" : ""}`);
      }
      padlocks(spaces.filter((space) => space.locked || space.follows));
    },
    /** Show what is locked before the board is there. */
    mark(locks) {
      padlocks(spaces.filter((space) => locks[space.name] || (space.locked && space.marked)));
    },
    find,
    walk,
    /** Take a key while a space has the keyboard; true when it meant something. */
    key(event) {
      const space = find(this.focused);
      if (!space || event.ctrlKey || event.metaKey || event.altKey) return false;
      const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
      if (way) {
        const next = beside(space, ...way);
        if (next) walk(next.name);
      } else if (event.key === "Home") walk(spaces[0].name);
      else if (event.key === "End") walk(spaces.at(-1).name);
      else if (event.key === "Enter") act(space.name, "lock");
      else if (event.key === " ") act(space.name, "use");
      else if (event.key === "Delete" || event.key === "Backspace") act(space.name, "free");
      else return false;
      event.preventDefault();
      return true;
    },
    close() {
      removeEventListener("pointerup", ended);
      removeEventListener("pointercancel", ended);
    },
  };

  function outlines() {
    shapes.clear();
    for (const space of spaces) {
      const points = space.points.map((point) => point.join(",")).join(" ");
      shapes.set(space.name, s("polygon", { points, role: "button", tabindex: "-1", "data-name": space.name }));
    }
    fill(overlay, [...shapes.values()], s("g", { class: "padlocks", "aria-hidden": "true" }));
    walk(shapes.has(here) ? here : spaces.find((space) => !space.marked)?.name, false);
  }

  function padlocks(locked) {
    const group = overlay.querySelector(".padlocks");
    if (!group) return;
    fill(group, locked.map((space) => {
      const xs = space.points.map((point) => point[0]);
      const ys = space.points.map((point) => point[1]);
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const size = (right - left) / 24;
      const [x, y] = space.points.length === 4
        ? [right - 5.2 * size, bottom - 5.4 * size]
        : [(left + right) / 2 + 7.2 * size, (top + bottom) / 2 + 3.4 * size];
      const sign = !space.follows || space.locked;
      return s("g", {},
        s("polygon", { class: `ring${space.marked ? " fixed" : ""}${sign ? "" : " follows"}`, points: space.points.map((point) => point.join(",")).join(" ") }),
        sign && s("g", { transform: `translate(${x} ${y}) scale(${size})` }, s("circle", { class: "seal", r: 4.9, cy: 0.7 }), s("path", { class: "padlock", d: LOCK })));
    }));
  }
}
