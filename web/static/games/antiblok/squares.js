// What counts in Anti-Blok: the blocks that everybody has laid, squares that are free, and the cards that are locked.

import {el, say} from "../../dom.js";
import {colourMark} from "../../shown/colour_mark.js";
import {capital, list, of, t} from "../../texts.js";
import {cardsAround} from "./cards.js";

/** `show(verdict, game, position)`; `light(what)` as every view. The heading before the container says what it is. Event "point". */
export function createSquares(container) {
  return new Squares(container);
}

class Squares extends EventTarget {
  #list = el("div", {class: "polygons squares"});
  #rows = [];
  #shown = "";

  constructor(container) {
    super();
    container.append(this.#list);
    const before = container.previousElementSibling;
    if (before?.matches("h2, h3")) say(before, t("page.antiblok.squares"));
  }

  show({squares = {}, scores = {}}, {players = []}, {blocks = {}}) {
    const signature = JSON.stringify([squares, scores, blocks, players]);
    if (signature === this.#shown) return; // what has the focus keeps it
    this.#shown = signature;
    this.#rows = [];
    const colours = [...new Set([...players, ...Object.values(squares), ...Object.values(blocks)])];
    this.#list.replaceChildren(...colours.map((colour) => this.#group(colour, squares, blocks, scores)));
  }

  light(what) {
    const lit = JSON.stringify(what?.fields ?? null);
    for (const {key, row} of this.#rows) row.classList.toggle("lit", key === lit);
  }

  #group(colour, squares, blocks, scores) {
    const laid = Object.keys(blocks).filter((place) => blocks[place] === colour);
    const free = Object.keys(squares).filter((place) => squares[place] === colour && !blocks[place]);
    const rows = [
      ...laid.map((place) => this.#row([place, ...cardsAround(place)], t("page.antiblok.laid", {place}), t("page.antiblok.locked", {cards: list(cardsAround(place))}))),
      ...free.map((place) => this.#row([place], t("page.antiblok.open_square", {place}), t("page.antiblok.claim")))];
    return el("section", {class: "polygon-group"},
      el("h3", {class: "polygon-head"}, colourMark(colour), el("span", {}, capital(of("colour.", colour))), colour in scores ? el("b", {class: "polygon-points"}, String(scores[colour])) : null),
      rows.length ? el("ul", {}, rows.map((row) => el("li", {}, row))) : el("p", {class: "polygon-none small"}, t("page.antiblok.none_yet")));
  }

  #row(fields, words, more) {
    const point = (detail) => () => {
      this.light(detail);
      this.dispatchEvent(new CustomEvent("point", {detail}));
    };
    const row = el("button", {type: "button", class: "polygon-row", onfocus: point({fields}), onblur: point(null), onpointerenter: point({fields}), onpointerleave: point(null), onclick: point({fields})},
      el("span", {class: "polygon-sum"}, words), el("span", {class: "polygon-where"}, more));
    this.#rows.push({key: JSON.stringify(fields), row});
    return row;
  }
}
