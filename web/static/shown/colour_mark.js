// A colour's symbol in its paint, for running text and lists.
import {svg} from "../dom.js";
import {symbolPath} from "./symbols.js";

/** Says nothing to a screen reader: the word stands beside it. */
export function colourMark(colour) {
  return svg("svg", {class: `colour-mark paint-${colour}`, viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true"},
    svg("path", {d: symbolPath(colour)}));
}
