// Tactori for those who cannot read: towers, building tasks, and a board that is not as it should be.

import {box, path, picture} from "../../children/pictures.js";
import {svg} from "../../dom.js";
import {symbolPath} from "../../shown/symbols.js";

// A tower as it is drawn in little pictures: its width and height, and how far its back is to the right and up.
const WIDE = 30, HIGH = 24, BACK = [11, -9];
// How much of its height are the four posts.
const POST = 8.500;
const APART = 54;

/** The parts of a tower with its near lower left corner at (x, y): four posts on a block leave the cross-shaped groove. */
function partsOf(x, y, colour, hasFace = false) {
  const [dx, dy] = BACK, foot = HIGH - POST, wide = WIDE * 0.4, deep = BACK.map((v) => v * 0.4), right = x + WIDE - wide;
  const post = (left, back) => box(left + dx * back, y - foot + dy * back, wide, POST, deep);
  const mark = (cx, cy, size) => svg("path", {class: "mark", d: symbolPath(colour), transform: `translate(${cx} ${cy}) scale(${size})`});
  const eye = (cx) => [svg("circle", {class: "eye", cx, cy: y - foot * 0.62, r: 3.200}), svg("circle", {class: "pupil", cx: cx + 0.500, cy: y - foot * 0.600, r: 1.600})];
  const front = [
    post(x, 0), post(right, 0), path("seam", `M${x + 0.500} ${y - foot}h${wide - 1}M${right + 0.500} ${y - foot}h${wide - 1}`),
    hasFace
      ? [mark(x + wide / 2, y - foot - POST / 2, POST * 0.32), mark(right + wide / 2, y - foot - POST / 2, POST * 0.32), eye(x + WIDE * 0.32), eye(x + WIDE * 0.68),
        path("smile", `M${x + WIDE * 0.36} ${y - foot * 0.300}q${WIDE * 0.14} ${foot * 0.260} ${WIDE * 0.28} 0`)]
      : mark(x + WIDE / 2, y - foot / 2, foot * 0.34)];
  const group = (children) => svg("g", {class: `paint-${colour}`}, children);
  return {rear: group([box(x, y, WIDE, foot, BACK), post(x, 0.6), post(right, 0.6)]), front: group(front)};
}

/** A stick from one place to another, in the grooves of that floor. */
function bar(from, to, floor, colour) {
  const y = -floor * HIGH + POST + BACK[1] / 2 - 6, x = (place) => place * APART + WIDE / 2 + BACK[0] / 2;
  const [a, b] = [x(from) - 12, x(to) + 12];
  return svg("g", {class: `paint-${colour}`},
    path("face", `M${a} ${y}h${b - a}v6h${a - b}z`), path("top", `M${a} ${y}l3 -3h${b - a}l-3 3z`), path("side", `M${b} ${y}l3 -3v6l-3 3z`));
}

/** Stacks side by side with sticks between them: `stacks` from the left, sticks as [from, to, floor, colour]. */
function building(stacks, sticks) {
  const highest = Math.max(...stacks.map((stack) => stack.length)), parts = [];
  for (let floor = 1; floor <= highest; floor++) {
    const towers = stacks.map((stack, i) => stack[floor - 1] && partsOf(i * APART, -(floor - 1) * HIGH, stack[floor - 1])).filter(Boolean);
    parts.push(towers.map((tower) => tower.rear), sticks.filter((stick) => stick[2] === floor).map((stick) => bar(...stick)), towers.map((tower) => tower.front));
  }
  const wide = (stacks.length - 1) * APART + WIDE + BACK[0], high = 2 * HIGH - BACK[1], side = wide + 20, left = -10;
  return picture(`${left} ${-high} ${side} ${high + 8}`, "task-picture", path("ground", `M${left} 0h${side}l-7 7h${14 - side}z`), ...parts);
}

const TASKS = {
  "task.bridge": () => building(["R", "B"], [[0, 1, 1, "Y"]]),
  "task.own_colour": () => building(["G", "G"], [[0, 1, 1, "G"]]),
  "task.higher": () => building(["RB", "YB"], [[0, 1, 2, "B"]]),
  "task.joined": () => building(["R", "R", "R"], [[0, 1, 1, "R"], [1, 2, 1, "R"]]),
  "task.across": () => building(["Y", "YY", "BY"], [[0, 1, 1, "Y"], [1, 2, 2, "Y"]]),
};

/** What a building task looks like when it is done; null for one that has no picture. */
export function taskPicture(key) {
  return TASKS[key]?.() ?? null;
}

/** A tower of a colour with its symbol, as large as its place; it has a face. */
export function towerPicture(colour, className = "tower-picture") {
  return picture(`-2 ${-HIGH + BACK[1] - 2} ${WIDE + BACK[0] + 4} ${HIGH - BACK[1] + 4}`, className, Object.values(partsOf(0, 0, colour, true)));
}

/** What is wrong with the board as a whole: too many pieces, or a board that is not as the game begins. */
export function wholePicture(rule) {
  const many = rule.startsWith("supply.") || rule === "setup.count";
  const dots = [18, 32, 46].flatMap((y) => [18, 32, 46].map((x) => svg("circle", {class: "dot", cx: x, cy: y, r: 3})));
  const towers = [[4, 58, "R"], [26, 58, "B"], [15, 40, "Y"]].map(([x, y, colour]) => svg("g", {transform: `translate(${x} ${y}) scale(0.62)`}, Object.values(partsOf(0, 0, colour))));
  return picture("0 0 64 64", "sign-picture", many
    ? [towers, path("ray", "M44 22h16M52 14l8 8-8 8")]
    : [svg("rect", {class: "wood", x: 6, y: 6, width: 52, height: 52, rx: 5}), dots]);
}
