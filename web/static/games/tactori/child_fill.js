// The board as large as the screen allows: turned and moved so that it fills the room beside the cards.

import {completeSet} from "./geometry.js";
import {topOf} from "./solid_pieces.js";

// From where children look: nearly straight, so that the board is large; steeper where the screen is high.
const WIDE = {azimuth: 9, elevation: 46}, HIGH = {azimuth: 7, elevation: 62};
const MARGIN_PX = 6;

/** `show(scene)` when something stands otherwise, `home()` to go back to where children look from. */
export function createFilling(solid) {
  return new Filling(solid);
}

class Filling {
  #solid;
  #scene = null;
  #isHome = true; // until somebody turns the board

  constructor(solid) {
    this.#solid = solid;
    new ResizeObserver(() => this.#isHome && this.home()).observe(solid.canvas);
    solid.canvas.addEventListener("pointerdown", () => (this.#isHome = false));
    solid.canvas.addEventListener("keydown", () => (this.#isHome = false));
  }

  show(scene) {
    this.#scene = scene;
    if (this.#isHome) this.home();
  }

  home() {
    const {orbit, canvas} = this.#solid, {width, height} = canvas.getBoundingClientRect();
    if (!this.#scene || !width || !height) return;
    this.#isHome = true;
    const from = width > height ? WIDE : HIGH, before = {...orbit.now}, round = 360 * Math.round(orbit.goal.azimuth / 360);
    Object.assign(orbit.now, from, {zoom: 1, x: 0, y: 0});
    const fitted = {...from, azimuth: from.azimuth + round, ...this.#fit(width, height)};
    Object.assign(orbit.now, before);
    Object.assign(orbit.goal, fitted);
    orbit.changed();
  }

  /** How near and how far aside, so that all corners and all stacks are just in the picture. */
  #fit(width, height) {
    const set = completeSet(this.#scene.set), half = set.board_side / 2, floors = this.#floors();
    const camera = this.#solid.orbit.camera(width, height, set.board_side, floors), [cx, cy] = camera.project([0, 0, 0]);
    const tops = Object.keys(this.#scene.position.towers).map((at) => topOf(at, this.#scene, set));
    const corners = [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0], [-half, -half, -half / 10], [half, -half, -half / 10]];
    const seen = [...corners, ...tops].map(camera.project).map(([x, y]) => [x - cx, y - cy]);
    const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const zoom = Math.min((width - 2 * MARGIN_PX) / (right - left), (height - 2 * MARGIN_PX) / (bottom - top));
    return {zoom, x: 0.5 - (zoom * (left + right)) / 2 / width - cx / width, y: 0.5 - (zoom * (top + bottom)) / 2 / height - cy / height};
  }

  /** As the view itself counts them. */
  #floors() {
    return Math.max(0, ...Object.values(this.#scene.position.towers).map((stack) => stack.length));
  }
}
