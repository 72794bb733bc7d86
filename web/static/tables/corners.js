// Four corners to drag over a picture, by mouse, finger or keys; the fields are drawn between them.

import {el, svg} from "../dom.js";
import {fromSquare} from "../shown/projective.js";
import {t} from "../texts.js";

const NAMES = (board) => (board === 5 ? ["a1", "e1", "e5", "a5"] : ["a1", "i1", "i9", "a9"]);
const STEP_PX = 2;
const LARGE_STEP_PX = 20;
const KEYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** `show(corners, size, board)`; event "change" with {corners} when a corner was let go. Corners are in pixels of the picture. */
export function createCorners(container) {
  return new Corners(container);
}

class Corners extends EventTarget {
  #layer = el("div", {class: "corner-layer"});
  #drawing = svg("svg", {"aria-hidden": "true", preserveAspectRatio: "none"});
  #handles;
  #corners = null;
  #size = [1, 1];
  #board = 9;

  constructor(container) {
    super();
    this.#drawing.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    this.#handles = [0, 1, 2, 3].map((i) => this.#handle(i));
    this.#layer.append(this.#drawing, ...this.#handles);
    this.#layer.hidden = true;
    container.append(this.#layer);
  }

  get corners() {
    return this.#corners?.map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]) ?? null;
  }

  show(corners, size, board = 9) {
    this.#size = size;
    this.#board = board ?? 9;
    this.#corners = (corners ?? usual(size)).map((corner) => [...corner]);
    this.#layer.hidden = false;
    this.#paint();
  }

  hide() {
    this.#layer.hidden = true;
  }

  focus() {
    this.#handles[0].focus();
  }

  #handle(i) {
    const handle = el("button", {type: "button", class: "corner-handle"});
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      const move = (moved) => this.#to(i, moved.clientX, moved.clientY);
      const end = () => {
        handle.removeEventListener("pointermove", move);
        this.#changed();
      };
      handle.addEventListener("pointermove", move);
      handle.addEventListener("pointerup", end, {once: true});
      handle.addEventListener("pointercancel", end, {once: true});
    });
    handle.addEventListener("keydown", (event) => {
      const way = KEYS[event.key];
      if (!way) return;
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
      this.#set(i, this.#corners[i][0] + way[0] * step, this.#corners[i][1] + way[1] * step);
      this.#changed();
    });
    return handle;
  }

  #to(i, clientX, clientY) {
    const box = this.#layer.getBoundingClientRect();
    this.#set(i, ((clientX - box.left) / box.width) * this.#size[0], ((clientY - box.top) / box.height) * this.#size[1]);
  }

  #set(i, x, y) {
    this.#corners[i] = [Math.min(Math.max(x, 0), this.#size[0]), Math.min(Math.max(y, 0), this.#size[1])];
    this.#paint();
  }

  #changed() {
    this.dispatchEvent(new CustomEvent("change", {detail: {corners: this.corners}}));
  }

  #paint() {
    const [width, height] = this.#size;
    this.#drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#drawing.replaceChildren(
      svg("polygon", {points: this.#corners.map((corner) => corner.join(",")).join(" ")}),
      ...gridLines(this.#corners, this.#board).map(([a, b]) => svg("line", {class: "grid-line", x1: a[0], y1: a[1], x2: b[0], y2: b[1]})));
    const names = NAMES(this.#board);
    this.#handles.forEach((handle, i) => {
      handle.style.left = `${(100 * this.#corners[i][0]) / width}%`;
      handle.style.top = `${(100 * this.#corners[i][1]) / height}%`;
      handle.textContent = names[i];
      handle.setAttribute("aria-label", t("page.corners.handle", {field: names[i]}));
    });
  }
}

function usual([width, height]) {
  return [[0.2, 0.9], [0.8, 0.9], [0.7, 0.2], [0.3, 0.2]].map(([x, y]) => [x * width, y * height]);
}

/** The lines of the fields between the corners, by the projective map of the square. */
function gridLines(corners, board) {
  const at = fromSquare(corners);
  if (!at) return [];
  const margin = 0.09; // about what most boards have around their outermost fields
  const lines = [];
  for (let i = 0; i < board; i += 1) {
    const s = margin + ((1 - 2 * margin) * i) / (board - 1);
    lines.push([at(s, margin), at(s, 1 - margin)], [at(margin, s), at(1 - margin, s)]);
  }
  return lines;
}
