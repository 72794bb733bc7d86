// One calm sign at a time: an outline around the place that it is about, and an eye beside it that points there.

import {el, put} from "../dom.js";
import {SIGNS} from "./pictures.js";

const GAP_PX = 10;
// Where the eye looks best, tried one after the other: upper right, upper left, right, left, above, below, lower ones.
const AROUND = [-45, -135, 0, 180, -90, 90, 45, 135].map((degrees) => (degrees * Math.PI) / 180);

/**
 * `show(violations)` puts a sign at what is to be put right first; the next comes after that. `board` has
 * `camera` ({project(at), scale}, or null as long as nothing is drawn), `spotsOf(found)` as a list of {at, reach},
 * `first`, the families of rules in the order they are put right in, and `wholePicture(rule)` for what has no place.
 */
export function createSigns(container, board) {
  return new Signs(container, board);
}

class Signs {
  #container;
  #board;
  #about = null; // what is shown, until it is settled
  #rings = [];
  #sign = null;
  #shown = "";
  #isGoing = false;

  constructor(container, board) {
    this.#container = container;
    this.#board = board;
  }

  show(violations) {
    const found = this.#chosen(violations);
    this.#about = found ? keyOf(found) : null;
    const spots = found ? this.#board.spotsOf(found) : [];
    const shown = JSON.stringify([this.#about, spots]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#rings = spots.map((spot) => ({...spot, element: el("span", {class: "ring"})}));
    this.#sign = found ? el("span", {class: `bubble ${spots.length ? "" : "whole"}`}, spots.length ? SIGNS.look() : this.#board.wholePicture(found.rule)) : null;
    const arrow = spots.length ? el("span", {class: "arrow"}) : null;
    put(this.#container, found ? el("div", {class: "child-sign", "data-rule": found.rule}, this.#rings.map((ring) => ring.element), arrow, this.#sign) : []);
    if (!this.#isGoing) this.#follow();
  }

  /** What is shown stays until it is right; then comes what matters most. */
  #chosen(violations) {
    const rank = ({rule}) => this.#board.first.findIndex((family) => rule.startsWith(family));
    return violations.find((each) => keyOf(each) === this.#about) ?? [...violations].sort((one, other) => rank(one) - rank(other))[0];
  }

  /** The board can be turned at any time; as long as there is a sign it follows it. */
  #follow() {
    this.#isGoing = this.#rings.length > 0;
    this.#container.style.visibility = this.#isGoing && !this.#board.camera ? "hidden" : ""; // nobody knows yet where
    if (!this.#isGoing) return;
    if (this.#board.camera) this.#place(this.#board.camera);
    requestAnimationFrame(() => this.#follow());
  }

  #place(camera) {
    const circles = this.#rings.map(({at, reach, element}) => {
      const [x, y] = camera.project(at), r = reach * camera.scale;
      Object.assign(element.style, {left: `${(x - r).toFixed(1)}px`, top: `${(y - r).toFixed(1)}px`, width: `${(2 * r).toFixed(1)}px`, height: `${(2 * r).toFixed(1)}px`});
      return {x, y, r};
    });
    const {clientWidth: wide, clientHeight: high} = this.#container, size = this.#sign.offsetWidth / 2, [first] = circles;
    const places = AROUND.map((turn) => {
      const away = first.r + GAP_PX * 2 + size;
      return {turn, x: first.x + away * Math.cos(turn), y: first.y + away * Math.sin(turn)};
    });
    const isFree = ({x, y}) => x >= size && y >= size && x <= wide - size && y <= high - size && circles.every((c) => Math.hypot(c.x - x, c.y - y) >= c.r + size + GAP_PX);
    const best = places.find(isFree) ?? places.find(({x, y}) => circles.every((c) => Math.hypot(c.x - x, c.y - y) >= c.r + size)) ?? places[0];
    Object.assign(this.#sign.style, {left: `${(best.x - size).toFixed(1)}px`, top: `${(best.y - size).toFixed(1)}px`});
    const tip = [first.x + (first.r + 3) * Math.cos(best.turn), first.y + (first.r + 3) * Math.sin(best.turn)];
    Object.assign(this.#sign.previousElementSibling.style, {left: `${tip[0].toFixed(1)}px`, top: `${tip[1].toFixed(1)}px`, rotate: `${best.turn}rad`});
  }
}

function keyOf({rule, fields = [], stick = null}) {
  return JSON.stringify([rule, fields, stick]);
}
