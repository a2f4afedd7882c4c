/** New boxes for the shelf: a game that begins like another one, or one that a folder holds. */

import { get, Overtaken, post } from "../../lib/api.js";
import { dialog, findingList, toast } from "../../lib/dialog.js";
import { fill, h, unique } from "../../lib/dom.js";

/** Ask what a new game is to be called and like; `begun` gets its name. */
export async function newGame(begun) {
  const { starts, folder } = await get("/api/starts");
  const id = unique("name");
  let like = starts[0].like;
  const name = h("input", { id, type: "text", maxlength: 60, placeholder: "my-game", autocomplete: "off", spellcheck: "false", required: true });
  const trouble = h("div", { "aria-live": "polite" });
  const button = h("button", { type: "submit", class: "main" }, "Begin");
  const choices = h("div", { class: "starts", role: "radiogroup", "aria-label": "What it is like" });
  const queue = [];
  let drawing = false;

  async function draw() {
    if (drawing) return;
    drawing = true;
    while (queue.length && box.open) {
      const one = queue.shift();
      try {
        const { picture } = await get(`/api/starts/${encodeURIComponent(one.start.like)}`);
        if (picture) one.shown.append(h("img", { src: picture.address, alt: "", draggable: "false" }));
      } catch { /* It can be chosen without a picture. */ }
    }
    drawing = false;
  }

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      queue.push(entry.target.one);
    }
    draw();
  });

  function choice(start) {
    const shown = h("span", { class: "shown" });
    const radio = h("input", { type: "radio", name: "like", value: start.like, checked: start.like === like, onchange: () => { like = start.like; } });
    const label = h("label", { class: "start" }, shown, h("span", { class: "words" }, radio, h("strong", {}, start.title)), h("span", { class: "hint" }, start.about));
    label.one = { start, shown };
    seen.observe(label);
    return label;
  }

  async function begin(event) {
    event.preventDefault();
    button.disabled = true;
    button.textContent = "Beginning …";
    try {
      const made = await post("/api/starts", { name: name.value.trim(), like });
      box.close();
      toast(`${name.value.trim()} is begun, in ${folder}.`, "good");
      begun(made.game);
    } catch (error) {
      if (!(error instanceof Overtaken)) fill(trouble, findingList(error.findings ?? []));
      name.focus();
    }
    button.disabled = false;
    button.textContent = "Begin";
  }

  fill(choices, h("h3", {}, "Small beginnings"), starts.filter((one) => !one.sample).map(choice), h("h3", {}, "Copies of whole games"), starts.filter((one) => one.sample).map(choice));
  const form = h("form", { onsubmit: begin }, h("div", { class: "field" }, h("label", { for: id }, "Name"), name, h("span", { class: "hint" }, `Its folder is made in ${folder}, and nothing there is written over.`)),
    trouble, choices, h("div", { class: "row end begin" }, button));
  const box = dialog("New game", form);
  box.classList.add("wide");
  box.addEventListener("close", () => seen.disconnect());
  name.focus();
}

/** Have somebody choose a folder near the one that the studio was started in; `opened` gets the game's name. */
export async function chooseFolder(opened) {
  const place = h("div", { class: "folders" });
  const box = dialog("Open a folder", h("p", { class: "hint" }, "A game is a folder that holds a game.yaml."), place);

  async function take(folder) {
    try {
      const { game } = await post("/api/folders/open", { folder });
      box.close();
      opened(game);
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  async function show(folder) {
    const here = folder === null ? await get("/api/folders") : await post("/api/folders", { folder });
    const rows = here.folders.map((one) => h("li", { class: one.game ? "game" : "" },
      h("button", { type: "button", class: one.game ? "" : "quiet", onclick: () => (one.game ? take(one.folder) : show(one.folder)) }, one.name, one.game && h("span", { class: "chip" }, "game")),
      one.game && h("button", { type: "button", class: "quiet small", "aria-label": `Look into ${one.name}`, onclick: () => show(one.folder) }, "look into")));
    fill(place, h("p", { class: "place" }, here.name), h("div", { class: "row" },
      here.up !== null && h("button", { type: "button", onclick: () => show(here.up) }, "▲ Up"),
      here.game && h("button", { type: "button", class: "main", onclick: () => take(here.folder) }, "Open this folder")),
    h("ul", {}, rows), !rows.length && h("p", { class: "hint" }, "There is no folder in here."));
    place.querySelector("li button")?.focus();
  }
  await show(null);
}
