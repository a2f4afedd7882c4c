/** Dragging with a mouse, a pen or a finger: a picture of what is dragged follows, and places where it may go light up. */

const FAR = 6;
const LONG = 260;

/**
 * Let what `element` holds be dragged. `what(source)` says what, as {data, image, label}, or null for nothing; `drop(data, target)`
 * is called with the element under it that has `data-drop`, or null. A finger drags after a moment, or sideways: up and
 * down it scrolls.
 */
export function draggable(element, { what, drop, from = ".draggable" }) {
  let drag = null;

  element.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary) return;
    const source = event.target.closest(from);
    const held = source && !event.target.closest("[data-no-drag]") ? what(source) : null;
    if (!held) return;
    drag = { ...held, source, id: event.pointerId, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", on: false };
    if (drag.touch) drag.timer = setTimeout(() => drag && begin(drag.x, drag.y), LONG);
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", escape);
  });
  // While something is dragged, a finger does not scroll.
  element.addEventListener("touchmove", (event) => drag?.on && event.preventDefault(), { passive: false });
  element.addEventListener("contextmenu", (event) => drag?.touch && event.preventDefault());
  element.addEventListener("dragstart", (event) => event.preventDefault());
  // What was dragged was not clicked.
  element.addEventListener("click", (event) => {
    if (!dragged) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  let dragged = false;

  function begin(x, y) {
    drag.on = true;
    clearTimeout(drag.timer);
    drag.ghost = document.createElement("div");
    drag.ghost.className = "ghost";
    drag.ghost.setAttribute("aria-hidden", "true");
    if (drag.image) {
      const image = new Image();
      image.src = drag.image;
      image.alt = "";
      drag.ghost.append(image);
    }
    const label = document.createElement("span");
    label.textContent = drag.label ?? "";
    drag.ghost.append(label);
    document.body.append(drag.ghost);
    document.body.classList.add("dragging");
    drag.source.classList.add("dragged");
    follow(x, y);
  }

  function move(event) {
    if (event.pointerId !== drag?.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.on) {
      if (far < FAR) return;
      if (drag.touch && Math.abs(event.clientY - drag.y) > Math.abs(event.clientX - drag.x)) return cancel();
      begin(event.clientX, event.clientY);
    }
    event.preventDefault();
    // A finger that only lay there for long has clicked.
    dragged ||= far >= FAR;
    follow(event.clientX, event.clientY);
  }

  function follow(x, y) {
    drag.ghost.style.translate = `${x}px ${y}px`;
    const target = document.elementFromPoint(x, y)?.closest("[data-drop]") ?? null;
    if (target !== drag.target) {
      drag.target?.classList.remove("over");
      target?.classList.add("over");
      drag.target = target;
    }
  }

  function end() {
    const [done, moved] = [drag, dragged];
    cancel();
    if (done?.on && moved) drop(done.data, done.target);
  }

  function escape(event) {
    if (event.key === "Escape" && drag?.on) {
      event.stopPropagation();
      cancel();
    }
  }

  function cancel() {
    clearTimeout(drag?.timer);
    drag?.ghost?.remove();
    drag?.target?.classList.remove("over");
    drag?.source.classList.remove("dragged");
    document.body.classList.remove("dragging");
    drag = null;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", cancel);
    removeEventListener("keydown", escape);
    setTimeout(() => (dragged = false));
  }
}
