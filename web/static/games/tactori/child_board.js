// The board for children: the solid view as large as the screen allows, and where on it something is wrong.

import {createFilling} from "./child_fill.js";
import {wholePicture} from "./child_pictures.js";
import {completeSet, fieldMm, stickEndsMm} from "./geometry.js";
import {createSolid} from "./solid.js";
import {topOf} from "./solid_pieces.js";

const MOST_PLACES = 4;
// After so long without a touch the board turns back to where it was.
const HOME_MS = 20000;

/** `show(scene)`, and what the signs over it need (children/signs.js). */
export function createChildBoard(container) {
  return new ChildBoard(container);
}

class ChildBoard {
  #solid;
  #filling;
  #scene = null;
  #drawn = "";
  #home = 0;
  // What is put right first: how a game begins, then what was played, then what lies there, then what is too much.
  first = ["setup.", "turn.", "bridge.", "colourful.", "sliding.", "supply."];
  wholePicture = wholePicture;

  constructor(container) {
    this.#solid = createSolid(container);
    this.#filling = createFilling(this.#solid);
    for (const kind of ["pointermove", "pointerdown", "keydown", "wheel"]) {
      this.#solid.canvas.addEventListener(kind, () => {
        clearTimeout(this.#home);
        this.#home = setTimeout(() => this.#filling.home(), HOME_MS);
      }, {passive: true});
    }
  }

  get camera() {
    return this.#solid.camera;
  }

  /** Its own warnings are for those who read; the calm signs are laid over it. */
  show(scene) {
    this.#scene = {...scene, violations: [], doubts: [], byHand: []};
    const drawn = JSON.stringify([scene.board, scene.position, scene.verdict.polygons, scene.set]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#solid.show(this.#scene);
    this.#filling.show(this.#scene);
  }

  /** Where something is wrong and how far around it reaches, in millimetres: the stick, else the fields. */
  spotsOf({fields = [], stick}) {
    const scene = this.#scene, set = completeSet(scene.set);
    if (stick) {
      const [a, b] = stickEndsMm(stick, false, scene.board, set);
      return [{at: a.map((v, i) => (v + b[i]) / 2), reach: Math.hypot(...a.map((v, i) => v - b[i])) / 2 + set.tower_width * 0.6}];
    }
    return fields.slice(0, MOST_PLACES).map((at) => {
      const [x, y, z] = scene.position.towers[at] ? topOf(at, scene, set) : [...fieldMm(at, scene.board, set), 0];
      return {at: [x, y, z / 2], reach: set.tower_width * 0.95 + z / 3};
    });
  }
}
