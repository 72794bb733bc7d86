// The sides of new polygons, lit one after the other as they are counted, with their points.

import {svg} from "../../dom.js";
import {fieldPlace} from "./aerial_layers.js";

export const SIDE_MS = 380;
export const STAY_MS = 2200;

/** The layer for these polygons of a scene; `steps` is how many sides are counted before it is over. */
export function countingLayer(scene, polygons) {
  const layer = svg("g", {class: "counting", "aria-hidden": "true"});
  let step = 0;
  for (const polygon of polygons) {
    for (const side of polygon.sides ?? []) {
      const [[ax, ay], [bx, by]] = [side.stick.a.at, side.stick.b.at].map((at) => fieldPlace(scene, at));
      const group = svg("g", {class: `count-side line-${polygon.color}`},
        svg("line", {class: "count-under", x1: ax, y1: ay, x2: bx, y2: by}),
        svg("line", {class: "count-line", x1: ax, y1: ay, x2: bx, y2: by}),
        svg("g", {class: "count-points", transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2})`},
          svg("circle", {r: 25}), svg("text", {y: 1}, `+${side.points}`)));
      group.style.setProperty("--after", `${step * SIDE_MS}ms`);
      layer.append(group);
      step += 1;
    }
  }
  return {layer, steps: step};
}
