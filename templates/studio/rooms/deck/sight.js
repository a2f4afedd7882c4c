/** What others see: filters for colour-blind eyes (Machado, Oliveira and Fernandes, 2009) and for a printer of greys. */

import { s } from "../../lib/dom.js";

/** The ways to look, by the word of the address. */
export const SIGHTS = {
  "": { title: "All colours" },
  green: { title: "Green-blind", hint: "deuteranopia", matrix: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881] },
  red: { title: "Red-blind", hint: "protanopia", matrix: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998] },
  blue: { title: "Blue-blind", hint: "tritanopia", matrix: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039] },
  grey: { title: "Grey printer", hint: "printed without colour", matrix: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722] },
};

/** The filters, to lie anywhere in the page. */
export function sightFilters() {
  return s("svg", { class: "sr", "aria-hidden": "true", width: 0, height: 0 }, Object.entries(SIGHTS).filter(([, one]) => one.matrix)
    .map(([word, { matrix: m }]) => s("filter", { id: `sight-${word}`, "color-interpolation-filters": "linearRGB", x: 0, y: 0, width: "100%", height: "100%" },
      s("feColorMatrix", { type: "matrix", values: `${m.slice(0, 3).join(" ")} 0 0 ${m.slice(3, 6).join(" ")} 0 0 ${m.slice(6).join(" ")} 0 0 0 0 0 1 0` }))));
}

/** Have everything in an element be seen in a way. */
export function look(element, word) {
  element.style.filter = SIGHTS[word]?.matrix ? `url("#sight-${word}")` : "";
}
