// What was read of a flat board, drawn over the camera's picture: its outline, its fields, doubts and what is wrong.

import {svg} from "../dom.js";
import {fromSquare} from "../shown/projective.js";

const RING_POINTS = 24;

/**
 * `show(scene)` draws nothing while the scene has no view; `light(what)` as every view; event "place": {place}. `spotOf`
 * gives a place as {x, y, reach, round} in shares of the board, from the near left corner.
 */
export function createTopOverlay(container, {interactive = false, fields = 5, spotOf} = {}) {
  return new TopOverlay(container, interactive, fields, spotOf);
}

class TopOverlay extends EventTarget {
  #scene = null;
  #fields;
  #spotOf;

  constructor(container, interactive, fields, spotOf) {
    super();
    [this.#fields, this.#spotOf] = [fields, spotOf];
    this.root = svg("svg", {class: `board-overlay ${interactive ? "interactive" : ""}`, "aria-hidden": "true"});
    container.classList.add("board-overlay-host");
    container.append(this.root);
  }

  show(scene) {
    this.#scene = {violations: [], doubts: [], ...scene};
    const {view, doubts, violations} = this.#scene;
    this.root.replaceChildren();
    if (!view?.corners) return;
    const [width, height] = view.size, line = width / 900;
    this.root.setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`); // the middle of the upper left pixel is (0, 0)
    const at = fromSquare(view.corners);
    if (!at) return;
    const grid = Array.from({length: this.#fields + 1}, (_, i) => i / this.#fields);
    const lines = grid.map((s) => `M${at(s, 0)}L${at(s, 1)}M${at(0, s)}L${at(1, s)}`).join("");
    const rim = `M${[[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => at(u, v)).join("L")}Z`;
    const marked = (kind, places, label) => places.map((place) => this.#mark(at, place, kind, label, line));
    this.root.append(
      svg("path", {class: "over-light thin field-lines", d: lines, "stroke-width": line}),
      svg("path", {class: "over-dark", d: rim, "stroke-width": 4 * line}), svg("path", {class: "over-light", d: rim, "stroke-width": 1.6 * line}),
      svg("g", {class: "marks"}, marked("doubt", doubts.map((doubt) => doubt.at), "?"), violations.map((found, i) =>
        svg("g", {class: "violation", "data-violation": i}, marked("wrong", found.fields ?? [], "!")))));
  }

  light(what) {
    const places = what?.violation != null ? this.#scene?.violations[what.violation]?.fields : what?.fields;
    this.root.classList.toggle("lighting", Boolean(places?.length));
    for (const each of this.root.querySelectorAll("[data-place]")) each.classList.toggle("lit", places?.includes(each.dataset.place) ?? false);
  }

  #mark(at, place, kind, label, line) {
    const spot = this.#spotOf(place);
    if (!spot) return null;
    const {x, y, reach, round} = spot;
    const ring = Array.from({length: RING_POINTS}, (_, i) => {
      const turn = (2 * Math.PI * i) / RING_POINTS, [c, s] = [Math.cos(turn), Math.sin(turn)], far = round ? 1 : 1 / Math.max(Math.abs(c), Math.abs(s));
      return at(x + reach * c * far, y + reach * s * far);
    });
    const [u, v] = at(x, y), size = Math.hypot(ring[0][0] - u, ring[0][1] - v);
    return svg("g", {class: kind, "data-place": place},
      svg("path", {class: kind === "doubt" ? "doubt-line" : "violation-line", d: `M${ring.join("L")}Z`, "stroke-width": 2.6 * line, "stroke-dasharray": `${7 * line} ${5 * line}`}),
      svg("text", {class: "haloed", x: u, y: v, "font-size": size.toFixed(1), "stroke-width": (size / 5).toFixed(1)}, label));
  }
}
