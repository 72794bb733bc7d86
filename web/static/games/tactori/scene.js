// What the views are given to show, and which parts of it are lit.

import {fieldsIn, isWay, namesStick, stickWord, touched} from "./geometry.js";

/** A scene with everything that may be left out. */
export function completeScene(scene) {
  const position = scene.position ?? {board: scene.board, towers: {}, sticks: []};
  return {
    view: null, set: null, turned: 0, ...scene,
    board: scene.board ?? position.board, position: {...position, board: scene.board ?? position.board},
    verdict: scene.verdict ?? null, violations: scene.violations ?? [], doubts: scene.doubts ?? [],
    byHand: scene.byHand ?? [], last: scene.last ?? [],
  };
}

/**
 * The fields and sticks that `light` asks for; null if nothing is lit. Of what it is given as `fields`, "c3-e3" means
 * both fields and the sticks between them; `holds` says of such a place whether all of it is lit.
 */
export function litParts(what, scene) {
  if (!what) return null;
  const polygon = what.polygon != null ? scene.verdict?.polygons?.[what.polygon] : null;
  const violation = what.violation != null ? scene.violations[what.violation] : null;
  const places = polygon?.fields ?? violation?.fields ?? what.fields ?? [];
  const fields = new Set(places.flatMap(fieldsIn)), ways = places.filter(isWay);
  if (!polygon && !violation && !what.fields) return null;
  const same = (stick, other) => stickWord(stick) === stickWord(other);
  const lit = (stick) => {
    if (polygon) return (polygon.sides ?? []).some((side) => same(side.stick, stick));
    if (violation) return violation.stick ? same(violation.stick, stick) : touched(stick).every((at) => fields.has(at));
    return touched(stick).every((at) => fields.has(at)) || ways.some((way) => namesStick(way, stick));
  };
  const holds = (place) => fieldsIn(place).every((at) => fields.has(at));
  return {fields, lit, holds, polygon: what.polygon ?? null, violation: what.violation ?? null};
}
