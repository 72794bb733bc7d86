// Cards, crossings and a whole board in words, for those who hear the page and for lists.

import {list, of, t} from "../../texts.js";
import {isCrossing} from "./cards.js";

export function placeName(place) {
  return isCrossing(place) ? t("page.antiblok.crossing", {place}) : t("page.antiblok.card", {place});
}

/** A card's colours from the near left quarter round, or the block on a crossing. */
export function contentWords(place, letters) {
  if (!isCrossing(place)) return [...letters].map((letter) => of("colour.", letter)).join(", ");
  return letters ? t("page.antiblok.block", {colour: of("colour.", letters)}) : t("page.antiblok.no_block");
}

/** What there is to say of a place: what lies there, whose square it is, doubts, corrections, what is wrong. */
export function placeLabel(place, {position, verdict, doubts = [], byHand = [], violations = []}) {
  const letters = isCrossing(place) ? position.blocks[place] ?? "" : position.cards[place], square = verdict?.squares?.[place];
  const said = [`${placeName(place)}: ${contentWords(place, letters)}`];
  if (square && !letters) said.push(t("page.antiblok.square", {colour: of("colour.", square)}));
  for (const {at, why} of doubts) if (at === place) said.push(t("page.board.field_doubt", {why}));
  if (byHand.includes(place)) said.push(t("page.board.by_hand"));
  for (const found of violations) if (found.fields?.includes(place)) said.push(found.message);
  return said.join("; ");
}

export function boardSummary({position, verdict, violations = []}) {
  const blocks = Object.entries(position?.blocks ?? {}), free = Object.entries(verdict?.squares ?? {}).filter(([place]) => !position?.blocks[place]);
  const said = [t("page.antiblok.summary")];
  if (blocks.length) said.push(list(blocks.map(([place, colour]) => `${place} ${of("colour.", colour)}`)));
  if (free.length) said.push(t("page.antiblok.free", {squares: list(free.map(([place, colour]) => `${place} ${of("colour.", colour)}`))}));
  if (violations.length) said.push(t("page.board.summary_violations", {count: violations.length}));
  return `${said.join("; ")}.`;
}
