// What draws Tactori and lets it be corrected, for every page that shows a board.

import {symbolText} from "../../shown/symbols.js";
import {t} from "../../texts.js";
import {createAerial} from "./aerial.js";
import {createEditor} from "./edit.js";
import {fieldsIn, isWay, namesStick, placeName, stickWord} from "./geometry.js";
import {createOverlay} from "./overlay.js";
import {createPolygons} from "./polygons.js";
import {question, settleButtons} from "./settle.js";
import {createSolid} from "./solid.js";

export {createAerial as createBoard, createOverlay, createPolygons as createCounts, createSolid, placeName};
export {createChildBoard} from "./child_board.js";
export {taskPicture, towerPicture as piecePicture} from "./child_pictures.js";

/** A stack or the sticks between two fields are put right in a dialog; `call("correct", …)` is made for each. */
export function createCorrecting({board, call, table}) {
  const editor = createEditor();

  async function stack(at) {
    const {shown} = table() ?? {};
    if (!shown) return;
    const standing = shown.towers[at] ?? "";
    const wanted = await editor.stack({at, stack: standing});
    if (wanted !== null && wanted !== standing) await call("correct", {words: [`${at}=${wanted}`]});
  }

  async function sticks(a, b) {
    const {shown, doubts} = table() ?? {};
    if (!shown) return;
    const doubtful = doubts.some(({at}) => isWay(at) && [a, b].every((end) => fieldsIn(at).includes(end)));
    const words = await editor.sticks({a, b, position: shown, doubtful});
    if (words?.length) await call("correct", {words});
  }

  const listen = (view) => view.addEventListener("field", ({detail: {at}}) => stack(at));
  listen(board);
  board.addEventListener("stick", ({detail: {a, b}}) => sticks(a, b));
  return {listen, edit: (place) => (isWay(place) ? sticks(...fieldsIn(place)) : stack(place)), show() {}};
}

/** What stands or lies at a place, as it is read and as it would be corrected to. */
export function saidAt(position, place) {
  if (!isWay(place)) {
    const stack = position.towers[place] ?? "";
    return {value: stack, words: stack ? [...stack].map(symbolText).join("") : t("page.corrections.empty"), correction: {words: [`${place}=${stack}`]}};
  }
  const sticks = position.sticks.filter((stick) => namesStick(place, stick));
  const words = sticks.map(({color, a, b}) => `${symbolText(color)} ${a.floor === b.floor ? a.floor : `${a.floor}/${b.floor}`}`);
  return {
    value: JSON.stringify(sticks), words: sticks.length ? words.join(", ") : t("page.corrections.no_stick"),
    correction: {words: [`${place}=`, ...sticks.map((stick) => `+${stickWord(stick)}`)]},
  };
}

/** Whether a stick lies between two fields can be said with one press. */
export function doubtTools(at, shown, {settle, edit}) {
  if (!isWay(at)) return null;
  return {asked: question(at), buttons: settleButtons(at, shown, {settle: (words) => settle({words}), edit})};
}

/** The polygons that count since the turn that was just made, by their places in the list. */
export function counted(before, table) {
  if (table.game.goal !== "polygons") return [];
  const key = (polygon) => `${polygon.color} ${[...polygon.fields].sort()}`;
  const known = new Set(before.verdict.polygons.filter(({counts}) => counts !== false).map(key));
  return table.verdict.polygons.flatMap((polygon, i) => (polygon.counts === false || known.has(key(polygon)) ? [] : [i]));
}

export function exampleScene({position, polygons}) {
  return {position, board: position.board, verdict: {polygons}};
}

export const readTogether = true; // what one picture hides another shows
export const hint = () => t("page.play.edit_hint");

export function keys() {
  const arrows = t("page.keys.arrows");
  return [
    [t("page.keys.board"), [[arrows, t("page.keys.move")], [t("page.keys.enter"), t("page.keys.edit")], ["s", t("page.keys.stick")], ["p", t("page.keys.polygon")]]],
    [t("page.keys.solid"), [[arrows, t("page.keys.orbit")], ["+ −", t("page.keys.zoom")]]],
  ];
}
