// A game as a small picture: a position as it is built in it, drawn by the same hand as the board being played at.

import {viewsOf} from "../games/families.js";

export async function drawGame(container, {family, example}) {
  const {createBoard, exampleScene} = await viewsOf(family);
  container.replaceChildren();
  const view = createBoard(container);
  view.show(exampleScene(example));
  view.root.setAttribute("aria-hidden", "true"); // its name and what it is about stand beside it
  view.root.removeAttribute("role");
  view.root.removeAttribute("aria-label");
}
