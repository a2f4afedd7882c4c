// Follows the game: the server tells the number of its last redraw, and what is seen is fetched anew.
const $ = (id) => document.getElementById(id);
const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children.filter((child) => child !== null));
  return node;
};
const SVG = "http://www.w3.org/2000/svg";
let state = { number: 0, products: [], findings: [] };

// Pictures are fetched when they come into sight, and one that is there stays until its successor is.
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    target.near = isIntersecting;
    if (isIntersecting) fill(target);
  }
}, { rootMargin: "300px" });

function fill(image) {
  const address = `${image.dataset.path}?${state.number}`;
  if (image.wanted === address) return;
  image.wanted = address;
  const next = new Image();
  next.onload = () => { if (image.wanted === address) image.src = next.src; };
  next.onerror = () => { if (image.wanted === address) image.wanted = ""; };
  next.src = address;
}

function outline(kind, d, transform = "") {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", kind);
  path.setAttribute("d", d);
  if (transform) path.setAttribute("transform", transform);
  return path;
}

// The lines over a picture: where it is cut, how far text should stay inside, and where the bleed ends.
function lines(piece, safe) {
  const { width: w, height: h, bleed: b, cut } = piece;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-b} ${-b} ${w + 2 * b} ${h + 2 * b}`);
  if (b > 0) svg.append(outline("bleed", `M${-b} ${-b}H${w + b}V${h + b}H${-b}Z`));
  svg.append(outline("cut", cut));
  if (safe > 0) {
    const [sx, sy] = [(w - 2 * safe) / w, (h - 2 * safe) / h];
    svg.append(outline("safe", cut, `translate(${safe} ${safe}) scale(${sx} ${sy})`));
  }
  return svg;
}

function view(product, piece, path, size = "small") {
  const image = make("img", { alt: `${piece.name} of ${product.title}` });
  image.dataset.path = `${path}/${size}`;
  const shown = make("button", { className: "view", type: "button", title: "larger" }, image);
  const b = piece.bleed;
  shown.style.aspectRatio = `${piece.width + 2 * b} / ${piece.height + 2 * b}`;
  if (piece.cut) {
    if ($("lines").checked) shown.append(lines(piece, product.safe));
    else {
      // Without the lines it is seen as it is when it is cut out.
      const svg = `M${piece.cut.slice(1)}`;
      image.style.clipPath = clip(svg, piece);
    }
  }
  seen.observe(image);
  return shown;
}

// The cut as a clip that grows with the picture: a polygon in per cent of it.
function clip(d, { width: w, height: h, bleed: b }) {
  const path = outline("cut", d);
  const whole = path.getTotalLength();
  const corners = [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
  const points = d.includes("C")
    ? Array.from({ length: 120 }, (_, i) => path.getPointAtLength((whole * i) / 120))
    : corners.map(([, x, y]) => ({ x: +x, y: +y }));
  const percent = (at, all) => `${((100 * (at + b)) / (all + 2 * b)).toFixed(3)}%`;
  return `polygon(${points.map((p) => `${percent(p.x, w)} ${percent(p.y, h)}`).join(",")})`;
}

function finding(f) {
  const more = f.count > 1 ? ` (and ${f.count - 1} more like this)` : "";
  return make("div", { className: `finding ${f.severity}` },
    make("strong", { textContent: f.severity }), " ", make("code", { textContent: f.where }),
    make("div", { textContent: f.message + more }), make("p", { textContent: f.hint }));
}

function figure(product, piece, number) {
  const path = `picture/${encodeURIComponent(product.name)}/${number}`;
  const two = piece.back && $("backs").checked;
  const sides = make("div", { className: "sides" }, view(product, piece, `${path}/front`),
    two ? view(product, piece, `${path}/back`) : null);
  sides.addEventListener("click", () => enlarge(product, piece, path));
  const copies = piece.copies > 1 ? ` × ${piece.copies}` : "";
  const caption = make("figcaption", { title: piece.where }, `${piece.name}${copies}`,
    ...piece.findings.map((number) => finding(state.findings[number])));
  const names = ["piece", two ? "two" : "", piece.fresh ? "" : "stale"].join(" ");
  return make("figure", { className: names }, sides, caption);
}

function enlarge(product, piece, path) {
  const shown = view(product, piece, path.endsWith("/sheet") ? path : `${path}/front`, "large");
  const back = piece.back ? view(product, piece, `${path}/back`, "large") : null;
  const ratio = (piece.width / piece.height) * (back ? 2 : 1);
  const sides = make("div", { className: "sides" }, shown, back);
  const box = make("figure", { className: "piece" }, sides, make("figcaption", { textContent: `${piece.name} ${piece.where ?? ""}` }));
  box.style.width = `min(90vw, ${(82 * ratio).toFixed(1)}vh)`;
  $("large").replaceChildren(box);
  if (!$("large").open) $("large").showModal();
}
$("large").addEventListener("click", () => $("large").close());

async function sheetFigures(product) {
  const answer = await fetch(`sheets/${encodeURIComponent(product.name)}`);
  if (!answer.ok) return [make("p", { className: "error", textContent: await answer.text() })];
  const { sheets } = await answer.json();
  return sheets.map((sheet, number) => {
    const piece = { ...sheet, bleed: 0, cut: "", back: false };
    const path = `picture/${encodeURIComponent(product.name)}/${number}/sheet`;
    const shown = view(product, piece, path);
    shown.addEventListener("click", () => enlarge(product, piece, path));
    return make("figure", { className: "piece" }, shown, make("figcaption", { textContent: sheet.name }));
  });
}

async function section(product) {
  const count = `${product.count} ${product.count === 1 ? "piece" : "pieces"}, ${product.kind}`;
  const figures = $("sheets").checked ? await sheetFigures(product) : product.pieces.map((piece, i) => figure(product, piece, i));
  return make("section", { className: product.fresh ? "" : "late" },
    make("h2", {}, `${product.title} `, make("small", { textContent: count })),
    make("div", { className: "pieces" }, ...figures));
}

let drawing = 0;
async function show() {
  const turn = ++drawing;
  const sections = await Promise.all(state.products.map(section));
  if (turn !== drawing) return;
  // What was seen stays in its place until its successor is there.
  const before = new Map([...document.querySelectorAll("main img")].map((image) => [image.dataset.path, image]));
  for (const image of sections.flatMap((one) => [...one.querySelectorAll("img")])) {
    const old = before.get(image.dataset.path);
    if (old?.src) image.src = old.src;
  }
  const height = document.scrollingElement.scrollTop;
  $("products").replaceChildren(...sections);
  $("findings").replaceChildren(...state.findings.map(finding));
  $("findings").hidden = state.findings.length === 0;
  document.scrollingElement.scrollTop = height;
  const sum = (kind) => state.findings.filter((f) => f.severity === kind).length;
  const [errors, warnings] = [sum("error"), sum("warning")];
  $("title").textContent = state.title || "printgen watch";
  document.title = `${errors ? "✗ " : ""}${state.title || "printgen watch"}`;
  $("state").textContent = `${errors} ${errors === 1 ? "error" : "errors"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"} · drawn in ${state.seconds} s`;
  $("state").className = errors ? "error" : warnings ? "warning" : "";
}

async function follow() {
  try {
    const answer = await fetch("state.json");
    if (answer.ok) { state = await answer.json(); await show(); }
  } catch { gone(); }
}
function gone() {
  $("state").textContent = "printgen watch has ended";
  $("state").className = "error";
}

for (const id of ["lines", "backs", "sheets"]) {
  $(id).checked = sessionStorage.getItem(id) === "yes";
  $(id).addEventListener("change", () => { sessionStorage.setItem(id, $(id).checked ? "yes" : ""); show(); });
}
$("zoom").addEventListener("input", () => document.documentElement.style.setProperty("--width", `${$("zoom").value}px`));
const events = new EventSource("events");
events.onmessage = ({ data }) => { if (+data !== state.number) follow(); };
events.onerror = gone;
