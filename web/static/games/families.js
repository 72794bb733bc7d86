// Which views draw the games of a family: a line each. A family without one is drawn by its top view alone.

const VIEWS = {
  tactori: () => import("./tactori/views.js"),
  antiblok: () => import("./antiblok/views.js"),
};

/**
 * The views of a family, a module with
 * createBoard(container, {interactive}): the board from above; `show(scene)`, `light(what)`, event "point"
 * createOverlay(container, {interactive}): the same drawn over the camera's picture
 * createCorrecting({board, call, table, place}): corrections made on it, and on whatever view it is told to `listen` to;
 *   `edit(place)`, `show(scene)`; `table()` is {shown, verdict, doubts, game}, null while nothing can be corrected
 * createChildBoard(container, signs): the board for those who cannot read; `show(scene)`
 * placeName(place), saidAt(position, place): a place in words, and what is there as {value, words, correction}
 * exampleScene(example): the scene of a game's picture; piecePicture(colour, classes): a player as a picture
 * and where a family has them: createSolid(container), createCounts(container), doubtTools(at, shown, {settle, edit}),
 * counted(before, table), taskPicture(key), hint(), keys(), readTogether, die.
 * A scene is {board, position, verdict, violations, doubts, byHand, last, turned, view, set, top}.
 */
export function viewsOf(family) {
  return (VIEWS[family] ?? (() => import("./plain.js")))();
}
