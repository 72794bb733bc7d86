// The board in three dimensions, drawn on a plain canvas, to be turned.

import {el} from "../../dom.js";
import {t} from "../../texts.js";
import {
  FILES, completeSet, coordinates, fieldMm, fieldsOf, gridMm, placeForNumber, pitchMm, stickEndsMm, stickWord, isWay, wayMm, within,
} from "./geometry.js";
import {summary} from "./labels.js";
import {Orbit} from "./orbit.js";
import {completeScene, litParts} from "./scene.js";
import {boxCorners, cornersPiece, plateHeights, topOf, treeOf, walk} from "./solid_pieces.js";
import {readPaints, shade, mix, css} from "./solid_paint.js";
import {symbolOutline, symbolPath} from "../../shown/symbols.js";

// Shadows fall a little to the right and away, as under a lamp at the near left.
const SHADOW = [0.34, 0.2];
const MOST_PIXELS_PER_PX = 2.5;
const DIMMED = 0.66;

/** A view of the board in three dimensions; see `show`, `light` and the events "point" and "field". */
export function createSolid(container) {
  return new Solid(container);
}

class Solid extends EventTarget {
  #scene = null;
  #set = null;
  #tree = null;
  #what = null;
  #parts = null;
  #paints = null;
  #asked = false;
  #hits = [];
  #outlines = [];
  #pointed = null;

  constructor(container) {
    super();
    this.canvas = el("canvas", {class: "board-solid", role: "img", tabindex: "0"});
    this.context = this.canvas.getContext("2d");
    container.append(this.canvas);
    this.orbit = new Orbit(this.canvas, {
      changed: () => this.#ask(), clicked: (event) => this.#click(event), hovered: (event) => this.#hover(event),
    });
    new ResizeObserver(() => this.#ask()).observe(this.canvas);
    const relook = () => {
      this.#paints = null;
      this.#ask();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", relook);
    new MutationObserver(relook).observe(document.documentElement,
      {attributes: true, attributeFilter: ["data-look", "class"]});
  }

  show(scene) {
    const before = this.#scene?.turned ?? 0;
    this.#scene = completeScene(scene);
    // The shorter way round.
    if (this.#scene.turned !== before) this.orbit.turn(90 * (((this.#scene.turned - before + 6) % 4) - 2));
    this.#set = completeSet(this.#scene.set);
    this.#tree = treeOf(this.#scene, this.#set);
    this.canvas.setAttribute("aria-label", `${summary(this.#scene)}. ${t("page.board.solid_keys")}`);
    this.light(this.#what);
  }

  /** Shows one polygon, violation or some fields strongly and all others weakly; null shows all alike. */
  light(what) {
    this.#what = what;
    this.#parts = this.#scene ? litParts(what, this.#scene) : null;
    this.#ask();
  }

  /** Draws at the next chance, and only then. */
  #ask() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      if (this.orbit.glide()) this.#ask();
      this.#draw();
    });
  }

  // --- drawing --------------------------------------------------------------------------------------------------------

  #draw() {
    const {canvas, context} = this, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!this.#scene || !width || !height) return;
    const dense = Math.min(window.devicePixelRatio || 1, MOST_PIXELS_PER_PX);
    const [w, h] = [Math.round(width * dense), Math.round(height * dense)];
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, {width: w, height: h});
    this.#paints ??= readPaints(canvas);
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.clearRect(0, 0, width, height);
    context.lineJoin = "round";
    this.camera = this.orbit.camera(width, height, this.#set.board_side,
      Math.max(0, ...Object.values(this.#scene.position.towers).map((stack) => stack.length)));
    this.#hits = [];
    this.#drawBoard();
    this.#drawShadows();
    walk(this.#tree, this.camera.eye, (piece) => this.#drawPiece(piece));
    this.#drawMarks();
  }

  #path(points) {
    const {context} = this;
    context.beginPath();
    points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
  }

  #seen(face) {
    const {eye} = this.camera, [p] = face.points, n = face.normal;
    return n[0] * (eye[0] - p[0]) + n[1] * (eye[1] - p[1]) + n[2] * (eye[2] - p[2]) > 0;
  }

  #drawBoard() {
    const {board} = this.#scene, set = this.#set, {context, camera} = this, half = set.board_side / 2;
    const slab = cornersPiece(boxCorners([-half, -half, -set.board_thickness], [half, half, 0]), {});
    for (const face of slab.faces) {
      if (!this.#seen(face)) continue;
      this.#path(face.points.map(camera.project));
      context.fillStyle = css(shade(this.#paints.wood, face.normal, camera));
      context.fill();
      context.strokeStyle = css(mix(this.#paints.wood, this.#paints.dark, 0.35), 0.7);
      context.lineWidth = 1;
      context.stroke();
    }
    context.fillStyle = css(mix(this.#paints.wood, this.#paints.dark, 0.32));
    for (const at of fieldsOf(board)) {
      const [x, y] = fieldMm(at, board, set), r = set.pitch_9 * 0.09;
      this.#path(Array.from({length: 12}, (_, i) => camera.project([x + r * Math.cos(i * 0.5236),
        y + r * Math.sin(i * 0.5236), 0])));
      context.fill();
    }
    const rim = (half + (board - 1) / 2 * pitchMm(board, set) + set.tower_width / 2) / 2;
    context.fillStyle = css(mix(this.#paints.wood, this.#paints.pageInk, 0.68));
    for (let i = 0; i < board; i++) {
      const [along] = gridMm(i, 0, board, set);
      for (const sign of [-1, 1]) {
        this.#flatText(FILES[i], [along, sign * rim, 0], set.pitch_9 * 0.34);
        this.#flatText(String(i + 1), [sign * rim, along, 0], set.pitch_9 * 0.34);
      }
    }
  }

  /** Letters that lie on the board. */
  #flatText(text, at, size) {
    const {context, camera} = this, [x, y] = camera.project(at);
    const [rx, ry] = camera.project([at[0] + size, at[1], at[2]]),
      [ux, uy] = camera.project([at[0], at[1] - size, at[2]]);
    context.save();
    context.transform((rx - x) / 16, (ry - y) / 16, (ux - x) / 16, (uy - y) / 16, x, y);
    context.font = "600 16px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, 0, 0);
    context.restore();
  }

  #drawShadows() {
    const {context, camera} = this, set = this.#set, {board, position} = this.#scene, half = set.tower_width / 2;
    context.save();
    this.#path([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
      camera.project([x * set.board_side / 2, y * set.board_side / 2, 0])));
    context.clip();
    context.beginPath();
    const add = (ring) => ring.map((point) => camera.project([...point, 0])).forEach(([x, y], i) =>
      (i ? context.lineTo(x, y) : context.moveTo(x, y)));
    for (const [at, stack] of Object.entries(position.towers)) {
      const [x, y] = fieldMm(at, board, set), [dx, dy] = SHADOW.map((share) => share * stack.length * set.tower_height);
      add([[x - half, y - half], [x + half, y - half], [x + half + dx, y - half + dy], [x + half + dx, y + half + dy],
        [x - half + dx, y + half + dy], [x - half, y + half]]);
    }
    for (const stick of position.sticks) {
      const [a, b] = stickEndsMm(stick, false, board, set), long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const [sx, sy] = [-(b[1] - a[1]) / long, (b[0] - a[0]) / long].map((v) => v * set.stick_width / 2);
      const on = ([x, y, z], sign) => [x + sign * sx + SHADOW[0] * z, y + sign * sy + SHADOW[1] * z];
      add([on(a, -1), on(b, -1), on(b, 1), on(a, 1)]);
    }
    context.fillStyle = css(this.#paints.dark, 0.2);
    context.fill();
    context.restore();
  }

  #isLit(piece) {
    const parts = this.#parts;
    if (!parts) return true;
    if (piece.kind === "stick") return parts.lit(this.#scene.position.sticks[piece.stick]);
    if (piece.kind === "plate") return piece.polygon === parts.polygon;
    return parts.fields.has(piece.at);
  }

  #drawPiece(piece) {
    const {context, camera} = this, lit = this.#isLit(piece), paints = this.#paints;
    const base = paints[piece.colour] ?? paints["?"];
    if (piece.kind === "plate") {
      this.#path(piece.faces[0].points.map(camera.project));
      context.fillStyle = css(base, this.#parts ? (lit ? 0.8 : 0.1) : piece.counts ? 0.45 : 0.16);
      context.fill();
      return;
    }
    const paint = lit ? base : mix(base, paints.wood, DIMMED);
    for (const face of piece.faces) {
      if (!this.#seen(face)) continue;
      const points = face.points.map(camera.project);
      this.#path(points);
      const colour = css(shade(paint, face.normal, camera));
      context.fillStyle = colour;
      context.fill();
      if (!face.whole || piece.kind === "post") {
        // Where a piece was cut, or a post stands on its block, no line is to shine through.
        context.lineWidth = 0.7;
        context.strokeStyle = colour;
        context.stroke();
      }
      this.#edges(points, face.edges, lit);
      if (face.whole) this.#decal(piece, face, lit);
      this.#hits.push({points, at: piece.at});
    }
  }

  #edges(points, edges, lit) {
    const {context} = this;
    context.beginPath();
    edges.forEach((real, i) => {
      if (!real) return;
      context.moveTo(...points[i]);
      context.lineTo(...points[(i + 1) % points.length]);
    });
    context.lineWidth = 0.8;
    context.strokeStyle = css(this.#paints.dark, lit ? 0.5 : 0.22);
    context.stroke();
  }

  /** The colour's symbol: on the posts of the topmost tower, and on the sides of every one. */
  #decal(piece, face, lit) {
    const outline = symbolOutline(piece.colour);
    if (!outline || (piece.kind === "post" ? !piece.top || face.side !== "top" : piece.kind !== "block" ||
      face.side === "top")) return;
    const [p, q, , s] = face.points, {project} = this.camera;
    const middle = p.map((_, k) => face.points.reduce((sum, point) => sum + point[k], 0) / 4);
    const long = (u) => Math.hypot(...u), across = q.map((v, k) => v - p[k]), upward = s.map((v, k) => v - p[k]);
    const size = 0.3 * Math.min(long(across), long(upward));
    if (size * this.camera.scale < 1.1) return;
    const place = ([u, v]) => project(middle.map((m, k) => m +
      (across[k] / long(across)) * u * size - (upward[k] / long(upward)) * v * size));
    this.#path(outline.map(place));
    this.context.fillStyle = css(this.#paints.inks[piece.colour], lit ? 0.85 : 0.3);
    this.context.fill();
  }

  // --- marks ----------------------------------------------------------------------------------------------------------

  #drawMarks() {
    const {board, verdict, position, violations, doubts} = this.#scene, set = this.#set, {camera, context} = this;
    const size = Math.min(26, Math.max(15, 0.62 * set.pitch_9 * camera.scale)), parts = this.#parts;
    this.#outlines = [];
    (verdict?.polygons ?? []).forEach((polygon, index) => {
      const heightAt = plateHeights(polygon, set);
      const lit = !parts || parts.polygon === index;
      const outline = polygon.fields.map((at) => camera.project([...fieldMm(at, board, set), heightAt(at)]));
      this.#outlines.push(outline);
      if (polygon.counts === false || (parts && lit)) {
        this.#path(outline);
        context.setLineDash(polygon.counts === false ? [6, 5] : []);
        context.lineWidth = parts && lit ? 3 : 1.5;
        context.strokeStyle = css(parts && lit ? this.#paints.light : this.#paints.dark, lit ? 0.9 : 0.2);
        context.stroke();
        context.setLineDash([]);
      }
      const [gx, gy] = placeForNumber(polygon, position.towers), near = fieldsNear(gx, gy).map(heightAt);
      const [x, y] = camera.project([...gridMm(gx, gy, board, set), near.reduce((a, b) => a + b) / near.length]);
      const text = polygon.counts === false ? `(${polygon.points})` : String(polygon.points);
      context.globalAlpha = lit ? 1 : 0.25;
      this.#plate(x, y, text, polygon.color, size);
      context.globalAlpha = 1;
    });
    const taken = new Set();
    violations.forEach((found, index) => {
      for (const spot of violationSpots(found, this.#scene, set)) {
        const key = spot.map(Math.round).join();
        const lit = !parts || parts.violation === index;
        if (taken.has(key) && !(parts && lit)) continue;
        taken.add(key);
        const [x, y] = camera.project(spot);
        context.globalAlpha = lit ? 1 : 0.25;
        this.#warning(x, y - size * 0.7, size * (parts && lit ? 1.3 : 1));
        context.globalAlpha = 1;
      }
    });
    for (const {at} of doubts) {
      context.globalAlpha = !parts || parts.holds(at) ? 1 : 0.25;
      if (isWay(at)) this.#way(wayMm(at, position, set).map(camera.project), size);
      else {
        const [x, y] = camera.project(topOf(at, this.#scene, set));
        this.#round(x, y - size * 0.7, "?", size);
      }
      context.globalAlpha = 1;
    }
  }

  /** A dashed line where a stick may lie, and a question mark in its middle. */
  #way([from, to], size) {
    const {context} = this;
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.lineWidth = size / 4;
    context.strokeStyle = css(this.#paints.paper, 0.85);
    context.stroke();
    context.setLineDash([size / 3, size / 4]);
    context.lineWidth = size / 8;
    context.strokeStyle = css(this.#paints.ink);
    context.stroke();
    context.setLineDash([]);
    this.#round((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, "?", size);
  }

  #text(x, y, text, size, colour) {
    const {context} = this;
    context.font = `750 ${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colour;
    context.fillText(text, x, y + size * 0.05);
  }

  #plate(x, y, text, colour, size) {
    const {context} = this, wide = size * (1.35 + 0.56 * text.length), high = size * 1.25;
    context.beginPath();
    context.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2);
    context.fillStyle = css(this.#paints.paper);
    context.fill();
    context.lineWidth = size / 9;
    context.strokeStyle = css(this.#paints[colour] ?? this.#paints["?"]);
    context.stroke();
    context.save();
    context.translate(x - wide / 2 + size * 0.62, y);
    context.scale(size * 0.27, size * 0.27);
    context.fillStyle = context.strokeStyle;
    context.fill(new Path2D(symbolPath(colour)));
    context.restore();
    this.#text(x + size * 0.34, y, text, size * 0.9, css(this.#paints.ink));
  }

  #warning(x, y, size) {
    const {context} = this;
    this.#path([[x, y - size * 0.62], [x + size * 0.68, y + size * 0.52], [x - size * 0.68, y + size * 0.52]]);
    context.fillStyle = css(this.#paints.warnPaper);
    context.fill();
    context.lineWidth = size / 8;
    context.strokeStyle = css(this.#paints.warn);
    context.stroke();
    this.#text(x, y + size * 0.14, "!", size * 0.78, css(this.#paints.warn));
  }

  #round(x, y, text, size) {
    const {context} = this;
    context.beginPath();
    context.arc(x, y, size * 0.56, 0, 2 * Math.PI);
    context.fillStyle = css(this.#paints.paper);
    context.fill();
    context.setLineDash([0.1, size / 5]);
    context.lineCap = "round";
    context.lineWidth = size / 9;
    context.strokeStyle = css(this.#paints.ink);
    context.stroke();
    context.setLineDash([]);
    context.lineCap = "butt";
    this.#text(x, y, text, size * 0.8, css(this.#paints.ink));
  }

  // --- pointing -------------------------------------------------------------------------------------------------------

  #place(event) {
    const {left, top} = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #hover(event) {
    const found = event ? this.#outlines.findIndex((outline) => within(this.#place(event), outline)) : -1;
    const polygon = found < 0 ? null : found;
    if (polygon === this.#pointed) return;
    this.#pointed = polygon;
    this.dispatchEvent(new CustomEvent("point", {detail: polygon === null ? null : {polygon}}));
  }

  #click(event) {
    if (!this.#scene) return;
    const place = this.#place(event);
    const hit = this.#hits.findLast(({points}) => within(place, points));
    const at = hit ? hit.at : this.#emptyFieldAt(place);
    if (at) this.dispatchEvent(new CustomEvent("field", {detail: {at}}));
  }

  #emptyFieldAt(place) {
    const {board} = this.#scene, half = pitchMm(board, this.#set) / 2;
    return fieldsOf(board).find((at) => {
      const [x, y] = fieldMm(at, board, this.#set);
      return within(place, [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) =>
        this.camera.project([x + u * half, y + v * half, 0])));
    });
  }
}

/** The fields around a grid point. */
function fieldsNear(x, y) {
  const around = (value) => [...new Set([Math.floor(value), Math.ceil(value)])];
  return around(x).flatMap((u) => around(y).map((v) => `${FILES[u]}${v + 1}`));
}

/** Where a violation is marked, in millimetres: over the middle of its stick, or over its fields. */
function violationSpots(found, scene, set) {
  const stick = found.stick && scene.position.sticks.find((each) => stickWord(each) === stickWord(found.stick));
  if (!stick) return (found.fields ?? []).filter((at) => coordinates(at)[0] >= 0).map((at) => topOf(at, scene, set));
  const [a, b] = stickEndsMm(stick, false, scene.board, set);
  return [a.map((value, i) => (value + b[i]) / 2 + (i === 2 ? set.stick_width : 0))];
}
