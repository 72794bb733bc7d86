// The list of polygons: each with its sides and points, so that everybody sees why it is 27.
import {el} from "./dom.js";
import {of, t} from "./texts.js";
import {colourMark} from "./colour_mark.js";

const ORDER = ["R", "B", "Y", "G"];

/**
 * `show(verdict, {goal, shape})`: what `draufsicht score` prints; `goal` is what the game counts ("polygons" if it is
 * not said), `shape` what has to be closed. `light(what)` as every view. Event "point": {polygon: index} or null.
 */
export function createPolygons(container) {
  return new Polygons(container);
}

class Polygons extends EventTarget {
  #list = el("div", {class: "polygons"});
  #rows = [];
  #shown = null;
  #chosen = null;

  constructor(container) {
    super();
    container.append(this.#list);
  }

  show(verdict, about = {}) {
    const goal = about.goal ?? "polygons";
    const signature = JSON.stringify([verdict?.polygons, verdict?.scores, goal, about.shape]);
    if (signature === this.#shown) return;  // what has the focus keeps it
    this.#shown = signature;
    this.#rows = [];
    this.#chosen = null;
    this.#list.replaceChildren(...this.#groups(verdict ?? {polygons: [], scores: {}}, goal, about.shape));
  }

  light(what) {
    const index = what && "polygon" in what ? what.polygon : null;
    for (const {i, row} of this.#rows) row.classList.toggle("lit", i === index);
  }

  #groups(verdict, goal, shape) {
    if (goal !== "polygons") return this.#scores(verdict, goal);
    const polygons = (verdict.polygons ?? []).map((polygon, i) => ({...polygon, i}));
    const colours = ORDER.filter((colour) => colour in verdict.scores || polygons.some((p) => p.color === colour));
    const groups = colours.map((colour) => {
      const own = polygons.filter((polygon) => polygon.color === colour);
      const rows = own.map((polygon) => el("li", {}, this.#row(polygon, shape)));
      return el("section", {class: "polygon-group"}, heading(colour, verdict.scores[colour] ?? 0),
        rows.length ? el("ul", {}, ...rows) : "");
    });
    if (!polygons.length) groups.push(el("p", {class: "polygon-none"}, t("page.history.polygons.none")));
    return groups;
  }

  /** Games that count something else. */
  #scores(verdict, goal) {
    if (goal === "nothing") return [el("p", {class: "polygon-none"}, t("page.history.polygons.idle"))];
    const groups = ORDER.filter((colour) => colour in (verdict.scores ?? {})).map((colour) =>
      el("section", {class: "polygon-group"}, heading(colour, verdict.scores[colour])));
    return [el("p", {class: "polygon-none"}, of("page.history.score.", goal)), ...groups];
  }

  #row(polygon, shape) {
    const sides = polygon.sides.map((side) => side.points).join(" + ");
    const why = polygon.counts ? "" : whyNot(polygon, shape);
    const row = el("button", {
      type: "button",
      class: `polygon-row${polygon.counts ? "" : " idle"}`,
      onfocus: () => this.#point(polygon.i),
      onblur: () => this.#point(null),
      onpointerenter: () => this.#point(polygon.i),
      onpointerleave: () => this.#point(row === document.activeElement ? polygon.i : null),
      onclick: () => this.#choose(polygon.i),
    },
    el("span", {class: "polygon-sum"}, `${sides} = `, el("b", {}, String(polygon.points))),
    el("span", {class: "polygon-where"}, why, why ? el("br", {}) : "", fieldsOf(polygon)));
    this.#rows.push({i: polygon.i, row});
    return row;
  }

  /** A finger does not hover: touching a row lights its polygon, touching it again lets go. */
  #choose(i) {
    this.#chosen = this.#chosen === i ? null : i;
    this.#point(this.#chosen);
  }

  #point(i) {
    const detail = i === null ? null : {polygon: i};
    this.light(detail);
    this.dispatchEvent(new CustomEvent("point", {detail}));
  }
}

function heading(colour, points) {
  return el("h3", {class: "polygon-head"}, colourMark(colour), el("span", {}, of("colour.", colour)),
    el("b", {class: "polygon-points"}, String(points)));
}

/** The corners are enough to find it on the board. */
function fieldsOf(polygon) {
  return t("page.history.polygons.fields", {fields: corners(polygon.fields).join(" ")});
}

function corners(fields) {
  const at = (i) => place(fields[(i + fields.length) % fields.length]);
  return fields.filter((_, i) => {
    const [[ax, ay], [bx, by], [cx, cy]] = [at(i - 1), at(i), at(i + 1)];
    return (bx - ax) * (cy - by) !== (by - ay) * (cx - bx);
  });
}

function whyNot(polygon, shape) {
  if (shape === "rectangle" && corners(polygon.fields).length !== 4) return t("page.history.polygons.shape");
  return shape ? t("page.history.polygons.centre") : t("page.history.polygons.not");
}

function place(field) {
  return [field.charCodeAt(0), Number(field.slice(1))];
}
