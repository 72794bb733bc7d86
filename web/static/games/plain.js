// The views of a game that brings nothing but its top view: shown, looked back at, and played by hand.

import {createTopOverlay} from "./top_overlay.js";
import {createTopView} from "./top_view.js";
import {createPlaying} from "./playing.js";
import {blockPicture} from "../children/pictures.js";
import {svg} from "../dom.js";
import {symbolText} from "../shown/symbols.js";
import {of, t} from "../texts.js";

const isColour = (letter) => letter === letter.toLowerCase();
const wordsFor = (pieces) => pieces ? [...pieces].map((letter) => (isColour(letter) ? of("colour.", letter) : letter)).join(" ") : t("page.corrections.empty");
const label = (place, {position}) => t("page.hand.place", {place, content: wordsFor(position?.pieces?.[place])});
const summary = ({position}) => t("page.hand.summary", {count: Object.keys(position?.pieces ?? {}).length});

export const createBoard = (container, options) => createTopView(container, {...options, label, summary, keys: () => t("page.hand.keys")});
export const createOverlay = (container) => createTopOverlay(container, {spotOf: () => null});
export {createPlaying};
export const createCorrecting = () => ({edit() {}, listen() {}, show() {}});
export const createChildBoard = (container, options) => childBoard(createBoard(container, options));
export const placeName = (place) => place;
export const exampleScene = ({top}) => ({top});
export const piecePicture = (colour, classes) => blockPicture(colour, classes);
export const hint = () => t("page.hand.hint");
export const keys = () => [[t("page.keys.board"), [[t("page.keys.enter"), t("page.hand.key_choose")], ["Esc", t("page.hand.key_leave")]]]];

export function saidAt(position, place) {
  const there = position.pieces?.[place] ?? "";
  return {value: there, words: [...there].map((letter) => (isColour(letter) ? symbolText(letter) : letter)).join("") || t("page.corrections.empty"), correction: {words: [`${place}=${there}`]}};
}

// Where the pips of a die's face lie, in thirds.
const PIPS = {1: [[1, 1]], 2: [[0, 2], [2, 0]], 3: [[0, 2], [1, 1], [2, 0]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]], 5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]]};

export const die = {
  picture: (face) => svg("svg", {class: "face-picture pips", viewBox: "0 0 24 24", "aria-hidden": "true"},
    svg("rect", {class: "plate", x: 2, y: 2, width: 20, height: 20, rx: 4}), (PIPS[face] ?? []).map(([x, y]) => svg("circle", {class: "pip", cx: 6.5 + 5.5 * x, cy: 6.5 + 5.5 * y, r: 2}))),
  name: (face) => face,
};

const MOST_PLACES = 4;

/** A drawing from above, with what the calm signs over it need (children/signs.js). */
export function childBoard(board, first = []) {
  return {
    first,
    view: board,
    wholePicture: () => blockPicture("R"),
    get camera() {
      return board.camera;
    },
    show: ({top, position, last, game}) => board.show({top, position, last, game}),
    spotsOf: ({fields = []}) => fields.slice(0, MOST_PLACES).map((place) => board.spot(place)).filter(Boolean)
      .map(({x, y, reach}) => ({at: [x, y], reach: 1.15 * reach})),
  };
}
