// What was read, drawn over the camera's picture: the board, polygons with their points, sticks, stacks, doubts.

import {svg} from "../../dom.js";
import {
  FILES, borderFloors, completeSet, coordinates, eyeMm, fieldMm, fieldsOf, gridMm, isWay, liftedSticks, namesStick,
  pitchMm, placeForNumber, projector, restMm, stickEndsMm, stickWord, touched, wayMm,
} from "./geometry.js";
import {litParts, completeScene} from "./scene.js";
import {symbolPath} from "../../shown/symbols.js";

// Sizes in widths of the gap between two fields of the 9x9 side, as the picture shows it.
const LABEL = 0.27, LETTER = 0.3, POINTS = 0.46, MARK = 0.5, STICK = 0.09;
// Yet never smaller than can be read, nor larger than is calm, in pixels of the screen.
const LEAST_LABEL_PX = 10, MOST_LABEL_PX = 20, LEAST_POINTS_PX = 13, MOST_POINTS_PX = 30;
// Below this gap between fields on the screen, stacks get a number only.
const SMALL_PITCH_PX = 32;
const RIM_POINTS = 9;

/** A drawing over the picture in `container`; nothing is drawn while the scene has no view. */
export function createOverlay(container, {interactive = false} = {}) {
  return new Overlay(container, interactive);
}

class Overlay extends EventTarget {
  #scene = null;
  #what = null;
  #scale = 0;

  constructor(container, interactive) {
    super();
    this.interactive = interactive;
    this.root = svg("svg", {class: `board-overlay ${interactive ? "interactive" : ""}`, "aria-hidden": "true"});
    container.classList.add("board-overlay-host");
    container.append(this.root);
    new ResizeObserver(() => this.#resized()).observe(this.root);
  }

  show(scene) {
    this.#scene = completeScene(scene);
    this.#draw();
  }

  /** Shows one polygon, violation or some fields strongly and all others weakly; null shows all alike. */
  light(what) {
    this.#what = what;
    if (!this.#scene) return;
    const parts = litParts(what, this.#scene);
    this.root.classList.toggle("lighting", parts !== null);
    const words = new Map(this.#scene.position.sticks.map((stick) => [stickWord(stick), stick]));
    const mark = (selector, lit) => {
      for (const element of this.root.querySelectorAll(selector)) element.classList.toggle("lit",
        parts !== null && lit(element.dataset));
    };
    mark("[data-polygon]", (data) => Number(data.polygon) === parts.polygon);
    mark("[data-violation]", (data) => Number(data.violation) === parts.violation);
    mark("[data-field-stack]", (data) => parts.fields.has(data.fieldStack));
    mark("[data-doubt]", (data) => parts.holds(data.doubt));
    mark("[data-stick]", (data) => parts.lit(words.get(data.stick)));
    mark("[data-place]", (data) => parts.polygon === null && parts.fields.has(data.place));
  }

  // Labels keep their size on the screen, so they are drawn anew when the picture is shown smaller or larger.
  #resized() {
    if (!this.#scene?.view) return;
    const scale = this.root.clientWidth / this.#scene.view.size[0];
    if (Math.abs(scale - this.#scale) > 0.03 * this.#scale) this.#draw();
  }

  #draw() {
    const {view} = this.#scene;
    this.root.replaceChildren();
    if (!view) return;
    const [width, height] = view.size;
    // The middle of the upper left pixel is (0, 0).
    this.root.setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`);
    this.#scale = (this.root.clientWidth || width) / width;
    const sheet = new Sheet(this.#scene, this.#scale);
    this.root.append(
      polygonLayer(sheet), boardLayer(sheet), placeLayer(sheet), stickLayer(sheet), stackLayer(sheet), chipLayer(sheet),
        pointsLayer(sheet), markLayer(sheet),
    );
    for (const area of this.root.querySelectorAll("path[data-polygon]")) {
      area.addEventListener("pointerenter", () => this.#tell("point", {polygon: Number(area.dataset.polygon)}));
      area.addEventListener("pointerleave", () => this.#tell("point", null));
    }
    if (this.interactive) {
      for (const area of this.root.querySelectorAll("[data-field]")) {
        area.addEventListener("click", () => this.#tell("field", {at: area.dataset.field}));
      }
    }
    this.light(this.#what);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }
}

/** The scene with what is needed to find places in its picture. */
class Sheet {
  constructor(scene, scale) {
    Object.assign(this, scene);
    this.scale = scale;
    this.set = completeSet(scene.set);
    this.project = projector(scene.view);
    this.eye = eyeMm(scene.view);
    this.line = Math.max(scene.view.size[0] / 900, 0.6 / scale);
    this.lifted = liftedSticks(scene.position.sticks);
    // In a small picture labels would hide what they label.
    this.small = this.pitchPx([0, 0, 0]) * scale < SMALL_PITCH_PX;
  }

  /** How wide the gap between two fields of the 9x9 side looks there. */
  pitchPx([x, y, z]) {
    const reach = this.set.pitch_9 / 2, a = this.project([x - reach, y, z]), b = this.project([x + reach, y, z]);
    return a && b ? Math.hypot(b[0] - a[0], b[1] - a[1]) : 0;
  }

  /** A size in the picture from a share of the pitch there, held between two sizes on the screen. */
  size(share, at, least_px, most_px) {
    return Math.min(most_px / this.scale, Math.max(least_px / this.scale, share * this.pitchPx(at)));
  }

  path(points, closed = true) {
    const seen = points.map((point) => this.project(point));
    if (seen.some((point) => point === null)) return "";
    return `M${seen.map((point) => point.map((v) => v.toFixed(1)).join(" ")).join("L")}${closed ? "Z" : ""}`;
  }

  stickHeight(floor) {
    return restMm(floor, this.set) + this.set.stick_width / 2;
  }

  topOf(at) {
    return [...fieldMm(at, this.board, this.set), (this.position.towers[at] ?? "").length * this.set.tower_height];
  }

  /** The corners of a field's stack at a height. */
  square(at, z, reach = this.set.tower_width / 2) {
    const [x, y] = fieldMm(at, this.board, this.set);
    return [[x - reach, y - reach, z], [x + reach, y - reach, z], [x + reach, y + reach, z], [x - reach, y + reach, z]];
  }

  farToNear(fields) {
    const away = (at) => {
      const [x, y] = fieldMm(at, this.board, this.set);
      return Math.hypot(x - this.eye[0], y - this.eye[1]);
    };
    return [...fields].sort((one, other) => away(other) - away(one));
  }
}

function polygonLayer(sheet) {
  const layer = svg("g", {class: "polygons"});
  (sheet.verdict?.polygons ?? []).forEach((polygon, index) => {
    const floors = borderFloors(polygon);
    const d = sheet.path(polygon.fields.map((at) => [...fieldMm(at, sheet.board, sheet.set),
      sheet.stickHeight(floors[at] ?? 1)]));
    layer.append(svg("path", {class: `polygon paint-${polygon.color} ${polygon.counts === false ? "not-counting" : ""}`,
      "data-polygon": index, d, "stroke-width": 2 * sheet.line}));
  });
  return layer;
}

function boardLayer(sheet) {
  const half = sheet.set.board_side / 2, rim = [], {line} = sheet;
  // A lens bends long edges.
  for (const [ax, ay, bx, by] of [[-1, -1, 1, -1], [1, -1, 1, 1], [1, 1, -1, 1], [-1, 1, -1, -1]]) {
    for (let i = 0; i < RIM_POINTS; i++) {
      const share = i / RIM_POINTS;
      rim.push([half * (ax + (bx - ax) * share), half * (ay + (by - ay) * share), 0]);
    }
  }
  const d = sheet.path(rim), layer = svg("g", {class: "outline"});
  layer.append(svg("path", {class: "over-dark", d, "stroke-width": 4 * line}),
    svg("path", {class: "over-light", d, "stroke-width": 1.6 * line}));
  const margin = -((sheet.board - 1) / 2 * pitchMm(sheet.board, sheet.set) + sheet.set.tower_width / 2 + half) / 2;
  for (let i = 0; i < sheet.board; i++) {
    const [along] = gridMm(i, 0, sheet.board, sheet.set);
    for (const [name, at] of [[FILES[i], [along, margin, 0]], [String(i + 1), [margin, along, 0]]]) {
      const place = sheet.project(at);
      if (place) layer.append(haloed(name, place, sheet.size(LETTER, at, LEAST_LABEL_PX, MOST_LABEL_PX),
        "over-letter"));
    }
  }
  return layer;
}

function haloed(text, [x, y], size, kind) {
  return svg("text", {class: `haloed ${kind}`, x: x.toFixed(1), y: y.toFixed(1), "font-size": size.toFixed(1),
    "stroke-width": (size / 5).toFixed(1)}, text);
}

/** The fields themselves: to be clicked, and lit. */
function placeLayer(sheet) {
  const layer = svg("g", {class: "places"});
  for (const at of sheet.farToNear(fieldsOf(sheet.board))) {
    const reach = Math.min(pitchMm(sheet.board, sheet.set) * 0.48, sheet.set.tower_width * 0.75);
    layer.append(svg("path", {class: "place", "data-field": at, "data-place": at,
      d: sheet.path(sheet.square(at, 0, reach)), "stroke-width": 3 * sheet.line}));
  }
  return layer;
}

function stickLayer(sheet) {
  const layer = svg("g", {class: "sticks"});
  sheet.position.sticks.forEach((stick, index) => {
    const [a, b] = stickEndsMm(stick, sheet.lifted[index], sheet.board,
      sheet.set).map(([x, y, z]) => [x, y, z + sheet.set.stick_width / 2]);
    const d = sheet.path([0, 0.25, 0.5, 0.75, 1].map((share) => a.map((v, i) => v + (b[i] - v) * share)), false);
    const thick = Math.max(2 * sheet.line, STICK * sheet.pitchPx(a.map((v, i) => (v + b[i]) / 2)));
    const unsure = sheet.doubts.some(({at}) => (isWay(at) ? namesStick(at, stick) : touched(stick).includes(at)));
    layer.append(svg("g", {class: `stick ${unsure ? "unsure" : ""}`, "data-stick": stickWord(stick)},
      svg("path", {class: "over-dark", d, "stroke-width": thick + 3.4 * sheet.line}),
      svg("path", {class: "over-light", d, "stroke-width": thick + 1.4 * sheet.line}),
      svg("path", {class: `over-stick line-${stick.color}`, d, "stroke-width": thick})));
  });
  return layer;
}

/** The edges of each stack that can be seen, with a line between its floors. */
function stackLayer(sheet) {
  const layer = svg("g", {class: "stacks"}), {line} = sheet;
  const outward = [[0, -1], [1, 0], [0, 1], [-1, 0]], half = sheet.set.tower_width / 2;
  for (const at of sheet.farToNear(Object.keys(sheet.position.towers))) {
    const stack = sheet.position.towers[at], [x, y] = fieldMm(at, sheet.board, sheet.set);
    const levels = Array.from({length: stack.length + 1}, (_, floor) =>
      sheet.square(at, floor * sheet.set.tower_height));
    const seen = [0, 1, 2, 3].filter((i) => (sheet.eye[0] - x) * outward[i][0] +
      (sheet.eye[1] - y) * outward[i][1] > half);
    const sides = seen.map((i) => sheet.path([levels.at(-1)[i], levels[0][i], levels[0][(i + 1) % 4],
      levels.at(-1)[(i + 1) % 4]])).join("");
    const floors = seen.map((i) => levels.slice(1, -1).map((level) =>
      sheet.path([level[i], level[(i + 1) % 4]], false)).join("")).join("");
    const top = sheet.path(levels.at(-1));
    layer.append(svg("g", {class: "stack-edges", "data-field-stack": at},
      svg("path", {class: "stack-hull", "data-field": at, d: sides + top}),
      svg("path", {class: "over-dark", d: sides + top, "stroke-width": 2.6 * line}),
      svg("path", {class: "over-light thin", d: sides + top, "stroke-width": 1.1 * line}),
      svg("path", {class: "over-dark thin", d: floors, "stroke-width": line})));
  }
  return layer;
}

/** A small chip on each stack: how many floors, and each floor's symbol from below. */
function chipLayer(sheet) {
  const layer = svg("g", {class: "chips"});
  for (const at of sheet.farToNear(Object.keys(sheet.position.towers))) {
    const top = sheet.topOf(at), place = sheet.project(top), stack = sheet.position.towers[at];
    if (!place || (sheet.small && stack.length < 2)) continue;
    const shown = sheet.small ? "" : stack;
    const size = sheet.size(LABEL, top, LEAST_LABEL_PX, MOST_LABEL_PX), step = size * 0.62;
    const wide = stack.length > 1 && shown ? size * 0.95 + step * stack.length : size * 1.1, high = size * 1.22;
    const chip = svg("g", {class: "over-chip", "data-field-stack": at,
      transform: `translate(${place[0].toFixed(1)} ${place[1].toFixed(1)})`},
      svg("rect", {class: "chip-plate", x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high * 0.32}));
    if (stack.length > 1) chip.append(svg("text", {class: "chip-count", x: shown ? -wide / 2 + size * 0.48 : 0,
      y: size * 0.04, "font-size": size}, String(stack.length)));
    [...shown].forEach((colour, i) => {
      const x = stack.length > 1 ? -wide / 2 + size * 0.86 + step * (i + 0.35) : 0;
      chip.append(svg("path", {class: `paint-${colour}`, d: symbolPath(colour),
        transform: `translate(${x.toFixed(1)} 0) scale(${(stack.length > 1 ? step * 0.42 : size * 0.36).toFixed(2)})`}));
    });
    if (sheet.byHand.includes(at)) chip.append(pencil(wide / 2, high / 2, size * 0.55));
    layer.append(chip);
  }
  return layer;
}

function pencil(x, y, reach) {
  return svg("g", {class: "mark-badge hand", transform: `translate(${x} ${y}) scale(${(reach / 15).toFixed(2)})`},
    svg("circle", {r: 15}), svg("path", {class: "pencil", d: "M-8 8L-6 1L4 -9L9 -4L-1 6Z M2 -7L7 -2"}));
}

function pointsLayer(sheet) {
  const layer = svg("g", {class: "all-points"});
  (sheet.verdict?.polygons ?? []).forEach((polygon, index) => {
    if (polygon.counts === false) return; // a number that gives no points would only puzzle
    const [gx, gy] = placeForNumber(polygon, sheet.position.towers), floors = borderFloors(polygon);
    const mean = polygon.fields.reduce((sum, at) => sum + sheet.stickHeight(floors[at] ?? 1),
      0) / polygon.fields.length;
    const at = [...gridMm(gx, gy, sheet.board, sheet.set), mean], place = sheet.project(at);
    if (!place) return;
    const size = sheet.size(POINTS, at, LEAST_POINTS_PX, MOST_POINTS_PX);
    const text = String(polygon.points),
      wide = size * (1.3 + 0.58 * text.length);
    layer.append(svg("g", {class: "points", "data-polygon": index,
      transform: `translate(${place[0].toFixed(1)} ${place[1].toFixed(1)})`},
      svg("rect", {class: `points-plate line-${polygon.color}`, x: -wide / 2, y: -size * 0.64, width: wide,
        height: size * 1.28, rx: size * 0.64, "stroke-width": size / 9}),
      svg("path", {class: `paint-${polygon.color}`, d: symbolPath(polygon.color),
        transform: `translate(${-wide / 2 + size * 0.62} 0) scale(${size * 0.27})`}),
      svg("text", {class: "points-text", x: size * 0.34, y: size * 0.04, "font-size": size * 0.92}, text)));
  });
  return layer;
}

/** A dotted ring around the top of what stands on a field, and a question mark beside it. */
function fieldDoubt(sheet, at) {
  const top = sheet.topOf(at), place = sheet.project(top), group = svg("g", {class: "doubt", "data-doubt": at});
  if (!place) return group;
  const size = sheet.size(MARK, top, 15, 30);
  group.append(
    svg("path", {class: "doubt-ring", d: sheet.path(sheet.square(at, top[2], sheet.set.tower_width * 0.66)),
      "stroke-width": 3 * sheet.line, "stroke-dasharray": `0.1 ${6 * sheet.line}`}),
    questionMark([place[0] + size * 0.7, place[1] - size * 0.7], size));
  return group;
}

/** A dashed line from field to field where a stick may lie, and a question mark in its middle. */
function stickDoubt(sheet, way) {
  const [a, b] = wayMm(way, sheet.position, sheet.set), middle = a.map((v, i) => (v + b[i]) / 2);
  const place = sheet.project(middle), d = sheet.path([a, b], false), {line} = sheet;
  const group = svg("g", {class: "doubt", "data-doubt": way});
  if (!place || !d) return group;
  group.append(
    svg("path", {class: "over-dark", d, "stroke-width": 4.6 * line}),
    svg("path", {class: "doubt-line", d, "stroke-width": 2.6 * line, "stroke-dasharray": `${7 * line} ${6 * line}`}),
    questionMark(place, sheet.size(MARK, middle, 15, 30)));
  return group;
}

function questionMark([x, y], size) {
  return svg("g", {class: "mark-badge doubt-badge",
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 34).toFixed(3)})`},
    svg("circle", {r: 17}), svg("text", {y: 1}, "?"));
}

function markLayer(sheet) {
  const layer = svg("g", {class: "marks"}), taken = new Set();
  for (const {at} of sheet.doubts) layer.append(isWay(at) ? stickDoubt(sheet, at) : fieldDoubt(sheet, at));
  for (const said of sheet.byHand.filter((each) => each.includes("-"))) {
    const index = sheet.position.sticks.findIndex((stick) => namesStick(said, stick));
    if (index < 0) continue;
    const [a, b] = stickEndsMm(sheet.position.sticks[index], sheet.lifted[index], sheet.board, sheet.set),
      at = a.map((v, i) => v + (b[i] - v) * 0.7), place = sheet.project(at);
    if (place) layer.append(pencil(place[0], place[1], sheet.size(LABEL, at, LEAST_LABEL_PX, MOST_LABEL_PX) * 0.6));
  }
  sheet.violations.forEach((found, index) => {
    const group = svg("g", {class: "violation", "data-violation": index});
    const stick = found.stick ? sheet.position.sticks.findIndex((each) =>
      stickWord(each) === stickWord(found.stick)) : -1;
    const spots = [];
    if (stick >= 0) {
      const [a, b] = stickEndsMm(sheet.position.sticks[stick], sheet.lifted[stick], sheet.board, sheet.set);
      const d = sheet.path([a, b].map(([x, y, z]) => [x, y, z + sheet.set.stick_width / 2]), false);
      group.append(svg("path", {class: "violation-line", d, "stroke-width": 3 * sheet.line,
        "stroke-dasharray": `${7 * sheet.line} ${4 * sheet.line}`}));
      spots.push(a.map((v, i) => (v + b[i]) / 2));
    } else {
      for (const at of (found.fields ?? []).filter((each) => coordinates(each)[0] >= 0)) {
        const top = sheet.topOf(at);
        group.append(svg("path", {class: "violation-line", d: sheet.path(sheet.square(at, top[2],
          sheet.set.tower_width * 0.6)), "stroke-width": 3 * sheet.line,
          "stroke-dasharray": `${7 * sheet.line} ${4 * sheet.line}`}));
        spots.push(top);
      }
    }
    for (const spot of spots) {
      const place = sheet.project(spot), size = sheet.size(MARK, spot, 17, 34);
      if (!place) continue;
      const key = place.map(Math.round).join();
      group.append(svg("g", {class: `mark-badge warning ${taken.has(key) ? "again" : ""}`,
        transform: `translate(${place[0].toFixed(1)} ${(place[1] - size * 0.75).toFixed(1)}) scale(${(size / 36).toFixed(3)})`},
        svg("path", {d: "M0 -20L21 16H-21Z"}), svg("text", {y: 6}, "!")));
      taken.add(key);
    }
    layer.append(group);
  });
  return layer;
}
