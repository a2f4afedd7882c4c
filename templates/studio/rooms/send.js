/** The send room: a game goes elsewhere, as pictures, or as files for virtual tables, print shops and cutting machines. */

import { get, Overtaken, post } from "../lib/api.js";
import { replace } from "../lib/address.js";
import { commandBar } from "../lib/command.js";
import { findingList } from "../lib/dialog.js";
import { calm, fill, h, unique } from "../lib/dom.js";
import { form } from "../lib/fields.js";
import { press, SENDING } from "../lib/press.js";

export const title = "Send";

export async function open(root, at) {
  const { formats, products } = await get(`/api/send?game=${encodeURIComponent(at.game)}`);
  const said = at.params ?? {};
  const state = {
    product: said.of !== "all" && products.some((one) => one.name === at.product) ? at.product : "",
    format: formats.some((one) => one.name === said.as) ? said.as : formats[0].name,
    options: {},
  };
  const bar = commandBar();
  let closed = false;
  let asked = 0;

  const which = unique("of");
  const choice = h("select", { id: which, onchange: (event) => { state.product = event.target.value; chosen(); } },
    h("option", { value: "" }, `All of ${at.gameData.title}`),
    products.map((one) => h("option", { value: one.name, selected: one.name === state.product }, one.title)));
  const list = h("div", { class: "formats", role: "radiogroup", "aria-label": "Where it goes" });
  const about = h("section", { class: "panel about", "aria-live": "polite", "aria-label": "What it will be" });
  const options = h("section", { class: "panel options", "aria-label": "Options" });
  const pressed = press({ order, done: () => look(), at: "/api/send/start", words: SENDING });

  fill(root,
    h("div", { class: "what column" }, h("h1", {}, "Send"),
      h("section", { class: "panel", "aria-label": "What is sent" }, h("label", { class: "label", for: which }, "What"), choice), list),
    h("div", { class: "middle column" }, about, options),
    h("div", { class: "side column" }, pressed.element));

  function order() {
    return { game: at.game, product: state.product, format: state.format, options: state.options };
  }

  function format() {
    return formats.find((one) => one.name === state.format);
  }

  /** Another format or another product: its options begin as usual. */
  function chosen(anew = false) {
    if (anew) state.options = {};
    replace({ room: "send", game: at.game, product: state.product || at.product, params: { as: state.format, ...(state.product ? {} : { of: "all" }) } });
    paintFormats();
    if (anew) paintOptions();
    look();
  }

  function paintFormats() {
    fill(list, formats.map((one) => h("label", { class: "format" },
      h("input", { type: "radio", name: "format", value: one.name, checked: one.name === state.format,
        onchange: () => { state.format = one.name; chosen(true); list.querySelector("input:checked")?.focus(); } }),
      h("span", {}, h("strong", {}, one.name), h("span", { class: "hint" }, one.line)))));
  }

  function paintOptions() {
    const { shape, usual } = format();
    options.hidden = !Object.keys(shape.properties).length;
    const made = form(shape, { ...usual, ...state.options }, (value) => {
      state.options = Object.fromEntries(Object.entries(value).filter(([name, held]) => held !== undefined && held !== usual[name]));
      look();
    });
    fill(options, h("h2", {}, "Options"), made.element);
  }

  const look = calm(async () => {
    if (closed) return;
    const mine = ++asked;
    pressed.ready(false, []);
    fill(about, h("p", { class: "hint" }, "Looking …"));
    try {
      const answer = await post("/api/send/look", order());
      if (closed || mine !== asked) return;
      paint(answer);
    } catch (error) {
      if (closed || mine !== asked || error instanceof Overtaken) return;
      bar.show([]);
      fill(about, h("h2", {}, state.format), findingList(error.findings ?? [{ severity: "error", message: String(error.message), hint: "" }]));
    }
  }, 200);

  function paint({ findings, fits, command, folder }) {
    const broken = findings.some((one) => one.severity === "error");
    bar.show(broken ? [] : command);
    fill(about, h("h2", {}, state.format), h("p", {}, format().line),
      h("p", { class: fits && !broken ? "good" : "bad" }, broken ? (fits ? "This must be mended first." : "This does not fit what is chosen.") : `It goes into the folder ${folder}.`),
      findings.length > 0 && findingList(findings));
    pressed.ready(!broken, []);
  }

  paintFormats();
  paintOptions();
  look();
  return {
    close() {
      closed = true;
      bar.close();
      look.cancel();
      pressed.close();
    },
    key(event) {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        pressed.go();
      }
    },
    changed(news) {
      if (news.kind === "run") pressed.heard(news);
      if ((news.kind === "game" && news.game === at.game) || news.kind === "again") look();
    },
  };
}
