// What counts in a game, each with its points: polygons with their sides, bridges, connections or the longest way.
import {el, say} from "../../dom.js";
import {capital, list, of, t} from "../../texts.js";
import {colourMark} from "../../shown/colour_mark.js";

const ORDER = ["R", "B", "Y", "G"];
const NONE = {bridges: "page.counts.no_bridges", connections: "page.counts.no_connections", longest: "page.counts.no_longest"};

/**
 * `show(verdict, {goal, shape, id, n})`: what `draufsicht score` prints, with what counted; `goal` is what the game
 * counts ("polygons" if it is not said), `shape` what has to be closed. The heading before the container says what it
 * is. `light(what)` as every view. Event "point": {polygon: index}, {fields} or null.
 */
export function createPolygons(container) {
  return new Polygons(container);
}

class Polygons extends EventTarget {
  #list = el("div", {class: "polygons"});
  #heading;
  #rows = [];
  #shown = null;
  #chosen = null;

  constructor(container) {
    super();
    container.append(this.#list);
    const before = container.previousElementSibling;
    this.#heading = before?.matches("h2, h3") ? before : null;
  }

  show(verdict, about = {}) {
    const goal = verdict?.tasks ? "tasks" : about.goal ?? "polygons";
    const turns = goal === "nothing" ? about.turns?.length ?? about.n ?? 0 : 0;
    const signature = JSON.stringify([verdict?.polygons, verdict?.counted, verdict?.scores, goal, about.shape, turns]);
    if (signature === this.#shown) return;  // what has the focus keeps it
    this.#shown = signature;
    this.#rows = [];
    this.#chosen = null;
    if (this.#heading) say(this.#heading, title(goal, about));
    this.#list.replaceChildren(...this.#groups(verdict ?? {polygons: [], scores: {}}, goal, about.shape, turns));
  }

  light(what) {
    const lit = what && keyOf(what);
    for (const {key, row} of this.#rows) row.classList.toggle("lit", key === lit);
  }

  #groups(verdict, goal, shape, turns) {
    if (goal === "tasks") return [];
    if (goal === "nothing") return [el("p", {class: "polygon-none"}, t("page.counts.sliding", {count: turns}))];
    const polygons = goal === "polygons" ? (verdict.polygons ?? []).map((polygon, i) => ({...polygon, i})) : [];
    const counted = goal === "polygons" ? [] : verdict.counted ?? [];
    const colours = ORDER.filter((colour) => colour in verdict.scores || polygons.some((p) => p.color === colour));
    const groups = colours.map((colour) => {
      const rows = goal === "polygons" ? polygons.filter((polygon) => polygon.color === colour).map((polygon) => this.#row(polygon, shape))
        : counted.filter((each) => each.color === colour).map((each) => this.#counted(each, goal));
      return el("section", {class: "polygon-group"}, heading(colour, verdict.scores[colour] ?? 0),
        rows.length ? el("ul", {class: goal}, ...rows.map((row) => el("li", {}, row))) : "");
    });
    if (!polygons.length && !counted.length) {
      groups.push(el("p", {class: "polygon-none"}, goal === "polygons" ? t("page.history.polygons.none") : of("", NONE[goal])));
    }
    return groups;
  }

  #row(polygon, shape) {
    const sides = polygon.sides.map((side) => side.points).join(" + ");
    const why = polygon.counts ? "" : whyNot(polygon, shape);
    const sum = polygon.counts ? [`${sides} = `, el("b", {}, String(polygon.points))] : why;
    return this.#pointing({polygon: polygon.i}, `polygon-row${polygon.counts ? "" : " idle"}`,
      el("span", {class: "polygon-sum"}, sum), el("span", {class: "polygon-where"}, fieldsOf(polygon)));
  }

  /** A bridge, a connection with the floors it is bridged on, or the longest way. */
  #counted({fields, sticks, points}, goal) {
    if (goal === "longest") {
      return this.#pointing({fields}, "polygon-row", el("span", {class: "polygon-sum"}, el("b", {}, t("page.counts.points", {count: points}))),
        el("span", {class: "polygon-where"}, t("page.counts.way_over", {fields: fields.join(" ")})));
    }
    const floors = sticks.map((stick) => stick.a.floor);
    const where = floors.length > 1 ? t("page.counts.floors", {floors: list(floors.map(String))}) : t("page.counts.floor", {floor: floors[0]});
    return this.#pointing({fields: [...fields, fields.join("-")]}, "polygon-row short",
      el("span", {class: "polygon-sum"}, t("page.counts.way", {a: fields[0], b: fields[1]})), el("span", {class: "polygon-where"}, where));
  }

  #pointing(what, classes, ...children) {
    const key = keyOf(what);
    const row = el("button", {
      type: "button",
      class: classes,
      onfocus: () => this.#point(what),
      onblur: () => this.#point(null),
      onpointerenter: () => this.#point(what),
      onpointerleave: () => this.#point(row === document.activeElement ? what : null),
      // A finger does not hover: touching a row lights what it is about, touching it again lets go.
      onclick: () => {
        this.#chosen = this.#chosen === key ? null : key;
        this.#point(this.#chosen ? what : null);
      },
    }, ...children);
    this.#rows.push({key, row});
    return row;
  }

  #point(what) {
    this.light(what);
    this.dispatchEvent(new CustomEvent("point", {detail: what}));
  }
}

function keyOf({polygon = null, fields = null}) {
  return JSON.stringify([polygon, fields]);
}

function title(goal, {shape, id, game}) {
  if (goal === "polygons") return shape === "rectangle" ? t("page.counts.rectangles") : t("page.counts.polygons");
  if (goal === "bridges" && (id ?? game) === "colourful") return t("page.counts.together");
  return of("page.counts.", goal);
}

function heading(colour, points) {
  return el("h3", {class: "polygon-head"}, colourMark(colour), el("span", {}, capital(of("colour.", colour))),
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
  if (shape === "rectangle") return t("page.history.polygons.outer");
  return shape ? t("page.history.polygons.centre") : t("page.history.polygons.not");
}

function place(field) {
  return [field.charCodeAt(0), Number(field.slice(1))];
}
