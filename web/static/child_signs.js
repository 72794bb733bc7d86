// The calm sign "look here", kept over its place on the board while that is turned.

import {completeSet, fieldMm, stickEndsMm} from "./board/geometry.js";
import {topOf} from "./board/solid_pieces.js";
import {SIGNS} from "./child_pictures.js";
import {el, put} from "./dom.js";

const MOST_SIGNS = 4;

/** `show(scene)` puts a sign on every place that `scene.violations` names. */
export function createSigns(container, solid) {
  return new Signs(container, solid);
}

class Signs {
  #container;
  #solid;
  #spots = [];
  #shown = "";
  #isGoing = false;

  constructor(container, solid) {
    this.#container = container;
    this.#solid = solid;
  }

  show(scene) {
    const spots = distinct(scene.violations.flatMap((found) => spotsOf(found, scene, completeSet(scene.set))));
    const shown = JSON.stringify(spots);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#spots = spots.map((spot) => ({spot, element: el("div", {class: "child-sign"}, el("span", {class: "ring"}), el("span", {class: "bubble"}, SIGNS.look()))}));
    put(this.#container, this.#spots.map((each) => each.element));
    if (!this.#isGoing) this.#follow();
  }

  /** The board can be turned at any time; as long as there are signs they follow it. */
  #follow() {
    this.#isGoing = this.#spots.length > 0;
    if (!this.#isGoing) return;
    const {camera} = this.#solid;
    if (camera) {
      for (const {spot, element} of this.#spots) {
        const [x, y] = camera.project(spot);
        element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      }
    }
    requestAnimationFrame(() => this.#follow());
  }
}

/** Where something is wrong, in millimetres: the middle of the stick, else the tops of the fields. */
function spotsOf({fields = [], stick}, scene, set) {
  if (stick) {
    const [a, b] = stickEndsMm(stick, false, scene.board, set);
    return [a.map((v, i) => (v + b[i]) / 2)];
  }
  return fields.map((at) => (scene.position.towers[at] ? topOf(at, scene, set) : [...fieldMm(at, scene.board, set), 0]));
}

function distinct(spots) {
  const kept = new Map(spots.map((spot) => [spot.map(Math.round).join(), spot]));
  return [...kept.values()].slice(0, MOST_SIGNS);
}
