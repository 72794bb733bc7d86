// A board from above as the program gives it, in shapes: for every game that has no drawing of its own.

import {el, svg} from "../dom.js";
import {symbolPath} from "../shown/symbols.js";
import {t} from "../texts.js";

const UNIT = 100; // of the drawing, from field to field
const PAINTS = "RBYG"; // they carry a symbol: nobody has to tell colours apart
const SYMBOL = 0.22, RAISED_SYMBOL = 0.3; // its size in a shape as wide as its area's root, and in one with an outline
// What a mark says, drawn: a lock in a box from -1 to 1.
const MARKS = {locked: "M-0.62 -0.1H0.62V0.8H-0.62Z M-0.38 -0.1V-0.42A0.38 0.38 0 0 1 0.38 -0.42V-0.1"};
const BADGE = 0.17;
const COUNT_MS = 2600;
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const LEAST_REACH = 0.36; // of a place that can be pressed, in fields: a point is smaller than the piece on it
const DRAG_PX = 6; // so far a pressed piece is not dragged yet
const PENCIL = "M-8 8L-6 1L4 -9L9 -4L-1 6Z M2 -7L7 -2";

/**
 * `show(scene)` draws `scene.top`; `light(what)` and the event "point" as every view; event "place": {place} for a place
 * that was chosen, "lift" and "drop": {place} for a piece that is dragged, null beside all places. A scene may have a
 * `chosen` place and `targets`. `label(place, scene)`, `summary(scene)` and `keys()` say it for those who hear the page.
 */
export function createTopView(container, {interactive = false, label = (place) => place, summary = () => "", keys = () => t("page.top.keys")} = {}) {
  return new TopView(container, interactive, {label, summary, keys});
}

class TopView extends EventTarget {
  #container;
  #words;
  #scene = null;
  #spots = new Map();
  #what = null;
  #at = null;
  #counted = 0;

  constructor(container, interactive, words) {
    super();
    this.#container = container;
    this.#words = words;
    this.interactive = interactive;
    this.drawing = svg("g", {class: "drawing", "aria-hidden": "true"});
    this.counting = svg("g", {class: "counting", "aria-hidden": "true"});
    this.cells = svg("g", {class: "cells"});
    this.root = svg("svg", {class: `board-aerial board-top ${interactive ? "interactive" : ""}`}, this.drawing, this.counting, this.cells);
    this.said = el("p", {class: "board-said visually-hidden", "aria-live": "polite"});
    container.append(el("div", {class: "board-aerial-frame"}, this.root, interactive ? this.said : null));
    if (interactive) this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  show(scene) {
    this.#scene = {turned: 0, violations: [], doubts: [], byHand: [], last: [], chosen: null, targets: [], ...scene};
    const {top, turned} = this.#scene;
    if (!top) return;
    const sides = [0, 1].map((axis) => (top.high[axis] - top.low[axis]) * UNIT), [wide, high] = turned % 2 ? sides.reverse() : sides;
    this.root.setAttribute("viewBox", `0 0 ${wide.toFixed(1)} ${high.toFixed(1)}`);
    this.#spots = spotsOf(top.shapes);
    this.drawing.replaceChildren(...top.shapes.flatMap((shape) => this.#shape(shape)).filter(Boolean), this.#marks());
    this.#label();
    this.light(this.#what);
  }

  /** Shows a violation's places or some others strongly and all else weakly; null shows all alike. */
  light(what) {
    this.#what = what;
    if (!this.#scene?.top) return;
    const places = what?.violation != null ? this.#scene.violations[what.violation]?.fields : what?.fields;
    const lit = places?.length ? new Set(places) : null;
    this.root.classList.toggle("lighting", lit !== null);
    for (const each of this.drawing.querySelectorAll("[data-place]")) each.classList.toggle("lit", lit?.has(each.dataset.place) ?? false);
    for (const each of this.drawing.querySelectorAll("[data-violation]")) each.classList.toggle("lit", Number(each.dataset.violation) === what?.violation);
    this.drawing.querySelector(".light-rings")?.remove();
    if (lit) this.drawing.append(svg("g", {class: "light-rings"}, [...lit].map((place) => this.#ring(place, "light-ring", 6))));
  }

  /** Rings around places that count anew, for a while. */
  count(places) {
    this.counting.replaceChildren(...places.map((place) => svg("g", {class: "count-side"}, this.#ring(place, "count-ring", 10))));
    clearTimeout(this.#counted);
    this.#counted = setTimeout(() => this.counting.replaceChildren(), COUNT_MS);
  }

  /** Where a place is and how far it reaches, in fields; null if there is none such. */
  spot(place) {
    return this.#spots.get(place) ?? null;
  }

  /** How fields become pixels of the container, for what is laid over the drawing; null as long as nothing is drawn. */
  get camera() {
    const matrix = this.root.getScreenCTM();
    if (!matrix || !this.#scene?.top) return null;
    const box = this.#container.getBoundingClientRect();
    return {
      scale: matrix.a * UNIT,
      project: (at) => {
        const {x, y} = new DOMPoint(...this.#point(at)).matrixTransform(matrix);
        return [x - box.x, y - box.y];
      },
    };
  }

  // --- shapes ---------------------------------------------------------------------------------------------------------

  /** A point in fields, y away from the near side, as it is drawn for whoever sits `turned` quarters further round. */
  #point(at) {
    const {low, high} = this.#scene.top;
    let [x, y, width, height] = [at[0] - low[0], at[1] - low[1], high[0] - low[0], high[1] - low[1]];
    for (let quarter = 0; quarter < this.#scene.turned; quarter++) [x, y, width, height] = [y, width - x, height, width];
    return [round(x * UNIT), round((height - y) * UNIT)];
  }

  #shape(shape) {
    const {kind, fill, stroke, width, radius, text, place, role} = shape, points = shape.points.map((point) => this.#point(point));
    const [[x, y]] = points, kinds = `shape ${role} fill-${fill === "?" ? "unknown" : fill} line-${stroke} ${role === "mark" ? text : ""}`;
    const common = {class: kinds, "data-place": place, "stroke-width": width ? round(width * UNIT) : null};
    if (kind === "text") return role === "piece" && PAINTS.includes(text) ? [] : [svg("text", {...common, x, y, "font-size": round(2 * radius * UNIT)}, text)];
    if (kind === "line") return [svg("polyline", {...common, points: points.join(" ")})];
    if (kind === "circle") return [svg("circle", {...common, cx: x, cy: y, r: round(radius * UNIT)}), this.#sign(shape, [x, y], 0.6 * radius)];
    const side = Math.sqrt(area(shape.points)) * (stroke === "none" ? SYMBOL : RAISED_SYMBOL);
    return [svg("polygon", {...common, points: points.join(" ")}), this.#sign(shape, middleOf(points), side)];
  }

  /** What is drawn on a shape: its paint's symbol, that it is not known, or what a mark says. */
  #sign({fill, role, text, place}, [x, y], size) {
    const isPaint = role === "piece" && fill !== "none" && `${PAINTS}?`.includes(fill), d = isPaint ? symbolPath(fill) : role === "mark" ? MARKS[text] : null;
    return d ? svg("path", {class: isPaint ? `shape-symbol inks-${fill === "?" ? "unknown" : fill}` : "mark-sign", d, "data-place": place,
      transform: `translate(${round(x)} ${round(y)}) scale(${round(size * UNIT)})`}) : null;
  }

  #marks() {
    const {violations, doubts, byHand, last, chosen, targets} = this.#scene, taken = new Set();
    const badge = (place, kind, ...parts) => {
      const spot = this.#spots.get(place);
      if (!spot) return null;
      const [x, y] = this.#point([spot.x, spot.y]), off = spot.reach * UNIT * (spot.round ? 0.9 : 0.55), up = kind.includes("hand") ? off : -off;
      return svg("g", {class: `mark-badge ${kind}`, transform: `translate(${x + off} ${y + up}) scale(${((BADGE * UNIT) / 20).toFixed(2)})`}, parts);
    };
    const warning = (place) => {
      const again = taken.has(place) ? "again" : "";
      taken.add(place);
      return badge(place, `warning ${again}`, svg("path", {d: "M0 -20L21 16H-21Z"}), svg("text", {y: 6}, "!"));
    };
    return svg("g", {class: "marks"},
      last.map((place) => this.#ring(place, "last-outline", 0)),
      chosen === null ? null : this.#ring(chosen, "chosen-ring", 2),
      targets.map((place) => this.#target(place)),
      doubts.map(({at}) => svg("g", {class: "doubt", "data-place": at}, this.#ring(at, "doubt-ring", -4), badge(at, "doubt-badge", svg("circle", {r: 17}), svg("text", {y: 1}, "?")))),
      byHand.map((place) => badge(place, "hand", svg("circle", {r: 15}), svg("path", {class: "pencil", d: PENCIL}))),
      violations.map((found, i) => svg("g", {class: "violation", "data-violation": i}, (found.fields ?? []).map((place) => [this.#ring(place, "violation-line", -2), warning(place)]))));
  }

  /** Where a piece may go: a dot on a free place, a ring around what is taken there. */
  #target(place) {
    const spot = this.#spots.get(place);
    if (!spot) return null;
    const [cx, cy] = this.#point([spot.x, spot.y]), isTaken = this.#scene.top.shapes.some((shape) => shape.place === place && shape.role === "piece" && shape.kind !== "text");
    return isTaken ? this.#ring(place, "target-ring", 0) : svg("circle", {class: "target-dot", cx, cy, r: 14});
  }

  #ring(place, kind, beyond) {
    const spot = this.#spots.get(place);
    if (!spot) return null;
    const [x, y] = this.#point([spot.x, spot.y]), reach = spot.reach * UNIT + beyond;
    return svg("rect", {class: kind, x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach, rx: spot.round ? reach : 12});
  }

  // --- what stands there for the keyboard and the screen reader -------------------------------------------------------

  #label() {
    const {label, summary, keys} = this.#words, scene = this.#scene;
    if (!this.interactive) {
      this.root.setAttribute("role", "img");
      this.root.setAttribute("aria-label", summary(scene));
      return;
    }
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", `${summary(scene)} ${keys()}`);
    const places = [...this.#spots.keys()], known = [...this.cells.children].map((cell) => cell.dataset.place);
    if (places.join() !== known.join()) {
      if (!this.#spots.has(this.#at)) this.#at = places[0] ?? null;
      this.cells.replaceChildren(...places.map((place) => this.#cell(place)));
    }
    for (const cell of this.cells.children) {
      cell.setAttribute("aria-label", label(cell.dataset.place, scene));
      this.#put(cell);
    }
  }

  #cell(place) {
    const cell = svg("g", {role: "button", class: "cell", "data-place": place, tabindex: place === this.#at ? 0 : -1},
      svg("rect", {class: "cell-area"}), svg("rect", {class: "cell-focus"}));
    cell.addEventListener("pointerdown", (event) => this.#hold(event, place));
    cell.addEventListener("focus", () => this.#rove(place));
    cell.addEventListener("click", () => this.dispatchEvent(new CustomEvent("place", {detail: {place}})));
    return cell;
  }

  /** A piece that is moved while it is pressed is dragged, until it is let go. */
  #hold(event, place) {
    const pieces = [...this.drawing.querySelectorAll(`.piece[data-place="${place}"]:not(.fill-none)`)], [x, y] = [event.clientX, event.clientY];
    if (event.button || !pieces.length) return;
    const ending = new AbortController(), listen = (kind, run) => addEventListener(kind, run, {signal: ending.signal});
    let ghost = null;
    listen("pointermove", (moved) => {
      const [dx, dy] = [moved.clientX - x, moved.clientY - y];
      if (!ghost && Math.hypot(dx, dy) < DRAG_PX) return;
      if (!ghost) {
        ghost = svg("g", {class: "ghost"}, pieces.map((piece) => piece.cloneNode(true)));
        this.root.append(ghost);
        this.#say("lift", place);
      }
      const scale = this.root.getScreenCTM();
      ghost.setAttribute("transform", `translate(${round(dx / scale.a)} ${round(dy / scale.d)})`);
    });
    listen("pointerup", (released) => {
      ending.abort();
      if (!ghost) return;
      ghost.remove();
      const to = document.elementFromPoint(released.clientX, released.clientY)?.closest(".cell")?.dataset.place ?? null;
      if (to !== place) this.#say("drop", to); // where it was, it is pressed
    });
    listen("pointercancel", () => {
      ending.abort();
      if (!ghost) return;
      ghost.remove();
      this.#say("drop", null);
    });
  }

  #say(kind, place) {
    this.dispatchEvent(new CustomEvent(kind, {detail: {place}}));
  }

  #put(cell) {
    cell.classList.toggle("occupied", this.#scene.top.shapes.some(({place, role, fill}) => place === cell.dataset.place && role === "piece" && fill !== "none"));
    const {x, y, reach, round} = this.#spots.get(cell.dataset.place), [cx, cy] = this.#point([x, y]);
    for (const [rect, size] of [[cell.firstChild, reach * UNIT], [cell.lastChild, reach * UNIT - (round ? 0 : 4)]]) {
      for (const [name, value] of Object.entries({x: cx - size, y: cy - size, width: 2 * size, height: 2 * size, rx: round ? size : 12})) rect.setAttribute(name, value);
    }
  }

  /** Only one place at a time can be reached with the tab key. */
  #rove(place) {
    this.cells.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.#at = place;
    this.cells.querySelector(`[data-place="${place}"]`)?.setAttribute("tabindex", "0");
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#at) return;
    if (event.key in ARROWS) this.cells.querySelector(`[data-place="${this.#next(ARROWS[event.key])}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") this.dispatchEvent(new CustomEvent("place", {detail: {place: this.#at}}));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The place nearest in a direction: what lies aside counts double. */
  #next([dx, dy]) {
    const middle = (place) => this.#point([this.#spots.get(place).x, this.#spots.get(place).y]);
    const [x, y] = middle(this.#at);
    let best = {place: this.#at, way: Infinity};
    for (const place of this.#spots.keys()) {
      const [u, v] = middle(place), along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > 1 && aside <= along && along + 2 * aside < best.way) best = {place, way: along + 2 * aside};
    }
    return best.place;
  }
}

/** Where each place is: what is drawn for it on the board, else the middle of the pieces there, and how far it reaches. */
function spotsOf(shapes) {
  const boxes = new Map(), onBoard = new Set(shapes.filter(({place, role}) => place && role === "board").map(({place}) => place));
  for (const {place, points, radius, kind, role} of shapes) {
    if (!place || role !== (onBoard.has(place) ? "board" : "piece") || kind === "text") continue;
    const reach = kind === "circle" ? radius : 0, box = boxes.get(place) ?? {xs: [], ys: [], round: true};
    box.xs.push(...points.flatMap(([x]) => [x - reach, x + reach]));
    box.ys.push(...points.flatMap(([, y]) => [y - reach, y + reach]));
    box.round &&= kind === "circle";
    boxes.set(place, box);
  }
  return new Map([...boxes].map(([place, {xs, ys, round: isRound}]) => {
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const reach = Math.max(right - left, high - low, onBoard.has(place) ? 2 * LEAST_REACH : 0) / 2;
    return [place, {x: (left + right) / 2, y: (low + high) / 2, reach, round: isRound}];
  }));
}

const round = (value) => Math.round(value * 10) / 10;

export function middleOf(points) {
  const sum = points.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  return sum.map((value) => value / points.length);
}

function area(points) {
  const sum = points.reduce((all, [x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    return all + x * v - u * y;
  }, 0);
  return Math.abs(sum) / 2;
}
