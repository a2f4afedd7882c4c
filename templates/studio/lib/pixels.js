/** Drawings as pixels: one of thousands of shapes is painted once, at the size that it is seen at, not at each scroll. */

import { h } from "./dom.js";

/** So many pixels are kept, of four bytes each; of what is out of sight, the oldest are let go. */
const MOST = 30e6;

/** Pictures that are wider, in points of the page, stay drawings: there are few at a time, and people look closely. */
const SMALL = 420;

const kept = new Map();
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) entry.target.sight(entry.isIntersecting);
}, { rootMargin: "600px" });
const sized = new ResizeObserver((entries) => {
  for (const entry of entries) entry.target.repaint();
});

function keep(canvas, pixels) {
  kept.delete(canvas);
  if (pixels) kept.set(canvas, pixels);
  let sum = 0;
  for (const one of kept.values()) sum += one;
  for (const [one, size] of kept) {
    if (sum <= MOST) return;
    if (one.seen && one.isConnected) continue;
    kept.delete(one);
    one.forget();
    sum -= size;
  }
}

/**
 * A canvas that shows a picture; `show(image)` has it show one that is loaded, `describe(text)` says it in words. How the
 * picture lies in its box is said by `object-fit`, as for any other.
 */
export function pixels(alt = "") {
  const canvas = h("canvas", { width: 1, height: 1 });
  let image = null;
  let painted = "";

  canvas.show = (next) => {
    image = next;
    painted = "";
    canvas.repaint();
  };
  canvas.describe = (text) => {
    for (const [name, value] of text ? [["role", "img"], ["aria-label", text]] : [["aria-hidden", "true"]]) canvas.setAttribute(name, value);
    for (const name of text ? ["aria-hidden"] : ["role", "aria-label"]) canvas.removeAttribute(name);
  };
  canvas.repaint = () => {
    const [width, height] = [canvas.clientWidth * devicePixelRatio, canvas.clientHeight * devicePixelRatio];
    if (!image?.naturalWidth || !width || !height || canvas.seen === false) return;
    const fit = getComputedStyle(canvas).objectFit === "cover" ? Math.max : Math.min;
    const scale = fit(width / image.naturalWidth, height / image.naturalHeight);
    const size = [image.naturalWidth, image.naturalHeight].map((one) => Math.max(1, Math.round(one * scale)));
    if (painted === size.join()) return;
    painted = size.join();
    [canvas.width, canvas.height] = size;
    canvas.getContext("2d").drawImage(image, 0, 0, ...size);
    keep(canvas, size[0] * size[1]);
  };
  canvas.forget = () => {
    painted = "";
    canvas.width = canvas.height = 1;
  };
  canvas.sight = (now) => {
    canvas.seen = now;
    if (now) canvas.repaint();
  };
  canvas.describe(alt);
  seen.observe(canvas);
  sized.observe(canvas);
  return canvas;
}

/**
 * Show a loaded picture in place of an `img`, or of what stands there since: a small one as pixels. Returns what stands
 * there now.
 */
export function shown(place, image) {
  let now = place;
  if (!now.show && !now.src && now.parentElement?.clientWidth <= SMALL) {
    now = pixels(place.alt);
    place.replaceWith(now);
  }
  if (now.show) now.show(image);
  else now.src = image.src;
  return now;
}

/** Say in words what a picture shows. */
export function describe(place, text) {
  if (place.show) place.describe(text);
  else place.alt = text;
}
