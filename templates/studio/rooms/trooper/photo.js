/** A photo of the figure: dropped, picked or pasted; then cropped and straightened to the window of the card. */

import { Findings, send } from "../../lib/api.js";
import { dialog, toast } from "../../lib/dialog.js";
import { h, unique } from "../../lib/dom.js";

const MOST = 1400;
const TURN = 15;

export function photoPart(room) {
  const { bench } = room;
  const id = unique("photo");
  const file = h("input", { id, type: "file", accept: "image/png,image/jpeg,image/webp", class: "sr-input",
    onchange: () => { take(file.files[0]); file.value = ""; } });
  const again = h("button", { type: "button", onclick: () => last && crop(room, last, applied) }, "Crop again");
  const none = h("button", { type: "button", onclick: () => room.set((wish) => { wish.photo = ""; wish.art = ""; }) }, "Take the drawn picture");
  const state = h("span", { class: "hint" });
  const element = h("div", { class: "photo" },
    h("label", { class: "drop", for: id }, file, h("strong", {}, "Photo of the figure"), state),
    h("div", { class: "row" }, again, none));
  let last = null;

  async function take(blob) {
    if (!blob) return;
    let bitmap;
    try {
      bitmap = await createImageBitmap(blob);
    } catch {
      toast("This is no picture that a browser can read. Save it as a JPEG or PNG.", "bad");
      return;
    }
    last = { bitmap, view: null };
    crop(room, last, applied);
  }

  async function applied(blob, view) {
    last.view = view;
    try {
      const { name } = await send("/api/uploads", blob);
      room.set((wish) => { wish.photo = name; wish.art = ""; });
    } catch (error) {
      if (!(error instanceof Findings)) throw error;
      toast(error.findings[0]?.message ?? "The picture was not taken.", "bad");
    }
  }

  const over = (event) => {
    if (![...(event.dataTransfer?.items ?? [])].some((one) => one.kind === "file")) return;
    event.preventDefault();
    element.classList.add("over");
  };
  const out = () => element.classList.remove("over");
  const drop = (event) => {
    out();
    const dropped = [...(event.dataTransfer?.files ?? [])].find((one) => one.type.startsWith("image/"));
    if (!dropped) return;
    event.preventDefault();
    take(dropped);
  };
  const paste = (event) => {
    const pasted = [...(event.clipboardData?.items ?? [])].find((one) => one.type.startsWith("image/"));
    if (pasted) take(pasted.getAsFile());
  };
  document.addEventListener("dragover", over);
  document.addEventListener("dragleave", out);
  document.addEventListener("drop", drop);
  document.addEventListener("paste", paste);

  return {
    element,
    close() {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", out);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    },
    paint(wish) {
      const has = Boolean(wish.photo || wish.art);
      state.textContent = has ? "is on the card. Drop another, or click." : "Drop it here, paste it, or click. Without one a picture is drawn.";
      element.classList.toggle("has", has);
      again.hidden = !(wish.photo && last);
      none.hidden = !has;
    },
  };
}

/** Have somebody choose what of a picture is shown, and turn it until it is straight. */
function crop(room, { bitmap, view }, done) {
  const [wide, high] = room.bench.window;
  const ratio = wide / high;
  const canvas = h("canvas", { class: "crop", tabindex: "0", role: "img",
    "aria-label": "The picture in the window of the card. Arrow keys move it, plus and minus make it larger and smaller, comma and period turn it." });
  const zoom = slider("Size", 100, 600, 1);
  const turn = slider("Straighten", -TURN, TURN, 0.25);
  const now = view ? { ...view } : { x: 0.5, y: 0.42, zoom: 1, turn: 0, quarter: 0 };
  const body = h("div", { class: "cropper" }, canvas,
    h("div", { class: "sliders" }, zoom.element, turn.element,
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => { now.quarter = (now.quarter + 1) % 4; paint(); } }, "Turn by 90°"),
        h("button", { type: "button", onclick: () => { Object.assign(now, { x: 0.5, y: 0.42, zoom: 1, turn: 0, quarter: 0 }); paint(); } }, "As it was"))));
  const box = dialog("Crop the photo", body, h("div", { class: "row end" },
    h("button", { type: "button", onclick: () => box.close() }, "Cancel"),
    h("button", { type: "button", class: "main", onclick: finish }, "Put it on the card")));
  box.classList.add("photo-dialog");

  function slider(label, min, max, step) {
    const id = unique("slide");
    const input = h("input", { id, type: "range", min, max, step, oninput: () => { read(); paint(); } });
    const said = h("output", { for: id });
    return { input, said, element: h("div", { class: "field" }, h("label", { for: id }, label, said), input) };
  }

  function read() {
    now.zoom = Number(zoom.input.value) / 100;
    now.turn = Number(turn.input.value);
  }

  /** Draw what is chosen into so many dots; the picture always covers the window. */
  function render(target, width) {
    const height = Math.round(width / ratio);
    target.width = width;
    target.height = height;
    const paper = target.getContext("2d");
    const sides = now.quarter % 2 ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height];
    const angle = (now.turn * Math.PI) / 180;
    const scale = covering(sides, width, height, angle) * now.zoom;
    // How far its middle can go from the middle of the window without an edge being seen.
    const [slackX, slackY] = slack(sides, scale, width, height, angle);
    paper.save();
    paper.imageSmoothingQuality = "high";
    paper.translate(width / 2, height / 2);
    paper.rotate(angle);
    paper.translate((0.5 - now.x) * 2 * slackX, (0.5 - now.y) * 2 * slackY);
    paper.rotate((now.quarter * Math.PI) / 2);
    paper.scale(scale, scale);
    paper.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
    paper.restore();
    return { scale, slackX, slackY, angle };
  }

  let last = null;
  function paint() {
    now.x = Math.min(1, Math.max(0, now.x));
    now.y = Math.min(1, Math.max(0, now.y));
    now.zoom = Math.min(6, Math.max(1, now.zoom));
    now.turn = Math.min(TURN, Math.max(-TURN, now.turn));
    last = render(canvas, Math.min(900, Math.max(280, Math.round(canvas.clientWidth * devicePixelRatio) || 640)));
    const paper = canvas.getContext("2d");
    thirds(paper, canvas.width, canvas.height);
    zoom.input.value = String(100 * now.zoom);
    turn.input.value = String(now.turn);
    zoom.said.textContent = `${Math.round(100 * now.zoom)} %`;
    turn.said.textContent = `${now.turn > 0 ? "+" : ""}${now.turn.toFixed(1)}°`;
  }

  /** Move by dots of the canvas. */
  function move(dx, dy) {
    const cos = Math.cos(-last.angle);
    const sin = Math.sin(-last.angle);
    if (last.slackX) now.x -= (dx * cos - dy * sin) / (2 * last.slackX);
    if (last.slackY) now.y -= (dx * sin + dy * cos) / (2 * last.slackY);
    paint();
  }

  const fingers = new Map();
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const grain = canvas.width / canvas.clientWidth;
    if (fingers.size === 2) {
      const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
      const far = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const way = (one) => Math.atan2(one.clientY - other.clientY, one.clientX - other.clientX);
      now.zoom *= far(event) / Math.max(1, far(before));
      now.turn += ((way(event) - way(before)) * 180) / Math.PI;
      paint();
    } else move((event.clientX - before.clientX) * grain, (event.clientY - before.clientY) * grain);
    fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    now.zoom *= Math.exp(-event.deltaY / 600);
    paint();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const step = (event.shiftKey ? 0.1 : 0.02) * canvas.width;
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (moves[event.key]) move(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") { now.zoom *= 1.08; paint(); }
    else if (event.key === "-") { now.zoom /= 1.08; paint(); }
    else if (event.key === ",") { now.turn -= 0.5; paint(); }
    else if (event.key === ".") { now.turn += 0.5; paint(); }
    else if (event.key === "Enter") finish();
    else return;
    event.preventDefault();
  });
  requestAnimationFrame(() => { paint(); canvas.focus(); });

  function finish() {
    const sheet = h("canvas");
    const sides = now.quarter % 2 ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height];
    const unit = covering(sides, 1000, 1000 / ratio, (now.turn * Math.PI) / 180) * now.zoom / 1000;
    // No more dots than the picture has, and no more than a card can show.
    render(sheet, Math.round(Math.min(MOST, Math.max(300, 1 / unit))));
    sheet.toBlob((blob) => { box.close(); done(blob, { ...now }); }, "image/jpeg", 0.92);
  }
}

/** How large a picture must be drawn to cover a window when it is turned by an angle. */
function covering([width, height], wide, high, angle) {
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  return Math.max((wide * cos + high * sin) / width, (wide * sin + high * cos) / height);
}

function slack([width, height], scale, wide, high, angle) {
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  return [(width * scale - (wide * cos + high * sin)) / 2, (height * scale - (wide * sin + high * cos)) / 2].map((one) => Math.max(0, one));
}

/** Thin lines that help to place a head and to see what is level. */
function thirds(paper, width, height) {
  paper.save();
  paper.strokeStyle = "rgb(255 255 255 / 55%)";
  paper.lineWidth = Math.max(1, width / 600);
  paper.beginPath();
  for (const part of [1 / 3, 2 / 3]) {
    paper.moveTo(part * width, 0);
    paper.lineTo(part * width, height);
    paper.moveTo(0, part * height);
    paper.lineTo(width, part * height);
  }
  paper.stroke();
  paper.restore();
}
