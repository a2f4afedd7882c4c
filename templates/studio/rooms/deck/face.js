/** A card to look at: its box keeps its shape, the last good picture stays, it can be turned, and lines lie over it. */

import { h, s } from "../../lib/dom.js";
import { describe, shown } from "../../lib/pixels.js";

const loading = new Set();
const queue = [];
const AT_ONCE = 6;

function next() {
  while (loading.size < AT_ONCE && queue.length) {
    const [address, done] = queue.shift();
    const fetched = new Image();
    loading.add(fetched);
    const end = (good) => {
      loading.delete(fetched);
      done(good && fetched, address);
      next();
    };
    fetched.onload = () => end(true);
    fetched.onerror = () => end(false);
    fetched.src = address;
  }
}

/**
 * The face of a card. `show(picture, backs, over)` shows what `pictureStore` knows of it; `first` asks for its picture
 * before those of others.
 */
export function face(name, ratio = 63 / 88) {
  let img = h("img", { alt: name, decoding: "async", draggable: "false" });
  const box = h("span", { class: "face waiting" }, img);
  box.style.aspectRatio = String(ratio);
  let wanted = "";
  let lines = null;

  box.show = (picture, backs = false, over = false, first = false) => {
    const side = (backs && picture?.back) || picture?.front;
    box.classList.toggle("unbacked", backs && !!picture?.front && !picture?.back);
    box.classList.toggle("failing", !!picture?.findings);
    if (!side) {
      if (picture?.findings) box.classList.replace("waiting", "failed");
      return;
    }
    box.style.aspectRatio = `${side.width} / ${side.height}`;
    box.style.setProperty("--corner", `${over ? 0 : (100 * (picture.corner ?? 0)) / side.width}%`);
    box.style.setProperty("--corner-y", `${over ? 0 : (100 * (picture.corner ?? 0)) / side.height}%`);
    lines?.remove();
    lines = over && picture.edge ? overlay(picture, side) : null;
    if (lines) box.append(lines);
    describe(img, backs && picture.back ? `${name}, back` : name);
    if (side.address === wanted) return;
    wanted = side.address;
    queue[first ? "unshift" : "push"]([wanted, (image, address) => {
      if (address !== wanted) return;
      if (image) img = shown(img, image);
      box.classList.remove("waiting", "failed");
      if (!image && !img.src && !img.show) box.classList.add("failed");
      if (!image) wanted = "";
    }]);
    next();
  };
  return box;
}

/** Where a card is cut, how far its picture reaches, and in what all that matters stays. */
function overlay(picture, side) {
  const { bleed, safe, edge, plain } = picture;
  const width = side.width - 2 * bleed;
  const height = side.height - 2 * bleed;
  const fits = Math.min(width, height) > 3 * safe;
  const inner = plain
    ? s("rect", { x: safe, y: safe, width: Math.max(0, width - 2 * safe), height: Math.max(0, height - 2 * safe), class: "safe" })
    : s("path", { d: edge, class: "safe", "vector-effect": "non-scaling-stroke",
      transform: `translate(${safe} ${safe}) scale(${(width - 2 * safe) / width} ${(height - 2 * safe) / height})` });
  return s("svg", { class: "lines", viewBox: `${-bleed} ${-bleed} ${side.width} ${side.height}`, "aria-hidden": "true" },
    bleed > 0 && s("path", { class: "outside", "fill-rule": "evenodd", d: `M${-bleed} ${-bleed}h${side.width}v${side.height}h${-side.width}z ${edge}` }),
    bleed > 0 && s("rect", { x: -bleed, y: -bleed, width: side.width, height: side.height, class: "bleed" }),
    s("path", { d: edge, class: "trim" }),
    fits && inner);
}
