/** Elements from values. Text is only ever text: nothing here, or anywhere in the studio, makes HTML of it. */

/**
 * An element with properties and children.
 * `on` + event name adds a listener; `class`, `for`, `aria-*`, `role`, `data-*` and other attributes go by their names;
 * true is an attribute without a value, false, null and undefined none. Children are nodes, texts, numbers, or lists.
 */
export function h(tag, props = {}, ...children) {
  return build(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function s(tag, props = {}, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

function build(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "indeterminate") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Put children in place of what an element has. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

let last = 0;

/** A name for an element that a label or a description refers to. */
export function unique(stem = "id") {
  last += 1;
  return `${stem}-${last}`;
}

/** Call something once nothing more has happened for so many milliseconds. */
export function calm(call, wait = 120) {
  let timer = 0;
  const calmed = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), wait);
  };
  calmed.cancel = () => clearTimeout(timer);
  return calmed;
}

/** Keep something in this browser, beside other things of the studio; what cannot be kept is not. */
export function remember(key, value) {
  try {
    localStorage.setItem(`printgen:${key}`, JSON.stringify(value));
  } catch { /* A browser may keep nothing. */ }
}

/** What was kept under a key, or what is to be without. */
export function remembered(key, otherwise) {
  try {
    const text = localStorage.getItem(`printgen:${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Ends once what stands on the page now has been painted; of a page that nobody sees, soon. */
export function painted() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
}
