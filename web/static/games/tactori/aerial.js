// The board from above as a drawing: to look at, to point at polygons, to choose fields and to draw sticks.

import {el, svg} from "../../dom.js";
import {t} from "../../texts.js";
import {
  RIM, STEP, barsOf, fieldPlace, gridPoint, gridStep, lastLayer, markLayer, pointsLayer, polygonLayer, stackLayer,
  stickLayer, tileOf, woodLayer, writingLayer,
} from "./aerial_layers.js";
import {SIDE_MS, STAY_MS, countingLayer} from "./counting.js";
import {coordinates, fieldName, stickWord, within} from "./geometry.js";
import {fieldLabel, polygonLabel, summary} from "./labels.js";
import {completeScene, litParts} from "./scene.js";

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

/** A view of the board from above; see `show`, `light` and the events "point", "field" and "stick". */
export function createAerial(container, {interactive = false} = {}) {
  return new Aerial(container, interactive);
}

class Aerial extends EventTarget {
  #scene = null;
  #what = null;
  #pointed = null;
  #at = "a1";
  #from = null;
  #pressed = null;
  #counted = 0;

  constructor(container, interactive) {
    super();
    this.interactive = interactive;
    this.drawing = svg("g", {class: "drawing", "aria-hidden": "true"});
    this.preview = svg("g", {class: "preview", "aria-hidden": "true"});
    this.cells = svg("g", {class: "cells"});
    this.counting = svg("g", {"aria-hidden": "true"});
    this.root = svg("svg", {class: `board-aerial ${interactive ? "interactive" : ""}`}, this.drawing, this.counting,
      this.preview, this.cells);
    this.said = el("p", {class: "board-said visually-hidden", "aria-live": "polite"});
    this.frame = el("div", {class: "board-aerial-frame"}, this.root);
    container.append(this.frame);
    this.root.addEventListener("pointermove", (event) => this.#moved(event));
    this.root.addEventListener("pointerleave", () => this.#point(null));
    if (!interactive) return;
    this.frame.append(this.said);
    this.root.addEventListener("pointerdown", (event) => this.#down(event));
    this.root.addEventListener("pointerup", (event) => this.#up(event));
    this.root.addEventListener("pointercancel", () => this.#cancel());
    this.root.addEventListener("keydown", (event) => this.#key(event));
    // On the frame: an SVG element that listens for focus would become a stop for the tab key itself.
    this.frame.addEventListener("focusout", () => this.#from && this.#pressed === null &&
      queueMicrotask(() => this.#left()));
  }

  show(scene) {
    const before = this.#scene;
    this.#scene = completeScene(scene);
    if (before?.board !== this.#scene.board || before.turned !== this.#scene.turned) this.#setUp();
    const bars = barsOf(this.#scene);
    this.drawing.replaceChildren(
      woodLayer(this.#scene), polygonLayer(this.#scene), lastLayer(this.#scene), stackLayer(this.#scene),
      stickLayer(this.#scene, bars), writingLayer(this.#scene, bars), pointsLayer(this.#scene),
        markLayer(this.#scene, bars),
    );
    this.#label();
    this.light(this.#what);
  }

  /** Shows one polygon, violation or some fields strongly and all others weakly; null shows all alike. */
  light(what) {
    this.#what = what;
    if (!this.#scene) return;
    const parts = litParts(what, this.#scene);
    this.root.classList.toggle("lighting", parts !== null);
    const mark = (selector, lit) => {
      for (const element of this.drawing.querySelectorAll(selector)) element.classList.toggle("lit",
        parts !== null && lit(element.dataset));
    };
    const words = new Map(this.#scene.position.sticks.map((stick) => [stickWord(stick), stick]));
    mark("[data-polygon]", (data) => Number(data.polygon) === parts.polygon);
    mark("[data-violation]", (data) => Number(data.violation) === parts.violation);
    mark("[data-field-stack]", (data) => parts.fields.has(data.fieldStack));
    mark("[data-doubt]", (data) => parts.holds(data.doubt));
    mark("[data-stick]", (data) => parts.lit(words.get(data.stick)));
    this.#ring(parts && parts.polygon === null ? [...parts.fields] : []);
  }

  /** Counts these polygons: their sides are lit one after the other. */
  count(indexes) {
    const polygons = indexes.map((index) => this.#scene?.verdict?.polygons?.[index]).filter(Boolean);
    const {layer, steps} = countingLayer(this.#scene, polygons);
    this.counting.replaceChildren(layer);
    clearTimeout(this.#counted);
    this.#counted = setTimeout(() => this.counting.replaceChildren(), steps * SIDE_MS + STAY_MS);
  }

  // --- what stands there for the keyboard and the screen reader --------------------------------------------------------

  #setUp() {
    const {board} = this.#scene, side = (board - 1) * STEP + 2 * RIM;
    this.root.classList.toggle("board-9", board === 9);
    this.root.setAttribute("viewBox", `${-RIM} ${-RIM} ${side} ${side}`);
    this.cells.replaceChildren();
    this.#from = this.#pressed = null;
    this.#at = fieldName((board - 1) / 2, (board - 1) / 2);
    if (!this.interactive) return;
    this.root.setAttribute("role", "grid");
    this.cells.setAttribute("role", "rowgroup");
    for (let y = board - 1; y >= 0; y--) {
      const row = svg("g", {role: "row"});
      for (let x = 0; x < board; x++) row.append(this.#cell(fieldName(x, y)));
      this.cells.append(row);
    }
  }

  #cell(at) {
    const [x, y] = fieldPlace(this.#scene, at);
    const cell = svg("g", {role: "gridcell", class: "cell", "data-field": at, tabindex: at === this.#at ? 0 : -1},
      svg("rect", {class: "cell-area", x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP}),
      svg("rect", {class: "cell-focus", x: x - 46, y: y - 46, width: 92, height: 92, rx: 18}));
    cell.addEventListener("focus", () => this.#rove(at));
    // A click without a pointer, as screen readers make it.
    cell.addEventListener("click", (event) => event.detail === 0 && this.#tell("field", {at}));
    return cell;
  }

  #label() {
    if (!this.interactive) {
      this.root.setAttribute("role", "img");
      this.root.setAttribute("aria-label", summary(this.#scene));
      return;
    }
    this.root.setAttribute("aria-label", `${summary(this.#scene)}. ${t("page.board.keys")}`);
    for (const cell of this.cells.querySelectorAll("[data-field]")) {
      cell.setAttribute("aria-label", fieldLabel(cell.dataset.field, this.#scene));
      cell.classList.toggle("occupied", Boolean(this.#scene.position.towers[cell.dataset.field]));
    }
  }

  #cellOf(at) {
    return this.cells.querySelector(`[data-field="${at}"]`);
  }

  /** Only one field at a time can be reached with the tab key. */
  #rove(at) {
    this.#cellOf(this.#at)?.setAttribute("tabindex", "-1");
    this.#at = at;
    this.#cellOf(at)?.setAttribute("tabindex", "0");
  }

  // --- keys -----------------------------------------------------------------------------------------------------------

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#scene) return;
    const known = this.#pressedKey(event.key);
    if (known) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  #pressedKey(key) {
    const {board} = this.#scene, [x, y] = coordinates(this.#at);
    if (key in ARROWS) {
      const [dx, dy] = gridStep(this.#scene, ARROWS[key]);
      this.#go(Math.min(board - 1, Math.max(0, x + dx)), Math.min(board - 1, Math.max(0, y + dy)));
    } else if (key === "Home") this.#go(0, y);
    else if (key === "End") this.#go(board - 1, y);
    else if (key === "Enter" || key === " ") this.#choose();
    else if (key === "s" || key === "S") this.#begin(this.#at);
    else if (key === "p" || key === "P") this.#nextPolygon();
    else if (key === "Escape" && this.#from) this.#cancel(t("page.board.stick_cancelled"));
    else return false;
    return true;
  }

  #go(x, y) {
    this.#cellOf(fieldName(x, y))?.focus();
    if (this.#from) this.#drawPreview(this.#from, fieldPlace(this.#scene, this.#at));
  }

  #choose() {
    const from = this.#from, at = this.#at;
    if (!from) this.#tell("field", {at});
    else if (from === at) this.#cancel(t("page.board.stick_cancelled"));
    else {
      this.#cancel();
      this.#tell("stick", {a: from, b: at});
    }
  }

  #begin(at) {
    this.#from = at;
    this.said.textContent = t("page.board.stick_begun", {field: at});
    this.#drawPreview(at, fieldPlace(this.#scene, at));
  }

  #cancel(said = "") {
    this.#from = this.#pressed = null;
    this.preview.replaceChildren();
    this.said.textContent = said;
  }

  #left() {
    if (!this.root.contains(document.activeElement)) this.#cancel();
  }

  /** Goes through the polygons one by one, and then to none. */
  #nextPolygon() {
    const polygons = this.#scene.verdict?.polygons ?? [];
    if (!polygons.length) return;
    const next = this.#pointed === null ? 0 : this.#pointed + 1;
    this.#point(next < polygons.length ? next : null);
    this.said.textContent = next < polygons.length ? polygonLabel(polygons[next]) : "";
  }

  // --- the pointer ----------------------------------------------------------------------------------------------------

  #grid(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix || !this.#scene) return null;
    const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return {units: [x, y], grid: gridPoint(this.#scene, x, y)};
  }

  #fieldUnder(event) {
    const found = this.#grid(event);
    if (!found) return null;
    const [x, y] = found.grid.map(Math.round), {board} = this.#scene;
    return x >= 0 && y >= 0 && x < board && y < board ? fieldName(x, y) : null;
  }

  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.#cancel();
    this.#pressed = this.#fieldUnder(event);
    if (this.#pressed) this.root.setPointerCapture?.(event.pointerId);
  }

  #moved(event) {
    const found = this.#grid(event);
    if (!found) return;
    if (this.#pressed && this.#fieldUnder(event) !== this.#pressed) {
      this.#from = this.#pressed;
      const to = this.#fieldUnder(event);
      this.#drawPreview(this.#from, to ? fieldPlace(this.#scene, to) : found.units);
    } else if (this.#pressed) this.preview.replaceChildren();
    else if (event.pointerType !== "touch") this.#point(this.#polygonAt(found.grid));
  }

  #up(event) {
    const pressed = this.#pressed;
    if (!pressed) return;
    const at = this.#fieldUnder(event);
    this.#cancel();
    if (at === pressed) {
      this.#cellOf(at)?.focus({preventScroll: true});
      this.#tell("field", {at});
    } else if (at) this.#tell("stick", {a: pressed, b: at});
  }

  #drawPreview(from, to) {
    const [x, y] = fieldPlace(this.#scene, from), half = tileOf(this.#scene.board) / 2 + 8;
    this.preview.replaceChildren(
      svg("rect", {class: "preview-from", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 16}),
      svg("line", {class: "preview-line", x1: x, y1: y, x2: to[0], y2: to[1]}),
      svg("circle", {class: "preview-end", cx: to[0], cy: to[1], r: 14}),
    );
  }

  #polygonAt(point) {
    const polygons = this.#scene.verdict?.polygons ?? [];
    const found = polygons.findIndex((polygon) => within(point, polygon.fields.map(coordinates)));
    return found < 0 ? null : found;
  }

  #point(polygon) {
    if (polygon === this.#pointed) return;
    this.#pointed = polygon;
    this.#tell("point", polygon === null ? null : {polygon});
  }

  #ring(fields) {
    this.drawing.querySelector(".light-rings")?.remove();
    const half = tileOf(this.#scene.board) / 2 + 10, group = svg("g", {class: "light-rings"});
    for (const at of fields) {
      const [x, y] = fieldPlace(this.#scene, at);
      group.append(svg("rect", {class: "light-ring", x: x - half, y: y - half, width: 2 * half, height: 2 * half,
        rx: 18}));
    }
    if (fields.length) this.drawing.append(group);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }
}
