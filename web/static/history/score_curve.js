// The points over a game as a small curve: one line a player, a symbol at its end, and a turn under the pointer.

import {symbolPath, symbolText} from "../shown/symbols.js";
import {el, svg} from "../dom.js";
import {of, t} from "../texts.js";

const [WIDE, HIGH, EDGE, END] = [320, 56, 6, 26];

/** `show(turns, players, current)`; event "choose": {n} when a place is pressed. For the keyboard there is the slider. */
export function createCurve() {
  return new Curve();
}

class Curve extends EventTarget {
  #turns = [];
  #players = [];
  #lines = svg("g");
  #here = svg("line", {class: "curve-here", y1: 0, y2: HIGH});
  #under = svg("line", {class: "curve-under", y1: 0, y2: HIGH});
  #told = el("p", {class: "curve-told", "aria-hidden": "true"});

  constructor() {
    super();
    this.drawing = svg("svg", {class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img"}, this.#here, this.#lines, this.#under);
    this.root = el("div", {class: "curve-box", title: t("page.history.curve_hint")}, this.drawing, this.#told);
    this.drawing.addEventListener("pointermove", (event) => this.#point(this.#turnAt(event)));
    this.drawing.addEventListener("pointerleave", () => this.#point(null));
    this.drawing.addEventListener("click", (event) => this.dispatchEvent(new CustomEvent("choose", {detail: {n: this.#turnAt(event)}})));
  }

  show(turns, players, current) {
    [this.#turns, this.#players] = [turns, players];
    const highest = Math.max(1, ...turns.flatMap(({scores}) => Object.values(scores ?? {})));
    const scored = turns.some(({scores}) => Object.values(scores ?? {}).some(Boolean));
    this.root.hidden = !scored;
    if (!scored) return;
    const y = (points) => HIGH - EDGE - (points / highest) * (HIGH - 2 * EDGE);
    this.#lines.replaceChildren(...players.map((player) => this.#line(player, y)));
    this.#put(this.#here, current);
    const last = turns.at(-1).scores;
    const said = players.map((player) => `${of("colour.", player)} ${last[player] ?? 0}`).join(", ");
    this.drawing.setAttribute("aria-label", `${t("page.history.curve")}: ${said}`);
    this.#point(null);
  }

  #line(player, y) {
    const points = [0, ...this.#turns.map(({scores}) => scores?.[player] ?? 0)];
    const way = points.map((value, n) => (n ? `H${this.#x(n)}V${y(value)}` : `M${this.#x(0)} ${y(value)}`)).join("");
    const same = this.#players.filter((other) => (this.#turns.at(-1).scores?.[other] ?? 0) === points.at(-1));
    const aside = same.indexOf(player) * 9; // those who are level stand beside each other
    return svg("g", {class: `curve-of of-${player}`}, svg("path", {class: "curve-line", d: way}),
      svg("path", {class: `curve-end paint-${player}`, d: symbolPath(player), transform: `translate(${WIDE - END + 9 + aside} ${y(points.at(-1))}) scale(4.6)`}));
  }

  #x(n) {
    return (n / Math.max(1, this.#turns.length)) * (WIDE - END);
  }

  #put(line, n) {
    line.style.display = n === null ? "none" : "";
    if (n !== null) for (const end of ["x1", "x2"]) line.setAttribute(end, this.#x(n));
  }

  #turnAt(event) {
    const box = this.drawing.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * (WIDE / (WIDE - END));
    return Math.max(0, Math.min(this.#turns.length, Math.round(share * this.#turns.length)));
  }

  #point(n) {
    this.#put(this.#under, n);
    const scores = n ? this.#turns[n - 1].scores : {};
    const points = this.#players.map((player) => `${symbolText(player)} ${scores?.[player] ?? 0}`).join("  ");
    this.#told.textContent = n === null ? "" : t("page.history.curve_at", {number: n, points});
  }
}
