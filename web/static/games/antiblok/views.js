// What draws Anti-Blok and lets it be corrected: its top view, with cards that turn and crossings that take blocks.

import {blockPicture} from "../../children/pictures.js";
import {el} from "../../dom.js";
import {symbolText} from "../../shown/symbols.js";
import {t} from "../../texts.js";
import {childBoard} from "../plain.js";
import {createTopOverlay} from "../top_overlay.js";
import {createTopView} from "../top_view.js";
import {FILES, UNKNOWN, isCrossing, spotOnBoard} from "./cards.js";
import {contentOf} from "./correcting.js";
import {createSquares} from "./squares.js";
import {boardSummary, placeLabel, placeName} from "./words.js";

export {createCorrecting} from "./correcting.js";
export {die} from "./faces.js";
export {placeName};

// What is put right first: how a game begins, then cards, then what was played, then blocks.
const FIRST = ["setup.", "card.", "turn.", "block.", "supply."];

export function createBoard(container, {interactive = false} = {}) {
  return createTopView(container, {interactive, label: placeLabel, summary: boardSummary});
}

export function createOverlay(container) {
  return createTopOverlay(container, {fields: FILES.length, spotOf: spotOnBoard});
}

export const createChildBoard = (container) => childBoard(createBoard(container), FIRST);
export const createCounts = (container) => createSquares(container);
export const piecePicture = blockPicture;
export const exampleScene = ({top, position}) => ({top, position});
export const hint = (isByHand) => (isByHand ? t("page.hand.hint_cards") : t("page.antiblok.hint"));
export const keys = () => [[t("page.keys.board"), [
  [t("page.keys.arrows"), t("page.antiblok.keys_move")], [t("page.keys.enter"), t("page.antiblok.keys_edit")], ["Esc", t("page.antiblok.discard")]]]];

export function saidAt(position, place) {
  const letters = contentOf(position, place), none = t("page.corrections.empty");
  return {value: letters, words: letters ? [...letters].map(symbolText).join("") : none, correction: {words: [`${place}=${letters}`]}};
}

/** A card or crossing in doubt: it is as it is shown, or it is put right on the board. */
export function doubtTools(at, shown, {settle, edit}) {
  const letters = contentOf(shown, at);
  if (letters === undefined || letters === null) return null;
  const isKnown = !letters.includes(UNKNOWN);
  const change = isCrossing(at) ? t("page.antiblok.other_block") : isKnown ? t("page.antiblok.turn_card") : t("page.antiblok.choose_card");
  const buttons = el("div", {class: "row settle", role: "group", "aria-label": placeName(at), "data-settle": at},
    isKnown ? el("button", {class: "button", type: "button", "data-right": "", onclick: () => settle(saidAt(shown, at).correction)}, t("page.antiblok.as_shown", {what: saidAt(shown, at).words})) : null,
    el("button", {class: "button quiet", type: "button", "data-edit": "", onclick: edit}, change));
  return {buttons};
}

/** The crossings at which a block was laid since the turn before. */
export function counted(before, {position}) {
  return Object.keys(position.blocks).filter((place) => !before.position.blocks[place]);
}
