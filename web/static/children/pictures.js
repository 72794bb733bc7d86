// Pictures for those who cannot read: towers, stars, building tasks, eyes and hands.

import {symbolPath} from "../shown/symbols.js";
import {svg} from "../dom.js";

// A tower as it is drawn in little pictures: its width and height, and how far its back is to the right and up.
const WIDE = 30, HIGH = 24, BACK = [11, -9];
// How much of its height are the four posts.
const POST = 8.500;
const APART = 54;

function picture(viewBox, className, ...children) {
  return svg("svg", {viewBox, class: className, "aria-hidden": "true"}, ...children);
}

const path = (className, d) => svg("path", {class: className, d});

/** A box with its near lower left corner at (x, y): front, right side and top. */
function box(x, y, wide, high, [dx, dy]) {
  const top = y - high;
  return [
    path("side", `M${x + wide} ${top}l${dx} ${dy}v${high}l${-dx} ${-dy}z`), path("top", `M${x} ${top}h${wide}l${dx} ${dy}h${-wide}z`),
    path("face", `M${x} ${top}h${wide}v${high}h${-wide}z`)];
}

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

const STAR = "M0 -10 2.900 -3.400 10 -3 4.600 1.700 6.300 8.800 0 5 -6.300 8.800 -4.600 1.700 -10 -3 -2.900 -3.400z";

export const starPicture = (className = "star-picture") => picture("-11 -11 22 22", className, path("star", STAR));
export const checkPicture = () => picture("0 0 24 24", "check-picture", svg("circle", {class: "plate", cx: 12, cy: 12, r: 12}), path("line", "M6 12.500l4 4 8-9"));

const EYE = "M4 32C14 14 50 14 60 32C50 50 14 50 4 32z";
const HAND = "M22 58C14 50 9 40 7 33c-1-4 4-6 6-2l5 9V15c0-5 7-5 7 0v14-19c0-5 7-5 7 0v19-16c0-5 7-5 7 0v18-11c0-5 7-5 7 0v22c0 10-4 15-7 18z";

/** How the table is: signs that are understood without words. */
export const SIGNS = {
  watching: () => picture("0 0 64 64", "sign-picture", path("white", EYE), svg("circle", {class: "iris", cx: 32, cy: 32, r: 11}), svg("circle", {class: "pupil", cx: 32, cy: 32, r: 5}), svg("circle", {class: "white", cx: 35.500, cy: 28.500, r: 2.400})),
  hands: () => picture("0 0 64 64", "sign-picture", path("skin", HAND)),
  look: () => picture("0 0 64 64", "sign-picture", path("white", EYE), svg("circle", {class: "iris", cx: 32, cy: 34, r: 12}), svg("circle", {class: "pupil", cx: 32, cy: 36, r: 5.500}), svg("circle", {class: "white", cx: 36, cy: 31, r: 2.600}),
    path("ray", "M32 4v7M13 9l4 6M51 9l-4 6")),
  unsure: () => picture("0 0 64 64", "sign-picture wandering", path("white", EYE), svg("g", {class: "ball"}, svg("circle", {class: "iris", cx: 32, cy: 32, r: 11}), svg("circle", {class: "pupil", cx: 32, cy: 32, r: 5}))),
  cannot: () => picture("0 0 64 64", "sign-picture", path("lid", "M4 30C14 46 50 46 60 30"), path("ray", "M12 39l-5 7M24 44l-2 8M40 44l2 8M52 39l5 7")),
  resting: () => picture("0 0 64 64", "sign-picture", path("moon", "M42 8A26 26 0 1 0 56 46A22 22 0 0 1 42 8z"), path("ray", "M46 20h10l-10 11h10")),
  over: () => picture("0 0 64 64", "sign-picture", svg("path", {class: "star", d: STAR, transform: "translate(32 33) scale(2.700)"})),
};

/** The camera does not see the board: a closed eye over it, and a hand that is in the way or can help. */
export function cannotPicture() {
  return picture("0 0 200 200", "cannot-picture", svg("circle", {class: "plate", cx: 100, cy: 100, r: 98}),
    path("wood", "M42 156 66 116h68l24 40z"), svg("g", {transform: "translate(48 22) scale(1.620)"}, path("lid", "M4 30C14 46 50 46 60 30"), path("ray", "M12 39l-5 7M24 44l-2 8M40 44l2 8M52 39l5 7")),
    svg("g", {class: "waving"}, svg("path", {class: "skin", d: HAND, transform: "translate(122 92)"})));
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

const ICONS = {
  sound: "M5 10v6h4l6 5V5L9 10zM18 9c2 2.500 2 5.500 0 8M20.500 6c4 4 4 10 0 14",
  speech: "M4 5h18v12H12l-5 5v-5H4zM8 9h10M8 13h7",
  full: "M4 10V4h6M16 4h6v6M22 16v6h-6M10 22H4v-6",
  small: "M10 4v6H4M22 10h-6V4M16 22v-6h6M4 16h6v6",
  door: "M6 23V4h14v19M3 23h20M16 13.500v1",
};

export function icon(name) {
  return picture("0 0 26 26", `icon-picture icon-${name}`, path("line", ICONS[name]), svg("circle", {class: "hold", cx: 13, cy: 13, r: 12, pathLength: 100}));
}
