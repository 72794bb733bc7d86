// The faces of the die as pictures: a card turned to the left or right, once or twice, two that change places, a block.

import {svg} from "../../dom.js";
import {of} from "../../texts.js";

// An arrow round to the right, that is clockwise; to the left it is mirrored.
const ROUND = "M18.500 8A8 8 0 1 0 20 14";
const TIP = "M19.500 2.500L18.500 8.500L12.800 7.200";
const SWAP = "M4 9h14l-4-4M20 15H6l4 4";
const CROSSED = "M4 4l16 16M20 4L4 20";

function drawing(face) {
  if (face === "S") return [svg("path", {class: "line", d: SWAP})];
  if (face === "X") return [svg("rect", {class: "plate", x: 6, y: 6, width: 12, height: 12, rx: 2.5}), svg("path", {class: "line", d: CROSSED})];
  const mirror = face[0] === "R" ? "" : "translate(24 0) scale(-1 1)";
  return [svg("g", {transform: mirror}, svg("path", {class: "line", d: ROUND}), svg("path", {class: "line", d: TIP})),
    svg("text", {x: 12, y: 14.500}, face[1])];
}

export const die = {
  picture: (face) => svg("svg", {class: "face-picture", viewBox: "0 0 24 24", "aria-hidden": "true"}, drawing(face)),
  name: (face) => of("page.antiblok.face.", face),
};
