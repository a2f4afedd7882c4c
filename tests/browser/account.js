/** In every page of the tests, before its own script: what has gone wrong or moved, and what a test asks of a page. */
window.account = {
  breaches: [],
  moved: [],
  typed: 0,
  painted: 0,

  /** Pictures that can be seen, but are not there. */
  holes() {
    return [...document.querySelectorAll(".picture.waiting, .face.waiting")].filter((picture) => {
      const box = picture.getBoundingClientRect();
      if (!box.width || box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) return false;
      const middle = [(Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2, (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2];
      // It may be in the part of a list that is scrolled away, or lie below something.
      const hit = document.elementFromPoint(...middle);
      return hit && (picture.closest("button, a, label, li") ?? picture).contains(hit);
    });
  },

  /** What scrolls a room's most: the room, or a part of it. */
  scroller() {
    const tall = (one) => one.scrollHeight - one.clientHeight;
    const parts = [...document.querySelectorAll("#room, #room *")].filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY));
    return parts.reduce((most, one) => (tall(one) > tall(most) ? one : most));
  },

  /** What makes the page scroll sideways. */
  wide() {
    const room = document.getElementById("room");
    const found = [];
    if (document.scrollingElement.scrollWidth > innerWidth) found.push(`the page: ${document.scrollingElement.scrollWidth}`);
    if (room.scrollWidth > room.clientWidth) {
      found.push(`the room: ${room.scrollWidth} in ${room.clientWidth}`);
      const edge = room.getBoundingClientRect().left + room.clientWidth + 1;
      for (const one of room.querySelectorAll("*")) {
        if (one.getBoundingClientRect().right > edge) found.push(one.outerHTML.slice(0, 120));
      }
    }
    return found.slice(0, 8);
  },

  /** What can be clicked, but neither reached by Tab nor, from another of its kind beside it, by arrow keys. */
  unreached() {
    const clicked = document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]");
    const lost = [...clicked].filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex < 0);
    const reached = (other) => other.tabIndex >= 0;
    const roved = (one) => {
      if ([...(one.parentElement.closest("ul, ol")?.querySelectorAll("*") ?? [])].some(reached)) return true;
      let up = one.parentElement;
      for (let steps = 0; up && steps < 6; steps += 1, up = up.parentElement) {
        if ([...up.querySelectorAll(`${one.localName}${one.role ? `[role="${one.role}"]` : ""}`)].some(reached)) return true;
      }
      return false;
    };
    return lost.filter((one) => !roved(one)).map((one) => one.outerHTML.slice(0, 120));
  },

  /** Whether what has the keyboard shows it: by an outline, and where it can be seen. */
  shown() {
    const one = document.activeElement;
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const ringed = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return (ringed || style.boxShadow !== "none") && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  },

  /** What would move for longer than a blink, though less motion is wished for. */
  slow() {
    const long = (text) => Math.max(...text.split(",").map((one) => parseFloat(one) * (one.trim().endsWith("ms") ? 1 : 1000)));
    return [...document.querySelectorAll("body *")].filter((one) => {
      const style = getComputedStyle(one);
      return long(style.transitionDuration) > 10 || (style.animationName !== "none" && long(style.animationDuration) > 10);
    }).slice(0, 6).map((one) => one.outerHTML.slice(0, 120));
  },

  /** What has the keyboard: its role or tag, and what it is called. */
  focused() {
    const one = document.activeElement;
    if (!one || one === document.body) return "";
    const called = one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent ?? "";
    return `${one.getAttribute("role") ?? one.tagName.toLowerCase()} ${called.trim().slice(0, 60)}`;
  },
};

// When a key last changed something, and when a picture was last put onto the page.
addEventListener("input", (event) => (account.typed = event.timeStamp), true);
document.addEventListener("load", (event) => event.target.localName === "img" && requestAnimationFrame(() => setTimeout(() => (account.painted = performance.now()))), true);
const drawn = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (...given) {
  drawn.apply(this, given);
  requestAnimationFrame(() => setTimeout(() => (account.painted = performance.now())));
};
addEventListener("securitypolicyviolation", (event) => {
  account.breaches.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
new PerformanceObserver((list) => {
  for (const shift of list.getEntries().filter((one) => !one.hadRecentInput)) {
    const what = shift.sources.map((one) => one.node?.outerHTML?.slice(0, 120) ?? one.node?.textContent?.slice(0, 60));
    account.moved.push({ value: shift.value, what });
  }
}).observe({ type: "layout-shift", buffered: true });
