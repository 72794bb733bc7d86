// A position in words, for those who hear the page.

import {of, t} from "../../texts.js";
import {fieldsIn, isLevel, isWay} from "./geometry.js";

/** "c3: red, red, blue; 3 floors; ..." with what there is to say about the field. */
export function fieldLabel(at, scene) {
  const stack = scene.position.towers[at] ?? "";
  const colours = [...stack].map((colour) => of("colour.", colour)).join(", ");
  const parts = [];
  if (!stack) parts.push(t("page.board.field_empty", {field: at}));
  else if (stack.length === 1) parts.push(t("page.board.field_one", {field: at, colour: colours}));
  else parts.push(t("page.board.field_stack", {field: at, colours, count: stack.length}));
  for (const stick of scene.position.sticks) {
    if (stick.a.at === at || stick.b.at === at) parts.push(stickLabel(stick));
  }
  for (const doubt of scene.doubts) {
    if (doubt.at === at) parts.push(t("page.board.field_doubt", {why: doubt.why}));
    else if (isWay(doubt.at) && fieldsIn(doubt.at).includes(at)) parts.push(stickDoubtLabel(doubt));
  }
  if (scene.byHand.some((said) => said === at)) parts.push(t("page.board.by_hand"));
  for (const found of scene.violations) if (found.fields?.includes(at)) parts.push(found.message);
  return parts.join("; ");
}

function stickDoubtLabel({at, why}) {
  const [a, b] = fieldsIn(at);
  return t("page.board.stick_doubt", {a, b, why});
}

/** "stick from c3 to e3 (red), floor 1"; with the floor of each end if they differ. */
export function stickLabel(stick) {
  const colour = of("colour.", stick.color), {a, b} = stick;
  if (isLevel(stick)) return t("page.board.stick", {colour, a: a.at, b: b.at, floor: a.floor});
  return t("page.board.stick_floors", {colour, a: a.at, floor: a.floor, b: b.at, other: b.floor});
}

/** "red, 7 points", or that it does not count. */
export function polygonLabel(polygon) {
  const colour = of("colour.", polygon.color);
  return polygon.counts === false
    ? t("page.board.polygon_not_counting", {colour, points: polygon.points})
    : t("page.board.polygon", {colour, points: polygon.points});
}

/** The whole position in a sentence. */
export function summary(scene) {
  const {position, verdict, violations} = scene;
  const towers = Object.values(position.towers).reduce((sum, stack) => sum + stack.length, 0);
  if (!towers && !position.sticks.length) return t("page.board.empty", {board: scene.board});
  const parts = [t("page.board.summary", {
    board: scene.board, towers, stacks: Object.keys(position.towers).length, sticks: position.sticks.length,
  })];
  for (const polygon of verdict?.polygons ?? []) parts.push(polygonLabel(polygon));
  if (violations.length) parts.push(t("page.board.summary_violations", {count: violations.length}));
  return parts.join("; ");
}
