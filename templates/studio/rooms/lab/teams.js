/** Teams by the names of their cards, as an address and a command say them. */

/** Names with commas between; one that has a comma stands in double quotes. */
export function joined(names) {
  return names.map((name) => (name.includes(",") ? `"${name}"` : name)).join(",");
}

/** The names that such a text has. */
export function parted(text) {
  const found = [];
  for (const [, quoted, plain] of (text ?? "").matchAll(/\s*(?:"([^"]*)"\s*|([^,]*))(?:,|$)/g)) {
    const name = (quoted ?? plain ?? "").trim();
    if (name) found.push(name);
  }
  return found;
}

/** Options of rules as an address says them: tie:attacker,leaders:once. */
export function rulesSaid(rules) {
  return Object.entries(rules).map(([name, option]) => `${name}:${option}`).join(",");
}

/** The options that such a text has, of the rules that there are; usual ones are left out. */
export function rulesOf(text, known) {
  const found = {};
  for (const one of (text ?? "").split(",")) {
    const [name, option] = one.split(":");
    const rule = known.find((rule) => rule.name === name);
    if (rule && option !== rule.usual && rule.options.some((word) => word.name === option)) found[name] = option;
  }
  return found;
}

/** The options of `rules` that matter in a single fight. */
export function ofFights(rules, known) {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => known.find((rule) => rule.name === name)?.of === "fight"));
}

export const SIDES = ["attack", "defend"];

/** Two teams of units, by their names; what is not allowed changes nothing. */
export class Teams {
  constructor(bench, attack = [], defend = []) {
    this.bench = bench;
    this.byName = new Map(bench.units.map((unit) => [unit.name.toLocaleLowerCase(), unit]));
    this.attack = this.known(attack);
    this.defend = this.known(defend);
  }

  /** The units of these names, no more than there may be; `missing` tells of the others. */
  known(names) {
    const units = names.map((name) => this.byName.get(name.toLocaleLowerCase()));
    this.missing = [...(this.missing ?? []), ...names.filter((_, n) => !units[n])];
    const found = [];
    for (const unit of units) {
      if (unit && found.length < this.bench.most && found.filter((one) => one === unit).length < unit.copies) found.push(unit);
    }
    return found;
  }

  names(side) {
    return this[side].map((unit) => unit.name);
  }

  /** Which sides a unit is on. */
  sidesOf(unit) {
    return SIDES.filter((side) => this[side].includes(unit));
  }

  full(side) {
    return this[side].length >= this.bench.most;
  }

  /** Whether one more card of a unit may join a side. */
  fits(unit, side) {
    return !this.full(side) && this[side].filter((one) => one === unit).length < unit.copies;
  }

  /** The side that a unit is meant for where nobody says: its deck's, or else the one that is picked for. */
  meant(unit, active) {
    const other = active === "attack" ? "defend" : "attack";
    const has = (side) => this[side].some((one) => one.deck === unit.deck);
    if (this.bench.decks.length > 1 && has(other) && !has(active)) return other;
    if (this.bench.decks.length > 1 && !has(active) && this[active].length && !this[other].length) return other;
    return this.full(active) && !this.full(other) ? other : active;
  }

  add(unit, side) {
    if (!this.fits(unit, side)) return false;
    this[side] = [...this[side], unit];
    return true;
  }

  remove(side, place) {
    this[side] = this[side].filter((_, n) => n !== place);
  }

  swap() {
    [this.attack, this.defend] = [this.defend, this.attack];
  }
}
