// Pictures for those who cannot read: stars, eyes and hands, and what those of a game are made of.

import {svg} from "../dom.js";
import {symbolPath} from "../shown/symbols.js";

export function picture(viewBox, className, ...children) {
  return svg("svg", {viewBox, class: className, "aria-hidden": "true"}, ...children);
}

export const path = (className, d) => svg("path", {class: className, d});

/** A box with its near lower left corner at (x, y): front, right side and top. */
export function box(x, y, wide, high, [dx, dy]) {
  const top = y - high;
  return [
    path("side", `M${x + wide} ${top}l${dx} ${dy}v${high}l${-dx} ${-dy}z`), path("top", `M${x} ${top}h${wide}l${dx} ${dy}h${-wide}z`),
    path("face", `M${x} ${top}h${wide}v${high}h${-wide}z`)];
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

/** A block of wood in a player's colour, with a face. */
export function blockPicture(colour, className = "tower-picture") {
  const eye = (cx) => [svg("circle", {class: "eye", cx, cy: -15, r: 3.200}), svg("circle", {class: "pupil", cx: cx + 0.500, cy: -14.800, r: 1.600})];
  return picture("-2 -39 45 41", className, svg("g", {class: `paint-${colour}`}, box(0, 0, 30, 24, [11, -11]), eye(9.500), eye(20.500),
    path("smile", "M10.500 -7.500q4.500 4 9 0"),
    svg("path", {class: "mark", d: symbolPath(colour), transform: "translate(20.500 -29.500) skewX(-45) scale(4.200 3.200)"})));
}
