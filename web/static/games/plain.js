// The views of a game that brings nothing but its top view: it is shown and looked back at, not corrected.

import {createTopOverlay} from "./top_overlay.js";
import {createTopView} from "./top_view.js";
import {blockPicture} from "../children/pictures.js";

export const createBoard = (container, options) => createTopView(container, options);
export const createOverlay = (container) => createTopOverlay(container, {spotOf: () => null});
export const createCorrecting = () => ({edit() {}, listen() {}, show() {}});
export const createChildBoard = (container) => childBoard(createBoard(container));
export const placeName = (place) => place;
export const saidAt = (position, place) => ({value: position.places?.[place] ?? "", words: position.places?.[place] ?? "", correction: {words: [`${place}=${position.places?.[place] ?? ""}`]}});
export const exampleScene = ({top}) => ({top});
export const piecePicture = blockPicture;

const MOST_PLACES = 4;

/** A drawing from above, with what the calm signs over it need (children/signs.js). */
export function childBoard(board, first = []) {
  return {
    first,
    wholePicture: () => blockPicture("R"),
    get camera() {
      return board.camera;
    },
    show: ({top, position, last, game}) => board.show({top, position, last, game}),
    spotsOf: ({fields = []}) => fields.slice(0, MOST_PLACES).map((place) => board.spot(place)).filter(Boolean)
      .map(({x, y, reach}) => ({at: [x, y], reach: 1.15 * reach})),
  };
}
