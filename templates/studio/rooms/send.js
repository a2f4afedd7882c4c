/** The send room: a game goes elsewhere, as pictures, or as files for virtual tables, print shops and cutting machines. */

import { get, Overtaken, post } from "../lib/api.js";
import { replace } from "../lib/address.js";
import { findingList, toast } from "../lib/dialog.js";
import { calm, fill, h, unique } from "../lib/dom.js";
import { form } from "../lib/fields.js";
import { press, SENDING } from "../lib/press.js";

export const title = "Send";

export async function open(root, at) {
  const offered = `/api/send?game=${encodeURIComponent(at.game)}`;
  let { formats, products } = await get(offered);
  let whole = at.gameData.title;
  const said = at.params ?? {};
  const state = {
    product: said.of !== "all" && products.some((one) => one.name === at.product) ? at.product : "",
    format: formats.some((one) => one.name === said.as) ? said.as : formats[0].name,
    options: {},
  };
  if (said.as && said.as !== state.format) toast(`There is no format ${said.as}.`, "bad");
  let closed = false;
  let asked = 0;
  let known = [];
  let made = null;

  const which = unique("of");
  const choice = h("select", { id: which, onchange: (event) => { state.product = event.target.value; chosen(); } });
  const list = h("div", { class: "formats", role: "radiogroup", "aria-label": "Where it goes" });
  const about = h("section", { class: "panel about", "aria-live": "polite", "aria-label": "What it will be" });
  const options = h("section", { class: "panel options", "aria-label": "Options" });
  const pressed = press({ order, done: () => look(), at: "/api/send/start", words: SENDING, known: () => known });

  fill(root,
    h("div", { class: "what column" }, h("h1", {}, "Send"),
      h("section", { class: "panel", "aria-label": "What is sent" }, h("label", { class: "label", for: which }, "What"), choice), list),
    h("div", { class: "middle column" }, about, options),
    h("div", { class: "side column" }, pressed.element));

  function paintProducts() {
    const gone = state.product && !products.some((one) => one.name === state.product);
    fill(choice, h("option", { value: "" }, `All of ${whole}`),
      products.map((one) => h("option", { value: one.name }, one.title)),
      gone && h("option", { value: state.product }, `${state.product} (no longer there)`));
    choice.value = state.product;
  }

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
    // What nothing is chosen of as usual is empty, or none.
    const begun = Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== ""));
    made = form(shape, begun, (value) => {
      state.options = Object.fromEntries(Object.entries(value).filter(([name, held]) => held !== undefined && held !== usual[name]));
      look();
    });
    fill(options, h("h2", {}, "Options"), made.element);
  }

  /** Nothing that was told before holds any more, and nothing is sent until it is known what there is to tell. */
  function unsure() {
    asked += 1;
    about.setAttribute("aria-busy", "true");
    pressed.ready(false, []);
    return asked;
  }

  function look() {
    if (!closed) looking(unsure());
  }

  const looking = calm(async (mine) => {
    const unread = [...options.querySelectorAll("input")].find((one) => one.validity.badInput);
    if (unread) return wrong([{ severity: "error", message: "This is no number.", hint: "Write digits.", way: [unread.closest("[data-field]").dataset.field] }]);
    fill(about, h("p", { class: "hint" }, "Looking …"));
    try {
      const answer = await post("/api/send/look", order());
      if (closed || mine !== asked) return;
      paint(answer);
    } catch (error) {
      if (closed || mine !== asked || error instanceof Overtaken) return;
      wrong(error.findings?.length ? error.findings : [{ severity: "error", message: String(error.message), hint: "" }]);
    }
  }, 200);

  function paint({ findings, fits, folder }) {
    const broken = findings.some((one) => one.severity === "error");
    if (broken) return wrong(findings, fits ? "This must be mended first." : "This does not fit what is chosen.");
    known = findings;
    made.tell([]);
    show(h("p", { class: "good" }, `It goes into the folder ${folder}.`), findings.length > 0 && findingList(findings));
    pressed.ready(true, []);
  }

  /** Why nothing can be sent: beside an option where it is of one. */
  function wrong(findings, why = "This must be mended first.") {
    const rest = made.tell(findings.map((one) => ({ ...one, way: one.way ?? wayOf(one) })));
    show(h("p", { class: "bad" }, why), rest.length > 0 && findingList(rest));
  }

  function show(...told) {
    fill(about, h("h2", {}, state.format), h("p", {}, format().line), ...told);
    about.setAttribute("aria-busy", "false");
  }

  /** The way to the option that a finding is of: such begin with its name. */
  function wayOf({ message }) {
    const name = message.split(": ", 1)[0].replace(/^--/, "");
    return name in format().shape.properties ? [name] : undefined;
  }

  /** The game has changed: what there is of it may have, too. */
  async function renew(game) {
    const mine = unsure();
    whole = game?.title ?? whole;
    let answer = null;
    try {
      answer = await get(offered);
    } catch { /* Looking tells what is wrong with it. */ }
    if (closed || mine !== asked) return;
    if (answer) ({ formats, products } = answer);
    paintProducts();
    look();
  }

  paintProducts();
  paintFormats();
  paintOptions();
  look();
  return {
    close() {
      closed = true;
      looking.cancel();
      pressed.close();
    },
    key(event) {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        pressed.go();
      }
    },
    changed(news, game) {
      if ((news.kind === "game" && news.game === at.game) || news.kind === "again") renew(game);
    },
  };
}
