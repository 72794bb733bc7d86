// Cards and crossings by their names: where they are, what lies there, and how a shape of the top view shows it.

import {middleOf} from "../top_view.js";

export const FILES = "abcde";
export const COLOURS = "RBYG";
export const UNKNOWN = "?";
const REACH = {crossing: 0.22, card: 0.46}; // of a place in fields, over a picture

export const isCrossing = (place) => place.endsWith("+");

/** A quarter turn to the left brings the last letter to the front: letters go round from the near left quarter. */
export const turnedLeft = (card) => card.at(-1) + card.slice(0, -1);

/** Every way in which the quarters that nobody saw may be filled: each colour is once on a card. */
export function fillings(card) {
  const open = card.indexOf(UNKNOWN);
  if (open < 0) return [card];
  return [...COLOURS].filter((colour) => !card.includes(colour))
    .flatMap((colour) => fillings(card.slice(0, open) + colour + card.slice(open + 1)));
}

/** The four cards around a crossing, which is named after the near left one. */
export function cardsAround(crossing) {
  const x = FILES.indexOf(crossing[0]), y = Number(crossing[1]);
  return [[0, 0], [1, 0], [1, 1], [0, 1]].map(([dx, dy]) => `${FILES[x + dx]}${y + dy}`);
}

/** A place in shares of the board's side, for the picture of the camera. */
export function spotOnBoard(place) {
  const x = FILES.indexOf(place[0]), y = Number(place[1]) - 1, side = FILES.length;
  return isCrossing(place) ? {x: (x + 1) / side, y: (y + 1) / side, reach: REACH.crossing / side, round: true}
    : {x: (x + 0.5) / side, y: (y + 0.5) / side, reach: REACH.card / side, round: false};
}

/** A position with other things at some places, each by its letters; "" for nothing. */
export function changed(position, places) {
  const cards = {...position.cards}, blocks = {...position.blocks};
  for (const [place, letters] of places) {
    if (!isCrossing(place)) cards[place] = letters;
    else if (letters) blocks[place] = letters;
    else delete blocks[place];
  }
  return {...position, cards, blocks};
}

/** The same of a top view: the quarters of a card get other paints, a crossing another block or none. */
export function repainted(top, places) {
  const letters = new Map(places);
  const isStale = ({place, kind, role}) => (kind === "text" && letters.has(place)) || (role === "mark" && isCrossing(place) && cardsAround(place).some((card) => letters.has(card)));
  const shapes = top.shapes.filter((shape) => !isStale(shape)).map((shape) => {
    const {place, role} = shape, said = letters.get(place);
    if (said === undefined || role !== "piece") return shape;
    return isCrossing(place) ? block(shape, said) : quarter(shape, top.shapes, said);
  });
  return {...top, shapes};
}

/** Where nothing lies there is a circle to click at. */
function block(shape, colour) {
  return {...shape, fill: colour || "none", stroke: colour ? "ink" : "none", width: colour ? 0.04 : 0};
}

/** The paint of a quarter, by where it lies on its card; what is no quarter, as the stem, stays. */
function quarter(shape, shapes, card) {
  const [x, y] = middleOf(shapes.filter(({place, role}) => place === shape.place && role === "piece").flatMap(({points}) => points));
  const [u, v] = middleOf(shape.points);
  if (shape.kind !== "polygon" || (u === x && v === y)) return shape;
  return {...shape, fill: card[v < y ? (u < x ? 0 : 1) : u < x ? 3 : 2]};
}
