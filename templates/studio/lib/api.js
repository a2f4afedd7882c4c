/** Asks the studio for data, and hears its news. */

const page = crypto.randomUUID ? crypto.randomUUID() : String(Math.random());

/** What is wrong with what was asked for: `findings` as the files have them, each {severity, file, line, column, message, hint}. */
export class Findings extends Error {
  constructor(findings, status) {
    super(findings.map((one) => one.message).join("; ") || "There is no such thing.");
    this.findings = findings;
    this.status = status;
  }
}

/** Somebody else has changed what was to be saved; `data` is what the studio tells of it. */
export class Conflict extends Error {
  constructor(data) {
    super("This was changed meanwhile.");
    this.data = data;
  }
}

/** The same page has asked for the same thing again: nobody waits for this answer any more. */
export class Overtaken extends Error {}

let visit = new AbortController();

/** What is asked for from now on is overtaken together, once what is returned is called: nobody waits for it any more. */
export function together() {
  const mine = visit = new AbortController();
  return () => mine.abort();
}

async function asked(path, options) {
  let response;
  try {
    response = await fetch(path, { signal: visit.signal, ...options, headers: { ...options.headers, "X-Page": page } });
  } catch (error) {
    if (error.name === "AbortError") throw new Overtaken();
    throw new Findings([{ severity: "error", message: "The studio does not answer.", hint: "Start printgen studio again.", file: "" }], 0);
  }
  if (response.status === 204) throw new Overtaken();
  if (response.status === 409) throw new Conflict(await response.json());
  if (!response.ok) {
    let findings = [];
    try {
      ({ findings } = await response.json());
    } catch {
      findings = [{ severity: "error", message: `The studio refused this (${response.status}).`, hint: "Reload the page.", file: "" }];
    }
    throw new Findings(findings, response.status);
  }
  return response;
}

/** Plain data from a path. */
export async function get(path, options = {}) {
  return (await asked(path, options)).json();
}

/** What comes of sending plain data to a path. */
export async function post(path, body = {}, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return (await asked(path, { method: "POST", body: JSON.stringify(body), headers, ...options })).json();
}

/** Send bytes, such as a photo, to a path. */
export async function send(path, blob) {
  return (await asked(path, { method: "POST", body: blob })).json();
}

/** The path of something of a game: parts are names, each of which may hold any letter. */
export function path(game, ...parts) {
  return ["/api/games", game, ...parts].map((part, n) => (n ? encodeURIComponent(part) : part)).join("/");
}

/** Have a desk do something: `at` has game and product. */
export async function act(at, desk, action, asks = {}, options = {}) {
  return post(`${path(at.game, "desks", desk, action)}?product=${encodeURIComponent(at.product)}`, asks, options);
}

const hearers = new Set();

/** Hear the studio's news, each {kind, ...}; what is returned ends it. */
export function hear(hearer) {
  hearers.add(hearer);
  return () => hearers.delete(hearer);
}

/** Listen as long as the page is open; after a break everything may be new. */
export async function listen() {
  let first = true;
  for (;;) {
    try {
      const response = await fetch("/api/news", { method: "POST", headers: { "X-Page": page } });
      if (!response.ok) throw new Error(String(response.status));
      tell({ kind: first ? "opened" : "again" });
      first = false;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        lines.filter(Boolean).map((line) => JSON.parse(line)).forEach(tell);
      }
    } catch { /* The studio has ended, or the machine has slept. */ }
    tell({ kind: "closed" });
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function tell(news) {
  for (const hearer of [...hearers]) hearer(news);
}
