/** Pictures that keep their room: each has its shape before it is there, and the last one stays until the next one is. */

import { h } from "./dom.js";
import { describe, shown as put } from "./pixels.js";

const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) entry.target.picture.seen(entry.isIntersecting);
  },
  // The room scrolls, and a margin of the window alone does not reach beyond its edges.
  { rootMargin: "400px", scrollMargin: "400px" },
);

/**
 * A picture: {address, width, height} with sizes of any unit, `alt` for who cannot see it.
 * It is asked for once it is nearly seen. `show(address)` shows another one in its place: `wanted` is the address of the
 * one that is to be seen, `shown` of the one that is; `state` is "waiting", "there"
 * or "failed", also in its class. A picture that came along as `svg` is shown at once; one that is lost is asked for anew.
 * `settled()` ends once the one that is to be seen now is, or another is wanted, or it fails.
 */
export function picture({ address = "", width = 1, height = 1, alt = "", className = "" }) {
  let img = h("img", { alt, decoding: "async", draggable: "false" });
  const box = h("span", { class: `picture waiting ${className}` }, img);
  box.style.aspectRatio = `${width} / ${height}`;
  let wanted = address;
  let along = "";
  let shown = "";
  let visible = false;
  const waiting = [];

  function load(again = false) {
    if (!visible || !wanted || wanted === shown) return;
    const asked = wanted;
    const blob = along && URL.createObjectURL(new Blob([along], { type: "image/svg+xml" }));
    along = "";
    const next = new Image();
    next.decoding = "async";
    next.onload = () => {
      if (asked === wanted) {
        shown = box.shown = asked;
        img = put(img, next);
        set("there");
        settle();
      }
    };
    next.onerror = () => {
      if (asked !== wanted) return;
      if (again) {
        set("failed");
        settle();
      } else setTimeout(() => asked === wanted && load(true), blob ? 0 : 500);
    };
    next.src = blob || asked;
    // A wide picture is read from there once more as it is put onto the page.
    if (blob) setTimeout(() => URL.revokeObjectURL(blob), 10_000);
  }

  function set(state) {
    box.classList.remove("waiting", "there", "failed");
    box.classList.add(state);
    box.state = state;
  }

  function settle() {
    for (const told of waiting.splice(0)) told();
  }

  box.picture = {
    seen(now) {
      visible = now;
      load();
    },
  };
  box.show = (next, size) => {
    if (size) box.style.aspectRatio = `${size.width} / ${size.height}`;
    if (next !== wanted) settle();
    wanted = box.wanted = next;
    along = size?.svg ?? "";
    load();
  };
  box.settled = () => new Promise((told) => (visible && wanted !== shown && box.state !== "failed" ? waiting.push(told) : told()));
  box.describe = (text) => {
    describe(img, text);
  };
  set("waiting");
  seen.observe(box);
  return box;
}
