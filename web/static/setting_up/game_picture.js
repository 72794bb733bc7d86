// A game as a small picture: a position as it is built in it, drawn by the same hand as the board being played at.

import {createAerial} from "../games/tactori/aerial.js";

export function drawGame(container, {example}) {
  container.replaceChildren();
  const view = createAerial(container);
  view.show({position: example.position, board: example.position.board, verdict: {polygons: example.polygons}});
  view.root.setAttribute("aria-hidden", "true"); // its name and what it is about stand beside it
  view.root.removeAttribute("role");
  view.root.removeAttribute("aria-label");
}
