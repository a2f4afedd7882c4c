/** What a board follows from: its seed, what is turned and what is locked; as an address says it, and as is asked for. */

/** Seeds that people roll: short ones can be said aloud. */
const MOST_ROLLED = 99999;
/** The largest seed that there is here. */
export const MOST_SEED = Number.MAX_SAFE_INTEGER;

/** A board that nobody has changed. */
export const PLAIN = Object.freeze({ seed: 1, arrangement: null, fair: null, rows: null, columns: null, amounts: {}, locks: {}, unlocked: [] });

const whole = (text, most) => (/^\d{1,16}$/.test(text ?? "") && Number(text) <= most ? Number(text) : null);

/** Pairs such as C4:jungle,B2:sea. */
function pairs(text) {
  return (text ?? "").split(",").map((one) => one.split(":")).filter(([name, value]) => name && value);
}

/** What an address says. */
export function fromParams(params) {
  return {
    seed: whole(params.seed, MOST_SEED) ?? 1,
    arrangement: params.arrangement || null,
    fair: whole(params.fair, 1000) || null,
    rows: whole(params.rows, 60) || null,
    columns: whole(params.columns, 60) || null,
    amounts: Object.fromEntries(pairs(params.amount).map(([name, value]) => [name, Number(value)]).filter(([, value]) => value >= 0)),
    locks: Object.fromEntries(pairs(params.lock)),
    unlocked: (params.unlock ?? "").split(",").filter(Boolean),
  };
}

/** What the address is to say. */
export function toParams(state) {
  const told = (held) => Object.entries(held).map(([name, value]) => `${name}:${value}`).join(",");
  return {
    seed: state.seed, arrangement: state.arrangement, fair: state.fair, rows: state.rows, columns: state.columns,
    amount: told(state.amounts), lock: told(state.locks), unlock: state.unlocked.join(","),
  };
}

/** What an address says that is no board's, such as seed=abc: words as they stand there. */
export function misread(params) {
  const read = toParams(fromParams(params));
  return Object.entries(params).filter(([key, value]) => value !== String(read[key] ?? "") && Number(value) !== (read[key] ?? 0)).map((said) => said.join("="));
}

/** What the studio is asked for. */
export function asks(state) {
  const said = Object.entries(state).filter(([, value]) => value !== null);
  return Object.fromEntries(said);
}

/** Whether two boards follow from the same. */
export function same(one, other) {
  return JSON.stringify(toParams(one)) === JSON.stringify(toParams(other));
}

/** Another seed than this one. */
export function rolled(seed) {
  const next = 1 + Math.floor(Math.random() * MOST_ROLLED);
  return next === seed ? next + 1 : next;
}

/** A state in which a space that the recipe locks is let go, or kept again. */
export function withFree(state, name, free) {
  const left = state.unlocked.filter((one) => one !== name);
  return { ...withLock(state, name, ""), unlocked: free ? [...left, name] : left };
}

/** A state with a space locked to a word; "" unlocks it. */
export function withLock(state, name, word) {
  const locks = { ...state.locks };
  if (word) locks[name] = word;
  else delete locks[name];
  return { ...state, locks };
}
